"""Places on a page where tiles of seven areas lie, by the rings of sides about one centre.

Such a tile is drawn in many ways: a hexagon with shapes upon it, seven polygons, triangles under
a smaller hexagon, lines.  All of them leave straight sides: each sees its hexagon's centre under 60
degrees, so that the sides of one hexagon vote for one point (a Hough transform).  The sides of the
inner hexagon are half as long.  This module knows nothing of colours.  Points are complex numbers.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.errors import GameError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point
from generator.checking.pages.paint import Line, Mark, Page

Numbers = NDArray[np.float64]
Points = NDArray[np.complex128]
Labels = NDArray[np.intp]

#: Sides of hexagons are so long, in millimetres: a smaller hexagon is a dot or a letter.
_SHORTEST, _LONGEST = 2.0, 300.0
#: Votes this near to each other are for one centre, and for one length of side, in millimetres, and by so many
#: degrees for one hexagon; they are counted in steps.
_NEAR, _TURNED, _STEP = 0.15, 1.0, 0.05
#: An outline shows so many of its six sides, an inner hexagon so many.
_OUTER_SIDES, _INNER_SIDES = 5, 2
#: An inner hexagon lies this near to the outline's middle, in millimetres and as a share of its side; its own is
#: half that, nearly, or less where the art bleeds: by more than a share.
_ABOUT, _ABOUT_SHARE, _LEAST, _HALF, _BLEEDS = 1.0, 0.1, 0.35, 0.51, 0.49
#: A size that was asked for is that of an outline within this share of it; an outline is as drawn within that.
_ASKED, _ONE_SIZE = 0.03, 0.005
#: So many pairs of hexagons are no tiles.
_MOST_PAIRS = 10_000_000


class TilePlace(NamedTuple):
    """Where a tile lies, on the page of an index: its middle, centre to corner, and corners.

    ``angle`` is that of a corner, in degrees clockwise on paper from east; ``slip`` is how far the inner
    hexagon lies off the outline, in millimetres, and ``order`` when it is painted.
    """

    page: int
    middle: complex
    radius: float
    angle: float
    corners: tuple[Point, ...]
    slip: Point
    order: float

    @property
    def unit(self) -> complex:
        """What the unit of a tile's frame is on the page."""
        return cmath.rect(self.radius, math.radians(self.angle - 30))


def places(number: int, page: Page, size: float | None) -> list[TilePlace]:
    """Return every place of a page where a tile may lie, in painting order; ``size`` is the one asked for.

    Raises GameError where there are so many hexagons that they are no tiles.
    """
    found = _places(number, page, _rings(*_sides(page)), (size or 0.0) / SQRT3)
    return sorted(found, key=lambda place: place.order)


# ------------------------------------------------------------------------------------- sides


def _sides(page: Page) -> tuple[Points, Numbers]:
    """Return the ends of a page's straight lines that may be sides, (sides, 2), and when they are painted."""
    marks = {
        order: mark
        for order, mark in enumerate(page.marks)
        if max(mark.box.width, mark.box.height) >= _SHORTEST and mark.is_let_through
    }
    lines = [*map(_lines, marks.values())]
    counts = [*map(len, lines)]
    lying = np.array([mark.transform for mark in marks.values()]).reshape(-1, 6)
    a, b, c, d, e, f = np.repeat(lying, counts, axis=0).T[..., None]
    ends = np.concatenate([np.zeros((0, 2), complex), *lines])
    x, y = ends.real, ends.imag
    sides = (a * x + c * y + e) + 1j * (b * x + d * y + f)
    lengths = np.abs(sides[:, 1] - sides[:, 0])
    some = (lengths > _SHORTEST) & (lengths < _LONGEST)
    return sides[some], np.repeat([*marks], counts)[some]


def _lines(mark: Mark) -> Points:
    """Return the ends of a mark's straight lines."""
    lines: list[Line] = []
    for part in mark.shape.parts:
        is_closed = part.closed or mark.fill is not None
        lines += pairwise((*part.points, *part.points[: int(is_closed)]))
    ends = np.array(lines, np.float64).reshape(-1, 2, 2)
    return np.asarray(ends[..., 0] + 1j * ends[..., 1])


# ------------------------------------------------------------------------------------- rings


class _Rings(NamedTuple):
    """Sides of one length about a middle each: hexagons, or what shows of them, one a row."""

    middles: Points
    lengths: Numbers
    #: Of a corner, in degrees.
    angles: Numbers
    corners: Points
    #: How many of the six sides show, and when they are painted.
    counts: Labels
    orders: Numbers


def _places(number: int, page: Page, rings: _Rings, asked: float) -> Iterator[TilePlace]:
    """Yield the places where an outline has an inner hexagon; of several outlines the likeliest is taken."""
    middles, lengths, angles, corners, counts, orders = rings
    on_page = (middles.real > 0) & (middles.real < page.width)
    on_page &= (middles.imag > 0) & (middles.imag < page.height)
    outers = np.flatnonzero(on_page & (counts >= _OUTER_SIDES))
    if len(outers) * len(middles) > _MOST_PAIRS:
        raise GameError(f"{page.title} has too many hexagons to be tiles")
    apart, sides = np.abs(middles - middles[outers, None]), lengths[outers, None]
    shares, turns = lengths / sides, (angles - angles[outers, None] + 30) % 60 - 30
    is_pair = (apart <= np.minimum(_ABOUT, _ABOUT_SHARE * sides)) & (np.abs(turns) < _TURNED)
    is_pair &= (shares >= _LEAST) & (shares <= _HALF)
    is_asked = np.abs(lengths - asked) <= _ASKED * asked
    unlikely = 100.0 * ~is_asked[outers, None] + 10.0 * (shares < _BLEEDS) + apart.round(2)
    unlikely[~is_pair] = np.inf
    inners = np.flatnonzero(is_pair.any(axis=0))
    is_near = np.abs(middles[inners, None] - middles[inners]) < _ABOUT
    is_less = (is_near & (counts[inners] > counts[inners, None])).any(axis=1)
    for inner in inners[~is_less].tolist():
        outer = outers[unlikely[:, inner].argmin()].item()
        middle, length = middles[outer].item(), lengths[outer].item()
        radius = length if is_asked[outer] else 2 * lengths[inner].item()
        share = 1.0 if abs(radius - length) <= _ONE_SIZE * radius else radius / length
        outline = (middle + share * (corners[outer] - middle)).tolist()
        slip = middles[inner].item() - middle
        yield TilePlace(
            number,
            middle,
            radius,
            angles[outer].item(),
            tuple(Point(at.real, at.imag) for at in outline),
            Point(slip.real, slip.imag),
            orders[outer].item(),
        )


def _rings(sides: Points, orders: Numbers) -> _Rings:
    aside = (sides[:, 1] - sides[:, 0]) * 1j * SQRT3 / 2
    votes = sides.mean(axis=1) + np.array([[1], [-1]]) * aside
    ways = np.degrees(np.angle(sides.mean(axis=1) - votes))
    lengths = np.broadcast_to(np.abs(aside) / (SQRT3 / 2), votes.shape)
    labels = _clusters(votes.ravel(), lengths.ravel(), ways.ravel()).reshape(votes.shape)
    some = np.bincount(labels.ravel(), minlength=1)[labels] >= _INNER_SIDES
    owner = np.nonzero(some)[1]
    _, labels = np.unique(labels[some], return_inverse=True)
    sixfold = np.exp(6j * np.radians(ways[some]))
    turns = np.bincount(labels, sixfold.real) + 1j * np.bincount(labels, sixfold.imag)
    angles = np.degrees(np.angle(turns)) / 6
    counts = np.bincount(np.unique(6 * labels + _sixth(ways[some] - angles[labels])) // 6)
    middles, usual = _middles(votes[some], labels), _medians(lengths[some], labels)
    angles = (angles + 31) % 60 - 1  # that of a corner: of flat-topped ones always that at 0
    # Corners are where sides end, or else those of a regular hexagon.
    regular = np.exp(1j * np.radians(angles[:, None] + 60 * np.arange(6)))
    corners = np.asarray(middles[:, None] + regular * usual[:, None])
    ends, rings = sides[owner].ravel(), np.repeat(labels, 2)
    corner = _sixth(np.degrees(np.angle(ends - middles[rings])) - angles[rings])
    which, ends_of = np.unique(6 * rings + corner, return_inverse=True)
    corners.flat[which] = _middles(ends, ends_of)
    return _Rings(middles, usual, angles, corners, counts, _medians(orders[owner], labels))


def _clusters(votes: Points, lengths: Numbers, ways: Numbers) -> Labels:
    """Return the number of each vote's cluster: of those that lie together, of one length and one hexagon's ways."""
    rows = np.column_stack([votes.real, votes.imag, lengths, ways % 60 / 10]) / _STEP
    cells, first, member = np.unique(rows.round(), axis=0, return_index=True, return_inverse=True)
    spots = shapely.points(cells[:, :2] * _STEP)
    one, other = shapely.STRtree(spots).query(spots, predicate="dwithin", distance=_NEAR)
    turns = (ways[first[one]] - ways[first[other]] + 30) % 60 - 30
    alike = (np.abs(cells[one, 2] - cells[other, 2]) * _STEP < _NEAR) & (np.abs(turns) < _TURNED)
    labels = np.arange(len(cells))
    known = labels[:0]
    while not np.array_equal(labels, known):
        known = labels.copy()
        np.minimum.at(labels, one[alike], known[other[alike]])
    return labels[member.ravel()]


def _sixth(ways: Numbers) -> Labels:
    return np.round(ways / 60).astype(np.intp) % 6


def _middles(points: Points, labels: Labels) -> Points:
    return _medians(points.real, labels) + 1j * _medians(points.imag, labels)


def _medians(values: Numbers, labels: Labels) -> Numbers:
    """Return the medians of values by their labels, which are all numbers from 0 on."""
    order = np.lexsort((values, labels))
    counts = np.bincount(labels)
    begins = np.cumsum(counts) - counts
    low, high = (values[order[begins + n // 2]] for n in (counts - 1, counts))
    return np.asarray((low + high) / 2)
