"""The time left for a hint.  Everything that searches looks here, and knows no other clock."""

from __future__ import annotations

import time
from copy import copy
from typing import Any, Self


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
