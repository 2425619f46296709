"""Where the tiles of an arena lie, and how each is turned from the way the kit draws it."""

from __future__ import annotations

from engine.drawing.parts import Laid
from engine.games.atreya import tiles
from engine.games.atreya.rules import AtreyaPosition
from engine.geometry.hexgrid import centre
from engine.geometry.plane import Point


def laid(position: AtreyaPosition) -> tuple[Laid, ...]:
    """Return the tiles of the arena, sorted by cell."""
    return tuple(
        Laid(tiles.identity(tile), centre(cell, 1.0), *turned(tile))
        for cell, tile in sorted(position.arena.tiles.items())
    )


def resting_places(position: AtreyaPosition) -> tuple[Point, ...]:
    """Return no places: the arena has no board."""
    return ()


def turned(tile: str) -> tuple[float, bool]:
    """Return how a written tile is turned from its identity, clockwise, and if its back is up."""
    front = tiles.identity(tile)
    for back, shown in ((False, front[2:]), (True, tiles.mirrored(front)[2:])):
        for sixths in range(6):
            if shown[sixths:] + shown[:sixths] == tile[2:]:
                return 60.0 * sixths, back
    raise AssertionError(f"{tile} is no image of {front}")
