"""The marks of patterns as they are seen on a piece: lines and dots, cut where other things begin.

It knows scenes, and nothing of machines.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.geometry.plane import Box, Point, Transform, bounds, contains, regular_polygon

#: Lines shorter than this are left out, and letters keep marks so far away.
SHORTEST, CLEAR = 0.3, 0.3
#: Lines as broad as this cover what is below them.
BROAD = 0.4

#: Marks shorter than this are dots.
_DOT = 0.01

Ring = Sequence[Point]


class _Area(NamedTuple):
    """Where all of some outlines overlap, each as its rings."""

    outlines: tuple[tuple[Ring, ...], ...]
    box: Box

    def holds(self, point: Point) -> bool:
        """Tell whether a point lies inside, by the even-odd rule."""
        return all(sum(contains(r, point) for r in rings) % 2 for rings in self.outlines)

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Yield the sides of all outlines."""
        for rings in self.outlines:
            for ring in rings:
                yield from pairwise((*ring, ring[0]))


class _Marks(NamedTuple):
    """A pattern's marks, how wide they are, and the area that shows them."""

    lines: tuple[tuple[Point, Point], ...]
    width: float
    area: _Area


def seen(items: Sequence[scene.Item], lying: Transform) -> Iterator[scene.Outline]:
    """Yield what is seen of the patterns of a piece that lies so: lines, and dots as circles."""
    painted = list(_painted(items, lying, ()))
    for k, one in enumerate(painted):
        if isinstance(one, _Marks):
            over = [
                a for a in painted[k + 1 :] if isinstance(a, _Area) and _meet(a.box, one.area.box)
            ]
            for a, b in one.lines:
                box = bounds((a, b)).grown(one.width)
                yield from _shown(a, b, one, [area for area in over if _meet(area.box, box)])


def _meet(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def _shown(a: Point, b: Point, marks: _Marks, over: Sequence[_Area]) -> Iterator[scene.Outline]:
    """Yield the parts of one mark that lie in its area and under no other."""
    if a.distance(b) < _DOT:
        radius = marks.width / 2
        rim = [Point(a.x + p.x, a.y + p.y) for p in regular_polygon(8, radius)]
        if all(_is_seen(p, marks.area, over) for p in rim):
            yield scene.disc(radius, a)
        return
    crossed = {0.0, 1.0}
    for area in (marks.area, *over):
        crossed.update(t for edge in area.edges() if (t := _crossing(a, b, *edge)) is not None)
    for low, high in pairwise(sorted(crossed)):
        ends = a.towards(b, low), a.towards(b, high)
        middle = a.towards(b, (low + high) / 2)
        if ends[0].distance(ends[1]) >= SHORTEST and _is_seen(middle, marks.area, over):
            yield scene.polyline(ends)


def _is_seen(point: Point, area: _Area, over: Sequence[_Area]) -> bool:
    return area.holds(point) and not any(other.holds(point) for other in over)


def _crossing(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Return where on the way from a to b the line from c to d is crossed, None where it is not."""
    across = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
    if abs(across) < 1e-12:
        return None
    t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / across
    u = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / across
    return t if 0 < t < 1 and 0 <= u <= 1 else None


# ------------------------------------------------------------------------------- what is painted


def _painted(
    items: Sequence[scene.Item], by: Transform, clips: tuple[tuple[Ring, ...], ...]
) -> Iterator[_Area | _Marks]:
    """Yield filled areas and patterns' marks from the bottom to the top, as they lie on the sheet."""
    for item in items:
        if isinstance(item, scene.Group):
            inner = by @ item.transform
            within = clips if item.clip is None else (*clips, _rings(item.clip, inner))
            yield from _painted(item.items, inner, within)
        elif isinstance(item, scene.Use):
            inner = by @ item.transform
            if item.symbol.key == scene.PATTERN_KEY:
                yield from _marks(item.symbol.items, inner, clips)
            else:
                yield from _painted(item.symbol.items, inner, clips)
        elif isinstance(item, scene.Path) and isinstance(item.fill, scene.Pattern):
            yield from _painted(scene.resolved(item), by, clips)
        else:
            if (outline := _filled(item)) is not None:
                yield _area((*clips, _rings(outline, by)))
            if isinstance(item, scene.Path) and item.stroke is not None:
                yield from _broad(item.outline, item.stroke, by)


def _marks(
    items: Sequence[scene.Item], by: Transform, clips: tuple[tuple[Ring, ...], ...]
) -> Iterator[_Marks]:
    """Yield a pattern's marks in the area that is to show them."""
    for item in items:
        if isinstance(item, scene.Path) and item.stroke is not None and clips:
            parts = scene.flattened(scene.transformed(item.outline, by))
            lines = tuple((part[0], part[-1]) for part in parts if len(part) > 1)
            width = item.stroke.width * abs(by.determinant) ** 0.5
            yield _Marks(lines, width, _area(clips))


def _filled(item: scene.Path | scene.Circle | scene.Text) -> scene.Outline | None:
    """Return what an item fills; of a text its box, with some room around it."""
    if isinstance(item, scene.Text):
        width = fonts.width(item.text, item.size, item.bold, item.font)
        left = item.x - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
        top = item.y - item.size * scene.CAP_HEIGHT
        return scene.rectangle(Box(left, top, left + width, item.y).grown(CLEAR))
    if item.fill is None:
        return None
    if isinstance(item, scene.Circle):
        return scene.disc(item.radius, Point(item.x, item.y))
    return item.outline


def _broad(outline: scene.Outline, stroke: scene.Stroke, by: Transform) -> Iterator[_Area]:
    """Yield what a broad line covers, straight piece by piece."""
    reach = stroke.width * abs(by.determinant) ** 0.5 / 2
    if 2 * reach < BROAD:
        return
    closed = any(isinstance(segment, scene.Close) for segment in outline)
    for part in scene.flattened(scene.transformed(outline, by)):
        for a, b in pairwise((*part, part[0]) if closed else part):
            length = a.distance(b)
            if length > SHORTEST:
                dx, dy = (b.y - a.y) * reach / length, (a.x - b.x) * reach / length
                yield _area(
                    (((a.moved(dx, dy), b.moved(dx, dy), b.moved(-dx, -dy), a.moved(-dx, -dy)),),)
                )


def _rings(outline: scene.Outline, by: Transform) -> tuple[Ring, ...]:
    return tuple(r for r in scene.flattened(scene.transformed(outline, by)) if len(r) > 2)


def _area(outlines: tuple[tuple[Ring, ...], ...]) -> _Area:
    """Return where outlines overlap; its box is that of the last one, which lies within the others."""
    return _Area(outlines, bounds(p for ring in outlines[-1] for p in ring))
