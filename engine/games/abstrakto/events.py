"""What a move brings about, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.abstrakto.areas import Area, count, main_area
from engine.games.abstrakto.places import Pass, Place
from engine.games.abstrakto.tiles import PLAYER_NAMES
from engine.messages import Messages, all_of
from engine.play.position import Event, Passed, WordedEvent

say = Messages(__name__)


class PlaceTaken(WordedEvent):
    """A player put a tile on the board (rule 3.2)."""


class AbstraktoPassed(Passed):
    """A player could place nothing (rule 3.3)."""


class AreaDivided(WordedEvent):
    """A tile cut an area in parts (rule 4.1)."""


class AreaFilled(WordedEvent):
    """A tile covered the last of an area."""


class ControlChanged(WordedEvent):
    """An area that was not divided has another controller (rule 4.2)."""


class AreaSettled(WordedEvent):
    """No tile can come into an area any more: its marker may be placed (rule 4.4)."""


def moved(player: str, move: Place | Pass) -> Event:
    """Return the event of a move itself."""
    name = PLAYER_NAMES[player]
    if isinstance(move, Pass):
        words = say("{Player} can place no tile and passes.", player=name)
        return AbstraktoPassed(words, player)
    kind = move.kind.title
    return PlaceTaken(say("{Player} puts a {kind} on {place}.", player=name, kind=kind, place=move))


def changes(before: Sequence[Area], after: Sequence[Area]) -> Iterator[Event]:
    """Yield what one move did to the areas, from those before it to those after."""
    for old in before:
        parts = [new for new in after if new.cells & old.cells]
        if not parts:
            yield AreaFilled(say("This fills the area at {cell}.", cell=old.cell))
        elif len(parts) > 1:
            yield AreaDivided(_divided(parts))
        elif parts[0].controller != old.controller:
            words = say(
                "The area at {cell} was {before}'s and is now {owner}'s (blue {blue}, orange {orange}).",
                before=_owner(old.controller),
                **_values(parts[0]),
            )
            yield ControlChanged(words)
    settled = {area.cells for area in before if area.settled}
    for new in after:
        if new.settled and new.cells not in settled:
            yield AreaSettled(_settled(new))


def _divided(areas: Sequence[Area]) -> str:
    parts = all_of(
        say("{owner}'s at {cell} (blue {blue}, orange {orange})", **_values(area)) for area in areas
    )
    # Languages with more forms of plurals than English tell one for each number.
    return say.counted(
        len(areas),
        "This divides an area into {n}, {parts}.",
        "This divides an area into {n}, {parts}.",
        parts=parts,
    )


def _settled(area: Area) -> str:
    values = _values(area)
    if area.controller is None:
        return say(
            "The area at {cell} is settled as nobody's (blue {blue}, orange {orange}).", **values
        )
    return say(
        "The area at {cell} is settled as {owner}'s (blue {blue}, orange {orange}).", **values
    )


def _owner(player: str | None) -> str:
    return PLAYER_NAMES[player] if player else say("nobody")


def _values(area: Area) -> dict[str, object]:
    bounding = {"blue": len(area.blue), "orange": len(area.orange)}
    return {"cell": area.cell, "owner": _owner(area.controller), **bounding}


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
