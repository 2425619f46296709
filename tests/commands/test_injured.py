"""Killed, interrupted, with a full disk, without a right to write, two at once: files are whole or not there.

``TILEWRIGHT_DEEP=1`` tries two hundred moments of every command, and a thousand interrupts.
"""

import os
import random
import subprocess
import threading
from pathlib import Path

import pytest

from generator import cli, files
from tests.cases import some
from tests.commands.injuring import (
    Ended,
    contents,
    hidden,
    interrupted_at,
    killed_after,
    killed_at,
    run,
)
from tests.paths import ROOT
from tests.programs import on_linux

pytestmark = [on_linux, pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")]

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

RECORD = str(ROOT / "templates/examples/abstrakto-game.txt")
SPEC = str(ROOT / "templates/examples/abstrakto.toml")

#: Commands that write, as they are called first and then to write something else in the same place.
COMMANDS = {
    "kit": (
        "kit abstrakto --only markers --format pdf,svg --cut svg --quiet --out",
        "--theme",
        "mono",
    ),
    "figures": (f"figures {SPEC} --quiet --jobs 1 --out", "--lang", "de"),
    "replay": (f"replay {RECORD} -o", "--theme", "mono"),
    "tabletop": (
        "tabletop abstrakto --only markers --base-url https://x.org/ --quiet --out",
        "--theme",
        "mono",
    ),
    "diagram": ("diagram abstrakto start -o", "--theme", "mono"),
    "template": ("template abstrakto --out",),
}
#: Commands that write one file, and what it is called.
FILES = {"replay": "a.html", "diagram": "a.svg", "template": "a.toml"}


def words_of(name, folder, *, anew):
    """A command's words to write into a folder, the second time ``anew``."""
    line, *other = COMMANDS[name]
    return [*line.split(), str(folder / FILES.get(name, "")), *(other if anew else ())]


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """What each command writes first and then, by its name; made when asked for."""
    made = {}

    def of(name):
        if name not in made:
            both = []
            for anew in (False, True):
                folder = tmp_path_factory.mktemp(name)
                assert run(words_of(name, folder, anew=anew))[0] == 0
                both.append(contents(folder))
            made[name] = both
        return made[name]

    return of


def begun(folder, name, old):
    """Lay what the command wrote first into the folder; a template is not written over."""
    for file, data in old.items() if name != "template" else ():
        files.write(folder / file, data)


def see_whole(folder, old, new):
    """See that each file of a folder is the whole old one or the whole new one."""
    for name, data in contents(folder).items():
        assert data in (old.get(name), new.get(name)), f"{name} is neither the old nor the new one"


def killed(name, folder, known, rng):
    """Kill a command at a moment of its writing, and see what it leaves; then let it run to its end."""
    old, new = known(name)
    begun(folder, name, old)
    words = words_of(name, folder, anew=True)
    moment = rng.randrange(1, 4 * max(len(new), 2))
    code, said = run(words, killed_at(folder, moment))
    assert (code, said) == (-9, "") or code == 0
    see_whole(folder, old, new)
    again, said = run(words)
    # A template that stands already is told of, as any file that would be written over.
    assert again == 0, said
    assert {**old, **contents(folder)} == {**old, **new}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_kill_at_any_moment_leaves_whole_files(name, known, tmp_path):
    rng = random.Random(f"kill {name}")
    for k in range(200 if DEEP else 2):
        (tmp_path / str(k)).mkdir()
        killed(name, tmp_path / str(k), known, rng)


@pytest.mark.parametrize("name", ["kit", "tabletop"])
def test_a_kill_by_the_clock_leaves_whole_files(name, known, tmp_path):
    old, new = known(name)
    begun(tmp_path, name, old)
    words = words_of(name, tmp_path, anew=True)
    for seconds in some([k / 200 for k in range(100)] if DEEP else [0.05]):
        code, _ = killed_after(words, seconds)
        assert code in (-9, 0)
        see_whole(tmp_path, old, new)


def test_what_a_kill_leaves_is_taken_for_nothing(known, tmp_path, capsys):
    _, new = known("kit")
    begun(tmp_path, "kit", new)
    (tmp_path / ".tilewright-0123456789abcdef").write_bytes(b"%PDF-half")
    assert cli.run(["verify", str(tmp_path), "--only", "markers"]) == 0
    assert ".tilewright-" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["kit", "figures"])
def test_two_at_once_leave_whole_files(name, known, tmp_path):
    old, new = known(name)
    both = [Ended(words_of(name, tmp_path, anew=anew), lambda: None) for anew in (False, True)]
    assert [ended.wait() for ended in both] == [(0, "")] * 2
    see_whole(tmp_path, old, new)
    assert contents(tmp_path).keys() == old.keys() | new.keys()
    assert not hidden(tmp_path)


# ------------------------------------------------------------------- disks that take no more


@pytest.fixture
def disk(tmp_path):
    """Return a function that mounts a disk of so many bytes in a folder, where one may."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(*options):
        words = ["mount", "-t", "tmpfs", "-o", ",".join(options), "none", str(folder)]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("only who may mount disks can fill one")
        return folder

    yield mount
    subprocess.run(["umount", str(folder)], capture_output=True, check=False)


@pytest.mark.parametrize("name", ["kit", "figures", "replay", "tabletop"])
def test_a_full_disk_names_the_file_that_was_meant(name, known, disk):
    folder = disk("size=16k")
    code, said = run(words_of(name, folder, anew=False))
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith(f"Error: {folder}/"), said
    assert said.endswith(": No space left on device\n")
    assert ".tilewright-" not in said
    see_whole(folder, *known(name))
    assert not hidden(folder)


def test_a_disk_that_is_only_read_keeps_what_it_has(known, disk):
    old, new = known("kit")
    folder = disk("size=4m")
    begun(folder, "kit", old)
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True, capture_output=True)
    code, said = run(words_of("kit", folder, anew=True))
    assert (code, said.count("\n")) == (2, 1)
    assert said == f"Error: {folder}/abstrakto-markers.pdf: may not be written\n"
    code, said = run(words_of("diagram", folder, anew=False))
    assert (code, said) == (2, f"Error: {folder}/a.svg: Read-only file system\n")
    assert contents(folder) == old != new


@pytest.mark.parametrize("name", ["kit", "figures", "tabletop"])
def test_a_write_that_fails_half_way_names_the_file(name, known, tmp_path, monkeypatch):
    old, new = known(name)
    begun(tmp_path, name, old)
    left = 2
    usual = Path.replace

    def fail(path, target):
        nonlocal left
        left -= 1
        if left == 0:
            raise OSError(28, "No space left on device", str(path))
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    code, said = run(words_of(name, tmp_path, anew=True))
    assert (code, said.count("\n")) == (2, 1)
    assert ".tilewright-" not in said
    assert said.endswith(": No space left on device\n")
    see_whole(tmp_path, old, new)
    assert not hidden(tmp_path)


# ----------------------------------------------------------------------------- interrupts


def interrupted(name, folder, known, moment):
    """Interrupt a command at an instruction, and see that it says so and leaves whole files."""
    old, new = known(name)
    code, said = run(words_of(name, folder, anew=True), interrupted_at(moment))
    assert (code, said) in {(cli.INTERRUPTED, "Error: interrupted\n"), (0, "")}
    see_whole(folder, old, new)
    assert not hidden(folder)
    return code


def test_an_interrupt_at_any_instruction_is_told_in_one_line(known, tmp_path):
    rng = random.Random(3)
    codes = []
    for k in range(1000 if DEEP else 16):
        (tmp_path / str(k)).mkdir()
        moment = int(10 ** rng.uniform(0, 4.6))
        codes.append(interrupted("template", tmp_path / str(k), known, moment))
    assert codes.count(cli.INTERRUPTED) > 8


def test_threads_may_write_one_file(tmp_path):
    texts = [bytes([k]) * 50_000 for k in range(8)]
    path = tmp_path / "a"
    threads = [threading.Thread(target=files.write, args=(path, text)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in texts
    assert not hidden(tmp_path)
