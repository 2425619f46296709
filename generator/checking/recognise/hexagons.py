"""Regular hexagons among the parts of shapes.

Polygons, curves that are straight, round corners: what counts is where the six sides lie.  Knows
nothing of tiles or colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.geometry.plane import Point, Transform
from generator.checking.pages.shapes import Part, Shape

#: Smaller hexagons (centre to corner, in millimetres) are dots and letters.
SMALLEST = 2.0
#: How irregular a hexagon may be, as a share: a sheet scaled unevenly is still read.
IRREGULAR = 0.08
#: Parts with more points than this are no hexagons with round corners.
MOST_POINTS = 120
#: A point this near to the line between its neighbours (in millimetres) is no corner.
_STRAIGHT = 0.004


class Hexagon(NamedTuple):
    """A regular hexagon: its centre, centre to corner, the first corner's angle, the corners.

    ``angle`` is in degrees clockwise on paper from east, from 0 to below 60.
    """

    centre: Point
    radius: float
    angle: float
    corners: tuple[Point, ...]

    def moved(self, dx: float, dy: float) -> Hexagon:
        """Return the hexagon shifted by (dx, dy)."""
        corners = tuple(p.moved(dx, dy) for p in self.corners)
        return self._replace(centre=self.centre.moved(dx, dy), corners=corners)


def widths(corners: Sequence[Point]) -> tuple[float, float, float]:
    """Return a hexagon's three distances from side to opposite side, in millimetres."""
    middles = [corners[k - 1].towards(corners[k], 0.5) for k in range(6)]
    opposite = zip(middles[:3], middles[3:], strict=True)
    first, second, third = (a.distance(b) for a, b in opposite)
    return first, second, third


def of_shape(shape: Shape, transform: Transform, *, filled: bool) -> list[Hexagon]:
    """Return the hexagons among a shape's parts, without the shift.

    Of lines only what closes counts.
    """
    a, b, c, d, _, _ = transform
    turn = Transform(a, b, c, d)
    parts = (part for part in shape.parts if filled or part.closed)
    return shape.known(
        ("hexagons", filled, a, b, c, d),
        lambda: [hexagon for part in parts for hexagon in _of_part(part, turn)],
    )


def _of_part(part: Part, turn: Transform) -> list[Hexagon]:
    if len(part.points) > MOST_POINTS:
        return []
    points = _simplified([turn.apply(p) for p in part.points])
    if len(points) > 6:
        points = _unrounded(points)
    hexagon = _regular(points) if len(points) == 6 else None
    return [] if hexagon is None else [hexagon]


def _simplified(points: Sequence[Point]) -> list[Point]:
    """Return a closed outline without repeated points and points on straight lines."""
    result = [p for k, p in enumerate(points) if p.distance(points[k - 1]) > 1e-4]
    kept = []
    for k, p in enumerate(result):
        before, after = result[k - 1], result[(k + 1) % len(result)]
        dx, dy = after.x - before.x, after.y - before.y
        chord = math.hypot(dx, dy)
        aside = abs((p.x - before.x) * dy - (p.y - before.y) * dx)
        if aside > _STRAIGHT * chord:
            kept.append(p)
    return kept


def _unrounded(points: Sequence[Point]) -> list[Point]:
    """Return the corners where the six longest sides meet, if they are most of the outline."""
    sides = [(points[k - 1], p) for k, p in enumerate(points)]
    lengths = [a.distance(b) for a, b in sides]
    longest = sorted(sorted(range(len(sides)), key=lambda k: -lengths[k])[:6])
    if sum(lengths[k] for k in longest) < 0.5 * sum(lengths):
        return []
    ends = pairwise([longest[-1], *longest])
    corners = [corner for a, b in ends if (corner := _meeting(*sides[a], *sides[b])) is not None]
    return corners if len(corners) == 6 else []


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return where the lines a-b and c-d meet, or None where they are all but parallel."""
    ux, uy, vx, vy = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    cross = ux * vy - uy * vx
    if abs(cross) <= 1e-3 * math.hypot(ux, uy) * math.hypot(vx, vy):
        return None
    along = ((c.x - a.x) * vy - (c.y - a.y) * vx) / cross
    return Point(a.x + along * ux, a.y + along * uy)


def _regular(corners: Sequence[Point]) -> Hexagon | None:
    """Return the hexagon with these corners, if it is near enough to a regular one."""
    centre = Point(sum(p.x for p in corners) / 6, sum(p.y for p in corners) / 6)
    radii = [centre.distance(p) for p in corners]
    radius = sum(radii) / 6
    if radius < SMALLEST or max(radii) - min(radii) > IRREGULAR * radius:
        return None
    angles = [math.atan2(p.y - centre.y, p.x - centre.x) for p in corners]
    turns = [math.remainder(b - a, math.tau) for a, b in pairwise([angles[-1], *angles])]
    if any(abs(abs(t) - math.pi / 3) > IRREGULAR for t in turns):
        return None
    return Hexagon(centre, radius, _angle(angles), tuple(corners))


def _angle(angles: Iterable[float]) -> float:
    """Return the mean of angles (radians) that are equal up to sixths, in degrees below 60."""
    sixfold = [6 * a for a in angles]
    mean = math.atan2(sum(map(math.sin, sixfold)), sum(map(math.cos, sixfold)))
    return math.degrees(mean) / 6 % 60
