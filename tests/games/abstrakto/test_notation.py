"""Abstrakto's written forms: places and their other names, moves, hands, positions."""

import pytest

import engine
from tests import paths
from tests.cases import pairs, some

ABSTRAKTO = engine.game("abstrakto")
DATA = paths.DATA / "abstrakto"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "---", "pass", "d4 ", " d4", "d4\n", "d4,d5", "a1+b1", "d-4", "éé"),
        *("D4", "d4N", "d4en", "d4es", "d4ns", "4d", "d", "d123", "d04", "d４", "d٤"),
        *("d" * 5000, "d" + "4" * 5000),
    ],
)
def test_texts_that_are_no_moves(text):
    with pytest.raises(engine.InvalidMoveError, match="not a move") as error:
        ABSTRAKTO.start().play(text)
    assert "-- for a pass" in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("hands", ["555/555", "663/366", "636/645", "654/456"])
def test_hands_to_start_with(hands):
    position = ABSTRAKTO.start(hands=hands)
    assert str(position) == f"- - b {hands}"
    assert position == ABSTRAKTO.begin({"hands": hands}) == ABSTRAKTO.from_tags({"Hands": hands})


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("555/556", "orange has 16 tiles"),
        ("555/554", "orange has 14 tiles"),
        ("753/555", "blue has 7 Solids"),
        ("465/276", "orange has 7 Lines"),
        ("555", "like 555/663"),
        ("5 5 5/555", "like 555/663"),
        ("", "like 555/663"),
        ("555/555\n", "like 555/663"),
        ("５55/555", "like 555/663"),
    ],
)
def test_hands_that_cannot_be(hands, words):
    for start in (
        lambda: ABSTRAKTO.start(hands=hands),
        lambda: ABSTRAKTO.begin({"hands": hands}),
        lambda: ABSTRAKTO.from_tags({"Hands": hands}),
    ):
        with pytest.raises(engine.OptionError, match=words):
            start()


@pytest.mark.parametrize(("given", "written"), pairs(DATA / "positions_valid.txt"))
def test_positions_that_can_be(given, written):
    position = ABSTRAKTO.parse(given)
    assert str(position) == written
    assert ABSTRAKTO.parse(written) == position
    assert hash(ABSTRAKTO.parse(written)) == hash(position)


@pytest.mark.parametrize(("text", "error"), pairs(DATA / "positions_invalid.txt"))
def test_positions_that_cannot_be(text, error):
    kind, _, words = error.partition(": ")
    with pytest.raises(engine.GameError) as caught:
        ABSTRAKTO.parse(text)
    assert type(caught.value).__name__ == kind
    parts = words.split("; ")
    if isinstance(caught.value, engine.InvalidPositionError):
        assert len(caught.value.faults) == len(parts)
        for fault, part in some(zip(caught.value.faults, parts, strict=True)):
            assert part in fault
    for part in some(parts):
        assert part in str(caught.value)
