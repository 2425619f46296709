"""How many pieces fit a sheet and where: packing hexagons, rectangles and discs.

Pure arithmetic in millimetres; nothing is drawn here.  Lattices are written in one frame: rows
of pieces with a pitch along the row, a pitch from row to row, and a shift of every other row.
Flat-top hexagons are the same lattice with x and y exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.drawing.parts import Cutout, Pieces
from engine.errors import OptionError
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Box, Point, bounds, number

PACKINGS = ("honeycomb", "rows", "separate")
ORIENTATIONS = ("auto", "pointy", "flat")

#: Pieces that share no edge stand so far apart unless told otherwise.
LEAST_GAP = 2.0

#: Lengths closer than this are equal: a row of five 40 mm tiles fits 200 mm.
EPSILON = 1e-6


class Spacing(NamedTuple):
    """How pieces are set: the packing, the gap between them, the bleed around each.

    ``marks`` is the gap that crop marks need, where none is asked for.
    """

    packing: str = "honeycomb"
    gap: float = 0.0
    bleed: float = 0.0
    marks: float = 0.0


class Lattice(NamedTuple):
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
        """Return the layout shifted by (dx, dy)."""
        sites = tuple(p.moved(dx, dy) for p in self.sites)
        return SheetLayout(self.orientation, sites, self.extent.moved(dx, dy))


def lattice(shape: Cutout, spacing: Spacing) -> Lattice:
    """Return the lattice of a shape standing unturned (hexagons pointy-top)."""
    pitch = shape.width + spacing.gap
    if spacing.packing == "rows" and shape.kind == "hexagon":
        # Trihexagonal: each edge's line runs on along edges only, so every cut is straight.
        circumradius = shape.width / SQRT3
        return Lattice(2 * circumradius, shape.width, circumradius)
    if shape.kind == "hexagon" or (shape.kind == "disc" and spacing.packing != "rows"):
        return Lattice(pitch, pitch * SQRT3 / 2, pitch / 2)
    return Lattice(pitch, shape.height + spacing.gap, 0.0)


def _frame(shape: Cutout, orientation: Orientation, spacing: Spacing) -> tuple[Cutout, bool]:
    """Return the box of a shape in its lattice's frame, and whether that has x and y exchanged."""
    if shape.kind == "hexagon" and spacing.packing == "rows":
        # The rows of the trihexagonal lattice run upright for pointy-top tiles.
        turned = shape._replace(width=shape.height, height=shape.width)
        return turned, orientation is Orientation.POINTY
    return shape, orientation is Orientation.FLAT


def widths(
    shape: Cutout, orientation: Orientation, spacing: Spacing, width: float
) -> Iterator[float]:
    """Yield the widths, from the least up to ``width``, at which more pieces lie side by side."""
    grid = lattice(shape, spacing)
    box, swap = _frame(shape, orientation, spacing)
    first, step = (box.height, grid.across) if swap else (box.width, grid.along)
    # Half a step more where every other row is shifted.
    starts = (0.0,) if swap or not grid.shift else (0.0, grid.shift)
    for k in range(math.floor((width - first) / step + EPSILON) + 1):
        for start in starts:
            if (found := first + start + k * step) <= width + EPSILON:
                yield found


def _rows(
    box: Cutout, grid: Lattice, width: float, height: float
) -> list[tuple[float, int, float]]:
    """Return (shift, count, y) of every row of pieces in ``width`` by ``height``, y from 0."""
    if box.width > width + EPSILON or box.height > height + EPSILON:
        return []
    rows = math.floor((height - box.height) / grid.across + EPSILON) + 1
    result = []
    for row in range(rows):
        shift = grid.shift if row % 2 else 0.0
        room = width - box.width - shift
        count = math.floor(room / grid.along + EPSILON) + 1 if room > -EPSILON else 0
        if count:
            result.append((shift, count, row * grid.across))
    return result


def fill(shape: Cutout, orientation: Orientation, spacing: Spacing, area: Box) -> SheetLayout:
    """Return the fullest layout of a shape in one orientation, in the middle of ``area``.

    Bleed stays inside the area too.  The layout is empty where not one piece fits.
    """
    half, art = (one.turned(orientation) for one in (shape, shape.grown(spacing.bleed)))
    x, y = (art.width - half.width) / 2, (art.height - half.height) / 2
    room = Box(area.left + x, area.top + y, area.right - x, area.bottom - y)
    found = packed(shape, orientation, spacing, (room.width, room.height))
    if not found.sites:
        return SheetLayout(orientation, (), Box(*room.centre, *room.centre))
    dx = room.left - found.extent.left + (room.width - found.extent.width) / 2
    dy = room.top - found.extent.top + (room.height - found.extent.height) / 2
    return found.moved(dx, dy)


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
    grid = lattice(shape, spacing)
    box, swap = _frame(shape, orientation, spacing)
    width, height = room[::-1] if swap else room
    rows = _rows(box, grid, width, height)
    places = [(column, shift, y) for shift, count, y in rows for column in range(count)]
    if swap:  # rows run up and down: take them across, so that a part of them is one piece, too
        places.sort(key=lambda place: (place[0], place[2]))
    centres = [
        (shift + column * grid.along + box.width / 2, y + box.height / 2)
        for column, shift, y in places
    ]
    if swap:
        centres = [(y, x) for x, y in centres]
        box = box._replace(width=box.height, height=box.width)
    if not centres:
        return SheetLayout(orientation, (), Box(0.0, 0.0, 0.0, 0.0))
    left, top, right, bottom = bounds(centres[:most])
    x, y = box.width / 2, box.height / 2
    extent = Box(left - x, top - y, right + x, bottom + y)
    return SheetLayout(orientation, tuple(Point(*at) for at in centres[:most]), extent)


def orientations(pieces: Pieces, wanted: str) -> tuple[Orientation, ...]:
    """Return the orientations to try, the unturned one first.

    Raises OptionError for an unknown word.
    """
    if wanted not in ORIENTATIONS:
        raise OptionError(f"no orientation '{wanted}'; known are {', '.join(ORIENTATIONS)}")
    if not pieces.turnable or pieces.shape(pieces.size).kind == "disc":
        return (Orientation.POINTY,)
    if wanted == "auto" or pieces.shape(pieces.size).kind != "hexagon":
        return (Orientation.POINTY, Orientation.FLAT)
    return (Orientation(wanted),)


def best(pieces: Pieces, spacing: Spacing, areas: Iterable[Box], wanted: str) -> SheetLayout:
    """Return the layout that holds most; among equals the first area and orientation.

    Raises OptionError for unknown words.
    """
    spacing = fitting_spacing(pieces, spacing)
    shape = pieces.shape(pieces.size)
    tried = [
        fill(shape, orientation, spacing, area)
        for area in areas
        for orientation in orientations(pieces, wanted)
    ]
    return max(tried, key=lambda layout: layout.capacity)


def fitting_spacing(pieces: Pieces, spacing: Spacing) -> Spacing:
    """Return the spacing a component can have: things that share no edge stand apart.

    Raises OptionError for an unknown packing, and for a gap the packing has no room for.
    """
    if spacing.packing not in PACKINGS:
        raise OptionError(f"no packing '{spacing.packing}'; known are {', '.join(PACKINGS)}")
    if not pieces.shares_edges and spacing.packing != "separate":
        return fitting_spacing(pieces, spacing._replace(packing="separate"))
    if spacing.packing == "separate":
        usual = max(LEAST_GAP, spacing.marks)
        return spacing._replace(gap=max(spacing.gap or usual, 2 * spacing.bleed))
    if spacing.gap:
        raise OptionError(
            f"pieces in {spacing.packing} packing share their edges; "
            f"for a gap of {number(spacing.gap)} mm ask for --packing separate"
        )
    return spacing


def largest(pieces: Pieces, spacing: Spacing, areas: list[Box], wanted: str, count: int) -> float:
    """Return the largest size, in steps of 0.1 mm, of which ``count`` fit one sheet, or 0.

    Raises OptionError for unknown words.
    """
    low, high = 0, math.ceil(max(max(a.width, a.height) for a in areas) * 10)
    while low < high:  # capacity never grows with size: halve the interval
        middle = (low + high + 1) // 2
        if best(pieces.at(middle / 10), spacing, areas, wanted).capacity >= count:
            low = middle
        else:
            high = middle - 1
    return low / 10


def whole_sheets(pieces: Pieces, spacing: Spacing, areas: list[Box], wanted: str) -> Pieces:
    """Return the component in the size, within its limits, that fills whole sheets best.

    For every number of sheets that the limits allow there is a largest size at which all pieces
    fit them; of these the one that leaves the fewest places empty is taken, and among equals
    the nearest to the component's own size.  Without limits, or where none fits, the size stays.

    Raises OptionError for unknown words.
    """
    if pieces.fitting is None:
        return pieces
    low, high = pieces.fitting
    total = len(pieces.pieces)
    fewest = best(pieces.at(low), spacing, areas, wanted).capacity
    most = best(pieces.at(high), spacing, areas, wanted).capacity
    if not most or not fewest:
        return pieces

    def empty_places(size: float) -> int:
        return -total % best(pieces.at(size), spacing, areas, wanted).capacity

    sizes = [
        largest(pieces, spacing, areas, wanted, math.ceil(total / sheets))
        for sheets in range(math.ceil(total / fewest), math.ceil(total / most) + 1)
    ]
    fitting = [size for size in sizes if low <= size <= high]
    if not fitting:
        return pieces
    return pieces.at(min(fitting, key=lambda size: (empty_places(size), abs(size - pieces.size))))
