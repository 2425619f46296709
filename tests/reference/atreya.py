"""The rules of Atreya once more, slowly: plain dicts and sets, everything recomputed at each step.

Knows nothing of the engine and nothing clever; numbers in brackets are the rules' paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.reference import IllegalMove, NotationFault, PositionFault

Cell = tuple[int, int]
#: An area of a tile: its cell, and 0 for the centre piece or 1-6 for the half-piece towards
#: E, NE, NW, W, SW, SE.
Area = tuple[Cell, int]
Arena = dict[Cell, str]

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # (2.1)
START_ARENA: Arena = {(0, 0): "b:brgbbb", (0, 1): "g:gggbrg", (-1, 1): "r:brrrrg"}  # (3.1)
MODES = ("max", "sum", "dom")


# --- Tiles -------------------------------------------------------------------------------------


@cache
def images(tile: str) -> frozenset[str]:
    """Return a tile as it looks in every rotation with either side up (1.3)."""
    centre, ring = tile.split(":")
    return frozenset(
        f"{centre}:{side[turn:]}{side[:turn]}" for side in (ring, ring[::-1]) for turn in range(6)
    )


@cache
def identity(tile: str) -> str:
    """Return the written identity (2.3); all images have the same centre."""
    return min(images(tile))


def is_tile(tile: str) -> bool:
    """Tell whether all three colours appear among the half-pieces (1.2)."""
    return set(tile[2:]) == set("rgb")


#: Every tile there is, by identity (1.3).
TILES = sorted(
    {
        identity(f"{centre}:{''.join(ring)}")
        for centre in "rgb"
        for ring in product("rgb", repeat=6)
        if is_tile(f"{centre}:{''.join(ring)}")
    }
)


# --- The arena ---------------------------------------------------------------------------------


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the six neighbouring cells, from E counter-clockwise."""
    return tuple((cell[0] + q, cell[1] + r) for q, r in DIRECTIONS)


def filled(start: Cell, allowed: set[Cell]) -> set[Cell]:
    """Return all cells that can be reached from ``start`` within ``allowed``."""
    reached = {start}
    waiting = [start]
    while waiting:
        for cell in around(waiting.pop()):
            if cell in allowed and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def holes(cells: set[Cell]) -> set[Cell]:
    """Return the empty cells that cannot be reached from outside (4.3)."""
    if not cells:
        return set()
    west, east = min(q for q, _ in cells) - 1, max(q for q, _ in cells) + 1
    south, north = min(r for _, r in cells) - 1, max(r for _, r in cells) + 1
    box = {(q, r) for q in range(west, east + 1) for r in range(south, north + 1)}
    empty = box - cells
    return empty - filled((west, south), empty)


def arena_faults(cells: set[Cell]) -> list[str]:
    """Return how the cells of an arena break 4.3."""
    faults = [
        f"{cell} touches fewer than two tiles"
        for cell in sorted(cells)
        if sum(other in cells for other in around(cell)) < 2
    ]
    faults += [f"{cell} is a hole" for cell in sorted(holes(cells))]
    if cells and filled(min(cells), cells) != cells:
        faults.append("the arena is not connected")
    return faults


def mismatches(arena: Arena) -> list[tuple[Cell, Cell]]:
    """Return the pairs of touching tiles whose half-pieces differ at the shared edge (4.2)."""
    return [
        (cell, other)
        for cell, tile in sorted(arena.items())
        for direction, other in enumerate(around(cell))
        if other in arena and tile[2 + direction] != arena[other][2 + (direction + 3) % 6]
    ]


# --- Shapes ------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """A maximal connected set of areas of one colour (5.1)."""

    colour: str
    areas: frozenset[Area]
    #: Where its whole pieces lie on the honeycomb of half the scale (1.1).
    whole: frozenset[Cell]
    is_closed: bool

    @property
    def size(self) -> int:
        """The number of whole pieces (5.2)."""
        return len(self.whole)

    @property
    def span(self) -> int:
        """The number of tiles with an area of the shape (5.2)."""
        return len({cell for cell, _ in self.areas})


def colour_of(arena: Arena, area: Area) -> str:
    """Return the colour of an area."""
    cell, index = area
    return (arena[cell][0] + arena[cell][2:])[index]


def spot(area: Area) -> Cell:
    """Return where an area's piece lies on the honeycomb of half the scale (1.1)."""
    (q, r), index = area
    if index == 0:
        return 2 * q, 2 * r
    step = DIRECTIONS[index - 1]
    return 2 * q + step[0], 2 * r + step[1]


def other_half(arena: Arena, area: Area) -> Area | None:
    """Return the half-piece across the edge; None for a centre or where no tile touches."""
    cell, index = area
    if index == 0 or around(cell)[index - 1] not in arena:
        return None
    return around(cell)[index - 1], (index - 1 + 3) % 6 + 1


def adjoining(arena: Arena, area: Area) -> list[Area]:
    """Return the areas that neighbour an area (5.1).

    Half-pieces of different tiles that face the same empty cell are no neighbours: only areas
    of one tile, and the halves of one edge, are ever listed.
    """
    cell, index = area
    if index == 0:
        return [(cell, other) for other in range(1, 7)]
    found = [(cell, 0), (cell, index % 6 + 1), (cell, (index - 2) % 6 + 1)]
    half = other_half(arena, area)
    return found if half is None else [*found, half]


def shapes(arena: Arena) -> list[Shape]:
    """Return all shapes of an arena whose edges match."""
    left = {(cell, index) for cell in arena for index in range(7)}
    found = []
    while left:
        first = next(iter(left))
        areas = {first}
        waiting = [first]
        while waiting:
            for area in adjoining(arena, waiting.pop()):
                if area not in areas and colour_of(arena, area) == colour_of(arena, first):
                    areas.add(area)
                    waiting.append(area)
        left -= areas
        halves = {area for area in areas if area[1] != 0}
        unpaired = {area for area in halves if other_half(arena, area) is None}
        whole = frozenset(spot(area) for area in areas - unpaired)
        found.append(Shape(colour_of(arena, first), frozenset(areas), whole, not unpaired))
    return found


def adjoining_shapes(arena: Arena, shape: Shape, every: list[Shape]) -> list[Shape]:
    """Return the neighbours of a shape (5.3)."""
    border = {other for area in shape.areas for other in adjoining(arena, area)} - shape.areas
    return [other for other in every if other.areas & border]


def inferiors(colour: str, players: str) -> set[str]:
    """Return the colours inferior to ``colour`` (5.4)."""
    if len(players) == 3:
        return {{"b": "r", "g": "b", "r": "g"}[colour]}
    return set("rgb") - set(players) if colour in players else set()


def is_healthy(arena: Arena, shape: Shape, players: str) -> bool:
    """Tell whether a closed shape is healthy (5.5): each piece or half-piece counts once."""
    border = {
        (spot(other), colour_of(arena, other))
        for area in shape.areas
        for other in adjoining(arena, area)
        if other not in shape.areas
    }
    inferior = sum(colour in inferiors(shape.colour, players) for _, colour in border)
    return inferior >= len(border) - inferior


def freedom(arena: Arena, cell: Cell) -> int:
    """Return how many areas of a tile are in no closed shape (4.4)."""
    return sum(
        not shape.is_closed for shape in shapes(arena) for owner, _ in shape.areas if owner == cell
    )


# --- Positions ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """A position (2.5)."""

    arena: Arena
    turn: str
    mode: str
    players: str
    scores: tuple[int, ...]


def start(mode: str, players: str) -> State:
    """Return the start position (3)."""
    return State(dict(START_ARENA), players[0], mode, players, (0,) * len(players))


def format(state: State) -> str:
    """Return the written position (2.5)."""
    arena = "/".join(f"{state.arena[q, r]}@{q},{r}" for q, r in sorted(state.arena))
    numbers = ",".join(str(score) for score in state.scores)
    return f"{arena} {state.turn} {state.mode} {state.players} {numbers}"


_INTEGER = "(?:0|-?[1-9][0-9]*)"
_PLACED = re.compile(f"([rgb]:[rgb]{{6}})@({_INTEGER}),({_INTEGER})")


def _read(text: str) -> tuple[list[tuple[Cell, str]], State]:
    """Return the placed tiles as listed, and the state they make.

    Raises NotationFault for a text without the form of a position.
    """
    fields = text.split(" ")
    if len(fields) != 5:
        raise NotationFault("not five fields")
    arena, turn, mode, players, numbers = fields
    placed = [_PLACED.fullmatch(part) for part in arena.split("/")]
    scores = numbers.split(",")
    if not (
        all(placed)
        and turn in {"r", "g", "b"}
        and mode in MODES
        and len(players) == len(set(players)) in (2, 3)
        and set(players) <= set("rgb")
        and len(scores) == len(players)
        and all(re.fullmatch(_INTEGER, score) for score in scores)
    ):
        raise NotationFault("a field is wrong")
    tiles = [((int(found[2]), int(found[3])), found[1]) for found in placed if found]
    if len(dict(tiles)) < len(tiles):
        raise NotationFault("two tiles in one cell")
    return tiles, State(dict(tiles), turn, mode, players, tuple(map(int, scores)))


def faults(text: str) -> list[str]:
    """Return why a written position is impossible (2.5); nothing for a possible one.

    Raises NotationFault for a text without the form of a position.
    """
    placed, state = _read(text)
    tiles = [identity(tile) for _, tile in placed]
    found = [f"{tile} is no tile" for tile in tiles if not is_tile(tile)]
    found += [f"{tile} appears twice" for tile in set(tiles) if tiles.count(tile) > 1]
    found += [f"{one} and {other} do not match" for one, other in mismatches(state.arena)]
    found += arena_faults(set(state.arena))
    if state.mode == "max" and any(state.scores):
        found.append("scores in Max")
    if min(state.scores) < 0:
        found.append("negative scores")
    if state.turn not in state.players:
        found.append("the turn is no player's")
    return found


def parse(text: str) -> State:
    """Return the position written as ``text``.

    Raises NotationFault, PositionFault.
    """
    wrong = faults(text)
    if wrong:
        raise PositionFault(wrong)
    return _read(text)[1]


def next_player(state: State) -> str:
    """Return who moves after the player to move."""
    return state.players[(state.players.index(state.turn) + 1) % len(state.players)]


def last_player(state: State) -> str:
    """Return who moved before the player to move."""
    return state.players[state.players.index(state.turn) - 1]


# --- Moves -------------------------------------------------------------------------------------


def split(move: str) -> tuple[Cell | None, str, Cell]:
    """Return the cell lifted from (or None), the tile as put down, and its cell (2.4)."""
    lifted, _, put = move.rpartition(">")
    tile, at = put.split("@")
    q, r = at.split(",")
    if not lifted:
        return None, tile, (int(q), int(r))
    from_q, from_r = lifted.split(",")
    return (int(from_q), int(from_r)), tile, (int(q), int(r))


def is_pinned(mode: str, free: int) -> bool:
    """Tell whether a tile of that freedom is pinned in a mode (4.5)."""
    return free == 0 if mode == "max" else free < 7


def pool(arena: Arena) -> set[str]:
    """Return the identities of the tiles not in the arena (2.5)."""
    return set(TILES) - {identity(tile) for tile in arena.values()}


def result(arena: Arena, move: str) -> Arena:
    """Return the arena after a move, legal or not, into an empty cell."""
    source, tile, cell = split(move)
    kept = {other: arena[other] for other in arena if other != source}
    return {**kept, cell: tile}


def broken(state: State, move: str) -> set[str]:
    """Return the paragraphs a well-formed move breaks while the game is on."""
    source, tile, cell = split(move)
    if source is None:
        if identity(tile) not in pool(state.arena):
            return {"4.1"}
        rest = state.arena
    else:
        if source not in state.arena or identity(state.arena[source]) != identity(tile):
            return {"4.1"}
        rest = {other: state.arena[other] for other in state.arena if other != source}
    if cell in rest:
        return {"4.1"}
    found = set()
    after = {**rest, cell: tile}
    if mismatches(after):
        found.add("4.2")
    if arena_faults(set(rest)) or arena_faults(set(after)):
        found.add("4.3")
    if source is not None:
        free = freedom(state.arena, source)
        if is_pinned(state.mode, free):
            found.add("4.5")
        if not mismatches(after) and freedom(after, cell) >= free:
            found.add("4.4")
    return found


def _cells(arena: Arena) -> Iterator[Cell]:
    """Yield the empty cells where a tile would leave the arena in order (4.3)."""
    near = {cell for tile in arena for cell in around(tile)} - set(arena)
    touching = [cell for cell in near if sum(other in arena for other in around(cell)) >= 2]
    return (cell for cell in sorted(touching) if not arena_faults({*arena, cell}))


def _fits(arena: Arena, tile: str, cell: Cell) -> bool:
    """Tell whether a tile matches all tiles it touches there (4.2)."""
    return all(
        other not in arena or tile[2 + direction] == arena[other][2 + (direction + 3) % 6]
        for direction, other in enumerate(around(cell))
    )


def placements(state: State) -> Iterator[str]:
    """Yield the moves that place a tile of the pool."""
    tiles = [image for tile in pool(state.arena) for image in images(tile)]
    for cell in _cells(state.arena):
        for tile in tiles:
            if _fits(state.arena, tile, cell):
                yield f"{tile}@{cell[0]},{cell[1]}"


def lifts(state: State) -> Iterator[str]:
    """Yield the moves that move a tile of the arena."""
    for source in sorted(state.arena):
        free = freedom(state.arena, source)
        rest = {other: tile for other, tile in state.arena.items() if other != source}
        if is_pinned(state.mode, free) or arena_faults(set(rest)):
            continue
        for cell in _cells(rest):
            for tile in images(state.arena[source]):
                if _fits(rest, tile, cell) and freedom({**rest, cell: tile}, cell) < free:
                    yield f"{source[0]},{source[1]}>{tile}@{cell[0]},{cell[1]}"


def legal_moves(state: State) -> set[str]:
    """Return all legal moves as written (4)."""
    if max_winners(state) is not None:
        return set()
    return {*placements(state), *lifts(state)}


# --- Scoring and the end -----------------------------------------------------------------------


def points(before: Arena, after: Arena, mode: str, players: str) -> dict[str, int]:
    """Return what each player scores when a turn makes ``after`` of ``before`` (6)."""
    every = shapes(after)
    old = {(shape.colour, shape.whole) for shape in shapes(before) if shape.is_closed}
    gained = dict.fromkeys(players, 0)
    for shape in every:
        is_new = shape.is_closed and (shape.colour, shape.whole) not in old  # (6.1)
        if mode == "max" or not is_new or shape.colour not in players:
            continue
        if mode == "sum":
            gained[shape.colour] += shape.size  # (6.3)
            continue
        near = adjoining_shapes(after, shape, every)
        if is_healthy(after, shape, players) and all(other.size <= shape.size for other in near):
            gained[shape.colour] += shape.size  # (6.4)
        gained[shape.colour] += sum(
            other.size
            for other in near
            if (other.colour, other.whole) in old and other.size < shape.size
        )
    return gained


_MOVE = re.compile(f"(?:{_INTEGER},{_INTEGER}>)?[rgb]:[rgb]{{6}}@{_INTEGER},{_INTEGER}")


def play(state: State, move: str) -> State:
    """Return the position after a move.

    Raises NotationFault for a text that is no move, IllegalMove with the paragraphs it breaks.
    """
    if not _MOVE.fullmatch(move):
        raise NotationFault(move)
    if is_over(state) or broken(state, move):
        raise IllegalMove(move, {"7.1"} if is_over(state) else broken(state, move))
    return played(state, move)


def played(state: State, move: str) -> State:
    """Return the position after a legal move; the turn always passes on (7.1)."""
    after = result(state.arena, move)
    gained = points(state.arena, after, state.mode, state.players)
    scores = tuple(
        score + gained[player] for player, score in zip(state.players, state.scores, strict=True)
    )
    return State(after, next_player(state), state.mode, state.players, scores)


def max_winners(state: State) -> tuple[str, ...] | None:
    """Return who has won by a shape of three tiles in Max (6.2), or None."""
    if state.mode != "max":
        return None
    owners = {
        shape.colour
        for shape in shapes(state.arena)
        if shape.is_closed and shape.span >= 3 and shape.colour in state.players
    }
    if not owners:
        return None
    if last_player(state) in owners:
        return (last_player(state),)
    return tuple(player for player in state.players if player in owners)


def is_over(state: State) -> bool:
    """Tell whether the game has ended (7.1)."""
    if max_winners(state) is not None:
        return True
    return _is_empty(placements(state)) and _is_empty(lifts(state))


def _is_empty(moves: Iterable[str]) -> bool:
    return next(iter(moves), None) is None


def scores(state: State) -> dict[str, int]:
    """Return every player's score."""
    return dict(zip(state.players, state.scores, strict=True))


def winners(state: State) -> tuple[str, ...] | None:
    """Return the winners in turn order, () for none, None while the game is on (6.2, 7.2)."""
    if not is_over(state):
        return None
    if state.mode == "max":
        return max_winners(state) or ()
    return tuple(
        player
        for player, score in zip(state.players, state.scores, strict=True)
        if score == max(state.scores)
    )
