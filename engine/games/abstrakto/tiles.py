"""Players, their hands, and the box: 36 tiles like ``blue-solid-1``, 30 markers (rule 1.1)."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from engine.games.abstrakto.places import Kind
from engine.messages import Messages
from engine.play.game import Component

say = Messages(__name__)

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


class PieceKind(NamedTuple):
    """A kind of piece: the tiles of a colour and type, or without a type the colour's markers."""

    colour: str
    type: Kind | None = None

    def __str__(self) -> str:
        if self.type is None:
            return f"marker-{self.colour}"
        return f"{self.colour}-{self.type.name.lower()}"

    @property
    def title(self) -> str:
        return f"{self.colour} {'marker' if self.type is None else self.type.title}"

    @property
    def plural(self) -> str:
        return f"{self.colour} {'markers' if self.type is None else self.type.plural}"

    @property
    def identities(self) -> tuple[str, ...]:
        copies = MARKERS if self.type is None else PER_KIND
        return tuple(f"{self}-{k}" for k in range(1, copies + 1))


_KINDS = (
    *(PieceKind(colour, kind) for colour in PLAYER_NAMES.values() for kind in Kind),
    *map(PieceKind, MARKER_COLOURS.values()),
)
#: Every piece of the box with its kind, in order of number.
KINDS = MappingProxyType({piece: kind for kind in _KINDS for piece in kind.identities})

COMPONENTS: tuple[Component, ...] = (
    Component("board", "board of 7 × 7 cells", 1),
    *(Component(str(kind), kind.plural, len(kind.identities)) for kind in _KINDS),
)
