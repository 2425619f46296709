"""What is told of Aathenuo's tables, hands, sets and starts, word for word."""

import pytest

from engine.games.aathenuo.diagram import hand_sentences, table_sentences
from engine.games.aathenuo.examples import parse_examples
from engine.games.aathenuo.table import faults


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
                "row 0, columns 0–3: 8 7 * 6 is not a sequence; each number must be one "
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
