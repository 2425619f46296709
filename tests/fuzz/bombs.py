"""What the command takes for files that are made to cost as much as they can: sheets verified.

``python -m tests.fuzz.bombs [WORD…]`` writes those of whose names some word is a part, or all, and
prints for each the processor time and the memory of the command with its child processes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.fuzz import pdf_bombs, picture_bombs, svg_bombs
from tests.fuzz.target import emptied_folder

#: The bombs by what their names end with.
BOMBS: Mapping[str, Mapping[str, Callable[[], bytes]]] = {
    ".pdf": pdf_bombs.PDF,
    ".svg": svg_bombs.SVG,
    ".png": picture_bombs.PICTURES,
}

#: The words of commands before the file's name; of pictures the game is named, too, as it is tried alone then.
_WORDS = {
    ".png": (("verify",), ("verify", "atreya"), ("verify", "astralis"), ("verify", "aathenuo")),
}


class Taken(NamedTuple):
    """What a command took: seconds of processor time, the most MiB of a process; and what it said last."""

    seconds: float
    mebibytes: float
    said: str


def taken(words: Sequence[str], folder: Path) -> Taken:
    """Run the command in a process of its own, its child processes counted with it."""
    out = folder / "said"
    pid = os.fork()
    if pid == 0:
        where = os.open(out, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        os.dup2(where, 1)
        os.dup2(where, 2)
        os.execv(sys.executable, [sys.executable, "-m", "tilewright", *words])
    _, _, used = os.wait4(pid, 0)
    said = out.read_text("utf-8", "replace").strip().splitlines() or [""]
    return Taken(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said[-1])


def measured(words: Sequence[str]) -> Iterator[tuple[str, int, Taken]]:
    """Yield for each bomb its name, its size in bytes and what the command takes."""
    for suffix, bombs in BOMBS.items():
        for name, make in bombs.items():
            if not words or any(word in name + suffix for word in words):
                with emptied_folder() as folder:
                    path = folder / f"bomb{suffix}"
                    path.write_bytes(make())
                    for before in _WORDS.get(suffix, (("verify",),)):
                        title = " ".join((name + suffix, *before[1:2]))
                        yield title, path.stat().st_size, taken([*before, str(path)], folder)


if __name__ == "__main__":
    for title, size, (seconds, mebibytes, said) in measured(sys.argv[1:]):
        print(
            f"{title:45} {size:9,} {seconds:6.2f} s {mebibytes:5.0f} MiB  {said[:90]}", flush=True
        )
