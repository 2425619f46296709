"""What a turn brings about, as values that can say themselves in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.aathenuo.tiles import in_words
from engine.games.aathenuo.turns import Put, Shift
from engine.play.position import Event, GameOver, Passed
from engine.words import listed

_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}


@dataclass(frozen=True, slots=True)
class TilesLaid(Event):
    """A player laid tiles from the hand."""

    player: str
    puts: tuple[Put, ...]

    def sentence(self) -> str:
        """Return the event in words."""
        return f"Player {self.player} lays {listed(in_words(put.tile) for put in self.puts)}."


@dataclass(frozen=True, slots=True)
class TilesShifted(Event):
    """A player moved tiles on the table; ``tiles`` names them in the order of ``shifts``."""

    player: str
    tiles: tuple[str, ...]
    shifts: tuple[Shift, ...]

    def sentence(self) -> str:
        """Return the event in words."""
        return f"Player {self.player} moves {listed(map(in_words, self.tiles))}."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player drew a tile from the bag."""

    player: str
    tile: str

    def sentence(self) -> str:
        """Return the event in words."""
        return f"Player {self.player} draws {in_words(self.tile)}."


@dataclass(frozen=True, slots=True)
class AathenuoPassed(Passed):
    """A player would have drawn, but the bag is empty."""

    def sentence(self) -> str:
        """Return the event in words."""
        return f"Player {self.player} passes, as the bag is empty."


@dataclass(frozen=True, slots=True)
class EmptiedHand(Event):
    """A player laid the last tile; ``place`` counts from 1."""

    player: str
    place: int

    def sentence(self) -> str:
        """Return the event in words."""
        place = _ORDINALS[self.place]
        return f"Player {self.player} has no tiles left and takes {place} place."


@dataclass(frozen=True, slots=True)
class AathenuoGameOver(GameOver):
    """The game ended; ``blocked`` tells that everybody passed."""

    blocked: bool

    def sentence(self) -> str:
        """Return the event in words."""
        why = " as everyone has passed" if self.blocked else ""
        who = listed(self.winners)
        won = f"player {who} wins" if len(self.winners) == 1 else f"players {who} share the win"
        return f"The game is over{why}; {won}."
