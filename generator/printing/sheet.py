"""A sheet of paper: what all sheets of a kit have in common, the pieces on one, and its picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from engine.drawing import scene, theme
from engine.drawing.parts import STRIP, Cutout, Piece, Pieces
from engine.drawing.scene import Outline
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import IDENTITY, Box, Point, Transform, bounds, number
from generator.printing import layout
from generator.printing.layout import MARK_ROOM, SheetLayout
from generator.printing.paper import Paper, find, printer_margin
from generator.printing.presets import Preset, load
from generator.printing.template import PrintSettings

#: Between the fold of a gutterfold and the art on either side, in millimetres.
GUTTER = 4.0


@dataclass(frozen=True)
class SheetSettings:
    """What every sheet of a kit has in common; ``game`` is the game's title."""

    game: str
    paper: Paper
    theme: theme.Theme
    printing: PrintSettings
    preset: Preset

    @property
    def margin(self) -> float:
        """The margin: that of a machine's marks counts where it is the wider."""
        return max(self.printing.margin, self.preset.marks.margin)

    @property
    def area(self) -> Box:
        """The printable area, smaller where the print-scale correction makes the art larger."""
        return self.printable(self.paper)

    @property
    def reach(self) -> float:
        """How near to the paper's edge crop marks may come."""
        return max(1.0, min(self.margin, printer_margin()))

    def printable(self, paper: Paper, margin: float | None = None) -> Box:
        """Return the area of a sheet as it lies, which print-scale correction keeps printable.

        A cutting machine's marks have the ends of the sheet to themselves.
        """
        x, y = paper.width / 2, paper.height / 2
        inset = self.margin if margin is None else margin
        ends = max(inset, self.preset.marks.inset + self.preset.marks.clear)
        edges = (inset, ends) if paper.width <= paper.height else (ends, inset)
        across, down = (
            (room - edge) * min(1.0, share / 100)
            for room, edge, share in zip((x, y), edges, self.printing.print_scale, strict=True)
        )
        return Box(x - across, y - down, x + across, y + down)

    def areas(self, part: Pieces) -> list[Box]:
        """Return the areas that may hold fronts: the page less a strip, or half of it to fold.

        Crop marks have room beside them, unless not one piece would be left room for.
        """
        if self.printing.marks == "crop":
            beside = max(self.margin, self.reach + MARK_ROOM)
            roomy = self._areas(part, self.printable(self.paper, beside), MARK_ROOM)
            if layout.best(part, self.printing, roomy).capacity:
                return roomy
        return self._areas(part, self.area, 0.0)

    def _areas(self, part: Pieces, room: Box, above_foot: float) -> list[Box]:
        foot = self.area.bottom - STRIP - above_foot
        box = room._replace(bottom=min(room.bottom, foot))
        if not (part.double_sided and self.printing.duplex == "fold"):
            return [box]
        x, y = self.paper.width / 2 - GUTTER, self.paper.height / 2 - GUTTER
        # Folded across, what lies behind the foot stays free as well.
        return [box._replace(right=x), box._replace(top=self.paper.height - box.bottom, bottom=y)]


def set_up(game: str, printing: PrintSettings) -> SheetSettings:
    """Return what all sheets of a game's kit have in common.

    Raises OptionError for settings that are wrong, and for labels that lie off the paper.
    """
    paper, look, preset = find(printing.paper), theme.load(printing.theme), load(printing.preset)
    common = SheetSettings(game, paper, look, printing, preset)
    if (grid := preset.labels) is not None:
        last = bounds(grid.middles)
        right, bottom = last.right + grid.width / 2, last.bottom + grid.height / 2
        if right > paper.width or bottom > paper.height:
            raise OptionError(
                f"the labels of {printing.preset} reach {number(right)} × {number(bottom)} mm, "
                f"beyond {paper.name} ({paper.size})"
            )
        if printing.duplex == "fold":
            words = f"labels cannot be folded; {printing.preset} goes without --duplex fold"
            raise OptionError(words)
    if common.area.width < 20 or common.area.height < 20:
        most = number(min(paper.width, paper.height) / 2 - 10)
        raise OptionError(
            f"a margin of {number(printing.margin)} mm leaves nothing of {paper.name} "
            f"({paper.size}); the most is {most} mm"
        )
    return common


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
    def at(self) -> Point:
        return Point(self.x, self.y)

    def moved(self, by: Transform) -> Placement:
        x, y = by.apply(self.at)
        return self._replace(x=x, y=y)

    def corners(self, grown: float = 0.0) -> tuple[Point, ...]:
        """Return the corners of the outline grown by so much, clockwise; of a disc, none."""
        outline = self.shape.grown(grown) if grown else self.shape
        return tuple(c.moved(self.x, self.y) for c in outline.corners(self.orientation))

    def box(self, bleed: float = 0.0) -> Box:
        """Return the box around it, or around its art with so much bleed."""
        half = self.shape.grown(bleed).turned(self.orientation)
        x, y = half.width / 2, half.height / 2
        return Box(self.x - x, self.y - y, self.x + x, self.y + y)

    @property
    def transform(self) -> Transform:
        if self.half_turn:
            return Transform(-1.0, 0.0, 0.0, -1.0, self.x, self.y)
        return Transform.translation(self.x, self.y)


class Block(NamedTuple):
    """Pieces of a component that lie together: the first of them, and where they all lie."""

    part: Pieces
    first: int
    layout: SheetLayout

    @property
    def fronts(self) -> tuple[Placement, ...]:
        pieces = self.part.pieces[self.first : self.first + self.layout.capacity]
        return tuple(
            Placement(piece, *site, False, self.part, self.layout.orientation)
            for piece, site in zip(pieces, self.layout.sites, strict=False)
        )


Page = tuple[Block, ...]


class SheetPlan(NamedTuple):
    """Sheets of paper printed together: what they are called, the components, the blocks on each."""

    name: str
    title: str
    double_sided: bool
    paper: Paper
    #: In the kit's order.
    parts: tuple[Pieces, ...]
    pages: tuple[Page, ...]


def alone(part: Pieces, places: SheetLayout, paper: Paper) -> SheetPlan:
    """Return the plan of a component that lies on sheets of its own in a layout."""
    pages = tuple((Block(part, k, places),) for k in range(0, len(part.pieces), places.capacity))
    return SheetPlan(part.name, part.title, part.double_sided, paper, (part,), pages)


def extent_of(page: Page) -> Box:
    """Return the box around the outlines of all pieces of blocks."""
    return reduce(Box.union, (block.layout.extent for block in page))


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
    #: Notes for the maker.
    notes: tuple[str, ...] = ()
    #: The name of a single face's file, "" of a sheet.
    face: str = ""

    @property
    def name(self) -> str:
        """Its name among the sheets of its component."""
        if self.face:
            return self.face
        return f"{self.index:02}-{self.side}" if self.side != "single" else f"{self.index:02}"


def key_of(piece: Piece) -> str:
    """Return a piece's identity as ids and names of files can hold it."""
    return piece.id.replace(":", "-").replace("*", "star")


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
