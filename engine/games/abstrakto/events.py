"""What a move brings about, as values and as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.games.abstrakto.areas import Area, count, decide, main_area
from engine.games.abstrakto.notation import PLAYER_NAMES
from engine.games.abstrakto.places import Place
from engine.play.position import Event, GameOver, Passed
from engine.words import first_upper, plural


@dataclass(frozen=True, slots=True)
class PlaceTaken(Event):
    """A player put a tile on the board (rule 3.2)."""

    player: str
    place: Place

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} puts a {self.place.kind.title} on {self.place}."


@dataclass(frozen=True, slots=True)
class AbstraktoPassed(Passed):
    """A player could place nothing (rule 3.3)."""

    def sentence(self) -> str:
        """Return the event in words."""
        return f"{_title(self.player)} can place no tile and passes."


@dataclass(frozen=True, slots=True)
class AreaDivided(Event):
    """A tile cut an area in parts (rule 4.1)."""

    parts: tuple[Area, ...]

    def sentence(self) -> str:
        """Return the event in words."""
        parts = " and ".join(
            f"{_whose(part.controller)} at {part.cell} {_tiles(part)}" for part in self.parts
        )
        return f"This divides an area into {len(self.parts)}, {parts}."


@dataclass(frozen=True, slots=True)
class AreaFilled(Event):
    """A tile covered the last of an area."""

    area: Area

    def sentence(self) -> str:
        """Return the event in words."""
        return f"This fills the area at {self.area.cell}."


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    """An area that was not divided has another controller (rule 4.2)."""

    area: Area
    #: Who controlled it before, None for nobody.
    before: str | None

    def sentence(self) -> str:
        """Return the event in words."""
        area, before = self.area, _whose(self.before)
        now = f"{_whose(area.controller)} {_tiles(area)}"
        return f"The area at {area.cell} was {before} and is now {now}."


@dataclass(frozen=True, slots=True)
class AreaSettled(Event):
    """No tile can come into an area any more: its marker may be placed (rule 4.4)."""

    area: Area

    def sentence(self) -> str:
        """Return the event in words."""
        owner = _whose(self.area.controller)
        return f"The area at {self.area.cell} is settled as {owner} {_tiles(self.area)}."


@dataclass(frozen=True, slots=True)
class AbstraktoGameOver(GameOver):
    """Neither player can place a tile (rules 3.3 and 4.3)."""

    blue: int
    orange: int
    #: The main area, where it decided.
    main: Area | None

    def sentence(self) -> str:
        """Return the event in words."""
        score = f"The game is over: blue controls {self.blue}, orange {self.orange}"
        if not self.winners:
            return f"{score}, and no main area decides: a draw."
        won = f"{PLAYER_NAMES[self.winners[0]]} wins"
        if self.main is None:
            return f"{score}; {won}."
        main = f"the main area at {self.main.cell}, bounded by {self.main.bounding} {plural(self.main.bounding, 'tile')}"
        return f"{score}; {won} by {main}."


def _title(player: str) -> str:
    return first_upper(PLAYER_NAMES[player])


def _whose(player: str | None) -> str:
    return f"{PLAYER_NAMES[player]}'s" if player else "nobody's"


def _tiles(area: Area) -> str:
    """Return how many tiles of either colour bound an area."""
    return f"(blue {len(area.blue)}, orange {len(area.orange)})"


def changes(before: Sequence[Area], after: Sequence[Area]) -> Iterator[Event]:
    """Yield what one move did to the areas, from those before it to those after."""
    for old in before:
        parts = tuple(new for new in after if new.cells & old.cells)
        if not parts:
            yield AreaFilled(old)
        elif len(parts) > 1:
            yield AreaDivided(parts)
        elif parts[0].controller != old.controller:
            yield ControlChanged(parts[0], old.controller)
    settled = {area.cells for area in before if area.settled}
    for new in after:
        if new.settled and new.cells not in settled:
            yield AreaSettled(new)


def ending(areas: Sequence[Area]) -> AbstraktoGameOver:
    """Return the end of a game with these areas."""
    scores = count(areas)
    main = main_area(areas) if scores["b"] == scores["o"] else None
    return AbstraktoGameOver(decide(areas), scores["b"], scores["o"], main)
