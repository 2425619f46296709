"""The parts of Aathenuo's kit: tiles and fold-up racks (rule 1.1)."""

from __future__ import annotations

from functools import partial
from itertools import accumulate

from engine.drawing import scene
from engine.drawing.parts import Cutout, Laid, Part, Piece, Pieces, Request, Stance, square
from engine.games.aathenuo import drawing
from engine.games.aathenuo.rules import AathenuoPosition
from engine.games.aathenuo.table import span
from engine.games.aathenuo.tiles import COLOUR_NAMES, DEFAULT, LIMITS, STAR, TileSet, whole_set
from engine.geometry.plane import Box, Point, Transform
from engine.settings import Settings

#: Racks are for at most four players (rule 1.2), each as long as a hand of ten tiles.
RACKS, HAND = 4, 10

#: What the tiles' backs may show: their colour, as the others may see it (rule 1.2), or the same.
BACKS = ("colour", "plain", "none")

#: Where the tile's edge turns into a rack's parts, as shares of the tile's size: the foot, the
#: slope behind the tiles, the back, and the ledge they stand on, folded once more as a lip.
_FOOT, _SLOPE, _BACK, _LEDGE, _LIP = 1.0, 1.15, 1.15, 0.35, 0.3


def parts(request: Request) -> tuple[Part, ...]:
    """Return the components of the kit; colours, copies and stars are the template's.

    Raises OptionError for a setting of the template that is wrong.
    """
    table = request.settings
    size = table.number("size", 22.0, 8.0, 100.0)
    size = request.tile_size or size
    of = TileSet(
        *(table.whole(name, least, *LIMITS[name]) for name, least in DEFAULT._asdict().items())
    )
    backs = table.choice("backs", BACKS[0], BACKS)
    tiles = Pieces(
        "tiles",
        "tiles",
        square,
        size,
        tuple(
            Piece(tile, f"{COLOUR_NAMES[tile[0]]} {'star' if tile[1] == STAR else tile[1]}")
            for tile in whole_set(of)
        ),
        partial(_tile, backs=backs),
        double_sided=backs != "none",
        turnable=False,
    )
    kit = (tiles, _racks(table.table("racks"), size))
    table.done()
    return kit


def _tile(piece: Piece, stance: Stance, *, backs: str) -> tuple[scene.Item, ...]:
    theme, colour, size, bleed = stance.theme, piece.id[0], stance.size, stance.bleed
    if stance.back and backs != "colour":
        return drawing.plain_back(theme, size, bleed).items
    if stance.back:
        side = drawing.colour_back(theme, colour, size, bleed)
    else:
        side = drawing.face(theme, piece.id, size, bleed)
    if not stance.labels:
        return side.items
    return (*side.items, drawing.letter(theme, colour, size, back=stance.back))


def _racks(table: Settings, size: float) -> Pieces:
    length = table.number("length", HAND * size + 4.0, 30.0, 1000.0)
    height = size * (_FOOT + _SLOPE + _BACK + _LEDGE + _LIP)
    shares = (share * size for share in (_LIP, _LEDGE, _SLOPE, _BACK))
    _, *edges = accumulate(shares, initial=-height / 2)
    folds = scene.joined(scene.polyline(((-length / 2, y), (length / 2, y))) for y in edges)
    return Pieces(
        "racks",
        "racks",
        lambda width: Cutout("rectangle", width, height),
        length,
        tuple(Piece(f"rack-{k}", f"rack {k}") for k in range(1, RACKS + 1)),
        partial(_rack, tile=size, height=height),
        folds=folds,
        shares_edges=False,
    )


def _rack(piece: Piece, stance: Stance, *, tile: float, height: float) -> tuple[scene.Item, ...]:
    theme, half = stance.theme, stance.size / 2
    ground = Box(-half, -height / 2, half, height / 2).grown(stance.bleed)
    ink, size = theme.role("muted"), min(3.0, tile * 0.14)
    ledge = -height / 2 + (_LIP + _LEDGE / 2) * tile
    slope = -height / 2 + (_LIP + _LEDGE + _SLOPE / 2) * tile
    back = -height / 2 + (_LIP + _LEDGE + _SLOPE + _BACK / 2) * tile
    foot = height / 2 - _FOOT * tile / 2
    name = scene.centred(0, 0, "Aathenuo", size * 2.2, fill=ink, bold=True)
    glue, fold = (
        "foot: glue this side under the ledge",
        "fold along all dashed lines, the lip upwards",
    )
    return (
        scene.Path(scene.rectangle(ground), theme.role("board")),
        scene.centred(0, ledge, "ledge: the tiles stand here", size, fill=ink),
        scene.centred(0, slope, piece.id[-1], size * 2.2, fill=ink),
        scene.Group((name,), Transform(-1, 0, 0, -1, 0, back)),
        scene.centred(0, foot - size, glue, size, fill=ink),
        scene.centred(0, foot + size, fold, size, fill=ink),
    )


def laid(position: AathenuoPosition) -> tuple[Laid, ...]:
    """Return the tiles on the table, square beside square about its middle."""
    cells = position.table.cells
    columns, rows = span(cells)
    return tuple(
        Laid(tile, Point(column - (columns - 1) / 2, row - (rows - 1) / 2))
        for (column, row), tile in sorted(cells.items())
    )
