"""A turn while it is picked, one thing after the other: what may come next, and the move it makes.

Nothing here knows any particular game: a position says by ``steps`` which picks a move is made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.play.position import Position


class Draft(NamedTuple):
    """A turn as far as it is picked.

    ``choices`` are the names of what may be picked next: places of the drawing, or pieces beside
    it.  ``move`` is the turn if it may be played like this; ``wrong`` says why what is laid so far
    may not stay.
    """

    choices: tuple[str, ...]
    move: str | None = None
    wrong: str = ""


def drafted(position: Position, picked: tuple[str, ...]) -> Draft:
    """Return the draft of a position's listed moves that begin with these picks."""
    choices: dict[str, None] = {}
    whole = None
    for move in position.legal_moves():
        steps = position.steps(move)
        if steps[: len(picked)] != picked:
            continue
        if len(steps) == len(picked):
            whole = str(move)
        else:
            choices[steps[len(picked)]] = None
    return Draft(tuple(choices), whole)
