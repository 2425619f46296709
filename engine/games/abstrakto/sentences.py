"""What an Abstrakto diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.abstrakto.areas import Area
from engine.games.abstrakto.notation import PLAYER_NAMES, PLAYERS
from engine.games.abstrakto.places import Kind
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.games.abstrakto.tiles import MARKER_COLOURS
from engine.messages import Message, Messages, all_of, row

say = Messages(__name__)


def sentences(
    position: AbstraktoPosition, show: frozenset[str], kinds: Sequence[Kind]
) -> Iterator[str]:
    """Yield the sentences; ``kinds`` are the types of tile whose places are shown."""
    for player in PLAYERS:
        yield _tiles_of(position, player)
    yield _control(position)
    areas = position.areas()
    if kinds:
        yield _places(position, kinds)
    if "settled" in show:
        yield _settled([area for area in areas if area.settled])
    if "counts" in show:
        yield _bounds(areas)
    main = position.main_area()
    if "main" in show and main is not None and main.controller:
        yield say(
            "The main area at {cell} is {owner}'s, bounded by {tiles}.",
            cell=main.cell,
            owner=PLAYER_NAMES[main.controller],
            tiles=say.counted(main.bounding, "{n} tile", "{n} tiles"),
        )


def _tiles_of(position: AbstraktoPosition, player: str) -> str:
    places = position.tiles(player)
    name, left = PLAYER_NAMES[player], sum(position.hand(player))
    if not places:
        return say("{Player} has no tile on the board and {left} left.", player=name, left=left)
    seen = row(
        say(
            "{kind} on {places}",
            kind=kind.title if len(names) == 1 else kind.plural,
            places=row(names, " "),
        )
        for kind in Kind
        if (names := [place.name for place in places if place.kind is kind])
    )
    tiles = say.counted(len(places), "{n} tile", "{n} tiles")
    return say(
        "{Player} has {tiles} on the board and {left} left: {Seen}.",
        player=name,
        tiles=tiles,
        left=left,
        seen=seen,
    )


def _control(position: AbstraktoPosition) -> str:
    """Return how many areas are whose."""
    scores = position.scores()
    grey = len(position.areas()) - sum(map(int, scores.values()))
    said = {
        "blue": say.counted(int(scores["b"]), "{n} area", "{n} areas"),
        "orange": scores["o"],
        "rest": say.counted(grey, "{n} belongs to nobody", "{n} belong to nobody"),
    }
    if not grey:
        return say("Blue controls {blue}, orange {orange}.", **said)
    return say("Blue controls {blue}, orange {orange}; {rest}.", **said)


def _places(position: AbstraktoPosition, kinds: Sequence[Kind]) -> str:
    """Return how many places are marked for each type."""
    seen = all_of(
        say.counted(
            len(position.legal_places(position.turn, kind)),
            "{n} place for a {kind}",
            "{n} places for a {kind}",
            kind=kind.title,
        )
        for kind in kinds
    )
    return say("Marked for {player}: {seen}.", player=PLAYER_NAMES[position.turn], seen=seen)


def _settled(areas: Sequence[Area]) -> str:
    """Return whose the settled areas are."""
    owners = [MARKER_COLOURS[area.controller] for area in areas]
    if not owners:
        return say("No area is settled.")
    seen = all_of(
        say("{number} {colour}", number=owners.count(owner), colour=owner)
        for owner in dict.fromkeys(owners)
    )
    if len(owners) == 1:
        return say("Settled area with markers: {seen}.", seen=seen)
    return say("Settled areas with markers: {seen}.", seen=seen)


def _bounds(areas: Sequence[Area]) -> str:
    """Return how many tiles of either colour bound each area."""
    bounds = row(
        (
            say(
                "{cell} {blue} and {orange}",
                cell=area.cell,
                blue=len(area.blue),
                orange=len(area.orange),
            )
            for area in areas
        ),
        "; ",
    )
    return say("Bounding tiles of each area, blue's and orange's: {bounds}.", bounds=bounds)


# --------------------------------------------------------------------------- examples


def tile_in_words(colour: str, kind: Kind, spot: str = "") -> Message:
    """Return a tile and its owner, and where it lies if that is told."""
    if not spot:
        return say("{owner}'s {kind}", owner=colour, kind=kind.title)
    return say("{owner}'s {kind} on {spot}", owner=colour, kind=kind.title, spot=spot)
