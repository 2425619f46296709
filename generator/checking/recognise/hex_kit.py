"""The kit of a game with a board of hexagons on pages: pieces by their pictures, and the board.

A board is one outline of many hexagons; a poster repeats it on every page, cut to a window.  How many
pieces there should be hangs on the side of the board that is found, of the template given, or else of
the usual board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from statistics import median_high
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.parts import BoardPart
from engine.geometry.hexgrid import SQRT3, Hex, centre
from engine.geometry.plane import Point, bounds
from engine.play.game import Game
from engine.play.position import Position
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise import boards, hexagons, looks, pieces
from generator.checking.recognise.boards import Boards, Window
from generator.checking.recognise.hexagons import Hexagon
from generator.checking.recognise.results import Hints, Reading, Trouble
from generator.printing import template

DETAIL = 4

#: An outline of fewer hexagons is no board: the smallest has 19, a row on it marks 2 or more.
_FEWEST = 12
#: How far a cell may lie off its place, in millimetres.
_ASTRAY = 0.1


class _Board(NamedTuple):
    """A page's part of a board, and the cells that lie off their places or are of another size."""

    window: Window
    astray: tuple[Hex, ...]


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces and the board on the pages.

    Raises GameError where the look cannot be told, OptionError for an unknown theme or template.
    """
    parts = [one for k, page in enumerate(pages) for one in _boards(k, page)]
    if not parts:
        return _as_many_alike(pieces.find(pages, game, hints), hints)
    together = Boards(tuple(one.window for one in parts))
    whole, _ = together.cells()
    cells_drawn = (cell for one in parts for cell in one.window.shown)
    side = 1 + max(max(abs(q), abs(r), abs(q + r)) for q, r in cells_drawn)
    # Where boards have one side only, the template has no setting for it.
    chooses = len(game.board_sides) > 1 and side in game.board_sides

    def is_on_board(page: int, place: Point) -> bool:
        return page in together.pages

    settings = {"side": side} if chooses else {}
    wrong = [*_troubles(parts, together, side, game, hints)]
    whole_boards = [] if wrong else boards.sightings(together, (0.0, 180.0))
    reading = pieces.find(pages, game, hints, settings, is_on_board, whole_boards)
    reading = _as_many_alike(reading, hints)
    misfits, unusual = boards.pieces_for_others(reading, game, hints, together)
    cells = f"{len(whole)} cells of {together.cell:g} mm"
    note = f"board of side {side}: {cells}{boards.on_pages(together)}"
    return reading._replace(
        notes=(note, *reading.notes, *unusual),
        whole=("board",),
        board_pages=together.pages,
        troubles=(*wrong, *misfits, *reading.troubles),
    )


def _as_many_alike(reading: Reading, hints: Hints) -> Reading:
    """Return a reading, of pieces that may be left out as many expected as there are of most kinds.

    How many a player wants is the template's to say; all kinds alike.
    """
    optional = {kind.name for kind in reading.kinds if kind.optional}
    counts = Counter(piece.kind for piece in reading.pieces if piece.kind in optional)
    if not counts or hints.template is not None:
        return reading
    amount = usual(counts.values())
    return reading._replace(
        kinds=tuple(
            k._replace(amount=amount, in_all=True) if k.optional else k for k in reading.kinds
        )
    )


# --------------------------------------------------------------------------------------- board


def _troubles(
    parts_of_boards: Sequence[_Board],
    together: Boards,
    side: int,
    game: Game[Position],
    hints: Hints,
) -> Iterator[Trouble]:
    """Yield what is missing of the board: cells by name, cells off their places, sizes."""
    least, most = game.board_sides[0], game.board_sides[-1]
    width = together.cell
    if hints.template is not None:
        default = next((o.default for o in game.options if o.name == "side"), side)
        chosen = template.load(game.name, hints.template).settings()
        side = chosen.whole("side", int(str(default)), least, most)
        own = looks.of_template(game, hints.template)
        parts = looks.parts_of(game, own, theme.load("classic"), hints.tile_size)
        (width,) = (part.cell for part in parts if isinstance(part, BoardPart))
    if side not in game.board_sides:
        range_of = f"{least} to {most}" if least < most else f"{least}"
        words = f"cells lie as far apart as on a board of side {side}; boards have {range_of}"
        yield Trouble("impossible", words, together.windows[0].page)
        return

    def names(cells: Collection[Hex]) -> str:
        labels = sorted(filter(None, (game.cell_label(cell, side) for cell in cells)), key=_by_name)
        more = f" and {len(labels) - 12} more" if len(labels) > 12 else ""
        return ", ".join(labels[:12]) + more

    expected = game.board_cells(side)
    yield from boards.lost_cells(together, expected, names)
    yield from boards.sizes(together, width, _ASTRAY)
    for window, astray in parts_of_boards:
        if astray:
            words = f"cells of the board are misplaced or of another size: {names(astray)}"
            yield Trouble("size", words, window.page)


def _by_name(name: str) -> tuple[str, int]:
    """Return what sorts names by their letters, then by their number."""
    digits = "".join(c for c in name if c.isdigit())
    return name.rstrip("0123456789"), int(digits or 0)


def _boards(number: int, page: Page) -> Iterator[_Board]:
    """Yield a page's parts of boards: one, or several where pages lie side by side."""
    drawn = [
        (mark, cells)
        for mark in page.marks
        if mark.fill is not None and len(mark.shape.parts) >= _FEWEST
        for cells in (_hexagons(page, mark),)
        if len(cells) >= _FEWEST
    ]
    drawn.sort(key=lambda one: -len(one[1]))
    middles: list[Point] = []
    for mark, cells in drawn:
        middle = _middle(cells)
        radius = cells[0].radius
        if 2 * len(cells) > len(drawn[0][1]) and all(middle.distance(m) > radius for m in middles):
            middles.append(middle)
            width = median_high([sum(hexagons.widths(cell.corners)) / 3 for cell in cells])
            placed = dict(_placed(cells, width))
            corners = {cell: one.corners for cell, (one, _) in placed.items()}
            window = boards.window(page, number, [mark], corners, (width, width))
            if window is not None:
                yield _Board(window, tuple(_astray(placed, width)))


def _hexagons(page: Page, mark: Mark) -> list[Hexagon]:
    dx, dy = mark.transform.e, mark.transform.f
    hexagons_drawn = hexagons.of_shape(mark.shape, mark.transform, filled=True)
    return [h.moved(dx, dy) for h in hexagons_drawn]


def _astray(placed: dict[Hex, tuple[Hexagon, float]], width: float) -> Iterator[Hex]:
    """Yield the cells that lie off their places, or are of another size."""
    for cell, (one, distance) in placed.items():
        if distance > _ASTRAY or any(
            abs(w - width) > _ASTRAY for w in hexagons.widths(one.corners)
        ):
            yield cell


def _middle(cells: Sequence[Hexagon]) -> Point:
    return bounds(cell.centre for cell in cells).centre


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
