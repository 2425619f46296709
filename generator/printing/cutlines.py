"""The cut lines of pieces on a sheet: no edge twice, joined to long cuts.

It knows the outlines of pieces and where they lie, and nothing of paper, art or files.
Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.drawing import scene
from engine.drawing.parts import Cutout
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Point

#: Coordinates often lie half-way between hundredths, where rounding noise could tell equal
#: points apart; so they are moved by this before they are compared.
_OFF_GRID = 0.0137


def key(point: Point) -> tuple[int, int]:
    """Return a point as it is compared: to a hundredth of a millimetre."""
    return round(point.x * 100 + _OFF_GRID), round(point.y * 100 + _OFF_GRID)


def cut_edges(
    shape: Cutout, orientation: Orientation, sites: Iterable[Point]
) -> list[tuple[Point, Point]]:
    """Return the edges of all pieces, an edge that two share only once."""
    corners = shape.corners(orientation)
    edges: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
    for site in sites:
        ring = [corner.moved(*site) for corner in corners]
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            edges.setdefault(frozenset((key(a), key(b))), (a, b))
    return list(edges.values())


def chains(edges: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Return the edges joined to as few lines as a simple walk finds, each edge once.

    It goes straight on where it can, so that rows of squares become long cuts.
    """
    ends: dict[tuple[int, int], list[int]] = {}
    for k, (a, b) in enumerate(edges):
        ends.setdefault(key(a), []).append(k)
        ends.setdefault(key(b), []).append(k)
    used: set[int] = set()
    result = []
    starts = sorted(range(len(edges)), key=lambda k: len(ends[key(edges[k][0])]) != 1)
    for k in starts:
        if k not in used:
            used.add(k)
            line = list(edges[k])
            _extend(line, edges, ends, used)
            line.reverse()
            _extend(line, edges, ends, used)
            result.append(line)
    return result


def _extend(
    line: list[Point],
    edges: Sequence[tuple[Point, Point]],
    ends: dict[tuple[int, int], list[int]],
    used: set[int],
) -> None:
    """Walk on from the line's last point along unused edges, the straightest first."""
    while True:
        here, before = line[-1], line[-2]
        heading = math.atan2(here.y - before.y, here.x - before.x)
        best: tuple[float, int, Point] | None = None
        for k in ends[key(here)]:
            if k in used:
                continue
            a, b = edges[k]
            there = b if key(a) == key(here) else a
            bend = abs(
                math.remainder(math.atan2(there.y - here.y, there.x - here.x) - heading, math.tau)
            )
            if best is None or bend < best[0] - 1e-9:
                best = (bend, k, there)
        if best is None:
            return
        used.add(best[1])
        line.append(best[2])


def cut_lines(
    shape: Cutout, orientation: Orientation, sites: Sequence[Point]
) -> tuple[scene.Outline, ...]:
    """Return the cut lines of pieces: closed where a piece stands alone, no edge twice."""
    if shape.kind == "disc":
        return tuple(scene.disc(shape.width / 2, site) for site in sites)
    result = []
    for line in chains(cut_edges(shape, orientation, sites)):
        if key(line[0]) == key(line[-1]):
            result.append(scene.polygon(line[:-1]))
        else:
            result.append(scene.polyline(line))
    return tuple(result)
