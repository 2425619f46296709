"""Atreya's written forms: tables of positions read and refused, moves, and round trips."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.games.atreya import notation
from engine.games.atreya.moves import AtreyaMove
from tests import paths
from tests.cases import some

DATA = paths.DATA / "atreya"
ATREYA = engine.game("atreya")
START = "r:brrrrg@-1,1/b:brgbbb@0,0/g:gggbrg@0,1 r sum rg 0,0"


def lines(name):
    text = (DATA / name).read_text(encoding="utf-8")
    found = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert found
    return found


def refusals():
    """Return the refused positions with their indented lines."""
    found = []
    for line in lines("invalid.txt"):
        if line.startswith("  "):
            found[-1][1].append(line.strip())
        else:
            found.append((line, []))
    assert all(expected for _, expected in found)
    return found


@pytest.mark.parametrize("line", lines("valid.txt"))
def test_valid(line):
    read, _, written = line.partition(" => ")
    position = ATREYA.parse(read)
    assert str(position) == (written or read)
    assert ATREYA.parse(str(position)) == position
    assert hash(ATREYA.parse(str(position))) == hash(position)


@pytest.mark.parametrize(("text", "expected"), refusals())
def test_invalid(text, expected):
    with pytest.raises(engine.GameError) as caught:
        ATREYA.parse(text)
    error = caught.value
    if expected[0].startswith("unread "):
        assert type(error) is engine.NotationError
        assert expected[0].removeprefix("unread ") in str(error)
    else:
        assert isinstance(error, engine.InvalidPositionError)
        assert len(error.faults) == len(expected), error.faults
        for fault, words in some(zip(error.faults, expected, strict=True)):
            assert words in fault


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n", START + "\n", "x" * 20_000, START.replace("0,1 ", f"0,{'9' * 9000} ")],
)
def test_other_texts_are_refused(text):
    with pytest.raises(engine.NotationError):
        ATREYA.parse(text)


# ------------------------------------------------------------------------------------ moves

MOVES = {
    "b:brgbbb@2,-1": AtreyaMove("b:brgbbb", (2, -1)),
    "3,-1>b:brgbbb@2,2": AtreyaMove("b:brgbbb", (2, 2), (3, -1)),
    "0,0>r:rrgggb@0,0": AtreyaMove("r:rrgggb", (0, 0), (0, 0)),
    "g:rrrrrr@-10,20": AtreyaMove("g:rrrrrr", (-10, 20)),  # a move in form; 1.2 refuses it
}

NO_MOVES = {
    "": "a move cannot be ''",
    "--": "a move cannot be '--'",
    "b:brgbbb": "expected c:dddddd@q,r",
    "b:brgbb@0,0": "expected c:dddddd@q,r",
    "b:brgbbb@0": "a cell cannot be '0' at character 10",
    "b:brgbbb@0,": "a coordinate cannot be '' at character 12",
    "b:brgbbb@+1,0": "a coordinate cannot be '+1'",
    "b:brgbbb@1,-0": "a coordinate cannot be '-0'",
    "b:brgbbb@01,0": "a coordinate cannot be '01'",
    "b:brgbbb@1,0 ": "a coordinate cannot be '0 '",
    "b:brgbbb@1,0\n": "a coordinate cannot be",
    "b:brgbbb@１,0": "a coordinate cannot be '１'",
    "b:brgbbb@1,10000": "expected -9999 to 9999",
    "b:brgbbb@1," + "9" * 10_000: "expected -9999 to 9999",
    ">b:brgbbb@1,0": "a cell cannot be '' at character 1",
    "1>b:brgbbb@1,0": "a cell cannot be '1'",
    "1,1>": "the tile put down cannot be '' at character 5",
    "1,1>2,2>b:brgbbb@1,0": "the tile put down cannot be '2,2>b:brgbbb@1,0' at character 5",
}


@pytest.mark.parametrize("text", MOVES)
def test_move(text):
    assert notation.parse_move(text) == MOVES[text]
    assert str(MOVES[text]) == text


@pytest.mark.parametrize("text", NO_MOVES)
def test_no_move(text):
    with pytest.raises(engine.InvalidMoveError) as caught:
        ATREYA.start().play(text)
    assert NO_MOVES[text] in str(caught.value)


# ------------------------------------------------------------------------------- properties


def test_any_move_is_played_or_refused():
    position = ATREYA.start()
    legal = st.sampled_from([str(move) for move in position.legal_moves()])
    formed = st.from_regex(r"(-?\d,\d>)?[rgb]:[rgb]{6}@-?\d,\d", fullmatch=True)
    played = set()

    @settings(max_examples=300)
    @given(st.one_of(st.text(max_size=40), formed, legal))
    def check(text):
        try:
            after = position.play(text)
        except engine.IllegalMoveError:
            return
        played.add(text)
        assert position.written(text) == text
        assert after.turn == "g"

    check()
    assert len(played) > 5
