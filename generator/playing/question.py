"""A page's question, read and bounded: what it asks for, of which game after which moves.

What it names is not known here; only that it is of a bearable size and of the right kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.errors import OptionError

#: The most of what a question may hold, and the longest of its texts.
MOST_MOVES, MOST_PICKS, MOST_SETTINGS = 2000, 200, 20
LONGEST, LONGEST_MOVE, LONGEST_NAME = 64_000, 4_000, 40
_MOST = 10**15

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

    Raises OptionError for what is too long or of another kind.
    """
    at, viewer = number(message, "at"), message.get("viewer")
    moves = texts(message, "moves", MOST_MOVES, LONGEST_MOVE)
    return Question(
        text(message, "game", LONGEST_NAME),
        settings(message),
        moves,
        texts(message, "picks", MOST_PICKS, LONGEST_NAME),
        message.get("done") is True,
        text(message, "typed", LONGEST_MOVE).strip(),
        None if at is None or at >= len(moves) else at,
        text(message, "theme", LONGEST_NAME) or "classic",
        None if viewer is None else text(message, "viewer", LONGEST_NAME),
        text(message, "ghost", LONGEST_NAME),
    )


def text(message: Mapping[str, Any], name: str, longest: int) -> str:
    """Return a text of a question, "" where it has none.

    Raises OptionError.
    """
    value = message.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > longest:
        raise OptionError(f"'{name}' must be a text of at most {longest} characters")
    return value


def number(message: Mapping[str, Any], name: str) -> int | None:
    """Return a whole number of a question, None where it has none.

    Raises OptionError.
    """
    value = message.get(name)
    if value is not None and (type(value) is not int or not 0 <= value <= _MOST):
        raise OptionError(f"'{name}' must be a whole number from 0 to {_MOST}")
    return value


def texts(message: Mapping[str, Any], name: str, most: int, longest: int) -> tuple[str, ...]:
    """Return a list of texts of a question.

    Raises OptionError.
    """
    values = message.get(name) or []
    if not isinstance(values, list) or len(values) > most or None in values:
        raise OptionError(f"'{name}' must be a list of at most {most} texts")
    return tuple(text({name: one}, name, longest) for one in values)


def settings(message: Mapping[str, Any]) -> SettingPairs:
    """Return the settings of a question, pairs of a name and a value.

    Raises OptionError.
    """
    values = message.get("settings") or []
    if not isinstance(values, list) or len(values) > MOST_SETTINGS:
        raise OptionError(f"'settings' must be a list of at most {MOST_SETTINGS} pairs")
    pairs = []
    for pair in values:
        if not isinstance(pair, list) or len(pair) != 2:
            raise OptionError("'settings' must be a list of pairs of a name and a value")
        name, value = texts({"settings": pair}, "settings", 2, LONGEST)
        pairs.append((name, value))
    return tuple(pairs)
