"""What a move of Atreya brings about, as values and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.atreya.tiles import COLOUR_NAMES
from engine.geometry.hexgrid import Hex
from engine.messages import Messages, all_of
from engine.play.position import Event

say = Messages(__name__)


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """A tile of the pool was placed (rule 4.1)."""

    player: str
    tile: str
    cell: Hex

    def sentence(self) -> str:
        return say(
            "{Player} places a {colour} tile at {cell}.",
            player=COLOUR_NAMES[self.player],
            colour=COLOUR_NAMES[self.tile[0]],
            cell=_written(self.cell),
        )


@dataclass(frozen=True, slots=True)
class TileMoved(Event):
    """A tile of the arena was lifted and put down with less freedom (rule 4.4)."""

    player: str
    tile: str
    origin: Hex
    cell: Hex
    freedom_before: int
    freedom_after: int

    def sentence(self) -> str:
        values = {
            "player": COLOUR_NAMES[self.player],
            "origin": _written(self.origin),
            "cell": _written(self.cell),
            "before": self.freedom_before,
            "after": self.freedom_after,
        }
        if self.origin == self.cell:
            return say(
                "{Player} turns the tile at {origin}; its freedom falls from {before} to {after}.",
                **values,
            )
        return say(
            "{Player} moves the tile at {origin} to {cell}; "
            "its freedom falls from {before} to {after}.",
            **values,
        )


class Dominator(NamedTuple):
    """A larger neighbour of a shape (rule 5.3)."""

    colour: str
    size: int


@dataclass(frozen=True, slots=True)
class ShapeClosed(Event):
    """A shape was closed by the turn (rule 6.1).

    ``cells`` are those of its tiles; ``owner`` is None for the colour nobody owns; ``points``
    count the shape itself and ``bonus`` the closed shapes it dominates (rules 6.3, 6.4).
    """

    mode: str
    colour: str
    size: int
    span: int
    cells: tuple[Hex, ...]
    healthy: bool
    dominated_by: tuple[Dominator, ...]
    owner: str | None
    points: int
    bonus: int

    def sentence(self) -> str:
        colour = COLOUR_NAMES[self.colour]
        shape = say(
            "A {colour} shape of size {size} on {tiles} is closed",
            colour=colour,
            size=self.size,
            tiles=say.counted(self.span, "{n} tile", "{n} tiles"),
        )
        if self.mode == "max":
            return say("{shape}.", shape=shape)
        if self.mode == "dom":
            larger = all_of(
                say("{colour} {size}", colour=COLOUR_NAMES[other.colour], size=other.size)
                for other in self.dominated_by
            )
            how = say("dominated by {larger}", larger=larger) if larger else say("not dominated")
            shape = (
                say("{shape}, healthy and {dominated}", shape=shape, dominated=how)
                if self.healthy
                else say("{shape}, poisoned and {dominated}", shape=shape, dominated=how)
            )
        values = {"shape": shape, "colour": colour, "bonus": str(self.bonus)}
        if self.owner is None:
            return say("{shape}; nobody owns {colour}.", **values)
        values["points"] = say.counted(self.points, "{n} point", "{n} points")
        if self.bonus:
            return say("{shape}: {points} and a bonus of {bonus} for {colour}.", **values)
        return say("{shape}: {points} for {colour}.", **values)


def _written(cell: Hex) -> str:
    return f"{cell[0]},{cell[1]}"
