"""The parts of Abstrakto's kit: board, tiles, markers and screens (rule 1.1)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from engine.drawing import parts as kit
from engine.drawing import scene
from engine.drawing.parts import BoardPart, Cutout, Laid, Part, Piece, Pieces, Request, Stance
from engine.drawing.theme import on
from engine.games.abstrakto import drawing, tiles
from engine.games.abstrakto.places import PLACES, SIDE, Kind, Place
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.games.abstrakto.tiles import PLAYER_NAMES
from engine.geometry.plane import Box, Point, Transform, number
from engine.settings import Settings

PLAYERS = {name: letter for letter, name in PLAYER_NAMES.items()}


def parts(request: Request) -> tuple[Part, ...]:
    """Return the components of the kit; the board's cell is as wide as a tile.

    Raises OptionError for a setting of the template that is wrong.
    """
    settings = request.settings
    size = settings.number("size", 24.0, 8.0, 200.0)
    size = request.tile_size or size
    # By default markers fit into the smallest area, which is half a cell wide (rule 4.2).
    markers, screen = settings.table("markers"), settings.table("screen")
    diameter = markers.number("size", round(size * 0.45, 1), 3.0, 100.0)
    components = (
        _board(request, size),
        Pieces("tiles", "tiles", kit.square, size, _pieces(marker=False), _tile),
        Pieces(
            "markers",
            "markers",
            kit.disc,
            diameter,
            _pieces(marker=True),
            _marker,
            shares_edges=False,
        ),
        _screens(screen),
    )
    settings.done()
    return components


def _board(request: Request, cell: float) -> BoardPart:
    theme, box = request.theme, drawing.table_box(cell)
    line = theme.line("grid", 0.008, cell)
    edge = scene.rectangle(box.grown(-line.width / 2))
    rim = scene.Path(edge, None, line, "board-rim")
    largest = number(request.largest(drawing.table_box(1.0)), 1)
    return BoardPart(
        "board",
        "board",
        box,
        (*drawing.table(theme, cell), drawing.grid(theme, cell), rim),
        cell,
        (f"board: cells of {number(cell)} mm; whole on this paper up to {largest} mm",),
    )


def _pieces(*, marker: bool) -> tuple[Piece, ...]:
    return tuple(
        Piece(piece, f"{kind.title} {piece.rpartition('-')[2]}")
        for piece, kind in tiles.KINDS.items()
        if (kind.type is None) is marker
    )


def _tile(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour, kind = tiles.KINDS[piece.id]
    assert kind is not None, "markers are drawn as discs"
    theme, size, bleed = stance.theme, stance.size, stance.bleed
    return drawing.tile(theme, PLAYERS[colour], kind, size, bleed=bleed, outlined=False).items


def _marker(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour, radius = tiles.KINDS[piece.id].colour, stance.size / 2
    return drawing.marker(stance.theme, colour, radius, bleed=stance.bleed, outlined=False).items


def _screens(settings: Settings) -> Pieces:
    include, width = settings.flag("include", True), settings.number("width", 190.0, 60.0, 1000.0)
    height = settings.number("height", 50.0, 20.0, 400.0)
    wing = width / 4
    folds = scene.joined(
        scene.polyline(((x, -height / 2), (x, height / 2)))
        for x in (-width / 2 + wing, width / 2 - wing)
    )
    return Pieces(
        "screen",
        "screens",
        lambda size: Cutout("rectangle", size, size * height / width),
        width,
        tuple(Piece(f"screen-{colour}", f"{colour} screen") for colour in PLAYERS),
        partial(_screen, height=height, wing=wing),
        folds=folds,
        shares_edges=False,
        optional=not include,
    )


def _screen(piece: Piece, stance: Stance, *, height: float, wing: float) -> tuple[scene.Item, ...]:
    colour, half = piece.id.split("-")[1], stance.size / 2
    ground = Box(-half, -height / 2, half, height / 2).grown(stance.bleed)
    plain = stance.theme.slot(colour).fill  # the tiles on it have the colour's pattern
    items: list[scene.Item] = [scene.Path(scene.rectangle(ground), plain)]
    step = (stance.size - 2 * wing) / 3
    for k, kind in enumerate(Kind):
        symbol = drawing.tile(stance.theme, PLAYERS[colour], kind, height * 0.4)
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


def _centre(place: Place) -> Point:
    return Point(place.x / 2, SIDE - place.y / 2)
