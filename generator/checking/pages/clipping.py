"""What clips leave of fills: what is there is what shows."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from engine.geometry.plane import Transform
from generator.checking.pages.shapes import Part, Shape

#: What reaches beyond a clip by less than this is not cut, in millimetres.
_UNCUT = 0.01
#: Less than this share of a shape is little, more than this of a clip is the whole of it.
_LITTLE, _ALL = 0.4, 0.98
#: Outlines of more points than this are not worked out.
_MOST_POINTS = 40

#: A clip: an outline that cuts off all outside it, and how it lies on the page.
Clip = tuple[Shape, Transform]


def cut(
    shape: Shape, lying: Transform, clips: Sequence[Clip]
) -> tuple[Shape, Transform, list[Clip]]:
    """Return what clips leave of a filled shape, how that lies, and the clips that are left to apply.

    Those stay of which much is left that is not the clip: it may be drawn in parts.
    """
    others: list[Clip] = []
    for clip in clips:
        whole, hole = _polygon(shape, lying), _polygon(*clip)
        if whole is None or hole is None:
            others.append(clip)
        elif not hole.buffer(_UNCUT, join_style="mitre").covers(whole):
            kept = whole.intersection(hole)
            is_told = kept.area < _LITTLE * whole.area or kept.area > _ALL * hole.area
            if is_told and isinstance(kept, shapely.Polygon):
                points = tuple(kept.exterior.coords[:-1])
                shape, lying = Shape([Part(points, closed=True)] if points else []), Transform()
            elif is_told and not kept.area:
                return Shape([]), lying, []
            else:
                others.append(clip)
    return shape, lying, others


def _polygon(shape: Shape, lying: Transform) -> shapely.Polygon | None:
    if len(shape.parts) != 1 or not 3 <= shape.count <= _MOST_POINTS:
        return None
    polygon = shapely.Polygon([*map(lying.apply, shape.parts[0].points)])
    return polygon if polygon.is_valid and polygon.area else None
