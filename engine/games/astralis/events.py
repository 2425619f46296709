"""What a move brings about, as values and as sentences; hexes are labels, players letters."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.astralis.board import PLAYER_NAMES
from engine.messages import Messages, all_of
from engine.play.position import Event, Passed

say = Messages(__name__)

#: What ships and stones are in the variants.
_PIECES = {str(piece): piece for piece in (say("ship"), say("bee"), say("planet"), say("flower"))}


@dataclass(frozen=True, slots=True)
class _OnHex(Event):
    player: str
    hex: str

    def _values(self) -> dict[str, str]:
        return {"player": PLAYER_NAMES[self.player], "hex": self.hex}


@dataclass(frozen=True, slots=True)
class ShipSetUp(_OnHex):
    """A player put the ship on their edge row (rule 3.1)."""

    #: What the ship is in this variant: "ship" or "bee".
    what: str = "ship"

    def sentence(self) -> str:
        what = _PIECES[self.what]
        return say("{Player} sets up the {what} on {hex}.", what=what, **self._values())


@dataclass(frozen=True, slots=True)
class ShipMoved(Event):
    """A ship flew from one hex to another (rule 4.1)."""

    player: str
    start: str
    end: str

    def sentence(self) -> str:
        values = {"player": PLAYER_NAMES[self.player], "start": self.start, "end": self.end}
        return say("{Player} flies from {start} to {end}.", **values)


@dataclass(frozen=True, slots=True)
class DepartureBonus(_OnHex):
    """A stone of ``player`` that had waited for the mover's ship to leave was put (rule 4.2)."""

    def sentence(self) -> str:
        return say(
            "{Player} gets the bonus planet on {hex}, as the ship has left it.", **self._values()
        )


@dataclass(frozen=True, slots=True)
class StonePlaced(_OnHex):
    """A player put a stone on the board (rule 4.3, 6.3 or 6.4)."""

    #: What the stone is in this variant: "planet" or "flower".
    what: str = "planet"

    def sentence(self) -> str:
        return say("{Player} puts a {what} on {hex}.", what=_PIECES[self.what], **self._values())


@dataclass(frozen=True, slots=True)
class Bonus(_OnHex):
    """A player got a stone on a hex they had surrounded (rule 4.4)."""

    def sentence(self) -> str:
        return say("{Player} has surrounded {hex} and gets a bonus planet there.", **self._values())


@dataclass(frozen=True, slots=True)
class Extracted(_OnHex):
    """A stone surrounded by contested hexes became the mover's, who is ``player`` (rule 4.5)."""

    def sentence(self) -> str:
        other = PLAYER_NAMES["c" if self.player == "y" else "y"]
        return say("{Player} extracts {other}'s planet on {hex}.", other=other, **self._values())


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """Stones of ``player`` without a liberty were removed (rule 6.4)."""

    player: str
    hexes: tuple[str, ...]

    def sentence(self) -> str:
        values = {"player": PLAYER_NAMES[self.player], "hexes": all_of(self.hexes)}
        if len(self.hexes) == 1:
            return say("{Player}'s planet on {hexes} has no liberty and is removed.", **values)
        return say("{Player}'s planets on {hexes} have no liberty and are removed.", **values)


@dataclass(frozen=True, slots=True)
class AstralisPassed(Passed):
    """A player passed (rule 4.7 or 6.4)."""

    def sentence(self) -> str:
        return say("{Player} passes.", player=PLAYER_NAMES[self.player])
