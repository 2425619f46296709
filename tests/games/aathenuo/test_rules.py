"""Aathenuo's rules: sets and stars, turns, places, and the start."""

import pytest

import engine
from tests import paths
from tests.cases import pairs
from tests.reference import aathenuo as slow

AATHENUO = engine.game("aathenuo")
DATA = paths.DATA / "aathenuo"


@pytest.mark.parametrize(("run", "result"), pairs(DATA / "sets.txt"))
def test_sets(run, result):
    text = f"{','.join(run.split())} 1 b8/g8"
    if result.replace(" ", "").isdigit():
        assert len(AATHENUO.parse(text, stars=9).table) == len(run.split())
    else:
        with pytest.raises(engine.InvalidPositionError) as caught:
            AATHENUO.parse(text, stars=9)
        assert result in str(caught.value)


@pytest.mark.parametrize(("name", "row"), pairs(DATA / "turns.txt", ": "))
def test_turns(name, row):
    position, turn, written, after = map(str.strip, row.split("|"))
    before = AATHENUO.parse(position)
    assert before.written(turn) == written, name
    assert str(before.play(turn)) == slow.format(slow.play(slow.parse(position), turn)) == after
    assert before.play(turn) == AATHENUO.parse(after)
    assert str(before) == position
    assert before.take_turn(turn).events


def test_the_rest_play_on_for_places():
    position = AATHENUO.parse("r2,r3,r4 1 r5/y1/r6r7/b1")
    for move in ("+r5@3,0", "draw:g1", "+r6@4,0;+r7@5,0", "draw:g2"):
        position = position.play(move)
    assert (position.is_over, position.winners(), position.turn) == (False, None, "2")
    assert position.ranking() == (("1",), ("3",), ("2", "4"))
    assert position.leaders() == ("1", "3")
    again = AATHENUO.parse(str(position))
    assert again.ranking() == (("1", "3"), ("2", "4")), "without a past they share"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_start_by_seed(players):
    position = AATHENUO.start(players=players, seed=7)
    assert position == AATHENUO.begin({"players": str(players), "seed": "7"})
    assert position == AATHENUO.from_tags({"Seed": "7", "Players": str(players)})
    assert [len(hand) for hand in position.hands] == [10] * players
    assert (len(position.bag), len(position.table)) == (104 - 10 * players, 0)
    starts = [AATHENUO.start(players=players, seed=seed) for seed in range(40)]
    assert {start.turn for start in starts} == set(position.players)
    assert len({str(start) for start in starts}) == 40
    dealt = AATHENUO.start(hands="b2r1/y5y*", seed=3)
    assert dealt.written("draw") == AATHENUO.start(hands="b2r1/y5y*", seed=3).written("draw")
