"""Quick states: a game for players that look ahead, without objects for moves and positions.

A game has them in a module ``quick`` of its folder, where each of these is optional:

- ``quick(position) -> Quick``: the quick states of a position; by default :class:`ByPositions`.
- ``KINDS: Mapping[str, PlayerKind | None]``: kinds of player that join or replace those of every
  game, by the first word of their names; None removes a kind.
- ``known(position) -> str``: what the mover knows of a position; by default its written form.
- ``levels(position) -> tuple[str, ...]``: the names of five players, the weakest first.

A player is a number here, the index in ``position.players``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, Generic, TypeVar

from engine.play.position import Position

S = TypeVar("S")


class Quick(ABC, Generic[S]):
    """The quick states of one game.

    A state is any immutable value, of type ``S``.  A code is any value that names a turn.
    """

    #: The number of players.
    players: int = 2
    #: The lead that promises three quarters of the game.
    scale: float = 1.0

    @abstractmethod
    def of(self, position: Any) -> S:
        """Return the state of a position."""

    @abstractmethod
    def children(self, state: S) -> list[tuple[Any, S]]:
        """Return every legal turn, in the order of ``legal_moves``, with the state after it.

        Empty once the game is over, and only then.
        """

    @abstractmethod
    def mover(self, state: S) -> int:
        """Return who is to move."""

    @abstractmethod
    def lead(self, state: S, player: int) -> float:
        """Return how far a player is ahead of the best of the others.

        At the end it is above 0 for a single winner, and 0 for those who share the win.
        """

    @abstractmethod
    def written(self, state: S, code: Any) -> str:
        """Return the full written form of a turn."""

    def turn(self, state: S, rng: Random) -> tuple[Any, S] | None:
        """Return a random turn, for studies of random play, and the state after it; None at the end."""
        children = self.children(state)
        return children[int(rng.random() * len(children))] if children else None

    def roll(self, state: S, rng: Random) -> tuple[float, ...]:
        """Return every player's lead at the end of a game of random turns."""
        while turn := self.turn(state, rng):
            state = turn[1]
        return tuple(self.lead(state, player) for player in range(self.players))


class ByPositions(Quick[Position]):
    """The positions themselves as states, for any game whose positions list their moves."""

    def __init__(self, position: Position) -> None:
        self.players = len(position.players)

    def of(self, position: Position) -> Position:
        return position

    def children(self, state: Position) -> list[tuple[Any, Position]]:
        return [(move, state.play(move)) for move in state.legal_moves()]

    def mover(self, state: Position) -> int:
        return state.players.index(state.turn)

    def lead(self, state: Position, player: int) -> float:
        scores, letter = state.scores(), state.players[player]
        ahead = scores[letter] - max(scores[other] for other in state.players if other != letter)
        winners = state.winners()
        if winners is None:
            return ahead
        if letter not in winners:
            return min(ahead, -1) if winners else 0
        return max(ahead, 1) if len(winners) == 1 else 0

    def written(self, state: Position, code: Any) -> str:
        return state.written(code)

    def turn(self, state: Position, rng: Random) -> tuple[Any, Position] | None:
        moves = state.legal_moves()
        if not moves:
            return None
        move = moves[int(rng.random() * len(moves))]
        return move, state.play(move)
