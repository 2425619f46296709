"""Docstrings as Markdown: examples become code, references plain code, and fields of classes a table.

An extension of griffe, which reads the sources without importing them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from griffe import Attribute, Class, Docstring, Extension, Object
from markup import code, table

from generator.api.declaration import HELP

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>>)\S.*\n?|^ +\S.*\n?)*)+", re.M)
_ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")


class Docstrings(Extension):
    """Writes every docstring anew."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of a function, attribute or module."""
        if obj.docstring and not obj.is_class:
            obj.docstring.value = as_markdown(obj.docstring.value)

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        """Change the docstring of a class, whose fields are known now."""
        text = cls.docstring.value if cls.docstring else ""
        rows = list(_rows(cls, {name: words for name, _, words in HELP.findall(text)}))
        if cls.docstring:
            cls.docstring.value = as_markdown(HELP.sub("", text))
        if rows:
            cls.docstring = cls.docstring or Docstring("", parent=cls)
            cls.docstring.value += f"\n\n{_table(rows)}"


def _table(rows: list[tuple[str, str, str]]) -> str:
    """Return fields as a table, with what they say where any says something."""
    if any(says for _, _, says in rows):
        return table(["field", "type", "says"], rows)
    return table(["field", "type"], [row[:2] for row in rows])


def _rows(cls: Class, helps: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and comment of each public field; options have lines in the docstring."""
    for name, member in cls.members.items():
        if not isinstance(member, Attribute) or member.docstring or name.startswith("_"):
            continue
        if "property" not in member.labels and member.annotation and member.lineno:
            kind = _type(str(member.annotation))
            yield code(name), code(kind), _words(helps.get(name) or _comment(cls, member.lineno))


def _type(annotation: str) -> str:
    """Return a field's type, without what it is annotated with."""
    node = ast.parse(annotation, mode="eval").body
    if not isinstance(node, ast.Subscript) or ast.unparse(node.value) != "Annotated":
        return annotation
    return ast.unparse(getattr(node.slice, "elts", ())[0])


def _comment(cls: Class, line: int) -> str:
    """Return the comment above a field, or behind it."""
    lines = cls.lines_collection[cls.filepath]
    above: list[str] = []
    while (text := lines[line - 2 - len(above)].strip()).startswith("#: "):
        above.insert(0, text.removeprefix("#: "))
    behind = re.search(r"  # (.*)$", lines[line - 1])
    return " ".join(above) or (behind[1] if behind else "")


def as_markdown(text: str) -> str:
    """Return a docstring as Markdown."""
    parts = []
    end = 0
    for found in _EXAMPLE.finditer(text):
        parts += [_words(text[end : found.start()]), f"```pycon\n{found[0].rstrip()}\n```\n"]
        end = found.end()
    return "".join([*parts, _words(text[end:])])


def _words(text: str) -> str:
    text = _ROLE.sub(lambda found: f"`{found[1].lstrip('.')}`", text)
    return re.sub(r"``([^`]+)``", r"`\1`", text)
