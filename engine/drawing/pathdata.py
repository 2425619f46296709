"""Outlines in SVG's path notation, each step from the last, and letters, which are such outlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.drawing.scene import ArcTo, BendTo, Close, MoveTo, Outline
from engine.geometry.plane import number


def path_data(outline: Outline, digits: int = 3, goes_on: str = "laq", most_steps: int = 16) -> str:
    """Return an outline in SVG's path notation, lengths with ``digits`` decimals.

    Letters of ``goes_on`` are not said again, where the same follows. After ``most_steps`` parts one
    begins at its place, not by a step from the last: cairo rounds every step, which adds up.
    """
    grain, words, before, parts = 10**digits, list[str](), "", 0
    x = y = first_x = first_y = 0
    lengths: tuple[int, ...]
    for s in outline:
        if isinstance(s, Close):
            words.append("z")
            x, y, before = first_x, first_y, ""
            continue
        # Whole grains: steps from rounded points do not add up to an error.
        to_x, to_y = round(s.x * grain), round(s.y * grain)
        dx, dy = to_x - x, to_y - y
        if isinstance(s, MoveTo):
            letter, lengths = ("m", (dx, dy)) if parts % most_steps else ("M", (to_x, to_y))
            parts += 1
            first_x, first_y = to_x, to_y
        elif isinstance(s, BendTo):
            pull_x, pull_y = round(s.pull_x * grain), round(s.pull_y * grain)
            letter, lengths = "q", (pull_x - x, pull_y - y, dx, dy)
        elif isinstance(s, ArcTo):
            letter, lengths = "a", (round(s.radius * grain), dx, dy)
        else:
            letter = "h" if dy == 0 else "v" if dx == 0 else "l"
            lengths = {"h": (dx,), "v": (dy,), "l": (dx, dy)}[letter]
        step = " ".join(_length(one, digits) for one in lengths)
        if isinstance(s, ArcTo):
            radius, end = step.split(" ", 1)
            step = f"{radius} {radius} 0 {s.large:d} {s.clockwise:d} {end}"
        else:
            step = step.replace(" -", "-")
        if letter == before and letter in goes_on:
            words.append(step if step[0] == "-" else f" {step}")
        else:
            words.append(letter + step)
        x, y, before = to_x, to_y, letter
    return "".join(words)


@lru_cache(maxsize=65536)
def _length(grains: int, digits: int) -> str:
    text = number(grains / 10**digits, digits)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


#: Font units in an em.
EM = 2048


class LetterShape(NamedTuple):
    """A character in font units, y down: its advance, where its outline begins, and the ``steps`` from there."""

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
