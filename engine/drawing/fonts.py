"""The typeface of all drawings: Bitstream Vera Sans, as it comes with reportlab.

PDF embeds the files; SVG takes the letters' outlines from here, so that a figure looks the
same wherever it is shown.  Sizes are the em in millimetres.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import OptionError
from engine.geometry.plane import number

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

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


class _Face:
    """An open font: outlines and advances in font units, looked up once a character."""

    def __init__(self, bold: bool) -> None:
        from fontTools.ttLib import TTFont as Open

        self.font: TTFont = Open(file(bold), lazy=True)
        self.names: dict[int, str] = self.font.getBestCmap()
        self.glyphs: Any = self.font.getGlyphSet()
        self.em: int = self.font["head"].unitsPerEm
        self.advances: Any = self.font["hmtx"]

    def name(self, character: str) -> str:
        name = self.names.get(ord(character))
        if name is None:
            raise OptionError(f"the typeface has no letter {character!r} (U+{ord(character):04X})")
        return name


@cache
def _face(bold: bool) -> _Face:
    return _Face(bold)


@lru_cache(maxsize=4096)
def advance(text: str, bold: bool = False) -> float:
    """Return a text's width as a share of the em.

    Raises OptionError for a character the typeface lacks.
    """
    face = _face(bold)
    return float(sum(face.advances[face.name(c)][0] for c in text)) / face.em


def width(text: str, size: float, bold: bool = False) -> float:
    """Return a text's width in millimetres at ``size``."""
    return advance(text, bold) * size


@lru_cache(maxsize=4096)
def text_path(text: str, bold: bool = False) -> str:
    """Return a text's outline as SVG path data in thousandths of the em, y down, from (0, 0).

    Raises OptionError for a character the typeface lacks.
    """
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    face = _face(bold)
    pen = SVGPathPen(face.glyphs, ntos=lambda value: number(value, 0))
    scale = 1000 / face.em
    x = 0.0
    for character in text:
        name = face.name(character)
        face.glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, x, 0)))
        x += face.advances[name][0] * scale
    return str(pen.getCommands())


#: Into how many chords a curve of a letter is cut by :func:`text_rings`.
_CHORDS = 5


@lru_cache(maxsize=512)
def text_rings(text: str, bold: bool = False) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return a text's closed outlines as points in shares of the em, y down, from (0, 0).

    Holes run the other way round than what they are in.

    Raises OptionError for a character the typeface lacks.
    """
    from fontTools.pens.basePen import BasePen
    from fontTools.pens.transformPen import TransformPen

    face = _face(bold)
    rings: list[list[tuple[float, float]]] = []

    class Rings(BasePen):  # type: ignore[misc] # fontTools has no types
        def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            rings.append([pt])

        def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            rings[-1].append(pt)

        def _qCurveToOne(  # noqa: N802
            self, pt1: tuple[float, float], pt2: tuple[float, float]
        ) -> None:
            (ax, ay), (bx, by), (cx, cy) = rings[-1][-1], pt1, pt2
            for k in range(1, _CHORDS + 1):
                t = k / _CHORDS
                p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
                rings[-1].append((p * ax + q * bx + r * cx, p * ay + q * by + r * cy))

    scale, x = 1 / face.em, 0.0
    for character in text:
        name = face.name(character)
        face.glyphs[name].draw(TransformPen(Rings(None), (scale, 0, 0, -scale, x, 0)))
        x += face.advances[name][0] * scale
    return tuple(tuple(ring) for ring in rings)
