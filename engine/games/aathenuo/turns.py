"""What a player may do in a turn, as values: lay and move tiles, or draw (rule 3.1).

A turn knows its parts and their order as written; whether it is legal is for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry.squaregrid import Square
from engine.play.position import Move

#: What ``draw:`` names when the bag is empty: nothing, the player passes (rule 3.2).
NOTHING = "-"


class Put(NamedTuple):
    """A tile from the hand put on a cell: ``+r3@1,0``."""

    tile: str
    cell: Square

    def __str__(self) -> str:
        return f"+{self.tile}@{self.cell[0]},{self.cell[1]}"


class Shift(NamedTuple):
    """A tile on the table moved from one cell to another: ``2,1>4,0``."""

    start: Square
    end: Square

    def __str__(self) -> str:
        return f"{self.start[0]},{self.start[1]}>{self.end[0]},{self.end[1]}"


def _by_row(cell: Square) -> tuple[int, int]:
    return cell[1], cell[0]


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """A turn that lays tiles from the hand and may rearrange the table.

    It is written with the laid tiles first, by the cells they come to, then the moved ones by
    the cells they leave, both row by row.
    """

    puts: tuple[Put, ...]
    shifts: tuple[Shift, ...] = ()

    def __str__(self) -> str:
        puts = sorted(self.puts, key=lambda put: _by_row(put.cell))
        shifts = sorted(self.shifts, key=lambda shift: _by_row(shift.start))
        return ";".join(map(str, (*puts, *shifts)))

    def in_order(self) -> Lay:
        """Return the turn with its parts in the order they are written."""
        return Lay(
            tuple(sorted(self.puts, key=lambda put: _by_row(put.cell))),
            tuple(sorted(self.shifts, key=lambda shift: _by_row(shift.start))),
        )


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A turn that draws ``tile`` from the bag, ``-`` for nothing, "" for whatever comes."""

    tile: str = ""

    def __str__(self) -> str:
        return f"draw:{self.tile}" if self.tile else "draw"


AathenuoMove = Lay | Draw
