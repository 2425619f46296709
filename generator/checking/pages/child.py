"""PDFium run in a child process under limits of time and memory.

Whatever a hostile file does to it ends there, and is told in one line.  Knows the form of what the
child writes, nothing of pages.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import GameError

#: Seconds of processor time that a set of files may take, and how many more for each mebibyte.
SECONDS, SECONDS_EACH = 2, 4
#: Mebibytes of memory the child may take, and how many more for each mebibyte of the files.
MEMORY, MEMORY_EACH = 320, 8
#: The processor's seconds may take so many by the clock on a busy machine.
PATIENCE = 20

_REFUSED = {
    "encrypted": "{} is encrypted; save it without a password to verify it",
    "broken": "{} cannot be read as PDF: it is damaged, or no PDF at all",
    "pages": "{} has more pages than are read",
    "too much": "{} holds more drawing than is read; split the set into files of fewer sheets",
}

Line = dict[str, Any]


def listed(sources: Sequence[tuple[str, bytes]]) -> list[list[Line]]:
    """Return for each named PDF file the lines that the program :mod:`.pdfium` writes of it.

    Raises GameError for a file that cannot be read, or with which PDFium takes too long or too
    much memory, or breaks down.
    """
    size = sum(len(data) for _, data in sources) // 2**20
    seconds, memory = SECONDS + SECONDS_EACH * size, MEMORY + MEMORY_EACH * size
    program = str(Path(__file__).with_name("pdfium.py"))
    sent = b"".join(len(data).to_bytes(8, "big") + data for _, data in sources)
    try:
        run = subprocess.run(
            [sys.executable, "-P", program, str(seconds), str(memory)],
            input=sent,
            capture_output=True,
            timeout=seconds * PATIENCE,
            check=False,
        )
        written = run.stdout
    except subprocess.TimeoutExpired as error:
        written = error.stdout or b""
    files = list(_files(written))
    for (name, _), lines in zip(sources, files, strict=False):
        refused = next((line["refused"] for line in lines if "refused" in line), None)
        if refused:
            raise GameError(_REFUSED[refused].format(name))
    if len(files) < len(sources):
        raise GameError(
            f"{sources[len(files)][0]} cannot be read: showing it takes more than {seconds} s or "
            f"{memory} MiB, or breaks the reader down"
        )
    return files


def _files(written: bytes) -> Iterator[list[Line]]:
    """Yield the lines of each file that was listed to its end."""
    lines: list[Line] = []
    for text in written.splitlines():
        line = json.loads(text)
        if "end" in line:
            yield lines
            lines = []
        else:
            lines.append(line)
