"""Square cells: columns to the right, rows upwards or downwards as each game counts them.

Cells are ``(column, row)`` with whole numbers of any sign; this module knows no board edges.
"""

from __future__ import annotations

Square = tuple[int, int]

#: East, north, west, south for rows that grow upwards.
DIRECTIONS: tuple[Square, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def neighbours(cell: Square) -> tuple[Square, Square, Square, Square]:
    """Return the four cells that share a side with ``cell``."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)
