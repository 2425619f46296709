"""Where pieces that touch lie on a scanned sheet: the cells of the lattice that they form.

Knows shapes, not the pictures on them.  list[Outline]s are pixels of the scan that is looked at.
"""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np

from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import MOST_PLACES, Outline, contours_of

#: What is thinner, in pixels, is a line or a letter; a lump is a block of pieces from this share of
#: the image on, and from so many times as large as a piece that lies apart.
_THIN, _BLOCK, _LARGER = 9, 0.004, 2.5
#: A side is at least so long, in pixels, its points lie no farther apart, and it points along a
#: lattice to so many degrees.
_SHORTEST, _ONE_SIDE, _STRAIGHT = 12, 1.0, 8.0
#: Of squares so many lie along a block at most; sides lie at whole steps, to this share of one.
_MOST_ACROSS, _EVEN = 16, 0.08
#: This share of the points of a cell lies on the block.
_HELD = 0.93


def arrangements(levels: Array, corners: int, piece: float) -> list[list[Outline]]:
    """Return the ways in which blocks on a sheet may be divided into pieces of so many corners.

    Blocks are larger than a ``piece`` that lies apart, in pixels.
    """
    solid = np.zeros_like(levels)
    cv2.drawContours(solid, contours_of(levels > 1), -1, 1, -1)
    mask = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((_THIN, _THIN), np.uint8))
    least = max(_BLOCK * mask.size, _LARGER * piece)
    blocks = [one[:, 0].astype(float) for one in contours_of(mask) if cv2.contourArea(one) > least]
    if not blocks:
        return []
    largest = max(blocks, key=len)
    turn = float(np.angle(np.exp(1j * corners * _normals(largest)).mean())) / corners
    normals = _ring(turn, corners)[:2]
    ways = []
    for step in _steps(_sides(largest, normals, corners), corners):
        half = step if corners == 6 else step / 2
        ring = half / math.cos(math.pi / corners) * _ring(turn + math.pi / corners, corners)
        cells = [one for block in blocks for one in _cells(block, mask, normals, step, ring)]
        if 0 < len(cells) <= MOST_PLACES:
            ways.append(cells)
    return ways


def _normals(block: Array) -> Array:
    """Return which way a block's normals point, in radians; contours go round counterclockwise."""
    along = np.roll(block, -5, axis=0) - np.roll(block, 5, axis=0)
    angles: Array = np.arctan2(along[:, 0], -along[:, 1])
    return angles


def _ring(turn: float, number: int) -> Array:
    """Return unit vectors all round."""
    angles = turn + np.arange(number) * 2 * math.pi / number
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _sides(block: Array, normals: Array, corners: int) -> list[list[float]]:
    """Return how far out a block's straight sides lie along each of some normals, in order."""
    angles = _normals(block)
    facing = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    sides = []
    for normal in normals:
        own = []
        for sign in (1, -1):
            is_straight = sign * (facing @ normal) > math.cos(math.radians(_STRAIGHT))
            out = np.sort(block[is_straight] @ normal)
            groups = np.split(out, np.flatnonzero(np.diff(out) > _ONE_SIDE) + 1)
            own += [float(np.median(one)) for one in groups if len(one) >= _SHORTEST]
        if corners == 4 and own:  # marks to cut along may stand at the ends of all others
            own = [min(own), max(own)]
        sides.append(sorted(own))
    return sides


def _steps(sides: list[list[float]], corners: int) -> list[float]:
    """Return what a square's side may be, or half a hexagon's width: by such steps sides lie apart."""
    gaps = sorted(b - a for own in sides for a, b in pairwise(own) if b - a > _SHORTEST)
    steps = []
    for number in range(1, _MOST_ACROSS if gaps else 0):
        step, total, count = gaps[0] / number, 0.0, 0
        for gap in gaps:  # the longer, the finer it tells the step
            total, count = total + gap, count + round(gap / step)
            step = total / count
        shares = np.array(gaps) / step
        if np.abs(shares - np.round(shares)).max() < _EVEN and step > 2 * _SHORTEST:
            steps.append(step)
    return steps[:1] if corners == 6 else steps


def _cells(block: Array, mask: Array, normals: Array, step: float, ring: Array) -> list[Outline]:
    """Return the cells of a lattice that lie on a block, whole; ``ring`` are a cell's corners.

    Two sides cross in the middle of a cell, or half a cell from it: most cells lie on the block
    where that is right.
    """
    sides = _sides(block, normals, len(ring))
    if not all(sides):
        return []
    angles = [np.angle(np.exp(2j * math.pi * np.array(own) / step).mean()) for own in sides]
    half = step if len(ring) == 6 else step / 2
    ways = 2 * half * normals
    low, high = block.min(axis=0), block.max(axis=0)
    reach = int(np.hypot(*(high - low)) / (2 * half)) + 2
    numbers = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
    points = np.concatenate([ring * share for share in (0.9, 0.6, 0.3)])
    most = np.array(mask.shape[::-1]) - 1
    best: Array = np.empty((0, 2))
    for shift in np.ndindex(2, 2):
        out = np.array(angles) * step / (2 * math.pi) + np.array(shift) * half
        start = np.linalg.solve(normals, out)
        middle = np.round(np.linalg.solve(ways.T, (low + high) / 2 - start))
        centres = start + (numbers + middle) @ ways
        centres = centres[((centres > low) & (centres < high)).all(axis=1)]
        x, y = np.round(centres[:, None] + points).astype(int).clip(0, most).transpose(2, 0, 1)
        best = max(best, centres[mask[y, x].mean(axis=1) > _HELD], key=len)
    return [Outline(centre + ring) for centre in best]
