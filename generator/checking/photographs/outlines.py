"""Where pieces lie in a photograph: what stands out from the table and has a piece's outline.

Knows shapes, nothing of pictures on them.  Places are pixels of the photograph looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from generator.checking.photographs.ground import LEAST, Ground
from generator.checking.photographs.loading import Array
from generator.checking.photographs.table import LEVELS

#: Gaps that are closed, shares of the longer side: lines of the table's colour part a piece.
_GAPS = (0.0, 0.0025, 0.006)
#: What differs by less than so many levels of 255, but for so many pixels at its edge, is of one colour.
_FLAT, _EDGE = 4.0, 9
#: The share of its polygon that a piece fills at least, and which it covers of it.
_FILL = 0.955
#: And of a polygon about all of it, before its sides are fitted.
_ROUGH = 0.85
#: What is thinner than this share of a piece's width is a shadow's rim, a line or a ruler; what is
#: smaller than this share of a piece is a crumb; and so far about a piece is still the piece.
_THIN, _FOREIGN, _AROUND = 0.09, 0.12, 1.06

#: Lumps are sought in cells of so many pixels.
_CELL = 8

#: So many pieces are told in one photograph; of more, this many and one are found.
MOST_PLACES = 300
#: Where more lumps than this stand out, most are the table's grain; few of them are looked at.
_MOST_LUMPS = 2 * MOST_PLACES
#: What is larger than so many pieces is no thing on the table but its edge, or a shadow.
_WIDEST = 8.0
#: How far logarithms of areas may lie apart; so many outlines tell how these change with the place.
_OFF_SIZE, _TELL_SLOPE = 0.7, 12


class PieceOutline(NamedTuple):
    """A polygon that may be a piece's outline: its corners, clockwise, and how well it fits."""

    corners: Array
    fit: float

    @property
    def centre(self) -> Array:
        """The middle of the corners."""
        middle: Array = self.corners.mean(axis=0)
        return middle

    @property
    def area(self) -> float:
        """How many pixels it covers."""
        return float(cv2.contourArea(self.corners.astype(np.float32)))


class Sights(NamedTuple):
    """What lies on a table: for each place the outlines it may have, and the area that most have.

    What stands out of the ``ground`` ``is_flat`` where it is of one colour all over.
    """

    ground: Ground
    places: list[list[PieceOutline]]
    usual: float
    is_flat: bool = False

    @property
    def show_something(self) -> bool:
        """Whether anything stands out of the table that may be a piece, apart or on a sheet."""
        if self.places:
            return True
        solid = self.ground.solid
        return not self.is_flat and cv2.countNonZero(solid) >= LEAST * solid.size


def find(ground: Ground, sides: int) -> Sights:
    """Return the polygons of ``sides`` sides in a photograph, those of about one size."""
    found: list[PieceOutline] = []
    polygons = _Polygons(sides)
    for level, gap in product(range(len(LEVELS)), _GAPS):
        hulls = ground.hulls(level, gap)
        if len(hulls) > _MOST_LUMPS:
            hulls = [] if gap else hulls[: MOST_PLACES + 1]
        now = [one for one in polygons.about(hulls, closed=gap > 0) if one.fit > _FILL]
        found += now
        if len(now) > MOST_PLACES:
            break
    shape = ground.pixels.shape
    usual = _usual([one for one in found if not _cut(one, shape)])
    places = _places(_alike(found, usual), shape)
    return Sights(ground, places, usual, not places and _is_flat(ground))


def _is_flat(ground: Ground) -> bool:
    """Tell whether what stands out of the table is of one colour but for its edge: nothing is seen on it."""
    inner = cv2.erode(ground.solid, np.ones((_EDGE, _EDGE), np.uint8))
    _, spread = cv2.meanStdDev(ground.pixels, mask=inner)
    return cv2.countNonZero(inner) > 0 and bool(spread.max() < _FLAT)


def filled(mask: Array, outlines: Sequence[PieceOutline], value: int, grown: float = 1.0) -> Array:
    """Return a mask with a value within some outlines, each grown about its middle."""
    result: Array = mask.copy()
    for one in outlines:
        corners = one.centre + (one.corners - one.centre) * grown
        cv2.fillConvexPoly(result, np.round(corners).astype(np.int32), value)
    return result


def others(
    sights: Sights, pieces: Sequence[PieceOutline], most: float = _WIDEST
) -> list[PieceOutline]:
    """Return what stands out of the table and is none of some pieces, each once, the largest first.

    What is larger than ``most`` pieces is passed over.
    """
    usual = sights.usual or (pieces[0].area if pieces else 0.0)
    free = filled(sights.ground.levels, pieces, 0, _AROUND)
    found: list[PieceOutline] = []
    for level in range(1, len(LEVELS)):
        bits = (free > level).astype(np.uint8)
        bits = _opened(bits, _THIN * usual**0.5)
        contours, _ = cv2.findContours(bits, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        hulls = [cv2.convexHull(c) for c in contours if cv2.contourArea(c) > _FOREIGN * usual]
        found += [PieceOutline(hull.reshape(-1, 2).astype(np.float64), 0.0) for hull in hulls]
    return list(_once([one for one in found if one.area < most * usual], free.shape))


def _opened(bits: Array, radius: float) -> Array:
    """Return what a disc of a radius reaches that stays in what is marked."""
    core = cv2.distanceTransform(bits, cv2.DIST_L2, 5) > radius
    if not core.any():  # nothing is near it, and distances are not told
        return np.zeros_like(bits)
    away = cv2.distanceTransform((~core).astype(np.uint8), cv2.DIST_L2, 5)
    result: Array = (away <= radius).astype(np.uint8)
    return result


def _once(lumps: Sequence[PieceOutline], shape: Sequence[int]) -> Iterator[PieceOutline]:
    """Yield lumps that do not lie on others, the largest first."""
    taken = np.zeros(shape[:2], np.uint8)
    for lump in sorted(lumps, key=lambda one: -one.area):
        points = np.round(lump.corners).astype(np.int32)
        x, y, width, height = cv2.boundingRect(points)
        own = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(own, points - (x, y), 1)
        there = taken[y : y + height, x : x + width]
        if cv2.countNonZero(own & there) < 0.4 * cv2.countNonZero(own):
            there |= own
            yield lump


class _Polygons:
    """Polygons about hulls, each fitted once: lumps stand out alike at several levels, and with gaps closed."""

    def __init__(self, sides: int) -> None:
        self._sides = sides
        self._known: dict[bytes, PieceOutline] = {}
        self._of_level: dict[tuple[int, int], tuple[Sequence[int], PieceOutline]] = {}

    def about(self, hulls: Sequence[Array], *, closed: bool) -> Iterator[PieceOutline]:
        """Yield the polygons about hulls of a level; those of gaps that are closed come after the others."""
        if not closed:
            self._of_level = {}
        for hull in hulls:
            key = hull.tobytes()
            x, y, width, height = box = cv2.boundingRect(hull)
            cell = (x + width // 2) // _CELL, (y + height // 2) // _CELL
            like, polygon = self._of_level.get(cell, ((), None))
            if polygon is None or max(abs(a - b) for a, b in zip(box, like, strict=True)) > 1:
                if key not in self._known:
                    self._known[key] = _polygon(hull, self._sides)
                polygon = self._known[key]
                self._of_level.setdefault(cell, (box, polygon))
            yield polygon


def _polygon(hull: Array, sides: int) -> PieceOutline:
    """Return the polygon about a hull, and what share of it the hull fills."""
    if len(hull) < sides:
        return PieceOutline(hull.reshape(-1, 2).astype(np.float64), 0.0)
    around = cv2.approxPolyN(hull, sides, approxCurve=None, epsilon_percentage=-1)
    corners = around.reshape(-1, 2).astype(np.float64)
    if len(corners) != sides or cv2.contourArea(hull) < _ROUGH * cv2.contourArea(around):
        return PieceOutline(hull.reshape(-1, 2).astype(np.float64), 0.0)
    corners = _fitted(hull.reshape(-1, 2).astype(np.float64), corners)
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    shape = corners.astype(np.float32)
    area = cv2.contourArea(shape)
    if not (np.isfinite(corners).all() and cv2.isContourConvex(shape) and area > 0):
        return PieceOutline(corners, 0.0)
    common = cv2.intersectConvexConvex(shape, hull.astype(np.float32))[0]
    together = area + cv2.contourArea(hull) - common
    lengths = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    is_even = lengths.min() > 0.55 * lengths.max()
    # The middles of its diagonals meet, but for a little perspective.
    middles = (corners[: sides // 2] + corners[sides // 2 :]) / 2
    askew = np.abs(middles - middles.mean(axis=0)).max() / area**0.5
    return PieceOutline(corners, common / together - 0.5 * askew if is_even else 0.0)


def _fitted(hull: Array, corners: Array) -> Array:
    """Return corners where lines through the middles of a hull's sides meet."""
    dense = _dense(hull)
    way = np.roll(corners, -1, axis=0) - corners
    squares = np.maximum((way**2).sum(axis=1), 1e-6)
    from_start = dense[:, None] - corners
    at = np.einsum("ijk,jk->ij", from_start, way) / squares
    off = np.einsum("ijk,jk->ij", from_start, way[:, ::-1] * (-1, 1)) / squares
    near = (at > 0.12) & (at < 0.88) & (abs(off) < 0.08)
    if near.sum(axis=0).min() < 4:
        return corners
    lines = []
    for beside in near.T:
        points = dense[beside].astype(np.float32)
        vx, vy, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((-vy, vx, vy * x - vx * y))
    after = np.array(lines, np.float64)
    met = np.cross(np.roll(after, 1, axis=0), after)
    if (np.abs(met[:, 2]) < 1e-9).any():
        return corners
    crossing: Array = met[:, :2] / met[:, 2:]
    return crossing


def _dense(hull: Array) -> Array:
    """Return points along a hull, about a pixel apart."""
    closed = np.vstack([hull, hull[:1]])
    along = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1)))
    at = np.linspace(0.0, along[-1], max(len(hull), round(along[-1])), endpoint=False)
    return np.column_stack([np.interp(at, along, closed[:, k]) for k in range(2)])


def _usual(found: Sequence[PieceOutline]) -> float:
    """Return the area that most polygons have, 0 where there are none."""
    areas = np.sort([one.area for one in found])
    if not len(areas):
        return 0.0
    near = [np.sum((areas > 0.7 * area) & (areas < 1.4 * area)) * area**0.25 for area in areas]
    return float(areas[int(np.argmax(near))])


def _alike(found: Sequence[PieceOutline], usual: float) -> list[PieceOutline]:
    """Return the polygons of about the area that pieces have there: farther off they are smaller."""
    if not usual:  # all are cut off
        return []
    sizes = np.log([one.area / usual for one in found])
    at = np.array([[1.0, *one.centre] for one in found]).reshape(-1, 3)
    like = np.abs(sizes) < _OFF_SIZE
    for _ in range(4):
        if like.sum() < _TELL_SLOPE:
            break
        slope = np.linalg.lstsq(at[like], sizes[like], rcond=None)[0]
        like = np.abs(sizes - at @ slope) < _OFF_SIZE
    return [found[k] for k in np.flatnonzero(like).tolist()]


def _cut(one: PieceOutline, shape: Sequence[int]) -> bool:
    """Tell whether an outline touches the image's edge."""
    low, high = one.corners.min(), (one.corners - np.array([shape[1], shape[0]])).max()
    return bool(low < 2 or high > -3)


def _places(found: Sequence[PieceOutline], shape: Sequence[int]) -> list[list[PieceOutline]]:
    """Return outlines grouped by where they lie, in reading order, of each place the best few."""
    groups: list[list[PieceOutline]] = []
    at, near = np.empty((MOST_PLACES + 1, 2)), np.empty(MOST_PLACES + 1)
    for one in sorted(found, key=lambda one: -one.fit):
        n = len(groups)
        beside = np.flatnonzero(np.linalg.norm(at[:n] - one.centre, axis=1) < near[:n])
        if len(beside):
            group = groups[beside[0]]
            if len(group) < 3 and all(abs(one.area / o.area - 1) > 0.01 for o in group):
                group.append(one)
        elif n <= MOST_PLACES:
            at[n], near[n] = one.centre, 0.4 * one.area**0.5
            groups.append([one])
    groups = [group for group in groups if not _cut(group[0], shape)]
    row = np.median([group[0].area for group in groups]) ** 0.5 if groups else 1.0
    return sorted(groups, key=lambda g: (round(g[0].centre[1] / row), g[0].centre[0]))
