"""Aathenuo played from the wording of its rules: stars by trying values, layouts by trying all.

Everything is worked out anew from the tiles on the table, as slowly as it takes.  Nothing here
knows the engine; the paragraphs named are those of the game's rules.  The set is the usual one
of 1.1: four colours, three copies of every number, two stars of each colour.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from tests.reference import IllegalMove, NotationFault, PositionFault

Cell = tuple[int, int]  # column to the right, row downwards
Table = dict[Cell, str]

COLOURS = "rygb"
FACES = "*12345678"  # the order of a hand within a colour (2.3)
TILES = [colour + face for colour in COLOURS for face in FACES]
FULL = Counter({tile: 2 if tile[1] == "*" else 3 for tile in TILES})  # 1.1
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class State(NamedTuple):
    """A position with its past.

    ``table`` holds (cell, tile) in the coordinates of the written form, ``turn`` the player to
    move from 1, ``passes`` the turns in a row that drew nothing, ``emptied`` the groups of
    players who emptied their hands, in order (3.3).
    """

    table: tuple[tuple[Cell, str], ...]
    turn: int
    passes: int
    hands: tuple[tuple[str, ...], ...]
    emptied: tuple[tuple[int, ...], ...]


# --- the table (2.1, 2.2) ---------------------------------------------------------------------


def runs(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the maximal rows and columns of two or more adjacent cells (2.1)."""
    taken = set(cells)
    lines = []
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in sorted(taken):
            if (x - dx, y - dy) in taken:
                continue  # not the first of its run
            run = [(x, y)]
            while (run[-1][0] + dx, run[-1][1] + dy) in taken:
                run.append((run[-1][0] + dx, run[-1][1] + dy))
            if len(run) > 1:
                lines.append(run)
    return lines


def is_set(tiles: list[tuple[str, int]]) -> bool:
    """Tell whether tiles in a line, as (colour, number), make a set (2.2)."""
    colours = [colour for colour, _ in tiles]
    numbers = [number for _, number in tiles]
    if len(tiles) < 3:
        return False
    same_number = len(set(numbers)) == 1 and len(set(colours)) == len(colours)
    steps = {b - a for a, b in pairwise(numbers)}
    same_colour = len(set(colours)) == 1 and steps in ({1}, {-1})
    return same_number or same_colour


def star_values(table: Table) -> dict[Cell, int] | None:
    """Return numbers for all stars that make every run a set, or None if there are none (2.2)."""
    lines = runs(table)
    stars = sorted(cell for cell, tile in table.items() if tile[1] == "*")
    fixed = {cell: int(tile[1]) for cell, tile in table.items() if tile[1] != "*"}

    def fine(chosen: dict[Cell, int]) -> bool:
        numbers = fixed | chosen
        for line in lines:
            known = [(table[cell][0], numbers[cell]) for cell in line if cell in numbers]
            if len(known) == len(line) and not is_set(known):
                return False
        return True

    def choose(chosen: dict[Cell, int]) -> dict[Cell, int] | None:
        if not fine(chosen):
            return None
        if len(chosen) == len(stars):
            return chosen
        for value in range(1, 9):
            values = choose({**chosen, stars[len(chosen)]: value})
            if values is not None:
                return values
        return None

    return choose({})


def grids(table: Table) -> list[Table]:
    """Return the unconnected grids of the table (2.1)."""
    rest, parts = dict(table), []
    while rest:
        edge = [min(rest)]
        grid = {edge[0]: rest.pop(edge[0])}
        while edge:
            x, y = edge.pop()
            for cell in {(x + dx, y + dy) for dx, dy in SIDES} & set(rest):
                grid[cell] = rest.pop(cell)
                edge.append(cell)
        parts.append(grid)
    return parts


def table_faults(table: Table) -> list[str]:
    """Return why the table is not valid: lone tiles, and grids whose runs are not all sets."""
    in_runs = {cell for run in runs(table) for cell in run}
    reasons = [f"lone {cell}" for cell in sorted(table) if cell not in in_runs]
    for grid in grids(table):
        if star_values(grid) is None:
            reasons.append(f"grid {min(grid)}")
    return reasons


# --- the written form (2.3) -------------------------------------------------------------------


def cropped(table: Table) -> Table:
    """Return the table with its left and top tiles in column 0 and row 0."""
    left = min((x for x, _ in table), default=0)
    top = min((y for _, y in table), default=0)
    return {(x - left, y - top): tile for (x, y), tile in table.items()}


def format_table(table: Table) -> str:
    """Return the table cropped and padded to a rectangle, ``-`` if it is empty."""
    if not table:
        return "-"
    table = cropped(table)
    width = max(x for x, _ in table) + 1
    height = max(y for _, y in table) + 1
    rows = (",".join(table.get((x, y), ".") for x in range(width)) for y in range(height))
    return "/".join(rows)


def format(state: State) -> str:
    """Return the written form."""
    turn = f"{state.turn}-{state.passes}" if state.passes else f"{state.turn}"
    hands = "/".join("".join(sorted(hand, key=TILES.index)) or "-" for hand in state.hands)
    return f"{format_table(dict(state.table))} {turn} {hands}"


def read(text: str) -> State:
    """Return the position as it stands in the text, possible or not.

    Players without tiles share the first place, as a bare position has no past (3.3).
    Raises NotationFault.
    """
    fields = text.split(" ")
    if len(fields) != 3:
        raise NotationFault("TABLE TURN HANDS")
    turn = re.fullmatch(r"([1-9][0-9]*)(?:-([1-9][0-9]*))?", fields[1])
    if turn is None:
        raise NotationFault("a player, and -n")
    hands = []
    for hand in fields[2].split("/"):
        if hand != "-" and not re.fullmatch(r"([rygb][*1-8])+", hand):
            raise NotationFault("a hand such as r1b*, or -")
        tiles = [] if hand == "-" else [hand[i : i + 2] for i in range(0, len(hand), 2)]
        hands.append(tuple(sorted(tiles)))
    first = tuple(player for player, hand in enumerate(hands, 1) if not hand)
    table = tuple(sorted(_read_table(fields[0]).items()))
    return State(table, int(turn[1]), int(turn[2] or 0), tuple(hands), (first,) if first else ())


def _read_table(text: str) -> Table:
    table: Table = {}
    if text == "-":
        return table
    for y, row in enumerate(text.split("/")):
        for x, tile in enumerate(row.split(",")):
            if not re.fullmatch(r"[.]|[rygb][*1-8]", tile):
                raise NotationFault("a tile or .")
            if tile != ".":
                table[x, y] = tile
    return cropped(table)


def holders(state: State) -> list[int]:
    """Return the players holding tiles."""
    return [player for player, hand in enumerate(state.hands, 1) if hand]


def bag(state: State) -> Counter[str]:
    """Return the tiles neither on the table nor in a hand (2.3)."""
    used = Counter(tile for _, tile in state.table)
    for hand in state.hands:
        used.update(hand)
    return FULL - used


def faults(state: State) -> list[str]:
    """Return why the position cannot occur, one text for each reason."""
    reasons = table_faults(dict(state.table))
    used = Counter(tile for _, tile in state.table)
    for hand in state.hands:
        used.update(hand)
    reasons += [f"copies {tile}" for tile in TILES if used[tile] > FULL[tile]]  # 2.3
    if not 2 <= len(state.hands) <= 4:  # 1.2
        reasons.append("players")
    if state.turn > len(state.hands):
        reasons.append("turn")
    elif not state.hands[state.turn - 1]:  # 3.3: the turn skips players without tiles
        reasons.append("turn without tiles")
    if state.passes and bag(state):  # 3.2: with tiles in the bag a turn draws one
        reasons.append("passes with a bag")
    if state.passes and (len(holders(state)) < 2 or state.passes > len(holders(state))):  # 3.3
        reasons.append("passes after the end")
    return reasons


def parse(text: str) -> State:
    """Return the position written as the text.

    Raises NotationFault, PositionFault.
    """
    state = read(text)
    if faults(state):
        raise PositionFault(faults(state))
    return state


# --- the turn (3) -----------------------------------------------------------------------------

_NUMBER = "(0|-?[1-9][0-9]*)"
_FROM_HAND = re.compile(rf"\+([rygb][*1-8])@{_NUMBER},{_NUMBER}")
_ON_TABLE = re.compile(rf"{_NUMBER},{_NUMBER}>{_NUMBER},{_NUMBER}")


def play(state: State, move: str) -> State:
    """Return the state after a turn; a draw names its tile (3.1, 3.2).

    Raises NotationFault for a text that is no turn, IllegalMove.
    """
    if move.startswith("draw:"):
        return _draw(state, move[5:])
    placed, moved = _read_turn(move)
    if is_over(state):
        raise IllegalMove("the game is over")
    table, hand = dict(state.table), list(state.hands[state.turn - 1])
    lifted = []
    for source, target in moved:
        if source not in table:
            raise IllegalMove("no tile to lift")
        lifted.append((target, table.pop(source)))
    for tile, target in placed:
        if tile not in hand:
            raise IllegalMove("not in the hand")
        hand.remove(tile)
        lifted.append((target, tile))
    for target, tile in lifted:
        if target in table:
            raise IllegalMove("two tiles in a cell")
        table[target] = tile
    if not placed:
        raise IllegalMove("no tile from the hand")
    if table_faults(table):
        raise IllegalMove(table_faults(table)[0])
    return _after(state, cropped(table), hand, 0)


def _read_turn(move: str) -> tuple[list[tuple[str, Cell]], list[tuple[Cell, Cell]]]:
    placed, moved = [], []
    for part in move.split(";"):
        if match := _FROM_HAND.fullmatch(part):
            placed.append((match[1], (int(match[2]), int(match[3]))))
        elif match := _ON_TABLE.fullmatch(part):
            x, y, to_x, to_y = map(int, match.groups())
            moved.append(((x, y), (to_x, to_y)))
        else:
            raise NotationFault(part)
    return placed, moved


def laid_tiles(move: str) -> list[tuple[str, Cell]]:
    """Return the tiles of the hand that a turn lays."""
    return _read_turn(move)[0]


def _draw(state: State, tile: str) -> State:
    if tile != "-" and tile not in FULL:
        raise NotationFault(tile)
    if is_over(state):
        raise IllegalMove("the game is over")
    hand = list(state.hands[state.turn - 1])
    if tile == "-":
        if bag(state):
            raise IllegalMove("the bag is not empty")
        return _after(state, dict(state.table), hand, state.passes + 1)
    if not bag(state)[tile]:
        raise IllegalMove("not in the bag")
    return _after(state, dict(state.table), [*hand, tile], 0)


def _after(state: State, table: Table, hand: list[str], passes: int) -> State:
    """Return the state once the player to move holds ``hand``; the next with tiles moves (3.3)."""
    count = len(state.hands)
    hands = list(state.hands)
    hands[state.turn - 1] = tuple(sorted(hand))
    emptied = state.emptied if hand else (*state.emptied, (state.turn,))
    order = [(state.turn - 1 + k) % count + 1 for k in range(1, count + 1)]
    turn = next(player for player in order if hands[player - 1])
    return State(tuple(sorted(table.items())), turn, passes, tuple(hands), emptied)


def is_over(state: State) -> bool:
    """Tell whether at most one player holds tiles, or all who do have passed in a row (3.3)."""
    return len(holders(state)) <= 1 or state.passes >= len(holders(state))


def scores(state: State) -> dict[str, int]:
    """Return the numbers of tiles in hand (3.3)."""
    return {str(player): len(hand) for player, hand in enumerate(state.hands, 1)}


def places(state: State) -> list[tuple[int, ...]]:
    """Return the players in groups from the best: first emptied, then fewest tiles (3.3)."""
    sizes = sorted({len(state.hands[player - 1]) for player in holders(state)})
    rest = [
        tuple(player for player in holders(state) if len(state.hands[player - 1]) == size)
        for size in sizes
    ]
    return [*state.emptied, *rest]


def winners(state: State) -> tuple[str, ...] | None:
    """Return the first of the places, None while the game is on (3.3)."""
    return tuple(map(str, places(state)[0])) if is_over(state) else None


# --- the best turn, by trying everything ------------------------------------------------------


@cache
def shapes(size: int) -> tuple[tuple[Cell, ...], ...]:
    """Return every connected grid of ``size`` cells whose runs have three to eight cells.

    Such a grid is the union of its runs, and they can be put down one after another so that each
    shares a cell with those before; so adding whole lines in every way finds all.  Of grids that
    differ by a turn or a mirror only the first is returned: sets read alike in all directions.
    """
    whole = (shape for shape in _unions(size) if len(shape) == size and _is_grid(shape))
    return tuple(sorted({min(_alike(shape)) for shape in whole}))


def _alike(shape: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Return the shape's turns and mirrors."""
    flips = product((1, -1), repeat=2)
    mirrored = [[(x * across, y * down) for x, y in shape] for across, down in flips]
    return [_corner(m) for m in mirrored] + [_corner((y, x) for x, y in m) for m in mirrored]


@cache
def _unions(size: int) -> frozenset[tuple[Cell, ...]]:
    """Return the unions of at most ``size`` cells of lines that hang together."""
    lines = [[(k, 0) for k in range(n)] for n in range(3, min(size, 8) + 1)]
    lines += [[(y, x) for x, y in line] for line in lines]
    unions = {_corner(line) for line in lines}
    edge = list(unions)
    while edge:
        shape = edge.pop()
        for (x, y), line in product(shape, lines):
            for at_x, at_y in line:
                union = {*shape, *((x + c - at_x, y + d - at_y) for c, d in line)}
                if len(union) <= size and _corner(union) not in unions:
                    unions.add(_corner(union))
                    edge.append(_corner(union))
    return frozenset(unions)


def _corner(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells shifted to column 0 and row 0, sorted."""
    return tuple(sorted(cropped(dict.fromkeys(cells, ""))))


def _is_grid(cells: Iterable[Cell]) -> bool:
    lines = runs(cells)
    covered = {cell for line in lines for cell in line}
    return covered == set(cells) and all(3 <= len(line) <= 8 for line in lines)


@cache
def layout(tiles: tuple[str, ...]) -> tuple[tuple[tuple[Cell, str], ...], ...] | None:
    """Return valid grids made of exactly these (sorted) tiles, or None if there are none."""
    if not tiles:
        return ()
    if not all(_fits_somewhere(k, tiles) for k in range(len(tiles))):
        return None
    first, rest = tiles[0], tiles[1:]
    for size in range(3, len(tiles) + 1):
        for others in sorted(set(combinations(rest, size - 1))):
            remaining = Counter(rest) - Counter(others)
            more = layout(tuple(sorted(remaining.elements())))
            if more is None:
                continue
            grid = _grid_of((first, *others))
            if grid is not None:
                return (grid, *more)
    return None


def _fits_somewhere(k: int, tiles: tuple[str, ...]) -> bool:
    """Tell whether some three of the tiles, the k-th among them, make a set in some order."""
    others = set(permutations((*tiles[:k], *tiles[k + 1 :]), 2))
    return any(
        line_is_set(three) for a, b in others for three in ((tiles[k], a, b), (a, tiles[k], b))
    )


@cache
def line_is_set(tiles: tuple[str, ...]) -> bool:
    """Tell whether the tiles of a line make a set, its stars standing for whatever helps."""
    return len(tiles) > 2 and star_values({(x, 0): t for x, t in enumerate(tiles)}) is not None


@cache
def _grid_of(tiles: tuple[str, ...]) -> tuple[tuple[Cell, str], ...] | None:
    """Return one valid connected grid of exactly these tiles, or None."""
    if not all(_fits_somewhere(k, tiles) for k in range(len(tiles))):
        return None
    for shape in shapes(len(tiles)):
        for grid in _fillings(shape, {}, Counter(tiles)):
            return tuple(sorted(grid.items()))
    return None


def _fillings(shape: tuple[Cell, ...], table: Table, tiles: Counter[str]) -> Iterator[Table]:
    """Yield the valid ways to fill the shape, given that ``table`` is its filled beginning."""
    if len(table) == len(shape):
        if not table_faults(table):
            yield table
        return
    cell = shape[len(table)]
    for tile in sorted(tiles):
        grown = {**table, cell: tile}
        if _hopeful(cell, grown, shape):
            yield from _fillings(shape, grown, tiles - Counter([tile]))


def _hopeful(cell: Cell, table: Table, shape: tuple[Cell, ...]) -> bool:
    """Tell whether the tiles in the lines through a cell can be parts of sets, stars apart."""
    for line in _lines(shape):
        if cell not in line:
            continue
        part = tuple(table[c] for c in line if c in table)
        colours = {tile[0] for tile in part}
        if 1 < len(colours) < len(part):
            return False  # neither all of one colour nor all different (2.2)
        if len(part) == len(line) and not line_is_set(part):
            return False
    return True


@cache
def _lines(shape: tuple[Cell, ...]) -> list[list[Cell]]:
    return runs(shape)


def best_turn(table: Table, hand: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """Return the most tiles a turn can play, rearranging at will, and which tiles.

    All choices of tiles and all layouts are tried: for about ten tiles in all, not more.
    """
    held = sorted(hand)
    for count in range(len(held), 0, -1):
        for chosen in sorted(set(combinations(held, count))):
            if layout(tuple(sorted([*table.values(), *chosen]))) is not None:
                return count, chosen
    return 0, ()
