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
import logging
import re
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfiumError, PdfPage

from engine.geometry.plane import Transform
from generator.checking.pages import raster, svg
from generator.checking.pages.paint import Scale, quarter_turned, unscaled
from generator.checking.pages.shapes import LINE, MOVE, traced
from generator.checking.pages.svg import RefusedError

#: More objects, clips and points in a file, and more marks on a page, are no sheets of tiles.
MOST_DRAWN = 5_000_000
MOST_MARKS = 20_000
MOST_PAGES = 200
#: Seconds of processor time for a file, and more for each page but the first.
SECONDS, SECONDS_OF_PAGE = 10.0, 2.0
#: So many letters of a page are looked at.
MOST_TEXT = 20_000
#: A page has sides of millimetres between these.
SMALLEST, LARGEST = 0.1, 10_000.0
#: Forms within forms deeper than this are not entered.
DEEPEST = 16

MM = 25.4 / 72

#: Why a file is refused, in words after its name.
_BROKEN = "cannot be read as PDF: it is damaged, or no PDF at all"
_TOO_MUCH = "holds more drawing than is read; split the set into files of fewer sheets"
_TOO_MANY = f"has more than {MOST_PAGES} pages; split the set into files of fewer sheets"
_ENCRYPTED = "is encrypted; save it without a password to verify it"
_LOCKED = (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)


def _quick(function: Any) -> Any:
    """Return a function of PDFium that takes and returns addresses as numbers: a third of the time a call."""
    kinds = [
        ctypes.c_void_p if hasattr(kind, "contents") else kind
        for kind in (function.restype, *function.argtypes)
    ]
    return ctypes.CFUNCTYPE(*kinds)(ctypes.cast(function, ctypes.c_void_p).value)  # type: ignore[arg-type]


_page_object = _quick(pdfium.FPDFPage_GetObject)
_form_count = _quick(pdfium.FPDFFormObj_CountObjects)
_form_object = _quick(pdfium.FPDFFormObj_GetObject)
_kind = _quick(pdfium.FPDFPageObj_GetType)
_get_matrix = _quick(pdfium.FPDFPageObj_GetMatrix)
_get_bounds = _quick(pdfium.FPDFPageObj_GetBounds)
_draw_mode = _quick(pdfium.FPDFPath_GetDrawMode)
_fill_colour = _quick(pdfium.FPDFPageObj_GetFillColor)
_line_colour = _quick(pdfium.FPDFPageObj_GetStrokeColor)
_line_width = _quick(pdfium.FPDFPageObj_GetStrokeWidth)
_fill_pattern = _quick(pdfium.FPDFPageObj_GetRenderedFillPattern)
_path_count = _quick(pdfium.FPDFPath_CountSegments)
_path_segment = _quick(pdfium.FPDFPath_GetPathSegment)
_clip_of = _quick(pdfium.FPDFPageObj_GetClipPath)
_clip_count = _quick(pdfium.FPDFClipPath_CountPaths)
_clip_size = _quick(pdfium.FPDFClipPath_CountPathSegments)
_clip_segment = _quick(pdfium.FPDFClipPath_GetPathSegment)
_segment_point = _quick(pdfium.FPDFPathSegment_GetPoint)
_segment_type = _quick(pdfium.FPDFPathSegment_GetType)
_segment_closes = _quick(pdfium.FPDFPathSegment_GetClose)

#: Where PDFium writes numbers: of a colour, a point, a draw mode, a matrix.
_COLOUR, _MATRIX = (ctypes.c_uint * 4)(), (ctypes.c_float * 6)()
_X, _Y, _WIDTH = ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
_FILLS, _IS_STROKED = ctypes.c_int(), ctypes.c_int()
_MATRIX_AT, _X_AT, _Y_AT, _WIDTH_AT, _FILLS_AT, _IS_STROKED_AT = (
    ctypes.addressof(place) for place in (_MATRIX, _X, _Y, _WIDTH, _FILLS, _IS_STROKED)
)
_SIDES = (ctypes.c_float * 4)()
_SIDES_AT = tuple(ctypes.addressof(_SIDES) + 4 * k for k in range(4))
_COLOUR_AT = tuple(ctypes.addressof(_COLOUR) + 4 * k for k in range(4))


#: Points in a row of numbers: of each x, y, its kind, and whether it closes.
Row = tuple[float, ...]
#: A mark: outline, matrix, fill, stroke, its width, clips.
Mark = list[Any]


class _Inside(NamedTuple):
    """What holds for objects within the forms about them."""

    matrix: Transform
    clips: tuple[int, ...] = ()
    depth: int = 0


class Lister:
    """Lists a file's pages; outlines and clips that are alike are listed once, then told by number.

    Pages are drawn as well, the correction for a printer's ``scale`` undone.
    """

    def __init__(self, document: Any, scale: Scale) -> None:
        self._document = document
        self._scale = scale
        self._shapes: dict[Row, int] = {}
        self._known_clips: dict[tuple[float, ...], int] = {}
        self._images = 0
        self._mirrored = 0
        #: How many objects, clips and points were listed.
        self._drawn = 0

    def page(self, page: PdfPage, unit: float) -> dict[str, Any]:
        """Return a page: new outlines and clips, views, sides, the way from its points, turn, marks."""
        width, height, upright = _placed(page, unit)
        self._images = self._mirrored = 0
        outlines, clips = len(self._shapes), len(self._known_clips)
        things = (_page_object(page.raw, k) for k in range(pdfium.FPDFPage_CountObjects(page)))
        marks = [*islice(self._marks(things, _Inside(Transform())), MOST_MARKS + 1)]
        if len(marks) > MOST_MARKS:
            raise RefusedError(_TOO_MUCH)
        quarters = page.get_rotation() // 90
        return {
            "shapes": [[*traced(row)] for row in islice(self._shapes, outlines, None)],
            "clips": [*islice(self._known_clips, clips, None)],
            "views": raster.views(page, (width, height), quarters, self._scale),
            "to_page": unscaled(width, height, self._scale) @ upright,
            "page": {
                "width": width,
                "height": height,
                "quarters": quarters,
                "images": self._images,
                "text": _text(page),
                "mirrored_words": self._mirrored,
            },
            "marks": marks,
        }

    def _marks(self, objects: Iterator[Any], inside: _Inside) -> Iterator[Mark]:
        for thing in objects:
            kind = _kind(thing)
            clips = (*inside.clips, *self._clips(thing, inside.matrix))
            self._count(1 + len(clips))
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield from self._path(thing, inside, clips)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and inside.depth < DEEPEST:
                if _colour(_fill_colour, thing):
                    matrix = inside.matrix @ _matrix(thing)
                    deeper = _Inside(matrix, clips, inside.depth + 1)
                    inner = (_form_object(thing, k) for k in range(_form_count(thing)))
                    yield from self._marks(inner, deeper)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                a, b, c, d, *_ = inside.matrix @ _matrix(thing)
                self._mirrored += 1 if a * d < b * c else -1
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._images += 1
                lying = inside.matrix @ _matrix(thing)
                yield [self._rectangle(0, 0, 1, 1), lying, "image", None, 0, clips]
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING and _get_bounds(thing, *_SIDES_AT):
                sides = self._rectangle(*_SIDES)
                yield [sides, inside.matrix, "shading", None, 0, clips]

    def _path(self, thing: int, inside: _Inside, clips: tuple[int, ...]) -> Iterator[Mark]:
        _draw_mode(thing, _FILLS_AT, _IS_STROKED_AT)
        fill, stroke, width = None, None, 0.0
        if _IS_STROKED.value:
            stroke = _colour(_line_colour, thing)
            _line_width(thing, _WIDTH_AT)
            width = _WIDTH.value
        if _FILLS.value != pdfium.FPDF_FILLMODE_NONE:
            fill = _colour(_fill_colour, thing)
            if pattern := _fill_pattern(self._document, thing):
                pdfium.FPDFBitmap_Destroy(ctypes.cast(pattern, pdfium.FPDF_BITMAP))
                fill = "pattern"
        if fill is None and stroke is None:
            return
        shape = self._outline(_path_count(thing), partial(_path_segment, thing))
        lying = inside.matrix @ _matrix(thing)
        yield [shape, lying, fill, stroke, width, clips]

    def _clips(self, thing: int, matrix: Transform) -> list[int]:
        clip = _clip_of(thing)
        found = []
        for k in range(_clip_count(clip) if clip else 0):
            shape = self._outline(_clip_size(clip, k), partial(_clip_segment, clip, k))
            key = (shape, *matrix)
            found.append(self._known_clips.setdefault(key, len(self._known_clips)))
        return found

    def _outline(self, count: int, get: Callable[[int], int]) -> int:
        self._count(count)
        return self._shape(tuple(v for k in range(count) for v in _point(get(k))))

    def _rectangle(self, left: float, bottom: float, right: float, top: float) -> int:
        corners = ((left, bottom, MOVE), (right, bottom, LINE), (right, top, LINE))
        row = tuple(value for corner in corners for value in (*corner, 0))
        return self._shape((*row, left, top, LINE, 1))

    def _shape(self, points: Row) -> int:
        return self._shapes.setdefault(points, len(self._shapes))

    def _count(self, points: int) -> None:
        """Count what is drawn.

        Raises RefusedError where it is too much.
        """
        self._drawn += points
        if self._drawn > MOST_DRAWN:
            raise RefusedError(_TOO_MUCH)


def _point(segment: int) -> Row:
    _segment_point(segment, _X_AT, _Y_AT)
    return _X.value, _Y.value, _segment_type(segment), _segment_closes(segment)


def _placed(page: PdfPage, unit: float) -> tuple[float, float, Transform]:
    """Return a page's width and height in millimetres and the transform from its user space.

    The shown part is the crop box within the media box; it is turned by /Rotate and sized by
    /UserUnit (ISO 32000-1, 14.11.2 and 7.7.3.3).

    Raises RefusedError for a page without a size.
    """
    left, bottom, right, top = page.get_bbox()
    scale = MM * unit
    upright = Transform(scale, 0.0, 0.0, -scale, -left * scale, top * scale)
    sides = (right - left) * scale, (top - bottom) * scale
    if not all(SMALLEST < side < LARGEST for side in sides):
        raise RefusedError("has a page without a size that can be read")
    turn, across, down = quarter_turned(page.get_rotation() // 90, *sides)
    return across, down, turn @ upright


def _text(page: PdfPage) -> str:
    found = page.get_textpage()
    size = min(found.count_chars(), MOST_TEXT)
    letters = (ctypes.c_ushort * (size + 1))()
    pdfium.FPDFText_GetText(found, 0, size, letters)
    return bytes(letters)[: 2 * size].decode("utf-16-le", "replace")


def _colour(get: Any, thing: int) -> str | None:
    """Return a paint as the screen shows it, None where it is transparent."""
    if not get(thing, *_COLOUR_AT):
        return "pattern"
    r, g, b, alpha = _COLOUR
    return f"#{r:02x}{g:02x}{b:02x}" if alpha else None


def _matrix(thing: int) -> Transform:
    _get_matrix(thing, _MATRIX_AT)
    return Transform(*_MATRIX)


def _opened(data: bytes) -> tuple[PdfDocument, bytes]:
    """Return a file as a document, and its bytes without its owner's password.

    Raises RefusedError for a broken file, and one that opens with a password only.
    """
    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        raise RefusedError(_ENCRYPTED if error.err_code in _LOCKED else _BROKEN) from error
    if pdfium.FPDF_GetSecurityHandlerRevision(document) == -1:
        return document, data
    unlocked = io.BytesIO()
    document.save(unlocked, flags=pdfium.FPDF_REMOVE_SECURITY)
    return PdfDocument(unlocked.getvalue()), unlocked.getvalue()


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
    document, data = _opened(data)
    if len(document) > MOST_PAGES:
        raise RefusedError(_TOO_MANY)
    _end_after(SECONDS + SECONDS_OF_PAGE * (len(document) - 1))
    units = _units(data)
    lister = Lister(document.raw, scale)
    for k in range(len(document)):
        try:
            page = _with_annotations(document, k)
        except PdfiumError as error:
            raise RefusedError(_BROKEN) from error
        own = lister.page(page, units[k] if units else 1.0)
        own["page"] |= {"number": 0 if is_svg else k + 1, "is_unsized": is_unsized}
        yield own
        page.close()
    document.close()


def _units(data: bytes) -> list[float]:
    """Return each page's unit in points (/UserUnit), which PDFium passes over; none for all one.

    Raises RefusedError for a structure that pypdf cannot read.
    """
    if not re.search(rb"/UserUnit|/ObjStm", data):
        return []
    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)
    from pypdf import PdfReader

    try:
        return [float(page.get("/UserUnit", 1)) for page in PdfReader(io.BytesIO(data)).pages]
    except MemoryError:
        raise
    except Exception as error:  # pypdf raises many kinds on broken files
        raise RefusedError(_BROKEN) from error


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
