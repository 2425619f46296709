"""Aathenuo's engine against the slow reference: tables, turns, texts, ends and hints.

The same seeds give the same cases; TILEWRIGHT_DEEP=1 tries many more of them.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

import engine
from tests.reference import aathenuo as reference
from tests.reference.aathenuo import Cell, State, Table
from tests.reference.texts import spoilt, verdict

DEEP = bool(os.environ.get("TILEWRIGHT_DEEP"))
MANY = 20 if DEEP else 1

#: Seconds for a hint that takes a few here: a search without end fails, a slow machine does not.
PATIENCE = 600

AATHENUO = engine.game("aathenuo")


def random_set(rng: random.Random) -> list[str]:
    """Return the tiles of some set, some replaced by stars."""
    if rng.random() < 0.5:
        number = str(rng.randint(1, 8))
        tiles = [c + number for c in rng.sample(reference.COLOURS, rng.choice([3, 3, 4]))]
    else:
        length = rng.choice([3, 3, 3, 4, 4, 5, 6, 8])
        first = rng.randint(1, 9 - length)
        colour = rng.choice(reference.COLOURS)
        tiles = [f"{colour}{first + k}" for k in range(length)][:: rng.choice([1, -1])]
    return [t[0] + "*" if rng.random() < 0.12 else t for t in tiles]


def random_table(rng: random.Random, most: int, crossing: float = 0.6) -> Table:
    """Return a valid table of at most ``most`` tiles, sets crossing others where they can."""
    table: Table = {}
    for _ in range(rng.choice([1, 2, 4, 8, 16])):
        for _ in range(12):
            grown = with_line(rng, table, random_set(rng), rng.random() < crossing)
            if grown and len(grown) <= most and not reference.table_faults(grown):
                table = grown
                break
    return reference.cropped(table)


def with_line(rng: random.Random, table: Table, tiles: list[str], cross: bool) -> Table | None:
    """Return the table with a set put through a tile of it, or apart; None if it does not fit.

    Put through a tile it may touch others: the table may not be valid then.
    """
    dx, dy = rng.choice([(1, 0), (0, 1)])
    at, start = 0, (rng.randint(-3, 3), max((y for _, y in table), default=-2) + 2)
    if cross and table:
        shared = [(c, k) for c in table for k, t in enumerate(tiles) if table[c] == t]
        if not shared:
            return None
        start, at = rng.choice(sorted(shared))
    grown = dict(table)
    for k, tile in enumerate(tiles):
        cell = (start[0] + (k - at) * dx, start[1] + (k - at) * dy)
        if grown.setdefault(cell, tile) != tile:
            return None
    return grown if Counter(grown.values()) <= reference.FULL else None


def scrambled(rng: random.Random, table: Table) -> Table:
    """Return the same grids elsewhere, turned and mirrored, long sequences perhaps cut in two."""
    new: Table = {}
    grids = [part for grid in reference.grids(table) for part in cut(rng, grid)]
    rng.shuffle(grids)
    for grid in grids:
        across, down, swap = rng.choice([1, -1]), rng.choice([1, -1]), rng.random() < 0.5
        turned = {(x * across, y * down): tile for (x, y), tile in grid.items()}
        if swap:
            turned = {(y, x): tile for (x, y), tile in turned.items()}
        below = rng.random() < 0.5
        right = 0 if below else max((x for x, _ in new), default=-2) + 2
        bottom = max((y for _, y in new), default=-2) + 2 if below else 0
        for (x, y), tile in reference.cropped(turned).items():
            new[x + right, y + bottom] = tile
    return new


def cut(rng: random.Random, grid: Table) -> list[Table]:
    """Return a line of six or more tiles of a colour in two, any other grid whole."""
    line = len(reference.runs(grid)) == 1
    if not line or len(grid) < 6 or rng.random() < 0.3:
        return [grid]
    at = rng.randint(3, len(grid) - 3)
    cells = sorted(grid)
    return [{c: grid[c] for c in cells[:at]}, {c: grid[c] for c in cells[at:]}]


def without_some(rng: random.Random, table: Table) -> Table:
    """Return a valid table with some of the tiles, one missing at least unless none can be."""
    fewest = dict(table)
    for grid in reference.grids(table):
        if rng.random() < 0.25:
            fewest = {cell: tile for cell, tile in fewest.items() if cell not in grid}
    for _ in range(rng.choice([1, 2, 4, 8])):
        if fewest:
            gone = rng.sample(sorted(fewest), min(len(fewest), rng.choice([1, 1, 2, 3])))
            fewer = {cell: tile for cell, tile in fewest.items() if cell not in gone}
            if not reference.table_faults(fewer):
                fewest = fewer
    return fewest


def dealt(rng: random.Random, table: Table, hand: list[str], *, all_out: bool = False) -> State:
    """Return a position with this table, ``hand`` the hand of the player to move."""
    bag = reference.FULL - Counter(table.values()) - Counter(hand)
    tiles = sorted(bag.elements())
    rng.shuffle(tiles)
    players = rng.randint(2, 4)
    hands = [[tiles.pop() for _ in range(min(len(tiles), rng.choice([0, 1, 2, 6, 10])))]
             for _ in range(players)]  # fmt: skip
    if all_out:
        hands[rng.randrange(players)] += tiles
    turn = rng.randint(1, players)
    hands[turn - 1] = list(hand) if hand else hands[turn - 1] or [tiles.pop()]
    placed = tuple(sorted(reference.cropped(table).items()))
    first = tuple(p for p, h in enumerate(hands, 1) if not h)
    held = tuple(tuple(sorted(h)) for h in hands)
    return State(placed, turn, 0, held, (first,) if first else ())


def reference_play(state: State) -> Callable[[str], str]:
    return lambda text: reference.format(reference.play(state, text))


def reference_parse(text: str) -> str:
    return reference.format(reference.parse(text))


def assert_agreement(position: engine.Position, state: State) -> None:
    """Compare all that both say of a position, its past included."""
    text = reference.format(state)
    assert str(position) == text
    assert position.turn == str(state.turn), text
    assert position.scores() == reference.scores(state), text
    assert position.is_over == reference.is_over(state), text
    assert position.winners() == reference.winners(state), text
    named = [tuple(map(str, group)) for group in reference.places(state)]
    assert list(position.ranking()) == named, text
    assert Counter(position.bag) == reference.bag(state), text
    assert AATHENUO.parse(text) == position
    assert hash(AATHENUO.parse(text)) == hash(position)


def assert_same_verdict(position: engine.Position, state: State, move: str) -> str:
    expected = verdict(reference_play(state), move)
    assert verdict(position.play, move) == expected, (str(position), move)
    if expected[0] == "read":
        written = position.written(move)
        assert reference_play(state)(written) == expected[1], (str(position), move, written)
        assert position.written(written) == written
    return expected[0]


def test_tables_agree():
    """Valid tables are read; with one tile changed, both say the same."""
    tally = Counter()
    rng = random.Random("aathenuo tables")
    for _ in range(200 * MANY):
        table = random_table(rng, rng.choice([6, 12, 30]))
        state = dealt(rng, table, [])
        assert_agreement(AATHENUO.parse(reference.format(state)), state)
        for _ in range(3):
            text = f"{reference.format_table(one_changed(rng, table))} 1 b8/-"
            expected = verdict(reference_parse, text)
            assert verdict(AATHENUO.parse, text) == expected, text
            tally[expected[0]] += 1
    assert min(tally["read"], tally["impossible"]) > 50


def one_changed(rng: random.Random, table: Table) -> Table:
    """Return the table with a tile changed, lost, added or moved, or two swapped."""
    new = dict(table)
    cells = sorted(new)
    x, y = rng.choice(cells) if cells else (0, 0)
    free = [c for c in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if c not in new] or [
        (-1, -1)
    ]
    way = rng.choice(["change", "star", "lose", "add", "move", "swap"])
    if way == "add" or not cells:
        new[rng.choice(free)] = rng.choice(reference.TILES)
    elif way == "change":
        new[x, y] = rng.choice(reference.TILES)
    elif way == "star":
        new[x, y] = new[x, y][0] + "*"
    elif way == "lose":
        del new[x, y]
    elif way == "move":
        new[rng.choice(free)] = new.pop((x, y))
    else:
        other = rng.choice(cells)
        new[x, y], new[other] = new[other], new[x, y]
    return new


def random_turn(rng: random.Random, most: int = 24) -> tuple[State, str]:
    """Return a position and a legal turn in it that may rearrange everything."""
    while True:
        after = random_table(rng, most)
        before = without_some(rng, after)
        hand = sorted((Counter(after.values()) - Counter(before.values())).elements())
        if hand:
            break
    spare = sorted((reference.FULL - Counter(after.values())).elements())
    extra = rng.sample(spare, min(len(spare), rng.choice([0, 0, 1, 5])))
    before = reference.cropped(scrambled(rng, before))
    state = dealt(rng, before, hand + extra)
    return state, turn_text(rng, before, scrambled(rng, after))


def turn_text(rng: random.Random, before: Table, after: Table) -> str:
    """Return a turn from one table to the other, shifted anywhere, its parts in any order."""
    by_x, by_y = rng.randint(-4, 4), rng.randint(-4, 4)
    targets = [((x + by_x, y + by_y), tile) for (x, y), tile in after.items()]
    rng.shuffle(targets)
    sources = sorted(before)
    rng.shuffle(sources)
    parts = []
    for source in sources:
        target = next(cell for cell, tile in targets if tile == before[source])
        targets.remove((target, before[source]))
        if source != target or rng.random() < 0.5:
            parts.append(f"{source[0]},{source[1]}>{target[0]},{target[1]}")
    parts += [f"+{tile}@{x},{y}" for (x, y), tile in targets]
    rng.shuffle(parts)
    return ";".join(parts)


def changed_turn(rng: random.Random, move: str) -> str:
    """Return the turn with a part lost, doubled or aimed elsewhere, or two aims exchanged."""
    parts = move.split(";")
    at = rng.randrange(len(parts))
    way = rng.choice(["lose", "double", "aim", "exchange", "tile"])
    mark = "@" if "@" in parts[at] else ">"
    what, cell = parts[at].split(mark)
    x, y = map(int, cell.split(","))
    if way == "lose" and len(parts) > 1:
        del parts[at]
    elif way == "double":
        parts.append(parts[at])
    elif way == "aim":
        parts[at] = f"{what}{mark}{x + rng.randint(-1, 1)},{y + rng.randint(-1, 1)}"
    elif way == "exchange":
        to = rng.randrange(len(parts))
        other_mark = "@" if "@" in parts[to] else ">"
        other, other_cell = parts[to].split(other_mark)
        parts[at], parts[to] = f"{what}{mark}{other_cell}", f"{other}{other_mark}{cell}"
    else:
        parts[at] = f"+{rng.choice(reference.TILES)}@{x},{y}"
    return ";".join(parts)


def test_rearranging_turns_agree():
    tally = Counter()
    rng = random.Random("aathenuo turns")
    for _ in range(150 * MANY):
        state, move = random_turn(rng)
        position = AATHENUO.parse(reference.format(state))
        if reference.is_over(state):
            assert_same_verdict(position, state, move)
            continue
        assert assert_same_verdict(position, state, move) == "read"
        assert_agreement(position.play(move), reference.play(state, move))
        for _ in range(4):
            tally[assert_same_verdict(position, state, changed_turn(rng, move))] += 1
        for _ in range(4):
            text = spoilt(rng, move, "rygb*12345678+@>,;-0 ")
            tally[assert_same_verdict(position, state, text)] += 1
    assert min(tally["read"], tally["illegal"], tally["notation"]) > 50


def one_line_turns(state: State) -> set[frozenset[tuple[str, Cell]]]:
    """Return, by trying, the turns that move nothing and lay tiles in one line at the table."""
    table, hand = dict(state.table), state.hands[state.turn - 1]
    turns = set()
    for placed in _placings(table, hand):
        cells = [cell for _, cell in placed]
        beside = {
            (x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        if beside & set(table):
            after = {**table, **{cell: tile for tile, cell in placed}}
            if not reference.table_faults(after):
                turns.add(frozenset(placed))
    return turns


def _placings(table: Table, hand: tuple[str, ...]) -> Iterator[list[tuple[str, Cell]]]:
    """Yield the tiles of the hand in all lines near the table, tiles of the table between them."""
    reach = len(hand)
    columns = range(-reach, max((x for x, _ in table), default=0) + reach + 1)
    rows = range(-reach, max((y for _, y in table), default=0) + reach + 1)
    for x in columns:
        for y in rows:
            for dx, dy in ((1, 0), (0, 1)):
                for count in range(1, len(hand) + 1):
                    cells = []
                    at = (x, y)
                    while len(cells) < count and ((x, y) not in table):
                        if at not in table:
                            cells.append(at)
                        at = (at[0] + dx, at[1] + dy)
                    for tiles in set(permutations(hand, len(cells))) if cells else ():
                        yield list(zip(tiles, cells, strict=True))


def test_listed_turns_are_those_found_by_trying():
    rng = random.Random("aathenuo listed")
    tally = Counter()
    for _ in range(20 * MANY):
        state, _ = random_turn(rng, most=14)
        if reference.is_over(state):
            assert not list(AATHENUO.parse(reference.format(state)).legal_moves())
            continue
        hand = rng.sample(state.hands[state.turn - 1], min(3, len(state.hands[state.turn - 1])))
        hands = list(state.hands)
        hands[state.turn - 1] = tuple(sorted(hand))
        state = state._replace(hands=tuple(hands))
        compare_listed(state, tally)
    assert min(tally[1], tally[2], tally[3]) > 0


@pytest.mark.parametrize(
    "text",
    [
        "r3,r4,r5 1 r2r6y4/b1",
        "r3,r4,r5/y3,y4,y5/g3,g4,g5 1 b3b4r6b5/b1",
        "r3,r4,r5,r*/.,.,.,y6/.,.,.,g6 1 r7b6/b1",
        "r1,r2,r3,.,r5,r6,r7 1 r4y4g4/b1",
        "r4,r*,r*/y4,.,./g4,.,. 1 y2y6b4/b1",
    ],
)
def test_listed_turns_between_and_across(text):
    compare_listed(reference.parse(text), Counter())


def compare_listed(state: State, tally: Counter[int]) -> None:
    listed = [str(m) for m in AATHENUO.parse(reference.format(state)).legal_moves()]
    assert len(set(listed)) == len(listed)
    for move in listed:
        assert verdict(reference_play(state), move)[0] == "read", (reference.format(state), move)
    draws = {move for move in listed if move.startswith("draw")}
    assert draws == {f"draw:{tile}" for tile in reference.bag(state) or "-"}
    lines = {frozenset(reference._read_turn(m)[0]) for m in listed if m not in draws}
    tried = one_line_turns(state)
    below = max((y for (_, y), _ in state.table), default=-2) + 2
    apart = {line for line in lines if all(cell[1] == below for _, cell in line)}
    touching = lines - apart
    assert touching == {line for line in tried if line not in apart}, reference.format(state)
    sets = {
        tuple(sorted(tiles))
        for tiles in permutations(state.hands[state.turn - 1], 3)
        if reference.line_is_set(tiles)
    }
    assert sets == {tuple(sorted(tile for tile, _ in line)) for line in apart if len(line) == 3}
    tally.update(len(line) for line in lines)


def lattice(rng: random.Random, size: int) -> Table:
    """Return a connected table of a random shape, each row of a colour, each column of a number."""
    shape = rng.choice([s for s in reference.shapes(size) if _width(s) <= 8 and _height(s) <= 4])
    colours = rng.sample(reference.COLOURS, 4)
    first = rng.randint(1, 9 - _width(shape))
    return {(x, y): colours[y] + rng.choice([f"{first + x}"] * 9 + ["*"]) for x, y in shape}


def _width(shape: tuple[Cell, ...]) -> int:
    return max(x for x, _ in shape) + 1


def _height(shape: tuple[Cell, ...]) -> int:
    return max(y for _, y in shape) + 1


def hint_case(rng: random.Random, most: int) -> State:
    """Return a position of at most ``most`` tiles of the player and the table that nearly fit."""
    if rng.random() < 0.7:
        after = lattice(rng, rng.randint(min(5, most), most))
    else:
        after = random_table(rng, most, crossing=0.9)
    before = without_some(rng, after)
    hand = sorted((Counter(after.values()) - Counter(before.values())).elements())
    if hand and rng.random() < 0.4:
        hand[rng.randrange(len(hand))] = rng.choice(reference.TILES)
    while len(before) + len(hand) < most and (not hand or rng.random() < 0.5):
        hand.append(rng.choice(reference.TILES))
    if not hand or not Counter(before.values()) + Counter(hand) + Counter(["r8"]) <= reference.FULL:
        return hint_case(rng, most)
    before = reference.cropped(scrambled(rng, before))
    return State(tuple(sorted(before.items())), 1, 0, (tuple(sorted(hand)), ("r8",)), ())


def test_hints_play_as_many_tiles_as_any_turn():
    pytest.importorskip("ortools")
    rng = random.Random("aathenuo hints")
    tally = Counter()
    for k in range(40 * MANY):
        state = hint_case(rng, 9 if DEEP and k % 5 == 0 else 8)
        text = reference.format(state)
        most, tiles = reference.best_turn(dict(state.table), state.hands[0])
        hint = AATHENUO.parse(text).hint(seconds=PATIENCE)
        assert hint.tiles == hint.bound, text
        assert hint.tiles == most, (text, str(hint.move), tiles)
        tally[most] += 1
        if most == 0:
            assert hint.move is None, text
        else:
            after = reference.play(state, str(hint.move))
            assert len(state.hands[0]) - len(after.hands[0]) == most, text
    assert min(tally[n] for n in range(5)) > 0


def without_bag(rng: random.Random) -> State:
    """Return a position with as many sets on the table as will go and the rest in the hands."""
    table: Table = {}
    for _ in range(400):
        grown = with_line(rng, table, random_set(rng), cross=False)
        table = grown or table
    tiles = sorted((reference.FULL - Counter(table.values())).elements())
    rng.shuffle(tiles)
    players = rng.randint(2, 4)
    hands = tuple(tuple(sorted(tiles[k::players])) for k in range(players))
    placed = tuple(sorted(reference.cropped(table).items()))
    return State(placed, rng.randint(1, players), 0, hands, ())


@pytest.mark.parametrize("kind", ["with a bag", "without a bag"])
def test_games_agree(kind):
    endings = Counter()
    for seed in range(3 * MANY):
        rng = random.Random(f"{kind} {seed}")
        bag = kind == "with a bag"
        state = dealt(rng, random_table(rng, 20), []) if bag else without_bag(rng)
        position = AATHENUO.parse(reference.format(state))
        for _ in range(30):
            assert_agreement(position, state)
            if reference.is_over(state):
                break
            move = chosen_turn(rng, position, state)
            assert_same_verdict(position, state, move)
            position, state = position.play(move), reference.play(state, move)
        endings[len(reference.holders(state)), reference.is_over(state)] += 1
        for move in ("draw:-", "draw:r1", "+r1@0,0"):
            assert_same_verdict(position, state, move)
    assert len(endings) > 1


def chosen_turn(rng: random.Random, position: engine.Position, state: State) -> str:
    """Return a turn the engine lists, mostly one that lays many tiles, or one found by trying."""
    if rng.random() < 0.4 and len(state.hands[state.turn - 1]) < 11:  # longer hands take long
        laid = [str(move) for move in position.legal_moves() if "@" in str(move)]
        most = max((move.count("@") for move in laid), default=0)
        laid = [move for move in laid if move.count("@") == most]
    else:
        tries = (single_tile(rng, state) for _ in range(60))
        laid = [move for move in tries if verdict(reference_play(state), move)[0] == "read"]
    if laid and rng.random() < 0.95:
        return rng.choice(laid)
    return f"draw:{rng.choice(sorted(reference.bag(state)) or ['-'])}"


def single_tile(rng: random.Random, state: State) -> str:
    """Return a tile of the hand laid beside one of the table."""
    x, y = rng.choice(state.table)[0] if state.table else (0, 0)
    dx, dy = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    return f"+{rng.choice(state.hands[state.turn - 1])}@{x + dx},{y + dy}"
