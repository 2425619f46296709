"""What pages show as pixels: in its place to a hundredth of a millimetre, however a file is turned."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import FloatObject, NameObject, RectangleObject

from engine.errors import GameError
from engine.games.atreya import tiles
from engine.geometry.plane import Point
from generator.checking.pages import files, raster
from generator.checking.pages.files import Source
from tests import foreign_sheets as foreign
from tests import sample_sheets as sheets

#: Red, green and blue kites, unlike in every direction.
PARTS = b"".join(
    b"%s rg %g %g m %g %g l %g %g l %g %g l f\n"
    % (rgb, x + w / 2, y, x + w, y + h / 3, x + w / 2, y + h, x, y + h / 3)
    for rgb, x, y, w, h in (
        (b"1 0 0", 90.0, 91.0, 50.3, 30.7),
        (b"0 1 0", 150.0, 260.5, 20.0, 77.7),
        (b"0 0 1", 200.0, 160.0, 33.0, 19.0),
    )
)
COLOURS = ("#ff0000", "#00ff00", "#0000ff")


def pages(data: bytes, scale=(100.0, 100.0)):
    return list(files.pages([Source("x.pdf", data)], scale, drawn=True))


def placed(quarters: int, box: tuple[float, ...], unit: float) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(foreign.raw(PARTS))))
    page = writer.pages[0]
    page.mediabox = page.cropbox = RectangleObject(box)
    page.rotate(90 * quarters)
    page[NameObject("/UserUnit")] = FloatObject(unit)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def centroid(mark) -> tuple[float, float]:
    """Return the centre of mass of a kite: that of its corners, two triangles of one size."""
    (part,) = mark.shape.parts
    a, b, c, d = (mark.transform.apply(Point(*corner)) for corner in part.points)
    return (2 * a.x + b.x + 2 * c.x + d.x) / 6, (2 * a.y + b.y + 2 * c.y + d.y) / 6


def middle(page, colour: str) -> tuple[float, float]:
    """Return the centre of mass of what has a colour on a page, in millimetres."""
    channel = COLOURS.index(colour)
    others = [k for k in range(3) if k != channel]
    share = 1 - page.pixels[:, :, others].max(axis=2) / 255.0
    whole = share.sum()
    rows, columns = (np.arange(n) + 0.5 for n in share.shape)
    x, y = (share.sum(axis=0) @ columns) / whole, (share.sum(axis=1) @ rows) / whole
    return x / page.per_mm, y / page.per_mm


BOXES = {"whole": (0, 0, 300, 400), "cropped": (33.3, 47.7, 280.1, 399.4)}


@pytest.mark.parametrize("scale", [(100.0, 100.0), (98.0, 101.5)])
@pytest.mark.parametrize("unit", [1.0, 1.7])
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("quarters", range(4))
def test_pixels_lie_where_the_marks_lie(quarters, box, unit, scale):
    (shown,) = pages(placed(quarters, BOXES[box], unit), scale)
    for page in (shown, shown.turned(-quarters)):
        assert page.pixels.dtype == np.uint8
        rows, columns, _ = page.pixels.shape
        assert rows == pytest.approx(page.height * page.per_mm, abs=1)
        assert columns == pytest.approx(page.width * page.per_mm, abs=1)
        assert [mark.fill for mark in page.marks] == list(COLOURS)
        for mark in page.marks:
            assert middle(page, mark.fill) == pytest.approx(centroid(mark), abs=0.01)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("side", [2.0, 9.3, 41.7])
def test_upright_rectangles_are_not_fitted_to_pixels(side, quarters):
    """PDFium would, on its own: up to a twelfth of a millimetre off."""
    colours = (b"1 0 0", b"0 1 0", b"0 0 1")
    parts = b"".join(
        b"%s rg %g %g %g %g re f\n" % (rgb, 60.1 + 80.3 * k, 50.2 + 110.1 * k, side, side + k)
        for k, rgb in enumerate(colours)
    )
    page = PdfWriter(clone_from=PdfReader(io.BytesIO(foreign.raw(parts))))
    page.pages[0].rotate(90 * quarters)
    out = io.BytesIO()
    page.write(out)
    (shown,) = pages(out.getvalue())
    assert [mark.fill for mark in shown.marks] == list(COLOURS)
    for mark in shown.marks:
        (part,) = mark.shape.parts
        corners = [mark.transform.apply(Point(*corner)) for corner in part.points[:4]]
        wanted = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
        assert middle(shown, mark.fill) == pytest.approx(wanted, abs=0.012)


def test_a_page_has_no_more_pixels_than_are_kept():
    (page,) = pages(placed(0, (0, 0, 3000, 2000), 1.0))
    rows, columns, _ = page.pixels.shape
    assert 0.99 * raster.MOST_PIXELS < rows * columns <= raster.MOST_PIXELS
    assert page.per_mm < raster.PER_MM
    assert middle(page, "#ff0000") == pytest.approx(centroid(page.marks[0]), abs=0.02)


SHEETS = [sheets.picture(page, "mono") for page in sheets.sheet_pairs(tiles.TILES[::11])]


def test_svg_sheets_show_the_same_pixels_as_pdf_sheets():
    """But for letters, which SVG marks have as outlines, drawn a little heavier by PDFium."""
    sources = [Source("x.svg", data) for data in sheets.as_svg(SHEETS)]
    drawn = list(files.pages(sources, (100.0, 100.0), drawn=True))
    listed = pages(sheets.as_pdf(SHEETS))
    assert len(drawn) == len(listed) == 2
    for one, other in zip(drawn, listed, strict=True):
        assert one.pixels.shape == other.pixels.shape
        difference = np.abs(one.pixels.astype(int) - other.pixels.astype(int)).max(axis=2)
        assert (difference > 64).mean() < 0.003
        assert (other.pixels.min(axis=2) < 128).mean() > 0.05  # there is something


SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">
<clipPath id="c"><path d="M0 0h60v40h-60zM45 5v10h10v-10z"/></clipPath>
<path d="M5 5h20v20h-20zM10 10h10v10h-10z" fill="#f00" fill-rule="evenodd"/>
<path d="M2 30H30" stroke="#00f" stroke-width="4" stroke-linecap="round"/>
<g clip-path="url(#c)"><path d="M40 0h20v20h-20z" fill="#0f0" fill-opacity=".5"/></g>
<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
<circle cx="50" cy="30" r="5" fill="url(#g)"/>
</svg>"""

SEEN = {
    (7.0, 7.0): (255, 0, 0),
    (15.0, 15.0): (255, 255, 255),  # the hole of an even-odd fill
    (1.0, 30.0): (0, 0, 255),  # a round end
    (31.5, 28.4): (255, 255, 255),
    (42.0, 18.0): (128, 255, 128),
    (50.0, 10.0): (255, 255, 255),  # the hole of a clip
    (50.0, 30.0): (128, 0, 128),  # in the middle of two colours
}


@pytest.mark.parametrize("place", SEEN)
def test_what_svg_marks_show(place):
    (page,) = files.pages([Source("x.svg", SVG.encode())], (100.0, 100.0), drawn=True)
    x, y = place
    shown = page.pixels[int(y * page.per_mm), int(x * page.per_mm)]
    assert tuple(shown) == pytest.approx(SEEN[place], abs=2)


def test_a_clip_with_holes_by_the_even_odd_rule_is_refused():
    clip = SVG.replace('<path d="M0 0h60', '<path clip-rule="evenodd" d="M0 0h60')
    with pytest.raises(GameError, match="clips by the even-odd rule"):
        files.pages([Source("x.svg", clip.encode())], (100.0, 100.0))


def test_pages_of_both_kinds_come_in_order():
    sources = [Source("a.svg", SVG.encode()), Source("b.pdf", foreign.raw(PARTS))]
    sources.append(Source("c.svg", SVG.replace("60mm", "30mm").encode()))
    found = list(files.pages(sources, (100.0, 100.0), drawn=True))
    assert [page.source for page in found] == ["a.svg", "b.pdf", "c.svg"]
    assert [page.pixels.shape[1] for page in found] == [360, 1260, 180]


def test_paper_is_white_and_pixels_cannot_be_changed():
    (page,) = pages(foreign.raw(b""))
    assert page.pixels.min() == 255
    with pytest.raises(ValueError, match="read-only"):
        page.pixels[0, 0] = 0


def test_a_page_that_was_not_drawn_says_so():
    (page,) = files.pages([Source("x.pdf", foreign.raw(PARTS))], (100.0, 100.0))
    with pytest.raises(GameError, match=r"x\.pdf page 1 was not drawn as pixels"):
        _ = page.pixels


def test_numpy_is_not_imported_where_nothing_is_looked_at():
    program = (
        "import sys; from generator.checking import readback, judge; "
        "from generator.checking.pages import pdf; sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
