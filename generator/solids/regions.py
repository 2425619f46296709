"""What of a drawing is seen, as areas by their paint: items that are covered are cut away.

Needs shapely (``pip install shapely``).  Lengths are millimetres, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import fonts, scene
from engine.geometry.plane import IDENTITY, Point, Transform, signed_area

#: Chords stay so near to their arcs, and smaller letters than this em cannot be felt.
TOLERANCE = 0.02
SMALLEST_LETTER = 5.0

_CAPS = {"butt": "flat", "round": "round", "square": "square"}
_JOINS = {"miter": "mitre", "round": "round", "bevel": "bevel"}


class Region(NamedTuple):
    """An area of one colour, ``#rrggbb``; a pattern counts as its ground."""

    colour: str
    area: BaseGeometry


def seen(items: Sequence[scene.Item]) -> list[Region]:
    """Return what is seen of a drawing, each colour once, no two areas overlapping."""
    painted = list(_painted(items, IDENTITY, None))
    covered: BaseGeometry = shapely.Polygon()
    shown: dict[str, list[BaseGeometry]] = {}
    for colour, area in reversed(painted):
        shown.setdefault(colour, []).append(area.difference(covered))
        covered = covered.union(area)
    return [Region(colour, shapely.union_all(areas)) for colour, areas in shown.items()]


def in_mirror(area: BaseGeometry) -> BaseGeometry:
    """Return an area as it is seen in a mirror beside it."""
    return shapely.transform(area, lambda points: points * (-1.0, 1.0))


def are_mirrored(one: Sequence[Region], other: Sequence[Region]) -> bool:
    """Tell whether what is seen of two drawings is each other's mirror image."""
    areas = dict(other)
    return len(one) == len(other) and all(
        colour in areas and in_mirror(area).symmetric_difference(areas[colour]).area < TOLERANCE
        for colour, area in one
    )


def dropped_words(items: Sequence[scene.Item]) -> list[str]:
    """Return the words of a drawing that are too small to be felt; numbers and letters are none."""
    texts = (item for item in scene.walk(items) if isinstance(item, scene.Text))
    return [t.text for t in texts if t.size < SMALLEST_LETTER and len(t.text) > 3]


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


def _painted(
    items: Sequence[scene.Item], by: Transform, clip: BaseGeometry | None
) -> Iterator[tuple[str, BaseGeometry]]:
    """Yield colour and area of everything painted, from the bottom to the top."""
    for item in items:
        if isinstance(item, scene.Use):
            if item.symbol.key != "pattern":  # a pattern's marks are its ground's texture
                yield from _painted(item.symbol.items, by @ item.transform, clip)
        elif isinstance(item, scene.Group):
            inner = by @ item.transform
            window = clip
            if item.clip is not None:
                window = polygon(scene.transformed(item.clip, inner))
                window = window if clip is None else window.intersection(clip)
            yield from _painted(item.items, inner, window)
        else:
            for colour, area in _areas(item, by):
                yield colour, area if clip is None else area.intersection(clip)


def _areas(
    item: scene.Path | scene.Circle | scene.Text, by: Transform
) -> Iterator[tuple[str, BaseGeometry]]:
    if isinstance(item, scene.Text):
        if item.size >= SMALLEST_LETTER:
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
