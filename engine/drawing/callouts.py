"""Where a label stands that would cover its neighbours in a small figure: apart, with a line to its place.

It knows discs and boxes, and neither marks nor games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.geometry.plane import Box, Point

#: A disc to keep clear of: its centre and radius.
Disc = tuple[Point, float]

#: In how many directions and how far a label looks for a place, in steps, all in shares of the unit.
_DIRECTIONS, _STEP, _FARTHEST = 24, 0.25, 5.0

#: A label may lie on others by so much of the unit; from where it stands apart it keeps so far off.
_TOUCH, _OFF = 0.08, 0.06


class Print(NamedTuple):
    """A figure as it is printed: how many times as large as drawn, and what else is in it.

    ``room`` is where labels may stand, ``taken`` what stands there of what is no drawing, such as
    coordinates; both are in the drawing's frame.
    """

    scale: float
    room: Box
    taken: tuple[Disc, ...] = ()


def covers(at: Point, radius: float, discs: Iterable[Disc], unit: float) -> bool:
    """Tell whether a disc lies on one of others."""
    return any(radius + r - at.distance(o) > _TOUCH * unit for o, r in discs)


def apart(
    own: Point, start: float, radius: float, discs: Sequence[Disc], room: Box, unit: float
) -> Point | None:
    """Return the nearest place for a disc that covers no other, None if there is none.

    ``own`` is the place it tells of, of which ``start`` is covered; its line there crosses as few
    discs as possible.
    """
    inside = room.grown(-radius)
    free = [
        (_crossed(own, at, discs), far, at)
        for far, at in _around(own, start + radius + _OFF * unit, unit)
        if inside.holds(Box(*at, *at), 0.0)
        and not any(at.distance(o) < radius + r + _OFF * unit for o, r in discs)
    ]
    return min(free, default=(0, 0.0, None), key=lambda one: one[:2])[2]


def _around(own: Point, least: float, unit: float) -> Iterator[tuple[float, Point]]:
    """Yield places round a point, the nearer ones first, with how far they are."""
    for k in range(round(_FARTHEST / _STEP)):
        far = least + k * _STEP * unit
        for turn in range(_DIRECTIONS):
            angle = math.tau * (turn + 0.5) / _DIRECTIONS
            yield far, own.moved(far * math.cos(angle), -far * math.sin(angle))


def _crossed(a: Point, b: Point, discs: Iterable[Disc]) -> int:
    """Return on how many discs a line to b lies, but for those at its beginning."""
    return sum(_distance(o, a, b) < r for o, r in discs if a.distance(o) > r)


def _distance(at: Point, a: Point, b: Point) -> float:
    """Return how far a point is from the line between two others."""
    long = a.distance(b) ** 2
    share = ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / long
    return at.distance(a.towards(b, min(1.0, max(0.0, share))))
