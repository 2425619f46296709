"""Aathenuo's hint: the most tiles a turn can lay, checked by trying everything where that is possible."""

import random
import sys

import pytest

import engine
from engine.games.aathenuo.hint import find_until
from engine.games.aathenuo.solver.model import WorkClock
from engine.games.aathenuo.table import Table, faults
from engine.games.aathenuo.tiles import whole_set
from tests import cases, hint_positions
from tests.cases import pairs
from tests.hint_positions import played_table
from tests.reference import aathenuo as slow

pytest.importorskip("ortools")

AATHENUO = engine.game("aathenuo")
DATA = cases.DATA / "aathenuo"


def rows(name):
    """Return the rows of a data file as test parameters named by what stands before the colon."""
    titled = pairs(DATA / name, ": ")
    return [pytest.param(*map(str.strip, row.split("|")), id=title) for title, row in titled]


def position_of(table, hand):
    """Return a position of two players in which the first holds ``hand``."""
    other = next(tile for tile in reversed(whole_set()) if tile not in hand)
    return engine.games.aathenuo.rules.AathenuoPosition(Table(table), (hand, (other,)))


def hint_by_work(position, work=20):
    """Return a position's hint, whatever else the machine does meanwhile."""
    return find_until(WorkClock(work), position.table.cells, position.hand)


def checked(position, hint):
    """Return how many tiles a proved hint lays, after playing it."""
    assert hint.tiles == hint.bound
    if hint.move is None:
        assert (hint.tiles, hint.bound, hint.status) == (0, 0, "none")
        return 0
    after = position.play(hint.move)
    assert position.written(hint.move) == hint.move
    assert len(position.hand) - len(after.hands[0]) == hint.tiles
    assert hint.status == "optimal"
    return hint.tiles


@pytest.mark.parametrize(("table", "hand", "most"), rows("hints.txt"))
def test_hints(table, hand, most):
    position = AATHENUO.parse(f"{table} 1 {hand}/b1")
    hint = hint_by_work(position)
    assert checked(position, hint) == int(most)
    if len(position.table) + len(position.hand) <= 8:
        assert slow.best_turn(dict(position.table.cells), position.hand)[0] == int(most)


@pytest.mark.parametrize("seed", range(3))
def test_what_was_taken_from_a_table_can_be_laid_again(seed):
    """Tiles are taken so that a valid table remains: the hint lays at least as many."""
    rng = random.Random(seed)
    table, _ = played_table(seed + 20, 30)
    hand = []
    for cell in rng.sample(sorted(table), len(table)):
        fewer = {c: tile for c, tile in table.items() if c != cell}
        if len(hand) < 6 and not faults(fewer):
            hand.append(table[cell])
            table = fewer
    position = position_of(table, tuple(hand))
    assert checked(position, hint_by_work(position)) == len(hand)


#: Positions for which the bound is hard to reach or cannot be reached.
HARD = (
    ("no stars", 40, 15),
    ("6 colours", 40, 10),
)


@pytest.mark.parametrize("case", HARD, ids=str)
def test_more_time_never_makes_a_hint_worse(case):
    position = position_of(*hint_positions.position(*case))
    hints = [hint_by_work(position, work) for work in (0.001, 0.1, 2)]
    for hint in hints:
        assert 0 < hint.tiles <= hint.bound <= len(position.hand)
        assert len(position.hand) - len(position.play(hint.move).hands[0]) == hint.tiles
    tiles = [hint.tiles for hint in hints]
    assert tiles == sorted(tiles)
    bounds = [hint.bound for hint in hints]
    assert bounds == sorted(bounds, reverse=True)
    assert tiles[-1] >= hints[-1].bound - 1


def test_a_hint_says_when_the_time_ran_out():
    table, bag = played_table(3, 60)
    position = position_of(table, tuple(bag[:20]))
    hint = hint_by_work(position, 0.001)
    assert hint.status == "time limit"
    assert hint.tiles < hint.bound <= 20
    assert "before the time ran out" in hint.sentence()
    assert f"none lays over {hint.bound}" in hint.sentence()
    if hint.move is not None:
        position.play(hint.move)


@pytest.mark.parametrize("seconds", [0, -1, "10", None, True, float("nan"), float("inf")])
def test_seconds_out_of_range(seconds):
    with pytest.raises(engine.OptionError, match="seconds must be a positive number"):
        AATHENUO.parse("- 1 r1/b1").hint(seconds=seconds)


def test_without_the_solver_a_hint_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(engine.OptionError, match="pip install ortools"):
        AATHENUO.parse("- 1 r1/b1").hint()
