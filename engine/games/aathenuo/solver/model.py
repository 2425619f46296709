"""The problem without the grid: how many sets of each kind, the bound on a hint, and plans for it.

Any table is a number of sets in which every tile lies in one or two.  The relaxed model asks only
for that, so the most tiles it allows is a proved bound; not every plan it gives can be laid.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from engine.errors import OptionError
from engine.games.aathenuo.table import SETS, Member, SetKind, tiles_of
from engine.games.aathenuo.tiles import NUMBERS, STAR

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver

#: The seconds that CP-SAT takes for every constraint before it looks at the time.
_START_UP = 1e-6


class TimeUpError(Exception):
    """The time for a hint, or for a part of its search, is up."""


class Clock:
    """The seconds left."""

    def __init__(self, seconds: float) -> None:
        self._end = self.now() + seconds

    def now(self) -> float:
        return time.monotonic()

    @property
    def remaining(self) -> float:
        return max(0.0, self._end - self.now())

    def part(self, share: float) -> Self:
        """Return a clock for a share of the time left."""
        part, now = copy(self), self.now()
        part._end = now + max(0.0, self._end - now) * min(share, 1.0)
        return part

    def check(self) -> None:
        """Raise TimeUpError where no time is left."""
        if not self.remaining:
            raise TimeUpError

    def solve(self, solver: CpSolver, model: Any, work: float) -> str:
        """Run CP-SAT on a model by so much work at most, in the time left; return how it ended."""
        seconds = self.remaining - _START_UP * len(model.proto.constraints)
        if seconds <= 0:
            raise TimeUpError
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.max_deterministic_time = work
        return str(solver.status_name(solver.solve(model)))


class WorkClock(Clock):
    """A clock of work done, the same on every machine: looks at it, and what CP-SAT counts."""

    def __init__(self, work: float) -> None:
        self._done = [0.0]  # one for all parts
        super().__init__(work)

    def now(self) -> float:
        self._done[0] += 1e-5
        return self._done[0]

    def solve(self, solver: CpSolver, model: Any, work: float) -> str:
        self.check()
        solver.parameters.max_deterministic_time = min(work, self.remaining)
        status = str(solver.status_name(solver.solve(model)))
        constraints = len(model.proto.constraints)
        self._done[0] += solver.response_proto.deterministic_time + 1e-5 * constraints
        return status


class Task(NamedTuple):
    """Tiles on the table and in the hand, and those of each grid, which could stay."""

    table: tuple[str, ...]
    hand: tuple[str, ...]
    grids: tuple[tuple[str, ...], ...] = ()


class SetPlan(NamedTuple):
    """What a table could be made of, before anything is laid out."""

    #: The indices of grids that stay, and the sets to be laid anew.
    staying: tuple[int, ...]
    sets: tuple[SetKind, ...]
    #: How many tiles of its number, and how many stars, are a member; some may lie in two sets.
    numbers: Counter[Member]
    stars: Counter[Member]
    #: How often a member of the sets is a star.
    star_members: Counter[Member]


#: Longer sets fall apart into these.
_SHORT_SETS = tuple(kind for kind in SETS if len(kind) <= 5)


def cp_model() -> Any:
    """Return OR-Tools' CP-SAT module; raise OptionError where it is not installed."""
    try:
        from ortools.sat.python import cp_model as module
    except ImportError as error:
        words = "a hint needs OR-Tools, which is not installed; pip install ortools"
        raise OptionError(words) from error
    return module


class Model:
    """The variables of a task: tiles laid, grids that stay, and the sets made of the others."""

    def __init__(self, task: Task, clock: Clock) -> None:
        self.task, self.clock = task, clock
        self.cp = cp_model().CpModel()
        self.table, self.hand = Counter(task.table), Counter(task.hand)
        self.have = self.table + self.hand
        whole = self.cp.new_int_var
        self.laid: dict[str, Any] = {
            tile: whole(0, number, f"lay {tile}") for tile, number in self.hand.items()
        }
        self.total = sum(self.laid.values())
        self.stay = [self.cp.new_bool_var(f"stay {k}") for k in range(len(task.grids))]
        self.sets: dict[SetKind, Any] = {}
        self.sets_with: dict[Member, list[Any]] = {
            (colour, number): []
            for colour in sorted({tile[0] for tile in self.have})
            for number in NUMBERS
        }
        for kind in _SHORT_SETS:
            # As often as the scarcest member allows, each tile in two sets.
            most = min(2 * sum(self.have[tile] for tile in tiles_of(m)) for m in kind)
            if most:
                self.sets[kind] = whole(0, most, f"set {kind}")
                for member in kind:
                    self.sets_with[member].append(self.sets[kind])

    def to_lay_out(self, tile: str) -> Any:
        """Return how many tiles of a kind are in play outside the grids that stay."""
        staying = sum(
            stay * number
            for stay, grid in zip(self.stay, self.task.grids, strict=True)
            if (number := grid.count(tile))
        )
        return self.table[tile] + self.laid.get(tile, 0) - staying

    def tiles_staying(self) -> Any:
        """Return how many tiles of the table lie in grids that stay."""
        grids = zip(self.stay, self.task.grids, strict=True)
        return sum(stay * len(grid) for stay, grid in grids)

    def solve(self, work: float = math.inf) -> tuple[str, CpSolver]:
        """Return how the solver ended, ``OPTIMAL``, ``FEASIBLE`` or ``INFEASIBLE``; raise TimeUpError.

        One worker without presolve's costlier parts: the models are small and many.
        """
        solver = cp_model().CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.symmetry_level = 0
        status = self.clock.solve(solver, self.cp, work)
        if status == "UNKNOWN":
            raise TimeUpError
        return status, solver

    def plan(
        self,
        solver: CpSolver,
        numbers: dict[Member, Any],
        stars: dict[Member, Any],
        star_members: dict[Member, Any],
    ) -> SetPlan:
        """Return the sets of a solution, each as often as it is made, and what fills them."""

        def values(variables: dict[Member, Any]) -> Counter[Member]:
            return Counter({key: n for key, var in variables.items() if (n := solver.value(var))})

        staying = tuple(k for k, literal in enumerate(self.stay) if solver.value(literal))
        sets = tuple(kind for kind, n in self.sets.items() for _ in range(solver.value(n)))
        return SetPlan(staying, sets, values(numbers), values(stars), values(star_members))


class _RelaxedModel(Model):
    def __init__(self, task: Task, clock: Clock) -> None:
        super().__init__(task, clock)
        self.numbers: dict[Member, Any] = {}
        self.stars: dict[Member, Any] = {}
        self.star_members: dict[Member, Any] = {}
        for member, sets in self.sets_with.items():
            tile, star = tiles_of(member)
            self.numbers[member], number_members = self._once_or_twice(tile)
            self.stars[member], self.star_members[member] = self._once_or_twice(star)
            self.cp.add(self.numbers[member] == self.to_lay_out(tile))
            self.cp.add(sum(sets) == number_members + self.star_members[member])
        for colour in sorted({member[0] for member in self.sets_with}):
            acting = sum(self.stars[colour, number] for number in NUMBERS)
            self.cp.add(acting == self.to_lay_out(colour + STAR))

    def _once_or_twice(self, tile: str) -> tuple[Any, Any]:
        """Return how many tiles of a kind there are, and of how many sets they are members."""
        count = self.cp.new_int_var(0, self.have[tile], tile)
        sets = self.cp.new_int_var(0, 2 * self.have[tile], f"sets with {tile}")
        self.cp.add(count <= sets)
        self.cp.add(sets <= 2 * count)
        return count, sets


def bound(task: Task, clock: Clock) -> int:
    """Return a number of tiles that no turn can exceed, whatever could stay; raise TimeUpError."""
    model = _RelaxedModel(Task(task.table, task.hand), clock)
    model.cp.maximize(model.total)
    _, solver = model.solve()
    return min(int(solver.best_objective_bound + 1e-6), len(task.hand))


def plan(task: Task, count: int, clock: Clock, *, crossing: int, work: float) -> SetPlan | None:
    """Return a plan that lays exactly ``count`` tiles, None if there is none; raise TimeUpError.

    It is cheap: ``crossing`` for every tile in two new sets, 1 for every tile that does not stay.
    """
    model = _RelaxedModel(task, clock)
    model.cp.add(model.total == count)
    members = sum(len(kind) * number for kind, number in model.sets.items())
    crossings = members - sum(model.numbers.values()) - sum(model.stars.values())
    model.cp.minimize(crossing * crossings - model.tiles_staying())
    status, solver = model.solve(work)
    if status == "INFEASIBLE":
        return None
    return model.plan(solver, model.numbers, model.stars, model.star_members)
