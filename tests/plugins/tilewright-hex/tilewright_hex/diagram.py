"""The diagram of a position: board, stones, and what can be laid over; marks name its cells."""

from collections.abc import Iterator

from engine import NotationError
from engine.drawing import borders, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, Overlay
from engine.drawing.theme import Theme
from engine.geometry.plane import Transform, bounds
from engine.words import count
from tilewright_hex.drawing import FRAME, board, hexagon, place_of, rhombus, rims, stone
from tilewright_hex.rules import CELLS, NAMED, NAMES, SIDE, HexPosition, cells_of

#: A cell's width in a diagram of natural size, in millimetres, and a stone's.
WIDTH, STONE = 10.0, 8.0


def draw_position(position: HexPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position."""
    stones = [(p, cell) for p in NAMES for cell in cells_of(position.stones(p))]
    looks = {player: scene.Use(stone(theme, player, STONE)) for player in NAMES}
    glyphs = {n: Glyph.of(looks[p], STONE, f"{n} stone") for p, n in NAMES.items()}

    def place(name: str) -> NamedPlace:
        if name not in NAMED:
            raise NotationError(f"no place '{name[:40]}'", expected="a cell from a1 to k11")
        taken = NAMED[name].bit & (position.red | position.blue)
        at, outline = place_of(NAMED[name], WIDTH), hexagon(NAMED[name], WIDTH)
        return NamedPlace(name, "cell", at, outline, STONE / 2 if taken else 0.0, outline)

    return Drawing(
        box=bounds(rhombus(WIDTH, FRAME)),
        cells=bounds(corner for cell in CELLS for corner in hexagon(cell, WIDTH)),
        unit=WIDTH,
        place=place,
        board=board(theme, WIDTH),
        pieces=tuple(
            looks[player]._replace(transform=Transform.translation(*place_of(cell, WIDTH)))
            for player, cell in stones
        ),
        rims=rims(WIDTH),
        sides=("left", "top"),
        focus=tuple(str(cell) for _, cell in stones),
        glyphs=lambda: glyphs,
        description=tuple(_sentences(position)),
    ).with_overlays(OVERLAYS, theme, show, (position, theme))


def _chains(picture: tuple[HexPosition, Theme]) -> Iterator[scene.Item]:
    """Yield a white line, cased in black, round a player's stones that hang together with an edge."""
    position, theme = picture
    case = theme.line("black", 0.16, WIDTH, join="round")
    for player in NAMES:
        chain = [*cells_of(position.chain(player, 0) | position.chain(player, 1))]
        if chain:
            outline = borders.outline(hexagon(cell, WIDTH) for cell in chain)
            for line in (case, case._replace(colour=theme.role("white"), width=0.07 * WIDTH)):
                yield scene.Path(outline, None, line, "chain")


OVERLAYS = {
    "chains": Overlay(
        "a border round the stones that hang together with an edge of their own", _chains
    )
}


def _sentences(position: HexPosition) -> Iterator[str]:
    yield f"A rhombus of {SIDE} by {SIDE} hexagons; red joins above and below, blue left and right."
    for player, name in NAMES.items():
        where = [str(cell) for cell in cells_of(position.stones(player))]
        if where:
            yield f"{name.title()} has {count(len(where), 'stone')}, on {', '.join(where)}."
