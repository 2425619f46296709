"""The outlines on a page that may be those of pieces: hexagons, upright rectangles and discs.

Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point, Transform, bounds
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import UNEVEN, Shape, round_box

#: Nothing smaller is a piece, in millimetres.
SMALLEST = 2.5
#: Outlines whose middles are this near to each other lie on one another, in millimetres.
_NEAR = 0.5
#: Lengths this near to each other are one, in millimetres.
_ONE_SIZE = 0.01
#: More outlines about one place are an ornament's.
_MOST = 24
#: What has more points is text, a ruler or a pattern; a hexagon has no more points than the second.
_MOST_POINTS, _MOST_CORNERS = 2000, 120
#: Smaller hexagons, from centre to corner, are dots and letters.
_LEAST_RADIUS = 2.0
#: Points this near to each other are one; this near to the line between their neighbours they are no corners.
_REPEATED, _STRAIGHT = 1e-4, 0.004
#: How irregular a hexagon may be, as a share: a sheet scaled unevenly is still read.
_IRREGULAR = 0.08
#: A line within a ground that is wider by less than this share is a frame.
_FRAME = 0.03
#: What is larger than this share of the page both ways is its ground.
_PAGE = 0.95


class Outline(NamedTuple):
    """An outline: ``hexagon``, ``rectangle`` or ``disc``, its middle and measures in millimetres.

    A hexagon is measured as it stands upright on a corner: flat to flat, corner to corner;
    ``angle`` says how far it is turned from that, in degrees clockwise, from -30 to 30, or 90; of a
    rectangle from -45 to 45.
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

    def moved(self, dx: float, dy: float) -> Outline:
        """Return the outline shifted by (dx, dy)."""
        corners = tuple(corner.moved(dx, dy) for corner in self.corners)
        return self._replace(centre=self.centre.moved(dx, dy), corners=corners)

    def grown(self, by: float) -> Outline:
        """Return the outline with every side moved outwards."""
        width, height = self.width + 2 * by, self.height + 2 * by
        if self.kind == "hexagon":
            height = self.height + 4 * by / SQRT3
        share = width / self.width
        corners = tuple(self.centre.towards(corner, share) for corner in self.corners)
        return self._replace(width=width, height=height, corners=corners)

    def around(self) -> tuple[Point, ...]:
        """Return its corners, of a disc points all round."""
        if self.corners:
            return self.corners
        x, y = self.width / 2, self.height / 2
        if self.kind == "rectangle":
            turn = Transform.translation(*self.centre) @ Transform.rotation(self.angle)
            return tuple(map(turn.apply, ((-x, -y), (x, -y), (x, y), (-x, y))))
        turns = (math.radians(10 * k) for k in range(36))
        return tuple(self.centre.moved(x * math.cos(t), y * math.sin(t)) for t in turns)

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


class Candidate(NamedTuple):
    """A place on a page, by its number and itself, with all outlines of one kind about it, the largest first."""

    page: int
    paper: Page
    outlines: tuple[Outline, ...]


def candidates(number: int, page: Page, bleed: float) -> list[Candidate]:
    """Return the places of a page where pieces with a bleed may be, in the order they are first painted.

    They are found once, for whatever game.
    """
    if "places" not in page.seen:
        page.seen["places"] = _places(page)
    return [Candidate(number, page, _with_cut(group, bleed)) for group in page.seen["places"]]


def _with_cut(group: tuple[Outline, ...], bleed: float) -> tuple[Outline, ...]:
    """Return outlines with the one that is cut, within the bleed of the largest if no line is drawn."""
    ground = group[0]
    is_cut = any(outline.cut for outline in group)
    if is_cut or not bleed or min(ground.width, ground.height) < SMALLEST + 2 * bleed:
        return group
    return (*group, ground.grown(-bleed)._replace(cut=True))


def _places(page: Page) -> list[tuple[Outline, ...]]:
    known: dict[tuple[str, int, int], list[list[Outline]]] = {}
    groups: list[list[Outline]] = []
    for outline in _outlines(page):
        kind, (column, row) = outline.kind, (round(side / _NEAR) for side in outline.centre)
        around = product((column - 1, column, column + 1), (row - 1, row, row + 1))
        near = (group for x, y in around for group in known.get((kind, x, y), ()))
        group = next((g for g in near if g[0].centre.distance(outline.centre) <= _NEAR), None)
        if group is None:
            group = []
            groups.append(group)
            known.setdefault((kind, column, row), []).append(group)
        if len(group) < _MOST and not any(_is_one(outline, other) for other in group):
            group.append(outline)
    largest_first = (sorted(group, key=lambda one: -one.width) for group in groups)
    return [tuple(_framed(one, group[0]) for one in group) for group in largest_first]


def _framed(outline: Outline, ground: Outline) -> Outline:
    """Return an outline; a line just within the ground is no line to cut along but the art's frame."""
    is_frame = 0 < ground.width - outline.width < _FRAME * ground.width
    return outline._replace(cut=outline.cut and not is_frame)


def _outlines(page: Page) -> Iterator[Outline]:
    """Yield the outlines drawn, in painting order, each shape and place once."""
    known: set[tuple[int, Transform]] = set()
    for mark in page.marks:
        key = id(mark.shape), mark.transform
        if key in known or not mark.is_let_through:
            continue
        known.add(key)
        shape, (a, b, c, d, e, f) = mark.shape, mark.transform
        measure = partial(_measured, shape, Transform(a, b, c, d))
        for outline in shape.known(("outlines", a, b, c, d), measure):
            if outline.width < _PAGE * page.width or outline.height < _PAGE * page.height:
                yield outline.moved(e, f)._replace(cut=mark.fill is None)


def _measured(shape: Shape, turn: Transform) -> list[Outline]:
    """Return the hexagons that a shape's parts are, or the disc or the rectangle that it is alone."""
    found = []
    for part in shape.parts:
        points = [turn.apply(point) for point in part.points]
        corners = _corners(points) if len(points) <= _MOST_CORNERS else []
        one = _hexagon(corners) if len(corners) == 6 else None
        if len(shape.parts) == 1 and part.closed and len(points) <= _MOST_POINTS:
            one = one or (_rectangle(*corners) if len(corners) == 4 else _disc(points))
        found += [one] if one else []
    return found


def _corners(points: Sequence[Point]) -> list[Point]:
    """Return points but for repeated ones and such on straight lines."""
    corners = np.array(points) @ (1, 1j)
    corners = corners[np.abs(corners - np.roll(corners, 1)) > _REPEATED]
    before = np.roll(corners, 1)
    chords = np.roll(corners, -1) - before
    aside = np.abs(((corners - before) * chords.conj()).imag)
    return [Point(at.real, at.imag) for at in corners[aside > _STRAIGHT * np.abs(chords)].tolist()]


def widths(corners: Sequence[Point]) -> tuple[float, float, float]:
    """Return a hexagon's three distances from side to opposite side, in millimetres."""
    middles = [corners[k - 1].towards(corners[k], 0.5) for k in range(6)]
    first, second, third = (middles[k].distance(middles[k + 3]) for k in range(3))
    return first, second, third


def _hexagon(corners: Sequence[Point]) -> Outline | None:
    """Return the regular hexagon of six corners, None where they make none."""
    places = np.array(corners) @ (1, 1j)
    middle = complex(places.mean())
    off = places - middle
    radii, turns = np.abs(off), np.abs(np.angle(off * np.roll(off, 1).conj()))
    radius = radii.mean()
    is_even = np.ptp(radii) <= _IRREGULAR * radius
    if radius < _LEAST_RADIUS or not is_even or np.abs(turns - math.pi / 3).max() > _IRREGULAR:
        return None
    angle = float(np.degrees(np.angle(((off / radii) ** 6).mean()))) / 6 % 60 - 30
    if abs(angle) > 29.99:  # level on two sides: as if it lay on its side
        angle = 90.0
    width = sum(widths(corners)) / 3
    centre = Point(middle.real, middle.imag)
    return Outline("hexagon", centre, width, width * 2 / SQRT3, angle, tuple(corners))


def _rectangle(a: Point, b: Point, c: Point, d: Point) -> Outline | None:
    """Return the rectangle with these corners, None where they make none or it is too small."""
    centre, half = a.towards(c, 0.5), a.distance(c) / 2
    width, height = a.distance(b), b.distance(c)
    uneven = max(
        centre.distance(b.towards(d, 0.5)), *(abs(centre.distance(p) - half) for p in (b, d))
    )
    if min(width, height) < SMALLEST or uneven > UNEVEN * max(width, height) / 2:
        return None
    angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
    askew = math.remainder(angle, 90)
    if abs(math.radians(askew)) * max(width, height) < _ONE_SIZE:
        box = bounds((a, b, c, d))
        return Outline("rectangle", box.centre, box.width, box.height)
    if round((angle - askew) / 90) % 2:
        width, height = height, width
    return Outline("rectangle", centre, width, height, askew)


def _disc(points: Sequence[Point]) -> Outline | None:
    """Return the disc that points go about, None for others and what is too small."""
    box = round_box(points)
    if box is None or min(box.width, box.height) < SMALLEST:
        return None
    is_round = abs(box.width - box.height) <= UNEVEN * max(box.width, box.height)
    return Outline("disc", box.centre, box.width, box.height) if is_round else None


def _is_one(a: Outline, b: Outline) -> bool:
    return abs(a.width - b.width) < _ONE_SIZE and abs(a.height - b.height) < _ONE_SIZE
