"""What stands in a folder of figures: of what each was made, so that nothing is made twice.

A figure's key is made of all that makes it: its settings, the positions, records and themes it
uses, and the program.  The manifest ``.tilewright.json`` in the folder holds the keys and the digest
of every file written there.  It also names the files of figures that are no longer in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import metadata
from pathlib import Path

import engine
from engine.play import plugins
from engine.resources import templates
from generator import files
from generator.illustrating.rulebook import LONGEST_CHAIN, Rulebook
from generator.illustrating.spec_keys import SNIPPETS, FigureSpec, PositionSpec

NAME = ".tilewright.json"

#: What the manifest has of each figure file.
_SCHEMA, _KEPT = "figures-made/1", ("keys", "made")

#: Libraries whose versions change what files hold.
_LIBRARIES = ("reportlab", "fonttools", "pillow", "pypdfium2")


def digest(data: bytes) -> str:
    """Return the digest of a file."""
    return blake2b(data, digest_size=16).hexdigest()


@cache
def program() -> str:
    """Return the digest of the program itself, the same on every system and with every Python."""
    whole = blake2b(digest_size=16)
    looks = (templates() / "themes", templates() / "typeface")
    others = (added.game.folder for added in plugins.from_outside() if added.game)
    for folder in (Path(engine.__file__).parent, Path(__file__).parents[1], *looks, *others):
        for path in sorted(folder.rglob("*.[ptm][yox]*"), key=Path.as_posix):
            if path.suffix in (".py", ".toml", ".txt", ".mo"):
                whole.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    whole.update(repr([metadata.version(name) for name in _LIBRARIES]).encode())
    return whole.hexdigest()


def key(book: Rulebook, spec: FigureSpec) -> str:
    """Return the key of a figure."""
    sources = _sources(book, spec)
    used = [source.record for source in sources if source.record]
    used += [panel.theme for panel in spec.panels if panel.theme.endswith(".toml")]
    content = (
        program(),
        spec,  # without where it stands, which does not change it
        sources,
        [_digest_of(book.folder / name) for name in dict.fromkeys(used)],
        book.spec.snippets,
        book.spec.out if book.spec.snippets else "",
    )
    return digest(repr(content).encode())


def _sources(book: Rulebook, spec: FigureSpec) -> list[PositionSpec]:
    """Return where a figure's positions come from, with those that they build on."""
    sources = list[PositionSpec]()
    for panel in spec.panels:
        sources.append(panel.source)
        for _ in range(LONGEST_CHAIN):
            sources += filter(None, [book.spec.positions.get(sources[-1].position)])
    return sources


def _digest_of(path: Path) -> str:
    with suppress(OSError, ValueError):  # making the figure tells what is wrong
        return digest(files.read(str(path)))
    return ""


def names(book: Rulebook, spec: FigureSpec) -> tuple[str, ...]:
    """Return the names of the files that a figure gives."""
    suffixes = [*spec.formats, *(SNIPPETS[kind] for kind in book.spec.snippets)]
    return tuple(f"{spec.name}.{suffix}" for suffix in suffixes)


class FigureManifest:
    """The manifest of a folder, an empty one if none can be read.

    ``keys`` of figures and digests of the files ``made`` are those of one figure file, ``source``.
    """

    def __init__(self, folder: Path, source: str) -> None:
        self._folder = folder
        self._files: dict[str, dict[str, dict[str, str]]] = {}
        with suppress(OSError, ValueError, RecursionError, TypeError, KeyError, AttributeError):
            content = json.loads(files.read(str(folder / NAME)))
            read = content["files"] if content["schema"] == _SCHEMA else {}
            self._files = {
                file: {key: dict(one[key]) for key in _KEPT} for file, one in read.items()
            }
        own = self._files.setdefault(source, {key: {} for key in _KEPT})
        self.keys, self.made = own["keys"], own["made"]

    def write(self) -> None:
        """Write the manifest; raise OSError.

        Raises OSError.
        """
        content = {"schema": _SCHEMA, "files": self._files}
        text = json.dumps(content, sort_keys=True, indent=1, ensure_ascii=False)
        files.write(self._folder / NAME, files.encoded(f"{text}\n"))

    def stands(self, name: str) -> bool:
        """Tell whether a file is on disk as it was written."""
        path = self._folder / name
        with suppress(OSError):
            return path.is_file() and self.made.get(name) == digest(path.read_bytes())
        return False

    def orphans(self, kept: Iterable[str]) -> list[str]:
        """Return the files that were written here, are still there and are of no figure any more."""
        others = (file["made"] for file in self._files.values() if file["made"] is not self.made)
        unused = sorted(self.made.keys() - set(kept).union(*others))
        return [name for name in unused if (self._folder / name).exists()]
