"""Every fault of a set of sheets or an inventory, in words, with where it is.

It works on pieces that were read back or listed, and asks :mod:`engine.verify` about their game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import engine
from engine import verify
from engine.errors import NotationError
from engine.geometry.plane import Point, bounds, number
from engine.verify import Naming
from engine.words import count, plural
from generator.checking import pairing, scale
from generator.checking.faults import (
    BACK_TOLERANCE,
    KINDS,
    OF_BACKS,
    Fault,
    Outcome,
    Wanted,
    in_order,
)
from generator.checking.pairing import Side, Sides
from generator.checking.readback import SheetSet
from generator.checking.recognise.found import Found

if TYPE_CHECKING:
    from generator.checking.inventory import Inventory

# ------------------------------------------------------------------------ models, inventories


def model(game: str) -> Outcome:
    """Return whether a game's own set is complete, and the argument for it.

    Raises UnknownGameError.
    """
    checks = verify.model(game)
    tiles = len(engine.game(game).tiles())
    faults = tuple(Fault("model", f"not so: {c.sentence}") for c in checks if not c.holds)
    facts = tuple(c.sentence for c in checks if c.holds)
    return Outcome(game, engine.game(game).title, tiles, tiles, faults, facts, ("model",))


def inventories(lists: Sequence[tuple[str, Inventory]], copies: int = 1) -> Outcome:
    """Return how inventories (with their files' names), taken together, compare with the set.

    Raises OptionError for fewer copies than one.
    """
    game = lists[0][1].game
    chosen = engine.game(game)
    good: list[str] = []
    faults: list[Fault] = []
    for name, inventory in lists:
        for entry in inventory.entries:
            try:
                good += [chosen.identify(entry.text)] * entry.copies
            except NotationError as error:
                faults.append(Fault("impossible", f"{entry.where}: {error}", name))
    report = verify.tiles(game, good, copies=copies)
    faults = [*incomplete(game, report), *faults]
    subject = subject_of(name for name, _ in lists)
    found = report.found + sum(fault.kind == "impossible" for fault in faults)
    facts = (
        f"{count(found, 'tile')} {plural(found, 'is', 'are')} listed, {report.expected} expected",
    )
    kinds = ("missing", "duplicated", "impossible")
    return Outcome(game, subject, report.expected, found, tuple(faults), facts, kinds)


def subject_of(names: Iterable[str]) -> str:
    """Return the names of the files of a set, of many the first and how many more."""
    files = list(dict.fromkeys(names))
    return ", ".join(files) if len(files) <= 3 else f"{files[0]} and {len(files) - 1} more"


def incomplete(game: str, report: verify.Report) -> Iterator[Fault]:
    """Yield the missing tiles, and those that are there too often, each once."""
    naming = Naming(engine.game(game))
    for kind, pieces in (("missing", report.missing), ("duplicated", report.duplicated)):
        for piece, often in Counter(pieces).items():
            if kind == "missing":
                words = "is missing" if often == 1 else f"is missing {often} times"
            else:
                words = (
                    "is there once too often" if often == 1 else f"is there {often} times too often"
                )
            yield Fault(
                kind, f"{naming.of(piece)} {words}", tile=piece, number=naming.number(piece)
            )


# -------------------------------------------------------------------------------------- sheets


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with a set of sheets.

    Raises OptionError for fewer copies than one.
    """
    return Inspection(found, wanted).outcome()


class Inspection:
    """One set of sheets being looked through."""

    def __init__(self, found: SheetSet, wanted: Wanted) -> None:
        self.pages = found.pages
        self.reading = found.reading
        self.wanted = wanted
        self.game = found.game
        self.naming = Naming(engine.game(found.game), found.reading.expected)
        self.identities = {k: self._identity(p) for k, p in enumerate(self.reading.pieces)}
        self.index = {id(piece): k for k, piece in enumerate(self.reading.pieces)}

    def _identity(self, piece: Found) -> str:
        """Return a piece's identity, "" where no piece of the game is drawn."""
        if piece.written in (self.reading.expected or ()):
            return piece.written
        try:
            return engine.game(self.game).identify(piece.written) if piece.written else ""
        except NotationError:
            return ""

    def identity(self, piece: Found) -> str:
        return self.identities[self.index[id(piece)]]

    def name(self, piece: Found) -> str:
        """Return a piece's name; "the tile" where no piece of the game is drawn."""
        if piece.side == "back":
            return "the back"
        identity = self.identity(piece)
        return self.naming.of(identity) if identity else "the tile"

    def outcome(self) -> Outcome:
        pieces = self.reading.pieces
        sides = pairing.pair(
            self.pages,
            pieces,
            self.wanted.duplex,
            self.wanted.back_shift,
            self._are_sides,
        )
        fronts = [p.front for s in sides.sheets for p in s.pairs if p.front.side != "back"]
        report = verify.tiles(
            self.game,
            filter(None, map(self.identity, fronts)),
            copies=self.wanted.copies,
            pieces=self.reading.expected,
        )
        faults = [*self._completeness(report, fronts), *self.faults_of_pieces(sides)]
        return Outcome(
            self.game,
            subject_of(page.source for page in self.pages),
            report.expected,
            len(fronts),
            in_order(faults),
            tuple(self._facts(sides, len(fronts))),
            tuple(self._checked(sides.mode)),
        )

    def faults_of_pieces(self, sides: Sides) -> Iterator[Fault]:
        """Yield what is wrong with pieces as drawn and placed, and with their backs."""
        yield from self._flaws()
        yield from self._sizes()
        yield from scale.faults(self.pages, self.reading.pieces)
        yield from self._outside()
        yield from self._overlaps()
        yield from self._slips()
        for sheet in sides.sheets:
            yield from self._backs(sheet, sides.mode)

    def _checked(self, mode: str) -> Iterator[str]:
        """Yield the kinds of fault that were looked for."""
        pieces = self.reading.pieces
        needs = {
            "model": False,
            "alike": any(piece.side != "both" for piece in pieces),
            "colour": any(piece.told and piece.side == "back" for piece in pieces),
        }
        for kind in KINDS:
            if needs.get(kind, True) and not (mode == "none" and kind in OF_BACKS):
                yield kind

    def _are_sides(self, front: Found, back: Found) -> bool:
        """Tell whether two pieces may be the two sides of one."""
        if front.side == "both":
            return self.identity(front) == self.identity(back) != ""
        return (front.side, back.side) == ("front", "back")

    def _facts(self, sides: Sides, fronts: int) -> Iterator[str]:
        used = {piece.page for piece in self.reading.pieces}
        yield (
            f"{count(fronts, 'tile')} of {number(self._reference(), 2)} mm on "
            f"{count(len(used), 'page')}, {pairing.WORDS[sides.mode]}; "
            f"colours by {self.reading.colours}"
        )
        yield from self.reading.notes

    def _at(self, kind: str, message: str, piece: Found) -> Fault:
        """Return a fault of a piece, its message followed by where that is."""
        page = self.pages[piece.page]
        identity = self.identity(piece)
        where = f"{page.title} at {piece.centre.x:.1f}, {piece.centre.y:.1f} mm"
        return Fault(
            kind,
            f"{message} ({where})",
            page.source,
            page.number,
            round(piece.centre.x, 3),
            round(piece.centre.y, 3),
            identity,
            self.naming.number(identity),
            is_placed=True,
        )

    # ------------------------------------------------------------------------- the pieces

    def _completeness(self, report: verify.Report, fronts: Sequence[Found]) -> Iterator[Fault]:
        """Yield the missing tiles, and where the tiles lie that are there too often."""
        places: dict[str, list[Found]] = {}
        for piece in fronts:
            places.setdefault(self.identity(piece), []).append(piece)
        for fault in incomplete(self.game, report):
            if fault.kind == "duplicated":
                where = " and ".join(
                    f"{self.pages[p.page].title} at {p.centre.x:.1f}, {p.centre.y:.1f} mm"
                    for p in places[fault.tile]
                )
                last = places[fault.tile][-1]
                page = self.pages[last.page]
                fault = fault._replace(  # noqa: PLW2901 - the fault with its place
                    message=f"{fault.message}: {where}",
                    file=page.source,
                    page=page.number,
                    x=round(last.centre.x, 3),
                    y=round(last.centre.y, 3),
                    is_placed=True,
                )
            yield fault

    def _flaws(self) -> Iterator[Fault]:
        for piece in self.reading.pieces:
            what = self.name(piece)
            what += " is not like the others" if piece.side == "back" else " is no tile"
            for flaw in piece.flaws:
                yield self._at(flaw.kind, f"{what}: {flaw.words}", piece)

    def _reference(self) -> float:
        """Return the size asked for, or the one that most pieces have."""
        if self.wanted.tile_size is not None:
            return self.wanted.tile_size
        return self._usual_size()

    def _usual_size(self) -> float:
        """Return the size that most pieces have."""
        counts = Counter(round(piece.size, 2) for piece in self.reading.pieces)
        return max(counts, key=lambda size: (counts[size], size))

    def _sizes(self) -> Iterator[Fault]:
        right = self._reference()
        off = [
            piece
            for piece in self.reading.pieces
            if any(abs(size - right) > self.wanted.size_tolerance for size in piece.sizes)
        ]
        shown = Counter(_measure(piece) for piece in off)
        if len(off) > 1 and len(off) == len(self.reading.pieces) and len(shown) == 1:
            yield Fault(
                "size",
                f"all {len(off)} tiles measure {_measure(off[0])}, not {number(right, 2)} mm",
            )
            return
        for piece in off:
            words = f"{self.name(piece)} measures {_measure(piece)}, not {number(right, 2)} mm"
            yield self._at("size", words, piece)

    def _outside(self) -> Iterator[Fault]:
        margin = self.wanted.margin
        for piece in self.reading.pieces:
            page, box = self.pages[piece.page], piece.box
            over = {
                "left": margin - box.left,
                "top": margin - box.top,
                "right": box.right - (page.width - margin),
                "bottom": box.bottom - (page.height - margin),
            }
            sides = [f"{by:.2f} mm at the {side}" for side, by in over.items() if by > 0.01]
            if sides:
                edge = f"the {number(margin)} mm margin" if margin else "the page"
                words = f"{self.name(piece)} reaches beyond {edge} by {' and '.join(sides)}"
                yield self._at("outside", words, piece)

    def _slips(self) -> Iterator[Fault]:
        for piece in self.reading.pieces:
            if math.hypot(*piece.slip) > self.wanted.place_tolerance:
                words = (
                    f"the areas of {self.name(piece)} lie off its outline by {_shift(piece.slip)}"
                )
                yield self._at("slip", words, piece)

    def _overlaps(self) -> Iterator[Fault]:
        on: dict[int, list[Found]] = {}
        for piece in self.reading.pieces:
            on.setdefault(piece.page, []).append(piece)
        for pieces in on.values():
            for a, b in _neighbours(pieces):
                depth = _overlap(a, b)
                if depth > BACK_TOLERANCE:
                    words = f"{self.name(a)} and {self.name(b)} overlap by {depth:.2f} mm"
                    yield self._at("overlap", words, a)

    # -------------------------------------------------------------------------- the backs

    def _backs(self, sheet: Side, mode: str) -> Iterator[Fault]:
        if mode == "none":
            return
        yield from self._other_paper(sheet)
        yield from self._shifted(sheet)
        for pair in sheet.pairs:
            if pair.back is None:
                words = f"{self.name(pair.front)} has no back"
                yield self._at("no-back", words, pair.front)
            else:
                yield from self._unlike(pair.front, pair.back, sheet)
        for piece in sheet.lost:
            name = "the back" if piece.side == "back" else f"the back of {self.name(piece)}"
            yield self._at("no-back", f"{name} has no front", piece)

    def _other_paper(self, sheet: Side) -> Iterator[Fault]:
        """Yield a back page that is not of its front page's size."""
        front, back = self.pages[sheet.front], self.pages[max(sheet.back, 0)]
        if sheet.back >= 0 and math.dist(front.paper, back.paper) > self.wanted.place_tolerance:
            sizes = [" × ".join(number(v, 1) for v in page.paper) for page in (back, front)]
            words = f"{back.title} is {sizes[0]} mm, its front {front.title} {sizes[1]} mm"
            yield Fault("back", words, back.source, back.number, is_placed=True)

    def _shifted(self, sheet: Side) -> Iterator[Fault]:
        """Yield the backs that lie off, all of a page in one if they lie off alike."""
        paired = [pair for pair in sheet.pairs if pair.back is not None]
        most = self.wanted.place_tolerance
        off = [pair for pair in paired if math.hypot(*pair.off) > most]
        if len(off) > 1 and len(off) == len(paired) and _alike(pair.off for pair in off):
            page = self.pages[sheet.back]
            yield Fault(
                "back",
                f"all {len(off)} backs of {page.title} lie off their fronts by {_shift(off[0].off)}",
                page.source,
                page.number,
                is_placed=True,
            )
            return
        for pair in off:
            words = f"the back of {self.name(pair.front)} lies off its front by {_shift(pair.off)}"
            assert pair.back is not None
            yield self._at("back", words, pair.back)

    def _unlike(self, front: Found, back: Found, sheet: Side) -> Iterator[Fault]:
        """Yield where a back is not the mirror image of its front: its outline or areas."""
        turned = _corner_gap(front, back, sheet)
        if turned > self.wanted.place_tolerance:
            words = f"the back of {self.name(front)} is turned or deformed by {turned:.2f} mm"
            yield self._at("mirror", f"{words} at its corners", back)
        elif back.side == "front":
            words = f"behind {self.name(front)} is no back but {self.name(back)}"
            yield self._at("mirror", words, back)
        elif not pairing.tells_of(front, back):
            words = f"the back of {self.name(front)} shows {back.told}, its front is {front.told}"
            yield self._at("colour", words, back)
        elif names := pairing.differing(front, back, sheet.mirror):
            shown = f" but {self.name(back)}" if self.identity(back) != self.identity(front) else ""
            areas = plural(len(names), "area")
            words = (
                f"the back of {self.name(front)} does not show its mirror image{shown}: "
                f"it differs in the {areas} {', '.join(names)}"
            )
            yield self._at("mirror", words, back)


def _measure(piece: Found) -> str:
    """Return what a piece measures: one length, or from the shortest to the longest."""
    low, high = (number(size, 2) for size in (min(piece.sizes), max(piece.sizes)))
    return f"{low} mm" if max(piece.sizes) - min(piece.sizes) <= 0.02 else f"{low} to {high} mm"


def _shift(off: Point) -> str:
    """Return a shift in words: ``0.50 mm right and 0.12 mm down``."""
    parts = []
    for value, words in ((off.x, ("right", "left")), (off.y, ("down", "up"))):
        if abs(value) >= 0.005:
            parts.append(f"{abs(value):.2f} mm {words[value < 0]}")
    return " and ".join(parts) or "0 mm"


def _alike(shifts: Iterable[Point]) -> bool:
    """Tell whether shifts are equal to a fiftieth of a millimetre."""
    box = bounds(shifts)
    return max(box.width, box.height) <= 0.02


def _corner_gap(front: Found, back: Found, sheet: Side) -> float:
    """Return how far a back's corners lie from the mirror image of its front's, its shift aside."""
    dx, dy = pairing.offset(front, back, sheet.mirror)
    corners = [sheet.mirror.apply(corner).moved(dx, dy) for corner in front.outline]
    return max(min(c.distance(other) for other in back.outline) for c in corners)


def _neighbours(pieces: Sequence[Found]) -> Iterator[tuple[Found, Found]]:
    """Yield the pairs of pieces so near that they may overlap."""
    order = sorted(pieces, key=lambda piece: piece.centre.x)
    for k, a in enumerate(order):
        for b in order[k + 1 :]:
            if b.centre.x - a.centre.x > (a.size + b.size) / 2 * 1.16:
                break
            if abs(b.centre.y - a.centre.y) < (a.size + b.size) / 2 * 1.16:
                yield a, b


def _overlap(a: Found, b: Found) -> float:
    """Return how deep two pieces overlap; 0 where a line along a side of one parts them."""
    depth = math.inf
    for one, other in ((a, b), (b, a)):
        towards = other.centre.x - one.centre.x, other.centre.y - one.centre.y
        normals = [_normal(one.outline[k - 1], one.outline[k]) for k in range(len(one.outline))]
        # The side that faces the other piece parts most that can be parted.
        normals.sort(key=lambda n: -abs(n[0] * towards[0] + n[1] * towards[1]))
        for nx, ny in normals:
            first = [p.x * nx + p.y * ny for p in a.outline]
            second = [p.x * nx + p.y * ny for p in b.outline]
            depth = min(depth, max(first) - min(second), max(second) - min(first))
            if depth <= BACK_TOLERANCE:
                return 0.0
    return depth


def _normal(a: Point, b: Point) -> tuple[float, float]:
    """Return the unit normal of a side."""
    length = a.distance(b)
    return (b.y - a.y) / length, (a.x - b.x) / length
