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


TWO = '[Game "abstrakto"]\n\n1. d4\n\n[Game "abstrakto"]\n\n1. a1 b2\n'


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the text holds 0 games; there is no game 1"),
        (TWO.replace("a1 b2", "a1 a1"), "line 7, column 7: illegal move 'a1': "),
        ('[Game "chess"]\n', "line 1, column 1: unknown game 'chess'"),
        (
            '[Game "abstrakto"]\n[Hands "999/555"]\n',
            "line 2, column 1: impossible hands",
        ),
        ("d4", "line 1, column 1: a record begins with its tags"),
    ],
)
def test_a_record_that_is_wrong_is_told_with_its_line(text, error):
    told = answer({"ask": "load", "text": text, "number": 2 if "a1 a1" in text else 1})
    assert set(told) == {"error"}
    assert told["error"].startswith(error)
    assert "\n" not in told["error"]
