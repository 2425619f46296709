"""One component of a kit as it was found on sheets: its kinds, its pieces and their two sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import engine
from engine.drawing.parts import kind_of
from engine.verify import Naming
from engine.words import with_article
from generator.checking import pairing, scale
from generator.checking.faults import Counted, Fault, Wanted, at
from generator.checking.grouping import grouped
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import CountedKind, Found


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
        """Take the component's kinds, and of all pieces read those that are its own."""
        self.pages = found.pages
        self.wanted = wanted
        self.naming = naming
        self.kinds = {kind.name: kind for kind in kinds}
        self.first = kinds[0]
        self.whole = [name for name in self.kinds if name in found.reading.whole]
        self.pieces = [one for one in found.reading.pieces if one.part == self.first.part]
        #: Pages that are mirrored, which is a fault already.
        self.mirrored = {k for k, page in enumerate(self.pages) if scale.is_mirrored(page)}
        #: Those, and pages that are drawn smaller or larger: so, too.
        self.distorted = self.mirrored | scale.by_rulers(self.pages, wanted.backs.shares).keys()
        desk = pairing.Pairing(self.pages, self.pieces, wanted.backs)
        self.sides = desk.best(wanted.duplex if self.first.faces else "none")
        paired = [(pair.front, pair.back) for pair in self.sides.pairs if pair.back]
        #: What lies before and behind pieces, by their numbers (``id``).
        self.front_of = {id(back): front for front, back in paired}
        self.back_of = {id(front): back for front, back in paired}
        self.expected = self._expected()
        fronts = [pair.front for pair in self.sides.pairs] or self.pieces
        self.fronts = [piece for piece in fronts if piece.side != "back"] or self.pieces
        self._marked = self._read_marked()
        #: How many of each kind there are.
        self.counts = Counter(filter(None, [*self.whole, *map(self.kind_of, self.fronts)]))

    def _expected(self) -> Counter[str]:
        """Return how many of each kind there should be: in all copies, but of boards one, or of single pieces."""
        kinds, amounts = self.kinds, Counter[str]()
        if self.wanted.pieces is None:
            for name, kind in kinds.items():
                amounts[name] = kind.amount * (1 if kind.shape == "board" else self.wanted.copies)
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

    # ---------------------------------------------------------------------- what is there

    def other_side(self, piece: Found) -> Found | None:
        """Return what lies behind a piece, or before it."""
        return self.back_of.get(id(piece)) or self.front_of.get(id(piece))

    def is_behind(self, piece: Found) -> bool:
        """Tell whether a piece is a back, by what it shows or by what it lies behind."""
        return piece.side == "back" or id(piece) in self.front_of

    def kind_of(self, piece: Found) -> str:
        """Return the name of a piece's kind, of a marked one what is lacking, else ""."""
        return self._marked.get(id(piece), piece.kind)

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
    def is_there(self) -> bool:
        return bool(self.pieces or self.whole)

    @property
    def is_asked(self) -> bool:
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
            front = self.front_of.get(id(piece))
            if front is not None and self.kind_of(front) in self.kinds:
                return f"the back of {self.name(front)}"
            return "the back" if piece.side == "back" else "the tile"
        if kind.is_named:
            return kind.title
        named = with_article(kind.title)
        return f"{named} ({piece.side})" if piece.side != "both" else named

    def place(self, piece: Found) -> str:
        """Return where a piece lies, in words."""
        x, y = piece.centre
        return f"{self.pages[piece.page].title} at {x:.1f}, {y:.1f} mm"

    def at(self, kind: str, message: str, piece: Found) -> Fault:
        """Return a fault of a piece, its message followed by its place."""
        place = f"{message} ({self.place(piece)})"
        fault = at(kind, place, self.pages[piece.page], piece.centre)
        tile = self.kind_of(piece)
        return fault._replace(tile=tile, number=self.naming.number(tile))
