"""Figures at their printed size: what PDFium reads of letters and lines, and what is left out."""

import ctypes
import math
from dataclasses import replace

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

import engine
from engine import figure
from engine.drawing.writers import pdf
from generator.illustrating import rulebook
from tests.paths import ROOT

EXAMPLES = {
    f"{path.stem} {spec.name}": (path, spec)
    for path in sorted((ROOT / "templates" / "examples").glob("*.toml"))
    for spec in rulebook.load(str(path)).spec.figures
}


def seen(data):
    """Return the sizes of the letters and the widths of the lines that PDFium finds, in points."""
    document = pypdfium2.PdfDocument(data)
    letters, lines = [], []
    page = document[0]  # held: PDFium's objects live as long as their page
    count, get = pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject
    for thing, scale in _objects(page.raw, 1.0, count, get):
        size, width = ctypes.c_float(), ctypes.c_float()
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        if pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_TEXT:
            pdfium.FPDFTextObj_GetFontSize(thing, size)
            letters.append(size.value * scale)
        elif pdfium.FPDFPath_GetDrawMode(thing, fill, stroke) and stroke.value:
            pdfium.FPDFPageObj_GetStrokeWidth(thing, width)
            lines.append(width.value * scale)
    page.close()
    document.close()
    return letters, lines


def _objects(holder, scale, count, get):
    for k in range(count(holder)):
        thing = get(holder, k)
        m = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(thing, m)
        inner = scale * math.sqrt(abs(m.a * m.d - m.b * m.c))
        if pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _objects(
                thing, inner, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject
            )
        else:
            yield thing, inner


@pytest.mark.parametrize("look", ["classic", "mono"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_legible_at_60_millimetres(name, look):
    path, spec = EXAMPLES[name]
    panels = tuple(replace(panel, theme=look) for panel in spec.panels)
    made = rulebook.load(str(path)).make(replace(spec, size=60.0, cell=None, panels=panels))
    letters, lines = seen(pdf.write([pdf.Page(made.scene)]))
    assert made.scene.width == 60
    assert min(letters) >= 5 - 1e-3
    assert min(lines) >= 0.25 - 1e-3


@pytest.mark.parametrize("game", ["abstrakto", "astralis", "atreya"])
def test_cells_of_one_width_in_all_figures(game):
    start = engine.game(game).start()
    for crop in ("", "focus"):
        made = figure.of(start, cell=6, caption="", crop=crop)
        panel = next(i for i in made.scene().items if getattr(i, "name", "") == "panel")
        assert panel.transform.a * made.panels[0].unit == pytest.approx(6)
