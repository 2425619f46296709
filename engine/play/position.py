"""What a move, an event, a turn and a position are to the rest of the toolkit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar, overload

from engine.errors import IllegalMoveError
from engine.geometry.plane import number
from engine.messages import Message, Messages, all_of, numeral, row

if TYPE_CHECKING:
    from random import Random

Score = int | float

say = Messages(__name__)

P_co = TypeVar("P_co", bound="Position", covariant=True)


class Move(ABC):
    """What a player does in a turn: an immutable, hashable value; ``str`` is its written form."""

    __slots__ = ()

    if TYPE_CHECKING:  # that values are equal by what they are, each kind of move says for itself

        def __eq__(self, other: object, /) -> bool: ...
        def __hash__(self) -> int: ...

    @abstractmethod
    def __str__(self) -> str: ...


M_co = TypeVar("M_co", bound=Move, covariant=True)


class LegalMoves(Sequence[M_co]):
    """The moves that a position lists, found when needed; ``in`` takes a move or its text."""

    __slots__ = ("_all", "_find", "_position")

    def __init__(self, position: Position, find: Callable[[], Iterable[M_co]]) -> None:
        self._position, self._find = position, find
        self._all: tuple[M_co, ...] | None = None

    def __iter__(self) -> Iterator[M_co]:
        return iter(self._find() if self._all is None else self._all)

    def __len__(self) -> int:
        return len(self[:])

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, (str, Move)):
            return False
        try:
            full = self._position.take_turn(move).move
        except IllegalMoveError:
            return False
        return (isinstance(move, str) or full == move) and self._position.lists(full)

    @overload
    def __getitem__(self, index: int) -> M_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[M_co, ...]: ...
    def __getitem__(self, index: int | slice) -> M_co | tuple[M_co, ...]:
        if self._all is None:
            self._all = tuple(self._find())
        return self._all[index]

    def __repr__(self) -> str:
        first = [str(move) for move in islice(self, 4)]
        return f"<LegalMoves {' '.join([*first[:3], '…'] if len(first) > 3 else first)}>"


class Event(ABC):
    """Something a move brought about: an immutable value."""

    __slots__ = ()

    @abstractmethod
    def sentence(self) -> str:
        """Return the event as a sentence, in English or as a :class:`Message`."""


@dataclass(frozen=True, slots=True)
class WordedEvent(Event):
    """An event of a kind that its game names, such as "tile placed", with its ``words``, a sentence."""

    kind: str
    words: str

    def sentence(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ended: ``winners``, the ``outcome`` in words, and ``why`` if scores do not show."""

    kind: ClassVar[str] = "game over"

    winners: tuple[str, ...]
    outcome: str = ""
    why: str = ""

    @classmethod
    def of(cls, end: Position, names: Mapping[str, str], why: str = "") -> GameOver:
        """Return the event of a game that ended in a position."""
        return cls(end.winners() or (), outcome(end, names), why)

    def sentence(self) -> str:
        if self.why:
            return say("The game is over: {outcome}, {why}.", outcome=self.outcome, why=self.why)
        return say("The game is over: {outcome}.", outcome=self.outcome)


def outcome(position: Position, names: Mapping[str, str], *, scored: bool = True) -> Message:
    """Return who is to move or has won, and if ``scored`` the scores that decide: "blue wins, 7 to 5"."""
    winners = position.winners()
    named = all_of(names.get(winner, winner) for winner in winners or ())
    if winners is None:
        words = say("{player} to move", player=names.get(position.turn, position.turn))
    elif not winners:
        words = say("a draw")
    elif len(winners) == 1:
        words = say("{winners} wins", winners=named)
    else:
        words = say("{winners} share the win", winners=named)
    if not (scored and position.scores_decide):
        return words
    scores = position.scores()
    if winners is not None and len(scores) == 2:
        low, high = (numeral(number(score)) for score in sorted(scores.values()))
        return say("{outcome}, {high} to {low}", outcome=words, high=high, low=low)
    return say("{outcome}; {scores}", outcome=words, scores=row(each_score(position, names)))


def each_score(position: Position, names: Mapping[str, str]) -> Iterator[Message]:
    """Yield every player's name and score: "blue 7"."""
    scores = position.scores()
    for player in position.players:
        name, score = names.get(player, player), numeral(number(scores[player]))
        yield say("{player} {score}", player=name, score=score)


@dataclass(frozen=True)
class Turn(Generic[P_co]):
    """A legal move carried out, with all that follows from it, such as the tile drawn."""

    before: P_co
    move: Move
    after: P_co

    @property
    def written(self) -> str:
        """The full written form of the move."""
        return str(self.move)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the move brought about, in order."""
        return tuple(self.before.brought_about(self.move, self.after))


class Draft(NamedTuple):
    """A turn that a player is still picking, one thing after the other."""

    #: The names of what may be picked next: places of the drawing, or pieces beside it.
    choices: tuple[str, ...]
    #: The turn, if it may be played now.
    move: str | None = None
    #: Why the pieces may not stay.
    wrong: str = ""


class Position(ABC):
    """A state of play: immutable and hashable; ``str`` is the written form, which parses to it."""

    __slots__ = ()

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
    def legal_moves(self) -> LegalMoves[Move]:
        """Return every legal move; of a game with too many some; none once the game is over."""

    def lists(self, move: Move) -> bool:
        """Tell whether a full legal move is among :meth:`legal_moves`."""
        return True

    @abstractmethod
    def take_turn(self, move: str | Move, *, rng: Random | None = None) -> Turn[Self]:
        """Carry out a move, by ``rng`` if it needs chance; raise IllegalMoveError naming the rule."""

    @abstractmethod
    def brought_about(self, move: Any, after: Self) -> Iterable[Event]:
        """Yield in order the events of a full legal move; ``after`` is the position it led to."""

    def play(self, move: str | Move, *, rng: Random | None = None) -> Self:
        """Return the position after ``move``; raise as :meth:`take_turn`."""
        return self.take_turn(move, rng=rng).after

    def written(self, move: str | Move, *, rng: Random | None = None) -> str:
        """Return the full written form of a legal move; raise as :meth:`take_turn`."""
        return self.take_turn(move, rng=rng).written

    def places(self, move: str | Move) -> tuple[str, ...]:
        """Return the places of the drawing that a move's text names, the one where it ends last."""
        return ()

    def laid(self, move: str | Move) -> tuple[str, ...]:
        """Return the places of a move where its pieces lie after it."""
        return self.places(move)[-1:]

    def holds(self, player: str) -> str:
        """Return words for what a player still has to play with, as far as all may see it."""
        return ""

    def renamed(self, place: str, move: Any) -> str:
        """Return the name of a place after a legal move, which may have changed names."""
        return place

    def openly(self, move: Any) -> Any:
        """Return a full legal move as all players see it, without its player's secrets."""
        return move

    def steps(self, move: Any) -> tuple[str, ...]:
        """Return the picks of a listed move: places of the drawing, or pieces beside it."""
        return (str(move),)

    def draft(self, picked: tuple[str, ...]) -> Draft:
        """Return what may be picked after these picks, and the move that they make."""
        choices: dict[str, None] = {}
        whole = None
        for move in self.legal_moves():
            steps = self.steps(move)
            if steps[: len(picked)] != picked:
                continue
            if len(steps) == len(picked):
                whole = str(move)
            else:
                choices[steps[len(picked)]] = None
        return Draft(tuple(choices), whole)

    def prompt(self, picked: tuple[str, ...]) -> str:
        """Return what a player is to pick next, in words that follow the player's name."""
        return "choose a move"

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def scores(self) -> dict[str, Score]:
        """Return every player's score; while the game is on, the score so far."""

    @abstractmethod
    def winners(self) -> tuple[str, ...] | None:
        """Return the winners in turn order, () without a winner, None while the game is on."""

    @property
    def has_margin(self) -> bool:
        """Whether results have a margin, the distance of the winners' scores from the others'."""
        return self.scores_decide

    @property
    def scores_decide(self) -> bool:
        """Whether the highest score wins; captions then have the scores, and results a margin."""
        return True

    def leaders(self) -> tuple[str, ...]:
        """Return the players with the highest score, who would win if play stopped now."""
        scores = self.scores()
        best = max(scores.values())
        return tuple(player for player in self.players if scores[player] == best)

    #: How positions show themselves in notebooks; :mod:`engine` binds it.
    _renderer: ClassVar[Callable[[Position], str]]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def _repr_svg_(self) -> str:
        return type(self)._renderer(self)


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal moves; those that end earlier do not count."""
    if depth <= 1:
        return sum(1 for _ in position.legal_moves()) if depth else 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
