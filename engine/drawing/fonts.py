"""Texts in the letters of all drawings: their widths and outlines, each letter of the first face that has it.

PDF embeds the letters; SVG takes their outlines from here, so that a figure looks the same
wherever it is shown.  ``font`` are the fonts named for a text, of :func:`engine.drawing.ownfonts.named`;
after them come the letters of the program, and nothing else: what a machine happens to have changes
no picture.  Sizes are the em in millimetres.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from engine.drawing.letters import DEJAVU, EM, VERA, LetterFace, LetterShape


def file(bold: bool = False) -> Path:
    """Return the path of the TrueType file that is embedded where Vera has all letters.

    Raises FileNotFoundError where reportlab came without its fonts.
    """
    spec = find_spec("reportlab")
    places = spec.submodule_search_locations if spec else None
    name = f"{VERA[bold].name}.ttf"
    path = Path(places[0]) / "fonts" / name if places else Path(name)
    if not path.is_file():
        raise FileNotFoundError(f"the font {name} is missing; install reportlab again")
    return path


class FaceRun(NamedTuple):
    """A piece of a text whose letters are of one face."""

    face: LetterFace
    text: str
    letters: tuple[LetterShape, ...]


Font = tuple[str, ...]


@lru_cache(maxsize=4096)
def runs(text: str, bold: bool = False, font: Font = ()) -> tuple[FaceRun, ...]:
    """Return a text in pieces of one face; a letter and its accents are one character where they can be.

    Raises OptionError for characters that no face has, or that are not set letter by letter, and for
    fonts that cannot be read.
    """
    plain = text
    if not text.isascii():
        plain = unicodedata.normalize("NFC", text.translate(_SELECTORS))
    known = [(_letter(character, bold, font), character) for character in plain]
    lacking = [character for letter, character in known if letter is None]
    others = [character for letter, character in known if letter and letter[0] not in _SHIPPED]
    if lacking or others or any(map(unicodedata.combining, plain)):
        from engine.drawing.scripts import check_set, missing

        check_set("".join(c for c in plain if unicodedata.combining(c) or c in others), text)
        if lacking:
            raise missing(lacking, text, named=bool(font))
    pieces = []
    letters = ((*letter, character) for letter, character in known if letter)
    for face, group in groupby(letters, key=lambda one: one[0]):
        members = list(group)
        words = "".join(character for _, _, character in members)
        pieces.append(FaceRun(face, words, tuple(shape for _, shape, _ in members)))
    return tuple(pieces)


#: Variation selectors, which say of a sign whether it is to be in colour.
_SELECTORS = dict.fromkeys(range(0xFE00, 0xFE10))

#: The faces that come with the program, regular and bold, in their order.
_SHIPPED = (*VERA.values(), *DEJAVU.values())


@lru_cache(maxsize=4096)
def _letter(character: str, bold: bool, font: Font) -> tuple[LetterFace, LetterShape] | None:
    """Return a character's letter and the first face that has it, None where none has."""
    for face in (*_named(font, bold), VERA[bold], DEJAVU[bold]):
        shape = face.letter(character)
        if shape is not None:
            return face, shape
    return None


def _named(font: Font, bold: bool) -> tuple[LetterFace, ...]:
    """Return the faces of the fonts named."""
    if not font:
        return ()
    from engine.drawing import ownfonts

    return ownfonts.faces(font, bold)


@lru_cache(maxsize=4096)
def advance(text: str, bold: bool = False, font: Font = ()) -> float:
    """Return a text's width as a share of the em.

    Raises OptionError as :func:`runs` does.
    """
    return sum(shape.advance for run in runs(text, bold, font) for shape in run.letters) / EM


def width(text: str, size: float, bold: bool = False, font: Font = ()) -> float:
    """Return a text's width in millimetres at ``size``."""
    return advance(text, bold, font) * size


def _placed(text: str, bold: bool, font: Font) -> Iterator[tuple[int, LetterShape]]:
    """Yield the letters of a text, each with how far from its begin it stands, in font units."""
    x = 0
    for run in runs(text, bold, font):
        for shape in run.letters:
            yield x, shape
            x += shape.advance


@lru_cache(maxsize=4096)
def text_path(text: str, bold: bool = False, font: Font = ()) -> str:
    """Return a text's outline as SVG path data in font units, :data:`EM` to the em, y down, from (0, 0).

    Raises OptionError as :func:`runs` does.
    """
    return "".join(
        f"M{x + shape.x} {shape.y}{shape.steps}"
        for x, shape in _placed(text, bold, font)
        if shape.steps
    )


#: Into how many chords a curve of a letter is cut by :func:`text_rings`.
_CHORDS = 5

_Ring = list[tuple[float, float]]


@lru_cache(maxsize=512)
def text_rings(
    text: str, bold: bool = False, font: Font = ()
) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return a text's closed outlines as points in shares of the em, y down, from (0, 0).

    Holes run the other way round than what they are in.

    Raises OptionError as :func:`runs` does.
    """
    return tuple(
        tuple(((shift + x) / EM, y / EM) for x, y in ring)
        for shift, shape in _placed(text, bold, font)
        for ring in _rings(shape)
    )


def _rings(shape: LetterShape) -> list[_Ring]:
    """Return a letter's outlines in font units, curves cut into chords."""
    rings: list[_Ring] = []
    for kind, points in shape.segments():
        if kind == "move":
            rings.append([points[0]])
        elif kind == "line":
            rings[-1].append(points[0])
        elif kind == "curve":
            rings[-1] += _chords(rings[-1][-1], *points)
    return rings


def _chords(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the ends of a quadratic curve's chords."""
    for k in range(1, _CHORDS + 1):
        t = k / _CHORDS
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield (p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1])
