"""Astralis's rules: turns by table, the end of dispersed Go, and what the last turn changed."""

import tomllib

import pytest

import engine
from tests import paths
from tests.reference import astralis as slow

GAME = engine.game("astralis")
TURNS = tomllib.loads((paths.DATA / "astralis" / "turns.toml").read_text("utf-8"))["turn"]


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
