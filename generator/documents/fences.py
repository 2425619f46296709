"""Fences in the lines of a Markdown text, each line looked at once however many fences are open.

A fence is one as CommonMark has it, at any indent since items and tabs are indented, in quotations
too, and where an item begins.  Nothing here knows a figure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_OPENING = re.compile(
    r"(?P<indent>(?P<quote>(?:[ \t]*>)*)[ \t]*(?:(?:[-*+]|[0-9]+[.)])[ \t]+)?)"
    r"(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)"
)
_CLOSING = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*")
_QUOTE = re.compile(r"(?:[ \t]*>)*")


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


def fences(lines: Sequence[str]) -> Iterator[Fence]:
    """Yield the fences that stand in no other fence and are closed."""
    ends = _ends(lines)
    begin = 0
    while begin < len(lines):
        if begin not in ends:
            begin += 1
            continue
        opened = _OPENING.fullmatch(lines[begin])
        assert opened is not None
        end = ends[begin] + 1
        quote = re.compile(rf"(?:[ \t]*>){{{opened['quote'].count('>')}}}")
        inside = [quote.sub("", line, count=1) for line in lines[begin:end]]
        yield Fence(begin, inside, opened["indent"], opened["info"].strip(), opened["quote"])
        begin = end


class _Closing(NamedTuple):
    """A line that can close a fence: how many marks it has, and its index."""

    marks: int
    line: int


def _ends(lines: Sequence[str]) -> dict[int, int]:
    """Return the last line of each fence that is closed, by its first, found from the end on.

    By depth in quotations and by mark the closing lines below are kept, each with fewer marks than
    those before, which lie further down: one with no more than a nearer one never closes.
    """
    ends: dict[int, int] = {}
    below: list[dict[str, list[_Closing]]] = []
    for k in range(len(lines) - 1, -1, -1):
        quoted = _QUOTE.match(lines[k])
        assert quoted is not None
        depth = quoted[0].count(">")
        del below[depth + 1 :]  # a fence ends with its quotation
        if (opened := _OPENING.fullmatch(lines[k])) and depth < len(below):
            marks = opened["marks"]
            found = below[depth].get(marks[0], [])
            if at := bisect_right(found, -len(marks), key=lambda one: -one.marks):
                ends[k] = found[at - 1].line
        if closing := _CLOSING.fullmatch(lines[k], quoted.end()):
            below += ({} for _ in range(len(below), depth + 1))
            nearer = below[depth].setdefault(closing[1][0], [])
            while nearer and nearer[-1].marks <= len(closing[1]):
                nearer.pop()
            nearer.append(_Closing(len(closing[1]), k))
    return ends
