"""Astralis's written positions and moves: what is read, what is refused, and in which words."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.games.astralis.moves import parse_move
from tests import paths

DATA = paths.DATA / "astralis"
GAME = engine.game("astralis")
POSITIONS = tomllib.loads((DATA / "positions.toml").read_text("utf-8"))
NO_MOVES = tomllib.loads((DATA / "illegal.toml").read_text("utf-8"))["unreadable"][0]["moves"]
EMPTY_BOARD = "8/9/10/11/12/13/14/15/14/13/12/11/10/9/8 y standard"


def test_the_start_is_written_as_the_rules_have_it():
    assert str(GAME.start()) == EMPTY_BOARD


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


def test_parts_of_a_move():
    said = parse_move("d7(+k4)+e8+g9+h2xh10xi3")
    assert (said.hex, said.departure, said.stone) == ("d7", "k4", "e8")
    assert (said.bonus, said.extracted) == (("g9", "h2"), ("h10", "i3"))
    assert parse_move("d7+").ahead
    assert parse_move("--").is_pass
    assert parse_move("d7").is_hex_alone


def test_parsing_fails_in_words_only():
    read = set()
    rows = st.lists(st.text(alphabet="YCyc1234590x５ ", max_size=5), max_size=7)
    three = st.sampled_from(["3", "3", "c2", "2c", "1C1", "C1Y"])
    four = st.sampled_from(["4", "4", "3y", "Y3", "c2C"])
    five = st.sampled_from(["5", "5", "Y4", "2Y2", "1y3"])
    small = st.tuples(three, four, five, four, three)

    @settings(max_examples=300)
    @given(
        (rows | small | small).map("/".join),
        st.sampled_from(["y standard", "c dice", "y dispersed-go", "c", "y beeline "]),
    )
    def check(rows, rest):
        text = f"{rows} {rest}"
        try:
            position = GAME.parse(text)
        except (engine.NotationError, engine.InvalidPositionError):
            return  # any other error fails the test
        read.add(text)
        assert GAME.parse(str(position)) == position

    check()
    assert len(read) > 5


def test_faults_are_found_or_the_position_can_be_played():
    seen = Counter()
    full = st.lists(st.sampled_from(["Y", "C", "y", "c", "1", "1"]), min_size=19, max_size=19)
    few = st.dictionaries(st.integers(0, 18), st.sampled_from("YC"), max_size=4)
    ships = st.lists(st.integers(0, 18), max_size=2, unique=True)
    sparse = st.builds(
        lambda stones, ships: [
            {**stones, **dict(zip(ships, "yc", strict=False))}.get(k, "1") for k in range(19)
        ],
        few,
        ships,
    )

    @settings(max_examples=300)
    @given(
        full | sparse,
        st.sampled_from("yc"),
        st.sampled_from(["standard", "beeline", "dispersed-go"]),
    )
    def check(cells, turn, variant):
        rows = ["".join(cells[a:b]) for a, b in ((0, 3), (3, 7), (7, 12), (12, 16), (16, 19))]
        for empty in (5, 4, 3, 2):
            rows = [row.replace("1" * empty, str(empty)) for row in rows]
        text = f"{'/'.join(rows)} {turn} {variant}"
        try:
            position = GAME.parse(text)
        except engine.InvalidPositionError as error:
            faults = error.faults
        else:
            faults = ()
        assert len(set(faults)) == len(faults)
        if faults:
            seen["refused"] += 1
            return
        assert str(position) == text
        for move in list(position.legal_moves())[:3]:
            assert position.play(move).turn != turn
            seen["played"] += 1

    check()
    assert min(seen["refused"], seen["played"]) > 5, seen
