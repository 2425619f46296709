"""Help, and what every command has: quiet and verbose, settings of files, completion, colour."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

import engine
from engine.drawing import ownfonts
from generator import cli
from generator.commands import _telling
from tests.cases import some
from tests.paths import ROOT


def run(*words):
    return cli.run([str(w) for w in words])


class Terminal:
    """Standard output or error as a terminal."""

    def __init__(self, stream):
        self._stream = stream

    def isatty(self):
        return True

    def __getattr__(self, name):
        return getattr(self._stream, name)


# -------------------------------------------------------------------------------------- help


@pytest.mark.parametrize("game", engine.names())
def test_the_notation_of_every_game_is_told_and_its_examples_run(game, capsys):
    assert run("help", "notation", game) == 0
    said = capsys.readouterr().out
    for heading in ("Moves", "Positions", "Records"):
        assert re.search(rf"^{heading}$", said, re.MULTILINE)
    assert f'[Game "{game}"]' in said
    for option in some(engine.game(game).options):
        assert option.help in said
    assert max(map(len, said.splitlines())) <= 115
    for line in some(re.findall(r"^    tilewright (.*)$", said, re.MULTILINE)):
        assert run(*shlex.split(line)) == 0, line


def test_help_on_commands(capsys):
    assert run("help") == 0
    assert "Commands:" in capsys.readouterr().out
    assert run("help", "moves") == 0
    assert capsys.readouterr().out.startswith("Usage: tilewright moves [OPTIONS] GAME POSITION")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("help", "x"), "no help on 'x'; there is some on notation and kit"),
        (("help", "moves", "play"), "no help on 'moves play'"),
        (("help", "notation"), "help notation takes one game of"),
        (("help", "notation", "chess"), "unknown game 'chess'"),
    ],
)
def test_help_refuses(words, message, capsys):
    assert run(*words) == 2
    assert message in capsys.readouterr().err


def test_the_version_in_short(capsys):
    assert run("-V") == 0
    assert capsys.readouterr().out == f"tilewright {engine.__version__}\n"


# -------------------------------------------------------------------------- quiet and verbose


@pytest.mark.parametrize("words", ["-q kit abstrakto", "kit abstrakto --quiet"])
def test_quiet_leaves_results_alone(words, tmp_path, capsys):
    assert run(*words.split(), "--only", "markers", "--out", tmp_path) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert len(said.out.splitlines()) == 2


@pytest.mark.parametrize("words", ["-v games", "games --verbose"])
def test_verbose_names_the_settings_that_count(words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tilewright.toml").write_text("[games]\njson = true\n")
    assert run(*words.split()) == 0
    said = capsys.readouterr()
    assert said.err == "tilewright.toml says json\n"
    assert said.out.startswith("{")


# ---------------------------------------------------------------------------------- settings


def printed(capsys, *words):
    """Return the paper that a kit's note names."""
    assert run("kit", "abstrakto", "--only", "markers", "--out", "kit", *words) == 0
    return capsys.readouterr().err.split()[-1].lower()


def test_options_win_over_the_nearest_file(tmp_path, capsys, monkeypatch):
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.tilewright.kit]\npaper = "letter"\n')
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    monkeypatch.chdir(below)
    assert printed(capsys) == "letter"
    (tmp_path / "a" / "tilewright.toml").write_text('[kit]\npaper = "a5"\ncopies = 2\n')
    assert printed(capsys) == "a5"
    assert printed(capsys, "--paper", "legal") == "legal"


def test_repeated_options_are_lists(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "tilewright.toml"
    settings.write_text('[diagram]\nmark = ["dot:white d4,d5", "cross e5"]\nno-labels = true\n')
    assert run("diagram", "astralis", "start", "-o", "marked.svg") == 0
    settings.unlink()
    assert run("diagram", "astralis", "start", "-o", "plain.svg") == 0
    marks = ("--mark", "dot:white d4,d5", "--mark", "cross e5", "--no-labels")
    assert run("diagram", "astralis", "start", *marks, "-o", "same.svg") == 0
    plain, marked, same = (Path(f"{name}.svg").read_bytes() for name in ("plain", "marked", "same"))
    assert plain != marked == same


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


SETTINGS = [
    ("[kit]\npapr = 'a4'", "[kit] papr: there is no such option; did you mean 'paper'?"),
    ("[kit]\nlabels = 'yes'", "[kit] labels = 'yes': expected true or false"),
    ("[kit]\npaper = true", "[kit] paper = true: expected a text or a number, or a list of them"),
    ("[kit]\nformat = []", "[kit] format = []: expected a text or a number, or a list of them"),
    (
        "[kit]\nmargin = 'wide'",
        "'--margin': 'wide' is not a valid float. (tilewright.toml says margin)",
    ),
    ("[kit]\nonly = ['ship']", "screen (tilewright.toml says only)"),
    ("[kit]\ntheme = 'no.toml'", "cannot read the theme no.toml: No such file or directory"),
    ("# caf\xe9", "tilewright.toml is not UTF-8 text (byte 6)"),
    ("[kti]\npaper = 'a4'", "'kti' is no table of a command, as in [kit]"),
    ("kit = 1", "'kit' is no table of a command, as in [kit]"),
    ("[kit", "tilewright.toml: Expected ']'"),
]


@pytest.mark.parametrize(("text", "message"), SETTINGS, ids=[text for text, _ in SETTINGS])
def test_settings_that_are_wrong(text, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tilewright.toml").write_text(text, "latin-1")
    assert run("kit", "abstrakto", "--out", "kit") == 2
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_errors_on_options_say_which_file_says_them_too(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tilewright.toml").write_text("[kit]\ntheme = 'none'\ncopies = 'many'\n")
    assert refused("kit", "abstrakto").endswith(" integer. (tilewright.toml says copies)")
    assert refused("kit", "abstrakto", "--copies", "few").endswith(" is not a valid integer.")
    words = refused("kit", "abstrakto", "--copies", "2")
    assert words.startswith("no theme 'none'")
    assert words.endswith(" (tilewright.toml says copies, theme)")
    assert refused("kit", "chess", "--copies", "2").endswith(" atreya")


def test_quiet_and_verbose_do_not_go_together(refused):
    for words in ("-q -v games", "-q games -v", "games -qv"):
        assert refused(*words.split()).startswith("--quiet tells less and --verbose more; ")


# -------------------------------------------------------------------------------- completion

FONT = ownfonts.InstalledFont(Path("two.ttf"), 0, ("Two Words",))
COMPLETED = [
    ("kit at", {"atreya"}),
    ("kit al", {"all"}),
    ("kit atreya --theme col", {"colorblind"}),
    ("kit atreya --paper le", {"letter", "legal"}),
    ("kit atreya --preset tgc-s", {"tgc-small-hex"}),
    ("kit abstrakto --only ", {"board", "tiles", "markers", "screen"}),
    ("diagram atreya start --show si", {"sizes"}),
    ("preset tgc-m", {"tgc-medium-hex"}),
    ("theme ink", {"ink-saver"}),
    ("template ab", {"abstrakto"}),
    ("verify --duplex s", {"short"}),
    ("help no", {"notation"}),
    ("help notation as", {"astralis"}),
    ("help perft ", set()),
    ("hint ", {"aathenuo"}),
    ("example astralis.", {"astralis.toml"}),
    ("figures templates/examples/astralis.toml st", {"starting-setup"}),
    ("figures --snippets la", {"latex"}),
    ("diagram astralis start --lang d", {"de"}),
    ("diagram astralis start --font Two", {"Two Words"}),
    ("diagram astralis start --show=si", set()),
    ("moves astralis st", {"start"}),
    ("diagram aathenuo start --show=l", {"list"}),
    ("kit atreya --packing ho", {"honeycomb"}),
    ("kit atreya --format pdf,s", {"pdf,svg"}),
    ("kit atreya --preset silhouette-f", {"silhouette-four"}),
    ("verify --report ju", {"junit"}),
    ("perf", {"perft"}),
    ("nope x", set()),
]


@pytest.mark.parametrize(("line", "values"), COMPLETED, ids=[line for line, _ in COMPLETED])
def test_values_are_completed(line, values, monkeypatch):
    *words, last = line.split(" ")
    monkeypatch.setenv("COMP_WORDS", f"tilewright {line}")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(ownfonts, "installed", lambda: (FONT,))
    shell = ShellComplete(cli.tilewright, {}, "tilewright", "_TILEWRIGHT_COMPLETE")
    assert {item.value for item in shell.get_completions(words, last)} == values


@pytest.mark.parametrize(
    "line", ["verify outp", "check ga", "figures x.toml --out fi", "kit atreya --template mi"]
)
def test_files_are_left_to_the_shell(line):
    *words, last = line.split(" ")
    shell = ShellComplete(cli.tilewright, {}, "tilewright", "_TILEWRIGHT_COMPLETE")
    assert [item.type for item in shell.get_completions(words, last)] == ["file"]


# ------------------------------------------------------------------------------------ colour


def test_colour_where_it_is_seen_and_wanted(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal(sys.stdout))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert _telling.coloured("x", "red") == click.style("x", fg="red")
    monkeypatch.setenv("NO_COLOR", "1")
    assert _telling.coloured("x", "red") == "x"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert _telling.coloured("x", "red") == "x"
    assert run("verify", "atreya") == 0
    assert "\033" not in capsys.readouterr().out
