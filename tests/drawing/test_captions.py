"""Captions: bold, lines, small pictures, and what stays on a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import figure
from engine.drawing import captions, fonts, hyphens, scene
from engine.drawing.captions import Glyph
from engine.errors import NotationError
from tests.endless import at_most

SQUARE = engine.game("abstrakto").start()
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


WRONG = [
    ("**a", "bold that does not end"),
    ("{stonee}", "no small picture 'stonee'"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_captions_that_cannot_be_read(text, message):
    with pytest.raises(NotationError, match=message):
        captions.plain(text, GLYPHS)


#: A caption, and words that must not be parted however narrow it is.
UNITS = [
    ("the width of a tile is about 60 mm in all", "60 mm"),
    ("it is the position after 12. c7 of the game", "12. c7"),
    ("he puts his own red 2 beside it there", "red 2"),
    ("see the long chapter 4.2 for it", "chapter 4.2"),
    ("two of the long words a\u00a0b stay", "a b"),
]


@pytest.mark.parametrize(("text", "unit"), UNITS)
def test_units_are_not_parted(text, unit):
    for width in range(24, 60, 3):
        lines = captions.broken(text, width, 3.0)
        assert " ".join(lines) == text.replace("\u00a0", " ")
        assert any(unit in line for line in lines)


#: Words, how wide the lines are, and where they end if letters of 3 mm shrink no further.
PARTED = [
    ("Donaudampfschifffahrtsgesellschaft", 20, "Donau- dampfschiff- fahrtsgesell- schaft"),
    ("бирюзовые 3,5", 14, "бирюзо- вые 3,5"),
    ("жёлтые 0,", 12, "жёл- тые 0,"),
    ("a/very/long/path", 15, "a/very/ long/path"),
    ("position 12 tiles", 14, "position 12 tiles"),
    ("12345678901234", 15, "1234567 8901234"),
]


@pytest.mark.parametrize(("text", "width", "expected"), PARTED)
def test_long_words_are_parted_between_syllables(text, width, expected):
    lines = captions.broken(text, width, 3.0)
    assert " ".join(lines) == expected
    assert all(fonts.width(line, 3.0) <= width for line in lines)


def test_letters_are_smaller_before_words_are_parted():
    for size, drawn in ((None, 9.0), (40, 5.6), (20, 5.0)):
        made = figure.of(
            SQUARE, size=size, caption="Die Donaudampfschifffahrtsgesellschaft", labels=False
        )
        sizes = {i.size for i in scene.walk(made.scene().items) if isinstance(i, scene.Text)}
        assert {round(s / 25.4 * 72, 1) for s in sizes} == {drawn}


def test_panels_have_captions_of_one_size():
    words = ("short", "Donaudampfschifffahrt")
    panels = [figure.of(SQUARE, caption=text, labels=False) for text in words]
    made = figure.side_by_side(panels, columns=2, size=50)
    sizes = {i.size for i in scene.walk(made.scene().items) if isinstance(i, scene.Text)}
    assert len(sizes) == 1


def test_a_sentence_may_end_in_a_number():
    lines = captions.broken("With his red 5. With another he goes on", 25, 3.0)
    assert not any("5. With" in line for line in lines)


def test_lines_have_bold_runs_and_small_pictures():
    first, second = captions.drawn("a **b** {stone} c\nd", GLYPHS, 3.0, "#000000", 100)
    assert [(i.text, i.bold) for i in first if isinstance(i, scene.Text)] == [
        ("a ", False),
        ("b", True),
        (" ", False),
        (" c", False),
    ]
    (sign,) = (i for i in first if isinstance(i, scene.Group))
    assert sign.items == STONE.items
    assert [i.text for i in second] == ["d"]


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


def test_captions_are_told_to_those_who_listen():
    start = engine.game("abstrakto").start()
    told = figure.of(start, caption="**Here** it\nbegins").scene().description
    assert told.startswith("Here it begins. It is blue's turn. The scores are blue 0 and orange 0.")
    assert told.count("turn") == 1
    plain = figure.of(start).scene().description
    assert plain.count("blue 0") == 1


def test_captions_name_the_move_that_led_here():
    start = engine.game("abstrakto").start()
    turn = start.take_turn("d4")
    made = figure.of(turn.after, turn=turn, last="d4", caption="{after}.")
    assert made.caption == "Position after d4."
    assert figure.of(turn.after, after="1. d4", caption="{after}").caption == "Position after 1. d4"
    assert figure.of(start, caption="{after}").caption == "Starting position"


# ------------------------------------------------------------------------- long texts, slowly


def slowly_joined(line):
    """Return a line as few runs, one run after the other."""
    runs = []
    for word in line:
        blank = ()
        if runs and not word[0].tight:
            blank = (captions._blank(word[0], bold=word[0].bold and runs[-1].bold),)
        for run in (*blank, *word):
            if runs and not run.glyph and not runs[-1].glyph and run.bold == runs[-1].bold:
                runs[-1] = runs[-1]._replace(text=runs[-1].text + run.text)
            else:
                runs.append(run)
    return runs


def slow_width(word):
    return sum(run.width(3.0) for run in slowly_joined([word]))


def slowly_cut(words, within):
    """Yield words that fit, each measured whole."""
    for word in words:
        blanks = [k for k, run in enumerate(word) if run.text == " "]
        if slow_width(word) <= within + captions._NOTHING:
            yield word
        elif len(blanks) > 1:
            yield from slowly_cut([word[: blanks[0]], word[blanks[0] + 1 :]], within)
        else:
            yield from slowly_parted(word, within)


def slowly_parted(word, within):
    rest = [one for run in word for one in ((run,) if run.glyph else captions._characters(run))]
    while len(rest) > 1 and slow_width(tuple(rest)) > within:
        room = within - rest[0]._replace(text="-", glyph=None).width(3.0)
        most = next(k for k in range(1, len(rest)) if slow_width(tuple(rest[: k + 1])) > room)
        at, sign = hyphens.end("".join(run.text[:1] or " " for run in rest), most)
        yield (*rest[:at], *((rest[at - 1]._replace(text=sign),) if sign else ()))
        rest = rest[at:]
    yield tuple(rest)


SIGNS = st.sampled_from(["a", "sch", "o", "1", " ", "\u00a0", "-", "{stone}", "e\u0301", ".", "\n"])


@given(st.lists(SIGNS, max_size=90), st.integers(0, 90), st.sampled_from([4.0, 11.0, 40.0]))
def test_lines_are_as_if_all_were_measured_whole(signs, bold, within):
    text = "".join([*signs[:bold], "**", *signs[bold:], "**"])
    words = [captions._words(line) for line in captions._lines(text, GLYPHS)]
    assert [captions._joined(line) for line in words] == [slowly_joined(line) for line in words]
    cut = [list(captions._cut(line, 3.0, within)) for line in words]
    assert cut == [list(slowly_cut(line, within)) for line in words]


@pytest.mark.parametrize("part", ["w", "ab ", "a\u00a0", "1 a ", "**a** ", "a-", "e\u0301", "{{"])
def test_long_texts_are_broken_in_so_many_calls(part):
    text = part * (2_000 // len(part))
    with at_most(5_000_000):
        lines = captions.broken(text, 100.0, 3.0)
    assert len(lines) > 9
    with pytest.raises(NotationError, match=r"^a text of 5,001 characters; expected at most 5,000"):
        captions.broken(5_001 * "a", 100.0, 3.0)


def test_lines_are_measured_near_their_ends_only(monkeypatch):
    usual, measured = captions._length, []
    monkeypatch.setattr(
        captions, "_length", lambda line, size: measured.append(1) or usual(line, size)
    )
    lines = captions.broken("a b " * 1200, 60.0, 3.0)
    assert len(lines) > 40
    assert len(measured) < 5 * 2400
