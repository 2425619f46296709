"""What an Abstrakto diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.games.abstrakto.areas import Area
from engine.games.abstrakto.notation import PLAYER_NAMES, PLAYERS
from engine.games.abstrakto.places import Kind, Place
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.messages import Message, Messages, all_of, row

say = Messages(__name__)


#: Tells whether a spot in quarter-cells (rule 2.2) is seen.
Seen = Callable[[float, float], bool]


def sentences(
    position: AbstraktoPosition,
    show: frozenset[str],
    kinds: Sequence[Kind],
    seen: Seen | None = None,
) -> Iterator[str]:
    """Yield the sentences; ``kinds`` are the types of tile whose places are shown.

    Where not all is ``seen``, only what is seen is told.
    """
    areas = position.areas()
    for player in PLAYERS:
        yield _tiles_of(position, player, seen)
    if seen is not None:
        areas = tuple(a for a in areas if any(seen(x + 0.5, y + 0.5) for x, y in a.quarters))
    if kinds:
        yield _places(position, kinds, seen)
    yield from _areas(areas, show, told=seen is None)
    main = position.main_area()
    if "main" in show and main is not None and main.controller and main in areas:
        yield say(
            "The main area at {cell} is {owner}'s, bounded by {tiles}.",
            cell=main.cell,
            owner=PLAYER_NAMES[main.controller],
            tiles=say.counted(main.bounding, "{n} tile", "{n} tiles"),
        )


def _areas(areas: Sequence[Area], show: frozenset[str], *, told: bool) -> Iterator[str]:
    """Yield whose the areas are that overlays show, and if none does how many are nobody's."""
    settled = [area for area in areas if area.settled]
    if "areas" in show:
        yield say.counted(
            len(areas),
            "{n} area is shown: {areas}.",
            "{n} areas are shown: {areas}.",
            areas=_owned(areas),
        )
    elif told:
        yield from _unowned(areas)
    if "settled" in show and not settled:
        yield say("No area is settled.")
    elif "settled" in show:
        yield say.counted(
            len(settled),
            "{n} area is settled: {areas}.",
            "{n} areas are settled: {areas}.",
            areas=_owned(settled),
        )
    if "counts" in show:
        yield _bounds(areas)


def _tiles_of(position: AbstraktoPosition, player: str, seen: Seen | None) -> str:
    """Return which tiles a player has on the board, and how many are left."""
    places = [p for p in position.tiles(player) if seen is None or seen(p.x, p.y)]
    name, left = PLAYER_NAMES[player], sum(position.hand(player))
    if not places and seen:
        return say("{Player} has no tile there.", player=name)
    if not places:
        return say("{Player} has no tile on the board and {left} left.", player=name, left=left)
    said = {
        "player": name,
        "tiles": row(_of_kinds(places), "; "),
        "number": len(places),
    }
    if seen:
        return say("{Player} has {things}.", player=name, things=said["tiles"])
    said["left"] = say.counted(left, "{n} tile", "{n} tiles") if left else say("no tile")
    return say("{Player} has {left} left and {number} on the board: {tiles}.", **said)


def _of_kinds(places: Sequence[Place]) -> Iterator[Message]:
    """Yield where the tiles of each type lie."""
    for kind in Kind:
        names = [place.name for place in places if place.kind is kind]
        if len(names) == 1:
            yield say("a {kind} on {places}", kind=kind.title, places=names[0])
        elif names:
            yield say("{kind} on {places}", kind=kind.plural, places=all_of(names))


def _unowned(areas: Sequence[Area]) -> Iterator[str]:
    """Yield how many of the areas are nobody's, if any are; whose the others are, scores tell."""
    grey = sum(area.controller is None for area in areas)
    if grey and len(areas) == 1:
        yield say("The only area belongs to nobody.")
    elif grey:
        yield say.counted(
            grey,
            "{n} of {areas} areas belongs to nobody.",
            "{n} of {areas} areas belong to nobody.",
            areas=len(areas),
        )


def _owned(areas: Sequence[Area]) -> str:
    """Return which areas are whose."""
    cells = {owner: [a.cell for a in areas if a.controller == owner] for owner in (*PLAYERS, None)}
    return row(
        (
            say(
                "{cells} for {owner}",
                cells=all_of(names),
                owner=PLAYER_NAMES[owner] if owner else say("nobody"),
            )
            for owner, names in cells.items()
            if names
        ),
        "; ",
    )


def _places(position: AbstraktoPosition, kinds: Sequence[Kind], seen: Seen | None) -> str:
    """Return how many places are marked for each type."""
    said = []
    for kind in kinds:
        places = position.legal_places(position.turn, kind)
        number = sum(seen is None or seen(place.x, place.y) for place in places)
        said.append(
            say.counted(
                number, "{n} place for a {kind}", "{n} places for a {kind}", kind=kind.title
            )
        )
    return say("{Player} has {things}.", player=PLAYER_NAMES[position.turn], things=all_of(said))


def _bounds(areas: Sequence[Area]) -> str:
    """Return how many tiles of either colour bound each area."""
    bounds = row(
        (
            say(
                "{cell} with {blue} and {orange}",
                cell=area.cell,
                blue=len(area.blue),
                orange=len(area.orange),
            )
            for area in areas
        ),
        "; ",
    )
    return say("Blue and orange tiles bound the areas: {bounds}.", bounds=bounds)


# --------------------------------------------------------------------------- examples


def tile_in_words(colour: str, kind: Kind, spot: str = "") -> Message:
    """Return a tile and its owner, and where it lies if that is told."""
    if not spot:
        return say("{owner}'s {kind}", owner=colour, kind=kind.title)
    return say("{owner}'s {kind} on {spot}", owner=colour, kind=kind.title, spot=spot)
