"""Boards on pages: the cells that a page, or the pages of a poster together, show, and what is wrong with them.

Knows no game; a cell is two numbers, given with its corners.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import theme
from engine.drawing.parts import BoardPart, Pieces
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, bounds, number
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, listed, plural
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import box_of
from generator.checking.recognise import looks
from generator.checking.recognise.results import Hints, Reading, Trouble

Cell = tuple[int, int]
Corners = Mapping[Cell, Sequence[Point]]
Names = Callable[[Collection[Cell]], str]
Numbers = NDArray[np.float64]

#: So far about a board, in millimetres, its window is told.
_ABOUT = 2.0
#: The points of a cell that show in a window: its middle and its corners, drawn in by this share.
_INWARDS = 0.95
#: The places of a side that are looked at, as shares of it, and those across it, of the cell's width.
_ALONG, _ACROSS = np.linspace(0.01, 0.99, 29), np.linspace(-0.07, 0.07, 23)
#: Colours that differ by fewer levels, or by a less share of what is usual, are no change.
_NOISE, _CHANGE = 6.0, 0.35
#: What lies nearer to a window's edge, in millimetres, is not looked at: cut lines run there.
_EDGE = 1.0
#: Fewer places of a side are a speck.
_FEW = 3
#: Sizes nearer to each other than this, in millimetres or as a share, are one.
_ONE_SIZE, _ONE_SHARE = 0.15, 0.015
#: A size of tiles that every game has, in millimetres, and how much larger others are.
_SOME, _LARGER = 20.0, 1.5


class Window(NamedTuple):
    """A board, or the part of one that a page shows."""

    page: int
    #: The box of the whole board, in the page's millimetres.
    box: Box
    #: How wide and high its cells are.
    sizes: tuple[float, float]
    #: How many points of each cell show, as bits.
    shown: Mapping[Cell, int]
    #: The cells that are covered there, or lack sides.
    hidden: Sequence[Cell]

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
    page: Page,
    number: int,
    marks: Iterable[Mark],
    cells: Corners,
    sizes: tuple[float, float],
    unseen: Collection[Cell] = (),
) -> Window | None:
    """Return what a page shows of cells that marks draw, None for nothing; of those ``unseen`` no sides."""
    box = bounds(corner for corners in cells.values() for corner in corners)
    left = _common(box.grown(_ABOUT), Box(0.0, 0.0, page.width, page.height))
    for clip in (clip for mark in marks for clip in mark.clips):
        left = _common(left, reduce(Box.union, (box_of(*one) for one in clip.shapes)))
    if left.width <= 0 or left.height <= 0:
        return None
    shown = {cell: _points_in(left, corners) for cell, corners in cells.items()}
    there = {cell: cells[cell] for cell, points in shown.items() if points and cell not in unseen}
    return Window(number, box, sizes, shown, _hidden(page, there, sizes[0], left))


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


def _hidden(page: Page, cells: Corners, width: float, window: Box) -> Sequence[Cell]:
    """Return the cells whose sides do not show within a window: colours change across a side that shows.

    Where cells lack two sides or more, those that lack one have it in common with such.
    """
    if not cells:
        return ()
    corners = np.array([list(corners) for corners in cells.values()], np.float64)
    along = np.roll(corners, -1, axis=1) - corners
    places = corners[:, :, None] + along[:, :, None] * _ALONG[:, None]
    left, top, right, bottom = window.grown(-_EDGE)
    within = (places == np.clip(places, (left, top), (right, bottom))).all(axis=-1)
    change = _changes(page, places, along, width)
    drawn = change[within & (change > _NOISE)]
    least = _CHANGE * float(np.median(drawn)) if drawn.size else _NOISE
    lost = (within & (change < least)).sum(axis=-1) >= _FEW
    lacking = dict(zip(cells, lost.sum(axis=-1), strict=True))
    most = max(lacking.values())
    return tuple(cell for cell, sides in lacking.items() if sides >= min(2, most) > 0)


def _changes(page: Page, places: Numbers, along: Numbers, width: float) -> Numbers:
    """Return by how many levels colours differ across each place of sides (cells, sides, places)."""
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    across *= width / np.hypot(along[..., :1], along[..., 1:])
    # The places across a side come first: of rows as long as the rest the extremes are quickly told.
    spots = places + _ACROSS[:, None, None, None, None] * across[:, :, None]
    rows, columns, _ = page.pixels.shape
    x, y = (
        np.clip(spots[..., k] * page.per_mm, 0, most - 1).astype(np.intp)
        for k, most in enumerate((columns, rows))
    )
    shown = page.pixels.reshape(-1, 3).take(y * columns + x, axis=0)
    result: Numbers = (shown.max(axis=0) - shown.min(axis=0)).max(axis=-1).astype(np.float64)
    return result


# ------------------------------------------------------------------------------ what is wrong


def on_pages(boards: Boards) -> str:
    """Return in words on how many pages the boards are."""
    return f", on {count(len({*boards.pages}), 'page')}"


def hidden_cells(boards: Boards, of: int, names: Names) -> Iterator[Trouble]:
    """Yield the cells that are covered, of so many that a board has."""
    for page, _, _, _, hidden in boards.windows:
        if hidden:
            are, lack = (
                plural(len(hidden), *words) for words in (("is", "are"), ("lacks", "lack"))
            )
            words = f"{len(hidden)} of the board's {of} cells {are} covered, or {lack} lines"
            yield Trouble("missing", f"{words}: {names(hidden)}", page)


def lost_cells(boards: Boards, wanted: Collection[Cell], names: Names) -> Iterator[Trouble]:
    """Yield the cells that are missing, in part or whole, or beyond the board."""
    page, own = boards.windows[0].page, {*wanted}
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


def sizes(boards: Boards, wanted: float, tolerance: float, whose: str = "") -> Iterator[Trouble]:
    """Yield the boards whose cells are not as wide as they should be, in words as ``whose``."""
    for one in boards.windows:
        if any(abs(size - wanted) > tolerance for size in one.sizes):
            texts = dict.fromkeys(number(size, 2) for size in sorted(one.sizes))
            words = f"the board's cells measure {' × '.join(texts)} mm, not {number(wanted, 2)} mm"
            yield Trouble("size", words + whose, one.page)


def pieces_for_others(
    found: Reading, game: Game[Position], hints: Hints, boards: Boards
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
        names = {kind.part: kind.parts for kind in found.kinds}
        own = {
            part: median(piece.size for piece in found.pieces if piece.part == part)
            for part in dict.fromkeys(piece.part for piece in found.pieces)
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
    settings, classic = looks.of_template(game), theme.load("classic")
    first, second = (
        next(
            part.cell
            for part in looks.parts_of(game, settings, classic, size)
            if isinstance(part, BoardPart)
        )
        for size in (_SOME, _LARGER * _SOME)
    )
    # A cell is a tile with room about it, or so many times as wide.
    share = (cell - first) / (second - first) if second != first else 0.0
    parts = looks.parts_of(game, settings, classic, _SOME * (1 + share * (_LARGER - 1)))
    return {part.name: part.size for part in parts if isinstance(part, Pieces)}
