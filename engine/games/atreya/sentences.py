"""What an Atreya diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.scoring import ShapeView
from engine.games.atreya.tiles import COLOUR_NAMES
from engine.messages import Message, Messages, all_of, row

say = Messages(__name__)

#: Arenas of so many tiles are told tile by tile, larger ones by their shapes.
_FEW = 12


def sentences(position: AtreyaPosition, show: frozenset[str], free: int) -> Iterator[str]:
    """Yield the sentences; ``free`` is the number of cells shown that take a tile."""
    tiles, views = position.arena.tiles, position.shapes()
    if len(tiles) <= _FEW:
        placed = (
            say("{tile} at {cell}", tile=tile, cell=f"{q},{r}")
            for (q, r), tile in sorted(tiles.items())
        )
        yield say.counted(
            len(tiles),
            "The arena has {n} tile: {tiles}.",
            "The arena has {n} tiles: {tiles}.",
            tiles=row(placed, "; "),
        )
    else:
        yield say.counted(len(tiles), "The arena has {n} tile.", "The arena has {n} tiles.")
    for letter, colour in COLOUR_NAMES.items():
        own = [view for view in views if view.colour == letter and view.size]
        closed = [view for view in own if view.is_closed]
        if closed:
            yield _closed(colour, closed)
        if len(tiles) > _FEW:
            yield _open(colour, [view for view in own if not view.is_closed])
    if "cells" in show:
        yield say.counted(free, "{n} cell can take a tile.", "{n} cells can take a tile.")
    if "pinned" in show:
        pinned = sum(map(position.is_pinned, tiles))
        yield say.counted(pinned, "{n} tile cannot move.", "{n} tiles cannot move.")


def _sizes(views: Sequence[ShapeView]) -> str:
    """Return the sizes of shapes, the largest first."""
    return ", ".join(map(str, sorted((view.size for view in views), reverse=True)))


def _closed(colour: str, views: Sequence[ShapeView]) -> Message:
    """Return the sizes of a colour's closed shapes."""
    if len(views) == 1:
        return say("Closed {colour} shape by size: {sizes}.", colour=colour, sizes=_sizes(views))
    return say("Closed {colour} shapes by size: {sizes}.", colour=colour, sizes=_sizes(views))


def _open(colour: str, views: Sequence[ShapeView]) -> Message:
    """Return the sizes of a colour's open shapes, those of one piece counted."""
    if not views:
        return say("{Colour} has no open shape.", colour=colour)
    large = [view for view in views if view.size > 1]
    single = len(views) - len(large)
    words: list[str] = [_sizes(large)] if large else []
    if single:
        words.append(say.counted(single, "{n} of a single piece", "{n} of a single piece"))
    if len(views) == 1:
        return say("Open {colour} shape by size: {sizes}.", colour=colour, sizes=all_of(words))
    return say("Open {colour} shapes by size: {sizes}.", colour=colour, sizes=all_of(words))
