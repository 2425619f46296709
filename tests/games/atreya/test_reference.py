"""Atreya: the engine against the slow second implementation.

Both must give the same moves, positions, scores, ends and winners, and refuse the same moves
and positions.  TILEWRIGHT_DEEP=1 plays many more and longer games, some to the last tile.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter

import pytest

import engine
from tests.reference import atreya as slow

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
ATREYA = engine.game("atreya")
SETTINGS = [(mode, players) for mode in slow.MODES for players in ("rg", "br", "rgb", "bgr")]


# --- Examples worked out by hand from the rules ------------------------------------------------

# Three tiles in a triangle; the fourth is placed at 1,0 and closes the red centre piece of 0,0
# with the red piece between them: size 2.
TRIANGLE = "b:rrggbb@-1,1/r:rgbgbg@0,0/{}@0,1"
GREEN_CORNER = TRIANGLE.format("g:bbrrgg")  # what green is there is closed too: size 4
BLUE_CORNER = TRIANGLE.format("b:bbrrgb")  # its green piece with 0,0 is closed already: size 1

#: name: arena, move, mode, players, scores after
EXAMPLES = {
    "sum": (GREEN_CORNER, "g:bbgrbb@1,0", "sum", "rgb", {"r": 2, "g": 4, "b": 0}),
    "sum, nobody's shape": (GREEN_CORNER, "g:bbgrbb@1,0", "sum", "rb", {"r": 2, "b": 0}),
    # Red has five green and three blue neighbours, green has seven blue and four red.
    "dominated": (GREEN_CORNER, "g:bbgrbb@1,0", "dom", "rgb", {"r": 0, "g": 4, "b": 0}),
    "nothing is inferior": (GREEN_CORNER, "g:bbgrbb@1,0", "dom", "rb", {"r": 0, "b": 0}),
    "blue is inferior": (GREEN_CORNER, "g:bbgrbb@1,0", "dom", "rg", {"r": 0, "g": 4}),
    # Four green and four blue neighbours are healthy enough; but an open blue shape of three
    # whole pieces dominates red, which still dominates the green piece closed before.
    "bonus alone": (BLUE_CORNER, "b:ggbrgb@1,0", "dom", "rgb", {"r": 1, "g": 0, "b": 0}),
    "bonus for nobody": (BLUE_CORNER, "b:ggbrgb@1,0", "dom", "gb", {"g": 0, "b": 0}),
    "max": (GREEN_CORNER, "g:bbgrbb@1,0", "max", "rgb", {"r": 0, "g": 0, "b": 0}),
    # Green on -1,1 and its two neighbours: four blue and four red pieces and half-pieces, of
    # which the red one between -2,1 and -2,2 neighbours it on both tiles and counts once.
    "a piece counts once": (
        "b:bbgrrg@-2,2/b:grggbb@-1,1/r:bgbbrg@-1,2/g:brbgbr@0,0/r:rrggrb@0,1",
        "r:grrbgr@-2,1", "dom", "rgb", {"r": 0, "g": 2, "b": 0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name):
    arena, move, mode, players, scores = EXAMPLES[name]
    zeros = ",".join("0" for _ in players)
    written = f"{arena} {players[0]} {mode} {players} {zeros}"
    state = slow.parse(written)
    assert move in slow.legal_moves(state)
    assert slow.scores(slow.play(state, move)) == scores
    assert ATREYA.parse(written).play(move).scores() == scores


def test_green_over_three_tiles_wins_max():
    after = ATREYA.parse(f"{GREEN_CORNER} r max rg 0,0").play("g:bbgrbb@1,0")
    assert after.is_over
    assert after.winners() == ("g",)
    assert not list(after.legal_moves())
    without_green = ATREYA.parse(f"{GREEN_CORNER} r max rb 0,0").play("g:bbgrbb@1,0")
    assert not without_green.is_over
    assert without_green.winners() is None


@pytest.mark.parametrize(
    ("turn", "players", "winners"),
    [
        ("r", "rgb", ("r",)),
        ("g", "rgb", ("g",)),
        ("b", "rgb", ("r", "g")),
        ("b", "bgr", ("g", "r")),
        ("b", "br", ("r",)),
    ],
)
def test_max_won_by_several_shapes_at_once(turn, players, winners):
    arena = "r:brbgbg@-1,1/g:bgrbrb@-1,2/g:bbbbgr@0,1/g:bbrrgg@1,0/r:rgbbbb@1,1"
    position = ATREYA.parse(f"{arena} {turn} max {players} {','.join('0' for _ in players)}")
    after = position.play("r:rggbbg@0,0")
    assert after.winners() == ATREYA.parse(str(after)).winners() == winners
    assert slow.winners(slow.parse(str(after))) == winners


# --- Random games ------------------------------------------------------------------------------


def assert_same_standing(position, state):
    written = slow.format(state)
    assert str(position) == written
    assert position.turn == state.turn, written
    assert position.scores() == slow.scores(state), written
    assert position.is_over == slow.is_over(state), written
    assert position.winners() == slow.winners(state), written


def assert_same_moves(position, state):
    moves = [str(move) for move in position.legal_moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == slow.legal_moves(state), slow.format(state)


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
        few = [m for m in few if slow.max_winners(slow.play(state, m)) is None] or few
    return max(few, key=lambda move: closed_areas(slow.result(state.arena, move)))


def play_out(rng, mode, players, *, length, every):
    """Play a random game with both, comparing all moves at every so many plies; count events."""
    position, state = ATREYA.start(mode=mode, players=players), slow.start(mode, players)
    met = Counter()
    for ply in range(length):
        assert_same_standing(position, state)
        if ply % every == 0:
            assert_same_moves(position, state)
            assert_same_refusals(rng, position, state)
        moves = sorted(str(move) for move in position.legal_moves())
        if not moves:
            met["over"] += 1
            break
        move = choose(rng, state, moves)
        assert position.written(move) == move
        before, position, state = state, position.play(move), slow.play(state, move)
        met["lift"] += ">" in move
        met["points"] += before.scores != state.scores
    assert_same_standing(position, state)
    assert ATREYA.parse(str(position)) == position
    return met


@pytest.mark.parametrize(("mode", "players"), SETTINGS)
def test_random_games(mode, players):
    rng = random.Random(f"{mode} {players}")
    met = Counter()
    for _ in range(12 if DEEP else 2):
        met += play_out(rng, mode, players, length=60 if DEEP else 15, every=4)
    assert met["lift"], met
    assert mode == "max" or met["points"], met


@pytest.mark.skipif(not DEEP, reason="takes minutes")
@pytest.mark.parametrize(("mode", "players"), SETTINGS)
def test_games_to_the_end(mode, players):
    rng = random.Random(f"end {mode} {players}")
    met = play_out(rng, mode, players, length=2000, every=40)
    assert met["over"] == 1


# --- Moves which are refused -------------------------------------------------------------------


def random_moves(rng, state, legal):
    """Yield texts with the form of moves, most of them illegal but not by much."""
    cells = sorted(state.arena)
    near = sorted({cell for tile in cells for cell in slow.around(tile)})
    for move in rng.sample(legal, min(len(legal), 6)):
        yield re.sub(r"[rgb](?=[rgb]*@)", lambda _: rng.choice("rgb"), move, count=1)
        q, r = rng.choice(near)
        yield f"{move.partition('@')[0]}@{q},{r}"
        tile = rng.choice(sorted(slow.images(rng.choice(slow.TILES))))
        yield f"{tile}@{move.partition('@')[2]}"
    for _ in range(6):
        (q, r), (to_q, to_r) = rng.choice(cells), rng.choice(near)
        tile = rng.choice(sorted(slow.images(state.arena[q, r])))
        yield f"{q},{r}>{tile}@{to_q},{to_r}"
        yield f"{tile}@{to_q},{to_r}"


#: Rules whose breach is judged the same way whatever the order of questions.
JUDGED = {"4.2", "4.3", "4.4", "4.5"}


def assert_same_refusals(rng, position, state):
    """Assert that illegal moves are refused, and for a rule which they break."""
    legal = sorted(str(move) for move in position.legal_moves())
    if not legal:
        return
    for move in random_moves(rng, state, legal):
        broken = slow.broken(state, move)
        assert (move in legal) == (not broken)
        if not broken:
            position.play(move)
            continue
        with pytest.raises(engine.IllegalMoveError) as caught:
            position.play(move)
        assert caught.value.rule not in JUDGED or caught.value.rule in broken, caught.value
        with pytest.raises(engine.IllegalMoveError):
            position.written(move)


# --- Written positions, possible and not -------------------------------------------------------


def assert_same_verdict(text):
    """Assert that both accept a text, both find it impossible, or neither can read it."""
    try:
        wrong = slow.faults(text)
    except slow.UnreadableError:
        with pytest.raises((engine.NotationError, engine.InvalidPositionError)):
            ATREYA.parse(text)
        return "unreadable"
    if wrong:
        with pytest.raises((engine.NotationError, engine.InvalidPositionError)) as caught:
            ATREYA.parse(text)
        in_one_cell = "two tiles in one cell" in wrong
        assert in_one_cell or isinstance(caught.value, engine.InvalidPositionError), text
        return "impossible"
    state = slow.parse(text)
    assert_same_standing(ATREYA.parse(text), state)
    return "possible"


def random_arena(rng, state):
    """Return the tiles of a position as listed, changed a little."""
    tiles = [f"{tile}@{q},{r}" for (q, r), tile in state.arena.items()]
    rng.shuffle(tiles)
    one = rng.randrange(len(tiles))
    tile, at = tiles[one].split("@")
    q, r = map(int, at.split(","))
    match rng.randrange(8):
        case 0:
            del tiles[one]
        case 1:
            tiles[one] = f"{tile}@{q + rng.randint(-2, 2)},{r + rng.randint(-2, 2)}"
        case 2:
            tiles[one] = f"{rng.choice(sorted(slow.images(tile)))}@{at}"
        case 3:
            tiles[one] = f"{rng.choice('rgb')}{tile[1:]}@{at}"
        case 4:
            changed = list(tile)
            changed[rng.randrange(2, 8)] = rng.choice("rgb")
            tiles[one] = f"{''.join(changed)}@{at}"
        case 5:
            tiles.append(rng.choice(tiles))
        case 6:
            far = (rng.randint(-3, 3), rng.randint(-3, 3))
            tiles = [
                f"{tile}@{q + far[0]},{r + far[1]}"
                for tile, q, r in (re.split("[@,]", tile) for tile in tiles)
                for q, r in [(int(q), int(r))]
            ]
    return "/".join(tiles)


def random_text(rng, state):
    """Return a written position with its arena, its other fields or a few letters changed."""
    arena = random_arena(rng, state) if rng.random() < 0.6 else slow.format(state).split(" ")[0]
    turn, mode, players, scores = slow.format(state).split(" ")[1:]
    if rng.random() < 0.15:
        turn = rng.choice("rgb")
    if rng.random() < 0.15:
        mode = rng.choice(slow.MODES)
    if rng.random() < 0.1:
        players = rng.choice(("rg", "gr", "rr", "r", "rgb", "bgr", "rgbr", "gb"))
    if rng.random() < 0.15:
        scores = ",".join(rng.choice(("0", "7", "-1", "-0", "01", "")) for _ in players)
    text = f"{arena} {turn} {mode} {players} {scores}"
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", text[at] * 2, *"rgb:@,-/ 01")) + text[at + 1 :]
    return text


def random_state(rng):
    """Return a position some random moves from the start."""
    state = slow.start(rng.choice(slow.MODES), rng.choice(("rg", "gb", "rgb")))
    for _ in range(rng.randint(0, 9)):
        moves = list(slow.placements(state))
        state = slow.play(state, choose(rng, state, moves))
    return state


def test_random_written_positions():
    rng = random.Random("written positions")
    met = Counter()
    for _ in range(200 if DEEP else 12):
        state = random_state(rng)
        met += Counter(assert_same_verdict(random_text(rng, state)) for _ in range(25))
    assert set(met) == {"unreadable", "impossible", "possible"}
    assert min(met.values()) > 30, met


def random_cells(rng, count):
    """Return cells that make an arena, of any outline: often bays which are nearly holes."""
    cells = {(0, 0), (0, 1), (-1, 1)}
    ring = rng.random() < 0.5
    while len(cells) < count:
        near = sorted({cell for tile in cells for cell in slow.around(tile)} - cells)
        some = [cell for cell in near if not slow.arena_faults({*cells, cell})]
        if ring:  # thin arms, bent round the cell 2,-1
            some.sort(key=lambda cell: touching(cells, cell) + touching({(2, -1)}, cell) * 3)
            some = some[: 1 + len(some) // 3]
        cells.add(rng.choice(some))
    return cells


def touching(cells, cell):
    return sum(other in cells for other in slow.around(cell))


def random_arena_of(rng, cells):
    """Return an arena of tiles that match by chance, rich in closed shapes, or None."""
    arena = {}
    for cell in sorted(cells, key=lambda cell: (cell[0] + rng.random(), cell[1])):
        fitting = [
            image
            for tile in rng.sample(sorted(slow.pool(arena)), 90)
            for image in sorted(slow.images(tile))
            if not slow.mismatches({**around_only(arena, cell), cell: image})
        ]
        if not fitting:
            return None
        some = rng.sample(fitting, min(len(fitting), 5))
        arena[cell] = max(some, key=lambda tile: closed_areas({**arena, cell: tile}))
    return arena


def around_only(arena, cell):
    return {other: arena[other] for other in slow.around(cell) if other in arena}


def test_positions_of_any_outline():
    """Compare moves in arenas of random cells and tiles, which games seldom reach."""
    rng = random.Random("outlines")
    met = Counter()
    for _ in range(300 if DEEP else 6):
        arena = random_arena_of(rng, random_cells(rng, rng.randint(4, 32 if DEEP else 14)))
        if arena is None:
            continue
        mode, players = rng.choice(SETTINGS)
        state = slow.State(arena, rng.choice(players), mode, players, (0,) * len(players))
        position = ATREYA.parse(slow.format(state))
        assert_same_standing(position, state)
        assert_same_moves(position, state)
        assert_same_refusals(rng, position, state)
        moves = sorted(slow.legal_moves(state))
        lifts = [move for move in moves if ">" in move]
        for kind in (moves, lifts):
            for move in rng.sample(kind, min(4, len(kind))):
                met["played"] += 1
                assert_same_standing(position.play(move), slow.play(state, move))
        met["with lifts"] += bool(lifts)
    assert met["with lifts"] > 1, met
    assert met["played"] > 9, met
