"""The parts of Atreya's kit: 168 double-sided tiles (rules 1.3, 3.1)."""

from __future__ import annotations

from engine.drawing import scene
from engine.drawing.parts import Part, Piece, Pieces, Request, Stance, hexagon
from engine.errors import OptionError
from engine.games.atreya import drawing, tiles

#: The start tiles by identity (rule 3.1).
START_TILES = frozenset(map(tiles.identity, ("b:brgbbb", "g:gggbrg", "r:brrrrg")))


def parts(request: Request) -> tuple[Part, ...]:
    """Return the components of the kit.

    Raises OptionError for a setting of the template that is wrong.
    """
    settings = request.settings.table("tiles")
    size = settings.number("size", 40.0, 10.0, 200.0)
    low, high = settings.numbers("fitting", (size * 0.9, size * 1.125), 10.0, 200.0)
    if low > high:
        raise OptionError(
            f"{settings.where}: fitting = [{low:g}, {high:g}] goes from large to small"
        )
    numbers = settings.flag("numbers", True)
    starts = settings.flag("start-marks", True)
    settings.done()
    request.settings.done()

    def draw(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        return tile(piece.id, stance, numbers=numbers, starts=starts)

    return (
        Pieces(
            name="tiles",
            title="tiles",
            shape=hexagon,
            size=request.tile_size or size,
            pieces=tuple(Piece(t, f"tile {k} {t}") for k, t in enumerate(tiles.TILES, 1)),
            draw=draw,
            double_sided=True,
            fitting=None if request.tile_size else (low, high),
        ),
    )


def tile(
    identity: str, stance: Stance, *, numbers: bool = True, starts: bool = True
) -> tuple[scene.Item, ...]:
    """Return one side of a tile: its face, and upright labels as asked for."""
    shown = tiles.mirrored(identity) if stance.back else identity
    turn = drawing.turn(stance.orientation, back=stance.back)
    face = drawing.face(shown, stance.theme, stance.size, stance.bleed)
    items: list[scene.Item] = [scene.Group(face.items, turn)]
    if stance.labels:
        items += drawing.letters(shown, stance.theme, stance.size, turn)
    if numbers:
        text = str(tiles.number(identity))
        items.append(drawing.label(shown, text, stance.theme, stance.size, low=stance.labels))
    if starts and identity in START_TILES:
        items.append(drawing.start_mark(shown, stance.theme, stance.size))
    return tuple(items)
