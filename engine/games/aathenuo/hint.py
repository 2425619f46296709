"""The best turn from the hand: as many tiles as possible, with any rearrangement, and the proof.

This is what a hint says and how it is asked for; :mod:`.solver.search` finds it.  Cells and a
hand are known here, but not whose turn it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import OptionError
from engine.games.aathenuo.solver.model import Clock
from engine.games.aathenuo.solver.search import best_turn
from engine.games.aathenuo.table import Cells
from engine.words import count


@dataclass(frozen=True)
class BestTurn:
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
        laid = count(self.tiles, "tile")
        found = f"{self.move} lays {laid}" if self.tiles else "No turn was found"
        if self.is_proved:
            return f"{found}, and no turn lays more."
        return f"{found} before the time ran out; it is proved that none lays over {self.bound}."


def find(cells: Cells, hand: Sequence[str], *, seconds: float = 10.0) -> BestTurn:
    """Return a turn that lays as many tiles of ``hand`` as possible, or the proof that none can be.

    ``cells`` are a valid table with its corner at (0, 0).

    Raises OptionError where OR-Tools is not installed or ``seconds`` is not positive.
    """
    if (
        isinstance(seconds, bool)
        or not isinstance(seconds, (int, float))
        or not 0 < seconds < math.inf
    ):
        raise OptionError(f"seconds must be a positive number, not {seconds!r}")
    return find_until(Clock(seconds), cells, hand)


def find_until(clock: Clock, cells: Cells, hand: Sequence[str]) -> BestTurn:
    """Return what :func:`find` does, by a clock that need not count seconds.

    Raises OptionError where OR-Tools is not installed.
    """
    turn, bound = best_turn(cells, hand, clock)
    return BestTurn(None, 0, bound) if turn is None else BestTurn(str(turn), len(turn.puts), bound)
