"""The outlines on a page that may be those of pieces: hexagons, upright rectangles and discs.

Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from statistics import median_low
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Point, Transform, bounds, signed_area
from generator.checking import grouped
from generator.checking.faults import BACK_TOLERANCE, SIZE_TOLERANCE
from generator.checking.pages.paint import Mark, Page, Shape
from generator.checking.recognise.results import Found

#: Nothing smaller is a piece or a board's cell, in millimetres.
SMALLEST = 2.5
#: Outlines whose middles are this near to each other lie on one another, in millimetres.
NEAR = 0.5
#: Lengths that differ by less than this share are one.
ONE_LENGTH = 0.03
#: Lengths that should be equal differ by no more than this share: a sheet scaled unevenly is still read.
STRETCHED = 0.08
_ONE_PLACE = 0.02  # places this near to each other are one, in millimetres
_MOST_OUTLINES = 24  # more outlines about one place are an ornament's
_MOST_POINTS = 120  # what has more points is text or a pattern, and no area of a hexagon
_LINE = 0.45  # what is no wider than this is a line, in millimetres
_GROUND = 8  # what is this many times as long around as most is a ground


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
        width = self.width + 2 * by
        share = width / self.width
        height = self.height * share if self.corners else self.height + 2 * by
        corners = tuple(self.centre.towards(corner, share) for corner in self.corners)
        return self._replace(width=width, height=height, corners=corners)

    def around(self) -> tuple[Point, ...]:
        """Return its corners; for a disc, points all round."""
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

        Both sides of a rectangle count as its first one, which is ``share`` times as long as the other.
        """
        if self.corners:
            return widths(self.corners)
        if (self.width > self.height) == (share > 1):
            return self.width, self.height * share
        return self.height, self.width * share


class Candidate(NamedTuple):
    """A place on a page where a piece may be."""

    #: The page by its number, and itself.
    page: int
    paper: Page
    #: All outlines of one kind about the place, the largest first.
    outlines: tuple[Outline, ...]


def candidates(number: int, page: Page, bleed: float) -> list[Candidate]:
    """Return the places of a page where pieces with a bleed may be, in the order they are first painted."""
    return [Candidate(number, page, _with_cut(group, bleed)) for group in page.once(places)]


def _with_cut(group: tuple[Outline, ...], bleed: float) -> tuple[Outline, ...]:
    """Return outlines with the one to cut along: if no line is drawn, the largest without its bleed."""
    ground = group[0]
    is_cut = any(outline.cut for outline in group)
    if is_cut or not bleed or min(ground.width, ground.height) < SMALLEST + 2 * bleed:
        return group
    return (*group, ground.grown(-bleed)._replace(cut=True))


def places(page: Page) -> list[tuple[Outline, ...]]:
    """Return the outlines about places of a page where pieces may be, for whatever game."""
    known: dict[tuple[str, int, int], list[list[Outline]]] = {}
    groups: list[list[Outline]] = []
    for outline in _outlines(page):
        kind, (column, row) = outline.kind, (round(side / NEAR) for side in outline.centre)
        around = product((column - 1, column, column + 1), (row - 1, row, row + 1))
        near = (group for x, y in around for group in known.get((kind, x, y), ()))
        group = next((g for g in near if g[0].centre.distance(outline.centre) <= NEAR), None)
        if group is None:
            group = []
            groups.append(group)
            known.setdefault((kind, column, row), []).append(group)
        off = [(one.width - outline.width, one.height - outline.height) for one in group]
        if len(group) < _MOST_OUTLINES and all(max(map(abs, two)) >= _ONE_PLACE for two in off):
            group.append(outline)
    largest_first = (sorted(group, key=lambda one: -one.width) for group in groups)
    return [tuple(_framed(one, group[0]) for one in group) for group in largest_first]


def _framed(outline: Outline, ground: Outline) -> Outline:
    """Return an outline that is no cut line if it lies just within the ground: that is the art's frame."""
    is_frame = 0 < ground.width - outline.width < ONE_LENGTH * ground.width
    return outline._replace(cut=outline.cut and not is_frame)


def _outlines(page: Page) -> Iterator[Outline]:
    """Yield the outlines drawn, in painting order."""
    for mark in page.marks:
        a, b, c, d, e, f = mark.transform
        measured = _measured(mark.shape, Transform(a, b, c, d))
        for outline in measured if mark.is_let_through else ():
            sides = outline.width / page.width, outline.height / page.height
            if outline.kind == "hexagon" or min(sides) < 1 - ONE_LENGTH:
                yield outline.moved(e, f)._replace(cut=mark.fill is None)


@lru_cache(maxsize=10_000)  # most shapes are drawn many times
def _measured(shape: Shape, turn: Transform) -> list[Outline]:
    """Return the hexagons among a shape's parts; of a shape of one part, a disc or a rectangle as well."""
    found = []
    for part in (one for one in shape.parts if len(one.points) > 3):  # most others are lines
        points = [turn.apply(point) for point in part.points]
        corners = _corners(points)
        outline = _hexagon(corners) if len(corners) == 6 else None
        is_alone = len(shape.parts) == 1 and part.closed
        if outline is None and is_alone:
            outline = _rectangle(*corners) if len(corners) == 4 else _disc(points)
        if outline is not None:
            found.append(outline)
    return found


def joined(page: Page, drawn: Sequence[Outline]) -> Iterator[Outline]:
    """Yield the hexagons that fills make together: twice as wide as one ``drawn`` in the middle, or where none is."""
    fills = [
        [*map(mark.transform.apply, part.points)]
        for mark in page.marks
        if mark.fill is not None and mark.is_let_through and mark.shape.count <= _MOST_POINTS
        for part in mark.shape.parts
    ]
    if not fills:
        return
    points = np.concatenate(fills)
    if drawn:
        yield from _wider(points, drawn)
        return
    owners = np.repeat(np.arange(len(fills)), [*map(len, fills)])
    hulls = shapely.convex_hull(shapely.linestrings(points, indices=owners))
    lengths = shapely.length(hulls)
    is_area = 2 * shapely.area(hulls) > _LINE * lengths
    is_area &= lengths < _GROUND * np.median(lengths)
    united = shapely.union_all(shapely.buffer(hulls[is_area], _ONE_PLACE, join_style="mitre"))
    shapes = shapely.get_parts(shapely.buffer(united, -_ONE_PLACE, join_style="mitre"))
    for ring in shapely.get_exterior_ring(shapes[~shapely.is_empty(shapes)]):
        corners = _corners([Point(*at) for at in shapely.get_coordinates(ring)[1:].tolist()])
        if len(corners) == 6 and (hexagon := _hexagon(corners)):
            yield hexagon


def _wider(points: NDArray[np.float64], drawn: Sequence[Outline]) -> Iterator[Outline]:
    """Yield the hexagons twice as wide as one drawn, in the same place, that have points at all corners."""
    wider = [one.grown(one.width / 2) for one in drawn]
    corners = shapely.points([corner for one in wider for corner in one.corners])
    tree = shapely.STRtree(shapely.points(points))
    met, _ = tree.query(corners, predicate="dwithin", distance=_ONE_PLACE)
    is_met = np.isin(np.arange(len(corners)), met).reshape(-1, 6).all(axis=1)
    centres = np.array([one.centre for one in drawn])
    sizes = np.array([one.width for one in drawn])
    for k in np.flatnonzero(is_met).tolist():
        # Cells that lie side by side have corners there, too.
        is_beside = np.hypot(*(centres - centres[k]).T) < drawn[k].height
        is_beside &= np.abs(sizes - sizes[k]) < NEAR
        if is_beside.sum() == 1:  # only itself
            yield wider[k]


def _corners(points: Sequence[Point]) -> list[Point]:
    """Return points without repeated ones and those on straight lines."""
    corners = np.array(points) @ (1, 1j)  # places as complex numbers
    corners = corners[np.abs(corners - _before(corners)) > _ONE_PLACE]
    before = _before(corners)
    chords = np.concatenate((corners[1:], corners[:1])) - before
    aside = np.abs(((corners - before) * chords.conj()).imag)
    return [Point(at.real, at.imag) for at in corners[aside > _ONE_PLACE * np.abs(chords)].tolist()]


def _before(corners: NDArray[np.complex128]) -> NDArray[np.complex128]:
    return np.concatenate((corners[-1:], corners[:-1]))  # as np.roll, many times as fast


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
    is_even = np.ptp(radii) <= STRETCHED * radius
    width = sum(widths(corners)) / 3
    if width < SMALLEST or not is_even or np.abs(turns - math.pi / 3).max() > STRETCHED:
        return None
    angle = float(np.degrees(np.angle(((off / radii) ** 6).mean()))) / 6 % 60 - 30
    if abs(angle) > 29.99:  # level on two sides: as if it lay on its side
        angle = 90.0
    centre = Point(middle.real, middle.imag)
    return Outline("hexagon", centre, width, width * 2 / SQRT3, angle, tuple(corners))


def _rectangle(a: Point, b: Point, c: Point, d: Point) -> Outline | None:
    """Return the rectangle with these corners, None where they make none or it is too small."""
    centre, half = a.towards(c, 0.5), a.distance(c) / 2
    width, height = a.distance(b), b.distance(c)
    # The diagonals of a rectangle are equal and share their middle.
    unequal = max(abs(centre.distance(corner) - half) for corner in (b, d))
    uneven = max(centre.distance(b.towards(d, 0.5)), unequal)
    if min(width, height) < SMALLEST or uneven > ONE_LENGTH * max(width, height) / 2:
        return None
    angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
    askew = math.remainder(angle, 90)
    if abs(math.radians(askew)) * max(width, height) < _ONE_PLACE:
        box = bounds((a, b, c, d))
        return Outline("rectangle", box.centre, box.width, box.height)
    if round((angle - askew) / 90) % 2:
        width, height = height, width
    return Outline("rectangle", centre, width, height, askew)


def _disc(points: Sequence[Point]) -> Outline | None:
    """Return the disc that points go around, None where they go around none or it is too small."""
    box = bounds(points)
    across, down = box.width / 2, box.height / 2
    if 2 * min(across, down) < SMALLEST:
        return None
    x, y = box.centre
    uneven = [abs(math.hypot((u - x) / across, (v - y) / down) - 1) for u, v in points]
    is_round = max(*uneven, abs(across - down) / max(across, down)) <= ONE_LENGTH
    return Outline("disc", box.centre, box.width, box.height) if is_round else None


# ----------------------------------------------------------------------------- lines to cut along

_REACH = 8.0  # art lies no farther from its cut lines than this, in millimetres
_FEW_LINES = 120  # where there are at most so many lines of an ink, they are cut where they cross
#: Where cut lines are drawn at least this share of pieces has them: on folded sheets only the fronts.
_FRAMED = 0.25

#: The areas that lines enclose, one a row: left, top, right, bottom, and which share of this box is filled.
_Cells = NDArray[np.float64]


class _Gap(NamedTuple):
    """How a ground lies in its cell: how far its middle is off, and how far it reaches beyond, across and down."""

    ground: Box
    shift: Point
    bleed: Point

    @property
    def off(self) -> float:
        """How far the ground is off."""
        return math.hypot(*self.shift)


def held(pages: Sequence[Page], pieces: Sequence[Found], bleed: float) -> tuple[Found, ...]:
    """Return pieces with how far their art lies off their cut lines, and the art's size if that is wrong.

    Art may reach as far beyond the cut as that of most of its component, or by the known ``bleed``.
    """
    result = list(pieces)
    groups = grouped(range(len(pieces)), lambda k: (pieces[k].page, pieces[k].part))
    for (number, _), own in groups.items():
        gaps = _gaps(pages[number], {k: pieces[k] for k in own})
        # A hexagon reaches farther beyond at its corners.
        bleeds = zip(*(gap.bleed for gap in gaps.values()), strict=True)  # across, and down
        usual = [*map(median_low, bleeds)]
        for k, gap in gaps.items():
            result[k] = _with_gap(pieces[k], gap, usual, bleed * 2 / SQRT3)
    return tuple(result)


def _gaps(page: Page, pieces: Mapping[int, Found]) -> dict[int, _Gap]:
    """Return how pieces lie in the cells of the ink that they are cut along."""
    fills = [
        mark
        for mark in page.marks
        if mark.fill is not None and not mark.clip and len(mark.shape.parts) == 1
    ]
    boxes = np.array([fill.box for fill in fills]).reshape(-1, 4)
    grounds = {k: ground for k, piece in pieces.items() if (ground := _ground(fills, boxes, piece))}
    all_off: dict[int, _Gap] = {}
    for cells in page.once(all_cells):
        ways = ((k, _gap(pieces[k], *ground, cells)) for k, ground in grounds.items())
        gaps = {k: gap for k, gap in ways if gap}
        if sum(gap.off < BACK_TOLERANCE for gap in gaps.values()) >= _FRAMED * len(pieces):
            return gaps
        if len(gaps) == len(pieces):  # crop marks and patterns are no cut lines
            all_off = all_off or gaps
    return all_off


def _with_gap(piece: Found, gap: _Gap, usual: Sequence[float], most: float) -> Found:
    """Return a piece with its slip, or with its ground's size if the bleed is less than usual or more than ``most``."""
    if gap.off > max(_ONE_PLACE, math.hypot(*piece.slip)):
        return piece._replace(slip=gap.shift)
    off = SIZE_TOLERANCE / 2  # on each side
    bleeds = zip(gap.bleed, usual, strict=True)
    if all(least - off < own < max(least, most) + off for own, least in bleeds):
        return piece
    right = piece.box.width + 2 * usual[0], piece.box.height + 2 * usual[1]
    shares = gap.ground.width / right[0], gap.ground.height / right[1]
    share = max(shares, key=lambda one: abs(one - 1))
    return piece._replace(sizes=(*piece.sizes, piece.sizes[0] * share))


def _gap(piece: Found, ground: Box, filled: float, cells: _Cells) -> _Gap | None:
    """Return how a ground lies in the cell about it that is most like its piece, None where there is none."""
    begins, ends = cells[:, :2], cells[:, 2:4]
    sides, own = ends - begins, np.array((piece.box.width, piece.box.height))
    shifts = np.array(ground.centre) - (begins + ends) / 2
    unlike, far = np.abs(sides - own), np.hypot(*shifts.T)
    is_own = (unlike <= STRETCHED * own).all(axis=1) & (far < _reach(piece))
    is_own &= np.abs(cells[:, 4] - filled) < ONE_LENGTH
    if not is_own.any():
        return None
    k = np.where(is_own, unlike.sum(axis=1) + far, np.inf).argmin()
    bleed = (ground.width - sides[k, 0]) / 2, (ground.height - sides[k, 1]) / 2
    return _Gap(ground, Point(*shifts[k].tolist()), Point(*map(float, bleed)))


def _reach(piece: Found) -> float:
    """Return how far the middle of a piece's art may lie off its cut lines': it lies within them, too."""
    return min(_REACH, piece.box.width / 2, piece.box.height / 2)


def _ground(
    fills: Sequence[Mark], boxes: NDArray[np.float64], piece: Found
) -> tuple[Box, float] | None:
    """Return the box of a piece's ground and which share of it is filled, None where the piece has no ground."""
    begins, ends = boxes[:, :2], boxes[:, 2:]
    sides, own = ends - begins, np.array((piece.box.width, piece.box.height))
    off = np.hypot(*((begins + ends) / 2 - piece.box.centre).T)
    is_as_large = (sides > (1 - STRETCHED) * own) & (sides < own + 2 * _REACH)
    is_about = is_as_large.all(axis=1) & (off < _reach(piece))
    if not is_about.any():
        return None
    largest = fills[int(np.where(is_about, sides.prod(axis=1), 0).argmax())]
    points, box = [*map(largest.transform.apply, largest.shape.parts[0].points)], largest.box
    return box, abs(signed_area(points)) / (box.width * box.height)


def all_cells(page: Page) -> list[_Cells]:
    """Return the areas that the lines of a page enclose, ink by ink, the ink first that is drawn last."""
    result = []
    inks: dict[tuple[str | None, float], list[NDArray[np.float64]]] = {}
    for mark in reversed(page.marks):
        if mark.fill is None and not mark.clip:
            ends = _ends(mark.shape)
            a, b, c, d, e, f = mark.transform
            lines = ends @ np.array([[a, b], [c, d]]) + (e, f)
            inks.setdefault((mark.stroke, round(mark.width, 2)), []).append(lines)
    for sides in inks.values():
        rounded = (np.concatenate(sides) / _ONE_PLACE).round() * _ONE_PLACE
        pairs = rounded.view(np.complex128).reshape(-1, 2)
        pairs = np.unique(np.sort(pairs, axis=1), axis=0)
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        lines = shapely.linestrings(np.stack([pairs.real, pairs.imag], axis=2))
        if len(lines) <= _FEW_LINES:  # some programs join those of a row, which then cross
            lines = shapely.get_parts(shapely.union_all(lines))
        rings = shapely.get_exterior_ring(shapely.get_parts(shapely.polygonize(lines)))
        if len(rings):
            boxes = shapely.bounds(rings)
            areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
            filled = shapely.area(shapely.polygons(rings)) / areas
            result.append(np.column_stack([boxes, filled]))
    return result


@lru_cache(maxsize=10_000)
def _ends(shape: Shape) -> NDArray[np.float64]:
    """Return where a shape's lines begin and end, in turn."""
    rings = ((*part.points, *part.points[: int(part.closed)]) for part in shape.parts)
    ends = [end for ring in rings for line in pairwise(ring) for end in line]
    return np.array(ends).reshape(-1, 2)
