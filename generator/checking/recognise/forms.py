"""The forms of a page's marks: outlines compared wherever they lie and whatever their size.

Knows neither games nor colours.  A form is told by how far it reaches in a dozen directions, so
that a circle of chords is the circle of curves it stands for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from engine.geometry.plane import Point, Transform
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import Budget, Shape

#: What has more parts or points is text, a ruler or a pattern.
MOST_PARTS = 12
MOST_POINTS = 2000
#: How far reaches of equal forms may differ, as a share of their radius.
UNEVEN = 0.02
#: Side of the squares by which forms are found again, in millimetres.
CELL = 4.0

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

    def scaled(self, share: float) -> Form:
        """Return the form in another size, about the origin."""
        return self._replace(
            middle=Point(self.middle.x * share, self.middle.y * share),
            across=self.across * share,
            down=self.down * share,
            radius=self.radius * share,
        )

    def like(self, other: Form) -> bool:
        """Tell whether two forms are similar, unturned."""
        return (
            self.parts == other.parts
            and self.closed == other.closed
            and abs(self.across / self.radius - other.across / other.radius) <= UNEVEN
            and all(abs(a - b) <= UNEVEN for a, b in zip(self.reaches, other.reaches, strict=True))
        )

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


class Seen(NamedTuple):
    """A form on a page: the number of its mark."""

    mark: int
    form: Form


class Forms:
    """The forms on a page, found by kind and by place."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def _all(self) -> tuple[dict[tuple[int, bool], list[Seen]], dict[tuple[int, int], list[Seen]]]:
        """All forms by their number of parts and by place, in painting order."""
        kinds: dict[tuple[int, bool], list[Seen]] = {}
        places: dict[tuple[int, int], list[Seen]] = {}
        for k, mark in enumerate(self.page.marks):
            found = form(mark.shape, mark.transform, self.page.budget)
            if found is not None:
                seen = Seen(k, found)
                kinds.setdefault((found.parts, found.closed), []).append(seen)
                places.setdefault(_cell(found.middle), []).append(seen)
        return kinds, places

    def like(self, wanted: Form) -> Iterator[Seen]:
        """Yield the forms similar to one, wherever they lie.

        Raises GameError when the page's budget is used up.
        """
        known = self._all[0].get((wanted.parts, wanted.closed), ())
        self.page.budget.spend(2 * len(known))
        return (seen for seen in known if seen.form.like(wanted))

    def about(self, place: Point, reach: float) -> Iterator[Seen]:
        """Yield the forms whose middles lie within ``reach`` of a place.

        Raises GameError when the page's budget is used up.
        """
        left, top = _cell(place.moved(-reach, -reach))
        right, bottom = _cell(place.moved(reach, reach))
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                known = self._all[1].get((x, y), ())
                self.page.budget.spend(2 * len(known))
                for seen in known:
                    if seen.form.middle.distance(place) <= reach:
                        yield seen

    def mark(self, seen: Seen) -> Mark:
        """Return a form's mark."""
        return self.page.marks[seen.mark]


def _cell(place: Point) -> tuple[int, int]:
    return int(place.x // CELL), int(place.y // CELL)
