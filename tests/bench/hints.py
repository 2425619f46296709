"""Measure Aathenuo's hints: ``python -m tests.bench.hints 0.5 1 3 5 10``, seconds each.

For every limit: how many tiles the hints lay on the corpus of :mod:`tests.hint_positions`, how
many of them are proved to be best, and by how much time the limit was exceeded at most.  Run
busy loops beside it to see the limit hold under load.
"""

from __future__ import annotations

import sys
import time
from itertools import product

from engine.games.aathenuo import hint
from engine.games.aathenuo.solver.model import cp_model
from tests.hint_positions import HANDS, SETS, TABLES, position


def main(limits: list[float]) -> None:
    """Print a line for every limit."""
    cp_model()  # loading the solver is no part of a search
    cases = [position(*case) for case in product(SETS, TABLES, HANDS)]
    for seconds in limits:
        tiles = bounds = proved = 0
        over = 0.0
        for table, hand in cases:
            begun = time.monotonic()
            found = hint.find(table, hand, seconds=seconds)
            over = max(over, time.monotonic() - begun - seconds)
            tiles += found.tiles
            bounds += found.bound
            proved += found.is_proved
        print(
            f"{seconds:g} s: {tiles} tiles of at most {bounds}, {proved} of {len(cases)} proved,"
            f" at most {over:.2f} s over the limit",
            flush=True,
        )


if __name__ == "__main__":
    main([float(word) for word in sys.argv[1:]] or [0.5, 1, 3, 5, 10])
