"""What PDFium shows of PDF files, as lines of JSON: a program of its own, run under limits.

A hostile file can abort PDFium or make it swell, so :mod:`.child` starts this file as a process,
gives it the files on standard input, each after its length in eight bytes, and reads for each how
many pages it has, then a line for every outline, clip and page.  It imports nothing of the project,
and knows pages, outlines and paint only.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pypdfium2.raw as pdfium

#: More objects in a file than this, and more points, are no sheets of tiles.
MOST_OBJECTS = 400_000
MOST_POINTS = 4_000_000
MOST_PAGES = 1000
#: So many letters of a page are looked at.
MOST_TEXT = 20_000
#: Forms within forms deeper than this are not entered.
DEEPEST = 16
#: The name of a layer that is not shown (:mod:`.layers` gives it).
HIDDEN = "\x01not shown"

#: Why a file is refused, by what PDFium says.
REFUSED = {pdfium.FPDF_ERR_PASSWORD: "encrypted", pdfium.FPDF_ERR_SECURITY: "encrypted"}

_KINDS = {pdfium.FPDF_SEGMENT_MOVETO: "m", pdfium.FPDF_SEGMENT_LINETO: "l"}
_CURVE = pdfium.FPDF_SEGMENT_BEZIERTO


class TooMuchError(Exception):
    """More is drawn than a sheet can hold."""


Matrix = Sequence[float]
#: A mark: outline, matrix, fill, whether by the even-odd rule, stroke, its width, opacity, clips.
Mark = list[Any]


class Lister:
    """Lists a file's pages; outlines and clips that are alike are written once, then told by number."""

    def __init__(self, write: Callable[[object], None]) -> None:
        self._write = write
        self._shapes: dict[tuple[Any, ...], int] = {}
        self._known_clips: dict[tuple[Any, ...], int] = {}
        self._images = 0
        self._objects = 0
        self._points = 0

    def page(self, page: Any) -> None:
        """Write a page: its box, its rotation in quarters, and its marks."""
        box = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, box)
        self._images = 0
        marks = list(self._marks(_on_page(page), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), (), 0))
        self._write(
            {
                "box": [box.left, box.bottom, box.right, box.top],
                "turn": pdfium.FPDFPage_GetRotation(page),
                "images": self._images,
                "text": _text(page),
                "marks": marks,
            }
        )

    def _marks(
        self, objects: Iterator[Any], matrix: Matrix, clips: tuple[int, ...], depth: int
    ) -> Iterator[Mark]:
        """Yield what objects show, those of forms among them, in painting order."""
        for thing in objects:
            self._objects += 1
            if self._objects > MOST_OBJECTS:
                raise TooMuchError
            if _is_hidden(thing):
                continue
            kind = pdfium.FPDFPageObj_GetType(thing)
            through = (*clips, *self._clips(thing, matrix))
            self._points += len(through)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                yield from self._path(thing, matrix, through)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
                inner = _times(matrix, _matrix(thing))
                yield from self._marks(_in_form(thing), inner, through, depth + 1)
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._images += 1
                lying = _times(matrix, _matrix(thing))
                yield [self._rectangle(0, 0, 1, 1), lying, "image", 0, None, 0, 1, through]
            elif kind == pdfium.FPDF_PAGEOBJ_SHADING:
                yield from self._shading(thing, matrix, through)

    def _path(self, thing: Any, matrix: Matrix, clips: tuple[int, ...]) -> Iterator[Mark]:
        """Yield a path's fill and line."""
        mode, is_stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        pdfium.FPDFPath_GetDrawMode(thing, mode, is_stroked)
        fill, stroke, alpha = None, None, 0.0
        if is_stroked.value:
            stroke, alpha = _colour(pdfium.FPDFPageObj_GetStrokeColor, thing)
            pdfium.FPDFPageObj_GetStrokeWidth(thing, width)
        if mode.value != pdfium.FPDF_FILLMODE_NONE:
            fill, alpha = _colour(pdfium.FPDFPageObj_GetFillColor, thing)
        if fill is None and stroke is None:
            return
        count = pdfium.FPDFPath_CountSegments(thing)
        segments = self._segments(count, lambda k: pdfium.FPDFPath_GetPathSegment(thing, k))
        by_even_odd = int(mode.value == pdfium.FPDF_FILLMODE_ALTERNATE)
        lying = _times(matrix, _matrix(thing))
        yield [self._shape(segments), lying, fill, by_even_odd, stroke, width.value, alpha, clips]

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
            get = partial(pdfium.FPDFClipPath_GetPathSegment, clip, k)
            key = (self._shape(self._segments(size, get)), *matrix)
            if key not in self._known_clips:
                self._known_clips[key] = len(self._known_clips)
                self._write({"clip": key})
            found.append(self._known_clips[key])
        return found

    def _segments(self, count: int, get: Callable[[int], Any]) -> list[tuple[Any, ...]]:
        """Return a path as moves, lines and curves; a fourth or seventh value closes."""
        self._points += max(0, count)
        if self._points > MOST_POINTS:
            raise TooMuchError
        x, y = ctypes.c_float(), ctypes.c_float()
        found: list[tuple[Any, ...]] = []
        bends: list[float] = []
        for k in range(count):
            segment = get(k)
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            closes = (1,) if pdfium.FPDFPathSegment_GetClose(segment) else ()
            at = (round(x.value, 5), round(y.value, 5))
            if kind == _CURVE:
                bends += at
                if len(bends) == 6:
                    found.append(("c", *bends, *closes))
                    bends.clear()
            else:
                found.append((_KINDS.get(kind, "l"), *at, *closes))
        return found

    def _rectangle(self, left: float, bottom: float, right: float, top: float) -> int:
        """Return the number of a rectangle's outline."""
        ends = ("l", right, bottom), ("l", right, top), ("l", left, top, 1)
        return self._shape([("m", left, bottom), *ends])

    def _shape(self, segments: list[tuple[Any, ...]]) -> int:
        """Return the number of an outline, written when first met."""
        key = tuple(segments)
        if key not in self._shapes:
            self._shapes[key] = len(self._shapes)
            self._write({"shape": segments})
        return self._shapes[key]


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
        name = ctypes.create_string_buffer(64)
        if pdfium.FPDFPageObjMark_GetParamStringValue(
            mark, b"Name", ctypes.cast(name, ctypes.POINTER(ctypes.c_ushort)), 64, size
        ) and name.raw[: size.value].decode("utf-16-le", "replace").startswith(HIDDEN):
            return True
    return False


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


def limited(seconds: int, mebibytes: int) -> None:
    """Bound this process's time and memory where the system can."""
    try:
        import resource
    except ImportError:  # Windows: the parent's clock alone
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (mebibytes * 2**20, mebibytes * 2**20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def listed(data: bytes, write: Callable[[object], None]) -> None:
    """Write what a PDF file shows, or why it cannot be told."""
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        write({"refused": REFUSED.get(pdfium.FPDF_GetLastError(), "broken")})
        return
    count = pdfium.FPDF_GetPageCount(document)
    if count > MOST_PAGES:
        write({"refused": "pages"})
        return
    lister = Lister(write)
    for k in range(count):
        page = pdfium.FPDF_LoadPage(document, k)
        if not page:
            write({"refused": "broken"})
            return
        lister.page(page)
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)


def main() -> None:
    """Read PDF files from standard input and write what their pages show."""
    limited(int(sys.argv[1]), int(sys.argv[2]))

    def write(value: object) -> None:
        sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")

    pdfium.FPDF_InitLibrary()
    while size := int.from_bytes(sys.stdin.buffer.read(8), "big"):
        try:
            listed(sys.stdin.buffer.read(size), write)
        except (TooMuchError, MemoryError):
            write({"refused": "too much"})
        write({"end": True})
        sys.stdout.flush()


if __name__ == "__main__":
    main()
