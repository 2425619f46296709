"""What an Atreya diagram shows, in words: the sentences of its alternative text.

All sentences of the diagram stand here; nothing is known of how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.atreya.rules import AtreyaPosition
from engine.games.atreya.scoring import ShapeView
from engine.games.atreya.tiles import COLOUR_NAMES
from engine.words import count, first_upper, listed, plural

#: Arenas of so many tiles are told tile by tile, larger ones by their shapes.
_FEW = 12


def sentences(position: AtreyaPosition, show: frozenset[str], free: int) -> Iterator[str]:
    """Yield the sentences; ``free`` is the number of cells shown that take a tile."""
    tiles, views = position.arena.tiles, position.shapes()
    if len(tiles) <= _FEW:
        placed = [f"{tile} at {q},{r}" for (q, r), tile in sorted(tiles.items())]
        yield f"The arena has {count(len(tiles), 'tile')}: {'; '.join(placed)}."
    else:
        yield f"The arena has {count(len(tiles), 'tile')}."
    for letter, colour in COLOUR_NAMES.items():
        own = [view for view in views if view.colour == letter and view.size]
        closed = [view for view in own if view.is_closed]
        if closed:
            yield f"Closed {colour} {plural(len(closed), 'shape')} by size: {_sizes(closed)}."
        if len(tiles) > _FEW:
            yield _open(colour, [view for view in own if not view.is_closed])
    if "cells" in show:
        yield f"{count(free, 'cell')} can take a tile."
    if "pinned" in show:
        pinned = sum(map(position.is_pinned, tiles))
        yield f"{count(pinned, 'tile')} cannot move."


def _sizes(views: Sequence[ShapeView]) -> str:
    """Return the sizes of shapes, the largest first."""
    return ", ".join(map(str, sorted((view.size for view in views), reverse=True)))


def _open(colour: str, views: Sequence[ShapeView]) -> str:
    """Return the sizes of a colour's open shapes, those of one piece counted."""
    if not views:
        return f"{first_upper(colour)} has no open shape."
    large = [view for view in views if view.size > 1]
    single = len(views) - len(large)
    words = [_sizes(large)] if large else []
    if single:
        words.append(f"{single} of a single piece")
    return f"Open {colour} {plural(len(views), 'shape')} by size: {listed(words)}."
