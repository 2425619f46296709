"""Every refusal of a written position or turn of Aathenuo, word for word and with its place."""

import pytest

import engine
from engine.games.aathenuo.hint import BestTurn

AATHENUO = engine.game("aathenuo")
TILE = "a colour letter of r y g b p o and a number 1–8 or *, like r5 or y*"
TURN = "'draw', 'draw:r5', 'draw:-', or parts like +r3@1,0 and 2,1>4,0 joined by ';'"
NUMBER = "the number of the player to move, and -n after n passes in a row, like 2 or 2-1"
HAND = "tiles without separators like r1b2, or '-' for an empty hand"

#: A turn: what is wrong, the character where it is, what is expected (rules 2.4, 3.1, 3.2).
TURNS = [
    ("+r9@1,0", "'r9' is no tile", 2, TILE),
    ("+r2@3,0;+w3@1,0", "'w3' is no tile", 10, TILE),
    ("r3@1,0;+r9@1,0", "'r3@1,0' is no part of a turn", 1, TURN),
    ("x" * 40, f"'{'x' * 40}' is no part of a turn", 1, TURN),
    ("x" * 41, f"'{'x' * 40}' is no part of a turn", 1, TURN),
    (";", "a part of the turn is empty", 1, TURN),
    ("+r2@3,0;;", "a part of the turn is empty", 9, TURN),
    ("drawr5", "a draw names one tile, or '-' for an empty bag", 5, TURN),
    ("draw:r9", "a draw names one tile, or '-' for an empty bag", 5, TURN),
    ("draw" + "x" * 19_996, "a draw names one tile, or '-' for an empty bag", 5, TURN),
    ("draw" + "x" * 19_997, "a text of 20001 characters is no turn", None, ""),
]

#: A position, in the same way (rules 2.2, 2.3).
POSITIONS = [
    ("r3,r4,r5 x r2/y1", "'x' is no turn", 10, NUMBER),
    (f"- {'9' * 20} r2/y1", f"'{'9' * 20}' is no turn", 3, NUMBER),
    (f"- {'9' * 21} r2/y1", f"'{'9' * 20}' is no turn", 3, NUMBER),
    ("r3,r4,r5 10000 r2/y1", "'10000' is no turn", 10, NUMBER),
    (f"r3,{'q' * 20} 1 r2/y1", f"row 0, column 1: '{'q' * 20}' is no tile", 4, None),
    (f"r3,{'q' * 21} 1 r2/y1", f"row 0, column 1: '{'q' * 20}' is no tile", 4, None),
    ("r3,,r5 1 r2/y1", "row 0, column 1: nothing between two commas", 4, None),
    ("r3,r4,r5//r4 1 r2/y1", "row 1, column 0: an empty row is written '.'", 10, None),
    ("r3,r4,r5/r1,w1 1 r2/y1", "row 1, column 1: 'w1' is no tile", 13, None),
    ("r3,r4,r5 1 r2q/y1", "hand 1: 'q' is no tile", 14, HAND),
    ("r3,r4,r5 1 /y1", "hand 1: nothing is written", 12, HAND),
    ("r3,r4,r5 1 r2/y1z", "hand 2: 'z' is no tile", 17, HAND),
]


def refused(read, text, kind):
    with pytest.raises(kind) as caught:
        read(text)
    error = caught.value
    place = None if error.offset is None else error.offset + 1
    return error.what, place, error.expected


@pytest.mark.parametrize("turn", TURNS, ids=lambda row: row[0][:20] + str(len(row[0])))
def test_turns(turn):
    text, what, place, expected = turn
    play = AATHENUO.parse("r3,r4,r5 1 r2/y1").play
    found = refused(play, text, engine.InvalidMoveError)
    assert (found[0], found[1] if place else None) == (what, place)
    assert found[2] == expected


@pytest.mark.parametrize("case", POSITIONS, ids=lambda row: row[0][:20] + str(len(row[0])))
def test_positions(case):
    text, what, place, expected = case
    found = refused(AATHENUO.parse, text, engine.NotationError)
    assert found == (what, place, expected or f"{TILE}, or '.' for an empty cell")


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("9" * 15 + ",0", "the table would span more than 256 columns or rows"),
        ("0,-" + "9" * 14, "the table would span more than 256 columns or rows"),
        (
            "9" * 16 + ",0",
            f"column {'9' * 16}, row 0 is out of reach; coordinates have at most 15 characters",
        ),
        (
            "0,-" + "9" * 20,
            f"column 0, row -{'9' * 19} is out of reach; coordinates have at most 15 characters",
        ),
        (
            "9" * 21 + ",0",
            f"column {'9' * 20}, row 0 is out of reach; coordinates have at most 15 characters",
        ),
    ],
)
def test_coordinates(cell, reason):
    """ "On an empty table any coordinates serve" (2.4); numbers have an end all the same."""
    with pytest.raises(engine.IllegalMoveError) as caught:
        AATHENUO.parse("r3,r4,r5 1 r2/y1").play(f"+r2@{cell}")
    assert (caught.value.rule, caught.value.reason) == ("2.4", reason)
    assert caught.value.move == f"+r2@{cell}"


def test_long_moves_are_told_in_short():
    move = f"+r2@{'9' * 100},0"
    with pytest.raises(engine.IllegalMoveError) as caught:
        AATHENUO.parse("r3,r4,r5 1 r2/y1").play(move)
    assert caught.value.move == move[:80]


@pytest.mark.parametrize(
    ("found", "status", "sentence"),
    [
        (BestTurn(None, 0, 0), "none", "No tile can be laid, whatever is rearranged: draw."),
        (BestTurn("+r6@3,0", 1, 1), "optimal", "+r6@3,0 lays 1 tile, and no turn lays more."),
        (
            BestTurn("+r6@3,0;+r7@4,0", 2, 3),
            "time limit",
            "+r6@3,0;+r7@4,0 lays 2 tiles before the time ran out; it is proved that none lays "
            "over 3.",
        ),
        (
            BestTurn(None, 0, 2),
            "time limit",
            "No turn was found before the time ran out; it is proved that none lays over 2.",
        ),
    ],
)
def test_hints_in_words(found, status, sentence):
    assert (found.status, found.sentence()) == (status, sentence)
