"""Astralis, by Phil Leduc, with its variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.errors import OptionError
from engine.games.astralis import kit
from engine.games.astralis.board import SIDE, SIDES, board
from engine.games.astralis.diagram import OVERLAYS, draw_position
from engine.games.astralis.notation import parse_position
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.state import PLAYER_NAMES, State
from engine.games.astralis.variants import VARIANTS
from engine.play.game import Check, Component, Game, Option, Position

if TYPE_CHECKING:
    from engine.drawing.diagram import Drawing
    from engine.drawing.theme import Theme

_SIDE_RANGE = f"a whole number from {SIDES[0]} to {SIDES[-1]}"
_VARIANT_NAMES = ", ".join(VARIANTS)


def read_side(text: str) -> int:
    """Return a board's side.

    Raises OptionError.
    """
    if text.isascii() and text.isdigit() and text in map(str, SIDES):
        return int(text)
    raise OptionError(f"a board has no side of '{text[:20]}'; expected {_SIDE_RANGE}")


def read_variant(text: str) -> str:
    """Return a variant's name.

    Raises OptionError.
    """
    if text not in VARIANTS:
        raise OptionError(f"no variant '{text[:40]}'; the variants are {_VARIANT_NAMES}")
    return text


class Astralis(Game):
    """Ships explore a galaxy and leave planets; the most hexes controlled win."""

    name = "astralis"
    title = "Astralis"
    credit = "Phil Leduc"
    player_names = PLAYER_NAMES
    options = (
        Option("side", f"the board's side, {_SIDE_RANGE}", read_side, SIDE),
        Option("variant", f"one of {_VARIANT_NAMES}", read_variant, "standard"),
    )

    overlays = OVERLAYS

    def start(self, *, side: int = SIDE, variant: str = "standard") -> AstralisPosition:
        """Return the empty board, yellow to move (rules 1.3 and 3.1).

        Raises OptionError for a side that is not from 3 to 13, or an unknown variant.
        """
        if type(side) is not int or side not in SIDES:
            raise OptionError(f"a board has no side of {side!r}; expected {_SIDE_RANGE}")
        state = State(board(side), (0, 0), (0, 0), 0)
        return AstralisPosition(state, VARIANTS[read_variant(variant)])

    def parse(self, text: str) -> AstralisPosition:
        """Return the position written as ``text`` (rule 1.3).

        Raises NotationError where it cannot be read, InvalidPositionError with every fault
        where it can be read but cannot occur.
        """
        return AstralisPosition(*parse_position(text))

    def from_tags(self, tags: Mapping[str, str]) -> AstralisPosition:
        """Return the position a record starts from: its Position, or the start of Side and Variant.

        Raises OptionError for a side or variant that is none, or is not that of the Position;
        what :meth:`parse` raises for the Position.
        """
        side = read_side(tags["Side"]) if "Side" in tags else None
        variant = read_variant(tags["Variant"]) if "Variant" in tags else None
        if "Position" not in tags:
            return self.start(side=side or SIDE, variant=variant or "standard")
        position = self.parse(tags["Position"])
        for tag, said, found in (
            ("Side", side, position.side),
            ("Variant", variant, position.variant.name),
        ):
            if said is not None and said != found:
                raise OptionError(f"the tag {tag} says {said}, but the tag Position has {found}")
        return position

    def tiles(self) -> tuple[str, ...]:
        """Return the tiles, planets and ships in the box."""
        return kit.PIECES

    def components(self) -> tuple[Component, ...]:
        """Return every kind of thing in the box."""
        return kit.COMPONENTS

    def counting(self) -> tuple[Check, ...]:
        """Return the counts of the pieces, and why the tiles are enough."""
        return (*super().counting(), *kit.checks())

    def needs(self, positions: Sequence[Position]) -> tuple[str, ...]:
        """Return which pieces a game needs on the board at once beyond the kit's (rule 4.6)."""
        return kit.needs([p for p in positions if isinstance(p, AstralisPosition)])

    def draw(self, position: Position, *, theme: Theme, show: frozenset[str]) -> Drawing:
        """Return the drawing of a position in its natural size in millimetres.

        Raises OptionError for a name in ``show`` that is no overlay of the variant.
        """
        assert isinstance(position, AstralisPosition)
        return draw_position(position, theme=theme, show=show)


GAME = Astralis()
