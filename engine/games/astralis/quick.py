"""The states of the rules for players that look ahead, and random games that put stones if they can."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from random import Random

from engine.games.astralis.board import State, each, pair
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import (
    Beeline,
    Child,
    Code,
    DispersedGo,
    Fields,
    ShipVariant,
    Variant,
)
from engine.play.players import Quick


class AstralisQuick(Quick[Fields]):
    """What all variants share."""

    scale = 8.0
    variant: Variant

    def __init__(self, position: AstralisPosition) -> None:
        self.variant = position.variant
        self.board = board = position.variant.board
        hexes = tuple(each(board.full))
        #: The neighbours of every hex.
        self.near = {hex_: board.near_one(hex_) for hex_ in hexes}
        #: After so many turns a play-out ends anyway: two may go round without putting a stone.
        self.patience = len(hexes)
        self._ahead = lru_cache(1 << 14)(self._points)

    def of(self, position: AstralisPosition) -> Fields:
        return position.state

    def children(self, state: Fields) -> list[Child]:
        return self.variant.children(State._make(state))

    def mover(self, state: Fields) -> int:
        return state[4]

    def lead(self, state: Fields, player: int) -> float:
        yellow = self._ahead(*pair(state[4], state[0], state[1]))
        return -yellow if player else yellow

    def _points(self, yellow: int, cyan: int) -> float:
        points = self.variant.points((yellow, cyan))
        return points[0] - points[1] - self.variant.komi

    def written(self, state: Fields, code: Code) -> str:
        whole = State._make(state)
        return str(self.variant.move(whole, code, self.variant.after(whole, code)))

    def roll(self, state: Fields, rng: Random) -> tuple[float, ...]:
        end = self.ended(state, rng)
        return self.lead(end, 0), self.lead(end, 1)

    @abstractmethod
    def ended(self, state: Fields, rng: Random) -> Fields:
        """Return the state at the end of a random game, or when patience is out."""


def picked(hexes: int, chance: float) -> int:
    """Return a hex of a set, by a number from 0 to 1: the first from there on."""
    after = int(chance * hexes.bit_length())
    rest = hexes >> after << after
    return rest & -rest


class QuickShips(AstralisQuick):
    """Standard, simplified and dice, which differ in points alone."""

    variant: ShipVariant

    def of(self, position: AstralisPosition) -> Fields:
        return position.state._replace(before=None)

    def turn(self, state: Fields, rng: Random) -> Child | None:
        whole = State._make(state)
        is_on = whole.ship and whole.their_ship and not self.variant.over(whole)
        targets = [*each(self.variant.targets(whole))] if is_on else []
        if not targets:
            return super().turn(state, rng)
        target = targets[int(rng.random() * len(targets))]
        alone, *planted = self.variant.flights(whole, target)
        return planted[int(rng.random() * len(planted))] if planted else alone

    def begun(self, state: Fields, rng: Random) -> Fields:
        """Return the state after the set-up, by lot where ships are still to be set up."""
        while not (state[2] and state[3]):
            turns = self.children(state)
            state = turns[int(rng.random() * len(turns))][1]
        return state

    def ended(self, state: Fields, rng: Random) -> Fields:
        mine, theirs, ship, other, turn, *_ = self.begun(state, rng)
        board, near, chance = self.board, self.near, rng.random
        for _ in range(self.patience):
            free = board.full & ~board.explored(mine | theirs)
            if not free:
                break
            targets = board.reach(ship, theirs | other) & ~mine
            if targets and ship & free and ship & board.enclosed(theirs, mine):  # rule 4.2
                theirs |= ship
                free ^= ship
            room = free & board.near(targets) & ~other
            if room:
                stone = picked(room, chance())
                ship = picked(near[stone] & targets, chance())
                mine, theirs = self.variant.followed(mine | stone, theirs, other)
            elif targets:
                ship = picked(targets, chance())
            mine, theirs, ship, other, turn = theirs, mine, other, ship, 1 - turn
        return mine, theirs, ship, other, turn, 0, None


class QuickBees(QuickShips):
    """Beeline: flowers straight ahead, which block every bee (rule 6.3)."""

    scale = 2.0

    def ended(self, state: Fields, rng: Random) -> Fields:
        mine, theirs, ship, other, turn, *_ = self.begun(state, rng)
        board, near = self.board, self.near
        explored = board.explored(mine | theirs)
        for _ in range(self.patience):
            if explored == board.full:
                break
            targets = board.reach(ship, mine | theirs | other)
            flowers = targets & ~explored & ~near[ship]
            if flowers:
                flower = picked(flowers, rng.random())
                ship = board.between(ship, flower)[-1]
                mine |= flower
                explored |= flower | near[flower]
            elif targets:
                ship = picked(targets, rng.random())
            mine, theirs, ship, other, turn = theirs, mine, other, ship, 1 - turn
        return mine, theirs, ship, other, turn, 0, None


class QuickGo(AstralisQuick):
    """Dispersed-go, with passes and ko (rule 6.4)."""

    variant: DispersedGo

    def ended(self, state: Fields, rng: Random) -> Fields:
        mine, theirs, _, _, turn, passes, before = state
        for _ in range(self.patience):
            if passes == 2:
                break
            counted, after = self.board.tally(mine | theirs), None
            room = self.board.full & ~(mine | theirs | counted.one)
            while room and (after is None or after == before):
                hex_ = picked(room, rng.random())
                room ^= hex_
                after = self.variant.placed(mine, theirs, hex_, counted)
            if after is None or after == before:
                after, passes = (mine, theirs), passes + 1
            else:
                passes = 0
            before = theirs, mine
            theirs, mine = after
            turn = 1 - turn
        return mine, theirs, 0, 0, turn, passes, before


def quick(position: AstralisPosition) -> AstralisQuick:
    """Return the quick states of a position's board and variant."""
    if isinstance(position.variant, DispersedGo):
        return QuickGo(position)
    return (QuickBees if isinstance(position.variant, Beeline) else QuickShips)(position)
