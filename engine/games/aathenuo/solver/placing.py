"""Putting new grids on the table beside those that stay, and naming the turn that does it.

A grid may lie either way round and in a mirror; of the places where it fits, one is taken
where most of its tiles lie already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.games.aathenuo.solver.embedding import Grid
from engine.games.aathenuo.table import Cells, span
from engine.games.aathenuo.turns import Lay, Put, Shift
from engine.geometry.squaregrid import Square, neighbours

#: The eight ways a grid can lie: each maps (column, row) to (a*c + b*r, d*c + e*r).
_TURNS = tuple(
    (a, b, d, e)
    for a, b, d, e in (
        (1, 0, 0, 1),
        (0, 1, 1, 0),
        (-1, 0, 0, 1),
        (1, 0, 0, -1),
        (-1, 0, 0, -1),
        (0, 1, -1, 0),
        (0, -1, 1, 0),
        (0, -1, -1, 0),
    )
)


def put_down(before: Cells, staying: Mapping[Square, str], grids: Sequence[Grid]) -> Grid:
    """Return a table with ``staying`` where it is and the grids placed apart, in its frame.

    Grids take places where their tiles lie already, the largest first; if none is free, a free
    place in or below the table.
    """
    after = dict(staying)
    for grid in sorted(grids, key=len, reverse=True):
        after.update(_at_best(before, after, grid))
    return after


def _at_best(before: Cells, after: Mapping[Square, str], grid: Grid) -> Grid:
    """Return a grid where it keeps most of its tiles in place, or in free space."""
    best: Grid = {}
    kept = 0
    for turned in _turned(grid):
        for (dx, dy), count in _matches(before, turned).most_common():
            if count <= kept:
                break
            moved = {(x + dx, y + dy): tile for (x, y), tile in turned.items()}
            if _is_apart(moved, after):
                best, kept = moved, count
                break
    return best or _in_free_space(before, after, grid)


def _turned(grid: Grid) -> Iterator[Grid]:
    for a, b, d, e in _TURNS:
        yield {(a * x + b * y, d * x + e * y): tile for (x, y), tile in grid.items()}


def _matches(before: Cells, grid: Grid) -> Counter[Square]:
    """Return by how many cells a grid can be shifted, and how many tiles then lie as before."""
    where: dict[str, list[Square]] = {}
    for cell, tile in before.items():
        where.setdefault(tile, []).append(cell)
    return Counter(
        (to_x - x, to_y - y) for (x, y), tile in grid.items() for to_x, to_y in where.get(tile, ())
    )


def _is_apart(grid: Grid, after: Mapping[Square, str]) -> bool:
    """Tell whether a grid lies on no tile and beside none."""
    return not any(near in after for cell in grid for near in (cell, *neighbours(cell)))


def _in_free_space(before: Cells, after: Mapping[Square, str], grid: Grid) -> Grid:
    """Return a grid in the first free space of the table, row by row, or below all."""
    left, top = min(x for x, _ in grid), min(y for _, y in grid)
    flat = {(x - left, y - top): tile for (x, y), tile in grid.items()}
    columns, rows = span([*before, *after, (0, 0)])
    right = max(columns, span(flat)[0]) - span(flat)[0]
    for y in range(rows + 1):
        for x in range(right + 1):
            moved = {(cx + x, cy + y): tile for (cx, cy), tile in flat.items()}
            if _is_apart(moved, after):
                return moved
    below = max((y for _, y in after), default=-2) + 2
    return {(x, y + below): tile for (x, y), tile in flat.items()}


def turn_between(before: Cells, after: Cells) -> Lay:
    """Return the turn that makes ``after`` of ``before``, both in the frame of ``before``.

    Tiles that lie alike stay; of equal tiles the first of the table go to the first cells, and
    those from the hand to the rest.
    """
    gone: dict[str, list[Square]] = {}
    for cell, tile in sorted(before.items(), key=_by_row):
        if after.get(cell) != tile:
            gone.setdefault(tile, []).append(cell)
    puts, shifts = [], []
    for cell, tile in sorted(after.items(), key=_by_row):
        if before.get(cell) == tile:
            continue
        if gone.get(tile):
            shifts.append(Shift(gone[tile].pop(0), cell))
        else:
            puts.append(Put(tile, cell))
    return Lay(tuple(puts), tuple(shifts)).in_order()


def _by_row(item: tuple[Square, str]) -> tuple[int, int]:
    (x, y), _ = item
    return y, x
