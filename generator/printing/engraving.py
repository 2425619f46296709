"""What a laser engraves of a sheet's pieces: the outlines of all that is drawn, and patterns' marks.

It knows scenes and where pieces are in them, and nothing of machines.  Needs shapely.  Millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import fonts, scene
from engine.drawing.pathdata import path_data
from engine.geometry.plane import IDENTITY, Point, Transform
from generator.printing import cutlines
from generator.printing.areas import Painted, painted
from generator.printing.cutlines import Edge
from generator.printing.sheet import Sheet

#: Outlines of more corners are letters, or drawn as one thing.
_MOST_CORNERS = 40
#: Lines shorter than this are left out, and letters keep marks so far away.
SHORTEST, CLEAR = 0.3, 0.3
#: Marks shorter than this are dots.
_DOT = 0.01


def outlines(s: Sheet) -> tuple[scene.Outline, ...]:
    """Return the lines on a sheet's pieces, none twice, and none where the sheet is cut.

    What tells colours apart in a theme of patterns is among them.  Straight edges are joined to long
    lines; what is curved, and letters, stay whole.
    """
    edges: dict[frozenset[tuple[int, int]], Edge] = {}
    whole: dict[str, scene.Outline] = {}
    pieces = list(_pieces(s.scene.items, IDENTITY))
    for outline in (line for piece, at in pieces for line in _outlined(piece.items, at)):
        if len(outline) > _MOST_CORNERS or _is_bent(outline):
            whole.setdefault(path_data(outline, 2), outline)
        else:
            for key, edge in _edges(outline):
                edges.setdefault(key, edge)
    for cut in s.cuts:
        whole.pop(path_data(cut, 2), None)
        for key, _ in () if _is_bent(cut) else _edges(cut):
            edges.pop(key, None)
    for piece, at in pieces:
        for mark in marks(piece.items, at):
            whole.setdefault(path_data(mark, 2), mark)
    lines = (scene.polyline(line) for line in cutlines.chains(list(edges.values())))
    return (*lines, *whole.values())


def _pieces(
    items: Sequence[scene.Item], lying: Transform
) -> Iterator[tuple[scene.Group, Transform]]:
    for item in items:
        if isinstance(item, scene.Group):
            inner = lying @ item.transform
            if item.name == "piece":
                yield item, inner
            else:
                yield from _pieces(item.items, inner)


def _is_bent(outline: scene.Outline) -> bool:
    return any(isinstance(segment, scene.ArcTo | scene.BendTo) for segment in outline)


def _edges(outline: scene.Outline) -> Iterator[tuple[frozenset[tuple[int, int]], Edge]]:
    """Yield the edges of an outline without arcs, that which closes it too, with what equals share."""
    for part in scene.subpaths(outline):
        points = [Point(p.x, p.y) for p in part if not isinstance(p, scene.Close)]
        ring = points[:1] if isinstance(part[-1], scene.Close) else []
        for a, b in pairwise([*points, *ring]):
            key = frozenset((cutlines.key(a), cutlines.key(b)))
            if len(key) == 2:
                yield key, (a, b)


def _outlined(items: Sequence[scene.Item], lying: Transform) -> Iterator[scene.Outline]:
    """Yield the outlines of a piece's items, as they lie on the sheet."""
    for item in items:
        if isinstance(item, scene.Group):
            yield from _outlined(item.items, lying @ item.transform)
        elif isinstance(item, scene.Use):
            if item.symbol.key != scene.PATTERN_KEY:  # its marks are cut to what is seen of them
                yield from _outlined(item.symbol.items, lying @ item.transform)
        elif isinstance(item, scene.Path):
            yield scene.transformed(item.outline, lying)
        elif isinstance(item, scene.Circle):
            yield scene.transformed(scene.disc(item.radius, Point(item.x, item.y)), lying)
        else:
            advance = fonts.width(item.text, item.size, item.bold, item.font)
            shift = {"start": 0.0, "middle": advance / 2, "end": advance}[item.anchor]
            place = Transform(item.size, 0.0, 0.0, item.size, item.x - shift, item.y)
            for ring in fonts.text_rings(item.text, item.bold, item.font):
                yield scene.transformed(scene.transformed(scene.polygon(ring), place), lying)


def marks(items: Sequence[scene.Item], lying: Transform) -> Iterator[scene.Outline]:
    """Yield what is seen of the patterns of a piece that lies so: lines, and dots as circles."""
    letters = [item for item in scene.walk(items) if isinstance(item, scene.Text)]
    covered: BaseGeometry = shapely.union_all(
        [one.area.envelope.buffer(CLEAR) for one in painted(letters, lying)]
    )
    shown: list[tuple[Painted, BaseGeometry]] = []
    for one in reversed(list(painted(items, lying))):
        if one.marks is None:
            covered = covered.union(one.area)
        else:
            shown.append((one, one.area.difference(covered)))
    for one, window in reversed(shown):
        yield from _marks(one, window)


def _marks(one: Painted, window: BaseGeometry) -> Iterator[scene.Outline]:
    assert one.marks is not None
    assert one.marks.stroke is not None
    shapely.prepare(window)
    radius = one.marks.stroke.width * abs(one.lying.determinant) ** 0.5 / 2
    for part in scene.flattened(scene.transformed(one.marks.outline, one.lying)):
        a, b = Point(*part[0]), Point(*part[-1])
        if a.distance(b) < _DOT:
            if window.contains(shapely.Point(a).buffer(radius)):
                yield scene.disc(radius, a)
            continue
        for line in shapely.get_parts(window.intersection(shapely.LineString((a, b)))):
            if line.length >= SHORTEST:
                yield scene.polyline([Point(*p) for p in line.coords])
