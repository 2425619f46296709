"""The table in a photograph: what its colours are, what stands out from them, where a sheet lies on it.

Knows nothing of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import cv2
import numpy as np

from generator.checking.photographs.light import terms as surface_terms
from generator.checking.photographs.loading import Array

#: How far from the table's colour, in its own deviations, a piece stands out: each is tried.
LEVELS = (3.0, 4.5, 7.0, 11.0, 17.0)
#: So many rows are compared with the table at a time.
_ROWS = 16
#: And so many are filled in at a time.
_STRIP = 128
#: A sheet of paper is found in so many pixels; so many about it are no paper; and its rim is of one
#: colour, of 255 levels each in all.
_GLANCE, _RIM, _PAPER = 600, 3, 20.0
#: What lies about it is at least this share of the image's sides wide.
_LID = 0.01
#: It is this share of the image at least, and of its hull.
_SHEET, _EVEN = 0.5, 0.955
#: The colours of a table lie so near in all, of 255 levels each.  Of a pattern each is at least
#: this share of the image's edge, and two or three lie so many times as far apart as they are
#: spread, three so many where two do not.
_ONE_COLOUR, _MUCH = 60.0, 0.08
_FAR, _FAR_ALONE = {2: 3.0, 3: 1.3}, 1.9


def standing_out(pixels: Array, rim: float = 0.03) -> Array:
    """Return by how many levels each pixel differs from the table's colour there, as bytes.

    The table is a surface of second order through each channel, fitted to what is like most of the
    image's edge.  Of a table with a pattern there are several; what lies between two is table, too.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    height, width = lab.shape[:2]
    step = max(1, max(height, width) // 160)
    small = lab[::step, ::step].reshape(-1, 3).astype(np.float32)
    y, x = np.mgrid[0:height:step, 0:width:step].astype(np.float32)
    terms = surface_terms(x.ravel() / width, y.ravel() / height)
    edge = (np.minimum(x, width - x) < rim * width) | (np.minimum(y, height - y) < rim * height)
    tables = list(_tables(small, terms, edge.ravel()))
    spread = np.max([one[1] for one in tables], axis=0)
    result = np.empty((height, width), np.uint8)
    for top in range(0, height, _ROWS):
        rows = lab[top : top + _ROWS]
        y, x = np.mgrid[top : top + len(rows), 0:width].astype(np.float32)
        along = surface_terms(x / width, y / height)
        off = [(rows - along[..., : len(one)] @ one) / spread for one, _ in tables]
        pairs = [_nearest(*pair) for pair in combinations(off, 2)] or off
        far = np.minimum.reduce([np.einsum("ijk,ijk->ij", one, one) for one in pairs])
        result[top : top + _ROWS] = sum((far > level**2).view(np.uint8) for level in LEVELS)
    return result


def _nearest(one: Array, other: Array) -> Array:
    """Return what is nearest to nothing on the straight lines between colours of two arrays."""
    way = other - one
    share = -np.einsum("ijk,ijk->ij", one, way)
    share /= np.maximum(np.einsum("ijk,ijk->ij", way, way), 1e-6)
    nearest: Array = one + way * np.clip(share, 0.0, 1.0)[..., None]
    return nearest


def _tables(small: Array, terms: Array, edge: Array) -> Iterator[tuple[Array, Array]]:
    """Yield the colours of the table as surfaces, and their deviations: most have one.

    ``small`` are colours, ``terms`` their places, ``edge`` which of them lie at the image's edge.
    """
    parted = _parted(small[edge], terms[edge])
    for like in parted:
        marked = np.zeros(len(small), bool)
        marked[np.flatnonzero(edge)[like]] = True
        yield _surface(small, terms, marked, is_plane=True)
    if not parted:
        middle = np.median(small[edge], axis=0)
        near = edge & (np.abs(small - middle).sum(axis=1) < _ONE_COLOUR)
        yield _surface(small, terms, near if near.any() else edge, is_plane=False)


def _parted(colours: Array, terms: Array) -> list[Array]:
    """Return which of a table's points are of each of its two or three colours, nothing for one."""
    plane = terms[:, 1:3] - terms[:, 1:3].mean(axis=0)
    even = colours - plane @ np.linalg.lstsq(plane, colours, rcond=None)[0]
    even -= even.mean(axis=0)
    along = even @ np.linalg.eigh(np.cov(even.T))[1][:, -1]
    low, high = np.percentile(along, (2, 98))
    far, groups = {}, {}
    for number in (2, 3):
        begun = np.clip((along - low) / max(high - low, 1e-6) * number, 0, number - 1)
        groups[number] = _gathered(even.astype(np.float32), begun.astype(np.int32), number)
        is_spread = all(_is_spread(group, terms) for group in groups[number])
        far[number] = _least_apart(even, groups[number]) if is_spread else 0.0
    if far[3] > (_FAR[3] if far[2] > _FAR[2] else _FAR_ALONE):
        return groups[3]
    return groups[2] if far[2] > _FAR[2] else []


def _gathered(colours: Array, labels: Array, number: int) -> list[Array]:
    """Return which colours are near which of their middles, begun by labels."""
    how = (cv2.TERM_CRITERIA_MAX_ITER, 12, 0.0)
    cv2.kmeans(colours, number, labels[:, None], how, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    return [labels == k for k in range(number)]


def _least_apart(colours: Array, groups: Sequence[Array]) -> float:
    """Return how far the nearest two groups of colours lie apart, by how far each is spread."""
    middles = [np.median(colours[group], axis=0) for group in groups]
    spreads = [
        np.median(np.linalg.norm(colours[group] - middle, axis=1)) + 1.0
        for group, middle in zip(groups, middles, strict=True)
    ]
    return min(
        float(np.linalg.norm(middles[k] - middles[n]) / (spreads[k] + spreads[n]))
        for k, n in combinations(range(len(groups)), 2)
    )


def _is_spread(some: Array, terms: Array) -> bool:
    """Tell whether points are many, and lie on three of the image's sides or more."""
    x, y = terms[:, 1], terms[:, 2]
    sides = (x < 0.03, x > 0.97, y < 0.03, y > 0.97)
    lying = sum(np.sum(some & side) > _MUCH * np.sum(side) for side in sides)
    return bool(lying >= 3 and some.mean() > _MUCH)


def _surface(small: Array, terms: Array, like: Array, is_plane: bool) -> tuple[Array, Array]:
    """Return a surface through colours that are like some, and the deviations from it."""
    order = 3
    for turn in range(12):
        order = 3 if turn < 3 or is_plane else 6
        surface = np.linalg.lstsq(terms[like, :order], small[like], rcond=None)[0]
        off = small - terms[:, :order] @ surface
        spread = np.median(np.abs(off[like]), axis=0) * 1.4826 + 1.2
        near = np.sqrt(((off / spread) ** 2).sum(axis=1)) < 3.5
        if not near.any():
            break
        like = near
    return surface, spread


def on_paper(pixels: Array) -> Array:
    """Return a photograph in which a sheet of paper that fills most of it goes on to its edges.

    Scanners show their lid about a sheet, and tiles may lie on a sheet on a table.
    """
    height, width = pixels.shape[:2]
    step = 1 + max(height, width) // _GLANCE
    small = np.ascontiguousarray(pixels[::step, ::step])
    contours, _ = cv2.findContours(
        solid(standing_out(small, _LID)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    largest = max(contours, key=cv2.contourArea, default=np.zeros((1, 1, 2), np.int32))
    area = cv2.contourArea(largest)
    if area < max(_SHEET * small[..., 0].size, _EVEN * cv2.contourArea(cv2.convexHull(largest))):
        return pixels
    sheet = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(sheet[1:-1, 1:-1], [largest - 1], 1)
    deep = cv2.distanceTransform(sheet, cv2.DIST_L2, 5)
    rim = (deep > _RIM) & (deep < 3 * _RIM)
    colours = small[rim].astype(np.float32)
    terms = _plane(rim, 0, len(rim))
    plane = np.linalg.lstsq(terms, colours, rcond=None)[0]
    if np.median(np.abs(colours - terms @ plane).sum(axis=1)) > _PAPER:
        return pixels
    beyond = cv2.resize(deep, (width, height)) <= _RIM
    result = pixels.copy()
    for top in range(0, height, _STRIP):  # all at once takes as much memory as many images
        part = beyond[top : top + _STRIP]
        terms = _plane(part, top, height)
        result[top : top + _STRIP][part] = np.clip(terms @ plane, 0, 255)
    return result


def _plane(mask: Array, top: int, height: int) -> Array:
    """Return the terms of a plane at the places that a mask holds, which lies so far down in an image so high."""
    rows, columns = np.nonzero(mask)
    y = (rows + top).astype(np.float32) / height
    x = columns.astype(np.float32) / mask.shape[1]
    return np.stack([np.ones_like(x), x, y], axis=-1)


def solid(levels: Array) -> Array:
    """Return what stands out of the table with all that it surrounds, as bytes: 1 where it does."""
    rough = (levels > 1).astype(np.uint8)
    bits: Array = cv2.morphologyEx(rough, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(bits, contours, -1, 1, -1)
    return bits
