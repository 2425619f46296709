"""The table: tiles on an unbounded square grid, its runs, and every fault it has (rule 2).

Cells are ``(column, row)``, rows downwards.  A :class:`Table` is kept as it is written,
cropped with its top left cell at (0, 0); the functions take tiles in any frame, so that the
faults of a turn can be told in the coordinates of the table before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, reduce
from types import MappingProxyType
from typing import NamedTuple

from engine.games.aathenuo import stars
from engine.games.aathenuo.stars import Run
from engine.games.aathenuo.tiles import STAR
from engine.geometry.squaregrid import Square, neighbours
from engine.messages import Messages, any_of

say = Messages(__name__)

Cells = Mapping[Square, str]

#: The most columns and rows a table may span.  The rules set no limit; a written table does.
REACH = 256


class Breach(NamedTuple):
    """Something on a table that breaks a rule.

    ``cells`` are the tiles at fault, ``where`` names them, ``reason`` says what is wrong and what
    would be right, ``brief`` the same in a few words for a figure, ``rule`` the paragraph.
    """

    cells: tuple[Square, ...]
    where: str
    reason: str
    brief: str
    rule: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


class Table:
    """Tiles that lie on the table: immutable, hashable, with its top left cell at (0, 0)."""

    def __init__(self, cells: Cells = MappingProxyType({})) -> None:
        """Take tiles in any frame; the frame is forgotten (see :func:`corner`)."""
        left, top = corner(cells)
        placed = sorted((y - top, x - left, tile) for (x, y), tile in cells.items())
        self.cells: Cells = MappingProxyType({(x, y): tile for y, x, tile in placed})
        self._key = tuple(placed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"Table({dict(self.cells)!r})"

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows the tiles span."""
        return span(self.cells)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """All runs, the rows first."""
        return tuple(runs(self.cells))

    def faults(self) -> tuple[Breach, ...]:
        """Return every fault; none if the table is valid."""
        return faults(self.cells)

    def star_values(self) -> dict[Square, tuple[int, ...]]:
        """Return every value each star can have on this table; () for one in a faulty set."""
        return star_values(self.cells)


def corner(cells: Iterable[Square]) -> Square:
    """Return the top left corner of what the cells span, (0, 0) for none."""
    listed = list(cells)
    return min((x for x, _ in listed), default=0), min((y for _, y in listed), default=0)


def span(cells: Iterable[Square]) -> tuple[int, int]:
    """Return the numbers of columns and rows the cells span."""
    listed = list(cells)
    left, top = corner(listed)
    return (
        max((x for x, _ in listed), default=left - 1) - left + 1,
        max((y for _, y in listed), default=top - 1) - top + 1,
    )


def runs(cells: Cells) -> Iterator[Run]:
    """Yield every run, rows before columns, each by its first cell from the top, then the left."""
    for across, (dx, dy) in ((True, (1, 0)), (False, (0, 1))):
        for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
            if (x - dx, y - dy) not in cells and (x + dx, y + dy) in cells:
                yield line_through(cells, (x, y), across=across)


def line_through(cells: Cells, cell: Square, *, across: bool) -> Run:
    """Return the tiles side by side in a row or column through an occupied cell, maybe only it."""
    dx, dy = (1, 0) if across else (0, 1)
    x, y = cell
    while (x - dx, y - dy) in cells:
        x, y = x - dx, y - dy
    line = [(x, y)]
    while (following := (line[-1][0] + dx, line[-1][1] + dy)) in cells:
        line.append(following)
    return Run(tuple(line), tuple(cells[c] for c in line))


def run_through(cells: Cells, cell: Square, *, across: bool) -> Run | None:
    """Return the row or column of two or more tiles through an occupied cell, if there is one."""
    line = line_through(cells, cell, across=across)
    return line if len(line.cells) > 1 else None


def faults(cells: Cells) -> tuple[Breach, ...]:
    """Return every fault of a table: tiles in no run, runs that are no sets, stars torn apart."""
    found = [
        Breach(((x, y),), _cell((x, y)), _lone(tile), say("in no set"), "2.1")
        for (x, y), tile in sorted(cells.items(), key=lambda item: (item[0][1], item[0][0]))
        if not any(beside in cells for beside in neighbours((x, y)))
    ]
    sets = []
    for run in runs(cells):
        if run.readings:
            sets.append(run)
        else:
            reason, brief = stars.why_no_set(run.tiles)
            found.append(Breach(run.cells, run.where, reason, brief, "2.2"))
    for group in stars.groups(sets):
        if stars.solve(group) is None:
            found += _torn(group)
    return tuple(found)


def _cell(cell: Square) -> str:
    return say("column {column}, row {row}", column=cell[0], row=cell[1])


def _lone(tile: str) -> str:
    return say("{tile} alone; every tile lies in a set of three or more", tile=tile)


def _torn(group: list[Run]) -> list[Breach]:
    places: dict[Square, list[Run]] = {}
    for run in group:
        for cell in stars.star_cells(run):
            places.setdefault(cell, []).append(run)
    shared = [(cell, sets) for cell, sets in sorted(places.items()) if len(sets) == 2]
    found = []
    for cell, sets in shared:
        if stars.solve(sets) is None:
            row, column = (
                _values_at(run, cell) for run in sorted(sets, key=lambda r: not r.across)
            )
            reason = say(
                "the star would be {row} in its row and {column} in its column; it has one value",
                row=row,
                column=column,
            )
            found.append(Breach((cell,), _cell(cell), reason, say("two values"), "2.2"))
    if not found:
        where = reduce(_beside, (run.where for run in group))
        reason = say("no values of the shared stars suit all these sets")
        cells = tuple(cell for cell, _ in shared)
        found.append(Breach(cells, where, reason, say("no value"), "2.2"))
    return found


def _beside(one: str, other: str) -> str:
    return say("{one} with {other}", one=one, other=other)


def _values_at(run: Run, cell: Square) -> str:
    place = run.cells.index(cell)
    return any_of(str(n) for n in sorted({reading[place] for reading in run.readings}))


def stars_agree(cells: Cells, changed: Iterable[Run]) -> bool:
    """Tell whether the stars of sets, and all that hang together with them, can have values.

    Nothing is asked of the table's other runs.
    """
    group: dict[Run, None] = {}
    edge = list(changed)
    while edge:
        run = edge.pop()
        held = stars.star_cells(run)
        if run in group or not held:
            continue
        group[run] = None
        crossing = (run_through(cells, cell, across=not run.across) for cell in held)
        edge += [other for other in crossing if other is not None]
    return stars.solve(tuple(group)) is not None


def star_values(cells: Cells) -> dict[Square, tuple[int, ...]]:
    """Return every value each star can have; () for a star that is in no sound set."""
    values: dict[Square, tuple[int, ...]] = {c: () for c, tile in cells.items() if tile[1] == STAR}
    for group in stars.groups(run for run in runs(cells) if run.readings):
        if stars.solve(group) is not None:
            values.update(stars.possible_values(group))
    return values


def components(cells: Cells) -> list[frozenset[Square]]:
    """Return the unconnected grids, each as its cells, from the top left."""
    left = dict.fromkeys(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    found = []
    while left:
        edge = [next(iter(left))]
        grid = set(edge)
        while edge:
            for beside in neighbours(edge.pop()):
                if beside in left and beside not in grid:
                    grid.add(beside)
                    edge.append(beside)
        for cell in grid:
            del left[cell]
        found.append(frozenset(grid))
    return found
