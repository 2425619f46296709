"""Quick states on the sets of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.games.abstrakto.areas import regions
from engine.games.abstrakto.places import (
    BOARD,
    BORDERS,
    COVERS,
    OVERLAPS,
    PLACES,
    bits,
    covered,
)
from engine.games.abstrakto.rules import AbstraktoPosition, open_places
from engine.play.quick import Quick

#: What is left of each type: Solids, Lines, Crosses.
Left = tuple[int, ...]
#: Blue's places, orange's, the free ones, what either has left, who moves.
Covered = tuple[int, int, int, Left, Left, int]

PASS = -1

_FREE = [~mask for mask in OVERLAPS]
_KIND = [int(place.kind) for place in PLACES]


def ahead(rest: int, blue: Iterable[int], orange: Iterable[int]) -> float:
    """Return by how many areas blue is ahead; the main area, which decides a tie, counts 0.3 more.

    ``rest`` is what no tile covers; of both players' tiles it takes the borders.
    """
    lead = main = most = 0
    for cells in regions(rest):
        by_blue = len([border for border in blue if border & cells])
        by_orange = len([border for border in orange if border & cells])
        if by_blue != by_orange:
            sign = 1 if by_blue > by_orange else -1
            lead += sign
            if by_blue + by_orange > most:
                most, main = by_blue + by_orange, sign
            elif by_blue + by_orange == most and main != sign:
                main = 0
    return lead + 0.3 * main


def _uncovered(blue: int, orange: int) -> tuple[int, list[int], list[int]]:
    """Return what no tile covers, and the borders of blue's and of orange's tiles."""
    rest = BOARD & ~covered(blue | orange)
    return (
        rest,
        [BORDERS[place] for place in bits(blue)],
        [BORDERS[place] for place in bits(orange)],
    )


class QuickTiles(Quick[Covered]):
    """The board and the hands; a code is a place's number, or -1 for a pass."""

    scale = 2.0

    def of(self, position: AbstraktoPosition) -> Covered:
        blue, orange = (tuple(hand) for hand in position.hands)
        turn = position.players.index(position.turn)
        return position.blue, position.orange, position.free, blue, orange, turn

    def children(self, state: Covered) -> list[tuple[int, Covered]]:
        blue, orange, free, b, o, turn = state
        places = open_places(free, o if turn else b)
        if not places:
            waits = open_places(free, b if turn else o)
            return [(PASS, (blue, orange, free, b, o, 1 - turn))] if waits else []
        return [(place, self._after(state, place)) for place in bits(places)]

    def _after(self, state: Covered, place: int) -> Covered:
        blue, orange, free, b, o, turn = state
        tile, rest = 1 << place, free & _FREE[place]
        hand = tuple(n - (k == _KIND[place]) for k, n in enumerate(o if turn else b))
        if turn:
            return blue, orange | tile, rest, b, hand, 0
        return blue | tile, orange, rest, hand, o, 1

    def turn(self, state: Covered, rng: Random) -> tuple[int, Covered] | None:
        _, _, free, blue, orange, turn = state
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
        rest, *tiles = _uncovered(state[0], state[1])
        lead = ahead(rest, *tiles)
        return -lead if player else lead

    def written(self, state: Covered, code: int) -> str:
        return "--" if code == PASS else PLACES[code].name

    def roll(self, state: Covered, rng: Random) -> tuple[float, ...]:
        blue, orange, free, *remaining, turn = state
        hands = [list(hand) for hand in remaining]
        rest, *tiles = _uncovered(blue, orange)
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
        lead = ahead(rest, *tiles)
        return lead, -lead


def quick(position: AbstraktoPosition) -> QuickTiles:
    """Return the quick states of a position."""
    return QuickTiles()


def levels(position: AbstraktoPosition) -> tuple[str, ...]:
    """Return the players of the five levels."""
    return "random", "greedy", "uct:100", "uct:400", "uct:1600"
