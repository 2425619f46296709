"""The turns that need no rearranging: tiles laid in one line, found without trial and error.

Tiles may be laid beside the table, in one row or column without gaps, or apart from it as a
new set.  The module knows tables and hands but not whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from engine.games.aathenuo.stars import may_grow
from engine.games.aathenuo.table import REACH, Cells, run_through, span, stars_agree
from engine.games.aathenuo.tiles import COLOURS, NUMBERS, STAR, ordered
from engine.games.aathenuo.turns import Lay, Put
from engine.squaregrid import Square, neighbours

#: The longest set: a sequence from 1 to 8.
_LONGEST = len(NUMBERS)


def lays(cells: Cells, hand: Sequence[str]) -> Iterator[Lay]:
    """Yield every turn that lays tiles of ``hand`` in one line, none twice.

    ``cells`` are a valid table with its corner at (0, 0).  First come the lines beside tiles
    of the table, by the first cell beside one that they fill, then the new sets apart.
    """
    seen = set()
    for lay in _beside(cells, hand):
        if lay not in seen:
            seen.add(lay)
            yield lay
    yield from _apart(cells, hand)


# --------------------------------------------------------------------------- beside the table


def _beside(cells: Cells, hand: Sequence[str]) -> Iterator[Lay]:
    """Yield the lays with a tile beside one of the table, some of them twice."""
    anchors = {beside for cell in cells for beside in neighbours(cell) if beside not in cells}
    for anchor in sorted(anchors, key=lambda cell: (cell[1], cell[0])):
        for across in (True, False):
            search = _Line(cells, hand, across, anchor)
            for start in _starts(cells, anchors, anchor, across):
                yield from search.fill(start)


def _step(cell: Square, across: bool, by: int) -> Square:
    return (cell[0] + by, cell[1]) if across else (cell[0], cell[1] + by)


def _starts(cells: Cells, anchors: set[Square], anchor: Square, across: bool) -> Iterator[Square]:
    """Yield the first cells of runs whose first laid cell beside the table is ``anchor``.

    A run either begins with the tiles of the table before the anchor, or with empty cells
    that are not beside any.
    """
    cell = _step(anchor, across, -1)
    if cell in cells:
        while cell in cells:
            cell = _step(cell, across, -1)
        yield _step(cell, across, 1)
        return
    yield anchor
    for _ in range(_LONGEST - 1):
        if cell in anchors:
            return
        yield cell
        cell = _step(cell, across, -1)


class _Line:
    """The search for fillings of one line that cover ``anchor``."""

    def __init__(self, cells: Cells, hand: Sequence[str], across: bool, anchor: Square) -> None:
        self.cells = dict(cells)  # with the tiles being laid
        self.hand = Counter(hand)
        self.kinds = ordered(self.hand)
        self.across = across
        self.anchor = anchor
        self.laid: list[Put] = []

    def fill(self, start: Square) -> Iterator[Lay]:
        """Yield what can be laid so that there is a set from ``start`` on, and no fault."""
        yield from self._grow(start, ())

    def _grow(self, cell: Square, run: tuple[str, ...]) -> Iterator[Lay]:
        if run and not may_grow(run):
            return
        following = _step(cell, self.across, 1)
        if cell in self.cells:
            yield from self._grow(following, (*run, self.cells[cell]))
            return
        if len(run) >= 3 and self.anchor in self.cells and self._is_sound():
            yield Lay(tuple(self.laid)).in_order()
        if len(run) == _LONGEST:
            return
        for tile in self.kinds:
            if self.hand[tile]:
                self._lay(tile, cell)
                crossing = run_through(self.cells, cell, across=not self.across)
                if crossing is None or crossing.readings:
                    yield from self._grow(following, (*run, tile))
                self._lift()

    def _lay(self, tile: str, cell: Square) -> None:
        self.hand[tile] -= 1
        self.cells[cell] = tile
        self.laid.append(Put(tile, cell))

    def _lift(self) -> None:
        put = self.laid.pop()
        del self.cells[put.cell]
        self.hand[put.tile] += 1

    def _is_sound(self) -> bool:
        """Tell whether the sets changed, each sound in itself, agree about their stars."""
        along = run_through(self.cells, self.anchor, across=self.across)
        across = (run_through(self.cells, p.cell, across=not self.across) for p in self.laid)
        changed = [run for run in (along, *across) if run is not None]
        return max(span(self.cells)) <= REACH and stars_agree(self.cells, changed)


# ------------------------------------------------------------------------ apart from the table


def _apart(cells: Cells, hand: Sequence[str]) -> Iterator[Lay]:
    """Yield the new sets that the hand holds, laid two rows below the table (rule 2.1)."""
    row = span(cells)[1] + 1 if cells else 0
    if row >= REACH:
        return
    for new in dict.fromkeys((*_sequences(hand), *_same_numbers(hand))):
        yield Lay(tuple(Put(tile, (column, row)) for column, tile in enumerate(new)))


def _sequences(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for colour in COLOURS:
        for first in NUMBERS:
            for last in range(first + 2, _LONGEST + 1):
                yield from _choices([(colour, n) for n in range(first, last + 1)], hand)


def _same_numbers(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for number in NUMBERS:
        for size in range(3, len(COLOURS) + 1):
            for colours in combinations(COLOURS, size):
                yield from _choices([(colour, number) for colour in colours], hand)


def _choices(members: list[tuple[str, int]], hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the ways to make a set of these colours and numbers, each with its tile or a star."""
    held = Counter(hand)
    options = [[t for t in (f"{c}{n}", c + STAR) if held[t]] for c, n in members]
    for chosen in product(*options):
        if all(held[tile] >= count for tile, count in Counter(chosen).items()):
            yield chosen
