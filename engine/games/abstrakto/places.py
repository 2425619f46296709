"""The box, and the 197 places of the board: names, quarter-cells covered, and which overlap which.

Sets of places are whole numbers with one bit per place, in the order of their names; sets of
quarter-cells likewise, with a margin of one round the board, so that half-outside Lines fit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from engine.messages import Messages
from engine.play.game import Component
from engine.play.position import Move

say = Messages(__name__)

#: Cells along a side of the board (rule 1.1), and quarter-cells (rule 2.2).
SIDE = 7
QUARTERS = 2 * SIDE

COLUMNS = "abcdefg"


class Kind(IntEnum):
    """The types of tile, in the order of a written hand."""

    SOLID = 0
    LINE = 1
    CROSS = 2

    @property
    def title(self) -> str:
        return _TITLES[self]

    @property
    def plural(self) -> str:
        return _PLURALS[self]


_TITLES = (say("Solid"), say("Line"), say("Cross"))
_PLURALS = (say("Solids"), say("Lines"), say("Crosses"))


# ------------------------------------------------------------------------------------ the box

PLAYERS = ("b", "o")
PLAYER_NAMES: dict[str, str] = {"b": say("blue"), "o": say("orange")}

#: Tiles each player plays with, tiles of one type and markers of one colour (rules 1.1 and 3.1).
HAND_SIZE, PER_KIND, MARKERS = 15, 6, 10
#: Controller of an area -> the colour of its marker (rule 4.2).
MARKER_COLOURS: dict[str | None, str] = {"b": say("blue"), "o": say("orange"), None: say("grey")}


class Hand(NamedTuple):
    """How many tiles of each type a player has left to play."""

    solids: int
    lines: int
    crosses: int

    def __str__(self) -> str:
        return f"{self.solids}{self.lines}{self.crosses}"

    def less(self, kind: Kind) -> Hand:
        """Return the hand after one tile of a type is played."""
        counts = [*self]
        counts[kind] -= 1
        return Hand(*counts)


Hands = tuple[Hand, Hand]


#: The kinds of tile and of marker, as ``blue-solid`` and ``marker-blue``.
TILES = tuple(
    Component(f"{colour}-{kind.name.lower()}", f"{colour} {kind.plural}", PER_KIND)
    for colour in PLAYER_NAMES.values()
    for kind in Kind
)
MARKER_SETS = tuple(
    Component(f"marker-{colour}", f"{colour} markers", MARKERS)
    for colour in MARKER_COLOURS.values()
)


# --------------------------------------------------------------------------------- the places


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Where a tile may lie; as a move, putting a tile there (rule 2.3)."""

    #: The place's bit in sets of places.
    index: int
    name: str
    kind: Kind
    #: The centre in quarter-cells from the board's bottom left (rule 2.2).
    x: int
    y: int

    def __str__(self) -> str:
        return self.name

    @property
    def bit(self) -> int:
        return 1 << self.index


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Putting no tile (rule 3.3)."""

    def __str__(self) -> str:
        return "--"


PASS = Pass()


def kind_at(x: int, y: int) -> Kind:
    """Return the type of tile that fits (x, y); odd coordinates are the middles of cells."""
    return Kind(2 - x % 2 - y % 2)


def spot_name(x: int, y: int) -> str:
    """Return the written name of a cell, edge or corner by its centre (rule 2.1)."""
    column, row = max(0, (x - 1) // 2), max(0, (y - 1) // 2)
    dx, dy = x - (2 * column + 1), y - (2 * row + 1)
    letters = {1: "n", 0: "", -1: "s"}[dy] + {1: "e", 0: "", -1: "w"}[dx]
    return f"{COLUMNS[column]}{row + 1}{letters}"


#: All spots where tiles may be centred: Crosses may not on the edge (rule 3.2).
_SPOTS = sorted(
    (spot_name(x, y), x, y)
    for x in range(QUARTERS + 1)
    for y in range(QUARTERS + 1)
    if kind_at(x, y) is not Kind.CROSS or (0 < x < QUARTERS and 0 < y < QUARTERS)
)
#: All places in the order of their names.
PLACES = tuple(Place(k, name, kind_at(x, y), x, y) for k, (name, x, y) in enumerate(_SPOTS))
BY_CENTRE = {(place.x, place.y): place for place in PLACES}


#: Bits from one row of quarter-cells to the next.
STRIDE = QUARTERS + 2


def quarter(x: int, y: int) -> int:
    """Return the set of the one quarter-cell whose lower left corner is (x, y); -1 to 14."""
    return 1 << (STRIDE * (y + 1) + x + 1)


def quarters(mask: int) -> tuple[tuple[int, int], ...]:
    """Return the lower left corners of a set's quarter-cells, row by row from the bottom left."""
    return tuple((bit % STRIDE - 1, bit // STRIDE - 1) for bit in bits(mask))


def bits(mask: int) -> list[int]:
    """Return the numbers of a set's bits, lowest first."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers


def members(mask: int) -> tuple[Place, ...]:
    """Return the places of a set in the order of their names."""
    return tuple(PLACES[bit] for bit in bits(mask))


def union(masks: Iterable[int]) -> int:
    """Return the bits that are in any of the sets."""
    result = 0
    for mask in masks:
        result |= mask
    return result


BOARD = union(quarter(x, y) for x in range(QUARTERS) for y in range(QUARTERS))

#: The 2 × 2 quarter-cells under a tile on each place, the half outside the board included.
FOOTPRINTS: tuple[int, ...] = tuple(
    union(quarter(p.x + dx, p.y + dy) for dx in (-1, 0) for dy in (-1, 0)) for p in PLACES
)
#: What a tile on each place covers of the board.
COVERS: tuple[int, ...] = tuple(mask & BOARD for mask in FOOTPRINTS)
#: The quarter-cells of the board a tile on each place shares a side with (rule 4.1): no half of
#: a tile outside the board counts, but where it is beside the board the other half is as well.
BORDERS: tuple[int, ...] = tuple(
    (mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & BOARD & ~mask for mask in COVERS
)
#: The places a tile on each place overlaps, itself included (rule 3.2).
OVERLAPS: tuple[int, ...] = tuple(
    union(p.bit for p, mask in zip(PLACES, FOOTPRINTS, strict=True) if mask & own)
    for own in FOOTPRINTS
)
ALL = (1 << len(PLACES)) - 1
#: The places of each type.
OF_KIND: tuple[int, ...] = tuple(union(p.bit for p in PLACES if p.kind is kind) for kind in Kind)


def covered(places: int) -> int:
    """Return the quarter-cells of the board that tiles on ``places`` cover."""
    return union(COVERS[bit] for bit in bits(places))
