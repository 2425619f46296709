"""How values are given to the functions of this package: one name or several, files by any path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from engine.errors import GameError, OptionError, RecordError
from generator import files

if TYPE_CHECKING:
    from engine.play.record import Record

#: One name, several joined by commas, or a sequence of such.
Names = str | Iterable[str]
#: What is shown while files are written: takes their paths as they come, how many there will be and
#: what they are of, and yields the paths on.
Progress = Callable[[Iterator[Path], int, str], Iterable[Path]]


def parted(words: Names) -> tuple[str, ...]:
    """Return what is given in several words or joined by commas, empty parts too."""
    given = (words,) if isinstance(words, str) else words
    return tuple(part.strip() for word in given for part in word.split(","))


def names_in(words: Names) -> tuple[str, ...]:
    """Return names given in several words or joined by commas, as for ``--show``."""
    return tuple(filter(None, parted(words)))


def known_names(words: Names, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Return each name once, in small letters.

    Raises OptionError for one that is not known.
    """
    found = tuple(dict.fromkeys(name.lower() for name in parted(words)))
    for name in found:
        if name not in known:
            raise OptionError(f"no {what} '{name}'; it can be {', '.join(known)}")
    return found


def silently(paths: Iterator[Path], total: int, title: str) -> Iterable[Path]:
    """Yield paths on, showing nothing."""
    return paths


def games_in(name: str) -> list[Record]:
    """Return the games of a record file, or of standard input for ``-``; there is at least one.

    Raises GameError naming the file, and line and column, where it cannot be read.
    """
    from engine.record import load_all

    text = files.read_text(name)
    try:
        games = load_all(text)
    except RecordError as error:
        raise GameError(f"{files.named(name)}, {error}") from error
    if not games:
        tag = f'[Game "{engine.names()[0]}"]'
        raise GameError(
            f"{files.named(name)} holds no games; expected tags such as {tag}, then moves"
        )
    return games
