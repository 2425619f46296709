"""Interrupts, closed and full streams, narrow encodings, and characters that act on a terminal."""

import os
import subprocess
import sys

import pytest

from generator import cli
from tests.paths import ROOT
from tests.programs import on_linux

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
