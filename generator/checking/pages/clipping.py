"""What clips leave of shapes: what is there is what shows.

Only outlines of one part cut here; of others everything may be left.
"""

from __future__ import annotations

import shapely
from shapely.geometry.polygon import orient

from engine.geometry.plane import Transform, signed_area
from generator.checking.pages.shapes import Part, Shape, box_around

#: What reaches into a clip by less than this does not show, in millimetres.
_SLIVER = 0.05
#: What reaches beyond a clip by less than this is not cut, in millimetres.
_UNCUT = 0.01
#: Less than this share of a shape is little, more than this of a clip is the whole of it.
_LITTLE, _ALL = 0.4, 0.98
#: Outlines of more points than this are not worked out.
MOST_POINTS = 40


def polygon(shape: Shape, lying: Transform) -> shapely.Polygon | None:
    """Return the outline of one part that a shape is as it lies; None for others."""
    if len(shape.parts) != 1 or not shape.parts[0].closed:
        return None
    if not 3 <= len(shape.parts[0].points) <= MOST_POINTS:
        return None
    found = shapely.Polygon([lying.apply(point) for point in shape.parts[0].points])
    return found if found.is_valid and found.area else None


def left_of(shape: Shape, lying: Transform, clip: shapely.Polygon) -> Shape:
    """Return a shape without the parts that a clip cuts off, the shape where that is none."""
    within = clip.buffer(-_SLIVER, join_style="mitre")
    kept = [
        part
        for part in shape.parts
        if shapely.MultiPoint([lying.apply(p) for p in part.points]).convex_hull.intersects(within)
    ]
    return shape if len(kept) == len(shape.parts) else Shape(kept)


def cut(shape: Shape, lying: Transform, clip: shapely.Polygon) -> Shape | None:
    """Return what a clip leaves of a filled shape of one part, the shape where that is all.

    None where much of it is left, which is not the clip: it may be drawn in parts; or where it
    cannot be worked out.
    """
    whole = polygon(shape, lying)
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
