"""One scene, three writers, one picture: rendered to pixels and compared."""

import io
import math

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from engine.drawing import scene, theme
from engine.drawing.scene import (
    ArcTo,
    BendTo,
    Circle,
    Group,
    MoveTo,
    Path,
    Pattern,
    Scene,
    Stroke,
    Symbol,
    Text,
    Use,
)
from engine.drawing.writers import pdf, png, svg
from engine.games.atreya import parts
from engine.geometry.plane import Box, Transform
from tests.drawing import typeface

#: Five pixels to a millimetre.
DPI = 127


def shapes() -> Scene:
    square = scene.rectangle(Box(-8, -5, 8, 5), 3)
    sign = Symbol(
        "sign",
        (
            Path(square, "#80c080", Stroke("#004400", 1, (2, 1), "round", "round")),
            Circle(0, 0, 3, "#ffffff"),
            Text(0, 1.4, "R", 4),
        ),
    )
    arcs = (MoveTo(100, 50), ArcTo(10, True, True, 105, 55), ArcTo(6, False, False, 100, 70))
    bends = (BendTo(25, 50, 30, 40), BendTo(35, 30, 40, 40), BendTo(40, 35, 50, 35))
    items = [
        Use(sign, Transform.translation(20, 20)),
        Use(sign, Transform.translation(50, 20) @ Transform.rotation(30)),
        Use(sign, Transform.translation(80, 20) @ Transform(a=-1.0)),
        Group(
            (Path(square, "#ff0000"),),
            Transform.translation(110, 20),
            clip=scene.disc(6),
            opacity=0.5,
        ),
        Path(arcs, None, Stroke("#0000ff", 0.8)),
        Path((MoveTo(20, 40), *bends), "#aa00aa", Stroke("#000000", 1, join="round")),
        Text(10, 60, "start", 6, "#123456", "start"),
        Text(90, 60, "end", 6, "#123456", "end", bold=True),
    ]
    return Scene(130, 80, tuple(items), background="#ffffff")


def patterns() -> Scene:
    items = []
    for k, kind in enumerate(theme.PATTERNS[1:]):
        ink = Pattern(kind, "#ddeeff", "#aa2200", 3.0, 0.6, 30)
        box = Box(5 + 30 * k, 5, 30 + 30 * k, 30)
        items.append(Path(scene.rectangle(box, 5), ink, Stroke("#000000", 0.5)))
        items.append(Circle(17 + 30 * k, 45, 10, ink))
    return Scene(125, 60, tuple(items), background="#ffffff")


def tiles(name: str) -> Scene:
    look = theme.load(name)
    texts = ("b:brgbbb", "g:gggbrg", "r:brrrrg")
    items = [
        Group(parts.face(t, look, 30.0).items, Transform.translation(20 + 35 * k, 22))
        for k, t in enumerate(texts)
    ]
    return Scene(110, 44, tuple(items), background="#ffffff")


SCENES = {"shapes": shapes, "patterns": patterns} | {
    f"tiles {name}": (lambda name=name: tiles(name)) for name in ("classic", "colorblind")
}


def by_cairo(picture):
    """Return a picture as another renderer shows our SVG."""
    try:
        import cairosvg
    except OSError:
        pytest.skip("no libcairo here")
    text = svg.write_text(picture._replace(items=drawn_out(picture.items)))
    width, height = (math.ceil(v / 25.4 * DPI - 1e-6) for v in picture[:2])
    data = cairosvg.svg2png(
        text.encode(), output_width=width, output_height=height, background_color="#ffffff"
    )
    return Image.open(io.BytesIO(data)).convert("RGB")


def drawn_out(items):
    """Return items with symbols drawn out, which cairosvg takes long to look up."""
    return tuple(
        Group(drawn_out(i.symbol.items), i.transform)
        if isinstance(i, Use)
        else i._replace(items=drawn_out(i.items))
        if isinstance(i, Group)
        else i
        for i in items
    )


@pytest.mark.parametrize("name", SCENES)
def test_svg_and_png_show_the_same_picture(name):
    picture = SCENES[name]()
    a, b = by_cairo(picture), Image.open(io.BytesIO(png.write(picture, DPI))).convert("RGB")
    b = b.resize(a.size)
    # Antialiasing differs at edges; blurred to half a millimetre the pictures must agree.
    small = (a.width // 3, a.height // 3)
    difference = ImageChops.difference(a.resize(small, Image.BOX), b.resize(small, Image.BOX))
    assert max(ImageStat.Stat(difference).mean) < 1.5
    assert max(high for _, high in difference.getextrema()) < 110


def test_lines_are_as_thick_in_a_coarse_png_as_in_a_fine_one():
    """PDFium alone draws no line thinner than a pixel."""
    line = Path(scene.polyline(((0, 5), (20, 5))), None, Stroke("#000000", 0.1))
    picture = Scene(20, 10, (line,), background="#ffffff")
    tones = []
    for dpi in (75, 600):
        image = Image.open(io.BytesIO(png.write(picture, dpi))).convert("L")
        tones.append((255 - ImageStat.Stat(image).mean[0]) / 255)
    assert tones[0] == pytest.approx(tones[1], rel=0.2)


def test_pdf_has_exact_boxes():
    picture = Scene(210, 297, ())
    page = pdf.Page(picture, trim=Box(10, 20, 200, 280), bleed=Box(7, 17, 203, 283), bookmark="one")
    document = pypdfium2.PdfDocument(pdf.write([page], pdf.Document(title="T")))
    mm = 72 / 25.4
    near = lambda wanted: pytest.approx(wanted, abs=1e-3)  # noqa: E731
    assert document[0].get_mediabox() == near((0, 0, 210 * mm, 297 * mm))
    assert document[0].get_trimbox() == near((10 * mm, 17 * mm, 200 * mm, 277 * mm))
    assert document[0].get_bleedbox() == near((7 * mm, 14 * mm, 203 * mm, 280 * mm))
    assert document.get_metadata_value("Title") == "T"
    document.close()


@pytest.mark.parametrize("name", ["Vera", "VeraBd", "DejaVuSans", "DejaVuSans-Bold"])
def test_the_letters_tables_are_the_typefaces_s(name):
    file, codes = typeface.sources()[name]
    if not file.exists():
        pytest.skip("fonts-dejavu-core is not installed")
    assert (typeface.FOLDER / f"{name}.txt").read_bytes().decode() == typeface.table(file, codes)
