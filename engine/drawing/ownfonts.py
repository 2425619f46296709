"""Fonts that a figure names: files and installed families, read by fontTools, their letters as outlines.

A name is a file's (``.ttf``, ``.otf``, ``.ttc``, its second font ``.ttc#1``) or a family's.  Once it is
known it is the places of its fonts, ``FILE#NUMBER``.
"""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from engine.drawing import scene
from engine.drawing.pathdata import EM, LetterFace, LetterShape, path_data
from engine.errors import GameError, OptionError
from engine.reading import bounded
from engine.words import listed, meant, shortened

# What fontTools finds odd and reads all the same is nobody's concern here.
logging.getLogger("fontTools").setLevel(logging.CRITICAL + 1)

#: What files of fonts end in.
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")

#: Weights of regular and bold letters, and from which on a font is bold (OpenType, usWeightClass).
REGULAR, BOLD, _BOLD_FROM = 400, 700, 600

_PLACE = re.compile(r"(.+?)(?:#([0-9]{1,4}))?")


def named(texts: Iterable[str], folder: Path) -> tuple[str, ...]:
    """Return the fonts that texts name, each one or several with commas, files from ``folder``."""
    places: list[str] = []
    for text in texts:
        for name in filter(None, map(str.strip, text.split(","))):
            places += _places(name, folder)
    return tuple(dict.fromkeys(places))


def _places(name: str, folder: Path) -> list[str]:
    parts = _PLACE.fullmatch(name)
    if not parts or not parts[1].lower().endswith(SUFFIXES):
        fonts = _family(name)
        best = (min(fonts, key=lambda one: one.fitness(weight)) for weight in (REGULAR, BOLD))
        return [f"{one.path}#{one.number}" for one in best]
    path = folder / parts[1]
    try:
        place = f"{path.resolve()}#{int(parts[2] or 0)}"
        _opened(place)
    except OSError as error:
        raise OptionError(f"cannot read the font {path}: {error.strerror or error}") from error
    return [place]


@lru_cache(maxsize=64)
def _opened(place: str) -> FontFile:
    path, _, number = place.rpartition("#")
    return FontFile(Path(path), int(number))


@lru_cache(maxsize=64)
def faces(font: tuple[str, ...], bold: bool) -> tuple[LetterFace, ...]:
    """Return the faces of known fonts in their order, for bold texts those first that are bold."""
    known = (_opened(place).face(BOLD if bold else REGULAR) for place in font)
    return tuple(sorted(known, key=lambda one: bold and not one.bold))


# ------------------------------------------------------------------------- installed families


def _family(name: str) -> list[FontFile]:
    key = " ".join(name.casefold().split())
    known = installed()
    if fonts := [font for font in known if key in map(str.casefold, font.families)]:
        return fonts
    near = meant(name, (family for font in known for family in font.families))
    advice = near or f"a file ends in {listed(SUFFIXES, 'or')}"
    raise OptionError(f"no font family '{shortened(name, 60)}' is installed; {advice}")


@cache
def installed() -> tuple[FontFile, ...]:
    """Return every font in the folders where this system keeps them, in the order of their files."""
    known: list[FontFile] = []
    for path in sorted({file for folder in _folders() for file in folder.rglob("*")}):
        if path.suffix.lower() in SUFFIXES:
            with suppress(OSError, OptionError):  # what cannot be read is not a font
                first = FontFile(path)
                known += [first, *(FontFile(path, number) for number in range(1, first.fonts))]
    return tuple(known)


def finder() -> str:
    """Return the names of the folders that are looked into."""
    return ", ".join(map(str, _folders())) or "no folder of fonts"


def _folders() -> list[Path]:
    home, known = Path(os.path.expanduser("~")), os.environ.get  # noqa: PTH111 - Path.home may raise
    shared = (known("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    places = [
        *(
            Path(data, "fonts")
            for data in (known("XDG_DATA_HOME") or home / ".local/share", *shared)
        ),
        *(home / ".fonts", home / "Library/Fonts"),
        *(Path("/Library/Fonts"), Path("/System/Library/Fonts")),
        Path(known("WINDIR", "C:/Windows"), "Fonts"),
        Path(known("LOCALAPPDATA", home / "AppData/Local"), "Microsoft/Windows/Fonts"),
    ]
    return [place for place in places if place.is_dir()]


# -------------------------------------------------------------------------------------- files


@contextmanager
def _reading(name: str) -> Iterator[None]:
    try:
        yield
    except (GameError, OSError):
        raise
    except Exception as error:
        words = shortened(" ".join(f"{type(error).__name__} {error}".split()), 80)
        raise OptionError(f"the font {name} is damaged ({words}); take a sound copy") from error


class FontFile:
    """One font of a file: its names, its weights, and its letters at a weight."""

    def __init__(self, path: Path, number: int = 0) -> None:
        self.path, self.number = path, number
        with _reading(path.name):
            data, font = self._font()
            #: How many fonts the file holds.
            self.fonts = int.from_bytes(data[8:12]) if data[:4] == b"ttcf" else 1
            names, os2 = font["name"], font.get("OS/2")
            families = (name.toUnicode() for name in names.names if name.nameID in (16, 1))
            #: The names of its family, in all languages, and the name by which documents call it.
            self.families = tuple(dict.fromkeys(families))
            plain = re.sub(r"[^A-Za-z0-9-]", "", str(names.getDebugName(6) or ""))
            self.name = plain[:40] or "Font"
            weight = int(getattr(os2, "usWeightClass", REGULAR))
            axes = font["fvar"].axes if "fvar" in font else ()
            ranges = [(int(a.minValue), int(a.maxValue)) for a in axes if a.axisTag == "wght"]
            #: The lightest and the heaviest weight that it has.
            self.weights = ranges[0] if ranges else (weight, weight)
            #: How far from an upright font that is neither narrow nor wide.
            self.odd = abs(getattr(os2, "usWidthClass", 5) - 5)
            self.odd += 10 * bool(getattr(os2, "fsSelection", 0) & 0x201)
            #: Whether its maker forbids a PDF to hold it, or parts of it (OS/2, fsType).
            self.forbidden = bool(getattr(os2, "fsType", 0) & 0x0302)

    def _font(self) -> tuple[bytes, Any]:
        data = bounded(self.path, f"the font {self.path.name}")
        return data, TTFont(io.BytesIO(data), fontNumber=self.number, lazy=True)

    def _nearest(self, weight: int) -> int:
        low, high = self.weights
        return min(max(weight, low), high)

    def fitness(self, weight: int) -> tuple[int, int]:
        """Return how far it is from an upright font of usual width and a weight: least is best."""
        return self.odd, abs(self._nearest(weight) - weight)

    def face(self, weight: int) -> LetterFace:
        """Return its letters at a weight, or at the nearest there is."""
        weight, (low, high) = self._nearest(weight), self.weights
        with _reading(self.path.name):
            _, font = self._font()
            if not any(kind in font for kind in ("glyf", "CFF ", "CFF2")):
                words = f"the font {self.path.name} has pictures and no outlines; take another"
                raise OptionError(words)
            glyphs = font.getGlyphSet(location={"wght": weight} if low < high else None)
            names, scale = font.getBestCmap() or {}, EM / int(font["head"].unitsPerEm)

        def letter(character: str) -> LetterShape | None:
            if ord(character) not in names:
                return None
            with _reading(self.path.name):
                return _shape(glyphs, names[ord(character)], scale)

        return LetterFace(self.name, letter, weight >= _BOLD_FROM, self.forbidden)


# ----------------------------------------------------------------------------------- outlines

#: The first point of an outline, and the rest.
_BEGIN = re.compile("M(-?[0-9]+) ?(-?[0-9]+)(.*)")


def _shape(glyphs: Any, name: str, scale: float) -> LetterShape:
    pen, glyph = _OutlinePen(glyphs), glyphs[name]
    quadratic = Cu2QuPen(pen, 1.0)  # off by no more than a font unit
    glyph.draw(TransformPen(quadratic, (scale, 0, 0, -scale, 0, 0)))
    outline = tuple(pen.segments)
    begin = _BEGIN.match(path_data(outline, 0, goes_on="", most_steps=len(outline) + 1))
    x, y, steps = begin.groups() if begin else (0, 0, "")
    return LetterShape(round(glyph.width * scale), int(x), int(y), steps)


class _OutlinePen(BasePen):  # type: ignore[misc]
    def __init__(self, glyphs: Any = None) -> None:
        super().__init__(glyphs)
        self.segments: list[scene.Segment] = []

    def _moveTo(self, at: tuple[float, float]) -> None:
        self.segments.append(scene.MoveTo(*at))

    def _lineTo(self, at: tuple[float, float]) -> None:
        self.segments.append(scene.LineTo(*at))

    def _qCurveToOne(self, pull: tuple[float, float], at: tuple[float, float]) -> None:
        self.segments.append(scene.BendTo(*pull, *at))

    def _closePath(self) -> None:
        self.segments.append(scene.Close())

    _endPath = _closePath  # noqa: N815


def outline(path: str) -> scene.Outline:
    """Return closed outlines in SVG's path notation as a scene's outline, in shares of the em."""
    pen = _OutlinePen()
    parse_path(path, TransformPen(pen, (1 / EM, 0, 0, 1 / EM, 0, 0)))
    return tuple(pen.segments)
