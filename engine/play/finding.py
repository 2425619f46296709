"""Where the games are: folders in :mod:`engine.games`, and packages outside the project that add one.

A package adds a game by an entry point of the group ``tilewright.games`` that names its ``GAME``.
What packages add is looked for only where a name is no folder's, or all games are asked for; a
package that is broken adds nothing, and :func:`from_outside` says why.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from typing import Any, NamedTuple

from engine import entrypoints
from engine.entrypoints import EntryPoint
from engine.errors import BrokenGameError, GameError, UnknownGameError
from engine.play.game import Component, Game
from engine.play.position import Position
from engine.words import listed, shortened, visible, with_article

GROUP = "tilewright.games"

#: What commands ask of every game without more ado, and what kind of thing it must be.
_FIELDS: Mapping[str, type[Any]] = {
    "player_names": Mapping,
    "options": Sequence,
    "optional_packages": Mapping,
    "piece_colours": Mapping,
    "board_sides": Sequence,
    "recognised_by": str,
    "gives_hints": bool,
}

#: Words that stand for something else where a game can be named.
_TAKEN = ("all", "notation", "start", "tilewright")


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
    entries = entrypoints.of_group(GROUP)
    named = Counter(entry.name for entry in entries)
    return tuple(
        _clashing(entry, [other.package for other in entries if other.name == entry.name])
        if named[entry.name] > 1 or entry.name in shipped()
        else _loaded(entry)
        for entry in entries
    )


def _clashing(entry: EntryPoint, packages: list[str]) -> AddedGame:
    """Return what is wrong with a game whose name is another's as well."""
    if entry.name in shipped():
        return AddedGame(
            entry, None, f"the name {entry.name} is that of a game of tilewright's own"
        )
    words = f"{listed(packages)} both add a game {entry.name}; uninstall one of them"
    return AddedGame(entry, None, words)


def _loaded(entry: EntryPoint) -> AddedGame:
    """Return the game of a package's module; whatever the module does wrong is told as its fault."""
    if not re.fullmatch("[a-z][a-z0-9]*", entry.name) or entry.name in _TAKEN:
        words = f"'{entry.name}' is no name of a game; expected lower-case letters and digits"
        return AddedGame(entry, None, f"{words}, and none of {listed(_TAKEN)}")
    try:
        module, _, attributes = entry.value.partition(":")
        with redirect_stdout(sys.stderr):  # answers for programs stand there alone
            found: Any = importlib.import_module(module)
        for attribute in filter(None, attributes.split(".")):
            found = getattr(found, attribute)
    except (Exception, SystemExit) as error:
        return AddedGame(entry, None, f"{entry.value} cannot be imported: {_told(error)}")
    try:
        fault = _fault(found, entry)
    except (Exception, SystemExit) as error:
        fault = f"{entry.value} fails: {_told(error)}"
    return AddedGame(entry, None, fault) if fault else AddedGame(entry, found)


def _told(error: BaseException) -> str:
    return shortened(visible(f"{type(error).__name__}: {error}"), 160)


def _fault(found: Any, entry: EntryPoint) -> str:
    """Return what keeps an object from being the game that every command can ask, "" for nothing."""
    from engine.settings import parse_toml

    if not isinstance(found, Game):
        kind = with_article(type(found).__name__)
        return f"{entry.value} is {kind}, not an object of a class derived from engine.Game"
    texts = [getattr(found, name, None) for name in ("name", "title", "credit")]
    if not all(isinstance(text, str) and text for text in texts):
        return f"{entry.value} has no name, title or credit"
    for name, expected in _FIELDS.items():
        if not isinstance(getattr(found, name, None), expected):
            return f"{entry.value} has no {name}"
    if found.name != entry.name:
        return f"{entry.value} calls itself '{found.name}', its entry point '{entry.name}'"
    if not found.template.is_file():
        return f"it has no template; expected {found.template}"
    said = parse_toml(found.template.read_text("utf-8"), found.template.name).text("game")
    if said != found.name:
        return f"its template says game = {said!r}; expected {found.name!r}"
    if not (found.components() and found.tiles()):
        return f"{entry.value} has no components"
    if not all(isinstance(part, Component) for part in found.components()):
        return f"{entry.value} has components that are none"
    if not all(isinstance(tile, str) for tile in found.tiles()):
        return f"{entry.value} has tiles that are no texts"
    return ""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order.

    >>> len(engine.names()), "chess" in engine.names()
    (4, False)
    """
    others = (added.game.name for added in from_outside() if added.game)
    return tuple(sorted((*shipped(), *others)))


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

#: Packages in which no added game's own code is.
_OURS = ("engine", "generator", "tilewright")


@contextmanager
def answering(name: str = "") -> Iterator[None]:
    """Let whatever an added game does wrong meanwhile be one error that names it and its package.

    It is the game whose code raised, else the one called ``name``, which is being asked.  What our
    own games and modules do wrong is raised as it is: who develops them is to see it whole.

    Raises BrokenGameError, caused by what was raised.

    >>> from engine.play.finding import answering
    >>> with answering(game.name):
    ...     {}["e9"]
    Traceback (most recent call last):
    KeyError: 'e9'
    """
    try:
        yield
    except GameError:
        raise
    except (Exception, SystemExit) as error:
        found = _raised_by(error, name)
        if found is None and not isinstance(error, OSError):
            found = next((added for added in _sound() if added.entry.name == name), None)
        if found is None:
            raise
        entry = found.entry
        raise BrokenGameError(entry.name, entry.package, _told(error)) from error


def origin(error: BaseException | None) -> str:
    """Return how a broken game came to raise what an error came of, as Python tells it; "" for others.

    >>> from engine.play.finding import origin
    >>> origin(engine.GameError("no such game"))
    ''
    """
    while error is not None:
        if isinstance(error, BrokenGameError) and error.__cause__:
            import traceback

            return "".join(traceback.format_exception(error.__cause__))
        error = error.__cause__
    return ""


def package_of(name: str) -> str:
    """Return the package that adds a game, with its version; "" for one of our own, or none.

    >>> from engine.play.finding import package_of
    >>> package_of(game.name)
    ''
    """
    if name in shipped():
        return ""
    return next((added.entry.package for added in _sound() if added.entry.name == name), "")


def _sound() -> Iterator[AddedGame]:
    return (added for added in from_outside() if added.game is not None)


def _raised_by(error: BaseException, name: str) -> AddedGame | None:
    """Return the game of the package whose code was run last, None where it was none's.

    Of several games of one package it is the one called ``name``.
    """
    by_name = sorted(_sound(), key=lambda added: added.entry.name == name)
    roots = {added.entry.value.partition(":")[0].partition(".")[0]: added for added in by_name}
    found, at = None, error.__traceback__
    while at is not None:
        root = str(at.tb_frame.f_globals.get("__name__")).partition(".")[0]
        found = found if root in _OURS else roots.get(root, found)
        at = at.tb_next
    return found
