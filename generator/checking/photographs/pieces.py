"""The pieces of one photograph: those that lie apart by their outlines, those that touch by pictures.

Knows one photograph and the pictures of one theme, not the set.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.checking.photographs import matching, outlines, seeking
from generator.checking.photographs.aligning import aligned
from generator.checking.photographs.ground import Ground
from generator.checking.photographs.light import Light
from generator.checking.photographs.matching import Match
from generator.checking.photographs.models import PictureSet
from generator.checking.photographs.outlines import PieceOutline, Sights

#: A photograph in which fewer pieces are sure may be a sheet on which they touch.
FEW = 4
#: How many times as wide as its quarter a piece is: with a line between.
_WHOLE = 2.17
#: And of so many it is looked whether they are quarters.
_MANY = 12


@dataclass(frozen=True, eq=False)
class Told:
    """The pieces of a photograph, what is none, and whether they touch as on a sheet.

    ``shows_backs`` is whether most lie on their fronts, None where that cannot be told.
    """

    matches: list[Match]
    others: list[PieceOutline]
    is_sheet: bool
    shows_backs: bool | None

    @property
    def sure(self) -> int:
        """How many pieces are sure."""
        return sum(match.is_sure for match in self.matches)

    @property
    def kinds(self) -> Counter[str]:
        """How many pieces of each kind are sure."""
        return Counter(match.kind for match in self.matches if match.is_sure)

    def doubted(self) -> Told:
        """Return the same with no piece sure."""
        return replace(self, matches=[match._replace(certainty=0.0) for match in self.matches])


def told(sights: Sights, model: PictureSet) -> Told:
    """Return what a photograph shows."""
    ground = sights.ground
    matches, light = matching.read(ground, sights.places, model) if sights.places else ([], None)
    scene = seeking.Scene(ground, model)
    if light is not None:
        matches = _mended(ground, matches, model, light)
    apart = sum(match.is_sure for match in matches)
    if apart < FEW and (sheet := seeking.anywhere(scene)) and len(sheet[0]) > apart:
        matches, light = sheet
    if light is not None:
        matches = _with_neighbours(scene, sights, matches, light)
    sure = [match for match in matches if match.is_sure]
    others = outlines.others(sights, [match.outline for match in matches])
    shows_backs = matching.lie_on_fronts(matches, model)
    found = Told(matches, others, len(sure) > 2 * apart, shows_backs)
    if light is not None and model.is_plain and _are_parts(ground, sure, model, light):
        return found.doubted()
    return found


def _are_parts(ground: Ground, sure: Sequence[Match], model: PictureSet, light: Light) -> bool:
    """Tell whether half of plain pieces, or of some of them, may be quarters of others, parted by lines on these."""
    some = sure[:: 1 + len(sure) // _MANY]
    parts = 0
    for match in some:
        around = match.outline.corners
        wider = [PieceOutline(c + (around - c) * _WHOLE, 1.0) for c in around]
        rough = matching.again(ground, wider, model, light)
        whole = matching.again(ground, aligned(ground, rough, model, light), model, light)
        parts += any(one.is_sure and one.kind != match.kind for one in whole)
    return 2 * parts > len(some)


def _mended(
    ground: Ground, matches: Sequence[Match], model: PictureSet, light: Light
) -> list[Match]:
    """Return matches, those that are not sure by outlines that fit better."""
    unsure = [match for match in matches if not match.is_sure]
    moved = matching.again(ground, aligned(ground, unsure, model, light), model, light)
    better = {id(old): new for old, new in zip(unsure, moved, strict=True) if new.is_sure}
    return [better.get(id(match), match) for match in matches]


def _with_neighbours(
    scene: seeking.Scene, sights: Sights, matches: Sequence[Match], light: Light
) -> list[Match]:
    """Return matches with the pieces that touch them, in the light in which all are seen."""
    sure = [match for match in matches if match.is_sure]
    if not sure or not outlines.others(sights, [match.outline for match in sure], math.inf):
        return list(matches)
    added = seeking.grown(scene, sure, light)
    if not added:
        return list(matches)
    kept = [
        match
        for match in matches
        if match.is_sure or not any(seeking.is_on(match.outline, one.outline) for one in added)
    ]
    places = [[match.outline] for match in (*kept, *added)]
    again, light = matching.read(scene.ground, places, scene.model)
    return _mended(scene.ground, again, scene.model, light)
