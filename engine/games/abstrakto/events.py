"""What a move brings about, as values and as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.games.abstrakto.areas import Area, count, main_area
from engine.games.abstrakto.places import Place
from engine.games.abstrakto.tiles import PLAYER_NAMES
from engine.messages import Messages, all_of
from engine.play.position import Event, Passed

say = Messages(__name__)


@dataclass(frozen=True, slots=True)
class PlaceTaken(Event):
    """A player put a tile on the board (rule 3.2)."""

    player: str
    place: Place

    def sentence(self) -> str:
        return say(
            "{Player} puts a {kind} on {place}.",
            player=PLAYER_NAMES[self.player],
            kind=self.place.kind.title,
            place=self.place,
        )


@dataclass(frozen=True, slots=True)
class AbstraktoPassed(Passed):
    """A player could place nothing (rule 3.3)."""

    def sentence(self) -> str:
        return say("{Player} can place no tile and passes.", player=PLAYER_NAMES[self.player])


@dataclass(frozen=True, slots=True)
class AreaDivided(Event):
    """A tile cut an area in parts (rule 4.1)."""

    parts: tuple[Area, ...]

    def sentence(self) -> str:
        parts = all_of(
            say("{owner}'s at {cell} (blue {blue}, orange {orange})", **_values(part))
            for part in self.parts
        )
        # Languages with more forms of plurals than English tell one for each number.
        return say.counted(
            len(self.parts),
            "This divides an area into {n}, {parts}.",
            "This divides an area into {n}, {parts}.",
            parts=parts,
        )


@dataclass(frozen=True, slots=True)
class AreaFilled(Event):
    """A tile covered the last of an area."""

    area: Area

    def sentence(self) -> str:
        return say("This fills the area at {cell}.", cell=self.area.cell)


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    """An area that was not divided has another controller (rule 4.2)."""

    area: Area
    #: Who controlled it before, None for nobody.
    before: str | None

    def sentence(self) -> str:
        return say(
            "The area at {cell} was {before}'s and is now {owner}'s (blue {blue}, orange {orange}).",
            before=_owner(self.before),
            **_values(self.area),
        )


@dataclass(frozen=True, slots=True)
class AreaSettled(Event):
    """No tile can come into an area any more: its marker may be placed (rule 4.4)."""

    area: Area

    def sentence(self) -> str:
        if self.area.controller is None:
            return say(
                "The area at {cell} is settled as nobody's (blue {blue}, orange {orange}).",
                **_values(self.area),
            )
        return say(
            "The area at {cell} is settled as {owner}'s (blue {blue}, orange {orange}).",
            **_values(self.area),
        )


def _owner(player: str | None) -> str:
    return PLAYER_NAMES[player] if player else say("nobody")


def _values(area: Area) -> dict[str, object]:
    bounding = {"blue": len(area.blue), "orange": len(area.orange)}
    return {"cell": area.cell, "owner": _owner(area.controller), **bounding}


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


def deciding(areas: Sequence[Area]) -> str:
    """Return what decides a game that ends with these areas (rule 4.3), "" for their numbers."""
    scores = count(areas)
    main = main_area(areas)
    if scores["b"] != scores["o"]:
        return ""
    if main is None:
        return say("as no main area decides")
    tiles = say.counted(main.bounding, "{n} tile", "{n} tiles")
    return say("by the main area at {cell}, bounded by {tiles}", cell=main.cell, tiles=tiles)
