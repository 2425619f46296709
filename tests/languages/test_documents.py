"""Figure files, blocks, commands and replays in a language: what they say, and how files name it."""

import re

import pytest

from engine import record
from generator import cli
from generator.illustrating import rulebook
from generator.replaying import page
from tests.cases import ROOT

SPEC = """
game = "atreya"
lang = "de"
captions = "text"
[figures.a]
position = "start"
[figures.b]
position = "start"
lang = "ru"
[figures.c]
panels = [{ position = "start" }, { position = "start", caption = "Zwei" }]
"""

#: Figure of the file, with what its caption and its title are.
SAID = [
    ("a", "de", "Rot am Zug; Rot 0, Grün 0.", "Atreya: Rot am Zug"),
    ("b", "ru", "Ход красных; красные 0, зелёные 0.", "Atreya: ход красных"),
    ("c", "de", "", "Atreya, 2 Bilder"),
]


@pytest.mark.parametrize(("name", "lang", "caption", "title"), SAID)
def test_a_figure_file_says_its_language_and_a_figure_its_own(name, lang, caption, title):
    book = rulebook.of(SPEC, "a.toml")
    made = book.make(next(spec for spec in book.spec.figures if spec.name == name))
    assert (made.scene.lang, made.caption, made.scene.title) == (lang, caption, title)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            'lang = "de"',
            "Error: {file}:3:1: [figures.a]: no language 'xx'; there are de, en and ru",
        ),
        (
            'lang = "ru"',
            "Error: {file}:9:1: [figures.b]: no language 'xx'; there are de, en and ru",
        ),
    ],
)
def test_an_unknown_language_is_told_with_its_place(tmp_path, capsys, changed, words):
    file = tmp_path / "a.toml"
    file.write_text(SPEC.replace(changed, 'lang = "xx"'), "utf-8")
    assert cli.run(["figures", str(file), "--out", str(tmp_path)]) == cli.BAD_INPUT
    assert words.format(file=file) in capsys.readouterr().err


RECORD = ROOT / "templates/examples/astralis-game.txt"


# --------------------------------------------------------------------------------- replays


def shortened():
    return record.load(RECORD.read_text("utf-8").partition("\n4. ")[0])


PAGE = {
    "de": (
        'aria-label="Einen Zug zurück"',
        'aria-label="Züge"',
        "<summary>Über diese Partie</summary>",
        "Ohne JavaScript stehen alle Stellungen untereinander.",
        "<h2>2. Gelb <code>",
        ">Anfang</a>",
        "<span>Cyan</span>",
        "<b>3,5</b>",
        "Gelb fliegt von a7 nach c7.",
        "<b>Cyan am Zug.</b>",
    ),
}


@pytest.mark.parametrize("lang", PAGE)
def test_a_page_speaks(lang):
    text = page.page(shortened(), lang=lang)
    assert text.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">')
    assert [words for words in PAGE[lang] if words not in text] == []
    # Style and script, and what is the record's: names, comments, tags.
    others = (
        r"<style>.*?</style>|<script>.*?</script>|<bdi>.*?</bdi>|<title>.*?</title>|<dt>.*?</dt>"
        r"|<pre.*?</pre>"
    )
    said = re.sub(others, "", text, flags=re.DOTALL)
    said = re.sub(r"<[^>]*>", " ", said)
    assert not re.search(r"\b(the|move|wins|Yellow|Start|flies)\b", said)
