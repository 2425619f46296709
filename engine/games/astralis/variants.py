"""The five variants by name (rule 1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from engine.games.astralis import territory
from engine.games.astralis.board import PLAYERS, Board, Pair, State, each, pair
from engine.games.astralis.events import AstralisPassed, Captured, ShipMoved, StonePlaced
from engine.games.astralis.moves import AstralisMove, Said
from engine.games.astralis.standard import Dice, Simplified, Standard
from engine.games.astralis.variant import ShipVariant, Variant, on_board, why_explored
from engine.play.position import Event

# ------------------------------------------------------------------------------------------ beeline


class Beeline(ShipVariant):
    """Ships are bees, stones are flowers; there is no control."""

    name = "beeline"
    title = "Beeline"
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
        """Return every flower, and the other bee."""
        return state.occupied | state.their_ship

    def room(self, state: State) -> int:
        """Return the hexes that can take a flower."""
        return (
            state.board.full & ~territory.explored(state.board, state.occupied) & ~state.their_ship
        )

    def turns(self, state: State, targets: int) -> Iterator[AstralisMove]:
        """Yield for every destination the move without a flower, then the one with it."""
        board, room = state.board, self.room(state)
        for target in each(targets):
            yield AstralisMove(board, target)
            ahead = board.ahead(state.ship, target) & room
            if ahead:
                yield AstralisMove(board, target, ahead, ahead=True)

    def read_turn(self, state: State, said: Said, target: int) -> AstralisMove:
        """Return the written move of a bee that can reach ``target``.

        Raises IllegalMoveError.
        """
        if said.stone or said.tells_what_follows:
            reason = f"a flower goes straight ahead only and is written {said.hex}+"
            raise said.illegal(reason, "6.3")
        if not said.ahead:
            return AstralisMove(state.board, target)
        ahead = state.board.ahead(state.ship, target)
        if not ahead:
            raise said.illegal(f"the board ends straight ahead of {said.hex}", "6.3")
        if ahead & state.their_ship:
            owner = "cyan" if state.turn == 0 else "yellow"
            where = state.board.label(ahead)
            raise said.illegal(f"{owner}'s bee is on {where}, straight ahead", "6.3")
        if not ahead & self.room(state):
            raise said.illegal(why_explored(state, ahead, "flower"), "6.3")
        return AstralisMove(state.board, target, ahead, ahead=True)

    def turn_events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield the flight, and the flower."""
        board, player = state.board, PLAYERS[state.turn]
        yield ShipMoved(player, board.label(state.ship), board.label(move.hex))
        if move.stone:
            yield StonePlaced(player, board.label(move.stone), self.stone)


# ------------------------------------------------------------------------------------- dispersed go


def liberties(board: Board, stones: int) -> int:
    """Return the hexes next to exactly one stone.

    They are empty, as stones are never adjacent.
    """
    counted = board.tally(stones)
    return counted.one & ~counted.two


def connected(board: Board, seeds: int, stones: int) -> int:
    """Return the stones in the groups of ``seeds``.

    Stones are connected when some hex neighbours both, so when they are two steps apart.
    """
    group = 0
    grown = seeds
    while grown != group:
        group = grown
        grown |= board.near(board.near(group)) & stones
    return group


def alive(board: Board, own: int, stones: int) -> int:
    """Return those of a player's stones whose groups have a liberty."""
    return connected(board, board.near(liberties(board, stones)) & own, own)


class DispersedGo(Variant):
    """No ships; a stone a turn."""

    name = "dispersed-go"
    title = "Dispersed Go"
    end_rule = "6.4"

    def over(self, state: State) -> bool:
        """Tell whether both players passed in a row."""
        return state.passes >= 2

    def points(self, state: State) -> Pair:
        """Return each player's stones and the hexes next to theirs alone."""
        yellow, cyan = state.stones
        return (
            territory.controlled(state.board, yellow, cyan).bit_count(),
            territory.controlled(state.board, cyan, yellow).bit_count(),
        )

    def room(self, state: State) -> int:
        """Return the hexes that hold no stone and neighbour none."""
        return state.board.full & ~territory.explored(state.board, state.occupied)

    # ------------------------------------------------------------------------------- placing

    def captured(self, state: State, hex_: int) -> int:
        """Return the opponent's stones that a stone of the mover's on ``hex_`` removes."""
        stones = state.occupied | hex_
        return state.theirs & ~alive(state.board, state.theirs, stones)

    def stones_after(self, state: State, hex_: int) -> Pair:
        """Return the stones after the mover's stone on ``hex_``, legal or not."""
        theirs = state.theirs & ~self.captured(state, hex_)
        return pair(state.turn, state.mine | hex_, theirs)

    def _is_suicide(self, state: State, hex_: int) -> bool:
        """Tell whether the placed stone's group has no liberty after captures ([reading])."""
        stones = self.stones_after(state, hex_)
        own = stones[state.turn]
        return not hex_ & alive(state.board, own, stones[0] | stones[1])

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
        """Yield the placements, then the pass."""
        board = state.board
        near = board.near(state.occupied)
        ko = self._ko_hex(state)
        for hex_ in each(self.room(state)):
            # A neighbour that no stone touches yet becomes the new stone's own liberty.
            safe = board.near_one(hex_) & ~near
            if (safe or not self._is_suicide(state, hex_)) and not (
                hex_ == ko and self._is_ko(state, hex_)
            ):
                yield AstralisMove(board, hex_)
        yield AstralisMove(board, 0)

    def read(self, state: State, said: Said) -> AstralisMove:
        """Return the legal move that was written.

        Raises IllegalMoveError.
        """
        if said.is_pass:
            return AstralisMove(state.board, 0)
        hex_ = on_board(state.board, said.hex, said)
        if not said.is_hex_alone:
            reason = f"there are no ships; a turn is the planet's hex alone: {said.hex}"
            raise said.illegal(reason, "6.4")
        if not hex_ & self.room(state):
            raise said.illegal(why_explored(state, hex_, "planet"), "6.4")
        if self._is_suicide(state, hex_):
            raise said.illegal(f"the planet's group on {said.hex} would have no liberty", "6.4")
        if self._is_ko(state, hex_):
            reason = "ko: it would restore the position before the opponent's last turn"
            raise said.illegal(reason, "6.4")
        return AstralisMove(state.board, hex_)

    def after(self, state: State, move: AstralisMove) -> State:
        """Return the state after a legal move."""
        board, stones, ships, turn, passes, _ = state
        if not move.hex:
            return State(board, stones, ships, 1 - turn, passes + 1, stones)
        placed = self.stones_after(state, move.hex)
        return State(board, placed, ships, 1 - turn, 0, stones)

    def events(self, state: State, move: AstralisMove) -> Iterator[Event]:
        """Yield the stone and the captures, or the pass."""
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
