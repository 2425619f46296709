"""What a move of Atreya brings about, in words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.atreya.arena import Arena, Shape
from engine.games.atreya.scoring import earned, is_healthy, neighbours_of
from engine.games.atreya.tiles import COLOUR_NAMES
from engine.geometry import written
from engine.geometry.hexgrid import Hex
from engine.messages import Message, Messages, all_of
from engine.play.position import Event, WordedEvent

say = Messages(__name__)


class TilePlaced(WordedEvent):
    """A tile of the pool was placed (rule 4.1)."""


class TileMoved(WordedEvent):
    """A tile of the arena was lifted and put down with less freedom (rule 4.4)."""


class ShapeClosed(WordedEvent):
    """A shape was closed by the turn (rule 6.1)."""


def placed(player: str, tile: str, cell: Hex) -> Event:
    """Return the event of a tile that was placed."""
    words = say(
        "{Player} places a {colour} tile at {cell}.",
        player=COLOUR_NAMES[player],
        colour=COLOUR_NAMES[tile[0]],
        cell=written(cell),
    )
    return TilePlaced(words)


def moved(player: str, origin: Hex, cell: Hex, freedom: tuple[int, int]) -> Event:
    """Return the event of a tile that was moved, with its freedom before and after."""
    values = {
        "player": COLOUR_NAMES[player],
        "origin": written(origin),
        "cell": written(cell),
        "before": freedom[0],
        "after": freedom[1],
    }
    if origin == cell:
        words = say(
            "{Player} turns the tile at {origin}; its freedom falls from {before} to {after}.",
            **values,
        )
    else:
        words = say(
            "{Player} moves the tile at {origin} to {cell}; "
            "its freedom falls from {before} to {after}.",
            **values,
        )
    return TileMoved(words)


def closings(before: Arena, after: Arena, cell: Hex, *, mode: str, players: str) -> Iterator[Event]:
    """Yield the shapes closed by the turn that put a tile on ``cell`` (rules 6.2 to 6.4)."""
    for shape, points, bonus in earned(before, after, cell, mode=mode, players=players):
        values = {"colour": COLOUR_NAMES[shape.colour], "bonus": str(bonus)}
        words = say(
            "A {colour} shape of size {size} on {tiles} is closed",
            size=shape.size,
            tiles=say.counted(shape.span, "{n} tile", "{n} tiles"),
            **values,
        )
        if mode == "dom":
            words = _judged(after, shape, words, players)
        values["shape"] = words
        values["points"] = say.counted(points, "{n} point", "{n} points")
        if mode == "max":
            words = say("{shape}.", **values)
        elif shape.colour not in players:
            words = say("{shape}; nobody owns {colour}.", **values)
        elif bonus:
            words = say("{shape}: {points} and a bonus of {bonus} for {colour}.", **values)
        else:
            words = say("{shape}: {points} for {colour}.", **values)
        yield ShapeClosed(words)


def _judged(arena: Arena, shape: Shape, words: Message, players: str) -> Message:
    larger = all_of(
        say("{colour} {size}", colour=COLOUR_NAMES[other.colour], size=other.size)
        for other in neighbours_of(arena, shape)
        if other.size > shape.size
    )
    how = say("dominated by {larger}", larger=larger) if larger else say("not dominated")
    if is_healthy(arena, shape, players):
        return say("{shape}, healthy and {dominated}", shape=words, dominated=how)
    return say("{shape}, poisoned and {dominated}", shape=words, dominated=how)
