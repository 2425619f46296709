"""Sheets read back from what is drawn: files into pages, pages into sets of a game's pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from threading import Thread
from typing import NamedTuple

import engine
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import grouped, usual, whole_pages
from generator.checking.faults import Unread
from generator.checking.pages import files
from generator.checking.pages.files import Source
from generator.checking.pages.paint import Page
from generator.checking.recognise.results import Hints, Reading


class SheetSet(NamedTuple):
    """Pages and the game's pieces found on them."""

    game: str
    pages: tuple[Page, ...]
    reading: Reading

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(page.source for page in self.pages))

    @property
    def others(self) -> dict[int, str]:
        """The other games that pages say they belong to, by the pages' indices; nothing is read on these."""
        names = {k: _stated_game(page) for k, page in enumerate(self.pages)}
        is_own = self.game in names.values()  # games may share their pieces
        return {k: name for k, name in names.items() if is_own and name not in ("", self.game)}

    def parts_of(self, names: Collection[str]) -> set[str]:
        """Return the components whose pieces or boards files show."""
        own = {k for k, page in enumerate(self.pages) if page.source in names}
        parts = {piece.part for piece in self.reading.pieces if piece.page in own}
        boards = {kind.part for kind in self.reading.kinds if kind.is_board}
        return parts | (boards if own & {*self.reading.board_pages} else set())


def _stated_game(page: Page) -> str:
    title = whole_pages.footer(page).game
    likely_first = sorted(engine.names(), key=lambda name: name != title.lower())
    return next((name for name in likely_first if engine.game(name).title == title), "")


def _read_as(game: Game[Position], pages: tuple[Page, ...], hints: Hints) -> SheetSet:
    """Return pages as sheets of a game; raises GameError where they are not."""
    from generator.checking.recognise import outlines, pieces, seven_areas

    one = SheetSet(game.name, pages, Reading((), ""))
    own = [
        replace(page, marks=[], memory={}) if k in one.others else page
        for k, page in enumerate(pages)
    ]
    finder = seven_areas if game.recognised_by == "seven_areas" else pieces
    reading = finder.find(own, game, hints)
    held = outlines.held(own, reading.pieces, hints.bleed)
    return one._replace(reading=reading._replace(pieces=held))


# ---------------------------------------------------------------------------------- mixtures


class _Claim(NamedTuple):
    """What a game finds on a page: how many things as they should be, and how many in all."""

    clear: int = 0
    all: int = 0
    game: str = ""


class SortedPages:
    """The pages of files as sets: each page is of the game that finds most on it."""

    def __init__(
        self,
        sources: Sequence[Source],
        print_scale: tuple[float, float],
        hints: Mapping[str, Hints],
        game: str | None,
    ) -> None:
        # Modules that find pieces are imported while the child reads, which takes as long.
        finders = {"fromlist": ["pieces", "seven_areas"]}
        imports = Thread(target=__import__, args=["generator.checking.recognise"], kwargs=finders)
        imports.start()
        self._hints = hints
        try:
            self._pages, unread = files.read(sources, print_scale, self._prepare)
        finally:
            imports.join()
        self.unread = [Unread(error, name) for name, error in unread.items()]
        #: Why pages are not sheets of the first game that refused them, None where no game did.
        self.refused: GameError | None = None
        self._claims = [_Claim()] * len(self._pages)
        self._read: dict[tuple[str, tuple[int, ...]], SheetSet] = {}
        by_file = grouped(range(len(self._pages)), lambda k: self._pages[k].source)
        likely = {file: game or self._likely_game(file, own) for file, own in by_file.items()}
        for name, own in grouped(by_file, likely.__getitem__).items():
            if name:
                self._claim(name, [k for file in own for k in by_file[file]])
        if game is None and any(map(self._is_anybodys, range(len(self._pages)))):
            # Games of seven areas are tried first: their pieces are the hardest to mistake.
            for name in sorted(
                engine.names(), key=lambda name: engine.game(name).recognised_by != "seven_areas"
            ):
                others = (k for file in by_file if likely[file] != name for k in by_file[file])
                self._claim(name, [*filter(self._is_anybodys, others)])
        owners = self._owners(by_file.values())
        by_game = grouped(owners, owners.__getitem__)
        empty = {self._pages[k].source for k in by_game.pop("", ())}
        pictures = {page.source for page in self._pages if page.is_picture}
        #: The files that are scans.
        self.scans = empty & pictures
        # A sheet of a game that is here belongs to it even without pieces.
        stated = {page.source for page in self._pages if _stated_game(page) in by_game}
        #: The files that show nothing of any game.
        self.unknown = [name for name in by_file if name in empty - pictures - stated]
        self.sets = [one for name, own in sorted(by_game.items()) for one in self._sets(name, own)]

    def _prepare(self, page: Page) -> None:
        """Find beforehand what is asked of a page by all games, and by the one that it states."""
        from generator.checking.recognise import outlines, seven_areas

        if page.once(outlines.places):
            page.once(outlines.all_cells)
        name = _stated_game(page)
        if name and engine.game(name).recognised_by == "seven_areas":
            hints = self._hints[name]
            page.once(seven_areas.hexagons_on, hints.bleed, hints.tile_size)

    def _likely_game(self, name: str, own: Sequence[int]) -> str:
        """Return the game that most pages of a file state, else the one in the file's name, else ""."""
        called = PurePath(name).stem.partition("-")[0]
        stated = filter(None, (_stated_game(self._pages[k]) for k in own))
        return usual(stated, called if called in engine.names() else "")

    def _owners(self, groups: Iterable[Sequence[int]]) -> dict[int, str]:
        """Return the game of each page; those that show nothing go with the others of their file."""
        owners: dict[int, str] = {}
        for own in groups:
            most = usual(filter(None, (self._claims[k].game for k in own)), "")
            owners.update((k, self._claims[k].game or most) for k in own)
        return owners

    def _is_anybodys(self, k: int) -> bool:
        """Tell whether a drawn page has at most half of its things claimed as they should be."""
        page, claim = self._pages[k], self._claims[k]
        return bool(page.marks) and not page.is_picture and 2 * claim.clear <= claim.all

    def _claim(self, game: str, chosen: Sequence[int]) -> None:
        """Read pages as a game's, and take those on which it finds more than others do."""
        try:
            reading = self._as(game, chosen).reading if chosen else Reading((), "")
        except GameError as error:  # the pages are not its sheets, perhaps
            self.refused = self.refused or error
            return
        for place, k in enumerate(chosen):
            own = [piece for piece in reading.pieces if piece.page == place]
            troubles = sum(trouble.page == place for trouble in reading.troubles)
            boards = int(place in reading.board_pages)
            clear = boards + sum(not one.flaws for one in own if one.kind or one.side == "back")
            claim = _Claim(clear, len(own) + boards + troubles, game)
            self._claims[k] = max(self._claims[k], claim, key=lambda one: (one.clear, one.all))

    def _as(self, game: str, chosen: Sequence[int]) -> SheetSet:
        key = game, tuple(chosen)
        if key not in self._read:
            pages = tuple(self._pages[k] for k in chosen)
            self._read[key] = _read_as(engine.game(game), pages, self._hints[game])
        return self._read[key]

    def _sets(self, game: str, pages: Sequence[int]) -> list[SheetSet]:
        """Return pages of a game as one set, or as one for each file format if formats repeat a component."""
        formats = grouped(pages, lambda k: PurePath(self._pages[k].source).suffix.lower())
        sets = [self._as(game, own) for own in formats.values()]
        parts = [part for one in sets for part in one.parts_of(one.files)]
        is_repeated = len(parts) > len({*parts})
        return sets if is_repeated else [self._as(game, pages)]
