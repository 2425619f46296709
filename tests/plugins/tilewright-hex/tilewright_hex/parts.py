"""The parts of the kit: the board, and stones as discs."""

from dataclasses import dataclass

from engine.drawing import scene
from engine.drawing.parts import BoardPart, Laid, Part, Piece, Pieces, Request, Stance, disc
from engine.geometry.plane import Point, bounds, number
from engine.settings import setting
from tilewright_hex import GAME
from tilewright_hex.drawing import TABLE, board, place_of, rhombus, rims, stone
from tilewright_hex.rules import CELLS, NAMES, HexPosition, cells_of


@dataclass(frozen=True)
class KitSettings:
    """The settings of a template: a cell's width, and a stone's as a share of it."""

    stone: float = setting(0.8, (0.4, 0.95))
    cell: float = setting(13.5, (8, 60))


def parts(request: Request, settings: KitSettings) -> tuple[Part, ...]:
    """Return board and stones."""
    share, cell = settings.stone, settings.cell
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
