"""Atreya's players choose what brings most, and never what is illegal."""

from functools import cache
from random import Random

import pytest

import engine
from engine.play.players import player, quick_of
from tests.cases import some

ATREYA = engine.game("atreya")


@pytest.mark.parametrize(("mode", "players"), [("max", "rg"), ("sum", "bgr"), ("dom", "bgr")])
def test_players_choose_legal_turns_the_same_each_time(mode, players):
    position = ATREYA.start(mode=mode, players=players)
    for k in range(2):
        names = ("random", "greedy", "greedy:0", "uct:5")
        choices = [player(name, "atreya").choose(position, seed=k) for name in names]
        assert choices == [player(name, "atreya").choose(position, seed=k) for name in names]
        for choice in choices:
            assert all(0 <= c.value <= 1 and c.line[0] == c.move for c in choice.candidates)
            assert choice.move == choice.candidates[0].move
        position = [position.play(choice.move) for choice in choices][k]


@pytest.mark.parametrize("name", ["greedy", "greedy:0", "uct:10"])
def test_a_game_of_max_that_can_be_won_is_won(name):
    for position, won in some(_won_by_the_mover(6)):
        choice = player(name, "atreya").choose(position)
        assert position.play(choice.move).winners() == won, str(position)
        assert choice.value > 0.99


@cache
def _won_by_the_mover(games):
    """Return positions of random games of Max, each with the winner, whose turn it is."""
    found = []
    for k in range(games):
        rng, position = Random(k), ATREYA.start(mode="max")
        while not position.is_over:
            before, position = position, position.play(rng.choice(position.legal_moves()))
        if position.winners() == (before.turn,):
            found.append((before, position.winners()))
    return found


@pytest.mark.parametrize("mode", ["max", "sum", "dom"])
def test_play_outs_are_games(mode):
    """Random turns are legal to the end; in a play-out leads add up to none."""
    position = ATREYA.start(mode=mode)
    states, rng = quick_of(position), Random(1)
    state = states.of(position)
    while turn := states.turn(state, rng):
        position, state = position.play(states.written(state, turn[0])), turn[1]
    assert position.is_over
    assert states.lead(state, 0) == -states.lead(state, 1)
    assert states.roll(states.of(ATREYA.start(mode=mode)), Random(1)) == (
        states.lead(state, 0),
        states.lead(state, 1),
    )
