"""The turns that need no rearranging: tiles laid in one line, found without trial and error.

Tiles may be laid beside the table, in one row or column without gaps, or apart from it as a
new set.  The module knows tables and hands but not whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from engine.games.aathenuo.stars import may_grow
from engine.games.aathenuo.table import REACH, Cells, is_valid, run_through, span
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
            for start in _starts(cells, anchors, anchor, across):
                search = _Line(cells, hand, across, anchor)
                for puts in search.fill(start):
                    lay = Lay(puts).in_order()
                    after = {**cells, **{put.cell: put.tile for put in lay.puts}}
                    if max(span(after)) <= REACH and is_valid(after):
                        yield lay


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
    """The search for fillings of one line from a given start."""

    def __init__(self, cells: Cells, hand: Sequence[str], across: bool, anchor: Square) -> None:
        self.cells = cells
        self.hand = Counter(hand)
        self.kinds = ordered(self.hand)
        self.across = across
        self.anchor = anchor
        self.laid: list[Put] = []

    def fill(self, start: Square) -> Iterator[tuple[Put, ...]]:
        """Yield what can be laid from ``start`` on so that the run there is a set."""
        yield from self._grow(start, ())

    def _grow(self, cell: Square, run: tuple[str, ...]) -> Iterator[tuple[Put, ...]]:
        if run and not may_grow(run):
            return
        following = _step(cell, self.across, 1)
        if cell in self.cells:
            yield from self._grow(following, (*run, self.cells[cell]))
            return
        if len(run) >= 3 and any(put.cell == self.anchor for put in self.laid):
            yield tuple(self.laid)
        if len(run) == _LONGEST:
            return
        for tile in self.kinds:
            if self.hand[tile] and self._suits_across(cell, tile):
                self.hand[tile] -= 1
                self.laid.append(Put(tile, cell))
                yield from self._grow(following, (*run, tile))
                self.laid.pop()
                self.hand[tile] += 1

    def _suits_across(self, cell: Square, tile: str) -> bool:
        """Tell whether the run at right angles, if any, would be a set."""
        crossing = run_through({**self.cells, cell: tile}, cell, across=not self.across)
        return crossing is None or bool(crossing.readings)


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
