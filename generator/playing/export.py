"""The page to play on as a folder for any web host: Python runs in the player's browser, by Pyodide.

Pyodide comes from npm, once, and is kept.  The engine goes with it as an archive of what the page
needs; what every player sees first is answered beforehand, so that it shows while Python loads.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import importlib.util
import io
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import OptionError
from engine.play import finding
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

#: What the page needs of us and of libraries, as files and folders of packages.
_NEEDED = {
    "engine": ("",),
    "generator": ("__init__.py", "files.py", "playing", "printing"),
    "reportlab": (
        *("__init__.py", "rl_config.py", "rl_settings.py", "lib", "pdfbase", "pdfgen"),
        *("fonts/Vera.ttf", "fonts/VeraBd.ttf"),
    ),
}
#: What it does without: texts in other languages, what serves and exports the page.
_UNUSED = ("languages", "_templates", "server.py", "export.py", "__pycache__")

#: What reportlab imports and never uses here: pictures of pixels.
_EMPTY = ("PIL/__init__.py", "PIL/Image.py")

#: The kits' templates and what they are drawn with.
_TEMPLATES = ("*.toml", "themes/*.toml", "typeface/*")

#: The themes in which the first pictures are drawn beforehand, as the page asks for them.
_THEMES = ("classic", "dark")


class Exported(NamedTuple):
    """How many files were written, and how many bytes they have as a host packs them."""

    files: int
    packed: int


def export(folder: Path) -> Exported:
    """Write the page into a folder; raise OptionError where Pyodide cannot be fetched, and OSError."""
    made = dict(_entries())
    for name, data in made.items():
        files.write(folder / name, data)
    return Exported(len(made), sum(len(gzip.compress(data, 6, mtime=0)) for data in made.values()))


def _entries() -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(_package())) as archive:
        for name in _OF_PYODIDE:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            yield f"pyodide/{name}", member.read()
    page = templates() / "play"
    for path in sorted(page.glob("*.*")):
        yield path.name, path.read_bytes()
    for path in sorted((page / "exported").glob("*.mjs")):  # in place of the page's own
        yield path.name, path.read_bytes()
    yield "engine.zip", files.zipped(dict(_engine()))
    for name, question in _first():
        yield f"answers/{name}.json", json.dumps(answer(question)).encode()
    yield "LICENSES.txt", _licences().encode()


def _package() -> bytes:
    kept = _cache() / f"pyodide-{PYODIDE}.tgz"
    if not kept.is_file():
        _fetch(kept)
    data = kept.read_bytes()
    if hashlib.sha512(data).hexdigest() != _SHA512:
        raise OptionError(f"{kept} is not Pyodide {PYODIDE}; remove it, and export again")
    return data


def _cache() -> Path:
    folder = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(folder or Path.home() / ".cache") / "tilewright"


def _fetch(kept: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise OptionError(
            "exporting fetches Pyodide by npm, which is missing; install Node.js, "
            f"or put pyodide-{PYODIDE}.tgz of registry.npmjs.org into {kept.parent}"
        )
    kept.parent.mkdir(parents=True, exist_ok=True)
    words = [npm, "pack", f"pyodide@{PYODIDE}", "--loglevel=error"]
    words += ["--pack-destination", str(kept.parent)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode or not kept.is_file():
        why = (done.stderr.strip().splitlines() or ["no network?"])[0]
        raise OptionError(f"npm cannot fetch pyodide@{PYODIDE}; try again with a network: {why}")


def _engine() -> Iterator[tuple[str, bytes]]:
    for package, needed in _NEEDED.items():
        spec = importlib.util.find_spec(package)
        assert spec is not None, package
        home = Path((spec.submodule_search_locations or [])[0])
        paths = (one for name in needed for one in (home / name, *(home / name).rglob("*")))
        for path in sorted({one for one in paths if one.is_file()}):
            inside = path.relative_to(home)
            if not set(inside.parts) & set(_UNUSED):
                yield f"{package}/{inside.as_posix()}", path.read_bytes()
    for name in _EMPTY:
        yield name, b""
    for pattern in _TEMPLATES:
        for path in sorted(templates().glob(pattern)):
            yield f"engine/_templates/{path.relative_to(templates()).as_posix()}", path.read_bytes()


def _first() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what a page asks before anybody plays, by the name that ``ask.mjs`` looks for."""
    yield "games", {"ask": "games"}
    for theme in _THEMES:
        for name in finding.shipped():
            yield f"how-{name}-{theme}", {"ask": "how", "game": name, "theme": theme}
            game = finding.game(name)
            opening = {"settings": [[*lot] for lot in game.any_lot.items()], "theme": theme}
            viewer = "" if "hidden" in game.overlays else None  # before anybody has a hand
            yield f"position-{name}-{theme}", {"game": name, **opening, "viewer": viewer}


def _licences() -> str:
    parts = [
        f"pyodide/: Pyodide {PYODIDE}, Mozilla Public License 2.0, "
        "https://www.mozilla.org/MPL/2.0/\nSource: https://github.com/pyodide/pyodide\n"
        "It holds Python, under the PSF licence: https://docs.python.org/3/license.html\n"
    ]
    for name in ("tilewright", "reportlab"):
        for one in importlib.metadata.files(name) or ():
            if {"LICENSE", "CREDITS", "bitstream-vera-license"} & {one.stem}:
                parts.append(f"engine.zip, {name}: {one.name}\n\n{one.read_text('utf-8')}")
    return f"\n{'-' * 80}\n".join(parts)
