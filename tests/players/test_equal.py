"""Quick states are the rules, quicker: the same turns, the same states after them, the same leads.

TILEWRIGHT_DEEP=1 plays many more games; ``python -m tests.players 10000`` as many as one likes.
"""

import os
from random import Random

import pytest

import engine
from tests.players.equal import SETTINGS, assert_equal, compare, named, quick_of, recorded

GAMES = 100 if os.environ.get("TILEWRIGHT_DEEP") == "1" else 3


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_random_games_of_full_size(name, settings):
    found = compare(name, settings, range(GAMES))
    assert found.games == GAMES
    assert found.ended


@pytest.mark.parametrize("side", ["3", "4", "13"])
@pytest.mark.parametrize("variant", ["standard", "dice", "beeline", "dispersed-go"])
def test_boards_of_other_sides(side, variant):
    games = 1 if side == "13" else 4
    assert compare("astralis", {"side": side, "variant": variant}, range(games), 60).positions > 20


@pytest.mark.parametrize("name", ["astralis", "abstrakto"])
def test_positions_that_the_tests_name_and_records_hold(name):
    turns = [
        assert_equal(quick_of(position), position) for position in named(name) + recorded(name)
    ]
    assert len(turns) > 20
    assert 0 in turns, "games that are over, too"


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_a_play_out_ends_as_a_game_does(name, settings):
    """Leads at the end are a game's: they add up to none, and are the same for the same lot."""
    start = engine.game(name).begin(settings)
    quick = quick_of(start)
    ends = [quick.roll(quick.of(start), Random(k)) for k in range(20)]
    assert ends == [quick.roll(quick.of(start), Random(k)) for k in range(20)]
    assert all(sum(leads) == 0 for leads in ends)
    assert {leads[0] > 0 for leads in ends} == {True, False}, "either may win"
