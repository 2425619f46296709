"""How many pieces fit a sheet and where: packing hexagons, rectangles and discs, and labels.

Pure arithmetic in millimetres; nothing is drawn here.  Lattices are written in one frame: rows
of pieces with a pitch along the row, a pitch from row to row, and a shift of every other row.
Flat-top hexagons are the same lattice with x and y exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.drawing.parts import Cutout, Pieces
from engine.errors import OptionError
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Box, Point, bounds, contains, number
from generator.printing.presets import LabelGrid

#: Pieces that share no edge stand so far apart unless told otherwise.
LEAST_GAP = 2.0
#: Lengths closer than this are equal: a row of five 40 mm tiles fits 200 mm.
EPSILON = 1e-6
#: Lengths of labels are written to thousandths.
_CLOSE = 0.001


class Spacing(NamedTuple):
    """How pieces are set: the packing, the gap between them, the bleed around each.

    ``marks`` is the gap that crop marks need, where none is asked for.
    """

    packing: str = "honeycomb"
    gap: float = 0.0
    bleed: float = 0.0
    marks: float = 0.0


class _Lattice(NamedTuple):
    """Rows of ``along`` pitch, ``across`` apart, every other one shifted by ``shift``."""

    along: float
    across: float
    shift: float


@dataclass(frozen=True)
class SheetLayout:
    """Where the pieces of one sheet go: centres, row by row, and the box of their outlines."""

    orientation: Orientation
    sites: tuple[Point, ...]
    extent: Box

    @property
    def capacity(self) -> int:
        return len(self.sites)

    def moved(self, dx: float, dy: float) -> SheetLayout:
        sites = tuple(p.moved(dx, dy) for p in self.sites)
        return SheetLayout(self.orientation, sites, self.extent.moved(dx, dy))


def _laid_out(
    orientation: Orientation, sites: Sequence[tuple[float, float]], box: Cutout
) -> SheetLayout:
    left, top, right, bottom = bounds(sites)
    x, y = box.width / 2, box.height / 2
    extent = Box(left - x, top - y, right + x, bottom + y)
    return SheetLayout(orientation, tuple(Point(*at) for at in sites), extent)


def _lattice(
    shape: Cutout, orientation: Orientation, spacing: Spacing
) -> tuple[_Lattice, Cutout, bool]:
    """Return the lattice of a shape, its box there, and whether that has x and y exchanged."""
    pitch, swap = shape.width + spacing.gap, orientation is Orientation.FLAT
    if spacing.packing == "rows" and shape.kind == "hexagon":
        # Trihexagonal: each edge's line runs on along edges only, so every cut is straight.
        # Its rows run upright for pointy-top tiles.
        circumradius = shape.width / SQRT3
        turned = shape._replace(width=shape.height, height=shape.width)
        return _Lattice(2 * circumradius, shape.width, circumradius), turned, not swap
    if shape.kind == "hexagon" or (shape.kind == "disc" and spacing.packing != "rows"):
        return _Lattice(pitch, pitch * SQRT3 / 2, pitch / 2), shape, swap
    return _Lattice(pitch, shape.height + spacing.gap, 0.0), shape, swap


def widths(
    shape: Cutout, orientation: Orientation, spacing: Spacing, width: float
) -> Iterator[float]:
    """Yield the widths, from the least up to ``width``, at which more pieces lie side by side."""
    grid, box, swap = _lattice(shape, orientation, spacing)
    first, step = (box.height, grid.across) if swap else (box.width, grid.along)
    # Half a step more where every other row is shifted.
    starts = (0.0,) if swap or not grid.shift else (0.0, grid.shift)
    for k in range(math.floor((width - first) / step + EPSILON) + 1):
        for start in starts:
            if (one := first + start + k * step) <= width + EPSILON:
                yield one


def packed(
    shape: Cutout,
    orientation: Orientation,
    spacing: Spacing,
    room: tuple[float, float],
    most: int | None = None,
) -> SheetLayout:
    """Return the fullest layout of a shape in a room (width, height) from the origin, row by row.

    Of all places only the first ``most`` are taken.  ``room`` is that of outlines, without bleed.
    """
    grid, box, swap = _lattice(shape, orientation, spacing)
    width, height = room[::-1] if swap else room
    places: list[tuple[int, float, float]] = []  # column, shift of the row, its y
    fits = box.width <= width + EPSILON and box.height <= height + EPSILON
    rows = math.floor((height - box.height) / grid.across + EPSILON) + 1 if fits else 0
    for row in range(rows):
        shift = grid.shift if row % 2 else 0.0
        free = width - box.width - shift
        count = math.floor(free / grid.along + EPSILON) + 1 if free > -EPSILON else 0
        places += ((column, shift, row * grid.across) for column in range(count))
    if swap:  # rows run up and down: take them across, so that a part of them is one piece, too
        places.sort(key=lambda place: (place[0], place[2]))
    centres = [
        (shift + column * grid.along + box.width / 2, y + box.height / 2)
        for column, shift, y in places[:most]
    ]
    if not centres:
        return SheetLayout(orientation, (), Box(0.0, 0.0, 0.0, 0.0))
    if swap:
        centres = [(y, x) for x, y in centres]
        box = box._replace(width=box.height, height=box.width)
    return _laid_out(orientation, centres, box)


def fill(shape: Cutout, orientation: Orientation, spacing: Spacing, area: Box) -> SheetLayout:
    """Return the fullest layout of a shape in one orientation, in the middle of ``area``.

    Bleed stays inside the area too.  The layout is empty where not one piece fits.
    """
    half, art = (one.turned(orientation) for one in (shape, shape.grown(spacing.bleed)))
    x, y = (art.width - half.width) / 2, (art.height - half.height) / 2
    room = Box(area.left + x, area.top + y, area.right - x, area.bottom - y)
    one = packed(shape, orientation, spacing, (room.width, room.height))
    if not one.sites:
        return SheetLayout(orientation, (), Box(*room.centre, *room.centre))
    dx = room.left - one.extent.left + (room.width - one.extent.width) / 2
    dy = room.top - one.extent.top + (room.height - one.extent.height) / 2
    return one.moved(dx, dy)


def orientations(pieces: Pieces, orientation: str) -> tuple[Orientation, ...]:
    """Return the orientations to try, the unturned one first.

    Raises OptionError for an unknown word.
    """
    kind = pieces.shape(pieces.size).kind
    if not pieces.turnable or kind == "disc":
        return (Orientation.POINTY,)
    if orientation == "auto" or kind != "hexagon":
        return (Orientation.POINTY, Orientation.FLAT)
    return (Orientation(orientation),)


def best(pieces: Pieces, spacing: Spacing, areas: Iterable[Box], orientation: str) -> SheetLayout:
    """Return the layout that holds most; among equals the first area and orientation.

    Raises OptionError for unknown words.
    """
    spacing, shape = fitting_spacing(pieces, spacing), pieces.shape(pieces.size)
    ways = orientations(pieces, orientation)
    tried = [fill(shape, way, spacing, area) for area in areas for way in ways]
    return max(tried, key=lambda layout: layout.capacity)


def fitting_spacing(pieces: Pieces, spacing: Spacing) -> Spacing:
    """Return the spacing a component can have: things that share no edge stand apart.

    Raises OptionError for an unknown packing, and for a gap the packing has no room for.
    """
    if spacing.packing == "separate" or not pieces.shares_edges:
        least = max(spacing.gap or max(LEAST_GAP, spacing.marks), 2 * spacing.bleed)
        return spacing._replace(packing="separate", gap=least)
    if spacing.gap:
        raise OptionError(
            f"pieces in {spacing.packing} packing share their edges; "
            f"for a gap of {number(spacing.gap)} mm ask for --packing separate"
        )
    return spacing


def largest(
    pieces: Pieces, spacing: Spacing, areas: list[Box], orientation: str, count: int
) -> float:
    """Return the largest size, in steps of 0.1 mm, of which ``count`` fit one sheet, or 0.

    Raises OptionError for unknown words.
    """
    low, high = 0, math.ceil(max(max(a.width, a.height) for a in areas) * 10)
    while low < high:  # capacity never grows with size: halve the interval
        middle = (low + high + 1) // 2
        if best(pieces.at(middle / 10), spacing, areas, orientation).capacity >= count:
            low = middle
        else:
            high = middle - 1
    return low / 10


def whole_sheets(pieces: Pieces, spacing: Spacing, areas: list[Box], orientation: str) -> Pieces:
    """Return the component in the size, within its limits, that fills whole sheets best.

    For every number of sheets that the limits allow there is a largest size at which all pieces
    fit them; of these the one that leaves the fewest places empty is taken, and among equals
    the nearest to the component's own size.  Without limits, or where none fits, the size stays.

    Raises OptionError for unknown words.
    """

    def per_sheet(size: float) -> int:
        return best(pieces.at(size), spacing, areas, orientation).capacity

    low, high = pieces.fitting or (0.0, 0.0)
    total = len(pieces.pieces)
    if not high or not (most := per_sheet(high)) or not (fewest := per_sheet(low)):
        return pieces
    sizes = [
        largest(pieces, spacing, areas, orientation, math.ceil(total / sheets))
        for sheets in range(math.ceil(total / fewest), math.ceil(total / most) + 1)
    ]
    fitting = [(-total % per_sheet(size), size) for size in sizes if low <= size <= high]
    if not fitting:
        return pieces
    return pieces.at(min(fitting, key=lambda one: (one[0], abs(one[1] - pieces.size)))[1])


# ------------------------------------------------------------------- labels that are cut already


def on_labels(part: Pieces, grid: LabelGrid, orientation: str) -> tuple[Pieces, SheetLayout]:
    """Return a component in its size, or as large as the labels are, and its places."""
    ways = orientations(part, orientation)

    def way_of(size: float) -> Orientation | None:
        return next((way for way in ways if holds(grid, part.shape(size), way)), None)

    sizes = (s / 10 for s in range(math.floor(grid.width * 20), 0, -1))
    most = next(filter(way_of, sizes), 0.0)
    if grid.fill and most:
        part = part.at(most)
    if (way := way_of(part.size)) is None:
        least = f"the largest that fits is {number(most)} mm" if most else "no size fits"
        raise OptionError(f"{number(part.size)} mm is too large for labels of {grid.size}; {least}")
    return part, _laid_out(way, grid.middles, part.shape(part.size).turned(way))


def holds(grid: LabelGrid, cut: Cutout, way: Orientation) -> bool:
    """Tell whether a piece lies on a label."""
    box = cut.turned(way)
    corners = cut.corners(way) or [
        Point(box.width / 2 * math.cos(k / 9), box.width / 2 * math.sin(k / 9)) for k in range(57)
    ]
    if grid.shape == "disc":
        return max(math.hypot(*c) for c in corners) <= grid.width / 2 + _CLOSE
    if grid.shape == "hexagon":
        stands = Orientation.POINTY if grid.width < grid.height else Orientation.FLAT
        rim = Cutout("hexagon", grid.width, grid.height).corners(stands)
        if not all(contains(rim, Point(x * 0.999, y * 0.999)) for x, y in corners):
            return False
    return box.width <= grid.width + _CLOSE and box.height <= grid.height + _CLOSE
