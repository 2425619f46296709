"""Abstrakto's written forms: places and their other names, moves, hands, positions."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.games.abstrakto.notation import format_hands, parse_hands, parse_place
from engine.games.abstrakto.places import PLACES, Kind
from tests import paths
from tests.cases import some

ABSTRAKTO = engine.game("abstrakto")
DATA = paths.DATA / "abstrakto"
CHECKED = settings(max_examples=150)


def table(name):
    """Return the lines of a data file as pairs, without comments."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    rows = [line.partition("=>") for line in lines if line and not line.startswith("#")]
    assert rows
    return [(left.rstrip(" "), right.strip()) for left, _, right in rows]


def test_places_are_49_solids_112_lines_and_36_crosses():
    kinds = [place.kind for place in PLACES]
    assert [kinds.count(kind) for kind in Kind] == [49, 112, 36]
    assert len({place.name for place in PLACES}) == len({(p.x, p.y) for p in PLACES}) == 197
    assert [place.name for place in PLACES] == sorted(place.name for place in PLACES)
    assert [place.index for place in PLACES] == list(range(197))


@pytest.mark.parametrize(
    ("names", "written", "centre"),
    [
        ("d4", "d4", (7, 7)),
        ("a1", "a1", (1, 1)),
        ("g7", "g7", (13, 13)),
        ("d4n d5s", "d4n", (7, 8)),
        ("d4e e4w", "d4e", (8, 7)),
        ("a1n a2s", "a1n", (1, 2)),
        ("d4ne e5sw d5se e4nw", "d4ne", (8, 8)),
        ("a1ne b2sw a2se b1nw", "a1ne", (2, 2)),
        ("f6ne", "f6ne", (12, 12)),
        ("d1s", "d1s", (7, 0)),
        ("a4w", "a4w", (0, 7)),
        ("d7n", "d7n", (7, 14)),
        ("g4e", "g4e", (14, 7)),
    ],
)
def test_names_of_a_place(names, written, centre):
    for name in some(names.split()):
        place = parse_place(name)
        assert (place.name, (place.x, place.y)) == (written, centre)


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
    assert format_hands(parse_hands(hands)) == hands


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


@pytest.mark.parametrize("turn", ["b", "o"])
def test_who_begins(turn):
    position = ABSTRAKTO.start(turn=turn)
    assert str(position) == f"- - {turn} 555/555"
    assert position == ABSTRAKTO.begin({"turn": turn}) == ABSTRAKTO.from_tags({"Turn": turn})
    both = ABSTRAKTO.start(hands="663/366", turn=turn)
    assert str(both) == f"- - {turn} 663/366"
    assert both == ABSTRAKTO.from_tags({"Hands": "663/366", "Turn": turn})
    assert both.play("d4").turn == ("o" if turn == "b" else "b")


#: seed -> the start it draws, the same on every machine.
BY_LOT = {
    0: "- - o 645/564",
    1: "- - b 555/555",
    7: "- - o 546/555",
    10**18 - 1: "- - o 564/654",
}


@pytest.mark.parametrize(("seed", "start"), BY_LOT.items())
def test_a_seed_draws_the_same_start_everywhere(seed, start):
    position = ABSTRAKTO.start(seed=seed)
    assert str(position) == start
    assert position == ABSTRAKTO.begin({"seed": str(seed)})
    assert position == ABSTRAKTO.from_tags({"Seed": str(seed)})


def test_tags_with_a_position():
    position = "d4 - o 455/663"
    assert str(ABSTRAKTO.from_tags({"Position": position})) == position
    assert str(ABSTRAKTO.from_tags({"Position": position, "Hands": "555/663"})) == position
    with pytest.raises(engine.OptionError, match="but the tag Position has 555/663"):
        ABSTRAKTO.from_tags({"Position": position, "Hands": "564/663"})
    with pytest.raises(engine.NotationError):
        ABSTRAKTO.from_tags({"Position": "d4"})


@pytest.mark.parametrize(("given", "written"), table("positions_valid.txt"))
def test_positions_that_can_be(given, written):
    position = ABSTRAKTO.parse(given)
    assert str(position) == written
    assert ABSTRAKTO.parse(written) == position
    assert hash(ABSTRAKTO.parse(written)) == hash(position)


@pytest.mark.parametrize(("text", "error"), table("positions_invalid.txt"))
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


def played(seed, plies):
    """Return the position after some moves of a random game."""
    rng = random.Random(seed)
    position = ABSTRAKTO.start(hands=rng.choice(["555/555", "663/366", "564/645"]))
    for _ in range(plies):
        moves = list(position.legal_moves())
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position


@CHECKED
@given(st.integers(0, 10**6), st.integers(0, 32))
def test_what_is_written_is_read_in_any_order(seed, plies):
    position = played(seed, plies)
    text = str(position)
    assert ABSTRAKTO.parse(text) == position
    blue, orange, *rest = text.split(" ")
    shuffled = [
        ",".join(random.Random(seed).sample(t.split(","), len(t.split(","))))
        for t in (blue, orange)
    ]
    again = ABSTRAKTO.parse(" ".join([*shuffled, *rest]))
    assert (again, hash(again), str(again)) == (position, hash(position), text)
    assert list(again.legal_moves()) == list(position.legal_moves())
    assert all(again.written(str(move)) == str(move) for move in again.legal_moves())


LETTERS = st.text(alphabet="abgh0178nesw,-/ bo5" + string.printable[:5] + "é４", max_size=40)


def read_or_refused(read, text):
    """Return what is read from a text, or the error if it is one of the engine's."""
    try:
        return read(text)
    except engine.GameError as error:
        return error


@CHECKED
@given(LETTERS)
def test_any_text_gives_a_position_or_a_game_error(text):
    for read in (ABSTRAKTO.parse, lambda t: ABSTRAKTO.start(hands=t), ABSTRAKTO.start().play):
        result = read_or_refused(read, text)
        assert str(result)
        assert isinstance(result, engine.GameError) or ABSTRAKTO.parse(str(result)) == result
