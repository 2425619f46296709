"""UCT: a tree of turns grown by play-outs, whose new nodes are worth what greedy thinks of them.

Everything is counted, nothing timed, and only sums, products, quotients and square roots are
taken of numbers: so a search comes out alike on every machine.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from engine.play.players.choice import Candidate, Choice, Thinker
from engine.play.players.simple import SHOWN, worth
from engine.play.players.states import quick_of
from engine.play.position import Position
from engine.play.quick import Quick

MOST = 1_000_000

#: How much weight a turn seldom tried gets.
_CURIOSITY = 0.35
#: How many play-outs greedy's opinion of a node counts for.
_PRIOR = 2.0


class _Node:
    """A turn of ``mover``, the state after it, and what came of trying it, in the mover's shares."""

    __slots__ = ("children", "code", "mover", "state", "value", "visits")

    def __init__(self, code: Any, state: Any, mover: int, share: float) -> None:
        self.code, self.state, self.mover = code, state, mover
        self.visits, self.value = _PRIOR, _PRIOR * share
        self.children: list[_Node] | None = None

    def share(self) -> float:
        return self.value / self.visits


def make(argument: str) -> Thinker:
    """Return the player of so many play-outs a turn.

    Raises ValueError for what is no such number.
    """
    if (
        not (argument.isascii() and argument.isdigit())
        or not 1 <= int(argument[:9]) <= MOST
        or argument[0] == "0"
    ):
        raise ValueError(f"expected uct:N with N from 1 to {MOST} play-outs a turn")
    return lambda position, rng: search(position, rng, int(argument))


def search(position: Position, rng: Random, playouts: int) -> Choice:
    """Return the turn tried most often in so many play-outs."""
    quick = quick_of(position)
    root = _Node(None, quick.of(position), -1, 0.5)
    root.children = _grown(quick, root)
    for _ in range(playouts):
        _play_out(quick, root, rng)
    ranked = sorted(root.children, key=lambda node: (-node.visits, -node.value))
    return Choice.of(
        tuple(
            Candidate(line[0], node.share(), int(node.visits - _PRIOR), line)
            for node in ranked[:SHOWN]
            for line in (_line(quick, root.state, node),)
        )
    )


def _grown(quick: Quick[Any], node: _Node) -> list[_Node]:
    mover, scale = quick.mover(node.state), quick.scale
    return [
        _Node(code, state, mover, worth(quick.lead(state, mover), scale))
        for code, state in quick.children(node.state)
    ]


def _play_out(quick: Quick[Any], root: _Node, rng: Random) -> None:
    node, path = root, [root]
    while True:
        if node.children is None:
            if node.visits < _PRIOR + 1.0:
                break
            node.children = _grown(quick, node)
        if not node.children:
            break
        wide = _CURIOSITY * math.sqrt(node.visits)
        node = max(
            node.children,
            key=lambda child: child.value / child.visits + wide / (child.visits + 1.0),
        )
        path.append(node)
    leads = quick.roll(node.state, rng)
    shares = [
        0.7 * (1.0 if lead > 0 else 0.0 if lead < 0 else 0.5) + 0.3 * worth(lead, quick.scale)
        for lead in leads
    ]
    for node in path:
        node.visits += 1.0
        node.value += shares[node.mover]


def _line(quick: Quick[Any], state: Any, node: _Node) -> tuple[str, ...]:
    """Return a turn and the turns tried most often after it."""
    line = [quick.written(state, node.code)]
    while node.children:
        state, best = node.state, max(node.children, key=lambda child: child.visits)
        if best.visits <= _PRIOR:
            break
        line.append(quick.written(state, best.code))
        node = best
    return tuple(line)
