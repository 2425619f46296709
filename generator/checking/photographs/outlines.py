"""Where pieces lie in a photograph: what stands out from a plain table and has a piece's outline.

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
#: The rim of an image or of a sheet, as a share of the longer side.  A table is plain where this
#: share of the rim's colours is near the middle one, by less than this in all, of 255 levels each.
_RIM, _PLAIN, _NEAR = 0.02, 0.85, 50.0
#: A sheet of paper on a table or under a lid is at least this share of the image, and of its hull.
_SHEET, _EVEN = 0.5, 0.955
#: Pieces are at least and at most this share of the image, and at least this share of their hull.
_LEAST, _MOST, _WHOLE = 0.0004, 0.5, 0.85
#: They fill at least this share of their outline, of which the shortest side is this share of the longest.
_FILL, _SHORTEST = 0.955, 0.55
#: Near the camera a piece may be so many times as large as most.
_SIZES = 2.2
#: More pieces than this, and more lumps, are the table's grain.
MOST_PLACES, _MOST_LUMPS = 300, 600
#: What is thinner than this share of a piece's width is a shadow or a line; what is smaller than
#: this share of a piece is a crumb; what is larger than so many pieces is the table's edge.
_THIN, _CRUMB, _WIDEST = 0.09, 0.12, 8.0
#: So far about a piece is still the piece.
_AROUND = 1.06


class Outline(NamedTuple):
    """A polygon that may be a piece's outline: its corners, clockwise."""

    corners: Array

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


# ---------------------------------------------------------------------------------- the table


class Table(NamedTuple):
    """A plain table, or a sheet that fills the image: its light, and what stands out from it.

    ``levels`` are bytes: by how many of :data:`LEVELS` each pixel stands out.  ``light`` is a
    surface, see :meth:`brightness`.
    """

    pixels: Array
    levels: Array
    light: Array
    is_plain: bool

    def brightness(self, place: Array) -> float:
        """Return how bright the light is at a place, 1 in the middle of the image."""
        x, y = place / self.levels.shape[::-1]
        here, middle = _terms(np.array([x, 0.5]), np.array([y, 0.5])) @ self.light
        return float(np.clip(here / max(middle, 1.0), 0.4, 2.5))


def _terms(x: Array, y: Array) -> Array:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def table_of(pixels: Array) -> Table:
    """Return the table of an image, or of a sheet of paper that takes up most of it."""
    table = _table_within(pixels, np.full(pixels.shape[:2], 255, np.uint8))
    lumps = contours_of(table.levels > 1)
    lump = max(lumps, key=cv2.contourArea, default=np.zeros((1, 1, 2), np.int32))
    hull = cv2.convexHull(lump)
    if cv2.contourArea(lump) > max(_SHEET * table.levels.size, _EVEN * cv2.contourArea(hull)):
        paper = np.zeros_like(table.levels)
        cv2.fillConvexPoly(paper, hull, 255)
        paper = cv2.erode(paper, np.ones((21, 21), np.uint8), borderValue=0)
        sheet = _table_within(pixels, paper)
        if sheet.is_plain:
            return sheet
    return table


def _table_within(pixels: Array, region: Array) -> Table:
    """Return the table as the rim of a region shows it: a surface through each channel."""
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    height, width = region.shape
    step = max(1, max(height, width) // 160)
    padded = cv2.copyMakeBorder(region, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1:step, 1:-1:step].ravel()
    rim = (depth > 0) & (depth < _RIM * max(height, width))
    colours = lab[::step, ::step].reshape(-1, 3).astype(np.float32)
    distances = np.abs(colours - np.median(colours[rim], axis=0)).sum(axis=1)
    alike = rim & (distances < _NEAR)
    is_plain = alike.sum() > _PLAIN * rim.sum()
    if not alike.any():
        alike = rim
    y, x = (one.ravel() for one in np.mgrid[0:height:step, 0:width:step])
    terms = _terms(x / width, y / height)
    for turn in range(12):  # what is like the rim grows inwards
        order = 3 if turn < 3 else 6
        surface = np.linalg.lstsq(terms[alike, :order], colours[alike], rcond=None)[0]
        differences = colours - terms[:, :order] @ surface
        spread = np.median(np.abs(differences[alike]), axis=0) * 1.4826 + 1.2
        near = ((differences / spread) ** 2).sum(axis=1) < 3.5**2
        if not near.any():
            break
        alike = near
    greys = pixels[::step, ::step].mean(axis=2).ravel()
    light = np.linalg.lstsq(terms[alike], greys[alike], rcond=None)[0]
    levels = np.zeros((height, width), np.uint8)
    along = np.arange(width) / width
    for row in range(height):  # all at once takes as much memory as many images
        table = _terms(along, np.full(width, row / height))[:, :order] @ surface
        squares = (((lab[row] - table) / spread) ** 2).sum(axis=1)
        levels[row] = np.searchsorted(np.square(LEVELS), squares)
    levels[region == 0] = 0
    return Table(pixels, levels, light, bool(is_plain))


# ------------------------------------------------------------------------------ separate pieces


def find(levels: Array, sides: int) -> list[Outline]:
    """Return polygons of so many sides and of about one size, in reading order, each once."""
    fits: list[tuple[float, Outline]] = []
    for level, gap in product(range(len(LEVELS)), _GAPS):
        mask = (levels > level).astype(np.uint8)
        size = 2 * round(gap * max(mask.shape) / 2) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        contours = contours_of(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel))
        lumps = [c for c in contours if _LEAST < cv2.contourArea(c) / mask.size < _MOST]
        if len(lumps) <= _MOST_LUMPS:
            fits += [fit for lump in lumps for fit in _polygon(lump, sides)]
    typical = np.median([one.area for _, one in fits] or [0.0])
    pieces: list[Outline] = []
    for _, one in sorted(fits, key=lambda fit: -fit[0]):
        is_usual = typical / _SIZES < one.area < typical * _SIZES
        if is_usual and not any(one.is_on(other) for other in pieces):
            pieces.append(one)
    if len(pieces) > MOST_PLACES:
        return []
    frame = np.array(levels.shape[::-1]) - 3  # what reaches beyond is cut
    pieces = [one for one in pieces if one.corners.min() > 2 and (one.corners < frame).all()]
    row = typical**0.5
    return sorted(pieces, key=lambda one: (round(one.centre[1] / row), one.centre[0]))


def contours_of(mask: Array) -> Sequence[Array]:
    """Return the outer contours of what is marked, but for grain and thin lines."""
    bits: Array = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def _polygon(lump: Array, sides: int) -> Iterator[tuple[float, Outline]]:
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
        yield fit, Outline((corners if is_clockwise else corners[::-1]).astype(float))


def others(levels: Array, pieces: Sequence[Outline]) -> list[Outline]:
    """Return what stands out of the table and is none of some pieces, each once, the largest first."""
    if not pieces:
        return []
    typical = float(np.median([one.area for one in pieces]))
    free = levels.copy()
    for one in pieces:
        corners = one.centre + (one.corners - one.centre) * _AROUND
        cv2.fillConvexPoly(free, np.round(corners).astype(np.int32), 0)
    size = 2 * round(_THIN * typical**0.5) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    lumps: list[Outline] = []
    for level in range(1, len(LEVELS)):
        mask = cv2.morphologyEx((free > level).astype(np.uint8), cv2.MORPH_OPEN, kernel)
        for contour in contours_of(mask):
            if _CRUMB * typical < cv2.contourArea(contour) < _WIDEST * typical:
                lumps.append(Outline(cv2.convexHull(contour)[:, 0].astype(float)))
    once: list[Outline] = []
    for one in sorted(lumps, key=lambda one: -one.area):
        if not any(one.is_on(other) for other in once):
            once.append(one)
    return once
