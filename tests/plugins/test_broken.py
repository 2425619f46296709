"""Packages that are broken: doctor names each with its fault, and other commands go on."""

import json

import pytest

from engine.resources import templates
from generator import cli
from tests.plugins.packages import forget, install, sound

TEMPLATE = (templates() / "abstrakto.toml").read_text("utf-8").replace("abstrakto", "alpha")

#: What a package's module is, and the fault in doctor.
FAULTS = {
    "import": ("import nothing_of_that_name", "No module named 'nothing_of_that_name'"),
    "no-game": ("GAME = 'alpha'", "pkg:GAME is not a game called alpha"),
    "start": ("Other.start = lambda _: 1 / 0", "ZeroDivisionError"),
    "parse": ("Other.parse = lambda *_: None", "reads back as another position"),
    "parts": ("Other.parts = lambda *_: 1 / 0", "ZeroDivisionError"),
}


def add(site, module, name="alpha"):
    """Install a package with a game; a module that changes ``Other`` begins with a sound game."""
    if "Other." in module:
        module = f"import sys\n{sound(name).replace('GAME =', f'{module}{chr(10)}GAME =')}"
    files = {"pkg/__init__.py": module, f"pkg/{name}.toml": TEMPLATE}
    install(site, "tilewright-pkg", {"tilewright.games": {name: "pkg:GAME"}}, files)
    forget()


def run(capsys, *words):
    code = cli.run([str(word) for word in words])
    return code, *capsys.readouterr()


def row(capsys, what):
    code, out, _ = run(capsys, "doctor", "--json")
    (found,) = (one for one in json.loads(out)["checks"] if one["what"] == what)
    assert code == cli.NOT_IN_ORDER or found["ok"]
    return found


@pytest.mark.parametrize("case", FAULTS)
def test_a_broken_game_is_named_in_doctor(site, capsys, case):
    module, fault = FAULTS[case]
    add(site, module)
    found = row(capsys, "game alpha")
    assert (found["ok"], found["detail"].startswith("tilewright-pkg 1.0: ")) == (False, True)
    assert fault in found["detail"]
    assert run(capsys, "score", "abstrakto", "start")[0] == cli.OK


#: How a sound game fails later, and a command that then fails.
FAILING = {
    "parts": ("Other.parts = lambda *_: 1 / 0", "kit alpha"),
    "start": ("Other.start = lambda *_, **__: 1 / 0", "moves alpha start"),
    "parse": ("Other.parse = lambda *_: {}['x']", "diagram alpha x"),
}


@pytest.mark.parametrize("case", FAILING)
def test_a_game_that_fails_later_is_named_with_its_package(
    site, tmp_path, monkeypatch, capsys, case
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text('[Game "alpha"]\n\n1. d4\n')
    (tmp_path / "a.toml").write_text('[figures.a]\ngame = "alpha"\nposition = "start"\n')
    module, command = FAILING[case]
    add(site, module)
    code, _, err = run(capsys, *command.split())
    (line,) = (line for line in err.splitlines() if line.startswith("Error: "))
    assert (code, "Traceback" in err) == (cli.BAD_INPUT, False)
    assert "the game alpha of the package tilewright-pkg 1.0 is broken: " in line
