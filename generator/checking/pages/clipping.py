"""What clips leave of shapes: what is there is what shows.

Only convex outlines of one part cut here; of others everything may be left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.geometry.plane import Transform, signed_area
from generator.checking.pages.shapes import Pair, Part, Shape, box_around

#: What reaches into a clip by less than this does not show, in millimetres.
_SLIVER = 0.05
#: What reaches beyond a clip by less than this is not cut, in millimetres.
_UNCUT = 0.01
#: Sides turn if the sine of their angle is more than this.
_STRAIGHT = 2e-3
#: Less than this share of a shape is little, more than this of a clip is the whole of it.
_LITTLE, _ALL = 0.4, 0.98
#: Outlines of more points than this are not worked out.
MOST_POINTS = 40


class HalfPlane(NamedTuple):
    """The points (x, y) of which ``a * x + b * y`` is ``c`` or more."""

    a: float
    b: float
    c: float


def convex(shape: Shape, lying: Transform) -> list[Pair] | None:
    """Return the corners of a convex outline of one part, clockwise on paper; None for others."""
    a, b, c, d, e, f = lying
    unmoved = Transform(a, b, c, d)
    corners = shape.known(("convex", a, b, c, d), lambda: _convex(shape, unmoved))
    return None if corners is None else [(x + e, y + f) for x, y in corners]


def _convex(shape: Shape, lying: Transform) -> list[Pair] | None:
    if len(shape.parts) != 1 or not shape.parts[0].closed:
        return None
    if not 3 <= len(shape.parts[0].points) <= MOST_POINTS:
        return None
    corners: list[Pair] = [lying.apply(point) for point in shape.parts[0].points]
    along = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([corners[-1], *corners])]
    turns = [
        (x1 * y2 - y1 * x2) / max(math.hypot(x1, y1) * math.hypot(x2, y2), 1e-12)
        for (x1, y1), (x2, y2) in pairwise([*along, along[0]])
    ]
    if min(turns) < -_STRAIGHT and max(turns) > _STRAIGHT:
        return None
    if max(map(abs, turns)) <= _STRAIGHT:  # a line, or a point
        return None
    return corners if max(turns) > _STRAIGHT else corners[::-1]


def left_of(shape: Shape, lying: Transform, corners: Sequence[Pair]) -> Shape:
    """Return a shape without the parts that a convex clip cuts off, the shape where that is none."""
    kept = [
        part
        for part in shape.parts
        if left([lying.apply(point) for point in part.points], corners, _SLIVER)
    ]
    return shape if len(kept) == len(shape.parts) else Shape(kept)


def cut(shape: Shape, lying: Transform, corners: Sequence[Pair]) -> Shape | None:
    """Return what a convex clip leaves of a filled shape of one part, the shape where that is all.

    None where much of it is left, which is not the clip: it may be drawn in parts; or where it is
    flattened to a line.
    """
    (part,) = shape.parts
    points = [lying.apply(point) for point in part.points]
    lines = sides(corners)
    if all(is_within(lines, -_UNCUT, point) for point in points):
        return shape
    kept = left(points, corners, 0.0)
    area, whole, hole = (abs(signed_area(p)) if p else 0.0 for p in (kept, points, corners))
    if not lying.determinant or not (area < _LITTLE * whole or area > _ALL * hole):
        return None
    back = lying.inverse()
    kept = [back.apply(point) for point in kept]
    return Shape([Part(tuple(kept), True, box_around(kept))] if len(kept) > 2 else [])


def sides(corners: Sequence[Pair]) -> list[HalfPlane]:
    """Return the half planes that a convex outline (clockwise) is the common part of."""
    return [
        HalfPlane(
            (y1 - y2) / length, (x2 - x1) / length, (x1 * (y1 - y2) + y1 * (x2 - x1)) / length
        )
        for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]])
        if (length := math.hypot(x2 - x1, y2 - y1))
    ]


def is_within(lines: Sequence[HalfPlane], by: float, point: Pair) -> bool:
    """Tell whether a point lies inside all half planes, by so much at least, below 0 beyond them."""
    x, y = point
    return all(a * x + b * y - c >= by for a, b, c in lines)


def left(points: Sequence[Pair], corners: Sequence[Pair], inside: float) -> Sequence[Pair]:
    """Return what is left of a polygon farther than ``inside`` within a convex one (clockwise)."""
    for a, b, c in sides(corners):
        if not points:
            break
        deep = [a * x + b * y - c - inside for x, y in points]
        if min(deep) >= 0:
            continue
        kept: list[Pair] = []
        for k, point in enumerate(points):
            before, here = deep[k - 1], deep[k]
            if (before < 0) != (here < 0):
                share = before / (before - here)
                x0, y0 = points[k - 1]
                kept.append((x0 + share * (point[0] - x0), y0 + share * (point[1] - y0)))
            if here >= 0:
                kept.append(point)
        points = kept
    return points
