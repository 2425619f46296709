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
from generator.checking import grouped, whole_pages
from generator.checking.faults import BACK_TOLERANCE, Counted, Fault, Wanted, at
from generator.checking.pages.paint import Page
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import UNREAD, CountedKind, Found
from generator.printing.duplex import BackCorrection

#: A back is its front's up to this far from where it belongs, as a share of the front's size.
_REACH = 0.4


class FrontAndBack(NamedTuple):
    """A front, and the back behind it if one is near."""

    front: Found
    back: Found | None
    #: How far the back lies off, in millimetres.
    off: Point
    #: It takes a place on the front to the place on the back that lies behind it.
    behind: Transform

    @property
    def is_one_piece(self) -> bool:
        """Whether the back is of the front's kind, or of its colour where that is all it shows."""
        front, back = self.front, self.back
        return (
            back is not None
            and (front.side, back.side) in (("front", "back"), ("both", "both"))
            and (front.trait == back.trait or not (front.trait and back.trait))
            and (front.kind == back.kind or not (front.kind and back.kind))
        )

    @property
    def differing(self) -> tuple[str, ...]:
        """The names of the back's areas that do not mirror the front's, as far as they can be read."""
        if self.back is None or not self.back.areas:
            return ()
        result = []
        for area in self.front.areas:
            place = self.behind.apply(area.at)
            behind = min(self.back.areas, key=lambda other: other.at.distance(place))
            if behind.value != area.value and UNREAD not in (behind.value, area.value):
                result.append(behind.name)
        return tuple(result)


class Sheet(NamedTuple):
    """Two sides of a sheet."""

    #: The indices of the front's page and the back's, -1 for one that is not there.
    pages: tuple[int, int]
    pairs: tuple[FrontAndBack, ...]
    #: Backs with no front before them.
    lone_backs: tuple[Found, ...]
    #: How many fronts have a back behind them that shows what it must.
    mirrored: int


def _fit(sheets: Sequence[Sheet]) -> tuple[int, int, float]:
    """Return how well sheets fit: mirror images, pairs of one piece, and minus how far all backs lie off."""
    pairs = [pair for sheet in sheets for pair in sheet.pairs]
    mirrored = sum(sheet.mirrored for sheet in sheets)
    distance = round(sum(math.hypot(*pair.off) for pair in pairs), 3)
    return mirrored, sum(pair.is_one_piece for pair in pairs), -distance


def _is_perfect(sheets: Sequence[Sheet]) -> bool:
    """Tell whether every front has its mirror image close behind it."""
    mirrored, _, closeness = _fit(sheets)
    fronts = sum(len(sheet.pairs) for sheet in sheets)
    return mirrored == fronts > 0 and -closeness <= BACK_TOLERANCE * fronts


class Pairing:
    """The pages with pieces on them, and how well they are paired in each way."""

    def __init__(
        self, pages: Sequence[Page], pieces: Sequence[Found], backs: BackCorrection
    ) -> None:
        self.pages = pages
        self.backs = backs
        self.on = grouped(pieces, lambda piece: piece.page)
        self.used = sorted(self.on)
        #: Which side each page is: ``front``, ``back``, or "" where nothing tells.
        self.sides = {k: self._side_of(k) for k in self.used}

    def best(self, mode: str) -> tuple[str, list[Sheet]]:
        """Return the way that sheets are turned over and the sheets: by ``mode``, or by another that fits better."""
        if mode == "none" or not self.used:
            return "none", []
        modes, first = ["fold"] if mode == "fold" else ["long", "short"], mode
        if mode == "auto":
            modes, first = [*modes, "fold"], whole_pages.turned(self.pages[k] for k in self.used)
        tried = []
        for way in sorted(modes, key=lambda one: one != first):
            for sheets in map(self.folded, (True, False)) if way == "fold" else [self.turned(way)]:
                if _is_perfect(sheets):
                    return way, sheets
                tried.append((way, sheets))
        best, sheets = max(tried, key=lambda one: _fit(one[1]))
        fronts = sum(len(sheet.pairs) for sheet in sheets)
        if mode != "auto" or 2 * _fit(sheets)[1] >= max(2, fronts):
            return best, sheets
        return tried[0] if self._is_two_sided() else ("none", [])

    def _is_two_sided(self) -> bool:
        """Tell whether pieces show two sides, or footers, names of files or empty pages tell of backs."""
        sides = {piece.side for own in self.on.values() for piece in own} - {"both"}
        footers = [whole_pages.footer(self.pages[k]) for k in self.used]
        is_stated = any(one.turned or one.side == "back" or one.is_name for one in footers)
        return len(sides) > 1 or is_stated or any(map(whole_pages.is_empty, self.pages))

    def _side_of(self, page: int) -> str:
        sides = Counter(piece.side for piece in self.on[page])
        if sides["both"]:
            return whole_pages.footer(self.pages[page]).side
        return "back" if 2 * sides["back"] > sides.total() else "front"

    def folded(self, upright: bool) -> list[Sheet]:
        """Return each page as a sheet that is folded along its middle."""
        sheets = []
        for page in self.used:
            mirror = _mirror(upright, *self.pages[page].paper)
            halves: tuple[list[Found], list[Found]] = ([], [])
            for piece in self.on[page]:
                halves[sum(piece.centre) >= sum(mirror.apply(piece.centre))].append(piece)
            # The backs are the half that shows more of them: a page may be upside down.
            fronts, backs = sorted(halves, key=lambda half: sum(p.side == "back" for p in half))
            sheets.append(_paired((page, page), mirror, fronts, backs))
        return sheets

    def turned(self, mode: str) -> list[Sheet]:
        """Return each front with the back that fits it best, and the pages that are left as they follow each other."""
        sheets: list[Sheet] = []
        left = [*self.used]
        for front in self.used:
            tried: list[Sheet] = []
            for back in self._likely_backs(front, left):
                tried.append(self._sheet(front, back, mode))
                if tried[-1].mirrored == len(tried[-1].pairs):
                    break
            best = max(tried, key=lambda sheet: sheet.mirrored, default=None)
            if best is not None and 2 * best.mirrored >= len(best.pairs):
                sheets.append(best)
                left = [k for k in left if k not in best.pages]
        fronts = [k for k in left if self.sides[k] != "back"]
        backs = [k for k in left if self.sides[k] == "back"]
        rest = [*zip(fronts, backs, strict=False)]
        if len(fronts) != len(backs):  # each alone; pages of pieces with like sides count as fronts
            has_backs = {k: any(piece.side == "back" for piece in self.on[k]) for k in left}
            rest = [(-1, k) if has_backs[k] else (k, -1) for k in left]
        return [*sheets, *(self._sheet(*two, mode) for two in rest)]

    def _likely_backs(self, front: int, pages: Sequence[int]) -> list[int]:
        """Return the pages that may be a front's back, the nearest first."""
        if self.sides[front] == "back" or front not in pages:
            return []
        others = (k for k in pages if k != front and self.sides[k] != "front")
        alike = (k for k in others if self._are_alike(front, k))
        return sorted(alike, key=lambda k: abs(k - front))

    def _are_alike(self, *pages: int) -> bool:
        """Tell whether at least half of the pieces on one of two pages are on the other."""
        names = ([piece.trait or piece.kind for piece in self.on[k]] for k in pages)
        one, other = (Counter(filter(None, own)) for own in names)
        return 2 * (one & other).total() >= max(1, min(one.total(), other.total()))

    def _sheet(self, front: int, back: int, mode: str) -> Sheet:
        width, height = self.pages[max(front, back)].paper  # one of them may be -1
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
    """Tell whether a piece has marks on it that may hide what it is."""
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
        #: It stands for all kinds in what they share: the component, its size and its sides.
        self.first = kinds[0]
        #: The boards that are there, by name.
        self.whole = [name for name in self.kinds if name in found.reading.whole]
        self.pieces = [one for one in found.reading.pieces if one.part == self.first.part]
        pairing = Pairing(self.pages, self.pieces, wanted.backs)
        #: How sheets are turned over, and the sheets.
        self.mode, self.sheets = pairing.best(wanted.duplex if self.first.has_back else "none")
        pairs = [pair for sheet in self.sheets for pair in sheet.pairs]
        scaled = whole_pages.by_rulers(self.pages, wanted.backs.shares)
        wrong = {k for k, page in enumerate(self.pages) if k in scaled or page.mirrored_words > 0}
        wrong_sheets = (sheet.pages for sheet in self.sheets if wrong & {*sheet.pages})
        #: Pages that are scaled or mirrored, which is a fault already, and those behind them.
        self.distorted = wrong.union(*wrong_sheets)
        #: The front before each back and the back behind each front, by the ``id`` of the piece.
        self.front_of = {id(pair.back): pair.front for pair in pairs if pair.back}
        self.back_of = {id(pair.front): pair.back for pair in pairs if pair.back}
        self.expected = self._expected()
        fronts = [pair.front for pair in pairs] or self.pieces
        self.fronts = [piece for piece in fronts if piece.side != "back"] or self.pieces
        self._marked = self._read_marked()
        #: How many of each kind there are.
        self.counts = Counter(filter(None, [*self.whole, *map(self.kind_of, self.fronts)]))
        #: How many boards and pieces there are.
        self.found = len(self.whole) + len(self.fronts)

    def _expected(self) -> Counter[str]:
        """Return how many of each kind there should be: those of all copies, or the single pieces asked for."""
        kinds, amounts = self.kinds, Counter[str]()
        if self.wanted.pieces is None:
            for name, kind in kinds.items():
                # A kit has a board once, whatever its copies.
                amounts[name] = kind.amount * (1 if kind.is_board else self.wanted.copies)
            return amounts
        for piece, amount in self.wanted.pieces.items():
            amounts[piece if piece in kinds else kind_of(piece)] += amount
        return Counter({name: amounts[name] for name in kinds if name in amounts})

    def _read_marked(self) -> dict[int, str]:
        """Return the kinds of marked fronts, by ``id``: what they or their backs show if it is missing, else ""."""
        clear = Counter(front.kind for front in self.fronts if not is_marked(front))
        missing = self.expected - clear
        kinds = {}
        for front in filter(is_marked, self.fronts):
            back = self.back_of.get(id(front), front)
            kind = next((one.kind for one in (front, back) if missing[one.kind] > 0), "")
            missing[kind] -= 1
            kinds[id(front)] = kind
        return kinds

    @property
    def is_asked(self) -> bool:
        if self.wanted.pieces is not None and not self.wanted.only:
            return bool(self.expected)
        named = self.wanted.only or self.wanted.printed
        return self.first.part in named if named else not self.first.optional

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
        """Return the name of a piece's kind, "" where it is not known; a marked piece counts as a missing one."""
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
