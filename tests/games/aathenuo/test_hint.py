"""Aathenuo's hint: the most tiles a turn can lay, checked by trying everything where that is possible."""

import math
import os
import random
import sys
from collections import Counter
from itertools import combinations

import pytest

import engine
from engine.games.aathenuo.hint import find, find_until
from engine.games.aathenuo.notation import Lay, Shift
from engine.games.aathenuo.solver import linking, relaxation, search
from engine.games.aathenuo.solver.embedding import embed, put_down, turn_between
from engine.games.aathenuo.solver.model import Clock, SetPlan, Task, TimeUpError, WorkClock
from engine.games.aathenuo.table import Table, faults
from engine.games.aathenuo.tiles import whole_set
from tests import hint_positions, paths
from tests.hint_positions import played_table
from tests.reference import aathenuo as slow

pytest.importorskip("ortools")

AATHENUO = engine.game("aathenuo")
DATA = paths.DATA / "aathenuo"
ENDLESS = Clock(math.inf)
MANY = 10 if os.environ.get("TILEWRIGHT_DEEP") else 1


def rows(name):
    """Return the rows of a data file as test parameters named by what stands before the colon."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    parted = [line.partition(": ") for line in lines if line and not line.startswith("#")]
    assert parted
    return [pytest.param(*map(str.strip, row.split("|")), id=title) for title, _, row in parted]


def position_of(table, hand):
    """Return a position of two players in which the first holds ``hand``."""
    other = next(tile for tile in reversed(whole_set()) if tile not in hand)
    return engine.games.aathenuo.rules.AathenuoPosition(Table(table), (hand, (other,)))


def hint_by_work(position, work=20):
    """Return a position's hint, whatever else the machine does meanwhile."""
    return find_until(WorkClock(work), position.table.cells, position.hand)


def checked(position, hint):
    """Return how many tiles a proved hint lays, after playing it."""
    assert hint.is_proved
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


def small_table(rng, size, hand):
    """Return a random table and hand of few kinds, many of them needing crossings, or None."""
    colours = rng.sample("rygb", rng.choice((1, 2, 3, 4)))
    low = rng.randint(1, 6)
    numbers = "*" + "".join(map(str, range(low, low + rng.randint(2, 3))))
    tiles = [tile for tile in whole_set() if tile[0] in colours and tile[1] in numbers]
    if len(tiles) < size + hand:
        return None
    chosen = rng.sample(tiles, size + hand)
    grids = slow.layout(tuple(sorted(chosen[:size])))
    if grids is None:
        return None
    table, right = {}, 0
    for grid in grids:
        table |= {(x + right, y): tile for (x, y), tile in grid}
        right = max(x for x, _ in table) + 2
    return table, tuple(chosen[size:])


def small_tables(seed, count):
    """Return ``count`` random small tables with hands."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        case = small_table(rng, rng.randint(3, 6), rng.randint(1, 3))
        if case is not None:
            found.append(case)
    return found


@pytest.mark.parametrize(("table", "hand"), small_tables(1, 40 * MANY))
def test_hints_agree_with_trying_everything(table, hand):
    position = position_of(table, hand)
    assert checked(position, hint_by_work(position)) == slow.best_turn(table, hand)[0]


@pytest.mark.parametrize(("table", "hand"), small_tables(2, 15 * MANY))
def test_the_exact_model_alone_agrees_with_trying_everything(table, hand):
    """Counting and plans are left out; every number of tiles is asked for."""
    most = slow.best_turn(table, hand)[0]
    task = Task(tuple(table.values()), hand)
    clashes = []
    more = range(len(hand), most, -1)
    tables = [linking.search(task, count, ENDLESS, clashes, squares=True) for count in more]
    assert tables == [None] * len(more)
    assert relaxation.bound(task, ENDLESS) >= most
    if most:
        found = linking.search(task, most, ENDLESS, clashes, squares=True)
        after = put_down({}, {}, [*found.grids, *embed(found.free, ENDLESS)])
        assert faults(after) == ()
        assert not Counter(table.values()) - Counter(after.values())
        assert not Counter(after.values()) - Counter(table.values()) - Counter(hand)


@pytest.mark.parametrize("seed", range(4))
def test_hints_on_large_tables_take_little_work_and_are_proved(seed):
    """40 tiles on the table, 10 in hand."""
    table, bag = played_table(seed, 40)
    position = position_of(table, tuple(bag[:10]))
    laid = checked(position, hint_by_work(position, 1))
    in_a_line = max((len(m.puts) for m in position.legal_moves() if isinstance(m, Lay)), default=0)
    assert laid >= in_a_line


@pytest.mark.parametrize("seed", range(6))
def test_what_was_taken_from_a_table_can_be_laid_again(seed):
    """Tiles are taken so that a valid table is left: the hint lays at least as many."""
    rng = random.Random(seed)
    table, _ = played_table(seed + 20, 30)
    hand = []
    for cell in rng.sample(sorted(table), len(table)):
        left = {c: tile for c, tile in table.items() if c != cell}
        if len(hand) < 6 and not faults(left):
            hand.append(table[cell])
            table = left
    position = position_of(table, tuple(hand))
    assert checked(position, hint_by_work(position)) == len(hand)


# --- a turn early, bettered until the time is up ------------------------------------------------

#: Positions for which the bound is hard to reach or cannot be reached.
HARD = (
    ("4 colours", 10, 20),
    ("4 colours", 60, 20),
    ("no stars", 40, 15),
    ("6 colours", 40, 10),
)


@pytest.mark.parametrize("case", HARD, ids=str)
def test_more_time_never_makes_a_hint_worse(case):
    position = position_of(*hint_positions.position(*case))
    hints = [hint_by_work(position, work) for work in (0.001, 0.01, 0.1, 1, 3)]
    for hint in hints:
        assert 0 < hint.tiles <= hint.bound <= len(position.hand)
        assert len(position.hand) - len(position.play(hint.move).hands[0]) == hint.tiles
    tiles = [hint.tiles for hint in hints]
    assert tiles == sorted(tiles)
    bounds = [hint.bound for hint in hints]
    assert bounds == sorted(bounds, reverse=True)
    assert tiles[-1] >= hints[-1].bound - 1


@pytest.mark.parametrize("case", HARD, ids=str)
def test_the_same_work_gives_the_same_hint(case):
    position = position_of(*hint_positions.position(*case))
    assert hint_by_work(position, 0.5) == hint_by_work(position, 0.5)


def test_numbers_that_cannot_be_planned_in_time_leave_some_for_lower_ones(monkeypatch):
    planned = relaxation.plan

    def hard_above_7(task, count, clock, **options):
        if count > 7:
            clock.part(0.1).now()
            raise TimeUpError
        return planned(task, count, clock, **options)

    monkeypatch.setattr(relaxation, "plan", hard_above_7)
    table, bag = played_table(0, 40)
    position = position_of(table, tuple(bag[:10]))
    assert hint_by_work(position, 0.5).tiles >= 7


def test_lines_are_laid_beside_each_other_without_moving_any():
    position = AATHENUO.parse("r3,r4,r5/.,.,./g3,g4,g5 1 r6y1y2y3g6b8b8/b1")
    looking = search._Search(position.table.cells, position.hand, ENDLESS)
    looking._lay_line(ENDLESS)
    assert looking.tiles == 3
    looking._lay_further_lines(ENDLESS)
    assert (looking.tiles, looking.best.shifts) == (5, ())
    position.play(str(looking.best))


def test_a_part_of_a_clock_ends_no_later_than_the_clock():
    clock = Clock(100)
    assert 40 < clock.part(0.5).left <= 50
    assert clock.part(2).left <= 100
    assert Clock(0).part(0.5).left == 0
    with pytest.raises(TimeUpError):
        Clock(0).check()


def test_the_solver_is_not_called_without_time():
    with pytest.raises(TimeUpError):
        relaxation.bound(Task(("r1", "r2", "r3"), ("r4",)), Clock(0))


def test_grids_conflict_whose_added_tiles_touch():
    cells = {(x, 0): f"r{x + 1}" for x in range(5)}
    added = [{(0, 1): "y1"}, {(0, 1): "g1"}, {(1, 1): "y2"}, {(3, 1): "b4"}, {(5, 0): "r6"}, {}]
    grids = [cells | more for more in added]
    pairs = {pair for group in search._conflicts(cells, grids) for pair in combinations(group, 2)}
    assert pairs == {(0, 1), (0, 2), (1, 2)}


# --- what a hint says ---------------------------------------------------------------------------


def test_sentences():
    position = AATHENUO.parse("r3,r4,r5 1 r6y1/b1")
    assert position.hint().sentence() == "+r6@3,0 lays 1 tile, and no turn lays more."
    nothing = AATHENUO.parse("r3,r4,r5 1 y1/b1").hint()
    assert nothing.sentence() == "No tile can be laid, whatever is rearranged: draw."


def test_a_hint_says_when_the_time_ran_out():
    table, bag = played_table(3, 60)
    position = position_of(table, tuple(bag[:20]))
    hint = hint_by_work(position, 0.001)
    assert (hint.status, hint.is_proved) == ("time limit", False)
    assert hint.tiles < hint.bound <= 20
    assert "before the time ran out" in hint.sentence()
    assert f"none lays over {hint.bound}" in hint.sentence()
    if hint.move is not None:
        position.play(hint.move)


def test_a_game_that_is_over_has_no_turns():
    assert AATHENUO.parse("r3,r4,r5 1 r6/-").hint().status == "none"


@pytest.mark.parametrize("seconds", [0, -1, "10", None, True, float("nan"), float("inf")])
def test_seconds_out_of_range(seconds):
    with pytest.raises(engine.OptionError, match="seconds must be a positive number"):
        AATHENUO.parse("- 1 r1/b1").hint(seconds=seconds)


def test_without_the_solver_a_hint_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(engine.OptionError, match="pip install ortools"):
        AATHENUO.parse("- 1 r1/b1").hint()


# --- the parts ----------------------------------------------------------------------------------


def test_a_turn_is_named_with_what_stays_in_place():
    before = Table({(0, 0): "r3", (1, 0): "r4", (2, 0): "r5"}).cells
    after = {(0, 0): "r3", (1, 0): "r4", (2, 0): "r5", (3, 0): "r6"}
    assert str(turn_between(before, after)) == "+r6@3,0"
    after = {(1, 0): "r3", (2, 0): "r4", (3, 0): "r5", (4, 0): "r6"}
    lay = turn_between(before, after)
    assert [put.tile for put in lay.puts] == ["r6"]
    assert Shift((0, 0), (1, 0)) in lay.shifts
    assert len(lay.shifts) == 3


def test_grids_are_put_where_their_tiles_lie_turned_if_need_be():
    before = {(4, 0): "r5", (4, 1): "r4", (4, 2): "r3", (0, 0): "y1", (1, 0): "y2", (2, 0): "y3"}
    grid = {(0, 0): "r3", (1, 0): "r4", (2, 0): "r5", (3, 0): "r6"}
    other = {(0, 0): "b1", (0, 1): "b2", (0, 2): "b3"}
    staying = {cell: tile for cell, tile in before.items() if tile[0] == "y"}
    after = put_down(before, staying, [other, grid])
    assert {cell: after[cell] for cell in before} == before
    assert after[4, -1] == "r6"
    assert faults(after) == ()
    assert len(after) == 10


def test_plans_that_cannot_be_laid_out_are_seen_as_such():
    """Three reds 3 4 5, two of whose tiles lie in two sets: the grid has no room."""
    kind = (("r", 3), ("r", 4), ("r", 5))
    numbers = Counter({("r", 3): 2, ("r", 4): 2, ("r", 5): 3})
    assert embed(SetPlan((), (kind,) * 3, numbers, Counter(), Counter()), ENDLESS) is None
    numbers = Counter({("r", 3): 2, ("r", 4): 1, ("r", 5): 2})
    (grid,) = embed(SetPlan((), (kind,) * 2, numbers, Counter(), Counter()), ENDLESS)
    assert sorted(grid.values()) == ["r3", "r3", "r4", "r5", "r5"]
    assert faults(grid) == ()


def test_a_hint_may_have_less_than_a_second():
    found = find({}, ["r1"], seconds=0.9)
    assert found.tiles <= found.bound <= 1
    for seconds in (0, -1, float("inf"), float("nan"), True, "1"):
        with pytest.raises(engine.OptionError, match="seconds must be a positive number, not"):
            find({}, ["r1"], seconds=seconds)
