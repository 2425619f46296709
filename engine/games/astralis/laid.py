"""Where stones, ships and tiles lie on the board, and where they may: on its hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.drawing.parts import Laid
from engine.errors import OptionError
from engine.games.astralis import box
from engine.games.astralis.board import each
from engine.games.astralis.drawing import place_of
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.state import PLAYER_NAMES
from engine.geometry.plane import Point


def laid(position: AstralisPosition) -> tuple[Laid, ...]:
    """Return the tiles of the standard game, and on them stones and ships.

    Raises OptionError where the kit has too few of them.
    """
    missing = box.needs([position])
    if missing:
        raise OptionError(f"the position cannot be laid: {missing[0]}")
    board = position.state.board

    def at(labels: Iterable[str]) -> Iterator[Point]:
        hexes = sum(board.find(label) for label in set(labels))
        return (place_of(board, hex_, 1.0) for hex_ in each(hexes))

    found: list[Laid] = []
    if position.variant.name == "standard":
        mine = [(p, False) for p in at(position.controlled("y"))]
        theirs = [(p, True) for p in at(position.controlled("c"))]
        pairs = enumerate(mine + theirs, 1)
        found += (Laid(f"control-{k}", p, back=back) for k, (p, back) in pairs)
        contested = enumerate(at(position.contested), 1)
        found += (Laid(f"contested-{k}", p) for k, p in contested)
    for player, colour in PLAYER_NAMES.items():
        stones = enumerate(at(position.stones(player)), 1)
        found += (Laid(f"planet-{colour}-{k}", p) for k, p in stones)
        found += (Laid(f"ship-{colour}", p) for p in at(filter(None, [position.ship(player)])))
    return tuple(found)


def resting_places(position: AstralisPosition) -> tuple[Point, ...]:
    """Return the centres of all hexes of the board."""
    board = position.state.board
    return tuple(place_of(board, hex_, 1.0) for hex_ in each(board.full))
