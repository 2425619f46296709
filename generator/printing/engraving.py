"""What a laser engraves of a sheet's pieces: the outlines of all that is drawn, and patterns' marks.

It knows scenes and where pieces are in them, and nothing of machines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.drawing import fonts, scene
from engine.drawing.writers.svg import path_data
from engine.geometry.plane import IDENTITY, Point, Transform
from generator.printing import cutlines, hatching
from generator.printing.sheet import Sheet

#: Outlines of more corners are letters, or drawn as one thing.
_MOST_CORNERS = 40


def outlines(s: Sheet) -> tuple[scene.Outline, ...]:
    """Return the lines on a sheet's pieces, none twice, and none where the sheet is cut.

    What tells colours apart in a theme of patterns is among them.  Straight edges are joined to long lines; what is curved, and letters, stay whole.
    """
    edges: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
    whole: dict[str, scene.Outline] = {}
    pieces = list(_pieces(s.scene.items, IDENTITY))
    for outline in (line for piece, at in pieces for line in _outlined(piece.items, at)):
        if len(outline) > _MOST_CORNERS or _is_bent(outline):
            whole.setdefault(path_data(outline, 2), outline)
        else:
            edges |= {_key(edge): edge for edge in _edges(outline) if _key(edge) not in edges}
    for cut in s.cuts:
        whole.pop(path_data(cut, 2), None)
        for edge in () if _is_bent(cut) else _edges(cut):
            edges.pop(_key(edge), None)
    for piece, at in pieces:
        for mark in hatching.seen(piece.items, at):
            whole.setdefault(path_data(mark, 2), mark)
    lines = (scene.polyline(line) for line in cutlines.chains(list(edges.values())))
    return (*lines, *whole.values())


def _pieces(
    items: Sequence[scene.Item], lying: Transform
) -> Iterator[tuple[scene.Group, Transform]]:
    """Yield the groups that are pieces, and how each lies on the sheet."""
    for item in items:
        if isinstance(item, scene.Group):
            inner = lying @ item.transform
            if item.name == "piece":
                yield item, inner
            else:
                yield from _pieces(item.items, inner)


def _is_bent(outline: scene.Outline) -> bool:
    return any(isinstance(segment, scene.ArcTo | scene.BendTo) for segment in outline)


def _edges(outline: scene.Outline) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of an outline without arcs, that which closes it too."""
    for part in scene.subpaths(outline):
        points = [Point(p.x, p.y) for p in part if not isinstance(p, scene.Close)]
        ring = points[:1] if isinstance(part[-1], scene.Close) else []
        for a, b in pairwise([*points, *ring]):
            if cutlines.key(a) != cutlines.key(b):
                yield a, b


def _key(edge: tuple[Point, Point]) -> frozenset[tuple[int, int]]:
    return frozenset(map(cutlines.key, edge))


def _outlined(items: Sequence[scene.Item], lying: Transform) -> Iterator[scene.Outline]:
    """Yield the outlines of a piece's items, as they lie on the sheet."""
    for item in items:
        if isinstance(item, scene.Group):
            yield from _outlined(item.items, lying @ item.transform)
        elif isinstance(item, scene.Use):
            if item.symbol.key != scene.PATTERN_KEY:  # its marks are cut to what is seen of them
                yield from _outlined(item.symbol.items, lying @ item.transform)
        else:
            yield from (scene.transformed(outline, lying) for outline in _drawn(item))


def _drawn(item: scene.Path | scene.Circle | scene.Text) -> Iterator[scene.Outline]:
    """Yield the outlines of a shape, or of the letters of a text."""
    if isinstance(item, scene.Path):
        yield item.outline
    elif isinstance(item, scene.Circle):
        yield scene.disc(item.radius, Point(item.x, item.y))
    else:
        advance = fonts.width(item.text, item.size, item.bold, item.font)
        shift = {"start": 0.0, "middle": advance / 2, "end": advance}[item.anchor]
        scale = item.size
        place = Transform(scale, 0.0, 0.0, scale, item.x - shift, item.y)
        for ring in fonts.text_rings(item.text, item.bold, item.font):
            yield scene.transformed(scene.polygon(ring), place)
