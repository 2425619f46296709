"""The light of a photograph: each channel's brightness as a smooth surface, and a shift."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import surface_terms
from generator.checking.photographs.pictures import PictureSet

#: Every so many of a picture's points tell the light.
_STEP = 7
#: What gains are at least; no lamp makes a channel so many times as bright as another.
_DIMMEST, _MOST_TINTED = 0.02, 1.8
#: From so many pieces on the light changes in a straight line, and in a curve.
_LINE, _CURVE = 8, 24
#: Light is even where nothing tells: by how much, as a share of what all pieces tell.
_STIFF = 0.05
#: A channel of less than this share of the brightness of all is too dark to tell its light.
_DARK = 0.1
#: The shift is found in this unit, which makes it as large as the gains' terms.
_UNIT = 60.0
#: So many percent of the points tell the light, those that are least off.
_NEAR = 85


class Light(NamedTuple):
    """Gains of the channels as coefficients of terms, (1, 3 or 6) × 3, and a shift of each."""

    gains: Array
    shift: Array

    @property
    def brightness(self) -> float:
        """How many of the image's levels one of the pictures' is, in the image's middle."""
        return float(np.maximum(self.gains[0], _DIMMEST).mean())

    @property
    def is_likely(self) -> bool:
        """Whether it is no stronger in colour than lamps are."""
        middle = np.maximum(self.gains[0], _DIMMEST)
        return bool(middle.max() <= _MOST_TINTED * middle.min())

    def even(self, views: Array, at: Array) -> Array:
        """Return rows of what is seen (rows, points, 3) as it would be in even light.

        ``at`` are the places of the rows, as shares of the image's sides from its middle.
        """
        gains = surface_terms(*at.T)[:, : len(self.gains)] @ self.gains
        result: Array = (views - self.shift) / np.maximum(gains, _DIMMEST)[:, None, :]
        return result.astype(np.float32)


def starts(views: Array, pictures: PictureSet) -> Iterator[Light]:
    """Yield lights to begin with: each channel as bright and dark as in the pictures, and all channels alike.

    Of plain pictures also those in which all that is seen is one of them.
    """
    flat, expected = views.reshape(-1, 3), pictures.views.reshape(-1, 3)[::_STEP]
    low, high = np.percentile(flat, (3, 97), axis=0)
    dark, bright = np.percentile(expected, (3, 97), axis=0)
    gain = np.maximum((high - low) / np.maximum(bright - dark, 1.0), _DIMMEST)
    yield Light(gain[None], low - gain * dark)
    ratio = np.percentile(flat.max(axis=1), 90) / max(np.percentile(expected.max(axis=1), 90), 1.0)
    yield Light(np.full((1, 3), max(float(ratio), _DIMMEST)), np.zeros(3))
    if pictures.is_plain:
        colour = np.median(views.mean(axis=1), axis=0)
        for k in np.unique(pictures.kinds, return_index=True)[1]:
            gain = colour / np.maximum(pictures.views[k].mean(axis=0), 1.0)
            yield Light(np.maximum(gain, _DIMMEST)[None], np.zeros(3))


def fitted(views: Array, expected: Array, at: Array) -> Light:
    """Return the light that brings pieces (pieces, points, 3) nearest to what they should show."""
    number = 6 if len(views) >= _CURVE else 3 if len(views) >= _LINE else 1
    surface = surface_terms(*at.T)[:, None, :number]
    gains, shift = np.zeros((number, 3)), np.zeros(3)
    brightness = max(float(expected.mean()), 1.0)
    level = float(views.mean()) / brightness
    for c in range(3):
        look, right = expected[:, ::_STEP, c], views[:, ::_STEP, c].ravel()
        terms = np.empty((len(right), number + 1))
        terms[:, :number] = (look[:, :, None] * surface).reshape(len(right), number)
        terms[:, number] = _UNIT
        typical = brightness * len(right) ** 0.5
        told_by = float(np.linalg.norm(terms[:, 0]))
        # A channel that no piece shows is as bright as all are together.
        stiff = np.diag(
            [_STIFF * typical * (told_by < _DARK * typical), *[_STIFF * told_by] * number]
        )
        none = np.append(level * stiff[0, 0], np.zeros(number))
        near: Array = np.ones(len(right), bool)
        for _ in range(2):  # again without what is farthest off
            rows, sums = np.vstack([terms[near], stiff]), np.append(right[near], none)
            solution = np.linalg.lstsq(rows, sums, rcond=None)[0]
            distances = np.abs(right - terms @ solution)
            near = distances <= np.percentile(distances, _NEAR)
        gains[:, c], shift[c] = solution[:-1], solution[-1] * _UNIT
    return Light(gains, shift)
