"""Where the tiles of the table lie; hands and the bag are nobody's to see."""

from __future__ import annotations

from engine.drawing.parts import Laid
from engine.games.aathenuo.rules import AathenuoPosition
from engine.geometry.plane import Point


def laid(position: AathenuoPosition) -> tuple[Laid, ...]:
    """Return the tiles on the table, square beside square about its middle."""
    columns, rows = position.table.size
    return tuple(
        Laid(tile, Point(column - (columns - 1) / 2, row - (rows - 1) / 2))
        for (column, row), tile in sorted(position.table.cells.items())
    )


def resting_places(position: AathenuoPosition) -> tuple[Point, ...]:
    """Return no places: the table has no board."""
    return ()
