"""Patterns over filled shapes: the paint and directions of the lines that a fill is covered with.

Our writers draw a pattern as one outline of many lines, cut to the shape, right above its fill.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise.colours import EXACT, same

#: A pattern has this many lines or dots.
_FEWEST_LINES = 4
#: How far the direction of a pattern's lines may be off, in degrees.
_ASKEW = 5


class Texture(NamedTuple):
    """A pattern over a fill: the paint and the directions of its lines, none for dots."""

    ink: str
    directions: tuple[int, ...]

    def like(self, other: Texture) -> bool:
        """Tell whether two patterns run alike in one ink."""
        return (
            same(self.ink, other.ink, EXACT)
            and len(self.directions) == len(other.directions)
            and all(
                any(abs((a - b + 90) % 180 - 90) <= _ASKEW for b in other.directions)
                for a in self.directions
            )
        )


def is_pattern(mark: Mark) -> bool:
    """Tell whether a mark is a pattern's lines or dots, cut to the shape they fill."""
    return (
        mark.fill is None
        and mark.stroke is not None
        and bool(mark.clips)
        and len(mark.shape.parts) >= _FEWEST_LINES
        and not any(part.closed and len(part.points) > 2 for part in mark.shape.parts)
    )


def texture(page: Page, k: int) -> Texture | None:
    """Return the pattern that follows a filled mark, None where it is plain."""
    if page.marks[k].fill is None:
        return None
    lengths: Counter[int] = Counter()
    ink = ""
    for mark in page.marks[k + 1 : k + 3]:
        if not is_pattern(mark):
            break
        ink = mark.stroke or ""
        page.budget.spend(mark.shape.count)
        for part in mark.shape.parts:
            (x0, y0), (x1, y1) = (mark.transform.apply(part.points[n]) for n in (0, -1))
            length = math.hypot(x1 - x0, y1 - y0)
            if length > 0.05:
                direction = round(math.degrees(math.atan2(y1 - y0, x1 - x0))) % 180
                lengths[direction] += round(100 * length)
    if not ink:
        return None
    total = sum(lengths.values())
    return Texture(ink, tuple(sorted(d for d, length in lengths.items() if length > total / 10)))
