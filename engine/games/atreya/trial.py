"""An Atreya turn while it is picked: the arena with the cells round it, and the tiles to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import scene
from engine.drawing.theme import Theme
from engine.games.atreya.arena import fitting
from engine.games.atreya.diagram import WIDTH, draw_position
from engine.games.atreya.drawing import face, hexagon
from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.tiles import COLOUR_NAMES, COLOURS, images, number
from engine.geometry.hexgrid import centre
from engine.geometry.plane import bounds
from engine.play.game import Trial, TrialPiece
from engine.play.position import Draft
from engine.words import listed


def trial(
    position: AtreyaPosition, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
) -> Trial:
    """Return the arena with the tile where it is put, and the tiles that fit or the ways one lies."""
    after = position.play(made.move) if made.move else position
    drawing = draw_position(after, theme=theme, show=frozenset())
    window = bounds(centre(cell, WIDTH) for cell in position.arena.around).grown(0.7 * WIDTH)
    tiles = [name for name in made.choices if ":" in name]
    pieces = _ways(tiles, theme) if len(picked) == 2 else _fitting(position, picked, tiles, theme)
    lying = ((f"{q},{r}", number(tile)) for (q, r), tile in position.arena.tiles.items())
    words = {name: f"tile {n} on {name}" for name, n in lying}
    return Trial(drawing._replace(box=window), tuple(pieces), words)


def _fitting(
    position: AtreyaPosition, picked: tuple[str, ...], tiles: list[str], theme: Theme
) -> Iterator[TrialPiece]:
    for tile in sorted(tiles, key=lambda tile: COLOURS.index(tile[0])):
        q, r = map(int, picked[0].split(","))
        ways = fitting(tile, position.arena.around[q, r])
        lying = min(ways, key=lambda way: images(tile[2:]).index(way[2:]))
        yield _piece(tile, lying, f"{COLOUR_NAMES[tile[0]]} centre", theme)


def _ways(tiles: list[str], theme: Theme) -> Iterator[TrialPiece]:
    for way in tiles:
        turns = images(way[2:])
        yield _piece(way, way, "turned" if tiles[0][2:] in turns[:6] else "flipped", theme)


def _piece(name: str, tile: str, group: str, theme: Theme) -> TrialPiece:
    edges = listed([COLOUR_NAMES[letter] for letter in tile[2:]])
    words = f"tile {number(tile)}, {COLOUR_NAMES[tile[0]]} in the centre, from the east {edges}"
    rim = scene.Stroke(theme.role("boundary"), theme.boundary_width(WIDTH), join="round")
    items = (scene.Use(face(tile, theme, WIDTH)), scene.Path(hexagon(WIDTH), None, rim, "rim"))
    return TrialPiece(name, words, group, items, 1.2 * WIDTH)
