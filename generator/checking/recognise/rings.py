"""Hexagons on a page by their sides, whatever draws these: the places where tiles of seven areas may lie.

Such a tile is drawn in many ways: a hexagon with shapes upon it, seven polygons, triangles under
a smaller hexagon, lines.  All of them leave straight sides: each sees its hexagon's centre under 60
degrees, so that the sides of one hexagon vote for one point (a Hough transform).  The sides of the
inner hexagon are half as long.  This module knows nothing of colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.errors import GameError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Point
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import Line, Shape
from generator.checking.recognise import hexagons

Numbers = NDArray[np.float64]
Places = NDArray[np.complex128]  # x and y as the two parts of a number
Labels = NDArray[np.intp]

#: Sides of hexagons are so long, in millimetres: a smaller hexagon is a dot or a letter.
_SHORTEST, _LONGEST = 2.0, 300.0
#: Votes this near to each other are for one centre, and for one length of side, in millimetres; they are
#: counted in steps.
_NEAR, _STEP = 0.15, 0.05
#: An outline shows so many of its six sides, an inner hexagon so many.
_MOST_SIDES, _FEW_SIDES = 5, 3
#: Rings this near to each other lie about one centre, in millimetres and as a share of the side; those
#: turned by more degrees do not.
_ABOUT, _SHARE, _TURNED = 1.0, 0.1, 1.0
#: An inner hexagon's side is half the outline's, nearly, or less where the art bleeds; more than the last
#: share of the outline is no bleed.
_LEAST, _HALF, _WHOLE = 0.35, 0.51, 0.98
#: Sides of upright hexagons lie by so many degrees off their directions where a sheet is stretched one
#: way, by so large a share at least.
_ASKEW, _STRETCHED = 1.5, 0.001
#: A page with hexagons at more places has no tiles.
_MOST_PLACES = 2000


class Ring(NamedTuple):
    """Sides of one length about a centre: a hexagon, or what shows of it.

    ``angle`` is that of its first corner, in degrees clockwise on paper from east, from 0 to below 60.
    """

    centre: Point
    side: float
    angle: float
    corners: tuple[Point, ...]
    #: How many of its six sides show, and when they are painted.
    sides: int
    order: float

    def stretched(self, by: float) -> Ring:
        """Return the ring with its points farther down by a factor."""
        centre, *corners = (Point(x, y * by) for x, y in (self.centre, *self.corners))
        return self._replace(centre=centre, corners=tuple(corners))


class RingPlace(NamedTuple):
    """A place where rings share a centre: the outlines there, the largest first.

    ``radii`` is centre to corner of the tile, as inner hexagons tell, the likeliest first; ``slip``
    how far the inner hexagon lies off the outline, in millimetres.
    """

    centre: Point
    angle: float
    outlines: tuple[Ring, ...]
    radii: tuple[float, ...] = ()
    slip: Point = Point(0.0, 0.0)

    @property
    def order(self) -> float:
        """When its largest outline is painted."""
        return self.outlines[0].order

    def corners(self, radius: float) -> tuple[Point, ...]:
        """Return the tile's corners as drawn: of the hexagon nearest in size, sized to ``radius``."""
        nearest = min(
            self.outlines,
            key=lambda ring: (
                round(abs(ring.side - radius), 1),
                ring.centre.distance(self.centre),
            ),
        )
        if abs(nearest.side - radius) <= 0.005 * radius:
            return nearest.corners
        share = radius / nearest.side
        return tuple(nearest.centre.towards(corner, share) for corner in nearest.corners)


def places(page: Page) -> list[RingPlace]:
    """Return every place of the page where a tile may lie, in painting order.

    Raises GameError where there are so many hexagons that they are no tiles.
    """
    sides = _sides(page)
    found = _places(page, sides, 1.0)
    stretch = sides.stretch
    if abs(stretch - 1) > _STRETCHED:
        other = _places(page, sides, stretch)
        found = max(found, other, key=lambda some: sum(bool(one.radii) for one in some))
    return sorted(found, key=lambda place: place.order)


def _places(page: Page, sides: _Sides, stretch: float) -> list[RingPlace]:
    """Return the places of a page that is stretched downwards by a factor."""
    on_paper = Box(0.0, 0.0, *page.paper)
    rings = [ring.stretched(stretch) for ring in _rings(sides.squeezed(stretch))]
    rings = sorted((r for r in rings if on_paper.has(r.centre)), key=lambda ring: -ring.side)
    centres = np.array([ring.centre for ring in rings]).reshape(-1, 2)
    is_free = np.ones(len(rings), bool)
    result = []
    for k, ring in enumerate(rings):
        if not is_free[k]:
            continue
        apart = np.hypot(*(centres - ring.centre).T)
        about = np.flatnonzero(is_free & (apart <= min(_ABOUT, _SHARE * ring.side)))
        is_free[about] = False
        group = [rings[n] for n in about]
        if any(one.sides >= _MOST_SIDES for one in group):
            result.append(_place(group))
        if len(result) > _MOST_PLACES:
            raise GameError(f"{page.title} has too many hexagons to be tiles")
    return result


def _place(group: Sequence[Ring]) -> RingPlace:
    """Return what rings about a centre, the longest sides first, say of the tile there."""
    outlines = tuple(ring for ring in group if ring.sides >= _MOST_SIDES)
    pairs = [
        (outer, inner)
        for outer in outlines
        for inner in group
        if _LEAST * outer.side <= inner.side <= _HALF * outer.side
        and abs(math.remainder(inner.angle - outer.angle, 60)) < _TURNED
    ]
    if not pairs:
        return RingPlace(outlines[0].centre, outlines[0].angle, outlines)
    pairs.sort(key=_unlikely)
    outer, inner = pairs[0]
    radii = tuple(dict.fromkeys(2 * inner.side for _, inner in pairs))
    slip = Point(inner.centre.x - outer.centre.x, inner.centre.y - outer.centre.y)
    return RingPlace(outer.centre, outer.angle, outlines, radii, slip)


def _unlikely(pair: tuple[Ring, Ring]) -> tuple[bool, float, int]:
    """Return what is the less the likelier two rings are the outline and the inner hexagon of one tile."""
    outer, inner = pair
    bleeds = 2 * inner.side < _WHOLE * outer.side
    return bleeds, round(inner.centre.distance(outer.centre), 2), -inner.sides


# ------------------------------------------------------------------------------------- sides


class _Sides(NamedTuple):
    """The straight lines of a page that may be sides: where each begins and ends, and when it is painted."""

    begins: Places
    ends: Places
    orders: Numbers

    def squeezed(self, stretch: float) -> _Sides:
        """Return the lines of a page that is stretched downwards by a factor as they were before."""
        begins, ends = (one.real + 1j * one.imag / stretch for one in self[:2])
        return _Sides(begins, ends, self.orders)

    @property
    def stretch(self) -> float:
        """By which factor a page of upright hexagons is stretched downwards, as most sides tell."""
        along = self.ends - self.begins
        across, down = np.abs(along.real), np.abs(along.imag)
        ways = np.degrees(np.arctan2(down, across))
        stretches = np.concatenate(
            [
                down[near] / across[near] / math.tan(math.radians(way))
                for way in (30, 60)
                for near in (np.abs(ways - way) < _ASKEW,)
            ]
        )
        return float(np.median(stretches)) if len(stretches) else 1.0


def _sides(page: Page) -> _Sides:
    marks = {
        order: mark
        for order, mark in enumerate(page.marks)
        if max(mark.box.width, mark.box.height) >= _SHORTEST and mark.is_let_through
    }
    lines = [np.zeros((0, 2), complex), *(_lines(page, mark) for mark in marks.values())]
    counts = [*map(len, lines[1:])]
    lying = np.repeat([mark.transform for mark in marks.values()] or [[0.0] * 6], counts or [0], 0)
    a, b, c, d, e, f = lying.T[..., None]
    drawn = np.concatenate(lines)
    x, y = drawn.real, drawn.imag
    begins, ends = ((a * x + c * y + e) + 1j * (b * x + d * y + f)).T
    lengths = np.abs(ends - begins)
    some = (lengths > _SHORTEST) & (lengths < _LONGEST)
    return _Sides(begins[some], ends[some], np.repeat([*marks], counts)[some])


def _lines(page: Page, mark: Mark) -> Places:
    """Return the ends of a shape's straight lines, and of the sides of hexagons whose corners are round."""
    shape = page.shown(mark.shape, mark.transform, mark.clips)
    is_filled = mark.fill is not None
    return shape.known(("lines", is_filled), lambda: _straight(shape, is_filled=is_filled))


def _straight(shape: Shape, *, is_filled: bool) -> Places:
    lines: list[Line] = []
    for part in shape.parts:
        is_closed = part.closed or is_filled
        lines += pairwise((*part.points, *part.points[: int(is_closed)]))
        hexagon = hexagons.of_points(part.points) if is_closed and len(part.points) > 6 else None
        if hexagon is not None:
            lines += pairwise((*hexagon.corners, hexagon.corners[0]))
    ends = np.array(lines, np.float64).reshape(-1, 2, 2)
    return ends[..., 0] + 1j * ends[..., 1]


# ------------------------------------------------------------------------------------- rings


def _rings(sides: _Sides) -> Iterator[Ring]:
    """Yield the rings of sides."""
    middles, aside = (sides.begins + sides.ends) / 2, (sides.ends - sides.begins) * 1j * SQRT3 / 2
    votes = np.concatenate([middles + aside, middles - aside])
    begins, ends, orders = (np.tile(one, 2) for one in sides)
    lengths, ways = np.abs(ends - begins), np.degrees(np.angle((begins + ends) / 2 - votes))
    labels = _clusters(votes, lengths, ways)
    often = np.bincount(labels)[labels] >= _FEW_SIDES
    _, labels = np.unique(labels[often], return_inverse=True)
    votes, begins, ends, lengths, ways, orders = (
        one[often] for one in (votes, begins, ends, lengths, ways, orders)
    )
    sixfold = np.exp(6j * np.radians(ways))
    turns = np.bincount(labels, sixfold.real) + 1j * np.bincount(labels, sixfold.imag)
    angles = np.degrees(np.angle(turns)) / 6
    counts = np.bincount(np.unique(6 * labels + _sixth(ways - angles[labels])) // 6)
    centres = _medians(votes.real, labels) + 1j * _medians(votes.imag, labels)
    values = np.stack(
        [_medians(lengths, labels), (angles + 30) % 60, counts, _medians(orders, labels)]
    )
    # Corners are where sides end, or else those of a regular hexagon.
    corners = np.exp(1j * np.radians(angles[:, None] + 60 * np.arange(6) + 30)) * values[0][:, None]
    corners += centres[:, None]
    points, labels = np.concatenate([begins, ends]), np.tile(labels, 2)
    way = np.degrees(np.angle(points - centres[labels]))
    which, labels = np.unique(6 * labels + _sixth(way - angles[labels] - 30), return_inverse=True)
    corners.flat[which] = _medians(points.real, labels) + 1j * _medians(points.imag, labels)
    for k in np.flatnonzero(counts >= _FEW_SIDES).tolist():
        side, angle, count, order = values[:, k].tolist()
        centre, *own = (Point(at.real, at.imag) for at in (centres[k].item(), *corners[k].tolist()))
        yield Ring(centre, side, angle, tuple(own), int(count), order)


def _sixth(ways: Numbers) -> Labels:
    """Return the numbers of the sixths of a turn that ways are nearest to."""
    return np.round(ways / 60).astype(int) % 6


def _clusters(votes: Places, lengths: Numbers, ways: Numbers) -> Labels:
    """Return the number of each vote's cluster: of those that lie together, of one length and one hexagon's ways."""
    rows = np.column_stack([votes.real, votes.imag, lengths]) / _STEP
    cells, first, member = np.unique(rows.round(), axis=0, return_index=True, return_inverse=True)
    places = shapely.points(cells[:, :2] * _STEP)
    one, other = shapely.STRtree(places).query(places, predicate="dwithin", distance=_NEAR)
    turns = (ways[first[one]] - ways[first[other]] + 30) % 60 - 30
    alike = (np.abs(cells[one, 2] - cells[other, 2]) * _STEP < _NEAR) & (np.abs(turns) < _TURNED)
    one, other = one[alike], other[alike]
    labels, known = np.arange(len(cells)), np.zeros(0)
    while not np.array_equal(labels, known):
        known = labels.copy()
        np.minimum.at(labels, one, known[other])
    return labels[member.ravel()]


def _medians(values: Numbers, labels: Labels) -> Numbers:
    """Return the medians of values by their labels, which are all numbers from 0 on."""
    order = np.lexsort((values, labels))
    counts = np.bincount(labels)
    begins = np.cumsum(counts) - counts
    low, high = (values[order[begins + n // 2]] for n in (counts - 1, counts))
    medians: Numbers = (low + high) / 2
    return medians
