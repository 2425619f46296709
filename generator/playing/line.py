"""A page's question, and the positions of the game it is about, each worked out from the one before.

A game can be written as a record, and a record opened as a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from engine import record as records
from engine.errors import GameError, OptionError
from engine.play import finding
from engine.play.position import Position, Turn
from engine.record import Record
from engine.settings import Settings
from engine.words import count

SettingPairs = tuple[tuple[str, str], ...]

#: The largest number of a question.
MOST_NUMBER = 2**53


class Question(NamedTuple):
    """What a page asks of a game: its settings, the moves so far, and the picks of the next."""

    game: str
    settings: SettingPairs = ()
    moves: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    #: Whether the turn is to be played as far as it is picked.
    done: bool = False
    #: A move that was typed, to be played.
    typed: str = ""
    #: The number of moves after which the position is looked at, None for all.
    at: int | None = None
    theme: str = "classic"
    #: The player whose hidden things are shown, "" for nobody, None for who is to move.
    viewer: str | None = None
    #: What would come of picking this, "" for no such question.
    ghost: str = ""


def read(message: Mapping[str, Any]) -> Question:
    """Return the question about a game; raise OptionError for what is of another kind."""
    table = Settings(message, "the question")
    moves = table.texts("moves")
    at = len(moves) if message.get("at") is None else table.whole("at", 0, MOST_NUMBER)
    try:
        settings = tuple((str(name), str(value)) for name, value in message.get("settings") or ())
    except (TypeError, ValueError) as error:
        raise OptionError("'settings' must be a list of pairs of a name and a value") from error
    return Question(
        table.text("game"),
        settings,
        moves,
        table.texts("picks"),
        message.get("done") is True,
        table.text("typed").strip(),
        at if at < len(moves) else None,
        table.text("theme") or "classic",
        None if message.get("viewer") is None else table.text("viewer"),
        table.text("ghost"),
    )


class Reached(NamedTuple):
    """A position, the turn that led there, None at the start, and the turns so far.

    ``movers`` made the ``moves``, which are in their full form, and ``openly`` as all players see them.
    """

    position: Position
    turn: Turn[Position] | None = None
    movers: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    openly: tuple[str, ...] = ()

    def after(self, move: str) -> Reached:
        """Return what is reached by one more move; raise IllegalMoveError."""
        turn = self.position.take_turn(move)
        return Reached(
            turn.after,
            turn,
            (*self.movers, turn.before.turn),
            (*self.moves, turn.written),
            (*self.openly, str(turn.before.openly(turn.move))),
        )

    def knows(self, k: int, viewer: str | None) -> bool:
        """Tell whether a viewer may know all of a move."""
        return viewer in (self.movers[k], "all")

    def seen_by(self, viewer: str | None) -> Turn[Position] | None:
        """Return the last turn as a viewer sees it."""
        if self.turn is None or self.knows(-1, viewer):
            return self.turn
        return replace(self.turn, move=self.turn.before.openly(self.turn.move))


class MoveError(GameError):
    """A move of a question cannot be played; ``legal`` are those before it."""

    def __init__(self, reason: str, legal: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.legal = legal


#: What was reached by game, settings and moves; the oldest go where there are too many.
_REACHED: dict[tuple[str, SettingPairs, tuple[str, ...]], Reached] = {}
_MOST = 400


@lru_cache(maxsize=32)
def start(game: str, settings: SettingPairs) -> Position:
    """Return the start of a game; beside its options ``position`` names another one to begin with."""
    chosen, given = finding.game(game), dict(settings)
    if "position" not in given:
        return chosen.begin(given)
    known = {"position", *(option.name for option in chosen.options)}
    for name in given:
        if name not in known:
            raise OptionError(f"{game} has no option '{name[:40]}'", setting=name)
    return chosen.from_tags({name.capitalize(): value for name, value in given.items()})


def reached(game: str, settings: SettingPairs, moves: tuple[str, ...]) -> Reached:
    """Return what is reached by moves in their full form; raise MoveError."""
    known = next(
        (k for k in range(len(moves), 0, -1) if (game, settings, moves[:k]) in _REACHED), 0
    )
    so_far = _REACHED[game, settings, moves[:known]] if known else Reached(start(game, settings))
    for k in range(known, len(moves)):
        try:
            so_far = so_far.after(moves[k])
        except GameError as error:
            raise MoveError(f"move {k + 1}: {error}", moves[:k]) from error
        _REACHED[game, settings, moves[: k + 1]] = so_far
        if len(_REACHED) > _MOST:
            del _REACHED[next(iter(_REACHED))]
    return so_far


def played(game: str, settings: SettingPairs, moves: tuple[str, ...], move: str) -> tuple[str, ...]:
    """Return the moves with one more, in its full form.

    What chance decides follows from the settings and the moves alone, so that the same clicks
    make the same game.  What the settings decide, as a seed does a draw, no move chooses.
    """
    position = reached(game, settings, moves).position
    try:
        turn = position.take_turn(move)
    except GameError:
        turn = position.take_turn(move, rng=Random(f"{game} {settings} {moves}"))
    with suppress(GameError):  # they do not decide it
        turn = position.take_turn(position.openly(turn.move))
    return (*moves, turn.written)


def written(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a game, with its settings as tags and the result if it is over."""
    query = read(message)
    last = reached(query.game, query.settings, query.moves).position
    tags = {name.capitalize(): value for name, value in query.settings}
    made = Record({"Game": query.game, **tags, "Result": records.result(last)}, query.moves)
    return {"text": str(made)}


def opened(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of a text as a game, its moves in their full form."""
    table = Settings(message, "the question")
    games, number = records.load_all(table.text("text")), table.whole("number", 1, MOST_NUMBER)
    if number > len(games):
        raise OptionError(f"the text holds {count(len(games), 'game')}; there is no game {number}")
    chosen = games[number - 1]
    names = (*(option.name for option in finding.game(chosen.tags["Game"]).options), "position")
    tags = {name: chosen.tags.get(name.capitalize()) for name in names}
    return {
        "game": chosen.tags["Game"],
        "settings": [[name, value] for name, value in tags.items() if value is not None],
        "moves": [turn.written for turn in chosen.turns()],
        "tags": dict(chosen.tags),
        "games": len(games),
    }
