"""What is in the box, and what of it a game needs (rule 4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.astralis import territory
from engine.games.astralis.board import PLAYER_NAMES, PLAYERS, SIDE, board
from engine.games.astralis.rules import AstralisPosition
from engine.play.game import Check, Component

#: One control tile for every hex of the usual board; yellow on one side and cyan on the other.
CONTROL_TILES = 169
CONTESTED_TILES = 60
#: Stones of each player (rule 4.6).
STONES = 30

#: The kinds of piece, which lie on the board.
KINDS = (
    Component("control", "Control tiles, yellow and cyan", CONTROL_TILES),
    Component("contested", "Contested tiles", CONTESTED_TILES),
    Component("planet-yellow", "Yellow planets", STONES),
    Component("planet-cyan", "Cyan planets", STONES),
    Component("ship-yellow", "Yellow colony ship", 1),
    Component("ship-cyan", "Cyan colony ship", 1),
)

COMPONENTS = (Component("board", f"Board of side {SIDE}", 1), *KINDS)


def _identities() -> Iterator[str]:
    for component in KINDS:
        if component.count == 1:
            yield component.name
        else:
            yield from (f"{component.name}-{k}" for k in range(1, component.count + 1))


PIECES = tuple(_identities())


def checks() -> tuple[Check, ...]:
    """Return why the tiles of the box are enough for the usual board."""
    hexes = board(SIDE).full.bit_count()
    formula = 3 * SIDE**2 - 3 * SIDE + 1
    return (
        Check(
            f"{CONTROL_TILES} control tiles are one for every hex of a board of side {SIDE}: "
            f"3 × {SIDE}² - 3 × {SIDE} + 1 = {formula}, and {hexes} counted one by one",
            CONTROL_TILES == hexes == formula,
        ),
    )


def needs(positions: Sequence[AstralisPosition]) -> tuple[str, ...]:
    """Return in sentences which pieces lie on the board at once beyond the kit's.

    Tiles are on the board in the standard game, and at the end of the simplified one (rule 6.1).
    """
    tiled = [p for p in positions if _has_tiles(p)]
    most = [
        (f"{PLAYER_NAMES[player]} planets", STONES, max(_stones(positions, player)))
        for player in PLAYERS
    ]
    most.append(("control tiles", CONTROL_TILES, max(map(_controlled, tiled), default=0)))
    most.append(("contested tiles", CONTESTED_TILES, max(map(_contested, tiled), default=0)))
    return tuple(
        f"{count} {what} are needed, the kit has {limit}"
        for what, limit, count in most
        if count > limit
    )


def _controlled(position: AstralisPosition) -> int:
    board, (yellow, cyan) = position.state.board, position.state.stones
    both = territory.controlled(board, yellow, cyan) | territory.controlled(board, cyan, yellow)
    return both.bit_count()


def _contested(position: AstralisPosition) -> int:
    return territory.contested(position.state.board, *position.state.stones).bit_count()


def _has_tiles(position: AstralisPosition) -> bool:
    name = position.variant.name
    return name == "standard" or (name == "simplified" and position.is_over)


def _stones(positions: Sequence[AstralisPosition], player: str) -> Iterator[int]:
    yield 0
    for position in positions:
        yield len(position.stones(player))
