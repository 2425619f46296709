"""Texts in the letters of all drawings: their widths and outlines, each letter of the first face that has it.

PDF embeds the letters; SVG takes their outlines from here, so that a figure looks the same
wherever it is shown.  ``font`` are the fonts named for a text, of :func:`engine.drawing.ownfonts.named`;
after them come the letters of the program, Bitstream Vera and DejaVu Sans, and nothing else: what a
machine happens to have changes no picture.  Sizes are the em in millimetres.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.letters import DEJAVU, EM, VERA, LetterFace, LetterShape
from engine.errors import OptionError
from engine.words import shortened


def file(bold: bool = False) -> Path:
    """Return the path of Vera's TrueType file, which PDF embeds; raise FileNotFoundError without it.

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

#: Variation selectors, which say of a sign whether it is to be in colour.
_SELECTORS = dict.fromkeys(range(0xFE00, 0xFE10))


@lru_cache(maxsize=4096)
def runs(text: str, bold: bool = False, font: Font = ()) -> tuple[FaceRun, ...]:
    """Return a text in pieces of one face; a letter and its accents are one character where they can be.

    Raises OptionError for characters that no face has, or that are not set letter by letter, and for
    fonts that cannot be read.
    """
    plain = text
    if not text.isascii():
        plain = unicodedata.normalize("NFC", text.translate(_SELECTORS))
        _check_set(plain, text)
    known = [(_letter(character, bold, font), character) for character in plain]
    if missing := [character for letter, character in known if letter is None]:
        raise _missing(dict.fromkeys(missing), text)
    pieces = []
    letters = ((*letter, character) for letter, character in known if letter)
    for face, group in groupby(letters, key=lambda one: one[0]):
        members = list(group)
        words = "".join(character for _, _, character in members)
        pieces.append(FaceRun(face, words, tuple(shape for _, shape, _ in members)))
    return tuple(pieces)


@lru_cache(maxsize=4096)
def _letter(character: str, bold: bool, font: Font) -> tuple[LetterFace, LetterShape] | None:
    faces: tuple[LetterFace, ...] = (VERA[bold], DEJAVU[bold])
    if font:
        from engine.drawing import ownfonts

        faces = (*ownfonts.faces(font, bold), *faces)
    for face in faces:
        shape = face.letter(character)
        if shape is not None:
            return face, shape
    return None


def _check_set(plain: str, text: str) -> None:
    for character in plain:
        if unicodedata.bidirectional(character) in ("R", "AL"):
            why = "it runs from right to left"
        elif unicodedata.category(character) in ("Mn", "Mc", "Me"):
            why = f"a figure places no mark such as U+{ord(character):04X} on a letter"
        else:
            continue
        raise OptionError(
            f"'{shortened(text, 60)}' cannot be set here, whatever the font: {why}; "
            "leave it to the text around the figure"
        )


def _missing(letters: Iterable[str], text: str) -> OptionError:
    first = "".join(letters)
    font, package = "Noto Sans", "fonts-noto-core"
    if unicodedata.category(first[0])[0] == "S":
        font, package = "Symbola", "fonts-symbola"
    elif unicodedata.east_asian_width(first[0]) in "WF":
        font, package = "Noto Sans CJK JP", "fonts-noto-cjk"
    return OptionError(
        f"no font here has {shortened(first, 12)} (U+{ord(first[0]):04X}) in "
        f"'{shortened(text, 60)}'; name one that has, such as font = \"{font}\" (apt install {package})"
    )


@lru_cache(maxsize=4096)
def advance(text: str, bold: bool = False, font: Font = ()) -> float:
    """Return a text's width as a share of the em; raise OptionError as :func:`runs` does.

    Raises OptionError as :func:`runs` does.
    """
    return sum(shape.advance for run in runs(text, bold, font) for shape in run.letters) / EM


def width(text: str, size: float, bold: bool = False, font: Font = ()) -> float:
    """Return a text's width in millimetres at ``size``."""
    return advance(text, bold, font) * size


@lru_cache(maxsize=4096)
def text_path(text: str, bold: bool = False, font: Font = ()) -> str:
    """Return a text's outline as SVG path data, :data:`EM` units to the em, y down, from (0, 0).

    Raises OptionError as :func:`runs` does.
    """
    words, x = [], 0
    for run in runs(text, bold, font):
        for shape in run.letters:
            words.append(shape.path(x))
            x += shape.advance
    return "".join(words)


@lru_cache(maxsize=512)
def text_outline(text: str, bold: bool = False, font: Font = ()) -> scene.Outline:
    """Return a text's outline in shares of the em, y down, from (0, 0); holes run the other way round.

    Raises OptionError as :func:`runs` does.
    """
    from engine.drawing import ownfonts

    return ownfonts.outline(text_path(text, bold, font))
