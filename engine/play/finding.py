"""Where the games are: folders in :mod:`engine.games`, and packages outside the project that add one.

A package adds a game by an entry point of the group ``tilewright.games`` that names its ``GAME``.
What packages add is looked for only where a name is no folder's, or all games are asked for; a
package that is broken adds nothing, and :func:`from_outside` says why.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from typing import NamedTuple

from engine import entrypoints
from engine.entrypoints import EntryPoint
from engine.errors import BrokenGameError, GameError, UnknownGameError
from engine.play.game import Game
from engine.play.position import Position
from engine.words import shortened, visible

GROUP = "tilewright.games"


class AddedGame(NamedTuple):
    """A game that a package adds, or None and what is wrong with it."""

    entry: EntryPoint
    game: Game[Position] | None
    fault: str = ""


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the games that come with the toolkit, in alphabetical order."""
    folders = importlib.import_module("engine.games").__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(folders) if m.ispkg))


@cache
def from_outside() -> tuple[AddedGame, ...]:
    """Return the games that packages outside the project add, those too that cannot be taken."""
    return tuple(map(_loaded, entrypoints.of_group(GROUP)))


def _loaded(entry: EntryPoint) -> AddedGame:
    """Return the game of a package's module; whatever the module does wrong is told as its fault."""
    if entry.name in shipped():
        words = f"the name {entry.name} is that of a game of tilewright's own"
        return AddedGame(entry, None, words)
    try:
        with redirect_stdout(sys.stderr):  # answers for programs stand there alone
            found = pkgutil.resolve_name(entry.value)
    except (Exception, SystemExit) as error:
        return AddedGame(entry, None, f"{entry.value} cannot be imported: {_words(error)}")
    if not isinstance(found, Game) or found.name != entry.name:
        return AddedGame(entry, None, f"{entry.value} is no game called {entry.name}")
    return AddedGame(entry, found)


def _words(error: BaseException) -> str:
    return shortened(visible(f"{type(error).__name__}: {error}"), 160)


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order.

    >>> len(engine.names()), "chess" in engine.names()
    (4, False)
    """
    others = (added.game.name for added in from_outside() if added.game)
    return tuple(sorted({*shipped(), *others}))


def game(name: str) -> Game[Position]:
    """Return the game called ``name``.

    Raises UnknownGameError, listing the games, and what is wrong with a package's of that name.

    >>> game = engine.game(engine.names()[0])
    >>> game.name == engine.names()[0]
    True
    """
    if name in shipped():
        own = importlib.import_module(f"engine.games.{name}").GAME
        assert isinstance(own, Game)
        return own
    found = [added for added in from_outside() if added.entry.name == name]
    for added in found:
        if added.game is not None:
            return added.game
    why = [f"the one that {added.entry.package} adds is broken: {added.fault}" for added in found]
    raise UnknownGameError(name, names(), why[0] if why else "")


# ------------------------------------------------------------------------- games that break later


@contextmanager
def answering(name: str = "") -> Iterator[None]:
    """Let whatever the added game called ``name`` does wrong meanwhile be one error that names its package.

    What our own games and modules do wrong is raised as it is: who develops them is to see it whole.

    Raises BrokenGameError, caused by what was raised.
    """
    try:
        yield
    except (GameError, OSError):
        raise
    except (Exception, SystemExit) as error:
        added = [one.entry for one in from_outside() if one.game and one.entry.name == name]
        if not added:
            raise
        raise BrokenGameError(name, added[0].package, _words(error)) from error


def origin(error: BaseException | None) -> str:
    """Return how a broken game came to raise what an error came of, as Python tells it; "" for others."""
    while error is not None:
        if isinstance(error, BrokenGameError) and error.__cause__:
            import traceback

            return "".join(traceback.format_exception(error.__cause__))
        error = error.__cause__
    return ""
