"""The command line as its users meet it: help, documents, errors, exit codes, and what is shipped as text."""

import json
import re
import tomllib
from importlib import metadata

import click
import pytest
from packaging.requirements import Requirement

import engine
from engine.drawing import theme
from generator import cli
from generator.cli import COMMANDS, tilewright
from generator.printing import presets
from tests.cases import ROOT, some

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
    assert " MISSING  reportlab: not installed; pip install reportlab" in lines
    assert "optional  ezdxf: not installed; for dxf: pip install ezdxf" in lines
    optional = [line for line in lines if line.startswith("optional") and "not installed" in line]
    assert all("pip install" in line for line in some(optional))


def test_a_file_that_is_written_is_told_unless_it_is_quiet(tmp_path, capsys):
    path = tmp_path / "a.svg"
    assert run("diagram", "atreya", "start", "--size", 60, "-o", path) == 0
    assert capsys.readouterr().err.startswith(f"{path}: 60 × ")
    assert run("-q", "diagram", "atreya", "start", "-o", path) == 0
    assert capsys.readouterr() == ("", "")


NAMES = {
    "template": engine.names(),
    "theme": theme.names(),
    "preset": presets.names(),
    "example": tuple(f"{name}{end}" for name in engine.names() for end in ("-game.txt", ".toml")),
}
KINDS = {"template": "templates", "theme": "themes", "preset": "presets", "example": "examples"}


def answered(capsys, *words):
    code = cli.run([str(word) for word in words])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("kind", NAMES)
def test_all_are_listed_with_a_title(kind, capsys):
    code, out, _ = answered(capsys, kind)
    assert code == cli.OK
    lines = dict(line.split(None, 1) for line in out.splitlines())
    assert tuple(lines) == tuple(NAMES[kind])
    code, out, _ = answered(capsys, kind, "--json")
    answer = json.loads(out)
    assert answer["schema"] == f"{kind}/1"
    titles = {one["name"]: one["title"] for one in answer[KINDS[kind]]}
    assert all(lines[name].startswith(title) and title for name, title in some(titles.items()))


@pytest.mark.parametrize(("kind", "name"), [(k, n) for k, ns in NAMES.items() for n in ns])
def test_a_copy_is_the_text_whole(kind, name, tmp_path, capsysbinary):
    assert cli.run([kind, name]) == cli.OK
    shown = capsysbinary.readouterr().out
    own = tmp_path / "new" / "own"
    assert cli.run([kind, name, "--out", str(own)]) == cli.OK
    assert own.read_bytes() == shown != b""
    if not name.endswith(".txt"):
        assert tomllib.loads(shown.decode())


def test_no_file_of_ones_own_is_overwritten(tmp_path, capsys):
    own = tmp_path / "own.toml"
    for _ in range(2):  # the same text once more harms nothing
        assert answered(capsys, "theme", "dark", "--out", own)[0] == cli.OK
    own.write_text("mine", "utf-8")
    code, out, err = answered(capsys, "theme", "dark", "--out", own)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert err == f"Error: {own} exists and differs from dark; name a new file\n"
    assert own.read_text("utf-8") == "mine"
