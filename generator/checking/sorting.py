"""Pages of any mixture of games put into sets: each page to the game whose pieces it shows.

What a file is called or listed as only decides which game is tried first.  Knows no game, and not
whether a set is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

import engine
from engine.errors import GameError
from engine.play.finding import answering
from engine.play.game import Game
from engine.play.position import Position
from generator.checking import footers, readback
from generator.checking.grouping import grouped
from generator.checking.pages.files import Source
from generator.checking.pages.paint import Page
from generator.checking.readback import SheetSet, Shown
from generator.checking.recognise.results import Hints, Reading


class Sorted(NamedTuple):
    """The sets found, the files that are scans, and those that show nothing of any game."""

    sets: tuple[SheetSet, ...]
    scans: tuple[Source, ...]
    unknown: tuple[str, ...]
    #: Why the likeliest game found nothing at all, None where it says no more than that.
    refused: GameError | None = None


class _Claim(NamedTuple):
    """What a game finds on a page: things as they should be, and all things."""

    clear: int
    all: int


def sort(
    sources: Sequence[Source],
    presumed: Mapping[str, str],
    hints: Callable[[str], Hints],
    shown: Shown | None = None,
) -> Sorted:
    """Return the pages of files as sets, one for each game found.

    ``presumed`` says of which game a file of a name may be, ``hints`` what is known of a game's
    sheets; all of these give one scale of print.  What the files show may be known.

    Raises GameError where a file cannot be read.
    """
    likely = list(dict.fromkeys(presumed[s.name] for s in sources if s.name in presumed))
    scale = hints(likely[0] if likely else "").print_scale
    shown = shown or Shown(sources, scale)
    drawn = not likely or any(readback.is_drawn(engine.game(name)) for name in likely)
    # A file that cannot be read is told at once, not by the first game that is tried.
    next(shown.pages(drawn=drawn))
    presumed = {**presumed, **_said(shown.first)}
    likely = list(dict.fromkeys(presumed[s.name] for s in sources if s.name in presumed))
    desk = _Desk(shown, hints)
    desk.read_likely(presumed, likely)
    desk.read_rest(readback.candidates(sources))
    scans = {p.source for p in shown.first if p.is_picture and not desk.claims_file(p.source)}
    games = desk.shared_out(presumed)
    known = {shown.first[k].source for pages in games.values() for k in pages} | scans
    unknown = [p.source for p in shown.first if p.source not in known]
    return Sorted(
        tuple(desk.of_game(game, pages) for game, pages in games.items()),
        tuple(source for source in sources if source.name in scans),
        tuple(dict.fromkeys(unknown)),
        desk.refused,
    )


def _said(pages: Sequence[Page]) -> dict[str, str]:
    """Return the game that most pages of each file say that they are of, where they do."""
    titles = {engine.game(name).title: name for name in engine.names()}
    said: dict[str, Counter[str]] = {}
    for page in pages:
        game = titles.get(footers.of_page(page).game)
        if game is not None:
            said.setdefault(page.source, Counter())[game] += 1
    return {source: games.most_common(1)[0][0] for source, games in said.items()}


class _Desk:
    """The pages, and what each game that was tried finds on them."""

    def __init__(self, shown: Shown, hints: Callable[[str], Hints]) -> None:
        self._pages = shown.first
        self._shown = shown
        self._hints = hints
        self.refused: GameError | None = None
        self._claims: list[dict[str, _Claim]] = [{} for _ in self._pages]
        self._read: dict[tuple[str, tuple[int, ...]], SheetSet] = {}

    def read_likely(self, presumed: Mapping[str, str], likely: Sequence[str]) -> None:
        """Read files as sheets of the games that they are presumed to be of."""
        for name in likely:
            chosen = [k for k, p in enumerate(self._pages) if presumed.get(p.source) == name]
            self._try(engine.game(name), chosen)

    def read_rest(self, games: Iterable[Game[Position]]) -> None:
        """Read the pages that no game knows for its own as sheets of each game, until all are known."""
        for game in games:
            left = [k for k in range(len(self._pages)) if self._is_open(k)]
            if not left:
                return
            untried = [k for k in left if game.name not in self._claims[k]]
            if untried:
                self._try(game, untried)

    def _is_open(self, page: int) -> bool:
        """Tell whether a page shows something, and not only what a game knows for its own."""
        drawn = self._pages[page]
        if not drawn.marks or drawn.is_picture:
            return False
        return not any(c.clear and c.clear == c.all for c in self._claims[page].values())

    def _try(self, game: Game[Position], chosen: Sequence[int]) -> None:
        for k in chosen:
            self._claims[k][game.name] = _Claim(0, 0)
        try:
            with answering(game.name):
                found = readback.read_as(game, self._shown, self._hints(game.name), chosen)
        except readback.UnreadableError:
            raise
        except GameError as error:  # the pages are not its sheets, perhaps
            self.refused = self.refused or error
            return
        self._read[game.name, tuple(chosen)] = found
        for place, k in enumerate(chosen):
            self._claims[k][game.name] = _claim(found.reading, place)

    def claims_file(self, source: str) -> bool:
        """Tell whether some game finds something in a file."""
        own = (k for k, page in enumerate(self._pages) if page.source == source)
        return any(claim.all for k in own for claim in self._claims[k].values())

    def shared_out(self, presumed: Mapping[str, str]) -> dict[str, list[int]]:
        """Return which pages are of which game; those that show nothing go with the file's others."""
        owners = [self._owner(k, presumed.get(p.source, "")) for k, p in enumerate(self._pages)]
        of_file: dict[str, Counter[str]] = {}
        for page, owner in zip(self._pages, owners, strict=True):
            of_file.setdefault(page.source, Counter())[owner] += bool(owner)
        result: dict[str, list[int]] = {}
        for k, page in enumerate(self._pages):
            game = owners[k] or max(of_file[page.source].items(), key=lambda one: one[1])[0]
            if game:
                result.setdefault(game, []).append(k)
        return {game: result[game] for game in engine.names() if game in result}

    def _owner(self, page: int, presumed: str) -> str:
        """Return the game that finds most on a page, "" where none finds anything."""
        claims = {game: claim for game, claim in self._claims[page].items() if claim.all}
        return max(claims, key=lambda game: (claims[game].clear, game == presumed), default="")

    def of_game(self, game: str, pages: Sequence[int]) -> SheetSet:
        """Return pages as one set of a game, read together.

        Raises GameError where together they cannot be told.
        """
        known = self._read.get((game, tuple(pages)))
        if known is not None:
            return known
        return readback.read_as(engine.game(game), self._shown, self._hints(game), pages)


def _claim(reading: Reading, page: int) -> _Claim:
    """Return what was read on a page; a board on it counts as one thing."""
    own = [piece for piece in reading.pieces if piece.page == page]
    troubles = sum(trouble.page == page for trouble in reading.troubles)
    board = page in reading.board_pages
    return _Claim(sum(piece.is_clear for piece in own) + board, len(own) + board + troubles)


# ----------------------------------------------------------------------------------- formats


def by_format(found: SheetSet) -> list[list[str]]:
    """Return the names of the files of a set, in a list for each format that holds it anew.

    A kit may be written as PDF and as SVG into one folder; what is in both is there twice for no
    other reason.  Formats that share no component are one set.
    """
    names = list(dict.fromkeys(page.source for page in found.pages))
    formats = grouped(names, lambda name: PurePath(name).suffix.lower())
    shown = [{part for name in own for part in parts_of(found, name)} for own in formats.values()]
    if sum(map(len, shown)) == len(set().union(*shown)):
        return [names]
    return list(formats.values())


def parts_of(found: SheetSet, name: str) -> set[str]:
    """Return the components of which a file shows pieces, or a board."""
    reading = found.reading
    part_of = {kind.name: kind.part for kind in reading.kinds}
    own = {k for k, page in enumerate(found.pages) if page.source == name}
    parts = {p.part or part_of.get(p.kind, "tiles") for p in reading.pieces if p.page in own}
    boards = {kind.part for kind in reading.kinds if kind.shape == "board"}
    return parts | (boards if own & {*reading.board_pages} else set())
