"""Captions: bold, lines, small pictures, and what stays on a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import figure
from engine.drawing import captions, fonts, scene
from engine.drawing.captions import Caption, Glyph

STONE = Glyph((scene.Circle(0, 0, 0.5, "#ff0000"),), "red stone")
GLYPHS = {"stone": STONE}

PLAIN = [
    ("a **bold** word", "a bold word"),
    ("one\ntwo", "one two"),
    ("a {stone} here", "a red stone here"),
    ("{{x}}", "{x}"),
    ("2 * 3", "2 * 3"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "told"), PLAIN)
def test_captions_are_read_aloud(text, told):
    assert captions.plain(text, GLYPHS) == told


#: Words, how wide the lines are, and where they end if letters of 3 mm shrink no further.
PARTED = [
    ("Donaudampfschiff", 20, "Donaudamp- fschiff"),
    ("бирюзовые 3,5", 14, "бирюзо- вые 3,5"),
    ("жёлтые 0,", 12, "жёлты- е 0,"),
    ("a/very/long/path", 15, "a/very/ long/path"),
    ("position 12 tiles", 14, "position 12 tiles"),
    ("12345678901234", 15, "1234567 8901234"),
]


@pytest.mark.parametrize(("text", "width", "expected"), PARTED)
def test_long_words_are_parted(text, width, expected):
    lines = captions.broken(text, width, 3.0)
    assert " ".join(lines) == expected
    assert all(fonts.width(line, 3.0) <= width for line in lines)


@pytest.mark.parametrize("game", engine.names())
def test_every_game_has_small_pictures_and_a_legend(game):
    chosen = engine.game(game)
    start = chosen.begin({"seed": "7"} if game == "aathenuo" else {})
    made = figure.of(start, caption="")
    names = made.glyphs("{")
    assert len(names) >= 5
    told = " ".join(f"{{{name}}}" for name in names)
    both = figure.of(start, caption=told, legend=True).scene()
    keys = [i for i in both.items if isinstance(i, scene.Text) and i.name == "key"]
    assert {key.text for key in keys} == {glyph.words for glyph in made.panels[0].legend()}
    signs = [i for i in both.items if isinstance(i, scene.Group) and i.name == "sign"]
    assert len(signs) == len(names)


# ------------------------------------------------------------------------------ any text

SIGNS = st.sampled_from(["a", "sch", "o", "1", " ", "\u00a0", "-", "\u00e9", ".", "\n"])


@given(st.lists(SIGNS, max_size=90), st.integers(0, 90), st.sampled_from([4.0, 11.0, 40.0]))
def test_lines_fit_and_hold_all_letters(signs, bold, within):
    text = "".join([*signs[:bold], "**", *signs[bold:], "**"])
    lines = captions.broken(text, within, 3.0)
    plain = [c for c in text if c not in "* \n\u00a0-"]
    assert [c for line in lines for c in line if c not in " -\u2212"] == plain
    drawn = Caption.of(text, {}).drawn(scene.Text(0, 0, "", 3.0), within)
    widths = [sum(fonts.width(i.text, 3.0, i.bold) for i in line) for line in drawn]
    assert all(w <= within + 1e-6 or len(x) <= 2 for w, x in zip(widths, lines, strict=True))
