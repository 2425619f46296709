"""Which piece each outline shows: its pixels set upright and compared with the game's pictures.

The light is found with the pieces: brightness of each channel over the photograph is a smooth
surface that brings the pictures nearest to what is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs.loading import Array
from generator.checking.photographs.models import PIXELS, PictureSet
from generator.checking.photographs.outlines import PieceOutline

#: How often light and pieces are found in turn.
_ROUNDS = 6
#: A piece is sure when what is seen is this far from between it and the next: 1 is the piece
#: itself, a half is in the middle between the two.
SURE = 0.62
#: How much may be left unexplained: a share of the pictures' contrast, and how much of it in any
#: part of a piece.
_MOST_OFF, _MOST_OFF_PART = 0.2, 0.55
_PARTS = 4


class Match(NamedTuple):
    """What an outline shows: a kind ("" for a back that tells none), how sure, how far off."""

    outline: PieceOutline
    kind: str
    certainty: float
    off: float

    @property
    def is_sure(self) -> bool:
        """Whether it may be counted."""
        return self.certainty >= SURE


def upright(pixels: Array, outline: PieceOutline, model: PictureSet) -> Array:
    """Return the pixels in an outline as a picture of the model's size, its inside alone."""
    fine = 3
    wanted = (model.corners + 0.5) * fine - 0.5
    matrix, _ = cv2.findHomography(outline.corners, wanted)
    edge = PIXELS * fine
    seen = cv2.warpPerspective(pixels, matrix, (edge, edge), flags=cv2.INTER_LINEAR)
    small = cv2.resize(seen, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    inside: Array = small.reshape(-1, 3)[model.inside].astype(np.float32)
    return inside


class Photographed(NamedTuple):
    """The pieces of one photograph set upright: outlines, where each lies, and what it shows."""

    places: list[list[PieceOutline]]
    shown: list[Array]
    at: Array


def set_upright(pixels: Array, places: list[list[PieceOutline]], model: PictureSet) -> Photographed:
    """Return the pieces of a photograph; of a place with several outlines all."""
    shown = [np.stack([upright(pixels, outline, model) for outline in group]) for group in places]
    height, width = pixels.shape[:2]
    middles = [group[0].centre / (width, height) - 0.5 for group in places]
    return Photographed(places, shown, np.array(middles).reshape(-1, 2))


def read(photographs: Sequence[Photographed], model: PictureSet) -> list[list[Match]]:
    """Return what the outlines in photographs show, each photograph in its own light."""
    pictures = _blurred(model)
    contrast = float(pictures.var(axis=(0, 1)).sum())
    return [_in_its_light(one, model, pictures, contrast) for one in photographs]


def _blurred(model: PictureSet) -> Array:
    """Return the pictures a little blurred, as cameras do: edges are never quite in place."""
    flat = np.full((len(model.pictures), PIXELS * PIXELS, 3), 255.0, np.float32)
    flat[:, model.inside] = model.pictures
    square = flat.reshape(-1, PIXELS, PIXELS, 3)
    soft = [cv2.GaussianBlur(one, (0, 0), 0.8) for one in square]
    result: Array = np.stack(soft).reshape(len(square), -1, 3)[:, model.inside]
    return result


def _in_its_light(
    one: Photographed, model: PictureSet, pictures: Array, contrast: float
) -> list[Match]:
    """Return what the pieces of a photograph show."""
    if not one.places:
        return []
    x, y = one.at.T
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    terms = terms[:, : 6 if len(x) >= 24 else 3 if len(x) >= 8 else 1]
    flat = pictures.reshape(len(pictures), -1)
    squares = (flat**2).sum(axis=1)
    gains, shift = _first(one.shown, pictures)
    ends = np.cumsum([len(shown) for shown in one.shown])[:-1]
    best: list[tuple[int, int]] = []
    for _ in range(_ROUNDS):
        before = best
        seen = _even(one.shown, gains, shift)
        scores = np.split(_distances(np.concatenate(seen), flat, squares), ends)
        best = [(int(k), int(n)) for k, n in (divmod(s.argmin(), len(flat)) for s in scores)]
        if best == before:
            break
        offs = np.array([score.min() for score in scores])
        gains, shift = _light(one.shown, pictures, best, terms, offs)
    return [
        _match(*three, model, flat, squares, contrast)
        for three in zip(one.places, seen, scores, strict=True)
    ]


def _even(shown: Sequence[Array], gains: Array, shift: Array) -> list[Array]:
    """Return what is seen as it would be in even light."""
    return [(one - shift) / gain for one, gain in zip(shown, gains, strict=True)]


def _distances(seen: Array, flat: Array, squares: Array) -> Array:
    """Return the mean squares of the differences between what is seen and every picture."""
    rows = seen.reshape(len(seen), -1).astype(np.float32)
    far: Array = (rows**2).sum(axis=1)[:, None] - 2 * rows @ flat.T + squares
    far /= flat.shape[1]
    return far


def _first(shown: Sequence[Array], pictures: Array) -> tuple[Array, Array]:
    """Return the light to begin with: each channel as bright and as dark as in the pictures."""
    seen = np.concatenate([one[0] for one in shown])
    low, high = np.percentile(seen, (3, 97), axis=0)
    dark, bright = np.percentile(pictures.reshape(-1, 3), (3, 97), axis=0)
    gain = np.maximum((high - low) / np.maximum(bright - dark, 1.0), 0.02)
    return np.tile(gain, (len(shown), 1)), low - gain * dark


def _light(
    shown: Sequence[Array],
    pictures: Array,
    best: Sequence[tuple[int, int]],
    terms: Array,
    offs: Array,
) -> tuple[Array, Array]:
    """Return the light that brings pieces nearest to their pictures: gains for each, one shift."""
    good = offs <= np.percentile(offs, 75) + 1e-9
    gains = np.ones((len(shown), 3))
    shift = np.zeros(3)
    for c in range(3):
        rows, wanted = [], []
        for k in np.flatnonzero(good).tolist():
            which, picture = best[k]
            look = pictures[picture][::7, c]
            rows.append(np.column_stack([look[:, None] * terms[k], np.full(len(look), 60.0)]))
            wanted.append(shown[k][which][::7, c])
        a, b = np.concatenate(rows), np.concatenate(wanted)
        found = np.linalg.lstsq(a, b, rcond=None)[0]
        off = np.abs(b - a @ found)
        near = off <= np.percentile(off, 85)
        found = np.linalg.lstsq(a[near], b[near], rcond=None)[0]
        gains[:, c] = np.maximum(terms @ found[:-1], 0.02)
        shift[c] = found[-1] * 60
    return gains[:, None, None, :].reshape(len(shown), 1, 3), shift


def _match(
    group: Sequence[PieceOutline],
    seen: Array,
    far: Array,
    model: PictureSet,
    flat: Array,
    squares: Array,
    contrast: float,
) -> Match:
    """Return what one place shows, by the outline under which it is nearest to a picture."""
    which, best = divmod(int(far.argmin()), len(flat))
    row, kind = far[which], model.kinds[best]
    rivals = np.array([other != kind for other in model.kinds])
    between = (squares - 2 * flat @ flat[best] + squares[best])[rivals] / flat.shape[1]
    certainty = float((0.5 + (row[rivals] - row[best]) / (2 * between)).min())
    off = ((seen[which] - flat[best].reshape(-1, 3)) ** 2).sum(axis=1) / contrast
    if off.mean() > _MOST_OFF or _worst_part(off, model) > _MOST_OFF_PART:
        certainty = 0.0
    return Match(group[which], kind, min(certainty, 1.0), float(off.mean()))


def _worst_part(off: Array, model: PictureSet) -> float:
    """Return how far off the part of a piece is that is farthest off."""
    square = np.zeros(PIXELS * PIXELS, np.float32)
    square[model.inside] = off
    size = (PIXELS // _PARTS, PIXELS // _PARTS)
    blurred = cv2.blur(square.reshape(PIXELS, PIXELS), size)
    return float(blurred.max())
