"""Level and upright lines on a page: strokes and thin rectangles alike, joined where they meet.

Knows neither games nor what the lines are of.  Millimetres, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.geometry.plane import Box, Point, bounds
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import Part

#: Lines shorter than this are dots and letters.
SHORTEST = 0.5
#: A line that leaves the level or the upright by more than this, as a share, is neither.
_ASKEW = 0.002
#: Lines no farther apart than this are one, in millimetres.
_TOGETHER = 0.02
#: A filled rectangle this many times as long as wide is a line.
_THIN = 4.0


class Line(NamedTuple):
    """A level or upright line: where it runs, from where to where along its axis, how it looks.

    Of a level line ``at`` is its y and ``start`` and ``end`` are x; of an upright one ``at`` is its
    x and they are y.
    """

    level: bool
    at: float
    start: float
    end: float
    width: float
    paint: str
    mark: int  # the number of the mark that draws it, of several the topmost

    @property
    def length(self) -> float:
        return self.end - self.start

    @property
    def box(self) -> Box:
        """The box around its middle line."""
        if self.level:
            return Box(self.start, self.at, self.end, self.at)
        return Box(self.at, self.start, self.at, self.end)


def lines(page: Page, numbers: Iterable[int]) -> list[Line]:
    """Return the lines that the marks of these numbers draw; pieces that meet are one line."""
    found: list[Line] = []
    known: dict[int, tuple[Line, ...]] = page.seen.setdefault("lines", {})
    for k in numbers:
        if k not in known:
            known[k] = tuple(_of_mark(page.marks[k], k))
        found += known[k]
    return _joined(found)


def _of_mark(mark: Mark, number: int) -> Iterator[Line]:
    """Yield the lines that a mark draws, in parts."""
    if mark.stroke is not None:
        yield from _of_stroke(mark, mark.stroke, number)
    elif mark.fill is not None:
        yield from _of_fill(mark, mark.fill, number)


def _of_stroke(mark: Mark, paint: str, number: int) -> Iterator[Line]:
    for part in mark.shape.parts:
        points = _on_page(mark, part)
        if part.closed:
            points.append(points[0])
        for a, b in pairwise(points):
            yield from _between(a, b, mark.width, paint, number)


def _of_fill(mark: Mark, paint: str, number: int) -> Iterator[Line]:
    """Yield the middle lines of thin rectangles."""
    for part in mark.shape.parts:
        if len(part.points) != 4:
            continue
        a, b, c, d = _on_page(mark, part)
        if a.distance(b) > b.distance(c):
            a, b, c, d = b, c, d, a
        width = a.distance(b)
        if b.distance(c) >= _THIN * width and abs(c.distance(d) - width) <= 0.01 * width:
            yield from _between(a.towards(b, 0.5), c.towards(d, 0.5), width, paint, number)


def _on_page(mark: Mark, part: Part) -> list[Point]:
    return [mark.transform.apply(point) for point in part.points]


def _between(a: Point, b: Point, width: float, paint: str, number: int) -> Iterator[Line]:
    """Yield the line from a to b, unless it is short or askew."""
    box = bounds((a, b))
    short, long = sorted((box.width, box.height))
    if math.hypot(short, long) >= SHORTEST and short <= _ASKEW * long:
        level = box.width > box.height
        ends = (box.left, box.right) if level else (box.top, box.bottom)
        yield Line(level, box.centre.y if level else box.centre.x, *ends, width, paint, number)


def _joined(found: Sequence[Line]) -> list[Line]:
    """Return the lines, those that look alike and run on in each other as one."""
    result: list[Line] = []
    key = [
        (line.level, line.paint, round(line.width, 2), round(line.at / _TOGETHER), line.start)
        for line in found
    ]
    for k in sorted(range(len(found)), key=lambda k: key[k]):
        line, before = found[k], result[-1] if result else None
        if (
            before is not None
            and (before.level, before.paint) == (line.level, line.paint)
            and abs(before.width - line.width) < _TOGETHER
            and abs(before.at - line.at) <= _TOGETHER
            and before.start - _TOGETHER <= line.end
            and line.start <= before.end + _TOGETHER
        ):
            result[-1] = before._replace(
                start=min(before.start, line.start),
                end=max(before.end, line.end),
                mark=max(before.mark, line.mark),
            )
        else:
            result.append(line)
    return result
