"""Letters as outlines, and those that come with the program: Bitstream Vera and DejaVu Sans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from engine.resources import templates

#: Font units in an em.
EM = 2048


class LetterShape(NamedTuple):
    """A character in font units, y down: its advance, its outline's first point, and the rest.

    ``steps`` is SVG path data whose every step is counted from the one before.
    """

    advance: int
    x: int
    y: int
    steps: str

    def path(self, shift: int = 0) -> str:
        """Return the outline as SVG path data, moved to the right."""
        return f"M{shift + self.x} {self.y}{self.steps}" if self.steps else ""


@dataclass(frozen=True, eq=False)
class LetterFace:
    """One weight of a font: its name in PDF files, and what finds a character's letter, or None."""

    name: str
    letter: Callable[[str], LetterShape | None]
    bold: bool = False
    #: Whether its maker forbids a PDF to hold it.
    forbidden: bool = False


def _shipped_letter(name: str, character: str) -> LetterShape | None:
    """Return a letter of a table: reading a font, or all values, costs more than the rest of a figure."""
    table = _table(name)
    begin = table.find(f"\n{character} ")
    if begin < 0:
        return None
    words = table[begin + 3 : table.index("\n", begin + 1)].split(" ", 3)
    return LetterShape(int(words[0]), int(words[1]), int(words[2]), words[3])


@cache
def _table(name: str) -> str:
    """Return a face's table: lines of a character, its advance, its first point and its steps."""
    return "\n" + (templates() / "typeface" / f"{name}.txt").read_bytes().decode()


def _shipped(name: str, bold: bool) -> LetterFace:
    return LetterFace(name, partial(_shipped_letter, name), bold)


#: Regular and bold: Vera, and for what it lacks DejaVu, which was made from it and goes with it.
VERA = {False: _shipped("Vera", False), True: _shipped("VeraBd", True)}
DEJAVU = {False: _shipped("DejaVuSans", False), True: _shipped("DejaVuSans-Bold", True)}
