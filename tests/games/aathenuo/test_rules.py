"""Aathenuo's rules: sets and stars, turns, draws, the start, the end, places and events."""

import random
from collections import Counter

import pytest

import engine
from tests import paths
from tests.cases import pairs

AATHENUO = engine.game("aathenuo")
DATA = paths.DATA / "aathenuo"
EXAMPLES = paths.ROOT / "templates" / "examples"


def rows_of(name):
    """Return the rows of a data file as test parameters named by what stands before the colon."""
    titled = pairs(DATA / name, ": ")
    return [pytest.param(*map(str.strip, row.split("|")), id=title) for title, row in titled]


@pytest.mark.parametrize(("run", "result"), pairs(DATA / "sets.txt"))
def test_sets(run, result):
    text = f"{','.join(run.split())} 1 b8/g8"
    if result.replace(" ", "").isdigit():
        assert len(AATHENUO.parse(text, stars=9).table) == len(run.split())
    else:
        with pytest.raises(engine.InvalidPositionError) as caught:
            AATHENUO.parse(text, stars=9)
        assert result in str(caught.value)


@pytest.mark.parametrize(("position", "turn", "written", "after"), rows_of("turns.txt"))
def test_turns(position, turn, written, after):
    before = AATHENUO.parse(position)
    assert before.written(turn) == written
    assert str(before.play(turn)) == after
    assert before.play(turn) == AATHENUO.parse(after)
    assert str(before) == position
    assert before.events(turn)


def test_a_parsed_position_draws_with_a_generator_or_as_recorded():
    position = AATHENUO.parse("r2,r3,r4 1 r1/y1")
    drawn = position.play("draw", rng=random.Random(1))
    assert drawn == position.play("draw", rng=random.Random(1))
    (tile,) = Counter(drawn.hands[0]) - Counter(["r1"])
    assert drawn == position.play(f"draw:{tile}")
    assert drawn.turn == "2"
    assert len(drawn.bag) == len(position.bag) - 1 == 98


def bare(passes=""):
    """Return a position with an empty bag: all tiles but 8s on the table, in rows of their colour."""
    rows = [f"{c}{','.join(f'{c}{n}' for n in range(1, 8))}"[1:] for c in "rygb" for _ in range(3)]
    table = "/".join(row + "/." for row in rows)
    return AATHENUO.parse(f"{table} 1{passes} r8r8r8r*r*/y8y8y8y*y*g*g*/g8g8g8b8b8b8b*b*")


def test_with_an_empty_bag_the_player_passes():
    position = bare()
    assert position.bag == ()
    assert position.written("draw") == position.written("draw:-") == "draw:-"
    assert [str(move) for move in position.legal_moves()][-1:] == ["draw:-"]
    with pytest.raises(engine.IllegalMoveError, match="the bag is empty") as caught:
        position.play("draw:r5")
    assert caught.value.rule == "3.2"
    after = position.play("draw")
    assert str(after).split()[1] == "2-1"
    assert after == bare("-1").play("draw") or str(bare("-1").play("draw")).split()[1] == "2-2"
    assert [e.sentence() for e in position.events("draw")] == [
        "Player 1 passes, as the bag is empty."
    ]


def test_a_game_is_over_when_all_who_hold_tiles_pass():
    position = bare().play("draw").play("draw")
    assert not position.is_over
    over = position.play("draw:-")
    assert over.is_over
    assert over.is_blocked
    assert over.turn == "1"
    assert str(over).split()[1] == "1-3"
    assert over.winners() == ("1",)
    assert over.scores() == {"1": 5, "2": 7, "3": 8}
    assert over.ranking() == (("1",), ("2",), ("3",))
    assert list(over.legal_moves()) == []
    assert AATHENUO.parse(str(over)) == over
    assert AATHENUO.parse(str(over)).winners() == ("1",)
    assert position.events("draw")[-1].sentence() == (
        "The game is over: player 1 wins, as everyone has passed."
    )


def test_the_rest_play_on_for_places():
    position = AATHENUO.parse("r2,r3,r4 1 r5/y1/r6r7/b1")
    position = position.play("+r5@3,0")
    assert (position.is_over, position.winners(), position.turn) == (False, None, "2")
    position = position.play("draw:g1").play("+r6@4,0;+r7@5,0").play("draw:g2")
    assert position.turn == "2"
    assert position.ranking() == (("1",), ("3",), ("2", "4"))
    assert position.leaders() == ("1", "3")
    text = str(position)
    assert text == "r2,r3,r4,r5,r6,r7 2 -/y1g1/-/g2b1"
    assert AATHENUO.parse(text) == position
    assert AATHENUO.parse(text).ranking() == (("1", "3"), ("2", "4"))  # no past: they share


def test_the_winner_is_the_first_to_have_emptied_the_hand():
    position = AATHENUO.parse("r2,r3,r4 1 y1/r5/r6")
    position = position.play("draw:y2").play("+r5@3,0")
    assert not position.is_over
    last = position.events("+r6@4,0")
    position = position.play("+r6@4,0")
    assert position.is_over
    assert not position.is_blocked
    assert position.winners() == ("2",)
    assert position.ranking() == (("2",), ("3",), ("1",))
    assert position.turn == "1"
    bare_position = AATHENUO.parse(str(position))
    assert bare_position == position
    assert bare_position.winners() == ("2", "3")
    assert [event.sentence() for event in last] == [
        "Player 3 lays red 6.",
        "Player 3 has no tiles left and takes second place.",
        "The game is over: player 2 wins.",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_start_by_seed(players):
    position = AATHENUO.start(players=players, seed=7)
    assert position == AATHENUO.start(players=players, seed=7)
    assert position == AATHENUO.begin({"players": str(players), "seed": "7"})
    assert position == AATHENUO.from_tags({"Seed": "7", "Players": str(players)})
    assert [len(hand) for hand in position.hands] == [10] * players
    assert len(position.bag) == 104 - 10 * players
    assert len(position.table) == 0
    assert {AATHENUO.start(players=players, seed=s).turn for s in range(40)} == set(
        position.players
    )
    assert len({str(AATHENUO.start(players=players, seed=s)) for s in range(40)}) == 40


def test_hands_may_be_given():
    position = AATHENUO.start(hands="b2r1/y5y*")
    assert str(position) == "- 1 r1b2/y*y5"
    assert position == AATHENUO.from_tags({"Hands": "r1b2/y*y5"})
    seeded = AATHENUO.start(hands="b2r1/y5y*", seed=3)
    assert seeded == position
    assert seeded.written("draw") == AATHENUO.start(hands="b2r1/y5y*", seed=3).written("draw")


def test_the_rulebook_s_sample_game():
    record = engine.record.load(EXAMPLES / "aathenuo-game.txt")
    positions = list(record.positions())
    assert len(positions) == 7
    tables = [str(position).split()[0] for position in positions]
    assert tables == [
        "-",
        "g2,r*,b2",
        "g2,r*,b2/.,r3,./.,r4,.",
        "g2,r*,b2/.,r3,./.,r4,./.,r5,.",
        "g2,r*,b2/.,r3,./r3,r4,r5",
        "g2,r2,b2,.,./.,r3,.,.,./r3,r4,r5,r*,r7",
        "g2,r2,b2,.,.,.,y3/.,r3,.,.,.,.,y2/r3,r4,r5,.,.,.,y1/.,.,.,.,.,.,./r5,r*,r7,.,.,.,.",
    ]
    assert [position.turn for position in positions] == list("1234123")
    assert engine.record.check(record) == []


def test_the_whole_set_is_104_tiles_in_order():
    whole = AATHENUO.tiles()
    assert len(whole) == 104
    assert whole[:9] == ("r*", "r*", "r1", "r1", "r1", "r2", "r2", "r2", "r3")
    assert whole[26:28] == ("y*", "y*")
    assert whole[-1] == "b8"
    assert [whole.count(tile) for tile in ("g*", "g5", "b8")] == [2, 3, 3]
    assert sum(component.count for component in AATHENUO.components()) == 104 + 4


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
