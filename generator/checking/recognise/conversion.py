"""How all colours of a file differ alike from those of the pictures: a conversion, as to inks.

What every piece shows so is the file's, what one shows is that piece's.  Knows views, no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.checking.recognise.raster import Mask, Views

#: A colour is told by so many points of a picture, of so many pieces.
_FEWEST_POINTS, _FEWEST_PIECES = 6, 3
#: Levels of 255 that are nothing, that pieces alike differ by, that no eye sees on a whole sheet.
_NONE, _ALIKE, _UNSEEN = 2.0, 6.0, 16.0
#: What a conversion may change, where this share of the colours that are no greys is changed.
_MOST, _SHARE, _GREY = 64.0, 0.5, 24.0
#: So many of the pieces that show a colour show it alike.
_AGREE = 0.75


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
    samples: dict[bytes, list[NDArray[np.float32]]] = {}
    for seen, wanted, within in pieces:
        shown, should = seen[within], wanted[within].round() + 0.0  # of two zeros one
        colours, which = np.unique(should, axis=0, return_inverse=True)
        for k, colour in enumerate(colours):
            of_it = shown[which.reshape(-1) == k]
            if len(of_it) >= _FEWEST_POINTS:
                samples.setdefault(colour.tobytes(), []).append(np.median(of_it, axis=0))
    colours = np.array([np.frombuffer(key, np.float32) for key in samples]).reshape(-1, 3)
    changes = np.array([_change(c, s) for c, s in zip(colours, samples.values(), strict=True)])
    sizes = np.abs(changes.reshape(-1, 3)).max(axis=1, initial=0.0)
    is_coloured = colours.max(axis=1, initial=0) - colours.min(axis=1, initial=255) > _GREY
    is_changed = sizes[is_coloured] > _NONE
    is_all = len(is_changed) > 1 and is_changed.mean() >= _SHARE
    allowed = (sizes > _NONE) & (sizes <= (_MOST if is_all else _UNSEEN))
    if not allowed.any():
        return NOTHING
    return Conversion(colours, np.where(allowed[:, None], changes, 0).astype(np.float32))


def _change(colour: NDArray[np.float32], samples: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return by how much most pieces show a colour otherwise, nothing where they do not agree."""
    shown = np.array(samples)
    usual = np.median(shown, axis=0)
    agree = (np.abs(shown - usual).max(axis=1) <= _ALIKE).mean()
    change: NDArray[np.float32] = usual - colour
    return change if len(shown) >= _FEWEST_PIECES and agree >= _AGREE else np.zeros_like(change)
