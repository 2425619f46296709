"""The trim box of a rectangle whose ground bleeds: what crop marks about it cut out.  Knows no game."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.geometry.plane import Box
from generator.checking.pages.paint import Page
from generator.checking.recognise.lines import Line, lines

#: How far crop marks lie outside a ground, and how long they are, in millimetres.
_FROM, _LONG = 8.0, (1.0, 7.0)
#: A trim box is at least this share of its ground.
_LEAST = 0.6


def bleed(page: Page, ground: Box) -> float | None:
    """Return how far a ground reaches beyond what crop marks cut out, None where there are none."""
    bleeds: Counter[float] = Counter()
    near = ground.grown(_FROM)
    for line in _along(page, ground):
        low, high = (ground.left, ground.right) if line.level else (ground.top, ground.bottom)
        if near.meets(line.box) and (line.end <= low or line.start >= high):
            bleeds[round(_beyond(line, ground), 2)] += 1
    most, count = max(bleeds.items(), key=lambda item: item[1], default=(0.0, 0))
    return most if count > 1 else None


def _beyond(line: Line, ground: Box) -> float:
    """Return how far a ground reaches beyond a line, on the side that is nearer to it."""
    low, high = (ground.top, ground.bottom) if line.level else (ground.left, ground.right)
    return min(line.at - low, high - line.at)


def _along(page: Page, ground: Box) -> Iterator[Line]:
    """Yield the lines on a page that would cut off an edge of a ground, wherever they are."""
    for marks, low, high in zip(
        _marks(page), (ground.top, ground.left), (ground.bottom, ground.right), strict=True
    ):
        most = (1 - _LEAST) * (high - low) / 2
        for least, end in ((low + 0.01, low + most), (high - most, high - 0.01)):
            first, last = (bisect(marks, at, key=lambda line: line.at) for at in (least, end))
            yield from marks[first:last]


def _marks(page: Page) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return the level and the upright lines on a page that may be crop marks, by where they run."""
    if "crop marks" not in page.seen:
        some = [x for x in lines(page, range(len(page.marks))) if _LONG[0] <= x.length <= _LONG[1]]
        some.sort(key=lambda line: line.at)
        page.seen["crop marks"] = [x for x in some if x.level], [x for x in some if not x.level]
    found: tuple[Sequence[Line], Sequence[Line]] = page.seen["crop marks"]
    return found
