"""The parts of Atreya's kit: 168 double-sided tiles (rules 1.3, 3.1)."""

from __future__ import annotations

from functools import partial

from engine.drawing import scene
from engine.drawing.parts import Laid, Part, Piece, Pieces, Request, Stance, hexagon
from engine.errors import OptionError
from engine.games.atreya import drawing, tiles
from engine.games.atreya.game import START_TILES
from engine.games.atreya.rules import AtreyaPosition
from engine.geometry.hexgrid import centre

#: The start tiles by identity (rule 3.1).
_STARTS = frozenset(map(tiles.identity, START_TILES.values()))


def parts(request: Request) -> tuple[Part, ...]:
    """Return the components of the kit; raise OptionError for a wrong setting of the template.

    Raises OptionError for a setting of the template that is wrong.
    """
    settings = request.settings.table("tiles")
    size = settings.number("size", 40.0, 10.0, 200.0)
    low, high = settings.numbers("fitting", (size * 0.9, size * 1.125), 10.0, 200.0)
    if low > high:
        words = f"fitting = [{low:g}, {high:g}] goes from large to small"
        raise OptionError(f"{settings.where}: {words}")
    numbers = settings.flag("numbers", True)
    starts = settings.flag("start-marks", True)
    request.settings.done()

    return (
        Pieces(
            name="tiles",
            title="tiles",
            shape=hexagon,
            size=request.tile_size or size,
            pieces=tuple(Piece(t, f"tile {k} {t}") for k, t in enumerate(tiles.TILES, 1)),
            draw=partial(tile, numbers=numbers, starts=starts),
            double_sided=True,
            fitting=None if request.tile_size else (low, high),
        ),
    )


def tile(
    piece: Piece, stance: Stance, *, numbers: bool = True, starts: bool = True
) -> tuple[scene.Item, ...]:
    """Return one side of a tile: its face, and upright labels as asked for."""
    identity = piece.id
    side = tiles.mirrored(identity) if stance.back else identity
    turn = drawing.turn(stance.orientation, back=stance.back)
    face = drawing.face(side, stance.theme, stance.size, stance.bleed)
    items: list[scene.Item] = [scene.Group(face.items, turn)]
    if stance.labels:
        items += drawing.letters(side, stance.theme, stance.size, turn)
    if numbers:
        text = str(tiles.number(identity))
        items.append(drawing.label(side, text, stance.theme, stance.size, low=stance.labels))
    if starts and identity in _STARTS:
        items.append(drawing.start_mark(side, stance.theme, stance.size))
    return tuple(items)


# --------------------------------------------------------------------------- on the table


def laid(position: AtreyaPosition) -> tuple[Laid, ...]:
    """Return the tiles of the arena, sorted by cell."""
    return tuple(
        Laid(tiles.identity(tile), centre(cell, 1.0), *turned(tile))
        for cell, tile in sorted(position.arena.tiles.items())
    )


def turned(tile: str) -> tuple[float, bool]:
    """Return how a written tile is turned from its identity, clockwise, and if its back is up."""
    front = tiles.identity(tile)
    for back, ring in ((False, front[2:]), (True, tiles.mirrored(front)[2:])):
        for sixths in range(6):
            if ring[sixths:] + ring[:sixths] == tile[2:]:
                return 60.0 * sixths, back
    raise AssertionError(f"{tile} is no image of {front}")
