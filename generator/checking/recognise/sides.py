"""Cells of a board whose sides do not show on a page: covered by something, or not drawn.

A side shows where colours change across it.  Looks at pixels; knows neither games nor boards' forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.geometry.plane import Box
from engine.words import plural
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import Pair

Cell = TypeVar("Cell")
Numbers = NDArray[np.float64]

#: The places of a side that are looked at, as shares of it, and those across it, of the cell's width.
_ALONG, _ACROSS = np.linspace(0.01, 0.99, 29), np.linspace(-0.07, 0.07, 23)
#: Colours that differ by fewer levels, or by a less share of what is usual, are no change.
_NOISE, _CHANGE = 6.0, 0.35
#: What lies nearer to a window's edge, in millimetres, is not looked at: cut lines run there.
_EDGE = 1.0
#: Fewer places of a side are a speck.
_FEW = 3


def hidden(
    page: Page, cells: Mapping[Cell, Sequence[Pair]], width: float, window: Box
) -> tuple[Cell, ...]:
    """Return the cells, given by their corners, whose sides do not show within a window.

    Where cells lack two sides or more, those that lack one have it in common with such.

    Raises GameError where the page was not drawn.
    """
    if not cells:
        return ()
    corners = np.array([list(corners) for corners in cells.values()], np.float64)
    along = np.roll(corners, -1, axis=1) - corners
    places = corners[:, :, None] + along[:, :, None] * _ALONG[:, None]
    left, top, right, bottom = window.grown(-_EDGE)
    seen = (places == np.clip(places, (left, top), (right, bottom))).all(axis=-1)
    change = _changes(page, places, along, width)
    drawn = change[seen & (change > _NOISE)]
    least = _CHANGE * float(np.median(drawn)) if drawn.size else _NOISE
    lost = (seen & (change < least)).sum(axis=-1) >= _FEW
    lacking = dict(zip(cells, lost.sum(axis=-1), strict=True))
    most = max(lacking.values())
    return tuple(cell for cell, sides in lacking.items() if sides >= min(2, most) > 0)


def lacking(amount: int, of: int) -> str:
    """Return in words that so many of a board's cells are hidden."""
    return f"{amount} of the board's {of} cells {plural(amount, 'is', 'are')} covered, or {plural(amount, 'lacks', 'lack')} lines"


def _changes(page: Page, places: Numbers, along: Numbers, width: float) -> Numbers:
    """Return by how many levels colours differ across each place of sides (cells, sides, places)."""
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    across *= width / np.hypot(along[..., :1], along[..., 1:])
    # The places across a side come first: of rows as long as the rest the extremes are quickly told.
    spots = places + _ACROSS[:, None, None, None, None] * across[:, :, None]
    rows, columns, _ = page.pixels.shape
    x, y = (
        np.clip(spots[..., k] * page.per_mm, 0, most - 1).astype(np.intp)
        for k, most in enumerate((columns, rows))
    )
    shown = page.pixels.reshape(-1, 3).take(y * columns + x, axis=0)
    result: Numbers = (shown.max(axis=0) - shown.min(axis=0)).max(axis=-1).astype(np.float64)
    return result
