"""What a drawing paints, as areas in its own frame.  Lengths are millimetres, y down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import fonts, scene
from engine.geometry.plane import IDENTITY, Point, Transform, signed_area

#: Chords stay so near to their arcs.
TOLERANCE = 0.02


def painted(
    items: Sequence[scene.Item],
    smallest: float,
    by: Transform = IDENTITY,
    clip: BaseGeometry | None = None,
) -> Iterator[tuple[str, BaseGeometry]]:
    """Yield the colour and area of everything painted, from the bottom to the top.

    A pattern counts as its ground; of letters only those of an em ``smallest`` or more are taken.
    """
    for item in items:
        if isinstance(item, scene.Use):
            if item.symbol.key != scene.PATTERN_KEY:
                yield from painted(item.symbol.items, smallest, by @ item.transform, clip)
        elif isinstance(item, scene.Group):
            inner, window = by @ item.transform, clip
            if item.clip is not None:
                window = _polygon(scene.transformed(item.clip, inner))
                window = window if clip is None else window.intersection(clip)
            yield from painted(item.items, smallest, inner, window)
        elif not (isinstance(item, scene.Text) and item.size < smallest):
            for colour, area in _areas(item, by):
                yield colour, area if clip is None else area.intersection(clip)


def _polygon(outline: scene.Outline) -> BaseGeometry:
    """Return an outline's area: rings that run against the largest are holes in the others."""
    rings = [ring for ring in scene.flattened(outline, TOLERANCE) if len(ring) > 2]
    parts = [(signed_area(ring), shapely.Polygon(ring)) for ring in rings]
    if not parts:
        return shapely.Polygon()
    # An area that crosses itself is mended.
    parts = [(turn, area if area.is_valid else area.buffer(0)) for turn, area in parts]
    ahead = max(parts, key=lambda part: abs(part[0]))[0] > 0
    solid = shapely.union_all([area for turn, area in parts if (turn > 0) == ahead])
    holes = [area for turn, area in parts if (turn > 0) != ahead]
    return solid.difference(shapely.union_all(holes)) if holes else solid


def _areas(
    item: scene.Path | scene.Circle | scene.Text, by: Transform
) -> Iterator[tuple[str, BaseGeometry]]:
    outline = scene.transformed(_outline(item), by)
    if isinstance(item, scene.Text):
        yield item.fill, _polygon(outline)
        return
    if (fill := item.fill) is not None:
        yield fill.paper if isinstance(fill, scene.Pattern) else fill, _polygon(outline)
    if (stroke := item.stroke) is not None:
        reach = stroke.width * abs(by.determinant) ** 0.5 / 2
        cap, join = stroke.cap.replace("butt", "flat"), stroke.join.replace("miter", "mitre")
        ways = {"cap_style": cap, "join_style": join, "quad_segs": 4}
        lines = shapely.buffer(_lines(outline), reach, **ways)
        yield stroke.colour, shapely.union_all(lines)


def _lines(outline: scene.Outline) -> list[BaseGeometry]:
    """Return an outline's lines, rings without ends where it is closed."""
    closed = any(isinstance(segment, scene.Close) for segment in outline)
    return [
        shapely.LinearRing(part) if closed else shapely.LineString(part)
        for part in scene.flattened(outline, TOLERANCE)
        if len(part) > (2 if closed else 1)
    ]


def _outline(item: scene.Path | scene.Circle | scene.Text) -> scene.Outline:
    if isinstance(item, scene.Path):
        return item.outline
    if isinstance(item, scene.Circle):
        return scene.disc(item.radius, Point(item.x, item.y))
    advance = fonts.width(item.text, item.size, item.bold, item.font)
    shift = {"start": 0.0, "middle": advance / 2, "end": advance}[item.anchor]
    place = Transform(item.size, 0.0, 0.0, item.size, item.x - shift, item.y)
    return scene.transformed(fonts.text_outline(item.text, item.bold, item.font), place)
