"""Every fault of sheets of counted pieces: too few or too many of a kind, and pieces that are off.

It serves games whose pieces of a kind are all alike, component by component; sets of different
tiles are for :mod:`generator.checking.inspection`.  A component without any piece on the sheets
is missing, unless only other components were asked for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from engine.errors import OptionError
from engine.words import count, plural
from generator.checking import pairing, scale
from generator.checking.faults import KINDS, Fault, Outcome, Wanted, in_order
from generator.checking.inspection import Inspection, subject_of
from generator.checking.pairing import Side, Sides
from generator.checking.readback import SheetSet
from generator.checking.recognise.found import CountedKind, Found


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with the sheets, of all components or of those asked for.

    Raises OptionError for a component the game does not have.
    """
    shown = [part for part in _components(found, wanted) if part.is_there or part.is_asked]
    faults = [fault for part in shown for fault in part.faults()]
    faults += _troubles(found)
    faults += scale.faults(found.pages, found.reading.pieces)
    facts = [fact for part in shown for fact in part.facts()]
    told = f"colours by {found.reading.colours}"
    return Outcome(
        found.game,
        subject_of(page.source for page in found.pages),
        sum(part.expected for part in shown),
        sum(part.count for part in shown),
        in_order(faults),
        (*facts, *found.reading.notes, told),
        tuple(kind for kind in KINDS if kind not in ("model", "impossible", "mirror", "colour")),
    )


def _components(found: SheetSet, wanted: Wanted) -> Iterator[_Component]:
    """Yield the components that a kit of the game has.

    Raises OptionError where one is asked for that it does not have.
    """
    kinds = found.reading.kinds
    names = list(dict.fromkeys(kind.part for kind in kinds))
    for name in wanted.only:
        if name not in names:
            raise OptionError(f"{found.game} has no component '{name}'; it has {', '.join(names)}")
    for name in names:
        yield _Component(found, wanted, tuple(kind for kind in kinds if kind.part == name))


def _troubles(found: SheetSet) -> Iterator[Fault]:
    for kind, words, k, at in found.reading.troubles:
        page = found.pages[k]
        if at is None:
            yield Fault(kind, f"{words} ({page.title})", page.source, page.number, is_placed=True)
            continue
        where = f"{page.title} at {at.x:.1f}, {at.y:.1f} mm"
        x, y = round(at.x, 3), round(at.y, 3)
        yield Fault(kind, f"{words} ({where})", page.source, page.number, x, y, is_placed=True)


class _Component(Inspection):
    """One component being looked through: pieces of a few kinds, all of one size."""

    def __init__(self, found: SheetSet, wanted: Wanted, kinds: Sequence[CountedKind]) -> None:
        own = {kind.name for kind in kinds}
        pieces = tuple(piece for piece in found.reading.pieces if piece.kind in own)
        part = found._replace(reading=found.reading._replace(pieces=pieces))
        super().__init__(part, wanted)
        self.kinds = kinds
        self.part = kinds[0].part
        self.whole = [kind for kind in kinds if kind.name in found.reading.whole]
        self.sides = self._paired() if pieces else Sides("none", ())

    def _paired(self) -> Sides:
        """Return the sides of the sheets; of pieces with one side, every page is a front."""
        mode = self.wanted.duplex if self.kinds[0].faces else "none"
        shares = self._shares()
        if mode == "auto":
            if len({piece.face for piece in self.reading.pieces}) < 2:
                mode = "none"
            elif any(_are_mixed(faces) for faces in shares.values()):
                mode = "fold"
        if mode != "none":
            self._put_in_order(shares)
        modes = ("long", "short") if mode == "auto" else (mode,)
        return max((self._paired_by(mode) for mode in modes), key=_fit)

    def _shares(self) -> dict[int, Counter[str]]:
        """Return which sides the pieces on each page show."""
        shares: dict[int, Counter[str]] = {}
        for piece in self.reading.pieces:
            shares.setdefault(piece.page, Counter())[piece.face] += 1
        return shares

    def _put_in_order(self, shares: Mapping[int, Counter[str]]) -> None:
        """Put each page of backs after its page of fronts, in whatever order they came."""
        front = self.kinds[0].faces[0]
        first = [k for k in shares if shares[k][front] * 2 >= shares[k].total()]
        second = [k for k in shares if k not in first]
        order = [k for two in zip_longest(first, second) for k in two if k is not None]
        self.pages = tuple(self.pages[k] for k in order)
        pieces = tuple(p._replace(page=order.index(p.page)) for p in self.reading.pieces)
        self._look_at(pieces)

    def _look_at(self, pieces: tuple[Found, ...]) -> None:
        """Set which pieces are the component's."""
        self.reading = self.reading._replace(pieces=pieces)
        self.index = {id(piece): k for k, piece in enumerate(pieces)}

    def _paired_by(self, mode: str) -> Sides:
        return pairing.pair(
            self.pages,
            self.reading.pieces,
            mode,
            self.wanted.back_shift,
            lambda a, b: a.kind == b.kind and a.face != b.face,
        )

    @property
    def is_there(self) -> bool:
        """Whether there is a piece of it, or the whole."""
        return bool(self.reading.pieces or self.whole)

    @property
    def is_asked(self) -> bool:
        """Whether it must be there."""
        if self.wanted.only:
            return self.part in self.wanted.only
        return not self.kinds[0].optional

    def _copies(self, kind: CountedKind) -> int:
        """Return how many of a kind there should be in all copies.

        A kit has one board, whatever its copies; of optional kinds only a template says how many
        a copy has, else all of them are meant.
        """
        alone = kind.shape == "board" or (kind.optional and kind.size is None)
        return kind.amount * (1 if alone else self.wanted.copies)

    @property
    def expected(self) -> int:
        """How many pieces there should be."""
        return sum(self._copies(kind) for kind in self.kinds)

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return sum(self._count(kind) for kind in self.kinds)

    def _count(self, kind: CountedKind) -> int:
        if kind in self.whole:
            return kind.amount
        return sum(piece.kind == kind.name for piece in self._fronts())

    def _fronts(self) -> list[Found]:
        """Return the pieces that count: fronts, or where nothing is paired, the side most show."""
        fronts = [pair.front for sheet in self.sides.sheets for pair in sheet.pairs]
        if self.sides.mode != "none":
            return fronts
        return [piece for piece in fronts if piece.face == self._usual_face()]

    def _usual_face(self) -> str:
        """Return the side that most pieces show."""
        sides = [piece.face for piece in self.reading.pieces]
        return max(dict.fromkeys(sides), key=sides.count, default="")

    def name(self, piece: Found) -> str:
        """Return a piece's kind in words, and its side where it has two."""
        kind = next(kind for kind in self.kinds if kind.name == piece.kind)
        return f"a {kind.title} ({piece.face})" if piece.face else f"a {kind.title}"

    def identity(self, piece: Found) -> str:
        return piece.kind

    def _reference(self) -> float:
        """Return what the pieces must measure: as the template or --tile-size says, or as most do."""
        if self.kinds[0].size is not None:
            return self.kinds[0].size
        if self.kinds[0].shape == "hexagon" and self.wanted.tile_size is not None:
            return self.wanted.tile_size
        return self._usual_size()

    # ------------------------------------------------------------------------------- faults

    def faults(self) -> Iterator[Fault]:
        """Yield every fault of the component."""
        if not self.is_there:
            only = "; to verify others alone, name them with --only" if not self.wanted.only else ""
            title = self.kinds[0].parts
            yield Fault(
                "missing", f"{title}: none of {self.expected} are there{only}", tile=self.part
            )
            return
        for kind in self.kinds:
            yield from self._amount(kind)
        if not self.reading.pieces:
            return
        yield from self.faults_of_pieces(self.sides)
        if self.sides.mode == "none":
            yield from self._unpaired()

    def _amount(self, kind: CountedKind) -> Iterator[Fault]:
        """Yield that there are too few or too many of a kind."""
        found, expected = self._count(kind), self._copies(kind)
        if found == expected:
            return
        words = f"{kind.title}: {found} of {expected}"
        if found < expected:
            yield Fault("missing", f"{words}, {expected - found} missing", tile=kind.name)
            return
        last = [piece for piece in self._fronts() if piece.kind == kind.name][-1]
        words = f"{words}, {found - expected} too many; the last lies here"
        yield self._at("duplicated", words, last)

    def _flaws(self) -> Iterator[Fault]:
        for piece in self.reading.pieces:
            for flaw in piece.flaws:
                words = f"{self.name(piece)} is not as it should be: {flaw.words}"
                yield self._at(flaw.kind, words, piece)

    def _unpaired(self) -> Iterator[Fault]:
        """Yield that both sides are there, but none behind another."""
        other = [piece for piece in self.reading.pieces if piece.face != self._usual_face()]
        if other:
            show = (
                f"{count(len(other), 'piece')} {plural(len(other), 'shows', 'show')} another side"
            )
            lie = f"{plural(len(other), 'lies', 'lie')} behind none"
            words = f"{show} and {lie}; first {self.name(other[0])}"
            yield self._at("no-back", words, other[0])

    def _unlike(self, front: Found, back: Found, sheet: Side) -> Iterator[Fault]:
        """Yield that a back is turned, deformed, or no back of its front."""
        yield from super()._unlike(front, back, sheet)
        if front.kind != back.kind or front.face == back.face:
            yield self._at("no-back", f"behind {self.name(front)} lies {self.name(back)}", back)

    def facts(self) -> Iterator[str]:
        """Yield how many pieces there are, and how large."""
        pieces = self.reading.pieces
        if not pieces:
            return
        used = len({piece.page for piece in pieces})
        turned = f", {pairing.WORDS[self.sides.mode]}" if self.kinds[0].faces else ""
        yield (
            f"{self.kinds[0].parts}: {self.count} of {self._reference():.4g} mm on {used} "
            f"{plural(used, 'page')}{turned}"
        )


def _are_mixed(faces: Counter[str]) -> bool:
    """Tell whether a page shows both sides, each of a quarter of its pieces or more."""
    return len(faces) > 1 and 4 * min(faces.values()) >= faces.total()


def _fit(sides: Sides) -> tuple[int, float]:
    """Return how well sheets are paired, the better the greater: fronts with backs, how near."""
    pairs = [p for sheet in sides.sheets for p in sheet.pairs if p.back is not None]
    proper = [p for p in pairs if p.back is not None and p.front.face != p.back.face]
    return len(proper), -sum(math.hypot(*p.off) for p in proper)
