"""The diagram of an Aathenuo position: the table with its coordinates, and hands on racks.

Marks name cells as turns do, ``column,row`` (rule 2.4), and tiles in hands by player and tile,
``2:r5``; of several the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from types import MappingProxyType

from engine.drawing import scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, Rim, check_overlays, square_rims
from engine.drawing.theme import Theme, on
from engine.errors import NotationError
from engine.games.aathenuo.drawing import small_face
from engine.games.aathenuo.rules import AathenuoPosition
from engine.games.aathenuo.sentences import hand_sentences, table_sentences
from engine.games.aathenuo.table import Cells, runs, span, star_values
from engine.games.aathenuo.tiles import COLOUR_NAMES, COLOURS, NUMBERS, STAR, in_words
from engine.geometry.plane import Box, Point, Transform
from engine.geometry.squaregrid import Square
from engine.messages import Messages

say = Messages(__name__)

#: A cell's width in a diagram of natural size, and a tile's, in millimetres.
CELL = 10.0
TILE = 9.6
#: The table reaches this far round its tiles, in cells; an empty one has this many.
_MARGIN = 0.5
_EMPTY = (5, 2)
#: Tiles on racks are this much smaller, and at least so many stand side by side.
_SMALL = 0.62
_ABREAST = 10
#: Where sets are outlined tiles are smaller, so that the lines run between their frames: those of
#: rows and of columns so far outside the cells, side by side where both end.
OUTLINED = 8.6
_ROW_LINE, _COLUMN_LINE = 0.024, -0.024
_LINE, _CASING = 0.042, 0.086
#: The radius of a tile's number with its shape, which marks keep clear of, in cells, and how far
#: to its right and below small marks lie.
_NUMBER, _BESIDE = 0.36, 0.32

OVERLAYS: Mapping[str, str] = MappingProxyType(
    {
        "sets": "a line round every set",
        "hidden": "hands as the player to move sees them: of the others only the colours",
        "table": "the table alone, without the hands",
        "faults": "crosses on what breaks a rule (in examples; no position has any)",
    }
)


def room(positions: Iterable[AathenuoPosition]) -> Box:
    """Return the room that the tables of all positions need."""
    return reduce(Box.union, (table_box(position.table.cells) for position in positions))


def draw_position(
    position: AathenuoPosition, *, theme: Theme, show: frozenset[str], room: Box | None = None
) -> Drawing:
    """Return the drawing of a position, on a table that covers at least ``room``.

    Raises OptionError for a name in ``show`` that is no overlay.
    """
    check_overlays(show, OVERLAYS, position.game)
    table = TablePicture(position.table.cells, theme, room, outlined="sets" in show)
    hands = () if "table" in show else _seen(position, "hidden" in show)
    mover = -1 if position.is_over else int(position.turn) - 1
    return _drawn(table, Racks(hands, mover, table.box, theme), theme, show)


def _drawn(table: TablePicture, racks: Racks, theme: Theme, show: frozenset[str]) -> Drawing:
    hands = racks.hands
    return Drawing(
        box=table.box,
        beside=racks.box if hands else None,
        apart=lambda by: _drawn(table, replace(racks, gap=racks.gap + by), theme, show),
        cells=table.box.grown(-_MARGIN * CELL),
        unit=CELL,
        place=partial(find_place, cells=table.cells, hands=racks.spots()),
        board=(*table.ground(), *racks.ground()),
        pieces=(*table.tiles(), *racks.tiles(), *racks.names()),
        overlays=tuple(table.set_lines()) if "sets" in show else (),
        rims=table.rims(),
        sides=("left", "top"),
        read=table.numbers(),
        focus=tuple(f"{x},{y}" for x, y in table.cells),
        glyphs=partial(glyphs, theme),
        legend=partial(legend, theme),
        description=(*table_sentences(table.cells), *hand_sentences(hands)),
        part=partial(_part, table.cells, racks),
    )


def _part(cells: Cells, racks: Racks, box: Box) -> Iterator[str]:
    yield from table_sentences(cells, lambda cell: box.holds(Box(*centre_of(cell) * 2)))
    if all(box.holds(Box(*at, *at)) for _, _, at in racks.places()):
        yield from hand_sentences(racks.hands)


def _seen(position: AathenuoPosition, hidden: bool) -> tuple[tuple[str, ...], ...]:
    """Return the hands, those of others as colours only if they are ``hidden`` (rule 1.2)."""
    return tuple(
        tuple(t[0] for t in hand) if hidden and str(k) != position.turn else hand
        for k, hand in enumerate(position.hands, 1)
    )


def centre_of(cell: Square) -> Point:
    """Return the middle of a cell in the drawing."""
    return Point((cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL)


# --------------------------------------------------------------------------------- the table


def table_box(cells: Cells) -> Box:
    """Return what the table covers round its tiles."""
    columns, rows = span(cells) if cells else _EMPTY
    return Box(0.0, 0.0, columns * CELL, rows * CELL).grown(_MARGIN * CELL)


@dataclass(frozen=True)
class TablePicture:
    """Tiles on a table, valid or not, whose corner is (0, 0)."""

    cells: Cells
    theme: Theme
    #: What the table covers at least.
    room: Box | None = None
    #: Whether tiles leave room for lines round them.
    outlined: bool = False

    @property
    def box(self) -> Box:
        """What the table covers."""
        own = table_box(self.cells)
        return own.union(self.room) if self.room else own

    def ground(self) -> tuple[scene.Item, ...]:
        """Return the table top."""
        felt = scene.rectangle(self.box, 0.3 * CELL)
        return (scene.Path(felt, self.theme.role("board"), name="board"),)

    def tiles(self) -> Iterator[scene.Item]:
        """Yield the tiles, stars with the value they act as, or with two if they may."""
        values = star_values(self.cells)
        for cell, text in self.cells.items():
            acts = values.get(cell, ())
            value = "/".join(map(str, acts)) if len(acts) <= 2 else ""
            size = OUTLINED if self.outlined else TILE
            look = small_face(self.theme, text, size, value=value)
            yield scene.Use(look, Transform.translation(*centre_of(cell)), "tile")

    def set_lines(self) -> Iterator[scene.Item]:
        """Yield a line round every run; those of rows lie outside those of columns."""
        for run in runs(self.cells):
            yield from around(run.cells, self.theme, "mark")

    def rims(self) -> dict[str, Rim]:
        """Return the numbers of columns above and below, of rows left and right (rule 2.4)."""
        columns, rows = span(self.cells) if self.cells else (0, 0)
        return square_rims(self.box, CELL, [*map(str, range(columns))], [*map(str, range(rows))])

    def numbers(self) -> tuple[tuple[Point, float], ...]:
        """Return the discs of the numbers, which marks must not cover."""
        return tuple((centre_of(cell), _NUMBER * CELL) for cell in self.cells)


def legend(theme: Theme) -> tuple[Glyph, ...]:
    """Return the small pictures for legends: of the colours, and of a set."""
    known = glyphs(theme)
    return tuple(known[name] for name in (*(COLOUR_NAMES[c] for c in COLOURS), "set"))


@lru_cache(maxsize=64)
def glyphs(theme: Theme) -> Mapping[str, Glyph]:
    """Return the small pictures of tiles by their written names, of colours, and of a set."""
    found: dict[str, Glyph] = {}
    for letter, name in COLOUR_NAMES.items():
        found[name] = _tile_glyph(theme, letter, say("{colour} tile", colour=name))
        for mark in (*map(str, NUMBERS), STAR):
            found[f"{letter}{mark}"] = _tile_glyph(
                theme, f"{letter}{mark}", in_words(letter + mark)
            )
    lines = tuple(around(((0, 0), (0, 0)), theme, "mark"))
    middle = Transform.translation(-CELL / 2, -CELL / 2)
    found["set"] = Glyph.of(scene.Group(lines, middle), CELL, say("set"), sign="set")
    return MappingProxyType(found)


def _tile_glyph(theme: Theme, tile: str, words: str) -> Glyph:
    sign = f"aathenuo-small-{tile}" if len(tile) == 1 else ""  # a colour's tiles, all of them
    return Glyph.of(scene.Use(small_face(theme, tile, TILE)), CELL, words, sign=sign)


def around(cells: Sequence[Square], theme: Theme, role: str) -> Iterator[scene.Item]:
    """Yield a line on its casing round a row or column of cells; rows' lies outside columns'."""
    (left, top), (right, bottom) = cells[0], cells[-1]
    by = (_ROW_LINE if right > left else _COLUMN_LINE) * CELL
    box = Box(left * CELL, top * CELL, (right + 1) * CELL, (bottom + 1) * CELL).grown(by)
    outline = scene.rectangle(box, 0.1 * CELL)
    casing = scene.Stroke(on(theme.role(role)), _CASING * CELL)
    yield scene.Path(outline, None, casing, "casing")
    yield scene.Path(outline, None, theme.line(role, _LINE, CELL), "set")


# ----------------------------------------------------------------------------------- racks


@dataclass(frozen=True)
class Racks:
    """The hands in turn order below ``table``; colours' letters stand for hidden tiles.

    ``mover`` is the index of the player to move, -1 for none.
    """

    hands: tuple[tuple[str, ...], ...]
    mover: int
    table: Box
    theme: Theme
    #: How far they stand below the table.
    gap: float = 0.4 * CELL
    #: The indices of the players whose hands these are, all of them where none is given.
    seats: tuple[int, ...] = ()

    @property
    def _step(self) -> float:
        return _SMALL * CELL

    @property
    def _seats(self) -> Sequence[int]:
        return self.seats or range(len(self.hands))

    @property
    def _abreast(self) -> int:
        room = int((self.table.width - CELL) / self._step)
        return max(_ABREAST, min(room, max(map(len, self.hands), default=0)))

    def _rows(self, hand: Sequence[str]) -> int:
        return max(1, -(-len(hand) // self._abreast))

    def _tops(self) -> list[float]:
        tops = [self.table.bottom + self.gap]
        for hand in self.hands:
            tops.append(tops[-1] + (self._rows(hand) + 0.55) * self._step)
        return tops

    @property
    def _left(self) -> float:
        return self.table.left + 0.8 * CELL

    @property
    def box(self) -> Box:
        """What the racks cover."""
        right = self._left + (self._abreast + 0.3) * self._step
        return Box(self.table.left, self._tops()[0], right, self._tops()[-1])

    def places(self) -> Iterator[tuple[int, str, Point]]:
        """Yield every tile: its player's index, what is seen of it, and its middle."""
        for k, hand, top in zip(self._seats, self.hands, self._tops(), strict=False):
            for number, text in enumerate(hand):
                row, column = divmod(number, self._abreast)
                x = self._left + (column + 0.65) * self._step
                yield k, text, Point(x, top + (row + 0.5) * self._step)

    def ground(self) -> Iterator[scene.Item]:
        """Yield the racks: a ledge below every row of tiles."""
        paint, line = self.theme.role("board-edge"), self.theme.line("muted", 0.02, CELL)
        for hand, top in zip(self.hands, self._tops(), strict=False):
            for row in range(self._rows(hand)):
                y = top + (row + 0.86) * self._step
                width = (self._abreast + 0.3) * self._step
                ledge = Box(self._left, y, self._left + width, y + 0.36 * self._step)
                outline = scene.rectangle(ledge, 0.1 * self._step)
                yield scene.Path(outline, paint, line, "rack")

    def tiles(self) -> Iterator[scene.Item]:
        """Yield the tiles on the racks."""
        for _, text, (x, y) in self.places():
            look = small_face(self.theme, text, TILE)
            at = Transform(_SMALL, 0.0, 0.0, _SMALL, x, y - 0.04 * self._step)
            yield scene.Use(look, at, "tile")

    def names(self) -> Iterator[scene.Item]:
        """Yield the players' numbers, with a pointer at the player to move."""
        for k, top in zip(self._seats, self._tops(), strict=False):
            y, x = top + 0.5 * self._step, self.table.left + 0.52 * CELL
            moves = k == self.mover
            role = self.theme.role("ink" if moves else "muted")
            name, most = str(k + 1), 0.62 * CELL  # between the pointer and the rack
            yield scene.centred(
                x, y, name, CELL * 0.36, fill=role, bold=moves, name="player", most=most
            )
            if moves:
                r = 0.13 * CELL
                tip = ((x - 3.4 * r, y - r), (x - 1.7 * r, y), (x - 3.4 * r, y + r))
                yield scene.Path(scene.polygon(tip), role, name="to-move")

    def spots(self) -> dict[str, NamedPlace]:
        """Return the places of the tiles by name, like ``2:r5``."""
        half = self._step / 2
        found: dict[str, NamedPlace] = {}
        for k, text, at in self.places():
            name = f"{k + 1}:{text}"
            outline = Box(at.x, at.y, at.x, at.y).grown(half).corners()
            found.setdefault(name, NamedPlace(name, "part", at, outline, half))
        return found


# ---------------------------------------------------------------------------------- places

#: How far beyond the tiles cells have names: where a turn may lay the next ones.
_BEYOND = 3
#: The corners of a tile where small marks go, those beside its shape first.
_CORNERS = ((1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0))
_CELL_NAME = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")


def find_place(name: str, cells: Cells, hands: Mapping[str, NamedPlace]) -> NamedPlace:
    """Return a cell of the table or round it, or a tile in a hand.

    Raises NotationError for what is no place.
    """
    if name in hands:
        return hands[name]
    match = _CELL_NAME.fullmatch(name)
    if match is None:
        raise NotationError(
            "no such place", text=name, expected="a cell like 2,0 or a tile in a hand like 1:r5"
        )
    cell = int(match[1]), int(match[2])
    columns, rows = span(cells) if cells else _EMPTY
    if not (-_BEYOND <= cell[0] < columns + _BEYOND and -_BEYOND <= cell[1] < rows + _BEYOND):
        raise NotationError(
            f"the cell is more than {_BEYOND} cells off the table",
            text=name,
            expected=f"columns {-_BEYOND} to {columns + _BEYOND - 1}, "
            f"rows {-_BEYOND} to {rows + _BEYOND - 1}",
        )
    at = centre_of(cell)
    outline = Box(at.x, at.y, at.x, at.y).grown(CELL / 2).corners()
    if cell not in cells:
        return NamedPlace(name, "cell", at, outline)
    free = tuple(at.moved(x * _BESIDE * CELL, y * _BESIDE * CELL) for x, y in _CORNERS)
    number = _NUMBER * CELL  # arrows go up to it, over the tile's rim
    return NamedPlace(name, "cell", at, outline, number, free, read=number)
