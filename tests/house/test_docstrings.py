"""Docstrings: nine of ten public names of the two packages say what they are or return.

Public is what ruff's rules D100 to D104 and D106 call so: modules, their classes and functions,
and the methods of such classes, where no name on the way begins with an underscore and none lies
within a function.  Methods between double underscores are not counted; the class tells how to make
one, and the others do what Python says they do.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

Described = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def public(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the public names of a file, each with whether it has a docstring."""
    module = ast.parse(path.read_text("utf-8"))
    name = str(path.relative_to(ROOT))
    if path.stem == "__init__" or not path.stem.startswith("_"):
        yield from within(module, name)


def within(node: Described, name: str) -> Iterator[tuple[str, bool]]:
    """Yield a name and, of a module or class, the public names in it."""
    yield name, ast.get_docstring(node) is not None
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            if isinstance(child, Described) and not child.name.startswith("_"):
                yield from within(child, f"{name} {child.name}")


@pytest.mark.parametrize("package", ["engine", "generator"])
def test_nine_of_ten_public_names_have_a_docstring(package):
    found = dict(pair for path in sorted((ROOT / package).rglob("*.py")) for pair in public(path))
    assert len(found) > 400
    without = [name for name, described in found.items() if not described]
    told = f"{len(found) - len(without)} of {len(found)}; without: " + "; ".join(without)
    assert len(without) <= len(found) / 10, told
    print(told)  # shown by pytest -s
