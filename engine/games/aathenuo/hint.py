"""The best turn from the hand: as many tiles as can be, with any rearrangement, and the proof.

What is searched is every legal turn of rule 3.1: all tables made of the table's tiles and some
of the hand's, with sets of any length, stars as any number, and any crossings, rings and
squares of sets.  The search goes in three steps.

1. Counting (:mod:`.solver.counting`) forgets the grid.  It proves that no turn lays more than
   a certain number of tiles; where that is none, nothing else is needed.
2. Plans for that number, and for lower ones, are laid out on the grid (:mod:`.solver.layout`),
   with grids of the table left in place where that is possible.  A plan laid out is a legal
   turn; if it lays as many tiles as the bound, it is optimal.  Nearly every table ends here.
3. For every number between, from the bound downwards, the exact model
   (:mod:`.solver.linking`) finds a table or proves that there is none.

So an answer is *proved* unless the time ran out; then the hint says so, and what it could
prove.  On tables of up to 40 tiles and hands of 10 that is rare within 10 seconds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from engine.errors import OptionError
from engine.games.aathenuo import lines
from engine.games.aathenuo.solver import counting, linking
from engine.games.aathenuo.solver.layout import Grid, Layout
from engine.games.aathenuo.solver.model import Block, Clock, Plan, Task, TimeUpError, cp_model
from engine.games.aathenuo.solver.placing import put_down, turn_between
from engine.games.aathenuo.table import REACH, Cells, components, faults, span
from engine.games.aathenuo.turns import Lay
from engine.geometry.squaregrid import Square, neighbours

#: How often to plan for one number of tiles, and what a crossing weighs against a moved tile.
_CROSSING_WEIGHTS = (2, 2, 20, 20, 2, 20)
#: The most ways to add tiles to a grid that stays; more would only make the model larger.
_MOST_ADDITIONS = 300
#: The share of the time that plans may take.
_PLANNING = 0.4


@dataclass(frozen=True)
class Hint:
    """The best turn found.

    ``move`` is its written form, None if no tile was found to lay; ``tiles`` is how many it
    lays, and ``bound`` how many no turn can exceed, as far as that is proved.
    """

    move: str | None
    tiles: int
    bound: int

    @property
    def is_proved(self) -> bool:
        """Whether no turn lays more tiles; else the time ran out."""
        return self.tiles == self.bound

    @property
    def status(self) -> str:
        """``optimal``, ``none`` (it is proved that no tile can be laid), or ``time limit``."""
        if not self.is_proved:
            return "time limit"
        return "optimal" if self.tiles else "none"

    def sentence(self) -> str:
        """Return the hint in words."""
        if self.status == "none":
            return "No tile can be laid, whatever is rearranged: draw."
        found = f"{self.move} lays {_tiles(self.tiles)}" if self.tiles else "No turn was found"
        if self.is_proved:
            return f"{found}, and no turn lays more."
        return f"{found} before the time ran out; it is proved that none lays over {self.bound}."


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def find(cells: Cells, hand: Sequence[str], *, seconds: float = 10.0) -> Hint:
    """Return a turn that lays as many tiles of ``hand`` as can be, or the proof that none can be.

    ``cells`` are a valid table with its corner at (0, 0).

    Raises OptionError where OR-Tools is not installed or ``seconds`` is not positive.
    """
    if (
        isinstance(seconds, bool)
        or not isinstance(seconds, (int, float))
        or not 0 < seconds < math.inf
    ):
        raise OptionError(f"seconds must be a positive number, not {seconds!r}")
    clock, planning = Clock(seconds), Clock(seconds * _PLANNING)
    cp_model()
    if not hand:
        return Hint(None, 0, 0)
    return _Search(cells, hand, clock, planning).run()


class _Search:
    """One search; ``bound`` and ``best`` get better as it goes on."""

    def __init__(self, cells: Cells, hand: Sequence[str], clock: Clock, planning: Clock) -> None:
        self.cells = cells
        self.hand = tuple(hand)
        self.clock = clock
        self.planning = planning
        self.best: Lay | None = None
        self.blocks: list[Block] = []
        self.places: list[Grid] = []
        self._find_blocks()
        self.task = Task(
            tuple(self.cells.values()),
            self.hand,
            tuple(self.blocks),
            tuple(_clashes(self.cells, self.places)),
        )
        self.bound = len(self.hand)

    def run(self) -> Hint:
        """Search until the best turn is proved or the time is up."""
        self.bound = counting.bound(self.task, self.clock)
        found = self._plan_down()
        with suppress(TimeUpError):
            self._prove_down(found)
        laid = len(self.best.puts) if self.best is not None else 0
        return Hint(None if self.best is None else str(self.best), laid, self.bound)

    # ------------------------------------------------------------------- what could stay

    def _find_blocks(self) -> None:
        """List the grids of the table, each as it is and with tiles laid beside it in a line.

        The best of these lays is a turn to begin with.
        """
        grids = components(self.cells)
        owner = {cell: k for k, grid in enumerate(grids) for cell in grid}
        held = [tuple(self.cells[cell] for cell in sorted(grid)) for grid in grids]
        for k, grid in enumerate(grids):
            self.blocks.append(Block(k, held[k]))
            self.places.append({cell: self.cells[cell] for cell in grid})
        for lay in islice(lines.lays(self.cells, self.hand), _MOST_ADDITIONS):
            if self.best is None or len(lay.puts) > len(self.best.puts):
                self.best = lay
            if not self.planning.left:
                break
            laid = {put.cell: put.tile for put in lay.puts}
            touched = {owner[c] for cell in laid for c in neighbours(cell) if c in owner}
            if len(touched) == 1:
                (k,) = touched
                self.blocks.append(Block(k, held[k], tuple(laid.values())))
                self.places.append({cell: self.cells[cell] for cell in grids[k]} | laid)

    # ------------------------------------------------------------------------- searching

    def _plan_down(self) -> int:
        """Find the most tiles for which some plan can be laid out; return it, 0 for none."""
        with suppress(TimeUpError):
            for count in range(self.bound, 0, -1):
                if self._plan(count):
                    return count
        return 0

    def _plan(self, count: int) -> bool:
        refused: list[Plan] = []
        for weight in _CROSSING_WEIGHTS:
            self.planning.check()
            plan = counting.plan(
                self.task, count, self.planning, crossing=weight, moving=1, refused=refused
            )
            if plan is None:
                return False
            grids = Layout(plan, self.planning).grids()
            if grids is not None:
                self._take(plan.blocks, grids)
                return True
            refused.append(plan)
        return False

    def _prove_down(self, found: int) -> None:
        """Lower the bound to ``found``, or find a turn that reaches it."""
        clashes: list[linking.Clash] = []
        while self.bound > found:
            for squares in (False, True):
                table = linking.search(self.task, self.bound, self.clock, clashes, squares=squares)
                if table is not None:
                    free = Layout(table.free, Clock(math.inf)).grids() or []
                    self._take(table.blocks, [*table.grids, *free])
                    return
            self.bound -= 1

    def _take(self, blocks: tuple[int, ...], grids: list[Grid]) -> None:
        """Remember the turn that leaves some blocks in place and lays the grids."""
        staying: Grid = {}
        for k in blocks:
            staying |= self.places[k]
        after = put_down(self.cells, staying, grids)
        if max(span(after)) > REACH:
            after = put_down({}, {}, [*(self.places[k] for k in blocks), *grids])
        lay = turn_between(self.cells, after)
        self.best = Lay(lay.puts, lay.shifts)
        assert not faults(after), f"{self.best} breaks a rule"


def _clashes(cells: Cells, places: list[Grid]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of blocks whose added tiles would touch each other."""
    added: dict[Square, list[int]] = {}
    for k, grid in enumerate(places):
        for cell in grid:
            if cell not in cells:
                added.setdefault(cell, []).append(k)
    pairs = {
        (a, b)
        for cell, blocks in added.items()
        for near in (cell, *neighbours(cell))
        for a in blocks
        for b in added.get(near, ())
        if a < b
    }
    yield from sorted(pairs)
