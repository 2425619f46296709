"""Which piece a damaged one is: one that is missing, rather than one too many of what it resembles.

What remains of a damaged piece may look more like another, or like none.  Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from generator.checking.pages.paint import Page
from generator.checking.recognise.found import CountedKind
from generator.checking.recognise.models import Face
from generator.checking.recognise.pictures import Difference, Match, Seeker

#: A piece and how it differs from its picture.
Compared = tuple[Match, Difference]
#: Returns a match as it differs least, with how it differs.
Compare = Callable[[Match], Compared]

#: Sizes within this share of each other are one.
_ONE_SIZE = 0.05


class Census:
    """How many pieces of each kind show either side, and which are lacking."""

    def __init__(
        self, seeker: Seeker, compared: Sequence[Compared], has: Sequence[CountedKind]
    ) -> None:
        """Count pieces; damaged ones tell nothing of what components are there, and how large."""
        self._seeker = seeker
        self._faces = seeker.models.faces
        self._compared = compared
        self._has = has
        self._shown = Counter(_side(self._faces[match.model]) for match, _ in compared)

    def settled(self, pages: Sequence[Page], compare: Compare) -> Iterator[Compared]:
        """Yield the pieces, damaged ones as those that are lacking where there are too many."""
        for match, off in self._compared:
            face = self._faces[match.model]
            is_there = (face.part, face.back) in self._widths
            if off.points and (self._is_surplus(face) or not is_there):
                self._shown[_side(face)] -= 1
                rather = self.lacking(pages, match)
                if rather is not None:
                    yield compare(rather)
                    continue
                self._shown[_side(face)] += 1
            yield match, off

    def lacking(self, pages: Sequence[Page], match: Match) -> Match | None:
        """Return what a piece is of those that are lacking in its size, counted as that from now on."""
        own = self._faces[match.model]
        models = [
            k
            for k, face in enumerate(self._faces)
            if (face.part != own.part or face.back == own.back)
            and self._lacks(face)
            and face.cut.kind == match.outline.kind
            and self._is_size_of(face, match)
        ]
        rather = self._seeker.nearest(pages[match.site.page], match, models)
        if rather is not None:
            self._shown[_side(self._faces[rather.model])] += 1
        return rather

    def _is_size_of(self, face: Face, match: Match) -> bool:
        width = self._widths[face.part, face.back]
        return abs(width - match.outline.width) <= _ONE_SIZE * width

    def _is_surplus(self, face: Face) -> bool:
        return self._shown[_side(face)] > self._amounts[face.kind]

    def _lacks(self, face: Face) -> bool:
        """Tell whether pieces of a kind lack; those whose backs look alike are counted together."""
        if (face.part, face.back) not in self._widths or self._is_surplus(face):
            return False
        kinds = [kind.name for kind in self._has if kind.part == face.part]
        shown = sum(self._shown[name, face.back] for name in kinds)
        return shown < sum(map(self._amounts.__getitem__, kinds)) and (
            self._shown[_side(face)] < self._amounts[face.kind]
        )

    @cached_property
    def _widths(self) -> Mapping[tuple[str, bool], float]:
        """How wide the undamaged pieces of each component and side mostly are."""
        widths: dict[tuple[str, bool], Counter[float]] = {}
        for match, off in self._compared:
            face = self._faces[match.model]
            if not off.points:
                counts = widths.setdefault((face.part, face.back), Counter())
                counts[round(match.outline.width, 1)] += 1
        return {side: counts.most_common(1)[0][0] for side, counts in widths.items()}

    @cached_property
    def _amounts(self) -> Mapping[str, int]:
        """How many of each kind there should be, in as many copies as there seem to be."""
        shown: Counter[str] = Counter()
        for match, _ in self._compared:
            shown[self._faces[match.model].part] += 1
        amounts: dict[str, int] = {}
        for part in dict.fromkeys(kind.part for kind in self._has):
            own = [kind for kind in self._has if kind.part == part]
            sides = max(1, sum((part, back) in self._widths for back in (False, True)))
            copies = max(1, round(shown[part] / sides / sum(kind.amount for kind in own)))
            amounts.update((kind.name, kind.amount * copies) for kind in own)
        return amounts


def _side(face: Face) -> tuple[str, bool]:
    return face.kind, face.back
