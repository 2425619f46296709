"""The house: functions that fit on a screen."""

import ast

from tests.paths import ROOT

#: The most lines of a function, its signature and docstring included.
LONGEST = 40


def functions():
    for folder in ("engine", "generator", "tilewright"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    where = f"{path.relative_to(ROOT)} {node.name}"
                    yield where, node.lineno, node.end_lineno - node.lineno + 1


def test_no_function_is_longer_than_a_screen():
    found = list(functions())
    assert len(found) > 1000
    longer = [one for one in found if one[-1] > LONGEST]
    assert longer == []
