"""Where an arrow points at an area from outside the board: clear of tiles as far as there is a way.

It knows quarter-cells (rule 2.2) and nothing of how an arrow looks; all lengths are quarter-cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from engine.games.abstrakto.places import QUARTERS, quarters
from engine.geometry.plane import Point

#: How far an arrow's head reaches to either side, how far it comes into an area, and how far it
#: keeps from the middle of the area where it does not point at that.
_BREADTH, _DEPTH, _CLEAR = 0.4, 1.7, 1.5

#: The ways inwards: from the right, the left, below and above.
_INWARDS = (Point(-1.0, 0.0), Point(1.0, 0.0), Point(0.0, 1.0), Point(0.0, -1.0))


class Way(NamedTuple):
    """The way of an arrow: how many quarter-cells of others it crosses, and where its tip is.

    ``inwards`` is its direction, y up, and ``depth`` how deep in the board the tip is.
    """

    crossed: int
    away: float
    depth: float
    inwards: Point
    tip: Point


def way_in(cells: int, middle: Point, gap: float) -> Way:
    """Return the way to an area's ``middle``, stopping ``gap`` short, or just into the area."""
    taken = frozenset(quarters(cells))
    ways = (way for side in _INWARDS for way in _ways(taken, side, middle, gap))
    return min(ways, key=lambda way: (way.crossed, round(way.away, 6), way.depth))


def _ways(
    taken: frozenset[tuple[int, int]], inwards: Point, middle: Point, gap: float
) -> Iterator[Way]:
    """Yield the ways in from a side: along every row of quarter-cells, and between two."""
    for half in range(1, 2 * QUARTERS):
        line = half / 2
        rows = {math.floor(line - _BREADTH), math.floor(line + _BREADTH)}
        inside = [all(_quarter(inwards, d, row) in taken for row in rows) for d in range(QUARTERS)]
        if True not in inside:
            continue
        first = inside.index(True)
        room = len(list(takewhile(bool, inside[first:])))
        across, aim = (
            (middle.y, _depth(inwards, middle.x))
            if inwards.x
            else (middle.x, _depth(inwards, middle.y))
        )
        if abs(across - line) < 1e-6 and first <= aim <= first + room:
            depth = max(aim - gap, first + 0.1)
        else:
            depth = first + min(_DEPTH, room - 0.1)
            if abs(across - line) < _CLEAR and depth > aim - _CLEAR:
                continue
        tip = _point(inwards, depth, line)
        yield Way(first, tip.distance(middle), depth, inwards, tip)


def _depth(inwards: Point, value: float) -> float:
    """Return how deep a coordinate lies from the side that a way begins at."""
    return value if inwards.x + inwards.y > 0 else QUARTERS - value


def _point(inwards: Point, depth: float, line: float) -> Point:
    along = _depth(inwards, depth)
    return Point(along, line) if inwards.x else Point(line, along)


def _quarter(inwards: Point, depth: int, row: int) -> tuple[int, int]:
    along = depth if inwards.x + inwards.y > 0 else QUARTERS - 1 - depth
    return (along, row) if inwards.x else (row, along)
