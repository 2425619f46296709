"""One component of a kit as it was found on sheets: its kinds, its pieces and their two sides.

A set of different tiles is a component like others, with a kind for each tile.  It says what is
there and what it is called; what is wrong with it is told by the modules beside this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property

import engine
from engine.drawing.parts import kind_of
from engine.errors import NotationError
from engine.verify import Naming
from engine.words import with_article
from generator.checking import pairing, papers, scale
from generator.checking.faults import Counted, Fault, Wanted, at
from generator.checking.grouping import grouped, usual
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import UNREAD, CountedKind, Found


def components(found: SheetSet, wanted: Wanted) -> Iterator[KitPart]:
    """Yield the components that a kit of the game has, as they were found."""
    game, reading = engine.game(found.game), found.reading
    naming = Naming(game, reading.expected)
    known = reading.kinds
    if not known:  # a set of different tiles
        amounts, sides = Counter(reading.expected or game.tiles()), ("front", "back")
        known = tuple(
            CountedKind(
                tile, naming.of(tile), "tiles", "tiles", "tile", n, None, sides, is_named=True
            )
            for tile, n in amounts.items()
        )
        pieces = []
        for piece in reading.pieces:
            tile = piece.written
            with suppress(NotationError):
                tile = tile if tile in amounts else game.identify(tile)
            pieces.append(piece._replace(kind=tile if tile in amounts else ""))
        found = found._replace(reading=reading._replace(pieces=tuple(pieces)))
    for kinds in grouped(known, lambda kind: kind.part).values():
        yield KitPart(found, wanted, naming, kinds)


def is_unread(piece: Found) -> bool:
    """Tell whether what a piece is cannot be read, since something is wrong with its areas."""
    return not piece.kind and any(area.value == UNREAD for area in piece.spots)


def is_marked(piece: Found) -> bool:
    """Tell whether there is something on a piece that may hide what it is."""
    return any(flaw.kind != "impossible" for flaw in piece.flaws)


class KitPart:
    """One component: pieces of a few kinds, all of one size."""

    def __init__(
        self, found: SheetSet, wanted: Wanted, naming: Naming, kinds: Sequence[CountedKind]
    ) -> None:
        """Take the component's kinds, and of all pieces read those that are its own."""
        self.pages = found.pages
        self.wanted = wanted
        self.naming = naming
        self.kinds = {kind.name: kind for kind in kinds}
        self.first = kinds[0]
        self.whole = [name for name in self.kinds if name in found.reading.whole]
        own = (piece for piece in found.reading.pieces if self._is_own(piece))
        self.pieces = [*map(self._sided, own)]
        #: Pages that are mirrored, which is a fault already.
        self.mirrored = {k for k, page in enumerate(self.pages) if scale.is_mirrored(page)}
        #: How large pages are drawn of the size that they say, by their indices.
        self.scales = scale.of_pages(self.pages, self.pieces)
        #: Of those whose rulers tell that they are drawn in another size: that is a fault already.
        self.scaled = scale.by_rulers(self.pages, wanted.backs.shares)
        #: Whether two sides of its pieces are looked for.
        self.has_faces = bool(self.first.faces) and wanted.duplex != "none"
        mode = wanted.duplex if self.has_faces else "none"
        self.sides = pairing.pair(self.pages, self.pieces, mode, wanted.backs)
        #: Fronts and backs by the numbers (``id``) of the pieces on the other side.
        self.back_of = {id(pair.front): pair.back for pair in self.sides.pairs if pair.back}
        self.front_of = {id(pair.back): pair.front for pair in self.sides.pairs if pair.back}

    def _is_own(self, piece: Found) -> bool:
        if piece.part:
            return piece.part == self.first.part
        return piece.kind in self.kinds or self.first.is_named

    def _sided(self, piece: Found) -> Found:
        if not piece.face:
            return piece
        return piece._replace(side="front" if piece.face == self.first.faces[0] else "back")

    # ---------------------------------------------------------------------- what is there

    def other_side(self, piece: Found) -> Found | None:
        """Return what lies behind a piece, or before it."""
        return self.back_of.get(id(piece)) or self.front_of.get(id(piece))

    def is_behind(self, piece: Found) -> bool:
        """Tell whether a piece is a back, by what it shows or by what it lies behind."""
        return piece.side == "back" or id(piece) in self.front_of

    @cached_property
    def usual_side(self) -> str:
        """The side that most pieces show of those whose kind is told, or of all."""
        told = [piece for piece in self.pieces if piece.kind] or self.pieces
        return usual((piece.side for piece in told), "front")

    @cached_property
    def fronts(self) -> list[Found]:
        """The pieces that are counted: fronts, or whatever sides are there without others."""
        if self.sides.mode == "none":
            return [piece for piece in self.pieces if piece.side == self.usual_side]
        return [pair.front for pair in self.sides.pairs if pair.front.side != "back"]

    @cached_property
    def doubtful(self) -> list[Found]:
        """The fronts with a mark whose kind is not told, or is there too often."""
        spare = Counter(front.kind for front in self.fronts) - self.expected
        found = []
        for front in filter(is_marked, self.fronts):
            if not front.kind or spare[front.kind] > 0:
                found.append(front)
                spare[front.kind] -= 1
        return found

    def kind_of(self, piece: Found) -> str:
        """Return the name of a piece's kind, of doubtful ones what their backs say, else ""."""
        if all(piece is not one for one in self.doubtful):
            return piece.kind
        back = self.other_side(piece)
        return back.kind if back else ""

    @cached_property
    def expected(self) -> Counter[str]:
        """How many of each kind there should be in all copies.

        A kit has one board, whatever its copies.  A kit of single pieces has those alone.
        """
        if self.wanted.pieces is not None:
            picked: Counter[str] = Counter()
            for piece, amount in self.wanted.pieces.items():
                picked[piece if piece in self.kinds else kind_of(piece)] += amount
            return Counter({name: picked[name] for name in self.kinds if name in picked})
        once = {kind.name for kind in self.kinds.values() if kind.shape == "board"}
        copies = self.wanted.copies
        return Counter(
            {
                name: kind.amount * (1 if name in once else copies)
                for name, kind in self.kinds.items()
            }
        )

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of each kind there are."""
        kinds = Counter([*self.whole, *map(self.kind_of, self.fronts)])
        del kinds[""]
        return kinds

    @property
    def counted(self) -> Iterator[Counted]:
        """Every kind with how many there should be and are."""
        for name, kind in self.kinds.items():
            amounts = self.expected[name], self.counts[name], self.naming.number(name)
            yield Counted(self.first.part, name, kind.title, *amounts, kind.shape == "board")

    @property
    def found(self) -> int:
        """How many pieces there are, those of no kind among them."""
        return len(self.whole) + len(self.fronts)

    @property
    def is_one_sided(self) -> bool:
        """Whether all that is there is of one side, and sheets or empty pages say that there is another."""
        if not (self.has_faces and self.pieces) or self.sides.mode != "none":
            return False
        own = (self.pages[k] for k in {piece.page for piece in self.pieces})
        return any(map(papers.has_two_sides, own)) or any(map(papers.is_empty, self.pages))

    @property
    def is_there(self) -> bool:
        """Whether there is a piece of it, or the whole."""
        return bool(self.pieces or self.whole)

    @property
    def is_asked(self) -> bool:
        """Whether it must be there."""
        if self.wanted.only:
            return self.first.part in self.wanted.only
        if self.wanted.pieces is not None:
            return bool(self.expected)
        if self.wanted.printed is not None:
            return self.first.part in self.wanted.printed
        return not self.first.optional

    # ---------------------------------------------------------------------- what it is called

    def name(self, piece: Found) -> str:
        """Return a piece's kind in words, and its side where that has a name."""
        kind = self.kinds.get(self.kind_of(piece))
        if kind is None:
            front = self.other_side(piece) if self.is_behind(piece) else None
            if front is not None and self.kind_of(front) in self.kinds:
                return f"the back of {self.name(front)}"
            return "the back" if piece.side == "back" else "the tile"
        if kind.is_named:
            return kind.title
        named = with_article(kind.title)
        return f"{named} ({piece.face})" if piece.face else named

    def place(self, piece: Found) -> str:
        """Return where a piece lies, in words."""
        x, y = piece.centre
        return f"{self.pages[piece.page].title} at {x:.1f}, {y:.1f} mm"

    def at(self, kind: str, message: str, piece: Found, place: str = "") -> Fault:
        """Return a fault of a piece, its message followed by its place or others that are given."""
        words = f"{message}: {place}" if place else f"{message} ({self.place(piece)})"
        fault = at(kind, words, self.pages[piece.page], piece.centre)
        tile = self.kind_of(piece)
        return fault._replace(tile=tile, number=self.naming.number(tile))
