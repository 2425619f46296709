"""Several games, of which one of a package's may fail without stopping the others.

Our own games are taken for granted: what they refuse, all that was asked for is refused with.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from engine.errors import BrokenGameError, GameError
from engine.play import finding


class Sparing:
    """Looks after games while they are asked, one after the other, and keeps what goes wrong."""

    def __init__(self, games: Collection[str]) -> None:
        """Take all games; one alone is not spared."""
        self._is_alone = len(games) < 2
        self.errors: list[GameError] = []

    @contextmanager
    def __call__(self, name: str, *but: type[GameError]) -> Iterator[None]:
        """Keep what a package's game does wrong meanwhile, if it is not the only one.

        Raises BrokenGameError for one alone, and GameError for what one of ours refuses, or is one of
        ``but``, which the caller expects.
        """
        try:
            with finding.answering(name):
                yield
        except BrokenGameError as error:
            self._keep(error)
        except GameError as error:
            package = finding.package_of(name)
            if not package or isinstance(error, but):
                raise
            refused = GameError(f"the game {name} of the package {package}: {error}")
            refused.__cause__ = error
            self._keep(error if self._is_alone else refused)

    def _keep(self, error: GameError) -> None:
        if self._is_alone:
            raise error
        self.errors.append(error)
