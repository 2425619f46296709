"""The diagram of an Aathenuo position: the table with its coordinates, and hands on racks.

Marks name cells as turns do, ``column,row`` (rule 2.4), and tiles in hands by player and tile,
``2:r5``; of several the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from engine.drawing import scene
from engine.drawing.diagram import Drawing, NamedPlace, check_overlays
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.games.aathenuo.drawing import small_face
from engine.games.aathenuo.rules import AathenuoPosition
from engine.games.aathenuo.stars import Run
from engine.games.aathenuo.table import Cells, components, runs, span, star_values
from engine.games.aathenuo.tiles import COLOUR_NAMES, COLOURS, STAR, in_words
from engine.geometry.plane import Box, Point, Transform
from engine.geometry.squaregrid import Square
from engine.words import count, first_upper, listed

#: A cell's width in a diagram of natural size, and a tile's, in millimetres.
CELL = 10.0
TILE = 9.6
#: The table reaches this far round its tiles, in cells; an empty one has this many.
_MARGIN = 0.5
_EMPTY = (5, 2)
#: The space for coordinates left of the table and above, in cells.
_LABELS = 0.6
#: Tiles on racks are this much smaller, and at least so many stand side by side.
_SMALL = 0.62
_ABREAST = 10

OVERLAYS: Mapping[str, str] = MappingProxyType(
    {
        "sets": "a line round every set",
        "hidden": "hands as the player to move sees them: of the others only the colours",
        "table": "the table alone, without the hands",
        "faults": "crosses on what breaks a rule (in examples; no position has any)",
    }
)


def draw_position(position: AathenuoPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position.

    Raises OptionError for a name in ``show`` that is no overlay.
    """
    check_overlays(show, OVERLAYS, position.game)
    table = TablePicture(position.table.cells, theme)
    hands = () if "table" in show else _seen(position, "hidden" in show)
    racks = Racks(hands, int(position.turn) - 1, table.box, theme)
    return Drawing(
        box=table.box.union(racks.box) if hands else table.box,
        unit=CELL,
        place=partial(find_place, cells=table.cells, hands=racks.spots()),
        board=(*table.ground(), *racks.ground()),
        pieces=(*table.tiles(), *racks.tiles()),
        overlays=tuple(table.set_lines()) if "sets" in show else (),
        labels=(*table.coordinates(), *racks.names()),
        focus=tuple(f"{x},{y}" for x, y in table.cells),
        description=(*table.sentences(), *racks.sentences()),
    )


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


@dataclass(frozen=True)
class TablePicture:
    """Tiles on a table, valid or not, whose corner is (0, 0)."""

    cells: Cells
    theme: Theme

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows shown."""
        return span(self.cells) if self.cells else _EMPTY

    @property
    def _felt(self) -> Box:
        columns, rows = self.size
        return Box(0.0, 0.0, columns * CELL, rows * CELL).grown(_MARGIN * CELL)

    @property
    def box(self) -> Box:
        """What the table and its coordinates cover."""
        left, top, right, bottom = self._felt
        return Box(left - _LABELS * CELL, top - _LABELS * CELL, right, bottom)

    def ground(self) -> tuple[scene.Item, ...]:
        """Return the table top."""
        felt = scene.rectangle(self._felt, 0.3 * CELL)
        return (scene.Path(felt, self.theme.role("board"), name="board"),)

    def tiles(self) -> Iterator[scene.Item]:
        """Yield the tiles, stars with the value they act as, or with two if they may."""
        values = star_values(self.cells)
        for cell, text in self.cells.items():
            acts = values.get(cell, ())
            value = "/".join(map(str, acts)) if len(acts) <= 2 else ""
            look = small_face(self.theme, text, TILE, value=value)
            yield scene.Use(look, Transform.translation(*centre_of(cell)), "tile")

    def set_lines(self) -> Iterator[scene.Item]:
        """Yield a line round every run; those of rows lie outside those of columns."""
        for run in runs(self.cells):
            yield from around(run.cells, self.theme, "mark", 0.02 if run.across else -0.05)

    def coordinates(self) -> Iterator[scene.Item]:
        """Yield the numbers of columns above the table, those of rows to its left (rule 2.4)."""
        columns, rows = self.size if self.cells else (0, 0)
        colour, size = self.theme.role("muted"), CELL * 0.3
        away = -(_MARGIN + _LABELS / 2) * CELL
        for k in range(columns):
            at = (k + 0.5) * CELL
            yield scene.centred(at, away, str(k), size, fill=colour, name="coordinate")
        for k in range(rows):
            at = (k + 0.5) * CELL
            yield scene.centred(away, at, str(k), size, fill=colour, name="coordinate")

    def sentences(self) -> Iterator[str]:
        """Yield what lies on the table, a sentence for every run."""
        if not self.cells:
            yield "The table is empty."
            return
        grids = len(components(self.cells))
        where = "one grid" if grids == 1 else f"{grids} unconnected grids"
        yield f"{count(len(self.cells), 'tile')} on the table in {where}."
        values = star_values(self.cells)
        for run in runs(self.cells):
            yield f"{first_upper(run.where)}: {', '.join(_named(run, values))}."


def around(cells: Sequence[Square], theme: Theme, role: str, by: float) -> Iterator[scene.Item]:
    """Yield a rounded line on its casing round a row or column of cells, ``by`` cells outside."""
    (left, top), (right, bottom) = cells[0], cells[-1]
    box = Box(left * CELL, top * CELL, (right + 1) * CELL, (bottom + 1) * CELL).grown(by * CELL)
    outline = scene.rectangle(box, 0.2 * CELL)
    yield scene.Path(outline, None, theme.line("white", 0.11, CELL), "casing")
    yield scene.Path(outline, None, theme.line(role, 0.055, CELL), "set")


def _named(run: Run, values: Mapping[Square, tuple[int, ...]]) -> Iterator[str]:
    for cell, text in zip(run.cells, run.tiles, strict=True):
        acts = values.get(cell, ())
        as_number = f" as {listed(map(str, acts), 'or')}" if 1 <= len(acts) <= 2 else ""
        yield in_words(text) + (as_number if text[1] == STAR else "")


# ----------------------------------------------------------------------------------- racks


@dataclass(frozen=True)
class Racks:
    """The hands in turn order below ``table``; colours' letters stand for hidden tiles."""

    hands: tuple[tuple[str, ...], ...]
    mover: int
    table: Box
    theme: Theme

    @property
    def _step(self) -> float:
        return _SMALL * CELL

    @property
    def _abreast(self) -> int:
        """How many tiles stand side by side."""
        room = int((self.table.width - CELL) / self._step)
        return max(_ABREAST, min(room, max(map(len, self.hands), default=0)))

    def _rows(self, hand: Sequence[str]) -> int:
        return max(1, -(-len(hand) // self._abreast))

    def _tops(self) -> list[float]:
        """Return where each hand begins, and where the last ends."""
        tops = [self.table.bottom + 0.4 * CELL]
        for hand in self.hands:
            tops.append(tops[-1] + (self._rows(hand) + 0.55) * self._step)
        return tops

    @property
    def _left(self) -> float:
        return self.table.left + 0.9 * CELL

    @property
    def box(self) -> Box:
        """What the racks cover."""
        right = self._left + (self._abreast + 0.3) * self._step
        return Box(self.table.left, self.table.bottom, right, self._tops()[-1])

    def places(self) -> Iterator[tuple[int, str, Point]]:
        """Yield every tile: its player's index, what is seen of it, and its middle."""
        for k, (hand, top) in enumerate(zip(self.hands, self._tops(), strict=False)):
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
        for k, top in enumerate(self._tops()[: len(self.hands)]):
            y, x = top + 0.5 * self._step, self.table.left + 0.62 * CELL
            moves = k == self.mover
            role = self.theme.role("ink" if moves else "muted")
            yield scene.centred(x, y, str(k + 1), CELL * 0.36, fill=role, bold=moves, name="player")
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

    def sentences(self) -> Iterator[str]:
        """Yield every player's hand."""
        for k, hand in enumerate(self.hands, 1):
            if not hand:
                yield f"Player {k} holds no tiles."
                continue
            if all(len(text) == 1 for text in hand):
                counts = [(hand.count(c), COLOUR_NAMES[c]) for c in COLOURS if c in hand]
                listed = ", ".join(f"{count} {name}" for count, name in counts)
            else:
                listed = ", ".join(map(in_words, hand))
            yield f"Player {k} holds {count(len(hand), 'tile')}: {listed}."


# ---------------------------------------------------------------------------------- places

#: How far beyond the tiles cells have names: where a turn may lay the next ones.
_BEYOND = 3
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
    return NamedPlace(name, "cell", at, outline, TILE / 2 if cell in cells else 0.0)
