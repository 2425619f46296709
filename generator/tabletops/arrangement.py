"""Where on a virtual table things lie: the board or free ground in the middle, the rest beside it.

Lengths are millimetres about the middle of the board, y down; the programs' own units and frames
are for their writers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry.plane import Box, Point
from generator.tabletops.stock import Bag, Copy, Stock

#: Between things beside the board, and the least room for a bag.
GAP = 12.0
BAG = 40.0

#: The free ground of a game without a board, in cells.
_GROUND = (13, 10)


class Aside(NamedTuple):
    """The middle of a bag or a piece beside the board, and the room it has."""

    thing: Bag | Copy
    at: Point
    width: float
    height: float


@dataclass(frozen=True)
class Arrangement:
    """The middle of the table, what lies beside it, and the box of everything."""

    ground: Box
    spots: tuple[Aside, ...]
    box: Box


def arrange(stock: Stock) -> Arrangement:
    """Return where everything lies: bags and single pieces in columns to the right."""
    if stock.board is not None:
        width, height = stock.board.box.width, stock.board.box.height
    else:
        width, height = (n * stock.cell for n in _GROUND)
    ground = Box(-width / 2, -height / 2, width / 2, height / 2)
    spots = tuple(_columns([*stock.bags, *stock.loose], ground))
    box = ground
    for spot in spots:
        x, y = spot.width / 2, spot.height / 2
        box = box.union(Box(spot.at.x - x, spot.at.y - y, spot.at.x + x, spot.at.y + y))
    return Arrangement(ground, spots, box)


def _columns(things: list[Bag | Copy], ground: Box) -> Iterator[Aside]:
    """Yield places from the top right corner of the ground downwards, column after column."""
    left, top, widest = ground.right + 2 * GAP, ground.top, 0.0
    for thing in things:
        width, height = room(thing)
        if top > ground.top and top + height > ground.bottom:
            left, top, widest = left + widest + GAP, ground.top, 0.0
        yield Aside(thing, Point(left + width / 2, top + height / 2), width, height)
        top, widest = top + height + GAP, max(widest, width)


def room(thing: Bag | Copy) -> tuple[float, float]:
    """Return the width and height of a bag or a piece."""
    if isinstance(thing, Copy):
        return thing.kind.extent
    width, height = thing.tokens[0].kind.extent
    return max(BAG, width + 8), max(BAG, height + 8)
