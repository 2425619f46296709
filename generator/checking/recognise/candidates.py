"""Places on a page where tiles of seven areas lie, by the rings of sides about one centre.

Such a tile is drawn in many ways: a hexagon with shapes upon it, seven polygons, triangles under
a smaller hexagon, lines.  All of them leave straight sides: each sees its hexagon's centre under 60
degrees, so that the sides of one hexagon vote for one point (a Hough transform).  The sides of the
inner hexagon are half as long.  This module knows nothing of colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import GameError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point, Transform
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import Line, Nearby, Shape
from generator.checking.recognise import hexagons, raster

Numbers = NDArray[np.float64]

#: Sides of hexagons are so long, in millimetres: a smaller hexagon is a dot or a letter.
_SHORTEST, _LONGEST = 2.0, 300.0
#: Points this near to each other are one centre, and lengths one side, in millimetres.
_NEAR, _ONE_SIDE = 0.15, 0.12
#: Sides of upright hexagons lie by so many degrees off their directions where a sheet is stretched one
#: way, by so large a share at least.
_ASKEW, _STRETCHED = 1.5, 0.001
#: Rings this near to each other lie about one centre, in millimetres and as a share of the side.
_ABOUT, _SHARE = 1.0, 0.1
#: An outline shows so many of its six sides, an inner hexagon so many.
_MOST_SIDES, _FEW_SIDES = 5, 3
#: An inner hexagon's side is half the outline's, nearly, or less where the art bleeds.
_HALF, _LEAST = 0.51, 0.35
#: More than this share of the outline is no bleed; hexagons turned by more degrees lie otherwise.
_WHOLE, _TURNED = 0.98, 1.0
#: So many times as much as a page has may be under its hexagons.
_MOST_OVER = 30.0


class Ring(NamedTuple):
    """Sides of one length about a centre: a hexagon, or what shows of it.

    ``angle`` is that of its first corner, in degrees clockwise on paper from east, from 0 to below 60.
    """

    centre: Point
    side: float
    angle: float
    #: Its corners, where they are known.
    corners: tuple[Point, ...]
    sides: int
    order: float


class TileCandidate(NamedTuple):
    """A place where rings share a centre."""

    centre: Point
    angle: float
    #: The hexagons drawn there, the largest first.
    drawn: tuple[Ring, ...]
    #: Centre to corner of the tile, as inner hexagons tell, the likeliest first.
    radii: tuple[float, ...]
    #: How far the inner hexagon lies off the outline, in millimetres.
    slip: Point

    @property
    def structured(self) -> bool:
        """Whether sides of an inner hexagon were found."""
        return bool(self.radii)

    def frame(self, radius: float) -> Transform:
        """Return the transform to the page from the unit frame, a corner at 30 degrees."""
        turned = Transform.rotation(self.angle - 30) @ Transform.scaling(radius)
        return Transform.translation(*self.centre) @ turned

    def outline(self, radius: float) -> tuple[Point, ...]:
        """Return the tile's corners as drawn: of the hexagon nearest in size, sized to ``radius``."""
        nearest = min(
            self.drawn,
            key=lambda ring: (
                round(abs(ring.side - radius), 1),
                ring.centre.distance(self.centre),
            ),
        )
        if abs(nearest.side - radius) <= 0.005 * radius:
            return nearest.corners
        share = radius / nearest.side
        return tuple(nearest.centre.towards(corner, share) for corner in nearest.corners)


def candidates(page: Page) -> list[TileCandidate]:
    """Return every place of the page where a tile may lie, in painting order.

    Raises GameError where so many hexagons lie over one another that they are no tiles.
    """
    sides = _sides(page)
    places = _candidates(page, sides, 1.0)
    stretch = _stretch(sides)
    if abs(stretch - 1) > _STRETCHED:
        other = _candidates(page, sides, stretch)
        places = max(places, other, key=lambda ones: sum(one.structured for one in ones))
    return places


def _candidates(page: Page, sides: Numbers, stretch: float) -> list[TileCandidate]:
    """Return the places of a page that is stretched downwards by a factor."""
    groups: list[list[Ring]] = []
    known = Nearby[list[Ring]](2.0)
    for ring in sorted(_rings(page, sides, stretch), key=lambda ring: -ring.side):
        near = min(_ABOUT, _SHARE * ring.side)
        about = known.about(ring.centre)
        group = next((g for g in about if g[0].centre.distance(ring.centre) <= near), None)
        if group is None:
            group = []
            groups.append(group)
            known.add(ring.centre, group)
        group.append(ring)
    if sum(group[0].side ** 2 for group in groups) > _MOST_OVER * page.width * page.height:
        raise GameError(f"{page.title} has too many hexagons over one another to be tiles")
    places = [_candidate(g) for g in groups if any(ring.sides >= _MOST_SIDES for ring in g)]
    return sorted(places, key=lambda place: place.drawn[0].order)


def _candidate(group: Sequence[Ring]) -> TileCandidate:
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
        ring = outlines[0]
        return TileCandidate(ring.centre, ring.angle, outlines, (), Point(0.0, 0.0))
    pairs.sort(key=_unlikely)
    outer, inner = pairs[0]
    radii = tuple(dict.fromkeys(2 * inner.side for _, inner in pairs))
    slip = Point(inner.centre.x - outer.centre.x, inner.centre.y - outer.centre.y)
    return TileCandidate(outer.centre, outer.angle, outlines, radii, slip)


def _unlikely(pair: tuple[Ring, Ring]) -> tuple[bool, float, int]:
    """Return what is the less the likelier two rings are the outline and the inner hexagon of one tile."""
    outer, inner = pair
    bleeds = 2 * inner.side < _WHOLE * outer.side
    return bleeds, round(inner.centre.distance(outer.centre), 2), -inner.sides


# ------------------------------------------------------------------------------------- rings


def _stretch(sides: Numbers) -> float:
    """Return by which factor a page of upright hexagons is stretched downwards, as most sides tell."""
    along = np.abs(sides[:, 2:4] - sides[:, :2])
    ways = _ways(along)
    slopes = [
        along[near, 1] / along[near, 0] / math.tan(math.radians(way))
        for way in (30, 60)
        for near in (np.abs(ways - way) < _ASKEW,)
    ]
    stretches = np.concatenate(slopes)
    return float(np.median(stretches)) if len(stretches) else 1.0


def _rings(page: Page, sides: Numbers, stretch: float) -> Iterator[Ring]:
    """Yield the rings of sides of a page that is stretched downwards by a factor."""
    if not len(sides):
        return
    sides = sides / (1.0, stretch, 1.0, stretch, 1.0)
    along = sides[:, 2:4] - sides[:, :2]
    lengths = np.hypot(along[:, 0], along[:, 1])
    middles = (sides[:, :2] + sides[:, 2:4]) / 2
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1) * (SQRT3 / 2)
    centres = np.concatenate([middles + normals, middles - normals])
    which = np.tile(np.arange(len(sides)), 2)
    on_page = ((centres > 0) & (centres < (page.width, page.height / stretch))).all(axis=1)
    centres, which = centres[on_page], which[on_page]
    ways = _ways(middles[which] - centres)
    for members in _clusters(centres):
        own = which[members]
        for some in _runs(lengths[own], _ONE_SIDE):
            there = ways[members[some]]
            # As seen from the first, up to sixths.
            turns = (there - there[0] + 30) % 60
            for part in _runs(turns, _TURNED):
                ones = some[part]
                ring = _ring(
                    centres[members[ones]], sides[own[ones]], lengths[own[ones]], there[part]
                )
                if ring is None:
                    continue
                x, y = ring.centre
                corners = tuple(Point(corner.x, corner.y * stretch) for corner in ring.corners)
                yield ring._replace(centre=Point(x, y * stretch), corners=corners)


def _sides(page: Page) -> Numbers:
    """Return the straight lines of a page that may be sides: where they begin and end, and when they are painted."""
    rows = [np.zeros((0, 5))]
    for order, mark in enumerate(page.marks):
        if max(mark.box.width, mark.box.height) < _SHORTEST or not mark.is_let_through:
            continue
        lines = _lines(page, mark)
        if len(lines):
            laid = raster.laid(lines.reshape(-1, 2), mark.transform)
            length = np.hypot(*(laid[1::2] - laid[::2]).T)
            some = (length > _SHORTEST) & (length < _LONGEST)
            rows.append(np.insert(laid.reshape(-1, 4)[some], 4, order, axis=1))
    return np.concatenate(rows)


def _lines(page: Page, mark: Mark) -> Numbers:
    """Return the straight lines of a shape, and the sides of hexagons whose corners are round."""
    shape = page.shown(mark.shape, mark.transform, mark.clips)
    is_filled = mark.fill is not None
    return shape.known(("sides", is_filled), lambda: _straight(shape, is_filled=is_filled))


def _straight(shape: Shape, *, is_filled: bool) -> Numbers:
    lines: list[Line] = []
    for points, is_closed, _ in shape.parts:
        lines += pairwise((*points, *points[: int(is_closed or is_filled)]))
    unmoved = Transform()
    for hexagon in hexagons.of_shape(shape, unmoved, filled=is_filled):
        if len(lines) > len(hexagon.corners):
            lines += pairwise((*hexagon.corners, hexagon.corners[0]))
    return np.array(lines, np.float64).reshape(-1, 4)


def _clusters(points: Numbers) -> Iterator[NDArray[np.intp]]:
    """Yield the numbers of points that lie together, of three or more."""
    squares: dict[tuple[int, int], list[list[int]]] = {}
    groups: list[list[int]] = []
    places = points.tolist()
    for k, (x, y) in enumerate(places):
        i, j = int(x), int(y)
        for group in squares.get((i, j), ()):
            u, v = places[group[0]]
            if abs(u - x) < _NEAR and abs(v - y) < _NEAR:
                group.append(k)
                break
        else:
            group = [k]
            groups.append(group)
            for column in {int(x - _NEAR), int(x + _NEAR)}:
                for row in {int(y - _NEAR), int(y + _NEAR)}:
                    squares.setdefault((column, row), []).append(group)
    yield from (np.array(group) for group in groups if len(group) >= _FEW_SIDES)


def _runs(values: Numbers, most: float) -> Iterator[NDArray[np.intp]]:
    """Yield the numbers of values that follow each other by no more than so much."""
    order = np.argsort(values)
    yield from np.split(order, np.flatnonzero(np.diff(values[order]) > most) + 1)


def _ways(along: Numbers) -> Numbers:
    """Return directions in degrees clockwise on paper from east."""
    ways: Numbers = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    return ways


def _ring(centres: Numbers, sides: Numbers, lengths: Numbers, ways: Numbers) -> Ring | None:
    """Return the ring that sides are, None where they lie in fewer than three directions."""
    if len(sides) < _FEW_SIDES:
        return None
    centre = Point(*map(median, zip(*centres.tolist(), strict=True)))
    ends = (sides[:, :4].reshape(-1, 2, 2) - centre).tolist()
    first = float(np.degrees(np.angle(np.exp(1j * np.radians(6 * ways)).mean()))) / 6
    numbers = np.round((ways - first) / 60).astype(int) % 6
    by_way = grouped(range(len(sides)), lambda k: int(numbers[k]))
    if len(by_way) < _FEW_SIDES:
        return None
    side = median(lengths.tolist())
    corners = tuple(_corner(centre, ends, by_way, side, first, k) for k in range(6))
    order = median(sides[:, 4].tolist())
    return Ring(centre, side, (first + 30) % 60, corners, len(by_way), order)


def _corner(
    centre: Point,
    ends: Sequence[Sequence[tuple[float, float]]],
    by_way: Mapping[int, Sequence[int]],
    side: float,
    first: float,
    number: int,
) -> Point:
    """Return the corner between a ring's side and the next, where neither shows that of a regular one."""
    turn = math.radians(first + 60 * number + 30)
    x, y = side * math.cos(turn), side * math.sin(turn)
    own = [*by_way.get(number, ()), *by_way.get((number + 1) % 6, ())]
    near = [min(ends[k], key=lambda p: math.dist(p, (x, y))) for k in own]
    if near:
        x, y = median(p[0] for p in near), median(p[1] for p in near)
    return centre.moved(x, y)
