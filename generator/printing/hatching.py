"""The marks of patterns as they are seen on a piece: lines and dots, cut where other things begin.

It knows scenes, and nothing of machines.  Needs shapely.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import scene
from engine.geometry.plane import Point, Transform
from generator.printing.areas import Painted, painted

#: Lines shorter than this are left out, and letters keep marks so far away.
SHORTEST, CLEAR = 0.3, 0.3

#: Marks shorter than this are dots.
_DOT = 0.01


def seen(items: Sequence[scene.Item], lying: Transform) -> Iterator[scene.Outline]:
    """Yield what is seen of the patterns of a piece that lies so: lines, and dots as circles."""
    everything = list(painted(items, lying))
    letters = [item for item in scene.walk(items) if isinstance(item, scene.Text)]
    covered: BaseGeometry = shapely.union_all(
        [one.area.envelope.buffer(CLEAR) for one in painted(letters, lying)]
    )
    shown: list[tuple[Painted, BaseGeometry]] = []
    for one in reversed(everything):
        if one.marks is None:
            covered = covered.union(one.area)
        else:
            shown.append((one, one.area.difference(covered)))
    for one, window in reversed(shown):
        yield from _marks(one, window)


def _marks(one: Painted, window: BaseGeometry) -> Iterator[scene.Outline]:
    """Yield the parts of a pattern's marks in a window."""
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
