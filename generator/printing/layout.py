"""How many pieces fit a sheet and where: packing hexagons, rectangles and discs, and labels.

Lattices are written in one frame: rows of pieces with a pitch along the row, a pitch from row to row,
and a shift of every other row.  Flat-top hexagons are the same lattice with x and y exchanged.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.drawing.parts import Cutout, Pieces
from engine.errors import OptionError
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Box, Point, bounds, contains, number
from generator.printing.presets import LabelGrid
from generator.printing.template import PrintSettings

#: Pieces that share no edge stand so far apart unless told otherwise.
LEAST_GAP = 2.0
#: What crop marks take at the edge of the art, and between pieces that stand apart.
MARK_ROOM, MARK_GAP = 3.0, 2.2
#: Lengths closer than this are equal: a row of five 40 mm tiles fits 200 mm.
EPSILON = 1e-6
#: Lengths of labels are written to thousandths.
_CLOSE = 0.001


def fitting(part: Pieces, printing: PrintSettings) -> PrintSettings:
    """Return the settings a component can have: things that share no edge stand apart.

    Raises OptionError for a gap that the packing has no room for.
    """
    gap, least = printing.gap, 2 * printing.bleed
    if printing.packing == "separate" or not part.shares_edges:
        marks = least + MARK_GAP if printing.marks == "crop" else 0.0
        wide = max(gap or max(LEAST_GAP, marks), least)
        return replace(printing, packing="separate", gap=wide)
    if gap:
        raise OptionError(
            f"pieces in {printing.packing} packing share their edges; "
            f"for a gap of {number(gap)} mm ask for --packing separate"
        )
    return printing


def ways(part: Pieces, printing: PrintSettings) -> tuple[Orientation, ...]:
    """Return the orientations to try for a component, the unturned one first."""
    kind = part.shape(part.size).kind
    if not part.turnable or kind == "disc":
        return (Orientation.POINTY,)
    if printing.orientation == "auto" or kind != "hexagon":
        return (Orientation.POINTY, Orientation.FLAT)
    return (Orientation(printing.orientation),)


class SheetLayout(NamedTuple):
    """Where the pieces of one sheet go: centres, row by row, and the box of their outlines."""

    orientation: Orientation
    sites: tuple[Point, ...] = ()
    extent: Box = Box(0.0, 0.0, 0.0, 0.0)

    @property
    def capacity(self) -> int:
        return len(self.sites)

    def moved(self, dx: float, dy: float) -> SheetLayout:
        sites = tuple(p.moved(dx, dy) for p in self.sites)
        return SheetLayout(self.orientation, sites, self.extent.moved(dx, dy))


class _Lattice(NamedTuple):
    """Rows of places ``along`` apart, ``across`` from row to row, every other one shifted.

    With ``swap`` rows run up and down.
    """

    along: float
    across: float
    shift: float
    swap: bool


def _lattice(shape: Cutout, way: Orientation, printing: PrintSettings) -> _Lattice:
    pitch, swap = shape.width + printing.gap, way is Orientation.FLAT
    if printing.packing == "rows" and shape.kind == "hexagon":
        # Trihexagonal: each edge's line runs on along edges only, so every cut is straight.
        # Its rows run upright for pointy-top tiles.
        circumradius = shape.width / SQRT3
        return _Lattice(2 * circumradius, shape.width, circumradius, not swap)
    if shape.kind == "hexagon" or (shape.kind == "disc" and printing.packing != "rows"):
        return _Lattice(pitch, pitch * SQRT3 / 2, pitch / 2, swap)
    return _Lattice(pitch, shape.height + printing.gap, 0.0, swap)


def widths(
    shape: Cutout, way: Orientation, printing: PrintSettings, width: float
) -> Iterator[float]:
    """Yield the widths, from the least up to ``width``, at which more pieces lie side by side."""
    grid, first = _lattice(shape, way, printing), shape.turned(way).width
    # Half a step more where every other row is shifted.
    starts = (0.0,) if grid.swap or not grid.shift else (0.0, grid.shift)
    step = grid.across if grid.swap else grid.along
    for k in range(_count(width - first, step)):
        yield from (w for start in starts if (w := first + start + k * step) <= width + EPSILON)


def _count(free: float, pitch: float) -> int:
    return math.floor(free / pitch + EPSILON) + 1 if free > -EPSILON else 0


def packed(
    shape: Cutout,
    way: Orientation,
    printing: PrintSettings,
    room: tuple[float, float],
    most: int | None = None,
) -> SheetLayout:
    """Return the fullest layout of a shape in a room (width, height) from the origin, row by row.

    Of all places only the first ``most`` are taken.  ``room`` is that of outlines, without bleed.
    """
    grid, box = _lattice(shape, way, printing), shape.turned(way)[1:]
    (length, breadth), (width, height) = (box[::-1], room[::-1]) if grid.swap else (box, room)
    places: list[tuple[int, float, float]] = []  # column, shift of the row, its y
    for row in range(_count(height - breadth, grid.across)):
        shift = grid.shift if row % 2 else 0.0
        columns = range(_count(width - length - shift, grid.along))
        places += ((column, shift, row * grid.across) for column in columns)
    if grid.swap:  # take rows across, so that a part of them is one piece, too
        places.sort(key=lambda place: (place[0], place[2]))
    centres = [
        (shift + column * grid.along + length / 2, y + breadth / 2)
        for column, shift, y in places[:most]
    ]
    return _at([(y, x) for x, y in centres] if grid.swap else centres, shape, way)


def _at(sites: Sequence[tuple[float, float]], shape: Cutout, way: Orientation) -> SheetLayout:
    if not sites:
        return SheetLayout(way)
    left, top, right, bottom = bounds(sites)
    x, y = (side / 2 for side in shape.turned(way)[1:])
    return SheetLayout(
        way, tuple(Point(*at) for at in sites), Box(left - x, top - y, right + x, bottom + y)
    )


def fullest(part: Pieces, printing: PrintSettings, width: float, height: float) -> SheetLayout:
    """Return the layout, from the origin, that holds most of a component and its bleed."""
    shape, own = part.shape(part.size), fitting(part, printing)
    tried = []
    for way in ways(part, own):
        trim, art = (one.turned(way) for one in (shape, shape.grown(own.bleed)))
        room = width - (art.width - trim.width), height - (art.height - trim.height)
        tried.append(packed(shape, way, own, room))
    return max(tried, key=lambda one: one.capacity)


def best(part: Pieces, printing: PrintSettings, areas: Iterable[Box]) -> SheetLayout:
    """Return the layout that holds most, in the middle of its area; among equals the first."""
    tried = ((fullest(part, printing, area.width, area.height), area) for area in areas)
    places, area = max(tried, key=lambda one: one[0].capacity)
    return centred(places, area)


def centred(places: SheetLayout, area: Box) -> SheetLayout:
    """Return a layout moved to the middle of an area."""
    (x, y), middle = places.extent.centre, area.centre
    return places.moved(middle.x - x, middle.y - y)


def largest(part: Pieces, printing: PrintSettings, areas: list[Box], count: int) -> float:
    """Return the largest size, in steps of 0.1 mm, of which ``count`` fit one sheet, or 0."""
    tenths = range(1, math.ceil(max(max(a.width, a.height) for a in areas) * 10) + 1)

    def is_too_large(tenth: int) -> bool:
        return best(part.at(tenth / 10), printing, areas).capacity < count

    return bisect_left(tenths, True, key=is_too_large) / 10  # capacity never grows with size


def whole_sheets(part: Pieces, printing: PrintSettings, areas: list[Box]) -> Pieces:
    """Return the component in the size, within its limits, that fills whole sheets best.

    For every number of sheets that the limits allow there is a largest size at which all pieces
    fit them; of these the one that leaves the fewest places empty is taken, and among equals
    the nearest to the component's own size.  Without limits, or where none fits, the size stays.
    """

    def per_sheet(size: float) -> int:
        return best(part.at(size), printing, areas).capacity

    low, high = part.fitting or (0.0, 0.0)
    total = len(part.pieces)
    if not high or not (most := per_sheet(high)) or not (fewest := per_sheet(low)):
        return part
    sheets = range(math.ceil(total / fewest), math.ceil(total / most) + 1)
    sizes = (largest(part, printing, areas, math.ceil(total / count)) for count in sheets)
    fitting = {size: -total % per_sheet(size) for size in sizes if low <= size <= high}
    nearest = sorted(fitting, key=lambda size: (fitting[size], abs(size - part.size)))
    return part.at(nearest[0]) if nearest else part


# ------------------------------------------------------------------- labels that are cut already


def on_labels(part: Pieces, grid: LabelGrid, printing: PrintSettings) -> tuple[Pieces, SheetLayout]:
    """Return a component in its size, or as large as the labels are, and its places.

    Raises OptionError where a piece is larger than a label.
    """
    tried = ways(part, printing)

    def way_of(size: float) -> Orientation | None:
        return next((way for way in tried if _holds(grid, part.shape(size), way)), None)

    sizes = (s / 10 for s in range(math.floor(grid.width * 20), 0, -1))
    most = next(filter(way_of, sizes), 0.0)
    if grid.fill and most:
        part = part.at(most)
    if (way := way_of(part.size)) is None:
        least = f"the largest that fits is {number(most)} mm" if most else "no size fits"
        raise OptionError(f"{number(part.size)} mm is too large for labels of {grid.size}; {least}")
    return part, _at(grid.middles, part.shape(part.size), way)


def _holds(grid: LabelGrid, cut: Cutout, way: Orientation) -> bool:
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
