"""What the relaxed and the exact model have in common: tiles, grids that stay, sets to make.

Both are CP-SAT models.  OR-Tools is asked for here and nowhere else, and only when used.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.errors import OptionError
from engine.games.aathenuo.tiles import COLOURS, NUMBERS, STAR

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver


import time
from copy import copy
from typing import Self

# ------------------------------------------------------------------------------------ the time left


class TimeUpError(Exception):
    """The time for a hint, or for a part of its search, is up."""


class Clock:
    """The time left."""

    def __init__(self, seconds: float) -> None:
        self._end = self.now() + seconds

    def now(self) -> float:
        """Return the seconds on the wall, from any beginning."""
        return time.monotonic()

    def solve(self, solver: Any, model: Any, work: float) -> str:
        """Run CP-SAT on a model for no longer than is left; return how it ended.

        ``work`` is the most it may do, in CP-SAT's units, which no load on the machine changes.

        Raises TimeUpError.
        """
        # What CP-SAT does before it first looks at its own clock grows with the model.
        seconds = self.left - _START_UP * len(model.proto.constraints)
        if seconds <= 0:
            raise TimeUpError
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.max_deterministic_time = work
        return str(solver.status_name(solver.solve(model)))

    @property
    def left(self) -> float:
        """The seconds left, 0 when the time is up."""
        return max(0.0, self._end - self.now())

    def part(self, share: float) -> Self:
        """Return a clock for a share of the time left."""
        part = copy(self)
        now = self.now()
        part._end = min(self._end, now + max(0.0, self._end - now) * share)
        return part

    def check(self) -> None:
        """See that there is time left.

        Raises TimeUpError.
        """
        if not self.left:
            raise TimeUpError


class WorkClock(Clock):
    """A clock of work done, the same on every machine: looks at it, and what CP-SAT counts.

    A unit is some seconds of an idle machine.
    """

    def __init__(self, work: float) -> None:
        self._done = [0.0]  # one for all parts
        super().__init__(work)

    def now(self) -> float:
        """Return the work done."""
        self._done[0] += 1e-5
        return self._done[0]

    def solve(self, solver: Any, model: Any, work: float) -> str:
        """Run CP-SAT on a model for no more work than is left; return how it ended.

        Raises TimeUpError.
        """
        self.check()
        solver.parameters.max_deterministic_time = min(work, self.left)
        status = str(solver.status_name(solver.solve(model)))
        size = len(model.proto.constraints)
        self._done[0] += solver.response_proto.deterministic_time + 1e-5 * size
        return status


#: The seconds that CP-SAT takes for every constraint before it looks at the time.
_START_UP = 1e-6


# ---------------------------------------------------------------------------------------- the model


#: A tile's part in a set: its colour, and the number it is or stands for.
Member = tuple[str, int]
SetKind = tuple[Member, ...]


@dataclass(frozen=True)
class StayingGrid:
    """A grid of the table that could stay as it is, with ``laid`` tiles of the hand added to it.

    ``grid`` tells which grid; a grid stays in at most one way.
    """

    grid: int
    tiles: tuple[str, ...]
    laid: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """Tiles on the table and in the hand, and the grids that could stay.

    Of the grids that an entry of ``conflicts`` names by their indices at most one can stay.
    """

    table: tuple[str, ...]
    hand: tuple[str, ...]
    grids: tuple[StayingGrid, ...] = ()
    conflicts: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class SetPlan:
    """What a table could be made of, before anything is laid out.

    ``staying`` are indices of grids that stay.  ``sets`` are to be laid anew: ``numbers`` and
    ``stars`` give, for each member, how many tiles of its number and how many stars are it;
    where the sets have it more often, some tiles lie in two sets, and ``star_members`` tells
    how often it is a star.
    """

    staying: tuple[int, ...]
    sets: tuple[SetKind, ...]
    numbers: Counter[Member]
    stars: Counter[Member]
    star_members: Counter[Member]


def set_kinds(tiles: Iterable[str]) -> Iterator[SetKind]:
    """Yield every set of three to five tiles for which ``tiles`` has the kinds (rule 2.2).

    Longer sets fall apart into these.
    """
    have = set(tiles)

    def fits(kind: SetKind) -> bool:
        return all(f"{c}{n}" in have or c + STAR in have for c, n in kind)

    colours = [c for c in COLOURS if any(tile[0] == c for tile in have)]
    for size in (3, 4, 5):
        for colour in colours:
            for first in range(1, len(NUMBERS) - size + 2):
                kind: SetKind = tuple((colour, n) for n in range(first, first + size))
                if fits(kind):
                    yield kind
        for chosen in combinations(colours, size):
            for number in NUMBERS:
                kind = tuple((colour, number) for colour in chosen)
                if fits(kind):
                    yield kind


class Model:
    """The variables of a task: tiles laid, grids that stay, and the sets made of the others."""

    def __init__(self, task: Task, clock: Clock) -> None:
        """Build what does not depend on how sets may cross."""
        self.task = task
        self.clock = clock
        self.cp = cp_model().CpModel()
        self.table, self.hand = Counter(task.table), Counter(task.hand)
        self.have = self.table + self.hand
        whole = self.cp.new_int_var
        self.laid: dict[str, Any] = {t: whole(0, n, f"lay {t}") for t, n in self.hand.items()}
        self.total = sum(self.laid.values())
        self.stay = [self.cp.new_bool_var(f"stay {k}") for k in range(len(task.grids))]
        self.sets: dict[SetKind, Any] = {
            kind: whole(0, _most_of(kind, self.have), f"set {kind}")
            for kind in set_kinds(self.have)
        }
        self.sets_with: dict[Member, list[Any]] = {
            (colour, number): []
            for colour in sorted({tile[0] for tile in self.have})
            for number in NUMBERS
        }
        for kind, count in self.sets.items():
            for member in kind:
                self.sets_with[member].append(count)
        self._keep_apart()

    def _keep_apart(self) -> None:
        ways: dict[int, list[Any]] = {}
        for stay, grid in self._grids():
            ways.setdefault(grid.grid, []).append(stay)
        for literals in ways.values():
            self.cp.add_at_most_one(literals)
        for conflict in self.task.conflicts:
            self.cp.add_at_most_one([self.stay[k] for k in conflict])

    def _grids(self) -> Iterator[tuple[Any, StayingGrid]]:
        return zip(self.stay, self.task.grids, strict=True)

    def to_lay_out(self, tile: str) -> Any:
        """Return how many tiles of a kind are in play outside the grids that stay."""
        in_grids = sum(
            stay * (grid.tiles.count(tile) + grid.laid.count(tile))
            for stay, grid in self._grids()
            if tile in grid.tiles or tile in grid.laid
        )
        return self.table[tile] + self.laid.get(tile, 0) - in_grids

    def tiles_staying(self) -> Any:
        """Return how many tiles of the table lie in grids that stay."""
        return sum(stay * len(grid.tiles) for stay, grid in self._grids())

    def solve(self, work: float = math.inf) -> tuple[str, CpSolver]:
        """Return how the solver ended, ``OPTIMAL``, ``FEASIBLE`` or ``INFEASIBLE``, and the solver.

        One worker without presolve's costlier parts: the models are small and many, and the
        answer is the same every time unless the time runs out.

        Raises TimeUpError where nothing was found in time, or by so much ``work``.
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


def _most_of(kind: SetKind, have: Counter[str]) -> int:
    return min(2 * (have[f"{c}{n}"] + have[c + STAR]) for c, n in kind)


def cp_model() -> Any:
    """Return OR-Tools' CP-SAT module.

    Raises OptionError where it is not installed.
    """
    try:
        from ortools.sat.python import cp_model as found
    except ImportError as error:
        raise OptionError(
            "a hint needs OR-Tools, which is not installed; pip install ortools"
        ) from error
    return found


def values(solver: CpSolver, variables: dict[Any, Any]) -> Counter[Any]:
    """Return the values of variables that are not 0."""
    return Counter({key: n for key, var in variables.items() if (n := solver.value(var))})


def made_sets(solver: CpSolver, sets: dict[SetKind, Any]) -> tuple[SetKind, ...]:
    """Return the sets of a solution, each as often as it is made."""
    return tuple(kind for kind, count in sets.items() for _ in range(solver.value(count)))


def staying_grids(solver: CpSolver, stay: Sequence[Any]) -> tuple[int, ...]:
    """Return the indices of the grids that stay in a solution."""
    return tuple(k for k, literal in enumerate(stay) if solver.value(literal))
