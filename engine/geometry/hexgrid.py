"""Hexagonal cells ``(q, r)``, r growing upwards, and their places on paper; widths are flat-to-flat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from engine.geometry.plane import ORIGIN, Point, regular_polygon

Hex = tuple[int, int]

#: E, NE, NW, W, SW, SE: ring order, counter-clockwise from east.
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_NAMES = ("E", "NE", "NW", "W", "SW", "SE")

SQRT3 = math.sqrt(3.0)


class Orientation(Enum):
    """Which part of a hexagon points up."""

    POINTY = "pointy"
    FLAT = "flat"


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours in ring order."""
    q, r = cell
    return ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))


def opposite(direction: int) -> int:
    """Return the direction that points back."""
    return (direction + 3) % 6


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two cells."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexhex(side: int) -> Iterator[Hex]:
    """Yield the 3n² - 3n + 1 cells of a hexhex board of side n, row by row from the bottom."""
    reach = side - 1
    for r in range(-reach, reach + 1):
        for q in range(max(-reach, -reach - r), min(reach, reach - r) + 1):
            yield q, r


def centre(cell: Hex, width: float) -> Point:
    """Return the centre of a pointy-top cell on paper; (0, 0) lies at the origin."""
    q, r = cell
    return Point(width * (q + r / 2), -width * r * SQRT3 / 2)


@lru_cache(maxsize=1 << 10)
def corners(
    width: float, orientation: Orientation = Orientation.POINTY, at: Point = ORIGIN
) -> tuple[Point, ...]:
    """Return a hexagon's six corners on paper, clockwise.

    Pointy-top: from the corner between SE and E (lower right); flat-top: the same hexagon turned
    clockwise by 30 degrees, from the corner at the lower right as well.
    """
    first = 30.0 if orientation is Orientation.POINTY else 60.0
    return regular_polygon(6, width / SQRT3, first=first, centre=at)
