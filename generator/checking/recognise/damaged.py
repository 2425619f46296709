"""Which piece a damaged one is: one that is missing, rather than one too many of what it resembles.

What remains of a damaged piece may look more like another, or like none.  Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.checking.grouping import grouped, usual
from generator.checking.recognise.models import Face
from generator.checking.recognise.outlines import Outline
from generator.checking.recognise.pictures import Difference, Match, Seeker
from generator.checking.recognise.results import CountedKind

#: A piece and how it differs from its picture.
Compared = tuple[Match, Difference]
#: A component, whether its back, and what kinds look so.
Group = tuple[str, bool, tuple[str, ...]]

#: Sizes within this share of each other are one.
_ONE_SIZE = 0.05
#: And within this one they may be, where nothing tells the size.
_LIKE_SIZE = 0.5


class PieceCounts:
    """How many pieces of each kind show either side, and which are lacking."""

    def __init__(
        self, seeker: Seeker, compared: Sequence[Compared], has: Sequence[CountedKind]
    ) -> None:
        """Count pieces; damaged ones tell nothing of what components are there, and how large."""
        self._seeker = seeker
        self._faces = seeker.models.faces
        self._compared = compared
        self._has = has
        self._shown = Counter(self._group(match.model) for match, _ in compared)

    def settled(self) -> Iterator[Compared]:
        """Yield the pieces, damaged ones as those that are lacking where there are too many.

        What is like none of a component that shows no other piece, nor as large as its are, is none.
        """
        for match, difference in self._compared:
            is_there = _side(match.face) in self._widths
            group = self._group(match.model)
            is_surplus = self._shown[group] > self._amounts[group]
            if difference.points and (is_surplus or not is_there):
                self._shown[group] -= 1
                rather = self.lacking(match)
                if rather is not None:
                    yield from self._seeker.compared([rather])
                    continue
                self._shown[group] += 1
                width = match.face.cut.width
                if not is_there and abs(match.outline.width - width) > _LIKE_SIZE * width:
                    continue
            yield match, difference

    def lacking(self, match: Match) -> Match | None:
        """Return what a piece is of those that are lacking in its size, counted as that from now on."""
        own = match.face
        nearest: list[Match] = []
        for outline in dict.fromkeys((match.outline, *match.candidate.outlines)):
            models = [
                k
                for k, face in enumerate(self._faces)
                if (face.part != own.part or face.back == own.back)
                and self._lacks(k)
                and face.cut.kind == outline.kind
                and self._off_size(face, outline) <= _ONE_SIZE * self._widths[_side(face)]
            ]
            rather = self._seeker.nearest(match._replace(outline=outline), models)
            nearest += [] if rather is None else [rather]
        if not nearest:
            return None
        best = min(nearest, key=lambda m: (round(self._off_size(m.face, m.outline), 1), m.off))
        self._shown[self._group(best.model)] += 1
        return best

    def _off_size(self, face: Face, outline: Outline) -> float:
        return abs(self._widths[_side(face)] - outline.width)

    def _lacks(self, model: int) -> bool:
        group = self._group(model)
        return (
            _side(self._faces[model]) in self._widths and self._shown[group] < self._amounts[group]
        )

    def _group(self, model: int) -> Group:
        """Return what a picture cannot be told from: of backs, those of all kinds that look alike."""
        face = self._faces[model]
        alike = self._seeker.models.backs_alike(model) if face.back else (face.kind,)
        return face.part, face.back, alike

    @cached_property
    def _widths(self) -> Mapping[tuple[str, bool], float]:
        """How wide the undamaged pieces of each component and side mostly are."""
        whole = [match for match, difference in self._compared if not difference.points]
        sides = grouped(whole, lambda match: _side(match.face))
        return {side: usual(round(m.outline.width, 1) for m in own) for side, own in sides.items()}

    @cached_property
    def _amounts(self) -> Mapping[Group, int]:
        """How many of each there should be, in as many copies as there seem to be."""
        counts = Counter(match.face.part for match, _ in self._compared)
        of_one = Counter[str]()
        for kind in self._has:
            of_one[kind.part] += kind.amount
        by_kind = {kind.name: kind.amount for kind in self._has}
        amounts = Counter[Group]()
        for k, face in enumerate(self._faces):
            sides = max(1, sum((face.part, back) in self._widths for back in (False, True)))
            copies = max(1, round(counts[face.part] / sides / of_one[face.part]))
            amounts[self._group(k)] += by_kind[face.kind] * copies
        return amounts


def _side(face: Face) -> tuple[str, bool]:
    """Return the component and the side that a picture is of."""
    return face.part, face.back
