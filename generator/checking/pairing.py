"""Which pages are the two sides of one sheet of paper, how it is turned over, and which back lies where."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import engine
from engine.drawing.parts import kind_of
from engine.geometry.plane import ORIGIN, Point, Transform
from engine.verify import Naming
from engine.words import with_article
from generator.checking import whole_pages
from generator.checking.faults import Counted, Fault, Wanted, at
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import UNREAD, CountedKind, Found
from generator.printing.duplex import BackCorrection

MODES = ("auto", "long", "short", "fold", "none")

#: A back so far from where it belongs, as a share of its front's size, is still that front's; backs
#: no farther off than so many millimetres, on the whole, leave no doubt how sheets are turned.
_REACH, _NEAR = 0.4, 0.05
#: For two pages to be a sheet's sides, this share of the pieces must have a matching one behind.
_ENOUGH = 0.5


class FrontAndBack(NamedTuple):
    """A front and the back behind it, if one is near; how far that lies off, in millimetres."""

    front: Found
    back: Found | None
    off: Point
    #: It takes a place on the front to that behind it on the back.
    behind: Transform

    @property
    def is_one_piece(self) -> bool:
        """Whether the back is of the front's kind, or of its colour where that is all it shows."""
        front, back = self.front, self.back
        return (
            back is not None
            and (front.side, back.side) in (("front", "back"), ("both", "both"))
            and (front.told == back.told or not (front.told and back.told))
            and (front.kind == back.kind or not (front.kind and back.kind))
        )

    @property
    def differing(self) -> tuple[str, ...]:
        """The names of the back's areas, of those read, that do not mirror the front's."""
        spots = self.back.spots if self.back is not None else ()
        result = []
        for spot in self.front.spots if spots else ():
            at = self.behind.apply(spot.at)
            there = min(spots, key=lambda other: other.at.distance(at))
            if there.value != spot.value and UNREAD not in (there.value, spot.value):
                result.append(there.name)
        return tuple(result)


class Sheet(NamedTuple):
    """Two sides of a sheet: the pages' indices, -1 where one is not there, and the pieces in pairs."""

    pages: tuple[int, int]
    pairs: tuple[FrontAndBack, ...]
    #: Backs with no front before them.
    lost: tuple[Found, ...]
    #: How many fronts have a back behind them that shows what it must.
    mirrored: int


def _fit(sheets: Sequence[Sheet]) -> tuple[int, int, float]:
    """Return how well sheets fit: pairs that are mirror images, pairs of one piece, less what backs lie off."""
    pairs = [pair for sheet in sheets for pair in sheet.pairs]
    off = round(sum(math.hypot(*pair.off) for pair in pairs), 3)
    return sum(one.mirrored for one in sheets), sum(pair.is_one_piece for pair in pairs), -off


class Pairing:
    """The pages with pieces on them, and how well they are paired in each way."""

    def __init__(
        self, pages: Sequence[Page], pieces: Sequence[Found], backs: BackCorrection
    ) -> None:
        self.pages = pages
        self.backs = backs
        self.on = grouped(pieces, lambda piece: piece.page)
        self.used = sorted(self.on)
        #: Which side pages are: ``front``, ``back``, or "" where nothing tells.
        self.sides = {k: self._side_of(k) for k in self.used}

    def best(self, mode: str) -> tuple[str, list[Sheet]]:
        """Return the sheets as ``mode`` turns them, or another way that fits better, and that way."""
        if mode == "none" or not self.used:
            return "none", []
        modes, first = ["fold"] if mode == "fold" else ["long", "short"], mode
        if mode == "auto":
            modes, first = [*modes, "fold"], whole_pages.turned(self.pages[k] for k in self.used)
        found = []
        for one in sorted(modes, key=lambda one: one != first):
            for sheets in map(self.folded, (True, False)) if one == "fold" else [self.turned(one)]:
                mirrored, _, near = _fit(sheets)
                fronts = sum(len(sheet.pairs) for sheet in sheets)
                if mirrored == fronts > 0 and -near <= _NEAR * fronts:
                    return one, sheets
                found.append((one, sheets))
        best, sheets = max(found, key=lambda one: _fit(one[1]))
        fronts = sum(len(sheet.pairs) for sheet in sheets)
        if mode != "auto" or _fit(sheets)[1] >= max(1, _ENOUGH * fronts):
            return best, sheets
        # Pieces show two sides, or sheets or empty pages say that they have these.
        sides = {piece.side for own in self.on.values() for piece in own} - {"both"}
        feet = [whole_pages.footer(self.pages[k]) for k in self.used]
        is_stated = any(foot.turned or foot.side == "back" or foot.is_name for foot in feet)
        is_sided = len(sides) > 1 or is_stated or any(map(whole_pages.is_empty, self.pages))
        return found[0] if is_sided else ("none", [])

    def _side_of(self, page: int) -> str:
        shown = Counter(piece.side for piece in self.on[page])
        if shown["both"]:
            return whole_pages.footer(self.pages[page]).side
        return "back" if 2 * shown["back"] > shown.total() else "front"

    def folded(self, upright: bool) -> list[Sheet]:
        sheets = []
        for page in self.used:
            mirror = _mirror(upright, *self.pages[page].paper)
            halves: tuple[list[Found], list[Found]] = ([], [])
            for piece in self.on[page]:
                halves[sum(piece.centre) >= sum(mirror.apply(piece.centre))].append(piece)
            # A page that is upside down folds as well.
            fronts, backs = sorted(halves, key=lambda half: sum(p.side == "back" for p in half))
            sheets.append(_paired((page, page), mirror, fronts, backs))
        return sheets

    def turned(self, mode: str) -> list[Sheet]:
        """Return each front with the back that fits it best, the nearest first, and the others in order."""
        sheets: list[Sheet] = []
        left = [*self.used]
        for front in self.used:
            tried: list[Sheet] = []
            for back in self._likely(front, left):
                tried.append(self._sheet(front, back, mode))
                if tried[-1].mirrored == len(tried[-1].pairs):
                    break
            best = max(tried, key=lambda sheet: sheet.mirrored, default=None)
            if best is not None and 2 * best.mirrored >= len(best.pairs):
                sheets.append(best)
                left = [k for k in left if k not in best.pages]
        fronts, backs = ([k for k in left if (self.sides[k] == "back") == x] for x in (False, True))
        rest = [*zip(fronts, backs, strict=False)]
        if len(fronts) != len(backs):  # pieces with like sides count as their fronts
            has_backs = {k: any(piece.side == "back" for piece in self.on[k]) for k in left}
            rest = [(-1, k) if has_backs[k] else (k, -1) for k in left]
        return [*sheets, *(self._sheet(*two, mode) for two in rest)]

    def _likely(self, front: int, pages: Sequence[int]) -> list[int]:
        """Return the pages that may be a front's back, the nearest first."""
        if self.sides[front] == "back" or front not in pages:
            return []
        others = (k for k in pages if k != front and self.sides[k] != "front")
        alike = (k for k in others if self._are_alike(front, k))
        return sorted(alike, key=lambda k: abs(k - front))

    def _are_alike(self, *pages: int) -> bool:
        """Tell whether half of the pieces on one of two pages, or more, are on the other."""
        one, other = (Counter(filter(None, (p.told or p.kind for p in self.on[k]))) for k in pages)
        return (one & other).total() >= _ENOUGH * max(1, min(one.total(), other.total()))

    def _sheet(self, front: int, back: int, mode: str) -> Sheet:
        width, height = self.pages[max(front, back)].paper
        upright = (mode == "long") == (width <= height)
        mirror = self.backs.on(width, height) @ _mirror(upright, width, height)
        return _paired((front, back), mirror, self.on.get(front, []), self.on.get(back, []))


def _mirror(upright: bool, width: float, height: float) -> Transform:
    return Transform(a=-1.0, e=width) if upright else Transform(d=-1.0, f=height)


def _paired(
    pages: tuple[int, int], mirror: Transform, fronts: Sequence[Found], backs: Sequence[Found]
) -> Sheet:
    """Return a sheet with every front and the nearest back behind it."""
    left = [*backs]
    pairs = []
    for front in fronts:
        place = mirror.apply(front.centre)
        near = min(left, key=lambda back: back.centre.distance(place), default=None)
        if near is None or near.centre.distance(place) > _REACH * front.size:
            pairs.append(FrontAndBack(front, None, ORIGIN, mirror))
        else:
            left.remove(near)
            off = Point(near.centre.x - place.x, near.centre.y - place.y)
            pairs.append(FrontAndBack(front, near, off, Transform.translation(*off) @ mirror))
    mirrored = sum(pair.is_one_piece and not pair.differing for pair in pairs)
    return Sheet(pages, tuple(pairs), tuple(left), mirrored)


def components(found: SheetSet, wanted: Wanted) -> Iterator[KitPart]:
    """Yield the components that a kit of the game has, as they were found."""
    known = found.reading.kinds
    named = [kind.name for kind in known for _ in range(kind.amount) if kind.is_named]
    naming = Naming(engine.game(found.game), named)
    for kinds in grouped(known, lambda kind: kind.part).values():
        yield KitPart(found, wanted, naming, kinds)


def is_marked(piece: Found) -> bool:
    """Tell whether there is something on a piece that may hide what it is."""
    return any(flaw.kind != "impossible" for flaw in piece.flaws)


class KitPart:
    """One component: pieces of a few kinds, all of one size."""

    def __init__(
        self, found: SheetSet, wanted: Wanted, naming: Naming, kinds: Sequence[CountedKind]
    ) -> None:
        self.pages = found.pages
        self.wanted = wanted
        self.naming = naming
        self.kinds = {kind.name: kind for kind in kinds}
        self.first = kinds[0]
        self.whole = [name for name in self.kinds if name in found.reading.whole]
        self.pieces = [one for one in found.reading.pieces if one.part == self.first.part]
        pairing = Pairing(self.pages, self.pieces, wanted.backs)
        self.mode, self.sheets = pairing.best(wanted.duplex if self.first.has_back else "none")
        pairs = [pair for sheet in self.sheets for pair in sheet.pairs]
        scaled = whole_pages.by_rulers(self.pages, wanted.backs.shares)
        wrong = {k for k, page in enumerate(self.pages) if k in scaled or page.mirrored_words > 0}
        sheets = (sheet.pages for sheet in self.sheets if wrong & {*sheet.pages})
        #: Pages that are scaled or mirrored, which is a fault already, and those behind them.
        self.distorted = wrong.union(*sheets)
        #: What lies before backs and behind fronts, by their numbers (``id``).
        self.front_of = {id(pair.back): pair.front for pair in pairs if pair.back}
        self.back_of = {id(pair.front): pair.back for pair in pairs if pair.back}
        self.expected = self._expected()
        fronts = [pair.front for pair in pairs] or self.pieces
        self.fronts = [piece for piece in fronts if piece.side != "back"] or self.pieces
        self._marked = self._read_marked()
        #: How many of each kind there are.
        self.counts = Counter(filter(None, [*self.whole, *map(self.kind_of, self.fronts)]))
        self.found = len(self.whole) + len(self.fronts)

    def _expected(self) -> Counter[str]:
        """Return how many of each kind there should be: in all copies, but of boards one, or of single pieces."""
        kinds, amounts = self.kinds, Counter[str]()
        if self.wanted.pieces is None:
            for name, kind in kinds.items():
                amounts[name] = kind.amount * (1 if kind.is_board else self.wanted.copies)
            return amounts
        for piece, amount in self.wanted.pieces.items():
            amounts[piece if piece in kinds else kind_of(piece)] += amount
        return Counter({name: amounts[name] for name in kinds if name in amounts})

    def _read_marked(self) -> dict[int, str]:
        """Return what fronts with marks are, if that is lacking: what they show, or their backs; else ""."""
        lacks = self.expected - Counter(front.kind for front in self.fronts if not is_marked(front))
        kinds = {}
        for front in filter(is_marked, self.fronts):
            back = self.back_of.get(id(front), front)
            kind = next((one.kind for one in (front, back) if lacks[one.kind] > 0), "")
            lacks[kind] -= 1
            kinds[id(front)] = kind
        return kinds

    @property
    def is_asked(self) -> bool:
        if self.wanted.only:
            return self.first.part in self.wanted.only
        if self.wanted.pieces is not None:
            return bool(self.expected)
        if self.wanted.printed is not None:
            return self.first.part in self.wanted.printed
        return not self.first.optional

    @property
    def counted(self) -> Iterator[Counted]:
        """Every kind with how many there should be and are."""
        for name, kind in self.kinds.items():
            amounts = self.expected[name], self.counts[name], self.naming.number(name)
            yield Counted(self.first.part, name, kind.title, *amounts, kind.is_board)

    def is_behind(self, piece: Found) -> bool:
        """Tell whether a piece is a back, by what it shows or by what it lies behind."""
        return piece.side == "back" or id(piece) in self.front_of

    def kind_of(self, piece: Found) -> str:
        """Return the name of a piece's kind, of a marked one what is lacking, else ""."""
        return self._marked.get(id(piece), piece.kind)

    def name(self, piece: Found) -> str:
        """Return a piece's kind in words, and its side where that has a name."""
        kind = self.kinds.get(self.kind_of(piece))
        if kind is None:
            front = self.front_of.get(id(piece))
            if front is not None and self.kind_of(front) in self.kinds:
                return f"the back of {self.name(front)}"
            return "the back" if piece.side == "back" else "the tile"
        if kind.is_named:
            return kind.title
        named = with_article(kind.title)
        return f"{named} ({piece.side})" if piece.side != "both" else named

    def place(self, piece: Found) -> str:
        x, y = piece.centre
        return f"{self.pages[piece.page].title} at {x:.1f}, {y:.1f} mm"

    def at(self, kind: str, message: str, piece: Found) -> Fault:
        """Return a fault of a piece, its message followed by its place."""
        place = f"{message} ({self.place(piece)})"
        fault = at(kind, place, self.pages[piece.page], piece.centre)
        tile = self.kind_of(piece)
        return fault._replace(tile=tile, number=self.naming.number(tile))
