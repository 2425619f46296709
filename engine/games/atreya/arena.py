"""The arena: tiles laid on the table, with the shapes, edge patterns and pool that follow.

An :class:`Arena` is immutable; laying or lifting a tile makes a new one, in which only what
lies about that tile is worked out anew.  It knows which cells take a tile, but neither players
nor points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.atreya.patterns import EdgePattern, cleared, facing, is_one_arc, sides, takes_tile
from engine.games.atreya.shapes import CENTRE, Area, Shape, across, colour_of, parts, traced
from engine.games.atreya.tiles import TILES, number
from engine.geometry.hexgrid import Hex, neighbours, opposite

#: The table ends this far from (0, 0) in q and in r.  No rule says so, and no game from the usual
#: start gets near; it keeps coordinates short enough to read and to draw.
REACH = 9999


#: A shape, or None, for each side of a cell in ring order.
Facing = tuple[Shape | None, ...]


class Join(NamedTuple):
    """A shape as laying a tile would make it: areas of the tile and the shapes they connect."""

    sides: tuple[int, ...]
    shapes: tuple[Shape, ...]
    size: int
    open_sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """Tiles by cell, and what follows from them.

    ``around`` holds the pattern of every cell with a neighbour, laid or empty; ``shape_of`` the
    shape of every area; ``pool[n]`` is 1 while tile number n is in the pool.  Arenas are equal
    when their tiles are.
    """

    tiles: Mapping[Hex, str]
    around: Mapping[Hex, EdgePattern]
    shape_of: Mapping[Area, Shape]
    pool: bytes

    @classmethod
    def of(cls, tiles: Mapping[Hex, str]) -> Arena:
        """Return the arena of these tiles, all of the set, each once, and matching (4.2)."""
        around: dict[Hex, EdgePattern] = {}
        pool = bytearray(b"\1" * (len(TILES) + 1))
        pool[0] = 0
        for cell, tile in tiles.items():
            pool[number(tile)] = 0
            _show_edges(around, cell, tile)
        areas = [(q, r, side) for q, r in tiles for side in range(7)]
        shape_of = {area: shape for shape in traced(tiles, areas) for area in shape.areas}
        return cls(dict(tiles), around, shape_of, bytes(pool))

    def __eq__(self, other: object) -> bool:
        return self.tiles == other.tiles if isinstance(other, Arena) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.tiles.items()))

    # ------------------------------------------------------------------ laying and lifting

    def laid(self, cell: Hex, tile: str) -> Arena:
        """Return the arena with a written tile of the pool laid on an empty cell it fits.

        Laying only joins shapes, so those about the cell are put together from what they were.
        """
        q, r = cell
        around = dict(self.around)
        _show_edges(around, cell, tile)
        shape_of = dict(self.shape_of)
        for join in self.joins(cell, tile):
            own = [(q, r, side) for side in join.sides]
            areas = frozenset(own).union(*(shape.areas for shape in join.shapes))
            colour = colour_of(tile, join.sides[0])
            shape_of.update(dict.fromkeys(areas, Shape(colour, areas, join.size, join.open_sides)))
        pool = bytearray(self.pool)
        pool[number(tile)] = 0
        return Arena({**self.tiles, cell: tile}, around, shape_of, bytes(pool))

    def lifted(self, cell: Hex) -> Arena:
        """Return the arena without the tile on ``cell``.

        Lifting only parts shapes, so those with an area on the tile are traced anew.
        """
        q, r = cell
        tiles = dict(self.tiles)
        tile = tiles.pop(cell)
        around = dict(self.around)
        for side, near in enumerate(neighbours(cell)):
            left = cleared(around.pop(near, 0), opposite(side))
            if left:
                around[near] = left
        shape_of = dict(self.shape_of)
        own = [(q, r, side) for side in range(7)]
        parted = {area for shape in {shape_of[area] for area in own} for area in shape.areas}
        for area in own:
            del shape_of[area]
        for shape in traced(tiles, parted.difference(own)):
            shape_of.update(dict.fromkeys(shape.areas, shape))
        pool = bytearray(self.pool)
        pool[number(tile)] = 1
        return Arena(tiles, around, shape_of, bytes(pool))

    def joins(self, cell: Hex, tile: str) -> list[Join]:
        """Return the shapes with an area on a written tile, were it laid on ``cell``."""
        q, r = cell
        joins: list[Join] = []
        for part in parts(tile):
            size = open_sides = 0
            met: dict[Shape, None] = {}
            for side in part:
                if side == CENTRE:
                    size += 1
                    continue
                shape = self.shape_of.get(across((q, r, side)))
                if shape is None:
                    open_sides += 1
                else:
                    # Two half-pieces become a whole piece, and the far one is no longer open.
                    size += 1
                    open_sides -= 1
                    met[shape] = None
            for shape in met:
                size += shape.size
                open_sides += shape.open_sides
            _add_join(joins, Join(part, tuple(met), size, open_sides))
        return joins

    # ------------------------------------------------------------------- what may be done

    def openings(self) -> list[tuple[Hex, EdgePattern]]:
        """Return the empty cells that take a tile (4.3), sorted, each with its pattern."""
        tiles = self.tiles
        return sorted(
            (cell, pattern)
            for cell, pattern in self.around.items()
            if takes_tile(pattern) and cell not in tiles
        )

    def lets_go(self, cell: Hex) -> bool:
        """Tell whether the arena without the tile on ``cell`` satisfies rule 4.3."""
        pattern = self.around[cell]
        near = neighbours(cell)
        return is_one_arc(pattern) and all(
            len(sides(self.around[near[side]])) > 2 for side in sides(pattern)
        )

    def ready(self, cell: Hex) -> Facing:
        """Return for each side of an empty cell the shape across it, if a tile here could close it.

        It could where all the shape's open sides face the cell; for others, and where no tile
        lies across, the entry is None.
        """
        across_sides = [self.shape_of.get(across((*cell, side))) for side in range(6)]
        return tuple(
            shape if shape is not None and across_sides.count(shape) == shape.open_sides else None
            for shape in across_sides
        )

    def closable(self) -> dict[Hex, Facing]:
        """Return :meth:`ready` for the empty cells where there is a shape to close."""
        found = ((cell, self.ready(cell)) for cell in self.around if cell not in self.tiles)
        return {cell: facing for cell, facing in found if any(facing)}

    # ------------------------------------------------------------------ freedom and shapes

    def shapes_on(self, cell: Hex) -> tuple[Shape, ...]:
        """Return the shape of each of the 7 areas of the tile on ``cell``, centre last."""
        return tuple(self.shape_of[(*cell, side)] for side in range(7))

    def freedom(self, cell: Hex) -> int:
        """Return how many areas of the tile on ``cell`` are in no closed shape (rule 4.4)."""
        return sum(1 for shape in self.shapes_on(cell) if shape.open_sides)

    def freedom_if_laid(self, cell: Hex, tile: str) -> int:
        """Return the freedom a written tile would have on an empty cell it fits (rule 4.4)."""
        return sum(len(join.sides) for join in self.joins(cell, tile) if join.open_sides)

    def shapes(self) -> tuple[Shape, ...]:
        """Return all shapes, sorted by their first area."""
        return tuple(sorted(set(self.shape_of.values()), key=lambda shape: min(shape.areas)))


def _show_edges(around: dict[Hex, EdgePattern], cell: Hex, tile: str) -> None:
    """Enter what a tile on ``cell`` shows its neighbours into their patterns."""
    for side, near in enumerate(neighbours(cell)):
        if abs(near[0]) <= REACH and abs(near[1]) <= REACH:
            around[near] = around.get(near, 0) | facing(opposite(side), tile[2 + side])


def _add_join(joins: list[Join], join: Join) -> None:
    """Add ``join``, put together with those that connect to it through a shape of the arena."""
    for other in [other for other in joins if set(join.shapes).intersection(other.shapes)]:
        joins.remove(other)
        common = set(join.shapes).intersection(other.shapes)
        join = Join(
            join.sides + other.sides,
            tuple(dict.fromkeys(join.shapes + other.shapes)),
            join.size + other.size - sum(shape.size for shape in common),
            join.open_sides + other.open_sides - sum(shape.open_sides for shape in common),
        )
    joins.append(join)
