"""Which options a kit has a use for: an option that changes nothing is refused in a sentence.

One table says what each option is for.  What is granted as it stands, such as fronts only of what
has no backs, needs no use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.drawing.parts import Part, Pieces
from engine.errors import OptionError
from engine.geometry.plane import number
from generator.printing.kit import Kit
from generator.printing.sheet import Sheet
from generator.printing.sheet_settings import set_up
from generator.printing.template import PrintSettings, Template

if TYPE_CHECKING:
    from generator.printing.faces import Faces


class _Made(NamedTuple):
    """What is printed: its settings, the components, and the sheets, if any."""

    printing: PrintSettings
    parts: Sequence[Part]
    sheets: Sequence[Sheet]

    @property
    def pieces(self) -> list[Pieces]:
        """The parts that are not boards."""
        return [part for part in self.parts if isinstance(part, Pieces)]


def _has_backs(made: _Made) -> bool:
    return any(part.double_sided for part in made.pieces)


def _prints_backs(made: _Made) -> bool:
    return _has_backs(made) and made.printing.prints_backs


def _share_edges(made: _Made) -> bool:
    return any(made.printing.packing == "separate" or one.shares_edges for one in made.pieces)


def _has_hexagons(made: _Made) -> bool:
    return any(p.turnable and p.shape(p.size).kind == "hexagon" for p in made.pieces)


def _has_posters(made: _Made) -> bool:
    return any(not s.placements and s.count > 1 for s in made.sheets)


#: What each option is for, in words, and whether what is printed has any of it.
_USES: dict[str, tuple[str, Callable[[_Made], object]]] = {
    "bleed": ("is of pieces, and boards have none", lambda made: made.pieces),
    "gap": ("lies between pieces, and boards are none", lambda made: made.pieces),
    "copies": ("is of pieces; a board is printed once", lambda made: made.pieces),
    "packing": ("is of pieces that share edges, and nothing here does", _share_edges),
    "orientation": ("is of hexagonal pieces, and there are none here", _has_hexagons),
    "duplex": ("is for backs, and nothing here has one", _has_backs),
    "back_shift": ("is for backs, and none are printed here", _prints_backs),
    "poster_overlap": ("is of boards on several pages, and none is here", _has_posters),
}

#: What is granted where there is nothing to do for it.
_GRANTED = {("duplex", "none"), ("bleed", 0.0), ("gap", 0.0)}


def unused(asked: Mapping[str, Any], template: Template, made: Kit | Faces) -> set[str]:
    """Return which of the options asked for, by name, a game's kit has no use for."""
    components = made.components if isinstance(made, Kit) else ()
    sheets = tuple(s for component in components for s in component.sheets)
    printed = _Made(made.printing, made.parts, sheets)
    return {
        name
        for name, (_, has_use) in _USES.items()
        if asked.get(name) not in (None, getattr(template.printing, name))
        and (name, asked[name]) not in _GRANTED
        and not has_use(printed)
    }


def refuse(name: str) -> None:
    """Refuse an option that nothing has a use for.

    Raises OptionError.
    """
    raise OptionError(f"--{name.replace('_', '-')} {_USES[name][0]}; leave it out")


def see_lengths(asked: Mapping[str, Any], printing: PrintSettings) -> None:
    """See that lengths asked for are not less than others need, which would be taken instead.

    Raises OptionError saying the least.
    """
    gap, margin = asked.get("gap"), asked.get("margin")
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
