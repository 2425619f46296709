"""What an Astralis diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.astralis.board import PLAYER_NAMES, PLAYERS
from engine.games.astralis.rules import AstralisPosition
from engine.messages import Message, Messages, all_of

say = Messages(__name__)

#: The variants without control tiles, unless they are asked for (rules 6.1 and 6.2).
UNTILED = frozenset({"simplified", "dice", "beeline", "dispersed-go"})


def sentences(
    position: AstralisPosition,
    show: frozenset[str],
    shown: dict[str, tuple[str, ...]],
    part: frozenset[str] | None = None,
) -> Iterator[str]:
    """Yield the sentences; ``shown`` holds the hexes of each overlay in their order.

    Of a ``part`` of the hexes only what lies there is told.
    """
    seen = frozenset(position.state.board.labels(position.state.board.full))
    seen = seen if part is None else part
    yield say(
        "The board is a hexagon of side {side}; the variant is {variant}.",
        side=position.side,
        variant=position.variant.name,
    )
    pieces = [_pieces(position, player, seen) for player in PLAYERS]
    if any(pieces):
        for player, words in zip(PLAYERS, pieces, strict=True):
            yield words or _nothing(PLAYER_NAMES[player], part)
    else:
        yield say("No piece is on it.") if part is None else say("No piece is in this part.")
    if position.variant.name not in UNTILED or "control" in show:
        yield from _control(position, seen)
    yield from _overlays(position, shown)


def _control(position: AstralisPosition, seen: frozenset[str]) -> Iterator[Message]:
    yellow, cyan = (len(position.controlled(player) & seen) for player in PLAYERS)
    both = len(position.contested & seen)
    said = {"yellow": say.counted(yellow, "{n} hex", "{n} hexes"), "cyan": cyan}
    if both:
        contested = say.counted(both, "{n} hex is contested", "{n} hexes are contested")
        yield say(
            "Yellow controls {yellow} and cyan {cyan}; {contested}.", contested=contested, **said
        )
    elif yellow or cyan:
        yield say("Yellow controls {yellow} and cyan {cyan}.", **said)


def _nothing(player: str, part: frozenset[str] | None) -> Message:
    if part is None:
        return say("{Player} has nothing on it.", player=player)
    return say("{Player} has nothing in this part.", player=player)


def _pieces(position: AstralisPosition, player: str, seen: frozenset[str]) -> str:
    ship, stones = position.ship(player), _in_order(position, position.stones(player) & seen)
    words: list[str] = []
    if ship is not None and ship in seen:
        bees = position.variant.name == "beeline"
        words.append(
            say("the bee on {hex}", hex=ship) if bees else say("the ship on {hex}", hex=ship)
        )
    if stones:
        words.append(_stones(position, stones))
    if not words:
        return ""
    return say("{Player} has {pieces}.", player=PLAYER_NAMES[player], pieces=all_of(words))


def _stones(position: AstralisPosition, stones: tuple[str, ...]) -> Message:
    number, hexes = len(stones), all_of(stones)
    if position.variant.name == "beeline":
        return say.counted(number, "a flower on {hexes}", "{n} flowers on {hexes}", hexes=hexes)
    if position.variant.name == "dice":
        dice = all_of(
            say.counted(
                position.pips(hex_) or 0, "{hex} with {n} pip", "{hex} with {n} pips", hex=hex_
            )
            for hex_ in stones
        )
        return say.counted(number, "a die on {dice}", "{n} dice on {dice}", dice=dice)
    return say.counted(number, "a planet on {hexes}", "{n} planets on {hexes}", hexes=hexes)


def _overlays(position: AstralisPosition, shown: dict[str, tuple[str, ...]]) -> Iterator[str]:
    mover, bees = PLAYER_NAMES[position.turn], position.variant.name == "beeline"
    if "start-rows" in shown:
        yield (
            say("The rows where the bees are set up are highlighted in their colours.")
            if bees
            else say("The rows where the ships are set up are highlighted in their colours.")
        )
    if "ship-moves" in shown:
        yield (_bee_moves if bees else _ship_moves)(mover, shown["ship-moves"])
    if "placements" in shown and position.ship(position.turn) is None:
        yield (
            say("{Player} has nothing on the board that flowers are put round.", player=mover)
            if bees
            else say("{Player} has nothing on the board that planets are put round.", player=mover)
        )
    elif "placements" in shown:
        yield (_flowers if bees else _placements)(mover, shown["placements"])
    if shown.get("unusable"):
        yield _unusable(shown["unusable"])
    if "changes" in shown:
        yield _changes(shown["changes"])
    for one in PLAYERS:
        if f"threats {one}" in shown:
            yield _threats(PLAYER_NAMES[one], shown[f"threats {one}"])


def _ship_moves(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("{Player}'s ship can go to no hex.", player=player)
    return say("{Player}'s ship can go to {hexes}.", player=player, hexes=_counted(hexes))


def _bee_moves(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("{Player}'s bee can go to no hex.", player=player)
    return say("{Player}'s bee can go to {hexes}.", player=player, hexes=_counted(hexes))


def _placements(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("Next to the ship {player} can put a planet on no hex.", player=player)
    return say(
        "Next to the ship {player} can put a planet on {hexes}.",
        player=player,
        hexes=_counted(hexes),
    )


def _flowers(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("Next to the bee {player} can put a flower on no hex.", player=player)
    return say(
        "Next to the bee {player} can put a flower on {hexes}.",
        player=player,
        hexes=_counted(hexes),
    )


def _unusable(hexes: tuple[str, ...]) -> Message:
    return say.counted(
        len(hexes),
        "Hex {hexes} is explored or taken and cannot be used.",
        "Hexes {hexes} are explored or taken and cannot be used.",
        hexes=all_of(hexes),
    )


def _changes(hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("The last move changed no hex.")
    return say("The last move changed {hexes}.", hexes=_counted(hexes))


def _threats(player: str, hexes: tuple[str, ...]) -> Message:
    if not hexes:
        return say("With one more planet {player} gains no hex.", player=player)
    return say("With one more planet {player} gains {hexes}.", player=player, hexes=_counted(hexes))


def _counted(labels: tuple[str, ...]) -> str:
    if len(labels) == 1:
        return labels[0]
    hexes = all_of(labels)
    return say.counted(len(labels), "{n} hex: {hexes}", "{n} hexes: {hexes}", hexes=hexes)


def _in_order(position: AstralisPosition, labels: Iterable[str]) -> tuple[str, ...]:
    board = position.state.board
    return board.labels(sum(board.find(label) for label in set(labels)))
