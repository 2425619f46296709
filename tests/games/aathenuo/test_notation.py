"""Aathenuo's written forms: tiles, tables, hands, turns, and what is refused with which words."""

import pytest

import engine
from tests import paths
from tests.cases import pairs, some

AATHENUO = engine.game("aathenuo")
DATA = paths.DATA / "aathenuo"


# --- tiles --------------------------------------------------------------------------------------


def test_the_whole_set_is_104_tiles_in_order():
    whole = AATHENUO.tiles()
    assert len(whole) == 104
    assert whole[:9] == ("r*", "r*", "r1", "r1", "r1", "r2", "r2", "r2", "r3")
    assert whole[26:28] == ("y*", "y*")
    assert whole[-1] == "b8"
    assert [whole.count(tile) for tile in ("g*", "g5", "b8")] == [2, 3, 3]
    assert sum(component.count for component in AATHENUO.components()) == 104 + 4


# --- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "written"), pairs(DATA / "positions_valid.txt"))
def test_positions_read(text, written):
    position = AATHENUO.parse(text)
    assert str(position) == written
    again = AATHENUO.parse(written)
    assert again == position
    assert hash(again) == hash(position)


@pytest.mark.parametrize(("text", "error"), pairs(DATA / "positions_invalid.txt"))
def test_positions_refused(text, error):
    kind, _, words = error.partition(": ")
    with pytest.raises(getattr(engine, kind)) as caught:
        AATHENUO.parse(text)
    for part in some(words.split("; ")):
        assert part in str(caught.value)
    if kind == "InvalidPositionError":
        assert len(caught.value.faults) >= 1


#: A set of 24 tiles; on the table all but these lie in the hands, or in the bag.
SMALL = {"colours": 3, "copies": 1, "stars": 0}
ALL_BUT_G1_G2_G3 = "r1,r2,r3,r4,r5,r6,r7,r8/./y1,y2,y3,y4,y5,y6,y7,y8/./g4,g5,g6,g7,g8"


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("1-1 g1/g2g3", None),
        ("1-2 g1/g2g3", None),
        ("1-3 g1/g2g3", "-3: the game ends before that"),
        ("1-3 g1/g2/g3", None),
        ("1-4 g1/g2/g3", "-4: the game ends before that"),
        ("1-1 g1/g2", "-1: nobody draws '-' while the bag has 1 tile"),
        ("1-1 g1/-", "-1: nobody draws '-' while the bag has 2 tiles"),
        ("1 g1g2g3/-", None),
        ("1-1 g1g2g3/-", "-1: the game ends before that"),
        ("1-2 g1g2/g3/-", None),
        ("1-3 g1g2/g3/-", "-3: the game ends before that"),
    ],
)
def test_turns_without_a_draw(rest, words):
    """The last n turns "drew ``-``" only "with an empty bag" (rules 2.3, 3.2).

    The game is over "when at most one player holds tiles", or "when as many turns in a row as
    there are players holding tiles drew ``-``" (rule 3.3), so n can be no more.
    """
    text = f"{ALL_BUT_G1_G2_G3} {rest}"
    if words is None:
        assert str(AATHENUO.parse(text, **SMALL)).partition(" ")[2] == rest
    else:
        with pytest.raises(engine.InvalidPositionError) as caught:
            AATHENUO.parse(text, **SMALL)
        assert words in str(caught.value)


# --- turns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "--", "pass", "Draw", "draw ", "draw:", "draw:r9", "draw:r5;", "draw:--"),
        *("drawr5", "draw:r5r6", "r3@1,0", "+r3@1", "+r3@1,0;", ";+r3@1,0", "+r3@1,0;;+r4@2,0"),
        *("+r3@01,0", "+r3@1,-0", "+r3@+1,0", "+r3@1,0 ", " +r3@1,0", "+r3@ 1,0", "+r3@1.0,0"),
        *("+r3@1,0,0", "+r3@１,0", "+r3@1_0,0", "+r9@1,0", "+w3@1,0", "+R3@1,0", "+r3@1,0\n"),
        *("1,0>2", "1,0>>2,0", "1,0>2,00", "1,0-2,0", "1,0>2,0>3,0", "+r3@1,0,2,0>1,0", "+-@1,0"),
        *("é", "+é3@0,0", "+r3@1,0;" * 3000, "draw" * 5000),
    ],
)
def test_texts_that_are_no_turns(text):
    position = AATHENUO.parse("r3,r4,r5 1 r2/y1")
    with pytest.raises(engine.InvalidMoveError) as caught:
        position.play(text)
    assert len(str(caught.value)) < 400
