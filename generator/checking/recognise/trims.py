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


def bleed(page: Page, ground: Box) -> float | None:
    """Return how far a ground reaches beyond what crop marks cut out, None where there are none.

    Raises GameError when the page's budget is used up.
    """
    bleeds: Counter[float] = Counter()
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
            bleeds[round(half - aside, 2)] += 1
    most, count = max(bleeds.items(), key=lambda item: item[1], default=(0.0, 0))
    return most if count > 1 else None
