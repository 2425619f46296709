"""The trim box of a rectangle whose ground bleeds: what crop marks about it cut out.  Knows no game."""

from __future__ import annotations

from collections import Counter

from engine.geometry.plane import Box
from generator.checking.pages.paint import Page
from generator.checking.recognise.lines import lines

#: How far crop marks lie outside a ground, and how long they are, in millimetres.
_FROM, _LONG = 8.0, (1.0, 7.0)
#: A trim box is at least this share of its ground.
_LEAST = 0.6


def trimmed(page: Page, ground: Box) -> tuple[float, float] | None:
    """Return the width and height that crop marks cut out of a ground, None where there are none.

    Raises GameError when the page's budget is used up.
    """
    halves: dict[bool, Counter[float]] = {True: Counter(), False: Counter()}
    for line in lines(page, page.near(ground.grown(_FROM))):
        if not _LONG[0] <= line.length <= _LONG[1]:
            continue
        low, high = (ground.left, ground.right) if line.level else (ground.top, ground.bottom)
        middle, half = (
            (ground.centre.y, ground.height / 2)
            if line.level
            else (ground.centre.x, ground.width / 2)
        )
        aside = abs(line.at - middle)
        if (line.end <= low or line.start >= high) and _LEAST * half < aside < half - 0.01:
            halves[line.level][round(aside, 2)] += 1
    both = [
        max(halves[level].items(), key=lambda h: h[1], default=(0.0, 0)) for level in (False, True)
    ]
    if any(count < 2 for _, count in both):
        return None
    (across, _), (down, _) = both
    return 2 * across, 2 * down
