"""How far grounds reach beyond the lines along their sides, and what of it is bleed, shift or growth.

Knows numbers only, neither pages nor pieces; lengths are millimetres.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from engine.geometry.plane import Point

#: Gaps this near to each other are one; sizes that differ by more are two.
HAIR, ONE_SIZE = 0.02, 0.06
#: Bleeds tried of those that gaps are.
_TRIED = 6


class Side(NamedTuple):
    """How far a ground may reach beyond the lines along one of its sides; whether another piece touches there."""

    beyond: tuple[float, ...]
    is_shared: bool

    def off(self, bleed: float) -> Iterator[tuple[float, float]]:
        """Yield how far the ground is beyond each line than it should be, and how far it should be.

        It has no bleed where it spares another's.
        """
        for should in {bleed, 0.0} if self.is_shared else {bleed}:
            yield from ((gap - should, should) for gap in self.beyond)


class Off(NamedTuple):
    """How far a ground is shifted along an axis, how much it is too long there, and how long without bleed."""

    along: Point
    shift: float
    growth: float
    length: float

    @property
    def is_long(self) -> bool:
        """Whether it is as long as it should be."""
        return abs(self.growth) <= ONE_SIZE

    @property
    def is_in_place(self) -> bool:
        """Whether it lies where it should."""
        return self.is_long and abs(self.shift) <= HAIR

    @property
    def farther(self) -> float:
        """How far the side is off that is farther off."""
        return abs(self.growth) / 2 + abs(self.shift)


class Axis(NamedTuple):
    """A direction in which a piece has two sides with lines."""

    along: Point
    length: float  # of the ground
    ahead: Side
    behind: Side

    def between(self, width: float, share: float) -> Axis:
        """Return the axis with those lines alone that lie about so far apart, to a share of it."""
        pairs = [
            (a, b)
            for a, b in product(self.ahead.beyond, self.behind.beyond)
            if abs(self.length - a - b - width) <= share * width
        ]
        ahead, behind = (tuple(dict.fromkeys(pair[k] for pair in pairs)) for k in (0, 1))
        return self._replace(
            ahead=self.ahead._replace(beyond=ahead), behind=self.behind._replace(beyond=behind)
        )

    def off(self, bleed: float) -> Off:
        """Return how far the ground is off along the axis.

        By the lines between which it is of the right length, of several the nearest; else by the
        line nearest to each side.
        """
        offsets = [
            Off(self.along, (a - b) / 2, a + b, self.length - of - to)
            for (a, of), (b, to) in product(self.ahead.off(bleed), self.behind.off(bleed))
        ]
        right = [one for one in offsets if one.is_long]
        return min(right or offsets, key=lambda one: abs(one.shift) if right else one.farther)


def usual_bleed(pieces: Sequence[Sequence[Axis]]) -> float:
    """Return how far grounds reach beyond their lines, as fits most pieces.

    Where no two fits better than the other it is half of what their lengths differ by.
    """
    axes = [axis for own in pieces for axis in own]
    halves = Counter(
        round((a + b) / 2, 2)
        for axis in axes
        for a, b in product(axis.ahead.beyond, axis.behind.beyond)
    )
    gaps = Counter(
        round(gap, 2) for axis in axes for side in (axis.ahead, axis.behind) for gap in side.beyond
    )
    tried = [value for some in (halves, gaps) for value, _ in some.most_common(_TRIED)]
    return max((by for by in tried if by >= -HAIR), key=partial(_fit, pieces), default=0.0)


def _fit(pieces: Sequence[Sequence[Axis]], bleed: float) -> tuple[int, int, bool]:
    """Return how many pieces are in place by a bleed, along how many axes, and whether it is none.

    Where pieces touch, some may have none, as their neighbours lie over it.
    """
    touch = any(s.is_shared for own in pieces for axis in own for s in (axis.ahead, axis.behind))
    ways = offs_of if touch else _offs
    offs = [ways(own, bleed) for own in pieces]
    along = sum(one.is_in_place for own in offs for one in own)
    return sum(all(one.is_in_place for one in own) for own in offs), along, not bleed


def offs_of(axes: Sequence[Axis], bleed: float) -> list[Off]:
    """Return how far a ground is off along its axes, by its bleed, or without any where that fits."""
    ways = [_offs(axes, by) for by in (bleed, 0.0)]
    return min(ways, key=lambda way: sum(abs(one.shift) + abs(one.growth) for one in way))


def _offs(axes: Sequence[Axis], bleed: float) -> list[Off]:
    return [axis.off(bleed) for axis in axes]


def least_squares(shifts: Sequence[tuple[Point, float]]) -> Point | None:
    """Return the shift that is so long along each of some unit directions, nearly.

    None where all directions are one, so that they say nothing across it.
    """
    xx = sum(n.x * n.x for n, _ in shifts)
    xy = sum(n.x * n.y for n, _ in shifts)
    yy = sum(n.y * n.y for n, _ in shifts)
    x, y = sum(n.x * by for n, by in shifts), sum(n.y * by for n, by in shifts)
    determinant = xx * yy - xy * xy
    if determinant < 0.1:
        return None
    return Point((x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant)
