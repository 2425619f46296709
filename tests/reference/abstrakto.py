"""Abstrakto played from the wording of its rules: sets of quarter-cells and flood fill.

Everything is worked out anew from the tiles on the board, as slowly as it takes.  Nothing here
knows the engine; the paragraphs named are those of the game's rules.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.reference import IllegalMove, NotationFault, PositionFault

Quarter = tuple[int, int]

PLAYERS = ("b", "o")
TYPES = ("Solid", "Line", "Cross")
PASS = "--"
#: The board is 14 x 14 quarter-cells (2.2).
BOARD = frozenset((x, y) for x in range(14) for y in range(14))
#: Steps in quarter-cells from the centre of a cell to that of a place named by it (2.2).
STEPS = {
    "": (0, 0),
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "nw": (-1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
}


class State(NamedTuple):
    """Places of the tiles by player, the player to move, and tiles left by player and type."""

    tiles: tuple[tuple[str, ...], tuple[str, ...]]
    turn: str
    hands: tuple[tuple[int, int, int], tuple[int, int, int]]


class Area(NamedTuple):
    """An area (4.1): its quarter-cells, the places bounding it by player, control, settledness."""

    quarters: frozenset[Quarter]
    bounding: tuple[frozenset[str], frozenset[str]]
    controller: str | None
    settled: bool

    @property
    def size(self) -> int:
        """The number of bounding tiles of both colours (4.3)."""
        return len(self.bounding[0]) + len(self.bounding[1])


def _centre(name: str) -> Quarter:
    """Return the centre of a cell, edge or corner by its name (2.2)."""
    column, row, side = "abcdefg".index(name[0]), int(name[1]) - 1, name[2:]
    return 2 * column + 1 + STEPS[side][0], 2 * row + 1 + STEPS[side][1]


def _names() -> list[str]:
    """Return all names of cells, edges and corners, corners on the board's edge among them."""
    return [c + r + side for side in STEPS for c in "abcdefg" for r in "1234567"]


def _written_names() -> dict[Quarter, str]:
    """Return centre -> written name: the cell itself, or the one below, left or lower left (2.1)."""
    written: dict[Quarter, str] = {}
    for side in ("", "n", "e", "ne", "s", "w"):
        for name in _names():
            if name[2:] == side:
                written.setdefault(_centre(name), name)
    inside = range(1, 14)  # a Cross is centred on an interior intersection
    corner = {c for c in written if c[0] % 2 == 0 and c[1] % 2 == 0}
    return {
        c: n for c, n in written.items() if c not in corner or (c[0] in inside and c[1] in inside)
    }


_WRITTEN = _written_names()
#: Every name that is read -> the one that is written (2.1).
READ = {name: _WRITTEN[_centre(name)] for name in _names() if _centre(name) in _WRITTEN}
#: All places by their written names.
PLACES = tuple(sorted(set(READ.values())))


def type_of(place: str) -> int:
    """Return which of TYPES fits the place: the name tells (2.1)."""
    return len(place) - 2


def quarters(place: str) -> frozenset[Quarter]:
    """Return the 2 x 2 quarter-cells around the centre, half outside on the edge (2.2)."""
    x, y = _centre(place)
    return frozenset({(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)})


QUARTERS = {place: quarters(place) for place in PLACES}


def start(hands: str = "555/555") -> State:
    """Return the empty board with blue to move (3.1)."""
    return parse(f"- - b {hands}")


def format(state: State) -> str:
    """Return the written form (2.4)."""
    board = [",".join(sorted(places)) or "-" for places in state.tiles]
    hands = "/".join("".join(map(str, hand)) for hand in state.hands)
    return " ".join([*board, state.turn, hands])


def read(text: str) -> State:
    """Return the position as it stands in the text, possible or not (2.4).

    Raises NotationFault.
    """
    fields = text.split(" ")
    if len(fields) != 4:
        raise NotationFault("BLUE ORANGE TURN HANDS")
    blue, orange, turn, hands = fields
    if turn not in PLAYERS:
        raise NotationFault("b or o")
    if not re.fullmatch(r"[0-9]{3}/[0-9]{3}", hands):
        raise NotationFault("555/555")
    held = [(int(h[0]), int(h[1]), int(h[2])) for h in hands.split("/")]
    return State((_read_places(blue), _read_places(orange)), turn, (held[0], held[1]))


def _read_places(text: str) -> tuple[str, ...]:
    if text == "-":
        return ()
    names = text.split(",")
    for name in names:
        if name not in READ:
            raise NotationFault(f"{name} is no place")
    return tuple(sorted(READ[name] for name in names))


def faults(state: State) -> list[str]:
    """Return why the position cannot occur, one text for each reason."""
    reasons = []
    on_board = [(PLAYERS[k], place) for k in (0, 1) for place in state.tiles[k]]
    for i, (_, one) in enumerate(on_board):
        for _, other in on_board[i + 1 :]:
            if QUARTERS[one] & QUARTERS[other]:  # 3.2
                reasons.append(f"overlap {one} {other}")
    for k in (0, 1):
        if len(state.tiles[k]) + sum(state.hands[k]) != 15:  # 2.4
            reasons.append(f"total {PLAYERS[k]}")
        for kind in range(3):
            used = sum(type_of(place) == kind for place in state.tiles[k])
            if used + state.hands[k][kind] > 6:  # 2.4
                reasons.append(f"type {PLAYERS[k]} {TYPES[kind]}")
    return reasons


def parse(text: str) -> State:
    """Return the position written as the text.

    Raises NotationFault, PositionFault.
    """
    state = read(text)
    if faults(state):
        raise PositionFault(faults(state))
    return state


def covered(state: State) -> set[Quarter]:
    """Return the quarter-cells under tiles, those outside the board among them."""
    return {q for places in state.tiles for place in places for q in QUARTERS[place]}


def placements(state: State, player: str) -> set[str]:
    """Return where the player can put a tile from the hand (3.2)."""
    under = covered(state)
    hand = state.hands[PLAYERS.index(player)]
    return {p for p in PLACES if hand[type_of(p)] > 0 and not QUARTERS[p] & under}


def is_over(state: State) -> bool:
    """Tell whether neither player can place (3.3)."""
    return not placements(state, "b") and not placements(state, "o")


def legal_moves(state: State) -> set[str]:
    """Return the places open to the player to move, or the pass where there is none (3.3)."""
    if is_over(state):
        return set()
    return placements(state, state.turn) or {PASS}


def written(state: State, move: str) -> str:
    """Return the written form of a legal move.

    Raises NotationFault for a text that is no move, IllegalMove.
    """
    if move != PASS and move not in READ:
        raise NotationFault(f"{move} is no move")
    place = move if move == PASS else READ[move]
    if place not in legal_moves(state):
        raise IllegalMove(move)
    return place


def play(state: State, move: str) -> State:
    """Return the state after the move; raises what :func:`written` does."""
    place = written(state, move)
    tiles, hands = list(state.tiles), list(state.hands)
    if place != PASS:
        k = PLAYERS.index(state.turn)
        tiles[k] = tuple(sorted((*tiles[k], place)))
        hand = list(hands[k])
        hand[type_of(place)] -= 1
        hands[k] = (hand[0], hand[1], hand[2])
    other = "o" if state.turn == "b" else "b"
    return State((tiles[0], tiles[1]), other, (hands[0], hands[1]))


def areas(state: State) -> dict[frozenset[Quarter], Area]:
    """Return every area by its quarter-cells (4.1, 4.2, 4.4)."""
    free = BOARD - covered(state)
    reachable = {
        q for p in placements(state, "b") | placements(state, "o") for q in QUARTERS[p]
    }  # quarter-cells that a remaining tile could still cover
    areas_by_cells = {}
    while free:
        region = _flood(min(free), free)
        free -= region
        bounding = (_bounding(state, 0, region), _bounding(state, 1, region))
        blue, orange = len(bounding[0]), len(bounding[1])
        controller = "b" if blue > orange else "o" if orange > blue else None
        areas_by_cells[region] = Area(region, bounding, controller, not region & reachable)
    return areas_by_cells


def _sides(quarter: Quarter) -> set[Quarter]:
    """Return the quarter-cells sharing a side with the one given."""
    x, y = quarter
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def _flood(first: Quarter, free: frozenset[Quarter]) -> frozenset[Quarter]:
    region, edge = {first}, [first]
    while edge:
        for quarter in _sides(edge.pop()) & free - region:
            region.add(quarter)
            edge.append(quarter)
    return frozenset(region)


def _bounding(state: State, k: int, region: frozenset[Quarter]) -> frozenset[str]:
    around = {side for quarter in region for side in _sides(quarter)}
    return frozenset(place for place in state.tiles[k] if QUARTERS[place] & around)


def scores(state: State) -> dict[str, int]:
    """Return the numbers of controlled areas (4.4)."""
    control = [area.controller for area in areas(state).values()]
    return {player: control.count(player) for player in PLAYERS}


def main_areas(state: State) -> list[Area]:
    """Return the controlled areas bounded by the most tiles: one, several or none (4.3)."""
    controlled = [area for area in areas(state).values() if area.controller]
    most = max((area.size for area in controlled), default=0)
    return [area for area in controlled if area.size == most]


def winners(state: State) -> tuple[str, ...] | None:
    """Return the winner, () for a draw, None while the game is on (4.3)."""
    if not is_over(state):
        return None
    score = scores(state)
    if score["b"] != score["o"]:
        return ("b",) if score["b"] > score["o"] else ("o",)
    owners = {area.controller for area in main_areas(state)}
    return (str(owners.pop()),) if len(owners) == 1 else ()
