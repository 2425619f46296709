"""The tests themselves: what they check, they check in every run.

A loop over nothing and a branch never taken pass whatever the code does.  So every test has a
check that runs, and every loop of a test that holds a check has something to loop over.

A *check* is an ``assert``, ``pytest.raises`` or ``pytest.warns``, or a call of a function of the
same file that has a check that runs.  It *runs* when it stands straight in the body of the
function, of a ``with`` or of a ``try``, in both branches of an ``if``, or in a ``for`` whose cases
are *there*; never in a ``while``.

The cases of a loop are there when

* they are written down: a tuple, list, set, dictionary or text that is not empty, a ``range`` of
  numbers (also ``60 if DEEP else 6`` and products), or a constant of the file that is one of these;
* they are made of such by ``enumerate``, ``zip``, ``sorted`` and their like (for a strict ``zip``
  one of the parts is enough), or by a comprehension without ``if``;
* ``some(...)`` of tests/cases.py gives them, which fails where there are none;
* an ``assert`` of the function outside the loop, and in no branch, speaks of them, as
  ``assert len(pages) == 3`` does for a loop over ``pages``, or of what the loop counts, as
  ``assert seen > 5`` does for a loop that says ``seen += 1``.

``assert all(... for ...)`` is such a loop too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.paths import ROOT

FILES = sorted((ROOT / "tests").rglob("test_*.py"))

#: Functions that give cases when all they are given has some.
MADE_BY = {
    *("chain", "combinations", "dict", "enumerate", "frozenset", "list", "map", "pairwise"),
    *("permutations", "product", "reversed", "set", "sorted", "tuple", "zip"),
}

#: Methods that give cases when what they are called on has some.
GIVEN_BY = {"elements", "items", "keys", "split", "splitlines", "values"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


class File:
    """A file of tests: its functions, its constants, and the names of what surely checks."""

    def __init__(self, source: str) -> None:
        tree = ast.parse(source)
        self.functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
        self.tests = [f for f in self.functions if f.name.startswith("test_")]
        self.constants = {
            node.targets[0].id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        self.checking = {"raises", "warns"}
        while more := {
            f.name for f in self.functions if f.name not in self.checking and self.checks(f, f.body)
        }:
            self.checking |= more

    def checks(self, function: Function, body: list[ast.stmt]) -> bool:
        """Tell whether one of these statements of a function is a check that runs."""
        return any(self._checks(function, statement) for statement in body)

    def _checks(self, function: Function, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assert():
                return all(self.there(function, loop) for loop in loops_of_all(statement))
            case ast.With(items=items, body=body):
                return self._calls(items) or self.checks(function, body)
            case ast.Try(body=body, finalbody=final):
                return self.checks(function, [*body, *final])
            case ast.If(body=body, orelse=other):
                return self.checks(function, body) and self.checks(function, other)
            case ast.For(body=body):
                return self.there(function, statement) and self.checks(function, body)
            case ast.Expr() | ast.Assign() | ast.Return():
                return self._calls([statement])
        return False

    def _calls(self, parts: list[ast.AST]) -> bool:
        return any(self._is_a_check(node) for part in parts for node in ast.walk(part))

    def _is_a_check(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Assert) or called(node) in self.checking

    def idle(self, function: Function) -> Iterator[ast.expr]:
        """Yield the cases of every loop with a check in it that may have nothing to loop over."""
        for node in ast.walk(function):
            loops: list[ast.For | ast.comprehension] = []
            if isinstance(node, ast.Assert):
                loops = loops_of_all(node)
            elif isinstance(node, ast.For) and any(map(self._is_a_check, ast.walk(node))):
                loops = [node]
            yield from (loop.iter for loop in loops if not self.there(function, loop))

    def there(self, function: Function, loop: ast.For | ast.comprehension) -> bool:
        """Tell whether a loop of a function has something to loop over."""
        said = said_of(function.body, loop)
        counted = any(f"Name(id={name!r}" in said for name in counters(loop))
        return counted or self._there(loop.iter, said)

    def _there(self, cases: ast.expr, said: str) -> bool:
        if ast.dump(cases) in said:
            return True
        match cases:
            case ast.Name(id=name) if name in self.constants:
                return self._there(self.constants[name], said)
            case ast.Constant(value=str() | bytes() as text):
                return bool(text)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return any(
                    self._there(i.value, said) if isinstance(i, ast.Starred) else True
                    for i in items
                )
            case ast.Dict(keys=keys):
                return any(keys)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._there(left, said) or self._there(right, said)
            case ast.Call(func=ast.Name(id="range"), args=numbers):
                least = [self._least(number) for number in numbers]
                return all(least[2:]) and len(range(*least)) > 0
            case ast.Call(func=ast.Attribute(value=of)) if called(cases) in GIVEN_BY:
                return self._there(of, said)
            case ast.Call(args=made_of) if called(cases) in MADE_BY:
                strict = any(word.arg == "strict" for word in cases.keywords)
                return (any if strict else all)(self._there(part, said) for part in made_of)
            case ast.Call():
                return called(cases) == "some"
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                return all(not g.ifs and self._there(g.iter, said) for g in cases.generators)
        return False

    def _least(self, number: ast.expr) -> int:
        """Return the least that a written number can be, 0 where it is not known."""
        match number:
            case ast.Constant(value=int() as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return -value
            case ast.Name(id=name) if name in self.constants:
                return self._least(self.constants[name])
            case ast.IfExp(body=one, orelse=other):
                return min(self._least(one), self._least(other))
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._least(left) * self._least(right)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int() as value)):
                return self._least(left) // value
        return 0


def called(node: ast.AST) -> str:
    """Return the name of what a call calls, without its module; "" for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def counters(loop: ast.AST) -> set[str]:
    """Return the names of what a loop counts up, such as ``seen`` in ``seen[kind] += 1``."""
    counted = (node.target for node in ast.walk(loop) if isinstance(node, ast.AugAssign))
    return {next(n.id for n in ast.walk(c) if isinstance(n, ast.Name)) for c in counted}


def loops_of_all(statement: ast.Assert) -> list[ast.comprehension]:
    """Return the loops of ``all(... for ...)`` that an assertion rests on."""
    parts = [statement.test]
    if isinstance(statement.test, ast.BoolOp) and isinstance(statement.test.op, ast.And):
        parts = statement.test.values
    return [
        loop
        for part in parts
        if called(part) == "all" and isinstance(part.args[0], Comprehension)
        for loop in part.args[0].generators
    ]


def said_of(body: list[ast.stmt], loop: ast.AST) -> str:
    """Return what the assertions outside a loop and outside branches speak of, dumped."""
    said = []
    for statement in body:
        if isinstance(statement, ast.Assert) and loop not in loops_of_all(statement):
            said.append(ast.dump(statement.test))
        elif isinstance(statement, ast.For | ast.With | ast.Try) and statement is not loop:
            said.append(said_of(statement.body, loop))
    return "\n".join(said)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "tests")))
def test_every_test_has_a_check_that_runs(path):
    file = File(path.read_text("utf-8"))
    assert file.tests, f"{path} holds no test"
    assert [f"{f.name}:{f.lineno}" for f in file.tests if not file.checks(f, f.body)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "tests")))
def test_every_loop_that_checks_has_something_to_loop_over(path):
    file = File(path.read_text("utf-8"))
    idle = [(f.name, cases) for f in file.tests for cases in file.idle(f)]
    assert [f"{name}:{c.lineno} {ast.unparse(c)}" for name, c in idle] == []


def test_every_helper_is_used():
    helpers = {path.stem for path in (ROOT / "tests").glob("*.py")} - {"conftest"}
    assert {"cases", "paths", "records"} <= helpers
    used = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "tests":
                used.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                used.add(str(node.module).removeprefix("tests."))
    assert helpers - used == set()


#: Tests that check nothing in some run, and how many loops of each may have nothing to loop over.
IDLE = {
    "a loop over what may be none": (1, "def test_a():\n  for x in f():\n    assert x\n"),
    "a branch": (0, "def test_a():\n  if f():\n    assert g()\n"),
    "a while": (0, "def test_a():\n  while f():\n    assert g()\n"),
    "all of none": (1, "def test_a():\n  assert all(x for x in f())\n"),
    "an empty constant": (1, "A = []\ndef test_a():\n  for x in A:\n    assert x\n"),
    "a range of who knows": (1, "def test_a():\n  for x in range(0, 9, f()):\n    assert x\n"),
    "a range of nothing": (1, "def test_a():\n  for x in range(3, 3):\n    assert x\n"),
    "no check": (0, "def test_a():\n  f()\n"),
    "a helper that may not check": (0, "def h():\n  if f(): assert g()\ndef test_a():\n  h()\n"),
    "words of itself": (1, "def test_a():\n  xs = f()\n  for x in xs:\n    assert x in xs\n"),
    "some filtered away": (
        1, "A = [1]\ndef test_a():\n  for x in (a for a in A if g(a)):\n    assert x\n",
    ),
}  # fmt: skip

RUNNING = {
    "straight": "def test_a():\n  assert f()\n",
    "raises": "def test_a():\n  with pytest.raises(E):\n    f()\n",
    "both branches": "def test_a():\n  if f():\n    assert g()\n  else:\n    assert h()\n",
    "written down": "A = {'a': 1}\ndef test_a():\n  for k, v in A.items():\n    assert v\n",
    "some": "def test_a():\n  for x in some(f()):\n    assert x\n",
    "a range": "N = 9 if D else 3\ndef test_a():\n  for x in range(2 * N):\n    assert x\n",
    "their number": "def test_a():\n  for x in f.xs:\n    assert x\n  assert len(f.xs) == 3\n",
    "counted": "def test_a():\n  n = 0\n  for x in f():\n    n += 1\n    assert x\n  assert n\n",
    "a helper": "def h():\n  assert g()\ndef test_a():\n  h()\n",
    "strict": "def test_a():\n  for x, y in zip(f(), 'ab', strict=True):\n    assert x == y\n",
}


@pytest.mark.parametrize(("loops", "source"), IDLE.values(), ids=IDLE)
def test_what_may_check_nothing_is_found(loops, source):
    file = File(source)
    (function,) = file.tests
    assert len(list(file.idle(function))) == loops
    assert not file.checks(function, function.body)


@pytest.mark.parametrize("source", RUNNING.values(), ids=RUNNING)
def test_what_checks_is_left_in_peace(source):
    file = File(source)
    (function,) = file.tests
    assert list(file.idle(function)) == []
    assert file.checks(function, function.body)
