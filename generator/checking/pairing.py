"""Which pages are the two sides of one sheet, and which piece lies behind which.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product, zip_longest
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking.pages.paint import Page
from generator.checking.recognise.results import UNREAD, Found
from generator.printing.backcorrection import BackCorrection

MODES = ("auto", "long", "short", "fold", "none")

#: A back this far from where it belongs is still that front's, in millimetres.
REACH = 3.0
#: Backs that all lie off alike are so still up to here.
FAR = 15.0
#: Of so few that lie farther off each is looked for a front.
STRAYS = 12
#: In files of more pages it is not told which backs lie behind another's front.
PAGES = 60
#: Backs lie off alike that lie no farther from one another, in millimetres.
ALIKE = 0.5
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


@dataclass(frozen=True)
class Sides:
    """A set's pages paired: the way its sheets are turned, and the sheets.

    They are ``astray`` where backs lie behind other pages than their fronts: then the sheets are
    paired by what they show.
    """

    mode: str
    sheets: tuple[Side, ...]
    astray: bool = False


def pair(pages: Sequence[Page], pieces: Sequence[Found], mode: str, backs: BackCorrection) -> Sides:
    """Return the pages paired as ``mode`` says, or for ``auto`` as fits best.

    ``backs`` is how all backs were moved, scaled and turned on purpose.
    """
    desk = _Pairing(pages, pieces, backs)
    best: tuple[_Fit, Sides] | None = None
    for m in desk.modes() if mode == "auto" else (mode,):
        for scheme in desk.schemes(m):
            sides = Sides(m, tuple(desk.side(*three) for three in scheme))
            fit = _fit(sides)
            if best is None or fit > best[0]:
                best = fit, sides
            if fit.mirrored == fit.fronts and -fit.nearness <= NEAR * fit.fronts:
                return sides
    if best is None:
        return Sides("none", ())
    fit, sides = best
    enough = fit.mirrored + ENOUGH * desk.smallest
    if fit.fronts > enough and not any(map(_are_mixed, desk.shown.values())):
        astray = [desk.by_content(m) for m in (desk.modes() if mode == "auto" else (mode,))]
        found = max(astray, key=lambda sides: _fit(sides).mirrored, default=sides)
        if _fit(found).mirrored > enough:
            return found
    return Sides("none", ()) if mode == "auto" and fit.same < ENOUGH * fit.fronts else sides


class _Fit(NamedTuple):
    """How well pages fit as sides of sheets, the better the greater."""

    mirrored: int  # pairs that are each other's mirror image
    same: int  # pairs of one tile
    nearness: float  # less by every millimetre that a back lies off
    fronts: int


def _fit(sides: Sides) -> _Fit:
    same = mirrored = fronts = 0
    off = 0.0
    for sheet in sides.sheets:
        fronts += len(sheet.pairs)
        for front, back, away in sheet.pairs:
            if back is not None:
                off += math.hypot(*away)
                same += _are_sides(front, back)
                mirrored += _is_mirrored(front, back, sheet.mirror)
    return _Fit(mirrored, same, -round(off, 3), fronts)


def _are_sides(front: Found, back: Found) -> bool:
    """Tell whether two pieces may be the two sides of one."""
    if front.side == "both":
        return front.kind == back.kind != ""
    return (front.side, back.side) == ("front", "back")


def _is_mirrored(front: Found, back: Found, mirror: Transform) -> bool:
    """Tell whether a back shows what it must behind this front."""
    if back.side == "front" or differing(front, back, mirror):
        return False
    return _may_be_back(front, back)


def tells_of(front: Found, back: Found) -> bool:
    """Tell whether a back tells of its front what that is, or nothing."""
    return not (front.told and back.told) or front.told == back.told


def differing(front: Found, back: Found, mirror: Transform) -> tuple[str, ...]:
    """Return the names of a back's areas that are not what the mirror image of its front shows.

    Areas that could not be read, which are faults of their own, are not compared.
    """
    dx, dy = offset(front, back, mirror)
    result = []
    for spot in front.spots if back.spots else ():
        at = mirror.apply(spot.at).moved(dx, dy)
        behind = min(back.spots, key=lambda other: other.at.distance(at))
        if behind.value != spot.value and UNREAD not in (behind.value, spot.value):
            result.append(behind.name)
    return tuple(result)


def offset(front: Found, back: Found, mirror: Transform) -> Point:
    """Return how far a back lies from where its front asks for it, to the right and down."""
    at = mirror.apply(front.centre)
    return Point(back.centre.x - at.x, back.centre.y - at.y)


class _Pairing:
    """The pages with pieces on them, and what is tried with them."""

    def __init__(
        self, pages: Sequence[Page], pieces: Sequence[Found], backs: BackCorrection
    ) -> None:
        self.pages = pages
        self.backs = backs
        self.on: dict[int, list[Found]] = {}
        for piece in pieces:
            self.on.setdefault(piece.page, []).append(piece)
        self.used = sorted(self.on)
        self.shown = {k: Counter(piece.side for piece in self.on[k]) for k in self.used}

    def modes(self) -> tuple[str, ...]:
        """Return the ways in which the sheets may be turned, as far as the sides show."""
        if all("both" in shown for shown in self.shown.values()):
            return ("long", "short", "fold")
        if len(set().union(*self.shown.values())) < 2:
            return ()
        return ("fold",) if any(map(_are_mixed, self.shown.values())) else ("long", "short")

    def schemes(self, mode: str) -> Iterator[list[tuple[int, int, Transform]]]:
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
            (_fit(Sides(mode, (side,))).mirrored, side)
            for one, two in (self._may_be_sheets() if mode in ("long", "short") else ())
            for side in (self.side(one, two, self.mirror(max(one, two), mode)),)
        ]
        sheets.sort(key=lambda sheet: (-sheet[0], abs(sheet[1].back - sheet[1].front)))
        taken: set[int] = set()
        result = []
        for mirrored, side in sheets:
            if mirrored > ENOUGH * len(side.pairs) and not taken & {side.front, side.back}:
                taken |= {side.front, side.back}
                result.append(side)
        alone = [(-1, k) if self.is_back(k) else (k, -1) for k in self.used if k not in taken]
        result += [self.side(*two, self.mirror(max(two), mode)) for two in alone]
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
        width, height = self.pages[page].width, self.pages[page].height
        moved = self.backs.on(width, height)
        if (mode == "long") == (width <= height):
            return moved @ Transform(a=-1.0, e=width)
        return moved @ Transform(d=-1.0, f=height)

    def fold(self, page: int, upright: bool) -> Transform:
        """Return what folding along an upright or level line does: the line drawn, or the middle."""
        width, height = self.pages[page].width, self.pages[page].height
        middle = (width if upright else height) / 2
        line = _fold_line(self.pages[page], upright, middle)
        if upright:
            return Transform(a=-1.0, e=2 * line)
        return Transform(d=-1.0, f=2 * line)

    def side(self, front: int, back: int, mirror: Transform) -> Side:
        """Return a sheet with every front and the nearest back behind it."""
        fronts = self.on.get(front, [])
        backs = list(self.on.get(back, ()))
        if front == back:
            fronts, backs = _halves(fronts, mirror)
        grid = _Grid(backs)
        all_off = _far_off(fronts, backs, grid, mirror)
        behind = [grid.take(mirror.apply(piece.centre).moved(*all_off)) for piece in fronts]
        rest = grid.rest()
        strays = rest if len(rest) <= STRAYS else []
        pairs = []
        for piece, near in zip(fronts, behind, strict=True):
            found = near or _stray(piece, strays, mirror)
            off = ORIGIN if found is None else offset(piece, found, mirror)
            pairs.append(FrontAndBack(piece, found, off))
        return Side(front, back, mirror, tuple(pairs), tuple(rest))


def _are_mixed(shown: Counter[str]) -> bool:
    """Tell whether a page shows both sides, each of a quarter of its pieces or more."""
    return len(shown) > 1 and 4 * min(shown.values()) >= shown.total()


def _far_off(
    fronts: Sequence[Found], backs: Sequence[Found], grid: _Grid, mirror: Transform
) -> Point:
    """Return how far all backs of a page lie off, where most are out of reach behind their fronts.

    It is what puts most backs behind fronts that they may be the backs of, and of that the least.
    """

    def fitting(off: Point, within: float) -> int:
        places = (mirror.apply(piece.centre).moved(*off) for piece in fronts)
        near = (grid.near(at, within) for at in places)
        return sum(
            any(_may_be_back(piece, back) for back in found)
            for piece, found in zip(fronts, near, strict=True)
        )

    if 2 * fitting(ORIGIN, REACH) > len(fronts):
        return ORIGIN
    some = fronts[:: 1 + len(fronts) // 3]
    offs = {
        Point(round(off.x, 1), round(off.y, 1))
        for piece in some
        for back in backs
        if _may_be_back(piece, back)
        for off in (offset(piece, back, mirror),)
        if REACH < math.hypot(*off) <= FAR
    }
    best = min(
        ((-fitting(off, ALIKE), math.hypot(*off), off) for off in sorted(offs)), default=None
    )
    return best[2] if best and -2 * best[0] > len(fronts) else ORIGIN


def _may_be_back(front: Found, back: Found) -> bool:
    """Tell whether a piece may be the back of another, by what is told of both."""
    return tells_of(front, back) and (front.kind == back.kind or not (front.kind and back.kind))


def _stray(front: Found, rest: list[Found], mirror: Transform) -> Found | None:
    """Take, of backs that lie behind none, the nearest that may be a front's: a tile off at most."""
    near = [
        (math.hypot(*offset(front, back, mirror)), k)
        for k, back in enumerate(rest)
        if _may_be_back(front, back)
        and (front.side == back.side == "both" or _are_sides(front, back))
    ]
    distance, k = min(near, default=(math.inf, -1))
    return rest.pop(k) if distance <= front.size else None


def _halves(pieces: Sequence[Found], mirror: Transform) -> tuple[list[Found], list[Found]]:
    """Return the pieces on the left of (or above) a fold, and those beyond it."""
    first: list[Found] = []
    second: list[Found] = []
    for piece in pieces:
        there = mirror.apply(piece.centre)
        before = piece.centre.x + piece.centre.y < there.x + there.y
        (first if before else second).append(piece)
    return first, second


def _fold_line(page: Page, upright: bool, middle: float) -> float:
    """Return where the straight line nearest to the middle runs that crosses most of the page."""
    length = page.height if upright else page.width
    best = middle
    nearest = REACH
    for mark in page.marks:
        box = mark.box
        if mark.stroke is None or (box.height if upright else box.width) < length / 2:
            continue
        if (box.width if upright else box.height) > 0.01:
            continue
        at = (box.left + box.right) / 2 if upright else (box.top + box.bottom) / 2
        if abs(at - middle) < nearest:
            best, nearest = at, abs(at - middle)
    return best


class _Grid:
    """Pieces to be taken one by one, the nearest to a place first."""

    def __init__(self, pieces: Sequence[Found]) -> None:
        self._cells: dict[tuple[int, int], list[Found]] = {}
        for piece in pieces:
            self._cells.setdefault(_cell(piece.centre), []).append(piece)

    def near(self, at: Point, within: float) -> Iterator[Found]:
        """Yield the pieces about a place, no farther off than a reach at most."""
        column, row = _cell(at)
        for key in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            for piece in self._cells.get(key, ()):
                if piece.centre.distance(at) <= within:
                    yield piece

    def take(self, at: Point) -> Found | None:
        """Take the nearest piece within reach of a place."""
        found = min(self.near(at, REACH), key=lambda piece: piece.centre.distance(at), default=None)
        if found is not None:
            self._cells[_cell(found.centre)].remove(found)
        return found

    def rest(self) -> list[Found]:
        """Return what nobody took."""
        return [piece for pieces in self._cells.values() for piece in pieces]


def _cell(point: Point) -> tuple[int, int]:
    return int(point.x // REACH), int(point.y // REACH)
