"""Which options a kit has a use for: an option that changes nothing is refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.drawing.parts import Pieces
from generator.printing.kit import Kit
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


def unused(given: Mapping[str, Any], defaults: PrintSettings, made: Kit) -> set[str]:
    """Return which of the options given, by name, a game's kit has no use for.

    ``defaults`` are the settings of its template.
    """
    parts = (part for component in made.components for part in component.parts)
    pieces = [part for part in parts if isinstance(part, Pieces)]
    is_apart = made.printing.packing == "separate"
    has_backs = any(one.double_sided for one in pieces)
    is_met = {
        "pieces": bool(pieces),
        "edges": any(is_apart or one.shares_edges for one in pieces),
        "hexagons": any(p.turnable and p.shape(p.size).kind == "hexagon" for p in pieces),
        "backs": has_backs,
        "printed backs": has_backs and made.printing.prints_backs,
        "posters": any(not s.placements and s.count > 1 for s in made.sheets),
    }
    return {
        name
        for name, (need, _) in USES.items()
        if given.get(name) not in (None, getattr(defaults, name))
        and (name, given[name]) not in _GRANTED
        and not is_met[need]
    }
