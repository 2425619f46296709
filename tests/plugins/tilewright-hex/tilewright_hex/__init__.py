"""Hex, by Piet Hein and John Nash: what tilewright is told of it, as a package of its own."""

from engine import Component, Game
from tilewright_hex.rules import NAMES, SIDE, HexPosition, parse_position

#: So many stones of a colour fill the board, whoever begins.
STONES = SIDE * SIDE // 2 + 1


class Hex(Game[HexPosition]):
    """Two players join their own edges of a rhombus of hexagons."""

    name = "hex"
    title = "Hex"
    credit = "Piet Hein (1942) and John Nash (1948)"
    player_names = NAMES
    piece_colours = NAMES

    def start(self) -> HexPosition:
        """Return the empty board, red to move."""
        return HexPosition(0, 0, "r")

    def parse(self, text: str) -> HexPosition:
        """Return the position written as ``text``; raises NotationError, InvalidPositionError."""
        return parse_position(text)

    def tiles(self) -> tuple[str, ...]:
        """Return the stones, ``red-1`` to ``blue-61``."""
        return tuple(f"{name}-{k}" for name in NAMES.values() for k in range(1, STONES + 1))

    def components(self) -> tuple[Component, ...]:
        """Return board and stones."""
        stones = (Component(name, f"{name.title()} stones", STONES) for name in NAMES.values())
        return (Component("board", f"Board of {SIDE} × {SIDE} cells", 1), *stones)


GAME = Hex()
