"""The relaxed problem, without the grid: the bound on a hint and the plans for it.

Any table is a number of sets in which every tile lies in one or two.  This module forgets the
grid and asks only for that: how many sets of each kind, so that every tile of the table and
the chosen ones of the hand are in one or two of them.  Sets of three to five tiles are enough,
for longer ones fall apart into these with the same tiles.  Every legal table passes this test,
so the most tiles it allows is a proved bound; not every plan it gives can be laid on the grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.games.aathenuo.solver.model import (
    Clock,
    Member,
    Model,
    SetKind,
    SetPlan,
    Task,
    made_sets,
    staying_grids,
    values,
)
from engine.games.aathenuo.tiles import NUMBERS, STAR


def bound(task: Task, clock: Clock) -> int:
    """Return a number of tiles that no turn can exceed.

    Grids that stay make no difference: what they hold could be made anew.

    Raises TimeUpError.
    """
    model = _RelaxedModel(Task(task.table, task.hand), clock)
    model.cp.maximize(model.total)
    _, solver = model.solve()
    return min(int(solver.best_objective_bound + 1e-6), len(task.hand))


def plan(
    task: Task,
    count: int,
    clock: Clock,
    *,
    crossing: int,
    refused: Sequence[SetPlan],
    work: float,
) -> SetPlan | None:
    """Return a plan that lays exactly ``count`` tiles, or None if there is none.

    It is as cheap as was found by so much ``work``: ``crossing`` for every tile in two new sets and 1 for
    every tile of the table outside the grids that stay.  Plans that make all the sets of a
    ``refused`` one are left out.

    Raises TimeUpError.
    """
    model = _RelaxedModel(task, clock)
    model.cp.add(model.total == count)
    for other in refused:
        model.refuse(other)
    model.cp.minimize(crossing * model.crossings() - model.tiles_staying())
    status, solver = model.solve(work)
    if status == "INFEASIBLE":
        return None
    return SetPlan(
        staying_grids(solver, model.stay),
        made_sets(solver, model.sets),
        values(solver, model.numbers),
        values(solver, model.stars),
        values(solver, model.star_members),
    )


class _RelaxedModel(Model):
    """A task in which a tile may lie in any two sets."""

    def __init__(self, task: Task, clock: Clock) -> None:
        super().__init__(task, clock)
        self.numbers: dict[Member, Any] = {}
        self.stars: dict[Member, Any] = {}
        self.star_members: dict[Member, Any] = {}
        for member, sets in self.sets_with.items():
            clock.check()
            tile, star = f"{member[0]}{member[1]}", member[0] + STAR
            self.numbers[member], number_members = self._once_or_twice(tile)
            self.stars[member], self.star_members[member] = self._once_or_twice(star)
            self.cp.add(self.numbers[member] == self.to_lay_out(tile))
            self.cp.add(sum(sets) == number_members + self.star_members[member])
        for colour in sorted({member[0] for member in self.sets_with}):
            acting = sum(self.stars[colour, number] for number in NUMBERS)
            self.cp.add(acting == self.to_lay_out(colour + STAR))

    def _once_or_twice(self, tile: str) -> tuple[Any, Any]:
        count = self.cp.new_int_var(0, self.have[tile], tile)
        sets = self.cp.new_int_var(0, 2 * self.have[tile], f"sets with {tile}")
        self.cp.add(count <= sets)
        self.cp.add(sets <= 2 * count)
        return count, sets

    def crossings(self) -> Any:
        size = sum(len(kind) * count for kind, count in self.sets.items())
        return size - sum(self.numbers.values()) - sum(self.stars.values())

    def refuse(self, other: SetPlan) -> None:
        fewer = []
        for kind, count in Counter[SetKind](other.sets).items():
            differs = self.cp.new_bool_var("")
            self.cp.add(self.sets[kind] < count).only_enforce_if(differs)
            fewer.append(differs)
        self.cp.add_bool_or(fewer)
