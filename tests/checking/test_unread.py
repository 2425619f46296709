"""Files that cannot be read, among others that can: each is named, with its place, and stops nothing."""

from __future__ import annotations

import html
import io
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest

import engine
import generator
from generator import answers
from generator.cli import BAD_INPUT, NOT_IN_ORDER, run

KINDS = ("text", "json", "junit", "github", "markdown")
TILES = "\n".join(["tile", *engine.game("atreya").tiles()])
GAME = '[Game "atreya"]\n\n1. r:brgbbg@-1,0\n'
FIGURES = 'game = "atreya"\n[figures.one]\nposition = "start"\n'
PDF = b"%PDF-1.4\njunk\n%%EOF\n"
SVG = b"<svg>\n <g>\n</svg>\n"

#: Command, the file, its bytes, the line and column at fault, and words of what is said of it.
PLACES = {
    "toml": ("figures --check", "a.toml", b"[figures.a]\nposition = \n", (2, 12), "Invalid value"),
    "toml-end": ("figures --check", "a.toml", b'[figures.a]\nposition = "', (2, 0), "at end of document"),
    "toml-latin": ("figures --check", "a.toml", b"# a\n# \xe9", (2, 0), "is not UTF-8 text (byte 7)"),
    "toml-key": ("figures --check", "a.toml", FIGURES.encode() + b"no = 1\n", (4, 1), "unknown setting 'no'"),
    "record": ("check", "a.txt", GAME.encode() + b"3. r:brgbbg@-1,0\n", (4, 1), "the move number 3. stands"),
    "record-tag": ("check", "a.txt", b'\n[Game "chess"]\n', (2, 1), "unknown game 'chess'"),
    "record-latin": ("check", "a.txt", GAME.encode() + b"{\xe9}", (4, 0), "is not UTF-8 text"),
    "count": ("verify", "a.csv", f"{TILES}\n".replace("tile\n", "tile,n\nr5,many\n").encode(), (2, 0), "the count 'many'"),
    "json": ("verify atreya", "a.json", b'{"tiles": [\n 1,\n}', (3, 1), "cannot be read as JSON"),
    "latin": ("verify", "a.csv", b"tile\n\xe9", (2, 0), "is not UTF-8 text"),
    "svg": ("verify", "a.svg", SVG, (3, 3), "cannot be read as SVG: mismatched tag"),
    "pdf": ("verify", "a.pdf", PDF, (0, 0), "cannot be read as PDF: it is damaged"),
    "no-pdf": ("verify", "a.pdf", b"junk", (0, 0), "is not a PDF file, although its name says so"),
    "record-there": ("verify", "a.txt", GAME.encode(), (0, 0), "is a record of a game; tilewright check a.txt replays it"),
    "lost": ("check", "a.txt", None, (0, 0), "No such file or directory"),
}  # fmt: skip


@pytest.mark.parametrize("case", PLACES)
def test_reports_of_what_cannot_be_read_say_where(tmp_path, monkeypatch, capsys, case):
    monkeypatch.chdir(tmp_path)
    command, name, data, (line, column), words = PLACES[case]
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert run([*command.split(), name, "--report", "github", "--report", "text=a"]) == BAD_INPUT
    out, err = capsys.readouterr()
    (said,) = (told for told in out.splitlines() if told.startswith("::error "))
    where, _, told = said.removeprefix("::error ").partition("::")
    place = f",line={line}" * bool(line) + f",col={column}" * bool(column)
    assert where.startswith(f"file={name}{place},title=tilewright {command.split()[0]}")
    assert words in told
    assert name in told
    (error,) = (told for told in err.splitlines() if told.startswith("Error: "))
    assert f"{error}\n" in (tmp_path / "a").read_text()


@pytest.fixture
def mixed(tmp_path, monkeypatch):
    """Return a folder with two lists, one short of a tile, and files of all kinds that are none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kit").mkdir()
    files = {
        "1.csv": TILES.encode(),
        "2.csv": b"tile\nno,such\nthing,at all\n",
        "3.pdf": PDF,
        "4.svg": SVG,
        "5.png": b"\x89PNG\r\n\x1a\n",
        "7.json": b'{"tilewright": 1, "game": "chess", "settings": {}, "files": []}',
        "8.svg": b"no picture",
    }
    for name, data in files.items():
        (tmp_path / "kit" / name).write_bytes(data)
    return [f"kit/{name}" for name in files][1:]


def test_what_cannot_be_read_in_a_folder_silences_nothing(mixed, tmp_path, capsys):
    words = [word for kind in KINDS for word in ("--report", f"{kind}={kind}")]
    assert run(["verify", "kit", "--report", "text", *words]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert "atreya: kit/1.csv\n" in out
    assert "  in order: 168 of 168\n" in out
    errors = err.splitlines()
    assert sorted(line.split()[1].rstrip(":,") for line in errors) == mixed
    told = {kind: (tmp_path / kind).read_text("utf-8") for kind in KINDS}
    names = [[name for name in mixed if name in html.unescape(text)] for text in told.values()]
    assert names == [mixed] * len(KINDS)
    assert told["text"] == out + "".join(f"{line}\n" for line in _in_order(errors, told["text"]))
    answer = json.loads(told["json"])
    jsonschema.validate(answer, answers.schema("verify"))
    assert (answer["ok"], len(answer["outcomes"])) == (False, 1)
    assert sorted(error["file"] for error in answer["errors"]) == mixed
    root = ET.fromstring(told["junit"])
    assert (root.get("errors"), len(root.findall("*/testcase/error"))) == ("6", 6)
    assert sum(line.startswith("::error ") for line in told["github"].splitlines()) == 6


def _in_order(lines, text):
    return sorted(lines, key=text.index)


def test_one_unreadable_record_silences_no_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.txt").write_text(GAME)
    (tmp_path / "bad.txt").write_text(GAME.replace("-1,0", "9,9"))
    (tmp_path / "no.txt").write_text("1. a4\n")
    words = ["no.txt", "good.txt", "lost.txt", "bad.txt"]
    assert run(["check", *words, "--report", "junit=a.xml", "--report", "json=a.json"]) == BAD_INPUT
    jsonschema.validate(json.loads(Path("a.json").read_text("utf-8")), answers.schema("check"))
    out, err = capsys.readouterr()
    first, second = out.splitlines()
    assert first == "good.txt: game 1: atreya, 1 move, in order"
    assert second.startswith("bad.txt:3:4: illegal move")
    assert err.splitlines() == [
        'Error: no.txt:1:1: a record begins with its tags; expected [Game "…"]',
        "Error: lost.txt: No such file or directory",
    ]
    root = ET.parse(tmp_path / "a.xml").getroot()
    counts = [root.get(name) for name in ("tests", "failures", "errors")]
    assert counts == ["4", "1", "2"]
    assert run(["check", "good.txt", "bad.txt"]) == NOT_IN_ORDER


def test_from_python_one_file_raises_and_several_tell(mixed):
    with pytest.raises(FileNotFoundError):
        generator.check("lost.txt")
    with pytest.raises(engine.GameError, match=r"^kit/2\.csv"):
        generator.verify("kit/2.csv")
    found = generator.verify("kit")
    assert (found.ok, [one.ok for one in found.outcomes]) == (False, [True])
    assert sorted(error.file for error in found.errors) == mixed
    assert all(error.file in error.message for error in found.errors)


def test_a_report_overwrites_nothing_that_is_read(tmp_path, monkeypatch, refused):
    (tmp_path / "a.txt").write_text(GAME)
    for command in ("check", "verify", "figures --check"):
        said = refused(*command.split(), "a.txt", "--report", "junit=./a.txt")
        assert said == "a report would overwrite a.txt; give it another file"


def test_a_report_goes_to_standard_output_and_none_is_of_standard_input(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    for text in (GAME, "1. a4"):
        stdin = io.TextIOWrapper(io.BytesIO(text.replace("-1,0", "9,9").encode()))
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(["check", "-", "--report", "github=-", "--report", "text"]) != 0
        out = capsys.readouterr().out.splitlines()
        assert out[0].startswith("::error ")
        assert "standard input" in out[0]
        assert "file=" not in out[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["check", "verify", "figures", "replay", "verify atreya"])
def test_an_empty_name_is_no_folder(refused, command):
    assert refused(*command.split(), "") == "a file's name is empty"


def test_all_is_of_games_alone(refused):
    said = "all stands alone, for the sets of all games; files tell their game"
    assert refused("verify", "all", "a.csv") == said


@pytest.mark.parametrize("word", ["atreya", "all"])
def test_a_folder_of_a_games_name_is_not_passed_over(refused, word, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / word).mkdir()
    assert refused("verify", word).startswith(f"{word} has no files to verify (")


def test_figures_are_of_one_file(refused, tmp_path):
    (tmp_path / "a.toml").write_text(FIGURES)
    said = refused("figures", "a.toml", "b.toml", "--check")
    assert said.startswith("no figure 'b.toml'; the figures are ")
