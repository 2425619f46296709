"""Crop marks: short lines in the white that continue the edges to be cut.

An edge is cut by two marks, one beyond each end, with nothing in between that the cut would enter:
only white, bleed, and the edges of others.  Where such marks have no room the edge is drawn itself.
Discs, which a punch cuts, have marks as two edges across their middles would.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.drawing import scene
from engine.geometry.plane import Box, Point, unit
from generator.printing.cutlines import Edge, cut_edges, joined, key
from generator.printing.sheet import Placement

#: The length of a mark, and the shortest piece of one that is drawn.
TICK = 4.0
SHORTEST_TICK = 1.2
#: Between a mark and the art, its bleed included.
CLEAR = 0.4
#: A cut may run along an edge, which rounding may put this far within.
_SKIN = 0.02

Span = tuple[float, float]


class Surroundings(NamedTuple):
    """What marks keep clear of: all art with its bleed, the page's edge, and what else is printed."""

    art: Sequence[Placement]
    bleed: float
    page: Box
    others: Sequence[Box]


def crop_marks(
    pieces: Sequence[Placement], around: Surroundings
) -> tuple[list[scene.Outline], list[scene.Outline]]:
    """Return the crop marks of pieces, and the lines of edges that marks cannot serve."""
    ticks: dict[frozenset[tuple[int, int]], scene.Outline] = {}
    bare: list[Edge] = []
    lines: dict[tuple[int, int, int], _Line] = {}
    discs = [(disc, _diameters(disc)) for disc in pieces if disc.shape.kind == "disc"]
    for edge in (*cut_edges(pieces), *(line for _, lines in discs for line in lines)):
        if (on := _key(edge)) not in lines:
            lines[on] = _Line(edge, around)
        marks = lines[on].marks(edge)
        if len(marks) < 2:
            bare.append(edge)
        for a, b in marks if len(marks) == 2 else ():
            ticks.setdefault(frozenset((key(a), key(b))), scene.polyline((a, b)))
    rims: list[scene.Outline] = []
    for disc, diameters in discs:
        if any(one in bare for one in diameters):
            rims.append(scene.disc(disc.shape.width / 2, disc.at))
            bare = [one for one in bare if one not in diameters]
    return [*ticks.values()], [*rims, *joined(bare)]


def _diameters(disc: Placement) -> tuple[Edge, Edge]:
    """Return the lines across a disc, level and upright: their marks point at its middle."""
    box = disc.box()
    x, y = disc.at
    return (Point(box.left, y), Point(box.right, y)), (Point(x, box.top), Point(x, box.bottom))


def _key(edge: Edge) -> tuple[int, int, int]:
    """Return what edges on one line have in common: its direction and how far off it lies."""
    (ax, ay), (bx, by) = edge
    angle = round(math.degrees(math.atan2(by - ay, bx - ax)) * 10) % 1800
    u = unit(angle / 10)
    return angle, *key(Point(u.y * ax - u.x * ay, 0.0))


class _Line:
    """A straight line on the sheet: where it enters pieces, and where marks may stand on it."""

    def __init__(self, edge: Edge, around: Surroundings) -> None:
        self.start, end = edge
        length = self.start.distance(end)
        self.u = Point((end.x - self.start.x) / length, (end.y - self.start.y) / length)
        reaches = ((p, math.hypot(p.shape.width, p.shape.height)) for p in around.art)
        near = [p for p, reach in reaches if abs(self._located(p.at).y) <= reach]
        self.entered = [span for p in near if (span := self._inside(p, -_SKIN))]
        taken = [self._inside(p, around.bleed + CLEAR) for p in near]
        taken += [self._crossing(b.grown(CLEAR).corners()) for b in around.others]
        low, high = self._crossing(around.page.corners()) or (0.0, 0.0)
        self.free: list[Span] = []
        for a, b in sorted(span for span in (*taken, (high, high)) if span):
            if min(a, high) > low:
                self.free.append((low, min(a, high)))
            low = max(low, b)

    def marks(self, edge: Edge) -> list[Edge]:
        """Return the marks of an edge on this line, of each end none or one."""
        low, high = sorted(self._located(end).x for end in edge)
        before = max((b for _, b in self.entered if b <= low + 0.1), default=-math.inf)
        after = min((a for a, _ in self.entered if a >= high - 0.1), default=math.inf)
        spans = [(max(a, before), min(b, after)) for a, b in self.free]
        spans = [(a, b) for a, b in spans if b - a >= SHORTEST_TICK]
        first = max((s for s in spans if s[1] <= low), default=None)
        last = min((s for s in spans if s[0] >= high), default=None)
        near = [(first[1], max(first[0], first[1] - TICK))] if first else []
        far = [(last[0], min(last[1], last[0] + TICK))] if last else []
        return [(self.at(a), self.at(b)) for a, b in near + far]

    def at(self, t: float) -> Point:
        return self.start.moved(t * self.u.x, t * self.u.y)

    def _located(self, point: Point) -> Point:
        """Return how far along the line a point lies, and how far off it."""
        dx, dy = point.x - self.start.x, point.y - self.start.y
        return Point(dx * self.u.x + dy * self.u.y, dx * self.u.y - dy * self.u.x)

    def _inside(self, piece: Placement, grown: float) -> Span | None:
        """Return where the line lies within an outline grown by so much, by its length."""
        if piece.shape.kind != "disc":
            return self._crossing(piece.corners(grown))
        along, across = self._located(piece.at)
        under = (piece.shape.width / 2 + grown) ** 2 - across * across
        return (along - math.sqrt(under), along + math.sqrt(under)) if under > 0 else None

    def _crossing(self, ring: Sequence[Point]) -> Span | None:
        """Return where the line lies within a convex ring, clockwise."""
        low, high = -math.inf, math.inf
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            length = a.distance(b)
            nx, ny = (b.y - a.y) / length, (a.x - b.x) / length
            out = (self.start.x - a.x) * nx + (self.start.y - a.y) * ny
            turn = self.u.x * nx + self.u.y * ny
            if abs(turn) < 1e-9:
                if out > -1e-9:
                    return None
            elif turn > 0:
                high = min(high, -out / turn)
            else:
                low = max(low, -out / turn)
        return (low, high) if low < high else None
