"""Sheets read back once for all that is asked of them: reading takes far longer than inspecting."""

from functools import lru_cache

from generator.checking import readback
from generator.checking.readback import Hints, SheetSet, Source


@lru_cache(maxsize=8)
def _read(sources: tuple[Source, ...], hints: Hints, game: str | None) -> SheetSet:
    return readback.read(sources, hints, game)


def read(sources, hints: Hints | None = None, game: str | None = None) -> SheetSet:
    """Return what is on some files, of a game or of the one that is found."""
    return _read(tuple(sources), hints or Hints(), game)
