"""Boards of square cells read back: whole on a page, or on the pages of a poster together.

Knows no game; a board is so many cells by so many, drawn as a grid of lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from engine.geometry.plane import Point, number
from engine.words import count
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import grids
from generator.checking.recognise.grids import Grid
from generator.checking.recognise.results import Trouble

#: How far cells may be off their width, in millimetres.
TOLERANCE = 0.05
#: Windows are looked at in so many places each way, to see whether together they show all.
_PLACES = 57


class Sighting(NamedTuple):
    """A grid, and the index of the page it is on."""

    page: int
    grid: Grid


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
    found = [Sighting(k, grid) for k, page in enumerate(pages) for grid in grids.find(page, cells)]
    if not found:
        return None
    return Boards(
        tuple(s for s in found if s.grid.is_whole), tuple(s for s in found if not s.grid.is_whole)
    )


def note(boards: Boards) -> str:
    """Return in words what board there is."""
    cells = boards.all[0].grid.cells
    words = f"board of {cells} × {cells} cells of {number(boards.cell, 2)} mm"
    pages = len({s.page for s in boards.windows})
    return words if boards.whole else f"{words}, on {count(pages, 'page')}"


def troubles(boards: Boards, tile: float) -> Iterator[Trouble]:
    """Yield what is missing of boards, and where their cells are not as wide as a ``tile`` (0 for no tiles)."""
    for page, grid in boards.all:
        yield from _of_size(page, grid, tile or boards.cell)
    if boards.windows and not boards.whole:
        unseen = _unseen(boards.windows)
        if unseen:
            words = f"the board is not whole: {max(unseen, 0.01):.0%} of it is on no page"
            yield Trouble("missing", words, boards.windows[0].page)


def of_lines(boards: Boards) -> Iterator[Trouble]:
    """Yield the lines that are missing, or not in their places."""
    for (page, grid), (kind, words) in product(
        boards.all, (("missing", "is missing"), ("slip", "is not in its place"))
    ):
        lines = grid.missing if kind == "missing" else grid.astray
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
        for _, grid in windows
        for window, box in ((grid.window.grown(_ROUNDING), grid.box),)
        for x, y in product(places, repeat=2)
        if window.has((box.left + x * box.width, box.top + y * box.height))
    }
    return 1 - len(seen) / _PLACES**2
