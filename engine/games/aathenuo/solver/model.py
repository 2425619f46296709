"""What the counting and the exact model have in common: tiles, blocks that stay, sets to make.

Both are CP-SAT models.  OR-Tools is asked for here and nowhere else, and only when used.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.errors import OptionError
from engine.games.aathenuo.tiles import COLOURS, NUMBERS, STAR

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver

#: A tile's part in a set: its colour, and the number it is or stands for.
Slot = tuple[str, int]
Kind = tuple[Slot, ...]


class TimeUpError(Exception):
    """The time for a hint is up."""


class Clock:
    """The time left for a hint."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds left, 0 when the time is up."""
        return max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """See that there is time left.

        Raises TimeUpError.
        """
        if not self.left:
            raise TimeUpError


@dataclass(frozen=True)
class Block:
    """A grid of the table that could stay as it is, with ``laid`` tiles of the hand added to it.

    ``grid`` tells which grid; a grid stays in at most one way.
    """

    grid: int
    tiles: tuple[str, ...]
    laid: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """Tiles on the table and in the hand, and the blocks that could stay.

    Two blocks in ``clashes`` cannot both stay.
    """

    table: tuple[str, ...]
    hand: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    clashes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Plan:
    """What a table could be made of, before anything is laid out.

    ``blocks`` are indices of blocks that stay.  ``sets`` are to be laid anew: ``numbers`` and
    ``stars`` give, for each slot, how many tiles of its number and how many stars fill it;
    where the sets have more such slots, some tiles lie in two sets, and ``star_slots`` tells
    how many of the slots are the stars'.
    """

    blocks: tuple[int, ...]
    sets: tuple[Kind, ...]
    numbers: Counter[Slot]
    stars: Counter[Slot]
    star_slots: Counter[Slot]


def set_kinds(tiles: Iterable[str]) -> Iterator[Kind]:
    """Yield every set of three to five tiles for which ``tiles`` has the kinds (rule 2.2).

    Longer sets fall apart into these.
    """
    have = set(tiles)

    def fits(kind: Kind) -> bool:
        return all(f"{c}{n}" in have or c + STAR in have for c, n in kind)

    colours = [c for c in COLOURS if any(tile[0] == c for tile in have)]
    for size in (3, 4, 5):
        for colour in colours:
            for first in range(1, len(NUMBERS) - size + 2):
                kind: Kind = tuple((colour, n) for n in range(first, first + size))
                if fits(kind):
                    yield kind
        for chosen in combinations(colours, size):
            for number in NUMBERS:
                kind = tuple((colour, number) for colour in chosen)
                if fits(kind):
                    yield kind


class Model:
    """The variables of a task: tiles laid, blocks that stay, sets made, and slots they fill."""

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
        self.stay = [self.cp.new_bool_var(f"stay {k}") for k in range(len(task.blocks))]
        self.sets: dict[Kind, Any] = {
            kind: whole(0, _most_of(kind, self.have), f"set {kind}")
            for kind in set_kinds(self.have)
        }
        self.slots: dict[Slot, list[Any]] = {
            (colour, number): []
            for colour in sorted({tile[0] for tile in self.have})
            for number in NUMBERS
        }
        for kind, count in self.sets.items():
            for slot in kind:
                self.slots[slot].append(count)
        self._keep_blocks_apart()

    def _keep_blocks_apart(self) -> None:
        for grid in sorted({block.grid for block in self.task.blocks}):
            blocks = zip(self.stay, self.task.blocks, strict=True)
            self.cp.add_at_most_one([stay for stay, block in blocks if block.grid == grid])
        for a, b in self.task.clashes:
            self.cp.add_at_most_one([self.stay[a], self.stay[b]])

    def outside_blocks(self, tile: str) -> Any:
        """Return how many tiles of a kind are in play outside the blocks that stay."""
        in_blocks = sum(
            stay * (block.tiles.count(tile) + block.laid.count(tile))
            for stay, block in zip(self.stay, self.task.blocks, strict=True)
            if tile in block.tiles or tile in block.laid
        )
        return self.table[tile] + self.laid.get(tile, 0) - in_blocks

    def staying(self) -> Any:
        """Return how many tiles of the table lie in blocks that stay."""
        return sum(
            stay * len(block.tiles) for stay, block in zip(self.stay, self.task.blocks, strict=True)
        )

    def solve(self) -> tuple[str, CpSolver]:
        """Return how the solver ended (``OPTIMAL``, ``FEASIBLE``, ``INFEASIBLE``…) and the solver.

        One worker without presolve's costlier parts: the models are small and many, and the
        answer is the same every time unless the time runs out.
        """
        solver = cp_model().CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.symmetry_level = 0
        solver.parameters.max_time_in_seconds = max(self.clock.left, 0.01)
        return solver.status_name(solver.solve(self.cp)), solver


def _most_of(kind: Kind, have: Counter[str]) -> int:
    """Return how often a set can be there: as its scarcest slot allows, each tile in two sets."""
    return min(2 * (have[f"{c}{n}"] + have[c + STAR]) for c, n in kind)


def cp_model() -> Any:
    """Return OR-Tools' CP-SAT module.

    Raises OptionError where it is not installed.
    """
    try:
        from ortools.sat.python import cp_model as found
    except ImportError as error:
        raise OptionError(
            "a hint needs OR-Tools, which is not installed; pip install 'tilewright[solver]'"
        ) from error
    return found


def values(solver: CpSolver, variables: dict[Any, Any]) -> Counter[Any]:
    """Return the values of variables that are not 0."""
    return Counter({key: n for key, var in variables.items() if (n := solver.value(var))})


def made_sets(solver: CpSolver, sets: dict[Kind, Any]) -> tuple[Kind, ...]:
    """Return the sets of a solution, each as often as it is made."""
    return tuple(kind for kind, count in sets.items() for _ in range(solver.value(count)))


def staying_blocks(solver: CpSolver, stay: Sequence[Any]) -> tuple[int, ...]:
    """Return the indices of the blocks that stay in a solution."""
    return tuple(k for k, literal in enumerate(stay) if solver.value(literal))
