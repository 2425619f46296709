"""Letters as TrueType fonts that PDF files embed: each holds the letters that its file shows.

They are made from the letters' outlines, whatever font these are from, so that text in a PDF is
text: it can be searched, copied and read aloud.  Nothing here knows pages or where fonts lie.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from engine.drawing import fonts
from engine.drawing.fonts import EM, VERA, LetterFace, LetterShape
from engine.drawing.scene import Scene, Text, walk
from engine.errors import OptionError

#: How far a face reaches above and below the baseline, and its capitals, in font units (DejaVu).
_ASCENT, _DESCENT, _CAPITAL = 1901, -483, 1493


class EmbeddedFaces:
    """The faces of a file's texts as reportlab knows them: Vera by its file, others made when asked for."""

    def __init__(self, pictures: Iterable[Scene]) -> None:
        self._pictures = tuple(pictures)
        self._made: dict[LetterFace, TTFont] = {}
        for bold, face in VERA.items():
            if face.name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(face.name, str(fonts.file(bold))))

    def name(self, face: LetterFace) -> str:
        """Return what reportlab calls a face.

        Raises OptionError for one that must not be embedded.
        """
        if face in VERA.values():
            return face.name
        if not self._made:
            self._make()
        return str(self._made[face].fontName)

    def _make(self) -> None:
        names = [one.name for one in VERA.values()]
        for face, letters in _used(self._pictures).items():
            if face.forbidden:
                raise OptionError(
                    f"the maker of the font {face.name} forbids embedding, which PDF and PNG need; "
                    "take another font, or make an SVG"
                )
            name = f"{face.name}{f'-{names.count(face.name)}' if face.name in names else ''}"
            names.append(face.name)
            data = io.BytesIO(truetype(name, letters))
            self._made[face] = TTFont(name, data, asciiReadable=False)
            self._made[face].unregister()
            pdfmetrics.registerFont(self._made[face])

    def close(self) -> None:
        """Let reportlab forget the faces that were made for the file."""
        for font in self._made.values():
            font.unregister()


def _used(pictures: Iterable[Scene]) -> dict[LetterFace, dict[str, LetterShape]]:
    used: dict[LetterFace, dict[str, LetterShape]] = {}
    texts = {item for picture in pictures for item in walk(picture.items) if isinstance(item, Text)}
    for text, bold, font in sorted({(item.text, item.bold, item.font) for item in texts}):
        for run in fonts.runs(text, bold, font):
            if run.face not in VERA.values():
                used.setdefault(run.face, {}).update(zip(run.text, run.letters, strict=True))
    return used


def truetype(name: str, letters: Mapping[str, LetterShape]) -> bytes:
    """Return a TrueType font that holds ``letters`` and nothing else; the same bytes each time."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.svgLib.path import parse_path

    shapes = {".notdef": LetterShape(EM // 2, 0, 0, "")}
    shapes |= {f"u{ord(c):04X}": letters[c] for c in sorted(letters)}
    glyphs = {}
    for glyph, shape in shapes.items():
        pen = TTGlyphPen(None)
        parse_path(shape.path(), TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        glyphs[glyph] = pen.glyph()
    build = FontBuilder(EM, isTTF=True)
    build.setupGlyphOrder(list(shapes))
    build.setupCharacterMap({ord(c): f"u{ord(c):04X}" for c in letters})
    build.setupGlyf(glyphs)
    # A letter stands where its outline does: the bearing is where that begins.
    bearings = {glyph: getattr(glyphs[glyph], "xMin", 0) for glyph in shapes}
    build.setupHorizontalMetrics({g: (s.advance, bearings[g]) for g, s in shapes.items()})
    build.setupHorizontalHeader(ascent=_ASCENT, descent=_DESCENT)
    build.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    heights = {"sTypoAscender": _ASCENT, "sTypoDescender": _DESCENT, "sCapHeight": _CAPITAL}
    build.setupOS2(fsType=0, usWinAscent=_ASCENT, usWinDescent=-_DESCENT, **heights)
    build.setupPost(keepGlyphNames=False)
    build.updateHead(created=0, modified=0)
    buffer = io.BytesIO()
    build.save(buffer)
    return buffer.getvalue()
