"""Aathenuo's rules, and its engine against the slow reference: tables, turns, texts, ends and hints.

The same seeds give the same cases; TILEWRIGHT_DEEP=1 tries many more of them.
"""

import os
import random
from collections import Counter
from itertools import permutations

import pytest

import engine
from tests import cases
from tests.cases import pairs
from tests.reference import aathenuo as slow
from tests.reference.comparing import Comparison, altered

AATHENUO = engine.game("aathenuo")
DATA = cases.DATA / "aathenuo"


@pytest.mark.parametrize(("run", "result"), pairs(DATA / "sets.txt"))
def test_sets(run, result):
    text = f"{','.join(run.split())} 1 b8/g8"
    if result.replace(" ", "").isdigit():
        assert len(AATHENUO.parse(text, stars=9).table) == len(run.split())
    else:
        with pytest.raises(engine.InvalidPositionError) as caught:
            AATHENUO.parse(text, stars=9)
        assert result in str(caught.value)


@pytest.mark.parametrize(("name", "row"), pairs(DATA / "turns.txt", ": "))
def test_turns(name, row):
    position, turn, written, after = map(str.strip, row.split("|"))
    before = AATHENUO.parse(position)
    assert before.written(turn) == written, name
    assert str(before.play(turn)) == slow.format(slow.play(slow.parse(position), turn)) == after
    assert before.play(turn) == AATHENUO.parse(after)
    assert str(before) == position
    assert before.take_turn(turn).events


def test_the_rest_play_on_for_places():
    position = AATHENUO.parse("r2,r3,r4 1 r5/y1/r6r7/b1")
    for move in ("+r5@3,0", "draw:g1", "+r6@4,0;+r7@5,0", "draw:g2"):
        position = position.play(move)
    assert (position.is_over, position.winners(), position.turn) == (False, None, "2")
    assert position.ranking() == (("1",), ("3",), ("2", "4"))
    assert position.leaders() == ("1", "3")
    again = AATHENUO.parse(str(position))
    assert again.ranking() == (("1", "3"), ("2", "4")), "without a past they share"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_start_by_seed(players):
    position = AATHENUO.start(players=players, seed=7)
    assert position == AATHENUO.begin({"players": str(players), "seed": "7"})
    assert position == AATHENUO.from_tags({"Seed": "7", "Players": str(players)})
    assert [len(hand) for hand in position.hands] == [10] * players
    assert (len(position.bag), len(position.table)) == (104 - 10 * players, 0)
    starts = [AATHENUO.start(players=players, seed=seed) for seed in range(40)]
    assert {start.turn for start in starts} == set(position.players)
    assert len({str(start) for start in starts}) == 40
    dealt = AATHENUO.start(hands="b2r1/y5y*", seed=3)
    assert dealt.written("draw") == AATHENUO.start(hands="b2r1/y5y*", seed=3).written("draw")


DEEP = 20 if os.environ.get("TILEWRIGHT_DEEP") else 1

#: Seconds for a hint that takes a few here: a search without end fails, a slow machine does not.
PATIENCE = 600


class Tables(Comparison):
    """The two beside each other; a position has places and a bag besides."""

    def __init__(self):
        super().__init__("aathenuo", slow)

    def same_position(self, position, state):
        super().same_position(position, state)
        assert list(position.ranking()) == [tuple(map(str, group)) for group in slow.places(state)]
        assert Counter(position.bag) == slow.bag(state)


# --- Tables and turns at random ----------------------------------------------------------------


def random_set(rng):
    """Return the tiles of some set, some replaced by stars."""
    if rng.random() < 0.5:
        number = str(rng.randint(1, 8))
        tiles = [c + number for c in rng.sample(slow.COLOURS, rng.choice([3, 3, 4]))]
    else:
        length, colour = rng.choice([3, 3, 3, 4, 4, 5, 6, 8]), rng.choice(slow.COLOURS)
        first = rng.randint(1, 9 - length)
        tiles = [f"{colour}{first + k}" for k in range(length)][:: rng.choice([1, -1])]
    return [t[0] + "*" if rng.random() < 0.12 else t for t in tiles]


def with_set(rng, table, crossing):
    """Return a table with a set put through a tile of it, or below all; the same if it does not fit."""
    tiles, (dx, dy) = random_set(rng), rng.choice([(1, 0), (0, 1)])
    at, start = 0, (rng.randint(-3, 3), max((y for _, y in table), default=-2) + 2)
    if crossing and table:
        shared = [(c, k) for c in sorted(table) for k, t in enumerate(tiles) if table[c] == t]
        if not shared:
            return table
        start, at = rng.choice(shared)
    line = {(start[0] + (k - at) * dx, start[1] + (k - at) * dy): t for k, t in enumerate(tiles)}
    grown = table | line
    fits = all(table.get(cell, tile) == tile for cell, tile in line.items())
    return grown if fits and Counter(grown.values()) <= slow.FULL else table


def random_table(rng, most):
    """Return a valid table of at most so many tiles, sets crossing others where they can."""
    table = {}
    for _ in range(rng.choice([10, 20, 50, 100])):
        grown = with_set(rng, table, rng.random() < 0.7)
        if len(grown) <= most and not slow.table_faults(grown):
            table = grown
    return slow.cropped(table)


def scrambled(rng, table):
    """Return the same grids elsewhere, turned and mirrored."""
    new, grids = {}, slow.grids(table)
    rng.shuffle(grids)
    for grid in grids:
        across, down, swap = rng.choice([1, -1]), rng.choice([1, -1]), rng.random() < 0.5
        turned = {(x * across, y * down): tile for (x, y), tile in grid.items()}
        turned = {(y, x): tile for (x, y), tile in turned.items()} if swap else turned
        right, below = (max((c[k] for c in new), default=-2) + 2 for k in (0, 1))
        right, below = (right, 0) if rng.random() < 0.5 else (0, below)
        new |= {(x + right, y + below): t for (x, y), t in slow.cropped(turned).items()}
    return new


def without_some(rng, table):
    """Return a valid table with some of the tiles, one missing at least unless none can be."""
    fewest = dict(table)
    for grid in slow.grids(table):
        if rng.random() < 0.25:
            fewest = {cell: tile for cell, tile in fewest.items() if cell not in grid}
    for _ in range(rng.choice([1, 2, 4, 8])):
        gone = rng.sample(sorted(fewest), min(len(fewest), rng.choice([1, 1, 2, 3])))
        fewer = {cell: tile for cell, tile in fewest.items() if cell not in gone}
        fewest = fewest if slow.table_faults(fewer) else fewer
    return fewest


def lacking(table, part):
    """Return the tiles that a part of a table lacks."""
    return sorted((Counter(table.values()) - Counter(part.values())).elements())


def dealt(rng, table, hand=()):
    """Return a position with a table, ``hand`` the hand of the player to move."""
    tiles = sorted((slow.FULL - Counter(table.values()) - Counter(hand)).elements())
    rng.shuffle(tiles)
    hands = [[tiles.pop() for _ in range(min(len(tiles), rng.choice([0, 1, 2, 6, 10])))]
             for _ in range(rng.randint(2, 4))]  # fmt: skip
    turn = rng.randint(1, len(hands))
    hands[turn - 1] = hand or hands[turn - 1] or [tiles.pop()]
    first = tuple(p for p, held in enumerate(hands, 1) if not held)
    placed = tuple(sorted(slow.cropped(table).items()))
    held = tuple(tuple(sorted(hand)) for hand in hands)
    return slow.State(placed, turn, 0, held, (first,) if first else ())


def random_turn(rng, most=24):
    """Return a position and a legal turn in it that may rearrange everything."""
    after = before = {}
    while not lacking(after, before):
        after = random_table(rng, most)
        before = without_some(rng, after)
    hand = lacking(after, before)
    spare = sorted((slow.FULL - Counter(after.values())).elements())
    extra = rng.sample(spare, min(len(spare), rng.choice([0, 0, 1, 5])))
    before = slow.cropped(scrambled(rng, before))
    return dealt(rng, before, hand + extra), turn_text(rng, before, scrambled(rng, after))


def turn_text(rng, before, after):
    """Return a turn from one table to the other, shifted anywhere, its parts in any order."""
    by_x, by_y, parts = rng.randint(-4, 4), rng.randint(-4, 4), []
    targets = [((x + by_x, y + by_y), tile) for (x, y), tile in after.items()]
    rng.shuffle(targets)
    for source in sorted(before):
        target = next(cell for cell, tile in targets if tile == before[source])
        targets.remove((target, before[source]))
        if source != target or rng.random() < 0.5:
            parts.append(f"{source[0]},{source[1]}>{target[0]},{target[1]}")
    parts += [f"+{tile}@{x},{y}" for (x, y), tile in targets]
    rng.shuffle(parts)
    return ";".join(parts)


def test_tables_agree():
    """Valid tables are read; with a tile changed, lost, doubled or moved, both say the same."""
    game, rng, texts = Tables(), random.Random("aathenuo tables"), ["r1,r2,r3 1 b8/b1"]
    for _ in range(60 * DEEP):
        table = random_table(rng, rng.choice([6, 12, 30]))
        state = dealt(rng, table)
        game.same_position(game.game.parse(slow.format(state)), state)
        texts.append(f"{slow.format_table(table)} 1 b8/b1")
        for _ in range(6):
            other = rng.choice([rng.choice(texts), "r*,y*,g*,b*"])
            game.same_reading(altered(rng, texts[-1], other))
    assert min(game.met[kind] for kind in ("read", "notation", "impossible")) > 20, game.met


def test_rearranging_turns_agree():
    game, rng = Tables(), random.Random("aathenuo turns")
    for _ in range(60 * DEEP):
        state, move = random_turn(rng)
        position = game.game.parse(slow.format(state))
        assert (game.same_turn(position, state, move) == "read") != slow.is_over(state)
        for _ in range(6):
            game.same_turn(position, state, altered(rng, move, move))
        state = state._replace(hands=tuple(hand[1:] or hand for hand in state.hands))
        game.same_turn(game.game.parse(slow.format(state)), state, move)
    assert min(game.met[kind] for kind in ("read", "notation", "illegal")) > 20, game.met


# --- Turns that are listed ---------------------------------------------------------------------


def one_line_turns(table, hand):
    """Return, by trying, the turns that move nothing and lay tiles in one line at the table."""
    turns, reach = set(), len(hand)
    columns = range(-reach, max((x for x, _ in table), default=0) + reach + 1)
    rows = range(-reach, max((y for _, y in table), default=0) + reach + 1)
    places = [(x, y, *step) for x in columns for y in rows for step in ((1, 0), (0, 1))]
    for x, y, dx, dy in places:
        free = [(x + k * dx, y + k * dy) for k in range(len(table) + reach)]
        free = [cell for cell in free if cell not in table]
        for count in range(1, reach + 1) if (x, y) not in table else ():
            beside = {(a + c, b + d) for a, b in free[:count] for c, d in slow.SIDES}
            for tiles in set(permutations(hand, count)) if beside & set(table) else ():
                line = dict(zip(free, tiles, strict=False))
                if not slow.table_faults(table | line):
                    turns.add(frozenset((tile, cell) for cell, tile in line.items()))
    return turns


def same_listed(text):
    """Compare the turns that a position lists with those found by trying; return their lengths."""
    state = slow.parse(text)
    table, hand = dict(state.table), state.hands[state.turn - 1]
    listed = [str(move) for move in Tables().game.parse(text).legal_moves()]
    assert len(set(listed)) == len(listed)
    draws = {move for move in listed if move.startswith("draw")}
    assert draws == {f"draw:{tile}" for tile in slow.bag(state) or "-"}
    laid = [
        slow.play(state, move) and slow.laid_tiles(move) for move in listed if move not in draws
    ]
    below = max((y for _, y in table), default=-2) + 2
    apart = {line for line in map(frozenset, laid) if all(cell[1] == below for _, cell in line)}
    tried = one_line_turns(table, hand)
    assert set(map(frozenset, laid)) - apart == tried - apart, text
    sets = {tuple(sorted(tiles)) for tiles in permutations(hand, 3) if slow.line_is_set(tiles)}
    assert sets == {tuple(sorted(tile for tile, _ in line)) for line in apart if len(line) == 3}
    return set(map(len, laid))


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
    assert same_listed(text) >= {1}


def test_listed_turns_are_those_found_by_trying():
    rng, lengths = random.Random("aathenuo listed"), set()
    for _ in range(8 * DEEP):
        state, _ = random_turn(rng, most=14)
        hands = [held[:3] if p == state.turn else held for p, held in enumerate(state.hands, 1)]
        state = state._replace(hands=tuple(hands))
        lengths |= set() if slow.is_over(state) else same_listed(slow.format(state))
    assert lengths >= {1, 2, 3}


# --- Games -------------------------------------------------------------------------------------


def without_bag(rng):
    """Return a position with as many sets on the table as will go and the rest in the hands."""
    table = {}
    for _ in range(400):
        table = with_set(rng, table, crossing=False)
    tiles = sorted((slow.FULL - Counter(table.values())).elements())
    rng.shuffle(tiles)
    players = rng.randint(2, 4)
    hands = tuple(tuple(sorted(tiles[k::players])) for k in range(players))
    placed = tuple(sorted(slow.cropped(table).items()))
    return slow.State(placed, rng.randint(1, players), 0, hands, ())


def turns_of(rng, position, state):
    """Return turns that the engine lists where that is quick, and single tiles found by trying."""
    if slow.is_over(state):
        assert not list(position.legal_moves())
        return []
    hand = state.hands[state.turn - 1]
    turns = [f"draw:{rng.choice(sorted(slow.bag(state)) or ['-'])}"]
    if len(hand) < 9:
        turns += [str(move) for move in position.legal_moves() if "@" in str(move)]
    table = dict(state.table)
    for _ in range(30 if table else 0):
        (x, y), (dx, dy), tile = rng.choice([*table]), rng.choice(slow.SIDES), rng.choice(hand)
        if (x + dx, y + dy) not in table and not slow.table_faults(
            table | {(x + dx, y + dy): tile}
        ):
            turns.append(f"+{tile}@{x + dx},{y + dy}")
    return turns


def longest(rng, state, turns):
    """Choose one of the turns that lay the most tiles, rarely a draw."""
    most = max(turn.count("@") for turn in turns)
    return (
        turns[0] if rng.random() < 0.05 else rng.choice([t for t in turns if t.count("@") == most])
    )


@pytest.mark.parametrize("kind", [dealt, without_bag])
def test_games_agree(kind):
    game, endings = Tables(), set()
    for seed in range(3 * DEEP):
        rng = random.Random(f"{kind.__name__} {seed}")
        start = dealt(rng, random_table(rng, 20)) if kind is dealt else without_bag(rng)
        end, state = game.same_game(
            rng, start, longest, 30, lambda *both, r=rng: turns_of(r, *both)
        )
        endings.add((len(slow.holders(state)), slow.is_over(state)))
        for move in ("draw:-", "draw:r1", "+r1@0,0"):
            game.same_turn(end, state, move)
    assert len(endings) > 1


# --- Hints -------------------------------------------------------------------------------------


def lattice(rng, size):
    """Return a connected table of a random shape, each row of a colour, each column of a number."""
    small = [s for s in slow.shapes(size) if max(x for x, _ in s) < 8 and max(y for _, y in s) < 4]
    shape, colours = rng.choice(small), rng.sample(slow.COLOURS, 4)
    first = rng.randint(1, 8 - max(x for x, _ in shape))
    return {(x, y): colours[y] + rng.choice([f"{first + x}"] * 9 + ["*"]) for x, y in shape}


def hint_case(rng, most):
    """Return a position of at most so many tiles of the player and the table that nearly fit."""
    after = lattice(rng, rng.randint(5, most)) if rng.random() < 0.7 else random_table(rng, most)
    before = without_some(rng, after)
    hand = lacking(after, before)
    if hand and rng.random() < 0.4:
        hand[rng.randrange(len(hand))] = rng.choice(slow.TILES)
    while len(before) + len(hand) < most and (not hand or rng.random() < 0.5):
        hand.append(rng.choice(slow.TILES))
    if not hand or not Counter([*before.values(), *hand, "r8"]) <= slow.FULL:
        return hint_case(rng, most)
    placed = tuple(sorted(slow.cropped(scrambled(rng, before)).items()))
    return slow.State(placed, 1, 0, (tuple(sorted(hand)), ("r8",)), ())


def test_hints_play_as_many_tiles_as_any_turn():
    pytest.importorskip("ortools")
    game, rng, tally = Tables(), random.Random("hints of aathenuo"), Counter()
    for k in range(25 * DEEP):
        state = hint_case(rng, 9 if DEEP > 1 and k % 5 == 0 else 8)
        text = slow.format(state)
        most, tiles = slow.best_turn(dict(state.table), state.hands[0])
        hint = game.game.parse(text).hint(seconds=PATIENCE)
        assert (hint.tiles, hint.bound, hint.move is None) == (most, most, not most), (text, tiles)
        if most:
            after = slow.play(state, str(hint.move))
            assert len(state.hands[0]) - len(after.hands[0]) == most, text
        tally[most] += 1
    assert min(tally[n] for n in range(5)) > 0, tally
