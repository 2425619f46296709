"""What a target of the fuzzer is, and what targets share: texts, valid files, temporary ones, the command run.

It knows no reader.
"""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator import cli
from tests.paths import ROOT


@dataclass(frozen=True)
class Target:
    """A reader: how it is tried, what to begin with, and its limits for one input.

    ``check`` raises :class:`engine.GameError` for an input that is refused, AssertionError or
    anything else where the reader is wrong.  ``seconds`` of processor time and ``mebibytes`` of
    memory more than before are the most that an input may take, ``most`` is its greatest length in
    bytes.  What is ``apart`` is tried in a process of its own, so that it is measured alone and may
    end it.  ``mended`` makes right what nothing behind it would be reached without, such as sums.
    """

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    most: int = 4_000
    seconds: float = 2.0
    mebibytes: int = 300
    apart: bool = False
    mended: Callable[[bytes], bytes] = bytes


def text_of(data: bytes) -> str:
    """Return what bytes say as text, whatever they are."""
    return data.decode("utf-8", "replace")


def valid_files(*patterns: str, most: int = 300_000) -> list[bytes]:
    """Return the project's files of such names, but for large ones."""
    found = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [path.read_bytes() for path in found if path.stat().st_size <= most]


@contextlib.contextmanager
def written(data: bytes, suffix: str) -> Iterator[str]:
    """Give the name of a file of such bytes, alone in its folder, for a while."""
    with emptied_folder() as folder:
        path = folder / f"input{suffix}"
        path.write_bytes(data)
        yield str(path)


@contextlib.contextmanager
def emptied_folder() -> Iterator[Path]:
    """Give a folder for a while."""
    with tempfile.TemporaryDirectory(dir=_in_memory()) as folder:
        yield Path(folder)


@cache
def _in_memory() -> str | None:
    """Return a folder in memory, where files cost nothing, or None for the usual one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@cache
def made(*words: str) -> tuple[bytes, ...]:
    """Return the files that a command writes into ``--out``."""
    with tempfile.TemporaryDirectory() as folder:
        quiet([*words, "--out", folder])
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        return tuple(path.read_bytes() for path in files)


def quiet(words: list[str], given: bytes = b"") -> tuple[int, str]:
    """Run the command with standard input, and return its exit code and what it says of errors."""
    out, error = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error), standing_in(given):
        return cli.run(words), error.getvalue()


@contextlib.contextmanager
def standing_in(given: bytes) -> Iterator[None]:
    """Let bytes be standard input for a while."""
    import sys

    usual, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given), "utf-8")
    try:
        yield
    finally:
        sys.stdin = usual


def run(words: list[str], given: bytes = b"") -> int:
    """Run the command, see that it ends as the contract says, and return its exit code."""
    code, said = quiet(words, given)
    assert code in (0, 1, 2), f"exit code {code}"
    wrong = [line for line in said.splitlines() if line.startswith("Error: ")]
    # Of several files each that cannot be read has a line.
    assert len(wrong) <= max(1, len(words) - 1), "more lines of errors than files"
    assert all(line.isprintable() and len(line) < 500 for line in wrong), "an error's line"
    assert all(ord(sign) > 31 or sign == "\n" for sign in said), "a control sign for the terminal"
    if code == 2:
        assert wrong, "exit code 2 without an error"
    return code
