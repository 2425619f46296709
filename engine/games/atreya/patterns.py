"""Edge patterns: what the neighbours of a cell ask of a tile laid there, and which tiles answer.

A pattern packs the six sides of a cell into 12 bits, two for each side in ring order: 0 for a
side without a neighbour, else the colour the neighbour shows across it.  This module knows
tiles and colours, but no arena.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from engine.games.atreya.tiles import CANONICAL_RING, COLOURS, TILES, identity, number

EdgePattern = int

_CODES = MappingProxyType({colour: code for code, colour in enumerate(COLOURS, 1)})


def facing(side: int, colour: str) -> EdgePattern:
    """Return the pattern of a cell with one neighbour, across ``side``, that shows ``colour``."""
    return _CODES[colour] << 2 * side


def cleared(pattern: EdgePattern, side: int) -> EdgePattern:
    """Return the pattern without the neighbour across ``side``."""
    return pattern & ~(3 << 2 * side)


def _packed(ring: str) -> EdgePattern:
    return sum(facing(side, colour) for side, colour in enumerate(ring))


#: ring -> its six colours packed like a pattern, for the 540 rings of three colours.
_PACKED = MappingProxyType({ring: _packed(ring) for ring in sorted(CANONICAL_RING)})


@cache
def sides(pattern: EdgePattern) -> tuple[int, ...]:
    """Return the sides with a neighbour, in ring order."""
    return tuple(side for side in range(6) if pattern >> 2 * side & 3)


@cache
def _mask(pattern: EdgePattern) -> EdgePattern:
    return sum(3 << 2 * side for side in sides(pattern))


# Why six neighbours are enough (rule 4.3).  Let the arena be connected and without a hole, which
# is to say that its tiles are connected and the empty cells are connected too, and let x be a
# cell.  Walking once round x, its neighbours fall into arcs of tiles that alternate with arcs of
# empty cells; the members of an arc are connected to each other without x.
#
# One arc of tiles, one arc of empty cells.  A path that ran through x enters and leaves it within
# one arc and can go along that arc instead.  So putting a tile on x leaves the empty cells
# connected, and taking the tile from x leaves the other tiles connected; x itself joins the arc
# of what it now is.
#
# Two or more arcs of each.  Putting a tile on x: two of the arcs of tiles are joined by a path of
# tiles, which x closes to a loop.  Round x the loop separates an arc of empty cells on one side
# from one on the other, so one of them is inside: a hole.  Taking the tile from x: two arcs of
# empty cells are joined by a path of empty cells, x closes the loop, and tiles lie on both sides
# of it: the arena falls apart.
#
# No arc of empty cells (six tiles): an empty x would have been a hole, a lifted tile leaves one.
# No arc of tiles: a tile put on x would touch nothing.
#
# So with one arc of one to five tiles a cell takes a tile, or lets it go, without a hole and
# without falling apart, and otherwise it does not.  That every tile keeps two neighbours is
# counted separately.
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
def _forms() -> dict[str, tuple[tuple[EdgePattern, str], ...]]:
    """Return for every written tile all that share its identity, each after its packed ring."""
    found: dict[str, list[tuple[EdgePattern, str]]] = {tile: [] for tile in TILES}
    for _, tile in matching(0):
        found[identity(tile)].append((_PACKED[tile[2:]], tile))
    by_identity = {tile: tuple(forms) for tile, forms in found.items()}
    return {tile: by_identity[identity(tile)] for _, tile in matching(0)}


def fitting(tile: str, pattern: EdgePattern) -> list[str]:
    """Return the ways to write a tile, turned or flipped, that fit, in order of text (4.1, 4.2)."""
    mask = _mask(pattern)
    return [form for packed, form in _forms()[tile] if packed & mask == pattern]
