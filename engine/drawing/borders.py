"""The border round several polygons that share whole sides, as one shape without the sides between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.drawing import scene
from engine.geometry.plane import Point, signed_area

_Key = tuple[int, int]


def border(polygons: Iterable[Sequence[Point]]) -> tuple[tuple[Point, ...], ...]:
    """Return the loops round the union, clockwise on paper, and those round its holes the other way.

    Loops that meet in a corner are kept apart.
    """
    points: dict[_Key, Point] = {}
    sides: dict[tuple[_Key, _Key], None] = {}
    for polygon in polygons:
        clockwise = polygon if signed_area(polygon) > 0 else polygon[::-1]
        keys = [(round(point.x * 1000), round(point.y * 1000)) for point in clockwise]
        points.update(zip(keys, clockwise, strict=True))
        sides.update(dict.fromkeys(zip(keys, keys[1:] + keys[:1], strict=True)))
    after: dict[_Key, list[_Key]] = {}
    for a, b in sides:
        if (b, a) not in sides:  # a side met in both directions lies inside
            after.setdefault(a, []).append(b)
    loops = []
    for start in sorted(after):
        while after[start]:
            loops.append(tuple(points[key] for key in _loop(after, start)))
    return tuple(loops)


def outline(polygons: Iterable[Sequence[Point]]) -> scene.Outline:
    """Return the border as one outline to fill or stroke."""
    return scene.joined(map(scene.polygon, border(polygons)))


def _loop(after: dict[_Key, list[_Key]], start: _Key) -> list[_Key]:
    """Take one loop of sides out of ``after``, turning right as sharply as possible."""
    loop = [start]
    came, at = start, after[start].pop()
    while at != start:
        loop.append(at)
        ahead = math.atan2(at[1] - came[1], at[0] - came[0])

        def turn(key: _Key, at: _Key = at, ahead: float = ahead) -> float:
            angle = math.atan2(key[1] - at[1], key[0] - at[0]) - ahead
            return (angle + math.pi) % math.tau

        best = max(after[at], key=turn)
        after[at].remove(best)
        came, at = at, best
    return loop
