"""Quick states on the sets of the rules."""

from __future__ import annotations

from random import Random

from engine.games.abstrakto.areas import ahead
from engine.games.abstrakto.places import OVERLAPS, PLACES, bits
from engine.games.abstrakto.rules import AbstraktoPosition, open_places
from engine.play.players import Quick

#: What is left of each type: Solids, Lines, Crosses.
Stock = tuple[int, ...]
#: Blue's places, orange's, the free ones, what either has left, who moves.
Covered = tuple[int, int, int, Stock, Stock, int]

PASS = -1

_FREE = [~mask for mask in OVERLAPS]
_KIND = [int(place.kind) for place in PLACES]


class QuickTiles(Quick[Covered]):
    """The board and the hands; a code is a place's number, or -1 for a pass."""

    scale = 2.0

    def of(self, position: AbstraktoPosition) -> Covered:
        blue, orange = (tuple(hand) for hand in position.hands)
        turn = position.players.index(position.turn)
        return position.blue, position.orange, position.free, blue, orange, turn

    def children(self, state: Covered) -> list[tuple[int, Covered]]:
        blue, orange, free, b, o, turn = state
        hand = o if turn else b
        places = open_places(free, hand)
        if not places:
            waits = open_places(free, b if turn else o)
            return [(PASS, (blue, orange, free, b, o, 1 - turn))] if waits else []
        after = []
        for place in bits(places):
            tile, rest = 1 << place, free & _FREE[place]
            unplayed = tuple([n - (k == _KIND[place]) for k, n in enumerate(hand)])
            if turn:
                after.append((place, (blue, orange | tile, rest, b, unplayed, 0)))
            else:
                after.append((place, (blue | tile, orange, rest, unplayed, o, 1)))
        return after

    def mover(self, state: Covered) -> int:
        return state[5]

    def lead(self, state: Covered, player: int) -> float:
        lead = ahead(state[0], state[1])
        return -lead if player else lead

    def written(self, state: Covered, code: int) -> str:
        return "--" if code == PASS else PLACES[code].name

    def roll(self, state: Covered, rng: Random) -> tuple[float, ...]:
        blue, orange, free, *remaining, turn = state
        hands = [list(hand) for hand in remaining]
        taken = [blue, orange]
        blocked, chance = 0, rng.random
        while blocked < 2:
            places = open_places(free, hands[turn])
            if places:
                place = int(chance() * len(PLACES))
                while not places >> place & 1:
                    place = int(chance() * len(PLACES))
                taken[turn] |= 1 << place
                free &= _FREE[place]
                hands[turn][_KIND[place]] -= 1
            blocked = 0 if places else blocked + 1
            turn = 1 - turn
        lead = ahead(*taken)
        return lead, -lead


def quick(position: AbstraktoPosition) -> QuickTiles:
    """Return the quick states of a position."""
    return QuickTiles()
