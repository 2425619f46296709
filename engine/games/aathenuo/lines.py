"""The turns that need no rearranging: tiles laid in one line, found without trial and error.

Tiles may be laid beside the table, in one row or column without gaps, or apart from it as a
new set.  The module knows tables and hands but not whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from engine.games.aathenuo.notation import Lay, Put
from engine.games.aathenuo.stars import Run, may_grow
from engine.games.aathenuo.table import (
    REACH,
    Cells,
    line_through,
    run_through,
    span,
    stars_agree,
)
from engine.games.aathenuo.tiles import COLOURS, NUMBERS, STAR, ordered
from engine.geometry.squaregrid import Square, neighbours

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
    anchors = {beside for cell in cells for beside in neighbours(cell) if beside not in cells}
    for anchor in sorted(anchors, key=lambda cell: (cell[1], cell[0])):
        for across in (True, False):
            yield from _Line(cells, hand, across, anchors, anchor).lays()


class _Line:
    """The search for lays in one line whose first cell beside the table is ``anchor``.

    It begins at the anchor and grows the line, first to the left (or up), then to the right.
    """

    def __init__(
        self,
        cells: Cells,
        hand: Sequence[str],
        across: bool,
        anchors: set[Square],
        anchor: Square,
    ) -> None:
        self.cells = dict(cells)  # with the tiles being laid
        self.hand = Counter(hand)
        self.kinds = ordered(self.hand)
        self.across = across
        self.anchors = anchors
        self.anchor = anchor
        self.laid: list[Put] = []

    def lays(self) -> Iterator[Lay]:
        for line in self._filled(self.anchor):
            yield from self._leftwards(line)

    def _leftwards(self, line: Run) -> Iterator[Lay]:
        yield from self._rightwards(line)
        cell = self._beyond(line.cells[0], -1)
        if cell not in self.anchors:
            for longer in self._filled(cell):
                yield from self._leftwards(longer)

    def _rightwards(self, line: Run) -> Iterator[Lay]:
        if line.readings and self._is_sound(line):
            yield Lay(tuple(self.laid)).in_order()
        for longer in self._filled(self._beyond(line.cells[-1], 1)):
            yield from self._rightwards(longer)

    def _beyond(self, cell: Square, by: int) -> Square:
        return (cell[0] + by, cell[1]) if self.across else (cell[0], cell[1] + by)

    def _filled(self, cell: Square) -> Iterator[Run]:
        for tile in self.kinds:
            if not self.hand[tile]:
                continue
            self.hand[tile] -= 1
            self.cells[cell] = tile
            self.laid.append(Put(tile, cell))
            line = line_through(self.cells, cell, across=self.across)
            crossing = run_through(self.cells, cell, across=not self.across)
            if may_grow(line.tiles) and (crossing is None or crossing.readings):
                yield line
            self.laid.pop()
            del self.cells[cell]
            self.hand[tile] += 1

    def _is_sound(self, line: Run) -> bool:
        across = (run_through(self.cells, p.cell, across=not self.across) for p in self.laid)
        changed = [line, *(run for run in across if run is not None)]
        return max(span(self.cells)) <= REACH and stars_agree(self.cells, changed)


# ------------------------------------------------------------------------ apart from the table


def _apart(cells: Cells, hand: Sequence[str]) -> Iterator[Lay]:
    """Yield the new sets that the hand holds, laid two rows below the table (rule 2.1)."""
    row = span(cells)[1] + 1 if cells else 0
    if row >= REACH:
        return
    seen = set()
    for new in chain(_sequences(hand), _same_numbers(hand)):
        if new not in seen:
            seen.add(new)
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
    held = Counter(hand)
    options = [[t for t in (f"{c}{n}", c + STAR) if held[t]] for c, n in members]
    for chosen in product(*options):
        if all(held[tile] >= count for tile, count in Counter(chosen).items()):
            yield chosen
