"""Letters as outlines, and those that come with the program: Bitstream Vera and DejaVu Sans.

It knows outlines, and neither texts nor files of others.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, Protocol

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


class LetterFace(Protocol):
    """One weight of a font; ``name`` is how a PDF file calls it."""

    @property
    def name(self) -> str:
        """The name, of letters, digits and hyphens."""

    @property
    def forbidden(self) -> bool:
        """Whether its maker forbids a PDF to hold it."""

    def letter(self, character: str) -> LetterShape | None:
        """Return a character's letter, None where the face has none."""


class ShippedFace(NamedTuple):
    """A face whose letters come with the program, which anybody may embed.

    They are looked up in a table of its letters, a line each: reading a font, or the table as
    values, costs more than the rest of a figure.
    """

    name: str
    forbidden: bool = False

    def letter(self, character: str) -> LetterShape | None:
        """Return a character's letter, None where the face has none."""
        table = _table(self.name)
        begin = table.find(f"\n{character} ")
        if begin < 0:
            return None
        words = table[begin + 3 : table.index("\n", begin + 1)].split(" ", 3)
        return LetterShape(int(words[0]), int(words[1]), int(words[2]), words[3])


@cache
def _table(name: str) -> str:
    """Return a face's table: lines of a character, its advance, its first point and its steps."""
    return "\n" + (templates() / "typeface" / f"{name}.txt").read_bytes().decode()


#: Regular and bold: Vera, and for what it lacks DejaVu, which was made from it and goes with it.
VERA = {False: ShippedFace("Vera"), True: ShippedFace("VeraBd")}
DEJAVU = {False: ShippedFace("DejaVuSans"), True: ShippedFace("DejaVuSans-Bold")}
