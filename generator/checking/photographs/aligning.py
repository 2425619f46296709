"""An outline moved, turned and stretched a little until what is seen in it meets a picture best.

Knows pictures, nothing of pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from generator.checking.photographs.ground import Ground
from generator.checking.photographs.light import Light
from generator.checking.photographs.loading import Array
from generator.checking.photographs.matching import Match, laid, placings, seen_in
from generator.checking.photographs.models import PIXELS, PictureSet
from generator.checking.photographs.outlines import PieceOutline

_STEPS = 6
#: Of so many pictures it is kept how they change.
_KEPT = 60
#: Differences of more than this, of 255, count no more than it: numbers, glare.
_MOST = 60.0
#: What keeps pictures that show little in place, as shares of what moves those that show much.
_STIFF = 0.01
#: An outline that moves farther than this share of its width, or swells more, has lost its way.
_ASTRAY, _SWOLLEN = 0.35, 0.3


def aligned(
    ground: Ground, matches: Sequence[Match], model: PictureSet, light: Light
) -> list[PieceOutline]:
    """Return the outlines of matches, moved to where each shows its picture best."""
    if not matches:
        return []
    placed = placings([match.outline for match in matches], model.shape)
    solvers = [_solver(model, match.picture) for match in matches]
    wanted = model.pictures[[match.picture for match in matches]]
    for _ in range(_STEPS):
        off = np.clip(seen_in(ground, placed, model, light) - wanted, -_MOST, _MOST)
        ways = [_way(*solver, error) for solver, error in zip(solvers, off, strict=True)]
        moved = placed @ np.stack(ways)
        placed = np.where(np.isfinite(moved).all(axis=(1, 2), keepdims=True), moved, placed)
    found = [
        PieceOutline(corners, match.outline.fit)
        for corners, match in zip(laid(model.shape.corners, placed), matches, strict=True)
    ]
    return [
        new if _is_near(new, match.outline) else match.outline
        for new, match in zip(found, matches, strict=True)
    ]


def _solver(model: PictureSet, picture: int) -> tuple[Array, Array]:
    """Return how a picture changes when it is moved six ways, and what solves for them; kept, as few are asked for."""
    if picture not in model.solvers:
        square = model.square(model.pictures[picture], np.nan)
        steps = (np.arange(PIXELS) + 0.5) / PIXELS * 2 - 1
        x, y = (one.reshape(-1, 1) for one in np.meshgrid(steps, steps))
        gx = np.nan_to_num(np.gradient(square, axis=1)).reshape(-1, 3)
        gy = np.nan_to_num(np.gradient(square, axis=0)).reshape(-1, 3)
        ways = np.stack([gx, gy, gx * x, gx * y, gy * x, gy * y], axis=-1)[model.shape.inside]
        slopes = ways.reshape(-1, 6)
        squares = slopes.T @ slopes
        solving = np.linalg.inv(squares + np.eye(6) * (_STIFF * np.trace(squares) / 6 + 1.0))
        if len(model.solvers) < _KEPT:
            model.solvers[picture] = slopes.astype(np.float32), solving
        else:
            return slopes, solving
    return model.solvers[picture]


def _way(slopes: Array, solving: Array, error: Array) -> Array:
    """Return the matrix that takes a picture's points to where it is shown better, by one step."""
    a, b, c, d, e, f = solving @ (slopes.T @ error.reshape(-1))
    half = PIXELS / 2
    middle = half - 0.5
    shrunk = np.linalg.inv(np.array([[1 + c / half, d / half], [e / half, 1 + f / half]]))
    way = np.eye(3)
    way[:2, :2] = shrunk
    way[:2, 2] = middle - shrunk @ np.array([middle + a, middle + b])
    return way


def _is_near(new: PieceOutline, old: PieceOutline) -> bool:
    """Tell whether an outline has not lost its way."""
    far = np.linalg.norm(new.centre - old.centre) / max(old.area, 1.0) ** 0.5
    return bool(far < _ASTRAY and abs(new.area / max(old.area, 1.0) - 1) < _SWOLLEN)
