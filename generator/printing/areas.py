"""What a drawing paints, as areas from the bottom to the top, and the marks of its patterns.

Needs shapely (``pip install shapely``).  Lengths are millimetres, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import fonts, scene
from engine.geometry.plane import Point, Transform, signed_area

#: Chords stay so near to their arcs.
TOLERANCE = 0.02

_CAPS = {"butt": "flat", "round": "round", "square": "square"}
_JOINS = {"miter": "mitre", "round": "round", "bevel": "bevel"}


class Painted(NamedTuple):
    """An area of one colour, ``#rrggbb``, or the window of a pattern's marks, where they lie."""

    colour: str
    area: BaseGeometry
    marks: scene.Path | None = None
    lying: Transform = Transform()


def painted(
    items: Sequence[scene.Item],
    by: Transform,
    clip: BaseGeometry | None = None,
    smallest: float = 0.0,
) -> Iterator[Painted]:
    """Yield everything painted, from the bottom to the top; letters from an em ``smallest`` on."""
    for item in items:
        if isinstance(item, scene.Use):
            inner = by @ item.transform
            if item.symbol.key != scene.PATTERN_KEY:
                yield from painted(item.symbol.items, inner, clip, smallest)
            elif clip is not None:
                paths = (one for one in item.symbol.items if isinstance(one, scene.Path))
                yield from (Painted("", clip, path, inner) for path in paths)
        elif isinstance(item, scene.Group):
            inner = by @ item.transform
            window = clip
            if item.clip is not None:
                window = polygon(scene.transformed(item.clip, inner))
                window = window if clip is None else window.intersection(clip)
            yield from painted(item.items, inner, window, smallest)
        elif isinstance(item, scene.Path) and isinstance(item.fill, scene.Pattern):
            yield from painted(scene.resolved(item), by, clip, smallest)
        elif not (isinstance(item, scene.Text) and item.size < smallest):
            for colour, area in _areas(item, by):
                yield Painted(colour, area if clip is None else area.intersection(clip))


def polygon(outline: scene.Outline) -> BaseGeometry:
    """Return an outline's area: rings that run against the largest are holes in the others."""
    rings = [ring for ring in scene.flattened(outline, TOLERANCE) if len(ring) > 2]
    return _filled(rings)


def _filled(rings: Iterable[Sequence[tuple[float, float]]]) -> BaseGeometry:
    parts = [(signed_area(ring), _sound(shapely.Polygon(ring))) for ring in rings]
    if not parts:
        return shapely.Polygon()
    ahead = max(parts, key=lambda part: abs(part[0]))[0] > 0
    solid = shapely.union_all([area for turn, area in parts if (turn > 0) == ahead])
    holes = [area for turn, area in parts if (turn > 0) != ahead]
    return solid.difference(shapely.union_all(holes)) if holes else solid


def _sound(area: BaseGeometry) -> BaseGeometry:
    """Return an area that does not cross itself."""
    return area if area.is_valid else area.buffer(0)


def _areas(
    item: scene.Path | scene.Circle | scene.Text, by: Transform
) -> Iterator[tuple[str, BaseGeometry]]:
    if isinstance(item, scene.Text):
        yield item.fill, _letters(item, by)
        return
    if isinstance(item, scene.Circle):
        outline = scene.disc(item.radius, Point(item.x, item.y))
    else:
        outline = item.outline
    outline = scene.transformed(outline, by)
    if item.fill is not None:
        fill = item.fill
        yield fill.paper if isinstance(fill, scene.Pattern) else fill, polygon(outline)
    if item.stroke is not None:
        yield item.stroke.colour, _line(outline, item.stroke, abs(by.determinant) ** 0.5)


def _line(outline: scene.Outline, stroke: scene.Stroke, scale: float) -> BaseGeometry:
    """Return the area of a line; what is closed has no ends."""
    closed = any(isinstance(segment, scene.Close) for segment in outline)
    parts = scene.flattened(outline, TOLERANCE)
    lines = [
        shapely.LinearRing(part) if closed else shapely.LineString(part)
        for part in parts
        if len(part) > (2 if closed else 1)
    ]
    reach = stroke.width * scale / 2
    style = {"cap_style": _CAPS[stroke.cap], "join_style": _JOINS[stroke.join]}
    return shapely.union_all(shapely.buffer(lines, reach, quad_segs=4, **style))


def _letters(text: scene.Text, by: Transform) -> BaseGeometry:
    width = fonts.width(text.text, text.size, text.bold, text.font)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    rings = fonts.text_rings(text.text, text.bold, text.font)
    return _filled(
        [by.apply((left + x * text.size, text.y + y * text.size)) for x, y in ring]
        for ring in rings
    )
