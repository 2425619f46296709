"""Domination, health and points: what the closed shapes of an arena are worth (rules 5.3 to 6.4).

This module knows players by their colours, but not whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from engine.games.atreya.arena import Arena, Shape, beside, colour_of, piece
from engine.games.atreya.events import Dominator, ShapeClosed
from engine.games.atreya.tiles import COLOURS
from engine.geometry.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class ShapeView:
    """A shape with all that scoring asks about it.

    ``healthy`` is None for an open shape (rule 5.5 speaks of closed ones only);
    ``dominated_by`` holds its larger neighbours, the largest first.
    """

    shape: Shape
    healthy: bool | None
    dominated_by: tuple[Dominator, ...]

    @property
    def colour(self) -> str:
        """The shape's colour letter."""
        return self.shape.colour

    @property
    def size(self) -> int:
        """The number of its whole pieces (rule 5.2)."""
        return self.shape.size

    @property
    def span(self) -> int:
        """The number of tiles it has an area on (rule 5.2)."""
        return self.shape.span

    @property
    def is_closed(self) -> bool:
        """Whether it holds no unpaired half-piece (rule 5.2)."""
        return self.shape.is_closed

    @property
    def cells(self) -> tuple[Hex, ...]:
        """The cells of its tiles, sorted."""
        return self.shape.cells


@cache
def inferior_to(players: str) -> Mapping[str, str]:
    """Return for each colour the colours inferior to it (rule 5.4)."""
    if len(players) == 3:
        return MappingProxyType({"b": "r", "g": "b", "r": "g"})
    (unowned,) = set(COLOURS) - set(players)
    return MappingProxyType({c: "" if c == unowned else unowned for c in COLOURS})


def neighbours_of(arena: Arena, shape: Shape) -> tuple[Shape, ...]:
    """Return the shapes that neighbour ``shape``, the largest first (rule 5.3).

    A paired edge is one piece, so areas of different shapes only meet on a tile.
    """
    met = {arena.shape_of[near] for area in shape.areas for near in beside(area)}
    met.discard(shape)
    return tuple(sorted(met, key=lambda other: (-other.size, other.colour, min(other.areas))))


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


def viewed(arena: Arena, shape: Shape, players: str) -> ShapeView:
    """Return a shape with its health and its dominators."""
    larger = [other for other in neighbours_of(arena, shape) if other.size > shape.size]
    return ShapeView(
        shape,
        is_healthy(arena, shape, players) if shape.is_closed else None,
        tuple(Dominator(other.colour, other.size) for other in larger),
    )


def newly_closed(before: Arena, after: Arena, cell: Hex) -> tuple[Shape, ...]:
    """Return the shapes closed by the turn that put a tile on ``cell`` (rule 6.1).

    They have an area on that tile.  One that was there before, piece for piece, can only have
    been so about the same cell, from which the tile was lifted.
    """
    new = [
        shape
        for shape in set(after.shapes_on(cell))
        if shape.is_closed
        and not any(shape.is_same_as(before.shape_of.get(area)) for area in shape.areas)
    ]
    return tuple(sorted(new, key=lambda shape: (COLOURS.index(shape.colour), min(shape.areas))))


def closings(
    before: Arena, after: Arena, cell: Hex, *, mode: str, players: str
) -> Iterator[ShapeClosed]:
    """Yield the shapes closed by the turn that put a tile on ``cell``, with what they bring.

    That is by rules 6.2 to 6.4.
    """
    new = newly_closed(before, after, cell)
    for shape in new:
        view = viewed(after, shape, players)
        owner = shape.colour if shape.colour in players else None
        points = bonus = 0
        if owner and (mode == "sum" or (mode == "dom" and view.healthy and not view.dominated_by)):
            points = shape.size
        if owner and mode == "dom":
            # [reading] The bonus is earned whether or not the shape itself scores, from shapes of
            # any owner, and by each new shape on its own (rule 6.4).
            bonus = sum(
                other.size
                for other in neighbours_of(after, shape)
                if other.is_closed and other not in new and other.size < shape.size
            )
        yield ShapeClosed(
            mode,
            shape.colour,
            shape.size,
            shape.span,
            shape.cells,
            bool(view.healthy),
            view.dominated_by,
            owner,
            points,
            bonus,
        )


#: A closed shape of an owned colour on this many tiles ends a game of Max (rule 6.2).
MAX_SPAN = 3


def max_winners(arena: Arena, players: str, mover: str) -> tuple[str, ...]:
    """Return who has won by rule 6.2 after a turn of ``mover``, in turn order; () for nobody.

    Before the turn no such shape was there, so those on the table are the turn's own.
    """
    owners = {
        shape.colour
        for shape in arena.shapes()
        if shape.is_closed and shape.colour in players and shape.span >= MAX_SPAN
    }
    # [reading] The mover comes first; otherwise those who have such shapes share the win.
    return (mover,) if mover in owners else tuple(p for p in players if p in owners)
