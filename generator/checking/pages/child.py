"""PDFium run in a child process under limits of time and memory.

Whatever a hostile file does to it ends there, and is told in one line.
"""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import GameError

#: Mebibytes of memory that the child may take.
MEMORY = 1024
#: Seconds by the clock for each file and besides, after which a child is given up that does not
#: work but sleeps: on a busy machine a second of the processor may take so many.
PATIENCE = 300

#: The child imports from where this process does, but for the folder it was started in.
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; "
    "from generator.checking.pages.pdfium import main; main({memory}, {scale})"
)


def listed(
    sources: Sequence[tuple[str, bytes]],
    scale: tuple[float, float],
) -> Iterator[Sequence[bytes] | GameError]:
    """Yield for each named PDF or SVG file its pages, a line of JSON each, as the program :mod:`.pdfium` writes them.

    Pages are drawn, with the correction for a printer's ``scale`` undone.
    Of one that cannot be read, or with which PDFium takes too long or too much memory, or breaks
    down, it is an error; those after it are listed by another child.
    """
    here = str(Path(__file__).resolve().parents[3])
    path = [*dict.fromkeys([*filter(None, sys.path), here])]
    program = _PROGRAM.format(path=path, memory=MEMORY, scale=scale)
    while sources:
        sent = b"".join(base64.b64encode(data) + b"\n" for _, data in sources)
        lines, end = _run(program, sent, PATIENCE * (1 + len(sources)))
        count, pages = 0, list[bytes]()
        for line in lines:
            if line.startswith(b'{"end"'):
                yield _refused(sources[count][0], json.loads(line)) or pages
                count, pages = count + 1, []
            else:
                pages.append(line)
        if count < len(sources):
            yield GameError(f"{sources[count][0]} cannot be read: {end}")
        sources = sources[count + 1 :]


def _refused(name: str, line: dict[str, Any]) -> GameError | None:
    """Return why the child refused a file, None where it listed it."""
    if not line["end"]:
        return None
    row, column = line["place"] or (0, 0)
    return GameError(f"{name} {line['end']}", line=row, column=column)


def _run(program: str, sent: bytes, patience: float) -> tuple[list[bytes], str]:
    """Return the lines that the child wrote, and in words how it ended before its time."""
    words = [sys.executable, "-I", "-S", "-c", program]
    try:
        run = subprocess.run(words, input=sent, capture_output=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired as error:
        lines = (error.stdout or b"").splitlines()
        return lines, f"its reader does not answer within {patience:.0f} s"
    lines = run.stdout.splitlines()
    if run.returncode == -getattr(signal, "SIGPROF", 0):
        return lines, "showing it takes more time than sheets of tiles do"
    if run.returncode > 0 and run.stderr:
        last = run.stderr.decode(errors="replace").strip().splitlines()[-1][:200]
        return lines, f"the reader of PDF files fails on this machine ({last})"
    return lines, "showing it takes more memory than there is for it, or breaks the reader"
