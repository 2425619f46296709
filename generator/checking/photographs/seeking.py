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
from generator.checking.photographs.light import Light
from generator.checking.photographs.loading import Array
from generator.checking.photographs.matching import Match, again, distances, places_of, upright
from generator.checking.photographs.models import COARSE, PIXELS, PictureSet, coarse
from generator.checking.photographs.outlines import PieceOutline, filled

#: How far a neighbour's middle lies, in tiles: touching, or with a gap.
_APART = (1.0, 1.06, 1.12)
#: The share of a place that must be free and stand out, for a piece to be sought there.
_FREE = 0.6
#: A piece that was sought is off by no more than this share of the contrast: no outline vouches for it.
_MOST_OFF = 0.12
#: Sizes that are tried where none is known, shares of the image's longer side, each so much larger.
_SMALLEST, _LARGEST, _STEP = 0.025, 0.5, 1.06
#: How many spots are looked at then, and how many candidates are looked at closely.
_SPOTS, _CLOSELY = 3, 24
#: Pictures are compared along so many principal axes at first.
_AXES = 32
#: Pieces of fewer kinds are too plain: parts of one look like another that is smaller.
_FEWEST_KINDS = 12
#: What is brighter than this, of 255, may be paper; and so many pixels tell what is.
_PAPER, _ENOUGH = 140.0, 100_000


class Scene(NamedTuple):
    """Where pieces are sought: an image, what stands out of it (bytes, 1 where it does), the pictures."""

    pixels: Array
    solid: Array
    model: PictureSet


def grown(scene: Scene, known: Sequence[Match], found: Light) -> list[Match]:
    """Return the pieces that lie beside those that are known, beside these, and so on."""
    free = filled(scene.solid, [match.outline for match in known], 0)
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
    middles = (unit + np.roll(unit, -1, axis=0)) / 2
    for step in (*middles, *unit):
        for apart in _APART:
            centre = outline.centre + matrix @ step * 2 * apart
            one = PieceOutline(unit @ matrix.T + centre, 1.0)
            if _share(one, free, scene.model) > _FREE:
                yield one


def _unit(model: PictureSet) -> Array:
    """Return the corners of a piece about its middle, in widths of its picture."""
    unit: Array = (model.corners - model.corners.mean(axis=0)) / PIXELS
    return unit


def _matrix(outline: PieceOutline, model: PictureSet) -> Array:
    """Return the 2 × 2 matrix from a piece's own measures to pixels."""
    found: Array = np.linalg.lstsq(_unit(model), outline.corners - outline.centre, rcond=None)[0].T
    return found


def _share(outline: PieceOutline, mask: Array, model: PictureSet) -> float:
    """Return how much of an outline a mask covers; nothing where it leaves the image."""
    height, width = mask.shape
    if outline.corners.min() < 0 or (outline.corners > (width - 1, height - 1)).any():
        return 0.0
    spokes = np.concatenate(
        [outline.centre + (outline.corners - outline.centre) * r for r in (0.35, 0.7, 0.92)]
    )
    x, y = np.round(spokes).astype(int).T
    return float(mask[y, x].mean())


def _nearest(scene: Scene, outlines: Sequence[PieceOutline], found: Light) -> list[PieceOutline]:
    """Return of outlines that lie on each other the one that is nearest to a picture."""
    if not outlines:
        return []
    few = coarse(upright(scene.pixels, outlines, scene.model), scene.model.coarse_inside)
    far = distances(found.even(few, places_of(outlines, scene.pixels)), scene.model.coarse)
    kept: list[PieceOutline] = []
    for k in far.min(axis=1).argsort().tolist():
        one = outlines[k]
        if not any(is_on(one, other) for other in kept):
            kept.append(one)
    return kept


def is_on(one: PieceOutline, other: PieceOutline) -> bool:
    """Tell whether a piece lies on another."""
    far = np.linalg.norm(one.centre - other.centre)
    return bool(far < 0.6 * min(one.area, other.area) ** 0.5)


def _accepted(
    scene: Scene, outlines: Sequence[PieceOutline], free: Array, found: Light
) -> list[Match]:
    """Return which of some outlines show a piece, and take their places."""
    rough = again(scene.pixels, outlines, scene.model, found)
    exact = aligned(scene.pixels, rough, scene.model, found)
    good = [match for match in again(scene.pixels, exact, scene.model, found) if _is_good(match)]
    result = []
    for match in sorted(good, key=lambda match: match.off):
        if _share(match.outline, free, scene.model) > _FREE:
            free[:] = filled(free, [match.outline], 0)
            result.append(match)
    return result


def _is_good(match: Match) -> bool:
    return match.is_sure and match.off < _MOST_OFF


# --------------------------------------------------------------------------------- anywhere


def anywhere(scene: Scene) -> tuple[list[Match], Light] | None:
    """Return the pieces of a sheet on which they touch, and the light; None where none is found."""
    if cv2.countNonZero(scene.solid) < scene.solid.size * _SMALLEST**2:
        return None
    if len(set(scene.model.kinds.tolist())) < _FEWEST_KINDS:
        return None
    found = _light(scene)
    best: list[Match] = []
    for angle in _directions(scene):
        candidates = _nearest(scene, list(_sizes(scene, angle, found)), found)[:_CLOSELY]
        free = scene.solid.copy()
        for seed in _accepted(scene, candidates, free, found)[:4]:
            if not any(is_on(seed.outline, match.outline) for match in best):
                pieces = [seed, *grown(scene, [seed], found)]
                best = max(best, pieces, key=_covered)
    return (best, found) if best else None


def _covered(pieces: Sequence[Match]) -> float:
    """Return how much pieces cover: plain ones may be seen in parts of plain ones too."""
    return sum(match.outline.area for match in pieces)


def _light(scene: Scene) -> Light:
    """Return the light in which paper is white, or where there is none as the pieces are bright."""
    step = 1 + scene.solid.size // _ENOUGH
    pixels = scene.pixels.reshape(-1, 3)[::step].astype(np.float32)
    is_solid = scene.solid.ravel()[::step] == 1
    ground, inner = pixels[~is_solid], pixels[is_solid]
    paper = np.median(ground, axis=0) if len(ground) else np.zeros(3)
    if paper.min() > _PAPER:
        return Light(paper[None] / 255, np.zeros(3))
    return light.first(inner, scene.model.pictures)


def _directions(scene: Scene) -> Iterator[float]:
    """Yield how pieces with parallel sides may be turned, in degrees, the likeliest first."""
    grey = cv2.GaussianBlur(cv2.cvtColor(scene.pixels, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    period = 360 / scene.model.sides
    size, angles = cv2.cartToPolar(across, down, angleInDegrees=True)
    bins = int(period * 4)
    counts, _ = np.histogram(angles % period, bins, (0, period), weights=size * (size > 20))
    soft = sum(np.roll(counts, k) for k in range(-2, 3))
    first = int(np.argmax(soft))
    for _ in range(2):
        yield (first + 0.5) / 4
        first += bins // 2  # by half a turn: between the sides


def _sizes(scene: Scene, angle: float, found: Light) -> Iterator[PieceOutline]:
    """Yield places at some spots, turned alike and of every size, that are like a picture."""
    deep = cv2.distanceTransform(scene.solid, cv2.DIST_L2, 5)
    longest = max(deep.shape)
    spots = []
    for _ in range(_SPOTS):
        x, y = cv2.minMaxLoc(deep)[3]
        spots.append(np.array([x, y], float))
        cv2.circle(deep, (x, y), longest // 10, 0.0, -1)
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    size = _SMALLEST
    rows, at = [], []
    while size < _LARGEST:
        matrix = np.array([[cos, -sin], [sin, cos]]) * size * longest
        for spot in spots:
            row, centres = _windows(scene, spot, matrix)
            rows.append(row)
            at.append((matrix, centres))
        size *= _STEP
    yield from _likest(scene, rows, at, found)


def _windows(scene: Scene, spot: Array, matrix: Array) -> tuple[Array, Array]:
    """Return what shows about a spot wherever a piece's middle may be, and where these are."""
    wide = 2 * COARSE
    step = matrix / COARSE
    start = spot - step @ np.array([wide / 2, wide / 2])
    warp = np.column_stack([step, start + step @ (0.5, 0.5) - 0.5])
    length = float(np.linalg.norm(step[:, 0]))
    fine = max(1, min(8, round(length)))
    warp[:, :2] /= fine
    warp[:, 2] = start + warp[:, :2] @ (0.5, 0.5) - 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(
        scene.pixels, warp, (wide * fine, wide * fine), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    small = cv2.resize(shown, (wide, wide), interpolation=cv2.INTER_AREA).astype(np.float32)
    views = np.lib.stride_tricks.sliding_window_view(small, (COARSE, COARSE), axis=(0, 1))
    rows = views.transpose(0, 1, 3, 4, 2).reshape(-1, COARSE * COARSE, 3)
    j, i = np.divmod(np.arange(len(rows)), views.shape[1])
    centres = start + (np.column_stack([i, j]) + COARSE / 2) @ step.T
    return rows[:, scene.model.coarse_inside], centres


def _likest(
    scene: Scene,
    rows: Sequence[Array],
    at: Sequence[tuple[Array, Array]],
    found: Light,
) -> Iterator[PieceOutline]:
    """Yield the places at which a picture explains most of what is seen."""
    unit = _unit(scene.model)
    pictures = scene.model.coarse.reshape(len(scene.model.coarse), -1)
    middle = pictures.mean(axis=0)
    axes = np.linalg.eigh(np.cov(pictures.T))[1][:, -_AXES:].astype(np.float32)
    drawn = (pictures - middle) @ axes
    scores = []
    for some in rows:
        even = found.even(some, np.zeros((len(some), 2))).reshape(len(some), -1)
        seen = (even - middle) @ axes
        # What lies off the axes is no picture's.
        off = ((even - middle) ** 2).sum(axis=1) - (seen**2).sum(axis=1)
        near = distances(seen, drawn).min(axis=1) * _AXES
        scores.append((near + off) / even.shape[1] / (even.var(axis=1) + 400.0))
    flat = np.concatenate(scores)
    owner = np.repeat(np.arange(len(rows)), [len(some) for some in rows])
    first = np.concatenate([[0], np.cumsum([len(some) for some in rows])])
    for k in flat.argsort()[: 8 * _CLOSELY].tolist():
        matrix, centres = at[owner[k]]
        yield PieceOutline(unit @ matrix.T + centres[k - first[owner[k]]], 1.0)
