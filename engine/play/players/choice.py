"""What a player chooses, and what a kind of player is; how any of them thinks is not known here."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from engine.play.position import Position


class Candidate(NamedTuple):
    """A turn that was considered.

    ``value`` is the share of the game, from 0 to 1, that the mover may expect of it; ``playouts``
    how often it was tried, 0 by players who only look; ``line`` the expected turns, the move first.
    """

    move: str
    value: float
    playouts: int
    line: tuple[str, ...]


class Choice(NamedTuple):
    """The turn chosen, and the turns considered, the best first."""

    move: str
    value: float
    playouts: int
    candidates: tuple[Candidate, ...]

    @classmethod
    def of(cls, candidates: tuple[Candidate, ...], playouts: int = 0) -> Choice:
        """Return the choice of the first of some candidates, after so many play-outs in all."""
        return cls(candidates[0].move, candidates[0].value, playouts, candidates)


#: Returns the choice in a position that is not over; all chance comes from the generator.
Thinker = Callable[[Position, Random], Choice]


class Player(Protocol):
    """Someone who chooses turns.

    >>> from engine.play.players import player
    >>> player("random", game.name).choose(start, seed=1).move in start.legal_moves()
    True
    """

    @property
    def name(self) -> str:
        """The name that makes the player again, such as ``uct:300``."""

    def choose(self, position: Position, *, seed: int = 1) -> Choice:
        """Return the turn chosen, the same for the same position and seed on every machine.

        Raises GameError where the game is over.
        """


class PlayerKind(NamedTuple):
    """A kind of player: how its name is written, and what makes one.

    ``make`` takes what stands behind the colon of the name, "" where nothing does, and raises
    ValueError saying what is right.
    """

    form: str
    make: Callable[[str], Thinker]
