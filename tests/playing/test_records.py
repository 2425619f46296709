"""Games of a page as records that ``tilewright check`` accepts, and records as games of a page."""

import pytest

import engine
from generator.playing import answer
from tests import records
from tests.playing.games import GAMES, asked, played


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_a_game_that_is_played_makes_a_record_that_is_in_order_and_opens_again(game, settings):
    shown = played(game, settings, seed=6, moves=12)
    text = answer(asked(game, settings, ask="record", moves=shown["moves"]))["text"]
    record = engine.record.loads(text)
    assert engine.record.check(record) == []
    assert list(record.moves) == shown["moves"]
    opened = answer({"ask": "load", "text": text})
    assert opened["game"] == game
    assert dict(opened["settings"]) == settings
    assert (opened["moves"], opened["games"]) == (shown["moves"], 1)
    again = answer(asked(game, settings, moves=opened["moves"]))
    assert again["position"] == shown["position"]


@pytest.mark.parametrize("name", records.FILES)
def test_any_record_opens(name):
    record = records.named(name)
    opened = answer({"ask": "load", "text": records.FILES[name].read_text("utf-8")})
    assert [turn.written for turn in record.turns()] == opened["moves"]
    assert opened["tags"] == dict(record.tags)
    known = {"settings": opened["settings"], "moves": opened["moves"]}
    shown = answer({"game": opened["game"], **known})
    assert shown["position"] == str([*record.positions()][-1])
    text = answer({"ask": "record", "game": opened["game"], **known})["text"]
    assert engine.record.check(engine.record.loads(text)) == []
