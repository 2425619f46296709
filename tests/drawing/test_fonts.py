"""Letters: which face they are of, how wide they are, and that files hold them as text."""

import io

import pypdf
import pytest

from engine.drawing import fonts
from engine.drawing.scene import Scene, Text
from engine.drawing.writers import embedding, write

#: Captions that need nothing but what comes with the program.
SHIPPED = [
    "Zażółć gęślą jaźń",
    "Příliš žluťoučký kůň",
    "Çocuk, İstanbul'da ışık",
    "Việt Nam, nước cờ",
    "Η θέση μετά την κίνηση",
    "Съешь ещё этих булок, да выпей чаю",
    "Ґава, їжак, є; ћирилица љ њ џ",
    "→ ♟ ★ ½ ⅓ ≠ △",
]


def text_of(pdf):
    """Return what another reader finds written in a PDF."""
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
@pytest.mark.parametrize("text", SHIPPED)
def test_captions_of_many_languages_are_text_in_pdf(text, bold):
    pdf = write(Scene(120, 10, (Text(60, 6, text, 4, bold=bold),)), ".pdf")
    assert text_of(pdf).strip() == text
    assert pdf == write(Scene(120, 10, (Text(60, 6, text, 4, bold=bold),)), ".pdf")


def test_each_letter_is_of_the_first_face_that_has_it():
    found = [(run.face.name, run.text) for run in fonts.runs("Łódź, Ελλάδα: мир!")]
    assert found == [
        ("Vera", "Łód"),
        ("DejaVuSans", "ź"),
        ("Vera", ", "),
        ("DejaVuSans", "Ελλάδα"),
        ("Vera", ": "),
        ("DejaVuSans", "мир"),
        ("Vera", "!"),
    ]


def test_accents_written_apart_are_put_on_their_letters():
    assert fonts.text_path("z\u0307\u0142o\u0301") == fonts.text_path("żłó")
    assert fonts.advance("e\u0323\u0302") == fonts.advance("ệ")


def test_a_font_made_of_letters_has_their_outlines():
    """Draw the font with another library and compare with the table."""
    from PIL import Image, ImageDraw, ImageFont

    run = fonts.runs("Ж")[0]
    made = embedding.truetype("Test", dict(zip(run.text, run.letters, strict=True)))
    picture = Image.new("L", (300, 300))
    font = ImageFont.truetype(io.BytesIO(made), 200)
    ImageDraw.Draw(picture).text((20, 250), "Ж", 255, font, "ls")
    rings = [p for ring in fonts.text_rings("Ж") for p in ring]
    left, top, right, bottom = picture.getbbox()
    assert left == pytest.approx(20 + 200 * min(x for x, _ in rings), abs=1.5)
    assert right == pytest.approx(20 + 200 * max(x for x, _ in rings), abs=1.5)
    assert top == pytest.approx(250 + 200 * min(y for _, y in rings), abs=1.5)
    assert bottom == pytest.approx(250 + 200 * max(y for _, y in rings), abs=1.5)
    assert font.getlength("Ж") == pytest.approx(200 * fonts.advance("Ж"), abs=1)
