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
    colour_of,
    fits,
    fitting,
    is_one_arc,
    matching,
    sides,
    takes_tile,
)
from engine.games.atreya.tiles import COLOUR_NAMES, identity, number
from engine.games.atreya.validity import cells_text, holes, part_of
from engine.geometry.hexgrid import DIRECTION_NAMES, Hex, neighbours, opposite
from engine.play.position import Move
from engine.words import count, plural


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
    pool = arena.pool
    for cell, pattern in arena.openings():
        yield from [AtreyaMove(tile, cell) for n, tile in matching(pattern) if pool[n]]
    yield from shifts(arena, strong)


def shifts(arena: Arena, strong: bool) -> Iterator[AtreyaMove]:
    """Yield the moves of tiles of the arena, by origin, cell and tile."""
    closable = arena.closable()
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
        if cell == origin:
            pattern = arena.around[origin]
            if len(fitting(arena.tiles[origin], pattern)) > 1:
                yield cell, pattern, arena.lifted(origin).ready(origin)
            continue
        pattern = arena.around[cell]
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
    origin, cell = move.origin, move.cell

    def illegal(reason: str, rule: str) -> IllegalMoveError:
        return IllegalMoveError(str(move), reason, rule=rule)

    same = identity(move.tile)
    if origin is None and not arena.pool[number(move.tile)]:
        q, r = next(at for at, tile in arena.tiles.items() if identity(tile) == same)
        raise illegal(f"the pool has no tile {same} left; it lies at {q},{r}", "4.1")
    if origin is not None and origin not in arena.tiles:
        raise illegal(f"no tile lies at {cells_text([origin])}", "4.1")
    if origin is not None and identity(arena.tiles[origin]) != same:
        tile = arena.tiles[origin]
        never = f"however turned or flipped never {move.tile}"
        raise illegal(f"the tile at {cells_text([origin])} is {tile}, and {never}", "4.1")
    if cell in arena.tiles and cell != origin:
        taken = f"{cells_text([cell])} is occupied by the tile {arena.tiles[cell]}"
        raise illegal(taken, "4.1")
    if origin is not None and is_pinned(arena, origin, strong=strong):
        raise illegal(_pinned_reason(arena, origin, strong), "4.5")
    if origin is not None and not arena.lets_go(origin):
        raise illegal(_lift_reason(arena, origin), "4.3")
    rest = arena if origin is None else arena.lifted(origin)
    pattern = rest.around.get(cell, 0)
    if not fits(move.tile, pattern):
        raise illegal(_edges_reason(rest, move.tile, cell), "4.2")
    if not takes_tile(pattern):
        raise illegal(_opening_reason(rest, cell), "4.3")
    if origin is not None:
        before, after = arena.freedom(origin), rest.freedom_if_laid(cell, move.tile)
        if after >= before:
            reason = f"the tile's freedom must fall, but it would go from {before} to {after}"
            raise illegal(reason, "4.4")
    return rest.laid(cell, move.tile)


def _pinned_reason(arena: Arena, cell: Hex, strong: bool) -> str:
    """Say which pieces pin a tile, with the closed shapes they are part of."""
    names = (*DIRECTION_NAMES, "the centre")
    pieces: dict[Shape, list[str]] = {}
    for name, shape in zip(names, arena.shapes_on(cell), strict=True):
        if shape.is_closed:
            pieces.setdefault(shape, []).append(name)
    why = ", ".join(
        f"{' and '.join(on)} {plural(len(on), 'is', 'are')} in a closed "
        f"{COLOUR_NAMES[shape.colour]} shape of size {shape.size}"
        for shape, on in pieces.items()
    )
    how = "strongly" if strong else "weakly"
    return f"the tile at {cell[0]},{cell[1]} is {how} pinned: {why}"


def _lift_reason(arena: Arena, cell: Hex) -> str:
    """Say what is wrong with the arena once the tile on ``cell`` is lifted (4.3)."""
    start = f"lifting the tile at {cell[0]},{cell[1]}"
    pattern = arena.around[cell]
    rest = {other: tile for other, tile in arena.tiles.items() if other != cell}
    if len(sides(pattern)) == 6:
        return f"{start} leaves a hole there"
    if not is_one_arc(pattern):
        near = [neighbours(cell)[side] for side in sides(pattern)]
        here = part_of(rest, near[0])
        apart = next(other for other in near if other not in here)
        return f"{start} makes the arena fall apart: {cells_text([near[0], apart])} lose touch"
    lonely = [
        other
        for other in neighbours(cell)
        if other in rest and sum(n in rest for n in neighbours(other)) < 2
    ]
    return (
        f"{start} leaves {count(len(lonely), 'tile')} touching fewer than two others, "
        f"at {cells_text(lonely)}"
    )


def _opening_reason(arena: Arena, cell: Hex) -> str:
    """Say why an empty cell takes no tile: it touches too few, or a hole is closed (4.3)."""
    touched = [near for near in neighbours(cell) if near in arena.tiles]
    at = cells_text([cell])
    if len(touched) < 2:
        only = f"only the one at {cells_text(touched)}" if touched else "none"
        return f"a tile must touch at least two others, but at {at} {only}"
    closed = sorted(inside for hole in holes({*arena.tiles, cell}) for inside in hole)
    return f"a tile at {at} closes a hole at {cells_text(closed)}"


def _edges_reason(arena: Arena, tile: str, cell: Hex) -> str:
    """Name each edge where colours differ, with both colours (4.2)."""
    wrong = []
    for side, (q, r) in enumerate(neighbours(cell)):
        beside = arena.tiles.get((q, r))
        if beside and colour_of(tile, side) != colour_of(beside, opposite(side)):
            own, other = colour_of(tile, side), colour_of(beside, opposite(side))
            wrong.append(
                f"edge {DIRECTION_NAMES[side]} is {COLOUR_NAMES[own]}, "
                f"but the tile at {q},{r} shows it {COLOUR_NAMES[other]}"
            )
    return "colours differ: " + "; ".join(wrong)
