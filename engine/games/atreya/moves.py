"""Moves of Atreya: listing the legal ones and saying why another, or an arena, is not (rules 1.2 to 4).

Moves do not depend on whose turn it is (rule 7.1), so this module knows arenas, not players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.errors import IllegalMoveError
from engine.games.atreya.arena import Arena, fits, fitting, matching, takes_tile
from engine.games.atreya.tiles import CANONICAL_RING, COLOUR_NAMES, identity, number, why_no_tile
from engine.geometry import connected, written
from engine.geometry.hexgrid import DIRECTION_NAMES, Hex, neighbours, opposite
from engine.play.position import Move
from engine.words import count, listed, plural


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


def placements(arena: Arena) -> Iterator[AtreyaMove]:
    """Yield the placements of tiles of the pool, by cell and tile."""
    pool = arena.pool
    for cell, pattern in arena.openings():
        yield from [AtreyaMove(tile, cell) for n, tile in matching(pattern) if pool[n]]


def shifts(arena: Arena, strong: bool) -> Iterator[AtreyaMove]:
    """Yield the moves of tiles of the arena, by origin, cell and tile, under one pinning (rule 4.5).

    Freedom falls only where the tile, put down, is part of a closed shape (rule 4.4).
    """
    for origin in sorted(arena.tiles):
        if not arena.lets_go(origin) or is_pinned(arena, origin, strong=strong):
            continue
        freedom, rest = arena.freedom(origin), arena.lifted(origin)
        for cell in sorted(rest.mouths()):
            pattern = rest.around[cell]
            for form in fitting(arena.tiles[origin], pattern) if takes_tile(pattern) else ():
                if rest.freedom_of(form, cell) < freedom:
                    yield AtreyaMove(form, cell, origin)


def is_pinned(arena: Arena, cell: Hex, *, strong: bool) -> bool:
    """Tell whether the tile on ``cell`` is pinned, strongly or weakly (rule 4.5)."""
    freedom = arena.freedom(cell)
    return freedom == 0 if strong else freedom < 7


# ------------------------------------------------------------------------- what breaks a rule


def carried_out(arena: Arena, move: AtreyaMove, *, strong: bool) -> Arena:
    """Return the arena after a move of a tile of the set; raise IllegalMoveError by rule 4."""
    tile, cell, origin = move

    def illegal(reason: str, rule: str) -> IllegalMoveError:
        return IllegalMoveError(str(move), reason, rule=rule)

    same = identity(tile)
    if origin is None and not arena.pool[number(tile)]:
        lies = next(at for at, other in arena.tiles.items() if identity(other) == same)
        raise illegal(f"the pool has no tile {same} left; it lies at {written(lies)}", "4.1")
    if origin is not None and origin not in arena.tiles:
        raise illegal(f"no tile lies at {written(origin)}", "4.1")
    if origin is not None and identity(arena.tiles[origin]) != same:
        what = f"the tile at {written(origin)} is {arena.tiles[origin]}"
        raise illegal(f"{what}, and however turned or flipped never {tile}", "4.1")
    if cell in arena.tiles and cell != origin:
        raise illegal(f"{written(cell)} is occupied by the tile {arena.tiles[cell]}", "4.1")
    rest = arena
    if origin is not None:
        if is_pinned(arena, origin, strong=strong):
            raise illegal(_why_pinned(arena, origin, strong), "4.5")
        if not arena.lets_go(origin):
            faults = form_faults(arena.tiles.keys() - {origin})
            raise illegal(f"without the tile at {written(origin)} {'; '.join(faults)}", "4.3")
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
        return f"with a tile at {written(cell)} {next(form_faults({*arena.tiles, cell}))}"
    only = f"only the one at {cells_text(touched)}" if touched else "none"
    return f"a tile must touch at least two others, but at {written(cell)} {only}"


def _why_pinned(arena: Arena, cell: Hex, strong: bool) -> str:
    shapes = zip((*DIRECTION_NAMES, "the centre"), arena.shapes_on(cell), strict=True)
    closed = [name for name, shape in shapes if shape.is_closed]
    how = "strongly" if strong else "weakly"
    why = f"{listed(closed)} {plural(len(closed), 'is in a closed shape', 'are in closed shapes')}"
    return f"the tile at {written(cell)} is {how} pinned: {why}"


# ---------------------------------------------------------------------------- faults of an arena

#: Messages list this many cells and then how many more.
_MOST_CELLS = 12


def cells_text(cells: Sequence[Hex]) -> str:
    """Return cells in words: ``1,0``, ``1,0 and 2,0``, ``1,0, 2,0 and 14 more``."""
    names = [*map(written, cells[:_MOST_CELLS])]
    if len(cells) > _MOST_CELLS:
        names.append(f"{len(cells) - _MOST_CELLS} more")
    return listed(names)


def _holes(tiles: Collection[Hex]) -> list[list[Hex]]:
    left, right = min(q for q, _ in tiles) - 1, max(q for q, _ in tiles) + 1
    low, high = min(r for _, r in tiles) - 1, max(r for _, r in tiles) + 1
    box = ((q, r) for q in range(left, right + 1) for r in range(low, high + 1))
    _, *inside = connected(sorted(set(box).difference(tiles)), neighbours)
    return [sorted(hole) for hole in inside]  # the first had the box's corner


def arena_faults(placed: Sequence[tuple[str, Hex]]) -> Iterator[str]:
    """Yield in words all that is impossible about written tiles on cells (rule 2.5)."""
    where: dict[str, list[Hex]] = {}
    for tile, cell in placed:
        if tile[2:] in CANONICAL_RING:
            where.setdefault(identity(tile), []).append(cell)
        else:
            what = f"{tile} at {written(cell)} is not a tile of the set"
            yield f"{what}: {why_no_tile(tile)} (rule 1.2)"
    for tile, cells in where.items():
        if len(cells) > 1:
            yield (
                f"tile {number(tile)}, {tile}, is used {len(cells)} times, "
                f"at {cells_text(cells)} (rule 1.3)"
            )
    tiles: dict[Hex, str] = {}
    for tile, cell in placed:
        if cell in tiles:
            yield f"two tiles lie at {written(cell)}"
        tiles.setdefault(cell, tile)
    yield from (f"edges do not match: {fault} (rule 4.2)" for fault in edge_faults(tiles))
    yield from (f"{fault} (rule 4.3)" for fault in form_faults(tiles))


def edge_faults(tiles: Mapping[Hex, str]) -> Iterator[str]:
    """Yield the edges that do not match, each once, seen from the smaller cell (rule 4.2)."""
    for cell, tile in sorted(tiles.items()):
        for side, near in enumerate(neighbours(cell)):
            other = tiles.get(near) if cell < near else None
            if other and tile[2 + side] != other[2 + opposite(side)]:
                one, two = COLOUR_NAMES[tile[2 + side]], COLOUR_NAMES[other[2 + opposite(side)]]
                yield (
                    f"{DIRECTION_NAMES[side]} of {written(cell)} is {one}, "
                    f"{DIRECTION_NAMES[opposite(side)]} of {written(near)} is {two}"
                )


def form_faults(cells: Collection[Hex]) -> Iterator[str]:
    """Yield what breaks rule 4.3: tiles without two neighbours, parts apart, holes in one part."""
    for cell in sorted(cells):
        touching = sum(near in cells for near in neighbours(cell))
        if touching < 2:
            others = count(touching, "other tile")
            yield f"the tile at {written(cell)} touches {others}, not at least two"
    parts = connected(sorted(cells), neighbours)
    if len(parts) > 1:
        firsts = cells_text([part[0] for part in parts])
        yield f"the arena is not connected: no way leads between {firsts}"
    for hole in _holes(cells) if len(parts) == 1 else ():
        yield f"the arena has a hole at {cells_text(hole)}"
