"""Aathenuo's players: they know their own hand, the table, and how many tiles the others hold.

``greedy`` lays the longest lines, ``uct:N`` what a hint of so much work finds, if there is OR-Tools.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from random import Random
from typing import Any

from engine.games.aathenuo import moves
from engine.games.aathenuo.hint import find_until
from engine.games.aathenuo.solver.embedding import turn_between
from engine.games.aathenuo.solver.model import WorkClock
from engine.games.aathenuo.table import Cells
from engine.play import players
from engine.play.players import Candidate, Choice, PlayerKind, Thinker, playouts
from engine.play.position import Position

#: The turn that lays nothing; which tile comes is the bag's secret.
_DRAW = "draw"
#: The lead in tiles that is half way from even to sure.
_SCALE = 5.0
#: What a play-out may cost, in units of :class:`WorkClock`.
_WORK = 0.0001


def known(position: Any) -> str:
    """Return what the player to move knows: of the others' tiles the colours alone (rule 1.2)."""
    hands = (
        "".join(hand if str(k) == position.turn else sorted(tile[0] for tile in hand))
        for k, hand in enumerate(position.hands, 1)
    )
    return f"{dict(position.table.cells)} {position.turn} {'/'.join(hands)}"


def _at_random(position: Any, rng: Random) -> Choice:
    turns = [*map(str, moves.lays(position.table.cells, position.hand)), _DRAW]
    return _chosen(turns[int(rng.random() * len(turns))], 0.5)


def _greedy(position: Any, rng: Random) -> Choice:
    before: Cells = position.table.cells
    *_, after = before, *moves.with_lines(before, position.hand)
    turn = turn_between(before, after)
    return _laid(position, str(turn), len(turn.puts))


def _search(argument: str) -> Thinker:
    count = playouts(argument)

    def think(position: Any, rng: Random) -> Choice:
        if find_spec("ortools") is None:
            return _greedy(position, rng)
        best = find_until(WorkClock(_WORK * count), position.table.cells, position.hand)
        return _laid(position, str(best.move), best.tiles, count)

    return think


def _laid(position: Any, move: str, tiles: int, count: int = 0) -> Choice:
    counts = [len(hand) for k, hand in enumerate(position.hands, 1) if str(k) != position.turn]
    lead = min(filter(None, counts)) - len(position.hand) + (tiles or -1)
    return _chosen(move if tiles else _DRAW, players.worth(lead, _SCALE), count)


def _chosen(move: str, value: float, count: int = 0) -> Choice:
    return Choice.of((Candidate(move, value, count, (move,)),), count)


KINDS: Mapping[str, PlayerKind] = {
    "random": PlayerKind("random", lambda _: _at_random),
    "greedy": PlayerKind("greedy", lambda _: _greedy),
    "uct": PlayerKind("uct:N", _search),
}


def levels(position: Position) -> tuple[str, ...]:
    """Return five players, the weakest first."""
    return ("random", "greedy", "uct:60", "uct:100", "uct:10000")
