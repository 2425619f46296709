"""Where tiles lie on the board, and where they may (rules 2.1 and 2.2)."""

from __future__ import annotations

from collections import Counter

from engine.drawing.parts import Laid
from engine.games.abstrakto.notation import PLAYER_NAMES
from engine.games.abstrakto.places import PLACES, SIDE, Kind, Place
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.geometry.plane import Point


def laid(position: AbstraktoPosition) -> tuple[Laid, ...]:
    """Return the tiles on the board; Lines on the side of a cell are turned upright."""
    found: list[Laid] = []
    for player in position.players:
        taken: Counter[Kind] = Counter()
        for place in position.tiles(player):
            taken[place.kind] += 1
            kind = place.kind.name.lower()
            piece = f"{PLAYER_NAMES[player]}-{kind}-{taken[place.kind]}"
            upright = place.kind is Kind.LINE and place.x % 2 == 0
            found.append(Laid(piece, _centre(place), 90.0 if upright else 0.0))
    return tuple(found)


def resting_places(position: AbstraktoPosition) -> tuple[Point, ...]:
    """Return the centres of all places of the board."""
    return tuple(map(_centre, PLACES))


def _centre(place: Place) -> Point:
    return Point(place.x / 2, SIDE - place.y / 2)
