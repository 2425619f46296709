"""The kit of a game with a board of squares on pages: pieces by their pictures, and the board by its lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from engine.geometry.plane import Box, Point, bounds, number
from engine.play.game import Game
from engine.play.position import Position
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise import boards, pieces
from generator.checking.recognise.boards import Boards, Cell, Window
from generator.checking.recognise.results import Found, Hints, Reading, Trouble

DETAIL = 1

#: A board's cells are at least this wide, in millimetres, its lines this share of a cell: cut
#: lines are thinner.
_SMALLEST, _THINNEST = 5.0, 0.01
#: Of the lines each way at most so many may be missing, and this share missing or astray: of a grid
#: of more cells some lines lie near.
_MOST_MISSING, _MOST_OFF = 3, 0.5
#: Lines whose ends differ by less than this run side by side, in millimetres.
_EVEN = 0.1
#: How much longer one way than the other a board may be, as a share.
_UNEVEN = 0.08
#: A line this near to where one belongs is that one, as a share of the cell.
_NEAR = 0.2
#: A line that leaves the level or the upright by more than this, as a share, is neither.
_ASKEW = 0.002
#: Lines no farther apart than this are one, in millimetres.
_TOGETHER = 0.02
#: A filled rectangle this many times as long as wide is a line.
_THIN = 4.0
#: How far cells may be off their width, in millimetres.
_TOLERANCE = 0.05


class _Line(NamedTuple):
    """A level or upright line: where it runs, from where to where along its axis, how it looks.

    Of a level line ``at`` is its y and ``start`` and ``end`` are x; of an upright one ``at`` is its
    x and they are y.
    """

    level: bool
    paint: str
    width: float
    at: float
    start: float
    end: float
    mark: int  # the number of the mark that draws it, of several the topmost


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces on the pages, and the board.

    Raises GameError where the look cannot be told, OptionError for an unknown theme or template.
    """
    (side,) = game.board_sides
    drawn = [one for k, page in enumerate(pages) for one in _boards(page, k, side)]
    if not drawn:
        return pieces.find(pages, game, hints)
    together = Boards(tuple(window for window, _ in drawn))
    lines = [trouble for _, troubles in drawn for trouble in troubles]
    whole_boards = [] if lines else boards.sightings(together, (0.0, 90.0, 180.0, 270.0))
    reading = pieces.find(pages, game, hints, elsewhere=together.holds, boards=whole_boards)
    tile = _tile_size(reading.pieces, hints)
    misfits, unusual = boards.pieces_for_others(reading, game, hints, together)
    wrong = [
        *lines,
        *boards.lost_cells(together, _cells(side), _span),
        *boards.sizes(together, tile or together.cell, _TOLERANCE, " as the tiles"),
    ]
    if hints.tile_size is None and not any(trouble.kind == "size" for trouble in wrong):
        wrong += misfits
    on = "" if any(window.is_whole for window in together.windows) else boards.on_pages(together)
    note = f"board of {side} × {side} cells of {number(together.cell, 2)} mm{on}"
    return reading._replace(
        notes=(note, *reading.notes, *unusual),
        whole=("board",),
        board_pages=together.pages,
        troubles=(*wrong, *reading.troubles),
    )


def _tile_size(pieces_drawn: Sequence[Found], hints: Hints) -> float:
    """Return how wide a tile should be, 0 without tiles."""
    return hints.tile_size or usual(
        (round(p.size, 2) for p in pieces_drawn if len(p.outline) == 4), 0.0
    )


def _cells(side: int) -> list[Cell]:
    """Return the cells of a board, as column and row from 1."""
    return [(x, y) for x in range(1, side + 1) for y in range(1, side + 1)]


def _span(cells: Collection[Cell]) -> str:
    """Return in words where cells lie, which are columns and rows from 1."""
    spans = [
        f"{name} {min(at)}" if min(at) == max(at) else f"{name}s {min(at)} to {max(at)}"
        for name, at in zip(("column", "row"), zip(*cells, strict=True), strict=True)
    ]
    return f"{' and '.join(spans)} from the top left"


# -------------------------------------------------------------------------------------- boards


def _boards(page: Page, number: int, cells: int) -> Iterator[tuple[Window, list[Trouble]]]:
    """Yield the boards of so many cells each way on a page, with what is wrong with their lines."""
    long = [
        line
        for line in _lines(page)
        if line.end - line.start >= cells * _SMALLEST
        and line.width >= _THINNEST * (line.end - line.start) / cells
    ]
    level, upright = (
        [_with_longer(bundle, own, cells) for bundle in _bundles(own)]
        for way in (True, False)
        for own in ([line for line in long if line.level is way],)
    )
    for one, other in product(level, upright):
        if (board := _board(page, number, (one, other), cells)) is not None:
            yield board


def _bundles(lines: Sequence[_Line]) -> list[list[_Line]]:
    """Return lines that begin and end side by side."""
    return [
        bundle
        for starting in _runs(lines, lambda line: line.start)
        for bundle in _runs(starting, lambda line: line.end)
    ]


def _with_longer(bundle: list[_Line], lines: Sequence[_Line], cells: int) -> list[_Line]:
    """Return a bundle with lines that reach a little beyond it at both ends, as a frame's bars do."""
    first = bundle[0]
    most = (first.end - first.start) / cells * _NEAR
    own = set(bundle)
    return bundle + [
        line
        for line in lines
        if line not in own
        and all(0 <= by <= most for by in (first.start - line.start, line.end - first.end))
    ]


def _runs(lines: Sequence[_Line], value: Callable[[_Line], float]) -> Iterator[list[_Line]]:
    """Yield lines of about one value."""
    run: list[_Line] = []
    for line in sorted(lines, key=value):
        if run and value(line) - value(run[0]) > _EVEN:
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _board(
    page: Page, number: int, ways: tuple[Sequence[_Line], Sequence[_Line]], cells: int
) -> tuple[Window, list[Trouble]] | None:
    """Return the board that level and upright lines make, None where too many are missing."""
    level, upright = ways
    box = Box(level[0].start, upright[0].start, level[0].end, upright[0].end)
    if abs(box.width - box.height) > _UNEVEN * box.width:
        return None
    troubles: list[Trouble] = []
    marks: set[int] = set()
    for way, first, length in ((level, box.top, box.height), (upright, box.left, box.width)):
        lacking = lying_off = 0
        for k in range(cells + 1):
            at = first + k * length / cells
            line = min(way, key=lambda line, at=at: abs(line.at - at))  # type: ignore[misc]
            is_there = abs(line.at - at) <= _NEAR * length / cells
            marks |= {line.mark} if is_there else set()
            if abs(line.at - at) > _EVEN:
                lacking, lying_off = lacking + (not is_there), lying_off + 1
                name = f"line {k + 1} of {cells + 1} from the {'top' if line.level else 'left'}"
                kind, words = ("slip", "not in its place") if is_there else ("missing", "missing")
                troubles.append(Trouble(kind, f"the board's {name} is {words}", number))
        if lacking > _MOST_MISSING or lying_off > _MOST_OFF * (cells + 1):
            return None
    width, height = box.width / cells, box.height / cells
    corners = {
        (x, y): Box(0, 0, width, height)
        .moved(box.left + (x - 1) * width, box.top + (y - 1) * height)
        .corners()
        for x, y in _cells(cells)
    }
    drawn = [page.marks[k] for k in marks]
    found = boards.window(page, number, drawn, corners, (width, height))
    return found and (found, troubles)


# --------------------------------------------------------------------------------------- lines


def _lines(page: Page) -> list[_Line]:
    """Return the level and upright lines of a page, those that look alike and run on in each other as one."""
    result: list[_Line] = []
    lines = [line for k, mark in enumerate(page.marks) for line in _of_mark(mark, k)]

    def order(line: _Line) -> tuple[object, ...]:
        return line.level, line.paint, round(line.width, 2), round(line.at / _TOGETHER), line.start

    for line in sorted(lines, key=order):
        before = result[-1] if result else None
        if (
            before is not None
            and before[:2] == line[:2]
            and abs(before.width - line.width) < _TOGETHER
            and abs(before.at - line.at) <= _TOGETHER
            and line.start <= before.end + _TOGETHER
        ):
            end, mark = max(before.end, line.end), max(before.mark, line.mark)
            result[-1] = before._replace(end=end, mark=mark)
        else:
            result.append(line)
    return result


def _of_mark(mark: Mark, number: int) -> Iterator[_Line]:
    """Yield the lines that a mark draws, in parts: strokes, and the middle lines of thin rectangles."""
    for part in mark.shape.parts:
        points = [mark.transform.apply(point) for point in part.points]
        if mark.stroke is not None:
            for a, b in pairwise([*points, points[0]] if part.closed else points):
                yield from _between(a, b, mark.width, mark.stroke, number)
        elif mark.fill is not None and len(points) == 4:
            a, b, c, d = points
            if a.distance(b) > b.distance(c):
                a, b, c, d = b, c, d, a
            width = a.distance(b)
            if b.distance(c) >= _THIN * width and abs(c.distance(d) - width) <= 0.01 * width:
                ends = a.towards(b, 0.5), c.towards(d, 0.5)
                yield from _between(*ends, width, mark.fill, number)


def _between(a: Point, b: Point, width: float, paint: str, number: int) -> Iterator[_Line]:
    """Yield the line from a to b, unless it is short or askew."""
    box = bounds((a, b))
    short, long = sorted((box.width, box.height))
    if long >= 0.5 and short <= _ASKEW * long:
        level = box.width > box.height
        ends = (box.left, box.right) if level else (box.top, box.bottom)
        yield _Line(level, paint, width, box.centre.y if level else box.centre.x, *ends, number)
