"""What PDFium shows of PDF files, as lines of JSON: a program of its own, run under limits.

A hostile file can abort PDFium or make it swell, so :mod:`.child` starts this file as a process,
gives it the files on standard input, a line of base 64 each, and reads for each a line of every page,
and one at its end.  It knows pages, outlines and paint only.
"""

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
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfiumError, PdfPage

from engine.geometry.plane import Transform
from generator.checking.pages import svg
from generator.checking.pages.paint import LINE, MOVE, Scale, View, quarter_turned, traced, unscaled
from generator.checking.pages.svg import RefusedError

#: More marks on a page are no sheet of tiles.
MOST_MARKS = 20_000
MOST_PAGES = 200
#: Seconds of processor time for a file, and more for each page but the first.
SECONDS, SECONDS_OF_PAGE = 10.0, 2.0
#: A page has sides of millimetres between these.
SMALLEST, LARGEST = 0.1, 10_000.0

MM = 25.4 / 72

#: Why a file is refused, in words after its name.
_BROKEN = "cannot be read as PDF: it is damaged, or no PDF at all"
_TOO_MUCH = "holds more drawing than is read; split the set into files of fewer sheets"
_TOO_MANY = f"has more than {MOST_PAGES} pages; split the set into files of fewer sheets"
_ENCRYPTED = "is encrypted; save it without a password to verify it"
_UNITS = (
    "has pages in units of their own (/UserUnit), which are not read; print it to a new PDF file"
)
_LOCKED = (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)


class _Quick:
    """PDFium's functions, which take and return addresses as numbers: a third of the time a call."""

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
    """Return numbers that PDFium writes, and their addresses."""
    numbers = (kind * count)()
    size = ctypes.sizeof(kind)
    return numbers, [ctypes.addressof(numbers) + k * size for k in range(count)]


_COLOUR, _COLOUR_AT = _written(ctypes.c_uint, 4)
_MODE, _MODE_AT = _written(ctypes.c_int, 2)
_POINT, _POINT_AT = _written(ctypes.c_float, 2)
_WIDTH, _WIDTH_AT = _written(ctypes.c_float, 1)
_SIDES, _SIDES_AT = _written(ctypes.c_float, 4)
_MATRIX, _MATRIX_AT = _written(ctypes.c_float, 6)


#: Points in a row of numbers: of each x, y, its kind, and whether it closes.
Row = tuple[float, ...]
#: A mark: outline, transform, fill, stroke, its width, and the outlines and transforms of its clips.
Mark = list[Any]
Clips = tuple[tuple[float, ...], ...]


class Lister:
    """Lists a file's pages; outlines that are alike are listed once, then told by number.

    Pages are drawn as well, the correction for a printer's ``scale`` undone.
    """

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        #: Outlines by whether every part of them closes, and their points.
        self._shapes: dict[tuple[bool, Row], int] = {}
        self._mirrored = 0

    def page(self, page: PdfPage) -> dict[str, Any]:
        """Return a page: new outlines, marks, pixels, sides, turn, text."""
        width, height, to_page = _placed(page)
        to_page = unscaled(width, height, self._scale) @ to_page
        known, self._mirrored = len(self._shapes), 0
        count = pdfium.FPDFPage_CountObjects(page)
        things = partial(_quick.FPDFPage_GetObject, page.raw)
        marks = [*islice(self._marks(count, things, to_page, ()), MOST_MARKS + 1)]
        if len(marks) > MOST_MARKS:
            raise RefusedError(_TOO_MUCH)
        return {
            "shapes": [
                [*traced(points, closed=is_filled)]
                for is_filled, points in islice(self._shapes, known, None)
            ],
            "marks": marks,
            "view": view(page, (width, height), self._scale),
            "page": {
                "width": width,
                "height": height,
                "quarters": page.get_rotation() // 90,
                "images": sum(mark[2] == "image" for mark in marks),
                "text": page.get_textpage().get_text_range(),
                "mirrored_words": self._mirrored,
            },
        }

    def _marks(
        self, count: int, thing_at: Callable[[int], int], to_page: Transform, clips: Clips
    ) -> Iterator[Mark]:
        for thing in map(thing_at, range(count)):
            kind = _quick.FPDFPageObj_GetType(thing)
            own_clips = (*clips, *self._clips(thing, to_page))
            _quick.FPDFPageObj_GetMatrix(thing, _MATRIX_AT[0])
            lying = to_page @ Transform(*_MATRIX)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield from self._path(thing, lying, own_clips)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:
                if _colour(_quick.FPDFPageObj_GetFillColor, thing):
                    inner = partial(_quick.FPDFFormObj_GetObject, thing)
                    inner_count = _quick.FPDFFormObj_CountObjects(thing)
                    yield from self._marks(inner_count, inner, lying, own_clips)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self._mirrored += 1 if lying.determinant > 0 else -1
            elif _quick.FPDFPageObj_GetBounds(thing, *_SIDES_AT):
                fill = "image" if kind == pdfium.FPDF_PAGEOBJ_IMAGE else "shading"
                yield [self._rectangle(*_SIDES), _snapped(to_page), fill, None, 0, own_clips]

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
            segment = partial(_quick.FPDFPath_GetPathSegment, thing)
            count = _quick.FPDFPath_CountSegments(thing)
            shape = self._outline(count, segment, is_filled=fill is not None)
            yield [shape, _snapped(lying), fill, stroke, width, clips]

    def _clips(self, thing: int, to_page: Transform) -> Iterator[tuple[float, ...]]:
        clip = _quick.FPDFPageObj_GetClipPath(thing)
        for k in range(_quick.FPDFClipPath_CountPaths(clip) if clip else 0):
            segment = partial(_quick.FPDFClipPath_GetPathSegment, clip, k)
            count = _quick.FPDFClipPath_CountPathSegments(clip, k)
            yield self._outline(count, segment, is_filled=True), *_snapped(to_page)

    def _outline(self, count: int, segment: Callable[[int], int], *, is_filled: bool) -> int:
        points = tuple(value for one in map(segment, range(count)) for value in _point(one))
        return self._shapes.setdefault((is_filled, points), len(self._shapes))

    def _rectangle(self, left: float, bottom: float, right: float, top: float) -> int:
        corners = ((left, bottom), (right, bottom), (right, top), (left, top))
        points = tuple(
            v for k, (x, y) in enumerate(corners) for v in (x, y, LINE if k else MOVE, 0)
        )
        return self._shapes.setdefault((True, points), len(self._shapes))


def _point(segment: int) -> Row:
    _quick.FPDFPathSegment_GetPoint(segment, *_POINT_AT)
    kind = _quick.FPDFPathSegment_GetType(segment)
    return *_POINT, kind, _quick.FPDFPathSegment_GetClose(segment)


def _placed(page: PdfPage) -> tuple[float, float, Transform]:
    """Return a page's width and height in millimetres and the transform from its user space.

    The shown part is the crop box within the media box; it is turned by /Rotate (ISO 32000-1, 14.11.2).

    Raises RefusedError for a page without a size.
    """
    left, bottom, right, top = page.get_bbox()
    upright = Transform(MM, 0.0, 0.0, -MM, -left * MM, top * MM)
    sides = (right - left) * MM, (top - bottom) * MM
    if not all(SMALLEST < side < LARGEST for side in sides):
        raise RefusedError("has a page without a size that can be read")
    turn, across, down = quarter_turned(page.get_rotation() // 90, *sides)
    return across, down, turn @ upright


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
    """Return a file as a document.

    Raises RefusedError for a broken file, one that opens with a password only, and one in units of
    its own, which PDFium passes over.
    """
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        raise RefusedError(_ENCRYPTED if error.err_code in _LOCKED else _BROKEN) from error
    if re.search(rb"/UserUnit|/ObjStm", data):
        plain = io.BytesIO()
        document.save(plain, flags=pdfium.FPDF_REMOVE_SECURITY)
        if re.search(rb"/UserUnit\s+(?!1[\s/>])", plain.getvalue()):
            raise RefusedError(_UNITS)
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


def listed(data: bytes, scale: Scale) -> Iterator[dict[str, Any]]:
    """Yield what the pages of a PDF or SVG file show.

    Raises RefusedError for a file that is not read.
    """
    is_svg, is_unsized = svg.is_svg(data), False
    if is_svg:
        data, is_unsized = svg.as_pdf(data)
    document = _opened(data)
    if len(document) > MOST_PAGES:
        raise RefusedError(_TOO_MANY)
    _end_after(SECONDS + SECONDS_OF_PAGE * (len(document) - 1))
    lister = Lister(scale)
    for k in range(len(document)):
        try:
            page = _with_annotations(document, k)
        except PdfiumError as error:
            raise RefusedError(_BROKEN) from error
        own = lister.page(page)
        own["page"] |= {"number": 0 if is_svg else k + 1, "is_unsized": is_unsized}
        yield own
        page.close()
    document.close()


def _bound_memory(mebibytes: int) -> None:
    """Bound this process's memory, and let it leave no image of it, where the system can."""
    if sys.platform == "win32":  # the parent's clock alone
        return
    import resource

    limits = [(resource.RLIMIT_CORE, 0)]
    if sys.platform != "darwin":  # which counts what all processes share
        limits.append((resource.RLIMIT_AS, mebibytes * 2**20))
    for kind, most in limits:
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(kind, (most, hard))


def _end_after(seconds: float) -> None:
    """End this process after so many seconds of processor time from now, where the system can."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def main(mebibytes: int, scale: Scale) -> None:
    """Read PDF and SVG files from standard input and write what their pages show.

    The correction for a printer's ``scale`` is undone.
    """
    _bound_memory(mebibytes)
    out = sys.stdout.buffer

    def write(**line: Any) -> None:
        out.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    for line in sys.stdin.buffer:
        _end_after(SECONDS)
        end, place = "", None
        try:
            for page in listed(base64.b64decode(line), scale):
                write(**page)
        except RefusedError as error:
            end, place = str(error), error.place
        except (MemoryError, RecursionError):
            end = _TOO_MUCH
        write(end=end, place=place)
        out.flush()


# ----------------------------------------------------------------------------------------- pixels

#: Pixels a millimetre; fewer where a page would have more pixels than these.
PER_MM = 6.0
MOST_PIXELS = 9_000_000
#: How far a page is sheared, about its middle: PDFium fits what is an upright rectangle to whole
#: pixels, a twelfth of a millimetre off, but not what is none by a thousandth of a pixel.
_SHEAR = 5e-5


def view(page: Any, sides: tuple[float, float], scale: Scale) -> View:
    """Return a page of so many millimetres as it is shown, the correction for a printer's ``scale`` undone."""
    per_mm = min(PER_MM, math.sqrt(MOST_PIXELS / (sides[0] * sides[1])))
    rows, columns, pixels = drawn(page, sides, scale, per_mm)
    # The fastest level: flat colours pack to a sixteenth at any.
    packed = zlib.compress(pixels, 1, -zlib.MAX_WBITS)
    return View(rows, columns, per_mm, base64.b64encode(packed).decode())


def drawn(
    page: Any, sides: tuple[float, float], scale: Scale, per_mm: float
) -> tuple[int, int, Any]:
    """Return the rows, the columns and the bytes of a page of so many millimetres.

    A millimetre is ``per_mm`` pixels; the last row and column may be of the page in part.
    """
    columns, rows = (math.ceil(side * per_mm - 1e-3) for side in sides)
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
