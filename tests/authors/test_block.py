"""The block of text that is a figure: what it may say, what it refuses; figures in the real IPython."""

import re
from pathlib import Path

import pytest

import engine
from engine import figure
from engine.errors import GameError
from generator.documents import block
from tests.cases import DATA, ROOT, columns

EXAMPLES = ROOT / "templates" / "examples"


@pytest.mark.parametrize(
    ("text", "game", "position", "settings"),
    [
        ("start", "g", "start", {}),
        ("\n start \n\nshow: a, b\ncaption: A: b\n", "g", "start", {"show": "a, b", "caption": "A: b"}),
        ("tilewright h\nstart", "h", "start", {}),
        ("tilewright\nstart", "g", "start", {}),
        ("3/4\n5 y x", "g", "3/4 5 y x", {}),
        ("r:brr@-1,0 r sum\nsize: 60", "g", "r:brr@-1,0 r sum", {"size": 60}),
        ("start\nmarks: dot a1\nmarks: ring a2", "g", "start", {"marks": ["dot a1", "ring a2"]}),
        ('start\nmarks: ["dot a1", "ring a2"]', "g", "start", {"marks": ["dot a1", "ring a2"]}),
        ("start\nlabels: false\ndpi: 72.5", "g", "start", {"labels": False, "dpi": 72.5}),
        ("start\ncaption: 12\nafter: 3", "g", "start", {"caption": "12", "after": "3"}),
        ("start\ncrop: 0,0", "g", "start", {"crop": "0,0"}),
        ("start\nid-prefix: a\ncaption:", "g", "start", {"id_prefix": "a", "caption": ""}),
        (
            "start\noptions: side=7 variant = two, x=1",
            "g", "start", {"options": {"side": "7", "variant": "two", "x": "1"}},
        ),
        ("record: a.txt\nafter: 12c", "g", "", {"record": "a.txt", "after": "12c"}),
        ('record: "a.txt"\nafter: "1.1"', "g", "", {"record": "a.txt", "after": "1.1"}),
    ],
)  # fmt: skip
def test_blocks(text, game, position, settings):
    assert block.parse(text, "g") == block.FigureBlock(game, position, settings)


@pytest.mark.parametrize(("text", "game", "words"), columns(DATA / "blocks_refused.txt"))
def test_wrong_blocks_are_refused_in_words(text, game, words):
    with pytest.raises(GameError) as caught:
        block.made(block.parse(text, game), EXAMPLES)
    assert words in str(caught.value)


def test_a_block_is_the_figure_of_a_figure_file(tmp_path):
    """The same words give the same picture, whether in a block or in a file."""
    settings = 'position = "start"\nshow = "cells"\nmarks = ["dot 0,0", "ring -1,0"]\nsize = 50\n'
    spec = tmp_path / "a.toml"
    spec.write_text(f'game = "atreya"\n[figures.a]\n{settings}', "utf-8")
    taken = block.made(block.parse("@a of a.toml"), tmp_path)
    text = "start\nshow: cells\nmarks: dot 0,0\nmarks: ring -1,0\nsize: 50"
    assert block.made(block.parse(text, "atreya"), Path()).scene == taken.scene


#: The guide for authors, and a rulebook's chapters that are set in all tools.
PAGES = [
    ROOT / "docs" / "authors.md",
    *sorted((ROOT / "tests" / "authors" / "chapters").glob("*.md")),
]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_blocks_of_a_page_are_drawn(path):
    text = re.sub(r"^````.*?^````$", "", path.read_text("utf-8"), flags=re.M | re.S)
    blocks = re.findall(r"^```tilewright(.*)\n((?:.*\n)*?)```$", text, re.M)
    assert len(blocks) > 1
    for game, words in blocks:
        made = block.made(block.parse(words, game.strip()), ROOT)
        assert made.caption
        assert made.scene.description


@pytest.fixture(scope="module")
def shell():
    pytest.importorskip("IPython", reason="pip install ipython")
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "generator.notebook")
    yield shell
    InteractiveShell.clear_instance()


def shown(shell, cell):
    """Return the kinds in which a cell's value is shown."""
    result = shell.run_cell(cell)
    assert result.error_in_exec is None
    return shell.display_formatter.format(result.result)[0]


@pytest.mark.parametrize("name", engine.names())
def test_figures_show_themselves(shell, name):
    shell.user_ns["made"] = figure.of(
        engine.game(name).begin({"seed": "7"} if name == "aathenuo" else {})
    )
    kinds = shown(shell, "made")
    assert set(kinds) == {"text/plain", "image/svg+xml"}
    assert kinds["image/svg+xml"].startswith("<?xml")
    assert len(kinds["text/plain"]) < 100
    assert kinds["text/plain"].startswith(f"<Figure: {name.title()}: ")


@pytest.mark.parametrize("magic", ["%%tilewright atreya", "%%atreya"])
def test_a_cell_is_a_figure(shell, magic):
    kinds = shown(shell, f"{magic}\nstart\nshow: cells\ncaption: The <start>\n")
    assert kinds["text/html"].startswith('<figure class="tilewright"><svg style=')
    assert kinds["text/html"].endswith("<figcaption>The &lt;start&gt;</figcaption></figure>")
    assert kinds["text/plain"] == "<Figure: Atreya: red to move>"


def test_a_cell_that_is_wrong_is_told_in_one_line(shell, capsys):
    result = shell.run_cell("%%atreya\nrubbish\n")
    assert "no position 'rubbish'" in str(result.error_in_exec)
    assert capsys.readouterr().err.count("\n") == 1
