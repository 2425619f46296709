"""Docstrings as Markdown: examples become code, references of reStructuredText plain code.

An extension of griffe, which reads the sources without importing them.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>>)\S.*\n?|^ +\S.*\n?)*)+", re.M)
_ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")


class Docstrings(Extension):
    """Writes every docstring anew."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of a class, function, attribute or module."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


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
