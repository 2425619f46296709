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
from generator.checking.pages.paint import Scale, View, unscaled

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
