"""Players by name, for any game: ``random``, ``greedy``, and ``uct:N``, a search by N play-outs a turn.

The search grows a tree of turns, whose new nodes begin with the values of greedy.  It is the same on
every machine: play-outs are counted, not timed, and arithmetic is limited to sums, products,
quotients and square roots.

A game may have a module ``quick`` in its folder, where each of these is optional:

- ``quick(position) -> Quick``: the quick states of a position; by default :class:`ByPositions`.
- ``KINDS: Mapping[str, PlayerKind]``: kinds of player that join or replace those of every game, by
  the first word of their names.
- ``known(position) -> str``: what the mover knows of a position; by default its written form.
- ``levels(position) -> tuple[str, ...]``: the names of five players, the weakest first.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from engine.errors import GameError, OptionError
from engine.play.plugins import game as find_game
from engine.play.position import Position, Turn

#: The most turns of a game, and the most play-outs a turn.
MOST_TURNS, MOST_PLAYOUTS = 2000, 1_000_000
#: How many of the turns considered a choice has.
MOST_CANDIDATES = 10

S = TypeVar("S")

#: The five levels of games with quick states, and of those without.
_QUICK_LEVELS = ("random", "greedy", "uct:100", "uct:400", "uct:1600")
_LEVELS = ("random", "uct:10", "uct:30", "uct:100", "uct:300")


class Quick(ABC, Generic[S]):
    """The quick states of one game, of type ``S``; any value names a turn, and an index a player."""

    #: The number of players.
    players: int = 2
    #: The lead that promises three quarters of the game.
    scale: float = 1.0

    @abstractmethod
    def of(self, position: Any) -> S:
        """Return the state of a position."""

    @abstractmethod
    def children(self, state: S) -> list[tuple[Any, S]]:
        """Return every legal turn, as in ``legal_moves``, with the state after it; none at the end."""

    @abstractmethod
    def mover(self, state: S) -> int:
        """Return who is to move."""

    @abstractmethod
    def lead(self, state: S, player: int) -> float:
        """Return how far a player is ahead: at the end above 0 for a single winner, 0 for sharers."""

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


class Candidate(NamedTuple):
    """A turn that was considered: the share of the game that it promises, and how often it was tried.

    ``line`` are the expected turns, beginning with ``move``.
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
        """Return the turn chosen, the same on every machine; raise GameError where the game is over."""
        if position.is_over:
            raise GameError(f"{self.name} has no turn to choose: the game is over")
        known = getattr(find_game(position.game).module("quick"), "known", str)
        return self.think(position, Random(f"{seed} {known(position)}"))


class PlayerKind(NamedTuple):
    """A kind of player: the form of its name, and the function that makes a player.

    ``make`` takes the text behind the form's colon; it raises ValueError with what would be right.
    """

    form: str
    make: Callable[[str], Thinker]


def playouts(argument: str) -> int:
    """Return the number of play-outs in a player's name; raise ValueError for no such number."""
    if not re.fullmatch("[1-9][0-9]{0,6}", argument) or int(argument) > MOST_PLAYOUTS:
        raise ValueError(f"expected 1 to {MOST_PLAYOUTS} play-outs a turn, like uct:300")
    return int(argument)


def player(name: str, game: str) -> Player:
    """Return the player called ``name``, such as ``uct:300``, for a game; raise OptionError."""
    own = getattr(find_game(game).module("quick"), "KINDS", {})
    known = {**KINDS, **own}
    word, colon, argument = name.partition(":")
    if word not in known or (colon and not argument):
        forms = ", ".join(kind.form for kind in known.values())
        raise OptionError(
            f"no player '{name[:40]}' of {game}; the players are {forms}", setting="player"
        )
    try:
        if argument and ":" not in known[word].form:
            raise ValueError("it takes no number")
        return Player(name, known[word].make(argument))
    except ValueError as error:
        raise OptionError(f"no player '{name[:40]}': {error}", setting="player") from None


def levels(position: Position) -> tuple[str, ...]:
    """Return the names of five players for a position's game and settings, the weakest first."""
    module = find_game(position.game).module("quick")
    if hasattr(module, "levels"):
        names: tuple[str, ...] = module.levels(position)
        return names
    return _QUICK_LEVELS if hasattr(module, "quick") else _LEVELS


def turns(position: Position, seats: Sequence[Player], *, seed: int) -> Iterator[Turn[Position]]:
    """Yield the turns of a game between players, seated in the position's order; at most 2,000."""
    seated, bag = dict(zip(position.players, seats, strict=True)), Random(seed)
    for number in range(MOST_TURNS):
        if position.is_over:
            return
        move = seated[position.turn].choose(position, seed=seed + number).move
        turn = position.take_turn(move, rng=bag)
        position = turn.after
        yield turn


# --------------------------------------------------------------------------- without looking ahead


def quick_of(position: Position) -> Quick[Any]:
    """Return the quick states of a position's game: its own, or the positions themselves."""
    own = getattr(find_game(position.game).module("quick"), "quick", None)
    states: Quick[Any] = own(position) if own else ByPositions(position)
    return states


def worth(lead: float, scale: float) -> float:
    """Return the share of the game, from 0 to 1, that a lead promises."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


def _at_random(position: Position, rng: Random) -> Choice:
    moves = position.legal_moves()
    move = str(moves[int(rng.random() * len(moves))])
    return Choice.of((Candidate(move, 0.5, 0, (move,)),))


def _greedy(position: Position, rng: Random) -> Choice:
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
            for loss, _, code in ranked[:MOST_CANDIDATES]
            for move in (quick.written(state, code),)
        )
    )


# ---------------------------------------------------------------------------------- the search

#: How much weight a turn gets that was seldom tried.
_CURIOSITY = 0.29
#: How many play-outs greedy's opinion of a turn counts for.
_PRIOR = 2.0
#: How much of a play-out's worth is its lead, and not who won.
_OF_LEAD = 0.3
#: The weight of a game that goes on, beside 1 for one that ends, so that winners end the game.
_GOING_ON = 0.98


class _Node:
    """A state, its turns, and what came of trying each, in the mover's shares of the game."""

    __slots__ = ("doubts", "means", "mover", "nodes", "shares", "total", "turns", "visits")

    def __init__(self, quick: Quick[Any], state: Any) -> None:
        self.turns = quick.children(state)
        self.mover = mover = quick.mover(state)
        lead, scale, number = quick.lead, quick.scale, len(self.turns)
        self.means = [worth(lead(after, mover), scale) for _, after in self.turns]
        self.shares = [_PRIOR * mean for mean in self.means]
        self.visits, self.doubts = [_PRIOR] * number, [1.0 / sqrt(_PRIOR)] * number
        self.nodes: list[_Node | None] = [None] * number
        self.total = 0

    def most_promising(self) -> int:
        # About the logarithm to base 2: straight between powers of two, so that it is exact.
        whole = (tries := self.total + 3).bit_length() - 1
        wide = _CURIOSITY * sqrt(whole + tries / (1 << whole) - 1.0)
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


def _search(argument: str) -> Thinker:
    count = playouts(argument)

    def think(position: Position, rng: Random) -> Choice:
        quick = quick_of(position)
        state = quick.of(position)
        root = _Node(quick, state)
        for _ in range(count):
            _play_out(quick, root, rng)
        candidates = []
        for turn in root.ranking()[:MOST_CANDIDATES]:
            line = _line(quick, state, root, turn)
            tried = int(root.visits[turn] - _PRIOR)
            candidates.append(Candidate(line[0], root.means[turn], tried, line))
        return Choice.of(tuple(candidates), count)

    return think


def _play_out(quick: Quick[Any], root: _Node, rng: Random) -> None:
    path: list[tuple[_Node, int]] = []
    node: _Node | None = root
    while node and node.turns:
        turn = node.most_promising()
        path.append((node, turn))
        state = node.turns[turn][1]
        if node.nodes[turn] is None and node.visits[turn] > _PRIOR:
            node.nodes[turn] = _Node(quick, state)
        node = node.nodes[turn]
    weight = 1.0 if node else _GOING_ON
    shares = [
        0.5 + weight * (_OF_LEAD * (worth(lead, quick.scale) - 0.5) + (1.0 - _OF_LEAD) * won)
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


#: The kinds of player of every game, by the first word of their names.
KINDS: Mapping[str, PlayerKind] = {
    "random": PlayerKind("random", lambda _: _at_random),
    "greedy": PlayerKind("greedy", lambda _: _greedy),
    "uct": PlayerKind("uct:N", _search),
}
