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
from engine.words import count, first_upper, listed, plural, with_article


def sentences(
    position: AbstraktoPosition, show: frozenset[str], kinds: Sequence[Kind]
) -> Iterator[str]:
    """Yield the sentences; ``kinds`` are the types of tile whose places are shown."""
    for player in PLAYERS:
        yield _tiles_of(position, player)
    areas, scores = position.areas(), position.scores()
    grey = len(areas) - sum(map(int, scores.values()))
    rest = f"; {grey} {plural(grey, 'belongs', 'belong')} to nobody" if grey else ""
    yield f"Blue controls {count(int(scores['b']), 'area')}, orange {scores['o']}{rest}."
    if kinds:
        yield _places(position, kinds)
    if "settled" in show:
        yield _settled([area for area in areas if area.settled])
    if "counts" in show:
        bounds = "; ".join(f"{area.cell} {len(area.blue)} and {len(area.orange)}" for area in areas)
        yield f"Bounding tiles of each area, blue's and orange's: {bounds}."
    main = position.main_area()
    if "main" in show and main is not None and main.controller:
        owner = PLAYER_NAMES[main.controller]
        yield f"The main area at {main.cell} is {owner}'s, bounded by {count(main.bounding, 'tile')}."


def _tiles_of(position: AbstraktoPosition, player: str) -> str:
    places = position.tiles(player)
    name, left = first_upper(PLAYER_NAMES[player]), sum(position.hand(player))
    if not places:
        return f"{name} has no tile on the board and {left} left."
    seen = ", ".join(
        f"{plural(len(names), kind.title, kind.plural)} on {' '.join(names)}"
        for kind in Kind
        if (names := [place.name for place in places if place.kind is kind])
    )
    return f"{name} has {count(len(places), 'tile')} on the board and {left} left: {first_upper(seen)}."


def _places(position: AbstraktoPosition, kinds: Sequence[Kind]) -> str:
    """Return how many places are marked for each type."""
    numbers = {kind: len(position.legal_places(position.turn, kind)) for kind in kinds}
    seen = listed(
        f"{count(number, 'place')} for {with_article(kind.title)}"
        for kind, number in numbers.items()
    )
    return f"Marked for {PLAYER_NAMES[position.turn]}: {seen}."


def _settled(areas: Sequence[Area]) -> str:
    """Return whose the settled areas are."""
    owners = [MARKER_COLOURS[area.controller] for area in areas]
    if not owners:
        return "No area is settled."
    seen = listed(f"{owners.count(o)} {o}" for o in dict.fromkeys(owners))
    return f"Settled {plural(len(owners), 'area')} with markers: {seen}."
