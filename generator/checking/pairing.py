"""Which pages are the two sides of one sheet of paper, how it is turned over, and which back lies where.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from pathlib import PurePath
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

    pages: tuple[int, int]
    mirror: Transform
    pairs: tuple[FrontAndBack, ...]
    #: Backs with no front before them.
    lost: tuple[Found, ...] = ()

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
    return Side(pages, mirror, tuple(pairs), tuple(back for *_, back in left))


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
    #: Those whose pages do not follow each other as others do.
    exchanged: tuple[Side, ...] = ()


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
    # Pages may be exchanged or lost.
    for sides in [desk.fitting(one, best) for one in modes.get(mode, ())]:
        if (found := _fit(sides)).mirrored > fit.mirrored:
            best, fit = sides, found
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
        sides = {k: self._side_of(k) for k in self.used}
        #: Which side pages are: ``front``, ``back``, or "" where nothing tells.
        self.sides = sides if {*sides.values()} != {"back"} else dict.fromkeys(sides, "")

    def _side_of(self, page: int) -> str:
        """Return which side a page is, by what is drawn, or else by what it says or is called."""
        shown = self.shown[page]
        if not shown["both"]:
            return "back" if 2 * shown["back"] > shown.total() else "front"
        is_called_so = "back" in PurePath(self.pages[page].source).stem.lower()
        return footers.of_page(self.pages[page]).side or "back" * is_called_so

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
            ways = (self._neighbours(), self._neighbours(backs_first=True), self._runs())
            for sheets in dict.fromkeys(map(tuple, ways)):
                yield Sides(mode, tuple(self._sheet(*two, mode) for two in sheets))

    def _sheet(self, front: int, back: int, mode: str) -> Side:
        width, height = self.pages[max(front, back)].paper
        upright = (mode == "long") == (width <= height)
        mirror = self.backs.on(width, height) @ _mirror(upright, width, height)
        fronts, backs = self.on.get(front, []), self.on.get(back, [])
        farther = abs(1 - self.scales.get(back, 1.0)) * math.hypot(width, height)
        return _side((front, back), mirror, fronts, backs, farther)

    def fitting(self, mode: str, ordered: Sides) -> Sides:
        """Return each front with a back that fits it wherever that lies, those exchanged that are not ``ordered`` so."""
        sheets, left = [], [*self.used]
        for front in (k for k in self.used if self.sides[k] != "back"):
            if front not in left or mode == "fold":
                continue
            likely = (
                k
                for k in left
                if k != front and self.sides[k] != "front" and self._are_alike(front, k)
            )
            fits = (one for k in likely if (one := self._sheet(front, k, mode)).fits)
            if (sheet := next(fits, None)) is not None:
                sheets.append(sheet)
                left = [k for k in left if k not in sheet.pages]
        known = {one.pages for one in ordered.sheets}
        exchanged = [one for one in sheets if one.pages not in known and not left]
        sheets += [self._sheet(*self._alone(k), mode) for k in left]
        return Sides(mode, tuple(sheets), tuple(exchanged))

    def _folded(self, page: int, upright: bool) -> Side:
        """Return a page that is folded along an upright or level line down its middle."""
        mirror = _mirror(upright, *self.pages[page].paper)
        halves: tuple[list[Found], list[Found]] = ([], [])
        for piece in self.on[page]:
            halves[sum(piece.centre) >= sum(mirror.apply(piece.centre))].append(piece)
        # A page that is upside down folds as well.
        fronts, backs = sorted(halves, key=lambda half: sum(p.side == "back" for p in half))
        return _side((page, page), mirror, fronts, backs)

    def _neighbours(self, *, backs_first: bool = False) -> Iterator[tuple[int, int]]:
        """Yield each page with the one after it, if these are a front and a back, or a back and a front."""
        order = ["back", "front"] if backs_first else ["front", "back"]
        taken = -1
        for k, after in pairwise([*self.used, -1]):
            if k == taken:
                continue
            sides = [self.sides[k], self.sides.get(after, "none")]
            if sides == order or ("" in sides and self._are_alike(k, after)):
                taken = after
                yield (after, k) if sides[0] == "back" else (k, after)
            else:
                yield self._alone(k)

    def _are_alike(self, first: int, second: int) -> bool:
        """Tell whether half of the pieces on one of two pages, or more, are on the other."""
        one, other = (
            Counter(p.kind for p in self.on.get(k, ()) if p.kind) for k in (first, second)
        )
        del one[""], other[""]
        return (one & other).total() >= ENOUGH * max(1, min(one.total(), other.total()))

    def _alone(self, page: int) -> tuple[int, int]:
        """Return a page without its other side: of pieces with like sides it counts as their fronts."""
        return (-1, page) if self.shown[page]["back"] else (page, -1)

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield each front with its back where all fronts come first, or all backs: two runs."""
        half = (len(self.used) + 1) // 2
        fronts, backs = self.used[:half], self.used[half:]
        if "" not in self.sides.values():
            fronts, backs = (
                [k for k in self.used if self.sides[k] == s] for s in ("front", "back")
            )
        for front, back in zip_longest(fronts, backs, fillvalue=-1):
            yield (front, back) if front >= 0 else self._alone(back)


def _mirror(upright: bool, width: float, height: float) -> Transform:
    """Return the reflection in the upright or level line down the middle of a page."""
    return Transform(a=-1.0, e=width) if upright else Transform(d=-1.0, f=height)
