"""What a hint is to the rest of the toolkit, in games whose positions can be asked for one.

Such a game sets :attr:`Game.gives_hints`, and its positions have a method ``hint``.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable


class Hint(Protocol):
    """The best turn found, and how sure that is.

    >>> position = engine.game(engine.names()[0]).parse("r3,r4,r5 1 r6y4/b1")
    >>> hint = position.hint(seconds=60)
    >>> hint.move, hint.tiles, hint.status
    ('+r6@3,0', 1, 'optimal')
    """

    @property
    def move(self) -> str | None:
        """The turn's written form, None if none was found that lays a tile."""

    @property
    def tiles(self) -> int:
        """How many tiles the turn lays."""

    @property
    def bound(self) -> int:
        """How many tiles no turn can exceed, as far as that is proved."""

    @property
    def status(self) -> str:
        """``optimal``, ``none`` (it is proved that no tile can be laid), or ``time limit``."""

    def sentence(self) -> str:
        """Return the hint in words."""


@runtime_checkable
class Hinting(Protocol):
    """A position that can be asked for the best turn.

    >>> isinstance(start, engine.Hinting)
    False
    >>> isinstance(engine.game(engine.names()[0]).start(seed=1), engine.Hinting)
    True
    """

    def hint(self, *, seconds: float) -> Hint:
        """Return the best turn found in so many seconds.

        Raises OptionError where what the search needs is not installed.
        """
