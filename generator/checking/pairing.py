"""Which pages are the two sides of one sheet of paper, and how the sheets are turned over.

Works on pieces as read back; knows no game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from engine.geometry.plane import Transform
from generator.checking import behind, scale
from generator.checking.behind import Side
from generator.checking.grouping import grouped
from generator.checking.pages import Page
from generator.checking.results import Found
from generator.printing.backcorrection import BackCorrection

#: In files of more pages it is not told which backs lie behind another's front.
PAGES = 60
#: For two pages to be a sheet's sides, this share of the pieces must have a matching one behind.
ENOUGH = 0.5
#: Backs that lie no farther off than this, on the whole, leave no doubt how sheets are turned.
NEAR = 0.05

WORDS = {
    "long": "backs for turning over the long edge",
    "short": "backs for turning over the short edge",
    "fold": "backs beside the fronts, to fold",
    "none": "no backs",
}
_OTHER = {"long": "short", "short": "long"}


@dataclass(frozen=True)
class Sides:
    """A set's pages paired: the way its sheets are turned, and the sheets.

    Those are ``astray`` whose backs lie behind other pages than their fronts.
    """

    mode: str
    sheets: tuple[Side, ...]
    astray: tuple[Side, ...] = ()


def pair(
    pages: Sequence[Page], pieces: Sequence[Found], mode: str, backs: BackCorrection, said: str = ""
) -> Sides:
    """Return the pages paired as ``mode`` says, or for ``auto`` as they are ``said`` to be or fits best.

    ``backs`` is how all backs were moved, scaled and turned on purpose.
    """
    desk = _Pairing(pages, pieces, backs)
    can = desk.modes() if mode == "auto" else (mode,) if mode != "none" else ()
    # A program may have laid both sides of a sheet on one page, side by side.
    modes = tuple(one for one in can if one in (said, "fold")) if said in can else can
    tried: list[Sides] = []
    for sides in desk.in_order(modes):
        fit = _fit(sides)
        if fit.mirrored == fit.fronts and -fit.nearness <= NEAR * fit.fronts:
            return sides
        tried.append(sides)
    best = max(tried, key=_fit, default=Sides("none", ()))
    fit = _fit(best)
    enough = ENOUGH * desk.smallest
    if fit.fronts > fit.mirrored + enough and not any(map(_are_mixed, desk.shown.values())):
        anew = max((desk.by_content(one) for one in modes if one in _OTHER), key=_fit, default=best)
        if _fit(anew).mirrored > fit.mirrored + enough / 2:
            if mode == "auto" and said and desk.are_laid_anew(anew):
                return pair(pages, pieces, mode, backs)
            return anew
    return Sides("none", ()) if mode == "auto" and fit.same < ENOUGH * fit.fronts else best


class _Fit(NamedTuple):
    """How well pages fit as sides of sheets, the better the greater."""

    mirrored: int  # pairs that are each other's mirror image
    same: int  # pairs of one tile
    nearness: float  # less by every millimetre that a back lies off
    fronts: int


def _fit(sides: Sides) -> _Fit:
    pairs = [pair for sheet in sides.sheets for pair in sheet.pairs]
    both = [(front, back, off) for front, back, off in pairs if back is not None]
    return _Fit(
        sum(sheet.mirrored for sheet in sides.sheets),
        sum(behind.are_sides(front, back) for front, back, _ in both),
        -round(sum(math.hypot(*off) for _, _, off in both), 3),
        len(pairs),
    )


class _Pairing:
    """The pages with pieces on them, and what is tried with them."""

    def __init__(
        self, pages: Sequence[Page], pieces: Sequence[Found], backs: BackCorrection
    ) -> None:
        self.pages = pages
        self.backs = backs
        self.on = grouped(pieces, lambda piece: piece.page)
        self.used = sorted(self.on)
        self.shown = {k: Counter(piece.side for piece in self.on[k]) for k in self.used}
        self.scales = scale.by_rulers(pages, backs.shares)
        #: How many pieces the page with the fewest has.
        self.smallest = min(map(len, self.on.values()), default=0)

    def modes(self) -> tuple[str, ...]:
        """Return the ways in which the sheets may be turned, as far as the sides show."""
        if all("both" in shown for shown in self.shown.values()):
            return ("long", "short", "fold")
        if len(set().union(*self.shown.values())) < 2:
            return ()
        return ("fold",) if any(map(_are_mixed, self.shown.values())) else ("long", "short")

    def in_order(self, modes: Sequence[str]) -> Iterator[Sides]:
        """Yield the pages paired in each way as they follow each other in the file."""
        for mode in modes:
            if mode == "fold":
                for upright in (True, False):
                    folds = ((k, k, self._fold(k, upright)) for k in self.used)
                    yield Sides(mode, tuple(self._side(*fold) for fold in folds))
            else:
                yield Sides(mode, tuple(self._sheet(*two, mode) for two in self._neighbours()))

    def by_content(self, mode: str) -> Sides:
        """Return the pages paired by what they show, wherever they lie in the file, backs upside down or not."""
        sheets = [
            self._sheet(*two, mode, is_upside_down=upside_down)
            for two in self._may_be_sheets()
            for upside_down in (False, True)
        ]
        place = {k: n for n, k in enumerate(self.used)}
        sheets = [sheet for sheet in sheets if sheet.mirrored > ENOUGH * len(sheet.pairs)]
        sheets.sort(key=lambda s: (-s.mirrored, s.is_upside_down, abs(s.back - s.front)))
        taken: set[int] = set()
        result: list[Side] = []
        for sheet in sheets:
            if not taken & {sheet.front, sheet.back}:
                taken |= {sheet.front, sheet.back}
                result.append(sheet)
        steps = {place[sheet.back] - place[sheet.front] for sheet in result}
        if len(steps) > 1 and all("both" in shown for shown in self.shown.values()):
            # The fronts are those at the odd places.
            result = [
                s if place[s.front] % 2 <= place[s.back] % 2 else self._swapped(s, mode)
                for s in result
            ]
        astray = [s for s in result if len(steps) > 1 and place[s.back] != place[s.front] + 1]
        result += [self._sheet(*self._alone(k), mode) for k in self.used if k not in taken]
        result.sort(key=lambda sheet: max(sheet.front, sheet.back))
        return Sides(mode, tuple(result), tuple(sorted(astray, key=lambda sheet: sheet.back)))

    def are_laid_anew(self, sides: Sides) -> bool:
        """Tell whether pages seem upside down that are not: what they say is of smaller sheets on them."""
        turned = [sheet for sheet in sides.sheets if sheet.is_upside_down]
        return bool(turned) and all(
            scale.are_one_way_up(self.pages[sheet.front], self.pages[sheet.back])
            for sheet in turned
        )

    # ----------------------------------------------------------------------------- one sheet

    def _sheet(self, front: int, back: int, mode: str, *, is_upside_down: bool = False) -> Side:
        mirror = self._mirror(max(front, back), _OTHER[mode] if is_upside_down else mode)
        return self._side(front, back, mirror, is_upside_down=is_upside_down)

    def _swapped(self, sheet: Side, mode: str) -> Side:
        return self._sheet(sheet.back, sheet.front, mode, is_upside_down=sheet.is_upside_down)

    def _side(
        self, front: int, back: int, mirror: Transform, *, is_upside_down: bool = False
    ) -> Side:
        fronts, backs = self.on.get(front, []), self.on.get(back, [])
        if front == back:
            fronts, backs = _halves(fronts, mirror)
            # A page that is upside down folds as well.
            if behind.backs_of(fronts) > behind.backs_of(backs):
                fronts, backs = backs, fronts
        by = abs(1 - self.scales.get(back, 1.0)) * math.hypot(*self.pages[back].paper)
        far = behind.FAR + by
        return behind.side((front, back), mirror, fronts, backs, far, is_upside_down=is_upside_down)

    def _is_back(self, page: int) -> bool:
        return 2 * self.shown[page]["back"] > self.shown[page].total()

    def _neighbours(self) -> Iterator[tuple[int, int]]:
        taken = -1
        for k, after in pairwise([*self.used, -1]):
            if k == taken:
                continue
            if after >= 0 and not self._is_back(k) and self._may_be_sides(k, after):
                taken = after
                yield self._front_first(k, after)
            else:
                yield self._alone(k)

    def _alone(self, page: int) -> tuple[int, int]:
        return (-1, page) if self._is_back(page) else (page, -1)

    def _may_be_sides(self, first: int, second: int) -> bool:
        if not self.shown[first]["both"]:
            return self._is_back(first) != self._is_back(second)
        one, other = (Counter(p.kind for p in self.on[k] if p.kind) for k in (first, second))
        return (one & other).total() >= ENOUGH * min(one.total(), other.total())

    def _may_be_sheets(self) -> Iterator[tuple[int, int]]:
        for one, other in combinations(self.used if len(self.used) <= PAGES else (), 2):
            if self._may_be_sides(one, other):
                yield self._front_first(one, other)

    def _front_first(self, first: int, second: int) -> tuple[int, int]:
        if self._is_back(first) != self._is_back(second):
            return (second, first) if self._is_back(first) else (first, second)
        one, other = (self.pages[k].source.lower() for k in (first, second))
        return (second, first) if "back" in one and "back" not in other else (first, second)

    def _mirror(self, page: int, mode: str) -> Transform:
        width, height = self.pages[page].paper
        upright = (mode == "long") == (width <= height)
        return self.backs.on(width, height) @ _mirror(upright, width if upright else height)

    def _fold(self, page: int, upright: bool) -> Transform:
        width, height = self.pages[page].paper
        return _mirror(upright, width if upright else height)


def _mirror(upright: bool, twice: float) -> Transform:
    return Transform(a=-1.0, e=twice) if upright else Transform(d=-1.0, f=twice)


def _halves(pieces: Sequence[Found], mirror: Transform) -> tuple[list[Found], list[Found]]:
    halves: tuple[list[Found], list[Found]] = ([], [])
    for piece in pieces:
        there = mirror.apply(piece.centre)
        halves[sum(piece.centre) >= sum(there)].append(piece)
    return halves


def _are_mixed(shown: Counter[str]) -> bool:
    return len(shown) > 1 and 4 * min(shown.values()) >= shown.total()
