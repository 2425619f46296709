"""How pieces lie in their cut lines: the ground of each against the cell of lines about it.

A piece whose face is plain is found wherever its ground lies; only the lines tell that it is not
cut there.  Lines to cut along are of one ink, drawn after the art; a ground reaches beyond them on
opposite sides alike.  Knows neither games nor colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Point, signed_area
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import Shape
from generator.checking.recognise.results import Found

#: Art that is shifted by less is in place, or all but; bleeds that differ by more are two; in millimetres.
_HAIR, _ONE_PLACE, _ONE_BLEED = 0.02, 0.06, 0.03
#: Art lies no farther from its cut lines than this, nor than this share of the piece; in millimetres.
_REACH, _SHARE = 8.0, 0.45
#: A ground is at least this share of its piece, and has no more points.
_LEAST, _MOST_POINTS = 0.85, 400
#: A cell is larger or smaller than its piece by no more than this share, and fills its box alike, by the second.
_STRETCHED, _FILLED = 0.1, 0.01
#: Ends of lines that are alike to so many digits are one.
_DIGITS = 2
#: Lines of no more inks are looked at, and so few of one ink may cross.
_MOST_INKS, _FEW = 20, 120
#: Where cut lines are drawn this share of pieces has them: of folded sheets the fronts alone.
_FRAMED = 0.25

#: What lines go about, one a row: the box, and how much of it that fills.
_Cells = NDArray[np.float64]


class _Gap(NamedTuple):
    """How a ground lies in its cell: how far its middle is off, and how far it reaches beyond, each way."""

    ground: Box
    shift: Point
    bleed: Point

    @property
    def off(self) -> float:
        """How far the ground is off."""
        return math.hypot(*self.shift)


def held(pages: Sequence[Page], pieces: Sequence[Found], bleed: float) -> tuple[Found, ...]:
    """Return pieces with how far their art lies off their cut lines, and its size where that is another.

    It may reach as far beyond as that of most of its component, or by the ``bleed`` that is known.
    """
    result = list(pieces)
    groups = grouped(range(len(pieces)), lambda k: (pieces[k].page, pieces[k].part))
    cells = {number: [*_cells(pages[number])] for number in {number for number, _ in groups}}
    for (number, _), own in groups.items():
        gaps = _gaps(pages[number], {k: pieces[k] for k in own}, cells[number])
        # A hexagon reaches farther beyond at its corners.
        usual = [
            median_low(ways) for ways in zip(*(gap.bleed for gap in gaps.values()), strict=True)
        ]
        for k, gap in gaps.items():
            result[k] = _off(pieces[k], gap, usual, bleed * 2 / SQRT3)
    return tuple(result)


def _gaps(page: Page, pieces: Mapping[int, Found], inks: Sequence[_Cells]) -> dict[int, _Gap]:
    """Return how pieces lie in the cells of the ink that they are cut along."""
    grounds = {k: ground for k, piece in pieces.items() if (ground := _ground(page, piece))}
    all_off: dict[int, _Gap] = {}
    for cells in inks:
        ways = ((k, _gap(pieces[k], *ground, cells)) for k, ground in grounds.items())
        gaps = {k: gap for k, gap in ways if gap}
        if sum(gap.off < _ONE_PLACE for gap in gaps.values()) >= _FRAMED * len(pieces):
            return gaps
        if len(gaps) == len(pieces):  # crop marks and patterns are no cut lines
            all_off = all_off or gaps
    return all_off


def _off(piece: Found, gap: _Gap, usual: Sequence[float], most: float) -> Found:
    """Return a piece with its slip, or its size where the ground does not reach as far beyond as is usual, or may be."""
    if gap.off > max(_HAIR, math.hypot(*piece.slip)):
        return piece._replace(slip=gap.shift)
    ways = zip(gap.bleed, usual, strict=True)
    if all(least - _ONE_BLEED < way < max(least, most) + _ONE_BLEED for way, least in ways):
        return piece
    shares = gap.ground.width / piece.box.width, gap.ground.height / piece.box.height
    share = max(shares, key=lambda one: abs(one - 1))
    return piece._replace(sizes=(*piece.sizes, piece.sizes[0] * share))


def _gap(piece: Found, ground: Box, filled: float, cells: _Cells) -> _Gap | None:
    """Return how a ground lies in the cell that is most like its piece and about it, None where there is none."""
    sides, own = cells[:, 2:4] - cells[:, :2], np.array((piece.box.width, piece.box.height))
    shifts = np.array(ground.centre) - (cells[:, :2] + cells[:, 2:4]) / 2
    unlike, far = np.abs(sides - own), np.hypot(*shifts.T)
    is_own = (unlike <= _STRETCHED * own).all(axis=1) & (far < _reach(piece))
    is_own &= np.abs(cells[:, 4] - filled) < _FILLED
    if not is_own.any():
        return None
    k = np.where(is_own, unlike.sum(axis=1) + far, np.inf).argmin()
    bleed = (ground.width - sides[k, 0]) / 2, (ground.height - sides[k, 1]) / 2
    return _Gap(ground, Point(*shifts[k].tolist()), Point(*map(float, bleed)))


def _reach(piece: Found) -> float:
    """Return how far the art of a piece may lie off its cut lines."""
    box = piece.box
    return min(_REACH, _SHARE * min(box.width, box.height))


def _ground(page: Page, piece: Found) -> tuple[Box, float] | None:
    """Return the box of a piece's ground, with its bleed or without, and how much it fills; None where it has none."""
    box, reach = piece.box, _reach(piece)

    def is_about(own: Box) -> bool:
        sides = (own.width, box.width), (own.height, box.height)
        is_as_large = all(_LEAST * side < a < side + 2 * _REACH for a, side in sides)
        return is_as_large and own.centre.distance(box.centre) < reach

    marks = (page.marks[k] for k in page.near(box))
    fills = (
        mark
        for mark in marks
        if mark.fill is not None
        and not mark.clip
        and is_about(mark.box)
        and len(mark.shape.parts) == 1
        and mark.shape.count <= _MOST_POINTS
    )
    largest = max(fills, key=lambda fill: fill.box.width * fill.box.height, default=None)
    if largest is None:
        return None
    points, box = [*map(largest.transform.apply, largest.shape.parts[0].points)], largest.box
    return box, abs(signed_area(points)) / (box.width * box.height)


def _cells(page: Page) -> Iterator[_Cells]:
    """Yield what the lines of a page go about, an ink at a time, those first that are drawn last."""
    inks: dict[tuple[str | None, float], list[NDArray[np.complex128]]] = {}
    for mark in reversed(page.marks):
        if mark.fill is None and not mark.clip:
            ends = mark.shape.known("ends", partial(_ends, mark.shape))
            a, b, c, d, e, f = mark.transform
            lines = (ends @ np.array([[a, b], [c, d]]) + (e, f)).round(_DIGITS)
            sides = inks.setdefault((mark.stroke, round(mark.width, 2)), [])
            sides.append(lines.view(np.complex128).reshape(-1, 2))
    for sides in [*inks.values()][:_MOST_INKS]:
        ends = np.unique(np.sort(np.concatenate(sides), axis=1), axis=0)
        ends = ends[ends[:, 0] != ends[:, 1]]
        lines = shapely.linestrings(np.stack([ends.real, ends.imag], axis=2))
        if len(lines) <= _FEW:  # some programs join those of a row, which then cross
            lines = shapely.get_parts(shapely.union_all(lines, grid_size=0.1**_DIGITS))
        rings = shapely.get_exterior_ring(shapely.get_parts(shapely.polygonize(lines)))
        if len(rings):
            boxes = shapely.bounds(rings)
            areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
            yield np.column_stack([boxes, shapely.area(shapely.polygons(rings)) / areas])


def _ends(shape: Shape) -> NDArray[np.float64]:
    """Return where a shape's lines begin and end, in turn."""
    rings = ((*part.points, *part.points[: int(part.closed)]) for part in shape.parts)
    ends = [end for ring in rings for line in pairwise(ring) for end in line]
    return np.array(ends).reshape(-1, 2)
