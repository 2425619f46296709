"""How board and stones look, on paper and in diagrams alike; lengths are millimetres, f6 the origin."""

from functools import lru_cache

from engine.drawing import scene
from engine.drawing.diagram import Rim
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import SQRT3, centre, corners
from engine.geometry.plane import ORIGIN, Point
from tilewright_hex.rules import CELLS, COLUMNS, NAMES, SIDE, Cell

#: How far the coloured frame and the table reach beyond the outer cells' centres, in cells.
FRAME, TABLE = 0.8, 1.3


def place_of(cell: Cell, width: float) -> Point:
    """Return a cell's centre."""
    return centre(cell.axial, width)


def hexagon(cell: Cell, width: float) -> tuple[Point, ...]:
    """Return a cell's corners."""
    return corners(width, at=place_of(cell, width))


def rhombus(width: float, reach: float) -> tuple[Point, ...]:
    """Return the corners of a rhombus round the cells, by those at a1, k1, k11 and a11."""
    far = width * (SIDE // 2 + reach * 2 / SQRT3)
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(Point(far * (x + y / 2), far * y * SQRT3 / 2) for x, y in ways)


@lru_cache(maxsize=16)
def board(theme: Theme, width: float, reach: float = FRAME) -> tuple[scene.Item, ...]:
    """Return the empty board: the table as far as ``reach``, the edges in colours, the cells."""
    table, ends = scene.polygon(rhombus(width, reach)), rhombus(width, FRAME)
    items = [scene.Path(table, theme.role("board-edge"), None, "table")]
    for k, name in enumerate(("red", "blue", "red", "blue")):
        triangle = scene.polygon((ends[k], ends[(k + 1) % 4], ORIGIN))
        items.append(scene.Path(triangle, theme.paint(name, width), None, f"edge {name}"))
    cells = scene.joined(scene.polygon(hexagon(cell, width)) for cell in CELLS)
    grid = theme.line("grid", 0.03, width, join="round")
    return (*items, scene.Path(cells, theme.role("board"), grid, "board"))


@lru_cache(maxsize=16)
def rims(width: float) -> dict[str, Rim]:
    """Return the letters of columns above and below, the numbers of rows left and right."""
    ends, away = range(SIDE), width * FRAME * 2 / SQRT3

    def rim(cells: list[Cell], texts: list[str], x: float, y: float) -> Rim:
        spots = (place_of(cell, width).moved(away * x, away * y) for cell in cells)
        return Rim(tuple(zip(spots, texts, strict=True)), Point(x, y))

    rows, columns = [str(k + 1) for k in ends], list(COLUMNS)
    return {
        "left": rim([Cell(0, k) for k in ends], rows, -1, 0),
        "right": rim([Cell(SIDE - 1, k) for k in ends], rows, 1, 0),
        "top": rim([Cell(k, 0) for k in ends], columns, -1 / 2, -SQRT3 / 2),
        "bottom": rim([Cell(k, SIDE - 1) for k in ends], columns, 1 / 2, SQRT3 / 2),
    }


@lru_cache(maxsize=64)
def stone(theme: Theme, player: str, size: float, bleed: float = 0.0) -> scene.Symbol:
    """Return a stone: red's has a dot, blue's a ring, so that no colour is needed to tell them."""
    name, radius = NAMES[player], size / 2
    slot, dot = theme.slot(name), scene.disc(radius * 0.35)
    ring = None if player == "r" else scene.Stroke(slot.label, size * 0.07)
    ground = scene.Path(scene.disc(radius + bleed), theme.paint(name, size), None, f"stone {name}")
    plain = scene.Path(scene.disc(radius * 0.62), slot.fill)
    sign = scene.Path(dot, None if ring else slot.label, ring, "sign")
    return scene.Symbol(f"hex-{name}", (ground, plain, sign))
