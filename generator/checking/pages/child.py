"""PDFium run in a child process under limits of time and memory.

Whatever a hostile file does to it ends there, and is told in one line.  Knows the form of what the
child writes, nothing of pages.
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
from typing import Any, NamedTuple

from engine.errors import GameError, placed

#: Mebibytes of memory that the child may take.
MEMORY = 1024
#: Seconds by the clock for each file and besides, after which a child is given up that does not
#: work but sleeps: on a busy machine a second of the processor may take so many.
PATIENCE = 300
#: What is sent before a file: how many bytes it has.
HEAD = struct.Struct(">Q")

#: The child imports from where this process does, but for the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({memory}, {scale})"
)

Line = dict[str, Any]


class Text(NamedTuple):
    """A line as it was written, and the bytes after it, which are read when they are needed."""

    text: bytes
    part: bytes = b""

    def line(self) -> Line:
        """Return what it says, the bytes as its ``part``."""
        line: Line = json.loads(self.text)
        return {**line, "part": self.part} if self.part else line


def listed(
    sources: Sequence[tuple[str, bytes]],
    scale: tuple[float, float],
) -> Iterator[Sequence[Text] | GameError]:
    """Yield for each named PDF or SVG file the lines that the program :mod:`.pdfium` writes of it.

    Pages are drawn, with the correction for a printer's ``scale`` undone.
    Of one that cannot be read, or with which PDFium takes too long or too much memory, or breaks
    down, it is an error; those after it are listed by another child.
    """
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    program = _PROGRAM.format(path=path, memory=MEMORY, scale=scale)
    while sources:
        sent = b"".join(HEAD.pack(len(data)) + data for _, data in sources)
        written, end = _run(program, sent, PATIENCE * (1 + len(sources)))
        count = 0
        for count, lines in enumerate(_files(written), 1):
            last = lines[-1].line() if lines else {}
            yield _refused(sources[count - 1][0], last) if "refused" in last else lines
        if count < len(sources):
            yield GameError(f"{sources[count][0]} cannot be read: {end}")
        sources = sources[count + 1 :]


def _refused(name: str, line: Line) -> GameError:
    """Return why the child refused a file."""
    error = GameError(f"{name} {line['refused']}")
    return placed(error, *line["place"]) if line.get("place") else error


def _run(program: str, sent: bytes, patience: float) -> tuple[bytes, str]:
    """Return what the child wrote, and in words how it ended before its time."""
    words = [sys.executable, "-I", "-S", "-c", program]
    try:
        run = subprocess.run(words, input=sent, capture_output=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired as error:
        return error.stdout or b"", f"its reader does not answer within {patience:.0f} s"
    if run.returncode == -getattr(signal, "SIGPROF", 0):
        return run.stdout, "showing it takes more time than sheets of tiles do"
    if run.returncode > 0 and run.stderr:
        last = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
        return run.stdout, f"the reader of PDF files fails on this machine ({last})"
    return run.stdout, "showing it takes more memory than there is for it, or breaks the reader"


def _files(written: bytes) -> Iterator[Sequence[Text]]:
    """Yield the lines of each file that was listed to its end."""
    lines: list[Text] = []
    stream = io.BytesIO(written)
    for text in iter(stream.readline, b""):
        if text.startswith(b'{"end"'):
            yield lines
            lines = []
        elif text.startswith(b'{"bytes"'):
            size = int(text.partition(b",")[0].rpartition(b":")[2])
            lines.append(Text(text, stream.read(size)))
        else:
            lines.append(Text(text))
