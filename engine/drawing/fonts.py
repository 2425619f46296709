"""Texts in the letters of all drawings: their widths and outlines, each letter of the first face that has it.

``font`` are the fonts named for a text, of :func:`engine.drawing.ownfonts.named`; after them come the
letters of the program, Bitstream Vera and DejaVu Sans, and nothing else: what a machine happens to
have changes no picture.  Sizes are the em in millimetres.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache, partial
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.pathdata import EM, LetterFace, LetterShape
from engine.errors import OptionError
from engine.resources import templates
from engine.words import shortened

Font = tuple[str, ...]


def _shipped(name: str, bold: bool) -> LetterFace:
    return LetterFace(name, partial(_shipped_letter, name), bold)


def _shipped_letter(name: str, character: str) -> LetterShape | None:
    # Reading a font, or all values of the table, costs more than the rest of a figure.
    table = _table(name)
    begin = table.find(f"\n{character} ")
    if begin < 0:
        return None
    words = table[begin + 3 : table.index("\n", begin + 1)].split(" ", 3)
    return LetterShape(int(words[0]), int(words[1]), int(words[2]), words[3])


@cache
def _table(name: str) -> str:
    return "\n" + (templates() / "typeface" / f"{name}.txt").read_bytes().decode()


#: Regular and bold: Vera, and for what it lacks DejaVu, which was made from it and goes with it.
VERA = {False: _shipped("Vera", False), True: _shipped("VeraBd", True)}
DEJAVU = {False: _shipped("DejaVuSans", False), True: _shipped("DejaVuSans-Bold", True)}


def file(bold: bool = False) -> Path:
    """Return the path of Vera's TrueType file, which PDF embeds."""
    path = Path(str(files("reportlab"))) / "fonts" / f"{VERA[bold].name}.ttf"
    if not path.is_file():
        raise FileNotFoundError(f"the font {path.name} is missing; install reportlab again")
    return path


class FaceRun(NamedTuple):
    """A piece of a text whose letters are of one face."""

    face: LetterFace
    text: str
    letters: tuple[LetterShape, ...]


@lru_cache(maxsize=4096)
def runs(text: str, bold: bool = False, font: Font = ()) -> tuple[FaceRun, ...]:
    """Return a text in pieces of one face; a letter and its accents are one character where they can be.

    Raises OptionError for characters that no face has, or that are not set letter by letter, and for
    fonts that cannot be read.
    """
    plain = text
    if not text.isascii():
        selectors = dict.fromkeys(range(0xFE00, 0xFE10))  # whether a sign is to be in colour
        plain = unicodedata.normalize("NFC", text.translate(selectors))
        _check_set(plain, text)
    known = [(letter, one) for one in plain if (letter := _letter(one, bold, font))]
    if len(known) < len(plain):
        lacking = "".join(dict.fromkeys(one for one in plain if not _letter(one, bold, font)))
        raise _missing(lacking, text)
    pieces = []
    for face, group in groupby(known, key=lambda one: one[0][0]):
        letters, characters = zip(*group, strict=True)
        shapes = tuple(shape for _, shape in letters)
        pieces.append(FaceRun(face, "".join(characters), shapes))
    return tuple(pieces)


@lru_cache(maxsize=4096)
def _letter(character: str, bold: bool, font: Font) -> tuple[LetterFace, LetterShape] | None:
    faces: tuple[LetterFace, ...] = (VERA[bold], DEJAVU[bold])
    if font:
        from engine.drawing import ownfonts

        faces = (*ownfonts.faces(font, bold), *faces)
    shapes = ((face, face.letter(character)) for face in faces)
    return next(((face, shape) for face, shape in shapes if shape), None)


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


def _missing(letters: str, text: str) -> OptionError:
    font, package = "Noto Sans", "fonts-noto-core"
    if unicodedata.category(letters[0])[0] == "S":
        font, package = "Symbola", "fonts-symbola"
    elif unicodedata.east_asian_width(letters[0]) in "WF":
        font, package = "Noto Sans CJK JP", "fonts-noto-cjk"
    return OptionError(
        f"no font here has {shortened(letters, 12)} (U+{ord(letters[0]):04X}) in "
        f"'{shortened(text, 60)}'; name one that has, such as font = \"{font}\" (apt install {package})"
    )


@lru_cache(maxsize=4096)
def advance(text: str, bold: bool = False, font: Font = ()) -> float:
    """Return a text's width as a share of the em."""
    return sum(shape.advance for run in runs(text, bold, font) for shape in run.letters) / EM


def width(text: str, size: float, bold: bool = False, font: Font = ()) -> float:
    """Return a text's width in millimetres at ``size``."""
    return advance(text, bold, font) * size


def begin(text: scene.Text) -> float:
    """Return the x at which a text begins."""
    wide = width(text.text, text.size, text.bold, text.font)
    return text.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]


@lru_cache(maxsize=4096)
def text_path(text: str, bold: bool = False, font: Font = ()) -> str:
    """Return a text's outline as SVG path data, :data:`EM` units to the em, y down, from (0, 0)."""
    words, x = [], 0
    for shape in (shape for run in runs(text, bold, font) for shape in run.letters):
        words.append(shape.path(x))
        x += shape.advance
    return "".join(words)


@lru_cache(maxsize=512)
def text_outline(text: str, bold: bool = False, font: Font = ()) -> scene.Outline:
    """Return a text's outline in shares of the em, y down, from (0, 0); holes run the other way round."""
    from engine.drawing import ownfonts

    return ownfonts.outline(text_path(text, bold, font))
