"""Files, streams and refusals: what is written whole or not at all, and what is told in one line.

Files wherever they lie, and inputs of any size; interrupts, closed and full streams, narrow encodings, and
characters that act on a terminal; command lines and files that are refused, by tables in tests/data.
"""

import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from generator import cli, files
from tests.cases import DATA, ROOT, columns, pairs
from tests.programs import not_on_windows, on_linux

FIGURE = ["diagram", "abstrakto", "start", "-o"]


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


@on_linux
@pytest.mark.parametrize("words", [FIGURE, ["theme", "classic", "--out"]])
def test_devices_are_written_through(words, tmp_path, capsys):
    for name in ("null", "full"):
        (tmp_path / f"{name}.svg").symlink_to(f"/dev/{name}")
    assert cli.run([*FIGURE, str(tmp_path / "null.svg")]) == 0
    capsys.readouterr()
    assert cli.run([*words, str(tmp_path / "full.svg")]) == 2
    message = f"Error: {tmp_path / 'full.svg'}: No space left on device\n"
    assert capsys.readouterr().err == message
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)  # noqa: PTH116


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch, capsys):
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/some/temporary")

    monkeypatch.setattr(Path, "replace", full)
    assert cli.run([*FIGURE, str(path)]) == 2
    assert capsys.readouterr().err == f"Error: {path}: No space left on device\n"
    assert (path.read_bytes(), left_over(tmp_path)) == (b"old", [])


@pytest.mark.parametrize("name", ["x" * 252 + ".svg", "file/b.svg"])
def test_places_that_cannot_be_written_are_named(name, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.run([*FIGURE, str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"Error: {tmp_path}/")
    assert (err.count("\n"), left_over(tmp_path)) == (1, [])


# ------------------------------------------------------------------------------------- inputs


@not_on_windows
@pytest.mark.parametrize(
    "words",
    ["kit atreya --theme {}.toml", "figures {}.toml", "verify atreya {}", "moves astralis -"],
)  # fmt: skip
def test_endless_files_are_refused(words, tmp_path, capsys, monkeypatch):
    for name in ("zero", "zero.toml"):
        (tmp_path / name).symlink_to("/dev/zero")
    with open("/dev/zero", encoding="latin-1") as zero:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", zero)
        code = cli.run(words.format(tmp_path / "zero").split())
    assert (code, "larger than" in capsys.readouterr().err) == (2, True)


def test_a_file_keeps_its_mode_and_a_link_its_target(tmp_path):
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    assert files.write(link, b"new")
    assert not files.write(link, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
    assert link.is_symlink()


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


START = [sys.executable, "-m", "generator.start"]

#: Runs the command and interrupts it at the N-th line that Python executes of it.
INTERRUPTED_AT = """
import signal, sys
left = int(sys.argv.pop(1))
def trace(frame, event, argument):
    global left
    left -= 1
    if left == 0:
        signal.raise_signal(signal.SIGINT)
    return trace
from generator import start
sys.settrace(trace)
start.main()
"""


def shell(line: str, **extra: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell line in which ``$T`` is the command."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "T": " ".join(START), **extra}
    return subprocess.run(
        ["bash", "-c", line], env=env, capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("lines", [4, 30_000])
def test_an_interrupt_at_any_line_is_told_in_one(lines, tmp_path):
    words = [sys.executable, "-c", INTERRUPTED_AT, str(lines), "kit", "astralis", "--out", "."]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (130, b"Error: interrupted\n")
    assert not [p.name for p in tmp_path.iterdir() if p.name.startswith(".")]


def test_an_interrupt_in_a_finalizer_is_not_lost(tmp_path):
    """Where Python itself would go on, as while PDFium's pages are closed."""
    program = (
        "import generator.cli as cli, generator.start as start\n"
        "class Page:\n    def __del__(self):\n        raise KeyboardInterrupt\n"
        "cli.run = lambda: Page() and 0\nstart.main()\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (130, b"Error: interrupted\n")


@on_linux
@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("$T games >&-", 0, ""),
        ("$T games > /dev/full", 2, "Error: No space left on device\n"),
        ("$T > /dev/full", 2, "Error: No space left on device\n"),
        ("$T check - <&-", 2, "Error: standard input holds no games"),
        ("$T nope 2>&-", 2, ""),
        ("$T games <&- >&- 2>&-", 0, ""),
        ("$T moves atreya start | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 0, ""),
    ],
)
def test_closed_and_full_streams(line, code, error):
    run = shell(line)
    assert run.returncode == code
    assert run.stderr.decode()[: len(error) or None] == error


@pytest.mark.parametrize(
    "words",
    [
        ("kit", "a\x1b[31mb"),
        ("nope\x1b[31m",),
        ("games", "--x\x1b[31m"),
        ("verify", "atreya", "x\x1b[31m\r\u202e.csv"),
        ("kit", "atreya", "--theme", "\x1b]0;x\x07.toml"),
        ("check", "\x1b[2J" * 400),
    ],
)
def test_nothing_in_an_error_acts_on_a_terminal(words, capsys):
    assert cli.run(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("Error: ")
    assert error[:-1].isprintable()
    assert len(error) < 500
