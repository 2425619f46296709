"""Whether a set of pieces is complete, with every fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import NotationError
from engine.play.game import Game
from engine.play.plugins import game as game_named
from engine.play.position import Position

__all__ = ["Naming", "Report", "tiles"]


@dataclass(frozen=True)
class Report:
    """How a set of pieces compares with a game's.

    ``missing`` and ``duplicated`` hold identities, one for each piece too few or too many;
    ``invalid`` the texts that are not pieces of the game, and ``reasons`` why, side by side.
    """

    game: str
    expected: int
    found: int
    missing: tuple[str, ...]
    duplicated: tuple[str, ...]
    invalid: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the set is complete and holds nothing else."""
        return not (self.missing or self.duplicated or self.invalid)

    def faults(self) -> tuple[str, ...]:
        """Return every fault as a sentence."""
        naming = Naming(game_named(self.game))
        return (
            *(f"{naming.of(piece)} is missing" for piece in self.missing),
            *(f"{naming.of(piece)} is there once too often" for piece in self.duplicated),
            *self.reasons,
        )


class Naming:
    """The names of a game's pieces in a report: ``tile 17 g:bbbgrr``, or ``tile r5`` of several alike."""

    def __init__(self, game: Game[Position], pieces: Sequence[str] = ()) -> None:
        pieces = pieces or game.tiles()
        counts = Counter(pieces)
        self._numbers = {p: k for k, p in enumerate(pieces, 1) if counts[p] == 1}

    def of(self, identity: str) -> str:
        """Return a piece's name in words."""
        number = self._numbers.get(identity)
        return f"tile {number} {identity}" if number else f"tile {identity}"

    def number(self, identity: str) -> int | None:
        """Return a piece's number from 1; None if the set holds several or none of it."""
        return self._numbers.get(identity)


def tiles(game: str, tiles: Iterable[str]) -> Report:
    """Return how ``tiles``, written in any way the game reads, compare with the complete set.

    >>> report = engine.verify.tiles(game.name, [*game.tiles()[1:], game.tiles()[5], "x"])
    >>> report.expected, report.found, report.missing, report.duplicated, report.invalid
    (168, 169, ('b:bbbbgr',), ('r:bbbgbr',), ('x',))
    """
    played = game_named(game)
    expected, given = Counter(played.tiles()), Counter[str]()
    invalid: list[tuple[str, str]] = []
    for text in tiles:
        try:
            given[played.identify(text)] += 1
        except NotationError as error:
            invalid.append((text, str(error)))
    return Report(
        game=game,
        expected=expected.total(),
        found=given.total() + len(invalid),
        missing=tuple((expected - given).elements()),
        duplicated=tuple(
            tile for tile, count in expected.items() for _ in range(given[tile] - count)
        ),
        invalid=tuple(text for text, _ in invalid),
        reasons=tuple(reason for _, reason in invalid),
    )
