"""Pages of scenes as PDF, by reportlab: exact sizes, page boxes, bookmarks, embedded type.

A page's content is drawn in millimetres, y down, under one matrix; numbers are written as in
SVG.  The same pages give the same bytes.  With a press, colours are ink and the file is PDF/X.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import TYPE_CHECKING, Any

from reportlab import rl_config
from reportlab.lib.colors import CMYKColor, CMYKColorSep, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas

from engine.drawing import fonts, scene
from engine.drawing.fonts import VERA
from engine.drawing.writers.embedding import EmbeddedFaces
from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, Box, Point, number
from engine.words import shortened

if TYPE_CHECKING:
    from engine.drawing.writers.press import Press

MM = 72 / 25.4

#: When years of five digits begin, in seconds since 1970: no date of a PDF file has them.
_YEAR_10000 = 253_402_300_800

#: Circles and arcs are Bézier curves of at most this angle (error below 3e-4 of the radius).
_ARC = math.pi / 2


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
    #: Whether nobody keeps the file, so that its fonts need no leave to be embedded.
    passing: bool = False

    @property
    def flat(self) -> bool:
        """Whether the file can have neither layers nor transparency."""
        return self.press is not None and self.pdfx == "1a"


def write(pages: Sequence[Page], document: Document = Document()) -> bytes:
    """Return the PDF file of ``pages``.

    Its date is that of SOURCE_DATE_EPOCH, where reproducible builds set it, or 1 January 2000.

    Raises OptionError for a text with a letter the typeface lacks, for transparency in PDF/X-1a, and
    for a SOURCE_DATE_EPOCH that is no time.
    """
    _check_epoch()
    rl_config.useA85 = 0
    faces = EmbeddedFaces((page.scene for page in pages), leave=not document.passing)
    try:
        return _written(pages, document, faces)
    finally:
        faces.close()


def _written(pages: Sequence[Page], document: Document, faces: EmbeddedFaces) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 4) if document.flat else document.version,
        lang=document.language,
        initialFontName=VERA[False].name,  # else a Helvetica is named that nothing uses
    )
    _describe(canvas, document)
    content = _Content(canvas, document, faces)
    for count, page in enumerate(pages):
        _begin(canvas, page, count)
        content.page(page.scene)
        canvas.showPage()
        canvas._doc.Pages.pages[-1].Trans = None  # an empty dictionary, which says nothing
        content.layers.enter_page()
    content.layers.enter_catalog()
    if document.press:
        from engine.drawing.writers import pdfx

        pdfx.enter(canvas._doc, document.press, document.pdfx, content.digest.digest())
    canvas.save()
    return buffer.getvalue()


def _check_epoch() -> None:
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if epoch and not (epoch.isascii() and epoch.isdigit() and int(epoch[:13]) < _YEAR_10000):
        raise OptionError(
            f"SOURCE_DATE_EPOCH is {shortened(epoch)!r}; expected seconds since 1970, or nothing"
        )


def _describe(canvas: Any, document: Document) -> None:
    canvas.setTitle(document.title)
    canvas.setSubject(document.subject)
    canvas.setAuthor(document.author)
    canvas.setKeywords(document.keywords)
    canvas.setCreator(document.creator)
    canvas.setProducer(document.creator)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if document.duplex:
        canvas.setViewerPreference("Duplex", document.duplex)


def _begin(canvas: Any, page: Page, count: int) -> None:
    width, height = page.scene.width, page.scene.height
    canvas.setPageSize((width * MM, height * MM))
    whole = Box(0, 0, width, height)
    bleed = page.bleed or page.trim or whole
    canvas.setTrimBox(_points(page.trim or whole, height))
    canvas.setBleedBox(_points(bleed, height))
    canvas.setCropBox(_points(whole, height))
    if page.bookmark:
        canvas.bookmarkPage(f"page-{count}")
        canvas.addOutlineEntry(page.bookmark, f"page-{count}", level=page.level)
    if page.label:
        canvas.addPageLabel(count, prefix=page.label)


def _points(box: Box, height: float) -> tuple[float, float, float, float]:
    return (
        box.left * MM,
        (height - box.bottom) * MM,
        box.right * MM,
        (height - box.top) * MM,
    )


class _Layers:
    """Optional content groups (ISO 32000-1, 8.11), which reportlab has no public call for.

    A ``flat`` file has none: its layers are marked content.
    """

    def __init__(self, document: Any, flat: bool) -> None:
        self.document = document
        self.flat = flat
        self.groups: dict[str, Any] = {}

    def begin(self, layer: str) -> str:
        """Return the operator that begins content of ``layer``; EMC ends it."""
        if self.flat:
            return f"/layer-{layer} BMC"
        if layer not in self.groups:
            group = PDFDictionary({"Type": PDFName("OCG"), "Name": PDFString(layer)})
            self.groups[layer] = self.document.Reference(group)
        return f"/OC /layer-{layer} BDC"

    def enter_page(self) -> None:
        """Name the layers among the last page's resources."""
        if self.groups:
            page = self.document.Pages.pages[-1]
            page.check_format(self.document)
            page.Resources.Properties = {f"layer-{k}": v for k, v in self.groups.items()}

    def enter_catalog(self) -> None:
        """List the layers for the whole file, all of them shown."""
        if self.groups:
            refs = PDFArray(list(self.groups.values()))
            order = PDFDictionary({"Order": refs, "Name": PDFString("Layers")})
            catalog = self.document.Catalog
            properties = PDFDictionary({"OCGs": refs, "D": order})
            catalog.__Defaults__ = {**catalog.__Defaults__, "OCProperties": properties}


class _Content:
    """Turns items into content-stream operators on a canvas.

    Outlines are written once and looked up by identity: tiles share a few dozen shapes.
    """

    def __init__(self, canvas: Any, document: Document, faces: EmbeddedFaces) -> None:
        self.canvas = canvas
        self.faces = faces
        self.press = document.press
        self.flat = document.flat
        self.digest = blake2s(repr(document.title).encode(), digest_size=16)
        self.forms: dict[int, tuple[scene.Symbol, str]] = {}
        self.layers = _Layers(canvas._doc, document.flat)
        self.paths: dict[int, tuple[scene.Outline, str]] = {}
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
            if isinstance(item, scene.Path | scene.Circle):
                if isinstance(item.fill, scene.Pattern):
                    self.items(scene.resolved(item))
                elif isinstance(item, scene.Path):
                    self.draw(self.outline(item.outline), item.fill, item.stroke)
                else:
                    outline = scene.disc(item.radius, Point(item.x, item.y))
                    self.draw(_operators(outline), item.fill, item.stroke)
            elif isinstance(item, scene.Text):
                self.text(item)
            elif isinstance(item, scene.Use):
                self.use(item)
            else:
                self.group(item)

    def outline(self, outline: scene.Outline) -> str:
        known = self.paths.get(id(outline))
        if known is None:
            known = self.paths[id(outline)] = (outline, _operators(outline))
        return known[1]

    def draw(self, operators: str, fill: str | None, stroke: scene.Stroke | None) -> None:
        if fill is None and stroke is None:
            return
        now_fill, now_stroke = self.state
        if fill is not None and fill != now_fill:
            self.code.append(self.colour(fill, stroke=False))
            now_fill = fill
        if stroke is not None and stroke != now_stroke:
            self.stroke(stroke)
            now_stroke = stroke
        self.state = (now_fill, now_stroke)
        paint = "S" if fill is None else "f" if stroke is None else "B"
        self.code.append(f"{operators} {paint}")

    def stroke(self, stroke: scene.Stroke) -> None:
        if stroke.colour in scene.SPOT_COLOURS:
            self.flush()
            self.canvas.setStrokeColor(CMYKColorSep(0, 1, 0, 0, spotName=stroke.colour))
        else:
            self.code.append(self.colour(stroke.colour, stroke=True))
        cap = ("butt", "round", "square").index(stroke.cap)
        join = ("miter", "round", "bevel").index(stroke.join)
        dash = " ".join(number(d) for d in stroke.dash)
        self.code.append(f"{number(stroke.width)} w {cap} J {join} j [{dash}] 0 d")

    def group(self, group: scene.Group) -> None:
        if group.layer:
            self.code.append(self.layers.begin(group.layer))
        self.code.append("q")
        saved = self.state
        t = group.transform
        if t != IDENTITY:
            words = [number(v, 6) for v in t[:4]] + [number(v) for v in t[4:]]
            self.code.append(f"{' '.join(words)} cm")
        if group.clip is not None:
            self.code.append(f"{self.outline(group.clip)} W n")
        if group.opacity < 1 and self.flat:
            raise OptionError("PDF/X-1a has no transparency, which this picture needs; PDF/X-4 has")
        if group.opacity < 1:
            self.flush()
            self.canvas.setFillAlpha(group.opacity)
            self.canvas.setStrokeAlpha(group.opacity)
        self.items(group.items)
        self.code.append("Q")
        if group.layer:
            self.code.append("EMC")
        self.state = saved

    def use(self, item: scene.Use) -> None:
        symbol = item.symbol
        if not symbol.often:
            self.group(scene.Group(symbol.items, item.transform))
            return
        name = self.forms.get(id(symbol), (symbol, ""))[1] or self.new_form(symbol)
        if item.transform != IDENTITY:
            self.group(scene.Group((scene.Use(symbol),), item.transform))
            return
        self.flush()
        self.canvas.doForm(name)

    def new_form(self, symbol: scene.Symbol) -> str:
        """Write a symbol once as a form XObject and return its name."""
        name = f"{symbol.key}-{len(self.forms)}"
        self.forms[id(symbol)] = (symbol, name)
        self.flush()
        saved, self.state = self.state, (None, None)
        self.canvas.beginForm(name, -1e4, -1e4, 1e4, 1e4)
        self.items(symbol.items)
        self.flush()
        self.canvas.endForm()
        self.state = saved
        return name

    def text(self, item: scene.Text) -> None:
        found = fonts.runs(item.text, item.bold, item.font)
        runs = [(self.faces.name(run.face), run.text) for run in found]
        self.flush()
        width = math.fsum(pdfmetrics.stringWidth(text, name, item.size) for name, text in runs)
        shift = {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
        text = self.canvas.beginText()
        text.setTextTransform(1, 0, 0, -1, item.x - shift, item.y)
        for k, (name, words) in enumerate(runs):
            text.setFont(name, item.size)
            if not k:
                text.setFillColor(self.ink(item.fill))
            text.textOut(words)
        # Without its fonts, whose files lie elsewhere on every machine.
        self.digest.update(f"{repr(item).rpartition(', font=')[0]})".encode())
        self.canvas.drawText(text)
        self.state = (None, self.state[1])

    def ink(self, colour: str) -> CMYKColor | HexColor:
        """Return the colour of letters as reportlab takes it."""
        return CMYKColor(*self.press.line(colour)) if self.press else HexColor(colour)

    def colour(self, colour: str, *, stroke: bool) -> str:
        """Return the operator that sets a colour ``#rrggbb``, or its ink."""
        if self.press:
            ink = self.press.line(colour) if stroke else self.press.fill(colour)
            return f"{' '.join(number(p) for p in ink)} {'K' if stroke else 'k'}"
        parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
        return f"{' '.join(number(p) for p in parts)} {'RG' if stroke else 'rg'}"


def _operators(outline: scene.Outline) -> str:
    words: list[str] = []
    here = (0.0, 0.0)
    for s in outline:
        if isinstance(s, scene.MoveTo):
            words.append(f"{number(s.x)} {number(s.y)} m")
        elif isinstance(s, scene.LineTo):
            words.append(f"{number(s.x)} {number(s.y)} l")
        elif isinstance(s, scene.ArcTo):
            words.extend(_curves(here, s))
        elif isinstance(s, scene.BendTo):
            pulls = [
                tuple(end + (pull - end) * 2 / 3 for end, pull in zip(at, s[:2], strict=True))
                for at in (here, s[2:])
            ]
            points = (*pulls, s[2:])
            words.append(" ".join(f"{number(x)} {number(y)}" for x, y in points) + " c")
        else:
            words.append("h")
            continue
        here = (s.x, s.y)
    return " ".join(words)


def _curves(start: tuple[float, float], arc: scene.ArcTo) -> Iterator[str]:
    centre, radius, first, sweep = scene.arc_sweep(start, arc)
    count = max(1, math.ceil(abs(sweep) / _ARC - 1e-9))
    step = sweep / count
    pull = 4 / 3 * math.tan(step / 4) * radius
    for k in range(count):
        a, b = first + k * step, first + (k + 1) * step
        x0, y0 = centre.x + radius * math.cos(a), centre.y + radius * math.sin(a)
        x3, y3 = centre.x + radius * math.cos(b), centre.y + radius * math.sin(b)
        points = (
            (x0 - pull * math.sin(a), y0 + pull * math.cos(a)),
            (x3 + pull * math.sin(b), y3 - pull * math.cos(b)),
            (x3, y3),
        )
        yield " ".join(f"{number(x)} {number(y)}" for x, y in points) + " c"
