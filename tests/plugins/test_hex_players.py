"""A game from outside without quick states, and with one pick a move, is played by players and on a page."""

from pathlib import Path

import pytest

import engine
from engine.play.players import player
from generator.playing import answer
from tests.plugins import packages

HOME = Path(__file__).parent / "tilewright-hex"
#: Whoever moves joins both edges by f11; where blue lacks a stone more, blue can only keep red off.
RED = "/".join(["5r5"] * 10)
NEARLY, BLUE_LACKS = f"{RED}/bbbbb1bbbbb", f"{RED}/bbbbb1b1bbb"


@pytest.fixture
def hex_game(site, monkeypatch):
    monkeypatch.syspath_prepend(HOME)
    packages.install(
        site, "tilewright-hex", {"tilewright.games": {"hex": "tilewright_hex:GAME"}}, {}
    )
    yield engine.game("hex")
    packages.forget_modules(HOME)


@pytest.mark.parametrize("turn", "rb")
@pytest.mark.parametrize("name", ["greedy", "uct:20"])
def test_a_win_at_hand_is_taken(hex_game, name, turn):
    choice = player(name, "hex").choose(hex_game.parse(f"{NEARLY} {turn}"))
    assert choice.move == "f11"
    assert choice.candidates[0].line == ("f11",)
    assert choice.value > max(candidate.value for candidate in choice.candidates[1:])


def test_players_play_whole_games(hex_game):
    for names in (("random", "greedy"), ("uct:2", "random")):
        position, turns = hex_game.start(), 0
        while not position.is_over:
            seat = position.players.index(position.turn)
            position = position.play(player(names[seat], "hex").choose(position).move)
            turns += 1
        assert 21 <= turns <= 122


def test_a_game_of_one_pick_a_move_is_played(hex_game):
    shown = answer({"game": "hex"})
    assert len(shown["places"]) == len(list(hex_game.start().legal_moves()))
    assert shown["prompt"] == "Red: choose a move."
    name = shown["places"][5]["at"]
    shown = answer({"game": "hex", "picks": [name]})
    assert shown["moves"] == [name]
    text = answer({"ask": "record", "game": "hex", "moves": [name]})["text"]
    assert engine.record.check(engine.record.loads(text)) == []
    told = next(one for one in answer({"ask": "games"})["games"] if one["name"] == "hex")
    assert (told["designer"], told["lessons"]) == (hex_game.credit, 0)
    assert answer({"ask": "how", "game": "hex"}) == {"how": []}
