"""How all colours of a file differ alike from those of the pictures: a conversion, as to inks.

What every piece shows so is the file's, what one shows is that piece's.  Knows views, no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.checking.recognise.raster import Mask, Views

#: A colour is surely told by this share of a picture's points, else by so many, of so many pieces.
_LEAST, _FEWEST_POINTS, _FEWEST_PIECES = 0.015, 4, 3
_WHOLE = 0.01
#: Levels of 255 that are no change, and that what shows alike differs by.
_NONE, _ALIKE = 2.0, 6.0
#: A conversion changes this share of the colours that are no greys, none by more than so much.
_SHARE, _MOST, _GREY = 0.5, 64.0, 24.0
#: So many of a piece's points, and of the pieces that show a colour, show it alike.
_AGREE = 0.75
#: How much a level of red, green and blue counts in a number that stands for a colour.
_PLACES = np.array((65536, 256, 1), np.uint32)


class Conversion(NamedTuple):
    """Colours and by how much each differs, (colours, 3) both; none where nothing does."""

    colours: NDArray[np.float32]
    changes: NDArray[np.float32]

    @property
    def most(self) -> int:
        """By how many levels of 255 the colour differs that differs most."""
        return round(float(np.abs(self.changes).max(initial=0.0)))

    def of(self, views: Views) -> Views:
        """Return pictures as the file shows them: every point as the colours next to it are changed."""
        if not self.most:
            return views
        flat = views.reshape(-1, 3)
        squares = (flat**2).sum(axis=1)[:, None] + (self.colours**2).sum(axis=1)
        nearness = 1 / np.maximum(squares - 2 * flat @ self.colours.T, 0.5)
        changes = nearness @ self.changes / nearness.sum(axis=1, keepdims=True)
        result: Views = np.clip(flat + changes, 0, 255).reshape(views.shape)
        return result


NOTHING = Conversion(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))


def measured(pieces: Iterable[tuple[Views, Views, Mask]]) -> Conversion:
    """Return the conversion of pieces by what each shows, should show, and where that counts."""
    samples: dict[int, list[tuple[NDArray[np.float32], bool]]] = {}  # and whether they are sure
    for view, expected, within in pieces:
        levels, should = view[within], expected[within].round()
        # Where colours meet, mixtures of them show, hardly ever in whole levels.
        is_mixed = np.abs(expected[within] - should).max(axis=-1) > _WHOLE
        colours, which, counts = np.unique(
            should.astype(np.uint32) @ _PLACES, return_inverse=True, return_counts=True
        )
        for k in np.flatnonzero(counts >= _FEWEST_POINTS):
            is_it = which == k
            of_it = levels[is_it]
            middle = _median(of_it)
            is_even = (np.abs(of_it - middle).max(axis=1) <= _ALIKE) & ~is_mixed[is_it]
            is_sure = counts[k] >= _LEAST * within.sum() and is_even.mean() >= _AGREE
            samples.setdefault(int(colours[k]), []).append((middle, bool(is_sure)))
    colours = (np.array([*samples], np.uint32)[:, None] // _PLACES % 256).astype(np.float32)
    sure = _changes(colours, [[c for c, is_sure in some if is_sure] for some in samples.values()])
    is_coloured = colours.max(axis=1, initial=0) - colours.min(axis=1, initial=255) > _GREY
    is_told = is_coloured & ~np.isnan(sure).any(axis=1)
    if not is_told.any() or (_size(sure[is_told]) > _NONE).mean() < _SHARE:
        return NOTHING
    changes = np.nan_to_num(_changes(colours, [[c for c, _ in some] for some in samples.values()]))
    changes[_size(changes) > _MOST] = 0
    return Conversion(colours, changes.astype(np.float32))


def _median(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the middle of each channel's levels, as NumPy's own median does in eight times the time."""
    ordered, count = np.sort(colours, axis=0), len(colours)
    middle: NDArray[np.float32] = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return middle


def _size(changes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.abs(changes).max(axis=1, initial=0.0))


def _changes(
    colours: NDArray[np.float32], samples: Sequence[Sequence[NDArray[np.float32]]]
) -> NDArray[np.float64]:
    """Return by how much most pieces show each colour otherwise, NaN where they do not tell."""
    changes = np.full(colours.shape, np.nan)
    for k, some in enumerate(samples):
        if len(some) >= _FEWEST_PIECES:
            levels = np.array(some)
            middle = _median(levels)
            if (np.abs(levels - middle).max(axis=1) <= _ALIKE).mean() >= _AGREE:
                changes[k] = middle - colours[k]
    return changes
