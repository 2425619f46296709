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
        kinds, pages = self.reading.kinds, self.reading.board_pages
        part_of = {kind.name: kind.part for kind in kinds}
        own = {k for k, page in enumerate(self.pages) if page.source == name}
        pieces = (piece for piece in self.reading.pieces if piece.page in own)
        parts = {piece.part or part_of.get(piece.kind, "tiles") for piece in pieces}
        boards = {kind.part for kind in kinds if kind.shape == "board"}
        return parts | (boards if own & {*pages} else set())

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

    sets: tuple[SheetSet, ...]
    scans: tuple[str, ...]
    unknown: tuple[str, ...]
    #: Why the likeliest game found nothing at all, None where it says no more than that.
    refused: GameError | None


def read_as(game: str, pages: Sequence[Page], hints: Hints) -> SheetSet:
    """Return pages as sheets of a game.

    Raises GameError where they are not the game's by the hints.
    """
    whole = SheetSet(game, tuple(pages), Reading((), ""))
    others = whole.others
    own = [page.emptied() if k in others else page for k, page in enumerate(pages)]
    with answering(game):
        return whole._replace(reading=reading.find(own, engine.game(game), hints))


def _titles() -> dict[str, str]:
    return {engine.game(name).title: name for name in engine.names()}


def stated(pages: Sequence[Page]) -> dict[str, str]:
    """Return the game that most pages of each file say that they are of, where they do."""
    titles = _titles()
    result = {}
    for source, own in grouped(pages, lambda page: page.source).items():
        games = Counter(titles.get(footers.of_page(page).game, "") for page in own)
        del games[""]
        if games:
            result[source] = games.most_common(1)[0][0]
    return result


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
    of_any = {
        pages[k].source
        for k, claims in enumerate(desk.claims)
        if any(c.all for c in claims.values())
    }
    scans = {page.source for page in pages if page.is_picture} - of_any
    sheets = [k for k, page in enumerate(pages) if page.source not in scans]
    games = desk.shared_out(sheets) if game is None else {game: sheets} if of_any else {}
    known = {pages[k].source for own in games.values() for k in own} | scans
    return Sorted(
        tuple(one for name, own in games.items() for one in desk.sets_of(name, own)),
        tuple(scans),
        tuple(dict.fromkeys(page.source for page in pages if page.source not in known)),
        desk.refused,
    )


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
        self.claims: list[dict[str, _Claim]] = [{} for _ in pages]
        self._read: dict[tuple[str, tuple[int, ...]], SheetSet] = {}

    def read(self, game: str | None) -> None:
        """Read all pages as the game's that is named; else each as its likeliest, then as all others'."""
        whole = range(len(self._pages))
        if game is not None:
            self._try(game, whole)
            return
        for name in dict.fromkeys(self._presumed.values()):
            self._try(name, [k for k in whole if self._presumed_of(k) == name])
        for name in reading.games():
            self._try(name, [k for k in whole if self._is_open(k) and name not in self.claims[k]])

    def _presumed_of(self, page: int) -> str | None:
        return self._presumed.get(self._pages[page].source)

    def _is_open(self, page: int) -> bool:
        """Tell whether a page shows something, and not what the likeliest game, or only what a game knows."""
        drawn, claims = self._pages[page], self.claims[page]
        likeliest = claims.get(self._presumed_of(page) or "", _Claim(0, 0))
        is_known = likeliest.clear or any(c.clear and c.clear == c.all for c in claims.values())
        return bool(drawn.marks) and not drawn.is_picture and not is_known

    def _try(self, game: str, chosen: Sequence[int]) -> None:
        for k in chosen:
            self.claims[k][game] = _Claim(0, 0)
        try:
            if chosen:
                self._found(game, chosen)
        except GameError as error:  # the pages are not its sheets, perhaps
            self.refused = self.refused or error
            return
        for place, k in enumerate(chosen):
            self.claims[k][game] = _claim(self._found(game, chosen).reading, place)

    def _found(self, game: str, chosen: Sequence[int]) -> SheetSet:
        """Return pages as read as a game's, once."""
        key = game, tuple(chosen)
        if key not in self._read:
            self._read[key] = read_as(game, [self._pages[k] for k in chosen], self._hints(game))
        return self._read[key]

    def shared_out(self, sheets: Sequence[int]) -> dict[str, list[int]]:
        """Return which pages are of which game; those that show nothing go with the file's others."""
        result: dict[str, list[int]] = {}
        for own in grouped(sheets, lambda k: self._pages[k].source).values():
            owners = {k: self._owner(k) for k in own}
            often = Counter(owner for owner in owners.values() if owner)
            usual = max(often, key=often.__getitem__, default="")
            for k, owner in owners.items():
                if owner or usual:
                    result.setdefault(owner or usual, []).append(k)
        return {game: sorted(result[game]) for game in engine.names() if game in result}

    def _owner(self, page: int) -> str:
        """Return the game that finds most on a page, "" where none finds anything."""
        claims = {game: claim for game, claim in self.claims[page].items() if claim.all}
        presumed = self._presumed_of(page)
        return max(claims, key=lambda game: (claims[game].clear, game == presumed), default="")

    def sets_of(self, game: str, chosen: Sequence[int]) -> Iterator[SheetSet]:
        """Yield the pages of a game, read together: a set, or one for each format that holds it anew.

        Raises GameError where together they cannot be told.
        """
        found = self._found(game, chosen)
        parts = found.by_format()
        hints = self._hints(game)
        yield from [found] if len(parts) == 1 else (read_as(game, own, hints) for own in parts)


def _claim(reading: Reading, page: int) -> _Claim:
    """Return what was read on a page; a board on it counts as one thing."""
    own = [piece for piece in reading.pieces if piece.page == page]
    troubles = sum(trouble.page == page for trouble in reading.troubles)
    board = page in reading.board_pages
    return _Claim(sum(piece.is_clear for piece in own) + board, len(own) + board + troubles)
