"""Nothing outside a game's folder, its template and its examples names a game."""

import re

import pytest

import engine
from tests.house import typed_games
from tests.paths import ROOT


def sources():
    """Return the files that must not name a game, by their paths from the root."""
    own = {f"templates/{name}.toml" for name in engine.names()}
    rooms = ("engine", "generator", "tilewright", "templates")
    for path in sorted(path for room in rooms for path in (ROOT / room).rglob("*.*")):
        name = path.relative_to(ROOT).as_posix()
        is_own = name in own or name.startswith(("engine/games/", "templates/examples/"))
        if path.suffix in (".py", ".pyi", ".toml", ".html") and not is_own:
            yield name


def named(name):
    """Return the lines of a file that name a game."""
    games = re.compile("|".join(engine.names()), re.IGNORECASE)
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [f"{name}:{k}: {line}" for k, line in enumerate(lines, 1) if games.search(line)]


def test_there_are_sources():
    assert len(list(sources())) > 100


@pytest.mark.parametrize("name", sorted(sources()))
def test_no_game_is_named(name):
    assert named(name) == []


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
