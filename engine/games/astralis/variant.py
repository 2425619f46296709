"""What every variant answers about a state, and the set-up and flight that all with ships share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from engine.games.astralis import territory
from engine.games.astralis.board import NAMES, PLAYERS, Board, Pair, State, each, pair
from engine.games.astralis.events import AstralisPassed, ShipSetUp
from engine.games.astralis.moves import AstralisMove, Said
from engine.play.position import Event


class Variant(ABC):
    """The rules of one variant; it holds nothing but constants."""

    name: ClassVar[str]
    title: ClassVar[str]
    #: What cyan adds to the score (rule 5.1).
    komi: ClassVar[float] = 3.5
    #: Whether hexes are controlled (rule 2.1).
    has_control: ClassVar[bool] = True
    #: The paragraph that says when the game ends.
    end_rule: ClassVar[str] = "5.1"

    def over(self, state: State) -> bool:
        """Tell whether the game has ended: every hex is explored (rules 5.1 and 6.3)."""
        return territory.explored(state.board, state.occupied) == state.board.full

    @abstractmethod
    def points(self, state: State) -> Pair:
        """Return yellow's and cyan's points, without komi."""

    @abstractmethod
    def moves(self, state: State) -> Iterator[AstralisMove]:
        """Yield the legal moves of a game that is on, in order of their hexes."""

    @abstractmethod
    def read(self, state: State, said: Said) -> AstralisMove:
        """Return the legal move that was written, with all that follows, in a game that is on.

        Raises IllegalMoveError.
        """

    @abstractmethod
    def after(self, state: State, move: AstralisMove) -> State:
        """Return the state after a legal move."""

    @abstractmethod
    def events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield what a legal move brings about, but for the game's end."""


def on_board(board: Board, name: str, said: Said) -> int:
    """Return the hex called ``name``.

    Raises IllegalMoveError where the board has none (rule 1.2).
    """
    hex_ = board.find(name)
    if not hex_:
        raise said.illegal(f"a board of side {board.side} has no hex {name}", "1.2")
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
    def read_turn(self, state: State, said: Said, target: int) -> AstralisMove:
        """Return the written move of a ship that can reach ``target``.

        Raises IllegalMoveError.
        """

    # --------------------------------------------------------------------------------- set-up

    @staticmethod
    def in_set_up(state: State) -> bool:
        """Tell whether a ship is still to be set up (rule 1.3)."""
        return not (state.ships[0] and state.ships[1])

    @staticmethod
    def berths(board: Board, player: int) -> int:
        """Return where a player may set up the ship: the edge row without corners (rule 3.1)."""
        return board.row(0 if player == 0 else 2 * board.side - 2) & ~board.corners()

    def _read_set_up(self, state: State, said: Said) -> AstralisMove:
        board = state.board
        berths = self.berths(board, state.turn)
        labels = board.labels(berths)
        where = f"{labels[0]} to {labels[-1]}" if len(labels) > 1 else labels[0]
        expected = f"{NAMES[state.turn]} sets up the {self.ship} on {where}"
        if said.is_pass:
            raise said.illegal(f"there is no passing; {expected}", "4.7")
        target = on_board(board, said.hex, said)
        if not target & berths:
            raise said.illegal(expected, "3.1")
        if not said.is_hex_alone:
            raise said.illegal(f"a set-up move is the hex alone: {said.hex}", "3.1")
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

    def read(self, state: State, said: Said) -> AstralisMove:
        """Return the legal move that was written, with all that follows.

        Raises IllegalMoveError.
        """
        if self.in_set_up(state):
            return self._read_set_up(state, said)
        if said.is_pass:
            targets = self.targets(state, self.blockers(state))
            if targets:
                free = state.board.labels(targets)[0]
                reason = f"a {self.ship} that can move must; {free} is free to fly to"
                raise said.illegal(reason, "4.7")
            return AstralisMove(state.board, 0)
        target = on_board(state.board, said.hex, said)
        fault = self._flight_fault(state, target)
        if fault is not None:
            raise said.illegal(*fault)
        return self.read_turn(state, said, target)

    def after(self, state: State, move: AstralisMove) -> State:
        """Return the state after a legal move."""
        board, before, ships, turn = state[:4]
        if move.hex:
            ships = pair(turn, move.hex, ships[1 - turn])
        mine = before[turn] | move.stone | move.bonus | move.extracted
        theirs = (before[1 - turn] | move.departure) & ~move.extracted
        return State(board, pair(turn, mine, theirs), ships, 1 - turn, 0, before)

    def events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield what a legal move brings about, but for the game's end."""
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
