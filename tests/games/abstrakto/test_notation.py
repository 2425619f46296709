"""Abstrakto's written forms: places and their other names, moves, hands, positions."""

import random
import string
from collections import Counter
from math import comb, prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.games.abstrakto.notation import format_hands, parse_hands, parse_place, parse_spot
from engine.games.abstrakto.places import PLACES, STEPS, Kind
from engine.games.abstrakto.tiles import KINDS
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


# --- places -------------------------------------------------------------------------------------


def test_places_are_49_solids_112_lines_and_36_crosses():
    kinds = [place.kind for place in PLACES]
    assert [kinds.count(kind) for kind in Kind] == [49, 112, 36]
    assert len({place.name for place in PLACES}) == len({(p.x, p.y) for p in PLACES}) == 197
    assert [place.name for place in PLACES] == sorted(place.name for place in PLACES)
    assert [place.index for place in PLACES] == list(range(197))


def test_written_names_read_as_themselves():
    assert all(parse_place(place.name) is place for place in some(PLACES))


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


def test_every_edge_and_corner_goes_by_all_its_names():
    read = {}
    for column in "abcdefg":
        for row in "1234567":
            for letters in STEPS:
                centre = parse_spot(f"{column}{row}{letters}")
                read.setdefault(centre, []).append(f"{column}{row}{letters}")
    inner = [place for place in PLACES if 0 < place.x < 14 and 0 < place.y < 14]
    for place in some(inner):
        assert len(read[place.x, place.y]) == [1, 2, 4][place.kind], place
    assert len(read) == 15 * 15
    assert len(read) - len(PLACES) == 4 * 7  # the corners on the board's edge


@pytest.mark.parametrize("name", ["g4ne", "a7ne", "a1sw", "d7nw", "d1se", "g7ne", "a4sw"])
def test_crosses_may_not_lie_on_the_edge(name):
    with pytest.raises(
        engine.IllegalMoveError, match="Crosses may not lie on the board's edge"
    ) as e:
        ABSTRAKTO.start().play(name)
    assert e.value.rule == "3.2"


@pytest.mark.parametrize("name", ["h4", "a8", "a0", "a8s", "h1w", "z99", "h8sw"])
def test_moves_off_the_board_are_illegal(name):
    with pytest.raises(engine.IllegalMoveError, match=f"no cell {name[0]}{name[1]}") as error:
        ABSTRAKTO.start().play(name)
    assert error.value.rule == "2.1"
    assert not isinstance(error.value, engine.InvalidMoveError)


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


# --- hands --------------------------------------------------------------------------------------


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


# --- who begins, and starts by lot (rule 3.1) ----------------------------------------------------


@pytest.mark.parametrize("turn", ["b", "o"])
def test_who_begins(turn):
    position = ABSTRAKTO.start(turn=turn)
    assert str(position) == f"- - {turn} 555/555"
    assert position == ABSTRAKTO.begin({"turn": turn}) == ABSTRAKTO.from_tags({"Turn": turn})
    both = ABSTRAKTO.start(hands="663/366", turn=turn)
    assert str(both) == f"- - {turn} 663/366"
    assert both == ABSTRAKTO.from_tags({"Hands": "663/366", "Turn": turn})
    assert both.play("d4").turn == ("o" if turn == "b" else "b")


@pytest.mark.parametrize("turn", ["", "B", "blue", "g", "bo"])
def test_who_cannot_begin(turn):
    for start in (
        lambda: ABSTRAKTO.start(turn=turn),
        lambda: ABSTRAKTO.begin({"turn": turn}),
        lambda: ABSTRAKTO.from_tags({"Turn": turn}),
        lambda: ABSTRAKTO.start(seed=7, turn=turn),
    ):
        with pytest.raises(engine.OptionError, match=f"no player '{turn}' begins; expected b or o"):
            start()


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


def test_what_a_seed_draws():
    """Either player begins; three of 18 tiles are discarded, each three as likely (rule 3.1)."""
    drawn = [ABSTRAKTO.start(seed=seed) for seed in range(4000)]
    assert abs(sum(position.turn == "b" for position in drawn) - 2000) < 130  # four deviations
    for player in "bo":
        counts = Counter(position.hand(player) for position in drawn)
        assert set(counts) == {(6 - a, 6 - b, 3 + a + b) for a in range(4) for b in range(4 - a)}
        for hand, count in counts.items():
            assert (sum(hand), max(hand) <= 6) == (15, True)
            chance = prod(comb(6, kept) for kept in hand) / comb(18, 15)
            spread = sqrt(4000 * chance * (1 - chance))
            assert abs(count - 4000 * chance) < 4 * spread, (hand, count, 4000 * chance)
    pairs = Counter((position.turn, *position.hands) for position in drawn)
    assert len(pairs) > 180  # turn and both hands are drawn apart


def test_a_seed_beside_who_begins_draws_the_hands_alone():
    for seed in range(8):
        drawn = ABSTRAKTO.start(seed=seed)
        for turn in "bo":
            position = ABSTRAKTO.start(seed=seed, turn=turn)
            assert (position.turn, position.hands) == (turn, drawn.hands)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            {"seed": 7, "hands": "555/555"},
            "seed=7 draws the hands; hands=555/555 cannot be with it",
        ),
        ({"seed": "7"}, "seed must be a whole number, not '7'"),
        ({"seed": True}, "seed must be a whole number, not True"),
        ({"seed": 1.0}, "seed must be a whole number, not 1.0"),
        ({"hands": ""}, "not a pair of hands"),
    ],
)
def test_starts_that_cannot_be(settings, words):
    with pytest.raises(engine.OptionError, match=words):
        ABSTRAKTO.start(**settings)


def test_a_record_by_lot_is_replayed():
    text = '[Game "abstrakto"]\n[Seed "7"]\n[Turn "b"]\n\n1. d4 e5ne\n'
    *_, last = engine.record.loads(text).positions()
    start = ABSTRAKTO.start(seed=7, turn="b")
    assert last == start.play("d4").play("e5ne")


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({"Turn": "b"}, "the tag Turn says b, but the tag Position has o"),
        ({"Seed": "7"}, r"\[Position\] tells it already; \[Seed\] cannot be with it"),
        ({"Seed": "x"}, "a seed is a whole number"),
    ],
)
def test_tags_that_a_position_contradicts(tags, words):
    with pytest.raises(engine.OptionError, match=words):
        ABSTRAKTO.from_tags({"Position": "d4 - o 455/663", **tags})
    assert ABSTRAKTO.from_tags({"Position": "d4 - o 455/663", "Turn": "o"}).turn == "o"


def test_unknown_option():
    with pytest.raises(engine.OptionError, match="no option 'side'; its options are hands"):
        ABSTRAKTO.begin({"side": "8"})


def test_tags_with_a_position():
    position = "d4 - o 455/663"
    assert str(ABSTRAKTO.from_tags({"Position": position})) == position
    assert str(ABSTRAKTO.from_tags({"Position": position, "Hands": "555/663"})) == position
    with pytest.raises(engine.OptionError, match="but the tag Position has 555/663"):
        ABSTRAKTO.from_tags({"Position": position, "Hands": "564/663"})
    with pytest.raises(engine.NotationError):
        ABSTRAKTO.from_tags({"Position": "d4"})


# --- positions ----------------------------------------------------------------------------------


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


def test_texts_as_long_as_may_be():
    with pytest.raises(
        engine.NotationError, match="is not a position of Abstrakto: expected four fields"
    ):
        ABSTRAKTO.parse("x" * 2000)
    with pytest.raises(engine.NotationError, match="is not a position of Abstrakto"):
        ABSTRAKTO.parse("x" * 2001)


def test_options_that_are_left_out_are_the_usual_start():
    """Rules 2.4 and 3.1: ``- - b 555/555``."""
    assert ABSTRAKTO.begin({}) == ABSTRAKTO.start(hands="555/555", turn="b") == ABSTRAKTO.start()
    defaults = {option.name: option.default for option in ABSTRAKTO.options}
    assert defaults == {"hands": "555/555", "turn": None, "seed": None}


def test_endless_texts_are_refused():
    with pytest.raises(engine.NotationError, match="is not a position of Abstrakto"):
        ABSTRAKTO.parse("a1," * 1000)


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


# --- the set ------------------------------------------------------------------------------------


def test_the_box():
    tiles = ABSTRAKTO.tiles()
    assert len(tiles) == len(set(tiles)) == 36 + 30
    assert tiles[:7] == (*(f"blue-solid-{k}" for k in range(1, 7)), "blue-line-1")
    assert tiles[18] == "orange-solid-1"
    assert (tiles[36], tiles[46], tiles[56]) == (
        "marker-blue-1",
        "marker-orange-1",
        "marker-grey-1",
    )
    counts = {component.name: component.count for component in ABSTRAKTO.components()}
    assert counts.pop("board") == 1
    assert counts == {
        name: sum(tile.rpartition("-")[0] == name for tile in tiles)
        for name in dict.fromkeys(tile.rpartition("-")[0] for tile in tiles)
    }


def test_pieces_in_words():
    kinds = list(dict.fromkeys(KINDS.values()))
    assert [kind.title for kind in kinds] == [
        *("blue Solid", "blue Line", "blue Cross", "orange Solid", "orange Line"),
        *("orange Cross", "blue marker", "orange marker", "grey marker"),
    ]
    assert [component.title for component in ABSTRAKTO.components()] == [
        *("board of 7 × 7 cells", "blue Solids", "blue Lines", "blue Crosses", "orange Solids"),
        *("orange Lines", "orange Crosses", "blue markers", "orange markers", "grey markers"),
    ]


def test_its_sheets_are_read_by_a_board_of_seven():
    """Rules 1.1 and 4.2: a 7 × 7 board; blue, orange and grey markers."""
    assert (ABSTRAKTO.recognised_by, ABSTRAKTO.board_sides) == ("square_kit", (7,))
    colours = {letter: str(colour) for letter, colour in ABSTRAKTO.piece_colours.items()}
    assert colours == {"b": "blue", "o": "orange", "g": "grey"}


def test_the_set_is_complete():
    checks = ABSTRAKTO.counting()
    assert all(check.holds for check in checks)
    assert {"blue Crosses: 6", "grey markers: 10"} <= {check.sentence for check in checks}
    assert ABSTRAKTO.identify("orange-line-6") == "orange-line-6"
    with pytest.raises(engine.NotationError, match="not a piece"):
        ABSTRAKTO.identify("orange-line-7")
