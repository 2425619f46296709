"""Atreya's players: what they look at in a turn, and how they search.

They look at turns that close shapes and at others drawn by lot.  A turn is worth the points after
it, with a share of those that open shapes may bring, less what the best closing in reply takes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.games.atreya import moves
from engine.games.atreya.arena import EdgePattern, matching, parts, takes_tile
from engine.games.atreya.frontier import AtreyaQuick, Cell, Frontier, Placing
from engine.games.atreya.moves import AtreyaMove
from engine.play.players.choice import SHOWN, Candidate, Choice, PlayerKind, Thinker, worth
from engine.play.players.search import make as uct

#: The share of their size that open shapes count for, by mode; measured in matches.
_SHARES = MappingProxyType({"max": 0.0, "sum": 0.6, "dom": 0.8})
#: How many placements drawn by lot are looked at, by mode, and how many turns that lift a tile.
_QUIET, _LIFTS = MappingProxyType({"max": 150, "sum": 150, "dom": 60}), 8
#: How many of the best turns are searched, and how many turns ahead a play-out goes.
_WIDTH, _AHEAD = 16, 6
#: The lead that is half way from even to sure.
_SCALE = 8.0
#: How much weight a turn seldom tried gets, and how many play-outs greedy's opinion counts for.
_CURIOSITY, _PRIOR = 0.35, 2.0


#: The quick states of a position's mode and players.
quick = AtreyaQuick


class Closer(NamedTuple):
    """Tiles that close shapes on a cell alike.

    ``gain`` is what that is worth to the mover, ``points`` what it brings each player, ``pool``
    has a bit for each of the ``tiles``.
    """

    gain: float
    points: tuple[int, ...]
    pool: int
    cell: Cell
    tiles: tuple[tuple[int, str], ...]


#: A part of a tile that meets closable shapes: its colour, the sides where, whether it meets
#: nothing else, and its centre pieces.
_Meeting = tuple[str, tuple[int, ...], bool, int]


@cache
def _closers(
    pattern: EdgePattern, mask: int, players: str
) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return the tiles that may close players' shapes, grouped by the parts that meet these.

    The sides in ``mask`` face shapes that a tile here could close.
    """
    groups: dict[tuple[_Meeting, ...], list[tuple[int, str]]] = {}
    for number, tile in matching(pattern):
        meetings = []
        for part in parts(tile):
            on = tuple(side for side in part.sides if mask >> side & 1)
            if on:
                meetings.append((part.colour, on, len(on) == len(part.sides), part.centres))
        if any(whole and colour in players for colour, _, whole, _ in meetings):
            groups.setdefault(tuple(meetings), []).append((number, tile))
    return tuple(map(tuple, groups.values()))


class RankedTurn(NamedTuple):
    """A turn, with what it is worth, a lot that decides among equals, and the state after it."""

    value: float
    lot: float
    move: str
    state: Frontier


class Outlook:
    """What turns are worth to players who give open shapes some share of their size."""

    def __init__(self, states: AtreyaQuick, share: float, rng: Random) -> None:
        self.states = states
        self.share = share
        self.rng = rng
        self._kept: dict[tuple[object, ...], tuple[Closer, ...]] = {}

    def margin(self, points: Sequence[int], player: int) -> float:
        """Return how far a player is ahead of the mean of the others."""
        own = points[player]
        return own - (sum(points) - own) / (len(points) - 1)

    def hopes(self, state: Frontier, player: int) -> float:
        """Return what open shapes may bring: their sizes and, in Dom, smaller closed neighbours."""
        order, total = self.states.order, [0] * self.states.players
        for form in state.open.values():
            owner = order.find(form.colour)
            if owner >= 0:
                total[owner] += form.size
                for near in form.near:
                    other = state.closed.get(near)
                    if other and other.size < form.size:
                        total[owner] += other.size
        return self.margin(total, player)

    def value(self, state: Frontier, player: int) -> float:
        """Return what a state is worth to a player: points, hopes, and the closing that comes next."""
        value = self.margin(state.points, player)
        if self.states.max and value:
            return value
        if self.share:
            value += self.share * self.hopes(state, player)
        reply = self.best_closing(state)
        return value + self.margin(reply.points, player) if reply else value

    # ------------------------------------------------------------------------- closing shapes

    def best_closing(self, state: Frontier) -> Closer | None:
        """Return the closing that gains the mover most, None where none gains anything."""
        top, best = 0.0, None
        for closings in self._closings(state):
            for closing in closings:
                if closing.gain <= top:
                    break
                if closing.pool & state.pool:
                    top, best = closing.gain, closing
                    break
        return best

    def placed(self, closing: Closer, state: Frontier) -> Placing:
        """Return one of a closing's tiles that are in the pool, by lot."""
        tiles = [entry for entry in closing.tiles if state.pool >> entry[0] & 1]
        return Placing(closing.cell, *tiles[int(self.rng.random() * len(tiles))])

    def _closings(self, state: Frontier) -> Iterator[tuple[Closer, ...]]:
        masks: dict[Cell, int] = {}
        for form in state.open.values():
            if form.cell:
                masks[form.cell] = masks.get(form.cell, 0) | form.sides
        for cell, mask in masks.items():
            place = state.front[cell]
            if not takes_tile(place[0]):
                continue
            near = tuple([state.open[k].near for k in place[1] if k]) if self.states.dom else ()
            key = (state.turn, cell, place, near)
            if key not in self._kept:
                self._kept[key] = self._closings_at(state, cell, mask)
            yield self._kept[key]

    def _closings_at(self, state: Frontier, cell: Cell, mask: int) -> tuple[Closer, ...]:
        closers = []
        for tiles in _closers(state.front[cell][0], mask, self.states.order):
            # In Dom all pieces of a tile count: two stand for the others.
            groups = [(tiles[0],), (tiles[len(tiles) // 2],)] if self.states.dom else [tiles]
            for group in groups:
                points = self.states.brought(state, Placing(cell, *group[0]))
                if any(points):
                    pool = sum({1 << number for number, _ in group})
                    gain = self.margin(points, state.turn)
                    closers.append(Closer(gain, points, pool, cell, group))
        return tuple(sorted(closers, key=lambda closing: -closing.gain))

    # ------------------------------------------------------------------------ turns to look at

    def ranked(self, state: Frontier) -> list[RankedTurn]:
        turns = [
            (placing.move, self.states.laid(state, placing)) for placing in self._placings(state)
        ]
        valued = [
            RankedTurn(self.value(after, state.turn), self.rng.random(), str(move), after)
            for move, after in turns + self._lifts(state)
        ]
        return sorted(valued, key=lambda turn: (-turn.value, turn.lot))

    def _placings(self, state: Frontier) -> list[Placing]:
        closings = [
            self.placed(closing, state)
            for group in self._closings(state)
            for closing in group
            if closing.pool & state.pool
        ]
        quiet, most = list(self.states.placings(state)), _QUIET[self.states.mode]
        if len(quiet) > most:
            quiet = [quiet[int(self.rng.random() * len(quiet))] for _ in range(most)]
        return [*dict.fromkeys(closings + quiet)]

    def _lifts(self, state: Frontier) -> list[tuple[AtreyaMove, Frontier]]:
        position = self.states.position(state)
        lifts = moves.shifts(position.arena, strong=self.states.max)
        turns = [(move, position.play(move)) for move in lifts]
        turns.sort(key=lambda turn: -self.margin(turn[1].points, state.turn))
        return [(move, self.states.of(after)) for move, after in turns[:_LIFTS]]

    def prospect(self, state: Frontier, player: int) -> float:
        """Return what a state promises a player: everyone closes for most, or places by lot."""
        for _ in range(_AHEAD):
            closing = self.best_closing(state)
            placing = (
                self.placed(closing, state) if closing else self.states.by_lot(state, self.rng)
            )
            if placing is None or (self.states.max and any(state.points)):
                break
            state = self.states.laid(state, placing)
        return self.value(state, player)


# ---------------------------------------------------------------------------------- the players


def _greedy(argument: str) -> Thinker:
    if argument and not re.fullmatch(r"[0-9](\.[0-9]{1,2})?", argument):
        raise ValueError("expected greedy:SHARE, the share that open shapes count for, like 0.6")

    def think(position: Any, rng: Random) -> Choice:
        states = quick(position)
        share = float(argument) if argument else _SHARES[position.mode]
        ranked = Outlook(states, share, rng).ranked(states.of(position))
        shares = ((turn.move, worth(turn.value, _SCALE)) for turn in ranked[:SHOWN])
        return Choice.of(tuple(Candidate(move, share, 0, (move,)) for move, share in shares))

    return think


class _Tried:
    """A turn that is searched, with what came of it in shares of the game."""

    __slots__ = ("move", "shares", "state", "visits")

    def __init__(self, turn: RankedTurn, share: float) -> None:
        self.move, self.state = turn.move, turn.state
        self.visits, self.shares = _PRIOR, _PRIOR * share


def _search(argument: str) -> Thinker:
    uct(argument)
    count = int(argument)

    def think(position: Any, rng: Random) -> Choice:
        states = quick(position)
        state = states.of(position)
        outlook = Outlook(states, _SHARES[position.mode], rng)
        base = outlook.margin(state.points, state.turn)
        base += outlook.share * outlook.hopes(state, state.turn)
        best = outlook.ranked(state)[:_WIDTH]
        tried = [_Tried(turn, worth(turn.value - base, _SCALE)) for turn in best]
        for k in range(count):
            wide = _CURIOSITY * math.sqrt(k + 1.0)
            turn = max(tried, key=lambda t: t.shares / t.visits + wide / (t.visits + 1.0))
            turn.shares += worth(outlook.prospect(turn.state, state.turn) - base, _SCALE)
            turn.visits += 1.0
        tried.sort(key=lambda turn: (-turn.visits, -turn.shares))
        candidates = [
            Candidate(turn.move, turn.shares / turn.visits, int(turn.visits - _PRIOR), (turn.move,))
            for turn in tried
        ]
        return Choice.of(tuple(candidates), count)

    return think


KINDS: Mapping[str, PlayerKind] = {
    "greedy": PlayerKind("greedy", _greedy),
    "uct": PlayerKind("uct:N", _search),
}


#: Five players by mode, the weakest first.
_MAX_LEVELS = ("random", "greedy", "uct:100", "uct:300", "uct:1000")
_LEVELS = ("random", "greedy:0", "greedy:0.3", "greedy", "uct:100")


def levels(position: Any) -> tuple[str, ...]:
    """Return the names of five players for a position's mode."""
    return _MAX_LEVELS if position.mode == "max" else _LEVELS
