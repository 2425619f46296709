"""Random games to the end, by quick states and by positions: ``python -m tests.bench.players``.

Both put a stone or tile wherever one can be put.  A search needs such play-outs by the hundred.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

import engine
from engine.play.players.choice import quick_of
from engine.play.position import Position
from tests.players.equal import SETTINGS


def by_positions(position: Position, rng: Random) -> None:
    """Play a random game through the public interface, for 169 turns at most as quick states do."""
    for _ in range(169):
        moves = position.legal_moves()
        if not moves:
            break
        putting = [move for move in moves if getattr(move, "stone", 0)] or moves
        position = position.play(putting[int(rng.random() * len(putting))])


def rate(play: Callable[[], object], seconds: float) -> float:
    """Return how often something is done a second of processor time."""
    begin, done = time.process_time(), 0
    while time.process_time() < begin + seconds:
        play()
        done += 1
    return done / (time.process_time() - begin)


def main(seconds: float = 1.0) -> None:
    """Print play-outs a second of either, and their ratio, for every setting."""
    print("\nplay-outs a second: by quick states, by positions, ratio")
    for name, settings in SETTINGS:
        start, rng = engine.game(name).begin(settings), Random(1)
        quick = quick_of(start)
        state = quick.of(start)
        ours = rate(partial(quick.roll, state, rng), seconds)
        plain = rate(partial(by_positions, start, rng), seconds)
        words = " ".join([name, *(f"{k}={v}" for k, v in settings.items())])
        print(f"{words:48} {ours:7.0f} {plain:6.0f} {ours / plain:6.1f}")


if __name__ == "__main__":
    main()
