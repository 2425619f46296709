"""Fences in the lines of a Markdown text, and what their first line says of a figure.

A fence is one as CommonMark has it, at any indent since items and tabs are indented, in quotations
too, and where an item begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import engine
from generator.documents import block

_OPENING = re.compile(
    r"(?P<indent>(?P<quote>(?:[ \t]*>)*)[ \t]*(?:(?:[-*+]|[0-9]+[.)])[ \t]+)?)"
    r"(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)"
)
_CLOSING = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*")


class Fence(NamedTuple):
    """A fence: its lines, from the one with index ``begin`` on, and what follows its marks.

    The lines are without what marks a ``quote``, which the ``indent`` begins with.
    """

    begin: int
    lines: list[str]
    indent: str
    info: str
    quote: str = ""

    @property
    def text(self) -> str:
        """What stands in the fence."""
        return "\n".join(self.lines[1:-1])

    @property
    def game(self) -> str | None:
        """The game that the fence names, "" where its block does, None for other fences."""
        words = self.info.split()
        if words[:1] == [block.WORD]:
            return words[1] if len(words) > 1 else ""
        return words[0] if words and words[0] in engine.names() else None


def fences(lines: Sequence[str]) -> Iterator[Fence]:
    """Yield the fences that stand in no other fence and are closed."""
    begin = 0
    while begin < len(lines):
        opened = _OPENING.fullmatch(lines[begin])
        inside = _inside(lines, begin, opened) if opened else []
        if opened and inside:
            yield Fence(begin, inside, opened["indent"], opened["info"].strip(), opened["quote"])
        begin += len(inside) or 1


def _inside(lines: Sequence[str], begin: int, opened: re.Match[str]) -> list[str]:
    """Return the lines of a fence up to the one that closes it, [] where its quotation ends before."""
    quote = re.compile(rf"(?:[ \t]*>){{{opened['quote'].count('>')}}}")
    inside: list[str] = []
    for line in lines[begin:]:
        quoted = quote.match(line)
        if quoted is None:
            return []
        inside.append(line[quoted.end() :])
        closing = _CLOSING.fullmatch(line, quoted.end())
        if len(inside) > 1 and closing and closing[1].startswith(opened["marks"]):
            return inside
    return []
