"""Commands that are killed, interrupted or run against each other, each in a process forked from this one.

What is imported already need not be imported again, so that a run takes as long as its work.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from generator import cli

#: What the system is asked for when files are written.
_EVENTS = ("open", "os.rename", "os.chmod", "os.mkdir", "os.remove")

Words = Sequence[str]


class Ended:
    """A process that was forked: :meth:`wait` gives its exit code, less than 0 for a signal, and its errors."""

    def __init__(self, words: Words, before: Callable[[], None]) -> None:
        self._ours, theirs = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            self._work(words, before, theirs)
        os.close(theirs)

    @staticmethod
    def _work(words: Words, before: Callable[[], None], errors: int) -> None:
        code = 99
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(errors, 2)
            sys.stdout, sys.stderr = (
                open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
                for number in (1, 2)
            )
            code = _as_started(words, before)
            sys.stderr.flush()
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)

    def wait(self) -> tuple[int, str]:
        """Return how the process ended, once it has."""
        with os.fdopen(self._ours, "rb") as pipe:
            said = pipe.read().decode()
        return os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1]), said


def _as_started(words: Words, before: Callable[[], None]) -> int:
    """Run the command as ``generator.start`` does, without what it does for a new process."""
    try:
        before()
        return cli.run(list(words))
    except KeyboardInterrupt:
        os.write(2, b"Error: interrupted\n")
        return cli.INTERRUPTED
    finally:
        sys.settrace(None)


def run(words: Words, before: Callable[[], None] = lambda: None) -> tuple[int, str]:
    """Run a command in a process of its own, after ``before`` there."""
    return Ended(words, before).wait()


def killed_at(folder: Path, moment: int) -> Callable[[], None]:
    """Return what lets a process be killed before the ``moment``-th thing it does to a folder's files."""
    left = moment

    def look(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in _EVENTS and str(arguments[0]).startswith(str(folder)):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return lambda: sys.addaudithook(look)


def killed_after(words: Words, seconds: float) -> tuple[int, str]:
    """Run a command and kill it after some seconds, if it still runs."""
    ended = Ended(words, lambda: None)
    time.sleep(seconds)
    os.kill(ended.id, signal.SIGKILL)
    return ended.wait()


def interrupted_at(moment: int) -> Callable[[], None]:
    """Return what interrupts a process before the ``moment``-th instruction of Python's that it carries out."""
    left = moment

    def look(frame, event, _):
        nonlocal left
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return look if left > 0 else None

    def begin() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.settrace(look)

    return begin


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder and of those within by their names, but not what is hidden."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(found)
        if not path.name.startswith(".tilewright-")
    }


def hidden(folder: Path) -> list[Path]:
    """Return the temporary files that were left in a folder."""
    return sorted(folder.rglob(".tilewright-*"))
