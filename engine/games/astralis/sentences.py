"""What an Astralis diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.state import PLAYER_NAMES, PLAYERS
from engine.words import count, first_upper, listed, plural

#: The variants without control tiles, unless they are asked for (rules 6.1 and 6.2).
UNTILED = frozenset({"simplified", "dice", "beeline", "dispersed-go"})


def sentences(
    position: AstralisPosition, show: frozenset[str], shown: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """Yield the sentences; ``shown`` holds the hexes of each overlay in their order."""
    yield f"A hexagonal board of side {position.side}, the variant {position.variant.name}."
    for player in PLAYERS:
        yield _pieces(position, player)
    if position.variant.name not in UNTILED or "control" in show:
        yellow, cyan = (len(position.controlled(player)) for player in PLAYERS)
        both = len(position.contested)
        contested = f"{count(both, 'hex', 'hexes')} {plural(both, 'is', 'are')} contested"
        yield f"Yellow controls {count(yellow, 'hex', 'hexes')}, cyan {cyan}; {contested}."
    yield from _overlays(position, shown)


def _pieces(position: AstralisPosition, player: str) -> str:
    """Return a player's ship and stones in words."""
    bees = position.variant.name == "beeline"
    ship, stones = position.ship(player), _in_order(position, position.stones(player))
    words = []
    if ship is not None:
        words.append(f"the {'bee' if bees else 'ship'} on {ship}")
    if stones:
        what = "flower" if bees else "stone"
        number = f"a {what}" if len(stones) == 1 else count(len(stones), what)
        words.append(f"{number} on {', '.join(stones)}")
    name = first_upper(PLAYER_NAMES[player])
    return f"{name} has {listed(words)}." if words else f"{name} has nothing on the board."


def _overlays(position: AstralisPosition, shown: dict[str, tuple[str, ...]]) -> Iterator[str]:
    mover = first_upper(PLAYER_NAMES[position.turn])
    if "start-rows" in shown:
        yield "The rows where the ships are set up are highlighted in their colours."
    if "ship-moves" in shown:
        yield f"{mover}'s ship can go to {_counted(shown['ship-moves'])}."
    if "placements" in shown:
        yield f"From there a stone can be put on {_counted(shown['placements'])}."
        if shown["unusable"]:
            yield f"Explored or taken: {_counted(shown['unusable'])}."
    if "changes" in shown:
        yield f"The last move changed {_counted(shown['changes'])}."
    for player in PLAYERS:
        if f"threats {player}" in shown:
            hexes = _counted(shown[f"threats {player}"])
            yield f"{first_upper(PLAYER_NAMES[player])} is one stone away from {hexes}."


def _counted(labels: tuple[str, ...]) -> str:
    """Return hexes with their number."""
    if not labels:
        return "no hex"
    return labels[0] if len(labels) == 1 else f"{len(labels)} hexes: {', '.join(labels)}"


def _in_order(position: AstralisPosition, labels: Iterable[str]) -> tuple[str, ...]:
    """Return labels by letter and number."""
    board = position.state.board
    return board.labels(sum(board.find(label) for label in set(labels)))
