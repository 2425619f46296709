"""A position of 60 tiles drawn again and again: seconds for the fastest SVG."""

from __future__ import annotations

import time
from random import Random

import engine
from engine import figure
from engine.drawing.writers import svg
from engine.play.position import Position


def position(tiles: int = 60) -> Position:
    """Return an arena of so many tiles, reached by random placements from a fixed seed."""
    chance = Random(60)
    now: Position = engine.game("atreya").start()
    while str(now).split(" ", maxsplit=1)[0].count("@") < tiles:
        places = [m for m in now.legal_moves() if ">" not in str(m)]
        now = now.play(chance.choice(places))
    return now


def fastest(rounds: int = 100) -> float:
    """Return the fastest of several drawings, after a first that fills the caches."""
    now = position()
    svg.write_text(figure.of(now).scene())
    best = 9.0
    for _ in range(rounds):
        begin = time.perf_counter()
        svg.write_text(figure.of(now).scene())
        best = min(best, time.perf_counter() - begin)
    return best
