"""Positions as texts ``ROWS TURN VARIANT`` (rule 1.3): read, judged and written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.errors import InvalidPositionError
from engine.games.astralis.board import NAMES, PLAYERS, SIDES, Board, State, board, each, pair
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
    """Return the state and the variant written as ``text``."""
    parts = position_fields(text, "Astralis", "ROWS TURN VARIANT", _EXAMPLE, _LONGEST)
    rows = [_read_row(row) for row in parts[0].split("/")]
    mover = PLAYERS.index(parts[1].one_of(PLAYERS, "the player to move"))
    name = parts[2].one_of(VARIANTS, "the variant")
    if faults := tuple(_shape_faults(rows)):
        raise InvalidPositionError(faults)
    grid = board((len(rows) + 1) // 2)
    hexes = [hex_ for row in grid.rows() for hex_ in row]
    signs = [*zip("".join(rows), hexes, strict=True)]
    sets = [sum(hex_ for sign, hex_ in signs if sign == kind) for kind in STONES + SHIPS]
    state = State(*pair(mover, *sets[:2]), *pair(mover, *sets[2:]), mover)
    if faults := tuple(_faults(grid, state, VARIANTS[name])):
        raise InvalidPositionError(faults)
    return state, variant_of(name, grid.side)


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


def _shape_faults(rows: Sequence[str]) -> Iterator[str]:
    number, side = len(rows), (len(rows) + 1) // 2
    if number % 2 == 0 or side not in SIDES:
        low, high = 2 * SIDES[0] - 1, 2 * SIDES[-1] - 1
        make = f"{count(number, 'row')} {plural(number, 'makes', 'make')}"
        yield f"{make} no board; a board has an odd number of rows from {low} to {high}"
        return
    for r, row in enumerate(rows):
        right = 2 * side - 1 - abs(side - 1 - r)
        if len(row) != right:
            yield (
                f"row {r + 1} from the top has {count(len(row), 'hex', 'hexes')}, "
                f"on a board of side {side} it has {right}"
            )


def _faults(grid: Board, state: State, kind: type[Variant]) -> Iterator[str]:
    """Yield what is impossible on a board (rules 1.3 and 4.3)."""
    for hex_ in each(state.occupied):
        for other in each(grid.near_one(hex_) & state.occupied):
            if hex_ < other:
                yield f"the planets on {grid.label(hex_)} and {grid.label(other)} are neighbours"
    has_ships = issubclass(kind, ShipVariant)
    for name, ship in zip(NAMES, state.ships, strict=True):
        number, where = ship.bit_count(), listed(grid.labels(ship))
        if number and not has_ships:
            yield f"{name}'s ship is on {where}, but {kind.name} has no ships"
        elif number > 1:
            yield f"{name}'s ship is on the board {times(number)}, on {where}"
    if has_ships and not all(state.ships):
        yield from _set_up_faults(grid, state)


def _set_up_faults(grid: Board, state: State) -> Iterator[str]:
    """Yield what is impossible before both ships are on the board (rules 1.3 and 3.1)."""
    if names := grid.labels(state.occupied):
        noun = "a planet" if len(names) == 1 else "planets"
        yield f"{noun} on {listed(names)} before both ships are set up"
    yellow, cyan = state.ships
    if cyan:
        yield "cyan's ship is on the board before yellow's, but yellow sets up first"
    right = 1 if yellow else 0
    if not cyan and state.turn != right:
        yield f"{PLAYERS[state.turn]} is to move, but {NAMES[right]} is to set up the next ship"
    for player, ship in enumerate(state.ships):
        berths = grid.berths(player)
        if outside := ship & ~berths:
            labels = grid.labels(berths)
            to = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
            on = listed(grid.labels(outside))
            yield f"{NAMES[player]}'s ship is on {on}, but is set up on {to}"


# -------------------------------------------------------------------------------------- writing


def format_position(state: State, variant: Variant) -> str:
    """Return a position's one written form."""
    sets = (*state.stones, *state.ships)
    signs = {
        hex_: sign for sign, bits in zip(STONES + SHIPS, sets, strict=True) for hex_ in each(bits)
    }
    rows = ("".join(signs.get(hex_, _EMPTY) for hex_ in hexes) for hexes in variant.board.rows())
    written = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{written} {PLAYERS[state.turn]} {variant.name}"
