"""The command line as its users meet it: help, documents, errors, exit codes."""

import json
import re
import tomllib
from importlib import metadata

import click
import pytest
from packaging.requirements import Requirement

from generator import cli
from generator.cli import COMMANDS, tilewright
from tests.cases import some
from tests.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def run(*words):
    return cli.run([str(w) for w in words])


def options(name: str) -> dict[str, click.Option]:
    command = tilewright.get_command(click.Context(tilewright), name)
    assert command is not None
    assert command.help, f"{name} has no help"
    found = [p for p in command.params if isinstance(p, click.Option)]
    return {o: p for p in found for o in (*p.opts, *p.secondary_opts)}


# ----------------------------------------------------------------------------- documentation


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name, capsys):
    for option, declared in some(options(name).items()):
        assert declared.help, f"{name} {option} has no help"
    assert run(name, "--help") == 0
    assert "Usage: tilewright" in capsys.readouterr().out


def test_every_option_of_the_readme_exists():
    known = {o for name in COMMANDS for o in options(name)} | {"--help", "--version", "--strict"}
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README))
    assert len(told) > 10
    assert told <= known, f"README has {told - known}"


# ----------------------------------------------------------------------------------- errors

#: Words, the exit code, and words of the one line on standard error.
ERRORS = [
    ("moev", 2, "no command 'moev'; did you mean 'moves'?"),
    ("zzz", 2, "commands are"),
    ("moves chess start", 2, "unknown game 'chess'; the games are"),
    ("diagram atraya start", 2, "unknown game 'atraya'; did you mean 'atreya'? the games are"),
    ("moves atreya nonsense", 2, "nonsense"),
    ("score atreya strat", 2, "'strat' is not a position of Atreya; did you mean 'start'?"),
    ("moves atreya start -s mode", 2, "expected name=value"),
    ("moves atreya start -s colour=red", 2, "has no option 'colour'"),
    ("moves astralis start -s side=99", 2, "side"),
    ("play astralis start a1", 1, "rule 3.1"),
    ("play astralis start ?", 2, "not a move"),
    ("play abstrakto start --", 1, "may not pass"),
    ("score abstrakto d4\u00a0d4\u00a0b\u00a0455/455", 2, "impossible position"),
    ("perft atreya start -1", 2, "'DEPTH': -1 is not in the range 0<=x<=20."),
    ("check no-such-file.txt", 2, "no-such-file.txt"),
    ("games extra", 2, "extra"),
    ("kit atreya --only tile", 2, "atreya has no component 'tile'; did you mean 'tiles'?"),
    ("verify atreya --print-scale 0.98", 2, "--print-scale 0.98: expected two numbers, across"),
    ("replay x.txt -o x.mp4", 2, "'x.mp4' does not end in .html, .gif, .png, .svg or .pdf"),
    ("suggest atreya start -o x.gif", 2, "'x.gif' does not end in .svg, .pdf or .png"),
    ("hint", 2, "Missing argument 'POSITION'"),
    ("hint atreya", 2, "Missing argument 'POSITION'"),
    ("hint aathenuo -\u00a01\u00a0r1/b1 more", 2, "unexpected extra argument (more)"),
    ("hint atreya start", 2, "atreya gives no hints; games that do: aathenuo"),
    ("hint r3,r4,r5\u00a01\u00a0r6/-", 2, "the game is over"),
    ("help x", 2, "no help on 'x'; there is help on notation and kit"),
    ("help moves play", 2, "no help on 'moves play'"),
    ("help notation", 2, "help notation takes one game of"),
    ("help notation chess", 2, "unknown game 'chess'"),
]


@pytest.mark.parametrize(("line", "code", "message"), ERRORS, ids=[one[0] for one in ERRORS])
def test_errors_are_one_line_with_the_right_code(
    line, code, message, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    assert run(*(word.replace("\u00a0", " ") for word in line.split(" "))) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    assert err.count("\n") == 1, err
    assert message in err


# --------------------------------------------------------------------------------- behaviour


def test_doctor_knows_every_package_and_how_to_get_it(capsys, monkeypatch):
    run("doctor", "--json")
    told = {r["what"] for r in json.loads(capsys.readouterr().out)["checks"]}
    assert {"Python", "reportlab", "typeface"} <= told
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {k: v for k, v in table["optional-dependencies"].items() if k != "dev"}
    for one in some([*table["dependencies"], *(one for extra in extras.values() for one in extra)]):
        assert Requirement(one).name in told, f"doctor has no {one}"

    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", nothing)
    assert run("doctor") == 1
    lines = capsys.readouterr().out.splitlines()
    assert " MISSING  reportlab: not installed; PDF files" in lines
    assert "optional  shapely: not installed; 3MF solids: pip install shapely" in lines
    optional = [line for line in lines if line.startswith("optional") and "not installed" in line]
    assert all("pip install" in line for line in some(optional))


def test_a_file_that_is_written_is_told_unless_it_is_quiet(tmp_path, capsys):
    path = tmp_path / "a.svg"
    assert run("diagram", "atreya", "start", "--size", 60, "-o", path) == 0
    assert capsys.readouterr().err.startswith(f"{path}: 60 × ")
    assert run("-q", "diagram", "atreya", "start", "-o", path) == 0
    assert capsys.readouterr() == ("", "")
