"""Areas, who controls them, and who is ahead (rules 4.1 to 4.4), and what a move does, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.abstrakto import places
from engine.games.abstrakto.places import PLAYER_NAMES, PLAYERS, STRIDE, Pass, Place, covered
from engine.messages import Messages, all_of
from engine.play.position import Event, WordedEvent

say = Messages(__name__)

#: The controller of an area in words.
OWNERS: dict[str | None, str] = {None: say("nobody"), **{p: PLAYER_NAMES[p] for p in PLAYERS}}


class Area(NamedTuple):
    """A connected part of the board no tile covers (rule 4.1), and the tiles that bound it."""

    #: Its set of quarter-cells.
    cells: int
    blue: tuple[Place, ...]
    orange: tuple[Place, ...]
    #: Whether no tile can come into it (rule 4.4).
    settled: bool

    @property
    def controller(self) -> str | None:
        """The player with more bounding tiles, None for a tie (rule 4.2)."""
        if len(self.blue) == len(self.orange):
            return None
        return "b" if len(self.blue) > len(self.orange) else "o"

    @property
    def bounding(self) -> int:
        return len(self.blue) + len(self.orange)

    @property
    def quarters(self) -> tuple[tuple[int, int], ...]:
        """The lower left corners of its quarter-cells, row by row from the bottom left."""
        return places.quarters(self.cells)

    @property
    def cell(self) -> str:
        """The name of the cell with its first quarter-cell, to speak of the area."""
        x, y = self.quarters[0]
        return places.spot_name(x | 1, y | 1)


@lru_cache(maxsize=512)
def find_areas(blue: int, orange: int, open_places: int) -> tuple[Area, ...]:
    """Return the areas of a board, given the places taken and those where a tile may still be put."""
    reach = covered(open_places)
    tiles = [
        [(tile, places.BORDERS[tile.index]) for tile in places.members(mask)]
        for mask in (blue, orange)
    ]
    areas = []
    for cells in regions(places.BOARD & ~covered(blue | orange)):
        # The tiles that share a side with a quarter-cell of it (rule 4.1).
        first, second = (tuple([t for t, border in own if border & cells]) for own in tiles)
        areas.append(Area(cells, first, second, not cells & reach))
    return tuple(areas)


def regions(free: int) -> Iterator[int]:
    """Yield the maximal side-connected sets of quarter-cells in ``free``."""
    while free:
        region, grown = 0, free & -free
        while grown != region:
            region = grown
            grown |= grown << 1 | grown >> 1 | grown << STRIDE | grown >> STRIDE
            grown &= free
        yield region
        free ^= region


def count(areas: Sequence[Area]) -> dict[str, int]:
    """Return how many areas each player controls (rule 4.4)."""
    controllers = [area.controller for area in areas]
    return {player: controllers.count(player) for player in PLAYERS}


def main_areas(areas: Sequence[Area]) -> tuple[Area, ...]:
    """Return the controlled areas bounded by the most tiles (rule 4.3): none, one, or several."""
    controlled = [area for area in areas if area.controller is not None]
    most = max((area.bounding for area in controlled), default=0)
    return tuple(area for area in controlled if area.bounding == most)


def main_area(areas: Sequence[Area]) -> Area | None:
    """Return the main area (rule 4.3), the first of several that are all one player's.

    [reading] None without a controlled area, or if areas of both players share the maximum.
    """
    largest = main_areas(areas)
    return largest[0] if len({area.controller for area in largest}) == 1 else None


def ahead(blue: int, orange: int) -> float:
    """Return by how many areas blue is ahead, and 0.3 for the main area (rules 4.3 and 4.4)."""
    borders = [[places.BORDERS[tile] for tile in places.bits(own)] for own in (blue, orange)]
    lead = main = most = 0
    for cells in regions(places.BOARD & ~covered(blue | orange)):
        by_blue, by_orange = (len([b for b in own if b & cells]) for own in borders)
        if by_blue != by_orange:
            sign = 1 if by_blue > by_orange else -1
            lead += sign
            if by_blue + by_orange > most:
                most, main = by_blue + by_orange, sign
            elif by_blue + by_orange == most and main != sign:
                main = 0
    return lead + 0.3 * main


# ------------------------------------------------------------------------------- moves in words


def moved(player: str, move: Place | Pass) -> Event:
    """Return the event of a move itself."""
    name = PLAYER_NAMES[player]
    if isinstance(move, Pass):
        words = say("{Player} can place no tile and passes.", player=name)
        return WordedEvent("passed", words)
    kind = move.kind.title
    return WordedEvent(
        "tile placed", say("{Player} puts a {kind} on {place}.", player=name, kind=kind, place=move)
    )


def changes(before: Sequence[Area], after: Sequence[Area]) -> Iterator[Event]:
    """Yield what one move did to the areas, from those before it to those after."""
    for old in before:
        parts = [new for new in after if new.cells & old.cells]
        if not parts:
            yield WordedEvent("area filled", say("This fills the area at {cell}.", cell=old.cell))
        elif len(parts) > 1:
            yield WordedEvent("area divided", _divided(parts))
        elif parts[0].controller != old.controller:
            words = say(
                "The area at {cell} was {before}'s and is now {owner}'s (blue {blue}, orange {orange}).",
                before=OWNERS[old.controller],
                **values(parts[0]),
            )
            yield WordedEvent("control changed", words)
    settled = {area.cells for area in before if area.settled}
    for new in after:
        if new.settled and new.cells not in settled:
            words = say(
                "The area at {cell} is settled as nobody's (blue {blue}, orange {orange}).",
                **values(new),
            )
            if new.controller:
                words = say(
                    "The area at {cell} is settled as {owner}'s (blue {blue}, orange {orange}).",
                    **values(new),
                )
            yield WordedEvent("area settled", words)


def _divided(areas: Sequence[Area]) -> str:
    parts = all_of(
        say("{owner}'s at {cell} (blue {blue}, orange {orange})", **values(area)) for area in areas
    )
    # Languages with more forms of plurals than English tell one for each number.
    return say.counted(
        len(areas),
        "This divides an area into {n}, {parts}.",
        "This divides an area into {n}, {parts}.",
        parts=parts,
    )


def values(area: Area) -> dict[str, object]:
    """Return what sentences about an area name: its cell, owner and bounding tiles."""
    bounding = {"blue": len(area.blue), "orange": len(area.orange)}
    return {"cell": area.cell, "owner": OWNERS[area.controller], **bounding}


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
