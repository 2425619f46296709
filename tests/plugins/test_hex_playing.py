"""A game from outside with one pick a move is played on a page, and has nothing to add for it."""

import engine
from generator.playing import answer
from tests.plugins.test_hex_players import hex_game

__all__ = ["hex_game"]  # a fixture


def test_a_game_of_one_pick_a_move_is_played(hex_game):
    shown = answer({"game": "hex"})
    assert len(shown["places"]) == len(list(hex_game.start().legal_moves()))
    assert shown["prompt"] == "Red: choose a move."
    name = shown["places"][5]["at"]
    shown = answer({"game": "hex", "picks": [name]})
    assert shown["moves"] == [name]
    assert (
        engine.record.check(
            engine.record.loads(answer({"ask": "record", "game": "hex", "moves": [name]})["text"])
        )
        == []
    )
    told = next(one for one in answer({"ask": "games"})["games"] if one["name"] == "hex")
    assert (told["designer"], told["lessons"]) == (hex_game.credit, 0)
    assert answer({"ask": "how", "game": "hex"}) == {"how": []}
