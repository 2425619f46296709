"""What lies in the box: 36 tiles and 30 markers, by written identities (rule 1.1).

An identity is ``blue-solid-1`` or ``marker-grey-10``: equal pieces are told apart by a number.
"""

from __future__ import annotations

from engine.games.abstrakto.notation import PER_KIND, PLAYER_NAMES
from engine.games.abstrakto.places import Kind
from engine.play.game import Component

#: Scoring markers of each colour.
MARKERS = 10
#: Controller of an area -> the colour of its marker (rule 4.2).
MARKER_COLOURS: dict[str | None, str] = {"b": "blue", "o": "orange", None: "grey"}

#: The kinds of piece with how many there are of each, in the order of the set.
PIECES: dict[str, int] = {
    **{
        f"{colour}-{kind.name.lower()}": PER_KIND
        for colour in PLAYER_NAMES.values()
        for kind in Kind
    },
    **{f"marker-{colour}": MARKERS for colour in MARKER_COLOURS.values()},
}

#: The whole set, in order of number.
TILES: tuple[str, ...] = tuple(
    f"{piece}-{k}" for piece, count in PIECES.items() for k in range(1, count + 1)
)


def _title(piece: str) -> str:
    """Return the plural name of a kind of piece: "blue Solids", "grey markers"."""
    first, second = piece.split("-")
    return f"{second} markers" if first == "marker" else f"{first} {Kind[second.upper()].plural}"


COMPONENTS: tuple[Component, ...] = (
    Component("board", "board of 7 × 7 cells", 1),
    *(Component(piece, _title(piece), count) for piece, count in PIECES.items()),
)
