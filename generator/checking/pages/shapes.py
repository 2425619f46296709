"""Outlines as read from a file: chords of curves, corners, what they cover.

Knows neither file formats nor pages.  A shape stands in coordinates of its own and is compared
by identity: sheets repeat their shapes, and what is worked out of one is kept with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

from engine.geometry.plane import Box, Transform, bounds

Pair = tuple[float, float]
Line = tuple[Pair, Pair]
T = TypeVar("T")

#: A curve is cut into this many chords, a straight one into one.
CHORDS = 8

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
        boxes = [part.box for part in self.parts]
        self.box = boxes[0] if len(boxes) == 1 else _box_of_all(boxes)
        #: What others worked out of this shape, by a key of their own.
        self.memo: dict[Hashable, Any] = {}

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


def _box_of_all(boxes: Sequence[Box]) -> Box:
    """Return the box around boxes; around none a box of nothing."""
    if not boxes:
        return box_around(())
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


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


class Nearby(Generic[T]):
    """Things by the squares of some side in which they lie."""

    def __init__(self, side: float) -> None:
        self._side = side
        self._squares: dict[tuple[int, int], list[T]] = {}

    def _square(self, at: Pair) -> tuple[int, int]:
        return int(at[0] // self._side), int(at[1] // self._side)

    def add(self, at: Pair, thing: T) -> None:
        """Put a thing where it lies."""
        self._squares.setdefault(self._square(at), []).append(thing)

    def about(self, at: Pair) -> Iterator[T]:
        """Yield what lies in the square of a place and in those about it."""
        column, row = self._square(at)
        for square in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from self._squares.get(square, ())


class Tracer:
    """Builds a shape from the moves, lines and curves of a path.

    Parts of a single point, and all from a coordinate beyond :data:`FARTHEST` on, are dropped.
    """

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._points: list[Pair] = []
        self._start: Pair = (0.0, 0.0)

    @property
    def here(self) -> Pair:
        """The current point."""
        return self._points[-1] if self._points else self._start

    def move(self, x: float, y: float) -> None:
        """Begin a new part."""
        self._finish(closed=False)
        self._start = (x, y)
        self._points = [(x, y)]

    def line(self, x: float, y: float) -> None:
        """Add a straight line."""
        if not self._points:
            self._points = [self._start]
        self._points.append((x, y))

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Add a cubic Bézier curve."""
        if not self._points:
            self._points = [self._start]
        x0, y0 = self._points[-1]
        if not _straight((x0, y0), (x1, y1), (x2, y2), (x, y)):
            for k in range(1, CHORDS):
                t = k / CHORDS
                u = 1 - t
                p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                self._points.append(
                    (p * x0 + q * x1 + r * x2 + s * x, p * y0 + q * y1 + r * y2 + s * y)
                )
        self._points.append((x, y))

    def close(self) -> None:
        """Close the part; what follows begins where it began."""
        self._finish(closed=True)

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Add a closed rectangle."""
        self.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

    def polygon(self, points: Sequence[Pair]) -> None:
        """Add a closed part of points."""
        self.move(*points[0])
        self._points += points[1:]
        self.close()

    def shape(self) -> Shape:
        """Return what was traced and begin anew."""
        self._finish(closed=False)
        parts, self._parts = self._parts, []
        return Shape(parts)

    def _finish(self, *, closed: bool) -> None:
        points, self._points = self._points, []
        if len(points) < 2:
            return
        box = box_around(points)
        left, top, right, bottom = box
        about = right - left + bottom - top
        (x0, y0), (x1, y1) = points[0], points[-1]
        if abs(x0 - x1) <= _GAP * about and abs(y0 - y1) <= _GAP * about:
            points.pop()
            closed = True
        if len(points) < 2:
            return
        # Written so that a coordinate that is no number fails as well.
        is_near = -FARTHEST < left <= right < FARTHEST and -FARTHEST < top <= bottom < FARTHEST
        if is_near and about < FARTHEST:
            self._parts.append(Part(tuple(points), closed, box))


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
