"""Where pieces lie on a scanned sheet: the cells of the lattice that pieces which touch form.

Knows shapes, nothing of pictures on them.  Places are pixels of the scan as it is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photo_outlines import Array, PieceOutline

#: What is thinner, in pixels, is a line or a letter.
_THIN = 9
#: A side is at least so long, in pixels, and sides are one where they lie so near to each other.
_SHORTEST, _ONE_SIDE = 12, 3.0
#: A lump is a block of pieces from this share of the image on.
_BLOCK = 0.004
#: A block of squares has no more of them along its shorter side than these, and lengths are
#: multiples of a square's within this share of it.
_MOST_ACROSS, _EVEN = 16, 0.06
#: How far sides may lie from a lattice, as a share of its step.
_OFF = 0.12
#: This share of the points of a cell lies on the block.
_HELD = 0.93


class _Side(NamedTuple):
    """A straight side of a block: which of the ways its normal points, how far out, and its length."""

    way: int
    out: float
    length: float


def arrangements(levels: Array, sides: int) -> list[list[list[PieceOutline]]]:
    """Return the ways in which blocks on a sheet may be divided into pieces of so many sides."""
    bits: Array = (levels > 1).astype(np.uint8)
    contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(bits, contours, -1, 1, -1)
    bits = cv2.morphologyEx(bits, cv2.MORPH_OPEN, np.ones((_THIN, _THIN), np.uint8))
    contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    blocks = [c[:, 0].astype(float) for c in contours if cv2.contourArea(c) > _BLOCK * bits.size]
    if not blocks:
        return []
    largest = max(blocks, key=len)
    base = _turn(largest, sides)
    found = []
    for step in _steps(list(_sides(largest, base, sides)), sides):
        cells = [cell for block in blocks for cell in _cells(block, bits, base, step, sides)]
        if cells:
            found.append([[cell] for cell in cells])
    return found


def _normals(outline: Array) -> Array:
    """Return which way the outline's normals point, in radians; contours go round counterclockwise."""
    along = np.roll(outline, -5, axis=0) - np.roll(outline, 5, axis=0)
    angles: Array = np.arctan2(along[:, 0], -along[:, 1])
    return angles


def _turn(outline: Array, sides: int) -> float:
    """Return how far an outline's normals are turned, in radians, modulo a turn's ``sides``-th."""
    mean = np.exp(1j * sides * _normals(outline)).mean()
    return float(np.angle(mean)) / sides


def _sides(outline: Array, base: float, sides: int) -> Iterator[_Side]:
    """Yield the straight sides of an outline whose normals point along a lattice's."""
    angles = _normals(outline)
    for way in range(sides):
        angle = base + way * 2 * math.pi / sides
        on = np.cos(angles - angle) > math.cos(math.radians(8))
        out = np.sort(outline[on] @ (math.cos(angle), math.sin(angle)))
        for group in np.split(out, np.flatnonzero(np.diff(out) > 1.0) + 1):
            if len(group) >= _SHORTEST:
                yield _Side(way, float(np.median(group)), float(len(group)))


def _axis(side: _Side, sides: int) -> tuple[int, float]:
    """Return a side's axis and how far along that it lies; opposite sides have one axis."""
    half = sides // 2
    return (side.way, side.out) if side.way < half else (side.way - half, -side.out)


def _steps(found: Sequence[_Side], sides: int) -> list[float]:
    """Return by which steps sides may lie from each other: half a hexagon's width, or a square's side."""
    gaps: list[float] = []
    whole: list[float] = []
    for axis in range(sides // 2):
        at = np.sort([place for one, place in (_axis(s, sides) for s in found) if one == axis])
        if len(at) < 2:
            return []
        between = np.diff(at)
        gaps += [float(gap) for gap in between if gap > _ONE_SIDE]
        whole.append(float(at[-1] - at[0]))
    if sides == 6:
        step = min(gaps)
        return [float(np.mean([gap / round(gap / step) for gap in gaps]))]
    least = min((gap for gap in gaps if gap > 2 * _SHORTEST), default=0.0)
    steps = (min(least, *whole) / k for k in range(1, _MOST_ACROSS))
    return [
        step
        for step in steps
        if step > 2 * _SHORTEST
        and all(abs(length / step - round(length / step)) < _EVEN for length in whole)
    ]


def _cells(outline: Array, bits: Array, base: float, step: float, sides: int) -> list[PieceOutline]:
    """Return the cells of a lattice that a block holds: its sides say where the lattice lies."""
    ways = [base + k * 2 * math.pi / sides for k in range(sides // 2)]
    normals = np.array([(math.cos(way), math.sin(way)) for way in ways])
    phases = []
    for axis in range(sides // 2):
        own = [
            _axis(s, sides)[1] for s in _sides(outline, base, sides) if _axis(s, sides)[0] == axis
        ]
        if not own:
            return []
        turns = np.exp(2j * math.pi * np.array(own) / step)
        phases.append(float(np.angle(turns.mean())) * step / (2 * math.pi))
    if sides == 4:
        corner = np.linalg.solve(normals, phases)
        middle = corner + step / 2 * normals.sum(axis=0)
        return _held(
            outline, bits, middle, step * normals, step / math.sqrt(2), base + math.pi / 4, 4
        )
    width = 2 * step
    # Sides lie at whole steps from a cell's middle, those of the third axis too: of three places one is it.
    origin = np.linalg.solve(normals[:2], phases[:2])
    best: list[PieceOutline] = []
    rows = width * np.array(
        [normals[0], (math.cos(base + math.pi / 3), math.sin(base + math.pi / 3))]
    )
    for a in range(2):
        for b in range(2):
            start = origin + np.linalg.solve(normals[:2], (a * step, b * step))
            off = (float(normals[2] @ start) - phases[2]) / step
            if abs(off - round(off)) > 2 * _OFF:
                continue
            cells = _held(outline, bits, start, rows, width / math.sqrt(3), base + math.pi / 6, 6)
            best = max(best, cells, key=len)
    return best


def _held(
    outline: Array, bits: Array, start: Array, steps: Array, radius: float, turn: float, sides: int
) -> list[PieceOutline]:
    """Return the cells of a lattice that lie on a block, whole."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    ring = np.array(
        [
            (math.cos(turn + k * 2 * math.pi / sides), math.sin(turn + k * 2 * math.pi / sides))
            for k in range(sides)
        ]
    )
    reach = int(np.hypot(*(high - low)) / np.linalg.norm(steps[0])) + 2
    middle = np.round(np.linalg.solve(steps.T, (low + high) / 2 - start))
    i, j = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1)
    centres = start + (np.stack([i, j], axis=1) + middle) @ steps
    points = np.concatenate([share * radius * ring for share in (0.9, 0.6, 0.3)])
    at = np.round(centres[:, None] + points).astype(int)
    inside = ((at >= 0) & (at < bits.shape[::-1])).all(axis=2)
    at = np.where(inside[..., None], at, 0)
    on = inside & (bits[at[..., 1], at[..., 0]] > 0)
    kept = (on.mean(axis=1) > _HELD) & ((centres >= low) & (centres <= high)).all(axis=1)
    return [PieceOutline(centre + radius * ring) for centre in centres[kept]]
