"""Astralis itself: explore, expand, bonus planets and extractions (rules 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.astralis import territory
from engine.games.astralis.board import PLAYERS, Pair, State, each
from engine.games.astralis.events import (
    Bonus,
    DepartureBonus,
    Extracted,
    ShipMoved,
    StonePlaced,
)
from engine.games.astralis.moves import AstralisMove, Said
from engine.games.astralis.territory import NOTHING, Gains
from engine.games.astralis.variant import ShipVariant, on_board, why_explored
from engine.play.position import Event


class Standard(ShipVariant):
    """The game as published."""

    name = "standard"
    title = "Astralis"

    def points(self, state: State) -> Pair:
        """Return how many hexes each player controls (rule 5.1)."""
        yellow, cyan = state.stones
        return (
            territory.controlled(state.board, yellow, cyan).bit_count(),
            territory.controlled(state.board, cyan, yellow).bit_count(),
        )

    def blockers(self, state: State) -> int:
        """Return the opponent's stones and ship (rule 4.1)."""
        return state.theirs | state.their_ship

    # ------------------------------------------------------------------ departure and following

    def departure(self, state: State) -> int:
        """Return the hex where the opponent's stone is put once the ship leaves, 0 for none.

        [reading] It is put before the mover expands, whatever the ship's destination (rule 4.2).
        """
        return state.ship & territory.enclosed(state.board, state.theirs, state.mine)

    def room(self, state: State, departure: int) -> int:
        """Return the hexes that can take the mover's stone after a departure (rule 4.3)."""
        stones = state.occupied | departure
        return state.board.full & ~territory.explored(state.board, stones) & ~state.their_ship

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
        room = self.room(state, departure)
        promising = territory.promising(
            board, state.mine, state.theirs | departure, state.their_ship
        )
        found: dict[int, Gains] = {}
        for target in each(targets):
            yield AstralisMove(board, target, 0, departure)
            for stone in each(board.near_one(target) & room):
                if not stone & promising:
                    yield AstralisMove(board, target, stone, departure)
                    continue
                gained = found.get(stone)
                if gained is None:
                    gained = found[stone] = self._gains(state, stone, departure)
                bonus = gained.bonus | gained.late_bonus
                yield AstralisMove(board, target, stone, departure, bonus, gained.extracted)

    def read_turn(self, state: State, said: Said, target: int) -> AstralisMove:
        """Return the written move of a ship that can reach ``target``, with all that follows.

        Raises IllegalMoveError.
        """
        departure = self.departure(state)
        if said.ahead:
            reason = "which hex takes the planet must be written; + alone is for beeline"
            raise said.illegal(reason, "4.8")
        stone, gained = 0, NOTHING
        if said.stone:
            stone = on_board(state.board, said.stone, said)
            self._check_stone(state, said, target, stone, departure)
            gained = self._gains(state, stone, departure)
        bonus = gained.bonus | gained.late_bonus
        move = AstralisMove(state.board, target, stone, departure, bonus, gained.extracted)
        if said.tells_what_follows and said.text != str(move):
            reason = f"what is written is not what follows; the whole move is {move}"
            raise said.illegal(reason, "4.8")
        return move

    def _check_stone(
        self, state: State, said: Said, target: int, stone: int, departure: int
    ) -> None:
        """Raise IllegalMoveError where a stone may not be put next to the ship (rule 4.3)."""
        board, name = state.board, said.stone
        if not stone & board.near_one(target):
            raise said.illegal(f"{name} is not next to the ship on {said.hex}", "4.3")
        if stone & state.their_ship:
            owner = "cyan" if state.turn == 0 else "yellow"
            raise said.illegal(f"{owner}'s ship is on {name}", "4.3")
        if not stone & self.room(state, departure):
            stones = state.stones
            if departure:
                yellow, cyan = stones
                stones = (
                    (yellow, cyan | departure) if state.turn == 0 else (yellow | departure, cyan)
                )
            raise said.illegal(why_explored(state._replace(stones=stones), stone, "planet"), "4.3")

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
    title = "Simplified turns"


class Dice(Standard):
    """Astralis scored by pips."""

    name = "dice"
    title = "Dice planets"

    def points(self, state: State) -> Pair:
        """Return the sum of each player's pips (rule 6.2)."""
        yellow, cyan = state.stones
        return (
            territory.pips(state.board, yellow, cyan),
            territory.pips(state.board, cyan, yellow),
        )
