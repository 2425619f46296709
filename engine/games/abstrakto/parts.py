"""How Abstrakto's board, tiles and markers look, and its kit: these and screens (rule 1.1).

Tiles and markers are drawn about the origin, the board's cells from the origin right and down.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial

from engine.drawing import parts as kit
from engine.drawing import scene
from engine.drawing.parts import BoardPart, Cutout, Laid, Part, Piece, Pieces, Request, Stance
from engine.drawing.theme import Theme, on
from engine.games.abstrakto import places
from engine.games.abstrakto.places import MARKER_COLOURS, PLACES, PLAYER_NAMES, SIDE, Kind
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.geometry.plane import ORIGIN, Box, Point, Transform, number
from engine.settings import setting

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
    """Return a player's tile of one type (rule 1.1), ``size`` wide, about the origin."""
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
    """Return a scoring marker, ``blue``, ``orange`` or ``grey`` with a hole, about the origin."""
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


# ---------------------------------------------------------------------------------------- the kit

#: The players by the names of their colours.
_OWNERS = {name: letter for letter, name in PLAYER_NAMES.items()}


@dataclass(frozen=True)
class KitSettings:
    """The settings of a template; the size of tiles is that of the board's cells."""

    size: float = setting(24.0, (8, 200))
    #: By default markers fit into the smallest area, which is half a cell wide (rule 4.2).
    marker_size: float | None = setting(None, (3, 100), key="markers.size")
    with_screens: bool = setting(True, key="screen.include")
    screen_width: float = setting(190.0, (60, 1000), key="screen.width")
    screen_height: float = setting(50.0, (20, 400), key="screen.height")


def parts(request: Request, settings: KitSettings) -> tuple[Part, ...]:
    """Return the components of the kit."""
    size = request.tile_size or settings.size
    diameter = settings.marker_size or round(size * 0.45, 1)
    tiles, markers = (
        tuple(_titled(piece) for kind in kinds for piece in kind.pieces)
        for kinds in (places.TILES, places.MARKER_SETS)
    )
    return (
        _board(request, size),
        Pieces("tiles", "tiles", kit.square, size, tiles, _tile),
        Pieces("markers", "markers", kit.disc, diameter, markers, _marker, shares_edges=False),
        _screens(settings),
    )


def _board(request: Request, cell: float) -> BoardPart:
    theme, box = request.theme, table_box(cell)
    line = theme.line("grid", 0.008, cell)
    edge = scene.rectangle(box.grown(-line.width / 2))
    rim = scene.Path(edge, None, line, "board-rim")
    largest = number(request.largest(table_box(1.0)), 1)
    return BoardPart(
        "board",
        "board",
        box,
        (*table(theme, cell), grid(theme, cell), rim),
        cell,
        (f"board: cells of {number(cell)} mm; whole on this paper up to {largest} mm",),
    )


def _titled(piece: str) -> Piece:
    first, second, number = piece.split("-")
    if first == "marker":
        return Piece(piece, f"{second} marker {number}")
    return Piece(piece, f"{first} {Kind[second.upper()].title} {number}")


def _tile(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour, kind, _ = piece.id.split("-")
    theme, size, bleed = stance.theme, stance.size, stance.bleed
    look = tile(theme, _OWNERS[colour], Kind[kind.upper()], size, bleed=bleed, outlined=False)
    return look.items


def _marker(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour, radius = piece.id.split("-")[1], stance.size / 2
    return marker(stance.theme, colour, radius, bleed=stance.bleed, outlined=False).items


def _screens(settings: KitSettings) -> Pieces:
    width, height, wing = settings.screen_width, settings.screen_height, settings.screen_width / 4
    folds = scene.joined(
        scene.polyline(((x, -height / 2), (x, height / 2)))
        for x in (-width / 2 + wing, width / 2 - wing)
    )
    return Pieces(
        "screen",
        "screens",
        lambda size: Cutout("rectangle", size, size * height / width),
        width,
        tuple(Piece(f"screen-{colour}", f"{colour} screen") for colour in _OWNERS),
        partial(_screen, height=height, wing=wing),
        folds=folds,
        shares_edges=False,
        optional=not settings.with_screens,
    )


def _screen(piece: Piece, stance: Stance, *, height: float, wing: float) -> tuple[scene.Item, ...]:
    colour, half = piece.id.split("-")[1], stance.size / 2
    ground = Box(-half, -height / 2, half, height / 2).grown(stance.bleed)
    plain = stance.theme.slot(colour).fill  # the tiles on it have the colour's pattern
    items: list[scene.Item] = [scene.Path(scene.rectangle(ground), plain)]
    step = (stance.size - 2 * wing) / 3
    for k, kind in enumerate(Kind):
        symbol = tile(stance.theme, _OWNERS[colour], kind, height * 0.4)
        shift = Transform.translation((k - 1) * step, -height * 0.08)
        items.append(scene.Use(symbol, shift))
    name, ink = "Abstrakto", on(plain)
    items.append(scene.centred(0, height * 0.34, name, height * 0.12, fill=ink, bold=True))
    return tuple(items)


def laid(position: AbstraktoPosition) -> tuple[Laid, ...]:
    """Return the tiles on the board; Lines on the side of a cell are turned upright."""
    pieces: list[Laid] = []
    for player in position.players:
        taken: Counter[Kind] = Counter()
        for place in position.tiles(player):
            taken[place.kind] += 1
            kind = place.kind.name.lower()
            piece = f"{PLAYER_NAMES[player]}-{kind}-{taken[place.kind]}"
            upright = place.kind is Kind.LINE and place.x % 2 == 0
            pieces.append(Laid(piece, _centre(place), 90.0 if upright else 0.0))
    return tuple(pieces)


def resting_places(position: AbstraktoPosition) -> tuple[Point, ...]:
    """Return the centres of all places of the board."""
    return tuple(map(_centre, PLACES))


def _centre(place: places.Place) -> Point:
    return Point(place.x / 2, SIDE - place.y / 2)
