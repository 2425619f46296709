"""Where stones lie on the table in a position, and where they may."""

from engine.drawing.parts import Laid
from engine.geometry.plane import Point
from tilewright_hex.drawing import place_of
from tilewright_hex.rules import CELLS, NAMES, HexPosition, cells_of


def laid(position: HexPosition) -> tuple[Laid, ...]:
    """Return the stones on the board."""
    return tuple(
        Laid(f"{name}-{k}", place_of(cell, 1.0))
        for player, name in NAMES.items()
        for k, cell in enumerate(cells_of(position.stones(player)), 1)
    )


def resting_places(position: HexPosition) -> tuple[Point, ...]:
    """Return the centres of all cells."""
    return tuple(place_of(cell, 1.0) for cell in CELLS)
