"""A hexagon about the origin of seven areas: one inside of half its width, six half-hexagons round it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import ORIGIN, Point, regular_polygon, unit

#: The half-hexagons 0-5 in ring order from E counter-clockwise, then the inner hexagon.
CENTRE = 6
AREAS = range(7)


class Joint(NamedTuple):
    """A common side of two areas: ``a`` and ``b`` are the areas, ``ends`` its two corners."""

    a: int
    b: int
    ends: tuple[int, int]


# Corners are numbered 0-5 (outer) and 6-11 (inner); corner k lies between sides k and k + 1.
#: The areas' corners, all the same way round.
_CORNERS: tuple[tuple[int, ...], ...] = (
    *((6 + (k - 1) % 6, (k - 1) % 6, k, 6 + k) for k in range(6)),
    (6, 7, 8, 9, 10, 11),
)

#: The twelve sides inside the hexagon: six spokes, then the six sides of the inner hexagon.
JOINTS: tuple[Joint, ...] = (
    *(Joint(k, (k + 1) % 6, (6 + k, k)) for k in range(6)),
    *(Joint(k, CENTRE, (6 + (k - 1) % 6, 6 + k)) for k in range(6)),
)


@cache
def corners(width: float, bleed: float = 0.0) -> tuple[Point, ...]:
    """Return the twelve corners, the outer ones moved out so that edges lie ``bleed`` further."""
    outer = (width + 2 * bleed) / SQRT3
    ring = regular_polygon(6, 1.0, first=-30.0)
    order = [ring[-k % 6] for k in range(6)]  # counter-clockwise, corner 0 between E and NE
    inner = width / SQRT3 / 2
    return tuple(Point(p.x * r, p.y * r) for r in (outer, inner) for p in order)


@cache
def area(index: int, width: float, bleed: float = 0.0) -> tuple[Point, ...]:
    """Return one area's corners."""
    points = corners(width, bleed)
    return tuple(points[k] for k in _CORNERS[index])


def middle(index: int, width: float) -> Point:
    """Return the middle of an area."""
    return ORIGIN if index == CENTRE else outwards(index, 0.375 * width)


def outwards(index: int, out: float, aside: float = 0.0) -> Point:
    """Return the point ``out`` of the origin towards a half-hexagon's side, and ``aside`` of that."""
    x, y = unit(-60.0 * index)
    return Point(out * x - aside * y, out * y + aside * x)


_NORMALS = tuple(unit(-60.0 * k) for k in range(3))


def area_at(x: float, y: float, width: float, rim: float = 0.0) -> int | None:
    """Return the area a point lies in, None beyond all and within ``rim`` of an area's edge."""
    out = [x * nx + y * ny for nx, ny in _NORMALS]
    _, second, first = sorted(abs(v) for v in out)
    if first < width / 4 - rim:
        return CENTRE
    if not width / 4 + rim < first < width / 2 - rim or first - second < rim:
        return None
    k = max(range(3), key=lambda n: abs(out[n]))
    return k if out[k] > 0 else k + 3
