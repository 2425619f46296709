"""The cut lines of pieces on a sheet: no edge twice, joined to long cuts.

It knows the outlines of pieces and where they lie, and nothing of paper, art or files.
Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Cutout
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point

#: An edge by its ends.
Edge = tuple[Point, Point]

#: Coordinates often lie half-way between hundredths, where rounding noise could tell equal
#: points apart; so they are moved by this before they are compared.
_OFF_GRID = 0.0137


def key(point: Point) -> tuple[int, int]:
    """Return a point as it is compared: to a hundredth of a millimetre."""
    return round(point.x * 100 + _OFF_GRID), round(point.y * 100 + _OFF_GRID)


class Outlined(NamedTuple):
    """A piece's outline where it lies on a sheet: its shape, how that stands, its centre."""

    shape: Cutout
    orientation: Orientation
    at: Point

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners on the sheet, clockwise; of a disc, none."""
        return tuple(c.moved(*self.at) for c in self.shape.corners(self.orientation))

    def box(self, bleed: float = 0.0) -> Box:
        """Return the box around it, or around its art with so much bleed."""
        half = self.shape.grown(bleed).turned(self.orientation)
        x, y = half.width / 2, half.height / 2
        return Box(self.at.x - x, self.at.y - y, self.at.x + x, self.at.y + y)


def cut_edges(pieces: Iterable[Outlined]) -> list[Edge]:
    """Return the edges of all pieces, an edge that two share only once; discs have none."""
    edges: dict[frozenset[tuple[int, int]], Edge] = {}
    for piece in pieces:
        ring = piece.corners
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            edges.setdefault(frozenset((key(a), key(b))), (a, b))
    return list(edges.values())


def chains(edges: Sequence[Edge]) -> list[list[Point]]:
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
    edges: Sequence[Edge],
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


@lru_cache(maxsize=4)  # the sheets of a component are alike
def cut_lines(pieces: tuple[Outlined, ...]) -> tuple[scene.Outline, ...]:
    """Return the cut lines of pieces: closed where a piece stands alone, no edge twice."""
    return (*rims(pieces), *joined(cut_edges(pieces)))


def rims(pieces: Iterable[Outlined]) -> tuple[scene.Outline, ...]:
    """Return the outlines of those pieces that are discs."""
    return tuple(scene.disc(p.shape.width / 2, p.at) for p in pieces if p.shape.kind == "disc")


def joined(edges: Sequence[Edge]) -> tuple[scene.Outline, ...]:
    """Return edges as lines, joined where they meet, closed where they come round."""
    result = []
    for line in chains(edges):
        if key(line[0]) == key(line[-1]):
            result.append(scene.polygon(line[:-1]))
        else:
            result.append(scene.polyline(line))
    return tuple(result)
