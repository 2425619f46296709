"""The best turn from the hand: as many tiles as possible, with any rearrangement, and the proof.

1. Lines of tiles are laid without moving any, the longest first.
2. The relaxed problem (:mod:`.solver.model`) forgets the grid.  It gives a proved bound.
3. A plan for that number, or else for the next lower one, is laid out on the grid
   (:mod:`.solver.embedding`).  Nearly every table ends here.  Else plans of other prices are tried.
4. For every number between, from the bound downwards, the exact model (:mod:`.solver.linking`) finds
   a table or proves that there is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.errors import OptionError
from engine.games.aathenuo.moves import with_lines
from engine.games.aathenuo.notation import Lay
from engine.games.aathenuo.solver import linking, model
from engine.games.aathenuo.solver.embedding import Grid, embed, put_down, turn_between
from engine.games.aathenuo.solver.model import Clock, Task, TimeUpError
from engine.games.aathenuo.table import REACH, Cells, components, faults, span
from engine.words import count

#: The rounds of planning: what a crossing of new sets weighs against a moved tile, and the work.
_ROUNDS = ((2, 0.03), (20, 0.03), (100, 0.1), (8, 0.1), (0, 0.1), (200, 0.5))
#: The most lines that are looked at before the others begin.
_MOST_LINES = 300
#: The shares of the time left that lines and the bound may take.
_FOR_LINES, _FOR_BOUND = 0.3, 0.5


@dataclass(frozen=True)
class BestTurn:
    """The best turn found, if any, how many tiles it lays, and the proved ``bound``: none lays more."""

    move: str | None
    tiles: int
    bound: int

    @property
    def status(self) -> str:
        """``optimal``, ``none`` (it is proved that no tile can be laid), or ``time limit``."""
        if self.tiles < self.bound:
            return "time limit"
        return "optimal" if self.tiles else "none"

    def sentence(self) -> str:
        if self.status == "none":
            return "No tile can be laid, whatever is rearranged: draw."
        laid = count(self.tiles, "tile")
        words = f"{self.move} lays {laid}" if self.tiles else "No turn was found"
        if self.status == "optimal":
            return f"{words}, and no turn lays more."
        return f"{words} before the time ran out; it is proved that none lays over {self.bound}."


def find(cells: Cells, hand: Sequence[str], *, seconds: float = 10.0) -> BestTurn:
    """Return the best turn on a valid table; raise OptionError without OR-Tools or positive seconds."""
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not (is_number and 0 < seconds < math.inf):
        raise OptionError(f"seconds must be a positive number, not {seconds!r}")
    return find_until(Clock(seconds), cells, hand)


def find_until(clock: Clock, cells: Cells, hand: Sequence[str]) -> BestTurn:
    """Return what :func:`find` does, by a clock that need not count seconds."""
    search = _Search(cells, tuple(hand), clock)
    search.run()
    bound = max([search.tiles, *search.open_numbers()])
    return BestTurn(None if search.best is None else str(search.best), search.tiles, bound)


class _Search:
    def __init__(self, cells: Cells, hand: tuple[str, ...], clock: Clock) -> None:
        self.cells, self.hand, self.clock = cells, hand, clock
        self.best: Lay | None = None
        self.top = len(hand)  # no turn lays more
        self.impossible: set[int] = set()  # numbers of tiles that no turn lays
        self.clashes: list[linking.Clash] = []
        self.grids = [{cell: cells[cell] for cell in grid} for grid in components(cells)]

    @property
    def tiles(self) -> int:
        return len(self.best.puts) if self.best is not None else 0

    def open_numbers(self) -> list[int]:
        """Return the numbers of tiles that a better turn could lay, the highest first."""
        return [n for n in range(self.top, self.tiles, -1) if n not in self.impossible]

    def run(self) -> None:
        clock = self.clock.part(_FOR_LINES)
        with suppress(TimeUpError):
            for after in with_lines(self.cells, self.hand, _MOST_LINES):
                self._take(after)
                clock.check()
        model.cp_model()
        grids = tuple(tuple(grid.values()) for grid in self.grids)
        self.task = Task(tuple(self.cells.values()), self.hand, grids)
        with suppress(TimeUpError):
            self.top = model.bound(self.task, self.clock.part(_FOR_BOUND))
        with suppress(TimeUpError):
            for crossing, work in _ROUNDS:
                self._plan_down(crossing, work)
        with suppress(TimeUpError):
            while self.open_numbers():
                self._prove_down()
                self.clock.check()

    def _plan_down(self, crossing: int, work: float) -> None:
        for number in self.open_numbers():
            self.clock.check()
            with suppress(TimeUpError):
                plan = model.plan(self.task, number, self.clock, crossing=crossing, work=work)
                if plan is None:
                    self.impossible.add(number)
                elif grids := embed(plan, self.clock):
                    self._lay_out(plan.staying, grids)
                    return

    def _prove_down(self) -> None:
        """Lay more tiles by the exact model, or prove that no turn does."""
        numbers = self.open_numbers()
        for k, number in enumerate(numbers):
            clock = self.clock.part(1 / (len(numbers) - k))
            with suppress(TimeUpError):
                linked = linking.search(self.task, number, clock, self.clashes)
                if linked:
                    plan, grids = linked
                    free = embed(plan, Clock(math.inf))
                    assert free is not None, "sets that cross nothing can always be laid"
                    self._lay_out(plan.staying, [*grids, *free])
                    return
                self.impossible.add(number)

    def _lay_out(self, staying: Sequence[int], grids: Sequence[Grid]) -> None:
        stay: Grid = {}
        for k in staying:
            stay |= self.grids[k]
        after = put_down(self.cells, stay, grids)
        if max(span(after)) > REACH:
            after = put_down({}, {}, [*(self.grids[k] for k in staying), *grids])
        self._take(after)

    def _take(self, after: Cells) -> None:
        self.best = turn_between(self.cells, after)
        assert not faults(after), f"{self.best} breaks a rule"
