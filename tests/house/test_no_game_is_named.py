"""Nothing outside a game's folder, its template and its examples names a game, or what only one game has."""

import re
from functools import cache

import pytest

import engine
from tests.cases import ROOT, some
from tests.house import typed_games

ROOMS = ("engine", "generator", "tilewright", "templates")
#: What is text; of the rest, compiled modules and colour profiles, nobody reads the words.
TEXTS = {
    *(".py", ".pyi", ".typed", ".po", ".toml", ".json", ".txt", ".md"),
    *(".html", ".js", ".mjs", ".css", ".svg"),
}
#: Kinds of piece that are words of many games, or of the toolkit's.
COMMON = {"board", "control", "tiles"}


def sources():
    """Return the files that must not name a game, by their paths from the root."""
    own = {f"templates/{name}.toml" for name in engine.names()}
    yield from ("pyproject.toml", "Makefile")
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.*")):
        name = path.relative_to(ROOT).as_posix()
        is_own = name in own or name.startswith(("engine/games/", "templates/examples/"))
        if path.suffix in TEXTS and not is_own:
            yield name


@cache
def telling():
    """Return what tells a game: names, titles, and the kinds of its pieces."""
    words = []
    for game in map(engine.game, engine.names()):
        words += [game.name, game.title, *({part.name for part in game.components()} - COMMON)]
    return re.compile(rf"{'|'.join(engine.names())}|\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def named(name):
    """Return the lines of a file that name a game, or a kind of piece of one."""
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [f"{name}:{k}: {line}" for k, line in enumerate(lines, 1) if telling().search(line)]


def test_no_game_is_named():
    assert [line for name in some(sources()) for line in named(name)] == []


def test_the_games_are_typed_by_the_names_of_their_folders():
    """The one list of names outside their folders, for type checkers, is made of the folders."""
    assert typed_games.STUB.read_text("utf-8") == typed_games.written()
    beside = {path.name for path in typed_games.STUB.parent.iterdir() if path.is_file()}
    assert beside == {"__init__.py", "__init__.pyi"}
    assert named("engine/games/__init__.py") == []


@pytest.mark.parametrize("name", engine.names())
def test_a_folder_names_no_other_game(name):
    others = re.compile("|".join(set(engine.names()) - {name}), re.IGNORECASE)
    files = list((ROOT / "engine/games" / name).rglob("*.py"))
    assert files
    for path in [*files, ROOT / "templates" / f"{name}.toml"]:
        assert not others.search(path.read_text("utf-8")), path
