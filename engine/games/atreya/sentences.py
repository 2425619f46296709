"""What an Atreya diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.scoring import ShapeView
from engine.games.atreya.tiles import COLOUR_NAMES
from engine.geometry.hexgrid import Hex
from engine.messages import Message, Messages, all_of

say = Messages(__name__)

#: Arenas of so many tiles are told tile by tile, with their edges if they are very few; larger
#: ones by their shapes.
_FEW, _VERY_FEW = 12, 4


def sentences(
    position: AtreyaPosition,
    show: frozenset[str],
    free: Collection[Hex],
    seen: Callable[[Hex], bool] | None = None,
) -> Iterator[str]:
    """Yield the sentences; ``free`` are the cells shown that take a tile.

    Where not all is ``seen``, only what is seen is told.
    """
    tiles, views = position.arena.tiles, position.shapes()
    all_free, pinned = free, sorted(filter(position.is_pinned, tiles))
    seen_pinned = [cell for cell in pinned if not seen or seen(cell)]
    if seen:
        tiles = {cell: tile for cell, tile in tiles.items() if seen(cell)}
        views = tuple(view for view in views if any(map(seen, view.cells)))
        free = [cell for cell in free if seen(cell)]
    yield from _tiles(tiles)
    for letter, colour in COLOUR_NAMES.items():
        own = [view for view in views if view.colour == letter and view.size]
        closed = [view for view in own if view.is_closed]
        if closed:
            yield _closed(colour, closed)
        if len(tiles) > _FEW:
            yield _open(colour, [view for view in own if not view.is_closed])
    if "cells" in show and (free or not all_free):
        yield _free(sorted(free))
    if "pinned" in show and (seen_pinned or not pinned):
        yield _pinned(seen_pinned)


def _tiles(tiles: Mapping[Hex, str]) -> Iterator[str]:
    if not tiles:
        yield say("No tile is there.")
        return
    number = len(tiles)
    placed = [
        say("a {colour} tile at {cell}", colour=COLOUR_NAMES[tile[0]], cell=f"{q},{r}")
        for (q, r), tile in sorted(tiles.items())
    ]
    if number > _FEW:
        yield say.counted(number, "The arena has {n} tile.", "The arena has {n} tiles.")
    else:
        yield say.counted(
            number, "In the arena lies {tiles}.", "In the arena lie {tiles}.", tiles=all_of(placed)
        )
    for (q, r), tile in sorted(tiles.items()) if number <= _VERY_FEW else ():
        yield say(
            "Counter-clockwise from the east the edges of the tile at {cell} are {edges}.",
            cell=f"{q},{r}",
            edges=all_of(COLOUR_NAMES[letter] for letter in tile[2:]),
        )


def _free(cells: Sequence[Hex]) -> Message:
    if not cells:
        return say("No cell can take a tile.")
    return say.counted(
        len(cells),
        "{n} cell can take a tile: {cells}.",
        "{n} cells can take a tile: {cells}.",
        cells=_named(cells),
    )


def _pinned(cells: Sequence[Hex]) -> Message:
    if not cells:
        return say("Every tile can move.")
    return say.counted(
        len(cells),
        "{n} tile cannot move: that at {cells}.",
        "{n} tiles cannot move: those at {cells}.",
        cells=_named(cells),
    )


def _named(cells: Sequence[Hex]) -> str:
    return all_of(f"{q},{r}" for q, r in cells)


def _sizes(views: Sequence[ShapeView]) -> str:
    return all_of(map(str, sorted((view.size for view in views), reverse=True)))


def _closed(colour: str, views: Sequence[ShapeView]) -> Message:
    return say.counted(
        len(views),
        "{Colour} has a closed shape of size {sizes}.",
        "{Colour} has {n} closed shapes, of the sizes {sizes}.",
        colour=colour,
        sizes=_sizes(views),
    )


def _open(colour: str, views: Sequence[ShapeView]) -> Message:
    if not views:
        return say("{Colour} has no open shape.", colour=colour)
    return say.counted(
        len(views),
        "{Colour} has an open shape of size {sizes}.",
        "{Colour} has {n} open shapes, of the sizes {sizes}.",
        colour=colour,
        sizes=_sizes(views),
    )
