"""Positions as texts ``ROWS TURN VARIANT`` (rule 1.3): read, judged and written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.errors import InvalidPositionError
from engine.games.astralis.board import NAMES, PLAYERS, SIDES, State, board, each, pair
from engine.games.astralis.variants import VARIANTS, ShipVariant, Variant, variant_of
from engine.reading import Excerpt, position_fields
from engine.words import count, listed, plural, times

STONES, SHIPS = "YC", "yc"
_EMPTY = "."

#: More characters than the largest position has, few enough to list every fault.
_LONGEST = 1000
#: The longest row has 25 hexes; a number may be wrong, but not of any size.
_DIGITS = 2

_EXAMPLE = "3/1Y2/c4/4/y2 y standard"
_TOKEN = re.compile(r"[0-9]+|.", re.DOTALL)


def parse_position(text: str) -> tuple[State, Variant]:
    """Return the state and the variant written as ``text``.

    Raises NotationError where it cannot be read, InvalidPositionError with every fault where
    it can be read but cannot occur.
    """
    parts = position_fields(text, "Astralis", "ROWS TURN VARIANT", _EXAMPLE, _LONGEST)
    rows = _Rows([_read_row(row) for row in parts[0].split("/")])
    mover = PLAYERS.index(parts[1].one_of(PLAYERS, "the player to move"))
    name = parts[2].one_of(VARIANTS, "the variant")
    if faults := tuple(_faults(rows, mover, VARIANTS[name])):
        raise InvalidPositionError(faults)
    yellow, cyan, yellow_ship, cyan_ship = map(rows.hexes, STONES + SHIPS)
    pieces = *pair(mover, yellow, cyan), *pair(mover, yellow_ship, cyan_ship)
    return State(*pieces, mover), variant_of(name, rows.side)


def _read_row(row: Excerpt) -> str:
    if not row.text:
        raise row.error("an empty row", "its hexes")
    signs = ""
    for match in _TOKEN.finditer(row.text):
        token, text = row.cut(*match.span()), match[0]
        if text in STONES + SHIPS:
            signs += text
            continue
        if not (text.isascii() and text.isdigit()):
            expected = "Y, C, y, c, a number of empty hexes, or / between rows"
            raise token.error(f"unknown sign '{text}'", expected)
        if text.startswith("0") or len(text) > _DIGITS:
            what = f"'{text[:20]}' is not a number of empty hexes"
            raise token.error(what, "1 to 25, without a leading zero")
        signs += _EMPTY * int(text)
    return signs


# --------------------------------------------------------------------------------------- faults


class _Rows:
    """Rows as read, of ``Y C y c`` and ``.``; ``board`` is None where they make none."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows, self.side = rows, (len(rows) + 1) // 2
        self.faults = tuple(self._shape_faults())
        self.board = None if self.faults else board(self.side)

    def _shape_faults(self) -> Iterator[str]:
        number, side = len(self.rows), self.side
        if number % 2 == 0 or side not in SIDES:
            low, high = 2 * SIDES[0] - 1, 2 * SIDES[-1] - 1
            make = f"{count(number, 'row')} {plural(number, 'makes', 'make')}"
            yield f"{make} no board; a board has an odd number of rows from {low} to {high}"
            return
        for r, row in enumerate(self.rows):
            right = 2 * side - 1 - abs(side - 1 - r)
            if len(row) != right:
                yield (
                    f"row {r + 1} from the top has {count(len(row), 'hex', 'hexes')}, "
                    f"on a board of side {side} it has {right}"
                )

    def number(self, signs: str) -> int:
        return sum(row.count(sign) for row in self.rows for sign in signs)

    def hexes(self, signs: str) -> int:
        rows = zip(self.rows, self.board.rows(), strict=True) if self.board else ()
        return sum(h for row, hexes in rows for s, h in zip(row, hexes, strict=True) if s in signs)

    def where(self, signs: str) -> str:
        if self.board:
            return f"on {listed(self.board.labels(self.hexes(signs)))}"
        return "on " + ", ".join(
            f"hex {c} of row {r} from the top"
            for r, row in enumerate(self.rows, 1)
            for c, sign in enumerate(row, 1)
            if sign in signs
        )


def _faults(rows: _Rows, turn: int, kind: type[Variant]) -> Iterator[str]:
    """Yield everything that makes a position impossible (rule 1.3)."""
    yield from rows.faults
    if rows.board:  # no two stones are neighbours (rule 4.3)
        stones = rows.hexes(STONES)
        for hex_ in each(stones):
            for other in each(rows.board.near_one(hex_) & stones):
                if hex_ < other:
                    pair = f"{rows.board.label(hex_)} and {rows.board.label(other)}"
                    yield f"the planets on {pair} are neighbours"
    has_ships = issubclass(kind, ShipVariant)
    for name, ship in zip(NAMES, SHIPS, strict=True):
        number = rows.number(ship)
        if number and not has_ships:
            yield f"{name}'s ship is {rows.where(ship)}, but {kind.name} has no ships"
        elif number > 1:
            yield f"{name}'s ship is on the board {times(number)}, {rows.where(ship)}"
    if has_ships and not all(map(rows.number, SHIPS)):
        yield from _set_up_faults(rows, turn)


def _set_up_faults(rows: _Rows, turn: int) -> Iterator[str]:
    """Yield what is impossible before both ships are on the board (rules 1.3 and 3.1)."""
    if stones := rows.number(STONES):
        noun = "a planet" if stones == 1 else "planets"
        yield f"{noun} {rows.where(STONES)} before both ships are set up"
    if rows.number("c"):
        yield "cyan's ship is on the board before yellow's, but yellow sets up first"
    right = 1 if rows.number("y") else 0
    if not rows.number("c") and turn != right:
        yield f"{PLAYERS[turn]} is to move, but {NAMES[right]} is to set up the next ship"
    if rows.board is None:
        return
    for player, ship in enumerate(SHIPS):
        berths = ShipVariant.berths(rows.board, player)
        if outside := rows.hexes(ship) & ~berths:
            labels = rows.board.labels(berths)
            to = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
            on = listed(rows.board.labels(outside))
            yield f"{NAMES[player]}'s ship is on {on}, but is set up on {to}"


# -------------------------------------------------------------------------------------- writing


def format_position(state: State, variant: Variant) -> str:
    """Return a position's one written form."""
    sets = tuple(zip((*state.stones, *state.ships), STONES + SHIPS, strict=True))
    rows = (
        "".join(next((sign for bits, sign in sets if bits & hex_), _EMPTY) for hex_ in hexes)
        for hexes in variant.board.rows()
    )
    written = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{written} {PLAYERS[state.turn]} {variant.name}"
