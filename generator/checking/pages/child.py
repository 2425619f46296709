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
from typing import Any, NamedTuple

from engine.errors import GameError
from generator.checking.pages import limits

#: Seconds of processor time for a file of one page, and mebibytes of memory.
SECONDS, MEMORY = 10.0, 1024
#: Seconds by the clock, after which a child is given up that does not work but sleeps; on a busy
#: machine a second of the processor may take so many.
PATIENCE, BUSY = 300, 20

_REFUSED = {
    "encrypted": "{} is encrypted; save it without a password to verify it",
    "broken": "{} cannot be read as PDF: it is damaged, or no PDF at all",
    "pages": "{} has more than 200 pages; split the set into files of fewer sheets",
    "too much": "{} holds more drawing than is read; split the set into files of fewer sheets",
}

#: The child imports from where this process does, but for the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({memory}, {scale}, {marks})"
)

Line = dict[str, Any]


class Text(NamedTuple):
    """A line as it was written, and the bytes after it, which are read when they are needed."""

    text: bytes
    part: bytes = b""

    def line(self) -> Line:
        """Return what it says, the bytes as its ``part``."""
        said: Line = json.loads(self.text)
        return {**said, "part": self.part} if self.part else said


def listed(
    sources: Sequence[tuple[str, bytes]],
    scale: tuple[float, float] | None = None,
    *,
    marks: bool = True,
) -> Iterator[Sequence[Text] | GameError]:
    """Yield for each named PDF file the lines that the program :mod:`.pdfium` writes of it.

    Pages are drawn where a printer's ``scale`` is given, and drawn alone without ``marks``.
    Of one that cannot be read, or with which PDFium takes too long or too much memory, or breaks
    down, it is an error; those after it are listed by another child.
    """
    program = _program(scale, marks)
    while sources:
        sent = b"".join(limits.HEAD.pack(len(data), SECONDS) + data for _, data in sources)
        written, end = _run(program, sent, SECONDS * len(sources))
        count = 0
        for count, one in enumerate(_files(written), 1):
            yield _refused(sources[count - 1][0], one) or one
        if count < len(sources):
            yield GameError(f"{sources[count][0]} cannot be read: {end}")
        sources = sources[count + 1 :]


def _refused(name: str, lines: Sequence[Text]) -> GameError | None:
    """Return why the child refused a file, None where it did not."""
    last = lines[-1].text if lines else b""
    if not last.startswith(b'{"refused"'):
        return None
    why = json.loads(last)["refused"]
    return GameError(_REFUSED[why].format(name) if why in _REFUSED else f"{name} {why}")


def _program(scale: tuple[float, float] | None, marks: bool) -> str:
    """Return the child's program, which sets its own limits."""
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    return _PROGRAM.format(path=path, memory=MEMORY, scale=scale, marks=marks)


def _run(program: str, sent: bytes, seconds: float) -> tuple[bytes, str]:
    """Return what the child wrote, and in words how it ended before its time."""
    words = [sys.executable, "-I", "-S", "-c", program]
    # Windows has no limits of processor time, so the clock is all there is.
    patience = BUSY * seconds if sys.platform == "win32" else PATIENCE + BUSY * seconds
    try:
        run = subprocess.run(words, input=sent, capture_output=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired as error:
        return error.stdout or b"", f"its reader does not answer within {patience:.0f} s"
    if run.returncode == -getattr(signal, "SIGPROF", 0):
        return run.stdout, "showing it takes more time than sheets of tiles do"
    if run.returncode > 0 and run.stderr:
        said = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
        return run.stdout, f"the reader of PDF files fails on this machine ({said})"
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
