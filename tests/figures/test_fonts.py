"""Fonts as figure files, blocks and commands name them: which one counts, and where files lie."""

import io

import pypdf
import pytest

from generator import cli
from tests import tiny_fonts
from tests.tiny_fonts import JAPANESE

BOOK = """game = "atreya"
font = "fonts/japanese.ttf"
formats = ["pdf"]
[figures.one]
position = "start"
caption = "図一"
[figures.two]
position = "start"
font = ["fonts/latin.ttf", "fonts/japanese.otf"]
caption = "図二 ab"
[figures.three]
position = "start"
theme = "own.toml"
caption = "図三 Ж"
"""


@pytest.fixture
def book(tmp_path):
    (tmp_path / "fonts").mkdir()
    tiny_fonts.saved(tmp_path / "fonts" / "latin.ttf")
    tiny_fonts.saved(tmp_path / "fonts" / "japanese.ttf", JAPANESE, "Tiny Japanese")
    tiny_fonts.saved(tmp_path / "fonts" / "japanese.otf", JAPANESE, "Round", outlines="cff")
    (tmp_path / "own.toml").write_text('base = "mono"\nfont = "fonts/latin.ttf"\n', "utf-8")
    (tmp_path / "book.toml").write_text(BOOK, "utf-8")
    return tmp_path / "book.toml"


def fonts_of(path):
    """Return the names of a PDF's fonts, and what is written in it."""
    page = pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages[0]
    found = (font.get_object()["/BaseFont"] for font in page["/Resources"]["/Font"].values())
    return {str(name).partition("+")[2] for name in found}, page.extract_text()


def run(capsys, *words):
    code = cli.run([str(word) for word in words])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "fonts", "text"),
    [
        ("one", {"TinyJapanese-Regular"}, "図一"),
        ("two", {"TinyTest-Regular", "Round-Regular"}, "図二 ab"),
        # The file's font goes before the theme's; it lacks the last letter.
        ("three", {"TinyJapanese-Regular", "DejaVuSans"}, "図三 Ж"),
    ],
)
def test_the_font_nearest_to_the_figure_counts(book, capsys, name, fonts, text):
    assert run(capsys, "figures", book, name)[0] == 0
    found, said = fonts_of(book.parent / "figures" / f"{name}.pdf")
    assert fonts <= found
    assert found - fonts <= {"BitstreamVeraSans-Roman"}
    assert text in said
