"""How Abstrakto's board, tiles and markers look, on paper and in diagrams alike.

A Line's or Cross's lines have the width and colour of the board's grid, which they continue.  Tiles
and markers are drawn about the origin, the board's cells from the origin right and down.
"""

from __future__ import annotations

from functools import lru_cache

from engine.drawing import scene
from engine.drawing.theme import Theme
from engine.games.abstrakto.places import SIDE, Kind
from engine.games.abstrakto.tiles import MARKER_COLOURS, PLAYER_NAMES
from engine.geometry.plane import ORIGIN, Box, Point

#: The width of the grid's lines, a share of the cell.
LINE = 0.055
#: How far the table reaches beyond the cells, in cells: Lines on the edge stick out by half.
MARGIN = 0.6
#: A tile's outline and the light seam beside its lines, shares of its size; a grey marker's hole.
_OUTLINE, _SEAM, _HOLE = 0.026, 0.03, 0.3


def cells_box(cell: float) -> Box:
    """Return the box of the board's 7 × 7 cells."""
    return Box(0.0, 0.0, SIDE * cell, SIDE * cell)


def table_box(cell: float) -> Box:
    """Return the box of the cells with the margin round them."""
    return cells_box(cell).grown(MARGIN * cell)


def table(theme: Theme, cell: float) -> tuple[scene.Item, ...]:
    """Return the ground: the margin and the cells without their lines."""
    return (
        scene.Path(scene.rectangle(table_box(cell)), theme.role("board-edge"), name="board-edge"),
        scene.Path(scene.rectangle(cells_box(cell)), theme.role("board"), name="board"),
    )


@lru_cache(maxsize=64)
def grid(theme: Theme, cell: float) -> scene.Path:
    """Return the board's lines; those on its edge are as wide as those between cells."""
    end = SIDE * cell
    lines = list(scene.rectangle(cells_box(cell)))
    for k in range(1, SIDE):
        lines += scene.polyline(((k * cell, 0.0), (k * cell, end)))
        lines += scene.polyline(((0.0, k * cell), (end, k * cell)))
    return scene.Path(tuple(lines), None, theme.between_cells(LINE, cell), "grid")


@lru_cache(maxsize=256)
def tile(
    theme: Theme,
    player: str,
    kind: Kind,
    size: float,
    *,
    upright: bool = False,
    bleed: float = 0.0,
    outlined: bool = True,
) -> scene.Symbol:
    """Return a player's tile of one type (rule 1.1), ``size`` wide, about the origin.

    Ground and lines reach ``bleed`` beyond the edge; one to be cut out is not ``outlined``.
    """
    colour, half = PLAYER_NAMES[player], size / 2 + bleed
    box = Box(*ORIGIN, *ORIGIN).grown(half)
    items: list[scene.Item] = [
        scene.Path(scene.rectangle(box), theme.paint(colour, size), name=colour)
    ]
    stroke = theme.line("grid", LINE, size)
    lines: scene.Outline = ()
    if kind is Kind.CROSS or (kind is Kind.LINE and not upright):
        lines += scene.polyline(((-half, 0.0), (half, 0.0)))
    if kind is Kind.CROSS or (kind is Kind.LINE and upright):
        lines += scene.polyline(((0.0, -half), (0.0, half)))
    if lines:
        # On a pattern the lines need a seam of plain ground; on a plain ground it cannot be seen.
        seam = scene.Stroke(theme.slot(colour).fill, stroke.width + 2 * _SEAM * size)
        items.append(scene.Path(lines, None, seam))
    if outlined:
        edge = theme.line("boundary", _OUTLINE, size)
        inner = scene.rectangle(box.grown(-edge.width / 2))
        items.append(scene.Path(inner, None, edge, "boundary"))
    if lines:
        items.append(scene.Path(lines, None, stroke, "grid"))
    name = f"{kind.name.lower()}{'-upright' if upright else ''}"
    return scene.Symbol(f"abstrakto-{colour}-{name}", tuple(items))


@lru_cache(maxsize=256)
def marker(
    theme: Theme, colour: str, radius: float, *, bleed: float = 0.0, outlined: bool = True
) -> scene.Symbol:
    """Return a scoring marker, ``blue``, ``orange`` or ``grey``, about the origin.

    Grey ones, for what is nobody's, have a hole, so that they tell apart without colour.
    """
    paint = theme.paint(colour, 3 * radius)
    items: list[scene.Item] = [scene.Path(scene.disc(radius + bleed), paint, name=colour)]
    stroke = theme.line("boundary", 0.08, radius)
    if colour == MARKER_COLOURS[None]:
        items.append(scene.Circle(0.0, 0.0, _HOLE * radius, theme.role("white"), stroke, "hole"))
    if outlined:
        items.append(scene.Circle(0.0, 0.0, radius - stroke.width / 2, None, stroke, "boundary"))
    return scene.Symbol(f"abstrakto-marker-{colour}", tuple(items))


def cross_out(theme: Theme, at: Point, reach: float) -> scene.Group:
    """Return a diagonal cross over what is wrong, ``reach`` from its middle to a tip's side."""
    lines = scene.diagonals(Box(*at, *at).grown(reach))
    halo = scene.Stroke(theme.role("white"), reach * 0.3 * 1.7, cap="round")
    line = scene.Stroke(theme.role("bad"), reach * 0.3, cap="round")
    return scene.Group((scene.Path(lines, None, halo), scene.Path(lines, None, line)), name="wrong")


def arrow(theme: Theme, tail: Point, tip: Point, width: float) -> scene.Path:
    """Return a filled arrow from ``tail`` to ``tip`` with a shaft ``width`` wide."""
    length = tail.distance(tip)
    along = Point((tip.x - tail.x) / length, (tip.y - tail.y) / length)
    neck, shaft, wing = length - min(width * 2.2, length), width / 2, width * 1.3

    def point(forward: float, aside: float) -> Point:
        return Point(
            tail.x + along.x * forward - along.y * aside,
            tail.y + along.y * forward + along.x * aside,
        )

    half = [(0.0, shaft), (neck, shaft), (neck, wing)]
    corners = [point(f, a) for f, a in half] + [tip] + [point(f, -a) for f, a in reversed(half)]
    edge = scene.Stroke(theme.role("white"), width * 0.25, join="round")
    return scene.Path(scene.polygon(corners), theme.role("mark"), edge, "main-area")
