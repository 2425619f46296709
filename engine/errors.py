"""The ways a request can be wrong, each told in one sentence a player can act on.

Every error is a :class:`GameError`, and so a :class:`ValueError`.  Its text says what is
wrong, where, and what would be right; attributes carry the same for programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from engine.words import meant, shortened, visible


class GameError(ValueError):
    """Anything the engine refuses; the base of all errors below.

    ``setting`` is the setting of a start position or template to blame, by its name, or "", and
    ``entry`` which of its list, from 0, if it is one; ``line`` and ``column`` are where in a file
    it is, from 1, or 0.

    >>> game.start(mode="fast")
    Traceback (most recent call last):
    engine.errors.OptionError: mode must be max, sum or dom, not 'fast'
    """

    setting = ""
    entry: int | None = None
    line = 0
    column = 0


E = TypeVar("E", bound=GameError)


def placed(error: E, line: int, column: int = 0) -> E:
    """Return an error that tells where in a file it is, from 1."""
    error.line, error.column = line, column
    return error


@contextmanager
def blaming(setting: str, entry: int | None = None) -> Iterator[None]:
    """Let errors raised meanwhile blame ``setting``, unless they blame another already."""
    try:
        yield
    except GameError as error:
        if error.setting in ("", setting) and error.entry is None:
            error.setting, error.entry = setting, entry
        raise


class UnknownGameError(GameError):
    """A game was asked for that the engine does not know.

    >>> engine.game("chess")
    Traceback (most recent call last):
    engine.errors.UnknownGameError: unknown game 'chess'; the games are ...
    """

    def __init__(self, name: str, known: Iterable[str], why: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        near = meant(name, self.known)
        words = f"unknown game '{name}'; {near + ' ' if near else ''}the games are {', '.join(self.known)}"
        super().__init__(f"{words}; {why}" if why else words)


class BrokenGameError(GameError):
    """A game that a package adds does what no game may: it raises some other error than these.

    ``game`` is its name, ``package`` the package with its version; the error itself is the cause.

    >>> print(engine.BrokenGameError("chess", "chess-set 1.0", "KeyError: 'e9'"))
    the game chess of the package chess-set 1.0 is broken: KeyError: 'e9'
    """

    def __init__(self, game: str, package: str, why: str) -> None:
        self.game = game
        self.package = package
        super().__init__(f"the game {game} of the package {package} is broken: {why}")


class OptionError(GameError):
    """A setting (of a start position, a kit, a figure) is unknown or out of range.

    >>> try:
    ...     game.start(mode="fast")
    ... except engine.OptionError as error:
    ...     print(error.setting)
    mode
    """

    def __init__(self, reason: str, *, setting: str = "") -> None:
        self.setting = setting
        super().__init__(reason)


class NotationError(GameError):
    """A text cannot be read as what it should be (a position, a move, a tile, a mark).

    ``text`` is what was read, ``offset`` the character (from 0) where reading failed or
    None, ``expected`` what would have been right, or "".

    >>> try:
    ...     game.parse(str(start).replace("@0,0", "@x"))
    ... except engine.NotationError as error:
    ...     print(error.what, "at", error.offset, "expected", error.expected)
    a cell cannot be 'x' at 23 expected q,r like 2,-1
    """

    def __init__(
        self, what: str, *, text: str = "", offset: int | None = None, expected: str = ""
    ) -> None:
        self.what = what
        self.text = text
        self.offset = offset
        self.expected = expected
        # Not super(): InvalidMoveError has IllegalMoveError next in line.
        GameError.__init__(self, _sentence(what, text, offset, expected))


def _sentence(what: str, text: str, offset: int | None, expected: str) -> str:
    where = ""
    if text:
        where = f" in '{visible(shortened(text, 80))}'"
        if offset is not None:
            where = f" at character {offset + 1}{where}"
    return f"{what}{where}" + (f"; expected {expected}" if expected else "")


class InvalidPositionError(GameError):
    """A position can be read but cannot occur; ``faults`` holds every reason found.

    >>> try:
    ...     game.parse(str(start).replace("@0,0", "@5,5"))
    ... except engine.InvalidPositionError as error:
    ...     print(error.faults[0])
    the tile at -1,1 touches 1 other tile, not at least two (rule 4.3)
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("impossible position: " + "; ".join(self.faults))


class IllegalMoveError(GameError):
    """A move breaks a rule.

    ``move`` is the move as given, ``rule`` the paragraph of the game's rules it breaks
    (such as "4.2"), ``reason`` what is wrong.

    >>> try:
    ...     start.play("r:brgbbg@9,9")
    ... except engine.IllegalMoveError as error:
    ...     print(error.move, error.rule)
    r:brgbbg@9,9 4.3
    """

    def __init__(self, move: str, reason: str, *, rule: str = "") -> None:
        self.move = move
        self.rule = rule
        self.reason = reason
        super().__init__(f"illegal move '{move}': {reason}" + (f" (rule {rule})" if rule else ""))


class InvalidMoveError(NotationError, IllegalMoveError):
    """A text that is no move at all, and therefore no legal move either.

    >>> start.play("xyz")
    Traceback (most recent call last):
    engine.errors.InvalidMoveError: a move cannot be 'xyz' at character 1 in 'xyz'; expected c:dddddd@q,r like b:brgbbb@0,0
    """

    def __init__(
        self, what: str, *, text: str = "", offset: int | None = None, expected: str = ""
    ) -> None:
        NotationError.__init__(self, what, text=text, offset=offset, expected=expected)
        self.move = text
        self.rule = ""
        self.reason = what


def is_illegal_move(error: BaseException | None) -> bool:
    """Tell whether an error is a move that breaks a rule, or came of one; what is no move is not."""
    while error is not None:
        if isinstance(error, IllegalMoveError):
            return not isinstance(error, NotationError)
        error = error.__cause__
    return False


class RecordError(GameError):
    """A game record is wrong at ``line`` and ``column`` (both from 1).

    >>> engine.record.loads("1. a4")
    Traceback (most recent call last):
    engine.errors.RecordError: line 1, column 1: a record begins with its tags; expected [Game "…"]
    """

    def __init__(self, reason: str, *, line: int, column: int) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {reason}")
