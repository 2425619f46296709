"""The errors of the toolkit, each one sentence: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.words import meant, shortened, visible


class GameError(ValueError):
    """The base of all errors below.

    ``setting`` is the setting of a start position or template to blame, or ""; ``line`` and
    ``column`` are the place in a file, from 1, or 0.
    """

    def __init__(self, reason: str, *, setting: str = "", line: int = 0, column: int = 0) -> None:
        self.setting = setting
        self.line = line
        self.column = column
        super().__init__(reason)


@contextmanager
def blaming(setting: str) -> Iterator[None]:
    """Let errors raised meanwhile blame ``setting``, unless they blame another already."""
    try:
        yield
    except GameError as error:
        error.setting = error.setting or setting
        raise


class UnknownGameError(GameError):
    """There is no game of this name."""

    def __init__(self, name: str, known: Iterable[str], why: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        near = meant(name, self.known)
        words = f"unknown game '{name}'; {near + ' ' if near else ''}the games are {', '.join(self.known)}"
        super().__init__(f"{words}; {why}" if why else words)


class OptionError(GameError):
    """A setting of a start position, kit or figure is unknown or out of range."""


class NotationError(GameError):
    """A text cannot be read as a position, a move, a tile or a mark.

    ``text`` is the text, ``offset`` the character (from 0) of the fault or None, ``expected`` what
    would be right, or "".
    """

    def __init__(
        self, what: str, *, text: str = "", offset: int | None = None, expected: str = ""
    ) -> None:
        self.what = what
        self.text = text
        self.offset = offset
        self.expected = expected
        where = f" at character {offset + 1}" if text and offset is not None else ""
        where += f" in '{visible(shortened(text, 80))}'" if text else ""
        # Not super(): InvalidMoveError has IllegalMoveError next in line.
        GameError.__init__(self, f"{what}{where}" + (f"; expected {expected}" if expected else ""))


class InvalidPositionError(GameError):
    """A position can be read but cannot occur; ``faults`` holds every reason."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("impossible position: " + "; ".join(self.faults))


class IllegalMoveError(GameError):
    """A move breaks a rule: the ``move``, the paragraph of the ``rule`` such as "4.2", the ``reason``."""

    def __init__(self, move: str, reason: str, *, rule: str = "") -> None:
        self.move = move
        self.rule = rule
        self.reason = reason
        super().__init__(f"illegal move '{move}': {reason}" + (f" (rule {rule})" if rule else ""))


class InvalidMoveError(NotationError, IllegalMoveError):
    """A text is not a move, and therefore not a legal move."""

    def __init__(
        self, what: str, *, text: str = "", offset: int | None = None, expected: str = ""
    ) -> None:
        NotationError.__init__(self, what, text=text, offset=offset, expected=expected)
        self.move, self.rule, self.reason = text, "", what


def is_illegal_move(error: BaseException | None) -> bool:
    """Tell whether an error, or its cause, is a move that breaks a rule."""
    while error is not None:
        if isinstance(error, IllegalMoveError):
            return not isinstance(error, NotationError)
        error = error.__cause__
    return False


class RecordError(GameError):
    """A game record is wrong at ``line`` and ``column`` (both from 1)."""

    def __init__(self, reason: str, *, line: int, column: int) -> None:
        self.reason = reason
        super().__init__(f"line {line}, column {column}: {reason}", line=line, column=column)
