"""The kinds of what a move brings about."""

from __future__ import annotations

from engine.play.position import Passed, WordedEvent


class ShipSetUp(WordedEvent):
    """A player put the ship on their edge row (rule 3.1)."""


class ShipMoved(WordedEvent):
    """A ship flew from one hex to another (rule 4.1)."""


class DepartureBonus(WordedEvent):
    """A stone that had waited for the mover's ship to leave was put (rule 4.2)."""


class StonePlaced(WordedEvent):
    """A player put a stone on the board (rule 4.3, 6.3 or 6.4)."""


class Bonus(WordedEvent):
    """A player got a stone on a hex they had surrounded (rule 4.4)."""


class Extracted(WordedEvent):
    """A stone surrounded by contested hexes became the mover's (rule 4.5)."""


class Captured(WordedEvent):
    """Stones without a liberty were removed (rule 6.4)."""


class AstralisPassed(Passed):
    """A player passed (rule 4.7 or 6.4)."""
