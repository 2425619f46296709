"""Boards on paper: whole on a page where they fit, else a poster of equal, overlapping pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import STRIP, BoardPart
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, Transform, bounds, number, signed_area
from engine.words import listed
from generator.printing import cutlines, duplex, rulers, sheet
from generator.printing.cutlines import INK, beyond
from generator.printing.paper import Paper
from generator.printing.sheet import Sheet, SheetSettings

#: Arms of an alignment cross.
CROSS = 3.0
#: More pages than this are refused: the board would be larger than a room.
MOST_PAGES = 200

_FINE = scene.Stroke(INK, 0.15)
_WHITE = scene.Stroke("#ffffff", 0.5)


#: The names of pages by their columns and rows.
_Names = Mapping[tuple[int, int], str]


class _Poster(NamedTuple):
    """How a board is cut into pages: the paper as it stands, columns, rows, the size of a window."""

    paper: Paper
    #: The page's printable area.
    page: Box
    columns: int
    rows: int
    overlap: float
    width: float
    height: float

    def window(self, board: BoardPart, column: int, row: int) -> Box:
        """Return the part of a board that a page shows."""
        left = board.box.left + column * (self.width - self.overlap)
        top = board.box.top + row * (self.height - self.overlap)
        return Box(left, top, left + self.width, top + self.height)


def _poster(board: BoardPart, common: SheetSettings) -> _Poster:
    """Return the poster with the fewest pages, portrait or landscape."""
    overlap, whole, posters = common.printing.poster_overlap, board.box, list[_Poster]()
    for paper in (common.paper, common.paper.turned()):
        page = common.printable(paper)
        columns = _windows(whole.width, page.width, overlap)
        rows = _windows(whole.height, page.height - STRIP, overlap)
        if columns and rows:
            width = (whole.width + (columns - 1) * overlap) / columns
            height = (whole.height + (rows - 1) * overlap) / rows
            posters.append(_Poster(paper, page, columns, rows, overlap, width, height))
    if not posters:
        raise OptionError(
            f"an overlap of {number(overlap)} mm leaves no room on {common.paper.name} "
            f"({common.paper.size}); take a smaller overlap or a larger paper"
        )
    best = min(posters, key=lambda p: p.columns * p.rows)
    if (pages := best.columns * best.rows) > MOST_PAGES:
        raise OptionError(
            f"the {board.title} would take {pages} pages of {common.paper.name}; the most is "
            f"{MOST_PAGES}; take a larger paper or smaller cells"
        )
    return best


def _windows(whole: float, room: float, overlap: float) -> int:
    """Return how many windows cover ``whole``, or 0 where they would overlap too far."""
    if whole <= room + 1e-6:
        return 1
    if room - overlap < 20:
        return 0
    return math.ceil((whole - overlap) / (room - overlap) - 1e-9)


def sheets(board: BoardPart, common: SheetSettings) -> Iterator[Sheet]:
    """Yield the pages of a board: one where it fits, else a poster, row by row.

    Raises OptionError where the overlap leaves no room, or the pages would be too many.
    """
    poster = _poster(board, common)
    names = {  # a hexagonal board leaves corners free
        (column, row): _name(column, row)
        for row, column in product(range(poster.rows), range(poster.columns))
        if within(board.outline, poster.window(board, column, row))
    }
    yield from (_page(board, common, poster, names, *at) for at in names)


def _name(column: int, row: int) -> str:
    """Return a page's name: column letter and row number, A1 at the top left."""
    return f"{chr(ord('A') + column % 26) * (column // 26 + 1)}{row + 1}"


def _page(
    board: BoardPart, common: SheetSettings, poster: _Poster, names: _Names, column: int, row: int
) -> Sheet:
    printing, paper, name = common.printing, poster.paper, names[column, row]
    window = poster.window(board, column, row)
    area = poster.page._replace(bottom=poster.page.bottom - STRIP)
    dx = area.left + (area.width - window.width) / 2 - window.left
    dy = area.top + (area.height - window.height) / 2 - window.top
    place = window.moved(dx, dy)
    ring = [p.moved(dx, dy) for p in within(board.outline, window)]
    cut = scene.polygon(ring)
    moved = scene.Group(board.items, Transform.translation(dx, dy))
    art = scene.Group((moved,), clip=scene.rectangle(place), id=f"board-{name}", name="board")
    items: list[scene.Item] = [art, *rulers.registration(paper, common.preset.marks)]
    index, pages = [*names].index((column, row)) + 1, len(names)
    title, page, cells = board.title.capitalize(), "", f"cells {number(board.cell)} mm"
    words = [f"{common.game} · {board.title} · print at 100 %", cells]
    small_map = None
    if pages > 1:
        title, page = f"{title} {name}", f"page {name}, {index}/{pages}"
        right, below = names.get((column + 1, row)), names.get((column, row + 1))
        seam_items = tuple(_seams(place, poster.overlap, right=bool(right), below=bool(below)))
        items.append(scene.Group(seam_items, clip=cut))
        joins = listed([f"{right} to the right"] * bool(right) + [f"{below} below"] * bool(below))
        how = " over the dashed line" if poster.overlap else ", edge to edge"
        words = [f"{common.game} · {board.title} · {page}", cells, "print at 100 %"]
        words.append(f"glue {joins}{how}" if joins else "last page")
        small_map = _map(poster, names, name)
    if printing.marks != "none" and (pages > 1 or board.hexagonal):
        items += cutlines.cuts((cut,), printing)  # a whole rectangle has its own edge
    items.append(rulers.foot(poster.page, words, small_map))
    corrected = duplex.of_page(paper, printing)
    trim = bounds(map(corrected.apply, place.corners()))
    return Sheet(
        *(board.name, title, index, pages, "single", paper),
        scene=sheet.picture(paper, tuple(items), corrected, words[0]),
        placements=(),
        trim=trim,
        bleed=trim,
        cuts=(cut,),
        cut_out=abs(signed_area(ring)),
        notes=board.notes,
    )


def within(ring: Sequence[Point], window: Box) -> Sequence[Point]:
    """Return the corners of the part of a convex ring in a window."""
    corners = window.corners()
    for k, way in ((0, Point(1, 0)), (1, Point(-1, 0)), (0, Point(0, 1)), (2, Point(0, -1))):
        ring = beyond(ring, corners[k], way)
    return ring


def _seams(place: Box, overlap: float, *, right: bool, below: bool) -> Iterator[scene.Item]:
    """Yield lines where the neighbours' edges lie, and alignment crosses on the strips they cover."""
    lines: list[scene.Outline] = []
    crosses: list[Point] = []
    half = overlap / 2
    if right:
        x = place.right - overlap
        lines.append(scene.polyline(((x, place.top), (x, place.top + place.height))))
        crosses += (Point(place.right - half, place.top + place.height * k / 4) for k in (1, 2, 3))
    if below:
        y = place.bottom - overlap
        lines.append(scene.polyline(((place.left, y), (place.left + place.width, y))))
        crosses += (Point(place.left + place.width * k / 4, place.bottom - half) for k in (1, 2, 3))
    for seam in lines:
        yield scene.Path(seam, None, _WHITE)
        yield scene.Path(seam, None, _FINE._replace(dash=(2.0, 2.0)), "seam")
    if overlap >= 2:
        alignment = scene.joined(sheet.cross(at, min(CROSS, half)) for at in crosses)
        yield scene.Path(alignment, None, _WHITE)
        yield scene.Path(alignment, None, _FINE, "alignment")


def _map(poster: _Poster, names: _Names, here: str) -> tuple[scene.Item, float]:
    size = min(3.2, STRIP / max(poster.rows, poster.columns))
    items: list[scene.Item] = []
    for (column, row), name in names.items():
        box = Box(column * size, row * size, (column + 1) * size, (row + 1) * size)
        fill, ink = (INK, "#ffffff") if name == here else (None, INK)
        items.append(scene.Path(scene.rectangle(box), fill, scene.Stroke(INK, 0.12)))
        if size >= 3:
            items.append(scene.centred(*box.centre, name, 1.77, fill=ink))
    return scene.Group(tuple(items), name="map"), size * poster.columns
