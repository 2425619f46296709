"""Fonts that a figure names: files and installed families, and which of their faces a text takes.

A name is a file's (``.ttf``, ``.otf``, ``.ttc``, its second font ``.ttc#1``) or a family's.  Once it
is known it is the files of its regular and its bold letters, a line each, with a stamp of what
these hold: whatever keeps letters by their font's name has others when a file was saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.drawing import families
from engine.errors import OptionError
from engine.reading import resolved
from engine.words import listed, shortened, visible

if TYPE_CHECKING:
    from engine.drawing.fontfiles import FileFace, FontFile

_NUMBERED = re.compile(r"(.+?)(?:#([0-9]{1,4}))?(?:@([0-9a-f]{16}))?")

#: What names a file and no family.
_FILE = re.compile(r"[/\\]|\.(?:woff2?|pf[abm]|dfont|t1|toml)$", re.IGNORECASE)

#: More fonts in one list are refused.
MOST_FONTS = 20


class _Place(NamedTuple):
    """A file, which of its fonts is meant, and the stamp of what it was when it was named."""

    path: Path
    number: int
    stamp: str

    def __str__(self) -> str:
        return f"{self.path}#{self.number}@{self.stamp}"


def named(asked: Iterable[str], folder: Path | None) -> tuple[str, ...]:
    """Return the fonts that texts name, each one or several with commas, files from ``folder``.

    Without a folder, as for strangers, no file is read.

    Raises OptionError for a font that is not there or cannot be read, or for too many.
    """
    names = [name for text in asked for name in _names(text, folder)]
    if len(names) > MOST_FONTS:
        raise OptionError(f"{len(names)} fonts are too many; expected {MOST_FONTS} at most")
    return tuple(dict.fromkeys(_known(name, folder) for name in names))


def _names(text: str, folder: Path | None) -> list[str]:
    """Return the names in a text, which commas part unless it is a file's name as it stands."""
    if "\n" in text and all(map(_place, text.split("\n"))):
        return [text]
    if not text.isprintable():
        words = f"'{visible(shortened(text, 60))}' names no font"
        raise OptionError(f"{words}; expected a family or a file, several with commas")
    place = _place(text)
    if folder is not None and place and (folder / place.path).is_file():
        return [text]
    return [name.strip() for name in text.split(",") if name.strip()]


def _known(name: str, folder: Path | None) -> str:
    """Return the name of a font that is there: the places of its regular and its bold letters."""
    places = [_place(line) for line in name.split("\n")]
    if places == [None] and _FILE.search(name):
        words = f"'{shortened(name, 80)}' is not a font that is read"
        raise OptionError(f"{words}; expected {listed(families.SUFFIXES, 'or')}")
    if places == [None]:
        return _of_family(name)
    if folder is None:
        raise OptionError(f"'{shortened(name, 80)}' is a file, and files are not read here")
    known = [_stamped(resolved(folder / place.path), place.number) for place in places if place]
    for place in known:
        _opened(place)
    return "\n".join(map(str, known))


def _of_family(family: str) -> str:
    """Return the places of a family's regular and bold letters: upright, and not narrow."""
    from engine.drawing.fontfiles import BOLD, REGULAR

    places = [_stamped(font.path, font.number) for font in families.fonts_of(family)]
    best = [
        min(places, key=lambda place: (*_opened(place).fitness(weight), place))
        for weight in (REGULAR, BOLD)
    ]
    return "\n".join(map(str, best))


def _place(name: str) -> _Place | None:
    """Return where a font lies that is named by its file, None for a family."""
    parts = _NUMBERED.fullmatch(name)
    if not parts or not parts[1].lower().endswith(families.SUFFIXES):
        return None
    return _Place(Path(parts[1]), int(parts[2] or 0), parts[3] or "")


def _stamped(path: Path, number: int) -> _Place:
    from engine.drawing.fontfiles import digest

    with _reading(path):
        return _Place(path, number, digest(path))


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Raise OptionError where a font is not there or cannot be read."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise OptionError(f"cannot read the font {path}: {reason}") from error


def _opened(place: _Place) -> FontFile:
    """Return a font of a file; raise OptionError where it is not there or cannot be read."""
    from engine.drawing.fontfiles import opened

    with _reading(place.path):
        return opened(*place)


@lru_cache(maxsize=64)
def faces(font: tuple[str, ...], bold: bool) -> tuple[FileFace, ...]:
    """Return the faces of fonts in their order, for bold texts those first that are bold.

    Raises OptionError for a font that is not there or cannot be read.
    """
    from engine.drawing.fontfiles import BOLD, REGULAR, face

    weight = BOLD if bold else REGULAR
    places = [_places(name)[-1 if bold else 0] for name in font]
    return tuple(
        sorted((face(*place, weight) for place in places), key=lambda one: bold and not one.bold)
    )


def _places(name: str) -> list[_Place]:
    return [place for line in name.split("\n") if (place := _place(line))]


def sources(font: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of fonts."""
    return tuple(sorted({place.path for name in font for place in _places(name)}))
