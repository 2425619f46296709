"""Square grids on a page: so many cells by so many, drawn as lines, whole or cut to a window.

A grid is told by its lines that run from side to side; those that are missing are named.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.geometry.plane import Box
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import box_of
from generator.checking.recognise.lines import Line, lines

#: A grid's cells are at least this wide, in millimetres, its lines this share of a cell: cut
#: lines are thinner.
SMALLEST = 5.0
THINNEST = 0.01
#: Of the lines each way at most so many may be missing, and this share missing or astray: of a grid
#: of more cells some lines lie near.
_MOST_MISSING, _MOST_OFF = 3, 0.5
#: Lines whose ends differ by less than this run side by side, in millimetres.
_EVEN = 0.1
#: How much longer one way than the other a grid may be, as a share.
_UNEVEN = 0.08
#: A line this near to where one belongs is that one, as a share of the cell.
_NEAR = 0.2


class Grid(NamedTuple):
    """A grid on a page: its box, its cells, how its lines look, and what of it shows.

    ``missing`` are lines not drawn, and ``astray`` those that lie off their places, each as
    whether it is level and its number from the left or top, from 0.
    """

    box: Box
    cells: int
    width: float
    paint: str
    missing: tuple[tuple[bool, int], ...]
    astray: tuple[tuple[bool, int], ...]
    #: What of the page is within all its clips.
    window: Box

    @property
    def cell(self) -> tuple[float, float]:
        """How wide and high its cells are."""
        return self.box.width / self.cells, self.box.height / self.cells

    @property
    def is_whole(self) -> bool:
        """Whether all of it shows."""
        return self.window.holds(self.box, 0.01)


def find(page: Page, cells: int) -> list[Grid]:
    """Return the grids of ``cells`` by ``cells`` cells on a page."""
    long = [
        line
        for line in lines(page, range(len(page.marks)))
        if line.length >= cells * SMALLEST and line.width >= THINNEST * line.length / cells
    ]
    level, upright = (
        [_with_longer(bundle, own, cells) for bundle in _bundles(own)]
        for way in (True, False)
        for own in ([line for line in long if line.level is way],)
    )
    return [grid for a in level for b in upright if (grid := _grid(page, a, b, cells)) is not None]


def _bundles(found: Sequence[Line]) -> list[list[Line]]:
    """Return lines that begin and end side by side."""
    return [
        bundle
        for starting in _runs(found, lambda line: line.start)
        for bundle in _runs(starting, lambda line: line.end)
    ]


def _with_longer(bundle: list[Line], found: Sequence[Line], cells: int) -> list[Line]:
    """Return a bundle with lines that reach a little beyond it at both ends, as a frame's bars do."""
    first, most = bundle[0], bundle[0].length / cells * _NEAR
    own = set(bundle)
    return bundle + [
        line
        for line in found
        if line not in own
        and all(0 <= by <= most for by in (first.start - line.start, line.end - first.end))
    ]


def _runs(found: Sequence[Line], value: Callable[[Line], float]) -> Iterator[list[Line]]:
    """Yield lines of about one value."""
    run: list[Line] = []
    for line in sorted(found, key=value):
        if run and value(line) - value(run[0]) > _EVEN:
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _grid(page: Page, level: Sequence[Line], upright: Sequence[Line], cells: int) -> Grid | None:
    """Return the grid that lines make, None where too many are missing or they do not belong together."""
    box = Box(level[0].start, upright[0].start, level[0].end, upright[0].end)
    if abs(box.width - box.height) > _UNEVEN * box.width:
        return None
    found: list[Line] = []
    missing: list[tuple[bool, int]] = []
    astray: list[tuple[bool, int]] = []
    for way, first, length in ((level, box.top, box.height), (upright, box.left, box.width)):
        cell = length / cells
        lacking = lying_off = 0
        for k in range(cells + 1):
            line = min(way, key=lambda line, at=first + k * cell: abs(line.at - at))  # type: ignore[misc]
            off = abs(line.at - first - k * cell)
            if off > _NEAR * cell:
                lacking += 1
                missing.append((line.level, k))
                continue
            found.append(line)
            if off > _EVEN:
                lying_off += 1
                astray.append((line.level, k))
        if lacking > _MOST_MISSING or lacking + lying_off > _MOST_OFF * (cells + 1):
            return None
    width, paint = usual((round(line.width, 3), line.paint) for line in found)
    window = shown(page, [page.marks[k] for k in {line.mark for line in found}])
    if window is None:
        return None
    return Grid(box, cells, width, paint, tuple(missing), tuple(astray), window)


def shown(page: Page, marks: Iterable[Mark]) -> Box | None:
    """Return what of a page is within the clips of all marks, if anything is."""
    left = Box(0.0, 0.0, page.width, page.height)
    for clip in (clip for mark in marks for clip in mark.clips):
        whole, *others = [box_of(shape, transform) for shape, transform in clip.shapes]
        for other in others:
            whole = whole.union(other)
        left = _common(left, whole)
    return left if left.width > 0 and left.height > 0 else None


def _common(a: Box, b: Box) -> Box:
    """Return what two boxes have in common, turned inside out where that is nothing."""
    return Box(
        max(a.left, b.left), max(a.top, b.top), min(a.right, b.right), min(a.bottom, b.bottom)
    )
