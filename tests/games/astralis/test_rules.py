"""Astralis's rules: turns by table, properties of play, and what a position tells of itself."""

from __future__ import annotations

import tomllib

import pytest

import engine
from tests import paths

DATA = paths.DATA / "astralis"
GAME = engine.game("astralis")
TURNS = tomllib.loads((DATA / "turns.toml").read_text("utf-8"))["turn"]
# ---------------------------------------------------------------------------------- by table


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn["name"])
def test_turn(turn):
    position = GAME.parse(turn["position"])
    assert position.written(turn["move"]) == turn["written"]
    assert turn["written"] in map(str, position.legal_moves())
    for form in (turn["move"], turn["written"]):
        assert str(position.play(form)) == turn["after"]
        assert [event.sentence() for event in position.events(form)] == turn["events"]
    assert str(position) == turn["position"], "playing changed the position"


# ------------------------------------------------------------------------------- dispersed Go


def played(position, moves):
    for move in moves.split():
        position = position.play(move)
    return position


def test_two_passes_end_dispersed_go():
    start = GAME.start(side=3, variant="dispersed-go")
    once = played(start, "c2 --")
    assert not once.is_over
    assert not played(once, "c4 --").is_over
    over = once.play("--")
    assert over.is_over
    assert list(over.legal_moves()) == []
    assert over.scores() == {"y": 7, "c": 3.5}
    assert over.winners() == ("y",)
    assert [event.sentence() for event in once.events("--")] == [
        "Yellow passes.",
        "The game is over: yellow wins, 7 to 3.5.",
    ]
    with pytest.raises(engine.IllegalMoveError, match="the game is over"):
        over.play("e5")
    bare = GAME.parse(str(over))
    assert bare == over
    assert not bare.is_over
    assert bare.winners() is None


# ---------------------------------------------------------------------------- scores and ends


@pytest.mark.parametrize(
    ("position", "scores"),
    [
        ("3/4/5/4/3 y standard", {"y": 0, "c": 3.5}),
        ("3/4/5/4/3 y beeline", {"y": 0, "c": 0.5}),
        # Yellow alone in the corner: 4 hexes, with two shared 2; a die counts what is next to it.
        ("Y1C/4/2y2/2c1/3 y standard", {"y": 3, "c": 6.5}),
        ("Y1C/4/2y2/2c1/3 y simplified", {"y": 3, "c": 6.5}),
        ("Y1C/4/2y2/2c1/3 y dice", {"y": 2, "c": 5.5}),
        ("Y1C/4/2y2/2c1/3 y beeline", {"y": 1, "c": 1.5}),
        ("Y1C/4/5/4/3 y dispersed-go", {"y": 3, "c": 6.5}),
        # Two dice count a hex between them twice.
        ("3/4/Y1Y2/2yc/3 y dice", {"y": 3 + 6, "c": 3.5}),
        ("3/4/Y1Y2/2yc/3 y standard", {"y": 4 + 7 - 1, "c": 3.5}),
    ],
)
def test_scores(position, scores):
    position = GAME.parse(position)
    assert position.scores() == scores
    assert isinstance(position.scores()["y"], int)
    assert position.winners() is None


# ------------------------------------------------------------------------- what figures ask


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
