"""The arena: tiles laid on the table, with the shapes, edge patterns and pool that follow.

An :class:`Arena` is immutable; laying or lifting a tile makes a new one, in which only what
lies about that tile is worked out anew.  It knows which cells take a tile, but neither players
nor points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from engine.games.atreya.tiles import CANONICAL_RING, COLOURS, TILES, images, number
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
    """A maximal connected set of areas of one colour (rule 5.1).

    ``size`` is the number of its whole pieces (rule 5.2), ``open_sides`` that of its unpaired
    half-pieces, and ``faces`` the empty cells that these face.  Two shapes are equal only if they
    are the same object.
    """

    colour: str
    areas: frozenset[Area]
    size: int
    open_sides: int
    faces: frozenset[Hex]

    @property
    def is_closed(self) -> bool:
        return not self.open_sides

    @property
    def cells(self) -> tuple[Hex, ...]:
        """The cells of the tiles it has an area on, sorted."""
        return tuple(sorted({(q, r) for q, r, _ in self.areas}))

    @property
    def span(self) -> int:
        """The number of tiles it has an area on (rule 5.2)."""
        return len(self.cells)


def colour_of(tile: str, side: int) -> str:
    """Return the colour of one area of a written tile."""
    return tile[0] if side == CENTRE else tile[2 + side]


class TilePart(NamedTuple):
    """Areas of one colour that hang together on a tile: half-pieces, and 1 or 0 centre pieces."""

    colour: str
    sides: tuple[int, ...]
    centres: int


@cache
def parts(tile: str) -> tuple[TilePart, ...]:
    """Return the parts of a written tile, by their first half-pieces."""
    listed: list[TilePart] = []
    rest = list(range(7))
    while rest:
        colour, group = colour_of(tile, rest[0]), [rest[0]]
        for side in group:
            group += [near for near in _linked(tile)[side] if near not in group]
        rest = [side for side in rest if side not in group]
        halves = tuple(sorted(side for side in group if side != CENTRE))
        listed.append(TilePart(colour, halves, int(CENTRE in group)))
    return tuple(listed)


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
def _linked(tile: str) -> tuple[tuple[int, ...], ...]:
    """Return for each area of a written tile those beside it of the same colour."""
    colours = tile[2:] + tile[0]
    return tuple(
        tuple(near for near in _NEAR[side] if colours[near] == colours[side]) for side in range(7)
    )


def traced(tiles: Mapping[Hex, str], areas: Iterable[Area]) -> list[Shape]:
    """Return the shapes that given areas fall into, by flood fill.

    ``areas`` must hold whole shapes of the arena: whatever is connected to one of them.
    """
    unreached = set(areas)
    shapes = []
    while unreached:
        first = unreached.pop()
        reached = [first]
        colour = colour_of(tiles[first[:2]], first[2])
        size = open_sides = 0
        faces: set[Hex] = set()
        for area in reached:
            q, r, side = area
            linked = [(q, r, near) for near in _linked(tiles[q, r])[side]]
            if side == CENTRE:
                size += 2
            elif (other := across(area))[:2] in tiles:
                # A paired edge counts once from either side; hence sizes are doubled here.
                size += 1
                linked.append(other)
            else:
                open_sides += 1
                faces.add(other[:2])
            for near in linked:
                if near in unreached:
                    unreached.discard(near)
                    reached.append(near)
        shapes.append(Shape(colour, frozenset(reached), size // 2, open_sides, frozenset(faces)))
    return shapes


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
# empty cells.  Round a cell x, arcs of tiles alternate with arcs of empty cells; the members of an
# arc are connected without x.
#
# One arc of each: a path through x can go along its arc instead.  So a tile put on x leaves the
# empty cells connected, and a tile taken from x leaves the others connected.
#
# More arcs of each: a path of tiles between two arcs makes a loop through x, once a tile is put
# there.  It separates two arcs of empty cells, so one is a hole.  Likewise, if the tile is taken, a
# loop of empty cells has tiles on both sides, and the arena falls apart.
#
# Six tiles round x: it would be a hole.  None: a tile there would touch nothing.  So a cell with one
# arc of one to five tiles takes a tile, or lets it go, and no other does.  That every tile keeps two
# neighbours is counted separately.
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


#: The table ends this far from (0, 0) in q and in r.  No rule says so, and no game from the usual
#: start gets near; it keeps coordinates short enough to read and to draw.
REACH = 9999


#: A shape, or None, for each side of a cell in ring order.
Facing = tuple[Shape | None, ...]


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
        """Return the arena with a written tile of the pool laid on an empty cell it fits."""
        around, shape_of = dict(self.around), dict(self.shape_of)
        _show_edges(around, cell, tile)
        for shape in self._joined(cell, tile):
            shape_of.update(dict.fromkeys(shape.areas, shape))
        return Arena({**self.tiles, cell: tile}, around, shape_of, self._swapped(tile))

    def _joined(self, cell: Hex, tile: str) -> Iterator[Shape]:
        """Yield the shapes that parts of a tile make with the shapes across their sides."""
        across_, near = self.across(cell), neighbours(cell)
        groups: list[tuple[set[Shape], list[TilePart]]] = []
        for part in parts(tile):
            met, together = {s for side in part.sides if (s := across_[side])}, [part]
            for group in [group for group in groups if not met.isdisjoint(group[0])]:
                groups.remove(group)
                met |= group[0]
                together += group[1]
            groups.append((met, together))
        for met, together in groups:
            own = [side for part in together for side in part.sides]
            unpaired = [side for side in own if not across_[side]]
            paired, centres = len(own) - len(unpaired), sum(part.centres for part in together)
            yield Shape(
                together[0].colour,
                frozenset((*cell, side) for side in [*own, *[CENTRE] * centres]).union(
                    *[shape.areas for shape in met]
                ),
                sum(shape.size for shape in met) + paired + centres,
                sum(shape.open_sides for shape in met) + len(unpaired) - paired,
                frozenset(near[side] for side in unpaired).union(*[s.faces for s in met]) - {cell},
            )

    def lifted(self, cell: Hex) -> Arena:
        """Return the arena without the tile on ``cell``."""
        tiles, around, shape_of = dict(self.tiles), dict(self.around), dict(self.shape_of)
        tile = tiles.pop(cell)
        for side, near in enumerate(neighbours(cell)):
            pattern = cleared(around.pop(near, 0), opposite(side))
            if pattern:
                around[near] = pattern
        own = [(*cell, side) for side in range(7)]
        shapes = {shape_of.pop(area) for area in own}
        rest = frozenset[Area]().union(*[shape.areas for shape in shapes]).difference(own)
        for shape in traced(tiles, rest):
            shape_of.update(dict.fromkeys(shape.areas, shape))
        return Arena(tiles, around, shape_of, self._swapped(tile))

    def _swapped(self, tile: str) -> bytes:
        """Return the pool with a tile taken from it, or put back."""
        pool = bytearray(self.pool)
        pool[number(tile)] ^= 1
        return bytes(pool)

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

    def across(self, cell: Hex) -> Facing:
        """Return the shape across each side of an empty cell, None where no tile lies."""
        return tuple([self.shape_of.get(across((*cell, side))) for side in range(6)])

    def ready(self, cell: Hex) -> Facing:
        """Return :meth:`across` with the shapes alone that a tile here could close."""
        return tuple([s if s and s.faces == {cell} else None for s in self.across(cell)])

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
