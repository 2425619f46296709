"""Reading and writing positions and turns (rules 2.3, 2.4 and 3.1); the rules judge them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import InvalidMoveError
from engine.games.aathenuo import tiles
from engine.games.aathenuo.table import REACH, Cells, Square, by_row, span
from engine.geometry import written
from engine.play.position import Move
from engine.reading import Excerpt, position_fields

#: What ``draw:`` names when the bag is empty: nothing, the player passes (rule 3.2).
NOTHING = "-"
EMPTY = "-"
GAP = "."


class Put(NamedTuple):
    """A tile from the hand put on a cell: ``+r3@1,0``."""

    tile: str
    cell: Square

    def __str__(self) -> str:
        return f"+{self.tile}@{written(self.cell)}"


class Shift(NamedTuple):
    """A tile on the table moved from one cell to another: ``2,1>4,0``."""

    start: Square
    end: Square

    def __str__(self) -> str:
        return f"{written(self.start)}>{written(self.end)}"


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """A turn that lays tiles from the hand and may rearrange the table (rule 3.1)."""

    puts: tuple[Put, ...]
    shifts: tuple[Shift, ...] = ()

    def __str__(self) -> str:
        lay = self.in_order()
        return ";".join(map(str, (*lay.puts, *lay.shifts)))

    def in_order(self) -> Lay:
        return Lay(
            tuple(sorted(self.puts, key=lambda put: by_row(put.cell))),
            tuple(sorted(self.shifts, key=lambda shift: by_row(shift.start))),
        )


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A turn that draws ``tile`` from the bag, ``-`` for nothing, "" for whatever comes."""

    tile: str = ""

    def __str__(self) -> str:
        return f"draw:{self.tile}" if self.tile else "draw"


AathenuoMove = Lay | Draw


#: The longest text read: a table as wide and as deep as it may be, and all there is in hands.
LONGEST = 4 * REACH * REACH

_TURN = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")


#: A position as read: tiles on the table, player to move, passes in a row, hands.
Parts = tuple[dict[Square, str], int, int, tuple[tuple[str, ...], ...]]


def parse_position(text: str) -> Parts:
    """Return the parts of a written position (rule 2.3); raise NotationError."""
    example = "r*,r3,r4 2 r1b2/y*y5/g8"
    table, turn, hands = position_fields(text, "Aathenuo", "TABLE TURN HANDS", example, LONGEST)
    match = _TURN.fullmatch(turn.text)
    if match is None:
        expected = "the number of the player to move, and -n after n passes in a row, like 2 or 2-1"
        raise turn.error(f"'{turn.text[:20]}' is not a turn", expected)
    return parse_table(table), int(match[1]), int(match[2] or 0), parse_hands(hands)


def parse_table(field: Excerpt) -> dict[Square, str]:
    """Return the tiles of a written table, cropped or not (rule 2.3); raise NotationError."""
    if field.text == EMPTY:
        return {}
    cells = {}
    for y, row in enumerate(field.split("/")):
        for x, cell in enumerate(row.split(",")):
            if tiles.is_tile(cell.text):
                cells[x, y] = cell.text
            elif cell.text != GAP:
                what = "nothing between two commas" if row.text else "an empty row is written '.'"
                if cell.text:
                    what = f"'{cell.text[:20]}' is not a tile"
                expected = f"{tiles.FORM}, or '.' for an empty cell"
                raise cell.error(f"row {y}, column {x}: {what}", expected)
    return cells


def parse_hands(field: Excerpt) -> tuple[tuple[str, ...], ...]:
    """Return written hands, each in the order of rule 2.3; raise NotationError."""
    hands = []
    for number, hand in enumerate(field.split("/"), 1):
        held = [hand.cut(k, k + 2) for k in range(0, len(hand.text), 2)] or [hand]
        held = held if hand.text != EMPTY else []
        for tile in held:
            if not tiles.is_tile(tile.text):
                what = f"'{tile.text}' is not a tile" if tile.text else "nothing is written"
                expected = "tiles without separators like r1b2, or '-' for an empty hand"
                raise tile.error(f"hand {number}: {what}", expected)
        hands.append(tiles.ordered(tile.text for tile in held))
    return tuple(hands)


def format_position(table: Cells, turn: int, passes: int, hands: Sequence[Sequence[str]]) -> str:
    """Return the written form of a position (rule 2.3); the table has its corner at (0, 0)."""
    columns, rows = span(table)
    lines = (",".join(table.get((x, y), GAP) for x in range(columns)) for y in range(rows))
    held = ("".join(tiles.ordered(hand)) or EMPTY for hand in hands)
    suffix = f"-{passes}" if passes else ""
    return f"{'/'.join(lines) or EMPTY} {turn}{suffix} {'/'.join(held)}"


_LONGEST_MOVE = 20_000

#: On an empty table any coordinates serve (rule 2.4), up to so many digits.
_COORDINATE = r"(0|-?[1-9][0-9]{0,14})"
_CELL = f"{_COORDINATE},{_COORDINATE}"
_PUT = re.compile(rf"\+(..)@{_CELL}")
_SHIFT = re.compile(rf"{_CELL}>{_CELL}")
_MOVE_FORM = "'draw', 'draw:r5', 'draw:-', or parts like +r3@1,0 and 2,1>4,0 joined by ';'"


def parse_cell(name: str) -> Square | None:
    """Return the cell of a name, None for what is not one."""
    match = re.fullmatch(_CELL, name)
    return (int(match[1]), int(match[2])) if match else None


def parse_move(text: str) -> AathenuoMove:
    """Return a written turn (rule 3.1); raise InvalidMoveError."""
    if len(text) > _LONGEST_MOVE:
        raise InvalidMoveError(f"a text of {len(text)} characters is not a turn", text=text[:80])
    word, colon, tile = text.partition(":")
    if word == "draw" and (tile == NOTHING or tiles.is_tile(tile) or not colon):
        return Draw(tile)
    puts: list[Put] = []
    shifts: list[Shift] = []
    for part in Excerpt.of(text).split(";"):
        if match := _PUT.fullmatch(part.text):
            if not tiles.is_tile(match[1]):
                what, at = f"'{match[1]}' is not a tile", part.offset + 1
                raise InvalidMoveError(what, text=text, offset=at, expected=tiles.FORM)
            puts.append(Put(match[1], (int(match[2]), int(match[3]))))
        elif match := _SHIFT.fullmatch(part.text):
            left, top, right, bottom = map(int, match.groups())
            shifts.append(Shift((left, top), (right, bottom)))
        else:
            what = f"'{part.text[:40]}' is not part of a turn"
            what = what if part.text else "a part of the turn is empty"
            raise InvalidMoveError(what, text=text, offset=part.offset, expected=_MOVE_FORM)
    return Lay(tuple(puts), tuple(shifts))
