"""Players that do not look ahead: by lot, and by what stands best after the turn."""

from __future__ import annotations

from random import Random

from engine.play.players.choice import Candidate, Choice, quick_of
from engine.play.position import Position

#: How many of the turns considered a choice tells.
SHOWN = 10


def worth(lead: float, scale: float) -> float:
    """Return the share of the game, from 0 to 1, that a lead promises."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


def at_random(position: Position, rng: Random) -> Choice:
    """Return any legal turn."""
    moves = position.legal_moves()
    move = str(moves[int(rng.random() * len(moves))])
    return Choice.of((Candidate(move, 0.5, 0, (move,)),))


def greedy(position: Position, rng: Random) -> Choice:
    """Return the turn after which the mover's lead is largest, by lot among equals."""
    quick = quick_of(position)
    state = quick.of(position)
    mover = quick.mover(state)
    ranked = sorted(
        ((-quick.lead(after, mover), rng.random(), code) for code, after in quick.children(state)),
        key=lambda entry: entry[:2],
    )
    return Choice.of(
        tuple(
            Candidate(move, worth(-loss, quick.scale), 0, (move,))
            for loss, _, code in ranked[:SHOWN]
            for move in (quick.written(state, code),)
        )
    )
