"""The light of a photograph: each channel's brightness as a smooth surface, and a shift.

Knows neither pieces nor pictures, only what is seen and what should be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from generator.checking.photographs.loading import Array

#: What the light's gains are at least, so that what is dark is not divided by nothing.
_LEAST = 0.02
#: From so many pieces on the light changes in a straight line, and in a curve.
_LINE, _CURVE = 8, 24
#: No lamp makes a channel so many times as bright as another.
_MOST_TINTED = 3.0
#: Every so many of a picture's points tell the light.
_STEP = 7
#: Light is even where nothing tells: by how much, as a share of what all pieces tell.
_STIFF = 0.05
#: A channel of less than this share of the brightness of all is too dark to tell its light.
_DARK = 0.1
#: The shift is found in this unit, which makes it as large as the gains' terms.
_UNIT = 60.0


def terms(x: Array, y: Array) -> Array:
    """Return 1, x, y, x², xy, y² side by side."""
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


class Light(NamedTuple):
    """Gains of the channels as coefficients of terms, (1, 3 or 6) × 3, and a shift of each."""

    gains: Array
    shift: Array

    @property
    def is_likely(self) -> bool:
        """Whether it is no stronger in colour than lamps are, in the image's middle."""
        middle = np.maximum(self.gains[0], _LEAST)
        return bool(middle.max() <= _MOST_TINTED * middle.min())

    @property
    def bright(self) -> float:
        """How many of the image's levels one of the pictures' is, in the image's middle."""
        return float(np.maximum(self.gains[0], _LEAST).mean())

    def even(self, seen: Array, at: Array) -> Array:
        """Return rows of what is seen (rows, points, 3) as it would be in even light.

        ``at`` are the places of the rows, shares of the image's sides from its middle.
        """
        gains = np.maximum(terms(*at.T)[:, : len(self.gains)] @ self.gains, _LEAST)
        result: Array = ((seen - self.shift) / gains[:, None, :]).astype(np.float32)
        return result


def first(seen: Array, pictures: Array) -> Light:
    """Return the light to begin with: each channel as bright and as dark as in the pictures."""
    low, high = np.percentile(seen.reshape(-1, 3), (3, 97), axis=0)
    dark, bright = np.percentile(pictures.reshape(-1, 3)[::_STEP], (3, 97), axis=0)
    gain = np.maximum((high - low) / np.maximum(bright - dark, 1.0), _LEAST)
    return Light(gain[None], low - gain * dark)


def white(seen: Array, pictures: Array) -> Light:
    """Return the light to begin with where :func:`first` misleads: all channels are as bright."""
    bright = [
        np.percentile(one.reshape(-1, 3)[::_STEP].max(axis=-1), 90) for one in (seen, pictures)
    ]
    return Light(np.full((1, 3), max(bright[0] / max(bright[1], 1.0), _LEAST)), np.zeros(3))


def showing(seen: Array, picture: Array) -> Light:
    """Return the light to begin with in which all that is seen is like one picture on the whole."""
    wanted = np.maximum(picture.mean(axis=0), 1.0)
    gains = np.maximum(np.median(seen.mean(axis=1), axis=0) / wanted, _LEAST)
    return Light(gains[None], np.zeros(3))


def fitted(seen: Array, wanted: Array, at: Array) -> Light:
    """Return the light that brings pieces (pieces, points, 3) nearest to what they should show."""
    number = 6 if len(seen) >= _CURVE else 3 if len(seen) >= _LINE else 1
    surface = terms(*at.T)[:, None, :number]
    gains, shift = np.zeros((number, 3)), np.zeros(3)
    bright = max(float(wanted.mean()), 1.0)
    level = float(seen.mean()) / bright
    for c in range(3):
        look, b = wanted[:, ::_STEP, c], seen[:, ::_STEP, c].ravel()
        a = np.empty((len(b), number + 1))
        a[:, :number] = (look[:, :, None] * surface).reshape(len(b), number)
        a[:, number] = _UNIT
        usual = bright * len(b) ** 0.5
        told_by = float(np.linalg.norm(a[:, 0]))
        # A channel that no piece shows is as bright as all are together.
        stiff = np.diag(
            [_STIFF * usual if told_by < _DARK * usual else 0.0, *[_STIFF * told_by] * number]
        )
        none = np.append(level * stiff[0, 0], np.zeros(number))
        near: Array = np.ones(len(b), bool)
        for _ in range(2):  # again without what is farthest off
            rows_near, told = np.vstack([a[near], stiff]), np.append(b[near], none)
            found = np.linalg.lstsq(rows_near, told, rcond=None)[0]
            off = np.abs(b - a @ found)
            near = off <= np.percentile(off, 85)
        gains[:, c], shift[c] = found[:-1], found[-1] * _UNIT
    return Light(gains, shift)
