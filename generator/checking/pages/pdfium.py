"""What PDFium shows of PDF files, as lines of JSON: a program of its own, which a hostile file may break."""

from __future__ import annotations

import base64
import ctypes
import io
import json
import math
import re
import signal
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfiumError, PdfPage

from engine.errors import GameError
from engine.geometry.plane import Box, Transform, bounds
from generator.checking.pages import svg
from generator.checking.pages.paint import Pair, Part, Picture, Scale, box_under

#: Mebibytes of memory that this process may take.
_MEMORY = 1024
#: Seconds of processor time for a file, and for each page after the first.
_SECONDS, _SECONDS_OF_PAGE = 10.0, 2.0
_MOST_PAGES = 200
#: More marks on a page are no sheet of tiles.
_MOST_MARKS = 20_000

MM = 25.4 / 72

#: Why a file is refused, in words after its name.
_BROKEN = "cannot be read as PDF: it is damaged, or no PDF at all"
_TOO_MUCH = "holds more drawing than is read; split the set into files of fewer sheets"
_ENCRYPTED = "is encrypted; save it without a password to verify it"

#: PDFium's errors for files that are encrypted.
_LOCKED = (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)


class _Quick:
    """PDFium's functions with addresses as plain numbers: a call takes a third of the time."""

    def __getattr__(self, name: str) -> Any:
        function = getattr(pdfium, name)
        kinds = [
            ctypes.c_void_p if hasattr(kind, "contents") else kind
            for kind in (function.restype, *function.argtypes)
        ]
        address = ctypes.cast(function, ctypes.c_void_p).value
        quick = ctypes.CFUNCTYPE(*kinds)(address)  # type: ignore[arg-type]
        setattr(self, name, quick)
        return quick


_quick = _Quick()


def _written(kind: Any, count: int) -> tuple[Any, list[int]]:
    """Return an array that PDFium writes its answers into, and the addresses of its numbers."""
    numbers = (kind * count)()
    size = ctypes.sizeof(kind)
    return numbers, [ctypes.addressof(numbers) + k * size for k in range(count)]


_COLOUR, _COLOUR_AT = _written(ctypes.c_uint, 4)
_MODE, _MODE_AT = _written(ctypes.c_int, 2)
_POINT, _POINT_AT = _written(ctypes.c_float, 2)
_WIDTH, _WIDTH_AT = _written(ctypes.c_float, 1)
_SIDES, _SIDES_AT = _written(ctypes.c_float, 4)
_MATRIX, _MATRIX_AT = _written(ctypes.c_float, 6)

#: Points, each as x, y, its kind in PDFium's numbers, and whether it ends a part that closes.
Outline = tuple[tuple[float, float, int, int], ...]

#: The kinds of points: the end of a line, one of a curve's three, the first of a part.
LINE, CURVE, MOVE = (
    pdfium.FPDF_SEGMENT_LINETO,
    pdfium.FPDF_SEGMENT_BEZIERTO,
    pdfium.FPDF_SEGMENT_MOVETO,
)
#: The square that images and shadings are laid on.
_SQUARE: Outline = ((0, 0, MOVE, 0), (1, 0, LINE, 0), (1, 1, LINE, 0), (0, 1, LINE, 1))

#: A mark: outline, transform, fill, stroke, its width, and the outlines and transforms of its clips.
Mark = list[Any]
Clips = tuple[tuple[float, ...], ...]


class Lister:
    """Lists a file's pages; each outline is listed once, marks name it by its number."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        #: The numbers of outlines, by whether they are filled and by their points.
        self._shapes: dict[tuple[bool, Outline], int] = {}
        self._mirrored = 0

    def page(self, page: PdfPage) -> dict[str, Any]:
        """Return a page: the outlines that are new, its marks, and the fields of its ``Page``."""
        width, height, to_page = _placed(page)
        to_page = unscaled(width, height, self._scale) @ to_page
        known, self._mirrored = len(self._shapes), 0
        things = _each(_quick.FPDFPage_CountObjects, _quick.FPDFPage_GetObject, page.raw)
        marks = [*islice(self._marks(things, to_page, ()), _MOST_MARKS + 1)]
        if len(marks) > _MOST_MARKS:
            raise GameError(_TOO_MUCH)
        images = sum(mark[2] == "image" for mark in marks)
        return {
            "shapes": [
                [*traced(points, closed=is_filled)]
                for is_filled, points in islice(self._shapes, known, None)
            ],
            "marks": marks,
            "page": {
                "width": width,
                "height": height,
                "images": images,
                "is_fine": images > 0,
                "text": page.get_textpage().get_text_range(),
                "mirrored_words": self._mirrored,
                "turned": page.get_rotation(),
            },
            "picture": self.picture(page, FINE if images else PER_MM),
        }

    def picture(self, page: PdfPage, most: float) -> Picture:
        """Return what a page shows at up to so many pixels a millimetre."""
        width, height, _ = _placed(page)
        per_mm = min(most, math.sqrt(MOST_PIXELS / (width * height)))
        rows, columns, pixels = drawn(page, (width, height), self._scale, per_mm)
        # The fastest level: flat colours pack to a sixteenth at any.
        packed = zlib.compress(pixels, 1, -zlib.MAX_WBITS)
        return Picture(per_mm, rows, columns, base64.b64encode(packed).decode())

    def _marks(self, things: Iterable[int], to_page: Transform, clips: Clips) -> Iterator[Mark]:
        for thing in things:
            kind = _quick.FPDFPageObj_GetType(thing)
            own_clips = (*clips, *self._clips(thing, to_page))
            _quick.FPDFPageObj_GetMatrix(thing, _MATRIX_AT[0])
            lying = to_page @ Transform(*_MATRIX)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield from self._path(thing, lying, own_clips)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:
                if _colour(_quick.FPDFPageObj_GetFillColor, thing):
                    count, get = _quick.FPDFFormObj_CountObjects, _quick.FPDFFormObj_GetObject
                    yield from self._marks(_each(count, get, thing), lying, own_clips)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self._mirrored += 1 if lying.determinant > 0 else -1
            elif _quick.FPDFPageObj_GetBounds(thing, *_SIDES_AT):
                fill = "image" if kind == pdfium.FPDF_PAGEOBJ_IMAGE else "shading"
                left, bottom, right, top = _SIDES
                lying = to_page @ Transform(right - left, 0.0, 0.0, top - bottom, left, bottom)
                square = self._number(_SQUARE, is_filled=True)
                yield [square, _snapped(lying), fill, None, 0, own_clips]

    def _path(self, thing: int, lying: Transform, clips: Clips) -> Iterator[Mark]:
        _quick.FPDFPath_GetDrawMode(thing, *_MODE_AT)
        rule, is_stroked = _MODE
        fill, stroke, width = None, None, 0.0
        if is_stroked:
            stroke = _colour(_quick.FPDFPageObj_GetStrokeColor, thing)
            _quick.FPDFPageObj_GetStrokeWidth(thing, *_WIDTH_AT)
            width = _WIDTH[0] * math.sqrt(abs(lying.determinant))
        if rule != pdfium.FPDF_FILLMODE_NONE:
            fill = _colour(_quick.FPDFPageObj_GetFillColor, thing)
        if fill is not None or stroke is not None:
            segments = _each(_quick.FPDFPath_CountSegments, _quick.FPDFPath_GetPathSegment, thing)
            shape = self._number(tuple(map(_point, segments)), is_filled=fill is not None)
            yield [shape, _snapped(lying), fill, stroke, width, clips]

    def _clips(self, thing: int, to_page: Transform) -> Iterator[tuple[float, ...]]:
        clip = _quick.FPDFPageObj_GetClipPath(thing)
        for k in range(_quick.FPDFClipPath_CountPaths(clip) if clip else 0):
            count, get = _quick.FPDFClipPath_CountPathSegments, _quick.FPDFClipPath_GetPathSegment
            outline = tuple(map(_point, _each(count, get, clip, k)))
            yield self._number(outline, is_filled=True), *to_page

    def _number(self, outline: Outline, *, is_filled: bool) -> int:
        return self._shapes.setdefault((is_filled, outline), len(self._shapes))


def _each(count: Any, get: Any, *owner: Any) -> Iterator[int]:
    """Yield the things of an owner by PDFium's functions that count and get them."""
    return (get(*owner, k) for k in range(count(*owner)))


def _point(segment: int) -> tuple[float, float, int, int]:
    _quick.FPDFPathSegment_GetPoint(segment, *_POINT_AT)
    kind = _quick.FPDFPathSegment_GetType(segment)
    return *_POINT, kind, _quick.FPDFPathSegment_GetClose(segment)


def _placed(page: PdfPage) -> tuple[float, float, Transform]:
    """Return a page's width and height in millimetres as viewers show it, and the transform from its user space."""
    turned = Transform.rotation(page.get_rotation()) @ Transform.scaling(MM, -MM)
    box = box_under(turned, Box(*page.get_bbox()))
    if not all(0 < side < math.inf for side in (box.width, box.height)):
        raise GameError("has a page without a size that can be read")
    return box.width, box.height, Transform.translation(-box.left, -box.top) @ turned


def _colour(get: Any, thing: int) -> str | None:
    """Return a paint as the screen shows it, None where it is transparent."""
    if not get(thing, *_COLOUR_AT):
        return "pattern"
    r, g, b, alpha = _COLOUR
    return f"#{r:02x}{g:02x}{b:02x}" if alpha else None


def _snapped(transform: Transform) -> Transform:
    """Return a transform with its shift freed from the noise of PDFium's single precision."""
    return transform._replace(e=round(transform.e, 5), f=round(transform.f, 5))


def _opened(data: bytes) -> PdfDocument:
    """Return a file as a document; raises GameError for one that is not read."""
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        raise GameError(_ENCRYPTED if error.err_code in _LOCKED else _BROKEN) from error
    # PDFium ignores units of a page's own.
    if re.search(rb"/UserUnit|/ObjStm", data):
        plain = io.BytesIO()
        document.save(plain, flags=pdfium.FPDF_REMOVE_SECURITY)
        if re.search(rb"/UserUnit\s+(?!1[\s/>])", plain.getvalue()):
            words = "has pages in units of their own (/UserUnit), which are not read"
            raise GameError(f"{words}; print it to a new PDF file")
    return document


def _with_annotations(document: PdfDocument, number: int) -> PdfPage:
    """Return a page on which stamps and comments are part of what is drawn."""
    page = document[number]
    if pdfium.FPDFPage_GetAnnotCount(page) > 0:
        page.render(scale=1e-6)  # which gives a picture to the annotations that have none
        pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
        page.close()
        page = document[number]
    return page


def listed(data: bytes, scale: Scale, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield what the pages of a PDF or SVG file show, of pages with ``numbers`` only the finer picture.

    Raises GameError for a file that is not read.
    """
    is_svg, is_unsized = svg.is_svg(data), False
    if is_svg:
        data, is_unsized = svg.as_pdf(data)
    document = _opened(data)
    if len(document) > _MOST_PAGES:
        words = f"has more than {_MOST_PAGES} pages"
        raise GameError(f"{words}; split the set into files of fewer sheets")
    _end_after(_SECONDS + _SECONDS_OF_PAGE * (len(document) - 1))
    lister = Lister(scale)
    for number in numbers or range(1, len(document) + 1):
        try:
            page = _with_annotations(document, max(0, number - 1))
        except PdfiumError as error:
            raise GameError(_BROKEN) from error
        if numbers:
            yield {"picture": lister.picture(page, FINE)}
        else:
            own = lister.page(page)
            own["page"] |= {"number": 0 if is_svg else number, "is_unsized": is_unsized}
            own["pdf"] = base64.b64encode(data).decode() if is_svg else ""
            yield own
        page.close()


def _bound_memory() -> None:
    """Bound this process's memory, and let it leave no image of it, where the system can."""
    if sys.platform != "linux":
        return
    import resource

    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, _MEMORY * 2**20)):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(kind, (most, hard))


def _end_after(seconds: float) -> None:
    """End this process after so many seconds of processor time from now, where the system can."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def main(scale: Scale) -> None:
    """Write what the pages of the files on standard input show, the correction for a printer's ``scale`` undone.

    Each line of the input is a file in base 64 with the numbers of pages, as :func:`listed` takes them.
    The answer is a line for every page, then one that says whether the file was refused.
    """
    _bound_memory()
    for line in sys.stdin.buffer:
        _end_after(_SECONDS)
        refused = None
        data, numbers = json.loads(line)
        try:
            for page in listed(base64.b64decode(data), scale, numbers):
                print(json.dumps(page), flush=True)
        except GameError as error:
            refused = str(error), error.line, error.column
        except (MemoryError, RecursionError):
            refused = _TOO_MUCH, 0, 0
        print(json.dumps({"refused": refused}), flush=True)


# --------------------------------------------------------------------------------------- outlines

#: A curve is cut into this many chords, a straight one into one.
CHORDS = 8
#: Programs round: a part that ends this near to where it began, as a share of what it is about, closes,
#: and a curve is straight whose control points make the way longer by no more than this share.
_ROUNDED = 1e-4


def traced(outline: Outline, *, closed: bool) -> Iterator[Part]:
    """Yield the parts of an outline that have more than one point; if ``closed``, as for fills, all of them close."""
    points: list[Pair] = []
    bends: list[Pair] = []
    start: Pair = (0.0, 0.0)
    for x, y, kind, closes in outline:
        at = round(x, 5), round(y, 5)
        if kind == CURVE and len(bends) < 2:
            bends.append(at)
            continue
        if kind == MOVE:
            yield from _part(points, closed=closed)
            points, start = [], at
        points = points or [start]
        if kind != MOVE:
            points += _chords(points[-1], bends[0], bends[1], at) if kind == CURVE else [at]
        bends = []
        if closes:
            yield from _part(points, closed=True)
            points = []
    yield from _part(points, closed=closed)


def _part(points: list[Pair], *, closed: bool) -> Iterator[Part]:
    """Yield a run of points as a part of a shape; it closes where it ends where it began."""
    if len(points) < 2:
        return
    box = bounds(points)
    gap = _ROUNDED * (box.width + box.height)
    (x0, y0), (x1, y1) = points[0], points[-1]
    if abs(x0 - x1) <= gap and abs(y0 - y1) <= gap:
        points, closed = points[:-1], True
    if len(points) > 1:
        yield Part(tuple(points), closed)


def _chords(a: Pair, b: Pair, c: Pair, d: Pair) -> list[Pair]:
    """Return the points of a Bézier curve without its first; of a straight one only the last."""
    if math.dist(a, b) + math.dist(b, c) + math.dist(c, d) <= (1 + _ROUNDED) * math.dist(a, d):
        return [d]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = a, b, c, d
    points = []
    for k in range(1, CHORDS):
        t = k / CHORDS
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3))
    return [*points, d]


# ----------------------------------------------------------------------------------------- pixels

#: Pixels a millimetre at first, and where pages have images or differ. Large pages have fewer: at most ``MOST_PIXELS``.
PER_MM, FINE = 3.0, 6.0
MOST_PIXELS = 9_000_000
#: A page is sheared a little, about its middle: PDFium moves upright rectangles to whole pixels, by
#: up to a twelfth of a millimetre. Sheared by a thousandth of a pixel, they stay in place.
_SHEAR = 5e-5


def unscaled(width: float, height: float, scale: Scale) -> Transform:
    """Return the transform that undoes a kit's correction for a printer's scale (about the middle)."""
    sx, sy = scale[0] / 100, scale[1] / 100
    return Transform(sx, 0.0, 0.0, sy, width / 2 * (1 - sx), height / 2 * (1 - sy))


def drawn(
    page: Any, sides: tuple[float, float], scale: Scale, per_mm: float
) -> tuple[int, int, Any]:
    """Return the rows, the columns and the bytes of a page with these ``sides`` in millimetres.

    A millimetre is ``per_mm`` pixels; the last row and column may lie partly beyond the page.
    """
    columns, rows = (max(1, math.ceil(side * per_mm - 1e-3)) for side in sides)
    pixels = (ctypes.c_ubyte * (columns * rows * 3))()
    bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, pdfium.FPDFBitmap_BGR, pixels, columns * 3)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xFFFFFFFF)
    across, down = page.get_size()
    of_points = Transform.scaling(sides[0] / across, sides[1] / down)
    a, b, c, d, e, f = Transform.scaling(per_mm) @ unscaled(*sides, scale) @ of_points
    aside = _SHEAR * (f - per_mm * sides[1] / 2)
    matrix = pdfium.FS_MATRIX(a + _SHEAR * b, b, c + _SHEAR * d, d, e + aside, f)
    whole = pdfium.FS_RECTF(0, 0, columns, rows)
    flags = pdfium.FPDF_REVERSE_BYTE_ORDER  # red first; without annotations
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, flags)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return rows, columns, pixels
