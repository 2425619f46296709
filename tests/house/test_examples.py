"""Every public docstring has an example, and what it says happens."""

import doctest
import importlib
import inspect
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import engine
import generator

PUBLIC = ("engine", "engine.figure", "engine.record", "engine.verify", "generator", "tilewright")


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that a class defines itself."""
    for name, value in vars(cls).items():
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
    """Return the public functions and classes with their methods, and the games', by name."""
    offered = [
        getattr(importlib.import_module(home), name)
        for home in PUBLIC
        for name in importlib.import_module(home).__all__
    ]
    found = {}
    for one in [*offered, *(type(engine.game(name)) for name in engine.names())]:
        if callable(one):
            name = f"{one.__module__}.{one.__qualname__}"
            found[name] = one
            found |= {f"{name}.{k}": f for k, f in members(one)} if inspect.isclass(one) else {}
    return found


NAMES = public()


def test_what_is_public_is_known():
    assert {"engine.play.position.Position.play", "generator.api.kits.kit"} <= NAMES.keys()
    assert len(NAMES) > 130


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
    test = doctest.DocTestParser().get_doctest(text, around, name, None, 0)
    assert test.examples, "a docstring of what is public has an example"
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert "".join(told) == ""
