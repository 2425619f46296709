"""Pages put into sets: each page to the game whose pieces it shows, with the pieces found on it.

What a page says, or its file is called, only decides which game is tried first.  Knows not whether
a set is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from statistics import median
from typing import NamedTuple

import engine
from engine.errors import GameError
from engine.play.finding import answering
from generator.checking import footers, reading
from generator.checking.grouping import grouped
from generator.checking.pages import Page
from generator.checking.results import Hints, Reading


class SheetSet(NamedTuple):
    """Pages and the game's pieces found on them."""

    game: str
    pages: tuple[Page, ...]
    reading: Reading

    @property
    def others(self) -> dict[int, str]:
        """The pages that say they are another game's, and whose, by their indices; nothing is read on them."""
        return footers.of_others(self.pages, self.game, _titles())

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files."""
        return tuple(dict.fromkeys(page.source for page in self.pages))

    @property
    def sizes(self) -> dict[str, float]:
        """How large pieces are, in millimetres, half of each component larger: by its name, "" for an only one."""
        parts = grouped(self.reading.pieces, lambda piece: piece.part)
        return {part: median(piece.size for piece in own) for part, own in parts.items()}

    def parts_of(self, name: str) -> set[str]:
        """Return the components of which a file shows pieces, or a board."""
        reading = self.reading
        part_of = {kind.name: kind.part for kind in reading.kinds}
        own = {k for k, page in enumerate(self.pages) if page.source == name}
        parts = {p.part or part_of.get(p.kind, "tiles") for p in reading.pieces if p.page in own}
        boards = {kind.part for kind in reading.kinds if kind.shape == "board"}
        return parts | (boards if own & {*reading.board_pages} else set())

    def by_format(self) -> list[tuple[Page, ...]]:
        """Return the pages, apart for each format that holds the set anew.

        A kit may be written as PDF and as SVG into one folder.  Formats that share no component are
        one set.
        """
        formats = grouped(self.pages, lambda page: PurePath(page.source).suffix.lower())
        parts = [
            {part for page in own for part in self.parts_of(page.source)}
            for own in formats.values()
        ]
        if sum(map(len, parts)) == len(set().union(*parts)):
            return [self.pages]
        return [tuple(own) for own in formats.values()]


class Sorted(NamedTuple):
    """The sets found, the files that are scans, and those that show nothing of any game."""

    sets: tuple[SheetSet, ...] = ()
    scans: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    #: Why the likeliest game found nothing at all, None where it says no more than that.
    refused: GameError | None = None


def read_as(game: str, pages: Sequence[Page], hints: Hints) -> SheetSet:
    """Return pages as sheets of a game.

    Raises GameError where they are not the game's by the hints.
    """
    with answering(game):
        return read_again(SheetSet(game, tuple(pages), Reading((), "")), hints)


def read_again(found: SheetSet, hints: Hints) -> SheetSet:
    """Return pages with what is read of the game on its own.

    Raises GameError where they are not the game's by the hints.
    """
    others = found.others
    own = [page.emptied() if k in others else page for k, page in enumerate(found.pages)]
    return found._replace(reading=reading.find(own, engine.game(found.game), hints))


# ----------------------------------------------------------------------- pages of any games


class _Claim(NamedTuple):
    """What a game finds on a page: things as they should be, and all things."""

    clear: int
    all: int


def sort(
    pages: Sequence[Page],
    presumed: Mapping[str, str],
    hints: Callable[[str], Hints],
    game: str | None = None,
) -> Sorted:
    """Return pages as sets, one for each game found, or one of the ``game`` that is named.

    ``presumed`` says of which game a file of a name may be, ``hints`` what is known of a game's
    sheets.
    """
    desk = _Desk(pages, presumed, hints)
    desk.read(game)
    scans = {p.source for p in pages if p.is_picture and not desk.finds_any(p.source)}
    sheets = [k for k, page in enumerate(pages) if page.source not in scans]
    if game is None:
        games = desk.shared_out(sheets)
    else:
        found = any(desk.finds_any(pages[k].source) for k in sheets)
        games = {game: sheets} if found else {}
    known = {pages[k].source for own in games.values() for k in own} | scans
    return Sorted(
        tuple(one for name, own in games.items() for one in desk.sets_of(name, own)),
        tuple(scans),
        tuple(dict.fromkeys(p.source for p in pages if p.source not in known)),
        desk.refused,
    )


def _titles() -> dict[str, str]:
    return {engine.game(name).title: name for name in engine.names()}


def stated(pages: Sequence[Page]) -> dict[str, str]:
    """Return the game that most pages of each file say that they are of, where they do."""
    titles = _titles()
    counts: dict[str, Counter[str]] = {}
    for page in pages:
        game = titles.get(footers.of_page(page).game)
        if game is not None:
            counts.setdefault(page.source, Counter())[game] += 1
    return {source: games.most_common(1)[0][0] for source, games in counts.items()}


class _Desk:
    """The pages, and what each game that was tried finds on them."""

    def __init__(
        self,
        pages: Sequence[Page],
        presumed: Mapping[str, str],
        hints: Callable[[str], Hints],
    ) -> None:
        self._pages = pages
        self._presumed = presumed
        self._hints = hints
        self.refused: GameError | None = None
        self._claims: list[dict[str, _Claim]] = [{} for _ in pages]
        self._read: dict[tuple[str, tuple[int, ...]], SheetSet] = {}

    def read(self, game: str | None) -> None:
        """Read all pages as the game's that is named; else each as its likeliest, then as all others'."""
        if game is not None:
            self._try(game, range(len(self._pages)))
            return
        for name in dict.fromkeys(self._presumed.values()):
            self._try(
                name,
                [k for k, p in enumerate(self._pages) if self._presumed.get(p.source) == name],
            )
        for name in reading.games():
            self._try(
                name,
                [
                    k
                    for k, tried in enumerate(self._claims)
                    if self._is_open(k) and name not in tried
                ],
            )

    def _is_open(self, page: int) -> bool:
        """Tell whether a page shows something, and not only what a game knows for its own."""
        drawn = self._pages[page]
        if not drawn.marks or drawn.is_picture:
            return False
        return not any(c.clear and c.clear == c.all for c in self._claims[page].values())

    def _try(self, game: str, chosen: Sequence[int]) -> None:
        if not chosen:
            return
        for k in chosen:
            self._claims[k][game] = _Claim(0, 0)
        try:
            found = read_as(game, [self._pages[k] for k in chosen], self._hints(game))
        except GameError as error:  # the pages are not its sheets, perhaps
            self.refused = self.refused or error
            return
        self._read[game, tuple(chosen)] = found
        for place, k in enumerate(chosen):
            self._claims[k][game] = _claim(found.reading, place)

    def finds_any(self, source: str) -> bool:
        """Tell whether some game finds something in a file."""
        own = (k for k, page in enumerate(self._pages) if page.source == source)
        return any(claim.all for k in own for claim in self._claims[k].values())

    def shared_out(self, sheets: Sequence[int]) -> dict[str, list[int]]:
        """Return which pages are of which game; those that show nothing go with the file's others."""
        owners = {k: self._owner(k) for k in sheets}
        of_file: dict[str, Counter[str]] = {}
        for k, owner in owners.items():
            of_file.setdefault(self._pages[k].source, Counter())[owner] += bool(owner)
        result: dict[str, list[int]] = {}
        for k, owner in owners.items():
            others = of_file[self._pages[k].source]
            if game := owner or max(others, key=others.__getitem__):
                result.setdefault(game, []).append(k)
        return {game: result[game] for game in engine.names() if game in result}

    def _owner(self, page: int) -> str:
        """Return the game that finds most on a page, "" where none finds anything."""
        claims = {game: claim for game, claim in self._claims[page].items() if claim.all}
        presumed = self._presumed.get(self._pages[page].source)
        return max(claims, key=lambda game: (claims[game].clear, game == presumed), default="")

    def sets_of(self, game: str, chosen: Sequence[int]) -> Iterator[SheetSet]:
        """Yield the pages of a game, read together: a set, or one for each format that holds it anew.

        Raises GameError where together they cannot be told.
        """
        hints = self._hints(game)
        found = self._read.get((game, tuple(chosen)))
        if found is None:
            found = read_as(game, [self._pages[k] for k in chosen], hints)
        parts = found.by_format()
        yield from [found] if len(parts) == 1 else (read_as(game, own, hints) for own in parts)


def _claim(reading: Reading, page: int) -> _Claim:
    """Return what was read on a page; a board on it counts as one thing."""
    own = [piece for piece in reading.pieces if piece.page == page]
    troubles = sum(trouble.page == page for trouble in reading.troubles)
    board = page in reading.board_pages
    return _Claim(sum(piece.is_clear for piece in own) + board, len(own) + board + troubles)


def nothing_found(names: Sequence[str], tile_size: float | None, game: str | None) -> str:
    """Return the sentence for sheets without pieces."""
    shown = f"{', '.join(names[:5])}: nothing drawn is a piece of {game or 'any game'}"
    if tile_size is not None:
        return f"{shown}, {tile_size:g} mm wide; try another --tile-size, or none"
    return f"{shown}; if there are some, say their width by --tile-size"
