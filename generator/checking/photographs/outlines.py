"""Where pieces lie apart in a photograph: what stands out from a plain table and has a piece's outline.

Knows shapes, not the pictures on them.  Places are pixels of the image that is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs.loading import Array

#: How far from the table's colour, in its own deviations, a piece stands out: each is tried.
LEVELS = (3.0, 4.5, 7.0, 11.0, 17.0)
#: Gaps that are closed, as shares of the longer side: lines of the table's colour part a piece.
_GAPS = (0.0, 0.0025, 0.006)
#: The colours of a table differ by no more than this in all, of 255 levels each.
_ONE_COLOUR = 60.0
#: The rim of an image or of a sheet, and of an image that may show a lid, as shares of the longer side.
_RIM, _LID = 0.03, 0.01
#: A sheet of paper on a table or under a lid is at least this share of the image, and of its hull;
#: along its rim so many percent of the colours differ by no more than this in all, of 255 levels each.
_SHEET, _EVEN, _MOST_OF_RIM, _PAPER = 0.5, 0.955, 85, 40.0
#: Pieces are at least and at most this share of the image, and at least this share of their hull.
_LEAST, _MOST, _WHOLE = 0.0004, 0.5, 0.85
#: The least share that an outline and what stands out have in common.
_FILL = 0.955
#: Near the camera a piece may be so many times as large as most.
_SIZES = 2.2
#: More pieces than this are refused; more lumps than this are the table's grain.
MOST_PLACES, _MOST_LUMPS = 300, 600
#: What is thinner than this share of a piece's width is a shadow or a line; what is smaller than
#: this share of a piece is a crumb; what is larger than so many pieces is the table's edge.
_THIN, _CRUMB, _WIDEST = 0.09, 0.12, 8.0
#: So far about a piece is still the piece.
_AROUND = 1.06


class Outline(NamedTuple):
    """A polygon that may be a piece's outline: its corners, clockwise, and how well it fits."""

    corners: Array
    fit: float = 1.0

    @property
    def centre(self) -> Array:
        """The middle of the corners."""
        middle: Array = self.corners.mean(axis=0)
        return middle

    @property
    def area(self) -> float:
        """How many pixels it covers."""
        return float(cv2.contourArea(self.corners.astype(np.float32)))

    def is_on(self, other: Outline) -> bool:
        """Tell whether it lies on another."""
        return bool(np.linalg.norm(self.centre - other.centre) < 0.4 * other.area**0.5)

    def is_cut(self, height: int, width: int) -> bool:
        """Tell whether the edge of an image cuts it."""
        inner = self.corners - (2.0, 2.0)
        return bool(inner.min() < 0 or (inner > np.array([width, height]) - 5.0).any())


# ---------------------------------------------------------------------------------- the table


def surface_terms(x: Array, y: Array) -> Array:
    """Return 1, x, y, x², xy, y² side by side."""
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def standing_out(pixels: Array) -> Array:
    """Return by how many levels each pixel differs from the table, or from a sheet that fills the image, as bytes."""
    whole = np.full(pixels.shape[:2], 255, np.uint8)
    lumps = contours_of(_against_rim(pixels, whole, _LID) > 1)
    sheet = max(lumps, key=cv2.contourArea, default=np.zeros((1, 1, 2), np.int32))
    hull = cv2.convexHull(sheet)
    if cv2.contourArea(sheet) < max(_SHEET * whole.size, _EVEN * cv2.contourArea(hull)):
        return _against_rim(pixels, whole, _RIM)
    paper = np.zeros_like(whole)
    cv2.fillConvexPoly(paper, hull, 255)
    paper = cv2.erode(paper, np.ones((21, 21), np.uint8), borderValue=0)
    inner = cv2.erode(paper, np.ones((25, 25), np.uint8), borderValue=0)
    colours = pixels[paper > inner].astype(np.float32)
    differences = np.abs(colours - np.median(colours, axis=0)).sum(axis=1)
    if np.percentile(differences, _MOST_OF_RIM) > _PAPER:
        return _against_rim(pixels, whole, _RIM)
    levels: Array = np.where(paper, _against_rim(pixels, paper, _RIM), np.uint8(0))
    return levels


def _against_rim(pixels: Array, within: Array, rim_share: float) -> Array:
    """Return by how many levels pixels differ from the colours along the rim of a region.

    These are a surface of second order through each channel.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    height, width = lab.shape[:2]
    step = max(1, max(height, width) // 160)
    small = lab[::step, ::step].reshape(-1, 3).astype(np.float32)
    y, x = (one.ravel() for one in np.mgrid[0:height:step, 0:width:step].astype(np.float32))
    padded = cv2.copyMakeBorder(within, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1:step, 1:-1:step].ravel()
    rim = (depth > 0) & (depth < rim_share * max(height, width))
    near = rim & (np.abs(small - np.median(small[rim], axis=0)).sum(axis=1) < _ONE_COLOUR)
    terms = surface_terms(x / width, y / height)
    surface, spread = _surface(small, terms, near if near.any() else rim)
    levels = np.empty((height, width), np.uint8)
    along = np.arange(width) / width
    for row in range(height):  # all at once takes as much memory as many images
        table = surface_terms(along, np.full(width, row / height))[:, : len(surface)] @ surface
        far = (((lab[row] - table) / spread) ** 2).sum(axis=1)
        levels[row] = np.searchsorted(np.square(LEVELS), far)
    return levels


def _surface(small: Array, terms: Array, like: Array) -> tuple[Array, Array]:
    """Return a surface through colours that are like some, and the deviations from it."""
    for turn in range(12):
        order = 3 if turn < 3 else 6
        surface = np.linalg.lstsq(terms[like, :order], small[like], rcond=None)[0]
        differences = small - terms[:, :order] @ surface
        spread = np.median(np.abs(differences[like]), axis=0) * 1.4826 + 1.2
        near = np.sqrt(((differences / spread) ** 2).sum(axis=1)) < 3.5
        if not near.any():
            break
        like = near
    return surface, spread


# ------------------------------------------------------------------------------------ outlines


def find(levels: Array, sides: int) -> list[list[Outline]]:
    """Return the places of polygons of so many sides and of about one size: of each the best few outlines."""
    polygons: list[Outline] = []
    for level, gap in product(range(len(LEVELS)), _GAPS):
        hulls = list(_hulls(levels > level, gap))
        if len(hulls) <= _MOST_LUMPS:
            outlines = filter(None, (_polygon(hull, sides) for hull in hulls))
            polygons += [one for one in outlines if one.fit > _FILL]
    return _places(_of_one_size(polygons, levels.shape), levels.shape)


def contours_of(mask: Array) -> Sequence[Array]:
    """Return the outer contours of what is marked, but for grain and thin lines."""
    bits: Array = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def _hulls(mask: Array, gap: float) -> Iterator[Array]:
    """Yield the hulls of lumps that are as whole and as large as a piece may be."""
    if gap:
        size = 2 * round(gap * max(mask.shape) / 2) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        mask = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    for contour in contours_of(mask):
        area = cv2.contourArea(contour)
        if area >= _WHOLE * _LEAST * mask.size:
            hull = cv2.convexHull(contour)
            if _LEAST * mask.size < cv2.contourArea(hull) < min(_MOST * mask.size, area / _WHOLE):
                yield hull


def _polygon(hull: Array, sides: int) -> Outline | None:
    """Return the polygon about a hull; None where it has other sides, or is far from regular."""
    if len(hull) < sides:
        return None
    around = cv2.approxPolyN(hull, sides, approxCurve=None, epsilon_percentage=-1)
    corners = around.reshape(-1, 2).astype(np.float64)
    if len(corners) != sides or cv2.contourArea(hull) < _WHOLE * cv2.contourArea(around):
        return None
    corners = _fitted(hull.reshape(-1, 2).astype(np.float64), corners)
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    shape = corners.astype(np.float32)
    area = cv2.contourArea(shape)
    if not (np.isfinite(corners).all() and cv2.isContourConvex(shape) and area > 0):
        return None
    lengths = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    if lengths.min() < 0.55 * lengths.max():
        return None
    common = cv2.intersectConvexConvex(shape, hull.astype(np.float32))[0]
    # The middles of its diagonals meet, but for a little perspective.
    middles = (corners[: sides // 2] + corners[sides // 2 :]) / 2
    askew = np.abs(middles - middles.mean(axis=0)).max() / area**0.5
    return Outline(corners, common / (area + cv2.contourArea(hull) - common) - askew / 2)


def _fitted(hull: Array, corners: Array) -> Array:
    """Return corners where lines through the middles of a hull's sides meet."""
    ways = np.roll(hull, -1, axis=0) - hull
    steps = np.linspace(0, 1, 32, endpoint=False)[:, None]
    points = (hull[:, None] + steps * ways[:, None]).reshape(-1, 2)
    weights = np.repeat(np.linalg.norm(ways, axis=1), len(steps))
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = end - start
        normal = np.array([-way[1], way[0]])
        along = (points - start) @ way / (way @ way)
        aside = (points - start) @ normal / (way @ way)
        near = (along > 0.12) & (along < 0.88) & (np.abs(aside) < 0.08)
        if near.sum() < 4:
            return corners
        slope, shift = np.polyfit(along[near], aside[near], 1, w=np.sqrt(weights[near]))
        normal = normal - slope * way
        lines.append((*normal, -(normal @ start) - shift * (way @ way)))
    met = np.cross(np.roll(np.array(lines), 1, axis=0), np.array(lines))
    if (np.abs(met[:, 2]) < 1e-9).any():
        return corners
    crossing: Array = met[:, :2] / met[:, 2:]
    return crossing


def _of_one_size(polygons: Sequence[Outline], shape: tuple[int, ...]) -> list[Outline]:
    areas = np.array([one.area for one in polygons if not one.is_cut(*shape)])
    if not len(areas):
        return []
    ratio = areas / areas[:, None]
    votes = ((ratio > 0.7) & (ratio < 1.4)).sum(axis=1) * areas**0.25
    typical = areas[votes.argmax()]
    return [one for one in polygons if 1 / _SIZES < one.area / typical < _SIZES]


def _places(polygons: Sequence[Outline], shape: tuple[int, ...]) -> list[list[Outline]]:
    """Return outlines grouped by where they lie, in reading order, of each place the best three."""
    groups: list[list[Outline]] = []
    for one in sorted(polygons, key=lambda one: -one.fit):
        group = next((g for g in groups if one.is_on(g[0])), None)
        if group is None:
            groups.append([one])
        elif len(group) < 3 and all(abs(one.area / o.area - 1) > 0.01 for o in group):
            group.append(one)
    groups = [group for group in groups if not group[0].is_cut(*shape)]
    row = np.median([group[0].area for group in groups]) ** 0.5 if groups else 1.0
    return sorted(groups, key=lambda g: (round(g[0].centre[1] / row), g[0].centre[0]))


def others(levels: Array, pieces: Sequence[Outline]) -> list[Outline]:
    """Return what stands out of the table and is none of some pieces, each once, the largest first."""
    if not pieces:
        return []
    typical = float(np.median([one.area for one in pieces]))
    free = levels.copy()
    for one in pieces:
        corners = one.centre + (one.corners - one.centre) * _AROUND
        cv2.fillConvexPoly(free, np.round(corners).astype(np.int32), 0)
    lumps_found: list[Outline] = []
    radius = _THIN * typical**0.5
    for level in range(1, len(LEVELS)):
        bits = (free > level).astype(np.uint8)
        core = cv2.distanceTransform(bits, cv2.DIST_L2, 5) > radius
        if not core.any():
            continue
        away = cv2.distanceTransform((~core).astype(np.uint8), cv2.DIST_L2, 5)
        contours = contours_of(away <= radius)
        lumps = [c for c in contours if _CRUMB * typical < cv2.contourArea(c) < _WIDEST * typical]
        lumps_found += [Outline(cv2.convexHull(one).reshape(-1, 2).astype(float)) for one in lumps]
    once: list[Outline] = []
    for one in sorted(lumps_found, key=lambda one: -one.area):
        if not any(one.is_on(other) for other in once):
            once.append(one)
    return once
