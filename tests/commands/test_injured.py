"""Killed at any moment: files are whole or not there.

``TILEWRIGHT_DEEP=1`` tries two hundred moments of every command.  Commands run in processes forked from
this one, so that a run takes as long as its work.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator import cli, files
from tests.paths import ROOT
from tests.programs import on_linux

pytestmark = [on_linux, pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")]

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

RECORD = str(ROOT / "templates/examples/abstrakto-game.txt")
SPEC = str(ROOT / "templates/examples/abstrakto.toml")

#: Commands that write, first like this and then with other options into the same place.
COMMANDS = {
    "kit": "kit abstrakto --only markers --format pdf,svg --cut svg --quiet --out {} --theme mono",
    "figures": f"figures {SPEC} --quiet --jobs 1 --out {{}} --lang de",
    "replay": f"replay {RECORD} -o {{}}/a.html --theme mono",
    "tabletop": "tabletop abstrakto --only markers --base-url https://x.org/ --quiet --out {} --theme mono",
    "diagram": "diagram abstrakto start -o {}/a.svg --theme mono",
    "template": "template abstrakto --out {}/a.toml",
}

#: The requests to the system when files are written.
EVENTS = ("open", "os.rename", "os.chmod", "os.mkdir", "os.remove")


def words_of(name: str, folder: Path, *, anew: bool) -> list[str]:
    """Return a command's words to write into a folder, the second time ``anew``."""
    words = COMMANDS[name].format(folder).split()
    return words if anew or name == "template" else words[:-2]


def run(words: Sequence[str], before: Callable[[], None] = lambda: None) -> int:
    """Return the exit code of a command in a process of its own."""
    process = os.fork()
    if process == 0:
        code = 99
        try:
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            before()
            code = cli.run(list(words))
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their names, without temporary ones."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(found)
        if not path.name.startswith(".tilewright-")
    }


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """What each command writes first and then, by its name; made when needed."""
    made = {}

    def of(name):
        if name not in made:
            both = []
            for anew in (False, True):
                folder = tmp_path_factory.mktemp(name)
                assert run(words_of(name, folder, anew=anew)) == 0
                both.append(contents(folder))
            made[name] = both
        return made[name]

    return of


def begun(folder, name, old):
    """Lay the first files into the folder; a template is not written over."""
    for file, data in old.items() if name != "template" else ():
        files.write(folder / file, data)


def see_whole(folder, old, new):
    """See that each file of a folder is the whole old one or the whole new one."""
    for name, data in contents(folder).items():
        assert data in (old.get(name), new.get(name)), f"{name} is neither the old nor the new one"


def killed_at(folder: Path, moment: int) -> Callable[[], None]:
    """Return what lets a process be killed before the ``moment``-th request for a folder's files."""
    left = moment

    def look(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in EVENTS and str(arguments[0]).startswith(str(folder)):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return lambda: sys.addaudithook(look)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_kill_at_any_moment_leaves_whole_files(name, known, tmp_path):
    rng, (old, new) = random.Random(f"kill {name}"), known(name)
    for k in range(200 if DEEP else 2):
        folder = tmp_path / str(k)
        folder.mkdir()
        begun(folder, name, old)
        words = words_of(name, folder, anew=True)
        code = run(words, killed_at(folder, rng.randrange(1, 4 * max(len(new), 2))))
        assert code in (-signal.SIGKILL, 0)
        see_whole(folder, old, new)
        assert run(words) == 0
        assert {**old, **contents(folder)} == {**old, **new}


def test_what_a_kill_leaves_is_taken_for_nothing(known, tmp_path, capsys):
    begun(tmp_path, "kit", known("kit")[1])
    (tmp_path / ".tilewright-0123456789abcdef").write_bytes(b"%PDF-half")
    assert cli.run(["verify", str(tmp_path), "--only", "markers"]) == 0
    assert ".tilewright-" not in capsys.readouterr().out
