"""Where the games are: folders in :mod:`engine.games`, and packages outside the project that add one."""

from __future__ import annotations

import importlib
import pkgutil
import traceback
from functools import cache
from typing import NamedTuple

from engine.errors import UnknownGameError
from engine.play.game import Game
from engine.play.position import Position
from engine.words import shortened, visible


class Added(NamedTuple):
    """What a package adds as a game; ``game`` is None if it has a ``fault``."""

    name: str
    package: str
    game: Game[Position] | None
    fault: str = ""


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the games that come with the toolkit, in alphabetical order."""
    folders = importlib.import_module("engine.games").__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(folders) if m.ispkg))


@cache
def from_outside() -> tuple[Added, ...]:
    """Return the games that packages outside the project add, with those that are broken."""
    from importlib import metadata  # which takes longer than a figure takes to draw

    entries = ((one, one.dist) for one in metadata.entry_points(group="tilewright.games"))
    added = (_loaded(e.name, e.value, f"{d.name} {d.version}") for e, d in entries if d)
    return tuple(sorted(added, key=lambda one: one.name))


def _loaded(name: str, value: str, package: str) -> Added:
    try:
        game = pkgutil.resolve_name(value)
        if not isinstance(game, Game) or game.name != name:
            raise TypeError(f"{value} is not a game called {name}")
    except (Exception, SystemExit) as error:
        return Added(name, package, None, in_words(error))
    return Added(name, package, game)


def in_words(error: BaseException) -> str:
    """Return an error with its kind, in a line."""
    return shortened(visible(f"{type(error).__name__}: {error}"), 160)


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    return tuple(sorted({*shipped(), *(one.name for one in from_outside() if one.game)}))


def game(name: str) -> Game[Position]:
    """Return the game called ``name``; raise UnknownGameError with the names of the games."""
    if name in shipped():
        own: Game[Position] = importlib.import_module(f"engine.games.{name}.game").GAME
        return own
    why = ""
    for one in from_outside():
        if one.name == name and one.game:
            return one.game
        if one.name == name:
            why = f"the game of the package {one.package} is broken: {one.fault}"
    raise UnknownGameError(name, names(), why)


def broken_by(error: BaseException) -> str:
    """Return a sentence on the game of a package whose code raised an error; "" for other errors."""
    frames = traceback.walk_tb(error.__traceback__)
    packages = {str(frame.f_globals.get("__name__")).partition(".")[0] for frame, _ in frames}
    for one in from_outside():
        if one.game and type(one.game).__module__.partition(".")[0] in packages:
            return f"the game {one.name} of the package {one.package} is broken: {in_words(error)}"
    return ""
