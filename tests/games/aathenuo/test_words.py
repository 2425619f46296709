"""What is told of Aathenuo's tables, hands, sets and starts, word for word."""

import pytest

import engine
from engine.games.aathenuo.events import EmptiedHand
from engine.games.aathenuo.examples import parse_examples
from engine.games.aathenuo.sentences import hand_sentences, table_sentences
from engine.games.aathenuo.table import faults
from engine.games.aathenuo.tiles import TileSet

AATHENUO = engine.game("aathenuo")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (".", ["The table is empty."]),
        (
            "r3,r4,r5",
            [
                "3 tiles lie on the table in one grid.",
                "In row 0, columns 0–2, lie red 3, red 4 and red 5.",
            ],
        ),
        # "A star stands for one number 1–8 of its own colour" (2.2): one or two are told.
        (
            "r*,r3,r4/.,.,./y4,y*,y*",
            [
                "6 tiles lie on the table in 2 unconnected grids.",
                "In row 0, columns 0–2, lie red star as 2, red 3 and red 4.",
                "In row 2, columns 0–2, lie yellow 4, yellow star as 3 or 5 and yellow star "
                "as 2 or 6.",
            ],
        ),
        (
            "r*,y*,g*",
            [
                "3 tiles lie on the table in one grid.",
                "In row 0, columns 0–2, lie red star, yellow star and green star.",
            ],
        ),
        # One in a run that is no set stands for none.
        (
            "b7,b8,b*",
            [
                "3 tiles lie on the table in one grid.",
                "In row 0, columns 0–2, lie blue 7, blue 8 and blue star.",
            ],
        ),
    ],
)
def test_tables(table, told):
    assert list(map(str, table_sentences(parse_examples(table)))) == told


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (
            lambda cell: cell[1] == 0,
            ["3 tiles are seen.", "In row 0, columns 0–2, lie red 3, red 4 and red 5."],
        ),
        (
            lambda cell: cell == (1, 0),
            ["1 tile is seen.", "In row 0, columns 0–2, lie red 3, red 4 and red 5."],
        ),
        (lambda cell: cell[1] == 9, ["No tile is there."]),
    ],
)
def test_parts_of_a_table(seen, told):
    table = parse_examples("r3,r4,r5/.,.,./y1,y2,y3")
    assert list(map(str, table_sentences(table, seen))) == told


def test_hands():
    hands = [["r1", "y*"], [], ["r", "r", "b"], ["g5"]]
    assert list(map(str, hand_sentences(hands))) == [
        "Player 1 holds 2 tiles: red 1 and yellow star.",
        "Player 2 holds no tiles.",
        "Player 3 holds 3 tiles: 2 red and 1 blue.",
        "Player 4 holds 1 tile: green 5.",
    ]


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (
            "r3,r4,y5",
            [
                "row 0, columns 0–2: neither one number in different colours nor one colour in "
                "sequence"
            ],
        ),
        (
            "r1,r2,r3/r5,y5,.",
            [
                "row 1, columns 0–1: a pair; a set needs three",
                "column 0, rows 0–1: a pair; a set needs three",
                "column 1, rows 0–1: a pair; a set needs three",
            ],
        ),
        (
            "r*,r8,r7,r6,r5,r4,r3,r2,r1",
            ["row 0, columns 0–8: 9 tiles; a sequence has at most eight"],
        ),
        ("r8,r*,r*,.,r1", None),
        (
            "r8,r7,r*,r6",
            [
                "row 0, columns 0–3: 8 7 * 6 is no sequence; each number must be one "
                "more than the last, or each one less"
            ],
        ),
        ("r2,r1,r*", ["row 0, columns 0–2: a star would have to be 0; stars stand for 1 to 8"]),
        ("r7,r8,r*", ["row 0, columns 0–2: a star would have to be 9; stars stand for 1 to 8"]),
        (
            "r3,y4,g3",
            ["row 0, columns 0–2: the numbers 3 and 4; a set of different colours has one number"],
        ),
        (
            "r3,y3,r3",
            ["row 0, columns 0–2: red twice; in a same-number set all colours are different"],
        ),
    ],
)
def test_faults_of_tables(table, found):
    told = list(map(str, faults(parse_examples(table))))
    if found is None:
        found = ["column 4, row 0: r1 alone; every tile lies in a set of three or more"]
    assert told == found


@pytest.mark.parametrize(
    ("settings", "words", "setting"),
    [
        ({"players": 5, "seed": 1}, "players must be 2 to 4, not 5", "players"),
        ({"players": 1, "seed": 1}, "players must be 2 to 4, not 1", "players"),
        ({"players": True, "seed": 1}, "players must be 2 to 4, not True", "players"),
        ({}, "a start needs a seed for its draws, such as seed=7, or hands", ""),
        ({"hands": "r1/y1", "players": 3}, "players=3, but 2 hands are given", "players"),
        ({"hands": "r1", "players": 2}, "players=2, but 1 hand is given", "players"),
        (
            {"players": 3, "seed": 1, "colours": 3, "copies": 1, "stars": 0},
            "3 players draw 30 tiles at the start, but the set has 24",
            "players",
        ),
        ({"seed": 1, "colours": 7}, "colours must be a whole number from 3 to 6, not 7", "colours"),
        ({"seed": 1, "copies": 10}, "copies must be a whole number from 1 to 9, not 10", "copies"),
        ({"seed": 1, "stars": -1}, "stars must be a whole number from 0 to 9, not -1", "stars"),
    ],
)
def test_starts_that_cannot_be(settings, words, setting):
    with pytest.raises(engine.OptionError) as caught:
        AATHENUO.start(**settings)
    assert (str(caught.value), caught.value.setting or "") == (words, setting)


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({}, "a start needs a seed for its draws, such as seed=7, or hands"),
        ({"Hands": "r1/r2"}, "[Position] tells it already; [Hands] cannot be with it"),
        ({"Players": "3"}, "the tag Players says 3, but the tag Position has 2"),
    ],
)
def test_tags_that_cannot_be(tags, words):
    position = {"Position": "- 1 r1/r2"}
    with pytest.raises(engine.OptionError) as caught:
        AATHENUO.from_tags({**position, **tags} if tags else {})
    assert str(caught.value) == words
    assert AATHENUO.from_tags({**position, "Players": "2"}) == AATHENUO.from_tags(position)


def test_a_set_may_be_just_large_enough_to_begin():
    """Rule 3.4: "everyone draws 10"; a set of 24 tiles serves two, 30 serve three."""
    assert len(AATHENUO.start(players=2, seed=1, colours=3, copies=1, stars=0).bag) == 4
    assert AATHENUO.start(players=3, seed=1, colours=3, copies=1, stars=2).bag == ()


def test_the_set_is_complete():
    """Rule 1.1: 4 × (8 × 3 + 2) = 104 tiles."""
    checks = AATHENUO.counting()
    assert [check.sentence for check in checks][-2:] == [
        "4 colours × (8 numbers × 3 + 2 stars) = 104 tiles",
        "36 different tiles: 3 of every number, 2 of every star",
    ]
    assert len(checks) > 2
    assert all(check.holds for check in checks)
    assert [(one.name, one.title, one.count) for one in AATHENUO.components()] == [
        ("tiles", "Tiles", 104),
        ("racks", "Racks", 4),
    ]
    assert TileSet() == (4, 3, 2)


@pytest.mark.parametrize(
    ("settings", "needed"),
    [
        ({}, ()),
        ({"stars": 1}, ()),
        ({"colours": 5}, ("5 colours with 3 copies and 2 stars", ", 26 tiles fewer.")),
        ({"copies": 4}, ("4 colours with 4 copies and 2 stars", ", 32 tiles fewer.")),
        ({"stars": 3}, ("4 colours with 3 copies and 3 stars", ", 4 tiles fewer.")),
        ({"colours": 3, "copies": 4}, ("3 colours with 4 copies and 2 stars", ".")),
        (
            {"colours": 3, "copies": 4, "stars": 3},
            ("3 colours with 4 copies and 3 stars", ", 1 tile fewer."),
        ),
        ({"colours": 5, "copies": 1, "stars": 1}, ("5 colours with 1 copy and 1 star", ".")),
    ],
)
def test_sets_that_the_kit_lacks(settings, needed):
    found = AATHENUO.needs([AATHENUO.parse("- 1 r1/r2", **settings)] * 2)
    middle = " is needed; the kit has 4 colours, 3 copies, 2 stars"
    assert found == ((f"A set of {needed[0]}{middle}{needed[1]}",) if needed else ())


def test_its_sheets_may_have_any_backs():
    """Rule 1.2: "the backs of the kit's tiles show their colour …; a kit may have them plain"."""
    assert [dict(look) for look in AATHENUO.looks] == [
        {"backs": "colour"},
        {"backs": "pattern"},
        {"backs": "plain"},
    ]


def test_examples_as_long_as_may_be():
    assert parse_examples(",".join(["."] * 500)) == {}
    with pytest.raises(engine.NotationError) as caught:
        parse_examples("x" * 1000)
    assert caught.value.what == f"row 0, column 0: '{'x' * 20}' is no tile"
    with pytest.raises(engine.NotationError) as caught:
        parse_examples("x" * 1001)
    assert caught.value.what == "a table of 1001 characters is no example"
    assert caught.value.expected == "a table"


def test_options_that_are_left_out_are_the_usual_start():
    """Rules 1.1 and 1.2: four players, a set of 4 colours, 3 copies and 2 stars."""
    assert AATHENUO.begin({"seed": "7"}) == AATHENUO.start(
        players=4, seed=7, colours=4, copies=3, stars=2
    )
    defaults = {option.name: option.default for option in AATHENUO.options}
    assert defaults == {
        **{"players": 4, "seed": None, "hands": None},
        **{"colours": 4, "copies": 3, "stars": 2},
    }


@pytest.mark.parametrize(("place", "word"), [(1, "first"), (2, "second"), (3, "third")])
def test_places_are_told_in_words(place, word):
    event = EmptiedHand("2", place)
    assert str(event.sentence()) == f"Player 2 has no tiles left and takes {word} place."
