"""The parts of a printed kit as a game gives them: pieces of one shape, and boards.

A game says what its parts are and how each looks.  Sheets, packing and files are the work of
:mod:`generator.printing`.  Lengths are millimetres.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.fonts import Font
from engine.drawing.scene import lettered
from engine.drawing.theme import Theme
from engine.errors import OptionError
from engine.geometry.hexgrid import SQRT3, Orientation, corners
from engine.geometry.plane import ORIGIN, Box, Point, Transform, signed_area
from engine.settings import Settings
from engine.words import meant

#: The strip at the foot of a page that rulers and text need, in millimetres.
STRIP = 5.4


class Cutout(NamedTuple):
    """The outline to cut along: a ``hexagon`` (width flat-to-flat), ``rectangle`` or ``disc``."""

    kind: str
    width: float
    height: float

    @property
    def area(self) -> float:
        """The area in square millimetres."""
        if self.kind == "disc":
            return math.pi * (self.width / 2) ** 2
        return abs(signed_area(self.corners(Orientation.POINTY)))

    def turned(self, orientation: Orientation) -> Cutout:
        """Return the shape in ``orientation``: flat swaps width and height."""
        is_flat = orientation is not Orientation.POINTY
        return self._replace(width=self.height, height=self.width) if is_flat else self

    def grown(self, by: float) -> Cutout:
        """Return the shape with every side moved outwards, as for bleed."""
        high = by * 2 / SQRT3 if self.kind == "hexagon" else by
        return self._replace(width=self.width + 2 * by, height=self.height + 2 * high)

    def corners(self, orientation: Orientation) -> tuple[Point, ...]:
        """Return the corners about the origin, clockwise on paper; of a disc, none."""
        if self.kind == "hexagon":
            return corners(min(self.width, self.height), orientation)
        if self.kind == "disc":
            return ()
        x, y = (side / 2 for side in self.turned(orientation)[1:])
        return Box(-x, -y, x, y).corners()

    def outline(self, orientation: Orientation) -> scene.Outline:
        """Return the cut line about the origin."""
        if self.kind == "disc":
            return scene.disc(self.width / 2, ORIGIN)
        return scene.polygon(self.corners(orientation))


def hexagon(width: float) -> Cutout:
    """Return a hexagon ``width`` flat-to-flat; pointy-top it is that wide and taller."""
    return Cutout("hexagon", width, width * 2 / SQRT3)


def square(size: float) -> Cutout:
    """Return a square."""
    return Cutout("rectangle", size, size)


def disc(diameter: float) -> Cutout:
    """Return a disc."""
    return Cutout("disc", diameter, diameter)


class Piece(NamedTuple):
    """One thing to cut out: its identity (as in ``Game.tiles``) and its name for people."""

    id: str
    title: str


def kind_of(piece: str) -> str:
    """Return a piece's id without its number: ``stone-red`` for ``stone-red-17``."""
    return re.sub("-[0-9]+$", "", piece)


def title_of(alike: tuple[Piece, ...]) -> str:
    """Return the common name of pieces that look alike: "red stone" of "red stone 1" and so on."""
    title = alike[0].title
    numbered = any(piece.title != title for piece in alike)
    return title.rstrip("0123456789").rstrip() if numbered else title


class Laid(NamedTuple):
    """A piece that lies on a virtual table."""

    #: The piece's identity, as in ``Game.tiles``.
    piece: str
    #: Its centre in widths of a cell, from the origin of the board's drawing, else the table's middle.
    at: Point
    #: Degrees clockwise from how the piece is drawn, pointy-top.
    turn: float = 0.0
    #: Whether its back is up.
    back: bool = False


class Stance(NamedTuple):
    """How to draw a piece."""

    theme: Theme
    size: float
    orientation: Orientation = Orientation.POINTY
    #: How far the art reaches beyond the cut line.
    bleed: float = 0.0
    #: Whether colour letters are printed.
    labels: bool = False
    #: Whether the back is drawn, in place of the front.
    back: bool = False

    @property
    def turn(self) -> Transform:
        """The turn of a pointy-top drawing; a back turns the other way, as its front's mirror image."""
        if self.orientation is Orientation.POINTY:
            return Transform()
        return Transform.rotation(-30.0 if self.back else 30.0)


#: Draws one side of a piece about the origin.  A back is drawn as seen after turning the piece over
#: from left to right.  Its outline is the front's, mirrored in x.
DrawPiece = Callable[[Piece, Stance], tuple[scene.Item, ...]]


@dataclass(frozen=True)
class Pieces:
    """A component of equal shapes: tiles, discs, cards, folded things.

    ``name`` is for ``--only`` and files, ``title`` for people.
    """

    name: str
    title: str
    #: Returns the cut line of a size: :func:`hexagon`, :func:`square`, :func:`disc` or your own.
    shape: Callable[[float], Cutout]
    size: float
    pieces: tuple[Piece, ...]
    draw: DrawPiece
    #: Whether pieces have a back.
    double_sided: bool = False
    #: Whether the pieces may be turned by 30 (hexagons) or 90 degrees (rectangles) to fit better.
    turnable: bool = True
    #: The least and the largest size for ``--tile-size fill``, which fills whole sheets.
    fitting: tuple[float, float] | None = None
    #: Lines to fold, about the origin of an unturned piece.
    folds: scene.Outline = ()
    #: Whether neighbours on the sheet may share edges; not so for folded things and discs.
    shares_edges: bool = True
    #: Printed only when asked for by name or by the template.
    optional: bool = False

    def at(self, size: float) -> Pieces:
        return replace(self, size=size)

    def looks(self, stance: Stance) -> tuple[tuple[Piece, ...], ...]:
        """Return groups of pieces that look alike on all sides, in order of their first pieces."""
        stances = [stance._replace(back=back) for back in (False, True)[: 1 + self.double_sided]]
        alike: dict[object, list[Piece]] = {}
        for piece in self.pieces:
            alike.setdefault(tuple(self.draw(piece, s) for s in stances), []).append(piece)
        return tuple(map(tuple, alike.values()))

    def in_font(self, font: Font) -> Pieces:
        return replace(self, draw=lambda piece, stance: lettered(self.draw(piece, stance), font))

    def times(self, copies: int) -> Pieces:
        return replace(self, pieces=tuple(p for p in self.pieces for _ in range(copies)))


@dataclass(frozen=True)
class BoardPart:
    """A component that is one large picture, on one page or as a poster over several."""

    name: str
    title: str
    box: Box
    items: tuple[scene.Item, ...]
    #: The width of a cell.  Strips of a poster are at least as wide.
    cell: float
    #: Lines of text for the sheet, such as the size of cells.
    notes: tuple[str, ...] = field(default=())
    #: Printed only when asked for by name or by the template.
    optional: bool = False
    #: Whether it is cut along the flat-top hexagon in its box.
    hexagonal: bool = False

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the cut line, clockwise on paper."""
        if not self.hexagonal:
            return self.box.corners()
        return tuple(p.moved(*self.box.centre) for p in corners(self.box.height, Orientation.FLAT))

    def in_font(self, font: Font) -> BoardPart:
        return replace(self, items=lettered(self.items, font))


Part = Pieces | BoardPart


def chosen(parts: tuple[Part, ...], only: tuple[str, ...], game: str) -> tuple[Part, ...]:
    """Return the parts named in ``only`` or, if it is empty, all that are not optional."""
    names = [part.name for part in parts]
    for name in only:
        if name not in names:
            right = meant(name, names) or f"it has {', '.join(names)}"
            raise OptionError(f"{game} has no component '{name}'; {right}")
    return tuple(part for part in parts if (part.name in only if only else not part.optional))


@dataclass(frozen=True)
class Request:
    """What a game must know of the kit that is wanted."""

    theme: Theme
    #: The game's own settings in the template.
    settings: Settings
    #: Width and height of the printable area: A4 with margins of 5 mm.
    page: tuple[float, float] = (200.0, 287.0)
    #: The size asked for; None leaves it to the template.
    tile_size: float | None = None
    #: Whether colour letters are printed.
    labels: bool = False

    def largest(self, one: Box) -> float:
        """Return the largest scale, in tenths, at which ``one`` and the rulers fit on one page."""
        pages = self.page, self.page[::-1]
        best = max(min(wide / one.width, (high - STRIP) / one.height) for wide, high in pages)
        return int(best * 10 + 1e-6) / 10
