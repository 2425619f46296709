"""Astralis as the toolkit sees it: start positions, record tags, what is in the box."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import OptionError
from engine.games.astralis import box
from engine.games.astralis.board import PLAYER_NAMES, SIDE, SIDES, State, board, label_at
from engine.games.astralis.notation import parse_position
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variant import ShipVariant
from engine.games.astralis.variants import VARIANTS
from engine.geometry.hexgrid import Hex
from engine.play.game import Check, Component, Game, Option

_SIDE_RANGE = f"a whole number from {SIDES[0]} to {SIDES[-1]}"
_VARIANT_NAMES = ", ".join(VARIANTS)


def read_side(text: str) -> int:
    """Return a board's side.

    Raises OptionError.
    """
    if text.isascii() and text.isdigit() and text in map(str, SIDES):
        return int(text)
    words = f"a board has no side of '{text[:20]}'; expected {_SIDE_RANGE}"
    raise OptionError(words, setting="side")


def read_variant(text: str) -> str:
    """Return a variant's name.

    Raises OptionError.
    """
    if text not in VARIANTS:
        words = f"no variant '{text[:40]}'; the variants are {_VARIANT_NAMES}"
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
        return label_at(cell, side) or ""

    def start(self, *, side: int = SIDE, variant: str = "standard") -> AstralisPosition:
        """Return the empty board, yellow to move (rules 1.3 and 3.1)."""
        if type(side) is not int or side not in SIDES:
            words = f"a board has no side of {side!r}; expected {_SIDE_RANGE}"
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
        return box.PIECES

    def components(self) -> tuple[Component, ...]:
        return box.COMPONENTS

    def counting(self) -> tuple[Check, ...]:
        return (*super().counting(), *box.checks())

    def needs(self, positions: Sequence[AstralisPosition]) -> tuple[str, ...]:
        """Return which pieces a game needs on the board at once beyond the kit's (rule 4.6)."""
        return box.needs(positions)
