"""Regular hexagons among the parts of shapes.

Polygons, curves that are straight, round corners: what counts is where the six longest sides lie.
Knows nothing of tiles or colours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.geometry.plane import Point, Transform
from generator.checking.pages.shapes import Pair, Shape

Corners = NDArray[np.complex128]  # x and y as the two parts of a number

#: Smaller hexagons (centre to corner, in millimetres) are dots and letters.
_SMALLEST = 2.0
#: How irregular a hexagon may be, as a share: a sheet scaled unevenly is still read.
_IRREGULAR = 0.08
#: Parts with more points than this are no hexagons with round corners, and sides that are no more of the outline
#: than this share.
_MOST_POINTS, _MOST = 120, 0.5
#: A point this near to the line between its neighbours (in millimetres) is no corner.
_STRAIGHT = 0.004


class Hexagon(NamedTuple):
    """A regular hexagon: its corners, and the angle of the first in degrees clockwise on paper from east, below 60."""

    corners: tuple[Point, ...]
    angle: float

    def moved(self, dx: float, dy: float) -> Hexagon:
        """Return the hexagon shifted by (dx, dy)."""
        return self._replace(corners=tuple(p.moved(dx, dy) for p in self.corners))


def widths(corners: Sequence[Point]) -> tuple[float, float, float]:
    """Return a hexagon's three distances from side to opposite side, in millimetres."""
    middles = [corners[k - 1].towards(corners[k], 0.5) for k in range(6)]
    first, second, third = (middles[k].distance(middles[k + 3]) for k in range(3))
    return first, second, third


def of_shape(shape: Shape, transform: Transform) -> list[Hexagon]:
    """Return the hexagons among a shape's parts, without the shift."""
    turn = Transform(*transform[:4])
    parts = (part.points for part in shape.parts if len(part.points) >= 6)
    return shape.known(
        ("hexagons", *turn),
        lambda: [one for own in parts if (one := of_points([turn.apply(p) for p in own]))],
    )


def of_points(points: Sequence[Pair]) -> Hexagon | None:
    """Return the hexagon that a closed outline is, None for others."""
    if not 6 <= len(points) <= _MOST_POINTS:
        return None
    corners = _simplified(np.array(points) @ (1, 1j))
    if len(corners) > 6:
        corners = _unrounded(corners)
    if len(corners) != 6:
        return None
    off = corners - corners.mean()
    radii, turns = np.abs(off), np.abs(np.angle(off * np.roll(off, 1).conj()))
    radius = radii.mean()
    is_even = np.ptp(radii) <= _IRREGULAR * radius
    if radius < _SMALLEST or not is_even or np.abs(turns - math.pi / 3).max() > _IRREGULAR:
        return None
    angle = float(np.degrees(np.angle(((off / radii) ** 6).mean()))) / 6 % 60
    return Hexagon(tuple(Point(p.real, p.imag) for p in corners.tolist()), angle)


def _simplified(corners: Corners) -> Corners:
    """Return a closed outline without repeated points and points on straight lines."""
    corners = corners[np.abs(corners - np.roll(corners, 1)) > 1e-4]
    before = np.roll(corners, 1)
    chords = np.roll(corners, -1) - before
    aside = np.abs(((corners - before) * chords.conj()).imag)
    return corners[aside > _STRAIGHT * np.abs(chords)]


def _unrounded(corners: Corners) -> Corners:
    """Return the corners where the six longest sides meet, the outline itself where they are not most of it."""
    sides = np.roll(corners, -1) - corners
    lengths = np.abs(sides)
    longest = np.sort(np.argsort(-lengths, kind="stable")[:6])
    begins, along = corners[longest], sides[longest]
    others = np.roll(along, -1)
    crossing = (along.conj() * others).imag
    is_parallel = np.abs(crossing) <= 1e-3 * np.abs(along * others)
    if is_parallel.any() or lengths[longest].sum() < _MOST * lengths.sum():
        return corners
    shares = ((np.roll(begins, -1) - begins).conj() * others).imag / crossing
    return begins + shares * along
