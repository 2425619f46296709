"""Fonts that a figure names: files and installed families, and which of their faces a text takes.

A name is a file's (``.ttf``, ``.otf``, ``.ttc``, its second font ``.ttc#1``) or a family's.  Once it
is known it ends in a stamp, ``@`` and 16 digits, of what its files are at the time: whatever keeps
letters by their font's name has others when the file was saved.  This module knows files and
families, and nothing of texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2s
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.drawing import families
from engine.errors import OptionError
from engine.reading import resolved
from engine.words import listed, shortened, visible

if TYPE_CHECKING:
    from engine.drawing.fontfiles import FileFace, FontFile

_NUMBERED = re.compile(r"(.+?)(?:#([0-9]{1,4}))?(?:@([0-9a-f]{16}))?")

_STAMPED = re.compile(r"(.+)@[0-9a-f]{16}")

#: What names a file and no family.
_FILE = re.compile(r"[/\\]|\.(?:woff2?|pf[abm]|dfont|t1|toml)$", re.IGNORECASE)

#: More fonts in one list are refused, and longer texts.
MOST_FONTS, _LONGEST = 20, 1000


class _Place(NamedTuple):
    """A file, which of its fonts is meant, and the stamp of what it was when it was named."""

    path: Path
    number: int
    stamp: str


def named(asked: Iterable[str], folder: Path | None) -> tuple[str, ...]:
    """Return the fonts that texts name, each one or several with commas, files from ``folder``.

    Without a folder, as for strangers, no file is read.

    Raises OptionError for a font that is not there or cannot be read, or for too many.
    """
    names = [name for text in asked for name in _names(text, folder)]
    if len(names) > MOST_FONTS:
        raise OptionError(f"{len(names)} fonts are too many; expected {MOST_FONTS} at most")
    return tuple(dict.fromkeys(_checked(name, folder) for name in names))


def _names(text: str, folder: Path | None) -> list[str]:
    """Return the names in a text, which commas part unless it is a file's name as it stands.

    Raises OptionError for a text that no name can be.
    """
    if len(text) > _LONGEST or not text.isprintable():
        words = f"'{visible(shortened(text, 60))}' names no font"
        raise OptionError(f"{words}; expected a family or a file, several with commas")
    place = _place(text)
    if folder is not None and place and (folder / place.path).is_file():
        return [text]
    return [name.strip() for name in text.split(",") if name.strip()]


def _checked(name: str, folder: Path | None) -> str:
    """Return the name of a font that is there, a file's from the root."""
    place = _place(name)
    if place is None:
        if _FILE.search(name):
            words = f"'{shortened(name, 80)}' is no font that is read"
            raise OptionError(f"{words}; expected {listed(families.SUFFIXES, 'or')}")
        family = _family(name)
        return f"{family}@{_stamp(family)}"
    if folder is None:
        raise OptionError(f"'{shortened(name, 80)}' is a file, and files are not read here")
    from engine.drawing.fontfiles import digest

    path = resolved(folder / place.path)
    with _reading(path):
        stamp = digest(path)
    _opened(_Place(path, place.number, stamp))
    return f"{path}#{place.number}@{stamp}"


def _place(name: str) -> _Place | None:
    """Return where a font lies that is named by its file, None for a family."""
    found = _NUMBERED.fullmatch(name)
    if not found or not found[1].lower().endswith(families.SUFFIXES):
        return None
    return _Place(Path(found[1]), int(found[2] or 0), found[3] or "")


def _family(name: str) -> str:
    """Return a family's name without its stamp."""
    found = _STAMPED.fullmatch(name)
    return found[1] if found else name


def _stamp(family: str) -> str:
    """Return the stamp of a family: where its fonts lie, how large they are and when they were saved.

    Raises OptionError for a family that is not there.
    """
    whole = blake2s(digest_size=8)
    for path in sorted({font.path for font in families.fonts_of(family)}):
        with _reading(path):
            found = path.stat()
        whole.update(f"{path} {found.st_mtime_ns} {found.st_size}\n".encode(errors="replace"))
    return whole.hexdigest()


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
    found = [face(*_of_weight(name, weight), weight) for name in font]
    return tuple(sorted(found, key=lambda one: bold and not one.bold))


def _of_weight(name: str, weight: int) -> _Place:
    """Return where a font lies, a family's by its font of that weight that is upright and not narrow."""
    place = _place(name)
    if place:
        return place
    family = _family(name)
    stamp = name.removeprefix(f"{family}@")
    places = [_Place(font.path, font.number, stamp) for font in families.fonts_of(family)]
    return min(places, key=lambda place: (*_fitness(_opened(place), weight), place))


def _fitness(font: FontFile, weight: int) -> tuple[bool, int, int]:
    """Return how far a font is from an upright one of a weight: least is best."""
    low, high = font.weights
    return *font.plainness, max(low - weight, weight - high, 0)


def sources(font: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of fonts.

    Raises OptionError for a family that is not there.
    """
    places = [_place(name) for name in font]
    found = [place.path for place in places if place]
    found += [
        one.path for name in font if not _place(name) for one in families.fonts_of(_family(name))
    ]
    return tuple(sorted(set(found)))
