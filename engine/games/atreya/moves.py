"""Moves of Atreya: listing the legal ones and saying why another is not (rule 4).

Moves do not depend on whose turn it is (rule 7.1), so this module knows arenas, not players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import IllegalMoveError
from engine.games.atreya.arena import (
    Arena,
    EdgePattern,
    Facing,
    Shape,
    cleared,
    closed_areas,
    fits,
    fitting,
    matching,
    takes_tile,
)
from engine.games.atreya.tiles import COLOUR_NAMES, identity, number
from engine.games.atreya.validity import cells_text, edge_faults, form_faults
from engine.geometry.hexgrid import DIRECTION_NAMES, Hex, neighbours
from engine.play.position import Move
from engine.words import plural


class _Fields(NamedTuple):
    tile: str
    cell: Hex
    origin: Hex | None = None


class AtreyaMove(Move, _Fields):
    """A written tile put on ``cell``: from the pool, or lifted from ``origin`` (rule 4.1)."""

    __slots__ = ()

    def __str__(self) -> str:
        lifted = "" if self.origin is None else f"{self.origin[0]},{self.origin[1]}>"
        return f"{lifted}{self.tile}@{self.cell[0]},{self.cell[1]}"


# ------------------------------------------------------------------------------- the legal ones


def legal_moves(arena: Arena, *, strong: bool) -> Iterator[AtreyaMove]:
    """Yield every legal move once: placements by cell and tile, then moved tiles by origin.

    ``strong`` says which pinning holds (rule 4.5).
    """
    yield from placements(arena)
    yield from shifts(arena, strong)


def placements(arena: Arena) -> Iterator[AtreyaMove]:
    """Yield the placements of tiles of the pool, by cell and tile."""
    pool = arena.pool
    for cell, pattern in arena.openings():
        yield from [AtreyaMove(tile, cell) for n, tile in matching(pattern) if pool[n]]


def shifts(arena: Arena, strong: bool) -> Iterator[AtreyaMove]:
    """Yield the moves of tiles of the arena, by origin, cell and tile."""
    closable = {cell: arena.ready(cell) for cell in arena.mouths()}
    for origin in sorted(arena.tiles):
        if not arena.lets_go(origin) or is_pinned(arena, origin, strong=strong):
            continue
        tile = arena.tiles[origin]
        limit = 7 - arena.freedom(origin)
        for cell, pattern, facing in _landings(arena, origin, closable):
            for form in fitting(tile, pattern):
                if closed_areas(form, facing) > limit:
                    yield AtreyaMove(form, cell, origin)


def _landings(
    arena: Arena, origin: Hex, closable: dict[Hex, Facing]
) -> Iterator[tuple[Hex, EdgePattern, Facing]]:
    """Yield the cells where a lifted tile may close a shape, each with its pattern and shapes.

    Freedom falls only where the tile, put down, is part of a closed shape (rule 4.4).  On another
    cell than its own, the shapes closed were all without an area on the lifted tile, so they are
    what they were before.  For take a shape that had areas on it: each connected piece left of
    the shape was paired with an edge of the tile, and so is open towards the cell it came from.
    """
    lost: set[Shape | None] = {None, *arena.shapes_on(origin)}
    near = neighbours(origin)
    cells = [cell for cell, facing in closable.items() if not lost.issuperset(facing)]
    for cell in sorted([*cells, origin]):
        pattern = arena.around[cell]
        if cell == origin:
            if len(fitting(arena.tiles[origin], pattern)) > 1:
                yield cell, pattern, arena.lifted(origin).ready(origin)
            continue
        if cell in near:
            pattern = cleared(pattern, neighbours(cell).index(origin))
        if takes_tile(pattern):
            facing = tuple([None if shape in lost else shape for shape in closable[cell]])
            yield cell, pattern, facing


def is_pinned(arena: Arena, cell: Hex, *, strong: bool) -> bool:
    """Tell whether the tile on ``cell`` is pinned, strongly or weakly (rule 4.5)."""
    freedom = arena.freedom(cell)
    return freedom == 0 if strong else freedom < 7


# ------------------------------------------------------------------------- what breaks a rule


def carried_out(arena: Arena, move: AtreyaMove, *, strong: bool) -> Arena:
    """Return the arena after a move of a tile of the set.

    Raises IllegalMoveError, naming the paragraph of rule 4 that the move breaks.
    """
    tile, cell, origin = move

    def illegal(reason: str, rule: str) -> IllegalMoveError:
        return IllegalMoveError(str(move), reason, rule=rule)

    same = identity(tile)
    if origin is None and not arena.pool[number(tile)]:
        lies = next(at for at, other in arena.tiles.items() if identity(other) == same)
        reason = f"the pool has no tile {same} left; it lies at {cells_text([lies])}"
        raise illegal(reason, "4.1")
    if origin is not None and origin not in arena.tiles:
        raise illegal(f"no tile lies at {cells_text([origin])}", "4.1")
    if origin is not None and identity(arena.tiles[origin]) != same:
        what = f"the tile at {cells_text([origin])} is {arena.tiles[origin]}"
        raise illegal(f"{what}, and however turned or flipped never {tile}", "4.1")
    if cell in arena.tiles and cell != origin:
        taken = f"{cells_text([cell])} is occupied by the tile {arena.tiles[cell]}"
        raise illegal(taken, "4.1")
    rest = arena
    if origin is not None:
        if is_pinned(arena, origin, strong=strong):
            raise illegal(_why_pinned(arena, origin, strong), "4.5")
        if not arena.lets_go(origin):
            faults = form_faults(arena.tiles.keys() - {origin})
            raise illegal(f"without the tile at {cells_text([origin])} {'; '.join(faults)}", "4.3")
        rest = arena.lifted(origin)
    pattern = rest.around.get(cell, 0)
    if not fits(tile, pattern):
        faults = edge_faults({**rest.tiles, cell: tile})
        raise illegal(f"colours differ: {'; '.join(faults)}", "4.2")
    if not takes_tile(pattern):
        raise illegal(_why_no_opening(rest, cell), "4.3")
    after = rest.laid(cell, tile)
    if origin is not None and after.freedom(cell) >= arena.freedom(origin):
        fall = f"from {arena.freedom(origin)} to {after.freedom(cell)}"
        raise illegal(f"the tile's freedom must fall, but it would go {fall}", "4.4")
    return after


def _why_no_opening(arena: Arena, cell: Hex) -> str:
    touched = [near for near in neighbours(cell) if near in arena.tiles]
    if len(touched) >= 2:
        return f"with a tile at {cells_text([cell])} {next(form_faults({*arena.tiles, cell}))}"
    only = f"only the one at {cells_text(touched)}" if touched else "none"
    return f"a tile must touch at least two others, but at {cells_text([cell])} {only}"


def _why_pinned(arena: Arena, cell: Hex, strong: bool) -> str:
    pieces: dict[Shape, list[str]] = {}
    names = (*DIRECTION_NAMES, "the centre")
    for name, shape in zip(names, arena.shapes_on(cell), strict=True):
        if shape.is_closed:
            pieces.setdefault(shape, []).append(name)
    why = ", ".join(
        f"{' and '.join(on)} {plural(len(on), 'is', 'are')} in a closed "
        f"{COLOUR_NAMES[shape.colour]} shape of size {shape.size}"
        for shape, on in pieces.items()
    )
    how = "strongly" if strong else "weakly"
    return f"the tile at {cells_text([cell])} is {how} pinned: {why}"
