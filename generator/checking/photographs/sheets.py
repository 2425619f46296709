"""Where pieces that touch lie on a scanned sheet: the cells of the lattice that they form.

Knows shapes, not the pictures on them.  Places are pixels of the scan that is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import MOST_PLACES, Outline, contours_of

#: What is thinner, in pixels, is a line or a letter; a lump is a block of pieces from this share of
#: the image on.
_THIN, _BLOCK = 9, 0.004
#: It is so many times as large as a piece that lies apart.
_LARGER = 2.5
#: A side is at least so long, in pixels, and its points lie no farther apart.
_SHORTEST, _ONE_SIDE = 12, 1.0
#: Sides point along a lattice to so many degrees.
_STRAIGHT = 8.0
#: Of squares so many lie along a block at most, and its length is a multiple of theirs to this share.
_MOST_ACROSS, _EVEN = 16, 0.12
#: How far sides may lie from a hexagon's lattice, as a share of its step.
_OFF = 0.24
#: This share of the points of a cell lies on the block.
_HELD = 0.93


class _Side(NamedTuple):
    """A straight side of a block: which way its normal points, and how far out it lies along that."""

    way: int
    out: float


def arrangements(levels: Array, sides: int, piece: float) -> list[list[list[Outline]]]:
    """Return the ways in which blocks on a sheet may be divided into pieces of so many sides.

    Each is a list of places with one outline.  Blocks are larger than a ``piece`` that lies apart, in pixels.
    """
    kernel = np.ones((_THIN, _THIN), np.uint8)
    solid = np.zeros_like(levels)
    cv2.drawContours(solid, contours_of(levels > 1), -1, 1, -1)
    mask: Array = cv2.morphologyEx(solid, cv2.MORPH_OPEN, kernel)
    least = max(_BLOCK * mask.size, _LARGER * piece)
    blocks = [one[:, 0].astype(float) for one in contours_of(mask) if cv2.contourArea(one) > least]
    if not blocks:
        return []
    largest = max(blocks, key=len)
    turn = float(np.angle(np.exp(1j * sides * _normals(largest)).mean())) / sides
    divided = _hexagons if sides == 6 else _squares
    ways = []
    for step in _steps(list(_sides(largest, turn, sides)), sides):
        cells = [[cell] for block in blocks for cell in divided(block, mask, turn, step)]
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


def _sides(block: Array, turn: float, sides: int) -> Iterator[_Side]:
    """Yield the straight sides of a block whose normals point along a lattice's."""
    angles = _normals(block)
    for way, normal in enumerate(_ring(turn, sides)):
        along = np.cos(angles - math.atan2(normal[1], normal[0]))
        out = np.sort(block[along > math.cos(math.radians(_STRAIGHT))] @ normal)
        for group in np.split(out, np.flatnonzero(np.diff(out) > _ONE_SIDE) + 1):
            if len(group) >= _SHORTEST:
                yield _Side(way, float(np.median(group)))


def _steps(sides_found: Sequence[_Side], sides: int) -> list[float]:
    """Return what a square's side may be, or half a hexagon's width: by such steps sides lie apart."""
    if sides == 6:
        same = (b.out - a.out for a, b in pairwise(sides_found) if a.way == b.way)
        gaps = np.array([gap for gap in same if gap > _SHORTEST])
        return [float(np.mean(gaps / np.round(gaps / gaps.min())))] if len(gaps) else []
    lengths = _lengths(_ends(sides_found))
    if lengths.min() <= 0:
        return []
    steps = lengths.min() / np.arange(1, _MOST_ACROSS)
    numbers = lengths / steps[:, None]
    is_even = (np.abs(numbers - np.round(numbers)) < _EVEN).all(axis=1)
    return [float(step) for step in steps[is_even] if step > 2 * _SHORTEST]


def _ends(sides: Sequence[_Side]) -> Array:
    """Return how far out squares reach in each of four ways."""
    return np.array([max((s.out for s in sides if s.way == way), default=0.0) for way in range(4)])


def _lengths(ends: Array) -> Array:
    lengths: Array = ends[:2] + ends[2:]
    return lengths


def _squares(block: Array, mask: Array, turn: float, step: float) -> list[Outline]:
    """Return the squares of which a block has a whole number along both sides."""
    ends = _ends(list(_sides(block, turn, 4)))
    numbers = np.round(_lengths(ends) / step)
    if not numbers.all():
        return []
    sizes = _lengths(ends) / numbers
    normals = _ring(turn, 4)[:2]
    middle = np.linalg.solve(normals, sizes / 2 - ends[2:])
    steps = normals * sizes[:, None]
    ring = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) @ steps / 2
    return _held(block, mask, middle, steps, ring)


def _hexagons(block: Array, mask: Array, turn: float, step: float) -> list[Outline]:
    """Return the hexagons of a honeycomb of which a block's sides tell where it lies."""
    sides = list(_sides(block, turn, 6))
    phases = []
    for axis in range(3):
        own = [one.out if one.way < 3 else -one.out for one in sides if one.way % 3 == axis]
        if not own:
            return []
        mean = np.exp(2j * math.pi * np.array(own) / step).mean()
        phases.append(float(np.angle(mean)) * step / (2 * math.pi))
    normals = _ring(turn, 6)
    steps = normals[:2] * 2 * step
    ring = step / math.cos(math.pi / 6) * _ring(turn + math.pi / 6, 6)
    best: list[Outline] = []
    # Sides lie at whole steps from a cell's middle, those of the third axis too: of four places one is it.
    for shift in np.ndindex(2, 2):
        middle = np.linalg.solve(normals[:2], np.array(phases[:2]) + np.array(shift) * step)
        across = (float(normals[2] @ middle) - phases[2]) / step
        if abs(across - round(across)) < _OFF:
            best = max(best, _held(block, mask, middle, steps, ring), key=len)
    return best


def _held(block: Array, mask: Array, start: Array, steps: Array, ring: Array) -> list[Outline]:
    """Return the cells of a lattice that lie on a block, whole.

    ``start`` is the middle of one, ``steps`` lead to the next, ``ring`` are its corners about its middle.
    """
    low, high = block.min(axis=0), block.max(axis=0)
    reach = int(np.hypot(*(high - low)) / np.linalg.norm(steps[0])) + 2
    middle = np.round(np.linalg.solve(steps.T, (low + high) / 2 - start))
    numbers = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
    centres = start + (numbers + middle) @ steps
    centres = centres[((centres > low) & (centres < high)).all(axis=1)]
    points = np.concatenate([ring * share for share in (0.9, 0.6, 0.3)])
    x, y = np.round(centres[:, None] + points).astype(int).transpose(2, 0, 1)
    rows, columns = mask.shape
    on = mask[y.clip(0, rows - 1), x.clip(0, columns - 1)].mean(axis=1) > _HELD
    return [Outline(centre + ring) for centre in centres[on]]
