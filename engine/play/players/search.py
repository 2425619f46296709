"""UCT: a tree of turns grown by play-outs, whose new nodes are worth what greedy thinks of them.

Play-outs are counted, not timed, and of numbers only sums, products, quotients and square roots are
taken, which are alike on every machine; so is the tree.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

from engine.play.players.choice import Candidate, Choice, Thinker
from engine.play.players.simple import SHOWN, worth
from engine.play.players.states import quick_of
from engine.play.position import Position
from engine.play.quick import Quick

#: The most play-outs a turn.
MOST = 1_000_000

#: How much weight a turn gets that was seldom tried.
CURIOSITY = 0.29
#: How many play-outs greedy's opinion of a turn counts for.
PRIOR = 2.0
#: How much of a play-out's worth is its lead, and not who won.
OF_LEAD = 0.3


class _Node:
    """A turn of ``mover`` and the state after it, with what came of trying it, in the mover's shares.

    ``mean`` is the share to expect, ``doubt`` grows smaller with every visit.
    """

    __slots__ = ("children", "code", "doubt", "mean", "mover", "shares", "state", "visits")

    def __init__(self, code: Any, state: Any, mover: int, share: float) -> None:
        self.code, self.state, self.mover = code, state, mover
        self.visits, self.shares, self.mean, self.doubt = PRIOR, PRIOR * share, share, _FIRST_DOUBT
        self.children: list[_Node] | None = None

    def learn(self, share: float) -> None:
        self.visits += 1.0
        self.shares += share
        self.mean = self.shares / self.visits
        self.doubt = 1.0 / sqrt(self.visits)


_FIRST_DOUBT = 1.0 / sqrt(PRIOR)


def playouts(argument: str) -> int:
    """Return the number of play-outs in a player's name.

    Raises ValueError for what is no such number.
    """
    if not (argument.isascii() and argument.isdigit()) or argument[0] == "0":
        raise ValueError("expected a number of play-outs, like uct:300")
    if len(argument) > 7 or int(argument) > MOST:
        raise ValueError(f"expected at most {MOST} play-outs a turn")
    return int(argument)


def make(argument: str) -> Thinker:
    """Return the player of so many play-outs a turn.

    Raises ValueError for what is no such number.
    """
    count = playouts(argument)
    return lambda position, rng: search(position, rng, count)


def search(position: Position, rng: Random, count: int) -> Choice:
    """Return the turn tried most often in so many play-outs."""
    quick = quick_of(position)
    state = quick.of(position)
    return Choice.of(
        tuple(
            Candidate(line[0], node.mean, int(node.visits - PRIOR), line)
            for node in tried(quick, state, rng, count)[:SHOWN]
            for line in (_line(quick, state, node),)
        ),
        count,
    )


def tried(quick: Quick[Any], state: Any, rng: Random, count: int) -> list[_Node]:
    """Return the turns of a state after so many play-outs, those tried most often first."""
    root = _Node(None, state, 0, 0.5)
    root.children = _grown(quick, root)
    for _ in range(count):
        _play_out(quick, root, rng)
    return sorted(root.children, key=lambda node: (-node.visits, -node.mean))


def _grown(quick: Quick[Any], node: _Node) -> list[_Node]:
    mover, lead, scale = quick.mover(node.state), quick.lead, quick.scale
    return [
        _Node(code, state, mover, worth(lead(state, mover), scale))
        for code, state in quick.children(node.state)
    ]


def _play_out(quick: Quick[Any], root: _Node, rng: Random) -> None:
    """Go down to a leaf, grow it where it was visited before, and play a random game from there."""
    node, path = root, [root]
    while True:
        if node.children is None and node.visits > PRIOR:
            node.children = _grown(quick, node)
        if not node.children:
            break
        node = _most_promising(node)
        path.append(node)
    shares = [
        OF_LEAD * worth(lead, quick.scale) + (1.0 - OF_LEAD) * ((lead > 0) + (lead >= 0)) / 2
        for lead in quick.roll(node.state, rng)
    ]
    for node in path:
        node.learn(shares[node.mover])


def _most_promising(node: _Node) -> _Node:
    """Return the child with the best mean, more being hoped of those seldom tried."""
    children = node.children or []
    wide = CURIOSITY * sqrt(_log2(int(node.visits) + 1))
    hopes = [child.mean + wide * child.doubt for child in children]
    return children[hopes.index(max(hopes))]


def _log2(number: int) -> float:
    """Return about the logarithm to base 2: straight between powers of two, so that it is exact."""
    whole = number.bit_length() - 1
    return whole + number / (1 << whole) - 1.0


def _line(quick: Quick[Any], state: Any, node: _Node) -> tuple[str, ...]:
    """Return a turn and the turns tried most often after it."""
    line = [quick.written(state, node.code)]
    while node.children:
        state, node = node.state, max(node.children, key=lambda child: child.visits)
        if node.visits <= PRIOR:
            break
        line.append(quick.written(state, node.code))
    return tuple(line)
