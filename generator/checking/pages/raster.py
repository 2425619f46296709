"""A page of a PDF file as rows of pixels, drawn by PDFium in the child process.

Knows page boxes and turns; nothing of what is drawn.
"""

from __future__ import annotations

import base64
import ctypes
import math
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from generator.checking.pages.svg import RefusedError

#: Pixels a millimetre; fewer where a page would have more pixels than these.
PER_MM = 6.0
MOST_PIXELS = 9_000_000
#: How far a page is sheared, about its middle: PDFium fits what is an upright rectangle to whole
#: pixels, a twelfth of a millimetre off, but not what is none by a thousandth of a pixel.
_SHEAR = 5e-5
#: A page has sides of millimetres between these.
SMALLEST, LARGEST = 0.1, 10_000.0

MM = 25.4 / 72


class Drawn(NamedTuple):
    """A page's pixels: red, green and blue bytes in rows from the top left, packed by zlib, in base 64."""

    quarters: int  # how far the page was turned clockwise from as it is shown
    rows: int
    columns: int
    per_mm: float
    packed: str


def views(page: Any, box: Any, unit: float, quarters: int, scale: Sequence[float]) -> list[Drawn]:
    """Return a page of PDFium's as it is shown and, of a turned page, as it was drawn.

    Its ``box`` is in units of so many points; it is turned clockwise by ``quarters``.  The correction
    for a printer's ``scale`` (percent across and down) is undone about the middle.
    Two views, since a pixel's edge lies on the page's edge at the top and at the left only.

    Raises RefusedError for a page without a size.
    """
    across, down = (box.right - box.left) * unit * MM, (box.top - box.bottom) * unit * MM
    sides = (down, across) if quarters % 2 else (across, down)
    if not all(SMALLEST < side < LARGEST for side in sides):
        raise RefusedError("has a page without a size that can be read")
    return [_view(page, sides, scale, turn) for turn in sorted({0, -quarters % 4})]


def _view(page: Any, sides: tuple[float, float], scale: Sequence[float], turn: int) -> Drawn:
    """Return a page, of so many millimetres as shown, turned clockwise by ``turn`` quarters from that."""
    per_mm = min(PER_MM, _finest(*sides))
    rows, columns, pixels = drawn(page, sides, scale, turn, per_mm)
    # The fastest level: flat colours pack to a sixteenth at any.
    packed = base64.b64encode(zlib.compress(pixels, 1)).decode()
    return Drawn(turn, rows, columns, per_mm, packed)


def drawn(
    page: Any, shown: tuple[float, float], scale: Sequence[float], turn: int, per_mm: float
) -> tuple[int, int, Any]:
    """Return the rows, the columns and the bytes of a page of so many millimetres, turned clockwise.

    A millimetre is ``per_mm`` pixels; the last row and column may be of the page in part.
    """
    width, height = shown
    sides = (height, width) if turn % 2 else (width, height)
    columns, rows = (math.ceil(side * per_mm - 1e-3) for side in sides)
    pixels = (ctypes.c_ubyte * (columns * rows * 3))()
    bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, pdfium.FPDFBitmap_BGR, pixels, columns * 3)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xFFFFFFFF)
    matrix = _matrix(page, shown, scale, turn, per_mm)
    whole = pdfium.FS_RECTF(0, 0, columns, rows)
    flags = pdfium.FPDF_REVERSE_BYTE_ORDER  # red first; without annotations
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, flags)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return rows, columns, pixels


def _finest(width: float, height: float) -> float:
    """Return at how many pixels a millimetre a page, its sides rounded up, has the most allowed."""
    area, sides = width * height, width + height
    return (math.sqrt(sides * sides + 4 * area * (MOST_PIXELS - 1)) - sides) / (2 * area)


def _matrix(
    page: Any, sides: tuple[float, float], scale: Sequence[float], turn: int, per_mm: float
) -> Any:
    """Return the matrix from points as PDFium shows a page (its unit passed over) to pixels."""
    width, height = sides
    across, down = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    a, d = width / across * scale[0] / 100, height / down * scale[1] / 100
    e, f = width / 2 * (1 - scale[0] / 100), height / 2 * (1 - scale[1] / 100)
    turned = {
        0: (a, 0.0, 0.0, d, e, f),
        1: (0.0, a, -d, 0.0, height - f, e),
        2: (-a, 0.0, 0.0, -d, width - e, height - f),
        3: (0.0, -a, d, 0.0, f, width - e),
    }[turn]
    a, b, c, d, e, f = (value * per_mm for value in turned)
    middle = per_mm * (width if turn % 2 else height) / 2
    return pdfium.FS_MATRIX(a + _SHEAR * b, b, c + _SHEAR * d, d, e + _SHEAR * (f - middle), f)
