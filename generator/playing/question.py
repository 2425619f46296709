"""A page's question, read: what it asks for, of which game after which moves.

What it names is not known here; only that it is of the right kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.errors import OptionError

SettingPairs = tuple[tuple[str, str], ...]


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
    """Return the question about a game.

    Raises OptionError for what is of another kind.
    """
    at, moves = number(message, "at"), texts(message, "moves")
    return Question(
        text(message, "game"),
        settings(message),
        moves,
        texts(message, "picks"),
        message.get("done") is True,
        text(message, "typed").strip(),
        None if at is None or at >= len(moves) else at,
        text(message, "theme") or "classic",
        None if message.get("viewer") is None else text(message, "viewer"),
        text(message, "ghost"),
    )


def text(message: Mapping[str, Any], name: str) -> str:
    """Return a text of a question, "" where it has none.

    Raises OptionError.
    """
    value = message.get(name)
    if not isinstance(value, str | None):
        raise OptionError(f"'{name}' must be a text")
    return value or ""


def number(message: Mapping[str, Any], name: str) -> int | None:
    """Return a whole number of a question, None where it has none.

    Raises OptionError.
    """
    value = message.get(name)
    if value is not None and (type(value) is not int or value < 0):
        raise OptionError(f"'{name}' must be a whole number from 0 on")
    return value


def texts(message: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return a list of texts of a question.

    Raises OptionError.
    """
    values = message.get(name) or []
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise OptionError(f"'{name}' must be a list of texts")
    return tuple(values)


def settings(message: Mapping[str, Any]) -> SettingPairs:
    """Return the settings of a question, pairs of a name and a value.

    Raises OptionError.
    """
    pairs = message.get("settings") or []
    try:
        return tuple((name, value) for name, value in (texts({"": pair}, "") for pair in pairs))
    except (OptionError, TypeError, ValueError) as error:
        raise OptionError("'settings' must be a list of pairs of a name and a value") from error
