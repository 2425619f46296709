"""What an Astralis diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.state import PLAYER_NAMES, PLAYERS
from engine.messages import Message, Messages, all_of, row

say = Messages(__name__)

#: The variants without control tiles, unless they are asked for (rules 6.1 and 6.2).
UNTILED = frozenset({"simplified", "dice", "beeline", "dispersed-go"})


def sentences(
    position: AstralisPosition, show: frozenset[str], shown: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """Yield the sentences; ``shown`` holds the hexes of each overlay in their order."""
    yield say(
        "A hexagonal board of side {side}, the variant {variant}.",
        side=position.side,
        variant=position.variant.name,
    )
    for player in PLAYERS:
        yield _pieces(position, player)
    if position.variant.name not in UNTILED or "control" in show:
        yellow, cyan = (len(position.controlled(player)) for player in PLAYERS)
        both = len(position.contested)
        yield say(
            "Yellow controls {yellow}, cyan {cyan}; {contested}.",
            yellow=say.counted(yellow, "{n} hex", "{n} hexes"),
            cyan=cyan,
            contested=say.counted(both, "{n} hex is contested", "{n} hexes are contested"),
        )
    yield from _overlays(position, shown)


def _pieces(position: AstralisPosition, player: str) -> str:
    """Return a player's ship and stones in words."""
    bees = position.variant.name == "beeline"
    ship, stones = position.ship(player), _in_order(position, position.stones(player))
    name, hexes = PLAYER_NAMES[player], row(stones)
    words: list[str] = []
    if ship is not None:
        words.append(
            say("the bee on {hex}", hex=ship) if bees else say("the ship on {hex}", hex=ship)
        )
    if stones and bees:
        words.append(
            say.counted(len(stones), "a flower on {hexes}", "{n} flowers on {hexes}", hexes=hexes)
        )
    elif stones:
        words.append(
            say.counted(len(stones), "a stone on {hexes}", "{n} stones on {hexes}", hexes=hexes)
        )
    if not words:
        return say("{Player} has nothing on the board.", player=name)
    return say("{Player} has {pieces}.", player=name, pieces=all_of(words))


def _overlays(position: AstralisPosition, shown: dict[str, tuple[str, ...]]) -> Iterator[str]:
    if "start-rows" in shown:
        yield say("The rows where the ships are set up are highlighted in their colours.")
    if "ship-moves" in shown:
        yield _ship_moves(PLAYER_NAMES[position.turn], shown["ship-moves"])
    if "placements" in shown:
        yield _placements(shown["placements"])
        if shown["unusable"]:
            yield say("Explored or taken: {hexes}.", hexes=_counted(shown["unusable"]))
    if "changes" in shown:
        yield _changes(shown["changes"])
    for player in PLAYERS:
        if f"threats {player}" in shown:
            yield _threats(PLAYER_NAMES[player], shown[f"threats {player}"])


def _ship_moves(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("{Player}'s ship can go to no hex.", player=player)
    return say("{Player}'s ship can go to {hexes}.", player=player, hexes=_counted(hexes))


def _placements(hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("From there a stone can be put on no hex.")
    return say("From there a stone can be put on {hexes}.", hexes=_counted(hexes))


def _changes(hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("The last move changed no hex.")
    return say("The last move changed {hexes}.", hexes=_counted(hexes))


def _threats(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("{Player} is one stone away from no hex.", player=player)
    return say("{Player} is one stone away from {hexes}.", player=player, hexes=_counted(hexes))


def _counted(labels: tuple[str, ...]) -> str:
    """Return hexes with their number, a single one alone."""
    if len(labels) == 1:
        return labels[0]
    return say.counted(len(labels), "{n} hex: {hexes}", "{n} hexes: {hexes}", hexes=row(labels))


def _in_order(position: AstralisPosition, labels: Iterable[str]) -> tuple[str, ...]:
    """Return labels by letter and number."""
    board = position.state.board
    return board.labels(sum(board.find(label) for label in set(labels)))
