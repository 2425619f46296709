"""Dice planets: stones are dice that show the hexes next to them their owner controls (rule 6.2)."""

from __future__ import annotations

from engine.games.astralis import territory
from engine.games.astralis.standard import Standard
from engine.games.astralis.state import Pair, State


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
