"""Atreya's players: they look at turns that close shapes, and at others drawn by lot.

A turn is worth the points after it, with a share of those that open shapes may bring, less what the
best closing in reply takes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import sub
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.games.atreya import moves
from engine.games.atreya.arena import CENTRE, EdgePattern, colour_of, linked, matching, takes_tile
from engine.games.atreya.moves import AtreyaMove
from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.scoring import touching
from engine.geometry import connected
from engine.geometry.hexgrid import Hex
from engine.play.players import (
    MOST_CANDIDATES,
    ByPositions,
    Candidate,
    Choice,
    PlayerKind,
    Thinker,
    playouts,
    worth,
)

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
#: What winning a game of Max is worth beside points.
WIN = 1000
#: How often a placement by lot is looked for before all turns are listed.
_TRIES = 20


def points(position: AtreyaPosition) -> tuple[int, ...]:
    """Return the players' points in turn order, in Max :data:`WIN` for who has won."""
    winners = position.max_winners()
    if position.mode == "max":
        return tuple(WIN * (player in winners) for player in position.order)
    return position.points


def placed_by_lot(position: AtreyaPosition, rng: Random) -> AtreyaMove | None:
    """Return a placement by lot, a cell and then a tile; None where some tries find none."""
    openings, pool = position.arena.openings(), position.arena.pool
    for _ in range(_TRIES if openings else 0):
        cell, pattern = openings[int(rng.random() * len(openings))]
        if tiles := matching(pattern):
            number, tile = tiles[int(rng.random() * len(tiles))]
            if pool[number]:
                return AtreyaMove(tile, cell)
    return None


class AtreyaQuick(ByPositions):
    """Random turns place a tile where one is found."""

    def turn(self, state: Any, rng: Random) -> tuple[Any, Any] | None:
        move = None if state.max_winners() else placed_by_lot(state, rng)
        return super().turn(state, rng) if move is None else (move, state.play(move))


#: The quick states of a position's mode and players.
quick = AtreyaQuick


class Closer(NamedTuple):
    """Tiles that close shapes on a cell alike: the gain to the mover, and what each player gets."""

    gain: float
    points: tuple[int, ...]
    cell: Hex
    tiles: tuple[tuple[int, str], ...]

    def move(self, pool: bytes, rng: Random) -> AtreyaMove:
        """Return one of the tiles that are in the pool, by lot, put on the cell."""
        tiles = [tile for number, tile in self.tiles if pool[number]]
        return AtreyaMove(tiles[int(rng.random() * len(tiles))], self.cell)


@cache
def _parts(tile: str) -> list[tuple[str, tuple[int, ...], bool]]:
    """Return the colours of areas that hang together, their half-pieces, and if a centre piece."""
    groups = connected(range(7), linked(tile).__getitem__)
    return [(colour_of(tile, g[0]), tuple(sorted({*g} - {CENTRE})), CENTRE in g) for g in groups]


@cache
def _closers(
    pattern: EdgePattern, mask: int, players: str
) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return tiles that may close shapes across the sides in ``mask``, by the parts that meet these."""
    groups: dict[tuple[object, ...], list[tuple[int, str]]] = {}
    for number, tile in matching(pattern):
        meetings, closes = [], False
        for colour, sides, has_centre in _parts(tile):
            if on := tuple(side for side in sides if mask >> side & 1):
                meetings.append((colour, on, on == sides, has_centre))
                closes = closes or (on == sides and colour in players)
        if closes:
            groups.setdefault(tuple(meetings), []).append((number, tile))
    return tuple(map(tuple, groups.values()))


@dataclass(slots=True)
class _Turn:
    value: float
    move: AtreyaMove
    after: AtreyaPosition
    visits: float = _PRIOR
    shares: float = 0.0


def margin(points: Sequence[int], player: int) -> float:
    """Return how far a player is ahead of the mean of the others."""
    own = points[player]
    return own - (sum(points) - own) / (len(points) - 1)


class Outlook:
    """What turns are worth to players who give open shapes some share of their size."""

    def __init__(self, position: AtreyaPosition, share: float, rng: Random) -> None:
        self.mode, self.order = position.mode, position.order
        self.share = share
        self.rng = rng
        self._kept: dict[tuple[object, ...], tuple[Closer, ...]] = {}

    def hopes(self, position: AtreyaPosition, player: int) -> float:
        """Return what open shapes may bring: their sizes and, in Dom, smaller closed neighbours."""
        arena, total = position.arena, [0] * len(self.order)
        for shape in set(arena.shape_of.values()):
            owner = self.order.find(shape.colour)
            if owner >= 0 and not shape.is_closed:
                near = touching(arena, shape) if self.mode == "dom" else ()
                closed = [o.size for o in near if o.is_closed and o.size < shape.size]
                total[owner] += shape.size + sum(closed)
        return margin(total, player)

    def value(self, position: AtreyaPosition, player: int) -> float:
        """Return what a position is worth: points, hopes, and the closing that comes next."""
        value = margin(points(position), player)
        if self.mode == "max" and value:
            return value
        if self.share:
            value += self.share * self.hopes(position, player)
        reply = self.best_closing(position)
        return value + margin(reply.points, player) if reply else value

    # ------------------------------------------------------------------------- closing shapes

    def best_closing(self, position: AtreyaPosition) -> Closer | None:
        """Return the closing that gains the mover most, None where none gains anything."""
        best, pool = None, position.arena.pool
        for closers in self._closings(position):
            for closer in closers:
                if closer.gain <= (best.gain if best else 0.0):
                    break
                if any(pool[number] for number, _ in closer.tiles):
                    best = closer
                    break
        return best

    def _closings(self, position: AtreyaPosition) -> Iterator[tuple[Closer, ...]]:
        arena = position.arena
        for cell in sorted(arena.mouths()):
            if not takes_tile(arena.around[cell]):
                continue
            shapes = arena.across(cell)
            near: tuple[object, ...] = ()
            if self.mode == "dom":
                near = tuple(touching(arena, s) for s in shapes if s and s.faces == {cell})
            key = (position.turn, cell, shapes, near)
            if key not in self._kept:
                self._kept[key] = self._closings_at(position, cell)
            yield self._kept[key]

    def _closings_at(self, position: AtreyaPosition, cell: Hex) -> tuple[Closer, ...]:
        closers, mover = [], self.order.index(position.turn)
        shapes = enumerate(position.arena.across(cell))
        mask = sum(1 << k for k, shape in shapes if shape and shape.faces == {cell})
        for tiles in _closers(position.arena.around[cell], mask, self.order):
            # In Dom all pieces of a tile count: two stand for the others.
            groups = [(tiles[0],), (tiles[len(tiles) // 2],)] if self.mode == "dom" else [tiles]
            for group in groups:
                tile = group[0][1]
                laid = position.arena.laid(cell, tile)
                brought = points(position.after(AtreyaMove(tile, cell), laid))
                brought = tuple(map(sub, brought, position.points))
                if any(brought):
                    closers.append(Closer(margin(brought, mover), brought, cell, group))
        return tuple(sorted(closers, key=lambda closer: -closer.gain))

    # ------------------------------------------------------------------------ turns to look at

    def ranked(self, position: AtreyaPosition) -> list[_Turn]:
        """Return turns that close shapes, and others by lot, the best first."""
        mover, lot = self.order.index(position.turn), self.rng.random
        arena, pool = position.arena, position.arena.pool
        closing = [
            closer.move(pool, self.rng)
            for closers in self._closings(position)
            for closer in closers
            if any(pool[number] for number, _ in closer.tiles)
        ]
        quiet, most = list(moves.placements(arena)), _QUIET[self.mode]
        if len(quiet) > most:
            quiet = [quiet[int(lot() * len(quiet))] for _ in range(most)]
        turns = [(move, position.play(move)) for move in dict.fromkeys(closing + quiet)]
        shifts = moves.shifts(arena, strong=self.mode == "max")
        lifted = [(move, position.play(move)) for move in shifts]
        turns += sorted(lifted, key=lambda turn: -margin(turn[1].points, mover))[:_LIFTS]
        ranked = [(_Turn(self.value(after, mover), move, after), lot()) for move, after in turns]
        return [turn for turn, _ in sorted(ranked, key=lambda r: (-r[0].value, r[1]))]

    def prospect(self, position: AtreyaPosition, player: int) -> float:
        """Return what a position promises: everyone closes for most, or places by lot."""
        for _ in range(_AHEAD):
            if closer := self.best_closing(position):
                move: AtreyaMove | None = closer.move(position.arena.pool, self.rng)
            else:
                move = placed_by_lot(position, self.rng)
            if move is None or position.max_winners():
                break
            position = position.play(move)
        return self.value(position, player)


# ---------------------------------------------------------------------------------- the players


def _greedy(argument: str) -> Thinker:
    if argument and not re.fullmatch(r"[0-9](\.[0-9]{1,2})?", argument):
        raise ValueError("expected greedy:SHARE, the share that open shapes count for, like 0.6")

    def think(position: Any, rng: Random) -> Choice:
        share = float(argument) if argument else _SHARES[position.mode]
        ranked = Outlook(position, share, rng).ranked(position)[:MOST_CANDIDATES]
        turns = ((str(turn.move), worth(turn.value, _SCALE)) for turn in ranked)
        return Choice.of(tuple(Candidate(move, value, 0, (move,)) for move, value in turns))

    return think


def _search(argument: str) -> Thinker:
    count = playouts(argument)

    def think(position: Any, rng: Random) -> Choice:
        mover = position.order.index(position.turn)
        outlook = Outlook(position, _SHARES[position.mode], rng)
        base = margin(position.points, mover)
        base += outlook.share * outlook.hopes(position, mover)
        tried = outlook.ranked(position)[:_WIDTH]
        for turn in tried:
            turn.shares = _PRIOR * worth(turn.value - base, _SCALE)
        for k in range(count):
            wide = _CURIOSITY * math.sqrt(k + 1.0)
            turn = max(tried, key=lambda t: t.shares / t.visits + wide / (t.visits + 1.0))
            turn.shares += worth(outlook.prospect(turn.after, mover) - base, _SCALE)
            turn.visits += 1.0
        tried.sort(key=lambda turn: (-turn.visits, -turn.shares))
        candidates = (
            Candidate(move, turn.shares / turn.visits, int(turn.visits - _PRIOR), (move,))
            for turn, move in ((turn, str(turn.move)) for turn in tried)
        )
        return Choice.of(tuple(candidates), count)

    return think


KINDS: Mapping[str, PlayerKind] = {
    "greedy": PlayerKind("greedy:SHARE", _greedy),
    "uct": PlayerKind("uct:N", _search),
}


def levels(position: Any) -> tuple[str, ...]:
    """Return the names of five players for a position's mode, the weakest first."""
    if position.mode == "max":
        return ("random", "greedy", "uct:100", "uct:300", "uct:1000")
    return ("random", "greedy:0", "greedy:0.3", "greedy", "uct:100")
