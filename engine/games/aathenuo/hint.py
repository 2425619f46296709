"""The best turn from the hand: as many tiles as possible, with any rearrangement, and the proof.

All legal turns of rule 3.1 are searched.  There is a turn early, and it is bettered until the time
is up:

1. Lines of tiles are laid without moving any, the longest first.
2. The relaxed problem (:mod:`.solver.model`) forgets the grid.  It gives a proved bound.
3. Plans for that number are laid out on the grid (:mod:`.solver.embedding`).  A plan laid out is a
   legal turn, and one that lays as many tiles as the bound is optimal.  Nearly every table ends here.
4. Plans for lower numbers of tiles are laid out; then, with more work, others for all numbers.
5. For every number between, from the bound downwards, the exact model (:mod:`.solver.linking`) finds
   a table or proves that there is none.

While lower numbers are open, a number gets only a share of the time left, so the best turn is
*proved* unless the time ran out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from engine.errors import OptionError
from engine.games.aathenuo.moves import with_longest
from engine.games.aathenuo.notation import Lay
from engine.games.aathenuo.solver import linking, model
from engine.games.aathenuo.solver.embedding import Grid, embed, put_down, turn_between
from engine.games.aathenuo.solver.model import Clock, SetPlan, Task, TimeUpError
from engine.games.aathenuo.table import REACH, Cells, components, faults, span
from engine.words import count

#: What a crossing of new sets weighs against a moved tile, in one plan after the other.
_CROSSING_WEIGHTS = (2, 20, 2, 20, 2, 20)
#: The rounds of planning: how often for each number of tiles, and with how much work for each.
_QUICK_ROUND, *_ROUNDS = ((2, 0.03), (6, 0.1), (6, 1.0))
#: The most lines that are looked at before the others begin.
_MOST_LINES = 300
#: The shares of the time left that lines, the bound and plans may take.
_FOR_LINES, _FOR_BOUND, _FOR_PLANS = 0.3, 0.5, 0.4


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
    """Return the best turn with ``hand`` on a valid table with its corner at (0, 0).

    Raises OptionError where OR-Tools is not installed or ``seconds`` is not positive.
    """
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not (is_number and 0 < seconds < math.inf):
        raise OptionError(f"seconds must be a positive number, not {seconds!r}")
    return find_until(Clock(seconds), cells, hand)


def find_until(clock: Clock, cells: Cells, hand: Sequence[str]) -> BestTurn:
    """Return what :func:`find` does, by a clock that need not count seconds.

    Raises OptionError where OR-Tools is not installed.
    """
    search = _Search(cells, tuple(hand), clock)
    search.run()
    bound = max([search.tiles, *search.open_numbers()])
    return BestTurn(None if search.best is None else str(search.best), search.tiles, bound)


class _Search:
    """One search; ``best`` and what is known of the bound get better as it goes on."""

    def __init__(self, cells: Cells, hand: tuple[str, ...], clock: Clock) -> None:
        self.cells, self.hand, self.clock = cells, hand, clock
        self.best: Lay | None = None
        self.top = len(hand)  # no turn lays more
        self.impossible: set[int] = set()  # numbers of tiles that no turn lays
        self.refused: dict[int, list[SetPlan]] = {}  # plans that could not be laid out
        self.planned: set[int] = set()  # numbers of tiles for which there are no other plans
        self.clashes: list[linking.Clash] = []
        self.grids = [{cell: cells[cell] for cell in grid} for grid in components(cells)]

    @property
    def tiles(self) -> int:
        return len(self.best.puts) if self.best is not None else 0

    def open_numbers(self) -> list[int]:
        """Return the numbers of tiles that a better turn could lay, the highest first."""
        return [n for n in range(self.top, self.tiles, -1) if n not in self.impossible]

    def run(self) -> None:
        with suppress(TimeUpError):
            self._lay_lines(self.clock.part(_FOR_LINES))
        model.cp_model()
        grids = tuple(tuple(grid.values()) for grid in self.grids)
        self.task = Task(tuple(self.cells.values()), self.hand, grids)
        with suppress(TimeUpError):
            self.top = model.bound(self.task, self.clock.part(_FOR_BOUND))
        with suppress(TimeUpError):
            self._plan_down(self.open_numbers(), *_QUICK_ROUND, self.clock)
            clock = self.clock.part(_FOR_PLANS)
            for times, work in _ROUNDS:
                self._plan_down(self.open_numbers(), times, work, clock)
        with suppress(TimeUpError):
            self._prove_down()

    def _lay_lines(self, clock: Clock) -> None:
        """Lay the longest line of tiles, and others beside it."""
        after, rest = self.cells, Counter(self.hand)

        def watched(lays: Iterable[Lay]) -> Iterator[Lay]:
            for lay in islice(lays, _MOST_LINES):
                clock.check()
                if after is self.cells and len(lay.puts) > self.tiles:
                    self.best = lay
                yield lay

        while line := with_longest(after, [*rest.elements()], watched):
            rest -= Counter(line.values()) - Counter(after.values())
            after = line
            self._take(after)

    def _plan_down(self, numbers: list[int], times: int, work: float, clock: Clock) -> None:
        """Find the most tiles, of some numbers, for which one of several plans can be laid out."""
        for number in numbers:
            for weight in _CROSSING_WEIGHTS[:times]:
                clock.check()
                if number in self.planned:
                    break
                with suppress(TimeUpError):
                    if self._plan(number, weight, work, clock):
                        return

    def _plan(self, number: int, weight: int, work: float, clock: Clock) -> bool:
        """Lay out a plan for a number of tiles, and tell whether that could be done."""
        refused = self.refused.setdefault(number, [])
        plan = model.plan(self.task, number, clock, crossing=weight, refused=refused, work=work)
        if plan is None:
            self.planned.add(number)
            if not refused:
                self.impossible.add(number)
            return False
        grids = embed(plan, clock)
        if grids is None:
            refused.append(plan)
            return False
        self._lay_out(plan.staying, grids)
        return True

    def _prove_down(self) -> None:
        """Find a turn that lays more tiles, or prove that there is none."""
        is_decided = True
        while is_decided:
            is_decided = False
            numbers = self.open_numbers()
            for k, number in enumerate(numbers):
                clock = self.clock.part(1 / (len(numbers) - k))
                with suppress(TimeUpError):
                    self._link(number, clock)
                    is_decided = True
                self.clock.check()
                if self.tiles >= number:
                    break

    def _link(self, number: int, clock: Clock) -> None:
        """Lay out a table with a number of tiles by the exact model, or remember that there is none."""
        table = linking.search(self.task, number, clock, self.clashes)
        if table is None:
            self.impossible.add(number)
            return
        plan, grids = table
        free = embed(plan, Clock(math.inf))
        assert free is not None, "sets that cross nothing can always be laid"
        self._lay_out(plan.staying, [*grids, *free])

    def _lay_out(self, staying: Sequence[int], grids: Sequence[Grid]) -> None:
        """Remember the turn that leaves some grids in place and lays others."""
        stay: Grid = {}
        for k in staying:
            stay |= self.grids[k]
        after = put_down(self.cells, stay, grids)
        if max(span(after)) > REACH:
            after = put_down({}, {}, [*(self.grids[k] for k in staying), *grids])
        self._take(after)

    def _take(self, after: Cells) -> None:
        """Remember the turn that leads to a table, in the frame of the one before."""
        self.best = turn_between(self.cells, after)
        assert not faults(after), f"{self.best} breaks a rule"
