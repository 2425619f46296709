"""Where pieces lie in a photograph: what stands out of a plain table and has a piece's outline.

Knows shapes, nothing of pictures on them.  Places are pixels of the photograph as it is looked at.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from engine.errors import GameError
from generator.checking.pages import MOST_PIXELS, Page, Pixels, Source

Array = NDArray[Any]

#: The longer side of what is looked at, in pixels; larger ones are made smaller.
SIDE = 2000
#: How far from the table's colour, in its own deviations, a piece stands out: each is tried.
_LEVELS = (3.0, 4.5, 7.0, 11.0, 17.0)
#: Gaps that are closed, shares of the longer side: lines of the table's colour part a piece.
_GAPS = (0.0, 0.0025, 0.006)
#: The colours of a table lie so near in all, of 255 levels each.
_ONE_COLOUR = 60.0
#: Pieces are this share of the image at least and at most, and this share of their hull.
_LEAST, _MOST, _WHOLE = 0.0004, 0.5, 0.85
#: The share of its polygon that a piece fills at least, and which it covers of it.
_FILL = 0.955
#: Near the camera a piece may be so many times as large as most.
_OFF_SIZE = 2.2
#: Where more lumps than this stand out, they are the table's grain.
_MOST_LUMPS = 600
#: What is thinner than this share of a piece's width is a shadow's rim or a line; what is smaller
#: than this share of a piece is a crumb; and so far about a piece is still the piece.
_THIN, _FOREIGN, _AROUND = 0.09, 0.12, 1.06
#: What is larger than so many pieces is the table's edge, or a shadow.
_WIDEST = 8.0


class Photograph(NamedTuple):
    """An image as it is looked at: RGB bytes, and how many of a unit of the file's one pixel is."""

    name: str
    pixels: Pixels
    scale: float
    unit: str = "pixels"


class PieceOutline(NamedTuple):
    """A polygon that may be a piece's outline: its corners, clockwise, and how well it fits."""

    corners: Array
    fit: float = 1.0

    @property
    def centre(self) -> Array:
        """The middle of the corners."""
        middle: Array = self.corners.mean(axis=0)
        return middle

    @property
    def turned(self) -> list[PieceOutline]:
        """The same with each of its corners as the first."""
        return [
            self._replace(corners=np.roll(self.corners, k, 0)) for k in range(len(self.corners))
        ]

    @property
    def area(self) -> float:
        """How many pixels it covers."""
        return float(cv2.contourArea(self.corners.astype(np.float32)))


# --------------------------------------------------------------------------------- images


def load(source: Source) -> Photograph:
    """Return the image of a PNG or JPEG file, turned as its camera says.

    Raises GameError for one that is damaged, or has more pixels than are read.
    """
    name, data = source
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of sizes that are refused, or odd notes
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
        ):
            width, height = image.size
            if width * height > MOST_PIXELS:
                most = f"at most {MOST_PIXELS // 1_000_000} million are read"
                raise GameError(f"{name} has {width} × {height} pixels; {most}")
            image.draft("RGB", (SIDE, SIDE))
            image.thumbnail((SIDE, SIDE), Image.Resampling.BOX, reducing_gap=2.0)
            flat = _in_colour(ImageOps.exif_transpose(image))
    except GameError:
        raise
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        why = "cut short" if "truncated" in str(error) else "damaged, or not a PNG or JPEG file"
        raise GameError(f"{name} cannot be read as a picture: it is {why}") from error
    return Photograph(name, np.asarray(flat), max(width, height) / max(flat.size))


def _in_colour(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):  # 16 bits of grey
        image = Image.fromarray((np.asarray(image).astype(np.int32) >> 8).clip(0, 255).astype("u1"))
    if image.mode not in ("RGBA", "LA", "PA") and "transparency" not in image.info:
        return image.convert("RGB")
    flat = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", flat.size, "white"), flat).convert("RGB")


def of_page(page: Page) -> Photograph:
    """Return a scanned page."""
    image = Image.fromarray(page.pixels)
    image.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    return Photograph(page.title, np.asarray(image), page.width / image.width, "mm")


# ---------------------------------------------------------------------------------- the table


def surface_terms(x: Array, y: Array) -> Array:
    """Return 1, x, y, x², xy, y² side by side."""
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def standing_out(pixels: Pixels) -> Array:
    """Return at how many of the levels each pixel differs from the table's colour there, as bytes.

    The table is a surface of second order through each channel, fitted to what is like most of the
    image's edge.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 1.2), cv2.COLOR_RGB2LAB)
    height, width = lab.shape[:2]
    step = max(1, max(height, width) // 160)
    small = lab[::step, ::step].reshape(-1, 3).astype(np.float32)
    y, x = (one.ravel() for one in np.mgrid[0:height:step, 0:width:step].astype(np.float32))
    edge = (np.minimum(x, width - x) < 0.03 * width) | (np.minimum(y, height - y) < 0.03 * height)
    middle = np.median(small[edge], axis=0)
    near = edge & (np.abs(small - middle).sum(axis=1) < _ONE_COLOUR)
    terms = surface_terms(x / width, y / height)
    surface, spread = _surface(small, terms, near if near.any() else edge)
    levels = np.empty((height, width), np.uint8)
    for row in range(height):  # all at once takes as much memory as many images
        along = surface_terms(np.arange(width) / width, np.full(width, row / height))
        far = (((lab[row] - along[:, : len(surface)] @ surface) / spread) ** 2).sum(axis=1)
        levels[row] = np.searchsorted(np.square(_LEVELS), far)
    return levels


def _surface(small: Array, terms: Array, like: Array) -> tuple[Array, Array]:
    for turn in range(12):
        order = 3 if turn < 3 else 6
        surface = np.linalg.lstsq(terms[like, :order], small[like], rcond=None)[0]
        off = small - terms[:, :order] @ surface
        spread = np.median(np.abs(off[like]), axis=0) * 1.4826 + 1.2
        near = np.sqrt(((off / spread) ** 2).sum(axis=1)) < 3.5
        if not near.any():
            break
        like = near
    return surface, spread


# ------------------------------------------------------------------------------------ outlines


def find(levels: Array, sides: int) -> list[list[PieceOutline]]:
    """Return the polygons of so many sides and of about one size that stand out, of each place the best few."""
    found: list[PieceOutline] = []
    for level, gap in product(range(len(_LEVELS)), _GAPS):
        hulls = list(_hulls(levels > level, gap))
        if len(hulls) <= _MOST_LUMPS:
            polygons = (_polygon(hull, sides) for hull in hulls)
            found += [one for one in polygons if one is not None and one.fit > _FILL]
    return _places(_alike(found, levels.shape), levels.shape)


def _hulls(mask: Array, gap: float) -> Iterator[Array]:
    bits: Array = mask.astype(np.uint8)
    if gap:
        size = 2 * round(gap * max(mask.shape) / 2) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        bits = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, kernel)
    bits = cv2.morphologyEx(bits, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least, most = _LEAST * mask.size, _MOST * mask.size
    for contour in contours:
        area = cv2.contourArea(contour)
        if area >= least / 3:
            hull = cv2.convexHull(contour)
            if least < cv2.contourArea(hull) < min(most, area / _WHOLE):
                yield hull


def _polygon(hull: Array, sides: int) -> PieceOutline | None:
    """Return the polygon about a hull, with how well that fills it; None where it has other sides."""
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
    return PieceOutline(corners, common / (area + cv2.contourArea(hull) - common) - askew / 2)


def _fitted(hull: Array, corners: Array) -> Array:
    closed = np.vstack([hull, hull[:1]])
    along = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1)))
    at = np.linspace(0.0, along[-1], max(len(hull), round(along[-1])), endpoint=False)
    dense = np.column_stack([np.interp(at, along, closed[:, k]) for k in range(2)])
    way = np.roll(corners, -1, axis=0) - corners
    squares = np.maximum((way**2).sum(axis=1), 1e-6)
    from_start = dense[:, None] - corners
    share = np.einsum("ijk,jk->ij", from_start, way) / squares
    off = np.einsum("ijk,jk->ij", from_start, way[:, ::-1] * (-1, 1)) / squares
    near = (share > 0.12) & (share < 0.88) & (abs(off) < 0.08)
    if near.sum(axis=0).min() < 4:
        return corners
    lines = []
    for beside in near.T:
        points = dense[beside].astype(np.float32)
        vx, vy, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((-vy, vx, vy * x - vx * y))
    met = np.cross(np.roll(np.array(lines, np.float64), 1, axis=0), np.array(lines, np.float64))
    if (np.abs(met[:, 2]) < 1e-9).any():
        return corners
    crossing: Array = met[:, :2] / met[:, 2:]
    return crossing


def _alike(found: Sequence[PieceOutline], shape: Sequence[int]) -> list[PieceOutline]:
    areas = np.array([one.area for one in found if not _is_cut(one, shape)])
    if not len(areas):
        return []
    near = [np.sum((areas > 0.7 * area) & (areas < 1.4 * area)) * area**0.25 for area in areas]
    usual = areas[int(np.argmax(near))]
    return [one for one in found if 1 / _OFF_SIZE < one.area / usual < _OFF_SIZE]


def _is_cut(one: PieceOutline, shape: Sequence[int]) -> bool:
    low, high = one.corners.min(), (one.corners - np.array([shape[1], shape[0]])).max()
    return bool(low < 2 or high > -3)


def _places(found: Sequence[PieceOutline], shape: Sequence[int]) -> list[list[PieceOutline]]:
    groups: list[list[PieceOutline]] = []
    for one in sorted(found, key=lambda one: -one.fit):
        group = next((g for g in groups if _is_on(one, g[0])), None)
        if group is None:
            groups.append([one])
        elif len(group) < 3 and all(abs(one.area / o.area - 1) > 0.01 for o in group):
            group.append(one)
    groups = [group for group in groups if not _is_cut(group[0], shape)]
    row = np.median([group[0].area for group in groups]) ** 0.5 if groups else 1.0
    return sorted(groups, key=lambda g: (round(g[0].centre[1] / row), g[0].centre[0]))


def _is_on(one: PieceOutline, other: PieceOutline) -> bool:
    return bool(np.linalg.norm(one.centre - other.centre) < 0.4 * other.area**0.5)


def others(levels: Array, pieces: Sequence[PieceOutline]) -> list[PieceOutline]:
    """Return what stands out of the table, lies in the image whole and is none of some pieces, each once."""
    if not pieces:
        return []
    usual = float(np.median([one.area for one in pieces]))
    free = levels.copy()
    for one in pieces:
        corners = one.centre + (one.corners - one.centre) * _AROUND
        cv2.fillConvexPoly(free, np.round(corners).astype(np.int32), 0)
    found: list[PieceOutline] = []
    radius = _THIN * usual**0.5
    for level in range(1, len(_LEVELS)):
        bits = (free > level).astype(np.uint8)
        thin = (cv2.distanceTransform(bits, cv2.DIST_L2, 5) <= radius).astype(np.uint8)
        bits = (cv2.distanceTransform(thin, cv2.DIST_L2, 5) <= radius).astype(np.uint8)
        if not thin.all():
            contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            hulls = (cv2.convexHull(one).reshape(-1, 2).astype(float) for one in contours)
            found += map(PieceOutline, hulls)
    found = [one for one in found if _FOREIGN * usual < one.area < _WIDEST * usual]
    found = [one for one in found if not _is_cut(one, levels.shape)]
    once: list[PieceOutline] = []
    for one in sorted(found, key=lambda one: -one.area):
        if not any(_is_on(one, other) for other in once):
            once.append(one)
    return once
