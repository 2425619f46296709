"""Fonts that a figure names by their files, read by fontTools, their letters as outlines.

A name is that of a ``.ttf``, ``.otf`` or ``.ttc`` file; ``.ttc#1`` is its second font.  A font that is
read has a place, ``FILE#NUMBER@TIME``: a font that is saved again is another one.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from engine.drawing import scene
from engine.drawing.letters import EM, LetterFace, LetterShape
from engine.errors import GameError, OptionError
from engine.reading import bounded, resolved
from engine.words import shortened

# What fontTools finds odd and reads all the same is nobody's concern here.
logging.getLogger("fontTools").setLevel(logging.CRITICAL + 1)

#: Weights of regular and bold letters, and from which on a font is bold (OpenType, usWeightClass).
REGULAR, BOLD, _BOLD_FROM = 400, 700, 600

_NAME = re.compile(r"(.+\.(?:ttf|otf|ttc|otc))(?:#([0-9]{1,4}))?(?:@[0-9a-f]+)?", re.IGNORECASE)


def named(texts: Iterable[str], folder: Path) -> tuple[str, ...]:
    """Return the fonts that texts name, each one or several with commas, files from ``folder``.

    Raises OptionError for a font that is missing or cannot be read.
    """
    places: list[str] = []
    for text in texts:
        names = [text] if "@" in text else filter(None, map(str.strip, text.split(",")))
        places += (_place(name, folder) for name in names)
    return tuple(dict.fromkeys(places))


def _place(name: str, folder: Path) -> str:
    if not (parts := _NAME.fullmatch(name)):
        words = f"'{shortened(name, 60)}' is not a font file"
        raise OptionError(f"{words}; expected one that ends in .ttf, .otf or .ttc")
    path = folder / parts[1]
    try:
        path = resolved(path)
        place = f"{path}#{int(parts[2] or 0)}@{path.stat().st_mtime_ns:x}"
        _opened(place)
    except OSError as error:
        raise OptionError(f"cannot read the font {path}: {error.strerror or error}") from error
    return place


@lru_cache(maxsize=64)
def _opened(place: str) -> FontFile:
    path, _, number = place.rpartition("@")[0].rpartition("#")
    return FontFile(Path(path), int(number))


@lru_cache(maxsize=64)
def faces(font: tuple[str, ...], bold: bool) -> tuple[LetterFace, ...]:
    """Return the faces of known fonts in their order, for bold texts those first that are bold.

    Raises OptionError for a font that cannot be read.
    """
    known = (_opened(place).face(BOLD if bold else REGULAR) for place in font)
    return tuple(sorted(known, key=lambda one: bold and not one.bold))


@contextmanager
def _reading(name: str) -> Iterator[None]:
    try:
        yield
    except GameError:
        raise
    except Exception as error:
        words = shortened(" ".join(f"{type(error).__name__} {error}".split()), 80)
        raise OptionError(f"the font {name} is damaged ({words}); take a sound copy") from error


class FontFile:
    """One font of a file, and its letters at a weight.

    Raises OptionError where it cannot be read; OSError where the file cannot.
    """

    def __init__(self, path: Path, number: int = 0) -> None:
        self._file = path.name
        data = bounded(path, f"the font {path.name}")
        with _reading(path.name):
            self._font = TTFont(io.BytesIO(data), fontNumber=number, lazy=True)
            plain = re.sub(r"[^A-Za-z0-9-]", "", str(self._font["name"].getDebugName(6) or ""))
            #: The name by which documents call it.
            self.name = plain[:40] or "Font"
            os2 = self._font.get("OS/2")
            weight = int(getattr(os2, "usWeightClass", REGULAR))
            #: The lightest and the heaviest weight that it has.
            self.weights = weight, weight
            for axis in self._font["fvar"].axes if "fvar" in self._font else ():
                if axis.axisTag == "wght":
                    self.weights = int(axis.minValue), int(axis.maxValue)
            #: Whether its maker forbids a PDF to hold it, or parts of it (OS/2, fsType).
            self.forbidden = bool(getattr(os2, "fsType", 0) & 0x0302)

    def face(self, weight: int) -> LetterFace:
        """Return its letters at a weight, or at the nearest there is."""
        low, high = self.weights
        weight = min(max(weight, low), high)
        with _reading(self._file):
            if not any(kind in self._font for kind in ("glyf", "CFF ", "CFF2")):
                words = f"the font {self._file} has pictures and no outlines; take another"
                raise OptionError(words)
            glyphs = self._font.getGlyphSet(location={"wght": weight} if low < high else None)
            find = partial(self._letter, self._font.getBestCmap() or {}, glyphs)
            return LetterFace(self.name, find, weight >= _BOLD_FROM, self.forbidden)

    def _letter(self, names: dict[int, str], glyphs: Any, character: str) -> LetterShape | None:
        if (name := names.get(ord(character))) is None:
            return None
        with _reading(self._file):
            scale = EM / int(self._font["head"].unitsPerEm)
            pen = _StepPen(glyphs)
            plain = TransformPen(Cu2QuPen(pen, _CLOSE), (scale, 0, 0, -scale, 0, 0))
            glyph = glyphs[name]
            glyph.draw(plain)
            x, y = pen.first or (0, 0)
            return LetterShape(round(glyph.width * scale), x, y, "".join(pen.words))


# --------------------------------------------------------------------------------------- pens

#: How far a curve of the second degree may be from the third-degree one it stands for, in font units.
_CLOSE = 1.0

_Spot = tuple[float, float]


class _StepPen(BasePen):  # type: ignore[misc]
    """Writes an outline down in whole units from its first point on, each step from the last."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.first: tuple[int, int] | None = None
        self.words: list[str] = []
        self._at = self._begin = (0, 0)

    def _step(self, letter: str, *points: _Spot) -> None:
        x, y = self._at
        whole = [(round(at[0]), round(at[1])) for at in points]
        steps = " ".join(f"{to_x - x} {to_y - y}" for to_x, to_y in whole)
        if letter == "l" and 0 in (whole[0][0] - x, whole[0][1] - y):
            level = whole[0][1] == y
            letter, steps = "vh"[level], str(whole[0][0] - x if level else whole[0][1] - y)
        self.words.append(letter + steps.replace(" -", "-"))
        self._at = whole[-1]

    def _moveTo(self, point: _Spot) -> None:
        if self.first is None:
            self.first = self._at = round(point[0]), round(point[1])
        else:
            self._step("m", point)
        self._begin = self._at

    def _lineTo(self, point: _Spot) -> None:
        self._step("l", point)

    def _qCurveToOne(self, bend: _Spot, end: _Spot) -> None:
        self._step("q", bend, end)

    def _closePath(self) -> None:
        self.words.append("z")
        self._at = self._begin

    def _endPath(self) -> None:
        self._closePath()


def outline(path: str) -> scene.Outline:
    """Return closed outlines in SVG's path notation as a scene's outline, in shares of the em."""
    pen = RecordingPen()
    parse_path(path, pen)
    kinds = {"moveTo": scene.MoveTo, "lineTo": scene.LineTo, "qCurveTo": scene.BendTo}
    return tuple(
        kinds[step](*(part / EM for point in points for part in point))
        if step in kinds
        else scene.Close()
        for step, points in pen.value
    )
