"""What shows at points laid on a page wherever a frame is: looked at mark by mark, worked out once.

Knows pages and shapes, nothing of tiles.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.drawing.theme import mixed
from engine.geometry.plane import Box, Transform
from generator.checking.pages.paint import Clip, Mark, Page
from generator.checking.pages.shapes import Pair, Shape


class Sight(NamedTuple):
    """What shows at one point: the paint on top, and the number of its mark; None for bare paper."""

    paint: str | None
    mark: int


BARE = Sight(None, -1)


class Sampler:
    """Points in a unit frame, looked at wherever the frame is laid on a page.

    What a shape covers of them is worked out once for each way it lies in the frame.
    """

    def __init__(self, points: Sequence[Pair]) -> None:
        self.points = tuple(points)
        self._all = (1 << len(self.points)) - 1
        self._reach = max(math.hypot(x, y) for x, y in self.points)

    def box(self, frame: Transform) -> Box:
        """Return a box on the page that holds all points; a frame is turned and scaled evenly."""
        reach = self._reach * math.hypot(frame.a, frame.b)
        return Box(frame.e - reach, frame.f - reach, frame.e + reach, frame.f + reach)

    def look(self, page: Page, frame: Transform, near: Iterable[int]) -> list[Sight]:
        """Return what shows at each point; ``near`` are the marks to look at, in painting order."""
        inverse = frame.inverse()
        result = [BARE] * len(self.points)
        glazes: list[tuple[int, Mark]] = []
        left = self._all
        for k in sorted(near, reverse=True):
            mark = page.marks[k]
            if mark.fill is None:
                continue
            seen = left & self.cover(mark.shape, mark.transform, inverse, mark.even_odd)
            seen = seen and self.through(mark.clips, inverse, seen)
            if not seen:
                continue
            if mark.alpha < 1:
                glazes.append((seen, mark))
                continue
            for n in _bits(seen):
                result[n] = Sight(mark.fill, k)
            left &= ~seen
            if not left:
                break
        for seen, mark in reversed(glazes):
            for n in _bits(seen):
                result[n] = result[n]._replace(paint=_glazed(result[n].paint, mark))
        return result

    def through(self, clips: tuple[Clip, ...], inverse: Transform, points: int) -> int:
        """Return which of ``points`` (a bit each) are inside all clips."""
        for clip in clips:
            inside = 0
            for shape, transform in clip.shapes:
                inside |= self.cover(shape, transform, inverse, clip.even_odd)
            points &= inside
        return points

    def cover(self, shape: Shape, transform: Transform, inverse: Transform, even_odd: bool) -> int:
        """Return which points a shape covers, a bit each; ``inverse`` leads from page to frame."""
        lying = inverse @ transform
        key = (self, even_odd, *[round(v, 5) for v in lying])
        return shape.known(key, partial(self._covered, shape, lying, even_odd))

    def _covered(self, shape: Shape, lying: Transform, even_odd: bool) -> int:
        if abs(lying.determinant) < 1e-15:
            return 0
        a, b, c, d, e, f = lying.inverse()
        covered = 0
        for n, (x, y) in enumerate(self.points):
            if shape.holds(a * x + c * y + e, b * x + d * y + f, even_odd=even_odd):
                covered |= 1 << n
        return covered


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _glazed(below: str | None, mark: Mark) -> str | None:
    """Return the colour of a translucent fill over what lies below (bare paper is white)."""
    below = below or "#ffffff"
    if mark.fill is None or mark.fill[0] != "#" or below[0] != "#":
        return mark.fill
    return mixed(below, mark.fill, mark.alpha)
