"""Where pieces lie in a photograph: what stands out from a plain table and has a piece's outline."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np

#: An array of numbers: an image's rows, columns and channels, or an outline's corners, clockwise, in pixels.
Array = np.ndarray[Any, Any]

#: How far a piece stands out from the table's colour, in its deviations: each is tried; what surely does.
_HEIGHTS = (3.0, 4.5, 7.0, 11.0, 17.0)
_CLEAR = 4.5
#: A table is plain where this share of an image's rim is near the middle colour, by less than this
#: in all, of 255 levels each.  A sheet of paper on it is at least this share of its hull.
_PLAIN, _NEAR, _EVEN = 0.85, 50.0, 0.955
#: Pieces are at least and at most this share of the image.
_LEAST, _MOST = 0.0004, 0.5
#: They fill at least this share of their outline, of which the shortest side is this share of the longest.
_FILL, _SHORTEST = 0.955, 0.55
#: Near the camera a piece may be so many times as large as most.
_SIZES = 2.2

#: More pieces than this are the table's grain.
_MOST_PIECES = 300
#: What is thinner than this share of a piece's width, or smaller than this share of it, is a crumb.
_CRUMB = 0.12
#: What is thinner than this, in pixels, is a line on a sheet.  Pieces lie so many in a row at most, in
#: steps that are even to this share.
_LINE, _IN_A_ROW, _UNEVEN = 9, 32, 0.1
#: A cell of a lattice lies on a block with this share of its points, and all cells cover this share.
_HELD, _COVERED = 0.93, 0.9


def area_of(outline: Array) -> float:
    """Return how many pixels an outline covers."""
    return float(cv2.contourArea(outline.astype(np.float32)))


def _typical(outlines: Iterable[Array]) -> float:
    """Return how many pixels most outlines cover, 0 of none."""
    return float(np.median([area_of(one) for one in outlines] or [0.0]))


def heights_of(pixels: Array) -> Array:
    """Return how far each pixel stands out from the table, or from a sheet that takes up most of it."""
    heights, _ = _heights_within(pixels, np.ones(pixels.shape[:2], np.uint8))
    is_clear = heights > _CLEAR
    hulls = [cv2.convexHull(lump) for lump in _lumps(is_clear)]
    large = [hull for hull in hulls if cv2.contourArea(hull) > _MOST * heights.size]
    paper = cv2.fillPoly(np.zeros(heights.shape, np.uint8), large, 1)
    within = cv2.erode(paper, np.ones((21, 21)), borderValue=0)
    if within.any() and is_clear[paper > 0].mean() > _EVEN:
        on_sheet, is_plain = _heights_within(pixels, within)
        heights = on_sheet if is_plain else heights
    return heights


def _heights_within(pixels: Array, region: Array) -> tuple[Array, bool]:
    """Return heights above a table, what is like the rim of a region, and whether that is plain."""
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    step = max(1, max(region.shape) // 160)
    colours = lab[::step, ::step].astype(np.float32)
    within = region[::step, ::step]
    rim = within > cv2.erode(within, np.ones((7, 7)), borderValue=0)
    alike = rim & (np.abs(colours - np.median(colours[rim], axis=0)).sum(axis=2) < _NEAR)
    is_plain = bool(alike.sum() > _PLAIN * rim.sum())
    alike = alike if is_plain else rim
    y, x = np.indices(within.shape) / max(within.shape)
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    for _ in range(12):  # what is like the rim grows inwards
        surface = terms @ np.linalg.lstsq(terms[alike], colours[alike], rcond=None)[0]
        differences = colours - surface
        spread = np.median(np.abs(differences[alike]), axis=0) * 1.4826 + 1.2
        near = ((differences / spread) ** 2).sum(axis=2) < 3.5**2
        alike = near if near.any() else alike
    table = cv2.resize(surface.astype(np.float32), region.shape[::-1])
    heights: Array = np.linalg.norm((lab - table) / spread.astype(np.float32), axis=2)
    return heights * region, is_plain


def _lumps(mask: Array) -> Sequence[Array]:
    """Return the outer contours of what is marked, but for grain and thin lines."""
    bits: Array = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def apart(heights: Array, sides: int) -> list[Array]:
    """Return polygons of so many sides and of about one size, of each place the best one."""
    fits: list[tuple[float, Array]] = []
    for height in _HEIGHTS:
        mask = (heights > height).astype(np.uint8)
        # Lines of the table's colour part a piece.
        lumps = _lumps(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
        lumps = [one for one in lumps if _LEAST < cv2.contourArea(one) / mask.size < _MOST]
        if len(lumps) <= _MOST_PIECES:
            fits += [fit for lump in lumps for fit in _polygon(lump, sides)]
    most = _typical(one for _, one in fits)
    pieces: list[Array] = []
    for _, one in sorted(fits, key=lambda fit: -fit[0]):
        distances = (np.linalg.norm((one - other).mean(axis=0)) for other in pieces)
        is_new = all(far > 0.4 * most**0.5 for far in distances)
        if is_new and most / _SIZES < area_of(one) < most * _SIZES:
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
    if len(corners) == sides and _FILL < fit <= 1.0 and lengths.min() > _SHORTEST * lengths.max():
        is_clockwise = cv2.contourArea(corners, oriented=True) > 0
        yield fit, (corners if is_clockwise else corners[::-1]).astype(float)


def remains(heights: Array, pieces: Iterable[Array]) -> list[Array]:
    """Return outlines of what stands out of the table and is none of some pieces."""
    most = _typical(pieces)
    free = (heights > _CLEAR).astype(np.uint8)
    for one in pieces:
        cv2.fillConvexPoly(free, one.round().astype(np.int32), 0)
    side = round(2 * _CRUMB * most**0.5) | 1
    lumps = _lumps(cv2.morphologyEx(free, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)))
    hulls = [cv2.convexHull(lump)[:, 0].astype(float) for lump in lumps]
    return [one for one in hulls if area_of(one) > _CRUMB * most]


def lattices(heights: Array, sides: int) -> Iterator[list[Array]]:
    """Yield the cells of each lattice that covers the largest block, as of pieces that touch on a sheet.

    A step is a square's side, or half a hexagon's width: by those sides of cells lie apart.
    """
    solid = np.zeros(heights.shape, np.uint8)
    cv2.drawContours(solid, _lumps(heights > _CLEAR), -1, 1, -1)
    mask = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((_LINE, _LINE), np.uint8))
    lumps = _lumps(mask)
    if not lumps:
        return
    block = max(lumps, key=cv2.contourArea)[:, 0].astype(float)
    along = np.roll(block, -5, axis=0) - np.roll(block, 5, axis=0)
    angles = np.arctan2(along[:, 0], -along[:, 1])
    turn = float(np.angle(np.exp(1j * sides * angles).mean())) / sides
    normals = _ring(turn, sides)[:2]
    low, high = np.percentile(block @ normals.T, (1, 99), axis=0)  # thin lines stick out
    for number in range(1, _IN_A_ROW + 1):
        step = (high - low)[0] / number
        steps = (high - low)[1] / step
        if abs(steps - round(steps)) > _UNEVEN:
            continue
        half = step if sides == 6 else step / 2
        ring = half / math.cos(math.pi / sides) * _ring(turn + math.pi / sides, sides)
        crossings = np.indices((number, round(steps))).reshape(2, -1).T
        centres = (low + half + crossings * step) @ np.linalg.inv(normals).T
        points = centres[:, None] + np.concatenate([ring * share for share in (0.9, 0.6, 0.3)])
        x, y = points.round().astype(int).clip(0, np.array(mask.shape[::-1]) - 1).transpose(2, 0, 1)
        is_held = mask[y, x].mean(axis=1) > _HELD
        every = 3 if sides == 6 else 1  # of hexagons every third crossing is a middle
        for first in range(every):
            own = centres[is_held & (crossings.sum(axis=1) % every == first)]
            covered = len(own) * area_of(ring)
            if len(own) <= _MOST_PIECES and covered > _COVERED * area_of(block):
                yield [*(own[:, None] + ring)]
                if sides == 6:  # only one honeycomb has such an edge
                    return


def _ring(turn: float, number: int) -> Array:
    angles = turn + np.arange(number) * 2 * math.pi / number
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)
