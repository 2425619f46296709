"""What files show, as lines of JSON: a program of its own, run under limits; and pages as pixels.

A stranger's file can abort PDFium or make it swell, so :mod:`.child` starts this file as a process,
gives it the files on standard input, each after its length, and reads for each a line for every
outline, clip and page.  After a page's line come its pixels.  An SVG file is first made PDF by cairosvg.
It knows pages, outlines and paint only.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import math
import re
import signal
import struct
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from generator.checking import child

#: So many letters of a page are looked at.
MOST_TEXT = 20_000
#: Forms within forms deeper than this are not entered.
DEEPEST = 16
#: A page has no more pixels than these.
MOST_PIXELS = 12_000_000
#: How far a page is sheared, about its middle: PDFium fits what is an upright rectangle to whole
#: pixels, a tenth of a millimetre off, but not what is none by a thousandth of a pixel.
_SHEAR = 5e-5
_MM = 25.4 / 72
#: SVG is made so much larger a PDF, as cairo rounds each step of a path to a 256th of a point.
_LARGER = 16
#: Why a file is refused.
LOCKED = "is encrypted; save it without a password to verify it"
BROKEN = "cannot be read as PDF: it is damaged, or no PDF at all"
#: A length of an SVG file that says how large it is on paper.
_SIZED = re.compile(r"\s*[0-9.]+(e[-+]?[0-9]+)?\s*(mm|cm|in|pt|pc|q|px)\s*", re.IGNORECASE)

_MOVE, _LINE, _CURVE = (
    pdfium.FPDF_SEGMENT_MOVETO,
    pdfium.FPDF_SEGMENT_LINETO,
    pdfium.FPDF_SEGMENT_BEZIERTO,
)


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
_COLOUR_AT = tuple(ctypes.addressof(_COLOUR) + 4 * k for k in range(4))


#: A point as PDFium keeps it, in a row of them: x, y, its kind, whether it closes.
_POINT = struct.Struct("=ffBBxx")
#: Which of its bytes say nothing.
_FILLING = (10, 11)
#: Fewer points are not worth looking for in a row.
_FEW = 3


Matrix = Sequence[float]
#: Points in a row of numbers: of each x, y, its kind, and whether it closes.
Row = tuple[float, ...]
#: Writes a line, and bytes after it.
Write = Callable[..., None]
#: A mark: outline, matrix, fill, stroke, its width, clips.
Mark = list[Any]


class Drawn(NamedTuple):
    """A page's pixels: red, green and blue bytes in rows from the top left."""

    rows: int
    columns: int
    per_mm: float
    pixels: Any


class _Inside(NamedTuple):
    """What holds for objects within the forms about them."""

    matrix: Matrix
    clips: tuple[int, ...] = ()
    depth: int = 0


class Lister:
    """Lists a file's pages; outlines and clips that are alike are written once, then told by number."""

    def __init__(self, document: Any, write: Write, scales: Sequence[float], per_mm: float) -> None:
        """Take what writes a line; ``scales`` are a printer's, which the pixels undo."""
        self._document = document
        self._write = write
        self._scales = scales
        self._per_mm = per_mm
        self._shapes: dict[Row, int] = {}
        #: The same, by the bytes in which PDFium keeps them.
        self._packed: dict[bytes, int] = {}
        self._known_clips: dict[tuple[Any, ...], int] = {}
        self._images = 0
        self._mirrored = 0

    def page(self, page: Any, unit: float) -> None:
        """Write a page: its box, rotation in quarters, words and marks, and its pixels.

        A ``unit`` is what its lengths are in, in points.
        """
        box = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, box)
        self._images = self._mirrored = 0
        whole = _Inside((1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        marks = list(self._marks(_on_page(page), whole))
        quarters = pdfium.FPDFPage_GetRotation(page)
        mm = _MM * unit
        sides = (box.right - box.left) * mm, (box.top - box.bottom) * mm
        shown = drawn(page, sides[::-1] if quarters % 2 else sides, self._per_mm, self._scales)
        pixels = bytes(shown.pixels)
        packed = zlib.compress(pixels, 1)  # flat colours pack to a sixteenth at any level
        self._write(
            {
                "bytes": len(packed),
                "view": [shown.rows, shown.columns, shown.per_mm],
                "empty": pixels == pixels[:3] * (len(pixels) // 3),
                "box": [box.left, box.bottom, box.right, box.top],
                "unit": unit,
                "turn": quarters,
                "images": self._images,
                "text": _text(page),
                "mirrored": self._mirrored,
                "notes": pdfium.FPDFPage_GetAnnotCount(page),
                "marks": marks,
            },
            packed,
        )

    def _marks(self, objects: Iterator[Any], inside: _Inside) -> Iterator[Mark]:
        """Yield what objects show, those of forms among them, in painting order."""
        for thing in objects:
            kind = _kind(thing)
            clips = (*inside.clips, *self._clips(thing, inside.matrix))
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield from self._path(thing, inside, clips)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and inside.depth < DEEPEST:
                matrix = _times(inside.matrix, _matrix(thing))
                deeper = _Inside(matrix, clips, inside.depth + 1)
                yield from self._marks(_in_form(thing), deeper)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                a, b, c, d, *_ = _times(inside.matrix, _matrix(thing))
                self._mirrored += 1 if a * d < b * c else -1
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._images += 1
                lying = _times(inside.matrix, _matrix(thing))
                yield [self._rectangle(0, 0, 1, 1), lying, "image", None, 0, clips]
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING:
                yield from self._shading(thing, inside.matrix, clips)

    def _path(self, thing: int, inside: _Inside, clips: tuple[int, ...]) -> Iterator[Mark]:
        """Yield a path's fill and line."""
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
        lying = _times(inside.matrix, _matrix(thing))
        yield [shape, lying, fill, stroke, width, clips]

    def _shading(self, thing: Any, matrix: Matrix, clips: tuple[int, ...]) -> Iterator[Mark]:
        """Yield a shading as a fill of all that its clips let through."""
        sides = (ctypes.c_float * 4)()
        at = ctypes.addressof(sides)
        if _get_bounds(thing, at, at + 4, at + 8, at + 12):
            shape = self._rectangle(*sides)
            yield [shape, list(matrix), "shading", None, 0, clips]

    def _clips(self, thing: int, matrix: Matrix) -> list[int]:
        """Return the numbers of the clips on an object."""
        clip = _clip_of(thing)
        found = []
        for k in range(_clip_count(clip) if clip else 0):
            shape = self._outline(_clip_size(clip, k), partial(_clip_segment, clip, k))
            key = (shape, *matrix)
            if key not in self._known_clips:
                self._known_clips[key] = len(self._known_clips)
                self._write({"clip": key})
            found.append(self._known_clips[key])
        return found

    def _outline(self, count: int, get: Callable[[int], int]) -> int:
        """Return the number of a path of so many points."""
        packed = _block(count, get)
        if not packed:
            return self._shape(tuple(v for k in range(count) for v in _point(get(k))))
        if packed not in self._packed:
            self._packed[packed] = self._shape(tuple(chain(*_POINT.iter_unpack(packed))))
        return self._packed[packed]

    def _rectangle(self, left: float, bottom: float, right: float, top: float) -> int:
        """Return the number of a rectangle's outline."""
        corners = ((left, bottom, _MOVE), (right, bottom, _LINE), (right, top, _LINE))
        row = tuple(value for corner in corners for value in (*corner, 0))
        return self._shape((*row, left, top, _LINE, 1))

    def _shape(self, points: Row) -> int:
        """Return the number of an outline, written when first met."""
        if points not in self._shapes:
            self._shapes[points] = len(self._shapes)
            self._write({"shape": list(_told(points))})
        return self._shapes[points]


def _point(segment: int) -> Row:
    """Return a point as PDFium says it."""
    _segment_point(segment, _X_AT, _Y_AT)
    return _X.value, _Y.value, _segment_type(segment), _segment_closes(segment)


def _block(count: int, get: Callable[[int], int]) -> bytes:
    """Return a path's points as they lie in memory, none where they do not lie as PDFium lays them now.

    Four calls a point take ten times as long; the last point is held against them.
    """
    if count < _FEW:
        return b""
    first, last = get(0), get(count - 1)
    if last != first + _POINT.size * (count - 1):
        return b""
    packed = bytearray(ctypes.string_at(first, _POINT.size * count))
    if _POINT.unpack_from(packed, len(packed) - _POINT.size) != _point(last):
        return b""
    for k in _FILLING:
        packed[k :: _POINT.size] = bytes(count)
    return bytes(packed)


def _told(points: Row) -> Iterator[list[float | str]]:
    """Yield moves, lines and curves; a value more than they need closes."""
    bends: list[float] = []
    for k in range(0, len(points), 4):
        x, y, kind, closes = points[k : k + 4]
        at = [round(x, 5), round(y, 5)]
        if kind == _CURVE:
            bends += at
            if len(bends) < 6:
                continue
            at, bends = bends, []
        sign = {_MOVE: "m", _CURVE: "c"}.get(int(kind), "l")
        yield [sign, *at, *([1] if closes else [])]


def _on_page(page: Any) -> Iterator[int]:
    for k in range(pdfium.FPDFPage_CountObjects(page)):
        yield _page_object(page, k)


def _in_form(form: int) -> Iterator[int]:
    for k in range(_form_count(form)):
        yield _form_object(form, k)


def _text(page: Any) -> str:
    """Return the first words of a page."""
    found = pdfium.FPDFText_LoadPage(page)
    size = min(pdfium.FPDFText_CountChars(found), MOST_TEXT)
    letters = (ctypes.c_ushort * (size + 1))()
    pdfium.FPDFText_GetText(found, 0, size, letters)
    pdfium.FPDFText_ClosePage(found)
    return bytes(letters)[: 2 * size].decode("utf-16-le", "replace")


def _colour(get: Any, thing: int) -> str:
    """Return a paint as the screen shows it."""
    if not get(thing, *_COLOUR_AT):
        return "pattern"
    r, g, b, _ = _COLOUR
    return f"#{r:02x}{g:02x}{b:02x}"


def _matrix(thing: int) -> Matrix:
    """Return the matrix by which an object lies."""
    _get_matrix(thing, _MATRIX_AT)
    return tuple(_MATRIX)


def _times(m: Matrix, n: Matrix) -> list[float]:
    """Return the matrix that does ``n`` first, then ``m``."""
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return [
        a * p + c * q,
        b * p + d * q,
        a * r + c * s,
        b * r + d * s,
        a * t + c * u + e,
        b * t + d * u + f,
    ]


def fineness(width: float, height: float, per_mm: float) -> float:
    """Return how many pixels a millimetre of a page has, of so many at most."""
    return min(per_mm, math.sqrt(MOST_PIXELS / max(1.0, width * height)))


def drawn(
    page: Any,
    shown: tuple[float, float],
    per_mm: float,
    scales: Sequence[float] = (100.0, 100.0),
) -> Drawn:
    """Return a page of so many millimetres, and all that it shows: annotations, too."""
    width, height = shown
    per_mm = fineness(width, height, per_mm)
    columns, rows = (max(1, math.ceil(side * per_mm - 1e-3)) for side in shown)
    pixels = (ctypes.c_ubyte * (columns * rows * 3))()
    bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, pdfium.FPDFBitmap_BGR, pixels, columns * 3)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xFFFFFFFF)
    # From points as PDFium shows a page to pixels.
    a = width / pdfium.FPDF_GetPageWidthF(page) * scales[0] / 100 * per_mm
    d = height / pdfium.FPDF_GetPageHeightF(page) * scales[1] / 100 * per_mm
    e = width / 2 * (1 - scales[0] / 100) * per_mm
    f = height / 2 * (1 - scales[1] / 100) * per_mm
    matrix = pdfium.FS_MATRIX(a, 0.0, _SHEAR * d, d, e + _SHEAR * (f - height * per_mm / 2), f)
    whole = pdfium.FS_RECTF(0, 0, columns, rows)
    flags = pdfium.FPDF_REVERSE_BYTE_ORDER | pdfium.FPDF_ANNOT  # red first
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, flags)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return Drawn(rows, columns, per_mm, pixels)


def listed(data: bytes, write: Write, scales: Sequence[float], per_mm: float) -> str:
    """Write what a file shows; return why it is refused, "" where it is not."""
    is_svg = b"%PDF-" not in data[:1024]
    if is_svg:
        data, sized, refused = _from_svg(data)
        if refused:
            return refused
        write({"sized": sized})
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        is_locked = pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD
        return LOCKED if is_locked else BROKEN
    count = pdfium.FPDF_GetPageCount(document)
    if count > child.MOST_PAGES:
        return f"has more than {child.MOST_PAGES} pages; split the set into files of fewer sheets"
    end_after(child.SECONDS + child.SECONDS_A_PAGE * count)
    lister = Lister(document, write, scales, per_mm)
    units = [1 / _LARGER] * count if is_svg else _units(data, count)
    for k in range(count):
        page = pdfium.FPDF_LoadPage(document, k)
        if not page:
            return BROKEN
        lister.page(page, units[k])
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)
    return "" if count else BROKEN


def _units(data: bytes, count: int) -> list[float]:
    """Return what each page's lengths are in, in points (/UserUnit), which PDFium does not tell."""
    units = [1.0] * count
    if b"/UserUnit" in data or b"/ObjStm" in data:
        from pypdf import PdfReader

        with contextlib.suppress(Exception):  # whatever pypdf's own reading of values raises
            for k, page in enumerate(PdfReader(io.BytesIO(data)).pages[:count]):
                units[k] = float(page.get("/UserUnit", 1))
    return units


def _from_svg(data: bytes) -> tuple[bytes, bool, str]:
    """Return an SVG file as PDF, whether it says how large it is, and why it is refused, "" if not."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        return b"", False, "holds a document type or entities, which are not read"
    except (ParseError, ValueError, LookupError) as error:
        return b"", False, f"cannot be read as SVG: {error}"
    name = root.tag.rpartition("}")[2]
    if name != "svg":
        return b"", False, f"is no SVG: its root is <{name[:40]}>"
    import cairosvg

    try:
        made: bytes = cairosvg.surface.PDFSurface.convert(
            data, url_fetcher=_not_fetched, scale=_LARGER
        )
    except Exception as error:  # cairosvg lets through whatever its own reading of values raises
        return b"", False, f"cannot be read as SVG: {type(error).__name__} {error}"[:200]
    sizes = (root.get("width", ""), root.get("height", ""))
    return made, all(_SIZED.fullmatch(size) for size in sizes), ""


def _not_fetched(url: str, _: str) -> bytes:
    raise ValueError(f"{url[:60]} lies outside the file")


def bound_memory(mebibytes: int) -> None:
    """Bound this process's memory, and let it leave no image of it, where the system can."""
    if sys.platform == "win32":  # the parent's clock alone
        return
    import resource

    wanted = [(resource.RLIMIT_CORE, 0)]
    if sys.platform != "darwin":  # which counts what all processes share
        wanted.append((resource.RLIMIT_AS, mebibytes * 2**20))
    for kind, most in wanted:
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(kind, (most, hard))


def end_after(seconds: float) -> None:
    """End this process after so many seconds of processor time from now, where the system can."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def main(scales: Sequence[float], per_mm: float) -> None:
    """Read files from standard input and write what their pages show, a printer's ``scales`` undone."""
    bound_memory(child.MEMORY)
    out, given = sys.stdout.buffer, sys.stdin.buffer

    def write(value: dict[str, Any], part: bytes = b"") -> None:
        out.write(json.dumps(value, separators=(",", ":")).encode() + b"\n" + part)

    pdfium.FPDF_InitLibrary()
    while len(head := given.read(child.HEAD.size)) == child.HEAD.size:
        data = given.read(*child.HEAD.unpack(head))
        end_after(child.SECONDS + child.SECONDS_A_PAGE)
        try:
            refused = listed(data, write, scales, per_mm)
        except (MemoryError, RecursionError):
            refused = f"takes more than {child.MEMORY} MiB to show"
        write({"refused": refused} if refused else {})
        write({"end": True})
        out.flush()
