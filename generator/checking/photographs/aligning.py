"""An outline moved, turned and stretched a little until what is seen in it meets a picture best.

Knows pictures, nothing of pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from generator.checking.photographs.light import Light
from generator.checking.photographs.loading import Array
from generator.checking.photographs.matching import Match, seen_in
from generator.checking.photographs.models import PIXELS, PictureSet
from generator.checking.photographs.outlines import PieceOutline

_STEPS = 6
#: Differences of more than this, of 255, count no more than it: numbers, glare.
_MOST = 60.0
#: What keeps pictures that show little in place, as shares of what moves those that show much.
_STIFF = 0.01
#: An outline that moves farther than this share of its width, or swells more, has lost its way.
_ASTRAY, _SWOLLEN = 0.35, 0.3


def aligned(
    pixels: Array, matches: Sequence[Match], model: PictureSet, light: Light
) -> list[PieceOutline]:
    """Return the outlines of matches, moved to where each shows its picture best."""
    if not matches:
        return []
    moved = [match.outline for match in matches]
    solvers = [_solver(model, match.picture) for match in matches]
    wanted = model.pictures[[match.picture for match in matches]]
    for _ in range(_STEPS):
        off = np.clip(seen_in(pixels, moved, model, light) - wanted, -_MOST, _MOST)
        moved = [
            _moved(outline, model, solver, error)
            for outline, solver, error in zip(moved, solvers, off, strict=True)
        ]
    return [
        new if _is_near(new, match.outline) else match.outline
        for new, match in zip(moved, matches, strict=True)
    ]


def _solver(model: PictureSet, picture: int) -> tuple[Array, Array]:
    """Return how a picture changes when it is moved six ways, and what solves for them."""
    square = model.square(model.pictures[picture], np.nan)
    steps = (np.arange(PIXELS) + 0.5) / PIXELS * 2 - 1
    x, y = (one.reshape(-1, 1) for one in np.meshgrid(steps, steps))
    gx = np.nan_to_num(np.gradient(square, axis=1)).reshape(-1, 3)
    gy = np.nan_to_num(np.gradient(square, axis=0)).reshape(-1, 3)
    ways = np.stack([gx, gy, gx * x, gx * y, gy * x, gy * y], axis=-1)[model.shape.inside]
    slopes = ways.reshape(-1, 6).astype(np.float64)
    squares = slopes.T @ slopes
    return slopes, squares + np.eye(6) * (_STIFF * np.trace(squares) / 6 + 1.0)


def _moved(
    outline: PieceOutline, model: PictureSet, solver: tuple[Array, Array], error: Array
) -> PieceOutline:
    """Return an outline one step nearer to where it shows its picture best."""
    slopes, squares = solver
    a, b, c, d, e, f = np.linalg.solve(squares, slopes.T @ error.reshape(-1))
    half = PIXELS / 2
    middle = half - 0.5
    grown = np.array([[1 + c / half, d / half], [e / half, 1 + f / half]])
    corners = (model.shape.corners - middle - (a, b)) @ np.linalg.inv(grown).T + middle
    to_image, _ = cv2.findHomography(model.shape.corners, outline.corners)
    moved = cv2.perspectiveTransform(corners[None], to_image)[0]
    return PieceOutline(moved, outline.fit) if np.isfinite(moved).all() else outline


def _is_near(new: PieceOutline, old: PieceOutline) -> bool:
    """Tell whether an outline has not lost its way."""
    far = np.linalg.norm(new.centre - old.centre) / max(old.area, 1.0) ** 0.5
    return bool(far < _ASTRAY and abs(new.area / max(old.area, 1.0) - 1) < _SWOLLEN)
