"""Sheets read back from what is drawn: files into pages, pages into sets of a game's pieces.

Fill colours and geometry only: never ids, metadata or labels.  A game says by
``Game.recognised_by`` which of the ways in :mod:`generator.checking.recognise` finds its pieces.
What a file is called or listed as only decides which game is tried first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from statistics import median
from typing import NamedTuple

import engine
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import footers
from generator.checking.grouping import grouped
from generator.checking.pages import files
from generator.checking.pages.files import Read, Source
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
    def sizes(self) -> dict[str, float]:
        """How large pieces are, in millimetres, half of each component larger: by its name, "" for an only one."""
        parts = grouped(self.reading.pieces, lambda piece: piece.part)
        return {part: median(piece.size for piece in own) for part, own in parts.items()}

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


def read_as(
    game: Game[Position], shown: Read, hints: Hints, chosen: Sequence[int] | None = None
) -> SheetSet:
    """Return the pages, or those ``chosen`` by their indices, as sheets of a game.

    They are read as they are shown and, of turned ones, as they were drawn: who prints, turns them.

    Raises GameError where the pages are not the game's.
    """
    pages = shown.pages if chosen is None else tuple(shown.pages[k] for k in chosen)
    ways = [pages]
    if any(page.quarters for page in pages):
        ways.append(tuple(page.turned(-page.quarters) for page in pages))
    found: list[SheetSet] = []
    refused: list[GameError] = []
    for way in ways:
        try:
            one = read_again(SheetSet(game.name, way, Reading((), "")), hints)
        except GameError as error:
            refused.append(error)
            continue
        found.append(one)
        if one.reading.pieces and _clear(one.reading) == len(one.reading.pieces):
            break
    if not found:
        raise refused[0]
    return max(found, key=lambda one: _clear(one.reading))


def read_again(found: SheetSet, hints: Hints) -> SheetSet:
    """Return pages with what is read of the game on its own.

    Raises GameError where they are not the game's by the hints.
    """
    game, others = engine.game(found.game), found.others
    own = [page.emptied() if k in others else page for k, page in enumerate(found.pages)]
    reading = _recogniser(game).find(own, game, hints)
    pieces = cuts.held(own, reading.pieces, hints.bleed)
    return found._replace(reading=reading._replace(pieces=pieces))


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
    """Tell whether a game says how its pieces are recognised, and that way is there."""
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
    #: Why the likeliest game found nothing at all, None where it says no more than that.
    refused: GameError | None = None


class _Claim(NamedTuple):
    """What a game finds on a page: things as they should be, and all things."""

    clear: int
    all: int


def sort(
    sources: Sequence[Source],
    print_scale: tuple[float, float],
    hints: Callable[[str], Hints],
    game: str | None = None,
) -> tuple[Sorted, Read]:
    """Return the pages of files as sets, for each game found one of each format; and what the files show.

    ``hints`` says what is known of a game's sheets.  All are of a ``game`` that is named, or of none.

    Raises GameError where there are too many files, or sheets of the game cannot be read back.
    """
    games = candidates() if game is None else [readable(game)]
    shown = files.read(sources, print_scale)
    named = {page.source: game for page in shown.pages if game is not None}
    presumed = named or _presumed(shown.pages)
    desk = _Desk(shown, hints)
    desk.read_likely(presumed)
    desk.read_rest(games)
    scans = {p.source for p in shown.pages if p.is_picture and not desk.claims_file(p.source)}
    shares = desk.shared_out(presumed)
    known = {shown.pages[k].source for pages in shares.values() for k in pages} | scans
    # A sheet without its pieces is one all the same.
    titles = _titles()
    known |= {p.source for p in shown.pages if titles.get(footers.of_page(p).game) in shares}
    unknown = {p.source: None for p in shown.pages if p.source not in known | shown.faults.keys()}
    sets = tuple(one for name, pages in shares.items() for one in desk.by_format(name, pages))
    return Sorted(sets, frozenset(scans), tuple(unknown), desk.refused), shown


def _presumed(pages: Sequence[Page]) -> dict[str, str]:
    """Return of which game each file may be: as most of its pages say, or as it is called."""
    titles, said = _titles(), dict[str, Counter[str]]()
    for page in pages:
        games = said.setdefault(page.source, Counter())
        games[titles.get(footers.of_page(page).game, "")] += 1
    presumed = {}
    for source, games in said.items():
        del games[""]
        called = PurePath(source).stem.partition("-")[0]
        presumed[source] = max(games, key=games.__getitem__, default=called)
    return {source: game for source, game in presumed.items() if game in engine.names()}


class _Desk:
    """The pages, and what each game that was tried finds on them."""

    def __init__(self, shown: Read, hints: Callable[[str], Hints]) -> None:
        self._shown = shown
        self._hints = hints
        self.refused: GameError | None = None
        self._claims: list[dict[str, _Claim]] = [{} for _ in shown.pages]
        self._read: dict[tuple[str, tuple[int, ...]], SheetSet] = {}

    def read_likely(self, presumed: Mapping[str, str]) -> None:
        """Read files as sheets of the games that they are presumed to be of."""
        pages = self._shown.pages
        likely = grouped(range(len(pages)), lambda k: presumed.get(pages[k].source, ""))
        for name, chosen in likely.items():
            if name:
                self._try(engine.game(name), chosen)

    def read_rest(self, games: Iterable[Game[Position]]) -> None:
        """Read the pages that no game knows for its own as sheets of each game, until all are known."""
        for game in games:
            left = [k for k in range(len(self._claims)) if self._is_open(k)]
            if not left:
                return
            if untried := [k for k in left if game.name not in self._claims[k]]:
                self._try(game, untried)

    def _is_open(self, page: int) -> bool:
        """Tell whether a page shows something, and not only what a game knows for its own."""
        drawn = self._shown.pages[page]
        if not drawn.marks or drawn.is_picture:
            return False
        return not any(c.clear and c.clear == c.all for c in self._claims[page].values())

    def _try(self, game: Game[Position], chosen: Sequence[int]) -> None:
        for k in chosen:
            self._claims[k][game.name] = _Claim(0, 0)
        try:
            reading = self._as(game.name, chosen).reading
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
            hints = self._hints(game)
            self._read[key] = read_as(engine.game(game), self._shown, hints, chosen)
        return self._read[key]

    def claims_file(self, source: str) -> bool:
        """Tell whether some game finds something in a file."""
        own = (k for k, page in enumerate(self._shown.pages) if page.source == source)
        return any(claim.all for k in own for claim in self._claims[k].values())

    def shared_out(self, presumed: Mapping[str, str]) -> dict[str, list[int]]:
        """Return which pages are of which game; those that show nothing go with the file's others."""
        pages = self._shown.pages
        owners = [self._owner(k, presumed.get(page.source, "")) for k, page in enumerate(pages)]
        of_file: dict[str, Counter[str]] = {}
        for page, owner in zip(pages, owners, strict=True):
            of_file.setdefault(page.source, Counter())[owner] += bool(owner)
        result: dict[str, list[int]] = {}
        for k, page in enumerate(pages):
            game = owners[k] or max(of_file[page.source].items(), key=lambda one: one[1])[0]
            if game:
                result.setdefault(game, []).append(k)
        return {game: result[game] for game in engine.names() if game in result}

    def _owner(self, page: int, presumed: str) -> str:
        """Return the game that finds most on a page, "" where none finds anything."""
        claims = {game: claim for game, claim in self._claims[page].items() if claim.all}
        return max(claims, key=lambda game: (claims[game].clear, game == presumed), default="")

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
            yield self._as(game, [k for k in pages if self._shown.pages[k].source in names])
