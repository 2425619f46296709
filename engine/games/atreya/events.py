"""What a move of Atreya brings about, as values and in words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.atreya.scoring import Closing, Dominator
from engine.games.atreya.tiles import COLOUR_NAMES
from engine.geometry.hexgrid import Hex
from engine.play.position import Event, GameOver
from engine.words import count, first_upper, listed, plural


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """A tile of the pool was placed (rule 4.1)."""

    player: str
    tile: str
    cell: Hex

    def sentence(self) -> str:
        return f"{_title(self.player)} places {self.tile} at {self.cell[0]},{self.cell[1]}."


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
        start = f"the tile at {self.origin[0]},{self.origin[1]}"
        does = (
            f"turns {start} into {self.tile}"
            if self.origin == self.cell
            else f"moves {start} to {self.cell[0]},{self.cell[1]} as {self.tile}"
        )
        fall = f"its freedom falls from {self.freedom_before} to {self.freedom_after}"
        return f"{_title(self.player)} {does}; {fall}."


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

    @classmethod
    def of(cls, closing: Closing, mode: str) -> ShapeClosed:
        """Return the event of a shape closed in ``mode``."""
        view = closing.view
        return cls(
            mode=mode,
            colour=view.colour,
            size=view.size,
            span=view.span,
            cells=view.cells,
            healthy=bool(view.healthy),
            dominated_by=view.dominated_by,
            owner=closing.owner,
            points=closing.points,
            bonus=closing.bonus,
        )

    def sentence(self) -> str:
        colour = COLOUR_NAMES[self.colour]
        start = f"A {colour} shape of size {self.size} on {count(self.span, 'tile')} is closed"
        if self.mode == "max":
            return f"{start}."
        if self.mode == "dom":
            start += f", {'healthy' if self.healthy else 'poisoned'} and {self._dominated()}"
        if self.owner is None:
            return f"{start}; nobody owns {colour}."
        gain = count(self.points, "point")
        if self.bonus:
            gain += f" and a bonus of {self.bonus}"
        return f"{start}: {gain} for {colour}."

    def _dominated(self) -> str:
        if not self.dominated_by:
            return "not dominated"
        larger = [f"{COLOUR_NAMES[other.colour]} {other.size}" for other in self.dominated_by]
        return f"dominated by {listed(larger)}"


@dataclass(frozen=True, slots=True)
class AtreyaGameOver(GameOver):
    """The game ended (rules 6.2, 7.1)."""

    scores: tuple[tuple[str, int], ...]
    mode: str

    def sentence(self) -> str:
        if not self.winners:
            return "The game is over, a draw without winners."
        who = listed([_title(self.winners[0]), *(COLOUR_NAMES[p] for p in self.winners[1:])])
        does = plural(len(self.winners), "wins", "share the win")
        if self.mode == "max":
            return f"The game is over: {who} {does}."
        standing = listed([f"{COLOUR_NAMES[player]} {score}" for player, score in self.scores])
        return f"The game is over: {who} {does} ({standing})."


def _title(colour: str) -> str:
    return first_upper(COLOUR_NAMES[colour])
