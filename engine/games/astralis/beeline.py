"""Beeline: bees put flowers straight ahead, and the most flowers win (rule 6.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.astralis import territory
from engine.games.astralis.board import each
from engine.games.astralis.events import ShipMoved, StonePlaced
from engine.games.astralis.moves import AstralisMove, Said
from engine.games.astralis.state import PLAYERS, Pair, State
from engine.games.astralis.variant import ShipVariant, why_explored
from engine.play.position import Event


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
