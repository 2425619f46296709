"""Every public function and class has an example, and what examples say happens."""

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import engine
import generator
from tests.paths import ROOT

PUBLIC = ("engine", "engine.figure", "engine.record", "engine.verify", "generator", "tilewright")


#: What else a start needs, where it needs more.
SETTINGS = {"aathenuo": {"seed": "1"}}


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that a class defines, and no base for all."""
    for name, value in vars(cls).items():
        is_general = cls is not engine.Position and hasattr(engine.Position, name)
        if issubclass(cls, engine.Position) and is_general:
            continue
        of = value
        if isinstance(value, property):
            of = value.fget
        elif isinstance(value, cached_property):
            of = value.func
        elif isinstance(value, (classmethod, staticmethod)):
            of = value.__func__
        if not name.startswith("_") and inspect.isfunction(of):
            yield name, of


def public() -> dict[str, Any]:
    """Return the public functions and classes with their methods, and those of games, by name."""
    offered = [
        getattr(importlib.import_module(home), name)
        for home in PUBLIC
        for name in importlib.import_module(home).__all__
    ]
    found: dict[str, Any] = {home: importlib.import_module(home) for home in PUBLIC}
    games = [engine.game(name) for name in engine.names()]
    starts = [game.begin(SETTINGS.get(game.name, {})) for game in games]
    for one in [*offered, *map(type, games), *map(type, starts)]:
        if callable(one):
            name = f"{one.__module__}.{one.__qualname__}"
            found[name] = one
            shown = members(one) if inspect.isclass(one) else ()
            found |= {f"{name}.{k}": f for k, f in shown if ">>>" in (f.__doc__ or "")}
    return found


NAMES = public()


def test_what_is_public_is_known():
    assert {"engine.play.position.Position", "generator.api.kits.kit"} <= NAMES.keys()
    assert len(NAMES) > 80


@pytest.fixture
def around(tmp_path, monkeypatch):
    """What examples find: names, and a folder of their own."""
    game = engine.game(engine.names()[-1])
    moves = "r:brgbbg@-1,0", "g:gbgbbr@0,-1"
    record = engine.record.Record({"Game": game.name}, moves)
    figures = "".join(f'[figures.{name}]\nposition = "start"\n' for name in ("first", "second"))
    (tmp_path / "game.txt").write_text(str(record))
    (tmp_path / "figures.toml").write_text(f'game = "{game.name}"\n{figures}')
    monkeypatch.chdir(tmp_path)
    return {
        "engine": engine,
        "generator": generator,
        "Path": Path,
        "game": game,
        "start": game.start(),
        "record": record,
    }


@pytest.mark.parametrize("name", NAMES)
def test_an_example_says_what_happens(name, around):
    text = inspect.cleandoc(NAMES[name].__doc__ or "")
    if ".hint(" in text:
        pytest.importorskip("ortools")
    test = doctest.DocTestParser().get_doctest(text, around, name, None, 0)
    assert test.examples, "a docstring of what is public has an example"
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert "".join(told) == ""


def test_the_guide_to_python_says_what_happens(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 7
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    told: list[str] = []
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", None, 0)
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
            test, out=told.append, clear_globs=False
        )
        names |= test.globs
    assert "".join(told) == ""
