"""An Aathenuo turn while it is picked: tiles of the hand and the table put anywhere, and put back.

Picks come in pairs: a tile, by its name in the hand or its cell, then the cell where it is put, or
``hand`` to take it back.  Cells are those of the table before the turn (rule 2.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.games.aathenuo.notation import Lay, Put, Shift
from engine.games.aathenuo.table import Cells
from engine.games.aathenuo.tiles import order
from engine.geometry.squaregrid import Square
from engine.reading import INTEGER

_INTEGER = re.compile(INTEGER)
#: The picks that draw a tile, and that put one back into the hand.
DRAW, HAND = "draw", "hand"
#: A turn may lay tiles this far from the others, and a small table reaches so far.
_BEYOND, _LEAST = 2, (5, 3)
#: Of more cells than these only some are offered.
_MANY = 2500


class Held(NamedTuple):
    """A tile and where it was before the turn, None for the hand; ``name`` is its name there."""

    tile: str
    name: str
    origin: Square | None = None


class Window(NamedTuple):
    """The cells where tiles may be put."""

    left: int
    top: int
    right: int
    bottom: int

    def named(self, name: str) -> Square | None:
        """Return the cell of a name, None for what is not a cell here."""
        x, comma, y = name.partition(",")
        if not (comma and _INTEGER.fullmatch(x) and _INTEGER.fullmatch(y)):
            return None
        cell = int(x), int(y)
        inside = self.left <= cell[0] <= self.right and self.top <= cell[1] <= self.bottom
        return cell if inside else None

    def cells(self) -> Iterator[Square]:
        """Yield the cells row by row."""
        for y in range(self.top, self.bottom + 1):
            yield from ((x, y) for x in range(self.left, self.right + 1))


class Arranged(NamedTuple):
    """The table and the hand as they are arranged so far, and the tile that is to be put, if any."""

    cells: dict[Square, Held]
    hand: tuple[Held, ...]
    held: Held | None = None
    #: Where the tile to be put lies until then.
    lifted: Square | None = None

    def move(self) -> Lay:
        """Return the turn that arranges the table like this."""
        puts = [Put(h.tile, cell) for cell, h in self.cells.items() if h.origin is None]
        shifts = [Shift(h.origin, c) for c, h in self.cells.items() if h.origin not in (None, c)]
        return Lay(tuple(puts), tuple(shifts)).in_order()

    def choices(self) -> tuple[str, ...]:
        """Return what may be picked next: a place for the tile that is lifted, or a tile."""
        if self.held is None:
            return (*(held.name for held in self.hand), *map(written, self.cells))
        back = (HAND,) if self.held.origin is None else ()
        return (*back, *map(written, self.free()))

    def free(self) -> Iterator[Square]:
        """Yield the cells where a tile may be put; of a window with very many those near tiles."""
        cells = dict.fromkeys(self.window().cells())
        if len(cells) > _MANY:
            near = range(-_BEYOND, _BEYOND + 1)
            cells = {(x + dx, y + dy): None for x, y in self.cells for dy in near for dx in near}
        return (cell for cell in cells if cell not in self.cells)

    def window(self) -> Window:
        """Return the cells where tiles may be put: the table and round it."""
        taken = [*self.cells, *([self.lifted] if self.lifted else []), (0, 0), _LEAST]
        columns, rows = zip(*taken, strict=True)
        low, high = -_BEYOND, _BEYOND
        return Window(min(columns) + low, min(rows) + low, max(columns) + high, max(rows) + high)


def in_hand(hand: tuple[str, ...], player: str) -> tuple[Held, ...]:
    """Return a hand's tiles with names: ``1:r5``, and ``1:r5/2`` for a second one."""
    copies = [hand[:k].count(tile) + 1 for k, tile in enumerate(hand)]
    names = (
        f"{player}:{t}" + (f"/{n}" if n > 1 else "") for t, n in zip(hand, copies, strict=True)
    )
    return tuple(Held(tile, name) for tile, name in zip(hand, names, strict=True))


def arranged(
    table: Cells, hand: tuple[str, ...], player: str, picked: tuple[str, ...]
) -> Arranged | None:
    """Return what a player's picks arrange, None for those that cannot be."""
    cells = {cell: Held(tile, "", cell) for cell, tile in table.items()}
    now = Arranged(cells, in_hand(hand, player))
    for name in picked:
        after = _put(now, name) if now.held else _lifted(now, name)
        if after is None:
            return None
        now = after
    return now


def _lifted(now: Arranged, name: str) -> Arranged | None:
    for held in now.hand:
        if held.name == name:
            return now._replace(hand=tuple(h for h in now.hand if h != held), held=held)
    cell = now.window().named(name)
    if cell is None or cell not in now.cells:
        return None
    rest = {at: held for at, held in now.cells.items() if at != cell}
    return now._replace(cells=rest, held=now.cells[cell], lifted=cell)


def _put(now: Arranged, name: str) -> Arranged | None:
    held = now.held
    assert held is not None
    if name == HAND:
        if held.origin is not None:  # a tile of the table stays there (rule 3.1)
            return None
        hand = sorted((*now.hand, held), key=lambda one: (order(one.tile), one.name))
        return Arranged(now.cells, tuple(hand))
    cell = now.window().named(name)
    if cell is None or cell in now.cells:
        return None
    return Arranged({**now.cells, cell: held}, now.hand)


def written(cell: Square) -> str:
    """Return a cell's name."""
    return f"{cell[0]},{cell[1]}"
