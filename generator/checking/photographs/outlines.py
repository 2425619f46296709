"""Where pieces lie in a photograph: what stands out from a plain table and has a piece's outline."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np

from generator.checking.recognise import models

#: An array of numbers: an image's rows, columns and channels, or an outline's corners, clockwise, in pixels.
Array = np.ndarray[Any, Any]

#: How far pieces may stand out from the table: differences of colour, in deviations of the table's own.
_HEIGHTS = (3.0, 4.5, 7.0, 11.0, 17.0)
_CLEAR = 4.5  # what stands out by more than this is surely no table
#: A piece covers less than this share of the image, a sheet that pieces lie on covers more.
_MOST = 0.5
_FILL = 0.955  # a piece fills more than this share of its outline
#: A camera shows no side of a piece, and no piece, at less than this share of another.
_SLANT = 0.55
#: What is thinner than this share of a piece's width, or smaller than this share of it, is a crumb.
_CRUMB = 0.12
_LINE = 9  # what is thinner than this, in pixels, is a line on a sheet, as crop marks are
_MOST_CELLS = 300  # at most so many pieces touch on a sheet
#: A lattice fits its block within this share of a step, of each cell and of the whole.
_LOOSE = 0.08


def area_of(outline: Array) -> float:
    """Return how many pixels an outline covers."""
    return float(cv2.contourArea(outline.astype(np.float32)))


def _typical(outlines: Iterable[Array]) -> float:
    """Return the median of how many pixels outlines cover, 0 if there are none."""
    return float(np.median([area_of(one) for one in outlines] or [0.0]))


def heights_of(pixels: Array) -> Iterator[Array]:
    """Yield how far each pixel stands out from the table, and from a sheet that takes up most of it."""
    heights = _heights_within(pixels, np.ones(pixels.shape[:2], np.uint8))
    yield heights
    hulls = [cv2.convexHull(lump) for lump in _lumps(heights > _CLEAR)]
    large = [hull for hull in hulls if cv2.contourArea(hull) > _MOST * heights.size]
    if large:
        paper = cv2.fillPoly(np.zeros(heights.shape, np.uint8), large, 1)
        yield _heights_within(pixels, cv2.erode(paper, np.ones((21, 21)), borderValue=0))


def _heights_within(pixels: Array, region: Array) -> Array:
    """Return heights above a table, which is what most of a region's rim shows."""
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    step = max(1, max(region.shape) // 160)
    colours = lab[::step, ::step].astype(np.float32)
    within = region[::step, ::step]
    is_table = within > cv2.erode(within, np.ones((7, 7)), borderValue=0)
    surface = np.median(colours[is_table], axis=0)
    # The table's colour may change over the image: a surface of second degree, fitted to more and more of it.
    y, x = np.indices(within.shape) / max(within.shape)
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    for _ in range(12):
        differences = colours - surface
        spread = np.median(np.abs(differences[is_table]), axis=0) * 1.4826 + 1.2
        is_near = ((differences / spread) ** 2).sum(axis=2) < 3.5**2
        is_table = is_near if is_near.any() else is_table
        surface = terms @ np.linalg.lstsq(terms[is_table], colours[is_table], rcond=None)[0]
    table = cv2.resize(surface.astype(np.float32), region.shape[::-1])
    return np.asarray(np.linalg.norm((lab - table) / spread.astype(np.float32), axis=2) * region)


def _lumps(mask: Array) -> Sequence[Array]:
    """Return the outer contours of what is marked, without grain and thin lines."""
    bits: Array = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def apart(heights: Array, sides: int) -> list[Array]:
    """Return polygons of so many sides and of about one size, the best one of each place."""
    fits: list[tuple[float, Array]] = []
    least = models.POINTS**2  # what has fewer pixels than are compared is not told
    for height in _HEIGHTS:
        mask = (heights > height).astype(np.uint8)
        # Lines of the table's colour part a piece.
        lumps = _lumps(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
        lumps = [one for one in lumps if least < cv2.contourArea(one) < _MOST * mask.size]
        fits += [fit for lump in lumps for fit in _polygon(lump, sides)]
    typical = _typical(one for _, one in fits)
    pieces: list[Array] = []
    for _, one in sorted(fits, key=lambda fit: -fit[0]):
        distances = (np.linalg.norm((one - other).mean(axis=0)) for other in pieces)
        is_new = all(far > 0.4 * typical**0.5 for far in distances)
        if is_new and typical * _SLANT < area_of(one) < typical / _SLANT:
            pieces.append(one)
    return pieces


def _polygon(lump: Array, sides: int) -> Iterator[tuple[float, Array]]:
    """Yield the polygon about a lump with how well it fits, where it is nearly regular."""
    hull = cv2.convexHull(lump)
    if len(hull) < sides:
        return
    corners = cv2.approxPolyN(hull, sides, approxCurve=None, epsilon_percentage=-1)[0]
    lengths = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    fit = cv2.contourArea(hull) / max(cv2.contourArea(corners), 1.0)
    if len(corners) == sides and _FILL < fit <= 1.0 and lengths.min() > _SLANT * lengths.max():
        is_clockwise = cv2.contourArea(corners, oriented=True) > 0
        yield fit, (corners if is_clockwise else corners[::-1]).astype(float)


def remains(heights: Array, pieces: Iterable[Array]) -> list[Array]:
    """Return outlines of what stands out from the table and is none of the pieces."""
    typical = _typical(pieces)
    free = (heights > _CLEAR).astype(np.uint8)
    for one in pieces:
        cv2.fillConvexPoly(free, one.round().astype(np.int32), 0)
    side = round(2 * _CRUMB * typical**0.5) | 1  # odd, to have a middle
    lumps = _lumps(cv2.morphologyEx(free, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)))
    hulls = [cv2.convexHull(lump)[:, 0].astype(float) for lump in lumps]
    return [one for one in hulls if area_of(one) > _CRUMB * typical]


def lattices(heights: Array, sides: int) -> Iterator[list[Array]]:
    """Yield the cells of each lattice that covers the largest block, as pieces that touch on a sheet do.

    A step is a square's side, or half a hexagon's width: so far apart are the lines of the lattice.
    """
    solid: Array = np.zeros(heights.shape, np.uint8)
    cv2.drawContours(solid, _lumps(heights > _CLEAR), -1, 1, -1)
    solid = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((_LINE, _LINE), np.uint8))
    lumps = _lumps(solid)
    if not lumps:
        return
    block = max(lumps, key=cv2.contourArea)[:, 0].astype(float)
    # The turn of the block: the mean of its edge's directions, of which ``sides`` count as one.
    along = np.roll(block, -5, axis=0) - np.roll(block, 5, axis=0)
    angles = np.arctan2(along[:, 0], -along[:, 1])
    turn = float(np.angle(np.exp(1j * sides * angles).mean())) / sides
    normals = _ring(turn, sides)[:2]
    low, high = np.percentile(block @ normals.T, (1, 99), axis=0)  # thin lines stick out
    every = 3 if sides == 6 else 1  # every third crossing is the middle of a hexagon
    for number in itertools.count(1):
        step = (high - low)[0] / number
        steps = (high - low)[1] / step
        if number * steps > every * _MOST_CELLS or step < models.POINTS:
            return
        if abs(steps - round(steps)) > _LOOSE:
            continue
        half = step if sides == 6 else step / 2
        ring = half / math.cos(math.pi / sides) * _ring(turn + math.pi / sides, sides)
        crossings = np.indices((number, round(steps))).reshape(2, -1).T
        centres = (low + half + crossings * step) @ np.linalg.inv(normals).T
        points = centres[:, None] + np.concatenate([ring * share for share in (0.9, 0.6, 0.3)])
        last = np.array(solid.shape[::-1]) - 1
        x, y = points.round().astype(int).clip(0, last).transpose(2, 0, 1)
        is_held = solid[y, x].mean(axis=1) > 1 - _LOOSE
        for first in range(every):
            own = centres[is_held & (crossings.sum(axis=1) % every == first)]
            if len(own) * area_of(ring) > (1 - _LOOSE) * area_of(block):
                yield [*(own[:, None] + ring)]
                if sides == 6:  # only one honeycomb has such an edge
                    return


def _ring(turn: float, number: int) -> Array:
    angles = turn + np.arange(number) * 2 * math.pi / number
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)
