"""Sheets read back from what is drawn: files into pages of marks, pages into a game's pieces.

Fill colours and geometry only: never ids, metadata or labels.  A game whose pieces can be read
has a recogniser, a module here with ``GAME`` and ``find`` (see :class:`found.Recogniser`);
adding its name to :data:`RECOGNISERS` is all that another needs.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import GameError
from generator.checking.pages import files
from generator.checking.pages.files import Source, kind_of
from generator.checking.pages.paint import Page
from generator.checking.recognise.found import Hints, Reading, Recogniser

__all__ = ["Hints", "SheetSet", "Source", "kind_of", "read"]

#: The games whose sheets can be read back, each by the module of its name.
RECOGNISERS = ("atreya", "astralis", "aathenuo", "abstrakto")


class SheetSet(NamedTuple):
    """Pages and the game's pieces found on them."""

    game: str
    pages: tuple[Page, ...]
    reading: Reading


def read(sources: Sequence[Source], hints: Hints, game: str | None = None) -> SheetSet:
    """Return the pages of PDF and SVG files, as one set, and the pieces on them.

    ``game`` says whose pieces; else it is the game of which most are found as they should be.

    Raises GameError where a file cannot be read or no pieces are found, saying what would help.
    """
    if game is not None and game not in RECOGNISERS:
        raise GameError(
            f"sheets of {game} cannot be read back yet, only those of {', '.join(RECOGNISERS)}; "
            "an inventory (CSV or JSON) can be verified"
        )
    pages = tuple(files.pages(sources, hints.print_scale))
    best: SheetSet | None = None
    refused: GameError | None = None
    for name in RECOGNISERS if game is None else (game,):
        try:
            found = SheetSet(name, pages, _recogniser(name).find(pages, hints))
        except GameError as error:  # of another game's sheets only, perhaps
            refused = refused or error
            continue
        if best is None or _clear(found.reading) > _clear(best.reading):
            best = found
        if best.reading.pieces and _clear(best.reading) == len(best.reading.pieces):
            break
    if best is None or not (best.reading.pieces or best.reading.whole):
        raise refused or GameError(_nothing_found(sources, pages, hints, game))
    return best


def _clear(reading: Reading) -> int:
    """Return how many things on the pages were read as a game's own."""
    return len(reading.whole) + sum(bool(p.written and not p.flaws) for p in reading.pieces)


def _recogniser(game: str) -> Recogniser:
    module: Recogniser = importlib.import_module(f"generator.checking.recognise.{game}")
    return module


def _nothing_found(
    sources: Sequence[Source], pages: Sequence[Page], hints: Hints, game: str | None
) -> str:
    """Return the sentence for sheets without pieces."""
    names = ", ".join(source.name for source in sources[:5])
    if pages and all(page.images and len(page.marks) < 20 for page in pages):
        return (
            f"{names}: the pages are pictures; only vector drawings are read back, "
            "so export the sheets as PDF or SVG with vector shapes"
        )
    sought = f"no tiles were found: nothing drawn is a piece of {game or 'any game'}"
    if hints.tile_size is not None:
        return f"{names}: {sought}, {hints.tile_size:g} mm wide; try another --tile-size, or none"
    return f"{names}: {sought}; if there are some, say their width by --tile-size"
