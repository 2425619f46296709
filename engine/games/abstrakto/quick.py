"""Quick states on the sets of the rules; a state keeps the areas, of which a tile changes one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from engine.games.abstrakto.areas import find_areas, regions
from engine.games.abstrakto.places import (
    BOARD,
    BORDERS,
    COVERS,
    OVERLAPS,
    PLACES,
    STRIDE,
    bits,
    covered,
    union,
)
from engine.games.abstrakto.rules import AbstraktoPosition, open_places
from engine.play.quick import Quick

#: An area's quarter-cells, and the places of blue's and of orange's tiles that bound it.
Bounded = tuple[int, int, int]
#: What is left of each type: Solids, Lines, Crosses.
Left = tuple[int, ...]
#: Blue's places, orange's, the free ones, what either has left, who moves, the areas by their cells.
Covered = tuple[int, int, int, Left, Left, int, tuple[Bounded, ...]]

PASS = -1

_FREE = [~mask for mask in OVERLAPS]
_KIND = [int(place.kind) for place in PLACES]
_BESIDE = [union(place.bit for place in PLACES if BORDERS[place.index] & mask) for mask in COVERS]

#: The twelve quarter-cells round a tile, in a ring from the lower left corner, in a square of four.
_RING = [
    *((k, 0) for k in range(3)),
    *((3, k) for k in range(3)),
    *((3 - k, 3) for k in range(3)),
    *((0, 3 - k) for k in range(3)),
]
_RING_BITS = [1 << STRIDE * y + x for x, y in _RING]
_ROUND = union(_RING_BITS)
#: How far up that square lies for every place; two rows more than its place on the board.
_UP = [STRIDE * (place.y + 1) + place.x - 1 for place in PLACES]


@cache
def parts_round(ring: int) -> int:
    """Return in how many runs the free quarter-cells of a ring touch the sides of its tile."""
    free = [bool(ring & bit) for bit in _RING_BITS]
    if all(free):
        return 1
    start = free.index(False)
    runs, touching = 0, False
    for k in range(start, start + 13):
        if free[k % 12]:
            touching = touching or k % 3 > 0  # every third is a corner
        else:
            runs, touching = runs + touching, False
    return runs


def left_of(area: Bounded, place: int, mover: int) -> list[Bounded]:
    """Return what a tile of the mover's on ``place`` leaves of the area that it covers."""
    cells, blue, orange = area
    parts = parts_round(cells << 2 * STRIDE >> _UP[place] & _ROUND)
    rest = cells & ~COVERS[place]
    if mover:
        orange |= 1 << place
    else:
        blue |= 1 << place
    if parts == 1:
        for tile in bits((blue | orange) & _BESIDE[place]):
            if not BORDERS[tile] & rest:
                blue &= ~(1 << tile)
                orange &= ~(1 << tile)
        return [(rest, blue, orange)]
    return [(part, bounding(part, blue), bounding(part, orange)) for part in regions(rest)]


def bounding(cells: int, tiles: int) -> int:
    """Return those of some tiles that bound an area."""
    return union(1 << k for k in bits(tiles) if BORDERS[k] & cells)


def ahead(bounding_tiles: Iterable[tuple[int, int]]) -> float:
    """Return by how many areas blue is ahead; the main area, which decides a tie, counts 0.3 more."""
    lead = main = most = 0
    for blue, orange in bounding_tiles:
        if blue != orange:
            sign = 1 if blue > orange else -1
            lead += sign
            if blue + orange > most:
                most, main = blue + orange, sign
            elif blue + orange == most and main != sign:
                main = 0
    return lead + 0.3 * main


class QuickTiles(Quick[Covered]):
    """The board, the hands and the areas; a code is a place's number, or -1 for a pass."""

    scale = 2.0

    def of(self, position: AbstraktoPosition) -> Covered:
        areas = find_areas(position.blue, position.orange, 0)
        kept = sorted(
            (area.cells, union(p.bit for p in area.blue), union(p.bit for p in area.orange))
            for area in areas
        )
        blue, orange = (tuple(hand) for hand in position.hands)
        turn = position.players.index(position.turn)
        return position.blue, position.orange, position.free, blue, orange, turn, tuple(kept)

    def children(self, state: Covered) -> list[tuple[int, Covered]]:
        blue, orange, free, b, o, turn, areas = state
        hand = o if turn else b
        places = open_places(free, hand)
        if not places:
            waits = open_places(free, b if turn else o)
            return [(PASS, (blue, orange, free, b, o, 1 - turn, areas))] if waits else []
        return [(place, self._after(state, place)) for place in bits(places)]

    def _after(self, state: Covered, place: int) -> Covered:
        blue, orange, free, b, o, turn, areas = state
        tile, rest, cover = 1 << place, free & _FREE[place], COVERS[place]
        kept = [area for area in areas if not area[0] & cover]
        for area in areas:
            if area[0] & cover:
                kept += left_of(area, place, turn)
        after = tuple(sorted(kept))
        hand = tuple(n - (k == _KIND[place]) for k, n in enumerate(o if turn else b))
        if turn:
            return blue, orange | tile, rest, b, hand, 0, after
        return blue | tile, orange, rest, hand, o, 1, after

    def turn(self, state: Covered, rng: Random) -> tuple[int, Covered] | None:
        _, _, free, blue, orange, turn, _ = state
        places = open_places(free, orange if turn else blue)
        if not places:
            waits = self.children(state)
            return waits[0] if waits else None
        chosen = [*bits(places)]
        place = chosen[int(rng.random() * len(chosen))]
        return place, self._after(state, place)

    def mover(self, state: Covered) -> int:
        return state[5]

    def lead(self, state: Covered, player: int) -> float:
        blue = ahead((blue.bit_count(), orange.bit_count()) for _, blue, orange in state[6])
        return -blue if player else blue

    def written(self, state: Covered, code: int) -> str:
        return "--" if code == PASS else PLACES[code].name

    def roll(self, state: Covered, rng: Random) -> tuple[float, ...]:
        blue, orange, free, *remaining, turn, _ = state
        hands = [list(hand) for hand in remaining]
        tiles = [[BORDERS[k] for k in bits(blue)], [BORDERS[k] for k in bits(orange)]]
        rest = BOARD & ~covered(blue | orange)
        blocked, chance = 0, rng.random
        while blocked < 2:
            places = open_places(free, hands[turn])
            if places:
                place = int(chance() * len(PLACES))
                while not places >> place & 1:
                    place = int(chance() * len(PLACES))
                tiles[turn].append(BORDERS[place])
                rest &= ~COVERS[place]
                free &= _FREE[place]
                hands[turn][_KIND[place]] -= 1
            blocked = 0 if places else blocked + 1
            turn = 1 - turn
        lead = ahead(
            (len([t for t in tiles[0] if t & cells]), len([t for t in tiles[1] if t & cells]))
            for cells in regions(rest)
        )
        return lead, -lead


def quick(position: AbstraktoPosition) -> QuickTiles:
    """Return the quick states of a position."""
    return QuickTiles()


def levels(position: AbstraktoPosition) -> tuple[str, ...]:
    """Return the players of the five levels."""
    return "random", "greedy", "uct:100", "uct:400", "uct:1600"
