"""Shapes: areas of one colour that hang together over the tiles of an arena (rule 5).

An area is ``(q, r, side)``: on the tile at (q, r) the half-piece on that side, or with side 6
the centre piece.  This module knows areas and tiles, but no legal moves and no scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.geometry.hexgrid import DIRECTIONS, Hex, opposite

Area = tuple[int, int, int]

#: The side number of a tile's centre piece.
CENTRE = 6

#: For each area of a tile the areas of the same tile it neighbours (rule 5.1).
_NEAR: tuple[tuple[int, ...], ...] = (
    *(((side + 1) % 6, (side + 5) % 6, CENTRE) for side in range(6)),
    tuple(range(6)),
)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A maximal connected set of areas of one colour (rule 5.1).

    ``size`` is the number of its whole pieces (rule 5.2), ``open_sides`` that of its unpaired
    half-pieces.  Two shapes are equal only if they are the same object.
    """

    colour: str
    areas: frozenset[Area]
    size: int
    open_sides: int

    @property
    def is_closed(self) -> bool:
        """Whether it holds no unpaired half-piece (rule 5.2)."""
        return not self.open_sides

    @property
    def cells(self) -> tuple[Hex, ...]:
        """The cells of the tiles it has an area on, sorted."""
        return tuple(sorted({(q, r) for q, r, _ in self.areas}))

    @property
    def span(self) -> int:
        """The number of tiles it has an area on (rule 5.2)."""
        return len({(q, r) for q, r, _ in self.areas})

    def is_same_as(self, other: Shape | None) -> bool:
        """Tell whether ``other`` is this shape, piece for piece (rule 6.1).

        Closed shapes of the same pieces have the same areas: a centre piece is one area, and a
        paired edge always two.
        """
        return (
            other is not None
            and self.colour == other.colour
            and self.open_sides == other.open_sides
            and self.areas == other.areas
        )


def colour_of(tile: str, side: int) -> str:
    """Return the colour of one area of a written tile."""
    return tile[0] if side == CENTRE else tile[2 + side]


@cache
def parts(tile: str) -> tuple[tuple[int, ...], ...]:
    """Return a written tile's areas grouped as they hang together on the tile itself.

    As every colour is on some half-piece (rule 1.2), the centre never stands alone.
    """
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for first in range(7):
        if first in seen:
            continue
        part = [first]
        seen.add(first)
        for side in part:
            for near in _NEAR[side]:
                if near not in seen and colour_of(tile, near) == colour_of(tile, first):
                    seen.add(near)
                    part.append(near)
        found.append(tuple(sorted(part)))
    return tuple(found)


@cache
def _ring_parts(tile: str) -> tuple[tuple[int, ...], ...]:
    """Return the half-pieces of each part; every part has some (rule 1.2)."""
    return tuple(tuple(side for side in part if side != CENTRE) for part in parts(tile))


def closed_areas(tile: str, facing: Sequence[Shape | None]) -> int:
    """Return how many areas of a written tile, laid, would be in closed shapes.

    ``facing`` holds for each side of the cell the shape across it if all the shape's open sides
    face the cell, else None.  A part of the tile is closed where all its half-pieces meet such
    shapes and none of these shapes also meets a part that stays open.
    """
    live = [part for part in _ring_parts(tile) if all(facing[side] for side in part)]
    while live:
        joined = {side for part in live for side in part}
        spoiled = {facing[side] for side in range(6) if side not in joined}
        sound = [part for part in live if spoiled.isdisjoint(facing[side] for side in part)]
        if len(sound) == len(live):
            break
        live = sound
    own_centre = any(tile[2 + part[0]] == tile[0] for part in live)
    return sum(map(len, live)) + own_centre


def across(area: Area) -> Area:
    """Return the half-piece that a half-piece is paired with where a tile lies beyond it."""
    q, r, side = area
    dq, dr = DIRECTIONS[side]
    return q + dq, r + dr, opposite(side)


def beside(area: Area) -> Iterator[Area]:
    """Yield the areas of the same tile that neighbour an area (rule 5.1)."""
    q, r, side = area
    for near in _NEAR[side]:
        yield q, r, near


def piece(area: Area) -> Hex:
    """Return where an area's piece lies on the honeycomb of half the scale (rule 1.1)."""
    q, r, side = area
    if side == CENTRE:
        return 2 * q, 2 * r
    dq, dr = DIRECTIONS[side]
    return 2 * q + dq, 2 * r + dr


def traced(tiles: Mapping[Hex, str], areas: Iterable[Area]) -> list[Shape]:
    """Return the shapes that given areas fall into, by flood fill.

    ``areas`` must hold whole shapes of the arena: whatever is connected to one of them.
    """
    left = set(areas)
    found = []
    while left:
        first = left.pop()
        reached = [first]
        colour = colour_of(tiles[first[:2]], first[2])
        size = open_sides = 0
        for area in reached:
            linked = [near for near in beside(area) if near in left]
            if area[2] == CENTRE:
                size += 2
            elif across(area)[:2] in tiles:
                # A paired edge counts once from either side; hence sizes are doubled here.
                size += 1
                if across(area) in left:
                    linked.append(across(area))
            else:
                open_sides += 1
            for near in linked:
                if colour_of(tiles[near[:2]], near[2]) == colour:
                    left.discard(near)
                    reached.append(near)
        found.append(Shape(colour, frozenset(reached), size // 2, open_sides))
    return found
