"""Whether tiles on the table make a possible arena, with every fault found (rules 1.2 to 4.3).

Everything here looks at the whole arena and knows no shortcut; positions that are read and
error messages use it, play itself does not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from engine.games.atreya.tiles import CANONICAL_RING, COLOUR_NAMES, identity, number, why_no_tile
from engine.geometry import connected, written
from engine.geometry.hexgrid import DIRECTION_NAMES, Hex, neighbours, opposite
from engine.words import count, listed

#: Messages list this many cells and then how many more.
_MOST_CELLS = 12


def cells_text(cells: Sequence[Hex]) -> str:
    """Return cells in words: ``1,0``, ``1,0 and 2,0``, ``1,0, 2,0 and 14 more``."""
    names = [*map(written, cells[:_MOST_CELLS])]
    if len(cells) > _MOST_CELLS:
        names.append(f"{len(cells) - _MOST_CELLS} more")
    return listed(names)


# ------------------------------------------------------------------------ parts and holes


def connected_parts(cells: Iterable[Hex]) -> list[list[Hex]]:
    """Return the connected parts that cells fall into, each from its smallest cell."""
    return connected(sorted(cells), neighbours)


def holes(tiles: Collection[Hex]) -> list[list[Hex]]:
    """Return the holes: for each the empty cells enclosed by tiles, sorted (rule 4.3).

    What encloses a hole hangs together, so each connected part is looked at within its own box;
    parts that lie far from each other cost no more than near ones.
    """
    enclosed: set[Hex] = set()
    for part in connected_parts(tiles):
        left, right = min(q for q, _ in part) - 1, max(q for q, _ in part) + 1
        low, high = min(r for _, r in part) - 1, max(r for _, r in part) + 1
        box = ((q, r) for q in range(left, right + 1) for r in range(low, high + 1))
        _, *inside = connected_parts(set(box).difference(part))  # the first has the box's corner
        enclosed.update(*inside)
    return [sorted(hole) for hole in connected_parts(enclosed.difference(tiles))]


# ------------------------------------------------------------------------------- faults


def arena_faults(placed: Sequence[tuple[str, Hex]]) -> Iterator[str]:
    """Yield in words all that is impossible about written tiles on cells (rule 2.5)."""
    where: dict[str, list[Hex]] = {}
    for tile, cell in placed:
        if tile[2:] in CANONICAL_RING:
            where.setdefault(identity(tile), []).append(cell)
        else:
            what = f"{tile} at {cells_text([cell])} is not a tile of the set"
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
            yield f"two tiles lie at {cells_text([cell])}"
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
                    f"{DIRECTION_NAMES[side]} of {cells_text([cell])} is {one}, "
                    f"{DIRECTION_NAMES[opposite(side)]} of {cells_text([near])} is {two}"
                )


def form_faults(cells: Collection[Hex]) -> Iterator[str]:
    """Yield what breaks rule 4.3: tiles without two neighbours, parts apart, holes."""
    for cell in sorted(cells):
        touching = sum(near in cells for near in neighbours(cell))
        if touching < 2:
            others = count(touching, "other tile")
            yield f"the tile at {cells_text([cell])} touches {others}, not at least two"
    parts = connected_parts(cells)
    if len(parts) > 1:
        firsts = cells_text([part[0] for part in parts])
        yield f"the arena is not connected: no way leads between {firsts}"
    for hole in holes(cells):
        yield f"the arena has a hole at {cells_text(hole)}"
