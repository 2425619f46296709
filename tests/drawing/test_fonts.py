"""Letters: which font they are of, how wide they are, what files hold of them, and what is refused."""

import io
import sys
from pathlib import Path

import pypdf
import pytest
from PIL import Image

import engine
from engine import OptionError, figure
from engine.drawing import fonts, ownfonts, theme
from engine.drawing.parts import Request, Stance
from engine.drawing.scene import Scene, Text, outline_box, walk
from engine.drawing.writers import png, write
from generator import cli
from generator.printing import template
from tests import tiny_fonts
from tests.cases import ROOT
from tests.tiny_fonts import JAPANESE

START = engine.game("atreya").start()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with fonts by their files' names."""
    made = tmp_path_factory.mktemp("fonts")
    tiny_fonts.saved(made / "latin.ttf", width=400)
    tiny_fonts.saved(made / "latin-bold.ttf", width=600, weight=700)
    tiny_fonts.saved(made / "japanese.ttf", JAPANESE, "Tiny Japanese", width=1000)
    tiny_fonts.saved(made / "japanese.otf", JAPANESE, "Round Japanese", width=900, outlines="cff")
    tiny_fonts.saved(made / "restricted.ttf", "ab ", "Tiny Secret", fs_type=0x0002)
    tiny_fonts.saved(made / "pictures.ttf", "ab ", "Tiny Pictures", outlines="none")
    tiny_fonts.saved(made / "shaped.ttf", "שלוםनमस्ते", "Tiny Shaped")
    one, two = {"family": "Tiny One", "width": 300}, {"family": "Tiny Two", "width": 800}
    (made / "both.ttc").write_bytes(tiny_fonts.collection(one, two))
    (made / "text.ttf").write_text("no font")
    (made / "cut.ttf").write_bytes((made / "latin.ttf").read_bytes()[:600])
    return made


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Return the folder of the fonts that are installed, at first none."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "fonts").mkdir()
    ownfonts.installed.cache_clear()
    yield tmp_path / "fonts"
    ownfonts.installed.cache_clear()


def named(folder, *names):
    return ownfonts.named(names, folder)


def one_text(text, font=(), **style):
    return Scene(120, 10, (Text(60, 6, text, 4, font=font, **style),))


def pages(pdf):
    return pypdf.PdfReader(io.BytesIO(pdf)).pages


def fonts_of(pdf):
    """Return the names of a page's fonts, without what says that these are parts of fonts."""
    found = pages(pdf)[0]["/Resources"]["/Font"].values()
    return {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in found}


# -------------------------------------------------------------------------------- which font


@pytest.mark.parametrize(
    ("names", "text", "bold", "found"),
    [
        ("", "Łódź: мир", False, "Vera Łód, DejaVuSans ź, Vera : , DejaVuSans мир"),
        ("latin.ttf", "aя½", False, "TinyTest-Regular a, DejaVuSans я, Vera ½"),
        ("latin.ttf, japanese.ttf", "a日", False, "TinyTest-Regular a, TinyJapanese-Regular 日"),
        ("japanese.otf, japanese.ttf", "日", False, "RoundJapanese-Regular 日"),
        # For bold words a bold font comes first, wherever it stands in the list.
        ("latin.ttf, latin-bold.ttf", "a", True, "TinyTest-Bold a"),
        ("latin-bold.ttf, latin.ttf", "a", False, "TinyTest-Bold a"),
        ("latin.ttf", "a½", True, "TinyTest-Regular a, VeraBd ½"),
        ("both.ttc", "a", False, "TinyOne-Regular a"),
        ("both.ttc#1", "a", False, "TinyTwo-Regular a"),
    ],
)
def test_each_letter_is_of_the_first_font_that_has_it(folder, names, text, bold, found):
    runs = fonts.runs(text, bold, named(folder, names))
    assert ", ".join(f"{run.face.name} {run.text}" for run in runs) == found


def test_families_are_found(installed):
    tiny_fonts.saved(installed / "a.ttf", width=400)
    tiny_fonts.saved(installed / "b.ttf", width=500, italic=True)
    tiny_fonts.saved(installed / "c.ttf", width=600, weight=700)
    tiny_fonts.saved(installed / "d.ttf", family="Tiny Other")
    font = ownfonts.named(["tiny  TEST", "Tiny Other"], ROOT)
    assert fonts.advance("a", False, font) == pytest.approx(0.4, abs=1e-3)
    assert fonts.advance("a", True, font) == pytest.approx(0.6, abs=1e-3)
    places = {Path(place.rpartition("#")[0]).name for place in font}
    assert places == {"a.ttf", "c.ttf", "d.ttf"}


# ------------------------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
@pytest.mark.parametrize(
    "text",
    [
        "Zażółć gęślą jaźń",
        "Příliš žluťoučký kůň",
        "Çocuk, İstanbul'da ışık",
        "Việt Nam, nước cờ",
        "Η θέση μετά την κίνηση",
        "Съешь ещё этих булок, да выпей чаю",
        "Ґава, їжак, є; ћирилица љ њ џ",
        "→ ♟ ★ ½ ⅓ ≠ △",
    ],
)
def test_captions_of_many_languages_are_text_in_pdf(text, bold):
    pdf = write(one_text(text, bold=bold), ".pdf")
    assert pages(pdf)[0].extract_text().strip() == text
    assert pdf == write(one_text(text, bold=bold), ".pdf")


@pytest.mark.parametrize("suffix", ["ttf", "otf"])
def test_text_in_own_fonts_is_text_in_pdf(folder, suffix):
    text = "図一、下から「左」へ１２手目。"
    picture = one_text(text, named(folder, f"latin.ttf, japanese.{suffix}"))
    pdf = write(picture, ".pdf")
    assert pages(pdf)[0].extract_text().strip() == text
    assert {"ttf": "TinyJapanese-Regular", "otf": "RoundJapanese-Regular"}[suffix] in fonts_of(pdf)
    assert pdf == write(picture, ".pdf"), "the same bytes each time"


def test_the_letters_are_seen(folder):
    """See ink just where the boxes of the letters are, and the holes of those that come along."""
    font = named(folder, "japanese.ttf")
    words = Text(5, 10, "日 日", 10, "#ff0000", "start", font=font)
    picture = Scene(40, 12, (words, Text(30, 10, "Ж", 10, "#ff0000")), background="#ffffff")
    assert write(picture, ".svg").decode().count("M102 0v-1434h1844v1434z") == 1
    image = Image.open(io.BytesIO(png.write(picture, 254))).convert("RGB")
    spots = [(10, 6), (5.8, 9.8), (30, 6), (5.2, 6), (10, 11), (10, 2.5), (30, 2)]
    inked = [image.getpixel((round(10 * x), round(10 * y))) == (255, 0, 0) for x, y in spots]
    assert inked == [True, True, True, False, False, False, False]
    assert outline_box(fonts.text_outline("Ж")).right == pytest.approx(fonts.advance("Ж"), abs=0.1)


def test_figures_themes_and_kits_are_in_their_fonts(folder):
    (folder / "own.toml").write_text('base = "mono"\nfont = "latin.ttf, japanese.otf"\n', "utf-8")
    look, font = theme.load(str(folder / "own.toml")), named(folder, "latin.ttf", "japanese.otf")
    made = figure.of(START, theme=look, caption="図一 **ab**", marks="label 手 0,0").scene()
    assert {(text.text, text.font) for text in texts(made.items)} >= {("ab", font), ("手", font)}
    nearer = figure.of(START, theme=look, font=str(folder / "both.ttc"), caption="a").scene()
    assert {text.font for text in texts(nearer.items)} == {named(folder, "both.ttc")}
    assert {text.font for text in texts(figure.of(START).scene().items)} == {()}
    settings = template.load("aathenuo").settings()
    parts = engine.game("aathenuo").parts(Request(look, settings, (200.0, 287.0)))
    (tiles,) = [part for part in parts if part.name == "tiles"]
    assert {text.font for text in texts(tiles.draw(tiles.pieces[3], Stance(look, 20.0)))} == {font}


def texts(items):
    return [item for item in walk(items) if isinstance(item, Text)]


BOOK = """game = "atreya"
font = "japanese.ttf"
formats = ["pdf"]
[figures.one]
position = "start"
caption = "図一"
[figures.two]
position = "start"
font = ["latin.ttf", "japanese.otf"]
caption = "図二 ab"
[figures.three]
position = "start"
theme = "book-theme.toml"
caption = "図三 Ж"
"""


@pytest.mark.parametrize(
    ("name", "found", "text"),
    [
        ("one", {"TinyJapanese-Regular"}, "図一"),
        ("two", {"TinyTest-Regular", "RoundJapanese-Regular"}, "図二 ab"),
        # The file's font goes before the theme's; it lacks the last letter.
        ("three", {"TinyJapanese-Regular", "DejaVuSans"}, "図三 Ж"),
    ],
)
def test_the_font_nearest_to_the_figure_counts(folder, tmp_path, name, found, text):
    (folder / "book.toml").write_text(BOOK, "utf-8")
    (folder / "book-theme.toml").write_text('base = "mono"\nfont = "latin.ttf"\n', "utf-8")
    assert cli.run(["figures", str(folder / "book.toml"), name, "--out", str(tmp_path)]) == cli.OK
    pdf = (tmp_path / f"{name}.pdf").read_bytes()
    assert found <= fonts_of(pdf) <= found | {"BitstreamVeraSans-Roman"}
    assert text in pages(pdf)[0].extract_text()


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("none.ttf", "cannot read the font {}/none.ttf: No such file or directory"),
        (
            "text.ttf",
            "the font text.ttf is damaged (TTLibError Not a TrueType or OpenType font (not enough data)); "
            "take a sound copy",
        ),
        ("Tiny Tset", "no font family 'Tiny Tset' is installed; did you mean 'Tiny Test'?"),
        (
            "Qxz",
            "no font family 'Qxz' is installed; a file ends in .ttf, .otf, .ttc or .otc",
        ),
    ],
)
def test_fonts_that_are_missing(folder, installed, names, message):
    tiny_fonts.saved(installed / "a.ttf")
    with pytest.raises(OptionError) as caught:
        named(folder, names)
    assert str(caught.value) == message.format(folder)


def test_damaged_fonts_are_refused_in_a_line(folder):
    with pytest.raises(
        OptionError, match=r"^the font cut.ttf is damaged \(.*\); take a sound copy$"
    ):
        named(folder, "cut.ttf")
    with pytest.raises(OptionError, match=r"^the font pictures.ttf has pictures and no outlines"):
        fonts.runs("a", font=named(folder, "pictures.ttf"))


@pytest.mark.parametrize(
    ("text", "letters", "font"),
    [
        ("图1。", "图。 (U+56FE)", "Noto Sans CJK JP"),
        ("그림", "그림 (U+ADF8)", "Noto Sans CJK JP"),
        ("ἀ", "ἀ (U+1F00)", "Noto Sans"),
        ("👍️", "👍 (U+1F44D)", "Symbola"),
    ],
)
def test_letters_that_nobody_has_name_a_font(text, letters, font):
    with pytest.raises(OptionError) as caught:
        fonts.advance(text)
    assert str(caught.value).startswith(
        f"no font here has {letters} in '{text}'; name one that has, such as font = \"{font}\" (apt"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("שלום", "it runs from right to left"),
        ("नमस्ते", "a figure places no mark such as U+0938 on a letter"),
        ("e\u0301 q\u0303", "a figure places no mark such as U+0303 on a letter"),
    ],
)
def test_scripts_that_need_shaping_are_refused_in_any_font(folder, text, why):
    for font in ((), named(folder, "shaped.ttf")):
        with pytest.raises(OptionError) as caught:
            fonts.advance(text, font=font)
        assert f"'{text}' cannot be set here, whatever the font: " in str(caught.value)
    if "0938" not in why:
        assert why in str(caught.value)


def test_fonts_that_forbid_embedding_are_for_svg_alone(folder):
    picture = one_text("ab", named(folder, "restricted.ttf"))
    assert b"<path" in write(picture, ".svg")
    with pytest.raises(
        OptionError, match=r"TinySecret-Regular forbids embedding, which PDF and PNG need"
    ):
        write(picture, ".pdf")
