"""Boards on pages: the cells that a page, or the pages of a poster together, show, and what is wrong with them.

Knows no game; a cell is two numbers, given with its corners.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from statistics import median
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.parts import Pieces
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, bounds, number
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, listed, plural
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise import looks
from generator.checking.recognise.overlay import Sighting
from generator.checking.recognise.results import Hints, Reading, Trouble

Cell = tuple[int, int]
Corners = Mapping[Cell, Sequence[Point]]
Names = Callable[[Collection[Cell]], str]

#: So far about a board, in millimetres, its window is told.
_ABOUT = 2.0
#: The points of a cell that show in a window: its middle and its corners, drawn in by this share.
_INWARDS = 0.95
#: Sizes nearer to each other than this, in millimetres or as a share, are one.
_ONE_SIZE, _ONE_SHARE = 0.15, 0.015
#: By how much larger cells are that show whose sizes hang on the cell.
_LARGER = 1.5


class Window(NamedTuple):
    """A board, or the part of one that a page shows."""

    page: int
    #: The box of the whole board, in the page's millimetres.
    box: Box
    #: How wide and high its cells are.
    sizes: tuple[float, float]
    #: How many points of each cell show, as bits.
    shown: Mapping[Cell, int]
    #: What of the page is within all its clips.
    visible: Box

    @property
    def is_whole(self) -> bool:
        """Whether all of the board shows."""
        return len({*self.shown.values()}) == 1 and min(self.shown.values()).bit_count() > 1


class Boards(NamedTuple):
    """All windows together."""

    windows: tuple[Window, ...]

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that show one, as often as one is whole there."""
        whole = [window.page for window in self.windows if window.is_whole]
        return (*whole, *{window.page for window in self.windows} - {*whole})

    @property
    def cell(self) -> float:
        """The width of most boards' cells."""
        return usual(round(window.sizes[0], 2) for window in self.windows)

    def cells(self) -> tuple[set[Cell], set[Cell]]:
        """Return the cells that are whole on all pages together, and those that show in part."""
        together: dict[Cell, int] = {}
        for window in self.windows:
            for cell, points in window.shown.items():
                together[cell] = together.get(cell, 0) | points
        every = reduce(int.__or__, together.values(), 0)
        whole = {cell for cell, points in together.items() if points == every}
        return whole, {cell for cell, points in together.items() if points} - whole

    def holds(self, page: int, place: Point) -> bool:
        """Tell whether a place of a page lies on a board."""
        return any(window.page == page and window.box.has(place) for window in self.windows)


def window(
    page: Page, number: int, marks: Iterable[Mark], cells: Corners, sizes: tuple[float, float]
) -> Window | None:
    """Return what a page shows of cells that marks draw, None for nothing."""
    box = bounds(corner for corners in cells.values() for corner in corners)
    visible = Box(0.0, 0.0, page.width, page.height)
    for clip in (clip for mark in marks for clip in mark.clips):
        visible = _common(visible, clip.box)
    rest = _common(visible, box.grown(_ABOUT))
    if rest.width <= 0 or rest.height <= 0:
        return None
    points = {cell: _points_in(rest, corners) for cell, corners in cells.items()}
    return Window(number, box, sizes, points, visible)


def sightings(boards: Boards, turns: tuple[float, ...]) -> list[Sighting]:
    """Return where boards lie that may be turned by some degrees and lie as before."""
    return [
        Sighting(one.page, one.box.centre, one.sizes[0], one.visible, turns)
        for one in boards.windows
    ]


def _common(a: Box, b: Box) -> Box:
    """Return what two boxes have in common, turned inside out where that is nothing."""
    return Box(
        max(a.left, b.left), max(a.top, b.top), min(a.right, b.right), min(a.bottom, b.bottom)
    )


def _points_in(box: Box, corners: Sequence[Point]) -> int:
    """Return which points of a cell lie in a box, a bit each."""
    middle = bounds(corners).centre
    points = (middle, *(middle.towards(corner, _INWARDS) for corner in corners))
    return sum(1 << n for n, point in enumerate(points) if box.has(point))


# ------------------------------------------------------------------------------ what is wrong


def on_pages(boards: Boards) -> str:
    """Return in words on how many pages the boards are."""
    return f", on {count(len({*boards.pages}), 'page')}"


def lost_cells(boards: Boards, expected: Collection[Cell], names: Names) -> Iterator[Trouble]:
    """Yield the cells that are missing, in part or whole, or beyond the board."""
    page, own = boards.windows[0].page, {*expected}
    whole, partial = boards.cells()
    for cells, how in (
        (own - whole - partial, "missing"),
        (own & partial, "not whole on any page"),
    ):
        if cells:
            are = plural(len(cells), "is", "are")
            words = f"{len(cells)} of the board's {len(own)} cells {are} {how}: {names(cells)}"
            yield Trouble("missing", words, page)
    if surplus := len((whole | partial) - own):
        are = f"{count(surplus, 'cell')} {plural(surplus, 'is', 'are')}"
        yield Trouble("duplicated", f"{are} beyond the board", page)


def sizes(boards: Boards, expected: float, tolerance: float, whose: str = "") -> Iterator[Trouble]:
    """Yield the boards whose cells are not as wide as they should be, in words as ``whose``."""
    for one in boards.windows:
        if any(abs(size - expected) > tolerance for size in one.sizes):
            texts = dict.fromkeys(number(size, 2) for size in sorted(one.sizes))
            words = (
                f"the board's cells measure {' × '.join(texts)} mm, not {number(expected, 2)} mm"
            )
            yield Trouble("size", words + whose, one.page)


def pieces_for_others(
    reading: Reading, game: Game[Position], hints: Hints, boards: Boards
) -> tuple[list[Trouble], list[str]]:
    """Return what is wrong with the sizes of pieces for the board's cells, and what is unusual in them.

    What a template says of sizes is its own; without one a kind of pieces may be of another size by
    itself, if it fits the cells.  All of them are for another board.
    """
    cell, page = boards.cell, boards.pages[0]
    with suppress(OptionError):
        if hints.template is not None:
            return [], []
        usual_sizes, larger = _sizes(game, cell), _sizes(game, _LARGER * cell)
        names = {kind.part: kind.parts for kind in reading.kinds}
        own = {
            part: median(piece.size for piece in reading.pieces if piece.part == part)
            for part in dict.fromkeys(piece.part for piece in reading.pieces)
            if usual_sizes[part] != larger[part]
        }
        wrong = [
            part
            for part, size in own.items()
            if abs(size - usual_sizes[part]) > max(_ONE_SIZE, _ONE_SHARE * usual_sizes[part])
        ]
        cells = f"cells of {number(cell, 2)} mm"
        if len(wrong) == len(own) > 1:
            words = f"{listed(names[part] for part in wrong)} are not of the kit's size for {cells}"
            return [Trouble("size", words, page)], []
        sized = {part: f"{names[part]} of {number(own[part], 2)} mm" for part in wrong}
        fit = {p for p in wrong if own[p] <= cell + _ONE_SIZE or usual_sizes[p] > cell}
        return (
            [
                Trouble("size", f"{sized[p]} do not fit {cells}", page)
                for p in wrong
                if p not in fit
            ],
            [f"{sized[p]}: for {cells} the kit has {number(usual_sizes[p], 2)} mm" for p in fit],
        )
    return [], []


def _sizes(game: Game[Position], cell: float) -> dict[str, float]:
    """Return the sizes of the pieces that the game's own kit has for cells of a size.

    Raises OptionError for cells that no kit has.
    """
    parts = looks.in_cells(game, looks.of_template(game), theme.load("classic"), cell)
    return {part.name: part.size for part in parts if isinstance(part, Pieces)}
