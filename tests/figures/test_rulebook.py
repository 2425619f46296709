"""Figure files: what they may say, what they make, what they refuse, and batches of figures."""

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from generator import cli
from generator.illustrating import manifest, rulebook
from generator.illustrating.building import Build
from tests import cases

DATA = cases.DATA / "figures"
INVALID = sorted((DATA / "invalid").glob("*.toml"))
EXAMPLES = sorted((DATA.parent.parent.parent / "templates" / "examples").glob("*.toml"))
SHOWN = cases.ROOT / "templates" / "examples" / "shown"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def folder(tmp_path):
    for name in ("game.txt", "two-games.txt", "book.toml"):
        shutil.copy(DATA / name, tmp_path)
    return tmp_path


def tilewright(capsys, *arguments):
    """Run a command and return its exit code, output and messages."""
    code = cli.run([str(a) for a in arguments])
    return (code, *capsys.readouterr())


def listed(folder):
    """Return the names of a folder's files, but for the manifest."""
    assert (folder / manifest.NAME).exists()
    return {path.name for path in folder.iterdir()} - {manifest.NAME}


def svg_of(path, name):
    return ET.parse(path / "pictures" / f"{name}.svg").getroot()


def marks_of(root, verb):
    return [g for g in root.iter(f"{SVG}g") if g.get("class") == f"mark mark-{verb}"]


# --------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_invalid_files_are_refused_in_words(path, folder, capsys):
    text = path.read_text("utf-8")
    expected, _, body = text.removeprefix("# ").partition("\n")
    spec = folder / "spec.toml"
    spec.write_text(body, "utf-8")
    code, _, err = tilewright(capsys, "figures", spec)
    words = next(line for line in err.splitlines() if line.startswith("Error: "))
    assert code in (1, 2)
    assert expected in words
    assert len(words) < 1200
    assert words.count(str(spec)) == 1
    assert words.startswith(f"Error: {spec}")


# ------------------------------------------------------------------------------- what is made


def test_a_file_with_every_setting(folder, capsys):
    code, out, _ = tilewright(capsys, "figures", folder / "book.toml")
    assert code == 0
    written = {Path(line).name for line in out.splitlines()}
    names = ["start", "chain", "numbers", "commented", "other-last", "pair"]
    assert written == {
        *(f"{name}.{suffix}" for name in names for suffix in ("svg", "pdf", "tex")),
        "written.png",
        "written.tex",
    }
    assert written == listed(folder / "pictures")

    start = svg_of(folder, "start")
    assert start.get("width") == "60mm"
    assert start.find(f"{SVG}title").text == "Atreya: red to move"
    assert (len(marks_of(start, "dot")), len(marks_of(start, "arrow"))) == (1, 2)
    assert not [e for e in start.iter() if e.get("class") == "caption"], "it stands in the text"

    chain = svg_of(folder, "chain")
    assert chain.get("width") == "45.5mm"
    assert "Last move: Green places a green tile at 1,0." in chain.find(f"{SVG}desc").text

    numbers = svg_of(folder, "numbers").find(f"{SVG}desc").text
    labels = re.findall(r"(\w+) label (\w+) on (\S+)(?:;|\.$)", numbers)
    assert labels == [
        ("green", "1g", "0,-1"),
        ("red", "2r", "1,-1"),
        ("green", "2g", "1,0"),
        ("red", "3r", "1,-2"),
    ]
    assert len([e for e in svg_of(folder, "numbers").iter() if e.get("class") == "caption"]) == 1

    commented = svg_of(folder, "commented")
    assert len(marks_of(commented, "ring")) == 1
    assert not marks_of(svg_of(folder, "numbers"), "ring")

    pair = svg_of(folder, "pair")
    assert pair.find(f"{SVG}desc").text == "Before and after."
    panels = [g for g in pair.iter(f"{SVG}g") if g.get("class") == "panel"]
    assert len(panels) == 2
    assert [len(marks_of(panel, "cross")) for panel in panels] == [1, 0]


def test_snippets_keep_the_line_ends_of_captions(tmp_path, capsys):
    kinds = "latex,typst"
    spec = tmp_path / "a.toml"
    caption = 'caption = """\nThe **start**\nof all"""\nformats = ["pdf", "svg"]'
    text = f'game = "atreya"\ncaptions = "text"\n[figures.a]\nposition = "start"\n{caption}\n'
    spec.write_text(text, "utf-8")
    assert tilewright(capsys, "figures", spec, "--snippets", kinds)[0] == 0
    tex, typ = (
        (tmp_path / "figures" / f"a.{suffix}").read_text("utf-8") for suffix in ("tex", "typ")
    )
    broken = r"{The \textbf{start}\\\hspace{\linewidth}of all}"
    assert r"\caption[{The \textbf{start} of all}]" + broken in tex
    assert 'caption: {"The "; strong("start"); linebreak(); "of all"}' in typ


def test_latex_snippets(folder, capsys):
    tilewright(capsys, "figures", folder / "book.toml")
    start = (folder / "pictures" / "start.tex").read_text("utf-8")
    words = r"alt={It is red's turn. The scores are red 0, green 0 and blue 0. In the arena lie"
    assert rf"\includegraphics[width=60mm, {words}" in start
    assert "]{pictures/start.pdf}" in start
    assert (folder / "pictures" / "start.pdf").read_bytes().startswith(b"%PDF-1.5")
    assert r"\caption{The start \& how it looks: 100~\%, x\_1.}" in start
    assert r"\label{fig:start}" in start
    tilewright(capsys, "figures", folder / "book.toml", "--out", folder / "elsewhere")
    moved = (folder / "elsewhere" / "start.tex").read_text("utf-8")
    assert moved == start.replace("{pictures/", "{elsewhere/"), "pictures are found where they lie"
    written = (folder / "pictures" / "written.tex").read_text("utf-8")
    assert "{pictures/written.png}" in written
    assert r"\caption" not in written
    assert "\\refstepcounter{figure}\n  \\label{" in written, "the label is of the figure's number"
    assert r"\label{fig:own-label}" in written
    assert "alt={Our words.}" in written


# -------------------------------------------------------------------------------------- batches


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_files_are_in_order(path):
    build = Build(rulebook.load(str(path)), fresh=True)
    outputs = list(build.outputs())
    assert build.faults == []
    assert len(outputs) > 3
    assert all(output.data for output in outputs)


@pytest.mark.parametrize("name", sorted(path.stem for path in SHOWN.iterdir()))
def test_the_figures_of_the_readme_are_what_their_specifications_give(name, tmp_path, capsys):
    game, _, figure = name.partition("-")
    spec = SHOWN.parent / f"{game}.toml"
    assert tilewright(capsys, "figures", spec, figure, "--out", tmp_path)[0] == 0
    assert (tmp_path / f"{figure}.svg").read_bytes() == (SHOWN / f"{name}.svg").read_bytes()
    assert f"(templates/examples/shown/{name}.svg)" in (cases.ROOT / "README.md").read_text("utf-8")
