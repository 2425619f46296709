"""Figures built: nothing twice, all faults with their places, and what is left over."""

from pathlib import Path

import pytest

from generator import cli
from generator.illustrating import building
from tests.cases import DATA, ROOT

BOOK = """game = "atreya"
[figures.one]
position = "start"
[figures.two]
position = "start"
marks = "dot 0,0"
[figures.three]
position = "start"
formats = ["pdf"]
"""


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.toml"
    path.write_text(BOOK, "utf-8")
    return path


def run(capsys, *arguments):
    """Run the command and return its exit code, the names it lists, and its messages."""
    code = cli.run(["figures", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, [Path(line.partition(" ")[0]).name for line in out.splitlines()], err


def alter(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


# ----------------------------------------------------------------------------- nothing made twice


@pytest.fixture
def made(monkeypatch):
    """Return the list of figures that are made from now on, in this process."""
    names = []
    make = building.make
    monkeypatch.setattr(building, "make", lambda b, spec: names.append(spec.name) or make(b, spec))
    return names


def test_what_is_unchanged_is_not_made_again(book, capsys, made):
    files = ["one.svg", "two.svg", "three.pdf"]
    assert run(capsys, book) == (0, files, "3 written, 0 unchanged\n")
    assert run(capsys, book) == (0, [], "0 written, 3 unchanged\n")
    assert made == ["one", "two", "three"]
    alter(book, "dot 0,0", "ring 0,0")
    assert run(capsys, book) == (0, ["two.svg"], "1 written, 2 unchanged\n")
    (book.parent / "figures" / "one.svg").write_text("<svg/>")
    assert run(capsys, book, "--check")[:2] == (1, ["one.svg"])
    assert run(capsys, book)[1] == ["one.svg"]
    assert made[3:] == ["two", "one", "one"]
    assert run(capsys, book, "--fresh")[1:] == ([], "0 written, 3 unchanged\n")
    assert len(made) == 9


def test_what_a_figure_is_made_of_makes_it_again(tmp_path, capsys, made):
    (tmp_path / "game.txt").write_text((DATA / "figures" / "game.txt").read_text("utf-8"), "utf-8")
    theme = ROOT / "templates" / "themes" / "classic.toml"
    (tmp_path / "own.toml").write_text(theme.read_text("utf-8"), "utf-8")
    book = tmp_path / "book.toml"
    book.write_text(
        '[positions.a]\nrecord = "game.txt"\nafter = "1r"\n'
        '[figures.record]\nposition = "a"\n'
        '[figures.theme]\ngame = "atreya"\nposition = "start"\ntheme = "own.toml"\n',
        "utf-8",
    )
    run(capsys, book)
    made.clear()
    alter(tmp_path / "game.txt", "1. ", "1.  ")
    run(capsys, book)
    (tmp_path / "own.toml").write_text(theme.read_text("utf-8") + "# also", "utf-8")
    run(capsys, book)
    alter(book, 'after = "1r"', 'after = "1g"')
    run(capsys, book)
    assert made == ["record", "theme", "record"]


# ---------------------------------------------------------------------------------------- faults

FAULTS = """game = "atreya"
[positions.bad]
position = "start"
play     = "b:brgbbb@1,0"
[positions.worse]
positoin = "start"
[figures.good]
position = "start"
[figures.unread]
position = "worse"
[figures.illegal]
position = "bad"
[figures.also]
position = "bad"
[figures.mark]
position = "start"
marks    = ["dot 0,0",
  "dat 0,0"]
[figures.panels]
panels = [
  { position = "start" },
  { position = "start", show = "nothing" },
]
[figures.record]
record = "nowhere.txt"
"""


#: A figure's settings from line 3 on, and where what is wrong with them is.
ENTRIES = [
    ('play = ["r:brgbgg@-1,0", "r:xx@1,1"]', ":3:1"),
    ('marks = """\ndot 0,0\n dat 1,0\n"""', ":3:1"),
    ('show = ["cells", "xyz"]', ":3:1"),
    ('crop = ["0,0", "99,0"]', ":3:1"),
    ('caption = "{no}"', ":3:1"),
    ('title = "a\\u0007"', ":3:1"),
    ('alt = "a\\u0007"', ":3:1"),
    ('after = "3"', ":3:1"),
    ('options = {mode = "max", players = "xy"}', ":3:26"),
    ('options = {mode = "max", sides = 3}', ":3:26"),
]


def test_all_faults_are_told_with_line_and_column(tmp_path, capsys):
    path = tmp_path / "a.toml"
    path.write_text(FAULTS, "utf-8")
    code, written, err = run(capsys, path)
    assert (code, written) == (2, ["good.svg"])
    lines = [line for line in err.splitlines() if line.startswith("Error: ")]
    told = [line.removeprefix(f"Error: {path}:").rpartition("]")[0] + "]" for line in lines]
    assert told == [
        "6:1: [positions.worse]",
        "10:1: [figures.unread]",
        "4:1: [positions.bad]",
        "17:1: [figures.mark]",
        "20:1: [figures.panels] panels[2]",
        "24:1: [figures.record]",
    ]
    assert "nowhere.txt: No such file or directory" in lines[-1]
    assert run(capsys, path, "--check")[:2] == (2, [])
    assert run(capsys, path, "good")[1] == []


#: A game's figures written in ways of TOML's own, and where what is wrong with them is.
WRITTEN = [
    *((f'[figures.a]\n{text}\nposition = "start"', f"{at}: [figures.a]: ") for text, at in ENTRIES),
    ('[figures."l.m n"]\nposition = "start"', ":2:1: [figures.l.m n]: a name begins"),
    ('[figures."a"]\nposition = "start"\nmarks = "dat 0,0"', ":4:1"),
    ("[ figures . a ]\n  position = 'start'\n  show = 'x'", ":4:3"),
    ("[figures.ab]\nposition = 'start'\nshow = 'sizes'\n[figures.a]\npositon = 'x'", ":6:1"),
    (2 * "[[figures.a.panels]]\nposition = 'start'\n" + "show = 'x'", ":2:1: [figures.a] panels[2]: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place"), WRITTEN)
def test_faults_are_found_however_a_file_is_written(text, place, tmp_path, capsys):
    path = tmp_path / "a.toml"
    path.write_text(f'game = "atreya"\n{text}\n')
    assert f"Error: {path}{place}" in run(capsys, path)[2]


# --------------------------------------------------------------------------------- what is left over


def test_files_of_renamed_figures_are_named(book, capsys):
    out = book.parent / "figures"
    run(capsys, book)
    (out / "own.svg").write_text("not of ours")
    alter(book, "figures.one", "figures.first")
    code, _, err = run(capsys, book)
    assert code == 0
    assert "1 file belongs to no figure any more: one.svg" in err
    code, listed, err = run(capsys, book, "--check")
    assert (code, listed) == (1, ["one.svg"])
    assert "3 of 4 files are in order" in err
    (out / "one.svg").unlink()
    assert run(capsys, book, "--check")[0] == 0


@pytest.mark.parametrize("out", ["../away", "/tmp/away", "a/../../b", ""])
def test_a_file_writes_beside_itself(tmp_path, capsys, out):
    path = tmp_path / "a.toml"
    path.write_text(f'out = "{out}"\n[figures.a]\ngame = "atreya"\nposition = "start"\n')
    code, _, err = run(capsys, path)
    assert code == 2
    assert f"out = '{out}' is not right; expected a folder's name, beside this file" in err
    assert list(tmp_path.iterdir()) == [path]


#: What is wrong with a whole file, a line each, and where it is told to be.
WHOLE = [
    ('game = "chess"', ":1:1: [figures.a]: unknown game 'chess'"),
    (
        'size = 5\nformats = ["svg", "gif"]\nsnippets = "rtf"\n  shw = 1\ngame = "atreya"',
        ":1:1: size = 5 is not right",
        ":2:1: no format 'gif' in formats",
        ":3:1: no snippets of 'rtf'",
        ":4:3: unknown setting 'shw'",
    ),
]


@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case[0])
def test_all_that_is_wrong_with_a_file_is_told_with_its_place(tmp_path, capsys, case):
    path = tmp_path / "a.toml"
    path.write_text(f'{case[0]}\n[figures.a]\nposition = "start"\n')
    code, written, err = run(capsys, path, "a")
    assert (code, written) == (2, [])
    told = [line for line in err.splitlines() if line.startswith("Error: ")]
    assert len(told) == len(case) - 1
    for line, words in zip(told, case[1:], strict=True):
        assert line.startswith(f"Error: {path}{words}")
