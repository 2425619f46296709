"""A page of a PDF file as rows of pixels, drawn by PDFium in the child process.

Knows page boxes and turns; nothing of what is drawn.
"""

from __future__ import annotations

import base64
import ctypes
import math
import zlib
from typing import Any

import pypdfium2.raw as pdfium

from engine.geometry.plane import Transform
from generator.checking.pages.paint import Scale, quarter_turned, unscaled

#: Pixels a millimetre; fewer where a page would have more pixels than these.
PER_MM = 6.0
MOST_PIXELS = 9_000_000
#: How far a page is sheared, about its middle: PDFium fits what is an upright rectangle to whole
#: pixels, a twelfth of a millimetre off, but not what is none by a thousandth of a pixel.
_SHEAR = 5e-5


def views(
    page: Any, sides: tuple[float, float], quarters: int, scale: Scale
) -> list[tuple[int, int, int, float, str]]:
    """Return a page of so many millimetres as it is shown and, of a turned page, as it was drawn.

    It is turned clockwise by ``quarters``; the correction for a printer's ``scale`` is undone about the
    middle.  Of each view: how far it is turned from as it is shown, rows, columns, pixels a
    millimetre, and its bytes packed by zlib, in base 64.
    Two views, since a pixel's edge lies on the page's edge at the top and at the left only.
    """
    per_mm = min(PER_MM, _finest(*sides))
    result = []
    for turn in sorted({0, -quarters % 4}):
        rows, columns, pixels = drawn(page, sides, scale, turn, per_mm)
        # The fastest level: flat colours pack to a sixteenth at any.
        packed = base64.b64encode(zlib.compress(pixels, 1)).decode()
        result.append((turn, rows, columns, per_mm, packed))
    return result


def drawn(
    page: Any, shown: tuple[float, float], scale: Scale, turn: int, per_mm: float
) -> tuple[int, int, Any]:
    """Return the rows, the columns and the bytes of a page of so many millimetres, turned clockwise.

    A millimetre is ``per_mm`` pixels; the last row and column may be of the page in part.
    """
    turned, *sides = quarter_turned(turn, *shown)
    columns, rows = (math.ceil(side * per_mm - 1e-3) for side in sides)
    pixels = (ctypes.c_ubyte * (columns * rows * 3))()
    bitmap = pdfium.FPDFBitmap_CreateEx(columns, rows, pdfium.FPDFBitmap_BGR, pixels, columns * 3)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xFFFFFFFF)
    # From points as PDFium shows a page, its unit passed over.
    across, down = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    upright = unscaled(*shown, scale) @ Transform.scaling(shown[0] / across, shown[1] / down)
    a, b, c, d, e, f = Transform.scaling(per_mm) @ turned @ upright
    aside = _SHEAR * (f - per_mm * sides[1] / 2)
    matrix = pdfium.FS_MATRIX(a + _SHEAR * b, b, c + _SHEAR * d, d, e + aside, f)
    whole = pdfium.FS_RECTF(0, 0, columns, rows)
    flags = pdfium.FPDF_REVERSE_BYTE_ORDER  # red first; without annotations
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, flags)
    pdfium.FPDFBitmap_Destroy(bitmap)
    return rows, columns, pixels


def _finest(width: float, height: float) -> float:
    """Return at how many pixels a millimetre a page, its sides rounded up, has the most allowed."""
    area, sides = width * height, width + height
    return (math.sqrt(sides * sides + 4 * area * (MOST_PIXELS - 1)) - sides) / (2 * area)
