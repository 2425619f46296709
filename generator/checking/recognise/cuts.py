"""How pieces lie in their cut lines: the ground of each against the lines about it.

A piece whose face is plain is found wherever its ground lies; only the lines tell that it is not
cut there.  A ground reaches beyond its lines on opposite sides alike.  Knows neither games nor colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise, product
from statistics import median_low
from typing import NamedTuple

from engine.geometry.plane import Box, Point, Transform, bounds, signed_area
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Mark, Page, cells
from generator.checking.pages.shapes import Part, Shape, round_box
from generator.checking.recognise.results import Found

#: Gaps this near to each other are one; sizes that differ by more are two.
_HAIR, _ONE_SIZE = 0.02, 0.06
#: Art lies no farther from its cut lines than this, nor than this share of the piece; in millimetres.
_REACH, _SHARE = 8.0, 0.45
#: A ground is at least this share of its piece, and the line along a side this share of that.
_LEAST, _ALONG = 0.85, 0.5
#: Lines on both sides that are nearer or farther apart than a piece is wide, by more than this share, are others.
_STRETCHED = 0.1
#: Directions this near to each other are one, as a sine.
_PARALLEL = 0.002
#: Pieces of more corners are round; an outline of more points is no ground.
_CORNERS, _MOST_POINTS = 8, 400
#: A ground of more points has round parts.
_MOST_CORNERS = 20
#: No piece lies farther off, in millimetres.
_FARTHEST = 2000.0
#: Where cut lines are drawn this share of pieces has them: of folded sheets the fronts alone.
_FRAMED = 0.25


class _Line(NamedTuple):
    """A stroke that may be a cut line: straight from one end to the other, or round with its box."""

    start: Point
    end: Point
    around: Box | None = None


class _Gaps(NamedTuple):
    """How far a ground reaches beyond two lines along its sides, ahead and behind; and how far these lie apart."""

    along: Point
    ahead: float
    behind: float
    apart: float

    @property
    def shift(self) -> float:
        """How far the ground is shifted: bleed is as wide on both sides."""
        return (self.ahead - self.behind) / 2

    @property
    def bleed(self) -> float:
        """How far the ground reaches beyond the lines on the average."""
        return (self.ahead + self.behind) / 2

    def fits(self, bleed: float) -> bool:
        """Tell whether the ground reaches both lines, and no farther beyond than a bleed."""
        return min(self.ahead, self.behind) > -_ONE_SIZE and self.bleed < bleed + _ONE_SIZE


def held(pages: Sequence[Page], pieces: Sequence[Found], bleed: float) -> tuple[Found, ...]:
    """Return pieces with how far their art lies off their cut lines, and its size where that is another.

    It may reach as far beyond as that of most of its component, or by the ``bleed`` that is known.
    """
    result = list(pieces)
    groups = grouped(range(len(pieces)), lambda k: (pieces[k].page, pieces[k].part))
    sheets: dict[int, _Sheet] = {}
    for (page, _), own in groups.items():
        if page not in sheets:
            sheets[page] = _Sheet(pages[page], [p for p in pieces if p.page == page])
        gaps = {k: sides for k in own if (sides := sheets[page].gaps(pieces[k]))}
        if len(gaps) < _FRAMED * len(own):  # crop marks and patterns are no cut lines
            continue
        most = max(bleed, median_low(one.bleed for sides in gaps.values() for one in sides))
        for k, sides in gaps.items():
            result[k] = _off(pieces[k], sides, most)
    return tuple(result)


def _off(piece: Found, sides: Sequence[_Gaps], bleed: float) -> Found:
    """Return a piece with its slip, or its size, as the lines along its sides tell."""
    other = [one for one in sides if not one.fits(bleed)]
    shifts = [(one.along, one.shift) for one in sides if abs(one.shift) > _HAIR or one not in other]
    slip = _least_squares(shifts)
    if math.hypot(*slip) > max(_HAIR, math.hypot(*piece.slip)):
        return piece._replace(slip=slip)
    if other:
        most = max(other, key=lambda one: abs(one.bleed))
        ground = most.apart + 2 * most.bleed
        width = _width(piece.outline, most.along)
        return piece._replace(sizes=(*piece.sizes, piece.sizes[0] * ground / width))
    return piece


def _least_squares(shifts: Sequence[tuple[Point, float]]) -> Point:
    """Return the shift that is so long along each of some unit directions, nearly.

    Where all directions are one, they say nothing across it.
    """
    xx = sum(n.x * n.x for n, _ in shifts)
    xy = sum(n.x * n.y for n, _ in shifts)
    yy = sum(n.y * n.y for n, _ in shifts)
    x, y = sum(n.x * by for n, by in shifts), sum(n.y * by for n, by in shifts)
    determinant = xx * yy - xy * xy
    if determinant < 0.1:
        return Point(x, y)
    return Point((x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant)


class _Sheet:
    """A page with the strokes that may be cut lines, found where they are asked for."""

    def __init__(self, page: Page, pieces: Sequence[Found]) -> None:
        self._page = page
        self._pieces = pieces
        self._grounds = {id(piece): [*self._fills(piece)] for piece in pieces}

    def gaps(self, piece: Found) -> list[_Gaps]:
        """Return how a piece lies between the lines along its sides, nothing unless all have lines."""
        fills = [self._page.marks[k] for k in self._grounds[id(piece)]]
        if not fills:
            return []
        mark = max(fills, key=lambda fill: fill.box.width * fill.box.height)
        (part,) = mark.shape.parts
        ground = [mark.transform.apply(point) for point in part.points]
        area, whole = (abs(signed_area(polygon)) for polygon in (ground, piece.outline))
        if area < _LEAST**2 * whole:  # only a part of it
            return []
        lines = self._near(piece.box.grown(_REACH))
        result = []
        for along in _directions(piece):
            length, width = _width(ground, along), _width(piece.outline, along)
            ways = along, Point(-along.x, -along.y)
            if not all(_is_side(ground, way) for way in ways):  # cut short beside another's bleed
                continue
            ahead, behind = ([*_beyond(ground, lines, way, piece)] for way in ways)
            pairs = (_Gaps(along, a, b, length - a - b) for a, b in product(ahead, behind))
            near = [one for one in pairs if abs(one.apart - width) <= _STRETCHED * width]
            if not near:
                return []
            right = [one for one in near if abs(one.apart - width) < _ONE_SIZE]
            result.append(min(right or near, key=lambda one: abs(one.shift)))
        return result

    def _fills(self, piece: Found) -> Iterator[int]:
        """Yield the numbers of the fills that may be a piece's ground, with its bleed or without."""
        box = piece.box
        most = min(_REACH, _SHARE * min(box.width, box.height))
        for k in self._page.near(box):
            mark = self._page.marks[k]
            if mark.fill is None or len(mark.shape.parts) != 1 or mark.clips:
                continue
            own = mark.box
            if (
                _LEAST * box.width < own.width < box.width + 2 * _REACH
                and _LEAST * box.height < own.height < box.height + 2 * _REACH
                and own.centre.distance(box.centre) < most
                and mark.shape.count <= _MOST_POINTS
            ):
                yield k

    def _near(self, box: Box) -> list[_Line]:
        """Return the lines about a place that belong to no piece's art."""
        lines = {id(line): line for cell in _squares(box) for line in self._lines.get(cell, ())}
        return [*lines.values()]

    @cached_property
    def _lines(self) -> dict[tuple[int, int], list[_Line]]:
        """The lines of strokes that belong to no piece's art, by the squares they touch, each place once."""
        result: dict[tuple[int, int], list[_Line]] = {}
        known: set[tuple[int, ...]] = set()
        for k, mark in enumerate(self._page.marks):
            if mark.fill is not None or k in self._art or _is_cut_off(mark):
                continue
            for line in (line for part in mark.shape.parts for line in _lines(mark, part)):
                box = line.around or bounds((line.start, line.end))
                falls = (line.end.x - line.start.x) * (line.end.y - line.start.y) < 0
                if (key := (falls, *(round(100 * v) for v in box))) not in known:
                    known.add(key)
                    for cell in _squares(box):
                        result.setdefault(cell, []).append(line)
        return result

    @cached_property
    def _art(self) -> frozenset[int]:
        """The numbers of the strokes that are painted within a ground after it, before others are.

        A frame that nothing is painted in after it is none of them, but may be the last piece's cut line.
        """
        grounds = {k for fills in self._grounds.values() for k in fills}
        art: set[int] = set()
        frames: set[int] = set()
        within: Box | None = None
        for k, mark in enumerate(self._page.marks):
            if k in grounds:
                within, art, frames = _box(mark).grown(_ONE_SIZE), art | frames, set()
            elif within is None or not within.meets(mark.box):
                within = within if mark.fill or mark.clips else None
            elif within.holds(_box(mark)):
                if mark.fill is not None:
                    art, frames = art | frames, set()
                (frames if _is_frame(mark, within) else art).add(k)
            elif mark.fill is None and not mark.clips:
                within = None
        return frozenset(art)


def _is_frame(mark: Mark, within: Box) -> bool:
    """Tell whether a stroke goes round a ground."""
    box = mark.box
    is_closed = mark.fill is None and all(part.closed for part in mark.shape.parts)
    return is_closed and box.width > _LEAST * within.width and box.height > _LEAST * within.height


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    """Return the squares that a box touches, those far off the page aside."""
    return cells(Box(*(min(max(side, -1.0), _FARTHEST) for side in box)))


def _lines(mark: Mark, part: Part) -> Iterator[_Line]:
    """Yield the straight lines of a run of points, or the round line that it is."""
    points = [mark.transform.apply(point) for point in part.points]
    if part.closed:
        if (around := round_box(points)) is not None:
            yield _Line(around.centre, around.centre, around)
            return
        points.append(points[0])
    for start, end in pairwise(points):
        yield _Line(start, end)


def _box(mark: Mark) -> Box:
    """Return the box around a mark's own points: its other holds a turned shape's box."""
    return _around(mark.shape, mark.transform)


def _around(shape: Shape, lying: Transform) -> Box:
    """Return the box around a shape's points as it lies, kept for each turn of it."""
    a, b, c, d, e, f = lying
    turn = Transform(a, b, c, d)
    box: Box = shape.known(
        ("around", turn),
        lambda: bounds(turn.apply(point) for part in shape.parts for point in part.points),
    )
    return Box(box.left + e, box.top + f, box.right + e, box.bottom + f)


def _is_cut_off(mark: Mark) -> bool:
    """Tell whether a clip may cut off a part of a mark, as it does of hatches."""
    return any(not _around(*clip).holds(_box(mark)) for clip in mark.clips)


def _directions(piece: Found) -> Iterator[Point]:
    """Return the unit normals of a piece's sides, of two that lie opposite one; of a disc two."""
    if len(piece.outline) > _CORNERS:
        return iter((Point(1.0, 0.0), Point(0.0, 1.0)))
    return islice(piece.normals, len(piece.outline) // 2)


def _beyond(
    ground: Sequence[Point], lines: Sequence[_Line], way: Point, piece: Found
) -> Iterator[float]:
    """Yield how far a ground reaches beyond the lines along its side that faces some way."""
    box = piece.box
    reach = min(_REACH, _SHARE * min(box.width, box.height))
    is_round = len(piece.outline) > _CORNERS
    extent = max(p.x * way.x + p.y * way.y for p in ground)
    across = [way.x * p.y - way.y * p.x for p in (piece.outline if not is_round else ground)]
    side = extent, min(across), max(across)
    known: set[int] = set()
    for line in lines:
        if is_round != (line.around is not None):
            continue
        at = _round_at(line, way, piece, reach) if is_round else _straight_at(line, way, side)
        if at is not None and abs(extent - at) < reach and round(100 * at) not in known:
            known.add(round(100 * at))
            yield extent - at


def _round_at(line: _Line, way: Point, piece: Found, reach: float) -> float | None:
    """Return how far a round line about a piece reaches some way, None for one about another."""
    assert line.around is not None
    centre, box = line.around.centre, line.around
    if centre.distance(piece.centre) > reach or box.width < _LEAST * piece.box.width:
        return None
    return centre.x * way.x + centre.y * way.y + abs(way.x * box.width + way.y * box.height) / 2


def _straight_at(line: _Line, way: Point, side: tuple[float, float, float]) -> float | None:
    """Return where a line along a side lies some way, None where it does not run along it."""
    (x, y), (u, v) = line.start, line.end
    length = math.hypot(u - x, v - y)
    if not length or abs((u - x) * way.x + (v - y) * way.y) > _PARALLEL * length:
        return None
    _, low, high = side
    ends = sorted((way.x * y - way.y * x, way.x * v - way.y * u))
    # Of a hexagon a side is half as long as the piece is wide across it.
    if min(ends[1], high) - max(ends[0], low) < _ALONG * (high - low) / 2:
        return None
    return (x * way.x + y * way.y + u * way.x + v * way.y) / 2


def _is_side(ground: Sequence[Point], way: Point) -> bool:
    """Tell whether what reaches farthest some way is a side, or round, not a corner."""
    if len(ground) > _MOST_CORNERS:
        return True
    reaches = [p.x * way.x + p.y * way.y for p in ground]
    return sum(max(reaches) - reach < _HAIR for reach in reaches) > 1


def _width(points: Sequence[Point], way: Point) -> float:
    """Return how wide points lie apart along some way."""
    reaches = [p.x * way.x + p.y * way.y for p in points]
    return max(reaches) - min(reaches)
