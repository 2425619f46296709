"""What lies in the box: 36 tiles and 30 markers, by written identities (rule 1.1).

An identity is ``blue-solid-1`` or ``marker-grey-10``: equal pieces are told apart by a number.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from engine.games.abstrakto.notation import PER_KIND, PLAYER_NAMES
from engine.games.abstrakto.places import Kind
from engine.messages import Messages
from engine.play.game import Component

say = Messages(__name__)

#: Scoring markers of each colour.
MARKERS = 10
#: Controller of an area -> the colour of its marker (rule 4.2).
MARKER_COLOURS: dict[str | None, str] = {
    "b": PLAYER_NAMES["b"],
    "o": PLAYER_NAMES["o"],
    None: say("grey"),
}


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


TILE_KINDS = tuple(PieceKind(colour, kind) for colour in PLAYER_NAMES.values() for kind in Kind)
MARKER_KINDS = tuple(map(PieceKind, MARKER_COLOURS.values()))

#: Every piece of the box with its kind, in order of number.
KINDS = MappingProxyType(
    {piece: kind for kind in (*TILE_KINDS, *MARKER_KINDS) for piece in kind.identities}
)
#: The whole set, in order of number.
TILES = tuple(KINDS)

COMPONENTS: tuple[Component, ...] = (
    Component("board", "board of 7 × 7 cells", 1),
    *(
        Component(str(kind), kind.plural, len(kind.identities))
        for kind in (*TILE_KINDS, *MARKER_KINDS)
    ),
)
