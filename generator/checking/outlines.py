"""The outlines on a page that may be those of pieces: hexagons, rectangles and discs.

Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point, Transform, bounds
from generator.checking.grouping import Nearby
from generator.checking.pages import Mark, Page, Part

#: Nothing smaller is a piece, in millimetres.
SMALLEST = 2.5
#: Outlines whose middles are this near to each other lie on one another, in millimetres.
_NEAR = 0.9
#: Lengths this near to each other are one, in millimetres; regular is what varies by this share.
_ONE_SIZE, _UNEVEN = 0.01, 0.02
#: Discs may be stretched by this share.
_OBLONG = 0.1
#: What is larger than this share of the page both ways is its ground.
_PAGE = 0.95
#: What has more points is text, a ruler or a pattern.
_MOST_POINTS = 600


class Outline(NamedTuple):
    """An outline: ``hexagon``, ``rectangle`` or ``disc``, its middle and measures in millimetres.

    A hexagon is measured as it stands upright on a corner: flat to flat, corner to corner.
    ``angle`` says how far it is turned from that, in degrees clockwise, up to 30 either way; of a
    rectangle up to 45.
    """

    kind: str
    centre: Point
    width: float
    height: float
    angle: float = 0.0
    #: A hexagon's corners.
    corners: tuple[Point, ...] = ()
    #: Whether it is a line only, as those to cut along are.
    cut: bool = False
    #: Whether a hexagon shows a picture for the other way of lying, turned by 30 degrees with its page.
    is_askew: bool = False

    @property
    def area(self) -> float:
        """The area of the box about it, as it stands upright."""
        return self.width * self.height

    def grown(self, by: float) -> Outline:
        """Return the outline with every side moved outwards."""
        width, height = self.width + 2 * by, self.height + 2 * by
        if self.kind == "hexagon":
            height = self.height + 4 * by / SQRT3
        share = width / self.width
        corners = tuple(self.centre.towards(corner, share) for corner in self.corners)
        return self._replace(width=width, height=height, corners=corners)

    def moved(self, dx: float, dy: float) -> Outline:
        """Return the outline elsewhere."""
        corners = tuple(corner.moved(dx, dy) for corner in self.corners)
        return self._replace(centre=self.centre.moved(dx, dy), corners=corners)

    def around(self) -> tuple[Point, ...]:
        """Return its corners, of a disc points all round."""
        if self.corners:
            return self.corners
        x, y = self.width / 2, self.height / 2
        if self.kind == "disc":
            turns = (math.radians(10 * k) for k in range(36))
            return tuple(self.centre.moved(x * math.cos(t), y * math.sin(t)) for t in turns)
        turn = Transform.translation(*self.centre) @ Transform.rotation(self.angle)
        return tuple(map(turn.apply, ((-x, -y), (x, -y), (x, y), (-x, y))))

    def sizes_as(self, share: float) -> tuple[float, ...]:
        """Return what it measures from side to side, in every direction it has sides.

        Of a rectangle both are told as its first side, ``share`` times as long as the other.
        """
        if self.corners:
            return widths(self.corners)
        upright = abs(math.log(self.width / self.height / share))
        lying = abs(math.log(self.height / self.width / share))
        first, second = (self.width, self.height) if upright <= lying else (self.height, self.width)
        return first, second * share

    def holds(self, point: Point, by: float = 0.45) -> bool:
        """Tell whether a point lies well inside, in a box that is a little smaller."""
        away = abs(point.x - self.centre.x), abs(point.y - self.centre.y)
        return away[0] < by * self.width and away[1] < by * self.height


class Place(NamedTuple):
    """A place on a page, by its index, with all outlines of one kind about it, the largest first."""

    page: int
    outlines: tuple[Outline, ...]


def widths(corners: Sequence[Point]) -> tuple[float, ...]:
    """Return how wide a hexagon is from side to side, three times."""
    result = []
    for k in range(3):
        a, b, c, d = (corners[(k + n) % 6] for n in (0, 1, 3, 4))
        x, y = (b.y - a.y), (a.x - b.x)
        away = (c.x + d.x - a.x - b.x) / 2, (c.y + d.y - a.y - b.y) / 2
        result.append(abs(away[0] * x + away[1] * y) / math.hypot(x, y))
    return tuple(result)


def places(index: int, page: Page) -> list[Place]:
    """Return the places of a page where pieces may be, in the order in which they are first painted."""
    if "places" not in page.seen:
        page.seen["places"] = [*_grouped(_outlines(page))]
    return [Place(index, outlines) for outlines in page.seen["places"]]


def _grouped(outlines: Iterator[Outline]) -> Iterator[tuple[Outline, ...]]:
    """Yield the outlines about each place, the largest first."""
    known = Nearby[list[Outline]](1.0)
    groups: list[list[Outline]] = []
    for outline in outlines:
        about = known.about(outline.centre)
        group = next((g for g in about if _is_about(outline, g[0])), None)
        if group is None:
            group = []
            groups.append(group)
            known.add(outline.centre, group)
        if not any(_is_one(outline, other) for other in group):
            group.append(outline)
    return (tuple(sorted(group, key=lambda o: -o.width)) for group in groups)


def _is_about(a: Outline, b: Outline) -> bool:
    return a.kind == b.kind and a.centre.distance(b.centre) <= _NEAR


def _is_one(a: Outline, b: Outline) -> bool:
    return abs(a.width - b.width) < _ONE_SIZE and abs(a.height - b.height) < _ONE_SIZE


def _outlines(page: Page) -> Iterator[Outline]:
    """Yield the outlines drawn and those of clips, in painting order."""
    for is_clip, mark in (*((False, m) for m in page.marks), *((True, m) for m in page.clips)):
        for outline in of_mark(mark, is_filled=is_clip or mark.fill is not None):
            is_ground = (
                outline.width >= _PAGE * page.width and outline.height >= _PAGE * page.height
            )
            if not is_ground and mark.shown.has(outline.centre):
                yield outline._replace(cut=mark.fill is None and not is_clip)


def of_mark(mark: Mark, *, is_filled: bool) -> list[Outline]:
    """Return the outlines that a mark's shape is; what is filled is closed, whether it says so or not."""
    key = "outlines", is_filled, mark.transform[:4]
    known = mark.shape.known
    if key not in known:
        turn = mark.transform._replace(e=0.0, f=0.0)
        found = (_measured(part, turn, is_filled=is_filled) for part in mark.shape.parts)
        known[key] = [one for one in found if one is not None]
    return [one.moved(mark.transform.e, mark.transform.f) for one in known[key]]


def _measured(part: Part, turn: Transform, *, is_filled: bool) -> Outline | None:
    """Return the hexagon, rectangle or disc that a run of points is, None for others."""
    if len(part.points) > _MOST_POINTS or len(part.points) < 4:
        return None
    points = [turn.apply(point) for point in part.points]
    box = bounds(points)
    if min(box.width, box.height) < SMALLEST:
        return None
    if not (part.closed or is_filled) and points[0].distance(points[-1]) > _ONE_SIZE:
        return None
    corners = _corners(points)
    if len(corners) == 6:
        return _hexagon(corners)
    if len(corners) == 4:
        return _rectangle(*corners)
    (x, y), across, down = box.centre, box.width / 2, box.height / 2
    is_round = len(points) > 8 and abs(across / down - 1) < _OBLONG
    is_round &= all(
        abs(math.hypot((a - x) / across, (b - y) / down) - 1) < _UNEVEN for a, b in points
    )
    return Outline("disc", box.centre, box.width, box.height) if is_round else None


def _corners(points: Sequence[Point]) -> list[Point]:
    """Return a closed outline without repeated points and points on straight lines."""
    apart = [p for k, p in enumerate(points) if p.distance(points[k - 1]) > 1e-3]
    kept = []
    for k, p in enumerate(apart):
        before, after = apart[k - 1], apart[(k + 1) % len(apart)]
        dx, dy = after.x - before.x, after.y - before.y
        aside = abs((p.x - before.x) * dy - (p.y - before.y) * dx)
        if aside > 2e-3 * (dx * dx + dy * dy) ** 0.5:
            kept.append(p)
    return kept


def _hexagon(corners: Sequence[Point]) -> Outline | None:
    """Return the hexagon with these corners, if it is near enough to a regular one."""
    centre = Point(sum(p.x for p in corners) / 6, sum(p.y for p in corners) / 6)
    radii = [centre.distance(p) for p in corners]
    radius = sum(radii) / 6
    sides = [p.distance(corners[k - 1]) for k, p in enumerate(corners)]
    if max(abs(length - radius) for length in (*radii, *sides)) > _UNEVEN * radius:
        return None
    turns = [6 * math.atan2(p.y - centre.y, p.x - centre.x) for p in corners]
    angle = math.degrees(math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns)))) / 6
    # Upright on a corner one lies at 30 degrees, and so at -30.
    angle = math.remainder(angle - 30, 60)
    width = sum(widths(corners)) / 3
    return Outline("hexagon", centre, width, width * 2 / SQRT3, angle, tuple(corners))


def _rectangle(a: Point, b: Point, c: Point, d: Point) -> Outline | None:
    """Return the rectangle with these corners; None for others."""
    centre, width, height = a.towards(c, 0.5), a.distance(b), b.distance(c)
    half = a.distance(c) / 2
    off = max(centre.distance(b.towards(d, 0.5)), *(abs(centre.distance(p) - half) for p in (b, d)))
    if min(width, height) < SMALLEST or off > max(_ONE_SIZE, _UNEVEN / 20 * half):
        return None
    angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
    askew = math.remainder(angle, 90)
    if round((angle - askew) / 90) % 2:
        width, height = height, width
    return Outline("rectangle", centre, width, height, askew)
