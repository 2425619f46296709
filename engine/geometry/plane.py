"""Points, boxes, polygons and affine transforms in millimetres, y down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the paper: x to the right, y down, in millimetres."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Point:
        return Point(self.x + dx, self.y + dy)

    def towards(self, other: Point, fraction: float) -> Point:
        """Return the point ``fraction`` of the way from here to ``other``."""
        return Point(self.x + (other.x - self.x) * fraction, self.y + (other.y - self.y) * fraction)

    def distance(self, other: Point) -> float:
        return math.hypot(other.x - self.x, other.y - self.y)


ORIGIN = Point(0.0, 0.0)


class Box(NamedTuple):
    """An upright rectangle from its top left to its bottom right corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def union(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def common(self, other: Box) -> Box:
        """Return what both boxes hold, turned inside out where that is nothing."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def meets(self, other: Box) -> bool:
        """Tell whether ``other`` has a point in common, be it on the edge."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def has(self, point: tuple[float, float]) -> bool:
        """Tell whether a point lies inside, be it on the edge."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def holds(self, other: Box, slack: float = 1e-6) -> bool:
        """Tell whether ``other`` lies inside, up to ``slack``."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the corners clockwise (on paper) from the top left."""
        return (
            Point(self.left, self.top),
            Point(self.right, self.top),
            Point(self.right, self.bottom),
            Point(self.left, self.bottom),
        )


class Transform(NamedTuple):
    """An affine map, named as in SVG and PDF.

    ::

        | a  c  e |   | x |
        | b  d  f | . | y |
        | 0  0  1 |   | 1 |
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def translation(cls, dx: float, dy: float) -> Transform:
        return cls(e=dx, f=dy)

    @classmethod
    def scaling(cls, sx: float, sy: float | None = None) -> Transform:
        return cls(a=sx, d=sx if sy is None else sy)

    @classmethod
    def rotation(cls, degrees: float) -> Transform:
        """Return a turn about the origin, clockwise on paper as y points down."""
        cos, sin = _cos_sin(degrees)
        return cls(cos, sin, -sin, cos)

    def __matmul__(self, first: Transform) -> Transform:
        """Return the map that applies ``first`` and then this one."""
        return Transform(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )

    def apply(self, point: tuple[float, float]) -> Point:
        x, y = point
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    @property
    def determinant(self) -> float:
        return self.a * self.d - self.b * self.c

    def inverse(self) -> Transform:
        """Return the map that undoes this one; raise ZeroDivisionError if there is none."""
        det = self.determinant
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Transform(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


IDENTITY = Transform()


def _cos_sin(degrees: float) -> tuple[float, float]:
    """Return cosine and sine, exact at the multiples of 30 and 90 degrees that grids use."""
    exact = {0: 0.0, 30: 0.5, 90: 1.0, 150: 0.5, 180: 0.0, 210: -0.5, 270: -1.0, 330: -0.5}

    def sine(angle: float) -> float:
        known = exact.get(int(angle)) if angle == int(angle) else None
        return math.sin(math.radians(angle)) if known is None else known

    return sine((degrees + 90) % 360), sine(degrees % 360)


@lru_cache(maxsize=256)  # corners of all pieces are of few directions
def unit(degrees: float) -> Point:
    """Return the point at distance 1 from the origin, turned clockwise on paper from east."""
    return Point(*_cos_sin(degrees))


def regular_polygon(
    sides: int, radius: float, *, first: float = 0.0, centre: Point = ORIGIN
) -> tuple[Point, ...]:
    """Return a regular polygon's corners, clockwise on paper; ``first`` corner in degrees from east."""
    return tuple(
        Point(centre.x + radius * u.x, centre.y + radius * u.y)
        for u in (unit(first + 360 * k / sides) for k in range(sides))
    )


def bounds(points: Iterable[tuple[float, float]]) -> Box:
    """Return the smallest box around the points; raise ValueError for none."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def signed_area(polygon: Sequence[tuple[float, float]]) -> float:
    """Return the area in mm², positive for corners clockwise on paper."""
    total = 0.0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total / 2


def contains(polygon: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Tell whether ``point`` lies inside the polygon (even-odd rule)."""
    x, y = point
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


@lru_cache(maxsize=1 << 15)  # neighbours share corners, and a figure drawn again all of them
def number(value: float, digits: int = 3) -> str:
    """Return the one written form of a length: at most ``digits`` decimals, no tail, no -0."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return "0" if text in ("-0", "") else text
