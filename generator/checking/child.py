"""PDFium and cairo in one child process under limits of time and memory.

Whatever a stranger's file does to them ends there, and is told in one line.  Knows the form of what
the child writes, nothing of pages.
"""

from __future__ import annotations

import io
import json
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import GameError
from engine.words import count

#: Most bytes of a file, most pages of one, and mebibytes of memory that the child may take.
MOST_BYTES, MOST_PAGES, MEMORY = 100_000_000, 400, 1024
#: Pixels a millimetre, and of pages of small hatched pieces.
PER_MM, FINE_PER_MM = 5.0, 10.0
#: Seconds of processor time that a file may take, and how many more for each page; and how often as
#: many seconds by the clock, on a busy machine.
SECONDS, SECONDS_A_PAGE, BUSY = 10, 2, 20
#: What is sent before a file: how many bytes it has.
HEAD = struct.Struct(">Q")

Line = dict[str, Any]

#: The child imports from where this process does, but for the folder it was started in.
_PROGRAM = "import sys; sys.path[:] = {path!r}; from generator.checking.pdfium import main; main({scales!r}, {per_mm!r})"


def listed(
    sources: Sequence[tuple[str, bytes]], scales: tuple[float, float], per_mm: float
) -> Iterator[list[Line] | GameError]:
    """Yield for each named file what the program :mod:`.pdfium` writes of it, line by line.

    Its pages have so many pixels ``per_mm``.

    A file that cannot be read, or breaks the reader or its limits, is an error; those after it are
    listed by another child.
    """
    here = str(Path(__file__).resolve().parents[2])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    program = _PROGRAM.format(path=path, scales=scales, per_mm=per_mm)
    while sources:
        sent = b"".join(HEAD.pack(len(data)) + data for _, data in sources)
        written, end = _run(program, sent, BUSY * SECONDS * len(sources))
        done = 0
        for done, lines in enumerate(_files(written), 1):
            refused = lines[-1].get("refused") if lines else None
            yield GameError(f"{sources[done - 1][0]} {refused}") if refused else lines
        if done < len(sources):
            yield GameError(f"{sources[done][0]} cannot be read: {end}")
        sources = sources[done + 1 :]


def _run(program: str, sent: bytes, seconds: float) -> tuple[bytes, str]:
    """Return what the child wrote, and in words how it ended before its time."""
    words = [sys.executable, "-I", "-S", "-c", program]
    try:
        run = subprocess.run(words, input=sent, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        return error.stdout or b"", f"its reader does not answer within {seconds:.0f} s"
    if run.returncode == -getattr(signal, "SIGPROF", 0):
        least = f"{count(SECONDS, 'second')} and {SECONDS_A_PAGE} a page"
        return run.stdout, f"showing it takes more than {least}"
    if run.returncode > 0 and run.stderr:
        said = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
        return run.stdout, f"the reader fails on this machine ({said})"
    return run.stdout, f"showing it takes more than {MEMORY} MiB, or breaks the reader"


def _files(written: bytes) -> Iterator[list[Line]]:
    """Yield the lines of each file that was listed to its end."""
    lines: list[Line] = []
    stream = io.BytesIO(written)
    for text in iter(stream.readline, b""):
        line: Line = json.loads(text)
        if "end" in line:
            yield lines
            lines = []
            continue
        if "bytes" in line:
            line["part"] = stream.read(line["bytes"])
        lines.append(line)
