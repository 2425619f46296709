"""A sheet of paper: the pieces on it, its picture, and the correction for the printer's scale.

It knows what every sheet has, and nothing of how art gets there.  Millimetres, origin at the top
left of the sheet, y down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces
from engine.drawing.scene import Outline
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import IDENTITY, Box, Point, Transform
from generator.printing.cutlines import Outlined
from generator.printing.paper import Paper
from generator.printing.template import PrintSettings

INK = "#000000"


class Placement(NamedTuple):
    """A piece of a component on a sheet: its centre, which side shows, and how it is turned."""

    piece: Piece
    x: float
    y: float
    back: bool
    part: Pieces
    orientation: Orientation
    half_turn: bool = False

    @property
    def shape(self) -> Cutout:
        return self.part.shape(self.part.size)

    @property
    def outlined(self) -> Outlined:
        """The outline where it lies."""
        return Outlined(self.shape, self.orientation, Point(self.x, self.y))

    def moved(self, by: Transform) -> Placement:
        """Return the place to which a correction moves the piece's centre."""
        x, y = by.apply((self.x, self.y))
        return self._replace(x=x, y=y)

    @property
    def transform(self) -> Transform:
        if self.half_turn:
            return Transform(-1.0, 0.0, 0.0, -1.0, self.x, self.y)
        return Transform.translation(self.x, self.y)


def key_of(piece: Piece) -> str:
    """Return a piece's identity as ids and names of files can hold it."""
    return piece.id.replace(":", "-").replace("*", "star")


@dataclass(frozen=True)
class Sheet:
    """One printed side of a sheet, finished."""

    component: str
    title: str
    index: int  # from 1
    count: int
    side: str  # front, back, both (gutterfold), single
    paper: Paper
    scene: scene.Scene
    placements: tuple[Placement, ...]
    trim: Box
    bleed: Box
    #: The cut lines in the sheet's frame, each once; none on backs.
    cuts: tuple[Outline, ...] = ()
    folds: tuple[Outline, ...] = ()
    #: How much those cut lines cut out, in square millimetres.
    cut_out: float = 0.0
    #: What the maker should know of it.
    notes: tuple[str, ...] = ()


def turns_sideways(printing: PrintSettings, paper: Paper) -> bool:
    """Tell whether paper is turned over a side, so that its foot stays its foot."""
    return (printing.duplex == "long") == (paper.width <= paper.height)


def correction(paper: Paper, printing: PrintSettings, side: str = "front") -> Transform:
    """Return what corrects a side for the printer's scale, about the middle, and for its shift.

    Backs are moved as their fronts are.
    """
    sx, sy = (100 / percent for percent in printing.print_scale)
    dx, dy = (-shift for shift in printing.page_shift)
    if side == "back":
        dx, dy = (-dx, dy) if turns_sideways(printing, paper) else (dx, -dy)
    x, y = paper.width / 2, paper.height / 2
    return Transform(sx, 0.0, 0.0, sy, x - sx * x + dx, y - sy * y + dy)


def picture(paper: Paper, items: tuple[scene.Item, ...], by: Transform, title: str) -> scene.Scene:
    """Return the finished picture of a sheet, corrected for the printer."""
    corrected = items if by == IDENTITY else (scene.Group(items, by),)
    return scene.Scene(paper.width, paper.height, corrected, title=title, background="#ffffff")


def moved(items: Iterable[scene.Item], by: Transform) -> tuple[scene.Item, ...]:
    """Return items moved, each by itself."""
    return tuple(
        item._replace(transform=by @ item.transform)
        if isinstance(item, scene.Group)
        else scene.Group((item,), by)
        for item in items
    )


def cross(at: Point, arm: float) -> Outline:
    """Return an upright cross, its arms from its middle ``arm`` long."""
    return (
        *scene.polyline((at.moved(-arm, 0), at.moved(arm, 0))),
        *scene.polyline((at.moved(0, -arm), at.moved(0, arm))),
    )
