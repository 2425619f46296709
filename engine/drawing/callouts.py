"""Where a label stands that would cover its neighbours in a small figure: apart, with a line to its place.

It knows discs and boxes, and neither marks nor games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, product
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


class Discs:
    """Discs to keep clear of, found by the squares of a unit that they lie on."""

    def __init__(self, unit: float, discs: Iterable[Disc] = ()) -> None:
        self._unit = unit
        self._on: dict[tuple[int, int], list[Disc]] = {}
        for disc in discs:
            self.add(disc)

    def add(self, disc: Disc) -> None:
        for square in self._squares(*disc):
            self._on.setdefault(square, []).append(disc)

    def near(self, at: Point, radius: float) -> Iterator[Disc]:
        """Yield each disc that may lie on another."""
        known = [discs for one in self._squares(at, radius) if (discs := self._on.get(one))]
        if len(known) < 2:
            return iter(known[0] if known else ())
        return iter(dict.fromkeys(chain.from_iterable(known)))

    def _squares(self, at: Point, radius: float) -> Iterator[tuple[int, int]]:
        unit, (x, y) = self._unit, at
        across = range(math.floor((x - radius) / unit), math.floor((x + radius) / unit) + 1)
        down = range(math.floor((y - radius) / unit), math.floor((y + radius) / unit) + 1)
        return product(across, down)

    def along(self, a: Point, b: Point) -> Iterator[Disc]:
        """Yield each disc that may lie on a line."""
        unit = self._unit
        count = math.ceil(4 * a.distance(b) / unit) or 1
        steps = (a.towards(b, k / count) for k in range(count + 1))
        squares = dict.fromkeys((math.floor(x / unit), math.floor(y / unit)) for x, y in steps)
        known = (self._on.get(square, ()) for square in squares)
        return iter(dict.fromkeys(chain.from_iterable(known)))


class Others(NamedTuple):
    """What a label keeps clear of: labels, and all things that are not about its ``own`` place."""

    own: Point
    things: tuple[Discs, ...]
    labels: tuple[Discs, ...]

    def near(self, at: Point, radius: float) -> Iterator[Disc]:
        """Yield what may lie on a disc."""
        for discs in self.things:
            yield from (d for d in discs.near(at, radius) if d[0].distance(self.own) > 1e-6)
        for discs in self.labels:
            yield from discs.near(at, radius)

    def crossed(self, b: Point) -> int:
        """Return on how many things a line from the own place lies, but for those at its beginning."""
        a, parts = self.own, (*self.things, *self.labels)
        discs = (disc for part in parts for disc in part.along(a, b))
        return sum(_distance(o, a, b) < r for o, r in discs if a.distance(o) > r)


def covers(at: Point, radius: float, others: Others, unit: float) -> bool:
    """Tell whether a disc lies on one of others."""
    return any(radius + r - at.distance(o) > _TOUCH * unit for o, r in others.near(at, radius))


def apart(start: float, radius: float, others: Others, room: Box, unit: float) -> Point | None:
    """Return the nearest place for a disc that covers no other, None if there is none.

    Its own place is covered as far as ``start``; its line there crosses as few discs as possible.
    """
    inside, off = room.grown(-radius), _OFF * unit
    places = _around(others.own, start + radius + off, unit)
    best: tuple[int, Point] | None = None
    for _, ring in groupby(places, key=lambda one: one[0]):
        for _, at in ring:
            if not inside.holds(Box(*at, *at), 0.0) or any(
                at.distance(o) < radius + r + off for o, r in others.near(at, radius + off)
            ):
                continue
            crossed = others.crossed(at)
            if best is None or crossed < best[0]:
                best = crossed, at
        if best and not best[0]:
            break
    return best[1] if best else None


def _around(own: Point, least: float, unit: float) -> Iterator[tuple[float, Point]]:
    """Yield places round a point, the nearer ones first, with how far they are."""
    for k in range(round(_FARTHEST / _STEP)):
        far = least + k * _STEP * unit
        for turn in range(_DIRECTIONS):
            angle = math.tau * (turn + 0.5) / _DIRECTIONS
            yield far, own.moved(far * math.cos(angle), -far * math.sin(angle))


def _distance(at: Point, a: Point, b: Point) -> float:
    """Return how far a point is from the line between two others."""
    long = a.distance(b) ** 2
    share = ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / long
    return at.distance(a.towards(b, min(1.0, max(0.0, share))))
