"""The forms of a page's marks: outlines compared wherever they lie and whatever their size.

Knows neither games nor colours.  A form is told by how far it reaches in a dozen directions, so
that a circle of chords is the circle of curves it stands for.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.geometry.plane import Point, Transform
from generator.checking.pages.shapes import Budget, Shape

#: What has more parts or points is text, a ruler or a pattern.
MOST_PARTS = 12
MOST_POINTS = 2000
#: How far reaches of equal forms may differ, as a share of their radius.
UNEVEN = 0.02

_AXES = tuple((math.cos(math.radians(t)), math.sin(math.radians(t))) for t in range(15, 180, 30))


class Form(NamedTuple):
    """An outline's middle, half its width and height (mm), and its reaches, shares of its radius."""

    parts: int
    closed: bool
    middle: Point
    across: float
    down: float
    radius: float
    reaches: tuple[float, ...]

    def moved(self, dx: float, dy: float) -> Form:
        """Return the form shifted by (dx, dy)."""
        return self._replace(middle=self.middle.moved(dx, dy))

    @property
    def is_round(self) -> bool:
        """Whether it is a circle."""
        return (
            self.parts == 1
            and self.closed
            and abs(self.across - self.down) <= UNEVEN * self.radius
            and min(self.reaches) >= 1 - UNEVEN
        )

    @property
    def is_rectangle(self) -> bool:
        """Whether it is an upright rectangle."""
        wanted = [
            (self.across * abs(x) + self.down * abs(y)) / self.radius for x, y in (*_AXES, *_AXES)
        ]
        return (
            self.parts == 1
            and self.closed
            and all(abs(a - b) <= UNEVEN for a, b in zip(self.reaches, wanted, strict=True))
        )


def form(shape: Shape, transform: Transform, budget: Budget) -> Form | None:
    """Return the form of a shape on the page, None for what is no picture's part.

    Raises GameError when the budget is used up.
    """
    if not shape.parts or len(shape.parts) > MOST_PARTS or shape.count > MOST_POINTS:
        return None
    a, b, c, d, e, f = transform
    key = ("form", a, b, c, d)
    if key not in shape.memo:
        budget.spend(6 * shape.count)
        shape.memo[key] = _measured(shape, Transform(a, b, c, d))
    known: Form | None = shape.memo[key]
    return known.moved(e, f) if known is not None else None


def _measured(shape: Shape, turn: Transform) -> Form | None:
    points = [turn.apply(p) for part in shape.parts for p in part.points]
    xs, ys = [p.x for p in points], [p.y for p in points]
    across, down = (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2
    middle = Point((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    high, low = [], []
    for x, y in _AXES:
        along = [p.x * x + p.y * y for p in points]
        zero = middle.x * x + middle.y * y
        high.append(max(along) - zero)
        low.append(zero - min(along))
    radius = max(across, down, *high, *low)
    if radius < 0.05:
        return None
    reaches = tuple(value / radius for value in (*high, *low))
    closed = all(part.closed for part in shape.parts)
    return Form(len(shape.parts), closed, middle, across, down, radius, reaches)
