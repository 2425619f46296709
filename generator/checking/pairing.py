"""Which pages are the two sides of one sheet of paper, how it is turned over, and which back lies where.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking import footers, scale
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise.results import UNREAD, Found
from generator.printing.backcorrection import BackCorrection

MODES = ("auto", "long", "short", "fold", "none")

#: A back this far from where it belongs, as a share of its front's size, is still that front's.
REACH = 0.4
#: For two pages to be a sheet's sides, this share of the pieces must have a matching one behind.
ENOUGH = 0.5
#: Backs that lie no farther off than this, on the whole, leave no doubt how sheets are turned.
NEAR = 0.05

#: The ways to turn sheets over, in words.
WORDS = {
    "long": "backs for turning over the long edge",
    "short": "backs for turning over the short edge",
    "fold": "backs beside the fronts, to fold",
    "none": "no backs",
}


class FrontAndBack(NamedTuple):
    """A front and the back behind it, if one is near; how far that lies off, in millimetres."""

    front: Found
    back: Found | None
    off: Point


@dataclass(frozen=True)
class Side:
    """Two sides of a sheet: the pages' indices, the mirror between them, the pieces in pairs.

    An index is -1 where that side is not there.
    """

    front: int
    back: int
    mirror: Transform
    pairs: tuple[FrontAndBack, ...]
    #: Backs with no front before them.
    lost: tuple[Found, ...] = ()
    #: The page behind the front, by its index, where the backs of the front lie elsewhere.
    behind: int = -1

    @property
    def mirrored(self) -> int:
        """How many fronts have a back behind them that shows what it must."""
        return sum(
            back is not None
            and back.side != "front"
            and tells_of(front, back)
            and (front.kind == back.kind or not (front.kind and back.kind))
            and not differing(front, back, self.mirror)
            for front, back, _ in self.pairs
        )

    @property
    def fits(self) -> bool:
        """Whether most fronts have their own backs behind them."""
        return 2 * self.mirrored >= len(self.pairs)

    @property
    def pages(self) -> tuple[int, int]:
        """The indices of its pages."""
        return self.front, self.back


def _side(
    pages: tuple[int, int],
    mirror: Transform,
    fronts: Sequence[Found],
    backs: Sequence[Found],
    farther: float = 0.0,
) -> Side:
    """Return a sheet, by its pages' indices, with every front and the nearest back behind it.

    On a page that is drawn at another scale backs may lie so many millimetres ``farther`` off.
    """
    left = [(*back.centre, back) for back in backs]
    pairs = []
    for front in fronts:
        x, y = mirror.apply(front.centre)
        reach = front.size * REACH + farther
        near = [
            (math.hypot(bx - x, by - y), k)
            for k, (bx, by, _) in enumerate(left)
            if abs(bx - x) <= reach and abs(by - y) <= reach
        ]
        distance, k = min(near, default=(math.inf, -1))
        if distance <= reach:
            bx, by, back = left.pop(k)
            pairs.append(FrontAndBack(front, back, Point(bx - x, by - y)))
        else:
            pairs.append(FrontAndBack(front, None, ORIGIN))
    return Side(*pages, mirror, tuple(pairs), tuple(back for *_, back in left))


def _backs(pieces: Sequence[Found]) -> int:
    """Return how many pieces show a back."""
    return sum(piece.side == "back" for piece in pieces)


def are_sides(front: Found, back: Found) -> bool:
    """Tell whether two pieces may be the two sides of one."""
    if front.side == "both":
        return front.kind == back.kind != ""
    return (front.side, back.side) == ("front", "back")


def tells_of(front: Found, back: Found) -> bool:
    """Tell whether a back tells of its front what that is, or nothing."""
    return not (front.told and back.told) or front.told == back.told


def differing(front: Found, back: Found, mirror: Transform) -> tuple[str, ...]:
    """Return the names of a back's areas that are not what the mirror image of its front shows.

    Areas that could not be read, which are faults of their own, are not compared.
    """
    x, y = mirror.apply(front.centre)
    result = []
    for spot in front.spots if back.spots else ():
        at = mirror.apply(spot.at).moved(back.centre.x - x, back.centre.y - y)
        behind = min(back.spots, key=lambda other: other.at.distance(at))
        if behind.value != spot.value and UNREAD not in (behind.value, spot.value):
            result.append(behind.name)
    return tuple(result)


# --------------------------------------------------------------------------------- pages


@dataclass(frozen=True)
class Sides:
    """A set's pages paired: the way its sheets are turned, and the sheets."""

    mode: str
    sheets: tuple[Side, ...]


def pair(pages: Sequence[Page], pieces: Sequence[Found], mode: str, backs: BackCorrection) -> Sides:
    """Return the pages paired as ``mode`` says, or over the other edge where that fits.

    For ``auto`` they are paired as fits best; the way that the sheets say is tried first.
    ``backs`` is how all backs were moved, scaled and turned on purpose.
    """
    desk = _Pairing(pages, pieces, backs)
    best, fit = Sides("none", ()), _Fit(-1, 0, 0.0, 0)
    said = footers.turned(pages[k] for k in desk.used)
    modes: dict[str, tuple[str, ...]] = {
        "long": ("long", "short"),
        "short": ("short", "long"),
        "auto": tuple(sorted(desk.modes(), key=lambda one: one != said)),
    }
    for one in modes.get(mode, (mode,)):
        for sides in desk.ways(one):
            found = _fit(sides)
            if found > fit:
                best, fit = sides, found
            if fit.mirrored == fit.fronts and -fit.nearness <= NEAR * fit.fronts:
                return best
    better = desk.in_place(best)
    best, fit = better, _fit(better)
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
        sum(are_sides(front, back) for front, back, _ in both),
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
        # A page that shows both sides, each of a quarter of its pieces or more, is to be folded.
        are_mixed = (
            len(one) > 1 and 4 * min(one.values()) >= one.total() for one in self.shown.values()
        )
        return ("fold",) if any(are_mixed) else ("long", "short")

    def ways(self, mode: str) -> Iterator[Sides]:
        """Yield the pages paired in every way that backs may follow fronts."""
        if mode == "fold":
            for upright in (True, False):
                yield Sides(mode, tuple(self._folded(k, upright) for k in self.used))
        elif mode != "none":
            # Files may be named in any order.
            by_name = sorted(self.used, key=lambda k: self.pages[k].source)
            runs = [
                tuple(way)
                for order in (self.used, by_name)
                for way in (
                    self._neighbours(order),
                    self._neighbours(order, backs_first=True),
                    self._runs(order),
                )
            ]
            for sheets in dict.fromkeys(runs):
                yield Sides(mode, tuple(self._sheet(*two, mode) for two in sheets))

    def _sheet(self, front: int, back: int, mode: str) -> Side:
        width, height = self.pages[max(front, back)].paper
        upright = (mode == "long") == (width <= height)
        mirror = self.backs.on(width, height) @ _mirror(upright, width, height)
        fronts, backs = self.on.get(front, []), self.on.get(back, [])
        farther = abs(1 - self.scales.get(back, 1.0)) * math.hypot(width, height)
        return _side((front, back), mirror, fronts, backs, farther)

    def in_place(self, sides: Sides) -> Sides:
        """Return sheets with the pages of backs that were exchanged behind the fronts that they fit."""
        wrong = [one for one in sides.sheets if min(one.pages) >= 0 and not one.fits]
        moved: dict[int, Side] = {}
        for sheet in wrong if sides.mode in ("long", "short") else ():
            others = (
                self._sheet(sheet.front, other.back, sides.mode)
                for other in wrong
                if other is not sheet
            )
            if fitting := next((one for one in others if one.fits), None):
                moved[sheet.front] = replace(fitting, behind=sheet.back)
        if {one.back for one in moved.values()} != {one.behind for one in moved.values()}:
            return sides
        return Sides(sides.mode, tuple(moved.get(one.front, one) for one in sides.sheets))

    def _folded(self, page: int, upright: bool) -> Side:
        """Return a page that is folded along an upright or level line down its middle."""
        mirror = _mirror(upright, *self.pages[page].paper)
        halves: tuple[list[Found], list[Found]] = ([], [])
        for piece in self.on[page]:
            halves[sum(piece.centre) >= sum(mirror.apply(piece.centre))].append(piece)
        # A page that is upside down folds as well.
        fronts, backs = sorted(halves, key=_backs)
        return _side((page, page), mirror, fronts, backs)

    def _is_back(self, page: int) -> bool:
        """Tell whether a page shows backs that can be told from fronts."""
        return 2 * self.shown[page]["back"] > self.shown[page].total()

    def _neighbours(
        self, order: Sequence[int], *, backs_first: bool = False
    ) -> Iterator[tuple[int, int]]:
        """Yield each page with the one after it, if these are a front and a back, or a back and a front."""
        taken = -1
        for k, after in pairwise([*order, -1]):
            if k == taken:
                continue
            if after >= 0 and self._may_be_sides(k, after, backs_first):
                taken = after
                yield self._front_first(k, after)
            else:
                yield (-1, k) if self._is_back(k) else (k, -1)

    def _may_be_sides(self, first: int, second: int, backs_first: bool) -> bool:
        """Tell whether a sheet may have two pages for its sides, by what is drawn on them."""
        if not self.shown[first]["both"]:
            return self._is_back(first) == backs_first != self._is_back(second)
        if [footers.of_page(self.pages[k]).side for k in (first, second)] == ["front", "back"]:
            return True
        one, other = (Counter(p.kind for p in self.on[k] if p.kind) for k in (first, second))
        return (one & other).total() >= ENOUGH * min(one.total(), other.total())

    def _runs(self, order: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield each front with its back where all fronts come first, or all backs: two runs."""
        backs = [k for k in order if self._is_back(k)]
        fronts = [k for k in order if k not in backs]
        if any(self.shown[k]["both"] for k in fronts):
            files = [*grouped(fronts, lambda k: self.pages[k].source).values()]
            files.sort(key=lambda run: footers.of_page(self.pages[run[0]]).side == "back")
            half = (len(fronts) + 1) // 2
            fronts, backs = files if len(files) == 2 else (fronts[:half], fronts[half:])
        if len(fronts) != len(backs):
            fronts, backs = self._beside_gaps(fronts, backs)
        for front, back in zip_longest(fronts, backs, fillvalue=-1):
            yield self._front_first(front, back) if min(front, back) >= 0 else (front, back)

    def _beside_gaps(
        self, fronts: Sequence[int], backs: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """Return two runs with -1 for pages that are missing, as far as the sheets say which they are."""
        both = [
            {footers.of_page(self.pages[k]).sheet[:3]: k for k in run} for run in (fronts, backs)
        ]
        names = sorted({*both[0], *both[1]})
        if () in names or sum(map(len, both)) != len(fronts) + len(backs):
            return [*fronts], [*backs]
        return [both[0].get(name, -1) for name in names], [both[1].get(name, -1) for name in names]

    def _front_first(self, first: int, second: int) -> tuple[int, int]:
        """Return a sheet's pages, front first as far as what is drawn or their files' names tell."""
        if self._is_back(first) != self._is_back(second):
            return (second, first) if self._is_back(first) else (first, second)
        one, other = (self.pages[k].source.lower() for k in (first, second))
        return (second, first) if "back" in one and "back" not in other else (first, second)


def _mirror(upright: bool, width: float, height: float) -> Transform:
    """Return the reflection in the upright or level line down the middle of a page."""
    return Transform(a=-1.0, e=width) if upright else Transform(d=-1.0, f=height)
