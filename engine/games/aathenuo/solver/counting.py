"""Which sets a turn could make, counted: the bound on a hint and the plans for it.

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
    Kind,
    Model,
    Plan,
    Slot,
    Task,
    TimeUpError,
    made_sets,
    staying_blocks,
    values,
)
from engine.games.aathenuo.tiles import NUMBERS, STAR


def bound(task: Task, clock: Clock) -> int:
    """Return a number of tiles that no turn can exceed.

    Blocks make no difference: what they hold could be counted as sets too.
    """
    model = _Counted(Task(task.table, task.hand), clock)
    model.cp.maximize(model.total)
    status, solver = model.solve()
    if status == "UNKNOWN":
        return len(task.hand)
    return min(int(solver.best_objective_bound + 1e-6), len(task.hand))


def plan(
    task: Task,
    count: int,
    clock: Clock,
    *,
    crossing: int,
    moving: int,
    refused: Sequence[Plan] = (),
) -> Plan | None:
    """Return a plan that lays exactly ``count`` tiles, or None if there is none.

    Of all such plans it is the cheapest: ``crossing`` for every tile in two new sets and
    ``moving`` for every tile of the table outside the blocks that stay.  A plan that makes all
    the sets of a ``refused`` one is none.

    Raises TimeUpError.
    """
    model = _Counted(task, clock)
    model.cp.add(model.total == count)
    for other in refused:
        model.refuse(other)
    model.cp.minimize(crossing * model.crossings() - moving * model.staying())
    status, solver = model.solve()
    if status == "UNKNOWN":
        raise TimeUpError
    if status == "INFEASIBLE":
        return None
    return Plan(
        staying_blocks(solver, model.stay),
        made_sets(solver, model.sets),
        values(solver, model.numbers),
        values(solver, model.stars),
        values(solver, model.star_slots),
    )


class _Counted(Model):
    """A task in which a tile may lie in any two sets."""

    def __init__(self, task: Task, clock: Clock) -> None:
        super().__init__(task, clock)
        self.numbers: dict[Slot, Any] = {}
        self.stars: dict[Slot, Any] = {}
        self.star_slots: dict[Slot, Any] = {}
        for slot, sets in self.slots.items():
            tile, star = f"{slot[0]}{slot[1]}", slot[0] + STAR
            self.numbers[slot], number_slots = self._once_or_twice(tile)
            self.stars[slot], self.star_slots[slot] = self._once_or_twice(star)
            self.cp.add(self.numbers[slot] == self.outside_blocks(tile))
            self.cp.add(sum(sets) == number_slots + self.star_slots[slot])
        for colour in sorted({slot[0] for slot in self.slots}):
            acting = sum(self.stars[colour, number] for number in NUMBERS)
            self.cp.add(acting == self.outside_blocks(colour + STAR))

    def _once_or_twice(self, tile: str) -> tuple[Any, Any]:
        """Return how many tiles of a kind there are, and how many slots they fill."""
        count = self.cp.new_int_var(0, self.have[tile], tile)
        slots = self.cp.new_int_var(0, 2 * self.have[tile], f"slots of {tile}")
        self.cp.add(count <= slots)
        self.cp.add(slots <= 2 * count)
        return count, slots

    def crossings(self) -> Any:
        """Return how many tiles lie in two sets."""
        size = sum(len(kind) * count for kind, count in self.sets.items())
        return size - sum(self.numbers.values()) - sum(self.stars.values())

    def refuse(self, other: Plan) -> None:
        """Forbid all the sets of a plan together."""
        fewer = []
        for kind, count in Counter[Kind](other.sets).items():
            differs = self.cp.new_bool_var("")
            self.cp.add(self.sets[kind] < count).only_enforce_if(differs)
            fewer.append(differs)
        self.cp.add_bool_or(fewer)
