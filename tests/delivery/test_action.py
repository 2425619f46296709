"""action.yml: its steps run as a runner runs them, on good and bad files of a repository."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.delivery import runner
from tests.programs import not_on_windows

#: The shells and folders here are those of POSIX; on Windows a workflow runs the action itself.
pytestmark = not_on_windows


@pytest.fixture
def act(tmp_path, repository, monkeypatch):
    """Return what runs the action with inputs, with the tilewright that is here."""
    here = tmp_path / "bin" / "tilewright"
    here.parent.mkdir()
    here.write_text(f'#!/bin/sh\nexec {sys.executable} -m generator.start "$@"\n')
    here.chmod(0o755)
    monkeypatch.setenv("PATH", f"{here.parent}:{os.environ['PATH']}")
    libraries = {"PYTHONPATH": str(runner.ROOT)}
    return lambda **given: runner.run(
        repository, tmp_path, libraries, **{"version": "installed"} | given
    )


def test_it_installs_itself_and_verifies(tmp_path, linked, repository):
    done = runner.run(repository, tmp_path, linked, paths="pr?nt/*.pdf", tolerance="0.05")
    assert done.code == 0, done
    assert done.lines == [
        "::notice title=tilewright verify::abstrakto: print/abstrakto.pdf: in order: 69 of 69"
    ]
    assert "| ✅ | abstrakto: print/abstrakto.pdf: in order: 69 of 69 |" in done.summary
    assert done.outputs["ok"] == "true"


@pytest.mark.parametrize(
    ("given", "code", "annotations", "said"),
    [
        ({"paths": "lists", "game": "atreya"}, 0, [], "in order: 168 of 168"),
        ({"paths": "l*/t?les.csv", "args": "--copies\n2"}, 1, ["tile 167", "tile 168"], "not in order: 2 faults"),
        ({"paths": "lists of old/tiles.csv"}, 1, ["tile 167", "tile 168"], "not in order: 2 faults"),
        ({"paths": "--help"}, 2, ["--help: No such file"], "help: No such file"),
        ({"paths": "nowhere/*.pdf"}, 2, ["nowhere/*.pdf: No such file"], "No such file"),
        ({"command": "check", "paths": "games/*.txt"}, 0, [], "30 moves, in order"),
        ({"command": "check", "paths": " games/first.txt\n\n broken/second.txt\n"}, 1,
         ["file=broken/second.txt,line=4,col=1"], "not in order: 1 fault"),
        ({"command": "figures", "paths": "rules/figures.toml"}, 0, [], "1 of 1 file is in order"),
        ({"command": "figures", "paths": "old/figures.toml"}, 1, ["file=old/figures.toml,line=4"], "0 of 1 file is in order"),
    ],
)  # fmt: skip
def test_what_is_found(act, given, code, annotations, said):
    done = act(**given)
    assert done.code == code, done
    assert len(done.annotations) == len(annotations)
    for line, words in zip(done.annotations, annotations, strict=True):
        assert words in line
    tool = given.get("command", "verify")
    assert done.summary.startswith(f"### tilewright {tool}\n\n")
    assert said in done.summary
    answer = json.loads(Path(done.outputs["report"]).read_text("utf-8"))
    assert answer["schema"] == f"{tool}/1"
    assert answer["ok"] is (code == 0)
    assert done.outputs["exit-code"] == str(code)
    assert done.outputs["ok"] == str(code == 0).lower()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"command": "kit"}, "command: expected verify, check or figures"),
        ({"command": "check", "game": "atreya"}, "game and tolerance are of verify; leave them out with check"),
        ({"version": "0.1.0 --index-url=x"}, "version: expected a release"),
        ({"extras": "photo]; date", "version": ""}, "extras: names with commas"),
        ({"python": "/no/python", "version": ""}, "no Python 3.11 or later is there"),
        ({"command": "check"}, "paths: expected what check is to look at, one a line"),
        ({"paths": "lists", "args": "--no-such"}, "No such option '--no-such'."),
    ],
)  # fmt: skip
def test_inputs_that_are_refused(act, given, words):
    done = act(**given)
    assert done.code == 2, done
    (line,) = done.annotations
    assert line.startswith("::error title=tilewright::")
    assert words in line
    said = line.removeprefix("::error title=tilewright::")
    assert done.outputs == {"exit-code": "2", "ok": "false", "error": said, "report": ""}
    assert done.summary.startswith("### tilewright\n\n❌ ")
    assert done.summary.replace("\\", "") == f"### tilewright\n\n❌ {said}\n"


@pytest.mark.parametrize("name", ["paths", "args", "report", "version"])  # fmt: skip
def test_inputs_are_never_shell(act, repository, name):
    done = act(**{name: "$(touch owned)`touch owned`\"'; touch owned #${IFS} && touch owned"})
    assert done.code == 2, done
    assert not list(repository.rglob("owned*"))
