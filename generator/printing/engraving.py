"""What a drawing paints, as areas; and what a laser engraves of it: outlines, and patterns' marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import fonts, scene
from engine.geometry.plane import IDENTITY, Point, Transform, signed_area
from generator.printing.sheet import Sheet

#: Chords stay so near to their arcs.
TOLERANCE = 0.02
#: Lines closer than this are one; places are often half-way between hundredths, so it is none.
_GRID = 0.007
#: Lines shorter than this are left out, and letters keep marks so far away.
SHORTEST, CLEAR = 0.3, 0.3
#: Marks shorter than this are dots.
_DOT = 0.01

_CAPS = {"butt": "flat", "round": "round", "square": "square"}
_JOINS = {"miter": "mitre", "round": "round", "bevel": "bevel"}


# ------------------------------------------------------------------------------------- areas


class Painted(NamedTuple):
    """An area of one colour, ``#rrggbb``, or the window of a pattern's marks, where they lie."""

    colour: str
    area: BaseGeometry
    marks: scene.Path | None = None
    lying: Transform = IDENTITY


def painted(
    items: Sequence[scene.Item],
    by: Transform,
    clip: BaseGeometry | None = None,
    smallest: float = 0.0,
) -> Iterator[Painted]:
    """Yield everything painted, from the bottom to the top; letters from an em ``smallest`` on."""
    for item, lying, window in _leaves(items, by, clip):
        if isinstance(item, scene.Use):
            paths = (one for one in item.symbol.items if isinstance(one, scene.Path))
            if window is not None:
                yield from (Painted("", window, path, lying @ item.transform) for path in paths)
        elif not (isinstance(item, scene.Text) and item.size < smallest):
            for colour, area in _areas(item, lying):
                yield Painted(colour, area if window is None else area.intersection(window))


#: What is no group, how it lies, and the window it is seen in.
_Leaf = tuple[scene.Path | scene.Circle | scene.Text | scene.Use, Transform, BaseGeometry | None]


def _leaves(
    items: Iterable[scene.Item], by: Transform, clip: BaseGeometry | None = None
) -> Iterator[_Leaf]:
    """Yield what is drawn; of patterns the ground and, as a use, the marks."""
    for item in items:
        if isinstance(item, scene.Group):
            inner, window = by @ item.transform, clip
            if item.clip is not None:
                window = polygon(scene.transformed(item.clip, inner))
                window = window if clip is None else window.intersection(clip)
            yield from _leaves(item.items, inner, window)
        elif isinstance(item, scene.Use) and item.symbol.key != scene.PATTERN_KEY:
            yield from _leaves(item.symbol.items, by @ item.transform, clip)
        elif isinstance(item, scene.Path) and isinstance(item.fill, scene.Pattern):
            yield from _leaves(scene.resolved(item), by, clip)
        else:
            yield item, by, clip


def polygon(outline: scene.Outline) -> BaseGeometry:
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
    outline = _outline(item, by)
    if isinstance(item, scene.Text):
        yield item.fill, polygon(outline)
        return
    if (fill := item.fill) is not None:
        yield fill.paper if isinstance(fill, scene.Pattern) else fill, polygon(outline)
    if (stroke := item.stroke) is not None:
        reach = stroke.width * abs(by.determinant) ** 0.5 / 2
        style = {"cap_style": _CAPS[stroke.cap], "join_style": _JOINS[stroke.join]}
        wide = shapely.buffer(_lines(outline), reach, quad_segs=4, **style)
        yield stroke.colour, shapely.union_all(wide)


def _lines(outline: scene.Outline) -> list[BaseGeometry]:
    closed = any(isinstance(segment, scene.Close) for segment in outline)
    return [
        shapely.LinearRing(part) if closed else shapely.LineString(part)
        for part in scene.flattened(outline, TOLERANCE)
        if len(part) > (2 if closed else 1)
    ]


def _outline(item: scene.Path | scene.Circle | scene.Text, by: Transform) -> scene.Outline:
    if isinstance(item, scene.Path):
        return scene.transformed(item.outline, by)
    if isinstance(item, scene.Circle):
        return scene.transformed(scene.disc(item.radius, Point(item.x, item.y)), by)
    place = Transform(item.size, 0.0, 0.0, item.size, fonts.begin(item), item.y)
    return scene.transformed(fonts.text_outline(item.text, item.bold, item.font), by @ place)


# --------------------------------------------------------------------------------- engraving


def outlines(s: Sheet) -> tuple[scene.Outline, ...]:
    """Return the lines on a sheet's pieces, none twice, and none where the sheet is cut.

    What tells colours apart in a theme of patterns is among them.  Curves are chords.
    """
    pieces = list(_pieces(s.scene.items, IDENTITY))
    drawn = (leaf for piece, at in pieces for leaf in _leaves(piece.items, at))
    # Marks are cut to what is seen of them.
    lines = (_lines(_outline(one, at)) for one, at, _ in drawn if not isinstance(one, scene.Use))
    whole = shapely.union_all([line for some in lines for line in some], grid_size=_GRID)
    cuts = shapely.union_all([line for cut in s.cuts for line in _lines(cut)])
    left = shapely.line_merge(whole.difference(cuts.buffer(TOLERANCE)))
    return (
        *(_polyline(line) for line in shapely.get_parts(left) if line.length > 2 * TOLERANCE),
        *(mark for piece, at in pieces for mark in marks(piece.items, at)),
    )


def _polyline(line: BaseGeometry) -> scene.Outline:
    return scene.polyline([Point(*p) for p in line.coords])


def _pieces(
    items: Iterable[scene.Item], lying: Transform
) -> Iterator[tuple[scene.Group, Transform]]:
    for item in items:
        if isinstance(item, scene.Group):
            inner = lying @ item.transform
            if item.name == "piece":
                yield item, inner
            else:
                yield from _pieces(item.items, inner)


def marks(items: Sequence[scene.Item], lying: Transform) -> Iterator[scene.Outline]:
    """Yield what is seen of the patterns of a piece that lies so: lines, and dots as circles."""
    letters = [item for item in scene.walk(items) if isinstance(item, scene.Text)]
    covered: BaseGeometry = shapely.union_all(
        [one.area.envelope.buffer(CLEAR) for one in painted(letters, lying)]
    )
    patterns: list[tuple[scene.Path, Transform, BaseGeometry]] = []
    for _, area, path, at in reversed(list(painted(items, lying))):
        if path is None:
            covered = covered.union(area)
        else:
            patterns.append((path, at, area.difference(covered)))
    for path, at, window in reversed(patterns):
        yield from _marks(path, at, window)


def _marks(path: scene.Path, lying: Transform, window: BaseGeometry) -> Iterator[scene.Outline]:
    assert path.stroke is not None
    shapely.prepare(window)
    radius = path.stroke.width * abs(lying.determinant) ** 0.5 / 2
    for part in scene.flattened(scene.transformed(path.outline, lying)):
        a, b = Point(*part[0]), Point(*part[-1])
        if a.distance(b) < _DOT:
            if window.contains(shapely.Point(a).buffer(radius)):
                yield scene.disc(radius, a)
            continue
        for line in shapely.get_parts(window.intersection(shapely.LineString((a, b)))):
            if line.length >= SHORTEST:
                yield _polyline(line)
