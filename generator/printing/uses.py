"""Which options a kit has a use for: an option that changes nothing is refused in a sentence.

One table says what each option is for.  What is granted as it stands, such as fronts only of what
has no backs, needs no use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.drawing.parts import Pieces
from engine.errors import OptionError
from engine.geometry.plane import number
from generator.printing.kit import Kit
from generator.printing.sheet import set_up
from generator.printing.template import PrintSettings

#: Option -> what it needs, and what it is for in words.
USES = {
    "bleed": ("pieces", "is of pieces, and boards have none"),
    "gap": ("pieces", "lies between pieces, and boards are none"),
    "copies": ("pieces", "is of pieces; a board is printed once"),
    "kerf": ("pieces", "is of pieces; a board is cut along its own line"),
    "packing": ("edges", "is of pieces that share edges, and nothing here does"),
    "orientation": ("hexagons", "is of hexagonal pieces, and there are none here"),
    "duplex": ("backs", "is for backs, and nothing here has one"),
    "back_shift": ("printed backs", "is for backs, and none are printed here"),
    "poster_overlap": ("posters", "is of boards on several pages, and none is here"),
}

#: What is granted where there is nothing to do for it.
_GRANTED = {("duplex", "none"), ("bleed", 0.0), ("gap", 0.0)}


def _needs_met(made: Kit) -> Iterator[str]:
    parts = (part for component in made.components for part in component.parts)
    pieces = [part for part in parts if isinstance(part, Pieces)]
    if pieces:
        yield "pieces"
    if pieces and (made.printing.packing == "separate" or any(one.shares_edges for one in pieces)):
        yield "edges"
    if any(p.turnable and p.shape(p.size).kind == "hexagon" for p in pieces):
        yield "hexagons"
    if any(one.double_sided for one in pieces):
        yield "backs"
        if made.printing.prints_backs:
            yield "printed backs"
    if any(not s.placements and s.count > 1 for s in made.sheets):
        yield "posters"


def unused(given: Mapping[str, Any], defaults: PrintSettings, made: Kit) -> set[str]:
    """Return which of the options given, by name, a game's kit has no use for.

    ``defaults`` are the settings of its template.
    """
    met = set(_needs_met(made))
    return {
        name
        for name, (need, _) in USES.items()
        if given.get(name) not in (None, getattr(defaults, name))
        and (name, given[name]) not in _GRANTED
        and need not in met
    }


def see_lengths(given: Mapping[str, Any], printing: PrintSettings) -> None:
    """See that lengths given are not less than others need, which would be taken instead.

    Raises OptionError saying the least.
    """
    gap, margin = given.get("gap"), given.get("margin")
    if gap == 0 and printing.packing == "separate":
        raise OptionError("pieces without a gap are not separate; ask for another --packing")
    if gap and gap < 2 * printing.bleed:
        raise OptionError(
            f"between bleeds of {number(printing.bleed)} mm the least gap is "
            f"{number(2 * printing.bleed)} mm; {number(gap)} mm is too small"
        )
    needed = 0.0 if margin is None else set_up("", replace(printing, margin=0.0)).margin
    if margin is not None and margin < needed:
        raise OptionError(
            f"a margin of {number(margin)} mm is less than the {number(needed)} mm that "
            "a cutting machine's marks need; leave out --margin"
        )
