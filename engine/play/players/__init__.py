"""Players by name, for any game: ``random``, ``greedy``, and ``uct:N``, a search by N play-outs a turn.

A game adds kinds of its own, and its five levels; see :mod:`engine.play.quick`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from engine.errors import OptionError
from engine.play.finding import game as find_game
from engine.play.players import choice, search
from engine.play.players.choice import Candidate, Choice, Player, PlayerKind, Thinker
from engine.play.position import Position, Turn

__all__ = [
    "Candidate",
    "Choice",
    "Player",
    "PlayerKind",
    "Thinker",
    "levels",
    "player",
    "turns",
]

#: The most turns of a game.
MOST_TURNS = 2000


def without_number(think: Thinker) -> Callable[[str], Thinker]:
    """Return the maker of a player whose name is one word."""

    def make(argument: str) -> Thinker:
        if argument:
            raise ValueError("it takes no number")
        return think

    return make


#: The kinds of player of every game, by the first word of their names.
KINDS: Mapping[str, PlayerKind] = {
    "random": PlayerKind("random", without_number(choice.at_random)),
    "greedy": PlayerKind("greedy", without_number(choice.greedy)),
    "uct": PlayerKind("uct:N", search.make),
}

#: The five levels of games with quick states, and of those without.
_QUICK_LEVELS = ("random", "greedy", "uct:100", "uct:400", "uct:1600")
_LEVELS = ("random", "uct:10", "uct:30", "uct:100", "uct:300")


def kinds(game: str) -> Mapping[str, PlayerKind]:
    """Return the kinds of player of a game.

    Raises UnknownGameError.
    """
    own = getattr(find_game(game).quick_module, "KINDS", {})
    return {word: kind for word, kind in {**KINDS, **own}.items() if kind is not None}


def player(name: str, game: str) -> Player:
    """Return the player called ``name``, such as ``uct:300``, for a game.

    Raises OptionError for an unknown name, with the names of the players.

    >>> from engine.play.players import player
    >>> player("uct:0", game.name)
    Traceback (most recent call last):
    engine.errors.OptionError: no player 'uct:0'; ...
    """
    known = kinds(game)
    word, colon, argument = name.partition(":")
    if word not in known or (colon and not argument):
        forms = ", ".join(kind.form for kind in known.values())
        raise OptionError(
            f"no player '{name[:40]}' of {game}; the players are {forms}", setting="player"
        )
    try:
        return Player(name, known[word].make(argument))
    except ValueError as error:
        raise OptionError(f"no player '{name[:40]}': {error}", setting="player") from None


def levels(position: Position) -> tuple[str, ...]:
    """Return the names of five players for a position's game and settings, the weakest first.

    >>> from engine.play.players import levels
    >>> len(levels(start))
    5
    """
    module = find_game(position.game).quick_module
    if hasattr(module, "levels"):
        names: tuple[str, ...] = module.levels(position)
        return names
    return _QUICK_LEVELS if hasattr(module, "quick") else _LEVELS


def turns(position: Position, seats: Sequence[Player], *, seed: int) -> Iterator[Turn[Position]]:
    """Yield the turns of a game between players, seated in the position's order; at most 2,000.

    Every turn has a seed of its own.

    >>> from engine.play.players import player, turns
    >>> [turn.before.turn for turn in turns(game.start(mode="max"), [player("random", game.name)] * 2, seed=1)][:3]
    ['r', 'g', 'r']
    """
    seated, bag = dict(zip(position.players, seats, strict=True)), Random(seed)
    for number in range(MOST_TURNS):
        if position.is_over:
            return
        move = seated[position.turn].choose(position, seed=seed + number).move
        turn = position.take_turn(move, rng=bag)
        position = turn.after
        yield turn
