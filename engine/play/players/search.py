"""UCT: a tree of turns that grows by play-outs.  New nodes begin with the values of greedy.

The tree is the same on every machine.  Play-outs are counted, not timed.  Arithmetic is limited to
sums, products, quotients and square roots, which no machine rounds differently.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

from engine.play.players.choice import SHOWN, Candidate, Choice, Thinker, quick_of, worth
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
#: The weight of a game that goes on, beside 1 for one that ends, so that winners end the game.
GOING_ON = 0.98


class _Node:
    """A state, its turns, and what came of trying each, in the mover's shares of the game.

    Of every turn ``means`` is the share to expect; ``doubts`` grow smaller with every visit.
    """

    __slots__ = ("doubts", "means", "mover", "nodes", "shares", "total", "turns", "visits")

    def __init__(self, quick: Quick[Any], state: Any) -> None:
        self.turns = quick.children(state)
        self.mover = mover = quick.mover(state)
        lead, scale, number = quick.lead, quick.scale, len(self.turns)
        self.means = [worth(lead(after, mover), scale) for _, after in self.turns]
        self.shares = [PRIOR * mean for mean in self.means]
        self.visits, self.doubts = [PRIOR] * number, [1.0 / sqrt(PRIOR)] * number
        self.nodes: list[_Node | None] = [None] * number
        self.total = 0

    def most_promising(self) -> int:
        # About the logarithm to base 2: straight between powers of two, so that it is exact.
        whole = (tries := self.total + 3).bit_length() - 1
        wide = CURIOSITY * sqrt(whole + tries / (1 << whole) - 1.0)
        hopes = [mean + wide * doubt for mean, doubt in zip(self.means, self.doubts, strict=True)]
        return hopes.index(max(hopes))

    def learn(self, turn: int, share: float) -> None:
        self.total += 1
        self.visits[turn] = visits = self.visits[turn] + 1.0
        self.shares[turn] = shares = self.shares[turn] + share
        self.means[turn] = shares / visits
        self.doubts[turn] = 1.0 / sqrt(visits)

    def ranking(self) -> list[int]:
        return sorted(range(len(self.turns)), key=lambda k: (-self.visits[k], -self.means[k]))


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
    root = grown(quick, state, rng, count)
    return Choice.of(
        tuple(
            Candidate(line[0], root.means[turn], int(root.visits[turn] - PRIOR), line)
            for turn in root.ranking()[:SHOWN]
            for line in (_line(quick, state, root, turn),)
        ),
        count,
    )


def grown(quick: Quick[Any], state: Any, rng: Random, count: int) -> _Node:
    """Return the root of a tree after so many play-outs."""
    root = _Node(quick, state)
    for _ in range(count):
        _play_out(quick, root, rng)
    return root


def _play_out(quick: Quick[Any], root: _Node, rng: Random) -> None:
    path: list[tuple[_Node, int]] = []
    node: _Node | None = root
    while node and node.turns:
        turn = node.most_promising()
        path.append((node, turn))
        state = node.turns[turn][1]
        if node.nodes[turn] is None and node.visits[turn] > PRIOR:
            node.nodes[turn] = _Node(quick, state)
        node = node.nodes[turn]
    weight = 1.0 if node else GOING_ON
    shares = [
        0.5 + weight * (OF_LEAD * (worth(lead, quick.scale) - 0.5) + (1.0 - OF_LEAD) * won)
        for lead in quick.roll(state, rng)
        for won in (((lead > 0) - (lead < 0)) / 2,)
    ]
    for node, turn in path:
        node.learn(turn, shares[node.mover])


def _line(quick: Quick[Any], state: Any, node: _Node, turn: int) -> tuple[str, ...]:
    """Return a turn and the turns tried most often after it."""
    line = [quick.written(state, node.turns[turn][0])]
    while (after := node.nodes[turn]) and after.total:
        state, node, turn = node.turns[turn][1], after, after.ranking()[0]
        line.append(quick.written(state, node.turns[turn][0]))
    return tuple(line)
