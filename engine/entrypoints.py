"""What packages outside the project add, by their entry points: found on disk, nothing of them imported.

Read from the files themselves: importlib.metadata takes longer to import than a figure to draw, and
reads what every package says of itself.  Knows neither games nor presets.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

#: What the groups' names begin with.
_OURS = "[tilewright."

_FOLDER = re.compile(r"(?P<name>.+?)-(?P<version>[^-]+)(?:-.*)?\.(?:dist|egg)-info")


class EntryPoint(NamedTuple):
    """What a package adds: the name it goes by, where it is, and the package with its version."""

    name: str
    value: str
    package: str


@cache
def of_group(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in the order of their names.

    >>> from engine import entrypoints
    >>> entrypoints.of_group("tilewright.nothing")
    ()
    """
    texts = _texts().items()
    return tuple(sorted(entry for name, text in texts for entry in _of_text(text, group, name)))


@cache
def _texts() -> dict[str, str]:
    """Return what every package that adds something to us lists, by its name and version.

    Of a package that is installed twice the first on the path of imports counts, as it is the one
    that is imported.
    """
    found: dict[str, tuple[str, str]] = {}
    for folder in dict.fromkeys(sys.path):
        for name, version, text in _listed(Path(folder)):
            found.setdefault(name, (version, text))
    return {f"{name} {version}": text for name, (version, text) in found.items() if _OURS in text}


def _listed(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield name, version and list of entry points of every package installed in a folder."""
    try:
        packages = sorted(
            name for path in folder.iterdir() if (name := path.name).endswith("-info")
        )
    except OSError:  # no folder: a zip, or what is not there
        return
    for package in packages:
        known = _FOLDER.fullmatch(package)
        if known is None:
            continue
        try:
            text = (folder / package / "entry_points.txt").read_text("utf-8")
        except (OSError, UnicodeDecodeError):  # most have none
            text = ""
        yield re.sub(r"[-_.]+", "-", known["name"]).lower(), known["version"], text


def _of_text(text: str, group: str, package: str) -> Iterator[EntryPoint]:
    """Yield a group's entry points in a package's list."""
    here = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            here = line == f"[{group}]"
        elif here and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.partition("[")[0].strip(), package)
