"""Sheets read back once for all that is asked of them, and small sets, which are read back sooner."""

from functools import lru_cache

from generator.checking import readback
from generator.checking.readback import Hints, SheetSet, Source
from tests.paths import DATA

#: Templates of sets of a third of the usual size, of the games that have such.
FEW = {
    "aathenuo": str(DATA / "aathenuo" / "few-colour.toml"),
    "astralis": str(DATA / "astralis" / "few.toml"),
}


@lru_cache(maxsize=8)
def _read(sources: tuple[Source, ...], hints: Hints, game: str | None) -> SheetSet:
    return readback.read(sources, hints, game)


def read(sources, hints: Hints | None = None, game: str | None = None) -> SheetSet:
    """Return what is on some files, of a game or of the one that is found."""
    return _read(tuple(sources), hints or Hints(), game)
