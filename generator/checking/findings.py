"""Faults of a component's pieces, causes before effects: a piece that has one is not looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.words import count
from generator.checking.component import KitPart
from generator.checking.faults import Fault, at
from generator.checking.grouping import grouped, usual
from generator.checking.recognise.results import Found

#: So many pieces of which the same is wrong are told each; more are one fault.
FEW = 5


class Finding(NamedTuple):
    """What is wrong with a piece, in words for it alone, and for many of which the same is wrong."""

    kind: str
    piece: Found
    words: str
    many: str
    #: Another piece of which the same is told by that.
    other: Found | None = None


class PieceFaults:
    """The faults of a component's pieces as they are looked for, the causes first."""

    def __init__(self, part: KitPart) -> None:
        """Begin with none; what lies on pages that are mirrored or scaled is told by that."""
        self.part = part
        self.faults: list[Fault] = []
        self._explained: set[int] = set()
        distorted = part.mirrored | part.scaled.keys()
        for sheet in part.sides.sheets:
            if not distorted.isdisjoint(sheet.pages):
                distorted = distorted | {*sheet.pages}
        self.explain(piece for piece in part.pieces if piece.page in distorted)

    def explain(self, pieces: Iterable[Found]) -> None:
        """Look no more at pieces, nor at their other sides."""
        for piece in pieces:
            self._explained |= {id(piece), id(self.part.other_side(piece))}

    def add(self, findings: Iterable[Finding]) -> None:
        """Add what is found of pieces that have no fault yet."""
        new = []
        for one in findings:
            pieces = [one.piece] if one.other is None else [one.piece, one.other]
            if self._explained.isdisjoint(map(id, pieces)):
                new.append(one)
                self.explain(pieces)
        self.faults += self._summed_up(new)

    def _summed_up(self, findings: Sequence[Finding]) -> Iterator[Fault]:
        """Yield findings as faults: one for many that say the same, and one for most pieces of pages."""
        most = self._of_most(findings)
        if most:
            yield self._of_many(most, f"are not in order; the first: {most[0].words}")
        rest = [one for one in findings if one not in most]
        for alike in grouped(rest, lambda one: (one.kind, one.many)).values():
            if len(alike) == 1 or (len(alike) <= FEW and len(alike) < len(self._like(alike))):
                yield from (self.part.at(one.kind, one.words, one.piece) for one in alike)
            else:
                yield self._of_many(alike, alike[0].many)

    def _of_most(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings on pages of which most pieces have one, many and not all the same."""
        on_page = grouped(findings, lambda one: one.piece.page).values()
        full = (some for some in on_page if 2 * len(some) > len(self._like(some)))
        most = [one for some in full if len({one.many for one in some}) > 1 for one in some]
        return most if len(most) > FEW else []

    def _like(self, findings: Sequence[Finding]) -> list[Found]:
        """Return the pieces that lie on the pages of findings and are of their sides."""
        pages = {one.piece.page for one in findings}
        sides = {self.part.is_behind(one.piece) for one in findings}
        own = self.part.pieces
        return [p for p in own if p.page in pages and self.part.is_behind(p) in sides]

    def _of_many(self, alike: Sequence[Finding], words: str) -> Fault:
        pages = list(dict.fromkeys(one.piece.page for one in alike))
        number, like, first = len(alike), len(self._like(alike)), self.part.pages[pages[0]]
        on = f"{count(len(pages), 'page')}, first {first.title}," if pages[1:] else first.title
        which = f"all {number}" if number == like else f"{number} of {like}"
        are_backs = all(self.part.is_behind(one.piece) for one in alike)
        what = "backs" if are_backs else self.part.first.parts
        kind = usual(one.kind for one in alike)
        return at(kind, f"{which} {what} of {on} {words}", first)
