"""Mutants of a module: every small fault that is planted in its syntax tree, one at a time.

Not mutated, as no behaviour depends on it: docstrings, annotations, decorators, ``__all__``,
``__repr__``, ``strict`` of ``zip``, and the words of messages (texts with blanks or capitals, the words of f-strings).
Nor is what nothing can tell: on which side of a tolerance a measure falls that is exactly it (``<`` for
``<=`` where the bound is a fraction, written there or named in the module), and how many steps work is
reckoned at (what is spent of a budget, though not that it is).

This module knows no test and runs nothing.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType

#: What takes the place of an operator.
_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_CALLED = {
    **{"min": "max", "max": "min", "any": "all", "all": "any"},
    **{"startswith": "endswith", "endswith": "startswith", "ceil": "floor", "floor": "ceil"},
}

#: Texts that code reads, unlike the words of messages.
_CODE = re.compile(r"[a-z0-9_.,:;/*+@>|#()-]{1,16}")

#: How long the text that shows a mutation is at least, where it can be, and at most.
_SHOWN = 20, 90

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Slot = tuple[ast.AST, str, int | None]


@dataclass(frozen=True)
class Mutant:
    """A module with one node of its tree replaced.

    ``function`` is the qualified name of the innermost function, "" outside of all, and ``text``
    says what was changed to what; together with ``path`` they name the mutant as long as the
    function is as it is.  ``outer`` is the name of the outermost function, "" where the code
    runs with the import; ``lines`` are those of the statement's head.
    """

    path: Path
    function: str
    text: str
    outer: str
    lines: range
    _module: ast.Module
    _slot: _Slot
    _new: ast.AST

    @property
    def named(self) -> frozenset[int]:
        """The lines that name what the statement gives a name to, where it runs with the import."""
        given = {
            node.id
            for statement in self._module.body
            if statement.lineno == self.lines.start
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        names = (node for node in ast.walk(self._module) if isinstance(node, ast.Name))
        return frozenset(node.lineno for node in names if node.id in given)

    def code(self) -> CodeType:
        """Return the compiled module with the mutation."""
        with _Planted(self._slot, self._new):
            return compile(self._module, str(self.path), "exec", dont_inherit=True)


class _Planted:
    """A node of a tree replaced while the context lasts."""

    def __init__(self, slot: _Slot, new: ast.AST) -> None:
        self.slot, self.new = slot, new

    def __enter__(self) -> None:
        self.old = _given(self.slot)
        _put(self.slot, self.new)

    def __exit__(self, *_: object) -> None:
        _put(self.slot, self.old)


def _given(slot: _Slot) -> ast.AST:
    owner, field, index = slot
    value = getattr(owner, field)
    node: ast.AST = value if index is None else value[index]
    return node


def _put(slot: _Slot, node: ast.AST) -> None:
    owner, field, index = slot
    if index is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[index] = node


def mutants_of(path: Path) -> list[Mutant]:
    """Return every mutant of a module, in the order of its source."""
    module = ast.parse(path.read_text("utf-8"))
    found = list(_Walk(path, module).of(module))
    seen: Counter[tuple[str, str]] = Counter()
    numbered = []
    for one in found:
        seen[one.function, one.text] += 1
        nth = seen[one.function, one.text]
        numbered.append(one if nth == 1 else replace(one, text=f"{one.text} #{nth}"))
    return numbered


class _Walk:
    """A walk through a module, which knows the functions, statement and nodes it is in."""

    def __init__(self, path: Path, module: ast.Module) -> None:
        self.path, self.module = path, module
        self.tolerances = _fractions(module)
        self.names: list[str] = []
        self.outer = ""
        self.statement: ast.stmt | None = None
        self.slots: list[_Slot] = []

    def of(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield the mutants of all nodes below one."""
        for slot in _slots(node):
            child = _given(slot)
            if _is_left_alone(child, slot):
                continue
            self.slots.append(slot)
            before = self.statement, self.outer
            if isinstance(child, ast.stmt):
                self.statement = child
            yield from (
                self._mutant(new)
                for new in _variants(child, slot)
                if not _is_at_bound(child, new, self.tolerances)
            )
            if isinstance(child, (*_Function.__args__, ast.ClassDef)):
                yield from self._within(child)
            else:
                yield from self.of(child)
            self.statement, self.outer = before
            self.slots.pop()

    def _within(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    ) -> Iterator[Mutant]:
        """Yield the mutants of a function or class; its defaults and bases belong without."""
        inside = ast.Module(node.body, [])
        if isinstance(node, _Function):
            yield from self.of(node.args)
        self.names.append(node.name)
        if isinstance(node, _Function) and not self.outer:
            self.outer = ".".join(self.names)
        yield from self.of(inside)
        self.names.pop()

    def _mutant(self, new: ast.AST) -> Mutant:
        statement = self.statement
        assert statement is not None
        slot = self.slots[-1]
        ast.fix_missing_locations(ast.copy_location(new, _given(slot)))
        text = self._text(new)
        function = ".".join(self.names)
        return Mutant(
            self.path, function, text, self.outer, _head(statement), self.module, slot, new
        )

    def _text(self, new: ast.AST) -> str:
        """Return the smallest part of the source that shows what is changed, and to what."""
        old = _given(self.slots[-1])
        if isinstance(old, ast.stmt):
            return f"{_line(old)} → {_line(new)}"
        shown = old
        for slot in reversed(self.slots[:-1]):
            node = _given(slot)
            if not isinstance(node, ast.expr) or len(ast.unparse(shown)) >= _SHOWN[0]:
                break
            if len(ast.unparse(node)) > _SHOWN[1]:
                break
            shown = node
        before = _line(shown)
        with _Planted(self.slots[-1], new):
            return f"{before} → {_line(new if shown is old else shown)}"


def _line(node: ast.AST) -> str:
    if isinstance(node, ast.Pass):
        return "(removed)"
    return ast.unparse(node).split("\n", 1)[0]


def _head(statement: ast.stmt) -> range:
    """Return the lines of a statement without those of the statements in it."""
    last = statement.end_lineno or statement.lineno
    for name in ("body", "cases"):
        inner = getattr(statement, name, None)
        if inner:
            first = inner[0].pattern if name == "cases" else inner[0]
            last = max(statement.lineno, first.lineno - 1)
    return range(statement.lineno, last + 1)


def _slots(node: ast.AST) -> Iterator[_Slot]:
    """Yield where the nodes right below one stand."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield node, field, None
        elif isinstance(value, list):
            yield from ((node, field, i) for i, v in enumerate(value) if isinstance(v, ast.AST))


def _fractions(module: ast.Module) -> frozenset[str]:
    """Return the names that a module gives to fractions."""
    pairs = (
        pair
        for node in module.body
        if isinstance(node, ast.Assign)
        for pair in _named(node.targets[0], node.value)
    )
    return frozenset(name for name, value in pairs if _is_fraction(value))


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield what names stand for, those of tuples one by one."""
    if isinstance(target, ast.Name):
        first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
        yield target.id, first
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, of_one in zip(target.elts, value.elts, strict=False):
            yield from _named(one, of_one)


def _is_fraction(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value != 0


def _is_at_bound(old: ast.AST, new: ast.AST, tolerances: frozenset[str]) -> bool:
    """Tell whether two comparisons differ only for a measure that is exactly its tolerance."""
    if not (isinstance(old, ast.Compare) and isinstance(new, ast.Compare)):
        return False
    sides = [old.left, *old.comparators]
    (k,) = (k for k, (a, b) in enumerate(zip(old.ops, new.ops, strict=True)) if a is not b)
    strictness = {type(old.ops[k]), type(new.ops[k])} in ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE})
    return strictness and any(
        _is_fraction(node) or (isinstance(node, ast.Name) and node.id in tolerances)
        for side in sides[k : k + 2]
        for node in ast.walk(side)
    )


def _is_left_alone(node: ast.AST, slot: _Slot) -> bool:
    """Tell whether no behaviour that is meant depends on a node."""
    owner, field, index = slot
    if field == "args" and isinstance(owner, ast.Call):
        named = owner.func.attr if isinstance(owner.func, ast.Attribute) else ""
        return named == "spend" or (named, index) == ("known", 3)
    if field in {"annotation", "returns", "decorator_list", "format_spec", "bases", "type_params"}:
        return True
    if (field, index) == ("body", 0) and isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring
    if isinstance(node, _Function):
        return node.name == "__repr__"
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # of zip: a check
    if isinstance(node, ast.Assign):
        return any(isinstance(t, ast.Name) and t.id.startswith("__") for t in node.targets)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in {"cast", "TypeVar"}
    return False


def _variants(node: ast.AST, slot: _Slot) -> Iterator[ast.AST]:
    """Yield what may take a node's place."""
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    elif isinstance(node, ast.expr):
        if _decides(node, slot):
            yield ast.UnaryOp(ast.Not(), node)
        yield from _expressions(node, slot)


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    if isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.Return):
        if node.value is not None and not _is_constant(node.value, None):
            yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.AugAssign):
        yield ast.Pass()
        if type(node.op) in _RECKONED:
            yield ast.AugAssign(node.target, _RECKONED[type(node.op)](), node.value)
    elif isinstance(node, ast.Expr | ast.Raise | ast.Delete | ast.Assert):
        if not _is_constant(getattr(node, "value", None), ...):
            yield ast.Pass()
    elif isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple):
        yield ast.Pass()


def _is_constant(node: ast.AST | None, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _decides(node: ast.expr, slot: _Slot) -> bool:
    """Tell whether a node is a condition whose negation no other mutation of it is."""
    owner, field, _ = slot
    condition = field == "test" or (isinstance(owner, ast.comprehension) and field == "ifs")
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    compared = isinstance(node, ast.Compare) and len(node.ops) == 1
    return condition and not negated and not compared and not isinstance(node, ast.Constant)


def _expressions(node: ast.expr, slot: _Slot) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for other in _COMPARED[type(op)]:
                ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.USub):
            yield node.operand
    elif isinstance(node, ast.BinOp):
        if type(node.op) in _RECKONED:
            yield ast.BinOp(node.left, _RECKONED[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant):
        yield from _constants(node, slot)
    elif isinstance(node, ast.Name) and node.id in _CALLED and isinstance(slot[0], ast.Call):
        yield ast.Name(_CALLED[node.id], ast.Load())
    elif isinstance(node, ast.Attribute) and node.attr in _CALLED:
        other = copy.copy(node)
        other.attr = _CALLED[node.attr]
        yield other


def _constants(node: ast.Constant, slot: _Slot) -> Iterator[ast.expr]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        if value > 0:
            yield ast.Constant(value - 1)
    elif isinstance(value, float):
        yield ast.Constant(value * 1.5 + 0.5)
    elif isinstance(value, str) and _CODE.fullmatch(value) and not _is_said(slot):
        yield ast.Constant(f"?{value[1:]}")


def _is_said(slot: _Slot) -> bool:
    """Tell whether a text is one of the words of an f-string."""
    return isinstance(slot[0], ast.JoinedStr)
