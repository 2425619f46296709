"""The rules of Astralis and its variants once more, slowly: plain dicts and loops over all cells.

Knows nothing of the engine and nothing clever; numbers in brackets are the rules' paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from tests.reference import IllegalMove, NotationFault, PositionFault

Cell = tuple[int, int]

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
VARIANTS = ("standard", "simplified", "dice", "beeline", "dispersed-go")  # (1.4)
SIDES = range(3, 14)  # (1.1)
STONES = {"y": "Y", "c": "C"}
OPPONENT = {"y": "c", "c": "y"}
PASS = "--"


@dataclass(frozen=True)
class State:
    """A position (1.3): stones by cell as ``Y`` or ``C``, ships by player as ``y`` or ``c``.

    ``past`` holds the stones before each turn and its move, which dispersed-go needs (6.4).
    """

    side: int
    stones: dict[Cell, str]
    ships: dict[str, Cell]
    turn: str
    variant: str
    past: tuple[tuple[dict[Cell, str], str], ...] = field(default=(), compare=False)

    @cached_property
    def turns(self) -> dict[str, tuple[str, State]]:
        """Every legal move in its short form, with its full form and the state it leads to."""
        return turns(self)


# --- The board ---------------------------------------------------------------------------------


@cache
def cells(side: int) -> tuple[Cell, ...]:
    """Return the cells of the board, rows from the top, in each from left to right (1.2)."""
    reach = side - 1
    return tuple(
        (q, r)
        for r in range(reach, -reach - 1, -1)
        for q in range(-reach, reach + 1)
        if abs(q + r) <= reach
    )


def is_on_board(side: int, cell: Cell) -> bool:
    """Tell whether a cell is on the board (1.2)."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r)) <= side - 1


@cache
def around(side: int, cell: Cell) -> tuple[Cell, ...]:
    """Return the neighbours on the board (2.2)."""
    near = ((cell[0] + q, cell[1] + r) for q, r in DIRECTIONS)
    return tuple(other for other in near if is_on_board(side, other))


def label(side: int, cell: Cell) -> str:
    """Return a cell's letter and number (1.2)."""
    q, r = cell
    letter = r + side - 1
    return f"{'abcdefghijklmnopqrstuvwxy'[letter]}{q + letter + 1}"


def in_order(side: int, some: Iterable[Cell]) -> list[str]:
    """Return the labels of cells in order of letter and number (4.8)."""
    return sorted((label(side, cell) for cell in some), key=lambda text: (text[0], int(text[1:])))


# --- Positions ---------------------------------------------------------------------------------


def start(side: int, variant: str) -> State:
    """Return the start position (1.3)."""
    return State(side, {}, {}, "y", variant)


def format(state: State) -> str:
    """Return the written position (1.3)."""
    at = {cell: player for player, cell in state.ships.items()} | state.stones
    rows: dict[int, str] = {}
    for cell in cells(state.side):
        rows[cell[1]] = rows.get(cell[1], "") + at.get(cell, ".")
    counted = (re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows.values())
    return f"{'/'.join(counted)} {state.turn} {state.variant}"


def _rows(text: str) -> list[str]:
    """Return the rows with a dot for every empty cell, of any length.

    Raises NotationFault for anything but stones, ships and numbers.
    """
    rows = text.split("/")
    if not all(re.fullmatch("(?:[YCyc]|[1-9][0-9]?(?![0-9]))+", row) for row in rows):
        raise NotationFault("a row is wrong")
    return [re.sub("[0-9]+", lambda number: "." * int(number[0]), row) for row in rows]


def _read(text: str) -> tuple[list[str], str, str]:
    fields = text.split(" ")
    if len(fields) != 3 or fields[1] not in OPPONENT or fields[2] not in VARIANTS:
        raise NotationFault("a field is wrong")
    return _rows(fields[0]), fields[1], fields[2]


def faults(text: str) -> list[str]:
    """Return why a written position is impossible (1.3); nothing for a possible one.

    Raises NotationFault for a text without the form of a position.
    """
    rows, turn, variant = _read(text)
    side = len(rows[0])
    widths = [2 * side - 1 - abs(row - side + 1) for row in range(2 * side - 1)]
    if side not in SIDES or [len(row) for row in rows] != widths:
        return ["the rows make no board"]
    at = dict(zip(cells(side), "".join(rows), strict=True))
    found = [
        f"planets on {label(side, cell)} and {label(side, other)} are neighbours"
        for cell in at
        for other in around(side, cell)
        if at[cell] in "YC" and at[other] in "YC"
    ]
    ships = {player: [cell for cell in at if at[cell] == player] for player in "yc"}
    if variant == "dispersed-go":
        return found + ["a ship in dispersed-go" for player in "yc" if ships[player]]
    found += [f"ship {player} twice" for player in "yc" if len(ships[player]) > 1]
    if not ships["y"] or not ships["c"]:  # set-up (3.1): yellow first, then cyan
        if any(what in "YC" for what in at.values()):
            found.append("stones during set-up")
        if turn != ("c" if ships["y"] else "y"):
            found.append("the wrong turn during set-up")
        if ships["c"]:
            found.append("cyan's ship before yellow's")
        found += [
            f"ship {player} off its row"
            for player in "yc"
            if any(cell not in home_row(side, player) for cell in ships[player])
        ]
    return found


def parse(text: str) -> State:
    """Return the position written as ``text``.

    Raises NotationFault, PositionFault.
    """
    wrong = faults(text)
    if wrong:
        raise PositionFault(wrong)
    rows, turn, variant = _read(text)
    at = dict(zip(cells(len(rows[0])), "".join(rows), strict=True))
    stones = {cell: what for cell, what in at.items() if what in "YC"}
    ships = {what: cell for cell, what in at.items() if what in "yc"}
    return State(len(rows[0]), stones, ships, turn, variant)


# --- Terms -------------------------------------------------------------------------------------


def is_explored(state: State, cell: Cell) -> bool:
    """Tell whether a hex holds or neighbours a stone (2.1)."""
    return cell in state.stones or not state.stones.keys().isdisjoint(around(state.side, cell))


def stones_near(state: State, cell: Cell) -> set[str]:
    """Return whose stones (``Y``, ``C``) are next to a hex."""
    return {state.stones[other] for other in around(state.side, cell) if other in state.stones}


def controls(state: State, player: str, cell: Cell) -> bool:
    """Tell whether a player controls a hex (2.1)."""
    own = STONES[player]
    return state.stones.get(cell) == own or stones_near(state, cell) == {own}


def is_contested(state: State, cell: Cell) -> bool:
    """Tell whether both players have stones next to a hex (2.1)."""
    return stones_near(state, cell) == {"Y", "C"}


def is_enclosed(state: State, player: str, cell: Cell) -> bool:
    """Tell whether a hex is unexplored and surrounded by hexes the player controls (4.2, 4.4)."""
    return not is_explored(state, cell) and all(
        controls(state, player, other) for other in around(state.side, cell)
    )


def home_row(side: int, player: str) -> tuple[Cell, ...]:
    """Return where a player's ship may be set up (3.1)."""
    reach = side - 1
    row = tuple(cell for cell in cells(side) if cell[1] == (-reach if player == "y" else reach))
    return row[1:-1]


# --- Turns with ships --------------------------------------------------------------------------


def in_set_up(state: State) -> bool:
    """Tell whether a ship is still to be put on the board (1.3)."""
    return state.variant != "dispersed-go" and len(state.ships) < 2


def ways(state: State) -> Iterator[tuple[Cell, Cell]]:
    """Yield the hexes the ship may move to, each with the direction (4.1, 6.3)."""
    own = STONES[state.turn]
    for step in DIRECTIONS:
        q, r = state.ships[state.turn]
        while True:
            q, r = q + step[0], r + step[1]
            blocked = not is_on_board(state.side, (q, r)) or (q, r) in state.ships.values()
            stone = state.stones.get((q, r))
            if blocked or (stone and (stone != own or state.variant == "beeline")):
                break
            if not stone:
                yield (q, r), step


def departed(state: State, target: Cell) -> tuple[State, str]:
    """Return the state after the ship's move and any departure bonus, with the bonus as written.

    The turn has not passed on.
    """
    left = state.ships[state.turn]
    other = OPPONENT[state.turn]
    moved = replace(state, ships={**state.ships, state.turn: target})
    if not is_enclosed(moved, other, left):
        return moved, ""
    return _with_stone(moved, left, STONES[other]), f"(+{label(state.side, left)})"


def expanded(state: State, cell: Cell) -> tuple[State, str]:
    """Return the state after a stone was put down, with bonuses and extractions as written."""
    own = STONES[state.turn]
    enemy_ship = state.ships[OPPONENT[state.turn]]
    state = _with_stone(state, cell, own)
    bonuses: list[Cell] = []
    extracted: list[Cell] = []
    while True:  # until nothing changes (4.5)
        for target in cells(state.side):
            if is_enclosed(state, state.turn, target) and target != enemy_ship:  # (4.4)
                state = _with_stone(state, target, own)
                bonuses.append(target)
                break
            if state.stones.get(target) == STONES[OPPONENT[state.turn]] and all(
                is_contested(state, other) for other in around(state.side, target)
            ):  # (4.5)
                state = _with_stone(state, target, own)
                extracted.append(target)
                break
        else:
            break
    followed = [f"+{text}" for text in in_order(state.side, bonuses)]
    followed += [f"x{text}" for text in in_order(state.side, extracted)]
    return state, "".join(followed)


def _with_stone(state: State, cell: Cell, stone: str) -> State:
    return replace(state, stones={**state.stones, cell: stone})


def ship_turns(state: State) -> Iterator[tuple[str, str, State]]:
    """Yield the turns of a player with a ship: short form, full form, the state they lead to.

    The turn has not passed on in that state.
    """
    is_beeline = state.variant == "beeline"
    moves = list(ways(state))
    if not moves:
        yield PASS, PASS, state  # (4.7)
    for target, step in moves:
        name = label(state.side, target)
        if is_beeline:  # (6.3)
            moved = replace(state, ships={**state.ships, state.turn: target})
            yield name, name, moved
            ahead = (target[0] + step[0], target[1] + step[1])
            if can_take_stone(moved, ahead):
                yield name + "+", name + "+", _with_stone(moved, ahead, STONES[state.turn])
            continue
        moved, bonus = departed(state, target)
        yield name, name + bonus, moved
        for cell in around(state.side, target):
            if can_take_stone(moved, cell):  # (4.3)
                after, followed = expanded(moved, cell)
                stone = f"+{label(state.side, cell)}"
                yield name + stone, name + bonus + stone + followed, after


def can_take_stone(state: State, cell: Cell) -> bool:
    """Tell whether a hex is on the board, unexplored and without a ship (4.3, 6.3, 6.4)."""
    return (
        is_on_board(state.side, cell)
        and not is_explored(state, cell)
        and cell not in state.ships.values()
    )


# --- Dispersed Go (6.4) ------------------------------------------------------------------------


def liberties(state: State, stone: Cell) -> list[Cell]:
    """Return the hexes next to this stone and to no other."""
    return [
        cell
        for cell in around(state.side, stone)
        if [other for other in around(state.side, cell) if other in state.stones] == [stone]
    ]


def group(state: State, stone: Cell) -> set[Cell]:
    """Return the stone's group: stones of its colour connected by hexes next to both."""
    found = {stone}
    waiting = [stone]
    while waiting:
        for cell in around(state.side, waiting.pop()):
            for other in around(state.side, cell):
                if state.stones.get(other) == state.stones[stone] and other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


def is_dead(state: State, stone: Cell) -> bool:
    """Tell whether no stone of the group has a liberty."""
    return not any(liberties(state, other) for other in group(state, stone))


def go_turns(state: State) -> Iterator[tuple[str, str, State]]:
    """Yield the turns of Dispersed Go as :func:`ship_turns` does."""
    yield PASS, PASS, state
    for cell in cells(state.side):
        if not can_take_stone(state, cell):
            continue
        placed = _with_stone(state, cell, STONES[state.turn])
        enemy = [at for at, stone in placed.stones.items() if stone != STONES[state.turn]]
        dead = {stone for stone in enemy if is_dead(placed, stone)}
        after = replace(
            placed, stones={at: stone for at, stone in placed.stones.items() if at not in dead}
        )
        is_ko = bool(state.past) and after.stones == state.past[-1][0]
        if not is_dead(after, cell) and not is_ko:
            name = label(state.side, cell)
            yield name, name, after


# --- Moves, the end, scores --------------------------------------------------------------------


def turns(state: State) -> dict[str, tuple[str, State]]:
    """Return every legal move in its short form, with its full form and the state it leads to."""
    if is_over(state):
        return {}
    if in_set_up(state):
        found = [
            (
                label(state.side, cell),
                label(state.side, cell),
                replace(state, ships={**state.ships, state.turn: cell}),
            )
            for cell in home_row(state.side, state.turn)
        ]
    elif state.variant == "dispersed-go":
        found = list(go_turns(state))
    else:
        found = list(ship_turns(state))
    other = OPPONENT[state.turn]
    return {
        short: (full, replace(after, turn=other, past=(*state.past, (state.stones, short))))
        for short, full, after in found
    }


def legal_moves(state: State) -> set[str]:
    """Return all legal moves in their full written form (4.8)."""
    return {full for full, _ in state.turns.values()}


def play(state: State, move: str) -> State:
    """Return the position after a move in its short or full form.

    Raises NotationFault for a text that has not a move's form, IllegalMove.
    """
    for short, (full, after) in state.turns.items():
        if move in (short, full):
            return after
    if re.fullmatch(r"[a-y][1-9][0-9]?(\+[a-y][1-9][0-9]?)?", move):
        raise IllegalMove(move)
    raise NotationFault(move)


def is_over(state: State) -> bool:
    """Tell whether the game has ended (5.1, 6.3, 6.4)."""
    if state.variant == "dispersed-go":
        return [move for _, move in state.past[-2:]] == [PASS, PASS]
    return all(is_explored(state, cell) for cell in cells(state.side))


def pips(state: State, stone: Cell) -> int:
    """Return what a planet's die shows (6.2)."""
    owner = {"Y": "y", "C": "c"}[state.stones[stone]]
    return sum(controls(state, owner, cell) for cell in around(state.side, stone))


def scores(state: State) -> dict[str, float]:
    """Return both players' scores, komi included (5.1, 6)."""
    counted: dict[str, float] = {}
    for player, stone in STONES.items():
        own = [cell for cell, colour in state.stones.items() if colour == stone]
        if state.variant == "dice":
            counted[player] = sum(pips(state, cell) for cell in own)
        elif state.variant == "beeline":
            counted[player] = len(own)
        else:
            counted[player] = sum(controls(state, player, cell) for cell in cells(state.side))
    counted["c"] += 0.5 if state.variant == "beeline" else 3.5
    return counted


def winners(state: State) -> tuple[str, ...] | None:
    """Return the winner, None while the game is on; komi leaves no draws."""
    if not is_over(state):
        return None
    counted = scores(state)
    return ("y",) if counted["y"] > counted["c"] else ("c",)
