"""Colours are told apart by every eye in every theme; figures at their printed size are legible; own themes."""

import ctypes
import math
from dataclasses import replace

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

import engine
from engine import figure
from engine.drawing import theme
from engine.drawing.theme import Slot, contrast
from engine.drawing.writers import pdf
from generator.illustrating import rulebook
from tests.cases import ROOT, some
from tests.drawing.colour_table import LEAST, differences, patterns_differ, rows


def test_a_direction_is_no_pattern_as_pieces_turn():
    lines = Slot("#ffffff", "#000000", "#000000", "#000000", "hatch", angle=45.0)
    assert not patterns_differ(lines, replace(lines, angle=135.0))
    assert patterns_differ(lines, replace(lines, pitch=2 * lines.pitch))
    assert patterns_differ(lines, replace(lines, pattern="cross"))
    assert not patterns_differ(lines, replace(lines, pattern="cross", ink="#f4f4f4"))


@pytest.mark.parametrize("look", theme.names())
@pytest.mark.parametrize("game", engine.names())
def test_all_colours_of_a_game_are_told_apart_by_every_eye(game, look):
    for row in some(rows(game, look)):
        assert row.told_by, f"{row.pair}: {row.differences}"


@pytest.mark.parametrize("look", theme.names())
def test_words_and_signs_can_be_read_on_their_ground(look):
    of = theme.load(look)
    for slot in some(of.slots.values()):
        assert contrast(slot.label, slot.fill) >= theme.READABLE
        assert contrast(slot.deep, "#ffffff") >= theme.READABLE
        assert look not in ("classic", "dark") or contrast(slot.ink, slot.fill) >= theme.VISIBLE
    for role, ground, least in (
        ("ink", "paper", theme.READABLE),
        ("ink", "board", theme.READABLE),
        ("muted", "paper", theme.READABLE),
        ("muted", "board", theme.READABLE),
        ("muted", "board-edge", theme.VISIBLE),
    ):
        assert contrast(of.role(role), of.role(ground)) >= least, (role, ground)
    assert min(differences(of.role("good"), of.role("bad"))) >= LEAST


def test_colours_of_two_palettes_are_made_one_by_one():
    assert theme.mixed("#000000/#ffffff", "#ffffff", 0.5) == "#808080/#ffffff"
    assert theme.on("#101010/#f0f0f0") == "#ffffff/#000000"
    assert theme.legible("#777777", "#ffffff/#000000", 4.0) == "#777777"


def test_a_theme_of_ones_own(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        'base = "classic"\n[slots]\nred = { fill = "#AA0000" }\n[roles]\nink = "#222222"\n'
    )
    look = theme.load(str(own))
    assert look.colour("red") == "#aa0000"
    assert look.slot("red").label == "#ffffff"
    assert look.colour("green") == theme.load("classic").colour("green")
    assert look.role("ink") == "#222222"


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
