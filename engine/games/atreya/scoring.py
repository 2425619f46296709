"""Domination, health and points: what closed shapes are worth (rules 5.3 to 6.4), and events in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from engine.games.atreya.arena import Arena, Shape, beside, colour_of, piece
from engine.games.atreya.tiles import COLOUR_NAMES, COLOURS
from engine.geometry import written
from engine.geometry.hexgrid import Hex
from engine.messages import Message, Messages, all_of
from engine.play.position import Event, WordedEvent

say = Messages(__name__)

#: A closed shape of an owned colour on this many tiles ends a game of Max (rule 6.2).
MAX_SPAN = 3


@cache
def inferior_to(players: str) -> Mapping[str, str]:
    """Return for each colour the colours inferior to it (rule 5.4)."""
    if len(players) == 3:
        return MappingProxyType({"b": "r", "g": "b", "r": "g"})
    (unowned,) = set(COLOURS) - set(players)
    return MappingProxyType({c: "" if c == unowned else unowned for c in COLOURS})


def touching(arena: Arena, shape: Shape) -> frozenset[Shape]:
    """Return the shapes that neighbour ``shape`` (rule 5.3), in no order.

    A paired edge is one piece, so areas of different shapes only meet on a tile.
    """
    met = {arena.shape_of[near] for area in shape.areas for near in beside(area)}
    return frozenset(met - {shape})


def is_healthy(arena: Arena, shape: Shape, players: str) -> bool:
    """Tell whether a closed shape is healthy and not poisoned (rule 5.5)."""
    border: dict[Hex, str] = {}
    for area in shape.areas:
        for near in beside(area):
            colour = colour_of(arena.tiles[near[:2]], near[2])
            if colour != shape.colour:
                border[piece(near)] = colour
    inferior = inferior_to(players)[shape.colour]
    weaker = sum(colour in inferior for colour in border.values())
    return 2 * weaker >= len(border)


def newly_closed(before: Arena, after: Arena, cell: Hex) -> tuple[Shape, ...]:
    """Return the shapes closed by the turn that put a tile on ``cell``, new ones alone (rule 6.1).

    Closed shapes of the same pieces have the same areas: a paired edge always has two.
    """
    closed = [shape for shape in set(after.shapes_on(cell)) if shape.is_closed]
    areas = {area for shape in closed for area in shape.areas}
    known = {before.shape_of[area] for area in areas if area in before.shape_of}
    old = {(shape.colour, shape.areas) for shape in known if shape.is_closed}
    new = [shape for shape in closed if (shape.colour, shape.areas) not in old]
    return tuple(sorted(new, key=lambda shape: (COLOURS.index(shape.colour), min(shape.areas))))


def earned(
    before: Arena, after: Arena, cell: Hex, *, mode: str, players: str
) -> Iterator[tuple[Shape, int, int]]:
    """Yield the shapes that a turn on ``cell`` closed, with points and bonus (rules 6.3 and 6.4)."""
    new = newly_closed(before, after, cell)
    for shape in new:
        points = bonus = 0
        if shape.colour in players and mode == "sum":
            points = shape.size
        if shape.colour in players and mode == "dom":
            near = touching(after, shape)
            is_dominated = any(other.size > shape.size for other in near)
            if not is_dominated and is_healthy(after, shape, players):
                points = shape.size
            # [reading] Each new shape earns the bonus, scoring or not, from any owner's (rule 6.4).
            beaten = [o for o in near if o.is_closed and o not in new and o.size < shape.size]
            bonus = sum(other.size for other in beaten)
        yield shape, points, bonus


def max_winners(arena: Arena, players: str, mover: str) -> tuple[str, ...]:
    """Return who has won by rule 6.2 after a turn of ``mover``, in turn order; () for nobody.

    Before the turn no such shape was there, so those on the table are the turn's own.
    """
    owners = {
        shape.colour
        for shape in set(arena.shape_of.values())
        if shape.is_closed and shape.colour in players and shape.span >= MAX_SPAN
    }
    # [reading] The mover comes first; otherwise those who have such shapes share the win.
    return (mover,) if mover in owners else tuple(p for p in players if p in owners)


# --------------------------------------------------------------------------------- events in words


def placed(player: str, tile: str, cell: Hex) -> Event:
    """Return the event of a tile that was placed."""
    words = say(
        "{Player} places a {colour} tile at {cell}.",
        player=COLOUR_NAMES[player],
        colour=COLOUR_NAMES[tile[0]],
        cell=written(cell),
    )
    return WordedEvent("tile placed", words)


def moved(player: str, origin: Hex, cell: Hex, freedom: tuple[int, int]) -> Event:
    """Return the event of a tile that was moved, with its freedom before and after."""
    values = {
        "player": COLOUR_NAMES[player],
        "origin": written(origin),
        "cell": written(cell),
        "before": freedom[0],
        "after": freedom[1],
    }
    words = say(
        "{Player} moves the tile at {origin} to {cell}; its freedom falls from {before} to {after}.",
        **values,
    )
    turned = say(
        "{Player} turns the tile at {origin}; its freedom falls from {before} to {after}.", **values
    )
    return WordedEvent("tile moved", turned if origin == cell else words)


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
        yield WordedEvent("shape closed", words)


def _judged(arena: Arena, shape: Shape, words: Message, players: str) -> Message:
    near = sorted(touching(arena, shape), key=lambda o: (-o.size, o.colour, min(o.areas)))
    larger = all_of(
        say("{colour} {size}", colour=COLOUR_NAMES[other.colour], size=other.size)
        for other in near
        if other.size > shape.size
    )
    how = say("dominated by {larger}", larger=larger) if larger else say("not dominated")
    if is_healthy(arena, shape, players):
        return say("{shape}, healthy and {dominated}", shape=words, dominated=how)
    return say("{shape}, poisoned and {dominated}", shape=words, dominated=how)
