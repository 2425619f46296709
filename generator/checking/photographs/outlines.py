"""Where pieces lie in a photograph: what stands out from a plain table and has a piece's outline.

Knows shapes, not the pictures on them.  An outline is an array of corners, clockwise, in pixels of
the image that is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product

import cv2
import numpy as np

from generator.checking.photographs.loading import Array

#: How far from the table's colour, in its own deviations, a piece stands out: each is tried.
_LEVELS = (3.0, 4.5, 7.0, 11.0, 17.0)
#: Gaps that are closed, as shares of the longer side: lines of the table's colour part a piece.
_GAPS = (0.0, 0.0025, 0.006)
#: A table is plain where this share of an image's rim is near the middle colour, by less than this
#: in all, of 255 levels each.  A sheet of paper on it is at least this share of its hull.
_PLAIN, _NEAR, _EVEN = 0.85, 50.0, 0.955
#: Pieces are at least and at most this share of the image, and at least this share of their hull.
_LEAST, _MOST, _WHOLE = 0.0004, 0.5, 0.85
#: They fill at least this share of their outline, of which the shortest side is this share of the longest.
_FILL, _SHORTEST = 0.955, 0.55
#: Near the camera a piece may be so many times as large as most.
_SIZES = 2.2

#: So many outlines of a piece are looked at.  More pieces than this are the table's grain.
_EACH, _MOST_PIECES = 4, 300
#: What is thinner than this share of a piece's width, or smaller than this share of a piece, is a
#: shadow or a crumb; so far about a piece is still the piece.
_THIN, _CRUMB, _AROUND = 0.09, 0.12, 1.06
#: A lump is pieces that touch from so many pieces on, and this share of the image; what is thinner,
#: in pixels, is a line.  They lie so many in a row at most, in steps that are even to this share.
_SEVERAL, _BLOCK, _LINE, _IN_A_ROW, _UNEVEN = 2.5, 0.004, 9, 32, 0.1
#: A cell may be moved by these shares of its width.
_MOVES = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]) * 0.02
#: A cell of a lattice lies on a block with this share of its points, and all cells cover this share.
_HELD, _COVERED = 0.93, 0.9


def area_of(outline: Array) -> float:
    """Return how many pixels an outline covers."""
    return float(cv2.contourArea(outline.astype(np.float32)))


# ---------------------------------------------------------------------------------- the table


def levels_of(pixels: Array) -> Array:
    """Return by how many levels each pixel stands out from the table, or from a sheet that takes up most of it."""
    levels, _ = _levels_within(pixels, np.ones(pixels.shape[:2], np.uint8))
    hull = cv2.convexHull(max(_lumps(levels > 1), key=cv2.contourArea, default=_NO_LUMP))
    paper = np.zeros_like(levels)
    cv2.fillConvexPoly(paper, hull, 1)
    if paper.mean() > _MOST and (levels > 1)[paper > 0].mean() > _EVEN:
        rim = np.ones((21, 21), np.uint8)
        on_sheet, is_plain = _levels_within(pixels, cv2.erode(paper, rim, borderValue=0))
        return on_sheet if is_plain else levels
    return levels


_NO_LUMP = np.zeros((1, 1, 2), np.int32)


def _levels_within(pixels: Array, region: Array) -> tuple[Array, bool]:
    """Return levels above the table that the rim of a region shows, and whether that is plain.

    The table is a surface through each channel, of what is like the rim.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    height, width = region.shape
    step = max(1, max(height, width) // 160)
    colours = lab[::step, ::step].astype(np.float32)
    within = region[::step, ::step]
    inner = cv2.erode(within, np.ones((7, 7)), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    rim = within > inner
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
    table = cv2.resize(surface.astype(np.float32), (width, height))
    squares = (((lab - table) / spread.astype(np.float32)) ** 2).sum(axis=2)
    levels = np.searchsorted(np.square(_LEVELS), squares.ravel()).astype(np.uint8)
    return levels.reshape(region.shape) * (region > 0), is_plain


def _lumps(mask: Array) -> Sequence[Array]:
    """Return the outer contours of what is marked, but for grain and thin lines."""
    bits: Array = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def _disc(radius: float) -> Array:
    size = 2 * round(radius) + 1
    disc: Array = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return disc


# ------------------------------------------------------------------------------ separate pieces


def apart(levels: Array, sides: int) -> list[list[Array]]:
    """Return polygons of so many sides and of about one size; of each place its best ones."""
    fits: list[tuple[float, Array]] = []
    for level, gap in product(range(len(_LEVELS)), _GAPS):
        mask = (levels > level).astype(np.uint8)
        lumps = _lumps(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _disc(gap * max(mask.shape) / 2)))
        lumps = [one for one in lumps if _LEAST < cv2.contourArea(one) / mask.size < _MOST]
        if len(lumps) <= _MOST_PIECES:
            fits += [fit for lump in lumps for fit in _polygon(lump, sides)]
    typical = float(np.median([area_of(one) for _, one in fits] or [0.0]))
    places: list[list[Array]] = []
    for _, one in sorted(fits, key=lambda fit: -fit[0]):
        if typical / _SIZES < area_of(one) < typical * _SIZES:
            place = next((place for place in places if _is_on(one, place[0])), None)
            if place is None:
                places.append([one])
            elif len(place) < _EACH:
                place.append(one)
    return (
        [[*islice(cycle(place), _EACH)] for place in places] if len(places) <= _MOST_PIECES else []
    )


def _is_on(one: Array, other: Array) -> bool:
    distance = np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))
    return bool(distance < 0.4 * area_of(other) ** 0.5)


def _polygon(lump: Array, sides: int) -> Iterator[tuple[float, Array]]:
    """Yield the polygon about a lump with how well it fits, where it is nearly regular."""
    hull = cv2.convexHull(lump)
    area = cv2.contourArea(hull)
    if len(hull) < sides or cv2.contourArea(lump) < _WHOLE * area:
        return
    corners = cv2.approxPolyN(hull, sides, approxCurve=None, epsilon_percentage=-1)[0]
    lengths = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    fit = area / max(cv2.contourArea(corners), 1.0)
    if len(corners) == sides and _FILL < fit <= 1.0 and lengths.min() > _SHORTEST * lengths.max():
        is_clockwise = cv2.contourArea(corners, oriented=True) > 0
        yield fit, (corners if is_clockwise else corners[::-1]).astype(float)


def remains(levels: Array, pieces: Sequence[Array]) -> list[Array]:
    """Return outlines of what stands out of the table and is none of some pieces."""
    typical = float(np.median([area_of(one) for one in pieces] or [np.inf]))
    free = (levels > 1).astype(np.uint8)
    for one in pieces:
        middle = one.mean(axis=0)
        cv2.fillConvexPoly(free, np.round(middle + (one - middle) * _AROUND).astype(np.int32), 0)
    lumps = _lumps(cv2.morphologyEx(free, cv2.MORPH_OPEN, _disc(min(_THIN * typical**0.5, 99))))
    hulls = [cv2.convexHull(lump)[:, 0].astype(float) for lump in lumps]
    return [one for one in hulls if area_of(one) > _CRUMB * typical]


# --------------------------------------------------------------------------- pieces that touch


def touching(levels: Array, sides: int, piece: float) -> Iterator[list[list[Array]]]:
    """Yield the ways in which blocks on a sheet may be divided into regular pieces of so many sides.

    Blocks are larger than a ``piece`` that lies apart, in pixels.
    """
    solid = np.zeros_like(levels)
    cv2.drawContours(solid, _lumps(levels > 1), -1, 1, -1)
    mask = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((_LINE, _LINE), np.uint8))
    least = max(_BLOCK * mask.size, _SEVERAL * piece)
    blocks = [one[:, 0].astype(float) for one in _lumps(mask) if cv2.contourArea(one) > least]
    if not blocks:
        return
    largest = max(blocks, key=area_of)
    along = np.roll(largest, -5, axis=0) - np.roll(largest, 5, axis=0)
    normals = np.arctan2(along[:, 0], -along[:, 1])
    turn = float(np.angle(np.exp(1j * sides * normals).mean())) / sides
    for number in range(1, _IN_A_ROW + 1):
        cells = [one for block in blocks for one in _cells(block, mask, sides, turn, number)]
        if 0 < len(cells) <= _MOST_PIECES:
            yield [[one + move * area_of(one) ** 0.5 for move in _MOVES] for one in cells]
            if sides == 6:  # only one honeycomb has such an edge
                return


def _cells(block: Array, mask: Array, sides: int, turn: float, number: int) -> list[Array]:
    """Return the cells of the lattice of so many steps that covers a block, none if it does not.

    A step is a square's side, or half a hexagon's width: by those sides of cells lie apart.
    """
    normals = _ring(turn, sides)[:2]
    low, high = np.percentile(block @ normals.T, (1, 99), axis=0)  # thin lines stick out
    step = (high - low)[0] / number
    steps = (high - low)[1] / step
    if abs(steps - round(steps)) > _UNEVEN:
        return []
    half = step if sides == 6 else step / 2
    ring = half / math.cos(math.pi / sides) * _ring(turn + math.pi / sides, sides)
    points = np.concatenate([ring * share for share in (0.9, 0.6, 0.3)])
    reach = 2 * _IN_A_ROW
    numbers = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
    most = np.array(mask.shape[::-1]) - 1
    for shift in range(3 if sides == 6 else 1):  # of hexagons every third crossing is a middle
        start = np.linalg.solve(normals, low + half + np.array([0, shift]) * step)
        centres = start + numbers @ (2 * half * normals)
        centres = centres[
            ((centres > block.min(axis=0)) & (centres < block.max(axis=0))).all(axis=1)
        ]
        x, y = np.round(centres[:, None] + points).astype(int).clip(0, most).transpose(2, 0, 1)
        cells = [centre + ring for centre in centres[mask[y, x].mean(axis=1) > _HELD]]
        if sum(map(area_of, cells)) > _COVERED * area_of(block):
            return cells
    return []


def _ring(turn: float, number: int) -> Array:
    angles = turn + np.arange(number) * 2 * math.pi / number
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)
