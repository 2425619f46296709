"""Labels that are cut already, with one piece in the middle of each, and pieces printed on cards.

It knows where labels lie and what fits them, and nothing of paper or art.  Lengths are
millimetres.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, bounds, contains, number
from generator.printing import layout
from generator.printing.layout import SheetLayout

SHAPES = ("rectangle", "disc", "hexagon")

#: Lengths of labels are written to thousandths.
_CLOSE = 0.001

#: A piece smaller than this share of its label is noted.
SMALL = 0.6


class LabelGrid(NamedTuple):
    """Labels in columns and rows: where the first lies, how far apart they are, how large.

    Every other row is shifted by ``shift``; with ``fill`` pieces are as large as the labels.
    """

    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float
    width: float
    height: float
    shape: str
    shift: float = 0.0
    fill: bool = False

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
                self.left + column * self.across + row % 2 * self.shift + self.width / 2,
                self.top + row * self.down + self.height / 2,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def holds(self, cut: Cutout, way: Orientation) -> bool:
        """Tell whether a piece lies on a label."""
        radius = cut.turned(way).width / 2
        corners = cut.corners(way) or [
            Point(radius * math.cos(k / 9), radius * math.sin(k / 9)) for k in range(57)
        ]
        if self.shape == "disc":
            return max(math.hypot(*c) for c in corners) <= self.width / 2 + _CLOSE
        if self.shape == "hexagon":
            stands = Orientation.POINTY if self.width < self.height else Orientation.FLAT
            rim = Cutout("hexagon", self.width, self.height).corners(stands)
            if not all(contains(rim, Point(x * 0.999, y * 0.999)) for x, y in corners):
                return False
        box = cut.turned(way)
        return box.width <= self.width + _CLOSE and box.height <= self.height + _CLOSE


def fitted(part: Pieces, grid: LabelGrid, wanted: str) -> tuple[Pieces, SheetLayout]:
    """Return a component in its size, or as large as the labels are, and its places.

    Raises OptionError where it does not fit, saying the largest size that does.
    """
    ways = layout.orientations(part, wanted)

    def way_of(size: float) -> Orientation | None:
        return next((way for way in ways if grid.holds(part.shape(size), way)), None)

    largest = next((s / 10 for s in range(math.floor(grid.width * 20), 0, -1) if way_of(s / 10)), 0)
    if grid.fill and largest:
        part = part.at(largest)
    way = way_of(part.size)
    if way is None:
        least = f"the largest that fits is {number(largest)} mm" if largest else "no size fits"
        raise OptionError(f"{number(part.size)} mm is too large for labels of {grid.size}; {least}")
    box = part.shape(part.size).turned(way)
    left, top, right, bottom = bounds(grid.middles)
    x, y = box.width / 2, box.height / 2
    return part, SheetLayout(way, grid.middles, Box(left - x, top - y, right + x, bottom + y))


def noted(part: Pieces, grid: LabelGrid) -> str:
    """Return what to note of a piece that is small on its label, "" of others."""
    cut = part.shape(part.size)
    if max(cut.width, cut.height) >= SMALL * min(grid.width, grid.height):
        return ""
    return (
        f"{part.title}: {number(part.size)} mm is small on labels of {grid.size}; --tile-size or "
        "fill = true in the preset makes it larger"
    )


def on_card(part: Pieces, width: float, height: float) -> Pieces:
    """Return a component with each piece in the middle of a white card, as for sleeves.

    Raises OptionError where a piece is larger than the card.
    """
    cut = part.shape(part.size)
    if cut.width > width or cut.height > height:
        raise OptionError(
            f"{part.title}: {number(part.size)} mm is too large for cards of "
            f"{number(width)} × {number(height)} mm"
        )

    def draw(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        ground = Box(-width / 2, -height / 2, width / 2, height / 2).grown(stance.bleed)
        shown = part.draw(piece, stance._replace(bleed=0.0))
        return (scene.Path(scene.rectangle(ground), "#ffffff"), *shown)

    def shape(_: float) -> Cutout:
        return Cutout("rectangle", width, height)

    return replace(part, shape=shape, draw=draw, folds=(), shares_edges=True, turnable=False)
