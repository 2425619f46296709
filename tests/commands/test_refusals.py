"""Command lines and files that are refused, by tables in tests/data: in one line, and nothing is written."""

import shlex

import pytest

from generator import cli
from tests.cases import columns, pairs
from tests.paths import DATA

GAME = '[Game "abstrakto"]\n[Blue "Ann"]\n\n1. d6n c5ne\n\n'
#: What lies in the folder where the commands are carried out.
FILES = {
    "one.txt": '[Game "atreya"]\n[Mode "sum"]\n\n1. r:brgbbg@-1,0\n',
    "two.txt": GAME + GAME,
    "empty.txt": "",
    "list.csv": "tile\n1\n",
    "tagless.txt": "1. d6n",
    "marked.txt": GAME.replace("c5ne", "c5ne {[%mark dot z9]}"),
    "other.txt": '[Game "astralis"]\n[Side "3"]\n\n1. a2\n',
    "spec.toml": 'game = "astralis"\n[figures.a]\nposition = "start"\n',
}


@pytest.mark.parametrize(("line", "words"), pairs(DATA / "refusals.txt"))
def test_a_command_line_is_refused_in_one_line(line, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    code = cli.NOT_IN_ORDER if line.startswith("1: ") else cli.BAD_INPUT
    assert cli.run(shlex.split(line.removeprefix("1: "))) == code
    out, err = capsys.readouterr()
    errors = [one for one in err.splitlines() if not one.startswith("Note: ")]
    assert (out, len(errors)) == ("", 1), err
    assert errors[0].startswith("Error: ")
    assert words in errors[0]
    assert {path.name for path in tmp_path.iterdir()} == set(FILES)


#: Kind of a file of one's own -> the command that reads it.
OWN = {
    "theme": "diagram atreya start --theme own.toml",
    "preset": "kit atreya --preset own.toml",
    "template": "kit atreya --template own.toml",
    "settings": "kit abstrakto --out kit",
}


@pytest.mark.parametrize(("kind", "text", "words"), columns(DATA / "own_files.txt"))
def test_files_of_ones_own_are_read_strictly(kind, text, words, tmp_path, refused):
    name = "tilewright.toml" if kind == "settings" else "own.toml"
    (tmp_path / name).write_text(text, "latin-1")
    said = refused(*OWN[kind].split())
    assert words in said
    assert kind in ("settings", "theme") or "own.toml" in said
