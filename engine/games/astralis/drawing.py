"""How Astralis's board, tiles and pieces look, on paper and in diagrams alike.

Tiles and pieces are drawn about the origin, the board about its middle hex; ``width`` is a hexagon's,
flat-to-flat.  No colour is needed to tell players apart.
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
from engine.geometry.plane import Box, Point, Transform, bounds

#: The colour of contested hexes; players' are named as they are.
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
    places = ([place_of(grid, hex_, width) for hex_ in each(grid.berths(k))] for k in (0, 1))
    return tuple(start_row(theme, p, at, width) for p, at in zip(PLAYERS, places, strict=True))


def start_row(theme: Theme, player: str, at: Sequence[Point], width: float) -> scene.Group:
    """Return frames about these centres, pale in the middle, so that none looks like a control tile."""
    name = PLAYER_NAMES[player]
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
def tile(
    theme: Theme, colour: str, width: float, *, bleed: float = 0.0, outlined: bool = True
) -> scene.Symbol:
    """Return a side of a tile: a ring for yellow's control, bands for cyan's, a cross for contested."""
    x, y = width * 0.2, width * 0.1
    sign = {
        "yellow": scene.disc(width * 0.2),
        "cyan": (*scene.polyline(((-x, -y), (x, -y))), *scene.polyline(((-x, y), (x, y)))),
        CONTESTED: scene.diagonals(Box(0.0, 0.0, 0.0, 0.0).grown(width * 0.15)),
    }[colour]
    kind = "contested" if colour == CONTESTED else "control"
    slot = theme.slot(colour)
    ground = scene.polygon(corners(width + 2 * bleed))
    items = [scene.Path(ground, theme.paint(colour, width), name=f"{kind} {colour}")]
    if slot.pattern != "solid":  # on a pattern the sign needs a seam of plain ground
        items.append(scene.Path(sign, None, scene.Stroke(slot.fill, width * 0.24, cap="round")))
    ink = scene.Stroke(slot.ink, max(width * 0.055, HAIRLINE), cap="round")
    items.append(scene.Path(sign, None, ink, "sign"))
    if outlined:
        edge = scene.Stroke(slot.ink, max(width * _EDGE, HAIRLINE), join="round")
        inner = scene.polygon(corners(width - edge.width))
        items.append(scene.Path(inner, None, edge, "tile-edge"))
    return scene.Symbol(f"astralis-{kind}-{colour}", tuple(items))


# ------------------------------------------------------------------------------------- pieces

#: Outlines, as a share of the radius.
_LINE = 0.09

_Shapes = list[scene.Item]


class _Paints:
    def __init__(self, theme: Theme, player: str, radius: float) -> None:
        self.name = PLAYER_NAMES[player]
        self.slot = theme.slot(self.name)
        self.body = theme.paint(self.name, 3 * radius)
        self.dark = mixed(self.slot.ink, theme.role("black"), 0.3)
        self.light = theme.role("white")
        self.line = theme.line("boundary", _LINE, radius, join="round", cap="round")

    def thin(self, share: float = 0.7) -> scene.Stroke:
        return self.line._replace(width=max(self.line.width * share, HAIRLINE))


def ellipse(across: float, down: float, tilt: float = 0.0) -> tuple[Point, ...]:
    """Return points of an ellipse about the origin, clockwise on paper, turned by ``tilt`` degrees."""
    turn = Transform.rotation(tilt)
    angles = (math.tau * k / 48 for k in range(48))
    return tuple(turn.apply((across * math.cos(a), down * math.sin(a))) for a in angles)


# ------------------------------------------------------------------------------------- stones


@lru_cache(maxsize=256)
def planet(theme: Theme, player: str, radius: float) -> scene.Symbol:
    """Return a player's planet: ringed for yellow, banded for cyan."""
    items = (_ringed if player == "y" else _banded)(_Paints(theme, player, radius), radius)
    return scene.Symbol(f"astralis-planet-{PLAYER_NAMES[player]}", tuple(items))


def _ringed(paints: _Paints, radius: float) -> _Shapes:
    orbit = ellipse(radius * 0.94, radius * 0.34, -20.0)
    wide = scene.Stroke(paints.line.colour, radius * 0.26, cap="round")
    bright = scene.Stroke(paints.light, radius * 0.12, cap="round")
    front, back = orbit[:25], (*orbit[24:], orbit[0])
    ball = scene.Circle(0, 0, radius * 0.7, paints.body, paints.line, f"planet {paints.name}")
    return [
        scene.Circle(0, 0, radius * 0.86, paints.light),
        scene.Path(scene.polyline(back), None, wide),
        scene.Path(scene.polyline(back), None, bright),
        ball,
        scene.Path(scene.polyline(front), None, wide),
        scene.Path(scene.polyline(front), None, bright),
    ]


def _banded(paints: _Paints, radius: float) -> _Shapes:
    ball = radius * 0.84
    shares = ((-0.62, -0.4), (-0.14, 0.2), (0.46, 0.66))
    bands = scene.joined(_band(ball, low, high) for low, high in shares)
    return [
        scene.Circle(0, 0, radius, paints.light),
        scene.Circle(0, 0, ball, paints.body, None, f"planet {paints.name}"),
        scene.Path(bands, paints.dark, None, "band"),
        scene.Circle(0, 0, ball, None, paints.line),
    ]


def _band(radius: float, low: float, high: float) -> scene.Outline:
    top, bottom = low * radius, high * radius
    upper, lower = (math.sqrt(radius * radius - y * y) for y in (top, bottom))
    return (
        scene.MoveTo(-upper, top),
        scene.LineTo(upper, top),
        scene.ArcTo(radius, False, True, lower, bottom),
        scene.LineTo(-lower, bottom),
        scene.ArcTo(radius, False, True, -upper, top),
        scene.Close(),
    )


#: Where the pips of a die's numbers are, in shares of the pips' distance.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=256)
def die(theme: Theme, player: str, pips: int, radius: float) -> scene.Symbol:
    """Return a planet die that shows ``pips``, 0 to 6 (rule 6.2); cyan's has a double edge."""
    paints = _Paints(theme, player, radius)
    items: _Shapes = [_face(radius * 0.72, paints.body, paints.line, f"planet {paints.name}")]
    if player == "c":
        items.append(_face(radius * 0.56, None, paints.thin(), "edge"))
    step = radius * 0.34
    for x, y in _PIPS[pips]:
        plate = scene.Circle(x * step, y * step, radius * 0.19, paints.slot.fill)
        items += (plate, scene.Circle(x * step, y * step, radius * 0.13, paints.slot.label))
    return scene.Symbol(f"astralis-die-{paints.name}-{pips}", tuple(items))


def _face(half: float, fill: scene.Paint, line: scene.Stroke, name: str) -> scene.Path:
    box = Box(-half, -half, half, half)
    return scene.Path(scene.rectangle(box, half * 0.35), fill, line, name)


@lru_cache(maxsize=256)
def flower(theme: Theme, player: str, radius: float) -> scene.Symbol:
    """Return a flower: six round petals for yellow, five pointed ones for cyan."""
    paints = _Paints(theme, player, radius)
    items: _Shapes = []
    if player == "y":
        for k in range(6):
            x, y = Transform.rotation(60.0 * k).apply((radius * 0.56, 0.0))
            items.append(scene.Circle(x, y, radius * 0.34, paints.body, paints.thin()))
    else:
        for k in range(5):
            turn = Transform.rotation(72.0 * k)
            petal = ((0.0, -0.1), (0.4, -0.55), (0.0, -1.0), (-0.4, -0.55))
            corners = (turn.apply((x * radius, y * radius * 0.95)) for x, y in petal)
            items.append(scene.Path(scene.polygon(corners), paints.body, paints.thin()))
    items.append(scene.Circle(0, 0, radius * 0.3, paints.light, paints.thin(), "heart"))
    return scene.Symbol(f"astralis-flower-{paints.name}", tuple(items))


# -------------------------------------------------------------------------------------- ships


@lru_cache(maxsize=256)
def ship(theme: Theme, player: str, radius: float) -> scene.Symbol:
    """Return a colony ship: a rocket for yellow, a saucer for cyan."""
    items = (_rocket if player == "y" else _saucer)(_Paints(theme, player, radius), radius)
    return scene.Symbol(f"astralis-ship-{PLAYER_NAMES[player]}", tuple(items))


def _rocket(paints: _Paints, r: float) -> _Shapes:
    fins = ((0.0, 0.1), (0.72, 0.86), (0.26, 0.68), (-0.26, 0.68), (-0.72, 0.86))
    hull = (
        scene.MoveTo(0.0, -r),
        scene.ArcTo(r * 1.3, False, True, r * 0.34, r * 0.62),
        scene.LineTo(-r * 0.34, r * 0.62),
        scene.ArcTo(r * 1.3, False, True, 0.0, -r),
        scene.Close(),
    )
    return [
        scene.Path(scene.polygon((x * r, y * r) for x, y in fins), paints.dark, paints.line),
        scene.Path(hull, paints.body, paints.line, f"ship {paints.name}"),
        scene.Circle(0.0, -r * 0.22, r * 0.17, paints.light, paints.thin()),
    ]


def _saucer(paints: _Paints, r: float) -> _Shapes:
    dome = (
        scene.MoveTo(-r * 0.5, r * 0.16),
        scene.LineTo(-r * 0.5, -r * 0.1),
        scene.ArcTo(r * 0.5, False, True, r * 0.5, -r * 0.1),
        scene.LineTo(r * 0.5, r * 0.16),
        scene.Close(),
    )
    disc = (
        scene.MoveTo(-r * 0.98, r * 0.22),
        scene.ArcTo(r * 1.9, False, True, r * 0.98, r * 0.22),
        scene.ArcTo(r * 1.9, False, True, -r * 0.98, r * 0.22),
        scene.Close(),
    )
    legs = (
        *scene.polyline(((-r * 0.4, r * 0.4), (-r * 0.56, r * 0.74))),
        *scene.polyline(((r * 0.4, r * 0.4), (r * 0.56, r * 0.74))),
    )
    lights = (
        scene.Circle(x * r, r * 0.22, r * 0.1, paints.light, paints.thin(0.6))
        for x in (-0.5, 0.0, 0.5)
    )
    return [
        scene.Path(legs, None, paints.line),
        scene.Path(dome, paints.light, paints.line),
        scene.Path(disc, paints.body, paints.line, f"ship {paints.name}"),
        *lights,
    ]


@lru_cache(maxsize=256)
def bee(theme: Theme, player: str, radius: float) -> scene.Symbol:
    """Return a bee: striped for yellow, spotted for cyan."""
    paints = _Paints(theme, player, radius)
    r = radius
    body = scene.polygon(ellipse(r * 0.5, r * 0.72))
    if player == "y":
        stripes = (-0.18, 0.12, 0.42)
        marks = scene.joined(scene.polyline(((-r, y * r), (r, y * r))) for y in stripes)
        marking: scene.Item = scene.Path(marks, None, scene.Stroke(paints.dark, r * 0.15))
    else:
        spots = ((-0.2, -0.1), (0.2, -0.1), (0.0, 0.2), (-0.2, 0.46), (0.2, 0.46))
        dots = (scene.Circle(x * r, y * r, r * 0.1, paints.dark) for x, y in spots)
        marking = scene.Group(tuple(dots))
    items: _Shapes = [_wing(r, side, paints) for side in (-1.0, 1.0)]
    items += (
        scene.Path(body, paints.body, None, f"ship {paints.name}"),
        scene.Group((marking,), clip=body),
        scene.Path(body, None, paints.line),
        scene.Circle(0.0, -r * 0.72, r * 0.24, paints.dark, paints.thin()),
    )
    return scene.Symbol(f"astralis-bee-{paints.name}", tuple(items))


def _wing(radius: float, side: float, paints: _Paints) -> scene.Item:
    points = ellipse(radius * 0.46, radius * 0.24, side * -28.0)
    moved = (p.moved(side * radius * 0.52, -radius * 0.28) for p in points)
    return scene.Path(scene.polygon(moved), paints.light, paints.thin(), "wing")


# ------------------------------------------------------------------------------ by the variant


def stone_look(theme: Theme, player: str, variant: str, pips: int, radius: float) -> scene.Symbol:
    """Return what a stone looks like in a variant."""
    if variant == "dice":
        return die(theme, player, pips, radius)
    if variant == "beeline":
        return flower(theme, player, radius)
    return planet(theme, player, radius)


def pawn_look(theme: Theme, player: str, variant: str, radius: float) -> scene.Symbol:
    """Return what a ship looks like in a variant."""
    return (bee if variant == "beeline" else ship)(theme, player, radius)
