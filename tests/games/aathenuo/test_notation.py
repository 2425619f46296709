"""Aathenuo's written forms: tiles, tables, hands, turns, and what is refused with which words."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.games.aathenuo.notation import Lay
from tests import paths
from tests.cases import some

AATHENUO = engine.game("aathenuo")
DATA = paths.DATA / "aathenuo"
CHECKED = settings(max_examples=150)


def table(name):
    """Return the lines of a data file as pairs, without comments."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    rows = [line.partition("=>") for line in lines if line and not line.startswith("#")]
    assert rows
    return [(left.removesuffix(" "), right.strip()) for left, _, right in rows]


# --- tiles --------------------------------------------------------------------------------------


def test_the_whole_set_is_104_tiles_in_order():
    whole = AATHENUO.tiles()
    assert len(whole) == 104
    assert whole[:9] == ("r*", "r*", "r1", "r1", "r1", "r2", "r2", "r2", "r3")
    assert whole[26:28] == ("y*", "y*")
    assert whole[-1] == "b8"
    assert [whole.count(tile) for tile in ("g*", "g5", "b8")] == [2, 3, 3]
    assert sum(component.count for component in AATHENUO.components()) == 104 + 4


@pytest.mark.parametrize(
    "wrong",
    [{"colours": 2}, {"colours": 7}, {"copies": 0}, {"stars": -1}, {"stars": 10}, {"copies": "3"}],
)
def test_settings_out_of_range(wrong):
    (name,) = wrong
    with pytest.raises(engine.OptionError, match=f"{name} must be a whole number from"):
        AATHENUO.parse("- 1 r1/r2", **wrong)


# --- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "written"), table("positions_valid.txt"))
def test_positions_read(text, written):
    position = AATHENUO.parse(text)
    assert str(position) == written
    again = AATHENUO.parse(written)
    assert again == position
    assert hash(again) == hash(position)


@pytest.mark.parametrize(("text", "error"), table("positions_invalid.txt"))
def test_positions_refused(text, error):
    kind, _, words = error.partition(": ")
    with pytest.raises(getattr(engine, kind)) as caught:
        AATHENUO.parse(text)
    for part in some(words.split("; ")):
        assert part in str(caught.value)
    if kind == "InvalidPositionError":
        assert len(caught.value.faults) >= 1


def test_settings_are_no_part_of_the_written_form_but_of_equality():
    text = "p1,p2,p3 1 o5/r1"
    position = AATHENUO.parse(text, colours=6)
    assert str(position) == text
    assert AATHENUO.parse(str(position), colours=6) == position
    assert AATHENUO.parse("- 1 r1/r2", copies=2) != AATHENUO.parse("- 1 r1/r2")
    assert str(position.play("draw:o*")) == "p1,p2,p3 2 o*o5/r1"


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


# --- properties ---------------------------------------------------------------------------------


def wander(seed, turns):
    """Return the positions of a game of seeded draws and random lays."""
    rng = random.Random(seed)
    position = AATHENUO.start(seed=seed, players=rng.choice((2, 3, 4)))
    yield position
    for _ in range(turns):
        moves = [move for move in position.legal_moves() if isinstance(move, Lay)]
        position = position.play(rng.choice(moves) if moves and rng.random() < 0.8 else "draw")
        yield position


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_a_game_are_read_as_written(seed):
    for position in some(wander(seed, 40)):
        again = AATHENUO.parse(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)


def changed(data, text, letters):
    """Return a text with at most four of its characters changed."""
    for _ in range(data.draw(st.sampled_from([0, 1, 2, 4]))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(letters)) + text[at + 1 :]
    return text


def test_changed_positions_are_read_or_refused():
    read = Counter()

    @CHECKED
    @given(st.data())
    def check(data):
        passes = data.draw(st.sampled_from(["", "-1"]))
        hand = "".join(data.draw(st.permutations(["r1", "b2", "r6", "g3"])))
        text = f"r2,r3,r4,.,y*/.,.,.,.,g*/r*,y1,b1,.,r5 2{passes} {hand}/y*y5/g8"
        text = changed(data, text, "ryg*158.,/- ")
        try:
            position = AATHENUO.parse(text)
        except (engine.NotationError, engine.InvalidPositionError):
            return
        read[text] += 1
        assert AATHENUO.parse(str(position)) == position

    check()
    assert len(read) > 5, read
