"""Atreya's quick states are the rules; its players choose what brings most, and never what is illegal.

TILEWRIGHT_DEEP=1 plays more games; ``python -m tests.players.atreya 1000`` as many as one likes.
"""

import os
from random import Random

import pytest

import engine
from engine.games.atreya.quick import quick
from engine.play.players import player
from tests.cases import some
from tests.players.atreya import SETTINGS, assert_equal, compare
from tests.players.equal import named, recorded

ATREYA = engine.game("atreya")
DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"


@pytest.mark.parametrize(("mode", "players"), SETTINGS)
def test_random_games_of_full_size(mode, players):
    games = 10 if mode == "max" else 1
    turns, lifted = compare(mode, players, range(games), every=10 if mode == "max" else 70)
    assert turns > (50 if mode == "max" else 165)
    assert lifted or mode == "max"


def test_positions_that_the_tests_name_and_records_hold():
    found = named("atreya") + recorded("atreya")[:: 1 if DEEP else 40]
    for k, position in enumerate(some(found)):
        states = quick(position)
        assert_equal(states, states.of(position), position, Random(k))


@pytest.mark.parametrize("mode", ["max", "sum", "dom"])
@pytest.mark.parametrize("players", ["rg", "bgr"])
def test_players_choose_legal_turns_the_same_each_time(mode, players):
    position = ATREYA.start(mode=mode, players=players)
    for k in range(3):
        names = ("random", "greedy", "greedy:0", "uct:5")
        choices = [player(name, "atreya").choose(position, seed=k) for name in names]
        assert choices == [player(name, "atreya").choose(position, seed=k) for name in names]
        for choice in choices:
            assert all(0 <= c.value <= 1 and c.line[0] == c.move for c in choice.candidates)
            assert choice.move == choice.candidates[0].move
        position = [position.play(choice.move) for choice in choices][k % 3]


@pytest.mark.parametrize("name", ["greedy", "greedy:0", "uct:10"])
def test_a_game_of_max_that_can_be_won_is_won(name):
    for position, won in some(_won_by_the_mover(12)):
        choice = player(name, "atreya").choose(position)
        assert position.play(choice.move).winners() == won, str(position)
        assert choice.value > 0.99


def _won_by_the_mover(games):
    """Yield positions of random games of Max, each with the winner, whose turn it is."""
    for k in range(games):
        rng, position = Random(k), ATREYA.start(mode="max")
        while not position.is_over:
            before, position = position, position.play(rng.choice(position.legal_moves()))
        if position.winners() == (before.turn,):
            yield before, position.winners()
