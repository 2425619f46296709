"""Outlines as read from a file: chords of curves, corners, what they cover.

Knows neither file formats nor pages.  A shape stands in coordinates of its own and is compared
by identity: sheets repeat their shapes, and what is worked out of one is kept with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.geometry.plane import Box, Transform, bounds

Pair = tuple[float, float]
Line = tuple[Pair, Pair]
T = TypeVar("T")

#: A curve is cut into this many chords, a straight one into one.
CHORDS = 8

#: What a point of an outline is, as PDFium numbers them: of a line, of a curve, a part's first.
LINE, CURVE, MOVE = 0, 1, 2

#: Coordinates beyond this are no drawing; they are refused.
FARTHEST = 1e7

#: An outline of so many points or more may be round; they lie this near to it, a share of its radius.
ROUND, UNEVEN = 9, 0.02

#: A part that ends this near to where it began, as a share of what it is about, closes.
_GAP = 1e-4


class Part(NamedTuple):
    """One run of a shape's outline: its points, whether it closes, the box around it."""

    points: tuple[Pair, ...]
    closed: bool
    box: Box


class Shape:
    """An outline of one part or several."""

    __slots__ = ("box", "count", "memo", "parts")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.count = sum(len(part.points) for part in self.parts)
        corners = [corner for part in self.parts for corner in (part.box[:2], part.box[2:])]
        self.box = box_around(corners)
        #: What others worked out of this shape, by a key of their own.
        self.memo: dict[Hashable, Any] = {}

    @classmethod
    def listed(
        cls, parts: Iterable[tuple[Sequence[Sequence[float]], bool, Sequence[float]]]
    ) -> Shape:
        """Return the shape of parts as lists."""
        return cls([Part(tuple((x, y) for x, y in p), closed, Box(*b)) for p, closed, b in parts])

    def known(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept by a key, made when first asked for."""
        if key not in self.memo:
            self.memo[key] = make()
        found: T = self.memo[key]
        return found

    def filled(self) -> Shape:
        """Return the shape as fills and clips show it, every part closed; the shape itself where it is so."""
        if all(part.closed for part in self.parts):
            return self
        return self.known("filled", lambda: Shape([p._replace(closed=True) for p in self.parts]))


def box_of(shape: Shape, transform: Transform) -> Box:
    """Return a box that holds a shape under a transform."""
    a, b, c, d, e, f = transform
    key = ("box", a, b, c, d)
    box: Box | None = shape.memo.get(key)
    if box is None:
        box = box_around([(a * x + c * y, b * x + d * y) for x, y in shape.box.corners()])
        shape.memo[key] = box
    return Box(box[0] + e, box[1] + f, box[2] + e, box[3] + f)


class Clip(NamedTuple):
    """An outline that cuts off all outside it."""

    shape: Shape
    transform: Transform  # to the page

    @property
    def box(self) -> Box:
        """A box that holds it."""
        return box_of(self.shape, self.transform)


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


def traced(row: Sequence[float]) -> Iterator[Part]:
    """Yield the parts of an outline: of each point x, y, its kind as PDFium numbers them, whether it closes.

    Those of a single point, and those that reach beyond :data:`FARTHEST`, are dropped.
    """
    points: list[Pair] = []
    bends: list[Pair] = []
    start: Pair = (0.0, 0.0)
    for k in range(0, len(row), 4):
        x, y, kind, closes = row[k : k + 4]
        at = round(x, 5), round(y, 5)
        if kind == CURVE and len(bends) < 2:
            bends.append(at)
            continue
        if kind == MOVE:
            yield from _part(points, closed=False)
            points, start = [], at
        points = points or [start]
        if kind != MOVE:
            points += _chords(points[-1], bends[0], bends[1], at) if kind == CURVE else [at]
        bends = []
        if closes:
            yield from _part(points, closed=True)
            points = []
    yield from _part(points, closed=False)


def _part(points: list[Pair], *, closed: bool) -> Iterator[Part]:
    """Yield a run of points as a part of a shape; it closes where it ends where it began."""
    if len(points) < 2:
        return
    box = box_around(points)
    about = box.width + box.height
    (x0, y0), (x1, y1) = points[0], points[-1]
    if abs(x0 - x1) <= _GAP * about and abs(y0 - y1) <= _GAP * about:
        points, closed = points[:-1], True
    # Written so that a coordinate that is no number fails as well.
    is_near = all(-FARTHEST < side < FARTHEST for side in box) and about < FARTHEST
    if is_near and len(points) > 1:
        yield Part(tuple(points), closed, box)


def _chords(a: Pair, b: Pair, c: Pair, d: Pair) -> list[Pair]:
    """Return the points after the first of a Bézier curve, the last alone of a straight one."""
    if _straight(a, b, c, d):
        return [d]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = a, b, c, d
    points = []
    for k in range(1, CHORDS):
        t = k / CHORDS
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3))
    return [*points, d]


def _straight(a: Pair, b: Pair, c: Pair, d: Pair) -> bool:
    """Tell whether a curve is a straight line: both control points on the chord."""
    dx, dy = d[0] - a[0], d[1] - a[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return b == a and c == a
    reach = 0.002 * length
    for x, y in (b, c):
        along = (x - a[0]) * dx + (y - a[1]) * dy
        aside = abs((x - a[0]) * dy - (y - a[1]) * dx) / length
        if aside > reach or not -reach <= along / length <= length + reach:
            return False
    return True
