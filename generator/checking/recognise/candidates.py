"""Places on a page where tiles of seven areas lie, by the hexagons and corners they leave.

Such a tile is drawn in many ways: a hexagon with shapes upon it, seven polygons, triangles under
a smaller hexagon.  All of them leave the same traces: hexagons about one centre, and corners on
the six rays from it, the inner ones at exactly half the outer ones' distance.  This module finds
those traces; it knows nothing of colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from statistics import median_high, median_low
from typing import NamedTuple

from engine.errors import GameError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import ORIGIN, Box, Point, Transform, regular_polygon
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import Nearby, Shape
from generator.checking.recognise.gaps import least_squares
from generator.checking.recognise.hexagons import Hexagon, of_shape

#: Hexagons turned against each other by more degrees lie otherwise.
_TURNED = 1.0
#: How far a corner may lie off its ray or distance and still count, as a share of the unit.
OFF_RAY = 0.03

#: So many times as much as a page has may be under its hexagons' middles.
_MOST_OVER = 30.0


class TileCandidate(NamedTuple):
    """A place where hexagons share a centre."""

    centre: Point
    angle: float
    #: The whole hexagons drawn there, the largest first.
    drawn: tuple[Hexagon, ...]
    #: Centre to corner of the tile, the likeliest first; the size that the corners show.
    radii: tuple[float, ...]
    #: Whether corners of inner areas were found, or only hexagons.
    structured: bool
    #: How far the inner areas lie off the outline, in millimetres.
    slip: Point

    def frame(self, radius: float) -> Transform:
        """Return the transform to the page from the unit frame, a corner at 30 degrees."""
        return _frame(self.centre, self.angle - 30, radius)

    def outline(self, radius: float) -> tuple[Point, ...]:
        """Return the tile's corners as drawn: of the hexagon nearest in size, sized to ``radius``."""
        nearest = min(self.drawn, key=lambda h: round(abs(h.radius - radius), 2), default=None)
        if nearest is None:
            frame = self.frame(radius)
            return tuple(frame.apply(p) for p in regular_polygon(6, 1.0, first=30.0))
        if abs(nearest.radius - radius) <= 0.005 * radius:
            return nearest.corners
        share = radius / nearest.radius
        return tuple(nearest.centre.towards(p, share) for p in nearest.corners)


def _frame(centre: Point, angle: float, radius: float) -> Transform:
    """Return the transform to the page from a unit frame that is turned by degrees."""
    turned = Transform.rotation(angle) @ Transform.scaling(radius)
    return Transform.translation(*centre) @ turned


def candidates(page: Page) -> list[TileCandidate]:
    """Return every place of the page where a tile may lie, in painting order.

    Raises GameError where so many hexagons lie over one another that they are no tiles.
    """
    groups = _without_fragments(_groups(page))
    units = [_largest(group)[0] for group in groups]
    if sum(unit.radius**2 for unit in units) > _MOST_OVER * page.width * page.height:
        raise GameError(f"{page.title} has too many hexagons over one another to be tiles")
    apart = _apart(units)
    return [
        _likeliest(page, group, unit, nearest)
        for group, unit, nearest in zip(groups, units, apart, strict=True)
    ]


def _largest(group: Iterable[Hexagon]) -> list[Hexagon]:
    """Return hexagons given in painting order, the largest first, of those as large the topmost."""
    return sorted(group, key=lambda h: round(h.radius, 2))[::-1]


def _groups(page: Page) -> list[list[Hexagon]]:
    """Return the hexagons of the page by their centres."""
    groups: list[list[Hexagon]] = []
    known = Nearby[list[Hexagon]](2.0)
    seen: set[tuple[int, int, int]] = set()
    for mark in page.marks:
        dx, dy, filled = mark.transform.e, mark.transform.f, mark.fill is not None
        shape = page.shown(mark.shape, mark.transform, mark.clips)
        for unmoved in of_shape(shape, mark.transform, filled=filled):
            x, y = unmoved.centre.x + dx, unmoved.centre.y + dy
            key = (round(x * 200), round(y * 200), round(unmoved.radius * 200))
            if key in seen:
                continue
            if not unmoved.is_of_sixth:
                seen.add(key)
            hexagon = unmoved.moved(dx, dy)
            near = min(1.0, 0.1 * hexagon.radius)
            about = known.about(hexagon.centre)
            group = next((g for g in about if g[0].centre.distance(hexagon.centre) <= near), None)
            if group is None:
                group = []
                groups.append(group)
                known.add(hexagon.centre, group)
            group.append(hexagon)
    return [g for g in groups if len(g) >= 6 or not all(h.is_of_sixth for h in g)]


def _without_fragments(groups: list[list[Hexagon]]) -> list[list[Hexagon]]:
    """Return the groups less those of half-hexagons alone that lie in a whole one.

    Areas drawn a little smaller than they are point to centres a little off.
    """
    known = Nearby[Hexagon](20.0)
    for group in groups:
        if whole := [h for h in group if h.whole]:
            largest = max(whole, key=lambda h: h.radius)
            known.add(largest.centre, largest)

    def is_fragment(group: Sequence[Hexagon]) -> bool:
        first = group[0]
        return not any(h.whole for h in group) and any(
            whole.centre.distance(first.centre) < 0.3 * first.radius
            and whole.radius > 0.8 * first.radius
            for whole in known.about(first.centre)
        )

    return [group for group in groups if not is_fragment(group)]


def _apart(units: Sequence[Hexagon]) -> list[float]:
    """Return for each hexagon how far the nearest other of about its size is."""
    order = sorted(range(len(units)), key=lambda k: units[k].centre.x)
    result = [math.inf] * len(units)
    for i, k in enumerate(order):
        here = units[k]
        for j in order[i + 1 :]:
            there = units[j]
            if there.centre.x - here.centre.x > min(result[k], 4 * here.radius):
                break
            if abs(there.radius - here.radius) <= 0.05 * here.radius:
                distance = here.centre.distance(there.centre)
                result[k], result[j] = min(result[k], distance), min(result[j], distance)
    return result


class _Corner(NamedTuple):
    """A corner near one of the rays: its ray, distance, and how far it lies off its place."""

    ray: int
    distance: float
    aside: float


#: How far about a hexagon its tile's corners are sought, in units of its radius: first within it,
#: as most sheets draw the outline; then as far as a tile reaches whose inner hexagon it is.  The
#: corners of thin bars, which are lines, lie aside: they count where there are no others.
_REACHES = ((1.05, False), (1.05, True), (2.15, False), (2.15, True))


def _likeliest(page: Page, group: Sequence[Hexagon], unit: Hexagon, apart: float) -> TileCandidate:
    """Return the candidate of a centre's largest hexagon, or of one that lies otherwise and has inner areas.

    What bleeds of neighbours leave free may be a hexagon, too.
    """
    found = _candidate(page, group, unit, apart)
    for other in found.drawn:
        turned = math.remainder(other.angle - unit.angle, 60)
        if not found.structured and abs(turned) > _TURNED:
            return max(found, _candidate(page, group, other, apart), key=lambda c: c.structured)
    return found


def _candidate(page: Page, group: Sequence[Hexagon], unit: Hexagon, apart: float) -> TileCandidate:
    """Return what the corners about a centre say of the tile there."""
    centre = unit.centre
    frame = _frame(centre, unit.angle, unit.radius)
    drawn = tuple(_largest(h for h in group if h.whole))
    for reach, bars in _REACHES:
        corners = _corners(page, frame, reach, bars=bars)
        rings = _rings(corners, frame, apart)
        if rings:
            # The hexagons drawn come last, for those who ask for another size.
            sizes = [ring.radius for ring in rings] + [h.radius for h in drawn]
            return TileCandidate(centre, unit.angle, drawn, tuple(sizes), True, rings[0].slip)
    radii = [h.radius for h in drawn] or [2 * unit.radius]
    return TileCandidate(centre, unit.angle, drawn, tuple(radii), False, Point(0.0, 0.0))


def _corners(page: Page, frame: Transform, reach: float, *, bars: bool) -> list[_Corner]:
    """Return the corners on the rays of a frame, of marks within ``reach`` units of its middle.

    Those of thin bars are among them where ``bars`` count.
    """
    side = reach * math.hypot(frame.a, frame.b)
    box = Box(frame.e - side, frame.f - side, frame.e + side, frame.f + side)
    inverse = frame.inverse()
    corners: list[_Corner] = []
    for k in page.near(box):
        mark = page.marks[k]
        if box.holds(mark.box, 0.0):
            lying = inverse @ mark.transform
            corners += _corners_on_rays(mark.shape, lying, bars=bars)
    return corners


def _corners_on_rays(shape: Shape, lying: Transform, *, bars: bool) -> list[_Corner]:
    """Return a shape's corners on the rays of a unit frame; of patterns' many lines, none."""
    if len(shape.parts) > 24 and not all(part.closed for part in shape.parts):
        return []
    a, b, c, d, e, f = lying

    def found() -> list[_Corner]:
        images = [(a * x + c * y + e, b * x + d * y + f) for x, y in shape.corners(bars=bars)]
        return [corner for x, y in images if (corner := _on_ray(x, y)) is not None]

    return shape.known(("rays", bars, *[round(v, 6) for v in lying]), found)


def _on_ray(x: float, y: float) -> _Corner | None:
    distance = math.hypot(x, y)
    if not 0.15 < distance < 2.3:
        return None
    angle = math.degrees(math.atan2(y, x))
    ray = round(angle / 60)
    aside = distance * math.sin(math.radians(angle - 60 * ray))
    return _Corner(ray % 6, distance, aside) if abs(aside) <= OFF_RAY else None


class _Ring(NamedTuple):
    """Inner corners equally far from a centre: how many, the tile's radius by them, their slip."""

    votes: int
    radius: float  # in millimetres, as is the slip
    slip: Point


def _rings(corners: Sequence[_Corner], frame: Transform, apart: float) -> list[_Ring]:
    """Return the rings of inner corners that may be a tile's, the best witnessed first.

    Half the tile's radius must be the distance of corners on three rays or more; something must
    reach out as far as the radius; and no other tile may be so near that they would overlap widely.
    """
    unit = math.hypot(frame.a, frame.b)
    reach = max((c.distance for c in corners), default=0.0)
    reach = max(min(reach, 2.05), 1.0)
    rings = []
    for cluster in _clusters(sorted(corners, key=lambda c: c.distance)):
        if len({c.ray for c in cluster}) < 3:
            continue
        x, y = _slip(cluster)
        inner = median_high(c.distance - x * _ALONG[c.ray].x - y * _ALONG[c.ray].y for c in cluster)
        if 2 * inner <= reach * 1.01 and 2 * inner * unit * SQRT3 <= apart * 1.4:
            slip = frame._replace(e=0.0, f=0.0).apply((x, y))
            rings.append(_Ring(len(cluster), 2 * inner * unit, slip))
    return sorted(rings, key=lambda ring: (-ring.votes, ring.radius))


def _clusters(corners: Sequence[_Corner]) -> Iterator[list[_Corner]]:
    """Yield runs of corners, given by distance, that are about equally far."""
    run: list[_Corner] = []
    for corner in corners:
        if run and corner.distance - run[0].distance > 2 * OFF_RAY:
            yield run
            run = []
        run.append(corner)
    if run:
        yield run


#: The rays' directions in the unit frame.
_ALONG = regular_polygon(6, 1.0)


def _slip(corners: Sequence[_Corner]) -> Point:
    """Return how far inner corners together lie off their places, in units of the frame.

    Told by how far they lie aside of their rays, so that a wrong size does not count; least
    squares over the rays, of which each counts once.  Where as many lie in place as off, as where
    a part of the sheet was pasted over a tile, those in place count.
    """
    asides: dict[int, list[float]] = {}
    for corner in corners:
        asides.setdefault(corner.ray, []).append(corner.aside)
    normals = ((Point(-_ALONG[ray].y, _ALONG[ray].x), found) for ray, found in asides.items())
    return least_squares([(normal, _least_middle(found)) for normal, found in normals]) or ORIGIN


def _least_middle(values: Sequence[float]) -> float:
    """Return the median, of the two of an even number the one nearer to 0."""
    return min(median_low(values), median_high(values), key=abs)
