"""Fonts in files: TrueType and OpenType, read by fontTools, their letters as outlines of one kind.

Whatever is wrong with a file is told in one line.  A file may be anybody's: it is bounded in size,
and what its letters may ask for is, too.  This module knows files, and neither families nor texts.

Measured: the largest East Asian fonts (20 MB) take 0.3 s, usual ones 0.05 s.  uharfbuzz takes 0.08 s,
but where it is installed reportlab imports it for every PDF.
"""

from __future__ import annotations

import io
import logging
import re
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.cu2qu import curve_to_quadratic
from fontTools.misc.psCharStrings import T2OutlineExtractor
from fontTools.pens.basePen import BasePen, decomposeQuadraticSegment
from fontTools.ttLib import TTFont, newTable

from engine import digests
from engine.drawing import fontbounds
from engine.drawing.letters import EM, LetterShape
from engine.errors import GameError, OptionError
from engine.reading import bounded
from engine.words import shortened

# What fontTools finds odd and reads all the same is nobody's concern here.
logging.getLogger("fontTools").setLevel(logging.CRITICAL + 1)

#: Weights of regular and bold letters, from which on a font is bold (OpenType, usWeightClass), and
#: its class of width that is neither narrow nor wide (usWidthClass).
REGULAR, BOLD, _BOLD_FROM, _NORMAL = 400, 700, 600, 5

#: The bits of fsType that forbid what a PDF needs: embedding at all, of parts, of outlines.
_FORBIDDING = {0x0002: "embedding", 0x0100: "embedding parts of it", 0x0200: "embedding outlines"}

#: How files begin: TrueType twice, OpenType's own outlines, collections.
_BEGINNINGS = (b"\x00\x01\x00\x00", b"true", b"OTTO", b"ttcf")

#: The tables that are read; others are as if they were not there.
_TABLES = {
    *("head", "hhea", "maxp", "hmtx", "name", "OS/2", "cmap", "glyf", "loca"),
    *("fvar", "avar", "gvar", "HVAR", "CFF ", "CFF2"),
}

#: Letters of more points and pieces of other letters are refused, or of longer programs, in bytes.
_MOST_STEPS, _LONGEST_PROGRAM = 20_000, 50_000

#: More fonts in a file are refused.
_MOST_FONTS = 500

#: So many points that vary are as one that is drawn, and so many pairs: fontTools looks at all.
_VARYING, _SQUARED = 10, 5_000

#: Letters reach no further, in units of ours: what a TrueType font can say.
_LARGEST = 32_000

#: How far a curve of the second degree may be from the third-degree one it stands for, in font units.
_CLOSE = 1.0


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Tell in one line what is wrong with a font, whatever fontTools says of it."""
    try:
        yield
    except GameError:
        raise
    except Exception as error:
        told = shortened(" ".join(f"{type(error).__name__} {error}".split()), 80)
        raise OptionError(f"the font {name} is damaged ({told}); take a sound copy") from error


class FontFile:
    """One font of a file: its names, its weight, and its letters at a weight.

    ``data`` is what the file holds, where that is read already.

    Raises OptionError where it cannot be read; OSError where the file cannot.
    """

    def __init__(self, path: Path, index: int = 0, data: bytes = b"") -> None:
        self.path = path
        data = data or _read(path)
        if data[:4] not in _BEGINNINGS:
            raise OptionError(
                f"{path.name} is no TrueType or OpenType font; expected a .ttf, .otf or .ttc file"
            )
        #: How many fonts the file holds.
        self.fonts = 1
        with _reading(path.name):
            if data[:4] == b"ttcf":
                self.fonts = struct.unpack_from(">L", data, 8)[0]
            if not 1 <= self.fonts <= _MOST_FONTS:
                raise ValueError(f"{self.fonts} fonts")
        if index >= self.fonts:
            last = f"; expected #0 to #{self.fonts - 1}" if self.fonts > 1 else "; it has #0 alone"
            raise OptionError(f"{path.name} holds no font #{index}{last}")
        with _reading(path.name):
            self._font = TTFont(io.BytesIO(data), fontNumber=index, lazy=True)
            for tag in self._font.reader.keys() - _TABLES:
                del self._font[tag]
            fontbounds.check_names(self._font.reader["name"])
            self._name, self._os2 = self._font["name"], self._font.get("OS/2")

    @property
    def families(self) -> tuple[str, ...]:
        """The names of its family, in all languages."""
        with _reading(self.path.name):
            found = [name.toUnicode() for name in self._name.names if name.nameID in (16, 1)]
        return tuple(dict.fromkeys(found))

    @property
    def postscript_name(self) -> str:
        """The name by which documents call it: letters, digits and hyphens."""
        with _reading(self.path.name):
            name = str(self._name.getDebugName(6) or "")
        return re.sub(r"[^A-Za-z0-9-]", "", name)[:40] or "Font"

    @property
    def weights(self) -> tuple[int, int]:
        """The lightest and the heaviest weight that it has."""
        with _reading(self.path.name):
            for axis in self._font["fvar"].axes if "fvar" in self._font else ():
                if axis.axisTag == "wght":
                    return int(axis.minValue), int(axis.maxValue)
            weight = int(getattr(self._os2, "usWeightClass", REGULAR))
        return weight, weight

    @property
    def plainness(self) -> tuple[bool, int]:
        """Whether its letters slant, and how much narrower or wider than usual they are."""
        selection, width = (getattr(self._os2, n, d) for n, d in _PLAIN.items())
        return bool(selection & 0x201), abs(width - _NORMAL)

    def forbidden(self) -> str:
        """Return what its maker forbids that a PDF needs, "" if nothing."""
        kind = int(getattr(self._os2, "fsType", 0))
        found = [words for bit, words in _FORBIDDING.items() if kind & bit]
        return f"{found[0]} (OS/2 fsType {kind:#06x})" if found else ""

    def letters(self, weight: int) -> _Letters:
        """Return the letters at a weight, or at the nearest there is."""
        font = self._font
        with _reading(self.path.name):
            if not any(kind in font for kind in ("glyf", "CFF ", "CFF2")):
                raise OptionError(
                    f"the font {self.path.name} has pictures and no outlines; take another"
                )
            if "CFF " not in font:  # which has names of its own
                font.setGlyphOrder([str(k) for k in range(font["maxp"].numGlyphs)])
            read = newTable("cmap")
            read.decompile(fontbounds.best_characters(font.reader["cmap"]), font)
            low, high = self.weights
            at = {"wght": min(max(weight, low), high)} if low < high else None
            glyphs = font.getGlyphSet(location=at, recalcBounds=False)
            varying = at and "glyf" in font and "gvar" in font
            units = int(font["head"].unitsPerEm)
            if not 16 <= units <= 16384:
                raise ValueError(f"{units} units in an em")
            return _Letters(
                read.getBestCmap() or {}, glyphs, units, font.reader["gvar"] if varying else b""
            )


class _Letters(NamedTuple):
    """Names of letters by character, the letters, units in an em, and the table of how points vary."""

    names: Mapping[int, str]
    glyphs: Mapping[str, Any]
    units: int
    variations: bytes


def _points(glyph: Any) -> int:
    """Return how many points a letter has, or of how many others it is made."""
    parts = glyph.components if glyph.isComposite() else getattr(glyph, "coordinates", ())
    return len(parts)


def _read(path: Path) -> bytes:
    """Return what a file holds, which no pipe or device is."""
    if path.exists() and not path.is_file():
        raise OptionError(f"{path} is no file of a font")
    return bounded(path, f"the font {path.name}")


_PLAIN = {"fsSelection": 0, "usWidthClass": _NORMAL}


class FileFace:
    """The letters of a font of a file at one weight; the same object for the same letters."""

    def __init__(self, font: FontFile, weight: int) -> None:
        self._file = font.path.name
        low, high = font.weights
        self.bold = min(max(weight, low), high) >= _BOLD_FROM
        self.name = font.postscript_name
        self.forbidden = font.forbidden()
        self._letters = font.letters(weight)

    def letter(self, character: str) -> LetterShape | None:
        """Return a character's letter, None where the font has none.

        Raises OptionError where it is damaged.
        """
        name = self._letters.names.get(ord(character))
        if name is None:
            return None
        with _reading(self._file):
            pen = _LetterPen(self._letters)
            pen.begin(name)
            glyph = self._letters.glyphs[name]
            programs: Mapping[str, Any] = getattr(self._letters.glyphs, "charStrings", {})
            if name in programs:
                programs[name].outlineExtractor = _BoundedProgram
            glyph.draw(pen)
            return pen.letter(glyph.width)


def all_of(path: Path) -> Iterator[FontFile]:
    """Yield every font of a file, in order.

    Raises OptionError where one cannot be read; OSError where the file cannot.
    """
    data = _read(path)
    first = FontFile(path, 0, data)
    yield first
    for index in range(1, first.fonts):
        yield FontFile(path, index, data)


def digest(path: Path) -> str:
    """Return what tells a file's bytes from all others, 16 digits; read again when it was saved.

    Raises OptionError for what is no file or too large; OSError where it cannot be read.
    """
    found = path.stat()
    return _digest(path, found.st_mtime_ns, found.st_ctime_ns, found.st_size)


@lru_cache(maxsize=64)
def _digest(path: Path, *_as_it_is: int) -> str:
    return digests.digest(_read(path), 8)


@lru_cache(maxsize=64)
def opened(path: Path, index: int, stamp: str) -> FontFile:
    """Return a font of a file, the same one each time while ``stamp`` says it is as it was.

    Raises OptionError where it cannot be read; OSError where the file cannot.
    """
    return FontFile(path, index)


@lru_cache(maxsize=64)
def face(path: Path, index: int, stamp: str, weight: int) -> FileFace:
    """Return the letters of a font at a weight, or at the nearest it has.

    Raises OptionError where the font cannot be read; OSError where the file cannot.
    """
    return FileFace(opened(path, index, stamp), weight)


class _BoundedProgram(T2OutlineExtractor):  # type: ignore[misc]
    """Draws a letter whose outline is a program, unless that calls without end."""

    done = 0

    def execute(self, program: Any) -> None:
        self.done += 1 + len(program.bytecode or program.program)
        if self.done > _LONGEST_PROGRAM:
            raise ValueError("a letter that has no end")
        super().execute(program)


_Spot = tuple[float, float]


class _LetterPen(BasePen):  # type: ignore[misc]
    """Takes down an outline in whole units from its first point on, each step from the last, y down."""

    def __init__(self, letters: _Letters) -> None:
        super().__init__(letters.glyphs)
        self._letters, self._scale = letters, EM / letters.units
        self._first: tuple[int, int] | None = None
        self._at = self._begin = (0, 0)
        self._words: list[str] = []
        self._left = _MOST_STEPS

    def letter(self, width: float) -> LetterShape:
        """Return what was drawn as the letter of a character, so many units of its font wide."""
        x, y = self._first or (0, 0)
        self._whole((width, 0))  # no wider than a letter can be
        return LetterShape(round(width * self._scale), x, -y, "".join(self._words))

    def _whole(self, point: _Spot) -> tuple[int, int]:
        x, y = (round(part * self._scale) for part in point)
        if max(abs(x), abs(y)) > _LARGEST:
            raise ValueError("a letter larger than can be")
        return x, y

    def _step(self, letter: str, *points: tuple[int, int]) -> None:
        x, y = self._at
        told = " ".join(f"{to_x - x} {y - to_y}" for to_x, to_y in points)
        self._words.append(letter + told.replace(" -", "-"))
        self._at = points[-1]
        self._count()

    def _count(self, steps: int = 1) -> None:
        self._left -= steps
        if self._left < 0:
            raise ValueError("a letter that has no end")

    def begin(self, name: str) -> None:
        """Count a letter, or a part of one: what its points take, in all the ways that they vary.

        Raises ValueError where they are too many.
        """
        self._count()
        if outlines := getattr(self.glyphSet, "glyfTable", None):
            points, table = _points(outlines[name]), self._letters.variations
            ways = fontbounds.variations(table, int(name)) if table else 0
            self._count(points * ways // _VARYING + points * points // _SQUARED)

    def addComponent(self, name: str, transformation: Any) -> None:
        self.begin(name)
        super().addComponent(name, transformation)

    def _moveTo(self, point: _Spot) -> None:
        to = self._whole(point)
        if self._first is None:
            self._first = self._at = to
        else:
            self._step("m", to)
        self._begin = to

    def _lineTo(self, point: _Spot) -> None:
        to, (x, y) = self._whole(point), self._at
        if to[1] == y:
            self._words.append(f"h{to[0] - x}")
            self._count()
        elif to[0] == x:
            self._words.append(f"v{y - to[1]}")
            self._count()
        else:
            self._step("l", to)
        self._at = to

    def _qCurveToOne(self, bend: _Spot, end: _Spot) -> None:
        self._step("q", self._whole(bend), self._whole(end))

    def _curveToOne(self, one: _Spot, two: _Spot, end: _Spot) -> None:
        """Take down a curve of the third degree as some of the second."""
        curve = (self._getCurrentPoint(), one, two, end)
        spline = curve_to_quadratic(curve, _CLOSE / self._scale)
        for bend, to in decomposeQuadraticSegment(spline[1:]):
            self._qCurveToOne(bend, to)

    def _closePath(self) -> None:
        self._words.append("z")
        self._at = self._begin

    def _endPath(self) -> None:
        self._closePath()
