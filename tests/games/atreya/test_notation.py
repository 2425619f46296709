"""Atreya's written forms: tables of positions read and refused, moves, and round trips."""

from __future__ import annotations

import pytest

import engine
from tests import paths
from tests.cases import lines, some

DATA = paths.DATA / "atreya"
ATREYA = engine.game("atreya")


def refusals():
    """Return the refused positions with their indented lines."""
    found = []
    for line in lines(DATA / "invalid.txt"):
        if line.startswith("  "):
            found[-1][1].append(line.strip())
        else:
            found.append((line, []))
    assert all(expected for _, expected in found)
    return found


@pytest.mark.parametrize("line", lines(DATA / "valid.txt"))
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


# ------------------------------------------------------------------------------------ moves

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


@pytest.mark.parametrize("text", NO_MOVES)
def test_no_move(text):
    with pytest.raises(engine.InvalidMoveError) as caught:
        ATREYA.start().play(text)
    assert NO_MOVES[text] in str(caught.value)
