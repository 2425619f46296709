"""Pictures as arrays: what shows within frames laid on an image, and how two such views differ.

A frame is an upright or turned rectangle about a middle; a view of it is an array (rows, columns,
red-green-blue) of 0 to 255.  Knows neither pages nor games.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.geometry.hexgrid import SQRT3

Pixels = NDArray[np.uint8]
Views = NDArray[np.float32]
Mask = NDArray[np.bool_]

#: A view looks at so many points each way for each of its own.
_FINER = 2


class Frame(NamedTuple):
    """Where to look: middle, width and height in pixels, and the turn clockwise in degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    def turned(self, across: float, down: float) -> tuple[float, float]:
        """Return a shift along the frame's sides as one to the right and down."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return cos * across - sin * down, sin * across + cos * down

    def moved(self, across: float, down: float, growth: float) -> Frame:
        """Return the frame shifted by shares of its sides, and grown by a share."""
        x, y = self.turned(across * self.width, down * self.height)
        size = self.width * (1 + growth), self.height * (1 + growth)
        return Frame(self.x + x, self.y + y, *size, self.angle)


def views(image: Pixels, frames: list[Frame], n: int) -> Views:
    """Return what shows in frames, an array (frames, n, n, 3); beyond the image is white."""
    x, y, width, height, angle = np.asarray(frames, np.float32).T[:, :, None, None]
    steps = (np.arange(_FINER * n, dtype=np.float32) + 0.5) / (_FINER * n) - 0.5
    across, down = np.meshgrid(steps, steps)
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    u, v = across * width, down * height
    shown = _at(image, x + cos * u - sin * v - 0.5, y + sin * u + cos * v - 0.5)
    pooled = shown.reshape(len(frames), n, _FINER, n, _FINER, 3)
    result: Views = pooled.mean(axis=(2, 4), dtype=np.float32)
    return result


def _at(image: Pixels, x: Views, y: Views) -> Views:
    """Return an image's colours at places between its pixels' middles."""
    rows, columns, _ = image.shape
    left, top = np.floor(x), np.floor(y)
    right_share, low_share = (x - left)[..., None], (y - top)[..., None]
    column, row = left.astype(np.int32), top.astype(np.int32)
    flat = image.reshape(-1, 3)

    def shown(i: int, j: int) -> Views:
        c, r = np.clip(column + i, 0, columns - 1), np.clip(row + j, 0, rows - 1)
        return flat[r * columns + c].astype(np.float32)

    upper = shown(0, 0) * (1 - right_share) + shown(1, 0) * right_share
    lower = shown(0, 1) * (1 - right_share) + shown(1, 1) * right_share
    mixed: Views = upper * (1 - low_share) + lower * low_share
    beyond = (x < -1) | (y < -1) | (x > columns) | (y > rows)
    mixed[beyond] = 255.0
    return mixed


def inside(kind: str, n: int, edge: float = 0.06) -> Mask:
    """Return which points of a view are well inside a piece's outline, an array (n, n).

    ``edge`` is left out all round, a share of the width.  A hexagon stands on a corner.
    """
    steps = (np.arange(n) + 0.5) / n * 2 - 1
    x, y = np.meshgrid(steps, steps)
    reach = 1 - 2 * edge
    if kind == "disc":
        return np.asarray(x * x + y * y <= reach * reach)
    if kind == "rectangle":
        return np.asarray((np.abs(x) <= reach) & (np.abs(y) <= reach))
    tall = y * 2 / SQRT3  # in half widths, as x is
    slanted = (np.abs(0.5 * x + SQRT3 / 2 * tall), np.abs(0.5 * x - SQRT3 / 2 * tall))
    return np.asarray((np.abs(x) <= reach) & (slanted[0] <= reach) & (slanted[1] <= reach))


def unlike(seen: Views, wanted: Views, least: float) -> Mask:
    """Return where views differ by more than ``least`` and by more than a shift of one point.

    A point is off where its colour lies outside all that the other view shows about it.
    """
    off = np.maximum(_beyond(seen, wanted), _beyond(wanted, seen))
    return np.asarray(off > least)


def _beyond(one: Views, other: Views) -> Views:
    low, high = _neighbourhood(other, np.minimum), _neighbourhood(other, np.maximum)
    result: Views = np.maximum(one - high, low - one).max(axis=-1)
    return result


def _neighbourhood(view: Views, extreme: np.ufunc) -> Views:
    """Return the least or greatest of each point and its eight neighbours."""
    result = view.copy()
    for axis in (1, 2):
        ahead, behind = [slice(None)] * 4, [slice(None)] * 4
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        source = result.copy()
        for to, of in ((ahead, behind), (behind, ahead)):
            extreme(result[tuple(to)], source[tuple(of)], out=result[tuple(to)])
    return result


def crowded(marked: Mask, least: int) -> Mask:
    """Return the marked points with at least so many of their eight neighbours marked as well."""
    padded = np.pad(marked, ((0, 0), (1, 1), (1, 1))).astype(np.uint8)
    n = marked.shape[1]
    around = sum(
        padded[:, i : i + n, j : j + n] for i in range(3) for j in range(3) if (i, j) != (1, 1)
    )
    return np.asarray(marked & (around >= least))


def misplaced(seen: Views, wanted: Views, within: Mask) -> NDArray[np.float64]:
    """Return how far each view lies off what is wanted: (views, 3) of right, down, growth.

    Right and down are shares of the frame, growth is a share of the size (0 for none); by least
    squares over the gradients where ``within`` (views, n, n), good for shifts of a point or so.
    """
    n = seen.shape[1]
    grey_seen, grey = seen.mean(axis=-1), wanted.mean(axis=-1)
    steps = np.arange(n) + 0.5 - n / 2
    across, down = np.gradient(grey, axis=2), np.gradient(grey, axis=1)
    growth = across * steps + down * steps[:, None]
    slopes = np.stack([across, down, growth], axis=-1) * within[..., None]
    squares = np.einsum("kyxi,kyxj->kij", slopes, slopes) + np.eye(3)
    sums = np.einsum("kyxi,kyx->ki", slopes, grey - grey_seen)
    found = np.linalg.solve(squares, sums[..., None])[..., 0]
    return np.asarray(found * (1 / n, 1 / n, 1.0))
