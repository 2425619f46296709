"""Own fonts: which font a letter is of, how it is drawn and embedded, and what is refused, in words."""

import io
import os
import struct
import subprocess
import sys
from itertools import accumulate, chain, pairwise

import pypdf
import pytest
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from PIL import Image

import engine
from engine import OptionError, figure
from engine.drawing import (
    captions,
    families,
    fontbounds,
    fontfiles,
    fonts,
    kinsoku,
    ownfonts,
    theme,
)
from engine.drawing.parts import Request, Stance
from engine.drawing.scene import Scene, Text, walk
from engine.drawing.writers import png, write
from engine.geometry.hexgrid import Orientation
from generator.printing import template
from tests import tiny_fonts
from tests.drawing import font_bombs
from tests.endless import at_most
from tests.programs import not_on_windows
from tests.tiny_fonts import JAPANESE, LATIN

START = engine.game("atreya").start()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with fonts by their files' names."""
    made = tmp_path_factory.mktemp("fonts")
    tiny_fonts.saved(made / "latin.ttf", width=400)
    tiny_fonts.saved(made / "latin-bold.ttf", width=600, weight=700)
    tiny_fonts.saved(made / "japanese.ttf", JAPANESE, "Tiny Japanese", width=1000)
    tiny_fonts.saved(made / "japanese.otf", JAPANESE, "Round Japanese", width=900, outlines="cff")
    tiny_fonts.saved(made / "variable.ttf", "ab ", "Tiny Variable", width=500, axis=(100, 900))
    tiny_fonts.saved(made / "restricted.ttf", "ab ", "Tiny Secret", fs_type=0x0002)
    tiny_fonts.saved(made / "pictures.ttf", "ab ", "Tiny Pictures", outlines="none")
    shaped = "שלוםनमस्ते"
    tiny_fonts.saved(made / "shaped.ttf", shaped, "Tiny Shaped")
    one, two = {"family": "Tiny One", "width": 300}, {"family": "Tiny Two", "width": 800}
    (made / "both.ttc").write_bytes(tiny_fonts.collection(one, two))
    (made / "text.ttf").write_text("no font")
    (made / "cut.ttf").write_bytes((made / "latin.ttf").read_bytes()[:600])
    return made


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Return what makes fonts installed, and nothing else, found by folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "fonts").mkdir()
    _forget()
    yield tmp_path / "fonts"
    _forget()


def _forget():
    for cached in (families.installed, families._by_family, ownfonts.faces, fonts.runs):
        cached.cache_clear()
    fonts._letter.cache_clear()


def named(folder, *names):
    return ownfonts.named(names, folder)


# -------------------------------------------------------------------------------- which font


@pytest.mark.parametrize(
    ("names", "text", "bold", "found"),
    [
        ("latin.ttf", "ab", False, [("TinyTest-Regular", "ab")]),
        ("latin.ttf", "aя", False, [("TinyTest-Regular", "a"), ("DejaVuSans", "я")]),
        ("latin.ttf", "a½", False, [("TinyTest-Regular", "a"), ("Vera", "½")]),
        (
            "latin.ttf, japanese.ttf",
            "a日、",
            False,
            [("TinyTest-Regular", "a"), ("TinyJapanese-Regular", "日、")],
        ),
        ("japanese.ttf,japanese.otf", "日", False, [("TinyJapanese-Regular", "日")]),
        ("japanese.otf, japanese.ttf", "日", False, [("RoundJapanese-Regular", "日")]),
        # For bold words a bold font comes first, wherever it stands in the list.
        ("latin.ttf, latin-bold.ttf", "a", True, [("TinyTest-Bold", "a")]),
        ("latin-bold.ttf, latin.ttf", "a", False, [("TinyTest-Bold", "a")]),
        ("latin.ttf", "a½", True, [("TinyTest-Regular", "a"), ("VeraBd", "½")]),
        ("both.ttc", "a", False, [("TinyOne-Regular", "a")]),
        ("both.ttc#1", "a", False, [("TinyTwo-Regular", "a")]),
    ],
)
def test_each_letter_is_of_the_first_font_that_has_it(folder, names, text, bold, found):
    runs = fonts.runs(text, bold, named(folder, names))
    assert [(run.face.name, run.text) for run in runs] == found


@pytest.mark.parametrize(
    ("names", "text", "bold", "width"),
    [
        ("latin.ttf", "abc", False, 1.2),
        ("latin.ttf, japanese.ttf", "a日本", False, 2.4),
        ("japanese.otf", "日本", False, 1.8),
        ("both.ttc#1", "ab", False, 1.6),
        ("variable.ttf", "ab", False, 2 * (0.5 + 0.2 * 300 / 800)),
        ("variable.ttf", "ab", True, 2 * (0.5 + 0.2 * 600 / 800)),
    ],
)
def test_widths_are_those_of_the_letters_fonts(folder, names, text, bold, width):
    assert fonts.advance(text, bold, named(folder, names)) == pytest.approx(width, abs=1e-3)


def test_curves_of_the_third_degree_stay_where_they_are(folder):
    ((ring,),) = [fonts.text_rings("日", font=named(folder, "japanese.otf"))]
    xs, ys = zip(*ring, strict=True)
    assert (min(xs), max(xs)) == pytest.approx((0.05, 0.85), abs=1e-3)
    assert (-max(ys), -min(ys)) == pytest.approx((0.0, 0.7), abs=1e-3)
    middle, across, up = 0.45, 0.4, 0.35
    off = [((x - middle) / across) ** 2 + ((-y - up) / up) ** 2 for x, y in ring]
    assert (min(off), max(off)) == pytest.approx((1.0, 1.0), abs=0.02)


@pytest.mark.parametrize("program", ["folders", "fontconfig"])
def test_families_are_found(installed, monkeypatch, program):
    tiny_fonts.saved(installed / "a.ttf", width=400)
    tiny_fonts.saved(installed / "b.ttf", width=500, italic=True)
    tiny_fonts.saved(installed / "c.ttf", width=600, weight=700)
    tiny_fonts.saved(installed / "d.ttf", family="Tiny Other")
    if program == "fontconfig":
        lines = [f"{installed}/{n}.ttf\\t0\\tTiny Test" for n in "abc"]
        # A named variation's number stands above the font's own.
        text = "\\n".join(
            [*lines, f"{installed}/d.ttf\\t65536\\tOther,Tiny Other", "x.pfb\\t0\\tX"]
        )
        (installed / "fc-list").write_text(f"#!/bin/sh\nprintf '{text}\\n'\n")
        (installed / "fc-list").chmod(0o755)
        monkeypatch.setenv("PATH", str(installed))
        for file in ("b.ttf", "d.ttf"):
            assert (installed / file).is_file()
    one = ownfonts.named(["tiny  TEST", "Tiny Other"], None)
    assert [name.partition("@")[0] for name in one] == ["tiny  TEST", "Tiny Other"]
    assert fonts.advance("a", False, one[:1]) == pytest.approx(0.4, abs=1e-3)
    assert fonts.advance("a", True, one[:1]) == pytest.approx(0.6, abs=1e-3)
    assert [path.name for path in ownfonts.sources(one)] == ["a.ttf", "b.ttf", "c.ttf", "d.ttf"]


@pytest.mark.parametrize("asked", ["a.ttf", "Tiny Test"], ids=["file", "family"])
def test_a_font_that_is_saved_again_is_drawn_anew(installed, asked):
    def width():
        font = ownfonts.named([asked], installed)
        assert ownfonts.named(font, installed) == font
        return fonts.advance("a", font=font)

    tiny_fonts.saved(installed / "a.ttf", width=400)
    before = width()
    tiny_fonts.saved(installed / "a.ttf", width=600)
    assert (before, width()) == (pytest.approx(0.4, abs=1e-3), pytest.approx(0.6, abs=1e-3))


def test_without_fonts_named_nobody_looks_for_any(tmp_path):
    """Draw a figure in another process and see what it had to load."""
    code = (
        "import sys; from engine import figure, game; from engine.drawing.writers import svg\n"
        "svg.write(figure.of(game('atreya').start(), caption='Über \u017b').scene())\n"
        "print(sorted(n for n in sys.modules if n.startswith(('fontTools', 'engine.drawing.f'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.strip() == "['engine.drawing.fonts']"


# ----------------------------------------------------------------------------------- files


@pytest.mark.parametrize("names", ["japanese.ttf", "japanese.otf"])
def test_text_in_own_fonts_is_text_in_pdf(folder, names):
    text = "図一、下から「左」へ１２手目。"
    font = named(folder, f"latin.ttf, {names}")
    picture = Scene(120, 10, (Text(60, 6, text, 4, font=font),))
    pdf = write(picture, ".pdf")
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.pages[0].extract_text().strip() == text
    (used,) = {name for name in _fonts_of(reader) if "Vera" not in name}
    assert used.endswith(
        "TinyJapanese-Regular" if names.endswith("ttf") else "RoundJapanese-Regular"
    )
    assert pdf == write(picture, ".pdf"), "the same bytes each time"


def _fonts_of(reader):
    """Return the names of a page's fonts, without what says that these are parts of fonts."""
    found = reader.pages[0]["/Resources"]["/Font"].values()
    return {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in found}


def test_fonts_of_one_name_are_both_embedded(tmp_path):
    tiny_fonts.saved(tmp_path / "one.ttf", "a ", width=300)
    tiny_fonts.saved(tmp_path / "two.ttf", "b ", width=900)
    font = named(tmp_path, "one.ttf, two.ttf")
    reader = pypdf.PdfReader(
        io.BytesIO(write(Scene(60, 10, (Text(30, 6, "ab a", 4, font=font),)), ".pdf"))
    )
    assert reader.pages[0].extract_text().strip() == "ab a"
    assert {"TinyTest-Regular", "TinyTest-Regular-1"} <= _fonts_of(reader)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_letters_are_seen(folder, suffix):
    """See ink just where the boxes of the letters are."""
    font = named(folder, "japanese.ttf")
    picture = Scene(
        40, 12, (Text(5, 10, "日 日", 10, "#ff0000", "start", font=font),), background="#ffffff"
    )
    if suffix == ".svg":
        assert write(picture, suffix).decode().count("M102 0v-1434h1844v1434z") == 1
        return
    image = Image.open(io.BytesIO(png.write(picture, 254))).convert("RGB")
    spots = [(10, 6), (5.8, 9.8), (5.2, 6), (10, 11), (10, 2.5)]
    inked = [image.getpixel((round(10 * x), round(10 * y))) == (255, 0, 0) for x, y in spots]
    assert inked == [True, True, False, False, False]


def test_figures_are_in_their_fonts(folder):
    font = [str(folder / "latin.ttf"), str(folder / "japanese.otf")]
    made = figure.of(START, caption="図一 **ab**", marks="label 手 0,0", font=font)
    texts = _texts(made.scene().items)
    assert {text.text for text in texts} >= {"図一 ", "ab", "手"}
    assert {text.font for text in texts} == {named(folder, *font)}
    plain = figure.of(START, caption="ab", font=()).scene()
    assert {text.font for text in _texts(plain.items)} == {()}


def _texts(items):
    return [item for item in walk(items) if isinstance(item, Text)]


def test_themes_name_fonts_beside_their_file(folder):
    (folder / "own.toml").write_text('base = "mono"\nfont = "latin.ttf, japanese.otf"\n', "utf-8")
    found = theme.load(str(folder / "own.toml"))
    assert found.font == named(folder, "latin.ttf", "japanese.otf")
    nearer = figure.of(START, theme=found, font=str(folder / "both.ttc"), caption="a").scene()
    assert {text.font for text in _texts(nearer.items)} == {named(folder, "both.ttc")}


def test_kits_are_in_the_fonts_of_their_theme(folder):
    look = theme.with_font(theme.load("classic"), ["latin.ttf"], folder)
    settings = template.load("aathenuo").settings()
    parts = engine.game("aathenuo").parts(Request(look, settings, (200.0, 287.0)))
    (tiles,) = [part for part in parts if part.name == "tiles"]
    items = tiles.draw(tiles.pieces[3], Stance(look, 20.0, Orientation.POINTY, 0.0, False))
    assert {text.font for text in _texts(items)} == {look.font}


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("none.ttf", "cannot read the font {}/none.ttf: No such file or directory"),
        (
            "text.ttf",
            "text.ttf is no TrueType or OpenType font; expected a .ttf, .otf or .ttc file",
        ),
        ("both.ttc#2", "both.ttc holds no font #2; expected #0 to #1"),
        ("latin.ttf#1", "latin.ttf holds no font #1; it has #0 alone"),
        ("web.woff2", "'web.woff2' is no font that is read; expected .ttf, .otf, .ttc or .otc"),
        ("a\0.ttf", "'a\\x00.ttf' names no font; expected a family or a file, several with commas"),
        ("a/b", "'a/b' is no font that is read; expected .ttf, .otf, .ttc or .otc"),
        (",".join(f"F{k}" for k in range(21)), "21 fonts are too many; expected 20 at most"),
        (
            "Noto Serif CJK jp",
            "no font family 'Noto Serif CJK jp' is installed; apt install fonts-noto-cjk",
        ),
        ("symbola", "no font family 'symbola' is installed; apt install fonts-symbola"),
        ("Tiny Tset", "no font family 'Tiny Tset' is installed; did you mean Tiny Test?"),
        (
            "Qxz",
            "no font family 'Qxz' is installed; 'tilewright doctor' says where fonts are "
            "looked for; a file does as well (.ttf, .otf, .ttc)",
        ),
    ],
)
def test_fonts_that_are_not_there(folder, installed, names, message):
    tiny_fonts.saved(installed / "a.ttf")
    with pytest.raises(OptionError) as caught:
        named(folder, names)
    assert str(caught.value) == message.format(folder)


def test_damaged_fonts_are_told_in_a_line(folder):
    with pytest.raises(OptionError) as caught:
        named(folder, "cut.ttf")
    said = str(caught.value)
    assert said.startswith("the font cut.ttf is damaged (")
    assert said.endswith("); take a sound copy")
    with pytest.raises(
        OptionError, match=r"^the font pictures.ttf has pictures and no outlines; take"
    ):
        fonts.runs("a", font=named(folder, "pictures.ttf"))


def test_files_are_not_read_for_strangers():
    with pytest.raises(OptionError, match=r"^'a.ttf' is a file, and files are not read here$"):
        ownfonts.named(["a.ttf"], None)


@not_on_windows
def test_pipes_are_no_fonts(tmp_path):
    os.mkfifo(tmp_path / "pipe.ttf")
    with pytest.raises(OptionError, match=r"pipe.ttf is no file of a font$"):
        named(tmp_path, "pipe.ttf")


def test_large_files_are_no_fonts(tmp_path):
    with (tmp_path / "large.ttf").open("wb") as file:
        file.truncate(64 * 2**20 + 1)
    with pytest.raises(OptionError, match=r"^the font large.ttf is larger than 64 MiB, the most"):
        named(tmp_path, "large.ttf")


def test_fonts_that_forbid_embedding_are_for_svg_alone(folder):
    picture = Scene(60, 10, (Text(30, 6, "ab", 4, font=named(folder, "restricted.ttf")),))
    assert b"<path" in write(picture, ".svg")
    with pytest.raises(OptionError) as caught:
        write(picture, ".pdf")
    assert str(caught.value) == (
        "the maker of the font TinySecret-Regular forbids embedding (OS/2 fsType 0x0002), which a PDF "
        "needs; take another font, or make an SVG"
    )


LACK = "the letters that come with tilewright lack "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "図 の",
            LACK + "図の (Japanese) in '図 の'; name a font that has them, such as font = "
            '["Noto Sans CJK JP"] (apt install fonts-noto-cjk, or from fonts.google.com/noto)',
        ),
        (
            "图1。",
            LACK + "图。 (Han) in '图1。'; name a font that has them, such as font = "
            '["Noto Sans CJK SC"] (apt install fonts-noto-cjk, or from fonts.google.com/noto)',
        ),
        (
            "그림",
            LACK + "그림 (Korean) in '그림'; name a font that has them, such as font = "
            '["Noto Sans CJK KR"] (apt install fonts-noto-cjk, or from fonts.google.com/noto)',
        ),
        (
            "ἀ",
            LACK + "ἀ (Greek, U+1F00) in 'ἀ'; name a font that has them, such as font = "
            '["DejaVu Sans"] (apt install fonts-dejavu-core)',
        ),
        (
            "👍️",
            LACK + "👍 (signs, U+1F44D) in '👍️'; name a font that has them, such as font = "
            '["Symbola"] (apt install fonts-symbola)',
        ),
        (
            "አማ ᚠ",
            LACK + "አማ (Ethiopic) and ᚠ (Runic, U+16A0) in 'አማ ᚠ'; name a font that has them, "
            'such as font = ["Noto Sans Ethiopic", "Noto Sans Runic"] '
            "(apt install fonts-noto-core, or from fonts.google.com/noto)",
        ),
        (
            "שלום",
            "'שלום' cannot be set here, whatever the font: it is Hebrew, and it runs from right "
            "to left; leave it to the text around the figure",
        ),
        (
            "नमस्ते",
            "'नमस्ते' cannot be set here, whatever the font: it is Devanagari, and its letters "
            "take their forms and places by their neighbours; leave it to the text around the figure",
        ),
        (
            "ภาษาไทย",
            "'ภาษาไทย' cannot be set here, whatever the font: it is Thai, and its letters "
            "take their forms and places by their neighbours; leave it to the text around the figure",
        ),
        (
            "e\u0301 q\u0303",
            "'e\u0301 q\u0303' cannot be set here: no character is 'q' with U+0303, combining tilde, "
            "and a figure places no marks; leave it to the text around the figure",
        ),
        (
            "\u1100\u119e",
            "'\u1100\u119e' cannot be set here: \u1100 (U+1100) is a part of an old Korean syllable that "
            "is no character, and a figure places no marks; leave it to the text around the figure",
        ),
    ],
)
def test_letters_that_nobody_has_name_a_font(text, message):
    with pytest.raises(OptionError) as caught:
        fonts.advance(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["שלום", "नमस्ते"])
def test_scripts_that_need_shaping_are_refused_in_any_font(folder, text):
    with pytest.raises(OptionError, match="cannot be set here, whatever the font: it is "):
        fonts.advance(text, font=named(folder, "shaped.ttf"))


def test_the_fonts_named_are_told_apart_from_those_that_come_along(folder):
    with pytest.raises(
        OptionError, match=r"^neither the fonts named nor the letters that come with"
    ):
        fonts.advance("図", font=named(folder, "latin.ttf"))


# ------------------------------------------------------------------------------- breaking


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("Position", ["Position"]),
        ("Łódź", ["Łódź"]),
        ("日本語", ["日", "本", "語"]),
        ("下から、上へ。", ["下", "か", "ら、", "上", "へ。"]),
        ("「青」と（黄）", ["「青」", "と", "（黄）"]),
        ("12手目のc7へ", ["12手", "目", "の", "c7へ"]),
        ("っゃコーヒー", ["っゃ", "コー", "ヒー"]),
        ("한국어", ["한국어"]),
        ("", [""]),
    ],
)
def test_where_east_asian_text_may_be_broken(word, pieces):
    assert list(kinsoku.pieces(word)) == pieces


def test_captions_without_blanks_are_broken_into_lines_of_one_length(folder):
    font = named(folder, "japanese.ttf")
    text = "図の黄は下から、青は左から進む。" * 4
    lines = captions.broken(text, 60, 3.0, font)
    assert "".join(lines) == text
    assert len(lines) == 4
    widths = [fonts.width(line, 3.0, font=font) for line in lines]
    assert max(widths) <= 60
    assert min(widths) > 0.8 * max(widths)
    assert not any(line[0] in "、。" for line in lines)


def test_blanks_stay_between_words_of_east_asian_text(folder):
    font = named(folder, "japanese.ttf, latin.ttf")
    drawn = captions.drawn("図 一 **手** ab", {}, 3.0, "#000000", 100, font=font)
    assert ["".join(text.text for text in line) for line in drawn] == ["図 一 手 ab"]


def test_letters_without_end_are_refused(tmp_path):
    """A font whose letter is made of others, and those of others, without end."""
    font = tiny_fonts.made(LATIN[:26])
    names = [f"u{ord(c):04X}" for c in LATIN[:26]]
    for one, two in pairwise(names):
        glyph = Glyph()
        glyph.numberOfContours, glyph.components = -1, []
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
        for _ in range(4):
            part = GlyphComponent()
            part.glyphName, part.x, part.y, part.flags = two, 0, 0, 4
            glyph.components.append(part)
        font["glyf"].glyphs[one] = glyph
    font["maxp"].recalc, font.recalcBBoxes = lambda _: None, False
    font.save(tmp_path / "deep.ttf")
    face = fontfiles.face(tmp_path / "deep.ttf", 0, "", 400)
    with pytest.raises(OptionError, match=r"deep.ttf is damaged .*a letter that has no end"):
        face.letter("a")


#: Fonts made to cost as much as they can that have a letter all the same.
_READ = (
    *("one part said often", "parts within each other", "points below the bound"),
    *("widths that vary", "weights that vary", "programs below the bound"),
)


@pytest.mark.parametrize("name", font_bombs.FONT)
def test_a_font_is_read_or_refused_in_so_many_calls(tmp_path, name):
    data = font_bombs.FONT[name]()
    assert len(data) < 2**20
    (tmp_path / "bomb.ttf").write_bytes(data)
    with at_most(2_000_000):
        if name in _READ:
            assert fontfiles.face(tmp_path / "bomb.ttf", 0, "", 400).letter("Z") is not None
        else:
            with pytest.raises(OptionError, match=r"^the font bomb.ttf is damaged \(ValueError "):
                fontfiles.face(tmp_path / "bomb.ttf", 0, "", 400).letter("a")


def _part(kind, spans):
    """Return a part of a table of characters, each group of which is the second letter's."""
    if kind == 12:
        said = b"".join(struct.pack(">3L", *span, 1) for span in spans)
        return struct.pack(">2H3L", 12, 0, 16 + len(said), 0, len(spans)) + said
    spans = [*spans, (0xFFFF, 0xFFFF)]
    columns = ([b for _, b in spans], [0], [a for a, _ in spans], [0] * 2 * len(spans))
    said = struct.pack(f">{4 * len(spans) + 1}H", *chain(*columns))
    return struct.pack(">7H", 4, 14 + len(said), 0, 2 * len(spans), 0, 0, 0) + said


def _of_parts(*parts):
    """Return a table of such parts: platform, encoding, bytes."""
    ends = list(accumulate((len(part) for *_, part in parts), initial=4 + 8 * len(parts)))
    said = [struct.pack(">2HL", *kind, at) for (*kind, _), at in zip(parts, ends, strict=False)]
    return struct.pack(">2H", 0, len(parts)) + b"".join([*said, *(part for *_, part in parts)])


@pytest.mark.parametrize(
    ("kinds", "best"),
    [
        ([(0, 3), (3, 1), (3, 10)], 2),
        ([(3, 1), (0, 4), (0, 5)], 1),
        ([(1, 0), (0, 0), (0, 1)], 2),
        ([(3, 1), (3, 1)], 0),
        ([(3, 0), (1, 0), (0, 5)], None),
    ],
)
def test_the_best_table_of_characters_is_read(kinds, best):
    parts = [_part(12, [(k, k)]) for k in range(len(kinds))]
    found = fontbounds.best_characters(
        _of_parts(*((*kind, part) for kind, part in zip(kinds, parts, strict=True)))
    )
    if best is None:
        assert found == bytes(4)
    else:
        assert found.startswith(_of_parts((*kinds[best], parts[best])))


@pytest.mark.parametrize(
    ("kind", "spans", "count"),
    [
        (12, [(0, 399_999)], 400_000),
        (12, [(5, 9), (100, 399_999)], 399_905),
        (12, [(5, 9), (7, 3)], 5),
        (4, [(10, 29), (40, 40)], 22),
        (4, [(30, 20), (0, 0)], 2),
    ],
)
def test_characters_are_counted(kind, spans, count, monkeypatch):
    table = _of_parts((3, 10, _part(kind, spans)))
    monkeypatch.setattr(fontbounds, "_MOST_CHARACTERS", count)
    assert len(fontbounds.best_characters(table)) == len(table)
    monkeypatch.setattr(fontbounds, "_MOST_CHARACTERS", count - 1)
    with pytest.raises(ValueError, match=r"^more characters than any font has$"):
        fontbounds.best_characters(table)


@pytest.mark.parametrize(("form", "unit", "flags"), [("H", 2, 0), ("L", 1, 1)])
def test_in_how_many_ways_a_letter_varies(form, unit, flags):
    ends = [0, 4, 4, 8]
    offsets = struct.pack(f">4{form}", *(end // unit for end in ends))
    data = struct.pack(">4H", 0x8003, 0, 0x0FFF, 0)
    table = struct.pack(">4HL2HL", 1, 0, 1, 0, 0, 3, flags, 20 + len(offsets)) + offsets + data
    assert [fontbounds.variations(table, k) for k in range(4)] == [3, 0, 0xFFF, 0]
