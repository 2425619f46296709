"""Which pages are the two sides of one sheet of paper, how it is turned over, and which back lies where.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking import footers, scale
from generator.checking.grouping import grouped, usual
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
        "none": (),
        "long": ("long", "short"),
        "short": ("short", "long"),
        "auto": tuple(sorted(desk.modes(), key=lambda one: one != said)),
    }
    for one in modes.get(mode, (mode,)):
        ways = map(desk.folded, (True, False)) if one == "fold" else (desk.turned(one),)
        for sides in ways:
            found = _fit(sides)
            if found > fit:
                best, fit = sides, found
            if fit.mirrored == fit.fronts and -fit.nearness <= NEAR * fit.fronts:
                return best
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

    def _sheet(self, front: int, back: int, mode: str) -> Side:
        width, height = self.pages[max(front, back)].paper
        upright = (mode == "long") == (width <= height)
        mirror = self.backs.on(width, height) @ _mirror(upright, width, height)
        fronts, backs = self.on.get(front, []), self.on.get(back, [])
        farther = abs(1 - self.scales.get(back, 1.0)) * math.hypot(width, height)
        return _side((front, back), mirror, fronts, backs, farther)

    def folded(self, upright: bool) -> Sides:
        """Return pages that are each folded along an upright or level line down its middle."""
        sheets = []
        for page in self.used:
            mirror = _mirror(upright, *self.pages[page].paper)
            halves: tuple[list[Found], list[Found]] = ([], [])
            for piece in self.on[page]:
                halves[sum(piece.centre) >= sum(mirror.apply(piece.centre))].append(piece)
            # A page that is upside down folds as well.
            fronts, backs = sorted(halves, key=lambda half: sum(p.side == "back" for p in half))
            sheets.append(_side((page, page), mirror, fronts, backs))
        return Sides("fold", tuple(sheets))

    def turned(self, mode: str) -> Sides:
        """Return each front with the back that fits it best, the nearest first, and what is left in order."""
        sheets: dict[int, Side] = {}
        left = [*self.used]
        for front in self.used:
            likely = self._likely(front, left) if front in left else []
            best: Side | None = None
            for back in likely:
                sheet = self._sheet(front, back, mode)
                if best is None or sheet.mirrored > best.mirrored:
                    best = sheet
                if best.mirrored == len(best.pairs):
                    break
            if best is not None and best.pairs and best.fits:
                sheets[front] = best
                left = [k for k in left if k not in best.pages]
        exchanged = () if left else tuple(self._out_of_order(sheets.values()))
        fronts, backs = ([k for k in left if self.sides[k] == side] for side in ("front", "back"))
        pairs = [*zip(fronts, backs, strict=True)] if len(fronts) == len(backs) else []
        alone = [self._alone(k) for k in left if not any(k in two for two in pairs)]
        rest = [self._sheet(*two, mode) for two in (*pairs, *alone)]
        return Sides(mode, (*sheets.values(), *rest), exchanged)

    def _likely(self, front: int, pages: Sequence[int]) -> list[int]:
        """Return the pages that may be a front's back, its neighbours first: first the one after it, or where backs come first before it."""
        if self.sides[front] == "back":
            return []
        others = (k for k in pages if k != front and self.sides[k] != "front")
        alike = (k for k in others if self._are_alike(front, k))
        backs_first = self.sides[self.used[0]] == "back"
        return sorted(alike, key=lambda k: (abs(k - front), (k < front) != backs_first))

    def _out_of_order(self, sheets: Iterable[Side]) -> Iterator[Side]:
        """Yield the sheets whose pages neither follow each other nor lie as far apart as all others."""
        places = {k: n for n, k in enumerate(self.used)}
        apart = [(sheet, places[sheet.pages[1]] - places[sheet.pages[0]]) for sheet in sheets]
        if any(abs(by) != 1 for _, by in apart):
            distances = [by for _, by in apart]
            right = 1 if 1 in distances else usual(distances)
            yield from (sheet for sheet, by in apart if by != right)

    def _are_alike(self, first: int, second: int) -> bool:
        """Tell whether half of the pieces on one of two pages, or more, are on the other."""
        one, other = (Counter(p.told or p.kind for p in self.on[k]) for k in (first, second))
        del one[""], other[""]
        return (one & other).total() >= ENOUGH * max(1, min(one.total(), other.total()))

    def _alone(self, page: int) -> tuple[int, int]:
        """Return a page without its other side: of pieces with like sides it counts as their fronts."""
        return (-1, page) if self.shown[page]["back"] else (page, -1)


def _mirror(upright: bool, width: float, height: float) -> Transform:
    """Return the reflection in the upright or level line down the middle of a page."""
    return Transform(a=-1.0, e=width) if upright else Transform(d=-1.0, f=height)
