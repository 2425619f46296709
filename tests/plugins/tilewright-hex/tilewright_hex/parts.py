"""The parts of the kit: the board, and stones as discs."""

from engine.drawing import scene
from engine.drawing.parts import BoardPart, Laid, Part, Piece, Pieces, Request, Stance, disc
from engine.geometry.plane import Point, bounds, number
from tilewright_hex import GAME
from tilewright_hex.drawing import TABLE, board, place_of, rhombus, rims, stone
from tilewright_hex.rules import CELLS, NAMES, HexPosition, cells_of


def parts(request: Request) -> tuple[Part, ...]:
    """Return board and stones; raises OptionError for a setting of the template that is wrong."""
    share = request.settings.number("stone", 0.8, 0.4, 0.95)
    cell = request.settings.number("cell", 13.5, 8.0, 60.0)
    request.settings.done()
    if request.tile_size:
        cell = request.tile_size / share
    largest = number(request.largest(bounds(rhombus(1.0, TABLE))), 1)
    note = f"board: cells of {number(cell)} mm; whole on this paper up to {largest} mm"
    ink, step, sides = request.theme.role("muted"), cell / 4, rims(cell)
    labels = tuple(
        scene.centred(*at.moved(x * step, y * step), text, cell * 0.3, fill=ink)
        for spots, (x, y) in (sides["left"], sides["top"])
        for at, text in spots
    )
    picture, box = board(request.theme, cell, TABLE) + labels, bounds(rhombus(cell, TABLE))
    pieces = tuple(Piece(name, name.replace("-", " stone ")) for name in GAME.tiles())
    return (
        BoardPart("board", "board", box, picture, cell, (note,)),
        Pieces("stones", "stones", disc, cell * share, pieces, _face, shares_edges=False),
    )


def _face(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    return stone(stance.theme, piece.id[0], stance.size, stance.bleed).items


def laid(position: HexPosition) -> tuple[Laid, ...]:
    """Return the stones on the board."""
    return tuple(
        Laid(f"{name}-{k}", place_of(cell, 1.0))
        for player, name in NAMES.items()
        for k, cell in enumerate(cells_of(position.stones(player)), 1)
    )


def resting_places(position: HexPosition) -> tuple[Point, ...]:
    """Return the centres of all cells."""
    return tuple(place_of(cell, 1.0) for cell in CELLS)
