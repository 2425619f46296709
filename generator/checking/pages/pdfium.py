"""What PDFium shows of PDF files, as lines of JSON: a program of its own, run under limits.

A hostile file can abort PDFium or make it swell, so :mod:`.child` starts this file as a process,
gives it the files on standard input, each after its length and its seconds, and reads for each a
line for every outline, clip, view and page, and one at its end, with the seconds of processor time
that it took.  A line that begins with ``bytes`` is followed by so many: a view's pixels.  It knows
pages, outlines and paint only.
"""

from __future__ import annotations

import ctypes
import json
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from generator.checking.pages import layers, limits, raster

#: More objects in a file than this, and more points, are no sheets of tiles.
MOST_OBJECTS = 400_000
MOST_POINTS = 4_000_000
MOST_PAGES = 1000
#: So many seconds of processor time more for each page but the first, of so many bytes at least.
SECONDS_OF_PAGE, BYTES_OF_PAGE = 0.02, 1000
#: So many letters of a page are looked at.
MOST_TEXT = 20_000
#: Forms within forms deeper than this are not entered.
DEEPEST = 16

#: Why a file is refused, by what PDFium says.
REFUSED = {pdfium.FPDF_ERR_PASSWORD: "encrypted", pdfium.FPDF_ERR_SECURITY: "encrypted"}

_MOVE, _LINE, _CURVE = (
    pdfium.FPDF_SEGMENT_MOVETO,
    pdfium.FPDF_SEGMENT_LINETO,
    pdfium.FPDF_SEGMENT_BEZIERTO,
)


def _quick(function: Any, result: Any, *arguments: Any) -> Any:
    """Return a function of PDFium that takes addresses as numbers: a third of the time a call."""
    address: Any = ctypes.cast(function, ctypes.c_void_p).value
    return ctypes.CFUNCTYPE(result, *arguments)(address)


_Address, _Whole = ctypes.c_void_p, ctypes.c_int
_path_segment = _quick(pdfium.FPDFPath_GetPathSegment, _Address, _Address, _Whole)
_clip_segment = _quick(pdfium.FPDFClipPath_GetPathSegment, _Address, _Address, _Whole, _Whole)
_segment_point = _quick(pdfium.FPDFPathSegment_GetPoint, _Whole, _Address, _Address, _Address)
_segment_type = _quick(pdfium.FPDFPathSegment_GetType, _Whole, _Address)
_segment_closes = _quick(pdfium.FPDFPathSegment_GetClose, _Whole, _Address)


#: A point as PDFium keeps it, in a row of them: x, y, its kind, whether it closes.
_POINT = struct.Struct("=ffBBxx")
#: Fewer points are not worth looking for in a row.
_FEW = 3


class TooMuchError(Exception):
    """More is drawn than a sheet can hold."""


Matrix = Sequence[float]
#: Points in a row of numbers: of each x, y, its kind, and whether it closes.
Row = tuple[float, ...]
#: Writes a line, and bytes after it.
Write = Callable[..., None]
#: A mark: outline, matrix, fill, whether by the even-odd rule, stroke, its width, opacity, clips.
Mark = list[Any]


class _Inside(NamedTuple):
    """What holds for objects within the forms about them."""

    matrix: Matrix
    clips: tuple[int, ...] = ()
    alpha: float = 1.0
    depth: int = 0


class Lister:
    """Lists a file's pages; outlines and clips that are alike are written once, then told by number.

    Where a printer's ``scale`` is given, pages are drawn as well, its correction undone.
    """

    def __init__(
        self, document: Any, write: Write, scale: Sequence[float] | None, tells_marks: bool
    ) -> None:
        self._document = document
        self._write = write
        self._scale = scale
        self._tells_marks = tells_marks
        self._shapes: dict[Row, int] = {}
        self._known_clips: dict[tuple[Any, ...], int] = {}
        self._images = 0
        self._mirrored = 0
        self._objects = 0
        self._points = 0
        #: How large the pages are that were written, in square millimetres.
        self.areas: list[float] = []

    def page(self, page: Any, unit: float) -> None:
        """Write a page: its views, its unit in points, box, rotation in quarters, and marks."""
        box = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, box)
        self._images = self._mirrored = 0
        whole = _Inside((1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        marks = list(self._marks(_on_page(page), whole)) if self._tells_marks else []
        quarters = pdfium.FPDFPage_GetRotation(page)
        self.areas.append((box.right - box.left) * (box.top - box.bottom) * (unit * raster.MM) ** 2)
        if self._scale is not None:
            for view in raster.views(page, box, unit, quarters, self._scale):
                self._write({"view": view[:-1]}, view.packed)
        self._write(
            {
                "unit": unit,
                "box": [box.left, box.bottom, box.right, box.top],
                "turn": quarters,
                "images": self._images,
                "text": _text(page),
                "mirrored": self._mirrored,
                "marks": marks,
            }
        )

    def _marks(self, objects: Iterator[Any], inside: _Inside) -> Iterator[Mark]:
        """Yield what objects show, those of forms among them, in painting order."""
        for thing in objects:
            self._objects += 1
            if self._objects > MOST_OBJECTS:
                raise TooMuchError
            if _is_hidden(thing):
                continue
            kind = pdfium.FPDFPageObj_GetType(thing)
            clips = (*inside.clips, *self._clips(thing, inside.matrix))
            self._points += len(clips)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield from self._path(thing, inside._replace(clips=clips))
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and inside.depth < DEEPEST:
                _, alpha = _colour(pdfium.FPDFPageObj_GetFillColor, thing)
                matrix = _times(inside.matrix, _matrix(thing))
                deeper = _Inside(matrix, clips, min(alpha, inside.alpha), inside.depth + 1)
                yield from self._marks(_in_form(thing), deeper)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                a, b, c, d, *_ = _times(inside.matrix, _matrix(thing))
                self._mirrored += 1 if a * d < b * c else -1
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._images += 1
                lying = _times(inside.matrix, _matrix(thing))
                yield [self._rectangle(0, 0, 1, 1), lying, "image", 0, None, 0, 1, clips]
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING:
                yield from self._shading(thing, inside.matrix, clips)

    def _path(self, thing: Any, inside: _Inside) -> Iterator[Mark]:
        """Yield a path's fill and line.

        A form's opacity is its own or what its parts have already; so the lesser counts.
        """
        mode, is_stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        pdfium.FPDFPath_GetDrawMode(thing, mode, is_stroked)
        fill, stroke, alpha = None, None, 0.0
        if is_stroked.value:
            stroke, alpha = _colour(pdfium.FPDFPageObj_GetStrokeColor, thing)
            pdfium.FPDFPageObj_GetStrokeWidth(thing, width)
        if mode.value != pdfium.FPDF_FILLMODE_NONE:
            fill, alpha = _colour(pdfium.FPDFPageObj_GetFillColor, thing)
            if pdfium.FPDFPageObj_GetRenderedFillPattern(self._document, thing):
                fill = "pattern"
        if fill is None and stroke is None:
            return
        count = pdfium.FPDFPath_CountSegments(thing)
        segments = self._segments(count, partial(_path_segment, ctypes.cast(thing, _Address)))
        by_even_odd = int(mode.value == pdfium.FPDF_FILLMODE_ALTERNATE)
        lying = _times(inside.matrix, _matrix(thing))
        alpha = min(alpha, inside.alpha)
        look = (fill, by_even_odd, stroke, width.value, alpha)
        yield [self._shape(segments), lying, *look, inside.clips]

    def _shading(self, thing: Any, matrix: Matrix, clips: tuple[int, ...]) -> Iterator[Mark]:
        """Yield a shading as a fill of all that its clips let through."""
        sides = [ctypes.c_float() for _ in range(4)]
        if pdfium.FPDFPageObj_GetBounds(thing, *sides):
            shape = self._rectangle(*(side.value for side in sides))
            yield [shape, list(matrix), "shading", 0, None, 0, 1, clips]

    def _clips(self, thing: Any, matrix: Matrix) -> list[int]:
        """Return the numbers of the clips on an object."""
        clip = pdfium.FPDFPageObj_GetClipPath(thing)
        count = pdfium.FPDFClipPath_CountPaths(clip) if clip else 0
        found = []
        for k in range(max(0, count)):
            size = pdfium.FPDFClipPath_CountPathSegments(clip, k)
            get = partial(_clip_segment, ctypes.cast(clip, _Address), k)
            key = (self._shape(self._segments(size, get)), *matrix)
            if key not in self._known_clips:
                self._known_clips[key] = len(self._known_clips)
                self._write({"clip": key})
            found.append(self._known_clips[key])
        return found

    def _segments(self, count: int, get: Callable[[int], Any]) -> Row:
        """Return a path's points as a row of numbers."""
        self._points += max(0, count)
        if self._points > MOST_POINTS:
            raise TooMuchError
        return _block(count, get) or tuple(v for k in range(count) for v in _point(get(k)))

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


def _point(segment: Any) -> Row:
    """Return a point as PDFium says it."""
    x, y = ctypes.c_float(), ctypes.c_float()
    _segment_point(segment, ctypes.addressof(x), ctypes.addressof(y))
    return x.value, y.value, _segment_type(segment), _segment_closes(segment)


def _block(count: int, get: Callable[[int], Any]) -> Row:
    """Return a path's points as they lie in memory, none where they do not lie as PDFium lays them now.

    Four calls a point take ten times as long; the last point is held against them.
    """
    if count < _FEW:
        return ()
    first, last = get(0), get(count - 1)
    if last != first + _POINT.size * (count - 1):
        return ()
    found = _POINT.iter_unpack(ctypes.string_at(first, _POINT.size * count))
    row = tuple(chain.from_iterable(found))
    return row if row[-4:] == _point(last) else ()


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


def _on_page(page: Any) -> Iterator[Any]:
    for k in range(pdfium.FPDFPage_CountObjects(page)):
        yield pdfium.FPDFPage_GetObject(page, k)


def _in_form(form: Any) -> Iterator[Any]:
    for k in range(pdfium.FPDFFormObj_CountObjects(form)):
        yield pdfium.FPDFFormObj_GetObject(form, k)


def _text(page: Any) -> str:
    """Return the first words of a page."""
    found = pdfium.FPDFText_LoadPage(page)
    size = min(pdfium.FPDFText_CountChars(found), MOST_TEXT)
    letters = (ctypes.c_ushort * (size + 1))()
    pdfium.FPDFText_GetText(found, 0, size, letters)
    pdfium.FPDFText_ClosePage(found)
    return bytes(letters)[: 2 * size].decode("utf-16-le", "replace")


def _is_hidden(thing: Any) -> bool:
    """Tell whether an object stands in a layer that is not shown."""
    for k in range(pdfium.FPDFPageObj_CountMarks(thing)):
        mark = pdfium.FPDFPageObj_GetMark(thing, k)
        size = ctypes.c_ulong()
        letters = (ctypes.c_ushort * 32)()
        pdfium.FPDFPageObjMark_GetName(mark, letters, 64, size)
        if _word(letters, size) != "OC":
            continue
        pdfium.FPDFPageObjMark_GetParamStringValue(mark, b"Name", letters, 64, size)
        if _word(letters, size) == layers.HIDDEN:
            return True
    return False


def _word(letters: Any, size: Any) -> str:
    """Return what PDFium wrote: UTF-16, with a zero at its end."""
    return bytes(letters)[: min(size.value, 64)].decode("utf-16-le", "replace").rstrip("\0")


def _colour(get: Any, thing: Any) -> tuple[str | None, float]:
    """Return a paint as the screen shows it, and its opacity."""
    r, g, b, a = (ctypes.c_uint() for _ in range(4))
    if not get(thing, r, g, b, a):
        return "pattern", 1.0
    return f"#{r.value:02x}{g.value:02x}{b.value:02x}", a.value / 255


def _matrix(thing: Any) -> list[float]:
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, found)
    return [found.a, found.b, found.c, found.d, found.e, found.f]


def _times(m: Sequence[float], n: Sequence[float]) -> list[float]:
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


def listed(
    data: bytes, write: Write, scale: Sequence[float] | None, marks: bool
) -> Sequence[float]:
    """Write what a PDF file shows, or why it cannot be told; return its pages' areas in mm²."""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document or pdfium.FPDF_GetSecurityHandlerRevision(document) != -1:
        why = "encrypted" if document else REFUSED.get(pdfium.FPDF_GetLastError(), "broken")
        write({"refused": why})
        return ()
    count = pdfium.FPDF_GetPageCount(document)
    if count > MOST_PAGES:
        write({"refused": "pages"})
        return ()
    limits.give(SECONDS_OF_PAGE * min(count - 1, len(data) / BYTES_OF_PAGE))
    try:
        structure = layers.read(data)
    except MemoryError:
        raise
    except Exception:  # pypdf raises many kinds on broken files
        write({"refused": "broken"})
        return ()
    if structure.data is not data:
        pdfium.FPDF_CloseDocument(document)
        document = pdfium.FPDF_LoadMemDocument64(structure.data, len(structure.data), None)
    lister = Lister(document, write, scale, marks)
    for k in range(count):
        page = pdfium.FPDF_LoadPage(document, k)
        if not page:
            write({"refused": "broken"})
            return ()
        lister.page(page, structure.units[k] if k < len(structure.units) else 1.0)
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)
    return lister.areas


def main(mebibytes: int, scale: Sequence[float] | None, marks: bool) -> None:
    """Read PDF files from standard input and write what their pages show.

    Their pixels too where a printer's ``scale`` is given, and those alone without ``marks``.
    """
    limits.bound_memory(mebibytes)
    out = sys.stdout.buffer

    def write(value: dict[str, Any], part: bytes = b"") -> None:
        if part:
            value = {"bytes": len(part), **value}
        out.write(json.dumps(value, separators=(",", ":")).encode() + b"\n" + part)

    begun = 0.0  # to start takes time as well
    pdfium.FPDF_InitLibrary()
    given = sys.stdin.buffer
    while len(head := given.read(limits.HEAD.size)) == limits.HEAD.size:
        size, seconds = limits.HEAD.unpack(head)
        data = given.read(size)
        limits.end_after(seconds)
        try:
            areas = listed(data, write, scale, marks)
        except (TooMuchError, MemoryError, RecursionError):
            areas = ()
            write({"refused": "too much"})
        write({"end": time.process_time() - begun, "areas": areas})
        begun = time.process_time()
        out.flush()
