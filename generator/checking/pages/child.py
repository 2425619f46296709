"""PDFium run in a child process under limits of time and memory.

Whatever a hostile file does to it ends there, and is told in one line.  Knows the form of what the
child writes, nothing of pages.
"""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import GameError

#: Seconds of processor time that a file may take, and how many more for each mebibyte but the first.
SECONDS, SECONDS_EACH = 2, 10
#: Mebibytes of memory the child may take, and how many more for each mebibyte of the files.
MEMORY, MEMORY_EACH = 280, 16
#: The processor's seconds may take so many by the clock on a busy machine.
PATIENCE = 10

_REFUSED = {
    "encrypted": "{} is encrypted; save it without a password to verify it",
    "broken": "{} cannot be read as PDF: it is damaged, or no PDF at all",
    "pages": "{} has more than 1000 pages; split the set into files of fewer sheets",
    "too much": "{} holds more drawing than is read; split the set into files of fewer sheets",
}

#: The child imports from where this process does, but for the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({seconds}, {memory}, {scale}, {marks})"
)

Line = dict[str, Any]


def listed(
    sources: Sequence[tuple[str, bytes]],
    scale: tuple[float, float] | None = None,
    *,
    marks: bool = True,
) -> list[list[Line]]:
    """Return for each named PDF file the lines that the program :mod:`.pdfium` writes of it.

    Bytes after a line are its ``part``.  Pages are drawn where a printer's ``scale`` is given,
    and drawn alone without ``marks``.

    Raises GameError for a file that cannot be read, or with which PDFium takes too long or too
    much memory, or breaks down.
    """
    size = sum(len(data) for _, data in sources) / 2**20
    more = sum(max(0.0, len(data) / 2**20 - 1) for _, data in sources)
    seconds = round(SECONDS * len(sources) + SECONDS_EACH * more)
    memory = round(MEMORY + MEMORY_EACH * size)
    sent = b"".join(len(data).to_bytes(8, "big") + data for _, data in sources)
    written, end = _run(_program(seconds, memory, scale, marks), sent, seconds)
    files = list(_files(written))
    for (name, _), lines in zip(sources, files, strict=False):
        refused = next((line["refused"] for line in lines if "refused" in line), None)
        if refused:
            raise GameError(_REFUSED[refused].format(name))
    if len(files) < len(sources):
        raise GameError(f"{sources[len(files)][0]} cannot be read: {end}")
    return files


def _program(seconds: int, memory: int, scale: tuple[float, float] | None, marks: bool) -> str:
    """Return the child's program, which sets its own limits."""
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    return _PROGRAM.format(path=path, seconds=seconds, memory=memory, scale=scale, marks=marks)


def _run(program: str, sent: bytes, seconds: int) -> tuple[bytes, str]:
    """Return what the child wrote, and in words how it ended before its time."""
    words = [sys.executable, "-I", "-S", "-c", program]
    late = f"showing it takes more than {seconds} s; it is no sheet of tiles"
    try:
        run = subprocess.run(
            words, input=sent, capture_output=True, timeout=seconds * PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as error:
        return error.stdout or b"", late
    if run.returncode == -getattr(signal, "SIGXCPU", 0):
        return run.stdout, late
    if run.returncode > 0 and run.stderr:
        said = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
        return run.stdout, f"the reader of PDF files fails on this machine ({said})"
    return run.stdout, "showing it takes more memory than there is for it, or breaks the reader"


def _files(written: bytes) -> Iterator[list[Line]]:
    """Yield the lines of each file that was listed to its end."""
    lines: list[Line] = []
    stream = io.BytesIO(written)
    for text in iter(stream.readline, b""):
        try:
            line = json.loads(text)
        except ValueError:  # cut off in the midst
            return
        if "bytes" in line:
            line["part"] = stream.read(line["bytes"])
        if "end" in line:
            yield lines
            lines = []
        else:
            lines.append(line)
