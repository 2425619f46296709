"""Outlines as read from a file: chords of curves, corners, what they cover.

Knows neither file formats nor pages.  A shape stands in coordinates of its own and is compared
by identity: sheets repeat their shapes, and what is worked out of one is kept with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.geometry.plane import Box, bounds

Pair = tuple[float, float]
Line = tuple[Pair, Pair]
T = TypeVar("T")

#: A curve is cut into this many chords, a straight one into one.
CHORDS = 8

#: What a point of an outline is, as PDFium numbers them: of a line, of a curve, a part's first.
LINE, CURVE, MOVE = 0, 1, 2

#: An outline of so many points or more may be round; they lie this near to it, a share of its radius.
ROUND, UNEVEN = 9, 0.02

#: A part that ends this near to where it began, as a share of what it is about, closes.
_GAP = 1e-4
#: A curve is straight whose control points make the way longer by no more than this share.
_DETOUR = 2.5e-5


class Part(NamedTuple):
    """One run of a shape's outline: its points, and whether it closes."""

    points: tuple[Pair, ...]
    closed: bool


class Shape:
    """An outline of one part or several."""

    __slots__ = ("box", "count", "memo", "parts")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        points = [point for part in self.parts for point in part.points]
        self.count = len(points)
        self.box = box_around(points)
        #: What others worked out of this shape, by a key of their own.
        self.memo: dict[Hashable, Any] = {}

    @classmethod
    def listed(cls, parts: Iterable[tuple[Sequence[Sequence[float]], bool]]) -> Shape:
        """Return the shape of parts as lists."""
        return cls([Part(tuple((x, y) for x, y in points), closed) for points, closed in parts])

    def known(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept by a key, made when first asked for."""
        if key not in self.memo:
            self.memo[key] = make()
        found: T = self.memo[key]
        return found


def box_around(points: Sequence[Pair]) -> Box:
    """Return the box around points; around none a box of nothing."""
    return bounds(points) if points else Box(0.0, 0.0, 0.0, 0.0)


def round_box(points: Sequence[Pair]) -> Box | None:
    """Return the box around points that lie on a circle, or on one that is stretched; else None."""
    box = box_around(points)
    across, down = box.width / 2, box.height / 2
    if len(points) < ROUND or min(across, down) <= 0:
        return None
    x, y = box.centre
    unevenness = [abs(math.hypot((u - x) / across, (v - y) / down) - 1) for u, v in points]
    return box if max(unevenness) < UNEVEN else None


def traced(row: Sequence[float], *, closed: bool) -> Iterator[Part]:
    """Yield the parts of an outline: of each point x, y, its kind as PDFium numbers them, whether it closes.

    Those of a single point are dropped; ``closed`` is an outline all of whose parts close, as fills do.
    """
    points: list[Pair] = []
    bends: list[Pair] = []
    start: Pair = (0.0, 0.0)
    for x, y, kind, closes in zip(*(row[k::4] for k in range(4)), strict=True):
        at = round(x, 5), round(y, 5)
        if kind == CURVE and len(bends) < 2:
            bends.append(at)
            continue
        if kind == MOVE:
            yield from _part(points, closed=closed)
            points, start = [], at
        points = points or [start]
        if kind != MOVE:
            points += _chords(points[-1], bends[0], bends[1], at) if kind == CURVE else [at]
        bends = []
        if closes:
            yield from _part(points, closed=True)
            points = []
    yield from _part(points, closed=closed)


def _part(points: list[Pair], *, closed: bool) -> Iterator[Part]:
    """Yield a run of points as a part of a shape; it closes where it ends where it began."""
    if len(points) < 2:
        return
    box = box_around(points)
    gap = _GAP * (box.width + box.height)
    (x0, y0), (x1, y1) = points[0], points[-1]
    if abs(x0 - x1) <= gap and abs(y0 - y1) <= gap:
        points, closed = points[:-1], True
    if len(points) > 1:
        yield Part(tuple(points), closed)


def _chords(a: Pair, b: Pair, c: Pair, d: Pair) -> list[Pair]:
    """Return the points after the first of a Bézier curve, the last alone of a straight one."""
    if math.dist(a, b) + math.dist(b, c) + math.dist(c, d) <= (1 + _DETOUR) * math.dist(a, d):
        return [d]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = a, b, c, d
    points = []
    for k in range(1, CHORDS):
        t = k / CHORDS
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3))
    return [*points, d]
