"""What a move brings about, as values and as sentences; hexes are labels, players letters."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.astralis.state import PLAYER_NAMES
from engine.geometry.plane import number
from engine.play.position import Event, GameOver, Passed, Score
from engine.words import first_upper, listed


@dataclass(frozen=True, slots=True)
class ShipSetUp(Event):
    """A player put the ship on their edge row (rule 3.1)."""

    player: str
    hex: str
    #: What the ship is in this variant: "ship" or "bee".
    what: str = "ship"

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} sets up the {self.what} on {self.hex}."


@dataclass(frozen=True, slots=True)
class ShipMoved(Event):
    """A ship flew from one hex to another (rule 4.1)."""

    player: str
    start: str
    end: str

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} flies from {self.start} to {self.end}."


@dataclass(frozen=True, slots=True)
class DepartureBonus(Event):
    """A stone that had waited for the opponent's ship to leave was put (rule 4.2)."""

    #: Who gets the stone; the other player moved.
    player: str
    hex: str

    def sentence(self) -> str:
        """Return the event in words."""
        title = _title(self.player)
        return f"{title} gets the bonus stone on {self.hex}, as the ship has left it."


@dataclass(frozen=True, slots=True)
class StonePlaced(Event):
    """A player put a stone on the board (rule 4.3, 6.3 or 6.4)."""

    player: str
    hex: str
    #: What the stone is in this variant: "stone" or "flower".
    what: str = "stone"

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} puts a {self.what} on {self.hex}."


@dataclass(frozen=True, slots=True)
class Bonus(Event):
    """A player got a stone on a hex they had surrounded (rule 4.4)."""

    player: str
    hex: str

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} has surrounded {self.hex} and gets a bonus stone there."


@dataclass(frozen=True, slots=True)
class Extracted(Event):
    """A stone surrounded by contested hexes became the mover's (rule 4.5)."""

    #: Who has the stone now.
    player: str
    hex: str

    def sentence(self) -> str:
        """Return the event in words."""
        other = PLAYER_NAMES["c" if self.player == "y" else "y"]
        return f"{_title(self.player)} extracts {other}'s stone on {self.hex}."


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """Stones without a liberty were removed (rule 6.4)."""

    #: Who lost the stones.
    player: str
    hexes: tuple[str, ...]

    def sentence(self) -> str:
        """Return the event in words."""
        name, where = _title(self.player), listed(self.hexes)
        if len(self.hexes) == 1:
            return f"{name}'s stone on {where} has no liberty and is removed."
        return f"{name}'s stones on {where} have no liberty and are removed."


@dataclass(frozen=True, slots=True)
class AstralisPassed(Passed):
    """A player passed (rule 4.7 or 6.4)."""

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} passes."


@dataclass(frozen=True, slots=True)
class AstralisGameOver(GameOver):
    """The game ended with these scores (rule 5.1, 6.3 or 6.4)."""

    yellow: Score
    cyan: Score

    def sentence(self) -> str:
        """Return the event in words."""
        high, low = max(self.yellow, self.cyan), min(self.yellow, self.cyan)
        score = f"{number(high, 1)} to {number(low, 1)}"
        if not self.winners:
            return f"The game is over and drawn, {score}."
        return f"The game is over: {PLAYER_NAMES[self.winners[0]]} wins {score}."


def _title(player: str) -> str:
    return first_upper(PLAYER_NAMES[player])
