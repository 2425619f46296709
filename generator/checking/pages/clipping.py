"""What clips leave of shapes: whether anything is left at all.

Only clips of one convex outline are looked at; of others everything may be left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.geometry.plane import Transform
from generator.checking.pages.shapes import Pair, Shape

#: What reaches into a clip by less than this does not show, in millimetres.
_SLIVER = 0.05


def is_hidden(shape: Shape, lying: Transform, clip: Shape, clip_lying: Transform) -> bool:
    """Tell whether a clip cuts off all of a shape; both lie on a page as their transforms say."""
    if len(clip.parts) != 1 or clip.parts[0].closed is False or len(clip.parts[0].points) > 40:
        return False
    corners = [clip_lying.apply(point) for point in clip.parts[0].points]
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(
            corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True
        )
    ]
    if min(turns) < 0 < max(turns):
        return False
    if max(turns) <= 0:
        corners.reverse()
    return not any(
        _left([lying.apply(point) for point in part.points], corners) for part in shape.parts
    )


def _left(points: Sequence[Pair], corners: Sequence[Pair]) -> Sequence[Pair]:
    """Return what is left of a polygon well inside a convex one (clockwise on paper)."""
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if not length or not points:
            continue
        nx, ny = (y1 - y2) / length, (x2 - x1) / length
        deep = [(x - x1) * nx + (y - y1) * ny - _SLIVER for x, y in points]
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
