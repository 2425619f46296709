"""Positions as texts ``ROWS TURN VARIANT`` (rule 1.3): read, judged and written.

This module tells what is written and whether it can occur; it plays no moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.errors import InvalidPositionError, NotationError
from engine.games.astralis.board import NAMES, PLAYERS, SIDES, Board, State, board, each
from engine.games.astralis.variant import ShipVariant, Variant
from engine.games.astralis.variants import VARIANTS
from engine.reading import Excerpt, position_fields
from engine.words import count, listed, plural, times

STONES = ("Y", "C")
SHIPS = ("y", "c")
_EMPTY = "."

#: More characters than the largest position has, few enough to list every fault.
_LONGEST = 1000
#: The longest row has 25 hexes; a number may be wrong, but not of any size.
_DIGITS = 2

_EXAMPLE = "3/1Y2/c4/4/y2 y standard"
_TOKEN = re.compile(r"[0-9]+|.", re.DOTALL)


class Written(NamedTuple):
    """A position's parts as read; a row is a text of ``Y C y c`` and ``.`` for each empty hex."""

    rows: tuple[str, ...]
    turn: int
    variant: Variant


class Letter(NamedTuple):
    """A letter on the board: its row from the top and hex from the left, both from 0."""

    row: int
    column: int
    sign: str


# -------------------------------------------------------------------------------------- reading


def parse_position(text: str) -> tuple[State, Variant]:
    """Return the state and the variant written as ``text``.

    Raises NotationError where it cannot be read, InvalidPositionError with every fault where
    it can be read but cannot occur.
    """
    written = _read(text)
    faults = tuple(_faults(written))
    if faults:
        raise InvalidPositionError(faults)
    rows, turn, variant = written
    the_board = board((len(rows) + 1) // 2)
    sets = dict.fromkeys("YCyc.", 0)
    for row, hexes in zip(rows, the_board.rows(), strict=True):
        for letter, hex_ in zip(row, hexes, strict=True):
            sets[letter] |= hex_
    return State(the_board, (sets["Y"], sets["C"]), (sets["y"], sets["c"]), turn), variant


def _read(text: str) -> Written:
    parts = position_fields(text, "Astralis", "ROWS TURN VARIANT", _EXAMPLE, _LONGEST)
    rows = tuple(map(_read_row, parts[0].split("/")))
    turn, variant = parts[1].text, parts[2].text
    if turn not in PLAYERS:
        raise NotationError(f"no player '{turn}' to move", text=text, expected="y or c")
    if variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise NotationError(f"no variant '{variant}'", text=text, expected=f"one of {known}")
    return Written(rows, PLAYERS.index(turn), VARIANTS[variant])


def _read_row(row: Excerpt) -> str:
    if not row.text:
        raise row.error("an empty row", "its hexes")
    return "".join(_read_token(row.cut(*found.span())) for found in _TOKEN.finditer(row.text))


def _read_token(token: Excerpt) -> str:
    text = token.text
    if text in (*STONES, *SHIPS):
        return text
    if not (text.isascii() and text.isdigit()):
        expected = "Y, C, y, c, a number of empty hexes, or / between rows"
        raise token.error(f"unknown sign '{text}'", expected)
    if text.startswith("0") or len(text) > _DIGITS:
        what = f"no number of empty hexes: {text[:20]}"
        raise token.error(what, "1 to 25, without a leading zero")
    return _EMPTY * int(text)


# --------------------------------------------------------------------------------------- faults


def _faults(written: Written) -> Iterator[str]:
    """Yield everything that makes a position impossible (rule 1.3)."""
    rows, turn, variant = written
    shape = tuple(_shape_faults(rows))
    yield from shape
    names = _Names(rows, has_shape=not shape)
    if not shape:
        yield from _stone_faults(rows, names)
    letters = [
        Letter(r, c, sign)
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign != _EMPTY
    ]
    for player, ship in enumerate(SHIPS):
        found = [letter for letter in letters if letter.sign == ship]
        if found and not isinstance(variant, ShipVariant):
            yield f"{NAMES[player]}'s ship is {names.name(found)}, but {variant.name} has no ships"
        elif len(found) > 1:
            often = times(len(found))
            yield f"{NAMES[player]}'s ship is on the board {often}, {names.name(found)}"
    ships = {letter.sign for letter in letters} & set(SHIPS)
    if isinstance(variant, ShipVariant) and len(ships) < 2:
        yield from _set_up_faults(letters, turn, variant, names)


def _shape_faults(rows: Sequence[str]) -> Iterator[str]:
    side = (len(rows) + 1) // 2
    if len(rows) % 2 == 0 or side not in SIDES:
        low, high = 2 * SIDES[0] - 1, 2 * SIDES[-1] - 1
        found = f"{count(len(rows), 'row')} {plural(len(rows), 'makes', 'make')}"
        yield f"{found} no board; a board has an odd number of rows from {low} to {high}"
        return
    for r, row in enumerate(rows):
        right = 2 * side - 1 - abs(side - 1 - r)
        if len(row) != right:
            yield (
                f"row {r + 1} from the top has {count(len(row), 'hex', 'hexes')}, "
                f"on a board of side {side} it has {right}"
            )


class _Names:
    """Names where letters stand by their labels, or by row and number where the rows make no board."""

    def __init__(self, rows: Sequence[str], *, has_shape: bool) -> None:
        self.board = board((len(rows) + 1) // 2) if has_shape else None
        self.hexes = tuple(self.board.rows()) if self.board else ()

    def name(self, letters: Sequence[Letter]) -> str:
        if self.board is None:
            return "on " + ", ".join(
                f"hex {letter.column + 1} of row {letter.row + 1} from the top"
                for letter in letters
            )
        labels = self.board.labels(sum(self.hexes[letter.row][letter.column] for letter in letters))
        return f"on {listed(labels)}"


def _stone_faults(rows: Sequence[str], names: _Names) -> Iterator[str]:
    """Yield every pair of neighbouring stones (rule 4.3)."""
    the_board = names.board
    assert the_board is not None
    stones = sum(
        hex_
        for row, hexes in zip(rows, names.hexes, strict=True)
        for letter, hex_ in zip(row, hexes, strict=True)
        if letter in STONES
    )
    for hex_ in each(stones & the_board.near(stones)):
        for other in each(the_board.near_one(hex_) & stones):
            if hex_ < other:
                pair = f"{the_board.label(hex_)} and {the_board.label(other)}"
                yield f"the planets on {pair} are neighbours"


def _set_up_faults(
    letters: Sequence[Letter], turn: int, variant: ShipVariant, names: _Names
) -> Iterator[str]:
    """Yield what is impossible before both ships are on the board (rules 1.3 and 3.1)."""
    stones = [letter for letter in letters if letter.sign in STONES]
    if stones:
        noun = "a planet" if len(stones) == 1 else "planets"
        yield f"{noun} {names.name(stones)} before both ships are set up"
    counts = Counter(letter.sign for letter in letters)
    if counts["c"]:
        yield "cyan's ship is on the board before yellow's, but yellow sets up first"
    right = 1 if counts["y"] else 0
    if not counts["c"] and turn != right:
        yield f"{PLAYERS[turn]} is to move, but {NAMES[right]} is to set up the next ship"
    if names.board is not None:
        yield from _off_their_rows(letters, names.board, variant, names)


def _off_their_rows(
    letters: Sequence[Letter], the_board: Board, variant: ShipVariant, names: _Names
) -> Iterator[str]:
    """Yield the ships that are not on a hex where they may be set up (rule 3.1)."""
    for player, ship in enumerate(SHIPS):
        berths = variant.berths(the_board, player)
        own = [letter for letter in letters if letter.sign == ship]
        off = [letter for letter in own if not names.hexes[letter.row][letter.column] & berths]
        if off:
            labels = the_board.labels(berths)
            where = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
            yield f"{NAMES[player]}'s ship is {names.name(off)}, but is set up on {where}"


# -------------------------------------------------------------------------------------- writing


def format_position(state: State, variant: str) -> str:
    """Return a position's one written form."""
    yellow, cyan = state.stones
    yellow_ship, cyan_ship = state.ships
    sets = ((yellow, "Y"), (cyan, "C"), (yellow_ship, "y"), (cyan_ship, "c"))
    taken = yellow | cyan | yellow_ship | cyan_ship
    rows = []
    for hexes in state.board.rows():
        row, empty = "", 0
        for hex_ in hexes:
            if not hex_ & taken:
                empty += 1
                continue
            row += (str(empty) if empty else "") + next(s for bits, s in sets if bits & hex_)
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {PLAYERS[state.turn]} {variant}"
