"""In which theme photographed pieces are painted: the one in which most of them are surely told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from engine.drawing import theme
from engine.drawing.theme import Theme
from engine.errors import OptionError
from generator.checking.photographs import matching, pieces
from generator.checking.photographs.loading import Photograph
from generator.checking.photographs.matching import Match
from generator.checking.photographs.models import PictureSet
from generator.checking.photographs.outlines import Sights
from generator.checking.photographs.pieces import Told

#: A theme in which this share of the pieces is sure, of some of them, is the theme; no other is tried.
_THEME_FOUND, _SAMPLE = 0.95, 40
#: Themes that leave no more than so many times as much unexplained as the best are looked at closely.
_AS_LITTLE = 2.0
#: Plain pieces of which two of these call a larger share otherwise are not sure.
_DIFFERENT = 0.1


def named(name: str | None) -> list[Theme]:
    """Return the theme of a name, or all, the usual one first, but for those without colours.

    Raises OptionError for one whose pieces differ by hatches alone: a camera does not tell these.
    """
    names = [name] if name else sorted(theme.names(), key=lambda one: one != "classic")
    looks = [theme.load(one) for one in names]
    told = [look for look in looks if len({slot.fill for slot in look.slots.values()}) > 1]
    if not told:
        raise OptionError(
            f"pieces in the theme {looks[0].name} differ by hatches alone, "
            "which photographs do not tell; verify the printed file"
        )
    return told


def find(
    looks: Sequence[Theme],
    drawn: Callable[[Theme], PictureSet],
    photographs: Sequence[Photograph],
    sights: Sequence[Sights],
) -> tuple[Theme, PictureSet, Told | None, bool]:
    """Return the theme in which most is sure: by outlines, or in the first photograph (told then).

    Last is whether another theme explains plain pieces as well and calls them otherwise.  Themes are drawn one after the other, since their pictures are large.
    """
    found = []
    for look in looks if any(sight.places for sight in sights) else ():
        model = drawn(look)
        tried = _Tried(look, *some(photographs, sights, model), model.is_plain)
        if tells(tried.matches) and not model.is_plain:
            return look, model, None, False
        found.append(tried)
    near = _likely(found)
    likely = [one.look for one in near] or looks
    if len(sights[0].places) > _SAMPLE and not any(one.sure for one in found):
        likely = likely[:1]  # so many things, and none is a piece
    best: tuple[Theme, PictureSet, Told] | None = None
    for look in likely:
        model = drawn(look)
        told = pieces.told(photographs[0].pixels, sights[0], model)
        if best is None or told.sure > best[2].sure:
            best = look, model, told
        if tells(told.matches):
            break
    assert best is not None
    return *best, _is_doubtful(near)


def nearest(
    looks: Sequence[Theme],
    drawn: Callable[[Theme], PictureSet],
    photograph: Photograph,
    sights: Sights,
    sheet: Told,
) -> Theme:
    """Return the theme that leaves least of a sheet unexplained; it was found in the first that would do."""
    lying = sights._replace(places=[[match.outline] for match in sheet.matches if match.is_sure])
    models = ((look, drawn(look)) for look in looks)
    found = [_Tried(look, *some([photograph], [lying], one), one.is_plain) for look, one in models]
    return min(found, key=lambda one: one.left).look


class _Tried(NamedTuple):
    """What some outlines show in a theme, what it leaves unexplained, and whether all kinds are plain."""

    look: Theme
    matches: Sequence[Match]
    left: float
    is_plain: bool

    @property
    def sure(self) -> int:
        """How many pieces are sure."""
        return sum(match.is_sure for match in self.matches)


def _likely(found: Sequence[_Tried]) -> list[_Tried]:
    """Return the themes that leave little unexplained or make many pieces sure, the best first.

    What is plain is like something in any theme: there only the first counts.
    """
    if not found:
        return []
    least, most = min(one.left for one in found), max(one.sure for one in found)
    near = [
        one
        for one in found
        if one.left <= _AS_LITTLE * least or (2 * one.sure >= max(most, 1) and not one.is_plain)
    ]
    return sorted(near, key=lambda one: one.left)


def _is_doubtful(near: Sequence[_Tried]) -> bool:
    """Tell whether themes that explain plain pieces alike call many of them otherwise."""
    kinds = [[match.kind for match in one.matches] for one in near if one.is_plain]
    return any(
        sum(a != b for a, b in zip(kinds[0], other, strict=True)) > _DIFFERENT * len(other)
        for other in kinds[1:]
    )


def some(
    photographs: Sequence[Photograph], sights: Sequence[Sights], model: PictureSet
) -> tuple[list[Match], float]:
    """Return what some of the outlines show in a theme, and what it leaves unexplained on the whole.

    That is a mean square of the photographs' own levels.
    """
    matches: list[Match] = []
    left: list[float] = []
    for photograph, sight in zip(photographs, sights, strict=True):
        if places := sight.places[:: 1 + len(sight.places) // _SAMPLE]:
            read, found = matching.read(photograph.pixels, places, model)
            matches += read
            left += [match.off * model.contrast * found.bright**2 for match in read]
    return matches, float(np.median(left)) if left else 0.0


def tells(matches: Sequence[Match]) -> bool:
    """Tell whether nearly all pieces are sure."""
    return sum(match.is_sure for match in matches) >= max(1, _THEME_FOUND * len(matches))
