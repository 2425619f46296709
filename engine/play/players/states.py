"""The quick states of a position, its game's own or the positions themselves."""

from __future__ import annotations

from typing import Any

from engine.play.finding import game as find_game
from engine.play.position import Position
from engine.play.quick import ByPositions, Quick


def quick_of(position: Position) -> Quick[Any]:
    """Return the quick states of a position's game."""
    own = getattr(find_game(position.game).quick_module, "quick", None)
    found: Quick[Any] = own(position) if own else ByPositions(position)
    return found
