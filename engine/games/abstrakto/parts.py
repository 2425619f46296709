"""The parts of Abstrakto's kit: board, tiles, markers and screens (rule 1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from engine.drawing import scene
from engine.drawing.parts import (
    STRIP,
    BoardPart,
    Cutout,
    Laid,
    Part,
    Piece,
    Pieces,
    Request,
    Stance,
    disc,
    square,
)
from engine.drawing.theme import on
from engine.games.abstrakto import drawing
from engine.games.abstrakto.places import PLACES, SIDE, Kind, Place
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.games.abstrakto.tiles import (
    KINDS,
    MARKER_KINDS,
    PLAYER_NAMES,
    TILE_KINDS,
    PieceKind,
)
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
    markers = settings.table("markers")
    diameter = markers.number("size", round(size * 0.45, 1), 3.0, 100.0)
    markers.done()
    kit = (
        _board(request, size),
        Pieces("tiles", "tiles", square, size, _pieces(TILE_KINDS), _tile),
        Pieces(
            "markers", "markers", disc, diameter, _pieces(MARKER_KINDS), _marker, shares_edges=False
        ),
        _screens(settings.table("screen"), request),
    )
    settings.done()
    return kit


def _board(request: Request, cell: float) -> BoardPart:
    box = drawing.table_box(cell)
    line = request.theme.line("grid", 0.008, cell)
    edge = scene.rectangle(box.grown(-line.width / 2))
    return BoardPart(
        "board",
        "board",
        box,
        (*drawing.board(request.theme, cell), scene.Path(edge, None, line, "board-rim")),
        cell,
        (
            f"board: cells of {number(cell)} mm; whole on this paper up to "
            f"{number(request.largest(drawing.table_box(1.0)), 1)} mm",
        ),
    )


def _pieces(kinds: Iterable[PieceKind]) -> tuple[Piece, ...]:
    return tuple(
        Piece(identity, f"{kind.title} {k}")
        for kind in kinds
        for k, identity in enumerate(kind.identities, 1)
    )


def _tile(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour, kind = KINDS[piece.id]
    assert kind is not None, "markers are drawn as discs"
    symbol = drawing.tile(
        stance.theme, PLAYERS[colour], kind, stance.size, bleed=stance.bleed, outlined=False
    )
    return symbol.items


def _marker(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour = KINDS[piece.id].colour
    radius = stance.size / 2
    return drawing.marker(stance.theme, colour, radius, bleed=stance.bleed, outlined=False).items


def _screens(settings: Settings, request: Request) -> Pieces:
    include = settings.flag("include", True)
    width = settings.number(
        "width", min(190.0, *(side - STRIP for side in request.page)), 60.0, 1000.0
    )
    height = settings.number("height", 50.0, 20.0, 400.0)
    settings.done()
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
    colour = piece.id.split("-")[1]
    half, bleed = stance.size / 2, stance.bleed
    ground = Box(-half, -height / 2, half, height / 2).grown(bleed)
    plain = stance.theme.slot(colour).fill  # the tiles on it have the colour's pattern
    size = height * 0.4
    items: list[scene.Item] = [scene.Path(scene.rectangle(ground), plain)]
    step = (stance.size - 2 * wing) / 3
    for k, kind in enumerate(Kind):
        symbol = drawing.tile(stance.theme, PLAYERS[colour], kind, size)
        shift = Transform.translation((k - 1) * step, -height * 0.08)
        items.append(scene.Use(symbol, shift))
    items.append(
        scene.centred(0, height * 0.34, "Abstrakto", height * 0.12, fill=on(plain), bold=True)
    )
    return tuple(items)


# --------------------------------------------------------------------------- on the table


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
