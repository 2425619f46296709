"""Game records: reading and refusing, numbers, comments, writing back, replaying, checking."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import record
from engine.record import Record, Spot
from tests import cases
from tests.cases import columns

DATA = cases.DATA / "atreya"
GAMES = sorted(DATA.glob("*-game.txt")) + sorted(DATA.glob("*-ending.txt"))

TWO = """\
[Game "atreya"] [Red "Anna \\"the\\" Fox"]
[Green "back\\\\slash"] [Date "2026.11.20"]
[Result "*"]

{ before
the first }
1. r:brggbg@-1,0 g:rrgbrb@1,0 {a} {[%mark dot:white 1,0]} ; to the end { of the line }
2. r:brbrgg@1,-1 g:rbgrrr@0,-1 ; last
"""


def test_reading():
    read = record.loads(TWO)
    assert dict(read.tags) == {
        "Game": "atreya",
        "Red": 'Anna "the" Fox',
        "Green": "back\\slash",
        "Date": "2026.11.20",
        "Result": "*",
    }
    assert read.moves == ("r:brggbg@-1,0", "g:rrgbrb@1,0", "r:brbrgg@1,-1", "g:rbgrrr@0,-1")
    assert read.comments == (
        ("before\nthe first",),
        (),
        ("a", "[%mark dot:white 1,0]", "to the end { of the line }"),
        (),
        ("last",),
    )
    assert read.move_spots == (Spot(7, 4), Spot(7, 18), Spot(8, 4), Spot(8, 18))
    assert read.tag_spots["Date"] == (2, 23)
    assert read.game == engine.game("atreya")


def test_writing():
    assert (
        str(record.loads(TWO))
        == """\
[Game "atreya"]
[Red "Anna \\"the\\" Fox"]
[Green "back\\\\slash"]
[Date "2026.11.20"]
[Result "*"]

{before
the first}
1. r:brggbg@-1,0 g:rrgbrb@1,0 {a} {[%mark dot:white 1,0]} ; to the end { of the line }
2. r:brbrgg@1,-1 g:rbgrrr@0,-1 {last}
"""
    )
    assert record.loads(str(record.loads(TWO))) == record.loads(TWO)


def test_several_records():
    text = TWO + "\n" + '[Game "atreya"]\n[Mode "max"]\n\n[Game "atreya"]\n\n1. b:bggrbb@1,0\n'
    first, second, third = record.load_all(text)
    assert first == record.loads(TWO)
    assert (second.tags["Mode"], second.moves) == ("max", ())
    assert (dict(third.tags), third.moves) == ({"Game": "atreya"}, ("b:bggrbb@1,0",))
    assert third.move_spots == ((15, 4),)
    assert record.load_all(record.format_all([first, second, third])) == [first, second, third]
    assert record.load_all("") == []
    for source, words in ((text, "3 records; expected one"), ("\n", "no records; expected one")):
        with pytest.raises(engine.RecordError, match=words):
            record.loads(source)


@pytest.mark.parametrize("row", columns(cases.DATA / "records_refused.txt"), ids=str)
def test_refused(row):
    text, place, *words = row
    line, column = map(int, place.split(":"))
    with pytest.raises(engine.RecordError) as caught:
        record.loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert all(part in caught.value.reason for part in words)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_too_much_text_and_long_numbers():
    with pytest.raises(engine.RecordError, match="the text is too long"):
        record.loads("x" * (record.MAX_CHARACTERS + 1))
    with pytest.raises(engine.RecordError, match=r"the move number is 9999999999; expected 1"):
        record.loads('[Game "atreya"]\n\n' + "9" * 5000 + ".")


@pytest.mark.parametrize(
    "values",
    [
        {"tags": {"Game": "atreya", "Red": "a\nb"}},
        {"tags": {"Game": "atreya", "not a name": "a"}},
        {"moves": ("a b",)},
        {"moves": ("",)},
        {"moves": ("{a}",)},
        {"moves": ("1.a",)},
        {"moves": (";a",)},
        {"moves": ("[a",)},
        {"moves": ("a",), "comments": ((),)},
        {"comments": (("a}\nb",),)},
        {"comments": ((" a",),)},
    ],
)
def test_records_that_could_not_be_read_back_are_not_made(values):
    with pytest.raises(engine.GameError):
        Record(**{"tags": {"Game": "atreya"}, **values})


def test_records_made_by_hand_know_their_spots():
    made = Record({"Mode": "sum", "Game": "atreya"}, ("r:brggbg@-1,0", "x"))
    assert made.comments == ((), (), ())
    assert made == record.loads(str(made))
    with pytest.raises(engine.RecordError, match="line 4, column 18: a move cannot be 'x'"):
        list(made.positions())
    for tags, words in (
        ({}, "a record begins with its tags"),
        ({"Game": "chess"}, "line 1, column 1: unknown game"),
        ({"Mode": "x", "Game": "atreya"}, "line 2, column 1: mode must be max, sum or dom"),
    ):
        with pytest.raises(engine.RecordError, match=words):
            list(Record(tags, ("a",)).positions())


# ------------------------------------------------------------------------------ replaying


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_sample_games(path):
    read = record.load(path)
    assert str(read) == path.read_text(encoding="utf-8")
    assert record.check(read) == []
    *_, last = read.positions()
    assert last.is_over == (path.stem != "stopped-game")
    assert record.result(last, stopped=True) == read.tags["Result"]


def test_positions_stop_at_an_illegal_move():
    read = record.loads(TWO.replace("r:brbrgg@1,-1", "r:brbrgg@9,9"))
    positions = read.positions()
    assert [str(next(positions))[-3:] for _ in range(3)] == ["0,0", "0,0", "0,0"]
    with pytest.raises(engine.RecordError) as caught:
        next(positions)
    assert (caught.value.line, caught.value.column) == (8, 4)
    assert "a tile must touch at least two others, but at 9,9 none (rule 4.3)" in str(caught.value)
    assert [str(fault) for fault in record.check(read)] == [str(caught.value)]


@pytest.mark.parametrize(("path", "result", "words"), columns(DATA / "results.txt"))
def test_results(path, result, words):
    read = record.load(DATA / path)
    made = Record({**read.tags, "Result": result}, read.moves)
    sentences = [fault.reason for fault in record.check(made)]
    assert len(sentences) == (words != "right")
    assert all(words in sentence for sentence in sentences)


def test_a_result_of_many_digits_is_told():
    read = record.load(DATA / "sum-game.txt")
    (fault,) = record.check(Record({**read.tags, "Result": "g+" + "9" * 5000}, read.moves))
    assert len(fault.reason) < 200


# ------------------------------------------------------------------------------ properties

WORD = st.from_regex(r"[^\s{}\[;0-9][^\s{}]{0,8}", fullmatch=True)
LINE = st.text(
    st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="}"), max_size=12
)
COMMENT = st.one_of(
    LINE, LINE.map(lambda text: text + "}"), st.lists(LINE, max_size=3).map("\n".join)
).map(str.strip)


@st.composite
def records(draw):
    tags = draw(st.dictionaries(st.from_regex(r"[B-FH-L][A-Za-z0-9_]{0,6}", fullmatch=True), LINE))
    players = draw(st.sampled_from(["rg", "rgb"]))
    moves = draw(st.lists(WORD, max_size=8))
    comments = draw(
        st.lists(
            st.lists(COMMENT, max_size=2).map(tuple),
            min_size=len(moves) + 1,
            max_size=len(moves) + 1,
        )
    )
    return Record({**tags, "Game": "atreya", "Players": players}, tuple(moves), tuple(comments))


@given(st.lists(records(), min_size=1, max_size=3))
@settings(max_examples=15)
def test_written_records_are_read_back(several):
    for one in several:
        assert record.loads(str(one)) == one
        assert str(record.loads(str(one))) == str(one)
    assert record.load_all(record.format_all(several)) == several


SCRAPS = st.sampled_from(
    ['[Game "atreya"]', '[Mode "sum"]', "\n", "\n\n", " ", "1.", "2.", "a", *'{};["\\']
)


@given(st.one_of(st.text(max_size=60), st.lists(SCRAPS, max_size=14).map("".join)))
@settings(max_examples=120)
def test_any_text_is_read_or_refused(text):
    try:
        found = record.load_all(text)
    except engine.RecordError:
        return
    assert record.load_all(record.format_all(found)) == found
