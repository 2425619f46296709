"""Which pages are the two sides of one sheet, and which piece lies behind which.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry.plane import Point, Transform
from generator.checking.pages.paint import Page
from generator.checking.recognise.found import Found

MODES = ("auto", "long", "short", "fold", "none")

#: A back this far from where it belongs is still that front's, in millimetres.
REACH = 3.0
#: For two pages to be a sheet's sides, this share of the pieces must have a matching one behind.
ENOUGH = 0.5

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
    """Two sides of a sheet: the pages' indices, the mirror between them, the pieces in pairs."""

    front: int
    back: int
    mirror: Transform
    pairs: tuple[FrontAndBack, ...]
    #: Backs with no front before them.
    lost: tuple[Found, ...] = ()


@dataclass(frozen=True)
class Sides:
    """A set's pages paired: the way its sheets are turned, and the sheets."""

    mode: str
    sheets: tuple[Side, ...]


#: Tells whether two pieces are one, by what is drawn: in place, and in any turn.
Alike = Callable[[Found, Found], bool]


def pair(
    pages: Sequence[Page],
    pieces: Sequence[Found],
    mode: str,
    shift: tuple[float, float],
    alike: Alike,
) -> Sides:
    """Return the pages paired as ``mode`` says, or for ``auto`` as fits best.

    ``shift`` is how far all backs were moved on purpose; ``alike`` tells whether two pieces are
    the same tile.
    """
    desk = _Pairing(pages, pieces, shift, alike)
    modes = [mode] if mode != "auto" else ["long", "short", "fold"]
    best: tuple[_Fit, Sides] | None = None
    for m in modes:
        for scheme in desk.schemes(m) if m != "none" else ():
            sides = Sides(m, tuple(desk.side(*three) for three in scheme))
            fit = _fit(sides, alike)
            if best is None or fit > best[0]:
                best = fit, sides
            if fit.mirrored == fit.fronts:
                return sides
    if best is None or (mode == "auto" and best[0].same < ENOUGH * best[0].fronts):
        return Sides("none", tuple(desk.alone(k) for k in desk.used))
    return best[1]


class _Fit(NamedTuple):
    """How well pages fit as sides of sheets, the better the greater."""

    mirrored: int  # pairs that are each other's mirror image
    same: int  # pairs of one tile
    paired: int
    fronts: int


def _fit(sides: Sides, alike: Alike) -> _Fit:
    same = mirrored = paired = fronts = 0
    for sheet in sides.sheets:
        fronts += len(sheet.pairs)
        for front, back, _ in sheet.pairs:
            if back is not None:
                paired += 1
                same += alike(front, back)
                mirrored += _is_mirrored(front, back, sheet.mirror)
    return _Fit(mirrored, same, paired, fronts)


def _is_mirrored(front: Found, back: Found, mirror: Transform) -> bool:
    """Tell whether a back shows what it must behind this front."""
    return back.side != "front" and tells_of(front, back) and not differing(front, back, mirror)


def tells_of(front: Found, back: Found) -> bool:
    """Tell whether a back tells of its front what that is, or nothing."""
    return not (front.told and back.told) or front.told == back.told


def differing(front: Found, back: Found, mirror: Transform) -> tuple[str, ...]:
    """Return the names of a back's areas that are not what the mirror image of its front shows."""
    dx, dy = offset(front, back, mirror)
    result = []
    for spot in front.spots:
        at = mirror.apply(spot.at).moved(dx, dy)
        behind = min(back.spots, key=lambda other: other.at.distance(at))
        if behind.value != spot.value:
            result.append(behind.name)
    return tuple(result)


def offset(front: Found, back: Found, mirror: Transform) -> Point:
    """Return how far a back lies from where its front asks for it, to the right and down."""
    at = mirror.apply(front.centre)
    return Point(back.centre.x - at.x, back.centre.y - at.y)


class _Pairing:
    """The pages with pieces on them, and what is tried with them."""

    def __init__(
        self,
        pages: Sequence[Page],
        pieces: Sequence[Found],
        shift: tuple[float, float],
        alike: Alike,
    ) -> None:
        self.pages = pages
        self.shift = shift
        self.alike = alike
        self.on: dict[int, list[Found]] = {}
        for piece in pieces:
            self.on.setdefault(piece.page, []).append(piece)
        self.used = sorted(self.on)

    def schemes(self, mode: str) -> Iterator[list[tuple[int, int, Transform]]]:
        """Yield the ways to pair the pages: (front, back, mirror) of every sheet."""
        if mode == "fold":
            for upright in (True, False):
                yield [(k, k, self.fold(k, upright)) for k in self.used]
            return
        used, half = self.used, (len(self.used) + 1) // 2
        neighbours = [used[k : k + 2] for k in range(0, len(used), 2)]
        # All fronts, then all backs: two runs, or two files.
        runs = [[used[k], *used[half + k : half + k + 1]] for k in range(half)]
        for pairing in (neighbours, runs) if len(used) > 2 else (neighbours,):
            yield [(*self.front_first(two), self.mirror(two[0], mode)) for two in pairing]

    def front_first(self, two: Sequence[int]) -> tuple[int, int]:
        """Return a sheet's pages, front first as far as their files' names tell; -1 for no back."""
        if len(two) < 2:
            return two[0], -1
        first, second = (self.pages[k].source.lower() for k in two)
        backwards = "back" in first and "back" not in second
        return (two[1], two[0]) if backwards else (two[0], two[1])

    def mirror(self, page: int, mode: str) -> Transform:
        """Return what turning the paper over its long or short edge does to places."""
        width, height = self.pages[page].width, self.pages[page].height
        dx, dy = self.shift
        if (mode == "long") == (width <= height):
            return Transform(a=-1.0, e=width + dx, f=dy)
        return Transform(d=-1.0, e=dx, f=height + dy)

    def fold(self, page: int, upright: bool) -> Transform:
        """Return what folding along an upright or level line does: the line drawn, or the middle."""
        width, height = self.pages[page].width, self.pages[page].height
        middle = (width if upright else height) / 2
        line = _fold_line(self.pages[page], upright, middle)
        if upright:
            return Transform(a=-1.0, e=2 * line)
        return Transform(d=-1.0, f=2 * line)

    def alone(self, page: int) -> Side:
        """Return a page whose pieces have no backs to speak of."""
        pairs = tuple(FrontAndBack(piece, None, Point(0.0, 0.0)) for piece in self.on[page])
        return Side(page, -1, Transform(), pairs)

    def side(self, front: int, back: int, mirror: Transform) -> Side:
        """Return a sheet with every front and the nearest back behind it."""
        fronts = self.on[front]
        backs = list(self.on.get(back, ()))
        if front == back:
            fronts, backs = _halves(fronts, mirror)
        grid = _Grid(backs)
        pairs = []
        for piece in fronts:
            found = grid.take(mirror.apply(piece.centre))
            off = offset(piece, found, mirror) if found is not None else Point(0.0, 0.0)
            pairs.append(FrontAndBack(piece, found, off))
        return Side(front, back, mirror, tuple(pairs), tuple(grid.rest()))


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

    def take(self, at: Point) -> Found | None:
        """Take the nearest piece within reach of a place."""
        column, row = _cell(at)
        near = [
            (piece.centre.distance(at), key, piece)
            for key in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
            for piece in self._cells.get(key, ())
        ]
        distance, key, piece = min(near, key=lambda n: n[0], default=(REACH + 1, (0, 0), None))
        if piece is None or distance > REACH:
            return None
        self._cells[key].remove(piece)
        return piece

    def rest(self) -> Iterator[Found]:
        """Yield what nobody took."""
        for pieces in self._cells.values():
            yield from pieces


def _cell(point: Point) -> tuple[int, int]:
    return int(point.x // REACH), int(point.y // REACH)
