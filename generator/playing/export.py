"""The page to play on as a folder for any web host: Python runs in the player's browser, by Pyodide."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.resources
import io
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import OptionError
from engine.play import plugins
from engine.resources import templates
from generator import files
from generator.playing import answer

#: The Pyodide that is fetched, and what its package must be.
PYODIDE = "314.0.7"
_SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
_OF_PYODIDE = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)

#: Where the engine looks for the templates of kits and what they are drawn with.
_TEMPLATES = "engine/_templates"

#: What the page needs of us and of a library, as patterns of files in packages.
_NEEDED = {
    "engine": ("**/*.py", "games/*/*.toml"),
    _TEMPLATES: ("*.toml", "themes/*.toml", "typeface/*"),
    "generator": ("__init__.py", "files.py", "playing/*.py", "printing/*.py"),
    "reportlab": (
        *("*.py", "lib/*.py", "pdfbase/*.py", "pdfgen/*.py"),
        *("fonts/Vera.ttf", "fonts/VeraBd.ttf"),
    ),
}


def export(folder: Path) -> None:
    """Write the page into a folder; raise OptionError where Pyodide cannot be fetched, and OSError."""
    for name, data in dict(_entries()).items():
        files.write(folder / name, data)


def _entries() -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(_package())) as archive:
        for name in _OF_PYODIDE:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            yield f"pyodide/{name}", member.read()
    for pattern in ("*.*", "exported/*.mjs"):  # these are in place of the page's own
        for path in sorted((templates() / "play").glob(pattern)):
            yield path.name, path.read_bytes()
    yield "engine.zip", files.zipped(dict(_engine()))
    for name, question in _first():
        yield f"answers/{name}.json", json.dumps(answer(question)).encode()
    yield "LICENSES.txt", f"\n{'-' * 80}\n".join(_licences()).encode()


def _package() -> bytes:
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    kept = Path(cache or Path.home() / ".cache") / "tilewright" / f"pyodide-{PYODIDE}.tgz"
    if not kept.is_file():
        npm = shutil.which("npm")
        if npm is None:
            raise OptionError("exporting fetches Pyodide by npm, which is missing; install Node.js")
        kept.parent.mkdir(parents=True, exist_ok=True)
        words = [npm, "pack", f"pyodide@{PYODIDE}", "--loglevel=error"]
        words += ["--pack-destination", str(kept.parent)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            why = done.stderr.strip().partition("\n")[0]
            raise OptionError(f"npm cannot fetch Pyodide; try again with a network: {why}")
    data = kept.read_bytes()
    if hashlib.sha512(data).hexdigest() != _SHA512:
        raise OptionError(f"{kept} is not Pyodide {PYODIDE}; remove it, and export again")
    return data


def _engine() -> Iterator[tuple[str, bytes]]:
    for name, patterns in _NEEDED.items():
        home = templates() if name == _TEMPLATES else Path(str(importlib.resources.files(name)))
        for path in sorted({path for pattern in patterns for path in home.glob(pattern)}):
            yield f"{name}/{path.relative_to(home).as_posix()}", path.read_bytes()
    for name in ("PIL/__init__.py", "PIL/Image.py"):  # reportlab imports and here never uses them
        yield name, b""


def _first() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what a page asks first, and shows while Python loads, by the name that ``ask.mjs`` looks for."""
    yield "games", {"ask": "games"}
    for theme in ("classic", "dark"):
        for name in plugins.shipped():
            yield f"how-{name}-{theme}", {"ask": "how", "game": name, "theme": theme}
            game = plugins.game(name)
            opening = {"settings": [[*lot] for lot in game.any_lot.items()], "theme": theme}
            viewer = "" if "hidden" in game.overlays else None  # before anybody has a hand
            yield f"position-{name}-{theme}", {"game": name, **opening, "viewer": viewer}


def _licences() -> Iterator[str]:
    yield (
        f"pyodide/: Pyodide {PYODIDE}, Mozilla Public License 2.0, "
        "https://www.mozilla.org/MPL/2.0/\nSource: https://github.com/pyodide/pyodide\n"
        "It holds Python, under the PSF licence: https://docs.python.org/3/license.html\n"
    )
    for name in ("tilewright", "reportlab"):
        for one in importlib.metadata.files(name) or ():
            if one.stem in ("LICENSE", "CREDITS", "bitstream-vera-license"):
                yield f"engine.zip, {name}: {one.name}\n\n{one.read_text('utf-8')}"
