"""Quick states on the bitboards of the rules, for players that look ahead: every variant, set-up too.

Sets belong to the mover and to the other player here, so that a turn ends by exchanging them.
In play-outs stones are put wherever one can be.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Generic, TypeVar

from engine.games.astralis import territory
from engine.games.astralis.board import State, each, pair
from engine.games.astralis.moves import parse_move
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import ShipVariant, Standard
from engine.play.quick import Quick

#: Stones of the mover and of the other, ships likewise (0 before the set-up), and who moves.
Flight = tuple[int, int, int, int, int]
#: Stones of the mover and of the other, passes in a row, the stones before the last turn, who moves.
GoStones = tuple[int, int, int, tuple[int, int] | None, int]
T = TypeVar("T", Flight, GoStones)
#: Where the ship or, in dispersed-go, the stone goes (0 for a pass), and the ship's stone or 0.
Code = tuple[int, int]


class QuickStones(Quick[T], Generic[T]):
    """What all variants share."""

    scale = 8.0

    def __init__(self, position: AstralisPosition) -> None:
        self.variant, self.board = position.variant, position.state.board
        hexes = tuple(each(self.board.full))
        near = {hex_: self.board.near_one(hex_) for hex_ in hexes}
        #: The neighbours of every hex, and the hexes two steps away.
        self.near = near
        self.beyond = {h: self.board.near(near[h]) & ~near[h] & ~h for h in hexes}
        #: After so many turns a play-out ends anyway: two may go round without putting a stone.
        self.patience = len(hexes)
        self._ahead = lru_cache(1 << 14)(self._points)

    def mover(self, state: T) -> int:
        return state[4]

    def lead(self, state: T, player: int) -> float:
        yellow = self._ahead(*pair(state[4], state[0], state[1]))
        return -yellow if player else yellow

    def _points(self, yellow: int, cyan: int) -> float:
        """Return how far yellow is ahead (rules 5.1 and 6.2 to 6.4)."""
        points = self.variant.points(State(self.board, (yellow, cyan), (0, 0), 0))
        return points[0] - points[1] - self.variant.komi

    @abstractmethod
    def whole(self, state: T) -> State:
        """Return the state as the rules know it."""

    def written(self, state: T, code: Code) -> str:
        target, stone = code
        text = self.board.label(target) or "--"
        if stone:
            text += "+" + (self.board.label(stone) if isinstance(self.variant, Standard) else "")
        return str(self.variant.read(self.whole(state), parse_move(text)))

    def roll(self, state: T, rng: Random) -> tuple[float, ...]:
        end = self.ended(state, rng)
        return self.lead(end, 0), self.lead(end, 1)

    @abstractmethod
    def ended(self, state: T, rng: Random) -> T:
        """Return the state at the end of a random game, or when patience is out."""


def picked(hexes: int, chance: float) -> int:
    """Return a hex of a set, by a number from 0 to 1: the first from there on."""
    after = int(chance * hexes.bit_length())
    rest = hexes >> after << after
    return rest & -rest


class QuickShips(QuickStones[Flight]):
    """Standard turns: standard, simplified and dice, which differ in points alone."""

    def of(self, position: AstralisPosition) -> Flight:
        state = position.state
        return state.mine, state.theirs, state.ship, state.their_ship, state.turn

    def whole(self, state: Flight) -> State:
        mine, theirs, ship, other, turn = state
        return State(self.board, pair(turn, mine, theirs), pair(turn, ship, other), turn)

    def children(self, state: Flight) -> list[tuple[Any, Flight]]:
        mine, theirs, ship, other, turn = state
        board, next_ = self.board, 1 - turn
        if not (ship and other):
            berths = ShipVariant.berths(board, turn)
            return [((hex_, 0), (theirs, mine, other, hex_, next_)) for hex_ in each(berths)]
        free = board.full & ~territory.explored(board, mine | theirs)
        if not free:
            return []
        targets = self.targets(state)
        if not targets:
            return [((0, 0), (theirs, mine, other, ship, next_))]
        return self.turns(state, targets, free)

    def targets(self, state: Flight) -> int:
        """Return where the mover's ship can fly (rule 4.1)."""
        mine, theirs, ship, other, _ = state
        return self.board.reach(ship, theirs | other) & ~mine

    def turns(self, state: Flight, targets: int, free: int) -> list[tuple[Any, Flight]]:
        """Return the turns of a ship that can move, as :meth:`children` does."""
        mine, theirs, ship, other, turn = state
        board, near, next_ = self.board, self.near, 1 - turn
        departure = ship & territory.enclosed(board, theirs, mine)
        theirs |= departure
        room = free & ~departure & ~other
        promising = territory.promising(board, mine, theirs, other)
        stones: dict[int, tuple[int, int]] = {}
        listed: list[tuple[Any, Flight]] = []
        for target in each(targets):
            listed.append(((target, 0), (theirs, mine, other, target, next_)))
            for stone in each(near[target] & room):
                if stone not in stones:
                    put = theirs, mine | stone
                    stones[stone] = self._followed(*put, other) if stone & promising else put
                listed.append(((target, stone), (*stones[stone], other, target, next_)))
        return listed

    def _followed(self, theirs: int, mine: int, other: int) -> tuple[int, int]:
        """Return the other's stones and the mover's, with what a stone brought about (4.4, 4.5)."""
        gains = territory.gains(self.board, mine, theirs, other)
        return theirs & ~gains.extracted, mine | gains.bonus | gains.late_bonus | gains.extracted

    def turn(self, state: Flight, rng: Random) -> tuple[Any, Flight] | None:
        mine, theirs, ship, other, _ = state
        free = self.board.full & ~territory.explored(self.board, mine | theirs)
        targets = [*each(self.targets(state))] if ship and other and free else []
        if not targets:
            return super().turn(state, rng)
        target = targets[int(rng.random() * len(targets))]
        alone, *planted = self.turns(state, target, free)
        return planted[int(rng.random() * len(planted))] if planted else alone

    def begun(self, state: Flight, rng: Random) -> Flight:
        """Return the state after the set-up, by lot where ships are still to be set up."""
        while not (state[2] and state[3]):
            turns = self.children(state)
            state = turns[int(rng.random() * len(turns))][1]
        return state

    def ended(self, state: Flight, rng: Random) -> Flight:
        mine, theirs, ship, other, turn = self.begun(state, rng)
        near, reach, around = self.near, self.board.reach, self.board.near
        full, chance = self.board.full, rng.random
        near_mine, near_theirs = around(mine), around(theirs)
        # Whether something far from the mover's next stone may follow from it, and from the other's.
        owed = owing = True
        for _ in range(self.patience):
            free = full & ~(mine | theirs | near_mine | near_theirs)
            if not free:
                break
            targets = reach(ship, theirs | other) & ~mine
            if ship & free and targets and not near[ship] & (near_mine | ~near_theirs):  # rule 4.2
                theirs |= ship
                free ^= ship
            room = free & around(targets) & ~other
            if room:
                stone = picked(room, chance())
                ship = picked(near[stone] & targets, chance())
                mine |= stone
                near_mine |= near[stone]
                # The other's stone that is put where the mover's are all round is taken later.
                owing = owing or not near[stone] & ~near_theirs
                if owed or self._rounds_off(stone, theirs | free & ~near_mine & ~other, near_mine):
                    before = theirs
                    theirs, mine = self._followed(theirs, mine, other)
                    near_mine, near_theirs = around(mine), around(theirs)
                    owed, owing = False, owing or theirs != before
            elif targets:
                ship = picked(targets, chance())
            mine, theirs, near_mine, near_theirs = theirs, mine, near_theirs, near_mine
            ship, other, turn, owed, owing = other, ship, 1 - turn, owing, owed
        return mine, theirs, ship, other, turn

    def _rounds_off(self, stone: int, inside: int, near_mine: int) -> bool:
        rings = self.beyond[stone] & inside
        while rings:
            hex_ = rings & -rings
            if not self.near[hex_] & ~near_mine:
                return True
            rings ^= hex_
        return False


class QuickBees(QuickShips):
    """Beeline: flowers straight ahead, which block every bee (rule 6.3)."""

    scale = 2.0

    def targets(self, state: Flight) -> int:
        mine, theirs, ship, other, _ = state
        return self.board.reach(ship, mine | theirs | other) & ~mine & ~theirs & ~other

    def turns(self, state: Flight, targets: int, free: int) -> list[tuple[Any, Flight]]:
        mine, theirs, ship, other, turn = state
        listed: list[tuple[Any, Flight]] = []
        for target in each(targets):
            listed.append(((target, 0), (theirs, mine, other, target, 1 - turn)))
            ahead = self.board.ahead(ship, target) & free & ~other
            if ahead:
                listed.append(((target, ahead), (theirs, mine | ahead, other, target, 1 - turn)))
        return listed

    def ended(self, state: Flight, rng: Random) -> Flight:
        mine, theirs, ship, other, turn = self.begun(state, rng)
        board, near = self.board, self.near
        explored = territory.explored(board, mine | theirs)
        for _ in range(self.patience):
            if explored == board.full:
                break
            targets = self.targets((mine, theirs, ship, other, turn))
            flowers = targets & ~explored & ~near[ship]
            if flowers:
                flower = picked(flowers, rng.random())
                ship = board.between(ship, flower)[-1]
                mine |= flower
                explored |= flower | near[flower]
            elif targets:
                ship = picked(targets, rng.random())
            mine, theirs, ship, other, turn = theirs, mine, other, ship, 1 - turn
        return mine, theirs, ship, other, turn


class QuickGo(QuickStones[GoStones]):
    """Dispersed-go, with passes and ko (rule 6.4)."""

    def of(self, position: AstralisPosition) -> GoStones:
        state = position.state
        before = state.before and pair(state.turn, *state.before)
        return state.mine, state.theirs, state.passes, before, state.turn

    def whole(self, state: GoStones) -> State:
        mine, theirs, passes, before, turn = state
        past = before and pair(turn, *before)
        return State(self.board, pair(turn, mine, theirs), (0, 0), turn, passes, past)

    def children(self, state: GoStones) -> list[tuple[Any, GoStones]]:
        mine, theirs, passes, before, turn = state
        if passes >= 2:
            return []
        listed: list[tuple[Any, GoStones]] = []
        for hex_ in each(self.room(mine, theirs)):
            after = self.placed(mine, theirs, hex_)
            if after and after != before:
                listed.append(((hex_, 0), (after[1], after[0], 0, (theirs, mine), 1 - turn)))
        listed.append(((0, 0), (theirs, mine, passes + 1, (theirs, mine), 1 - turn)))
        return listed

    def room(self, mine: int, theirs: int) -> int:
        return self.board.full & ~territory.explored(self.board, mine | theirs)

    def placed(self, mine: int, theirs: int, hex_: int) -> tuple[int, int] | None:
        """Return the stones of the mover and of the other after a placement, None for a suicide.

        A stone beside a liberty is alive, so that most turns need no groups.
        """
        board = self.board
        mine |= hex_
        safe = board.near(territory.liberties(board, mine | theirs))
        if theirs & ~safe:
            theirs = territory.connected(board, theirs & safe, theirs)
            safe = board.near(territory.liberties(board, mine | theirs))
        if hex_ & ~safe and not hex_ & territory.connected(board, mine & safe, mine):
            return None
        return mine, theirs

    def ended(self, state: GoStones, rng: Random) -> GoStones:
        mine, theirs, passes, before, turn = state
        for _ in range(self.patience):
            if passes == 2:
                break
            room, after = self.room(mine, theirs), None
            while room and (after is None or after == before):
                hex_ = picked(room, rng.random())
                room ^= hex_
                after = self.placed(mine, theirs, hex_)
            if after is None or after == before:
                after, passes = (mine, theirs), passes + 1
            else:
                passes = 0
            before = theirs, mine
            theirs, mine = after
            turn = 1 - turn
        return mine, theirs, passes, before, turn


_STATES: Mapping[str, Callable[[AstralisPosition], Quick[Any]]] = {
    "beeline": QuickBees,
    "dispersed-go": QuickGo,
}


def quick(position: AstralisPosition) -> Quick[Any]:
    """Return the quick states of a position's board and variant."""
    return _STATES.get(position.variant.name, QuickShips)(position)


def levels(position: AstralisPosition) -> tuple[str, ...]:
    """Return the players of the five levels."""
    return "random", "greedy", "uct:100", "uct:400", "uct:1600"
