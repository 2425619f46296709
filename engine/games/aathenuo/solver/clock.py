"""The time left for a hint.  Everything that searches looks here, and knows no other clock."""

from __future__ import annotations

import time
from copy import copy
from typing import Any, Self


class TimeUpError(Exception):
    """The time for a hint, or for a part of its search, is up."""


class Clock:
    """The time left.

    A test may count work instead of seconds: it overrides :meth:`now` and :meth:`solve`.
    """

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


#: The seconds that CP-SAT takes for every constraint before it looks at the time.
_START_UP = 1e-6
