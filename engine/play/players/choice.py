"""What a player, its choice and a kind of player are; and players that do not look ahead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from engine.errors import GameError
from engine.play.finding import game as find_game
from engine.play.position import Position
from engine.play.quick import ByPositions, Quick


class Candidate(NamedTuple):
    """A turn that was considered."""

    move: str
    #: The share of the game that the mover may expect, from 0 to 1.
    value: float
    #: How often it was tried.
    playouts: int
    #: The expected turns, beginning with ``move``.
    line: tuple[str, ...]


class Choice(NamedTuple):
    """The turn chosen, and the turns considered, the best first."""

    move: str
    value: float
    playouts: int
    candidates: tuple[Candidate, ...]

    @classmethod
    def of(cls, candidates: tuple[Candidate, ...], playouts: int = 0) -> Choice:
        """Return the choice of the first candidate; ``playouts`` are those of all together."""
        return cls(candidates[0].move, candidates[0].value, playouts, candidates)


#: Returns the choice in a position that is not over; all chance comes from the generator.
Thinker = Callable[[Position, Random], Choice]


@dataclass(frozen=True)
class Player:
    """Someone who chooses turns; ``name``, such as ``uct:300``, makes the player again."""

    name: str
    think: Thinker = field(repr=False)

    def choose(self, position: Position, *, seed: int = 1) -> Choice:
        """Return the turn chosen, the same for the same position and seed on every machine.

        Raises GameError where the game is over.
        """
        if position.is_over:
            raise GameError(f"{self.name} has no turn to choose: the game is over")
        known = getattr(find_game(position.game).quick_module, "known", str)
        return self.think(position, Random(f"{seed} {known(position)}"))


class PlayerKind(NamedTuple):
    """A kind of player: the form of its name, and the function that makes a player.

    ``make`` takes the text behind the colon of the name.  It raises ValueError with what would be
    right.
    """

    form: str
    make: Callable[[str], Thinker]


def quick_of(position: Position) -> Quick[Any]:
    """Return the quick states of a position's game: its own, or the positions themselves."""
    own = getattr(find_game(position.game).quick_module, "quick", None)
    states: Quick[Any] = own(position) if own else ByPositions(position)
    return states


#: How many of the turns considered a choice tells.
SHOWN = 10


def worth(lead: float, scale: float) -> float:
    """Return the share of the game, from 0 to 1, that a lead promises."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


def at_random(position: Position, rng: Random) -> Choice:
    """Return any legal turn."""
    moves = position.legal_moves()
    move = str(moves[int(rng.random() * len(moves))])
    return Choice.of((Candidate(move, 0.5, 0, (move,)),))


def greedy(position: Position, rng: Random) -> Choice:
    """Return the turn after which the mover's lead is largest, by lot among equals."""
    quick = quick_of(position)
    state = quick.of(position)
    mover = quick.mover(state)
    ranked = sorted(
        ((-quick.lead(after, mover), rng.random(), code) for code, after in quick.children(state)),
        key=lambda entry: entry[:2],
    )
    return Choice.of(
        tuple(
            Candidate(move, worth(-loss, quick.scale), 0, (move,))
            for loss, _, code in ranked[:SHOWN]
            for move in (quick.written(state, code),)
        )
    )
