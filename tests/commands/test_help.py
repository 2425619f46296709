"""Help and the manual pages, and options of every command: settings of files, completion, colour, words."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
from click.shell_completion import ShellComplete

import engine
from generator import cli
from generator.cli import COMMANDS
from tests.cases import ROOT, some
from tests.commands import man_pages
from tests.programs import program


def run(*words):
    return cli.run([str(w) for w in words])


@pytest.mark.parametrize("game", engine.names())
def test_the_notation_of_every_game_is_told_and_its_examples_run(game, capsys):
    assert run("help", "notation", game) == 0
    page = capsys.readouterr().out
    for heading in ("Moves", "Positions", "Records"):
        assert re.search(rf"^{heading}$", page, re.MULTILINE)
    assert f'[Game "{game}"]' in page
    for option in some(engine.game(game).options):
        assert option.help in page
    assert max(map(len, page.splitlines())) <= 115
    for line in some(re.findall(r"^    tilewright (.*)$", page, re.MULTILINE)):
        assert run(*shlex.split(line)) == 0, line


# ---------------------------------------------------------------------------------- settings


def printed(capsys, *words):
    """Return the paper that a kit's note names."""
    assert run("kit", "abstrakto", "--only", "markers", "--out", "kit", *words) == 0
    return capsys.readouterr().err.split()[-1].lower()


def test_options_win_over_the_nearest_file(tmp_path, capsys, monkeypatch):
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "tilewright.toml").write_text('[kit]\npaper = "letter"\n')
    monkeypatch.chdir(below)
    assert printed(capsys) == "letter"
    (tmp_path / "a" / "tilewright.toml").write_text('[kit]\npaper = "a5"\ncopies = 2\n')
    assert printed(capsys) == "a5"
    assert printed(capsys, "--paper", "legal") == "legal"


def test_lists_flags_and_files_beside_the_settings(tmp_path, capsys, monkeypatch):
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    (tmp_path / "mine.toml").write_text('base = "classic"\n')
    (tmp_path / "tilewright.toml").write_text(
        '[kit]\nformat = ["pdf", "svg"]\nonly = ["markers"]\ntheme = "mine.toml"\n'
        "margin = 6\none-pdf = false\n"
    )
    assert run("kit", "abstrakto", "--out", "kit") == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


# -------------------------------------------------------------------------------- completion

COMPLETED = [
    ("kit at", {"atreya"}),
    ("kit atreya --theme col", {"colorblind"}),
    ("kit atreya --format pdf,s", {"pdf,svg"}),
    ("moves astralis st", {"start"}),
    ("perf", {"perft"}),
    ("nope x", set()),
]


@pytest.mark.parametrize(("line", "values"), COMPLETED, ids=[line for line, _ in COMPLETED])
def test_values_are_completed(line, values, monkeypatch):
    *words, last = line.split(" ")
    monkeypatch.setenv("COMP_WORDS", f"tilewright {line}")
    monkeypatch.chdir(ROOT)
    shell = ShellComplete(cli.tilewright, {}, "tilewright", cli.COMPLETING)
    assert {item.value for item in shell.get_completions(words, last)} == values


def test_pages_are_as_the_command_line_is():
    found = {path.name: path.read_bytes().decode("ascii") for path in man_pages.FOLDER.iterdir()}
    assert found == man_pages.pages(), "run make man"
    assert len(found) == len(COMMANDS) + 1


def test_pages_are_read_without_a_warning():
    files = sorted(map(str, man_pages.FOLDER.glob("*.1")))
    words = [program("groff"), "-man", "-ww", "-rCHECKSTYLE=3", "-P-c", "-Tascii", *files]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.count("Bad input or usage") == len(files)
