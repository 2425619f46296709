"""The moves of a position are a sequence, whatever the game."""

from collections.abc import Sequence
from random import Random

import engine
from engine import LegalMoves, Move, Position


def playout(position: Position, seed: int) -> Position:
    rng = Random(seed)
    while moves := position.legal_moves():
        position = position.play(rng.choice(moves))
    return position


start = engine.game("atreya").start()
view: LegalMoves[Move] = start.legal_moves()
listed: Sequence[Move] = view
number: int = len(view)
there: bool = "r:brgbbg@-1,0" in view
in_any_game: list[bool] = [
    "r:brgbbg@-1,0" in engine.game("atreya").start().legal_moves(),
    "d4" in engine.game("abstrakto").start().legal_moves(),
    "a4" in engine.game("astralis").start().legal_moves(),
    "draw:r5" in engine.game("aathenuo").start(seed=1).legal_moves(),
    "d4" in engine.game("".join(["abstrakto"])).start().legal_moves(),
]
cell: tuple[int, int] = start.legal_moves()[0].cell
some: tuple[Move, ...] = view[:3]
winners: tuple[str, ...] | None = playout(start, 1).winners()
