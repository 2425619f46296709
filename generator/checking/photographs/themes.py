"""In which theme photographed pieces are painted: the one in which most of them are surely told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.drawing import theme
from engine.drawing.theme import Theme
from engine.errors import OptionError
from generator.checking.photographs import matching, pieces, seeking
from generator.checking.photographs.ground import Ground
from generator.checking.photographs.loading import Array
from generator.checking.photographs.matching import Match
from generator.checking.photographs.models import Album, PictureSet
from generator.checking.photographs.outlines import PieceOutline, Sights
from generator.checking.photographs.pieces import FEW, Told

#: A theme in which this share of the pieces is sure, of some of them, is the theme; no other is tried.
_THEME_FOUND, _SAMPLE = 0.95, 40
#: Themes that leave no more than so many times as much unexplained as the best are looked at closely.
_AS_LITTLE = 2.0
#: Colours of most pixels are those of a theme that are no farther than so many times as far as the
#: nearest's and so many levels more; what is brighter on paper is white, and so many of 100 are most.
_AS_NEAR, _WHITE, _MOST = 10.0, 215.0, 40
#: A game whose pictures leave a larger share than this unexplained is another: where pieces lie apart, and on a sheet.
_HOPELESS, _HOPELESS_SHEET = 0.5, 0.6
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
    looks: Sequence[Theme], album: Album, sights: Sequence[Sights], known: Mapping[str, Told]
) -> tuple[Theme, Told | None, bool]:
    """Return the theme in which most is sure: by outlines, or in the first photograph (told then).

    What that shows in some themes may be ``known``.  Last is whether another theme explains plain pieces as well and calls them otherwise.
    """
    lying = [sight for sight in sights if sight.places]
    ground = sights[0].ground
    likely = by_colours(looks, ground) if len(sights[0].places) < FEW else ()
    likely = likely or _at_a_glance(looks, album, ground, lying)
    found = []
    for look in likely if lying else ():
        model = album.of(look)
        tried = _Tried(look, *some(lying, model), model.is_plain)
        if tells(tried.matches) and not model.is_plain:
            return look, None, False
        found.append(tried)
        if 2 * tried.sure > len(tried.matches) and not model.is_plain:
            break  # it is the nearest at a glance, too
    near = _likely(found)
    likely = [one.look for one in near] or likely
    if len(sights[0].places) > _SAMPLE and not any(one.sure for one in found):
        likely = likely[:1]  # so many things, and none is a piece
    best: tuple[Theme, Told] | None = None
    for look in likely:
        told = known.get(look.name) or pieces.told(sights[0], album.of(look))
        if best is None or told.sure > best[1].sure:
            best = look, told
        if tells(told.matches) or not told.sure:  # in the next theme it is no nearer
            break
    assert best is not None
    return *best, _is_doubtful(near)


def by_colours(looks: Sequence[Theme], ground: Ground) -> Sequence[Theme]:
    """Return the themes whose colours a sheet on white paper shows, the nearest first.

    None where the table is no paper, or there is one theme, which may be anybody's.
    """
    if ground.paper is None or len(looks) == 1:
        return ()
    shown = ground.standing / (ground.paper / 255)
    shown = shown[shown.min(axis=1) < _WHITE]
    far = [_far(look, shown) if len(shown) else 0.0 for look in looks]
    nearest = sorted(range(len(looks)), key=far.__getitem__)
    return [looks[k] for k in nearest if far[k] <= _AS_LITTLE * far[nearest[0]] + _AS_NEAR]


def _far(look: Theme, shown: Array) -> float:
    """Return how far most colours are from a theme's, levels of 255."""
    fills = sorted({slot.fill for slot in look.slots.values()})
    colours = np.array([[int(fill[k : k + 2], 16) for k in (1, 3, 5)] for fill in fills])
    off = [((shown - colour) ** 2).sum(axis=1) for colour in colours.astype(np.float32)]
    return float(np.percentile(np.min(off, axis=0), _MOST) ** 0.5)


class _Glanced(NamedTuple):
    """How much a theme leaves unexplained at a glance: to order themes by, and as a share of what it would explain."""

    left: float
    share: float
    look: Theme


def hopeful(looks: Sequence[Theme], album: Album, sights: Sights) -> list[Theme]:
    """Return the themes in which a photograph may show a game's pieces, the likeliest first.

    Plain pieces tell their game only where they lie apart.
    """
    if len(sights.places) >= FEW:
        found = _glanced(looks, album, sights.ground, [sights])
        return [one.look for one in found if one.share <= _HOPELESS]
    if album.glance(looks[0]).is_plain:
        return []
    looks = by_colours(looks, sights.ground) or looks
    found = _glanced(looks, album, sights.ground, [])
    return [one.look for one in found if one.share <= _HOPELESS_SHEET]


def _at_a_glance(
    looks: Sequence[Theme], album: Album, ground: Ground, lying: Sequence[Sights]
) -> Sequence[Theme]:
    """Return the themes that leave little unexplained at a glance, the least first; of plain pieces all."""
    if len(looks) == 1 or album.glance(looks[0]).is_plain:
        return looks
    return [one.look for one in _glanced(looks, album, ground, lying)]


def _glanced(
    looks: Sequence[Theme], album: Album, ground: Ground, lying: Sequence[Sights]
) -> list[_Glanced]:
    """Return how much themes leave unexplained, those that leave little, the least first.

    That is of places where pieces lie, or of a sheet.
    """
    models = [album.glance(look) for look in looks]
    if lying:
        each = [matching.left(one.ground, _sample(one), models) for one in lying]
        left, shares = np.mean(each, axis=0).T.tolist()
    else:
        left = shares = [seeking.left(ground, model) for model in models]
    found = [_Glanced(*one) for one in zip(left, shares, looks, strict=True)]
    found = sorted(found, key=lambda one: one.left)
    return [one for one in found if not one.left > _AS_LITTLE * found[0].left]


def nearest(looks: Sequence[Theme], album: Album, sights: Sights, sheet: Told) -> Theme:
    """Return the theme that leaves least of a sheet unexplained; it was found in the first that would do."""
    looks = by_colours(looks, sights.ground) or looks
    if len(looks) == 1:
        return looks[0]
    lying = sights._replace(places=[[match.outline] for match in sheet.matches if match.is_sure])
    return _glanced(looks, album, sights.ground, [lying])[0].look


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


def some(sights: Sequence[Sights], model: PictureSet) -> tuple[list[Match], float]:
    """Return what some of the outlines show in a theme, and what it leaves unexplained on the whole.

    That is a mean square of the photographs' own levels.
    """
    matches: list[Match] = []
    left: list[float] = []
    for sight in sights:
        if places := _sample(sight):
            read, found = matching.read(sight.ground, places, model)
            matches += read
            left += [match.off * model.contrast * found.bright**2 for match in read]
    return matches, float(np.median(left)) if left else 0.0


def _sample(sights: Sights) -> list[list[PieceOutline]]:
    """Return some of the places of a photograph."""
    return sights.places[:: 1 + len(sights.places) // _SAMPLE]


def tells(matches: Sequence[Match]) -> bool:
    """Tell whether nearly all pieces are sure."""
    return sum(match.is_sure for match in matches) >= max(1, _THEME_FOUND * len(matches))
