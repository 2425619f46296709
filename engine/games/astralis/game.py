"""Astralis as the toolkit sees it: start positions, record tags, what is in the box and what a game needs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import OptionError
from engine.games.astralis import territory
from engine.games.astralis.board import PLAYER_NAMES, PLAYERS, SIDE, SIDES, State, board
from engine.games.astralis.notation import parse_position
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import VARIANTS, ShipVariant
from engine.geometry.hexgrid import Hex
from engine.play.game import Check, Component, Game, Option

# ------------------------------------------------------------------------------------------- the box

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

#: Every piece: its kind, and its number where there are several.
PIECES = tuple(
    kind.name if kind.count == 1 else f"{kind.name}-{k}"
    for kind in KINDS
    for k in range(1, kind.count + 1)
)


def needs(positions: Sequence[AstralisPosition]) -> tuple[str, ...]:
    """Return in sentences which pieces lie on the board at once beyond the kit's (rule 4.6).

    Tiles are on the board in the standard game, and at the end of the simplified one (rule 6.1).
    """
    most = {
        f"{PLAYER_NAMES[player]} planets": (STONES, [len(p.stones(player)) for p in positions])
        for player in PLAYERS
    }
    controlled, contested = [], []
    for position in positions:
        name = position.variant.name
        if name == "standard" or (name == "simplified" and position.is_over):
            # The hexes' labels would take ten times as long.
            board, (yellow, cyan) = position.state.board, position.state.stones
            both = territory.controlled(board, yellow, cyan)
            both |= territory.controlled(board, cyan, yellow)
            controlled.append(both.bit_count())
            contested.append(territory.contested(board, yellow, cyan).bit_count())
    most["control tiles"] = CONTROL_TILES, controlled
    most["contested tiles"] = CONTESTED_TILES, contested
    return tuple(
        f"{max(counts)} {what} are needed, the kit has {limit}"
        for what, (limit, counts) in most.items()
        if max(counts, default=0) > limit
    )


# ------------------------------------------------------------------------------------------ the game

_SIDE_RANGE = f"a whole number from {SIDES[0]} to {SIDES[-1]}"
_VARIANT_NAMES = ", ".join(VARIANTS)


def read_side(text: str) -> int:
    """Return a board's side; raise OptionError."""
    if text in map(str, SIDES):
        return int(text)
    words = f"side must be {_SIDE_RANGE}, not '{text[:20]}'"
    raise OptionError(words, setting="side")


def read_variant(text: str) -> str:
    """Return a variant's name; raise OptionError."""
    if text not in VARIANTS:
        words = f"variant must be one of {_VARIANT_NAMES}, not '{text[:40]}'"
        raise OptionError(words, setting="variant")
    return text


class Astralis(Game[AstralisPosition]):
    """Ships explore a galaxy and leave planets; the most hexes controlled win.

    >>> astralis = engine.game("astralis")
    >>> start = astralis.start(side=5)
    >>> start.turn, start.side, str(start.legal_moves()[0])
    ('y', 5, 'a2')
    """

    name = "astralis"
    title = "Astralis"
    credit = "Phil Leduc"
    player_names = PLAYER_NAMES
    recognised_by = "hex_kit"
    board_sides = SIDES
    turn_size = 1.2
    options = (
        Option(
            "side",
            f"the board's side, {_SIDE_RANGE}",
            read_side,
            SIDE,
            tuple(map(str, SIDES)),
            of=lambda position: position.side,
        ),
        Option(
            "variant",
            f"one of {_VARIANT_NAMES}",
            read_variant,
            "standard",
            tuple(VARIANTS),
            of=lambda position: position.variant.name,
        ),
    )

    def cell_label(self, cell: Hex, side: int) -> str:
        """Return the label of a cell (rule 1.2), "" where the board has none there."""
        grid = board(side)
        return grid.label(grid.at(cell))

    def start(self, *, side: int = SIDE, variant: str = "standard") -> AstralisPosition:
        """Return the empty board, yellow to move (rules 1.3 and 3.1).

        Raises OptionError for a side that is not from 3 to 13, or an unknown variant.
        """
        if type(side) is not int or side not in SIDES:
            words = f"side must be {_SIDE_RANGE}, not {side!r}"
            raise OptionError(words, setting="side")
        state = State(board(side), (0, 0), (0, 0), 0)
        return AstralisPosition(state, VARIANTS[read_variant(variant)])

    def parse(self, text: str) -> AstralisPosition:
        """Return the position written as ``text`` (rule 1.3)."""
        return AstralisPosition(*parse_position(text))

    def turn_sign(self, position: AstralisPosition) -> str:
        variant = position.variant
        piece = variant.ship if isinstance(variant, ShipVariant) else "planet"
        return f"{PLAYER_NAMES[position.turn]} {piece}"

    def tiles(self) -> tuple[str, ...]:
        """Return the tiles, planets and ships in the box."""
        return PIECES

    def components(self) -> tuple[Component, ...]:
        return COMPONENTS

    def counting(self) -> tuple[Check, ...]:
        """Return the counts of the pieces, and why the tiles are enough for the usual board."""
        hexes = board(SIDE).full.bit_count()
        formula = 3 * SIDE**2 - 3 * SIDE + 1
        words = (
            f"{CONTROL_TILES} control tiles are one for every hex of a board of side {SIDE}: "
            f"3 × {SIDE}² - 3 × {SIDE} + 1 = {formula}, and {hexes} counted one by one"
        )
        return (*super().counting(), Check(words, CONTROL_TILES == hexes == formula))

    def needs(self, positions: Sequence[AstralisPosition]) -> tuple[str, ...]:
        return needs(positions)
