"""What an Abstrakto diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from engine.games.abstrakto.areas import Area
from engine.games.abstrakto.notation import PLAYER_NAMES, PLAYERS
from engine.games.abstrakto.places import Kind, Place, spot_name
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
    counted: Callable[[Area], bool] | None = None,
) -> Iterator[str]:
    """Yield the sentences; ``kinds`` are the types of tile whose places are shown.

    Where not all is ``seen``, only what is seen is told, and bounds only of the areas whose
    numbers are, which ``counted`` tells.
    """
    named = _named(position.areas(), seen)
    for player in PLAYERS:
        yield _tiles_of(position, player, seen)
    if kinds:
        yield _places(position, kinds, seen)
    if named:
        yield from _areas(named, show, told=seen is None)
    bound = {area: cell for area, cell in named.items() if counted is None or counted(area)}
    if "counts" in show and bound:
        yield _bounds(bound)
    main = position.main_area()
    if "main" in show and main is not None and main.controller and main in named:
        yield say(
            "The main area at {cell} is {owner}'s, bounded by {tiles}.",
            cell=named[main],
            owner=PLAYER_NAMES[main.controller],
            tiles=say.counted(main.bounding, "{n} tile", "{n} tiles"),
        )


def _named(areas: Iterable[Area], seen: Seen | None) -> dict[Area, str]:
    named = {}
    for area in areas:
        quarters = ((x, y) for x, y in area.quarters if not seen or seen(x + 0.5, y + 0.5))
        if first := next(quarters, None):
            named[area] = spot_name(first[0] | 1, first[1] | 1)
    return named


def _areas(areas: Mapping[Area, str], show: frozenset[str], *, told: bool) -> Iterator[str]:
    settled = {area: cell for area, cell in areas.items() if area.settled}
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
        yield say("No area is settled.") if told else say("No area there is settled.")
    elif "settled" in show:
        yield say.counted(
            len(settled),
            "{n} area is settled: {areas}.",
            "{n} areas are settled: {areas}.",
            areas=_owned(settled),
        )


def _tiles_of(position: AbstraktoPosition, player: str, seen: Seen | None) -> str:
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
    for kind in Kind:
        names = [place.name for place in places if place.kind is kind]
        if len(names) == 1:
            yield say("a {kind} on {places}", kind=kind.title, places=names[0])
        elif names:
            yield say("{kind} on {places}", kind=kind.plural, places=all_of(names))


def _unowned(areas: Collection[Area]) -> Iterator[str]:
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


def _owned(areas: Mapping[Area, str]) -> str:
    cells = {
        owner: [cell for area, cell in areas.items() if area.controller == owner]
        for owner in (*PLAYERS, None)
    }
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


def _bounds(areas: Mapping[Area, str]) -> str:
    bounds = row(
        (
            say(
                "{cell} with {blue} and {orange}",
                cell=cell,
                blue=len(area.blue),
                orange=len(area.orange),
            )
            for area, cell in areas.items()
        ),
        "; ",
    )
    if len(areas) == 1:
        return say("Blue and orange tiles bound the area: {bounds}.", bounds=bounds)
    return say("Blue and orange tiles bound the areas: {bounds}.", bounds=bounds)


# --------------------------------------------------------------------------- examples


def tile_in_words(colour: str, kind: Kind, spot: str = "") -> Message:
    """Return a tile and its owner, and where it lies if that is told."""
    if not spot:
        return say("{owner}'s {kind}", owner=colour, kind=kind.title)
    return say("{owner}'s {kind} on {spot}", owner=colour, kind=kind.title, spot=spot)
