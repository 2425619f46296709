"""What clips leave of shapes: what is there is what shows.

Only outlines of one part cut here; of others everything may be left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress

import numpy as np
import shapely
from shapely.geometry.polygon import orient

from engine.geometry.plane import Transform, signed_area
from generator.checking.pages.shapes import Clip, Part, Shape, box_around

#: What reaches into a clip by less than this does not show, in millimetres.
_SLIVER = 0.05
#: What reaches beyond a clip by less than this is not cut, in millimetres.
_UNCUT = 0.01
#: Less than this share of a shape is little, more than this of a clip is the whole of it.
_LITTLE, _ALL = 0.4, 0.98
#: Outlines of more points than this are not worked out.
_MOST_POINTS = 40


def visible(shape: Shape, lying: Transform, clips: Sequence[Clip]) -> Shape:
    """Return a shape without the parts that convex clips cut off, or clips of nothing.

    Marks keep these: a poster's page tells by them where on the board it lies.
    """
    for clip in clips:
        if not clip.shape.parts:
            return Shape([])
        if (hole := _polygon(*clip)) is not None and shape.parts:
            key = ("visible", *_rounded(lying, hole))
            shape = shape.known(key, partial(_left_of, shape, lying, hole))
    return shape


def cut(shape: Shape, lying: Transform, clips: Sequence[Clip]) -> tuple[Shape, tuple[Clip, ...]]:
    """Return what clips leave of a filled shape of one part, and the clips that are left to apply."""
    others = []
    for clip in clips:
        hole, rest = _polygon(*clip), None
        if hole is not None and shape.parts and shape.count <= _MOST_POINTS:
            key = ("cut", *_rounded(lying, hole))
            rest = shape.known(key, partial(_common, shape, lying, hole))
        others += [clip] if rest is None else []
        shape = rest or shape
    return shape, tuple(others)


def _rounded(lying: Transform, hole: shapely.Polygon) -> Iterator[float]:
    """Yield how a clip lies to a shape, without where both lie."""
    a, b, c, d, e, f = lying
    yield from (a, b, c, d)
    for x, y in hole.exterior.coords:
        yield from (round(x - e, 4), round(y - f, 4))


def _polygon(shape: Shape, lying: Transform) -> shapely.Polygon | None:
    if len(shape.parts) != 1 or not shape.parts[0].closed:
        return None
    if not 3 <= len(shape.parts[0].points) <= _MOST_POINTS:
        return None
    found = shapely.Polygon([lying.apply(point) for point in shape.parts[0].points])
    return found if found.is_valid and found.area else None


def _left_of(shape: Shape, lying: Transform, clip: shapely.Polygon) -> Shape:
    """Return a shape without the parts that a clip cuts off, the shape where that is none."""
    within = clip.buffer(-_SLIVER, join_style="mitre")
    points = [lying.apply(point) for part in shape.parts for point in part.points]
    of_parts = np.repeat(np.arange(len(shape.parts)), [len(part.points) for part in shape.parts])
    hulls = shapely.convex_hull(shapely.multipoints(shapely.points(points), indices=of_parts))
    is_left = shapely.intersects(hulls, within)
    return shape if is_left.all() else Shape([*compress(shape.parts, is_left)])


def _common(shape: Shape, lying: Transform, clip: shapely.Polygon) -> Shape | None:
    """Return what a clip leaves of a filled shape of one part, the shape where that is all.

    None where much of it is left, which is not the clip: it may be drawn in parts; or where it
    cannot be worked out.
    """
    whole = _polygon(shape, lying)
    if whole is None:
        return None
    if clip.buffer(_UNCUT, join_style="mitre").covers(whole):
        return shape
    kept = whole.intersection(clip)
    if not (kept.area < _LITTLE * whole.area or kept.area > _ALL * clip.area):
        return None
    if not isinstance(kept, shapely.Polygon):
        return Shape([]) if not kept.area else None
    back, is_turned = lying.inverse(), signed_area(shape.parts[0].points) * lying.determinant < 0
    corners = orient(kept, -1.0 if is_turned else 1.0).exterior.coords[:-1]
    points = tuple(back.apply(corner) for corner in corners)
    return Shape([Part(points, True, box_around(points))] if points else [])
