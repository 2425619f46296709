"""Which piece each outline shows: its pixels set upright and compared with the game's pictures.

The light is found with the pieces: it is the one that brings the pictures nearest to what is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs import light
from generator.checking.photographs.ground import Ground
from generator.checking.photographs.light import Light
from generator.checking.photographs.loading import Array
from generator.checking.photographs.models import (
    PIXELS,
    SPARSE,
    Glances,
    PictureSet,
    Shape,
    coarse,
    squares_of,
)
from generator.checking.photographs.outlines import PieceOutline

#: How often light and pieces are found in turn.
_ROUNDS = 6
#: Two lights explain a photograph alike where one leaves no more than so many times as much off.
_AS_GOOD = 2.0
#: An outline that is so many times as far off at a glance as another of its place is not looked at closely.
_NEARLY = 1.5
#: A piece is sure when what is seen is this far from between it and the next: 1 is the piece
#: itself, a half is in the middle between the two.
SURE = 0.62
#: How much may be left unexplained: a share of the pictures' contrast, and how much of it in any
#: part of a piece.
_MOST_OFF, _MOST_OFF_PART = 0.16, 0.5
_PARTS = 4
#: The next piece must differ this many times as much as what is left unexplained.
_APART = 3.0
#: A piece of less than this share of its picture's colour is another, or no camera saw it in colour.
_PALE = 0.5
#: Differences are looked at through a blur of so many points.
_AT_LARGE = 1.5
#: A piece may be so much brighter or darker than the light about it says: shadows, glare.
_BRIGHTER = 1.25
#: How many times as fine as pictures pixels are set upright, before they are averaged.
_FINE = 3
#: What makes finer points a picture's.
_FROM_FINE = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, _FINE]]) / _FINE - np.array(
    [[0, 0, 0.5], [0, 0, 0.5], [0, 0, 0]]
)
#: How far off the other side of a tile is that looks the same; else it is 0.03 and more.
_ALIKE = 0.01


class Match(NamedTuple):
    """What an outline shows: a kind ("" for a back that tells none), how sure, how far off.

    ``picture`` is the number of the picture.
    """

    outline: PieceOutline
    kind: str
    certainty: float
    off: float
    picture: int

    @property
    def is_sure(self) -> bool:
        """Whether it may be counted."""
        return self.certainty >= SURE


def placings(outlines: Sequence[PieceOutline], shape: Shape) -> Array:
    """Return the matrices that lay a picture's points where outlines lie in the image, (outlines, 3, 3)."""
    found = np.empty((len(outlines), 3, 3))
    for k, outline in enumerate(outlines):
        if shape.sides == 4:
            ends = shape.corners.astype(np.float32), outline.corners.astype(np.float32)
            found[k] = cv2.getPerspectiveTransform(*ends)
        else:
            found[k] = cv2.findHomography(shape.corners, outline.corners)[0]
    return found


def laid(points: Array, placed: Array) -> Array:
    """Return where a picture's points (points, 2) lie in the image, by each of some matrices."""
    found = placed @ np.column_stack([points, np.ones(len(points))]).T
    at: Array = (found[:, :2] / found[:, 2:]).swapaxes(1, 2)
    return at


def upright(ground: Ground, placed: Array, shape: Shape) -> Array:
    """Return what lies in an image as matrices say as pictures of the models' size, (pictures, points, 3)."""
    edge = PIXELS * _FINE
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = np.empty((len(placed), PIXELS, PIXELS, 3), np.float32)
    for k, matrix in enumerate(placed @ _FROM_FINE):
        seen = cv2.warpPerspective(
            ground.pixels, matrix, (edge, edge), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        shown[k] = cv2.resize(seen, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    return shown.reshape(len(placed), -1, 3)


def places_of(middles: Array, pixels: Array) -> Array:
    """Return where middles (middles, 2) of outlines lie: shares of the image's sides from its middle."""
    places: Array = middles.reshape(-1, 2) / pixels.shape[1::-1] - 0.5
    return places


def middles_of(outlines: Sequence[PieceOutline]) -> Array:
    """Return the middles of outlines, (outlines, 2)."""
    if not outlines:
        return np.empty((0, 2))
    middles: Array = np.stack([outline.corners for outline in outlines]).mean(axis=1)
    return middles


def distances(seen: Array, pictures: Array, squares: Array) -> Array:
    """Return the mean squares of the differences between rows of what is seen and pictures.

    ``squares`` are the sums of the pictures' squares.
    """
    rows, flat = (one.reshape(len(one), -1) for one in (seen, pictures))
    far: Array = np.add.outer(squares_of(rows), squares) - 2 * rows @ flat.T
    far /= flat.shape[1]
    return far


def left(
    ground: Ground, places: Sequence[Sequence[PieceOutline]], models: Sequence[Glances]
) -> list[tuple[float, float]]:
    """Return how much of what places show each of some pictures of one shape leave unexplained at a glance.

    That is, for most of the places, a mean square of the photograph's own levels, and as a share
    of how much the pictures differ.
    """
    few, at, owner = _lying(ground, places, models[0].shape)[:3]
    few = coarse(few, models[0].shape.coarse_inside)
    result = []
    for model in models:
        starts = [light.first(few, model.coarse), light.white(few, model.coarse)]
        found = min(_all_settled(starts, few, at, owner, model), key=lambda one: one.off)
        far = distances(found.light.even(few, at), model.coarse, model.coarse_squares)
        off = float(np.median(far.min(axis=1)))
        contrast = float(model.coarse.var(axis=(0, 1)).mean())
        result.append((off * found.light.bright**2, off / contrast))
    return result


def _lying(
    ground: Ground, places: Sequence[Sequence[PieceOutline]], shape: Shape
) -> tuple[Array, Array, Array, list[PieceOutline]]:
    """Return what all outlines of places show, where they lie, of which place each is, and the outlines."""
    flat = [outline for group in places for outline in group]
    owner = np.repeat(np.arange(len(places)), [len(group) for group in places])
    at = places_of(middles_of(flat), ground.pixels)
    return upright(ground, placings(flat, shape), shape), at, owner, flat


def read(
    ground: Ground, places: Sequence[Sequence[PieceOutline]], model: PictureSet
) -> tuple[list[Match], Light]:
    """Return what places show, by the best of the outlines of each, and in what light."""
    shown, at, owner, flat = _lying(ground, places, model.shape)
    few = coarse(shown, model.shape.coarse_inside)
    found, doubtful = _lights(ground, few, at, owner, model)
    near = _nearest(distances(found.even(few, at), model.coarse, model.coarse_squares), owner)
    seen = found.even(shown[near][:, model.shape.inside], at[near])
    judged = _judged([flat[k] for k in near], seen, model)
    matches = [
        min((judged[k] for k in np.flatnonzero(owner[near] == n)), key=lambda match: match.off)
        for n in range(len(places))
    ]
    return [
        match._replace(certainty=0.0) if is_doubtful else match
        for match, is_doubtful in zip(matches, doubtful, strict=True)
    ], found


def _nearest(far: Array, owner: Array) -> Array:
    """Return the outlines that are at a glance nearly as near to a picture as the best of their place."""
    best = far.min(axis=1)
    least = np.full(owner[-1] + 1, np.inf)
    np.minimum.at(least, owner, best)
    near: Array = np.flatnonzero(best <= _NEARLY * np.maximum(least, 0.0)[owner] + 1e-6)
    return near


class _Settled(NamedTuple):
    """A light, the kind that each place shows in it, and how far these are off."""

    light: Light
    kinds: Array
    off: float


def _lights(
    ground: Ground, few: Array, at: Array, owner: Array, model: Glances
) -> tuple[Light, Array]:
    """Return the light of a photograph, and which places show something else in another.

    Pieces of one colour alone may look like those of another in a light of another colour.
    """
    starts = [light.first(few, model.coarse), light.white(few, model.coarse)]
    if model.is_plain:
        at_kinds = np.unique(model.kinds, return_index=True)[1]
        starts += [light.showing(few, model.coarse[k]) for k in at_kinds]
    settled = _all_settled(starts, few, at, owner, model)
    likely = [one for one in settled if one.light.is_likely]
    if not likely:
        return settled[0].light, np.ones(len(settled[0].kinds), bool)
    best = min(likely, key=lambda one: one.off)
    # What fits wholly may be off by less than nothing, as numbers are rounded.
    as_good = [one.kinds for one in likely if one.off <= _AS_GOOD * max(best.off, 0.0)]
    return best.light, (np.array(as_good) != best.kinds).any(axis=0)


def _all_settled(
    starts: Sequence[Light], few: Array, at: Array, owner: Array, model: Glances
) -> list[_Settled]:
    """Return the lights that are found from some to begin with."""
    return [_settled(start, few, at, owner, model) for start in starts]


def _settled(found: Light, few: Array, at: Array, owner: Array, model: Glances) -> _Settled:
    """Return a light that is found in turn with what each place shows."""
    before: Array = np.array([])
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    for _ in range(_ROUNDS):
        far = distances(found.even(few, at), model.coarse, model.coarse_squares)
        best = far.min(axis=1)
        which = starts + [int(part.argmin()) for part in np.split(best, starts[1:])]
        shows = far[which].argmin(axis=1)
        now = np.stack([which, shows])
        if np.array_equal(now, before):
            break
        before = now
        good = np.flatnonzero(best[which] <= np.percentile(best[which], 75) + 1e-9)
        found = light.fitted(few[which[good]], model.coarse[shows[good]], at[which[good]])
    return _Settled(found, model.kinds[shows], float(best[which].mean()))


def again(
    ground: Ground, outlines: Sequence[PieceOutline], model: PictureSet, found: Light
) -> list[Match]:
    """Return what each outline shows, in a light that is known."""
    if not outlines:
        return []
    seen = seen_in(ground, placings(outlines, model.shape), model, found)
    return _judged(outlines, seen, model)


def seen_in(ground: Ground, placed: Array, model: PictureSet, found: Light) -> Array:
    """Return what is seen where matrices lay pictures, at their points, as it would be in even light."""
    shown = upright(ground, placed, model.shape)
    middles = laid(model.shape.corners, placed).mean(axis=1)
    return found.even(shown[:, model.shape.inside], places_of(middles, ground.pixels))


def _judged(outlines: Sequence[PieceOutline], seen: Array, model: PictureSet) -> list[Match]:
    """Return what outlines show, by how far it is from every picture, each a little brighter or darker."""
    some = seen[:, ::SPARSE]
    near = model.sparse[distances(some, model.sparse, model.sparse_squares).argmin(axis=1)]
    brighter = (some * near).sum(axis=(1, 2)) / np.maximum((some * some).sum(axis=(1, 2)), 1.0)
    seen = seen * np.clip(brighter, 1 / _BRIGHTER, _BRIGHTER)[:, None, None]
    far = distances(seen[:, ::SPARSE], model.sparse, model.sparse_squares)
    best = far.argmin(axis=1)
    shows = model.pictures[best]
    between = distances(model.sparse[best], model.sparse, model.sparse_squares)
    between = np.maximum(between, 1e-6)
    matches = []
    for k, outline in enumerate(outlines):
        rivals = np.flatnonzero(model.kinds != model.kinds[best[k]])
        nearness = (far[k, rivals] - far[k, best[k]]) / (2 * between[k, rivals])
        certainty = float(min(1.0, 0.5 + nearness.min(initial=np.inf)))
        off = _off(seen[k] - shows[k], model)
        apart = np.inf
        if len(rivals):
            rival = model.pictures[rivals[nearness.argmin()]]
            apart = float(_off(rival - shows[k], model).mean())
        is_poor = off.mean() > min(_MOST_OFF, apart / _APART)
        is_pale = _colour(seen[k]) < _PALE * _colour(shows[k])
        if is_poor or is_pale or _worst_part(off, model) > _MOST_OFF_PART:
            certainty = 0.0
        number = int(best[k])
        kind = str(model.kinds[number])
        matches.append(Match(outline, kind, certainty, float(off.mean()), number))
    return matches


def lie_on_fronts(matches: Sequence[Match], model: PictureSet) -> bool | None:
    """Tell whether most pieces lie on their fronts; None where both sides of each look alike."""
    telling = [match.picture for match in matches if not _is_either_side(match.picture, model)]
    return 2 * model.backs[telling].sum() > len(telling) if telling else None


def _is_either_side(picture: int, model: PictureSet) -> bool:
    """Tell whether a picture is at large one of its kind's other side, or its kind has one side."""
    if not model.kinds[picture]:
        return False
    is_of_kind = model.kinds == model.kinds[picture]
    others = np.flatnonzero(is_of_kind & (model.backs != model.backs[picture]))
    off = [_off(model.pictures[k] - model.pictures[picture], model).mean() for k in others]
    return min(off, default=0.0) < _ALIKE


def _colour(shown: Array) -> float:
    """Return how much a piece's points differ in colour, whatever their brightness."""
    red, green, blue = shown.T
    return float(np.std(red - green) + np.std(green - blue))


def _off(difference: Array, model: PictureSet) -> Array:
    """Return how far off each point of a piece is at large, without grain, hatches and numbers."""
    soft = cv2.GaussianBlur(model.square(difference), (0, 0), _AT_LARGE).reshape(-1, 3)
    off: Array = (soft[model.shape.inside] ** 2).sum(axis=1) / model.contrast
    return off


def _worst_part(off: Array, model: PictureSet) -> float:
    """Return how far off the part of a piece is that is farthest off."""
    size = (PIXELS // _PARTS, PIXELS // _PARTS)
    return float(cv2.blur(model.square(off), size).max())
