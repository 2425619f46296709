"""How Astralis's board and tiles look, on paper and in diagrams alike.

Everything is drawn in millimetres, y down: tiles about the origin, the board about its middle
hex.  ``width`` is a hexagon's, flat-to-flat.  Tiles carry the sign of their owner's planets, a
ring or bands, and contested tiles a cross, so that no colour is needed to tell them apart.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.drawing import scene
from engine.drawing.diagram import Rim
from engine.drawing.theme import HAIRLINE, Theme, mixed
from engine.games.astralis.board import PLAYER_NAMES, PLAYERS, Board, board, each
from engine.geometry.hexgrid import SQRT3, centre, corners
from engine.geometry.plane import Box, Point, bounds

#: The colours of the players and of contested hexes, as the themes name them.
SLOTS = PLAYER_NAMES
CONTESTED = "red"

#: How far the table reaches beyond the cells, in cells: room for letters and numbers.
MARGIN = 0.72

#: A tile on the board leaves this share of the cell free.
CLEARANCE = 0.1

#: The widths of the board's lines and of a tile's edge, shares of the cell.
_GRID = 0.025
_EDGE = 0.02


# -------------------------------------------------------------------------------------- board


def place_of(grid: Board, hex_: int, width: float) -> Point:
    """Return the centre of a hex (rule 1.2); the middle of the board is the origin."""
    return centre(grid.axial(hex_), width)


def cell(at: Point, width: float, share: float = 1.0) -> tuple[Point, ...]:
    """Return the corners of a cell or of a smaller hexagon in it, clockwise."""
    return tuple(Point(p.x * share + at.x, p.y * share + at.y) for p in corners(width))


def cells_box(side: int, width: float) -> Box:
    """Return the box of a board's cells."""
    across, down = (side - 0.5) * width, ((side - 1) * SQRT3 / 2 + 1 / SQRT3) * width
    return Box(-across, -down, across, down)


def table(side: int, width: float, margin: float = MARGIN) -> tuple[Point, ...]:
    """Return the corners of the table, a large hexagon round the cells with their labels."""
    radius = (side - 0.5 + margin) * width
    return tuple(
        Point(radius * x, radius * y * SQRT3 / 2)
        for x, y in ((1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0), (-0.5, -1.0), (0.5, -1.0))
    )


def table_box(side: int, width: float, margin: float = MARGIN) -> Box:
    """Return the box of the table."""
    return bounds(table(side, width, margin))


@lru_cache(maxsize=64)
def empty_board(
    theme: Theme, side: int, width: float, margin: float = MARGIN
) -> tuple[scene.Item, ...]:
    """Return the table and the cells of an empty board, covering :func:`table_box`."""
    grid = board(side)
    outline = scene.joined(
        scene.polygon(cell(place_of(grid, hex_, width), width)) for hex_ in each(grid.full)
    )
    pale = theme.between_cells(_GRID, width, pale=0.45, join="round")
    ground = scene.polygon(table(side, width, margin))
    items = (
        scene.Path(ground, theme.role("board-edge"), None, "board-edge"),
        scene.Path(outline, theme.role("board"), pale, "board"),
    )
    return (scene.Use(scene.Symbol(f"astralis-board-{side}", items)),)


@lru_cache(maxsize=64)
def start_rows(theme: Theme, side: int, width: float) -> tuple[scene.Item, ...]:
    """Return the hexes where ships are set up (rule 3.1), framed in their players' colours."""
    grid = board(side)
    rows = (grid.row(i) & ~grid.corners() for i in (0, 2 * side - 2))
    return tuple(
        start_row(theme, player, [place_of(grid, hex_, width) for hex_ in each(row)], width)
        for player, row in zip(PLAYERS, rows, strict=True)
    )


def start_row(theme: Theme, player: str, at: Sequence[Point], width: float) -> scene.Group:
    """Return the frames of a player's hexes about these centres.

    They are pale in the middle, so that on a printed board none looks like a control tile.
    """
    name = SLOTS[player]
    slot = theme.slot(name)
    line = scene.Stroke(slot.ink, max(0.03 * width, HAIRLINE), join="round")
    pale = mixed(slot.fill, theme.role("board"), 0.7)
    frames = scene.joined(scene.polygon(cell(p, width, 0.9)) for p in at)
    middles = scene.joined(scene.polygon(cell(p, width, 0.62)) for p in at)
    frame = scene.Path(frames, theme.paint(name, width), line, f"start-row {name}")
    return scene.Group((frame, scene.Path(middles, pale, line, "start-row-middle")))


#: Where a line of cells begins, and its letter or number.
_Label = tuple[Point, str]

#: The way down a diagonal.
_DOWN = Point(0.5, SQRT3 / 2)


def _row_ends(side: int, width: float) -> tuple[list[_Label], list[_Label]]:
    """Return letters at the first hexes of rows, numbers at the lowest of diagonals (rule 1.2)."""
    grid = board(side)
    starts = [min(each(grid.row(k))) for k in range(2 * side - 1)]
    lowest = {(h.bit_length() - 1) % grid.width: h for h in reversed([*each(grid.full)])}
    letters = [(place_of(grid, h, width), grid.label(h)[0]) for h in starts]
    return letters, [(place_of(grid, lowest[k], width), str(k + 1)) for k in range(len(starts))]


@lru_cache(maxsize=64)
def rim_labels(theme: Theme, side: int, width: float) -> tuple[scene.Item, ...]:
    """Return the letters left of the rows and the numbers where their diagonals end (rule 1.2)."""
    colour, size, away = theme.role("muted"), width * 0.36, width * 0.82
    steps = Point(-away, 0.0), Point(away * _DOWN.x, away * _DOWN.y)
    # A letter and a number, line by line.
    return tuple(
        scene.centred(*at.moved(*step), text, size, fill=colour, name="coordinate")
        for both in zip(*_row_ends(side, width), strict=True)
        for (at, text), step in zip(both, steps, strict=True)
    )


@lru_cache(maxsize=64)
def rims(side: int, width: float, margin: float) -> Mapping[str, Rim]:
    """Return the labels round a table: letters where rows end, numbers where diagonals do (rule 1.2)."""
    letters, numbers = _row_ends(side, width)
    reach = (side - 0.5 + margin) * width * SQRT3 / 2  # from the middle to a side of the table

    def leaving(at: Point, along: Point) -> Point:
        """Return where a line of cells leaves the table, a hexagon with its corners left and right."""
        steps = []
        for angle in (90.0, 30.0, -30.0, -90.0, -150.0, 150.0):
            x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            speed = along.x * x + along.y * y
            if speed > 1e-9:
                steps.append((reach - at.x * x - at.y * y) / speed)
        return at.moved(along.x * min(steps), along.y * min(steps))

    return {
        name: Rim(tuple((leaving(at, along), text) for at, text in labels), along)
        for name, labels, along in (
            ("left", letters, Point(-1.0, 0.0)),
            ("right", letters, Point(1.0, 0.0)),
            ("top", numbers, Point(-_DOWN.x, -_DOWN.y)),
            ("bottom", numbers, _DOWN),
        )
    }


# -------------------------------------------------------------------------------------- tiles


@lru_cache(maxsize=256)
def control_tile(
    theme: Theme, player: str, width: float, *, bleed: float = 0.0, outlined: bool = True
) -> scene.Symbol:
    """Return a player's side of a control tile: a ring for yellow, bands for cyan.

    The ground reaches ``bleed`` beyond the edge; a tile to be cut out is better not ``outlined``.
    """
    x, y = width * 0.2, width * 0.1
    bands = (*scene.polyline(((-x, -y), (x, -y))), *scene.polyline(((-x, y), (x, y))))
    sign = scene.disc(width * 0.2) if player == "y" else bands
    return _tile(theme, SLOTS[player], "control", sign, width, bleed, outlined)


@lru_cache(maxsize=256)
def contested_tile(
    theme: Theme, width: float, *, bleed: float = 0.0, outlined: bool = True
) -> scene.Symbol:
    """Return a contested tile, with a cross; as :func:`control_tile`."""
    cross = scene.diagonals(Box(0.0, 0.0, 0.0, 0.0).grown(width * 0.15))
    return _tile(theme, CONTESTED, "contested", cross, width, bleed, outlined)


def _tile(
    theme: Theme,
    slot_name: str,
    kind: str,
    sign: scene.Outline,
    width: float,
    bleed: float,
    outlined: bool,
) -> scene.Symbol:
    slot = theme.slot(slot_name)
    ground = scene.polygon(corners(width + 2 * bleed))
    items = [scene.Path(ground, theme.paint(slot_name, width), name=f"{kind} {slot_name}")]
    if slot.pattern != "solid":  # on a pattern the sign needs a seam of plain ground
        items.append(scene.Path(sign, None, scene.Stroke(slot.fill, width * 0.24, cap="round")))
    ink = scene.Stroke(slot.ink, max(width * 0.055, HAIRLINE), cap="round")
    items.append(scene.Path(sign, None, ink, "sign"))
    if outlined:
        edge = scene.Stroke(slot.ink, max(width * _EDGE, HAIRLINE), join="round")
        inner = scene.polygon(corners(width - edge.width))
        items.append(scene.Path(inner, None, edge, "tile-edge"))
    return scene.Symbol(f"astralis-{kind}-{slot_name}", tuple(items))
