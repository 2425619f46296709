"""Fonts in files: TrueType and OpenType, read by fontTools, their letters as outlines of one kind.

It knows files, and neither families nor texts.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from fontTools.cu2qu import curve_to_quadratic
from fontTools.pens.basePen import BasePen, decomposeQuadraticSegment
from fontTools.ttLib import TTFont

from engine import digests
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
        words = shortened(" ".join(f"{type(error).__name__} {error}".split()), 80)
        raise OptionError(f"the font {name} is damaged ({words}); take a sound copy") from error


class FontFile:
    """One font of a file: its names, its weight, and its letters at a weight.

    Raises OptionError where it cannot be read; OSError where the file cannot.
    """

    def __init__(self, path: Path, index: int = 0) -> None:
        self.path, data = path, _read(path)
        if data[:4] not in _BEGINNINGS:
            raise OptionError(
                f"{path.name} is not a TrueType or OpenType font; expected a .ttf, .otf or .ttc file"
            )
        with _reading(path.name):
            #: How many fonts the file holds.
            self.fonts = int.from_bytes(data[8:12]) if data[:4] == b"ttcf" else 1
        if index >= self.fonts:
            last = f"expected #0 to #{self.fonts - 1}" if self.fonts > 1 else "it has #0 alone"
            raise OptionError(f"{path.name} holds no font #{index}; {last}")
        with _reading(path.name):
            self._font = TTFont(io.BytesIO(data), fontNumber=index, lazy=True)
            self._name, self._os2 = self._font["name"], self._font.get("OS/2")

    @property
    def families(self) -> tuple[str, ...]:
        """The names of its family, in all languages."""
        with _reading(self.path.name):
            names = [name.toUnicode() for name in self._name.names if name.nameID in (16, 1)]
        return tuple(dict.fromkeys(names))

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

    def at(self, weight: int) -> int:
        """Return the weight it has that is nearest to one."""
        low, high = self.weights
        return min(max(weight, low), high)

    def fitness(self, weight: int) -> tuple[bool, int, int]:
        """Return how far it is from an upright font of usual width and a weight: least is best."""
        slants = bool(getattr(self._os2, "fsSelection", 0) & 0x201)
        width = abs(getattr(self._os2, "usWidthClass", _NORMAL) - _NORMAL)
        return slants, width, abs(self.at(weight) - weight)

    @property
    def forbidden(self) -> str:
        """What its maker forbids that a PDF needs, "" if nothing."""
        kind = int(getattr(self._os2, "fsType", 0))
        forbidden = [words for bit, words in _FORBIDDING.items() if kind & bit]
        return f"{forbidden[0]} (OS/2 fsType {kind:#06x})" if forbidden else ""

    def face(self, weight: int) -> FileFace:
        """Return its letters at a weight, or at the nearest there is."""
        with _reading(self.path.name):
            if not any(kind in self._font for kind in ("glyf", "CFF ", "CFF2")):
                raise OptionError(
                    f"the font {self.path.name} has pictures and no outlines; take another"
                )
            low, high = self.weights
            place = {"wght": self.at(weight)} if low < high else None
            glyphs = self._font.getGlyphSet(location=place)
            scale = EM / int(self._font["head"].unitsPerEm)
            return FileFace(self, weight, self._font.getBestCmap() or {}, glyphs, scale)


def _read(path: Path) -> bytes:
    """Return what a file holds, which no pipe or device is."""
    if path.exists() and not path.is_file():
        raise OptionError(f"{path} is not a font file")
    return bounded(path, f"the font {path.name}")


class FileFace:
    """The letters of a font of a file at one weight; the same object for the same letters."""

    def __init__(
        self, font: FontFile, weight: int, names: dict[int, str], glyphs: Any, scale: float
    ) -> None:
        self.bold = font.at(weight) >= _BOLD_FROM
        self.name, self.forbidden = font.postscript_name, font.forbidden
        self._file, self._names, self._glyphs, self._scale = font.path.name, names, glyphs, scale

    def letter(self, character: str) -> LetterShape | None:
        """Return a character's letter, None where the font has none.

        Raises OptionError where it is damaged.
        """
        name = self._names.get(ord(character))
        if name is None:
            return None
        with _reading(self._file):
            pen = _LetterPen(self._glyphs, self._scale)
            self._glyphs[name].draw(pen)
            return pen.letter(self._glyphs[name].width)


def all_of(path: Path) -> Iterator[FontFile]:
    """Yield every font of a file, in order.

    Raises OptionError where one cannot be read; OSError where the file cannot.
    """
    first = FontFile(path)
    yield first
    for index in range(1, first.fonts):
        yield FontFile(path, index)


def digest(path: Path) -> str:
    """Return what tells a file's bytes from all others, 16 digits; read again when it was saved.

    Raises OptionError for what is no file or too large; OSError where it cannot be read.
    """
    status = path.stat()
    return _digest(path, status.st_mtime_ns, status.st_ctime_ns, status.st_size)


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
    return opened(path, index, stamp).face(weight)


_Spot = tuple[float, float]


class _LetterPen(BasePen):  # type: ignore[misc]
    """Takes down an outline in whole units from its first point on, each step from the last, y down."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self._scale = scale
        self._first: tuple[int, int] | None = None
        self._at = self._begin = (0, 0)
        self._words: list[str] = []

    def letter(self, width: float) -> LetterShape:
        """Return what was drawn as the letter of a character, so many units of its font wide."""
        x, y = self._first or (0, 0)
        return LetterShape(round(width * self._scale), x, -y, "".join(self._words))

    def _whole(self, point: _Spot) -> tuple[int, int]:
        return round(point[0] * self._scale), round(point[1] * self._scale)

    def _step(self, letter: str, *points: tuple[int, int]) -> None:
        x, y = self._at
        steps = " ".join(f"{to_x - x} {y - to_y}" for to_x, to_y in points)
        self._words.append(letter + steps.replace(" -", "-"))
        self._at = points[-1]

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
        elif to[0] == x:
            self._words.append(f"v{y - to[1]}")
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
