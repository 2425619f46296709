"""What a move, an event, a turn and a position are to the rest of the toolkit.

Nothing here knows any particular game, or where games are found; see :mod:`engine.play.game`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    from random import Random

Score = int | float


P_co = TypeVar("P_co", bound="Position", covariant=True)


class Move(ABC):
    """What a player does in a turn: an immutable, hashable value whose ``str`` is its written form."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str: ...


class Event(ABC):
    """Something a move brought about: an immutable value with named fields."""

    __slots__ = ()

    @abstractmethod
    def sentence(self) -> str:
        """Return the event in words: a whole English sentence, which a :class:`Message` has in others."""


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player passed; each game says why."""

    player: str


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ended, without ``winners`` in a draw; each game says how."""

    winners: tuple[str, ...]


class _TurnFields(NamedTuple, Generic[P_co]):
    before: P_co
    move: Move
    after: P_co


class Turn(_TurnFields[P_co]):
    """A legal move carried out: the positions ``before`` and ``after``, and the ``move`` in full.

    A full move holds all that follows from it, a draw its tile.  The events are worked out when
    they are first asked for, as most who play never ask.
    """

    @property
    def written(self) -> str:
        """The full written form of the move."""
        return str(self.move)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the move brought about, in order."""
        return tuple(self.before.brought_about(self.move, self.after))

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: turns are immutable."""
        raise AttributeError(f"turns are immutable; {name} cannot be set")


class Position(ABC):
    """A state of play: immutable and hashable; ``str`` is the written form.

    ``parse(str(position)) == position`` for every position of every game.
    """

    __slots__ = ()

    #: The game's name.
    game: ClassVar[str]

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    @abstractmethod
    def turn(self) -> str:
        """The player to move: a colour letter, or a number from 1."""

    @property
    @abstractmethod
    def players(self) -> tuple[str, ...]:
        """All players in turn order."""

    @abstractmethod
    def legal_moves(self) -> Iterable[Move]:
        """Yield every legal move once, always in the same order; nothing once the game is over."""

    @abstractmethod
    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[Self]:
        """Carry out a move, and return all that came of it.

        ``rng`` serves games with chance; others ignore it.

        Raises InvalidMoveError for a text that is no move, IllegalMoveError for a move that
        breaks a rule, naming the rule.
        """

    @abstractmethod
    def brought_about(self, move: Any, after: Self) -> Iterable[Event]:
        """Yield in order what a full legal move brought about that led to ``after``.

        Others ask :attr:`Turn.events`, which holds them.
        """

    def play(self, move: str | Move, *, rng: Random | None = None) -> Self:
        """Return the position after ``move``.

        Raises the same errors as :meth:`take_turn`.
        """
        return self.take_turn(move, rng=rng).after

    def written(self, move: str | Move, *, rng: Random | None = None) -> str:
        """Return the full written form of a legal move, with all that follows from it.

        Raises the same errors as :meth:`take_turn`.
        """
        return self.take_turn(move, rng=rng).written

    def events(self, move: str | Move, *, rng: Random | None = None) -> tuple[Event, ...]:
        """Return what a legal move brings about, in order.

        Raises the same errors as :meth:`take_turn`.
        """
        return self.take_turn(move, rng=rng).events

    def places(self, move: str | Move) -> tuple[str, ...]:
        """Return the places of the drawing that a move touches, the one where it ends last.

        Figures number and outline moves there.  Only the move's text counts, so that a position
        after the move can be asked too; () where a game does not say.
        """
        return ()

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def scores(self) -> dict[str, Score]:
        """Return every player's score, the standing while the game is on."""

    @abstractmethod
    def winners(self) -> tuple[str, ...] | None:
        """Return the winners in turn order, () for a draw with no winner, None while the game is on."""

    @property
    def has_margin(self) -> bool:
        """Whether a result tells how far the winners' scores lie from the others'."""
        return self.scores_decide

    @property
    def scores_decide(self) -> bool:
        """Whether the scores tell who wins, so that a result has a margin."""
        return True

    def leaders(self) -> tuple[str, ...]:
        """Return who would win if play stopped now and scores decided: the highest scores."""
        scores = self.scores()
        best = max(scores.values())
        return tuple(player for player in self.players if scores[player] == best)

    def _repr_svg_(self) -> str:
        """Return the diagram as SVG, for notebooks."""
        return _diagram(self)


def _diagram(position: Position) -> str:
    if _renderer is None:
        raise RuntimeError("no renderer is set; import engine, not engine.play alone")
    return _renderer(position)


_renderer: Callable[[Position], str] | None = None


def set_renderer(renderer: Callable[[Position], str]) -> None:
    """Say how positions show themselves; the package's __init__ does so once."""
    global _renderer
    _renderer = renderer
