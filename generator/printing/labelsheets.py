"""Sheets of labels and cards that are cut already: one piece in the middle of each.

It knows where labels lie and what fits them, and nothing of paper or art.  Lengths are
millimetres.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.drawing.parts import Cutout, Pieces
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, number
from generator.printing import layout
from generator.printing.layout import SheetLayout

SHAPES = ("rectangle", "disc")


class LabelGrid(NamedTuple):
    """Labels in columns and rows: where the first lies, how far apart they are, how large."""

    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float
    width: float
    height: float
    shape: str

    @property
    def size(self) -> str:
        """The size in words."""
        if self.shape == "disc":
            return f"{number(self.width)} mm across"
        return f"{number(self.width)} × {number(self.height)} mm"

    @property
    def middles(self) -> tuple[Point, ...]:
        """The middles of the labels, row by row."""
        return tuple(
            Point(
                self.left + column * self.across + self.width / 2,
                self.top + row * self.down + self.height / 2,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def holds(self, cut: Cutout, orientation: Orientation) -> bool:
        """Tell whether a piece lies on a label."""
        box = cut.turned(orientation)
        if self.shape == "disc":
            reach = max((math.hypot(*c) for c in cut.corners(orientation)), default=cut.width / 2)
            return reach <= self.width / 2 + layout.EPSILON
        return (
            box.width <= self.width + layout.EPSILON and box.height <= self.height + layout.EPSILON
        )


def fitted(part: Pieces, grid: LabelGrid, wanted: str) -> tuple[Pieces, SheetLayout]:
    """Return a component in a size that fits the labels, and its places.

    The size is the component's own, or within its limits the largest that fits.

    Raises OptionError where it does not fit, saying the largest size that does.
    """
    ways = layout.orientations(part, wanted)

    def way_of(size: float) -> Orientation | None:
        cut = part.shape(size)
        return next((way for way in ways if grid.holds(cut, way)), None)

    largest = next((s / 10 for s in range(math.floor(grid.width * 20), 0, -1) if way_of(s / 10)), 0)
    if part.fitting is not None and part.fitting[0] <= largest:
        part = part.at(min(part.fitting[1], largest))
    way = way_of(part.size)
    if way is None:
        least = f"the largest that fits is {number(largest)} mm" if largest else "no size fits"
        raise OptionError(f"{number(part.size)} mm is too large for labels of {grid.size}; {least}")
    return part, _layout(grid, part.shape(part.size).turned(way), way)


def _layout(grid: LabelGrid, box: Cutout, way: Orientation) -> SheetLayout:
    middles = grid.middles
    first, last = middles[0], middles[-1]
    half = Point(box.width / 2, box.height / 2)
    extent = Box(first.x - half.x, first.y - half.y, last.x + half.x, last.y + half.y)
    return SheetLayout(way, middles, extent)
