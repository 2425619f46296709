"""Boards of square cells read back: whole on a page, or on the pages of a poster together.

Knows no game; a board is so many cells by so many, drawn as a grid of lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from engine.geometry.plane import Box, Point, number
from engine.words import count
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import grids, sides
from generator.checking.recognise.grids import Grid
from generator.checking.recognise.results import Trouble

#: How far cells may be off their width, in millimetres.
TOLERANCE = 0.05
#: Windows are looked at in so many places each way, to see whether together they show all.
_PLACES = 57


class Sighting(NamedTuple):
    """A grid, the index of the page it is on, and its cells that are covered there, or lack sides.

    Cells are columns and rows from the top left, from 1.
    """

    page: int
    grid: Grid
    hidden: tuple[tuple[int, int], ...] = ()


class Boards(NamedTuple):
    """The boards of a set of pages: those whole on a page, and the windows of posters."""

    whole: tuple[Sighting, ...]
    windows: tuple[Sighting, ...]

    @property
    def all(self) -> tuple[Sighting, ...]:
        return (*self.whole, *self.windows)

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that show one, as often as one is whole there."""
        return (*(s.page for s in self.whole), *{s.page for s in self.windows})

    @property
    def cell(self) -> float:
        """The width of most boards' cells."""
        return usual(round(s.grid.cell[0], 2) for s in self.all)

    def holds(self, page: int, point: Point) -> bool:
        """Tell whether a place of a page lies on a board."""
        return any(s.page == page and s.grid.box.has(point) for s in self.all)


#: What a file's own rounding may move a window's edge by, in millimetres.
_ROUNDING = 0.01


def read(pages: Sequence[Page], cells: int) -> Boards | None:
    """Return the boards of ``cells`` by ``cells`` cells on the pages, None where there are none."""
    found = [
        Sighting(k, grid, sides.hidden(page, dict(_cells(grid)), grid.cell[0], grid.window))
        for k, page in enumerate(pages)
        for grid in grids.find(page, cells)
    ]
    if not found:
        return None
    return Boards(
        tuple(s for s in found if s.grid.is_whole), tuple(s for s in found if not s.grid.is_whole)
    )


def _cells(grid: Grid) -> Iterator[tuple[tuple[int, int], tuple[Point, ...]]]:
    """Yield a grid's cells with their corners, but for those beside lines told of already."""
    width, height = grid.cell
    left, top = grid.box.left - width, grid.box.top - height
    told = {*grid.missing, *grid.astray}
    for x, y in product(range(1, grid.cells + 1), repeat=2):
        if not told & {(False, x - 1), (False, x), (True, y - 1), (True, y)}:
            cell = Box(
                left + x * width, top + y * height, left + (x + 1) * width, top + (y + 1) * height
            )
            yield (x, y), cell.corners()


def note(boards: Boards) -> str:
    """Return in words what board there is."""
    cells = boards.all[0].grid.cells
    words = f"board of {cells} × {cells} cells of {number(boards.cell, 2)} mm"
    pages = len({s.page for s in boards.windows})
    return words if boards.whole else f"{words}, on {count(pages, 'page')}"


def troubles(boards: Boards, tile: float) -> Iterator[Trouble]:
    """Yield what is missing of boards, and where their cells are not as wide as a ``tile`` (0 for no tiles)."""
    for page, grid, hidden in boards.all:
        yield from _of_lines(page, grid)
        if hidden:
            words = sides.lacking(len(hidden), grid.cells**2)
            yield Trouble("missing", f"{words}: {_span(hidden)}", page)
        yield from _of_size(page, grid, tile or boards.cell)
    if boards.windows and not boards.whole:
        unseen = _unseen(boards.windows)
        if unseen:
            words = f"the board is not whole: {max(unseen, 0.01):.0%} of it is on no page"
            yield Trouble("missing", words, boards.windows[0].page)


def _span(cells: Sequence[tuple[int, int]]) -> str:
    """Return in words where cells lie."""
    spans = [
        f"{name} {min(at)}" if min(at) == max(at) else f"{name}s {min(at)} to {max(at)}"
        for name, at in zip(("column", "row"), zip(*cells, strict=True), strict=True)
    ]
    return f"{' and '.join(spans)} from the top left"


def _of_lines(page: int, grid: Grid) -> Iterator[Trouble]:
    for kind, lines, words in (
        ("missing", grid.missing, "is missing"),
        ("slip", grid.astray, "is not in its place"),
    ):
        for level, k in lines:
            name = f"line {k + 1} of {grid.cells + 1} from the {'top' if level else 'left'}"
            yield Trouble(kind, f"the board's {name} {words}", page)


def _of_size(page: int, grid: Grid, wanted: float) -> Iterator[Trouble]:
    if any(abs(cell - wanted) > TOLERANCE for cell in grid.cell):
        low, high = (number(cell, 2) for cell in sorted(grid.cell))
        shown = low if low == high else f"{low} × {high}"
        words = f"the board's cells measure {shown} mm, not {number(wanted, 2)} mm as the tiles"
        yield Trouble("size", words, page)


def _unseen(windows: Sequence[Sighting]) -> float:
    """Return which share of a board no window shows."""
    places = [(k + 0.5) / _PLACES for k in range(_PLACES)]
    seen = {
        (x, y)
        for _, grid, _ in windows
        for window, box in ((grid.window.grown(_ROUNDING), grid.box),)
        for x, y in product(places, repeat=2)
        if window.has((box.left + x * box.width, box.top + y * box.height))
    }
    return 1 - len(seen) / _PLACES**2
