"""The arena: tiles laid on the table, with the shapes, edge patterns and pool that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from engine.games.atreya.tiles import CANONICAL_RING, COLOURS, TILES, images, number
from engine.geometry import connected
from engine.geometry.hexgrid import DIRECTIONS, Hex, neighbours, opposite

# ------------------------------------------------------------------------------------------- shapes


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
    """A maximal connected set of areas of one colour (rule 5.1), equal to itself alone."""

    colour: str
    areas: frozenset[Area]
    #: The number of its whole pieces (rule 5.2), and that of its unpaired half-pieces.
    size: int
    open_sides: int
    #: The empty cells that its unpaired half-pieces face.
    faces: frozenset[Hex]

    @property
    def is_closed(self) -> bool:
        return not self.open_sides

    @property
    def span(self) -> int:
        """The number of tiles it has an area on (rule 5.2)."""
        return len({(q, r) for q, r, _ in self.areas})


def colour_of(tile: str, side: int) -> str:
    """Return the colour of one area of a written tile."""
    return tile[0] if side == CENTRE else tile[2 + side]


#: For each side the step to the half-piece across it, and that one's side.
_ACROSS = tuple((*step, opposite(side)) for side, step in enumerate(DIRECTIONS))


def across(area: Area) -> Area:
    """Return the half-piece that a half-piece is paired with where a tile lies beyond it."""
    q, r, side = area
    dq, dr, beyond = _ACROSS[side]
    return q + dq, r + dr, beyond


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


@cache
def linked(tile: str) -> tuple[tuple[int, ...], ...]:
    """Return for each area of a written tile those beside it of the same colour."""
    colours = tile[2:] + tile[0]
    return tuple(
        tuple(near for near in _NEAR[side] if colours[near] == colours[side]) for side in range(7)
    )


def traced(tiles: Mapping[Hex, str], areas: Iterable[Area]) -> Iterator[Shape]:
    """Yield the shapes that given areas fall into, with whatever is connected to one of them."""

    def near(area: Area) -> list[Area]:
        q, r, side = area
        areas = [(q, r, other) for other in linked(tiles[q, r])[side]]
        if side != CENTRE and (other := across(area))[:2] in tiles:
            areas.append(other)
        return areas

    for group in connected(areas, near):
        halves = [area for area in group if area[2] != CENTRE]
        faces = [cell for half in halves if (cell := across(half)[:2]) not in tiles]
        pairs = (len(halves) - len(faces)) // 2
        q, r, side = group[0]
        yield Shape(
            colour_of(tiles[q, r], side),
            frozenset(group),
            len(group) - len(halves) + pairs,
            len(faces),
            frozenset(faces),
        )


# ------------------------------------------------------------------------------------ edge patterns


EdgePattern = int

_CODES = MappingProxyType({colour: code for code, colour in enumerate(COLOURS, 1)})


def facing(side: int, colour: str) -> EdgePattern:
    """Return the pattern of a cell with one neighbour, across ``side``, that shows ``colour``."""
    return _CODES[colour] << 2 * side


def cleared(pattern: EdgePattern, side: int) -> EdgePattern:
    """Return the pattern without the neighbour across ``side``."""
    return pattern & ~(3 << 2 * side)


#: ring -> its six colours packed like a pattern, for the 540 rings of three colours.
_PACKED = MappingProxyType(
    {
        ring: sum(facing(side, colour) for side, colour in enumerate(ring))
        for ring in sorted(CANONICAL_RING)
    }
)


@cache
def sides(pattern: EdgePattern) -> tuple[int, ...]:
    """Return the sides with a neighbour, in ring order."""
    return tuple(side for side in range(6) if pattern >> 2 * side & 3)


@cache
def _mask(pattern: EdgePattern) -> EdgePattern:
    return sum(3 << 2 * side for side in sides(pattern))


# Why six neighbours are enough (rule 4.3).  In a sound arena the tiles are connected, and so are the
# empty cells.  Round a cell x arcs of tiles alternate with arcs of empty cells.  With one arc of each, a
# path through x can go along its arc instead: a tile put on x leaves the empty cells connected, one taken
# from x the tiles.  With more arcs, a path between two of them makes a loop through x, with a hole or, if
# the tile is taken, with tiles on both sides.  Six tiles round x would make it a hole; with none round it
# a tile touches nothing.  That every tile keeps two neighbours is counted separately.
@cache
def is_one_arc(pattern: EdgePattern) -> bool:
    """Tell whether the sides with a neighbour are one to five and adjacent in the ring."""
    ends = sum((side + 1) % 6 not in sides(pattern) for side in sides(pattern))
    return ends == 1


@cache
def takes_tile(pattern: EdgePattern) -> bool:
    """Tell whether a tile laid here touches two others and closes no hole (rule 4.3)."""
    return len(sides(pattern)) >= 2 and is_one_arc(pattern)


def fits(tile: str, pattern: EdgePattern) -> bool:
    """Tell whether a written tile shows every neighbour the neighbour's colour (rule 4.2)."""
    return _PACKED[tile[2:]] & _mask(pattern) == pattern


@cache
def matching(pattern: EdgePattern) -> tuple[tuple[int, str], ...]:
    """Return all written tiles that fit, each after its number, in order of number and text."""
    if not pattern:
        written = [f"{centre}:{ring}" for ring in _PACKED for centre in COLOURS]
        return tuple(sorted((number(tile), tile) for tile in written))
    side = sides(pattern)[-1]
    colour = pattern >> 2 * side & 3
    fewer = matching(cleared(pattern, side))
    return tuple(entry for entry in fewer if _CODES[entry[1][2 + side]] == colour)


@cache
def _forms(tile: str) -> tuple[tuple[EdgePattern, str], ...]:
    return tuple((_PACKED[ring], tile[:2] + ring) for ring in sorted(set(images(tile[2:]))))


def fitting(tile: str, pattern: EdgePattern) -> list[str]:
    """Return the ways to write a tile, turned or flipped, that fit, in order of text (4.1, 4.2)."""
    mask = _mask(pattern)
    return [form for packed, form in _forms(tile) if packed & mask == pattern]


# ---------------------------------------------------------------------------------------- the arena


#: The table ends this far from (0, 0) in q and in r, so that coordinates can be read and drawn.
REACH = 9999


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """Tiles by cell, and what follows from them; arenas are equal when their tiles are."""

    tiles: Mapping[Hex, str]
    #: The pattern of every cell with a neighbour, laid or empty.
    around: Mapping[Hex, EdgePattern]
    shape_of: Mapping[Area, Shape]
    #: At a tile's number 1 while it is in the pool.
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
        """Return the arena with a written tile of the pool laid on an empty cell it fits."""
        around = dict(self.around)
        _show_edges(around, cell, tile)
        return self._changed({**self.tiles, cell: tile}, around, self._met(cell), tile)

    def freedom_of(self, tile: str, cell: Hex) -> int:
        """Return the freedom that a tile would have, laid on an empty cell it fits (rule 4.4)."""
        shapes = traced({**self.tiles, cell: tile}, self._met(cell))
        return sum(area[:2] == cell for s in shapes if s.open_sides for area in s.areas)

    def _met(self, cell: Hex) -> frozenset[Area]:
        """Return the areas of a tile on an empty cell, with those of the shapes it meets."""
        own = frozenset((*cell, side) for side in range(7))
        return own.union(*[shape.areas for shape in self.across(cell) if shape])

    def lifted(self, cell: Hex) -> Arena:
        tiles, around = dict(self.tiles), dict(self.around)
        tile = tiles.pop(cell)
        for side, near in enumerate(neighbours(cell)):
            if pattern := cleared(around.pop(near, 0), opposite(side)):
                around[near] = pattern
        own = frozenset((*cell, side) for side in range(7))
        areas = own.union(*[shape.areas for shape in self.shapes_on(cell)])
        return self._changed(tiles, around, areas - own, tile)

    def _changed(
        self,
        tiles: Mapping[Hex, str],
        around: Mapping[Hex, EdgePattern],
        areas: frozenset[Area],
        tile: str,
    ) -> Arena:
        """Return an arena with one tile more or less, whose given areas are in other shapes."""
        shape_of, pool = dict(self.shape_of), bytearray(self.pool)
        pool[number(tile)] ^= 1
        for q, r in self.tiles.keys() - tiles.keys():
            for side in range(7):
                del shape_of[q, r, side]
        for shape in traced(tiles, areas):
            shape_of.update(dict.fromkeys(shape.areas, shape))
        return Arena(tiles, around, shape_of, bytes(pool))

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

    def across(self, cell: Hex) -> tuple[Shape | None, ...]:
        """Return the shape across each side of an empty cell, None where no tile lies."""
        return tuple([self.shape_of.get(across((*cell, side))) for side in range(6)])

    def mouths(self) -> set[Hex]:
        """Return the empty cells where there is a shape to close."""
        shapes = set(self.shape_of.values())
        return {c for s in shapes if len(s.faces) == 1 for c in s.faces} & self.around.keys()

    # ------------------------------------------------------------------ freedom and shapes

    def shapes_on(self, cell: Hex) -> tuple[Shape, ...]:
        """Return the shape of each of the 7 areas of the tile on ``cell``, centre last."""
        return tuple(self.shape_of[(*cell, side)] for side in range(7))

    def freedom(self, cell: Hex) -> int:
        """Return how many areas of the tile on ``cell`` are in no closed shape (rule 4.4)."""
        return sum(1 for shape in self.shapes_on(cell) if shape.open_sides)

    def shapes(self) -> tuple[Shape, ...]:
        """Return all shapes, sorted by their first area."""
        return tuple(sorted(set(self.shape_of.values()), key=lambda shape: min(shape.areas)))


def _show_edges(around: dict[Hex, EdgePattern], cell: Hex, tile: str) -> None:
    for side, near in enumerate(neighbours(cell)):
        if abs(near[0]) <= REACH and abs(near[1]) <= REACH:
            around[near] = around.get(near, 0) | facing(opposite(side), tile[2 + side])
