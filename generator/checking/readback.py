"""Sheets read back from what is drawn: files into pages of marks, pages into a game's pieces.

Fill colours and geometry only: never ids, metadata or labels.  A game says by
``Game.recognised_by`` which of the ways in :mod:`generator.checking.recognise` finds its pieces.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import PurePath
from statistics import median
from typing import NamedTuple

import engine
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import footers
from generator.checking.grouping import grouped, usual
from generator.checking.pages import files
from generator.checking.pages.files import Source
from generator.checking.pages.paint import Page, Scale
from generator.checking.recognise import cuts
from generator.checking.recognise.results import Hints, Reading, Recogniser
from generator.printing import trial

#: Usual margins, those beside a cutter's marks, and A4 within the usual ones, in millimetres.
_MARGINS, _A4 = (5.0, 16.0), (200.0, 287.0)
#: Where the ways to recognise pieces are, each a module of its name.
_WAYS = "generator.checking.recognise"


class PictureError(GameError):
    """All pages are pictures, as scans are: they are read as photographs."""


class UnreadableError(GameError):
    """Files cannot be read, as sheets of whatever game: why, by their names; and what the others show."""

    def __init__(self, faults: Mapping[str, GameError], others: Shown) -> None:
        super().__init__(str(next(iter(faults.values()))))
        self.faults = faults
        self.others = others


class SheetSet(NamedTuple):
    """Pages and the game's pieces found on them."""

    game: str
    pages: tuple[Page, ...]
    reading: Reading

    @property
    def others(self) -> dict[int, str]:
        """The pages that say they are another game's, and whose, by their indices; nothing is read on them."""
        titles = {engine.game(name).title: name for name in engine.names()}
        return footers.of_others(self.pages, self.game, titles)

    @property
    def sizes(self) -> dict[str, float]:
        """How large pieces are, in millimetres, half of each component larger: by its name, "" for an only one."""
        parts = grouped(self.reading.pieces, lambda piece: piece.part)
        return {part: median(piece.size for piece in own) for part, own in parts.items()}


def read(
    sources: Sequence[Source],
    hints: Hints,
    game: str | None = None,
    shown: Shown | None = None,
) -> SheetSet:
    """Return the pages of PDF and SVG files, as one set, and the pieces on them.

    ``game`` says whose pieces; else it is the game of which most are found as they should be, and
    of several with the same pieces the one that is tried first.  What the files show may be known.

    Raises UnreadableError where a file cannot be read, GameError where no pieces are found, saying
    what would help, and PictureError where all pages are pictures.
    """
    shown = shown or Shown(sources, hints.print_scale)
    games = candidates(sources) if game is None else _alone(engine.game(game))
    refused: list[GameError] = []  # of another game's sheets only, perhaps
    best = _best((partial(read_as, one, shown, hints) for one in games), refused)
    if best is None or not (best.reading.pieces or best.reading.whole):
        if shown.first and all(page.is_picture for page in shown.first):
            raise PictureError(f"{sources[0].name}: the pages are pictures")
        names = [source.name for source in sources]
        raise refused[0] if refused else GameError(nothing_found(names, hints, game))
    return best


def read_as(
    game: Game[Position], shown: Shown, hints: Hints, chosen: Sequence[int] | None = None
) -> SheetSet:
    """Return the pages, or those ``chosen`` by their indices, as sheets of a game.

    Raises UnreadableError where a file cannot be read, GameError where the pages are
    not the game's.
    """

    def found(pages: tuple[Page, ...]) -> SheetSet:
        return read_again(SheetSet(game.name, pages, Reading((), "")), hints)

    refused: list[GameError] = []
    seen = shown.pages(chosen, drawn=is_drawn(game))
    best = _best((partial(found, pages) for pages in seen), refused)
    if best is None:
        raise refused[0] if refused else GameError("there are no pages")
    return best


def _best(attempts: Iterable[Callable[[], SheetSet]], refused: list[GameError]) -> SheetSet | None:
    """Return the attempt by which most is read as it should be, the first by which all is.

    What attempts refuse goes to ``refused``.  Raises UnreadableError.
    """
    best: SheetSet | None = None
    for attempt in attempts:
        try:
            found = attempt()
        except UnreadableError:
            raise
        except GameError as error:
            refused.append(error)
            continue
        if best is None or _clear(found.reading) > _clear(best.reading):
            best = found
        if best.reading.pieces and _clear(best.reading) == len(best.reading.pieces):
            break
    return best


def is_drawn(game: Game[Position]) -> bool:
    """Tell whether a game's pieces are looked for in pixels."""
    return _recogniser(game).DRAWN


class Shown:
    """The pages of files, read when they are asked for, and drawn as pixels when that is."""

    def __init__(self, sources: Sequence[Source], scale: Scale) -> None:
        self._sources = sources
        self._scale = scale
        self._is_read = self._is_drawn = False
        #: The pages, once they are read.
        self.first: tuple[Page, ...] = ()

    def pages(
        self, chosen: Sequence[int] | None = None, *, drawn: bool
    ) -> Iterator[tuple[Page, ...]]:
        """Yield the pages as they are shown and, of turned ones, as they were drawn: who prints, turns them.

        Raises UnreadableError where a file cannot be read.
        """
        pages = self._read(drawn=drawn)
        if chosen is not None:
            pages = tuple(pages[k] for k in chosen)
        yield pages
        if any(page.quarters for page in pages):
            yield tuple(page.turned(-page.quarters) for page in pages)

    def _read(self, *, drawn: bool) -> tuple[Page, ...]:
        faults: Mapping[str, GameError] = {}
        if not self._is_read:
            self.first, faults = files.read(self._sources, self._scale, drawn=drawn)
        elif drawn and not self._is_drawn:
            faults = files.draw(self._sources, self._scale, self.first)
        self._is_read, self._is_drawn = True, drawn or self._is_drawn
        if faults:
            raise UnreadableError(faults, self.without(faults))
        return self.first

    def without(self, names: Container[str]) -> Shown:
        """Return what other files show than those of some names."""
        others = copy(self)
        others._sources = [one for one in self._sources if one.name not in names]
        others.first = tuple(page for page in self.first if page.source not in names)
        return others


def candidates(sources: Sequence[Source]) -> Iterator[Game[Position]]:
    """Yield the games whose sheets can be read back, in the order in which they are tried.

    First come those that a file is named after, as kits name theirs (``name-tiles.pdf``,
    ``name.pdf``), then
    those whose pieces take most to be drawn; else the alphabet decides.
    """
    words = {PurePath(source.name).stem.partition("-")[0] for source in sources}
    named = [game for game in trial.names() if game in words]
    yield from filter(_is_read, map(engine.game, named))
    others = map(engine.game, [game for game in trial.names() if game not in named])
    yield from sorted(filter(_is_read, others), key=lambda game: -_recogniser(game).DETAIL)


def _is_read(game: Game[Position]) -> bool:
    """Tell whether a game says how its pieces are recognised, and that way is there."""
    way = game.recognised_by
    return way.isidentifier() and find_spec(f"{_WAYS}.{way}") is not None


def read_again(found: SheetSet, hints: Hints) -> SheetSet:
    """Return pages with what is read of the game on its own.

    Raises GameError where they are not the game's by the hints.
    """
    game, others = engine.game(found.game), found.others
    own = [page.emptied() if k in others else page for k, page in enumerate(found.pages)]
    reading = _recogniser(game).find(own, game, hints)
    for area in (_area(own, margin) for margin in _MARGINS):
        if area != _A4 and hints.area is None and (lacking := _lacking(reading)):
            # Some pieces are as large as the paper lets them.
            other = _recogniser(game).find(own, game, replace(hints, area=area))
            reading = other if len(_lacking(other)) < len(lacking) else reading
    return found._replace(reading=reading._replace(pieces=cuts.held(own, reading.pieces)))


def _area(pages: Sequence[Page], margin: float) -> tuple[float, float]:
    """Return the paper of most pages within margins."""
    short, long = usual(tuple(sorted((page.width, page.height))) for page in pages)
    return round(short - 2 * margin, 1), round(long - 2 * margin, 1)


def _lacking(reading: Reading) -> set[str]:
    """Return the components of which no piece was found."""
    parts = {kind.part for kind in reading.kinds if kind.shape != "board"}
    return parts - {piece.part for piece in reading.pieces}


def _alone(game: Game[Position]) -> tuple[Game[Position]]:
    """Return a game as the only candidate.

    Raises GameError where its sheets cannot be read back.
    """
    if not _is_read(game):
        names = ", ".join(one.name for one in candidates([]))
        unknown = f" (no way is called '{game.recognised_by}')" if game.recognised_by else ""
        raise GameError(
            f"sheets of {game.name} cannot be read back yet{unknown}, only those of {names}; "
            "an inventory (CSV or JSON) can be verified"
        )
    return (game,)


def _clear(reading: Reading) -> int:
    """Return how many things on the pages were read as a game's own, less what is wrong with others."""
    return (
        len(reading.whole) + sum(piece.is_clear for piece in reading.pieces) - len(reading.troubles)
    )


def _recogniser(game: Game[Position]) -> Recogniser:
    way: Recogniser = importlib.import_module(f"{_WAYS}.{game.recognised_by}")
    return way


def nothing_found(names: Sequence[str], hints: Hints, game: str | None) -> str:
    """Return the sentence for sheets without pieces."""
    sought = f"no tiles were found: nothing drawn is a piece of {game or 'any game'}"
    shown = ", ".join(names[:5])
    if hints.tile_size is not None:
        return f"{shown}: {sought}, {hints.tile_size:g} mm wide; try another --tile-size, or none"
    return f"{shown}: {sought}; if there are some, say their width by --tile-size"
