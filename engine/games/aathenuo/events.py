"""What a turn brings about, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.aathenuo.notation import NOTHING, AathenuoMove, Lay
from engine.games.aathenuo.tiles import in_words
from engine.messages import Messages, all_of
from engine.play.position import Event, Passed, WordedEvent

say = Messages(__name__)

_ORDINALS = {1: say("first"), 2: say("second"), 3: say("third")}


class TilesLaid(WordedEvent):
    """A player laid tiles from the hand."""


class TilesShifted(WordedEvent):
    """A player moved tiles on the table."""


class Drew(WordedEvent):
    """A player drew a tile from the bag."""


class AathenuoPassed(Passed):
    """A player would have drawn, but the bag is empty."""


class EmptiedHand(WordedEvent):
    """A player laid the last tile."""


def moved(player: str, move: AathenuoMove, shifted: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a turn itself; ``shifted`` are the tiles it moves on the table."""
    if isinstance(move, Lay):
        laid = all_of(in_words(put.tile) for put in move.puts)
        yield TilesLaid(say("Player {player} lays {tiles}.", player=player, tiles=laid))
        if tiles := all_of(map(in_words, shifted)):
            yield TilesShifted(say("Player {player} moves {tiles}.", player=player, tiles=tiles))
    elif move.tile == NOTHING:
        words = say("Player {player} passes, as the bag is empty.", player=player)
        yield AathenuoPassed(words, player)
    elif move.tile:
        tile = in_words(move.tile)
        yield Drew(say("Player {player} draws {tile}.", player=player, tile=tile))
    else:
        yield Drew(say("Player {player} draws a tile.", player=player))


def emptied(player: str, place: int) -> Event:
    """Return the event of a hand that is empty; ``place`` counts from 1."""
    words = say(
        "Player {player} has no tiles left and takes {place} place.",
        player=player,
        place=_ORDINALS[place],
    )
    return EmptiedHand(words)
