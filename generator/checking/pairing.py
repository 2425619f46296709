"""Which pages are the two sides of one sheet of paper, and how the sheets are turned over.

Works on pieces as read back; knows no game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, zip_longest
from typing import NamedTuple

from engine.geometry.plane import Transform
from generator.checking import behind, scale
from generator.checking.behind import REACH, Side
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


@dataclass(frozen=True)
class Sides:
    """A set's pages paired: the way its sheets are turned, and the sheets.

    They are ``astray`` where backs lie behind other pages than their fronts: then the sheets are
    paired by what they show.
    """

    mode: str
    sheets: tuple[Side, ...]
    astray: bool = False


def pair(
    pages: Sequence[Page], pieces: Sequence[Found], mode: str, backs: BackCorrection, said: str = ""
) -> Sides:
    """Return the pages paired as ``mode`` says, or for ``auto`` as they are ``said`` to be or fits best.

    ``backs`` is how all backs were moved, scaled and turned on purpose.
    """
    desk = _Pairing(pages, pieces, backs)
    modes: tuple[str, ...] = (mode,)
    if mode == "auto":
        can = desk.modes()
        # A program may have laid both sides of a sheet on one page, side by side.
        modes = tuple(one for one in can if one in (said, "fold")) if said in can else can
    tried: list[Sides] = []
    for sides in desk.in_order(modes):
        fit = _fit(sides)
        if fit.mirrored == fit.fronts and -fit.nearness <= NEAR * fit.fronts:
            return sides
        tried.append(sides)
    if not tried:
        return Sides("none", ())
    best = max(tried, key=_fit)
    fit = _fit(best)
    enough = fit.mirrored + ENOUGH * desk.smallest
    if fit.fronts > fit.mirrored and not any(map(_are_mixed, desk.shown.values())):
        turned = max(map(desk.way_up, tried), key=_fit)
        if _fit(turned).mirrored > fit.mirrored:
            if mode == "auto" and said and desk.are_laid_anew(turned):
                return pair(pages, pieces, mode, backs)
            return turned
        if fit.fronts > enough:
            astray = max(map(desk.by_content, modes), key=_fit)
            if _fit(astray).mirrored > enough:
                return astray
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

    def modes(self) -> tuple[str, ...]:
        """Return the ways in which the sheets may be turned, as far as the sides show."""
        if all("both" in shown for shown in self.shown.values()):
            return ("long", "short", "fold")
        if len(set().union(*self.shown.values())) < 2:
            return ()
        return ("fold",) if any(map(_are_mixed, self.shown.values())) else ("long", "short")

    def in_order(self, modes: Sequence[str]) -> Iterator[Sides]:
        """Yield the pages paired as they lie in the file, in every way that backs may follow fronts."""
        for mode in modes:
            for scheme in self._schemes(mode):
                yield Sides(mode, tuple(self._side(*three) for three in scheme))

    def _side(self, front: int, back: int, mirror: Transform) -> Side:
        """Return a sheet of two pages, or of one that is folded."""
        fronts, backs = self.on.get(front, []), self.on.get(back, [])
        if front == back:
            fronts, backs = behind.halves(fronts, mirror)
            # A page that is upside down folds as well.
            if behind.backs_of(fronts) > behind.backs_of(backs):
                fronts, backs = backs, fronts
        by = abs(1 - self.scales.get(back, 1.0)) * math.hypot(*self.pages[back].paper)
        return behind.side((front, back), mirror, fronts, backs, behind.FAR + by)

    def way_up(self, sides: Sides) -> Sides:
        """Return sheets of which those whose back fits only upside down are so."""
        other = {"long": "short", "short": "long"}.get(sides.mode)
        if other is None:
            return sides
        sheets = []
        for sheet in sides.sheets:
            few = max(sheet.mirrored, ENOUGH * len(sheet.pairs))
            if min(sheet.front, sheet.back) < 0:
                sheets.append(sheet)
                continue
            mirror = self.mirror(max(sheet.front, sheet.back), other)
            turned = self._side(sheet.front, sheet.back, mirror)
            fits = turned.mirrored > few
            sheets.append(replace(turned, is_upside_down=True) if fits else sheet)
        return replace(sides, sheets=tuple(sheets))

    def are_laid_anew(self, sides: Sides) -> bool:
        """Tell whether pages seem upside down that are not: what they say is of smaller sheets on them."""
        return all(
            scale.are_one_way_up(self.pages[sheet.front], self.pages[sheet.back])
            for sheet in sides.sheets
            if sheet.is_upside_down
        )

    def _schemes(self, mode: str) -> Iterator[list[tuple[int, int, Transform]]]:
        """Yield the ways to pair the pages: (front, back, mirror) of every sheet."""
        if mode == "fold":
            for upright in (True, False):
                yield [(k, k, self.fold(k, upright)) for k in self.used]
        elif mode != "none":
            ways = (self.neighbours(), self.neighbours(backs_first=True), self.runs())
            for sheets in dict.fromkeys(map(tuple, ways)):
                yield [(one, two, self.mirror(max(one, two), mode)) for one, two in sheets]

    def is_back(self, page: int) -> bool:
        """Tell whether a page shows backs that can be told from fronts."""
        return 2 * self.shown[page]["back"] > self.shown[page].total()

    def neighbours(self, *, backs_first: bool = False) -> Iterator[tuple[int, int]]:
        """Yield each page with the one after it, if these are a front and a back, or a back and a front."""
        taken = -1
        for k, after in pairwise([*self.used, -1]):
            if k == taken:
                continue
            if after >= 0 and self.may_be_sides(k, after, backs_first):
                taken = after
                yield self.front_first(k, after)
            else:
                yield (-1, k) if self.is_back(k) else (k, -1)

    def may_be_sides(self, first: int, second: int, backs_first: bool) -> bool:
        """Tell whether a sheet may have two pages for its sides, by what is drawn on them."""
        if not self.shown[first]["both"]:
            return self.is_back(first) == backs_first != self.is_back(second)
        one, other = (Counter(p.kind for p in self.on[k] if p.kind) for k in (first, second))
        return (one & other).total() >= ENOUGH * min(one.total(), other.total())

    def by_content(self, mode: str) -> Sides:
        """Return the pages paired by what they show, wherever they lie in the file."""
        sheets = [
            (side.mirrored, side)
            for one, two in (self._may_be_sheets() if mode in ("long", "short") else ())
            for side in (self._side(one, two, self.mirror(max(one, two), mode)),)
        ]
        sheets.sort(key=lambda sheet: (-sheet[0], abs(sheet[1].back - sheet[1].front)))
        taken: set[int] = set()
        result = []
        for mirrored, side in sheets:
            if mirrored > ENOUGH * len(side.pairs) and not taken & {side.front, side.back}:
                taken |= {side.front, side.back}
                result.append(side)
        alone = [(-1, k) if self.is_back(k) else (k, -1) for k in self.used if k not in taken]
        result += [self._side(*two, self.mirror(max(two), mode)) for two in alone]
        result.sort(key=lambda side: max(side.front, side.back))
        return Sides(mode, tuple(result), astray=True)

    def _may_be_sheets(self) -> Iterator[tuple[int, int]]:
        """Yield the pages that may be a front and its back, where they are so few that all are tried."""
        few = self.used if len(self.used) <= PAGES else ()
        for (k, one), (n, other) in combinations(enumerate(few), 2):
            if self.may_be_sides(one, other, self.is_back(one)):
                is_later = k % 2 > n % 2 and bool(self.shown[one]["both"])
                yield (other, one) if is_later else self.front_first(one, other)

    @property
    def smallest(self) -> int:
        """How many pieces the page with the fewest has."""
        return min((len(pieces) for pieces in self.on.values()), default=0)

    def runs(self) -> Iterator[tuple[int, int]]:
        """Yield each front with its back where all fronts come first, or all backs: two runs."""
        backs = [k for k in self.used if self.is_back(k)]
        fronts = [k for k in self.used if k not in backs]
        if any(self.shown[k]["both"] for k in fronts):
            half = (len(fronts) + 1) // 2
            fronts, backs = fronts[:half], fronts[half:]
        for front, back in zip_longest(fronts, backs, fillvalue=-1):
            yield self.front_first(front, back) if min(front, back) >= 0 else (front, back)

    def front_first(self, first: int, second: int) -> tuple[int, int]:
        """Return a sheet's pages, front first as far as what is drawn or their files' names tell."""
        if self.is_back(first) != self.is_back(second):
            return (second, first) if self.is_back(first) else (first, second)
        one, other = (self.pages[k].source.lower() for k in (first, second))
        return (second, first) if "back" in one and "back" not in other else (first, second)

    def mirror(self, page: int, mode: str) -> Transform:
        """Return what turning the paper over its long or short edge does to places."""
        width, height = self.pages[page].paper
        upright = (mode == "long") == (width <= height)
        return self.backs.on(width, height) @ _mirror(upright, width if upright else height)

    def fold(self, page: int, upright: bool) -> Transform:
        """Return what folding along an upright or level line does: the line drawn, or the middle."""
        width, height = self.pages[page].paper
        middle = (width if upright else height) / 2
        return _mirror(upright, 2 * _fold_line(self.pages[page], upright, middle))


def _mirror(upright: bool, twice: float) -> Transform:
    """Return the reflection in an upright or level line that is ``twice`` so far from the page's edge."""
    return Transform(a=-1.0, e=twice) if upright else Transform(d=-1.0, f=twice)


def _are_mixed(shown: Counter[str]) -> bool:
    """Tell whether a page shows both sides, each of a quarter of its pieces or more."""
    return len(shown) > 1 and 4 * min(shown.values()) >= shown.total()


def _fold_line(page: Page, upright: bool, middle: float) -> float:
    """Return where the straight line nearest to the middle runs that crosses most of the page."""
    length = page.height if upright else page.width
    boxes = (mark.box for mark in page.marks if mark.stroke is not None)
    ways = (
        (box, box.height, box.width) if upright else (box, box.width, box.height) for box in boxes
    )
    lines = [box.centre for box, long, thick in ways if long >= length / 2 and thick <= 0.01]
    places = [line.x if upright else line.y for line in lines]
    near = [at for at in places if abs(at - middle) < REACH]
    return min(near, key=lambda at: abs(at - middle), default=middle)
