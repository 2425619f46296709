"""Counting the ways play can go on, to check a game's moves against known figures.

This module knows positions only by :class:`engine.play.position.Position`.
"""

from __future__ import annotations

from engine.play.position import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal moves from ``position``.

    At depth 1 the moves are counted without being played.  A game that ends earlier has no
    longer sequences.

    Raises ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"depth {depth} is negative; expected 0 or more")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.legal_moves())
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
