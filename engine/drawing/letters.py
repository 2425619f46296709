"""Letters as outlines, and the letters that come with the program: Bitstream Vera and DejaVu Sans.

Their tables are made from the fonts' own files, a line for each letter, and looked up as text:
reading a font costs more than the rest of a figure, and reading a table as values as much as its
letters.  This module knows outlines, and neither texts nor files of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Protocol

from engine.resources import templates

#: Font units in an em.
EM = 2048

_Spot = tuple[int, int]


class LetterShape(NamedTuple):
    """A character in font units, y down: its advance, its outline's first point, and the rest.

    ``steps`` is SVG path data whose every step is told from the one before.
    """

    advance: int
    x: int
    y: int
    steps: str

    def segments(self) -> Iterator[tuple[str, tuple[_Spot, ...]]]:
        """Yield the outline as ``move``, ``line``, ``curve`` and ``close`` with their points.

        A curve is quadratic and has its bend and its end.
        """
        if not self.steps:
            return
        first = at = (self.x, self.y)
        yield "move", (at,)
        for kind, words in _STEP.findall(self.steps):
            by = [int(word) for word in _WHOLE.findall(words)]
            if kind == "z":
                at = first
                yield "close", ()
            elif kind == "q":
                bend, end = ((at[0] + by[k], at[1] + by[k + 1]) for k in (0, 2))
                at = end
                yield "curve", (bend, end)
            else:
                dx, dy = {"h": (by[0], 0), "v": (0, by[0])}.get(kind, (by[0], by[-1]))
                at = (at[0] + dx, at[1] + dy)
                first = at if kind == "m" else first
                yield "move" if kind == "m" else "line", (at,)


_STEP = re.compile(r"([a-z])([^a-z]*)")
_WHOLE = re.compile(r"-?[0-9]+")


class LetterFace(Protocol):
    """One weight of a font; ``name`` is how a PDF file calls it."""

    @property
    def name(self) -> str:
        """The name, of letters, digits and hyphens."""

    @property
    def forbidden(self) -> str:
        """What its maker forbids that a PDF needs, "" if nothing."""

    def letter(self, character: str) -> LetterShape | None:
        """Return a character's letter, None where the face has none."""


class ShippedFace(NamedTuple):
    """A face whose letters come with the program."""

    name: str

    @property
    def forbidden(self) -> str:
        """Nothing: anybody may embed them."""
        return ""

    def letter(self, character: str) -> LetterShape | None:
        """Return a character's letter, None where the face has none."""
        table = _table(self.name)
        begin = table.find(f"\n{character} ")
        if begin < 0:
            return None
        words = table[begin + 3 : table.index("\n", begin + 1)].split(" ", 3)
        return LetterShape(int(words[0]), int(words[1]), int(words[2]), words[3])


#: Regular and bold: Vera, and for what it lacks DejaVu, which was made from it and goes with it.
VERA = {False: ShippedFace("Vera"), True: ShippedFace("VeraBd")}
DEJAVU = {False: ShippedFace("DejaVuSans"), True: ShippedFace("DejaVuSans-Bold")}


@cache
def _table(name: str) -> str:
    """Return a face's table: lines of a character, its advance, its first point and its steps."""
    return "\n" + (templates() / "typeface" / f"{name}.txt").read_bytes().decode()
