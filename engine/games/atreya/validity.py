"""Whether tiles on the table make a possible arena, with every fault found (rules 1.2 to 4.3).

Everything here looks at the whole arena and knows no shortcut; positions that are read and
error messages use it, play itself does not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.games.atreya.tiles import CANONICAL_RING, COLOUR_NAMES, COLOURS, identity, number
from engine.geometry.hexgrid import DIRECTION_NAMES, Hex, neighbours, opposite
from engine.words import count, listed

#: Messages list this many cells and then how many more.
_SHOWN = 12


def cells_text(cells: Sequence[Hex]) -> str:
    """Return cells in words: ``1,0``, ``1,0 and 2,0``, ``1,0, 2,0 and 14 more``."""
    names = [f"{q},{r}" for q, r in cells[:_SHOWN]]
    if len(cells) > _SHOWN:
        names.append(f"{len(cells) - _SHOWN} more")
    return listed(names)


# ------------------------------------------------------------------------ parts and holes


def part_of(cells: Collection[Hex], first: Hex) -> set[Hex]:
    """Return the cells connected to ``first`` within ``cells``."""
    reached = {first}
    queue = [first]
    for cell in queue:
        for near in neighbours(cell):
            if near in cells and near not in reached:
                reached.add(near)
                queue.append(near)
    return reached


def connected_parts(cells: Iterable[Hex]) -> list[set[Hex]]:
    """Return the connected parts that cells fall into, by their smallest cell."""
    parts: list[set[Hex]] = []
    covered: set[Hex] = set()
    all_cells = set(cells)
    for cell in sorted(all_cells):
        if cell not in covered:
            parts.append(part_of(all_cells, cell))
            covered |= parts[-1]
    return parts


def holes(tiles: Collection[Hex]) -> list[list[Hex]]:
    """Return the holes: for each the empty cells enclosed by tiles, sorted (rule 4.3).

    What encloses a hole hangs together, so each connected part is looked at within its own box;
    parts that lie far from each other cost no more than near ones.
    """
    enclosed: set[Hex] = set()
    for part in connected_parts(tiles):
        enclosed |= _inside(part)
    return [sorted(hole) for hole in connected_parts(enclosed.difference(tiles))]


def _inside(part: set[Hex]) -> set[Hex]:
    left, right = min(q for q, _ in part) - 1, max(q for q, _ in part) + 1
    low, high = min(r for _, r in part) - 1, max(r for _, r in part) + 1
    empty = {(q, r) for q in range(left, right + 1) for r in range(low, high + 1)} - part
    return empty - part_of(empty, (left, low))


# ------------------------------------------------------------------------------- faults


def arena_faults(placed: Sequence[tuple[str, Hex]]) -> Iterator[str]:
    """Yield in words all that is impossible about written tiles on cells (rule 2.5)."""
    yield from _tile_faults(placed)
    tiles: dict[Hex, str] = {}
    for tile, cell in placed:
        if cell in tiles:
            yield f"two tiles lie at {cells_text([cell])}"
        else:
            tiles[cell] = tile
    yield from _edge_faults(tiles)
    yield from _form_faults(tiles)


def _tile_faults(placed: Sequence[tuple[str, Hex]]) -> Iterator[str]:
    where: dict[str, list[Hex]] = {}
    for tile, cell in placed:
        if tile[2:] in CANONICAL_RING:
            where.setdefault(identity(tile), []).append(cell)
        else:
            missing = listed((COLOUR_NAMES[c] for c in COLOURS if c not in tile[2:]), "or")
            yield (
                f"{tile} at {cells_text([cell])} is not a tile of the set: "
                f"no half-piece is {missing} (rule 1.2)"
            )
    for tile, cells in where.items():
        if len(cells) > 1:
            yield (
                f"tile {number(tile)}, {tile}, is used {len(cells)} times, "
                f"at {cells_text(cells)} (rule 1.3)"
            )


def _edge_faults(tiles: dict[Hex, str]) -> Iterator[str]:
    """Yield the edges that do not match, each once, seen from the smaller cell (rule 4.2)."""
    for cell, tile in sorted(tiles.items()):
        for side, near in enumerate(neighbours(cell)):
            other = tiles.get(near)
            if other is None or near < cell:
                continue
            one, two = tile[2 + side], other[2 + opposite(side)]
            if one != two:
                yield (
                    f"edges do not match: {DIRECTION_NAMES[side]} of {cells_text([cell])} is "
                    f"{COLOUR_NAMES[one]}, {DIRECTION_NAMES[opposite(side)]} of "
                    f"{cells_text([near])} is {COLOUR_NAMES[two]} (rule 4.2)"
                )


def _form_faults(tiles: dict[Hex, str]) -> Iterator[str]:
    """Yield what breaks rule 4.3: tiles without two neighbours, parts apart, holes."""
    for cell in sorted(tiles):
        touching = sum(near in tiles for near in neighbours(cell))
        if touching < 2:
            yield (
                f"the tile at {cells_text([cell])} touches {count(touching, 'other tile')}, "
                "not at least two (rule 4.3)"
            )
    parts = connected_parts(tiles)
    if len(parts) > 1:
        firsts = cells_text([min(part) for part in parts])
        yield f"the arena is not connected: no way leads between {firsts} (rule 4.3)"
    for hole in holes(tiles):
        yield f"the arena has a hole at {cells_text(hole)} (rule 4.3)"
