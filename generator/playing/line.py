"""The positions of a game as it is played on a page, each worked out once from the one before it."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import NamedTuple

from engine.errors import GameError, OptionError
from engine.play import finding
from engine.play.position import Position, Turn
from generator.playing.question import SettingPairs


class Reached(NamedTuple):
    """A position, the turn that led there, None at the start, and the turns so far.

    ``movers`` made the ``moves``, which are in their full form, and ``openly`` as all players see them.
    """

    position: Position
    turn: Turn[Position] | None = None
    movers: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    openly: tuple[str, ...] = ()

    def after(self, move: str) -> Reached:
        """Return what is reached by one more move."""
        turn = self.position.take_turn(move)
        return Reached(
            turn.after,
            turn,
            (*self.movers, turn.before.turn),
            (*self.moves, turn.written),
            (*self.openly, str(turn.before.openly(turn.move))),
        )

    def knows(self, k: int, viewer: str | None) -> bool:
        """Tell whether a viewer may know all of a move."""
        return viewer in (self.movers[k], "all")

    def told(self, viewer: str | None) -> Turn[Position] | None:
        """Return the last turn as a viewer sees it."""
        if self.turn is None or self.knows(-1, viewer):
            return self.turn
        return self.turn._replace(move=self.turn.before.openly(self.turn.move))


class MoveError(GameError):
    """A move of a question cannot be played; ``legal`` are those before it."""

    def __init__(self, reason: str, legal: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.legal = legal


#: What was reached by game, settings and moves; the oldest go where there are too many.
_REACHED: dict[tuple[str, SettingPairs, tuple[str, ...]], Reached] = {}
_MOST = 400


@lru_cache(maxsize=32)
def start(game: str, settings: SettingPairs) -> Position:
    """Return the start of a game; beside its options ``position`` names another one to begin with."""
    chosen, given = finding.game(game), dict(settings)
    if "position" not in given:
        return chosen.begin(given)
    known = {"position", *(option.name for option in chosen.options)}
    for name in given:
        if name not in known:
            raise OptionError(f"{game} has no option '{name[:40]}'", setting=name)
    return chosen.from_tags({name.capitalize(): value for name, value in given.items()})


def reached(game: str, settings: SettingPairs, moves: tuple[str, ...]) -> Reached:
    """Return what is reached by moves in their full form."""
    known = next(
        (k for k in range(len(moves), 0, -1) if (game, settings, moves[:k]) in _REACHED), 0
    )
    found = _REACHED[game, settings, moves[:known]] if known else Reached(start(game, settings))
    for k in range(known, len(moves)):
        try:
            found = found.after(moves[k])
        except GameError as error:
            raise MoveError(f"move {k + 1}: {error}", moves[:k]) from error
        _REACHED[game, settings, moves[: k + 1]] = found
        if len(_REACHED) > _MOST:
            del _REACHED[next(iter(_REACHED))]
    return found


def played(game: str, settings: SettingPairs, moves: tuple[str, ...], move: str) -> tuple[str, ...]:
    """Return the moves with one more, in its full form.

    What chance decides follows from the settings and the moves alone, so that the same clicks
    make the same game.  What the settings decide, as a seed does a draw, no move chooses.
    """
    position = reached(game, settings, moves).position
    try:
        turn = position.take_turn(move)
    except GameError:
        turn = position.take_turn(move, rng=Random(f"{game} {settings} {moves}"))
    with suppress(GameError):  # they do not decide it
        turn = position.take_turn(position.openly(turn.move))
    return (*moves, turn.written)
