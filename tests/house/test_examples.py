"""Every public function has an example, here or in the guide, and examples give the results they show."""

import doctest
import importlib
import inspect
import re
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import engine
import generator
from tests.cases import ROOT

GUIDE = (ROOT / "docs" / "python.md").read_text("utf-8")
PUBLIC = ("engine", "engine.figure", "engine.record", "engine.verify", "generator", "tilewright")


def functions(cls: type) -> dict[str, Any]:
    """Return the methods and properties of a class, by their names."""
    found = {}
    for name, value in vars(cls).items():
        of = getattr(value, "fget", None) or getattr(value, "__func__", value)
        of = value.func if isinstance(value, cached_property) else of
        if inspect.isfunction(of):
            found[f"{cls.__module__}.{cls.__qualname__}.{name}"] = of
    return found


def public() -> dict[str, Any]:
    """Return the public modules, functions, and classes with their methods, by name."""
    found: dict[str, Any] = {home: importlib.import_module(home) for home in PUBLIC}
    games = [type(engine.game(name)) for name in engine.names()]
    for one in [*(getattr(m, name) for m in [*found.values()] for name in m.__all__), *games]:
        if callable(one):
            members = functions(one) if inspect.isclass(one) else {}
            members |= {f"{one.__module__}.{one.__qualname__}": one}
            found |= {k: f for k, f in members.items() if f is one or ">>>" in (f.__doc__ or "")}
    return {k: f for k, f in found.items() if inspect.isfunction(f) or ">>>" in (f.__doc__ or "")}


NAMES = public()


@pytest.fixture
def around(tmp_path, monkeypatch):
    """The names and files of examples, in a folder of their own."""
    game = engine.game(engine.names()[-1])
    moves = "r:brgbbg@-1,0", "g:gbgbbr@0,-1"
    record = engine.record.Record({"Game": game.name}, moves)
    figures = "".join(f'[figures.{name}]\nposition = "start"\n' for name in ("first", "second"))
    (tmp_path / "game.txt").write_text(str(record))
    (tmp_path / "figures.toml").write_text(f'game = "{game.name}"\n{figures}')
    monkeypatch.chdir(tmp_path)
    start = game.start()
    names = {"engine": engine, "generator": generator, "Path": Path}
    return {**names, "game": game, "start": start, "record": record}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_gives_its_result(name, around):
    text = inspect.cleandoc(NAMES[name].__doc__ or "")
    test = doctest.DocTestParser().get_doctest(text, around, name, None, 0)
    last = name.rpartition(".")[2]
    homes = [h for h in PUBLIC if getattr(importlib.import_module(h), last, 0) is NAMES[name]]
    in_guide = any(f"{home}.{last}(" in GUIDE for home in homes)
    assert test.examples or in_guide, "a public function has an example"
    differences: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=differences.append)
    assert "".join(differences) == ""


def test_the_guide_to_python_gives_its_results(tmp_path, monkeypatch):
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 7
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    differences: list[str] = []
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", None, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=differences.append, clear_globs=False)
        names |= test.globs
    assert "".join(differences) == ""
