"""Pages of scenes as PDF, by reportlab: exact sizes, page boxes, bookmarks, embedded type.

Content is in millimetres, y down, under one matrix, with numbers as in SVG.  The same pages give the
same bytes.  With a press, colours are ink and the file is PDF/X.  Each font holds the letters that
the file shows, made from their outlines, so that text can be searched, copied and read aloud.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import TYPE_CHECKING, Any

from reportlab import rl_config
from reportlab.lib.colors import CMYKColor, CMYKColorSep, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pdfgeom import bezierArc

from engine.drawing import fonts, scene
from engine.drawing.fonts import VERA
from engine.drawing.pathdata import EM, LetterFace, LetterShape
from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, ORIGIN, Box, Point, number

if TYPE_CHECKING:
    from engine.drawing.writers.press import Press

MM = 72 / 25.4


@dataclass(frozen=True)
class Page:
    """A scene as a page: the scene's size is the media box; boxes in millimetres, y down."""

    scene: scene.Scene
    trim: Box | None = None
    bleed: Box | None = None
    bookmark: str = ""
    level: int = 0
    label: str = ""


@dataclass(frozen=True)
class Document:
    """What the file says of itself."""

    title: str = ""
    subject: str = ""
    author: str = ""
    keywords: str = ""
    language: str = "en"
    #: "", or "DuplexFlipLongEdge", "DuplexFlipShortEdge", "Simplex" for the print dialogue.
    duplex: str = ""
    creator: str = "tilewright"
    #: The press whose inks take the colours' place, and the standard: PDF/X-"4" or "1a".
    press: Press | None = None
    pdfx: str = "4"
    #: The version of PDF that the file keeps to; layers and transparency need 1.5.
    version: tuple[int, int] = (1, 6)

    @property
    def flat(self) -> bool:
        """Whether the file can have neither layers nor transparency."""
        return self.press is not None and self.pdfx == "1a"


def write(pages: Sequence[Page], document: Document = Document()) -> bytes:
    """Return the PDF file of ``pages``.

    Its date is that of SOURCE_DATE_EPOCH, where reproducible builds set it, or 1 January 2000.
    Raises OptionError for a letter the typeface lacks, and for transparency in PDF/X-1a.
    """
    rl_config.useA85 = 0
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 4) if document.flat else document.version,
        lang=document.language,
        initialFontName=_Faces.of_vera(),  # else a Helvetica is named that nothing uses
    )
    for name in ("title", "subject", "author", "keywords", "creator"):
        getattr(canvas, f"set{name.title()}")(getattr(document, name))
    canvas.setProducer(document.creator)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if document.duplex:
        canvas.setViewerPreference("Duplex", document.duplex)
    content = _Content(canvas, document, _Faces([page.scene for page in pages]))
    for count, page in enumerate(pages):
        _begin(canvas, page, count)
        content.page(page.scene)
        canvas.showPage()
        canvas._doc.Pages.pages[-1].Trans = None  # an empty dictionary, which says nothing
        content.name_layers()
    content.list_layers()
    if document.press:
        from engine.drawing.writers import pdfx

        pdfx.enter(canvas._doc, document.press, document.pdfx, content.digest.digest())
    canvas.save()
    return buffer.getvalue()


def _begin(canvas: Any, page: Page, count: int) -> None:
    width, height = page.scene[:2]
    canvas.setPageSize((width * MM, height * MM))
    whole = Box(0, 0, width, height)
    trim = page.trim or whole
    for name, box in (("Trim", trim), ("Bleed", page.bleed or trim), ("Crop", whole)):
        points = (box.left, height - box.bottom, box.right, height - box.top)
        getattr(canvas, f"set{name}Box")(tuple(MM * value for value in points))
    if page.bookmark:
        canvas.bookmarkPage(f"page-{count}")
        canvas.addOutlineEntry(page.bookmark, f"page-{count}", level=page.level)
    if page.label:
        canvas.addPageLabel(count, prefix=page.label)


class _Content:
    """Turns items into operators."""

    def __init__(self, canvas: Any, document: Document, faces: _Faces) -> None:
        self.canvas = canvas
        self.faces = faces
        self.press = document.press
        self.flat = document.flat
        self.digest = blake2s(repr(document.title).encode(), digest_size=16)
        self.forms: dict[int, tuple[scene.Symbol, str]] = {}
        #: Layers are optional content groups (ISO 32000-1, 8.11), for which reportlab has no public
        #: call; in a flat file they are marked content.
        self.layers: dict[str, Any] = {}
        self.code: list[str] = []
        self.state: tuple[Any, Any] = (None, None)

    def page(self, picture: scene.Scene) -> None:
        self.code = [f"{number(MM, 9)} 0 0 {number(-MM, 9)} 0 {number(picture.height * MM, 6)} cm"]
        self.state = (None, None)
        if picture.background:
            ground = scene.rectangle(Box(0, 0, picture.width, picture.height))
            self.items((scene.Path(ground, picture.background),))
        self.items(picture.items)
        self.flush()

    def flush(self) -> None:
        if self.code:
            code = "\n".join(self.code)
            self.digest.update(code.encode())
            self.canvas.addLiteral(code)
            self.code = []

    def items(self, items: Sequence[scene.Item]) -> None:
        for item in items:
            if isinstance(item, scene.Text):
                self.text(item)
            elif isinstance(item, scene.Use):
                self.use(item)
            elif isinstance(item, scene.Group):
                self.group(item)
            elif isinstance(item.fill, scene.Pattern):
                self.items(scene.resolved(item))
            elif isinstance(item, scene.Path):
                self.draw(_operators(item.outline), item.fill, item.stroke)
            else:
                outline = scene.disc(item.radius, Point(item.x, item.y))
                self.draw(_operators(outline), item.fill, item.stroke)

    def draw(self, operators: str, fill: str | None, stroke: scene.Stroke | None) -> None:
        if not fill and not stroke:
            return
        if fill and fill != self.state[0]:
            self.code.append(self.colour(fill, stroke=False))
        if stroke and stroke != self.state[1]:
            self.stroke(stroke)
        self.state = (fill or self.state[0], stroke or self.state[1])
        paint = "B" if fill and stroke else "f" if fill else "S"
        self.code.append(f"{operators} {paint}")

    def stroke(self, stroke: scene.Stroke) -> None:
        if stroke.colour in scene.SPOT_COLOURS:
            self.flush()
            self.canvas.setStrokeColor(CMYKColorSep(0, 1, 0, 0, spotName=stroke.colour))
        else:
            self.code.append(self.colour(stroke.colour, stroke=True))
        cap = ("butt", "round", "square").index(stroke.cap)
        join = ("miter", "round", "bevel").index(stroke.join)
        dash = " ".join(map(number, stroke.dash))
        self.code.append(f"{number(stroke.width)} w {cap} J {join} j [{dash}] 0 d")

    def group(self, group: scene.Group) -> None:
        if group.layer and self.flat:
            self.code.append(f"/layer-{group.layer} BMC")
        elif group.layer:
            if group.layer not in self.layers:
                entries = {"Type": PDFName("OCG"), "Name": PDFString(group.layer)}
                self.layers[group.layer] = self.canvas._doc.Reference(PDFDictionary(entries))
            self.code.append(f"/OC /layer-{group.layer} BDC")
        self.code.append("q")
        saved, t = self.state, group.transform
        if t != IDENTITY:
            words = [number(v, 6) for v in t[:4]] + [number(v) for v in t[4:]]
            self.code.append(f"{' '.join(words)} cm")
        if group.clip is not None:
            self.code.append(f"{_operators(group.clip)} W n")
        if group.opacity < 1:
            if self.flat:
                why = "PDF/X-1a has no transparency, which this picture needs; PDF/X-4 has"
                raise OptionError(why)
            self.flush()
            self.canvas.setFillAlpha(group.opacity)
            self.canvas.setStrokeAlpha(group.opacity)
        self.items(group.items)
        self.code += ["Q", "EMC"] if group.layer else ["Q"]
        self.state = saved

    def use(self, item: scene.Use) -> None:
        symbol = item.symbol
        if symbol.key != scene.PATTERN_KEY:
            self.group(scene.Group(symbol.items, item.transform))
            return
        if id(symbol) not in self.forms:  # written once as a form XObject
            self.forms[id(symbol)] = (symbol, f"{symbol.key}-{len(self.forms)}")
            self.flush()
            saved, self.state = self.state, (None, None)
            self.canvas.beginForm(self.forms[id(symbol)][1], -1e4, -1e4, 1e4, 1e4)
            self.items(symbol.items)
            self.flush()
            self.canvas.endForm()
            self.state = saved
        if item.transform != IDENTITY:
            self.group(scene.Group((scene.Use(symbol),), item.transform))
            return
        self.flush()
        self.canvas.doForm(self.forms[id(symbol)][1])

    def name_layers(self) -> None:
        if self.layers:
            page = self.canvas._doc.Pages.pages[-1]
            page.check_format(self.canvas._doc)
            page.Resources.Properties = {f"layer-{k}": v for k, v in self.layers.items()}

    def list_layers(self) -> None:
        if self.layers:
            refs = PDFArray(list(self.layers.values()))
            order = PDFDictionary({"Order": refs, "Name": PDFString("Layers")})
            catalog = self.canvas._doc.Catalog
            properties = PDFDictionary({"OCGs": refs, "D": order})
            catalog.__Defaults__ = {**catalog.__Defaults__, "OCProperties": properties}

    def text(self, item: scene.Text) -> None:
        self.flush()
        text, ink = self.canvas.beginText(), item.fill[:7]
        text.setTextTransform(1, 0, 0, -1, fonts.begin(item), item.y)
        for k, run in enumerate(fonts.runs(item.text, item.bold, item.font)):
            text.setFont(self.faces.name(run.face), item.size)
            if not k:
                text.setFillColor(
                    CMYKColor(*self.press.ink(ink, True)) if self.press else HexColor(ink)
                )
            text.textOut(run.text)
        # Without its fonts, whose files lie elsewhere on every machine.
        self.digest.update(f"{repr(item).rpartition(', font=')[0]})".encode())
        self.canvas.drawText(text)
        self.state = (None, self.state[1])

    def colour(self, colour: str, *, stroke: bool) -> str:
        if self.press:
            ink = self.press.ink(colour[:7], stroke)
            return f"{' '.join(number(p) for p in ink)} {'K' if stroke else 'k'}"
        parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
        return f"{' '.join(number(p) for p in parts)} {'RG' if stroke else 'rg'}"


@scene.by_identity
def _operators(outline: scene.Outline) -> str:
    words: list[str] = []
    here = ORIGIN
    for s in outline:
        if isinstance(s, scene.Close):
            words.append("h")
            continue
        end = Point(s.x, s.y)
        if isinstance(s, scene.ArcTo):
            (x, y), r, first, sweep = scene.arc_sweep(here, s)
            angles = math.degrees(first), round(math.degrees(sweep), 6)
            curves = bezierArc(x - r, y - r, x + r, y + r, *angles)
            words += [_step("c", *curve[2:]) for curve in curves]
        elif isinstance(s, scene.BendTo):
            pull = Point(s.pull_x, s.pull_y)
            words.append(_step("c", *here.towards(pull, 2 / 3), *end.towards(pull, 2 / 3), *end))
        else:
            words.append(_step("m" if isinstance(s, scene.MoveTo) else "l", *end))
        here = end
    return " ".join(words)


def _step(operator: str, *lengths: float) -> str:
    return " ".join([*map(number, lengths), operator])


# --------------------------------------------------------------------------------- letters

#: How far a face reaches above and below the baseline, and its capitals, in font units (DejaVu).
_ASCENT, _DESCENT, _CAPITAL = 1901, -483, 1493


class _Faces:
    """The faces of a file's texts as reportlab knows them: Vera by its file, others made when asked for."""

    def __init__(self, pictures: Sequence[scene.Scene]) -> None:
        self._pictures = pictures
        self._made: dict[LetterFace, str] = {}

    @staticmethod
    def of_vera() -> str:
        for bold, face in VERA.items():
            if face.name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(face.name, str(fonts.file(bold))))
        return VERA[False].name

    def name(self, face: LetterFace) -> str:
        if face in VERA.values():
            return face.name
        if not self._made:
            self._make()
        return self._made[face]

    def _make(self) -> None:
        names = [one.name for one in VERA.values()]
        for face, letters in _used(self._pictures).items():
            if face.forbidden:
                raise OptionError(
                    f"the maker of the font {face.name} forbids embedding, which PDF and PNG need; "
                    "take another font, or make an SVG"
                )
            count = names.count(face.name)
            names.append(face.name)
            self._made[face] = f"{face.name}-{count}" if count else face.name
            data = io.BytesIO(truetype(self._made[face], letters))
            font = TTFont(self._made[face], data, asciiReadable=False)
            font.unregister()  # the one of another file with this name
            pdfmetrics.registerFont(font)


def _used(pictures: Iterable[scene.Scene]) -> dict[LetterFace, dict[str, LetterShape]]:
    used: dict[LetterFace, dict[str, LetterShape]] = {}
    items = (item for picture in pictures for item in scene.walk(picture.items))
    texts = {(item.text, item.bold, item.font) for item in items if isinstance(item, scene.Text)}
    for text in sorted(texts):
        for run in fonts.runs(*text):
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
