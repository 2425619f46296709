"""Pieces that touch, found by the pictures alone: beside those that are known, and anywhere.

Where no table shows between pieces there is no outline to find; but the size is known, or is one
of few, and a picture shows only where it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs import light
from generator.checking.photographs.aligning import aligned
from generator.checking.photographs.ground import SMALLEST, Ground, Window
from generator.checking.photographs.light import Light
from generator.checking.photographs.loading import Array
from generator.checking.photographs.matching import (
    Match,
    again,
    distances,
    middles_of,
    places_of,
    placings,
    upright,
)
from generator.checking.photographs.models import (
    COARSE,
    PIXELS,
    Glances,
    PictureSet,
    coarse,
    squares_of,
)
from generator.checking.photographs.outlines import PieceOutline, filled

#: How far a neighbour's middle lies, in tiles: touching, or with a gap.
_APART = (1.0, 1.06, 1.12)
#: The share of a place that must be free and stand out, for a piece to be sought there.
_FREE = 0.6
#: What is free is looked at so far out from the middle to the corners.
_SPOKES = (0.35, 0.7, 0.92)
#: Middles that are nearer than this, in sides of squares as large as the smaller, are of one place.
_ON = 0.6
#: A piece that was sought is off by no more than this share of the contrast: no outline vouches for it.
_MOST_OFF = 0.12
#: Where no size is known so many candidates are looked at closely, and windows this many at a time.
_CLOSELY, _WINDOWS = 24, 6
#: Nothing else is sought where pieces cover so much of what stands out.
_COVERED = 0.5
#: Pictures are compared along so many principal axes at first.
_AXES = 32
#: So much what is even counts as being seen, of squares of 255 levels.
_EVEN = 400.0
#: Pieces of fewer kinds are too plain: parts of one look like another that is smaller.
_FEWEST_KINDS = 12


class Scene(NamedTuple):
    """Where pieces are sought, and their pictures."""

    ground: Ground
    model: PictureSet


def grown(scene: Scene, known: Sequence[Match], found: Light) -> list[Match]:
    """Return the pieces that lie beside those that are known, beside these, and so on."""
    free = filled(scene.ground.solid, [match.outline for match in known], 0)
    added: list[Match] = []
    fresh = list(known)
    while fresh:
        beside = [one for match in fresh for one in _beside(scene, match.outline, free)]
        fresh = _accepted(scene, _nearest(scene, beside, found), free, found)
        added += fresh
    return added


def _beside(scene: Scene, outline: PieceOutline, free: Array) -> Iterator[PieceOutline]:
    """Yield the places beside a piece that are free."""
    unit, matrix = _unit(scene.model), _matrix(outline, scene.model)
    steps = np.concatenate([(unit + np.roll(unit, -1, axis=0)) / 2, unit])
    apart = (2 * np.multiply.outer(steps, _APART)).swapaxes(1, 2).reshape(-1, 1, 2)
    corners = outline.centre + (unit + apart) @ matrix.T
    for one in corners[_shares(corners, free) > _FREE]:
        yield PieceOutline(one, 1.0)


def _unit(model: Glances) -> Array:
    """Return the corners of a piece about its middle, in widths of its picture."""
    corners = model.shape.corners
    unit: Array = (corners - corners.mean(axis=0)) / PIXELS
    return unit


def _matrix(outline: PieceOutline, model: PictureSet) -> Array:
    """Return the 2 × 2 matrix from a piece's own measures to pixels."""
    found: Array = np.linalg.lstsq(_unit(model), outline.corners - outline.centre, rcond=None)[0].T
    return found


def _shares(corners: Array, mask: Array) -> Array:
    """Return how much of each outline, (outlines, corners, 2), a mask covers; nothing where it leaves the image."""
    most = np.array(mask.shape[::-1]) - 1
    middles = corners.mean(axis=1, keepdims=True)
    spokes = np.concatenate([middles + (corners - middles) * r for r in _SPOKES], axis=1)
    within = (corners.min(axis=(1, 2)) >= 0) & (corners <= most).all(axis=(1, 2))
    x, y = np.clip(np.round(spokes), 0, most).astype(int).transpose(2, 0, 1)
    covered: Array = np.where(within, mask[y, x].mean(axis=1), 0.0)
    return covered


def _nearest(scene: Scene, outlines: Sequence[PieceOutline], found: Light) -> list[PieceOutline]:
    """Return of outlines that lie on each other the one that is nearest to a picture."""
    if not outlines:
        return []
    shape = scene.model.shape
    few = coarse(upright(scene.ground, placings(outlines, shape), shape), shape.coarse_inside)
    middles = middles_of(outlines)
    even = found.even(few, places_of(middles, scene.ground.pixels))
    far = distances(even, scene.model.coarse, scene.model.coarse_squares)
    sizes = np.array([one.area for one in outlines]) ** 0.5
    kept: list[int] = []
    for k in far.min(axis=1).argsort().tolist():
        apart = np.linalg.norm(middles[kept] - middles[k], axis=1)
        if not (apart < _ON * np.minimum(sizes[kept], sizes[k])).any():
            kept.append(k)
    return [outlines[k] for k in kept]


def is_on(one: PieceOutline, other: PieceOutline) -> bool:
    """Tell whether a piece lies on another."""
    far = np.linalg.norm(one.centre - other.centre)
    return bool(far < _ON * min(one.area, other.area) ** 0.5)


def _accepted(
    scene: Scene, outlines: Sequence[PieceOutline], free: Array, found: Light
) -> list[Match]:
    """Return which of some outlines show a piece, and take their places."""
    rough = again(scene.ground, outlines, scene.model, found)
    exact = aligned(scene.ground, rough, scene.model, found)
    good = [match for match in again(scene.ground, exact, scene.model, found) if _is_good(match)]
    result = []
    for match in sorted(good, key=lambda match: match.off):
        if _shares(match.outline.corners[None], free)[0] > _FREE:
            free[:] = filled(free, [match.outline], 0)
            result.append(match)
    return result


def _is_good(match: Match) -> bool:
    return match.is_sure and match.off < _MOST_OFF


# --------------------------------------------------------------------------------- anywhere


def anywhere(scene: Scene) -> tuple[list[Match], Light] | None:
    """Return the pieces of a sheet on which they touch, and the light; None where none is found."""
    standing = cv2.countNonZero(scene.ground.solid)
    if standing < scene.ground.solid.size * SMALLEST**2 or scene.model.number < _FEWEST_KINDS:
        return None
    found = likely_light(scene.ground, scene.model.pictures)
    best: list[Match] = []
    for angle in scene.ground.directions(scene.model.shape.sides):
        places, _ = likest(scene.ground, scene.model, angle, found)
        candidates = _nearest(scene, places, found)[:_CLOSELY]
        free = scene.ground.solid.copy()
        for seed in _accepted(scene, candidates, free, found)[:4]:
            if not any(is_on(seed.outline, match.outline) for match in best):
                pieces = [seed, *grown(scene, [seed], found)]
                best = max(best, pieces, key=_covered)
        if _covered(best) > _COVERED * standing:
            break
    return (best, found) if best else None


def _covered(pieces: Sequence[Match]) -> float:
    """Return how much pieces cover: plain ones may be seen in parts of plain ones too."""
    return sum(match.outline.area for match in pieces)


def likely_light(ground: Ground, pictures: Array) -> Light:
    """Return the light in which paper is white, or where there is none as the pieces are bright."""
    if ground.paper is not None:
        return Light(ground.paper[None] / 255, np.zeros(3))
    return light.first(ground.standing, pictures)


def left(ground: Ground, model: Glances) -> float:
    """Return how much of what shows on a sheet pictures leave unexplained at a glance, as a share."""
    found = likely_light(ground, model.coarse)
    angle, _ = ground.directions(model.shape.sides)
    return likest(ground, model, angle, found, every=2)[1]


def likest(
    ground: Ground, model: Glances, angle: float, found: Light, every: int = 1
) -> tuple[list[PieceOutline], float]:
    """Return the places at which a picture explains most of what is seen, the best first, and how little is left there.

    Of the sizes only ``every`` so many is tried.
    """
    windows = [one for some in ground.windows(angle, 2 * COARSE)[::every] for one in some]
    number = (COARSE + 1) ** 2
    axes = _Axes(model)
    scores = np.concatenate(
        [
            axes.scores(found, _rows(windows[k : k + _WINDOWS], model))
            for k in range(0, len(windows), _WINDOWS)
        ]
    )
    unit = _unit(model)
    best = scores.argsort()[: 8 * _CLOSELY].tolist()
    outlines = []
    for which, at in (divmod(k, number) for k in best):
        window = windows[which]
        down, right = divmod(at, COARSE + 1)
        centre = window.start + window.matrix @ (np.array([right, down]) / COARSE + 0.5)
        outlines.append(PieceOutline(unit @ window.matrix.T + centre, 1.0))
    return outlines, float(np.mean(scores[best[:_CLOSELY]]))


def _rows(windows: Sequence[Window], model: Glances) -> Array:
    """Return what shows in windows wherever a piece's middle may be, row by row, (rows, points, 3)."""
    shown = np.stack([window.pixels for window in windows]).astype(np.float32)
    views = np.lib.stride_tricks.sliding_window_view(shown, (COARSE, COARSE), axis=(1, 2))
    rows = views.transpose(0, 1, 2, 4, 5, 3).reshape(-1, COARSE * COARSE, 3)
    return rows[:, model.shape.coarse_inside]


class _Axes:
    """Pictures along their principal axes, which tell at less cost how near anything is to one."""

    def __init__(self, model: Glances) -> None:
        pictures = model.coarse.reshape(len(model.coarse), -1)
        self._middle = pictures.mean(axis=0)
        axes = np.linalg.eigh(np.cov(pictures.T))[1][:, -_AXES:]
        self._axes = axes.astype(np.float32)
        drawn = (pictures - self._middle) @ self._axes
        # So that a row, 1 behind it, times a column is the square of how far they lie apart, but for the row's own.
        self._drawn = np.vstack([-2 * drawn.T, squares_of(drawn)])

    def scores(self, found: Light, rows: Array) -> Array:
        """Return how much of what rows show is like no picture, as shares of what they show."""
        even = found.even(rows, np.zeros((len(rows), 2))).reshape(len(rows), -1)
        spread = even.var(axis=1) + _EVEN
        even -= self._middle
        seen = np.column_stack([even @ self._axes, np.ones(len(even), np.float32)])
        # What lies off the axes is no picture's.
        near = squares_of(even) + (seen @ self._drawn).min(axis=1)
        scores: Array = near / even.shape[1] / spread
        return scores
