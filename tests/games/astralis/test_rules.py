"""Astralis's rules and variants, and the engine against the slow second implementation.

Both must give the same moves, written forms, positions, scores, ends and winners, and refuse
the same moves and positions.  TILEWRIGHT_DEEP=1 plays many more games.
"""

import os
import random
import re
import tomllib

import pytest

import engine
from tests import cases
from tests.reference import astralis as slow
from tests.reference.comparing import Comparison, altered

GAME = engine.game("astralis")
TURNS = tomllib.loads((cases.DATA / "astralis" / "turns.toml").read_text("utf-8"))["turn"]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn["name"])
def test_turn(turn):
    position, state = GAME.parse(turn["position"]), slow.parse(turn["position"])
    assert position.written(turn["move"]) == turn["written"]
    assert turn["written"] in map(str, position.legal_moves())
    for form in (turn["move"], turn["written"]):
        after = str(position.play(form)), slow.format(slow.play(state, form))
        assert after == (turn["after"], turn["after"])
        assert [event.sentence() for event in position.take_turn(form).events] == turn["events"]
    assert str(position) == turn["position"], "playing changed the position"


def played(position, moves):
    for move in moves.split():
        position = position.play(move)
    return position


def test_two_passes_end_dispersed_go():
    once = played(GAME.start(side=3, variant="dispersed-go"), "c2 --")
    assert not played(once, "c4 --").is_over
    over = once.play("--")
    assert (over.is_over, over.scores(), over.winners()) == (True, {"y": 7, "c": 3.5}, ("y",))
    assert [event.sentence() for event in once.take_turn("--").events] == [
        "Yellow passes.",
        "The game is over: yellow wins, 7 to 3.5.",
    ]
    bare = GAME.parse(str(over))
    assert (bare == over, bare.is_over, bare.winners()) == (True, False, None)


def test_what_the_last_turn_changed():
    start = GAME.start(side=5)
    assert start.changed() == frozenset()
    position = played(start, "a3 i7 c3+c2")
    assert position.changed() == {"c2", "b1", "b2", "c1", "c3", "d2", "d3"}
    assert position.play("c7").changed() == frozenset()
    contested = played(position, "c7 d3 c5+c4")  # next to yellow's zone only on b3, c3 and d4
    assert contested.changed() == {"b3", "b4", "c3", "c4", "c5", "d4", "d5"}
    assert contested.contested == {"c3"}
    assert GAME.parse(str(contested)).changed() == frozenset()
    bees = played(GAME.start(side=5, variant="beeline"), "a3 i7 c3+")
    assert bees.changed() == {"d3"}


DEEP = 20 if os.environ.get("TILEWRIGHT_DEEP") == "1" else 1

#: The variants with ships that all these rules are of.
SHIPPED = ("standard", "simplified", "dice")
#: What of the rules moves with ships must have shown, as they are written.
SHOWN = {
    "departure": r"\(",
    "planet after departure": r"\)\+",
    "bonus": r"^\w+\+\w+\+",
    "several extractions": "x.*x",
    "bonus and extraction": r"^\w+\+\w+\+\w+x",
}


def random_state(rng, side, variant):
    """Return a possible position: planets scattered, in number and colour unevenly."""
    free = list(slow.cells(side))
    rng.shuffle(free)
    most = rng.choice((0, 2, 4, 8)) if rng.random() < 0.25 else len(free)
    yellow = rng.choice((0.1, 0.3, 0.5, 0.7, 0.9, 1.0))
    stones = {}
    for cell in free:
        if len(stones) < most and not any(near in stones for near in slow.around(side, cell)):
            stones[cell] = "Y" if rng.random() < yellow else "C"
    turn = "y" if rng.random() < 0.2 + 0.6 * yellow else "c"  # more stones, more bonuses
    for cell in rng.sample(sorted(stones), min(len(stones), rng.randint(1, 5))):
        del stones[cell]  # so that there is room to explore
    state = slow.State(side, stones, {}, turn, variant)
    if variant == "dispersed-go":
        return state
    # Ships in unexplored hexes, and there in enclosed ones, make departures: prefer those.
    places = [cell for cell in free if cell not in stones]
    places.sort(key=lambda cell: (rng.random() < 0.5, slow.is_explored(state, cell)))
    enclosed = [cell for cell in places if any(slow.is_enclosed(state, p, cell) for p in "yc")]
    if enclosed and rng.random() < 0.6:
        places.remove(enclosed[0])
        places.insert(rng.randrange(2), enclosed[0])
    ships = dict(zip(rng.sample("yc", 2), places, strict=False))
    return slow.State(side, stones, ships, turn, variant)


def choose(rng, state, moves):
    """Choose a move: in dispersed-go a pass rarely, elsewhere a planet mostly."""
    stones = [move for move in moves if "+" in move or state.variant == "dispersed-go"]
    stones = [move for move in stones if move != slow.PASS]
    return rng.choice(stones if stones and rng.random() < 0.9 else moves)


@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_random_positions(variant):
    """Compare all moves of scattered planets, and what comes of a few."""
    game, rng = Comparison("astralis", slow), random.Random(f"positions {variant}")
    sides = rng.choices(
        (3, 4, 5, 6, 7, 8), (12, 16, 8, 3, 1, 1), k=(130 if variant in SHIPPED else 35) * DEEP
    )
    for side in (*sides, 9, 13):
        state = random_state(rng, side, variant)
        position = game.game.parse(slow.format(state))
        game.same_position(position, state)
        same_hexes(position, state)
        if side > 8 and variant not in ("standard", "dispersed-go"):
            continue
        moves = game.same_moves(position, state)
        game.met.update(moves)
        for move in rng.sample(moves, min(len(moves), 4)):
            game.same_turn(position, state, move)
            game.same_turn(position, state, re.split(r"[(+]", move)[0])
            game.same_turn(position, state, altered(rng, move, rng.choice(moves)))
    if variant in SHIPPED:
        moves = list(game.met)
        assert [
            what for what, form in SHOWN.items() if not any(re.search(form, m) for m in moves)
        ] == []


def same_hexes(position, state):
    """Compare the hexes that are explored, contested and controlled."""

    def named(holds, *player):
        cells = slow.cells(state.side)
        return {slow.label(state.side, cell) for cell in cells if holds(state, *player, cell)}

    assert position.explored == named(slow.is_explored)
    assert position.contested == named(slow.is_contested)
    for player in "yc":
        assert position.controlled(player) == named(slow.controls, player)


@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_random_games(variant):
    game, rng = Comparison("astralis", slow), random.Random(f"games {variant}")
    ended = 0
    for side in [3, 3, 3, 4, 5] * DEEP:
        start = slow.start(side, variant)
        ended += game.same_game(rng, start, choose, 120, game.same_moves)[0].is_over
    assert ended > 2 * DEEP


def test_ko():
    """Forbid what restores the position before the last turn; a bare position has no ko."""
    before = engine.game("astralis").parse("3/C3/5/Y2Y/3 c dispersed-go")
    captured = before.play("a2")
    assert str(captured) == "3/C3/5/3Y/1C1 y dispersed-go"
    with pytest.raises(engine.IllegalMoveError, match="ko") as caught:
        captured.play("b1")
    assert caught.value.rule == "6.4"
    assert "b1" not in {str(move) for move in captured.legal_moves()}
    bare = engine.game("astralis").parse(str(captured)).play("b1")
    assert str(bare) == str(before)
    later = captured.play("c3").play("e5").play("b1")  # something changed: no ko any more
    assert str(later) == "2C/C3/2Y2/Y2Y/3 c dispersed-go"


def test_random_written_positions():
    game, rng, texts = Comparison("astralis", slow), random.Random("written positions"), ["3/4"]
    for _ in range(500 * DEEP):
        state = random_state(rng, rng.choice((3, 3, 3, 4, 5)), rng.choice(slow.VARIANTS))
        if rng.random() < 0.3:  # around set-up
            homes = {p: rng.choice(slow.home_row(state.side, p)) for p in "yc"[: rng.randint(0, 2)]}
            state = slow.State(state.side, {}, homes, state.turn, state.variant)
        texts.append(slow.format(state))
        game.same_reading(altered(rng, texts[-1], rng.choice(texts)))
    assert min(game.met[kind] for kind in ("read", "notation", "impossible")) > 30, game.met
