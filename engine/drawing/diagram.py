"""A position or tile as drawn, before it becomes a figure: items by level, and named places.

A game's ``drawing`` module makes one; :mod:`engine.figure` adds marks, crops and captions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.drawing.scene import Item
from engine.errors import OptionError
from engine.geometry.plane import Box, Point


def check_overlays(show: frozenset[str], overlays: Mapping[str, str], game: str) -> None:
    """See that all of ``show`` are overlays a game has.

    Raises OptionError naming the first that is not one.
    """
    for name in sorted(show):
        if name not in overlays:
            known = ", ".join(overlays) or "nothing more"
            raise OptionError(f"{game} cannot show '{name}'; it can show {known}")


@dataclass(frozen=True)
class NamedPlace:
    """A spot of the game that marks can name.

    ``kind`` is ``cell``, ``edge``, ``corner`` or ``part``; ``outline`` holds a cell's or
    part's corners, an edge's two ends, and nothing for a corner.  ``piece`` is the radius of the
    piece that lies there, where arrows stop; 0 if none does.
    """

    name: str
    kind: str
    centre: Point
    outline: tuple[Point, ...] = ()
    piece: float = 0.0


@dataclass(frozen=True)
class Drawing:
    """Items from the table upwards, in millimetres in the drawing's own frame, y down.

    ``box`` is what they cover, ``unit`` the width of one cell (marks are sized by it), and
    ``place`` turns a name into a :class:`NamedPlace` or raises NotationError saying what would be one.
    """

    box: Box
    unit: float
    place: Callable[[str], NamedPlace]
    board: tuple[Item, ...] = ()
    pieces: tuple[Item, ...] = ()
    overlays: tuple[Item, ...] = ()
    labels: tuple[Item, ...] = ()
    #: The places a crop to "what matters" must show (occupied and highlighted ones).
    focus: tuple[str, ...] = field(default=())
    #: Words for the alternative text, one sentence each.
    description: tuple[str, ...] = ()
