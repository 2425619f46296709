"""The same input gives the same bytes: whatever the clock, the place, the language, the machine.

``python -m tests.delivery.same_bytes --print`` writes the digests of one machine as JSON, of what does
not hang on the libraries of its system, and ``--compare FILE…`` sees that those of several are alike.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.cases import ROOT

_EXAMPLES = ROOT / "templates" / "examples"

#: What is made: every kind of file and of answer, small ones.
COMMANDS = (
    "kit abstrakto --only markers --format pdf,svg,png --cut svg,dxf --dpi 60 --out kit --quiet",
    "solid abstrakto --only markers --out solid --quiet",
    "kit aathenuo --only racks --preset press --out press --quiet",
    "kit aathenuo --only racks --preset lightburn --out laser --quiet",
    "tabletop abstrakto --only markers --base-url https://x.org/ --out table --quiet",
    "figures book.toml --snippets latex,typst --quiet",
    "replay game.txt -o game.html",
    "replay game.txt --frames 0-1 -o game.gif",
    "diagram astralis start --show start-rows -o start.svg",
    "verify kit/abstrakto-markers.pdf --only markers --json",
    "moves astralis start --json",
    "games --json",
    "check game.txt --json",
    "score abstrakto start -s hands=555/663 --json",
)

#: A figure file, its pictures of every kind.
_BOOK = """
game = "abstrakto"
out = "figures"
formats = ["svg", "pdf", "png"]
[figures.start]
position = "start"
options = { hands = "555/663" }
caption = "The start: **ten** tiles."
"""

#: The kinds of files that hang on nothing but our own arithmetic and pure Python: PDFium draws PNG and GIF.
ALIKE_EVERYWHERE = frozenset(
    [".svg", ".dxf", ".html", ".json", ".txt", ".tex", ".pdf", ".3mf", ".vtt", ".lbrn2"]
)

#: What says by which interpreter and libraries figures were made, so that others make them anew.
_OF_A_MACHINE = ".tilewright.json"

#: Changes the clock by years, and the order in which the system lists folders.
_ELSEWHEN = """
import datetime, os, pathlib, random, time
YEARS = 10 * 365 * 86400.0
now = time.time
time.time = lambda: now() + YEARS
time.time_ns = lambda: int(time.time() * 1e9)
for name in ("localtime", "gmtime"):
    usual = getattr(time, name)
    setattr(time, name, lambda at=None, usual=usual: usual(time.time() if at is None else at))
formatted = time.strftime
time.strftime = lambda form, at=None: formatted(form, time.localtime() if at is None else at)
class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
    @classmethod
    def utcnow(cls):
        return cls.utcfromtimestamp(time.time())
datetime.datetime = Later
names, entries, inside = os.listdir, os.scandir, pathlib.Path.iterdir
class Reversed:
    def __init__(self, path="."):
        self.left = iter(sorted(entries(path), key=lambda entry: str(entry.name), reverse=True))
    def __next__(self):
        return next(self.left)
    def __exit__(self, *_):
        pass
    __iter__ = __enter__ = close = lambda self: self
os.listdir = lambda path=".": sorted(names(path), reverse=True)
os.scandir = Reversed
pathlib.Path.iterdir = lambda self: iter(sorted(inside(self), reverse=True))
"""


class Condition(NamedTuple):
    """What is other than usual: variables of the environment, the folder, the umask."""

    name: str
    environment: Mapping[str, str] = {}
    folder: str = ""
    umask: int = 0o022
    flags: tuple[str, ...] = ()
    is_elsewhen: bool = False


USUAL = Condition("as usual", {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"})

#: All that can be other at once.
OTHERWISE = Condition(
    "all otherwise",
    {
        **{"PYTHONHASHSEED": "random", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"},
        **{"COLUMNS": "31", "NO_COLOR": "1", "PYTHONUTF8": "0", "TERM": "dumb", "HOME": "/nowhere"},
        "LANG": "de_DE",
    },
    "/dev/shm",
    0o077,
    ("-OO",),
    is_elsewhen=True,
)


def digests(condition: Condition, *, canonical: bool = False) -> dict[str, str]:
    """Return the digests of all files that are made, and of all answers, under a condition."""
    there = condition.folder if Path(condition.folder or "/").is_dir() else None
    with tempfile.TemporaryDirectory(dir=there or None, prefix="é ") as folder:
        (Path(folder) / "book.toml").write_text(_BOOK, "utf-8")
        shutil.copy(_EXAMPLES / "abstrakto-game.txt", Path(folder) / "game.txt")
        _run(condition, COMMANDS, Path(folder))
        made = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        return {
            path.relative_to(folder).as_posix(): _digest(path, canonical=canonical)
            for path in made
            if not canonical or (path.suffix in ALIKE_EVERYWHERE and path.name != _OF_A_MACHINE)
        }


def _run(condition: Condition, commands: Sequence[str], folder: Path) -> None:
    """Run commands in one process, their answers into files; raises CalledProcessError."""
    program = (_ELSEWHEN if condition.is_elsewhen else "") + (
        "import contextlib, os, sys\n"
        f"os.umask({condition.umask})\n"
        "from generator import cli\n"
        f"for number, line in enumerate({list(commands)!r}):\n"
        "    with open(f'answer-{number:02d}.txt', 'w', encoding='utf-8') as file:\n"
        "        with contextlib.redirect_stdout(file):\n"
        "            code = cli.run(line.split())\n"
        "    if code not in (0, 1): sys.exit(f'{line}: {code}')\n"
    )
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "TILEWRIGHT_"))}
    subprocess.run(
        [sys.executable, *condition.flags, "-c", program],
        env={**clean, "PYTHONPATH": str(ROOT), **condition.environment},
        cwd=folder,
        check=True,
    )


def _digest(path: Path, *, canonical: bool) -> str:
    data = path.read_bytes()
    return hashlib.sha256(_unpacked(data) if canonical else data).hexdigest()


def _unpacked(data: bytes) -> bytes:
    """Return what a file holds however it was packed, for libraries pack the same in several ways."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            texts = [n for n in archive.namelist() if not archive.read(n).startswith(b"\x89PNG")]
            return b"\0".join(name.encode() + archive.read(name) for name in texts)
    if data.startswith(b"%PDF"):
        # Lengths and places of packed streams, and the sum of all, are of the packing.
        found = re.sub(rb"stream\r?\n(.*?)\r?\nendstream", _inflated, data, flags=re.DOTALL)
        found = re.sub(
            rb"/Length \d+|startxref\s+\d+|/ID\s*\[.*?\]|/W \[[\d ]*\]", b"", found, flags=re.DOTALL
        )
        return re.sub(rb"\d{10} \d{5} [nf]", b"", found)
    # PNG pictures within pages are PDFium's.
    return re.sub(rb"data:image/(png|gif);base64,[\w+/=]+", b"", data)


def _inflated(found: re.Match[bytes]) -> bytes:
    try:
        return zlib.decompress(found[1])
    except zlib.error:
        return found[1]


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Return the names of files that are not the same, or not in both."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def main() -> int:
    """Print the digests of this machine, or compare those of several; return the exit code."""
    first, *names = sys.argv[1:]
    if first == "--print":
        json.dump(digests(USUAL, canonical=True), sys.stdout, indent=1)
        return 0
    usual, *others = (json.loads(Path(name).read_text("utf-8")) for name in names)
    apart = {name: differing(usual, one) for name, one in zip(names[1:], others, strict=True)}
    for name, differ in apart.items():
        print(f"{name}: {', '.join(differ) or f'{len(usual)} files alike'}")
    return int(any(apart.values()))


if __name__ == "__main__":
    sys.exit(main())
