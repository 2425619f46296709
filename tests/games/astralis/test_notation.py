"""Astralis's written positions and moves: what is read, what is refused, and in which words."""

from __future__ import annotations

import tomllib

import pytest

import engine
from tests import paths

DATA = paths.DATA / "astralis"
GAME = engine.game("astralis")
POSITIONS = tomllib.loads((DATA / "positions.toml").read_text("utf-8"))
NO_MOVES = tomllib.loads((DATA / "illegal.toml").read_text("utf-8"))["unreadable"][0]["moves"]


@pytest.mark.parametrize("text", POSITIONS["valid"])
def test_valid_position(text):
    position = GAME.parse(text)
    assert str(position) == text
    assert GAME.parse(str(position)) == position
    assert position.turn == text.split()[1]


@pytest.mark.parametrize("case", POSITIONS["impossible"], ids=lambda case: case["text"])
def test_impossible_position(case):
    with pytest.raises(engine.InvalidPositionError) as caught:
        GAME.parse(case["text"])
    assert list(caught.value.faults) == case["faults"]


@pytest.mark.parametrize("case", POSITIONS["unreadable"], ids=lambda case: case["text"] or "empty")
def test_unreadable_position(case):
    with pytest.raises(engine.NotationError) as caught:
        GAME.parse(case["text"])
    assert case["says"] in str(caught.value)


@pytest.mark.parametrize("text", NO_MOVES)
def test_text_that_is_no_move(text):
    with pytest.raises(engine.InvalidMoveError, match="not a move"):
        GAME.start().play(text)
