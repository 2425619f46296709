"""Hexhex boards as bitboards, what stones make of one, and the state of what lies on one.

A set of hexes is a Python int.  The hex with letter i and number j, both from 0 (rule 1.2), is
bit ``i * width + j`` with ``width = 2 * side``: one column more than the longest row has, so that a
shift to a neighbour never runs into another row.  A single hex is the set that holds it alone.
``mine`` and ``theirs`` are the stones of a player and of the other.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from engine.geometry.hexgrid import Hex, hexhex
from engine.messages import Messages

#: The sides a board may have (rule 1.1), and the usual one.
SIDES = range(3, 14)
SIDE = 8

#: In the directions of :mod:`engine.geometry.hexgrid`; the first three lead to higher bits.
_STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


class Tally(NamedTuple):
    """The hexes with at least one neighbour in some set, and those with at least two."""

    one: int
    two: int


class Gains(NamedTuple):
    """What follows from a stone: bonuses, extractions, and the bonuses these make possible."""

    bonus: int = 0
    extracted: int = 0
    late_bonus: int = 0


class Board:
    """A hexhex board of one side length; :func:`board` makes one of each."""

    __slots__ = ("_bits", "_labels", "_near", "_rays", "full", "side", "width")

    def __init__(self, side: int) -> None:
        self.side = side
        self.width = 2 * side
        cells = ((r + side - 1, q) for q, r in hexhex(side))
        self._bits = {
            f"{string.ascii_lowercase[i]}{q + i + 1}": 1 << i * self.width + q + i for i, q in cells
        }
        #: Every hex of the board.
        self.full = sum(self._bits.values())
        # These three are indexed by a hex's bit_length: one more than its bit's number.
        room = self.full.bit_length() + 1
        self._labels = [""] * room
        self._near = [0] * room
        self._rays: list[tuple[int, ...]] = [()] * room
        for name, bit in self._bits.items():
            self._labels[bit.bit_length()] = name
            self._near[bit.bit_length()] = self.near(bit)
            self._rays[bit.bit_length()] = tuple(self._ray(bit, step) for step in _STEPS)

    def __reduce__(self) -> tuple[object, ...]:
        return board, (self.side,)

    # -------------------------------------------------------------------------- names of hexes

    def label(self, hex_: int) -> str:
        """Return the label of a single hex (rule 1.2)."""
        return self._labels[hex_.bit_length()]

    def labels(self, hexes: int) -> tuple[str, ...]:
        """Return the labels of a set, in order of letter and number."""
        return tuple(self._labels[hex_.bit_length()] for hex_ in each(hexes))

    def find(self, name: str) -> int:
        """Return the hex labelled ``name``, 0 where the board has none."""
        return self._bits.get(name, 0)

    def axial(self, hex_: int) -> Hex:
        """Return the axial coordinates of a single hex (rule 1.2)."""
        i, j = divmod(hex_.bit_length() - 1, self.width)
        return j - i, i - self.side + 1

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows from the top, each as its hexes from left to right (rule 1.3)."""
        for i in reversed(range(2 * self.side - 1)):
            yield tuple(each(self.row(i)))

    def row(self, i: int) -> int:
        """Return the set of the hexes with letter i, from 0 at the bottom."""
        return self.full & ((1 << self.width) - 1) << i * self.width

    def berths(self, player: int) -> int:
        """Return where a player may set up the ship: the edge row without corners (rule 3.1)."""
        edge = each(self.row(0 if player == 0 else 2 * self.side - 2))
        return sum(hex_ for hex_ in edge if self.near_one(hex_).bit_count() > 3)

    # ------------------------------------------------------------------------- neighbourhoods

    def near(self, hexes: int) -> int:
        """Return the hexes that neighbour one or more of a set."""
        w = self.width
        v = w + 1
        a = hexes << 1 | hexes >> 1 | hexes << w | hexes >> w | hexes << v | hexes >> v
        return a & self.full

    def near_one(self, hex_: int) -> int:
        return self._near[hex_.bit_length()]

    def surrounded(self, hexes: int) -> int:
        """Return the hexes all of whose neighbours on the board are in a set (rule 2.2)."""
        return self.full & ~self.near(self.full & ~hexes)

    def tally(self, hexes: int) -> Tally:
        """Return the hexes by how many of their neighbours are in a set, counted up to two."""
        one = two = 0
        for by in (1, self.width, self.width + 1):
            for shifted in (hexes << by, hexes >> by):
                two |= one & shifted
                one |= shifted
        return Tally(one & self.full, two & self.full)

    # ---------------------------------------------------------------------------------- lines

    def _ray(self, hex_: int, step: Hex) -> int:
        i, j = divmod(hex_.bit_length() - 1, self.width)
        ray = 0
        while True:
            i, j = i + step[0], j + step[1]
            if i < 0 or j < 0 or not self.full >> i * self.width + j & 1:
                return ray
            ray |= 1 << i * self.width + j

    def reach(self, hex_: int, blockers: int) -> int:
        """Return the hexes in the six lines from a single hex, up to the first blocker of each."""
        e, ne, nw, w, sw, se = self._rays[hex_.bit_length()]
        result = 0
        for ray in (e, ne, nw):
            hit = ray & blockers
            result |= ray & (hit & -hit) - 1  # without a hit the mask is -1: the whole ray
        for ray in (w, sw, se):
            beyond = (ray & blockers).bit_length()
            result |= ray >> beyond << beyond
        return result

    def direction(self, start: int, end: int) -> int | None:
        """Return the direction of the line from one hex to another, None where there is none."""
        for direction, ray in enumerate(self._rays[start.bit_length()]):
            if ray & end:
                return direction
        return None

    def between(self, start: int, end: int) -> tuple[int, ...]:
        """Return the hexes between two of a line, from ``start`` on; none if it is no line."""
        direction = self.direction(start, end)
        if direction is None:
            return ()
        back = self._rays[end.bit_length()][(direction + 3) % 6]
        ordered = tuple(each(self._rays[start.bit_length()][direction] & back))
        return ordered if direction < 3 else ordered[::-1]

    def ahead(self, start: int, end: int) -> int:
        """Return the hex behind ``end`` on the line from ``start``, 0 off the board."""
        direction = self.direction(start, end)
        return (
            0 if direction is None else self._rays[end.bit_length()][direction] & self.near_one(end)
        )

    # -------------------------------------------------------------------- what stones make of it

    def explored(self, stones: int) -> int:
        """Return the hexes that hold a stone or neighbour one (rule 2.1)."""
        return stones | self.near(stones)

    def controlled(self, mine: int, theirs: int) -> int:
        """Return the hexes that hold my stone or have only mine next to them (rule 2.1)."""
        return self.explored(mine) & ~self.near(theirs)  # as no stones are adjacent (rule 4.3)

    def contested(self, mine: int, theirs: int) -> int:
        """Return the hexes next to stones of both players (rule 2.1)."""
        return self.near(mine) & self.near(theirs)

    def tiled(self, yellow: int, cyan: int) -> tuple[Pair, int]:
        """Return the hexes that yellow and cyan control, and those that are contested."""
        controlled = self.controlled(yellow, cyan), self.controlled(cyan, yellow)
        return controlled, self.contested(yellow, cyan)

    def enclosed(self, mine: int, theirs: int) -> int:
        """Return the unexplored hexes surrounded by hexes I control (rules 4.2 and 4.4)."""
        return self.surrounded(self.controlled(mine, theirs)) & ~self.explored(mine | theirs)

    def gains(self, mine: int, theirs: int, ship: int) -> Gains:
        """Return what I gain once my stone lies on the board; ``ship`` is theirs (rules 4.4 and 4.5).

        One round of extractions and one of bonuses come to the same as repeating both.  A bonus stone's
        neighbours were all mine, so it changes no hex but its own.  An extracted stone's were all
        contested, so no other stone comes to be surrounded, and what I control only grows.
        """
        extracted = theirs & self.surrounded(self.near(mine))
        bonus = self.enclosed(mine, theirs) & ~ship
        if not extracted:
            return Gains(bonus)
        late = self.enclosed(mine | extracted, theirs & ~extracted) & ~ship
        return Gains(bonus, extracted, late & ~bonus)

    def pips(self, mine: int, theirs: int) -> int:
        """Return the pips on my dice, the hexes round each but contested ones ([reading], rule 6.2)."""
        free = ~self.near(theirs)
        return sum((self.near_one(stone) & free).bit_count() for stone in each(mine))

    def connected(self, seeds: int, stones: int) -> int:
        """Return the stones in the groups of ``seeds``: those connected are two steps apart."""
        group = 0
        grown = seeds
        while grown != group:
            group = grown
            grown |= self.near(self.near(group)) & stones
        return group


def each(hexes: int) -> Iterator[int]:
    """Yield every hex of a set, in order of letter and number."""
    while hexes:
        hex_ = hexes & -hexes
        yield hex_
        hexes ^= hex_


@cache
def board(side: int) -> Board:
    """Return the board of a side from :data:`SIDES`."""
    return Board(side)


# ------------------------------------------------------------------------------------ what is on it


say = Messages(__name__)

#: The players in turn order; elsewhere in this package they are 0 and 1.
PLAYERS = ("y", "c")
PLAYER_NAMES: Mapping[str, str] = MappingProxyType({"y": say("yellow"), "c": say("cyan")})
NAMES = tuple(PLAYER_NAMES.values())

Pair = tuple[int, int]


class State(NamedTuple):
    """The stones and ships of the mover and of the other as bitboards, 0 for none, and who moves."""

    mine: int
    theirs: int
    ship: int
    their_ship: int
    turn: int
    #: Passes in a row, and the stones before the last turn; neither is written (rule 6.4).
    passes: int = 0
    before: Pair | None = None

    @property
    def stones(self) -> Pair:
        """Yellow's and cyan's stones."""
        return pair(self.turn, self.mine, self.theirs)

    @property
    def ships(self) -> Pair:
        """Yellow's and cyan's ships."""
        return pair(self.turn, self.ship, self.their_ship)

    @property
    def occupied(self) -> int:
        return self.mine | self.theirs


def pair(turn: int, mine: int, theirs: int) -> Pair:
    """Return what belongs to the player ``turn`` and to the other as yellow's and cyan's."""
    return (mine, theirs) if turn == 0 else (theirs, mine)
