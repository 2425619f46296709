"""Where the games are: folders in :mod:`engine.games`, and packages outside the project that add one.

A package adds a game by an entry point of the group ``tilewright.games`` that names its ``GAME``.
Packages are looked for only if a name is not a folder's, or if all games are wanted.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache

from engine.errors import BrokenGameError, GameError, UnknownGameError
from engine.play.game import Game
from engine.play.position import Position
from engine.resources import Added, EntryPoint, entry_points, values_of
from engine.words import shortened, visible

GROUP = "tilewright.games"


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the games that come with the toolkit, in alphabetical order."""
    folders = importlib.import_module("engine.games").__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(folders) if m.ispkg))


@cache
def from_outside() -> tuple[Added[Game[Position]], ...]:
    """Return the games that packages outside the project add, with those that are broken."""
    return tuple(map(_loaded, entry_points(GROUP)))


def _loaded(entry: EntryPoint) -> Added[Game[Position]]:
    try:
        if entry.name in shipped():
            raise TypeError(f"{entry.name} is the name of a game of tilewright")
        with redirect_stdout(sys.stderr):  # standard output is for answers
            game = pkgutil.resolve_name(entry.value)
        if not isinstance(game, Game) or game.name != entry.name:
            raise TypeError(f"{entry.value} is not a game called {entry.name}")
    except (Exception, SystemExit) as error:
        return Added(entry.name, entry.package, None, _words(error))
    return Added(entry.name, entry.package, game)


def _words(error: BaseException) -> str:
    return shortened(visible(f"{type(error).__name__}: {error}"), 160)


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order.

    >>> len(engine.names()), "chess" in engine.names()
    (4, False)
    """
    return tuple(sorted({*shipped(), *(one.name for one in from_outside() if one.value)}))


def game(name: str) -> Game[Position]:
    """Return the game called ``name``.

    Raises UnknownGameError with the names of the games, and the fault of a package's.

    >>> engine.game(engine.names()[0]).name == engine.names()[0]
    True
    """
    if name in shipped():
        own = importlib.import_module(f"engine.games.{name}").GAME
        assert isinstance(own, Game)
        return own
    added, broken = values_of(name, from_outside())
    if added:
        return added[0]
    raise UnknownGameError(name, names(), f"the game {broken}" if broken else "")


@contextmanager
def answering(name: str = "") -> Iterator[None]:
    """Turn a fault of the package that adds the game ``name`` into an error that names the package.

    Raises BrokenGameError, caused by the fault. Faults of our own games stay as they are.
    """
    try:
        yield
    except (GameError, OSError):
        raise
    except (Exception, SystemExit) as error:
        for one in from_outside():
            if one.value and one.name == name:
                raise BrokenGameError(name, one.package, _words(error)) from error
        raise


def origin(error: BaseException | None) -> str:
    """Return the traceback in a package's code that broke its game; "" for other errors."""
    while error is not None:
        if isinstance(error, BrokenGameError) and error.__cause__:
            return "".join(traceback.format_exception(error.__cause__))
        error = error.__cause__
    return ""
