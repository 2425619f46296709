"""The five variants (rule 1.4): the turns of a state, what each brings about, and points.

All with ships share set-up (rule 3.1), flight (rule 4.1) and passing (rule 4.7).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache
from types import MappingProxyType
from typing import ClassVar

from engine.games.astralis.board import NAMES, Board, Pair, State, Tally, board, each
from engine.games.astralis.moves import AstralisMove
from engine.messages import Messages, all_of
from engine.play.position import Event, WordedEvent

say = Messages(__name__)

#: Where the ship or, in dispersed-go, the stone goes (0 for a pass), and the ship's stone or 0.
Code = tuple[int, int]
#: The fields of a state; made much quicker than a state.
Fields = tuple[int, int, int, int, int, int, Pair | None]
#: A turn, and the state after it.
Child = tuple[Code, Fields]


class Variant(ABC):
    """The rules of one variant on a board; it holds nothing but constants."""

    name: ClassVar[str]
    #: What cyan adds to the score (rule 5.1).
    komi: ClassVar[float] = 3.5
    #: The variant's words for ship and stone.
    ship: ClassVar[str] = say("ship")
    stone: ClassVar[str] = say("planet")
    #: What the players move.
    mover: ClassVar[str] = say("ship")
    #: Whether hexes are controlled (rule 2.1).
    has_control: ClassVar[bool] = True
    #: The paragraph that says when the game ends.
    end_rule: ClassVar[str] = "5.1"

    def __init__(self, board: Board) -> None:
        self.board = board

    def __reduce__(self) -> tuple[object, ...]:
        return variant_of, (self.name, self.board.side)

    def over(self, state: State) -> bool:
        """Tell whether the game has ended: every hex is explored (rules 5.1 and 6.3)."""
        return self.board.explored(state.occupied) == self.board.full

    def points(self, stones: Pair) -> Pair:
        """Return yellow's and cyan's points, without komi: the hexes they control (rules 5.1, 6.4)."""
        (yellow, cyan), _ = self.board.tiled(*stones)
        return yellow.bit_count(), cyan.bit_count()

    @abstractmethod
    def children(self, state: State) -> list[Child]:
        """Return every legal turn with the state after it, in order of their hexes."""

    @abstractmethod
    def read(self, state: State, move: AstralisMove) -> Code:
        """Return the legal turn that was written, in a game that is on; raise IllegalMoveError."""

    @abstractmethod
    def after(self, state: State, code: Code) -> State:
        """Return the state after a legal turn, with what there was before it."""

    @abstractmethod
    def events(self, state: State, move: AstralisMove, after: State) -> Iterator[Event]:
        """Yield what a legal move brings about, but for the game's end."""

    def move(self, state: State, code: Code, after: Fields) -> AstralisMove:
        return AstralisMove(self.board, *code, ahead=code[1] > 0)

    def room(self, state: State) -> int:
        """Return the hexes that can take the mover's stone (rules 4.3, 6.3, 6.4)."""
        return self.board.full & ~self.board.explored(state.occupied) & ~state.their_ship

    def pass_event(self, state: State) -> Event:
        return WordedEvent("passed", say("{Player} passes.", player=NAMES[state.turn]))

    def stone_event(self, state: State, hex_: int) -> Event:
        values = {"player": NAMES[state.turn], "what": self.stone, "hex": self.board.label(hex_)}
        return WordedEvent("stone placed", say("{Player} puts a {what} on {hex}.", **values))

    def obstacle(self, state: State, hex_: int) -> str:
        what, sets = (
            (self.stone, state.stones) if hex_ & state.occupied else (self.ship, state.ships)
        )
        return f"{NAMES[0] if hex_ & sets[0] else NAMES[1]}'s {what}"

    def why_explored(self, state: State, hex_: int) -> str:
        """Return in words why a hex is explored (rule 2.1)."""
        name = self.board.label(hex_)
        if hex_ & state.occupied:
            return f"{name} is explored: {self.obstacle(state, hex_)} is on it"
        beside = self.board.labels(self.board.near_one(hex_) & state.occupied)[0]
        return f"{name} is explored: it is next to a {self.stone} on {beside}"


class ShipVariant(Variant):
    """Set-up (rule 3.1), flight (rule 4.1) and passing (rule 4.7); turns differ."""

    #: The paragraph that says what blocks a ship.
    block_rule: ClassVar[str] = "4.1"

    @abstractmethod
    def blockers(self, state: State) -> int:
        """Return what the mover's ship may not pass."""

    @abstractmethod
    def flights(self, state: State, targets: int) -> Iterator[Child]:
        """Yield for every destination the turn without a stone, then those with one."""

    @abstractmethod
    def read_stone(self, state: State, move: AstralisMove) -> int:
        """Return the stone of a written turn, or raise IllegalMoveError."""

    def turn_events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield what follows once the ship has moved."""
        if move.stone:
            yield self.stone_event(state, move.stone)

    def departure(self, state: State) -> int:
        """Return the hex where the opponent's stone is put once the ship leaves, 0 for none."""
        return 0

    def followed(self, mine: int, theirs: int, ship: int) -> Pair:
        """Return my stones and the other's, with what my stone brings about."""
        return mine, theirs

    def targets(self, state: State) -> int:
        """Return where the mover's ship can fly (rule 4.1)."""
        return self.board.reach(state.ship, self.blockers(state)) & ~state.mine

    def children(self, state: State) -> list[Child]:
        mine, theirs, ship, other, turn, *_ = state
        if not (ship and other):
            rest = theirs, mine, other
            berths = each(self.board.berths(turn))
            return [((hex_, 0), (*rest, hex_, 1 - turn, 0, None)) for hex_ in berths]
        if self.over(state):
            return []
        if targets := self.targets(state):
            return [*self.flights(state, targets)]
        return [((0, 0), (theirs, mine, other, ship, 1 - turn, 0, None))]

    def after(self, state: State, code: Code) -> State:
        mine, theirs, ship, other, turn = state[:5]
        hex_, stone = code
        put = mine, theirs | (self.departure(state) if hex_ else 0)
        if stone:
            put = self.followed(mine | stone, put[1], other)
        return State(*put[::-1], other, hex_ or ship, 1 - turn, 0, (theirs, mine))

    def read(self, state: State, move: AstralisMove) -> Code:
        if not (state.ship and state.their_ship):
            return self._read_set_up(state, move), 0
        if not move.hex:
            if targets := self.targets(state):
                free = self.board.labels(targets)[0]
                reason = f"a {self.ship} that can move must; {free} is free to fly to"
                raise move.illegal(reason, "4.7")
            return 0, 0
        if fault := self._flight_fault(state, move.hex):
            raise move.illegal(*fault)
        return move.hex, self.read_stone(state, move)

    def _read_set_up(self, state: State, move: AstralisMove) -> int:
        berths = self.board.berths(state.turn)
        labels = self.board.labels(berths)
        where = f"{labels[0]} to {labels[-1]}" if len(labels) > 1 else labels[0]
        expected = f"{NAMES[state.turn]} sets up the {self.ship} on {where}"
        if not move.hex:
            raise move.illegal(f"there is no passing; {expected}", "4.7")
        if not move.hex & berths:
            raise move.illegal(expected, "3.1")
        if any(move[2:]):
            hex_ = self.board.label(move.hex)
            raise move.illegal(f"a set-up move is the hex alone: {hex_}", "3.1")
        return move.hex

    def _flight_fault(self, state: State, target: int) -> tuple[str, str] | None:
        board, start = self.board, state.ship
        name, here = board.label(target), board.label(start)
        if target == start:
            return f"the {self.ship} is on {here} already and must move to another hex", "4.1"
        if board.direction(start, target) is None:
            return f"{name} is not in a straight line from the {self.ship} on {here}", "4.1"
        for hex_ in board.between(start, target):
            if hex_ & self.blockers(state):
                what = f"{self.obstacle(state, hex_)} on {board.label(hex_)}"
                return f"{what} is in the way", self.block_rule
        if target & (state.occupied | state.their_ship):
            return f"{self.obstacle(state, target)} is on {name}", "4.1"
        return None

    def events(self, state: State, move: AstralisMove, after: State) -> Iterator[Event]:
        if not move.hex:
            yield self.pass_event(state)
            return
        name, hex_ = NAMES[state.turn], self.board.label(move.hex)
        if not (state.ship and state.their_ship):
            values = {"player": name, "what": self.ship, "hex": hex_}
            yield WordedEvent("ship set up", say("{Player} sets up the {what} on {hex}.", **values))
            return
        values = {"player": name, "start": self.board.label(state.ship), "end": hex_}
        yield WordedEvent("ship moved", say("{Player} flies from {start} to {end}.", **values))
        yield from self.turn_events(state, move)


# ------------------------------------------------------------------------------------------ standard


class Standard(ShipVariant):
    """The game as published."""

    name = "standard"

    def blockers(self, state: State) -> int:
        """Return the opponent's stones and ship (rule 4.1)."""
        return state.theirs | state.their_ship

    def departure(self, state: State) -> int:
        # [reading] It is put before the mover expands, whatever the ship's destination (rule 4.2).
        if self.board.near_one(state.ship) & state.occupied:
            return 0  # it is explored, as mostly
        return state.ship & self.board.enclosed(state.theirs, state.mine)

    def followed(self, mine: int, theirs: int, ship: int) -> Pair:
        # [reading] Extraction is done whenever possible (rules 4.4, 4.5).
        gains = self.board.gains(mine, theirs, ship)
        return mine | gains.bonus | gains.late_bonus | gains.extracted, theirs & ~gains.extracted

    def flights(self, state: State, targets: int) -> Iterator[Child]:
        mine, theirs, _, other, turn, *_ = state
        board, turn = self.board, 1 - turn
        theirs |= self.departure(state)
        room = board.full & ~board.explored(mine | theirs) & ~other
        # What follows from a stone does not depend on where the ship stands.
        carried: dict[int, Pair] = {}
        for target in each(targets):
            yield (target, 0), (theirs, mine, other, target, turn, 0, None)
            for stone in each(board.near_one(target) & room):
                if stone not in carried:
                    carried[stone] = self.followed(mine | stone, theirs, other)
                own, others = carried[stone]
                yield (target, stone), (others, own, other, target, turn, 0, None)

    def move(self, state: State, code: Code, after: Fields) -> AstralisMove:
        hex_, stone = code
        departure = self.departure(state) if state.ship & (after[0] | after[1]) else 0
        gained = after[1] ^ state.mine ^ stone
        extracted = gained & (state.theirs | departure)
        parts = self.board, hex_, stone, departure, gained ^ extracted, extracted, False
        return AstralisMove._make(parts)

    def read_stone(self, state: State, move: AstralisMove) -> int:
        if move.ahead:
            reason = "which hex takes the planet must be written; + alone is for beeline"
            raise move.illegal(reason, "4.8")
        stone, name = move.stone, self.board.label(move.stone)
        if not stone:
            return 0
        if not stone & self.board.near_one(move.hex):
            beside = self.board.label(move.hex)
            raise move.illegal(f"{name} is not next to the ship on {beside}", "4.3")
        if stone & state.their_ship:
            raise move.illegal(f"{self.obstacle(state, stone)} is on {name}", "4.3")
        state = state._replace(theirs=state.theirs | self.departure(state))
        if not stone & self.room(state):
            raise move.illegal(self.why_explored(state, stone), "4.3")
        return stone

    def turn_events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        values = {"player": NAMES[state.turn], "other": NAMES[1 - state.turn]}
        if move.departure:
            hex_ = self.board.label(move.departure)
            words = say(
                "{Player} gets the bonus planet on {hex}, as the ship has left it.",
                player=values["other"],
                hex=hex_,
            )
            yield WordedEvent("departure bonus", words)
        if not move.stone:
            return
        yield self.stone_event(state, move.stone)
        stones = state.mine | move.stone, state.theirs | move.departure
        gained = self.board.gains(*stones, state.their_ship)
        for hexes in gained:
            for values["hex"] in self.board.labels(hexes):
                words = say(
                    "{Player} has surrounded {hex} and gets a bonus planet there.", **values
                )
                taken = say("{Player} extracts {other}'s planet on {hex}.", **values)
                is_taken = hexes == gained.extracted
                yield WordedEvent("extracted", taken) if is_taken else WordedEvent("bonus", words)


class Simplified(Standard):
    """The same game without tiles on the board (rule 6.1)."""

    name = "simplified"


class Dice(Standard):
    """Astralis scored by pips."""

    name = "dice"

    def points(self, stones: Pair) -> Pair:
        """Return the sum of each player's pips (rule 6.2)."""
        return self.board.pips(*stones), self.board.pips(*stones[::-1])


# ------------------------------------------------------------------------------------------ beeline


class Beeline(ShipVariant):
    """Ships are bees, stones are flowers; there is no control."""

    name = "beeline"
    komi = 0.5
    ship, stone, mover = say("bee"), say("flower"), say("bee")
    has_control = False
    end_rule = block_rule = "6.3"

    def points(self, stones: Pair) -> Pair:
        """Return how many flowers each player has ([reading], rule 6.3)."""
        return stones[0].bit_count(), stones[1].bit_count()

    def blockers(self, state: State) -> int:
        return state.occupied | state.their_ship

    def flights(self, state: State, targets: int) -> Iterator[Child]:
        mine, theirs, ship, other, turn, *_ = state
        room = self.room(state)
        for target in each(targets):
            rest = other, target, 1 - turn, 0, None
            yield (target, 0), (theirs, mine, *rest)
            if ahead := self.board.ahead(ship, target) & room:
                yield (target, ahead), (theirs, mine | ahead, *rest)

    def read_stone(self, state: State, move: AstralisMove) -> int:
        here = self.board.label(move.hex)
        if move.stone or move.tells_what_follows:
            reason = f"a flower goes straight ahead only and is written {here}+"
            raise move.illegal(reason, "6.3")
        if not move.ahead:
            return 0
        ahead = self.board.ahead(state.ship, move.hex)
        if not ahead:
            raise move.illegal(f"the board ends straight ahead of {here}", "6.3")
        if ahead & state.their_ship:
            bee = f"{self.obstacle(state, ahead)} is on {self.board.label(ahead)}"
            raise move.illegal(f"{bee}, straight ahead", "6.3")
        if not ahead & self.room(state):
            raise move.illegal(self.why_explored(state, ahead), "6.3")
        return ahead


# ------------------------------------------------------------------------------------- dispersed go


class DispersedGo(Variant):
    """No ships; a stone a turn."""

    name = "dispersed-go"
    mover = say("planet")
    end_rule = "6.4"

    def over(self, state: State) -> bool:
        return state.passes >= 2

    def placed(self, mine: int, theirs: int, hex_: int, counted: Tally) -> Pair | None:
        """Return my stones and the other's after my stone on ``hex_``, None for a suicide ([reading]).

        ``counted`` is the tally of the stones before; a stone beside a liberty is alive.
        """
        board, near = self.board, self.board.near_one(hex_)
        mine |= hex_
        safe = board.near((counted.one | near) & ~counted.two & ~(counted.one & near))
        if theirs & ~safe:
            alive = board.connected(theirs & safe, theirs)
            if alive != theirs:
                theirs = alive
                counted = board.tally(mine | theirs)
                safe = board.near(counted.one & ~counted.two)  # the liberties
        if hex_ & ~safe and not hex_ & board.connected(mine & safe, mine):
            return None
        return mine, theirs

    def children(self, state: State) -> list[Child]:
        mine, theirs, _, _, turn, passes, before = state
        if passes >= 2:
            return []
        now, counted = (theirs, mine), self.board.tally(mine | theirs)
        listed: list[Child] = []
        for hex_ in each(self.board.full & ~(mine | theirs | counted.one)):
            put = self.placed(mine, theirs, hex_, counted)
            if put and put != before:
                listed.append(((hex_, 0), (put[1], put[0], 0, 0, 1 - turn, 0, now)))
        return [*listed, ((0, 0), (theirs, mine, 0, 0, 1 - turn, passes + 1, now))]

    def read(self, state: State, move: AstralisMove) -> Code:
        hex_, name = move.hex, self.board.label(move.hex)
        if not hex_:
            return 0, 0
        if any(move[2:]):
            reason = f"there are no ships; a turn is the planet's hex alone: {name}"
            raise move.illegal(reason, "6.4")
        if not hex_ & self.room(state):
            raise move.illegal(self.why_explored(state, hex_), "6.4")
        put = self.placed(state.mine, state.theirs, hex_, self.board.tally(state.occupied))
        if not put:
            reason = f"the planet's group on {name} would have no liberty"
            raise move.illegal(reason, "6.4")
        if put == state.before:  # [reading]
            reason = "ko: it would restore the position before the opponent's last turn"
            raise move.illegal(reason, "6.4")
        return hex_, 0

    def after(self, state: State, code: Code) -> State:
        mine, theirs, _, _, turn, passes, _ = state
        before = theirs, mine
        if code[0]:
            put = self.placed(mine, theirs, code[0], self.board.tally(mine | theirs))
            mine, theirs = put or (mine, theirs)
        return State(theirs, mine, 0, 0, 1 - turn, 0 if code[0] else passes + 1, before)

    def events(self, state: State, move: AstralisMove, after: State) -> Iterator[Event]:
        if not move.hex:
            yield self.pass_event(state)
            return
        yield self.stone_event(state, move.hex)
        if captured := self.board.labels(state.theirs & ~after.mine):
            values = {"player": NAMES[1 - state.turn], "hexes": all_of(captured)}
            one = say("{Player}'s planet on {hexes} has no liberty and is removed.", **values)
            more = say("{Player}'s planets on {hexes} have no liberty and are removed.", **values)
            yield WordedEvent("captured", more if len(captured) > 1 else one)


_ALL: tuple[type[Variant], ...] = (Standard, Simplified, Dice, Beeline, DispersedGo)

#: The kinds of variant by name.
VARIANTS = MappingProxyType({kind.name: kind for kind in _ALL})


@cache
def variant_of(name: str, side: int) -> Variant:
    """Return the variant of a name on the board of a side."""
    return VARIANTS[name](board(side))
