"""What is on the board, whose turn it is, and the little of the past that counts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.games.astralis.board import Board
from engine.messages import Messages

say = Messages(__name__)

#: The players in turn order; elsewhere in this package they are 0 and 1.
PLAYERS = ("y", "c")
PLAYER_NAMES: Mapping[str, str] = MappingProxyType({"y": say("yellow"), "c": say("cyan")})
NAMES = tuple(PLAYER_NAMES.values())

Pair = tuple[int, int]


class State(NamedTuple):
    """Stones and ships as bitboards, yellow's and cyan's; a ship not on the board is 0.

    ``passes`` in a row count in dispersed-go only, as do the stones ``before`` the last turn but
    for figures (rule 6.4).  The written form does not hold them, and positions do not compare them.
    """

    board: Board
    stones: Pair
    ships: Pair
    turn: int
    passes: int = 0
    before: Pair | None = None

    @property
    def mine(self) -> int:
        """The stones of the player to move."""
        return self.stones[self.turn]

    @property
    def theirs(self) -> int:
        """The stones of the other player."""
        return self.stones[1 - self.turn]

    @property
    def ship(self) -> int:
        """The hex of the mover's ship."""
        return self.ships[self.turn]

    @property
    def their_ship(self) -> int:
        """The hex of the other player's ship."""
        return self.ships[1 - self.turn]

    @property
    def occupied(self) -> int:
        """The hexes with a stone."""
        return self.stones[0] | self.stones[1]


def pair(turn: int, mine: int, theirs: int) -> Pair:
    """Return what belongs to the player ``turn`` and to the other as yellow's and cyan's."""
    return (mine, theirs) if turn == 0 else (theirs, mine)
