"""What lies on a virtual table and where: a game's pieces by how they look, its bags, its board.

Everything comes from the game's parts and from where it says that pieces lie at the start.  Nothing
here knows a tabletop program.  Lengths are millimetres about the middle of the board, y down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import engine
from engine.drawing import scene
from engine.drawing.parts import (
    BoardPart,
    Cutout,
    Laid,
    Part,
    Piece,
    Pieces,
    Request,
    Stance,
    chosen,
    title_of,
)
from engine.drawing.theme import Theme, load
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Box, Point, Transform
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from engine.words import listed
from generator.printing.template import Template

#: A component with at most so many looks has a bag for each, one with more a bag for them all.
FEW_LOOKS = 12
#: Between things beside the board, and the least room for a bag.
GAP, BAG = 12.0, 40.0
#: The free ground of a game without a board, in cells.
_GROUND = (13, 10)


class Lookalikes(NamedTuple):
    """Pieces of one look: a name for files and ids, words for people, and the pieces."""

    name: str
    title: str
    part: Pieces
    pieces: tuple[Piece, ...]

    @property
    def shape(self) -> Cutout:
        """The outline, standing as :meth:`face` draws it: hexagons on a side, flat-top."""
        shape = self.part.shape(self.part.size)
        return shape.turned(Orientation.FLAT) if shape.kind == "hexagon" else shape

    @property
    def extent(self) -> tuple[float, float]:
        """The picture's width and height: the outline's, of a hexagon a square's."""
        shape = self.shape
        return shape.width, shape.width if shape.kind == "hexagon" else shape.height

    def turn(self, degrees: float, *, back: bool) -> float:
        """Return the turn of a drawn piece that lies so: hexagons stand on a corner on the table.

        A back was turned the other way.
        """
        upright = 30.0 if self.shape.kind == "hexagon" else 0.0
        return degrees + (upright if back else -upright)

    def face(self, theme: Theme, *, labels: bool = False, back: bool = False) -> scene.Scene:
        """Return the picture of a side; a hexagon touches the sides of its square.

        Art reaches beyond the outline of what is no rectangle, so that no white shows at its rim.
        """
        width, height = self.extent
        items = self.part.draw(self.pieces[0], _stance(self.part, theme, labels=labels, back=back))
        middle = Transform.translation(width / 2, height / 2)
        ground = theme.role("white")
        return scene.Scene(width, height, (scene.Group(items, middle),), background=ground)


class Copy(NamedTuple):
    """One piece: its kind, and its number among the kind's pieces from 0."""

    kind: Lookalikes
    number: int

    @property
    def piece(self) -> Piece:
        return self.kind.pieces[self.number]


class Bag(NamedTuple):
    """Pieces to take from, of one look or, ``mixed``, of many."""

    name: str
    title: str
    tokens: tuple[Copy, ...]
    mixed: bool


class Lying(NamedTuple):
    """A piece at its place, and how it is turned."""

    token: Copy
    at: Point
    turn: float
    back: bool
    #: How many pieces lie under it.
    level: int


@dataclass(frozen=True)
class Stock:
    """Everything on the table of a game."""

    game: Game[Position]
    theme: Theme
    labels: bool
    board: BoardPart | None
    #: The width of a cell: of the board, or of the pieces that are laid where there is none.
    cell: float
    kinds: tuple[Lookalikes, ...]
    bags: tuple[Bag, ...]
    #: Pieces of which there is one, beside the board.
    loose: tuple[Copy, ...]
    lying: tuple[Lying, ...]
    #: Where on the board pieces come to rest, about its middle.
    resting: tuple[Point, ...]
    #: What was left out, in sentences.
    notes: tuple[str, ...]


def make(
    template: Template,
    settings: Mapping[str, str],
    *,
    theme: str | None = None,
    only: tuple[str, ...] = (),
    labels: bool | None = None,
) -> Stock:
    """Return a game's table, set up for the start that ``settings`` say.

    Raises OptionError for settings that are wrong and for components that the game has not.
    """
    game = engine.game(template.game)
    look = load(theme or template.printing.theme)
    labelled = template.printing.labels if labels is None else labels
    table, given = _agreed(game, template.settings(), settings)
    position = game.begin({**game.any_lot, **given})
    parts, notes = _parts(template, table, look, only, labels=labelled)
    board = next((part for part in parts if isinstance(part, BoardPart)), None)
    pieces = [part for part in parts if isinstance(part, Pieces)]
    by_part = {part.name: tuple(_kinds(part, look)) for part in pieces}
    kinds = tuple(kind for own in by_part.values() for kind in own)
    cell = board.cell if board else pieces[0].size
    middle = board.box.centre if board else Point(0.0, 0.0)
    lying, unplayed = _lying(kinds, game.laid(position), cell, middle)
    bags, loose = list[Bag](), list[Copy]()
    for part in pieces:
        tokens = tuple(token for token in unplayed if token.kind.part is part)
        if len(by_part[part.name]) > FEW_LOOKS:
            bags.append(Bag(part.name, part.title, tokens, mixed=True))
            continue
        for kind in by_part[part.name]:
            own = tuple(token for token in tokens if token.kind is kind)
            if own and len(kind.pieces) > 1:
                bags.append(Bag(kind.name, kind.title, own, mixed=False))
            else:
                loose += own
    resting = (_from_middle(p, cell, middle) for p in game.resting_places(position) if board)
    return Stock(
        *(game, look, labelled, board, cell, kinds, tuple(bags), tuple(loose), lying),
        resting=tuple(resting),
        notes=notes,
    )


def _parts(
    template: Template, table: Settings, look: Theme, only: tuple[str, ...], *, labels: bool
) -> tuple[list[Part], tuple[str, ...]]:
    """Return the components on a game's table, and what to say of those left out."""
    request = Request(look, table, tile_size=template.printing.size, labels=labels)
    parts = chosen(engine.game(template.game).parts(request), only, template.game)
    folded = [p for p in parts if isinstance(p, Pieces) and p.folds and not only]
    words = f"{listed([p.title for p in folded])}: to fold, so left out; --only asks for them"
    return [part for part in parts if part not in folded], (words,) if folded else ()


def _agreed(
    game: Game[Position], table: Settings, given: Mapping[str, str]
) -> tuple[Settings, dict[str, str]]:
    """Return the template's settings and the start's, where a name is in both with one value.

    What is given for the start goes before the template.
    """
    begun, values = dict(given), dict[str, object]()
    for option in game.options:
        if option.name in table and option.name not in given:
            begun[option.name] = str(table.values[option.name])
        elif option.name in table:
            values[option.name] = option.value(given[option.name])
    return replace(table, values={**table.values, **values}), begun


def _stance(part: Pieces, theme: Theme, *, labels: bool, back: bool) -> Stance:
    shape = part.shape(part.size)
    if shape.kind == "hexagon":
        bleed = shape.width * (1 / SQRT3 - 1 / 2)
        return Stance(theme, part.size, Orientation.FLAT, bleed, labels, back)
    bleed = shape.width / 20 if shape.kind == "disc" else 0.0
    return Stance(theme, part.size, Orientation.POINTY, bleed, labels, back)


def _kinds(part: Pieces, theme: Theme) -> Iterator[Lookalikes]:
    alike = part.looks(_stance(part, theme, labels=False, back=False))
    digits = len(str(len(alike)))
    for k, pieces in enumerate(alike, 1):
        name = part.name if len(alike) == 1 else f"{part.name}-{k:0{digits}}"
        yield Lookalikes(name, title_of(pieces), part, pieces)


def _lying(
    kinds: tuple[Lookalikes, ...], laid: tuple[Laid, ...], cell: float, middle: Point
) -> tuple[tuple[Lying, ...], list[Copy]]:
    """Return the pieces at their places, and those that are left."""
    unplayed: dict[str, list[Copy]] = defaultdict(list)
    for kind in kinds:
        for number, piece in enumerate(kind.pieces):
            unplayed[piece.id].append(Copy(kind, number))
    lying: list[Lying] = []
    for one in laid:
        if unplayed[one.piece]:
            at = _from_middle(one.at, cell, middle)
            level = sum(other.at.distance(at) < cell / 4 for other in lying)
            lying.append(Lying(unplayed[one.piece].pop(0), at, one.turn, one.back, level))
    return tuple(lying), [token for tokens in unplayed.values() for token in tokens]


def _from_middle(at: Point, cell: float, middle: Point) -> Point:
    return Point(at.x * cell - middle.x, at.y * cell - middle.y)


# ---------------------------------------------------------------------------- beside the board


class Aside(NamedTuple):
    """The middle of a bag or a piece beside the board, and the room it has."""

    thing: Bag | Copy
    at: Point
    width: float
    height: float


class Arrangement(NamedTuple):
    """The middle of the table, what lies beside it, and the box of everything."""

    ground: Box
    spots: tuple[Aside, ...]
    box: Box


def arrange(stock: Stock) -> Arrangement:
    """Return where everything lies: bags and single pieces in columns to the right."""
    width, height = (n * stock.cell for n in _GROUND)
    if stock.board is not None:
        width, height = stock.board.box.width, stock.board.box.height
    ground = Box(-width / 2, -height / 2, width / 2, height / 2)
    box, spots = ground, list[Aside]()
    left, top, widest = ground.right + 2 * GAP, ground.top, 0.0
    things: list[Bag | Copy] = [*stock.bags, *stock.loose]
    for thing in things:
        if isinstance(thing, Copy):
            width, height = thing.kind.extent
        else:
            width, height = (max(BAG, length + 8) for length in thing.tokens[0].kind.extent)
        if top > ground.top and top + height > ground.bottom:
            left, top, widest = left + widest + GAP, ground.top, 0.0
        spot = Aside(thing, Point(left + width / 2, top + height / 2), width, height)
        spots.append(spot)
        x, y = width / 2, height / 2
        box = box.union(Box(spot.at.x - x, spot.at.y - y, spot.at.x + x, spot.at.y + y))
        top, widest = top + height + GAP, max(widest, width)
    return Arrangement(ground, tuple(spots), box)
