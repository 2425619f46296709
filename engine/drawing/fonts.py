"""The typeface of all drawings: Bitstream Vera Sans, as it comes with reportlab.

PDF embeds the files; SVG takes the letters' outlines from here, so that a figure looks the
same wherever it is shown.  Sizes are the em in millimetres.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import OptionError
from engine.resources import templates

#: Face name -> file, regular and bold.
FACES = {False: ("Vera", "Vera.ttf"), True: ("VeraBd", "VeraBd.ttf")}


def file(bold: bool = False) -> Path:
    """Return the path of the TrueType file.

    Raises FileNotFoundError where reportlab came without its fonts.
    """
    spec = find_spec("reportlab")
    places = spec.submodule_search_locations if spec else None
    path = Path(places[0]) / "fonts" / FACES[bold][1] if places else Path(FACES[bold][1])
    if not path.is_file():
        raise FileNotFoundError(f"the font {FACES[bold][1]} is missing; install reportlab again")
    return path


class LetterShape(NamedTuple):
    """A character in font units, y down: its advance, its outline's first point, and the rest.

    ``steps`` is SVG path data whose every step is told from the one before.
    """

    advance: int
    x: int
    y: int
    steps: str


#: Font units in an em.
EM = 2048


@cache
def _letters() -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Return the letters of the regular and the bold face, from a table made of the font files.

    Reading the font itself costs more than the rest of a figure.
    """
    regular, bold = json.loads((templates() / "typeface" / "vera.json").read_text("utf-8"))
    return regular, bold


def letter(character: str, bold: bool = False) -> LetterShape:
    """Return a character's letter.

    Raises OptionError for a character the typeface lacks.
    """
    found = _letters()[bold].get(character)
    if found is None:
        raise OptionError(f"the typeface has no letter {character!r} (U+{ord(character):04X})")
    return LetterShape(*found)


@lru_cache(maxsize=4096)
def advance(text: str, bold: bool = False) -> float:
    """Return a text's width as a share of the em.

    Raises OptionError for a character the typeface lacks.
    """
    return sum(letter(character, bold).advance for character in text) / EM


def width(text: str, size: float, bold: bool = False) -> float:
    """Return a text's width in millimetres at ``size``."""
    return advance(text, bold) * size


@lru_cache(maxsize=4096)
def text_path(text: str, bold: bool = False) -> str:
    """Return a text's outline as SVG path data in font units, :data:`EM` to the em, y down, from (0, 0).

    Raises OptionError for a character the typeface lacks.
    """
    words, x = [], 0
    for character in text:
        drawn = letter(character, bold)
        if drawn.steps:
            words.append(f"M{x + drawn.x} {drawn.y}{drawn.steps}")
        x += drawn.advance
    return "".join(words)


#: Into how many chords a curve of a letter is cut by :func:`text_rings`.
_CHORDS = 5

_Ring = list[tuple[float, float]]


@lru_cache(maxsize=512)
def text_rings(text: str, bold: bool = False) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return a text's closed outlines as points in shares of the em, y down, from (0, 0).

    Holes run the other way round than what they are in.

    Raises OptionError for a character the typeface lacks.
    """
    rings: list[_Ring] = []
    x = 0
    for character in text:
        drawn = letter(character, bold)
        if drawn.steps:
            rings += _rings(drawn, x)
        x += drawn.advance
    return tuple(tuple((x / EM, y / EM) for x, y in ring) for ring in rings)


_STEP = re.compile(r"([a-z])([^a-z]*)")
_WHOLE = re.compile(r"-?[0-9]+")


def _rings(drawn: LetterShape, shift: int) -> list[_Ring]:
    """Return a letter's outlines in font units, curves cut into chords."""
    rings: list[_Ring] = [[(shift + drawn.x, drawn.y)]]
    at: tuple[float, float] = rings[0][0]
    for kind, words in _STEP.findall(drawn.steps):
        by = [int(word) for word in _WHOLE.findall(words)]
        if kind == "z":
            at = rings[-1][0]
        elif kind == "m":
            at = (at[0] + by[0], at[1] + by[1])
            rings.append([at])
        elif kind == "q":
            bend, end = ((at[0] + by[k], at[1] + by[k + 1]) for k in (0, 2))
            rings[-1] += _chords(at, bend, end)
            at = end
        else:
            dx, dy = {"h": (by[0], 0), "v": (0, by[0])}.get(kind, (by[0], by[-1]))
            at = (at[0] + dx, at[1] + dy)
            rings[-1].append(at)
    return rings


def _chords(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the ends of a quadratic curve's chords."""
    for k in range(1, _CHORDS + 1):
        t = k / _CHORDS
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield (p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1])
