"""The program that reads PDF files, forked for each file from one process that has everything imported.

It stands in for :func:`generator.checking.pages.child._run`, which starts Python anew each time and
so takes twenty times as long; limits, answers and ends are the same.
"""

from __future__ import annotations

import atexit
import contextlib
import signal
import struct
import subprocess
import sys
from functools import cache
from typing import IO, NamedTuple

_SERVER = """
import sys; sys.path[:] = {path!r}
import io, os, struct
import pypdf.xmp
import generator.checking.pages.pdfium
asked, answers = sys.stdin.buffer, sys.stdout.buffer
while head := asked.read(16):
    size, more = struct.unpack("=QQ", head)
    program, sent = asked.read(size).decode(), asked.read(more)
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        sys.stdin = io.TextIOWrapper(io.BytesIO(sent))
        sys.stdout = io.TextIOWrapper(os.fdopen(theirs, "wb"))
        try:
            exec(program)
            sys.stdout.flush()
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        written = pipe.read()
    _, status, used = os.wait4(pid, 0)
    seconds = used.ru_utime + used.ru_stime
    answers.write(struct.pack("=iddQ", status, seconds, used.ru_maxrss / 1024, len(written)))
    answers.write(written)
    answers.flush()
"""


class _Used(NamedTuple):
    """Processor time that forked processes have taken, and the most memory one of them had in MiB."""

    seconds: float = 0.0
    mebibytes: float = 0.0


_used = _Used()


def used() -> _Used:
    """Return what forked processes have used since the last call."""
    global _used
    found, _used = _used, _Used()
    return found


@cache
def _server() -> tuple[IO[bytes], IO[bytes]]:
    words = [sys.executable, "-I", "-c", _SERVER.format(path=sys.path)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    atexit.register(process.kill)
    return process.stdin, process.stdout


def run(program: str, sent: bytes, _: int) -> tuple[bytes, str]:
    """Return what the program wrote of files, and in words how it ended before its time."""
    global _used
    asked, answers = _server()
    asked.write(struct.pack("=QQ", len(program.encode()), len(sent)) + program.encode() + sent)
    asked.flush()
    status, seconds, mebibytes, size = struct.unpack("=iddQ", answers.read(28))
    written = answers.read(size)
    _used = _Used(_used.seconds + seconds, max(_used.mebibytes, mebibytes))
    how = "ended"
    with contextlib.suppress(ValueError):
        how = signal.Signals(status & 127).name
    return written, f"its reader ends by {how}"
