"""Atreya's rules and tiles, and the engine against the slow second implementation.

Both must give the same moves, positions, scores, ends and winners, and refuse the same moves
and positions.  TILEWRIGHT_DEEP=1 plays many more and longer games, some to the last tile.
"""

import os
import random
from collections import Counter

import pytest

import engine
from tests import cases
from tests.reference import atreya as slow
from tests.reference.comparing import Comparison, altered

DATA = cases.DATA / "atreya"
ATREYA = engine.game("atreya")


def readings():
    """Return the blocks of readings.txt: title and (key, value) pairs."""
    blocks = []
    for line in (DATA / "readings.txt").read_text(encoding="utf-8").splitlines():
        key, colon, value = line.partition(": ")
        if line.startswith("#"):
            title = line.removeprefix("# ")
        elif key == "position":
            blocks.append((title, [(key, value)]))
        elif colon:
            blocks[-1][1].append((key, value))
    assert {title[:3] for title, _ in blocks} >= {"3.1", "4.3", "4.4", "4.5", "5.3", "6.2", "6.4"}
    return [pytest.param(dict(block), block, id=title) for title, block in blocks]


@pytest.mark.parametrize(("block", "pairs"), readings())
def test_reading(block, pairs):
    position = ATREYA.parse(block["position"])
    move = block.get("move")
    if "refused" in block:
        rule, _, reason = block["refused"].partition(" ")
        with pytest.raises(engine.IllegalMoveError) as caught:
            position.play(move)
        assert (caught.value.rule, caught.value.reason) == (rule, reason)
        assert move not in set(map(str, position.legal_moves()))
        return
    if move is not None:
        assert move in set(map(str, position.legal_moves()))
        said = [value for key, value in pairs if key == "says"]
        assert [event.sentence() for event in position.take_turn(move).events] == said
        assert slow.format(slow.play(slow.parse(block["position"]), move)) == block["after"]
        position = position.play(move)
        assert str(position) == block["after"]
    # A bare position, read anew, gives the same winners (6.2).
    for same in (position, ATREYA.parse(str(position))):
        winners = same.winners()
        assert ("-" if winners is None else "".join(winners)) == block["winners"]
        assert slow.winners(slow.parse(str(same))) == winners
        assert same.is_over == (winners is not None)


def test_the_set_is_one_of_each_orbit():
    assert list(ATREYA.tiles()) == sorted(slow.TILES, key=lambda tile: (tile[2:], tile[0]))
    assert len(ATREYA.tiles()) == 168


def test_a_tile_by_its_number():
    """ "Tiles are numbered 1-168 ...: 1 is b:bbbbgr, 2 is g:bbbbgr, 3 is r:bbbbgr" (rule 2.3)."""
    assert [ATREYA.identify(text) for text in ("1", "2", "#3")] == [
        "b:bbbbgr",
        "g:bbbbgr",
        "r:bbbbgr",
    ]
    assert [ATREYA.identify(str(number)) for number in range(1, 169)] == list(ATREYA.tiles())


def test_the_start_tiles_are_laid():
    """Rule 2.1: the centre of (q, r) is at x = w(q + r/2), y = w·r·√3/2, upwards."""
    found = ATREYA.laid(ATREYA.start())
    assert [(one.piece, one.turn, one.back) for one in found] == [
        ("r:bgrrrr", 180.0, True),
        ("b:bbbbgr", 180.0, True),
        ("g:bggggr", 0.0, True),
    ]
    assert [tuple(one.at) for one in found] == [
        (-0.5, pytest.approx(-(3**0.5) / 2)),
        (0.0, 0.0),
        (0.5, pytest.approx(-(3**0.5) / 2)),
    ]
    assert ATREYA.resting_places(ATREYA.start()) == ()


DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
SETTINGS = [(mode, players) for mode in slow.MODES for players in ("rg", "br", "rgb", "bgr")]


def closed_areas(arena):
    return sum(len(shape.areas) for shape in slow.shapes(arena) if shape.is_closed)


def choose(rng, state, moves):
    """Choose a move, with a taste for lifting tiles and for closing shapes."""
    lifts = [move for move in moves if ">" in move]
    if lifts and rng.random() < 0.6:
        moves = lifts
    if rng.random() < 0.2:
        return rng.choice(moves)
    few = rng.sample(moves, min(len(moves), 12))
    if state.mode == "max" and rng.random() < 0.9:  # let the game go on
        few = [m for m in few if slow.max_winners(slow.played(state, m)) is None] or few
    return max(few, key=lambda move: closed_areas(slow.result(state.arena, move)))


def some_moves(game, every):
    """Return what compares all moves, at every so many plies."""
    plies = iter(range(10_000))

    def moves(position, state):
        if next(plies) % every == 0:
            return game.same_moves(position, state)
        return sorted(map(str, position.legal_moves()))

    return moves


@pytest.mark.parametrize(("mode", "players"), SETTINGS if DEEP else SETTINGS[::2])
def test_random_games(mode, players):
    game, rng, scores = Comparison("atreya", slow), random.Random(f"{mode} {players}"), set()
    for _ in range(12 if DEEP else 1):
        length, start = 60 if DEEP else 18, slow.start(mode, players)
        end, _ = game.same_game(rng, start, choose, length, some_moves(game, 4))
        scores |= {*end.scores().values()}
    assert any(">" in move for move in game.met)
    assert mode == "max" or max(scores) > 0


@pytest.mark.skipif(not DEEP, reason="takes minutes")
@pytest.mark.parametrize(("mode", "players"), SETTINGS)
def test_games_to_the_end(mode, players):
    game, rng = Comparison("atreya", slow), random.Random(f"end {mode} {players}")
    start = slow.start(mode, players)
    assert game.same_game(rng, start, choose, 2000, some_moves(game, 40))[0].is_over


# --- Arenas of any outline ---------------------------------------------------------------------


def random_cells(rng, count):
    """Return cells that make an arena, of any outline: often bays which are nearly holes."""
    cells = {(0, 0), (0, 1), (-1, 1)}
    ring = rng.random() < 0.5
    while len(cells) < count:
        near = sorted({cell for tile in cells for cell in slow.around(tile)} - cells)
        fair = [cell for cell in near if not slow.arena_faults({*cells, cell})]
        if ring:  # thin arms, bent round the cell 2,-1
            fair.sort(key=lambda cell: touching(cells, cell) + touching({(2, -1)}, cell) * 3)
            fair = fair[: 1 + len(fair) // 3]
        cells.add(rng.choice(fair))
    return cells


def touching(cells, cell):
    return sum(other in cells for other in slow.around(cell))


def random_state(rng, count):
    """Return a position of tiles that match by chance, rich in closed shapes."""
    arena = {}
    for cell in sorted(
        random_cells(rng, count), key=lambda cell: (cell[0] + rng.random(), cell[1])
    ):
        near = {other: arena[other] for other in slow.around(cell) if other in arena}
        fitting = [
            image
            for tile in rng.sample(sorted(slow.pool(arena)), 90)
            for image in sorted(slow.images(tile))
            if not slow.mismatches({**near, cell: image})
        ]
        if not fitting:
            return random_state(rng, count)
        few = rng.sample(fitting, min(len(fitting), 5))
        arena[cell] = max(few, key=lambda tile, cell=cell: closed_areas({**arena, cell: tile}))
    mode, players = rng.choice(SETTINGS)
    return slow.State(arena, rng.choice(players), mode, players, (0,) * len(players))


def test_positions_of_any_outline():
    """Compare moves in arenas of random cells and tiles, which games seldom reach."""
    game, rng, with_lifts = Comparison("atreya", slow), random.Random("outlines"), 0
    for _ in range(300 if DEEP else 6):
        state = random_state(rng, rng.randint(4, 32 if DEEP else 14))
        position = game.game.parse(slow.format(state))
        game.same_position(position, state)
        assert set(position.pool()) == slow.pool(state.arena)
        assert all(position.freedom(c) == slow.freedom(state.arena, c) for c in state.arena)
        moves = game.same_moves(position, state)
        lifts = [move for move in moves if ">" in move]
        for kind in (moves, lifts):
            for move in rng.sample(kind, min(6, len(kind))):
                game.same_turn(position, state, move)
                for _ in range(3):
                    game.same_turn(position, state, altered(rng, move, rng.choice(moves)))
        with_lifts += bool(lifts)
    assert with_lifts > 1
    assert min(game.met["read"], game.met["illegal"]) > 9, game.met


def test_random_written_positions():
    game, rng, texts, kinds = Comparison("atreya", slow), random.Random("texts"), [], Counter()
    for _ in range(200 if DEEP else 12):
        state = slow.start(rng.choice(slow.MODES), rng.choice(("rg", "gb", "rgb")))
        for _ in range(rng.randint(0, 9)):
            state = slow.played(state, choose(rng, state, list(slow.placements(state))))
        texts.append(slow.format(state))
        for _ in range(25):
            kinds[game.same_reading(altered(rng, texts[-1], rng.choice(texts)))] += 1
    assert min(kinds[kind] for kind in ("read", "notation", "impossible")) > 5, kinds
