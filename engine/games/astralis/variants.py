"""The five variants (rule 1.4): what each answers about a state.

All with ships share set-up (rule 3.1), flight (rule 4.1) and passing (rule 4.7).  Variants hold nothing
but constants.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import MappingProxyType
from typing import ClassVar

from engine.games.astralis import territory
from engine.games.astralis.board import NAMES, PLAYERS, Board, Pair, State, each, pair
from engine.games.astralis.events import (
    AstralisPassed,
    Bonus,
    Captured,
    DepartureBonus,
    Extracted,
    ShipMoved,
    ShipSetUp,
    StonePlaced,
)
from engine.games.astralis.moves import AstralisMove, WrittenMove
from engine.games.astralis.territory import NOTHING, Gains
from engine.play.position import Event


class Variant(ABC):
    """The rules of one variant; it holds nothing but constants."""

    name: ClassVar[str]
    #: What cyan adds to the score (rule 5.1).
    komi: ClassVar[float] = 3.5
    #: Whether hexes are controlled (rule 2.1).
    has_control: ClassVar[bool] = True
    #: The paragraph that says when the game ends.
    end_rule: ClassVar[str] = "5.1"

    def over(self, state: State) -> bool:
        """Tell whether the game has ended: every hex is explored (rules 5.1 and 6.3)."""
        return territory.explored(state.board, state.occupied) == state.board.full

    def points(self, state: State) -> Pair:
        """Return yellow's and cyan's points, without komi: the hexes they control (rules 5.1, 6.4)."""
        yellow, cyan = state.stones
        return (
            territory.controlled(state.board, yellow, cyan).bit_count(),
            territory.controlled(state.board, cyan, yellow).bit_count(),
        )

    @abstractmethod
    def moves(self, state: State) -> Iterator[AstralisMove]:
        """Yield the legal moves of a game that is on, in order of their hexes."""

    @abstractmethod
    def read(self, state: State, written: WrittenMove) -> AstralisMove:
        """Return the legal move that was written, with all that follows, in a game that is on.

        Raises IllegalMoveError.
        """

    @abstractmethod
    def after(self, state: State, move: AstralisMove) -> State:
        """Return the state after a legal move."""

    @abstractmethod
    def events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield what a legal move brings about, but for the game's end."""


def on_board(board: Board, name: str, written: WrittenMove) -> int:
    """Return the hex called ``name``.

    Raises IllegalMoveError where the board has none (rule 1.2).
    """
    hex_ = board.find(name)
    if not hex_:
        raise written.illegal(f"a board of side {board.side} has no hex {name}", "1.2")
    return hex_


def owner(state: State, hex_: int) -> str:
    """Return the name of the player whose stone is on a hex, or whose ship where no stone is."""
    yellow, _ = state.stones if hex_ & state.occupied else state.ships
    return NAMES[0] if hex_ & yellow else NAMES[1]


def why_explored(state: State, hex_: int, what: str) -> str:
    """Return in words why a hex is explored (rule 2.1); ``what`` is the variant's word for a stone."""
    name = state.board.label(hex_)
    if hex_ & state.occupied:
        return f"{name} is explored: {owner(state, hex_)}'s {what} is on it"
    beside = state.board.labels(state.board.near_one(hex_) & state.occupied)[0]
    return f"{name} is explored: it is next to a {what} on {beside}"


def _room(state: State, departure: int = 0) -> int:
    """Return the hexes that can take the mover's stone, after a departure (rules 4.3, 6.3, 6.4)."""
    explored = territory.explored(state.board, state.occupied | departure)
    return state.board.full & ~explored & ~state.their_ship


class ShipVariant(Variant):
    """Set-up (rule 3.1), flight (rule 4.1) and passing (rule 4.7); turns differ."""

    #: The variant's words for ship and stone.
    ship: ClassVar[str] = "ship"
    stone: ClassVar[str] = "planet"
    #: The paragraphs that say what blocks a ship and that it must move.
    block_rule: ClassVar[str] = "4.1"

    @abstractmethod
    def blockers(self, state: State) -> int:
        """Return what the mover's ship may not pass."""

    @abstractmethod
    def turns(self, state: State, targets: int) -> Iterator[AstralisMove]:
        """Yield the moves of a ship that can reach ``targets``."""

    @abstractmethod
    def read_turn(self, state: State, written: WrittenMove, target: int) -> AstralisMove:
        """Return the written move of a ship that can reach ``target``, or raise IllegalMoveError."""

    # --------------------------------------------------------------------------------- set-up

    @staticmethod
    def in_set_up(state: State) -> bool:
        """Tell whether a ship is still to be set up (rule 1.3)."""
        return not (state.ships[0] and state.ships[1])

    @staticmethod
    def berths(board: Board, player: int) -> int:
        """Return where a player may set up the ship: the edge row without corners (rule 3.1)."""
        return board.row(0 if player == 0 else 2 * board.side - 2) & ~board.corners()

    def _read_set_up(self, state: State, written: WrittenMove) -> AstralisMove:
        board = state.board
        berths = self.berths(board, state.turn)
        labels = board.labels(berths)
        where = f"{labels[0]} to {labels[-1]}" if len(labels) > 1 else labels[0]
        expected = f"{NAMES[state.turn]} sets up the {self.ship} on {where}"
        if written.is_pass:
            raise written.illegal(f"there is no passing; {expected}", "4.7")
        target = on_board(board, written.hex, written)
        if not target & berths:
            raise written.illegal(expected, "3.1")
        if not written.is_hex_alone:
            raise written.illegal(f"a set-up move is the hex alone: {written.hex}", "3.1")
        return AstralisMove(board, target)

    # --------------------------------------------------------------------------------- flight

    def targets(self, state: State, blockers: int) -> int:
        """Return where the mover's ship can fly (rule 4.1)."""
        reach = state.board.reach(state.ship, blockers)
        return reach & ~(state.stones[0] | state.stones[1])

    def _obstacle(self, state: State, hex_: int) -> str:
        what = self.stone if hex_ & state.occupied else self.ship
        return f"{owner(state, hex_)}'s {what}"

    def _flight_fault(self, state: State, target: int) -> tuple[str, str] | None:
        """Return why the ship cannot fly to a hex, and the rule; None where it can."""
        board, start = state.board, state.ship
        name, here = board.label(target), board.label(start)
        if target == start:
            return f"the {self.ship} is on {here} already and must move to another hex", "4.1"
        if board.direction(start, target) is None:
            return f"{name} is not in a straight line from the {self.ship} on {here}", "4.1"
        for hex_ in board.between(start, target):
            if hex_ & self.blockers(state):
                where = board.label(hex_)
                return f"{self._obstacle(state, hex_)} on {where} is in the way", self.block_rule
        if target & (state.occupied | state.their_ship):
            return f"{self._obstacle(state, target)} is on {name}", "4.1"
        return None

    # ---------------------------------------------------------------------------------- turns

    def moves(self, state: State) -> Iterator[AstralisMove]:
        """Yield set-up moves, turns by destination, or the pass of a ship that cannot move."""
        board = state.board
        if self.in_set_up(state):
            for hex_ in each(self.berths(board, state.turn)):
                yield AstralisMove(board, hex_)
            return
        targets = self.targets(state, self.blockers(state))
        if targets:
            yield from self.turns(state, targets)
        else:
            yield AstralisMove(board, 0)

    def read(self, state: State, written: WrittenMove) -> AstralisMove:
        if self.in_set_up(state):
            return self._read_set_up(state, written)
        if written.is_pass:
            targets = self.targets(state, self.blockers(state))
            if targets:
                free = state.board.labels(targets)[0]
                reason = f"a {self.ship} that can move must; {free} is free to fly to"
                raise written.illegal(reason, "4.7")
            return AstralisMove(state.board, 0)
        target = on_board(state.board, written.hex, written)
        fault = self._flight_fault(state, target)
        if fault is not None:
            raise written.illegal(*fault)
        return self.read_turn(state, written, target)

    def after(self, state: State, move: AstralisMove) -> State:
        board, before, ships, turn = state[:4]
        if move.hex:
            ships = pair(turn, move.hex, ships[1 - turn])
        mine = before[turn] | move.stone | move.bonus | move.extracted
        theirs = (before[1 - turn] | move.departure) & ~move.extracted
        return State(board, pair(turn, mine, theirs), ships, 1 - turn, 0, before)

    def events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        player = PLAYERS[state.turn]
        if not move.hex:
            yield AstralisPassed(player)
        elif self.in_set_up(state):
            yield ShipSetUp(player, state.board.label(move.hex), self.ship)
        else:
            yield from self.turn_events(state, move)

    @abstractmethod
    def turn_events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield what the move of a ship brings about."""


# ------------------------------------------------------------------------------------------ standard


class Standard(ShipVariant):
    """The game as published."""

    name = "standard"

    def blockers(self, state: State) -> int:
        """Return the opponent's stones and ship (rule 4.1)."""
        return state.theirs | state.their_ship

    # ------------------------------------------------------------------ departure and following

    def departure(self, state: State) -> int:
        """Return the hex where the opponent's stone is put once the ship leaves, 0 for none.

        [reading] It is put before the mover expands, whatever the ship's destination (rule 4.2).
        """
        return state.ship & territory.enclosed(state.board, state.theirs, state.mine)

    def _gains(self, state: State, stone: int, departure: int) -> Gains:
        """Return what follows from the mover's stone (rules 4.4 and 4.5).

        [reading] Extraction is done whenever possible.
        """
        mine, theirs = state.mine | stone, state.theirs | departure
        return territory.gains(state.board, mine, theirs, state.their_ship)

    # ---------------------------------------------------------------------------------- turns

    def turns(self, state: State, targets: int) -> Iterator[AstralisMove]:
        """Yield for every destination the move without a stone, then those with one.

        What follows from a stone does not depend on where the ship stands, so it is found once
        for every hex, and only where there may be something.
        """
        board = state.board
        departure = self.departure(state)
        room = _room(state, departure)
        promising = territory.promising(
            board, state.mine, state.theirs | departure, state.their_ship
        )
        followed: dict[int, Gains] = {}
        for target in each(targets):
            yield AstralisMove(board, target, 0, departure)
            for stone in each(board.near_one(target) & room):
                if not stone & promising:
                    yield AstralisMove(board, target, stone, departure)
                    continue
                gained = followed.get(stone)
                if gained is None:
                    gained = followed[stone] = self._gains(state, stone, departure)
                bonus = gained.bonus | gained.late_bonus
                yield AstralisMove(board, target, stone, departure, bonus, gained.extracted)

    def read_turn(self, state: State, written: WrittenMove, target: int) -> AstralisMove:
        departure = self.departure(state)
        if written.ahead:
            reason = "which hex takes the planet must be written; + alone is for beeline"
            raise written.illegal(reason, "4.8")
        stone, gained = 0, NOTHING
        if written.stone:
            stone = on_board(state.board, written.stone, written)
            self._check_stone(state, written, target, stone, departure)
            gained = self._gains(state, stone, departure)
        bonus = gained.bonus | gained.late_bonus
        move = AstralisMove(state.board, target, stone, departure, bonus, gained.extracted)
        if written.tells_what_follows and written.text != str(move):
            reason = f"what is written is not what follows; the whole move is {move}"
            raise written.illegal(reason, "4.8")
        return move

    def _check_stone(
        self, state: State, written: WrittenMove, target: int, stone: int, departure: int
    ) -> None:
        """Raise IllegalMoveError where a stone may not be put next to the ship (rule 4.3)."""
        board, name = state.board, written.stone
        if not stone & board.near_one(target):
            raise written.illegal(f"{name} is not next to the ship on {written.hex}", "4.3")
        if stone & state.their_ship:
            raise written.illegal(f"{owner(state, stone)}'s ship is on {name}", "4.3")
        if not stone & _room(state, departure):
            state = state._replace(stones=pair(state.turn, state.mine, state.theirs | departure))
            raise written.illegal(why_explored(state, stone, "planet"), "4.3")

    def turn_events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield flight, departure bonus, stone, and what follows in the order it happens."""
        board = state.board
        player, other = PLAYERS[state.turn], PLAYERS[1 - state.turn]
        yield ShipMoved(player, board.label(state.ship), board.label(move.hex))
        if move.departure:
            yield DepartureBonus(other, board.label(move.departure))
        if not move.stone:
            return
        yield StonePlaced(player, board.label(move.stone))
        gained = self._gains(state, move.stone, move.departure)
        for label in board.labels(gained.bonus):
            yield Bonus(player, label)
        for label in board.labels(gained.extracted):
            yield Extracted(player, label)
        for label in board.labels(gained.late_bonus):
            yield Bonus(player, label)


class Simplified(Standard):
    """The same game without tiles on the board (rule 6.1)."""

    name = "simplified"


class Dice(Standard):
    """Astralis scored by pips."""

    name = "dice"

    def points(self, state: State) -> Pair:
        """Return the sum of each player's pips (rule 6.2)."""
        yellow, cyan = state.stones
        return (
            territory.pips(state.board, yellow, cyan),
            territory.pips(state.board, cyan, yellow),
        )


# ------------------------------------------------------------------------------------------ beeline


class Beeline(ShipVariant):
    """Ships are bees, stones are flowers; there is no control."""

    name = "beeline"
    komi = 0.5
    has_control = False
    end_rule = "6.3"
    block_rule = "6.3"
    ship = "bee"
    stone = "flower"

    def points(self, state: State) -> Pair:
        """Return how many flowers each player has ([reading], rule 6.3)."""
        yellow, cyan = state.stones
        return yellow.bit_count(), cyan.bit_count()

    def blockers(self, state: State) -> int:
        return state.occupied | state.their_ship

    def turns(self, state: State, targets: int) -> Iterator[AstralisMove]:
        """Yield for every destination the move without a flower, then the one with it."""
        board, room = state.board, _room(state)
        for target in each(targets):
            yield AstralisMove(board, target)
            ahead = board.ahead(state.ship, target) & room
            if ahead:
                yield AstralisMove(board, target, ahead, ahead=True)

    def read_turn(self, state: State, written: WrittenMove, target: int) -> AstralisMove:
        if written.stone or written.tells_what_follows:
            reason = f"a flower goes straight ahead only and is written {written.hex}+"
            raise written.illegal(reason, "6.3")
        if not written.ahead:
            return AstralisMove(state.board, target)
        ahead = state.board.ahead(state.ship, target)
        if not ahead:
            raise written.illegal(f"the board ends straight ahead of {written.hex}", "6.3")
        if ahead & state.their_ship:
            bee = f"{owner(state, ahead)}'s bee is on {state.board.label(ahead)}"
            raise written.illegal(f"{bee}, straight ahead", "6.3")
        if not ahead & _room(state):
            raise written.illegal(why_explored(state, ahead, "flower"), "6.3")
        return AstralisMove(state.board, target, ahead, ahead=True)

    def turn_events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        board, player = state.board, PLAYERS[state.turn]
        yield ShipMoved(player, board.label(state.ship), board.label(move.hex))
        if move.stone:
            yield StonePlaced(player, board.label(move.stone), self.stone)


# ------------------------------------------------------------------------------------- dispersed go


class DispersedGo(Variant):
    """No ships; a stone a turn."""

    name = "dispersed-go"
    end_rule = "6.4"

    def over(self, state: State) -> bool:
        return state.passes >= 2

    # ------------------------------------------------------------------------------- placing

    def captured(self, state: State, hex_: int) -> int:
        """Return the opponent's stones that a stone of the mover's on ``hex_`` removes."""
        stones = state.occupied | hex_
        return state.theirs & ~territory.alive(state.board, state.theirs, stones)

    def stones_after(self, state: State, hex_: int) -> Pair:
        """Return the stones after the mover's stone on ``hex_``, legal or not."""
        theirs = state.theirs & ~self.captured(state, hex_)
        return pair(state.turn, state.mine | hex_, theirs)

    def _is_suicide(self, state: State, hex_: int) -> bool:
        """Tell whether the placed stone's group has no liberty after captures ([reading])."""
        stones = self.stones_after(state, hex_)
        own = stones[state.turn]
        return not hex_ & territory.alive(state.board, own, stones[0] | stones[1])

    def _ko_hex(self, state: State) -> int:
        """Return the only hex where a stone could restore the position before the last turn.

        It is the one stone the mover lost since then; 0 where there is none, or more than one.
        """
        if state.before is None:
            return 0
        lost = state.before[state.turn] & ~state.mine
        return lost if lost.bit_count() == 1 else 0

    def _is_ko(self, state: State, hex_: int) -> bool:
        """Tell whether a stone restores the position before the opponent's last turn ([reading])."""
        return hex_ == self._ko_hex(state) and self.stones_after(state, hex_) == state.before

    def moves(self, state: State) -> Iterator[AstralisMove]:
        board = state.board
        near = board.near(state.occupied)
        ko = self._ko_hex(state)
        for hex_ in each(_room(state)):
            # A neighbour that no stone touches yet becomes the new stone's own liberty.
            safe = board.near_one(hex_) & ~near
            if (safe or not self._is_suicide(state, hex_)) and not (
                hex_ == ko and self._is_ko(state, hex_)
            ):
                yield AstralisMove(board, hex_)
        yield AstralisMove(board, 0)

    def read(self, state: State, written: WrittenMove) -> AstralisMove:
        if written.is_pass:
            return AstralisMove(state.board, 0)
        hex_ = on_board(state.board, written.hex, written)
        if not written.is_hex_alone:
            reason = f"there are no ships; a turn is the planet's hex alone: {written.hex}"
            raise written.illegal(reason, "6.4")
        if not hex_ & _room(state):
            raise written.illegal(why_explored(state, hex_, "planet"), "6.4")
        if self._is_suicide(state, hex_):
            raise written.illegal(
                f"the planet's group on {written.hex} would have no liberty", "6.4"
            )
        if self._is_ko(state, hex_):
            reason = "ko: it would restore the position before the opponent's last turn"
            raise written.illegal(reason, "6.4")
        return AstralisMove(state.board, hex_)

    def after(self, state: State, move: AstralisMove) -> State:
        board, stones, ships, turn, passes, _ = state
        if not move.hex:
            return State(board, stones, ships, 1 - turn, passes + 1, stones)
        placed = self.stones_after(state, move.hex)
        return State(board, placed, ships, 1 - turn, 0, stones)

    def events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        player, other = PLAYERS[state.turn], PLAYERS[1 - state.turn]
        if not move.hex:
            yield AstralisPassed(player)
            return
        yield StonePlaced(player, state.board.label(move.hex))
        captured = state.board.labels(self.captured(state, move.hex))
        if captured:
            yield Captured(other, captured)


# ------------------------------------------------------------------------------------- all variants


_ALL: tuple[Variant, ...] = (Standard(), Simplified(), Dice(), Beeline(), DispersedGo())

VARIANTS = MappingProxyType({variant.name: variant for variant in _ALL})
