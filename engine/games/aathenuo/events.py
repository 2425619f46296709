"""What a turn brings about, as values that can say themselves in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.aathenuo.notation import Put, Shift
from engine.games.aathenuo.tiles import in_words
from engine.messages import Messages, all_of
from engine.play.position import Event, Passed

say = Messages(__name__)

_ORDINALS = {1: say("first"), 2: say("second"), 3: say("third")}


@dataclass(frozen=True, slots=True)
class TilesLaid(Event):
    """A player laid tiles from the hand."""

    player: str
    puts: tuple[Put, ...]

    def sentence(self) -> str:
        tiles = all_of(in_words(put.tile) for put in self.puts)
        return say("Player {player} lays {tiles}.", player=self.player, tiles=tiles)


@dataclass(frozen=True, slots=True)
class TilesShifted(Event):
    """A player moved tiles on the table; ``tiles`` names them in the order of ``shifts``."""

    player: str
    tiles: tuple[str, ...]
    shifts: tuple[Shift, ...]

    def sentence(self) -> str:
        tiles = all_of(map(in_words, self.tiles))
        return say("Player {player} moves {tiles}.", player=self.player, tiles=tiles)


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player drew a tile from the bag, "" where it is not known which."""

    player: str
    tile: str

    def sentence(self) -> str:
        if not self.tile:
            return say("Player {player} draws a tile.", player=self.player)
        return say("Player {player} draws {tile}.", player=self.player, tile=in_words(self.tile))


@dataclass(frozen=True, slots=True)
class AathenuoPassed(Passed):
    """A player would have drawn, but the bag is empty."""

    def sentence(self) -> str:
        return say("Player {player} passes, as the bag is empty.", player=self.player)


@dataclass(frozen=True, slots=True)
class EmptiedHand(Event):
    """A player laid the last tile; ``place`` counts from 1."""

    player: str
    place: int

    def sentence(self) -> str:
        return say(
            "Player {player} has no tiles left and takes {place} place.",
            player=self.player,
            place=_ORDINALS[self.place],
        )
