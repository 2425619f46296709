"""Boards on paper: whole on a page where they fit, else a poster of overlapping pages.

The pages of a poster are windows on the board, all of one size, so that none is a sliver.
Neighbours share a strip ``overlap`` wide, with alignment crosses printed on both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from engine.drawing import scene
from engine.drawing.parts import STRIP, BoardPart, Cutout
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, Transform, bounds, number, signed_area
from engine.words import listed
from generator.printing import linework, sheet
from generator.printing.cropmarks import Surroundings, crop_marks
from generator.printing.cutlines import Outlined
from generator.printing.paper import Paper
from generator.printing.rulers import (
    Inset,
    foot,
    registration,
    registration_boxes,
    strip_box,
    without_foot,
)
from generator.printing.sheet import Sheet
from generator.printing.sheet_settings import SheetSettings

#: Arms of an alignment cross.
CROSS = 3.0

#: More pages than this are refused: the board would be larger than a room.
MOST_PAGES = 200


@dataclass(frozen=True)
class PosterPlan:
    """How a board is cut into pages: the paper as it stands, its area, columns, rows, overlap."""

    paper: Paper
    #: The page's printable area, and that area without the strip for rulers.
    page: Box
    area: Box
    columns: int
    rows: int
    overlap: float
    width: float  # of a window
    height: float

    @property
    def pages(self) -> int:
        return self.columns * self.rows

    def window(self, board: Box, column: int, row: int) -> Box:
        """Return the part of the board that one page shows."""
        left = board.left + column * (self.width - self.overlap)
        top = board.top + row * (self.height - self.overlap)
        return Box(left, top, left + self.width, top + self.height)


def plan(board: BoardPart, common: SheetSettings) -> PosterPlan:
    """Return the plan with the fewest pages, portrait or landscape.

    Raises OptionError where the overlap leaves no room, or the pages would be too many.
    """
    paper, overlap = common.paper, common.printing.poster_overlap
    plans = [
        found
        for turned in (paper, paper.turned())
        for page in (common.printable(turned),)
        if (found := _plan(board, turned, (page, without_foot(page)), overlap)) is not None
    ]
    if not plans:
        raise OptionError(
            f"an overlap of {number(overlap)} mm leaves no room on {paper.name} ({paper.size}); "
            "take a smaller overlap or a larger paper"
        )
    best = min(plans, key=lambda p: p.pages)
    if best.pages > MOST_PAGES:
        raise OptionError(
            f"the {board.title} would take {best.pages} pages of {paper.name}; the most is "
            f"{MOST_PAGES}; take a larger paper or smaller cells"
        )
    return best


def _plan(
    board: BoardPart, paper: Paper, room: tuple[Box, Box], overlap: float
) -> PosterPlan | None:
    page, area = room
    columns = _count(board.box.width, area.width, overlap)
    rows = _count(board.box.height, area.height, overlap)
    if not columns or not rows:
        return None
    width = (board.box.width + (columns - 1) * overlap) / columns
    height = (board.box.height + (rows - 1) * overlap) / rows
    return PosterPlan(paper, page, area, columns, rows, overlap, width, height)


def _count(whole: float, room: float, overlap: float) -> int:
    """Return how many windows cover ``whole``, or 0 where they would overlap too far."""
    if whole <= room + 1e-6:
        return 1
    if room - overlap < 20:
        return 0
    return math.ceil((whole - overlap) / (room - overlap) - 1e-9)


def sheets(board: BoardPart, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the pages of a board: one where it fits, else a poster, row by row.

    Raises OptionError as :func:`plan`.
    """
    found = plan(board, common)
    for row in range(found.rows):
        for column in range(found.columns):
            yield _page(board, common, found, column, row)


def name(column: int, row: int) -> str:
    """Return a page's name: column letter and row number, A1 at the top left."""
    return f"{chr(ord('A') + column % 26) * (column // 26 + 1)}{row + 1}"


def _page(
    board: BoardPart, common: SheetSettings, found: PosterPlan, column: int, row: int
) -> Sheet:
    window = found.window(board.box, column, row)
    area = found.area
    dx = area.left + (area.width - window.width) / 2 - window.left
    dy = area.top + (area.height - window.height) / 2 - window.top
    shown = window.moved(dx, dy)
    moved = scene.Group(board.items, Transform.translation(dx, dy))
    art = scene.Group(
        (moved,), clip=scene.rectangle(shown), id=f"board-{name(column, row)}", name="board"
    )
    items: list[scene.Item] = [art, *registration(found.paper, common.profile)]
    index = row * found.columns + column + 1
    words = [f"{common.game} · {board.title} · print at 100 %", f"cells {number(board.cell)} mm"]
    if found.pages > 1:
        seams = tuple(_seams(found, column, row, shown))
        items.append(scene.Group(seams, clip=_outline(board, window, dx, dy)[0]))
        page = f"page {name(column, row)}, {index}/{found.pages}"
        words = [f"{common.game} · {board.title} · {page}", words[1], "print at 100 %"]
        words.append(_joins(found, column, row))
    cuts = _outline(board, window, dx, dy)
    items += _cut_marks(found, board, (shown, cuts), common)
    items.append(foot(found.page, words, _map(found, column, row)))
    corrected = sheet.correction(found.paper, common.printing)
    trim = bounds(map(corrected.apply, shown.corners()))
    title = board.title.capitalize()
    return Sheet(
        component=board.name,
        title=f"{title} {name(column, row)}" if found.pages > 1 else title,
        index=index,
        count=found.pages,
        side="single",
        paper=found.paper,
        scene=sheet.picture(found.paper, tuple(items), corrected, words[0]),
        placements=(),
        trim=trim,
        bleed=trim,
        cuts=_outline(board, window, dx, dy, common.printing.kerf / 2),
        cut_out=abs(signed_area(_ring(board, window))),
    )


def _ring(board: BoardPart, window: Box) -> list[Point]:
    """Return the corners of the part of a board in a window, in the board's frame."""
    ring = list(board.outline)
    for edge, way in (
        (window.left, (1, 0)),
        (-window.right, (-1, 0)),
        (window.top, (0, 1)),
        (-window.bottom, (0, -1)),
    ):
        kept: list[Point] = []
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            at_a, at_b = (p.x * way[0] + p.y * way[1] - edge for p in (a, b))
            if at_a >= -1e-9:
                kept.append(a)
            if min(at_a, at_b) < -1e-9 and max(at_a, at_b) > 1e-9:
                kept.append(a.towards(b, at_a / (at_a - at_b)))
        ring = kept
    return ring


def _outline(
    board: BoardPart, window: Box, dx: float, dy: float, grown: float = 0.0
) -> tuple[scene.Outline, ...]:
    """Return the line along which the part of a board in a window is cut, on its page."""
    ring = _ring(board, window)
    if grown:
        x, y = bounds(ring).centre
        box = bounds(ring)
        across, down = 1 + 2 * grown / box.width, 1 + 2 * grown / box.height
        ring = [Point(x + (p.x - x) * across, y + (p.y - y) * down) for p in ring]
    return (scene.polygon([p.moved(dx, dy) for p in ring]),)


def _cut_marks(
    found: PosterPlan,
    board: BoardPart,
    shown: tuple[Box, tuple[scene.Outline, ...]],
    common: SheetSettings,
) -> Iterator[scene.Item]:
    """Yield the lines to cut a page along, or its crop marks; a whole rectangle has its own edge."""
    printing, (box, cuts) = common.printing, shown
    if printing.marks == "lines" or (printing.marks == "crop" and board.hexagonal):
        if found.pages > 1 or board.hexagonal:
            yield from linework.cuts(cuts, printing)
    elif printing.marks == "crop":
        cutout = Cutout("rectangle", box.width, box.height)
        art = (Outlined(cutout, Orientation.POINTY, box.centre),)
        others = (strip_box(found.page), *registration_boxes(found.paper, common.profile))
        page = common.printable(found.paper, common.reach)
        marks = crop_marks(art, Surroundings(art, 0.0, page, others))
        yield from linework.cuts(marks.lines, printing)
        yield from linework.crops(marks.ticks, printing)


def _joins(found: PosterPlan, column: int, row: int) -> str:
    """Return in words which pages are glued where."""
    words = []
    if column + 1 < found.columns:
        words.append(f"{name(column + 1, row)} to the right")
    if row + 1 < found.rows:
        words.append(f"{name(column, row + 1)} below")
    if not words:
        return "last page"
    if not found.overlap:
        return f"glue {listed(words)}, edge to edge"
    return f"glue {listed(words)} over the dashed line"


def _seams(found: PosterPlan, column: int, row: int, shown: Box) -> Iterator[scene.Item]:
    """Yield corner marks, lines where the neighbours' edges lie, and alignment crosses."""
    line = scene.Stroke(sheet.INK, 0.15)
    dashed = scene.Stroke(sheet.INK, 0.15, (2.0, 2.0))
    ends: list[tuple[Point, float, float]] = []
    crosses = []
    half = found.overlap / 2
    if column + 1 < found.columns:
        ends.append((Point(shown.right - found.overlap, shown.top), 0, shown.height))
        crosses += [(shown.right - half, shown.top + shown.height * k / 4) for k in (1, 2, 3)]
    if row + 1 < found.rows:
        ends.append((Point(shown.left, shown.bottom - found.overlap), shown.width, 0))
        crosses += [(shown.left + shown.width * k / 4, shown.bottom - half) for k in (1, 2, 3)]
    for start, dx, dy in ends:
        seam = scene.polyline((start, start.moved(dx, dy)))
        yield scene.Path(seam, None, scene.Stroke("#ffffff", 0.5))
        yield scene.Path(seam, None, dashed, "seam")
    if found.overlap >= 2:
        arm = min(CROSS, half)
        segments = [s for x, y in crosses for s in sheet.cross(Point(x, y), arm)]
        white = scene.Stroke("#ffffff", 0.5)
        yield scene.Path(tuple(segments), None, white)
        yield scene.Path(tuple(segments), None, line, "alignment")


def _map(found: PosterPlan, column: int, row: int) -> Inset | None:
    """Return the assembly map: all pages as small boxes, this one filled.

    A board that is whole has none.
    """
    if found.pages == 1:
        return None
    size = min(3.2, STRIP / max(found.rows, found.columns))
    items: list[scene.Item] = []
    line = scene.Stroke(sheet.INK, 0.12)
    for r in range(found.rows):
        for c in range(found.columns):
            box = Box(c * size, r * size, (c + 1) * size, (r + 1) * size)
            here = (c, r) == (column, row)
            items.append(scene.Path(scene.rectangle(box), sheet.INK if here else None, line))
            if size >= 3:
                ink = "#ffffff" if here else sheet.INK
                items.append(scene.centred(*box.centre, name(c, r), 1.77, fill=ink))
    return Inset(scene.Group(tuple(items), name="map"), size * found.columns)
