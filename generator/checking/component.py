"""One component of a kit as it was found on sheets: its kinds, its pieces and their two sides.

A set of different tiles is a component like others, with a kind for each tile.  It says what is
there and what it is called; what is wrong with it is told by the modules beside this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import engine
from engine.geometry.plane import Point
from engine.verify import Naming
from engine.words import with_article
from generator.checking import behind, footers, pairing, repeats, scale
from generator.checking.behind import FrontAndBack
from generator.checking.faults import Fault, Wanted
from generator.checking.pages import Page
from generator.checking.readback import SheetSet
from generator.checking.results import UNREAD, CountedKind, Found


def components(found: SheetSet, wanted: Wanted) -> Iterator[KitPart]:
    """Yield the components that a kit of the game has, as they were found."""
    naming = Naming(engine.game(found.game), found.reading.expected)
    kinds = found.reading.kinds
    for part in dict.fromkeys(kind.part for kind in kinds):
        yield KitPart(found, wanted, naming, [kind for kind in kinds if kind.part == part])


class KitPart:
    """One component: pieces of a few kinds, all of one size."""

    def __init__(
        self,
        found: SheetSet,
        wanted: Wanted,
        naming: Naming,
        kinds: Sequence[CountedKind],
    ) -> None:
        """Take the component's kinds, and of all pieces read those that are its own."""
        self.pages = found.pages
        self.wanted = wanted
        self.naming = naming
        self.kinds = {kind.name: kind for kind in kinds}
        self.first = kinds[0]
        self.whole = [name for name in self.kinds if name in found.reading.whole]
        own = [self._sided(piece) for piece in found.reading.pieces if self._is_own(piece)]
        #: Pages that show all that an earlier one shows, and which; their pieces are not counted.
        self.repeated = repeats.of_pages(own, self.expected, two_sided=bool(self.first.faces))
        self.pieces = [piece for piece in own if piece.page not in self.repeated]
        #: How large pages are drawn of the size that they say, by their indices.
        self.scales = scale.of_pages(self.pages, self.pieces)
        #: Pages that are drawn in another size, as their rulers tell: that is a fault already.
        self.scaled = scale.by_rulers(self.pages, wanted.backs.shares).keys()
        mode = wanted.duplex if self.first.faces else "none"
        own_pages = [self.pages[k] for k in sorted({piece.page for piece in self.pieces})]
        said = footers.turned(own_pages)
        self.sides = pairing.pair(self.pages, self.pieces, mode, wanted.backs, said)
        #: Whether the sheets say that there is another side, or others of their file are empty.
        self.has_two_sides = mode != "none" and (
            any(footers.of_page(page).has_two_sides for page in own_pages)
            or any(page.is_empty for page in self.pages)
        )
        self._told: dict[int, str] = {}
        self._tell_damaged()

    def _is_own(self, piece: Found) -> bool:
        if piece.part:
            return piece.part == self.first.part
        return piece.kind in self.kinds or self.first.is_named

    def _sided(self, piece: Found) -> Found:
        """Return a piece with the side it shows, of kinds that have a name for each."""
        if not piece.face:
            return piece
        return piece._replace(side="front" if piece.face == self.first.faces[0] else "back")

    def _tell_damaged(self) -> None:
        """Tell which of those that are missing the damaged fronts are, as their backs say."""
        missing = self.expected - Counter(front.kind for front in self.fronts)
        unread = [piece for piece in self.fronts if self.is_unread(piece)]
        backs = {id(front): back for front, back, _ in self.pairs}
        for piece in unread:
            back = backs.get(id(piece))
            if back is not None and missing[back.kind]:
                self._told[id(piece)] = back.kind
                missing[back.kind] -= 1

    # ---------------------------------------------------------------------- what is there

    @staticmethod
    def is_unread(piece: Found) -> bool:
        """Tell whether what a piece is cannot be read, since something is wrong with its areas."""
        return not piece.kind and any(area.value == UNREAD for area in piece.spots)

    def kind_of(self, piece: Found) -> str:
        """Return the name of a piece's kind, of damaged ones as far as it can be told, else ""."""
        return self._told.get(id(piece), piece.kind)

    @property
    def pairs(self) -> Iterator[FrontAndBack]:
        """Every front with its back."""
        return (pair for sheet in self.sides.sheets for pair in sheet.pairs)

    @cached_property
    def usual_side(self) -> str:
        """The side that most pieces show of those whose kind is told, or of all."""
        told = [piece for piece in self.pieces if piece.kind] or self.pieces
        shown = Counter(piece.side for piece in told)
        return max(shown, key=shown.__getitem__, default="front")

    @cached_property
    def fronts(self) -> list[Found]:
        """The pieces that are counted: fronts, or whatever sides are there without others."""
        if self.sides.mode == "none":
            return [piece for piece in self.pieces if piece.side == self.usual_side]
        return [pair.front for pair in self.pairs if pair.front.side != "back"]

    @cached_property
    def fronts_by_back(self) -> dict[int, Found]:
        """The fronts by the numbers (``id``) of their backs."""
        return {id(pair.back): pair.front for pair in self.pairs if pair.back is not None}

    @property
    def expected(self) -> Counter[str]:
        """How many of each kind there should be in all copies.

        A kit has one board, whatever its copies.  Where single pieces were printed it is these.
        """
        if self.wanted.pieces is not None:
            picked = self.wanted.pieces
            return Counter({name: picked[name] for name in self.kinds if name in picked})
        return Counter(
            {
                kind.name: kind.amount
                if kind.shape == "board" or kind.in_all
                else kind.amount * self.wanted.copies
                for kind in self.kinds.values()
            }
        )

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of each kind there are."""
        return Counter(self.whole) + Counter(filter(None, map(self.kind_of, self.fronts)))

    @property
    def found(self) -> int:
        """How many pieces there are, those of no kind among them."""
        return len(self.whole) + len(self.fronts)

    @property
    def has_backs_alone(self) -> bool:
        """Whether all that is there is backs, which do not tell what they are the backs of."""
        return bool(self.fronts) and not self.counts and {p.side for p in self.fronts} == {"back"}

    @property
    def is_one_sided(self) -> bool:
        """Whether all that is there is of one side, and that is not all."""
        return (
            self.has_two_sides
            and bool(self.pieces and self.first.faces)
            and (self.sides.mode == "none")
        )

    @property
    def is_there(self) -> bool:
        """Whether there is a piece of it, or the whole."""
        return bool(self.pieces or self.whole)

    @property
    def is_asked(self) -> bool:
        """Whether it must be there."""
        only = self.wanted.only
        if self.wanted.pieces is not None and not only:
            return bool(self.expected)
        return self.first.part in only if only else not self.first.optional

    @cached_property
    def misplaced(self) -> set[int]:
        """The numbers (``id``) of fronts in the place of others, whose own backs lie behind them.

        Such a tile is there once too often, or is none, and the other is missing; its back is in
        order.
        """
        missing, surplus = self.expected - self.counts, self.counts - self.expected
        result: set[int] = set()
        for front, back, _ in self.pairs:
            kind = self.kind_of(front)
            if back is None or (kind and not surplus[kind]):
                continue
            if missing[back.kind] if back.kind else not behind.tells_of(front, back):
                surplus[kind] -= 1
                missing[back.kind] -= 1
                result.add(id(front))
        return result

    @cached_property
    def bereft(self) -> dict[int, str]:
        """The backs (by their ``id``) whose fronts are missing, with what kind each is, "" if unknown.

        That the front is missing is a fault already.
        """
        missing = self.expected - self.counts
        result: dict[int, str] = {}
        for sheet in self.sides.sheets:
            for back in sheet.lost:
                kind = back.kind or next(iter(missing), "")
                if missing[kind] > 0:
                    result[id(back)] = kind if back.kind or len(missing) == 1 else ""
                    missing = missing - Counter({kind: 1})
        return result

    @cached_property
    def spare(self) -> set[int]:
        """The fronts (by their ``id``) without a back that are there too often.

        That they are is a fault already.
        """
        surplus = self.counts - self.expected
        result: set[int] = set()
        for front, back, _ in self.pairs:
            kind = self.kind_of(front)
            if back is None and surplus[kind] > 0:
                surplus[kind] -= 1
                result.add(id(front))
        return result

    # ---------------------------------------------------------------------- what it is called

    def name(self, piece: Found) -> str:
        """Return a piece's kind in words, and its side where that has a name."""
        kind = self.kinds.get(self.kind_of(piece))
        if kind is None:
            return "the back" if piece.side == "back" else "the tile"
        if kind.is_named:
            return kind.title
        named = with_article(kind.title)
        return f"{named} ({piece.face})" if piece.face else named

    def place(self, piece: Found) -> str:
        """Return where a piece lies, in words."""
        x, y = piece.centre
        return f"{self.pages[piece.page].title} at {x:.1f}, {y:.1f} mm"

    def at(self, kind: str, message: str, piece: Found) -> Fault:
        """Return a fault of a piece, its message followed by where that is."""
        return self.fault(kind, f"{message} ({self.place(piece)})", piece)

    def fault(self, kind: str, message: str, piece: Found) -> Fault:
        """Return a fault of a piece whose message says where that is."""
        fault = at(kind, message, self.pages[piece.page], piece.centre)
        kind = self.kind_of(piece)
        return fault._replace(tile=kind, number=self.naming.number(kind))


def at(kind: str, message: str, page: Page, place: Point | None = None) -> Fault:
    """Return a fault of a page, or of a place on it, whose message says where that is."""
    x, y = (None, None) if place is None else (round(place.x, 3), round(place.y, 3))
    return Fault(kind, message, page.source, page.number, x, y, is_placed=True)
