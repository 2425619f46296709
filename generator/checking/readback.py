"""Sheets read back from what is drawn: files into pages, pages into sets of a game's pieces.

Fill colours and geometry only: never ids, metadata or labels.  A game says by
``Game.recognised_by`` which of the ways in :mod:`generator.checking.recognise` finds its pieces.
What a file is called or listed as only decides which game is tried first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

import engine
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import footers
from generator.checking.grouping import grouped
from generator.checking.pages import files
from generator.checking.pages.files import Source
from generator.checking.pages.paint import Page
from generator.checking.recognise import cuts, pieces, seven_areas
from generator.checking.recognise.results import Hints, Reading, Recogniser


class SheetSet(NamedTuple):
    """Pages and the game's pieces found on them."""

    game: str
    pages: tuple[Page, ...]
    reading: Reading

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files."""
        return tuple(dict.fromkeys(page.source for page in self.pages))

    @property
    def others(self) -> dict[int, str]:
        """The pages that say they are another game's, and whose, by their indices; nothing is read on them."""
        return footers.of_others(self.pages, self.game, _titles())

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components that a kit of the game has, there or not."""
        return tuple(dict.fromkeys(kind.part for kind in self.reading.kinds)) or ("tiles",)

    def parts_of(self, file: str) -> set[str]:
        """Return the components of which a file shows pieces, or a board."""
        kinds, pieces = self.reading.kinds, self.reading.pieces
        part_of = {kind.name: kind.part for kind in kinds}
        own = {k for k, page in enumerate(self.pages) if page.source == file}
        parts = {p.part or part_of.get(p.kind, "tiles") for p in pieces if p.page in own}
        boards = {kind.part for kind in kinds if kind.shape == "board"}
        return parts | (boards if own & {*self.reading.board_pages} else set())


def read_as(game: Game[Position], pages: tuple[Page, ...], hints: Hints) -> SheetSet:
    """Return pages as sheets of a game.

    They are read as they are shown and, of turned ones, as they were drawn: who prints, turns them.

    Raises GameError where the pages are not the game's.
    """
    ways = [pages]
    if any(page.quarters for page in pages):
        ways.append(tuple(page.turned(-page.quarters) for page in pages))
    found: list[SheetSet] = []
    refused: list[GameError] = []
    for way in ways:
        one = SheetSet(game.name, way, Reading((), ""))
        own = [page.emptied() if k in one.others else page for k, page in enumerate(way)]
        try:
            reading = _recogniser(game).find(own, game, hints)
        except GameError as error:
            refused.append(error)
            continue
        held = cuts.held(own, reading.pieces, hints.bleed)
        found.append(one._replace(reading=reading._replace(pieces=held)))
        if held and _clear(reading) == len(held):
            break
    if not found:
        raise refused[0]
    return max(found, key=lambda one: _clear(one.reading))


def _clear(reading: Reading) -> int:
    """Return how many things on the pages were read as a game's own, less what is wrong with others."""
    return (
        len(reading.whole) + sum(piece.is_clear for piece in reading.pieces) - len(reading.troubles)
    )


# ------------------------------------------------------------------------------------- games


def candidates() -> list[Game[Position]]:
    """Return the games whose sheets can be read back: first those whose pieces take most to be drawn."""
    games = [game for game in map(engine.game, engine.names()) if _is_read(game)]
    return sorted(games, key=lambda game: -_recogniser(game).DETAIL)


def readable(name: str) -> Game[Position]:
    """Return a game that was named.

    Raises GameError where its sheets cannot be read back.
    """
    game = engine.game(name)
    if not _is_read(game):
        known = ", ".join(one.name for one in candidates())
        words = f"sheets of {name} cannot be read back, only those of {known}; verify an inventory"
        raise GameError(words)
    return game


def _is_read(game: Game[Position]) -> bool:
    """Tell whether a game says how its pieces are recognised."""
    return bool(game.recognised_by)


def _recogniser(game: Game[Position]) -> Recogniser:
    return seven_areas if game.recognised_by == "seven_areas" else pieces


def _titles() -> dict[str, str]:
    return {engine.game(name).title: name for name in engine.names()}


# ---------------------------------------------------------------------------------- mixtures


class Sorted(NamedTuple):
    """The sets found, and the names of files that are scans, and that show nothing of any game."""

    sets: tuple[SheetSet, ...]
    scans: frozenset[str]
    unknown: tuple[str, ...]
    #: Of files that cannot be read, by their names, why.
    faults: Mapping[str, GameError]
    #: Why the likeliest game found nothing at all, None where it says no more than that.
    refused: GameError | None = None


class _Claim(NamedTuple):
    """What a game finds on a page: things as they should be, and all things."""

    clear: int = 0
    all: int = 0


def sort(
    sources: Sequence[Source],
    print_scale: tuple[float, float],
    hints: Callable[[str], Hints],
    game: str | None = None,
) -> Sorted:
    """Return the pages of files as sets, for each game found one of each format.

    ``hints`` says what is known of a game's sheets.  All are of a ``game`` that is named, or of none.

    Raises GameError where there are too many files, or sheets of the game cannot be read back.
    """
    games = candidates() if game is None else [readable(game)]
    shown = files.read(sources, print_scale)
    by_file = grouped(range(len(shown.pages)), lambda k: shown.pages[k].source)
    likely = {
        name: game or _likely_game(shown.pages[k] for k in own) for name, own in by_file.items()
    }
    desk = _Desk(shown.pages, likely, hints)
    for one in games:
        desk.claim(
            one, [k for name, own in by_file.items() if likely[name] == one.name for k in own]
        )
    for one in games:
        desk.claim(one, [k for k in range(len(shown.pages)) if desk.is_open(k)])
    shares: dict[str, list[int]] = {}
    empty: list[str] = []
    for name, own in by_file.items():
        owners = Counter(filter(None, map(desk.owner, own)))
        empty += [] if owners else [name]
        for k in own if owners else ():  # pages that show nothing go with the file's others
            game_of_file = max(owners, key=owners.__getitem__)
            shares.setdefault(desk.owner(k) or game_of_file, []).append(k)
    scans = {name for name in empty if any(shown.pages[k].is_picture for k in by_file[name])}
    # A sheet without its pieces is one all the same.
    titles = _titles()
    lost = {p.source for p in shown.pages if titles.get(footers.of_page(p).game) in shares}
    unknown = tuple(name for name in empty if name not in scans | lost)
    in_order = (name for name in engine.names() if name in shares)
    sets = tuple(one for name in in_order for one in desk.by_format(name, shares[name]))
    return Sorted(sets, frozenset(scans), unknown, shown.faults, desk.refused)


def _likely_game(pages: Iterable[Page]) -> str:
    """Return of which game a file may be: as most of its pages say, or as it is called; else ""."""
    titles = _titles()
    own = [*pages]
    said = Counter(titles.get(footers.of_page(page).game, "") for page in own)
    del said[""]
    called = PurePath(own[0].source).stem.partition("-")[0]
    return max(said, key=said.__getitem__, default=called if called in engine.names() else "")


class _Desk:
    """The pages, and what each game that was tried finds on them."""

    def __init__(
        self, pages: Sequence[Page], likely: Mapping[str, str], hints: Callable[[str], Hints]
    ) -> None:
        self._pages = pages
        self._likely = likely
        self._hints = hints
        self.refused: GameError | None = None
        self._claims: list[dict[str, _Claim]] = [{} for _ in pages]
        self._read: dict[tuple[str, tuple[int, ...]], SheetSet] = {}

    def is_open(self, page: int) -> bool:
        """Tell whether a page shows something, and not only what a game knows for its own."""
        drawn = self._pages[page]
        if not drawn.marks or drawn.is_picture:
            return False
        return not any(c.clear and c.clear == c.all for c in self._claims[page].values())

    def claim(self, game: Game[Position], pages: Sequence[int]) -> None:
        """Read pages as sheets of a game, but for those that it has read."""
        chosen = [k for k in pages if game.name not in self._claims[k]]
        for k in chosen:
            self._claims[k][game.name] = _Claim()
        try:
            reading = self._as(game.name, chosen).reading if chosen else Reading((), "")
        except GameError as error:  # the pages are not its sheets, perhaps
            self.refused = self.refused or error
            return
        for place, k in enumerate(chosen):
            own = [piece for piece in reading.pieces if piece.page == place]
            troubles = sum(trouble.page == place for trouble in reading.troubles)
            board = place in reading.board_pages  # counts as one thing
            clear = sum(piece.is_clear for piece in own) + board
            self._claims[k][game.name] = _Claim(clear, len(own) + board + troubles)

    def _as(self, game: str, chosen: Sequence[int]) -> SheetSet:
        key = game, tuple(chosen)
        if key not in self._read:
            pages = tuple(self._pages[k] for k in chosen)
            self._read[key] = read_as(engine.game(game), pages, self._hints(game))
        return self._read[key]

    def owner(self, page: int) -> str:
        """Return the game that finds most on a page, "" where none finds anything."""
        claims = {game: claim for game, claim in self._claims[page].items() if claim.all}
        likely = self._likely[self._pages[page].source]
        return max(claims, key=lambda game: (claims[game].clear, game == likely), default="")

    def by_format(self, game: str, pages: Sequence[int]) -> Iterator[SheetSet]:
        """Yield pages as a set of a game, or as one of each format that holds its components anew.

        A kit may be written as PDF and as SVG into one folder.  Raises GameError where together the
        pages cannot be told.
        """
        whole = self._as(game, pages)
        formats = grouped(whole.files, lambda name: PurePath(name).suffix.lower())
        parts = [{p for name in names for p in whole.parts_of(name)} for names in formats.values()]
        if sum(map(len, parts)) == len(set().union(*parts)):
            yield whole
            return
        for names in formats.values():
            yield self._as(game, [k for k in pages if self._pages[k].source in names])
