"""Boards of hexagons read back: the cells that a page, or the pages of a poster together, show whole.

A board is one outline of many hexagons; a poster repeats it on every page, cut to a window.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median_high
from typing import NamedTuple

from engine.geometry.hexgrid import SQRT3, Hex, centre
from engine.geometry.plane import ORIGIN, Box, Point, Transform, bounds, regular_polygon
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.sampling import Sampler
from generator.checking.recognise import grids, hexagons
from generator.checking.recognise.hexagons import Hexagon

#: An outline of fewer hexagons is no board: the smallest has 19, a row on it marks 2 or more.
FEWEST = 12
#: How far a cell may lie off its place, in millimetres.
ASTRAY = 0.1

#: Where a cell is looked at to tell whether it is within a window: in units of its radius.
_SAMPLER = Sampler([ORIGIN, *regular_polygon(6, 0.95, first=30.0)])
_WHOLE = (1 << len(_SAMPLER.points)) - 1


class Window(NamedTuple):
    """A page's part of a board: the cells drawn, by axial coordinates from the middle."""

    page: int
    fill: str | None
    width: float  # of the cells, flat to flat
    #: For each cell which of its points show within the window, a bit each.
    shown: dict[Hex, int]
    #: The cells that lie off their places, or are of another size.
    astray: tuple[Hex, ...]
    #: Where the middle of the whole board lies on the page, and what of the page may show it.
    middle: Point
    visible: Box


class Boards(NamedTuple):
    """All windows together: a board's side by its farthest cells, and what shows of every cell."""

    side: int
    width: float
    cells: frozenset[Hex]  # whole
    partial: frozenset[Hex]
    windows: tuple[Window, ...]

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that show one, as often as one is whole there."""
        whole = [w.page for w in self.windows if {*w.shown.values()} == {_WHOLE}]
        return (*whole, *{w.page for w in self.windows} - {*whole})


def read(pages: Sequence[Page]) -> Boards | None:
    """Return the board on the pages, None where there is none."""
    windows = [window for k, page in enumerate(pages) for window in _windows(k, page)]
    if not windows:
        return None
    shown: dict[Hex, int] = {}
    for window in windows:
        for cell, points in window.shown.items():
            shown[cell] = shown.get(cell, 0) | points
    reaches = [max(abs(q), abs(r), abs(q + r)) for q, r in shown]
    return Boards(
        max(reaches) + 1,
        usual(round(window.width, 2) for window in windows),
        frozenset(cell for cell, points in shown.items() if points == _WHOLE),
        frozenset(cell for cell, points in shown.items() if 0 < points < _WHOLE),
        tuple(windows),
    )


def _windows(number: int, page: Page) -> Iterator[Window]:
    """Yield a page's parts of boards: one, or several where pages lie side by side."""
    found = [
        (mark, cells)
        for mark in page.marks
        if mark.fill is not None and len(mark.shape.parts) >= FEWEST
        if len(cells := _hexagons(mark)) >= FEWEST
    ]
    found.sort(key=lambda one: -len(one[1]))
    middles: list[Point] = []
    for mark, cells in found:
        middle = _middle(cells)
        radius = cells[0].radius
        if 2 * len(cells) > len(found[0][1]) and all(middle.distance(m) > radius for m in middles):
            middles.append(middle)
            yield _window(number, page, mark, cells)


def _window(number: int, page: Page, mark: Mark, cells: Sequence[Hexagon]) -> Window:
    width = median_high([sum(hexagons.widths(c.corners)) / 3 for c in cells])
    placed = dict(_placed(cells, width))
    shown = {cell: _shown(page, mark, one) for cell, (one, _) in placed.items()}
    astray = tuple(
        cell
        for cell, (one, off) in placed.items()
        if off > ASTRAY or any(abs(w - width) > ASTRAY for w in hexagons.widths(one.corners))
    )
    visible = grids.shown(page, [mark]) or mark.box
    return Window(number, mark.fill, width, shown, astray, _middle(cells), visible)


def _middle(cells: Sequence[Hexagon]) -> Point:
    return bounds(cell.centre for cell in cells).centre


def _hexagons(mark: Mark) -> list[Hexagon]:
    dx, dy = mark.transform.e, mark.transform.f
    found = hexagons.of_shape(mark.shape, mark.transform, filled=True)
    return [h.moved(dx, dy) for h in found if h.whole]


def _placed(cells: Sequence[Hexagon], width: float) -> Iterator[tuple[Hex, tuple[Hexagon, float]]]:
    """Yield every cell with its axial coordinates from the middle, and how far it lies off them."""
    middle = _middle(cells)
    origin = min((c.centre for c in cells), key=lambda p: p.distance(middle))
    q0, r0 = _axial(middle, origin, width)  # 0, 0 unless the cell in the middle is missing
    for cell in cells:
        q, r = _axial(cell.centre, origin, width)
        at = centre((q, r), width).moved(*origin)
        yield (q - q0, r - r0), (cell, cell.centre.distance(at))


def _axial(place: Point, origin: Point, width: float) -> Hex:
    """Return the axial coordinates of the cell in which a place is, from the one about ``origin``."""
    r = round((origin.y - place.y) / width * 2 / SQRT3)  # north of it r grows
    return round((place.x - origin.x) / width - r / 2), r


def _shown(page: Page, mark: Mark, cell: Hexagon) -> int:
    """Return which points of a cell lie on the page and within all clips, a bit each."""
    frame = Transform.translation(*cell.centre) @ Transform.scaling(cell.radius)
    points = 0
    for n, point in enumerate(_SAMPLER.points):
        x, y = frame.apply(point)
        if 0 <= x <= page.width and 0 <= y <= page.height:
            points |= 1 << n
    return points and _SAMPLER.through(mark.clips, frame.inverse(), points)
