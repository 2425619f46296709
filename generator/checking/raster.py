"""A page of a PDF file as rows of pixels, drawn by PDFium.

Knows page boxes and turns; nothing of what is drawn.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

#: Pixels a millimetre; fewer where a page would have more pixels than these.
PER_MM = 5.0
MOST_PIXELS = 12_000_000
#: How far a page is sheared, about its middle: PDFium fits what is an upright rectangle to whole
#: pixels, a tenth of a millimetre off, but not what is none by a thousandth of a pixel.
_SHEAR = 5e-5

MM = 25.4 / 72


class Drawn(NamedTuple):
    """A page's pixels: red, green and blue bytes in rows from the top left."""

    rows: int
    columns: int
    per_mm: float
    pixels: Any


def of_page(page: Any, box: Any, quarters: int, scales: Sequence[float]) -> Drawn:
    """Return a page of PDFium's as it is shown, its ``box`` in points, turned by ``quarters``.

    The correction for a printer's ``scales`` (percent across and down) is undone about the middle.
    """
    across, down = (box.right - box.left) * MM, (box.top - box.bottom) * MM
    shown = (down, across) if quarters % 2 else (across, down)
    return drawn(page, shown, scales)


def drawn(
    page: Any,
    shown: tuple[float, float],
    scales: Sequence[float] = (100.0, 100.0),
    per_mm: float = PER_MM,
) -> Drawn:
    """Return a page of so many millimetres, and all that it shows: annotations, too."""
    width, height = shown
    per_mm = min(per_mm, math.sqrt(MOST_PIXELS / max(1.0, width * height)))
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
