"""Laying the sets of a plan out on the grid: which tiles two sets share, and where each set lies.

A plan says how many tiles lie in two sets, not which sets those are.  The search tries the choices,
and a place for every set (rule 2.1).  Of what a plan allows it is complete, up to a budget.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from engine.games.aathenuo.notation import Lay, Put, Shift
from engine.games.aathenuo.solver.model import Clock, SetPlan, TimeUpError
from engine.games.aathenuo.table import Cells, Member, Square, by_row, neighbours, span, tiles_of
from engine.geometry import connected

Grid = dict[Square, str]
#: For each set, the index of the tile that is each of its members.
_Filling = tuple[dict[Member, int], ...]

#: How many choices a search may try.
_BUDGET = 5_000


def embed(plan: SetPlan, clock: Clock) -> list[Grid] | None:
    """Return unconnected grids of a plan's sets, None if there are none; raise TimeUpError."""
    search = _Embedding(plan, clock)
    for fills, tiles in search.fillings(sorted(search.sets_of), tuple({} for _ in plan.sets), []):
        grids: list[Grid] = []
        rows = _rows(fills) or {}
        for group in connected(range(len(fills)), _crossings(fills).__getitem__):
            grid = search.extend(sorted(group), fills, rows, {}, {})
            if grid is None:
                break
            grids.append({cell: tiles[number] for cell, number in grid.items()})
        else:
            return grids
    return None


class _Embedding:
    def __init__(self, plan: SetPlan, clock: Clock) -> None:
        self.plan, self.clock, self.budget = plan, clock, _BUDGET
        self.sets_of: dict[Member, list[int]] = {}
        for index, kind in enumerate(plan.sets):
            for member in kind:
                self.sets_of.setdefault(member, []).append(index)

    def _spend(self) -> None:
        self.clock.check()
        self.budget -= 1
        if self.budget < 0:
            raise TimeUpError

    def fillings(
        self, order: Sequence[Member], fills: _Filling, tiles: list[str]
    ) -> Iterator[tuple[_Filling, list[str]]]:
        """Yield ways to give the sets' members tiles: their indices, and the tiles."""
        if not order:
            yield fills, tiles
            return
        member = order[0]
        for groups in self._groups(member):
            self._spend()
            for tile, sharing in groups:
                for index in sharing:
                    fills[index][member] = len(tiles)
                tiles.append(tile)
            if _rows(fills) is not None:
                yield from self.fillings(order[1:], fills, tiles)
            del tiles[len(tiles) - len(groups) :]
            for index in self.sets_of[member]:
                del fills[index][member]

    def _groups(self, member: Member) -> Iterator[list[tuple[str, tuple[int, ...]]]]:
        """Yield ways to give a member of several sets to its tiles: each tile and its sets."""
        sets, (number, star) = self.sets_of[member], tiles_of(member)
        for by_star in combinations(sets, self.plan.star_members[member]):
            others = [index for index in sets if index not in by_star]
            for starred in _shared(by_star, self.plan.stars[member]):
                for numbered in _shared(others, self.plan.numbers[member]):
                    yield [(number, group) for group in numbered] + [(star, g) for g in starred]

    def extend(
        self,
        rest: list[int],
        fills: _Filling,
        rows: Mapping[int, bool],
        cells: dict[Square, int],
        places: dict[int, Square],
    ) -> dict[Square, int] | None:
        """Return tile numbers by cells once the sets left are laid too, None if they do not fit."""
        if not rest:
            return cells
        index = next((k for k in rest if not places.keys().isdisjoint(fills[k].values())), rest[0])
        kind, others = self.plan.sets[index], [k for k in rest if k != index]
        one_colour = kind[0][0] == kind[1][0]
        for line in (kind, kind[::-1]) if one_colour else permutations(kind):
            numbers = [fills[index][member] for member in line]
            where = _cells_of(numbers, places, rows[index])
            self._spend()
            if where is not None and _is_free(where, numbers, fills, cells):
                now = dict(zip(where, numbers, strict=True))
                placed = dict(zip(numbers, where, strict=True))
                laid = self.extend(others, fills, rows, cells | now, places | placed)
                if laid is not None:
                    return laid
        return None


def _shared(sets: Sequence[int], tiles: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield ways to split sets among ``tiles`` tiles, one or two sets for each."""
    if not sets:
        if tiles == 0:
            yield []
        return
    if not tiles <= len(sets) <= 2 * tiles:
        return
    first, *rest = sets
    for groups in _shared(rest, tiles - 1):
        yield [(first,), *groups]
    for k, other in enumerate(rest):
        for groups in _shared(rest[:k] + rest[k + 1 :], tiles - 1):
            yield [(first, other), *groups]


def _crossings(fills: _Filling) -> list[list[int]]:
    """Return for each set those that share a tile with it, as often as they do."""
    owners: dict[int, list[int]] = {}
    for index, members in enumerate(fills):
        for number in members.values():
            owners.setdefault(number, []).append(index)
    beside: list[list[int]] = [[] for _ in fills]
    for sets in owners.values():
        if len(sets) == 2:
            beside[sets[0]].append(sets[1])
            beside[sets[1]].append(sets[0])
    return beside


def _rows(fills: _Filling) -> dict[int, bool] | None:
    """Return which sets are rows, None unless rows and columns alone cross, each two at most once."""
    beside = _crossings(fills)
    if any(len(set(others)) < len(others) for others in beside):
        return None
    rows: dict[int, bool] = {}
    for start in range(len(fills)):
        edge = [] if start in rows else [start]
        rows.setdefault(start, True)
        while edge:
            at = edge.pop()
            edge += [other for other in beside[at] if other not in rows]
            for other in beside[at]:
                if rows.setdefault(other, not rows[at]) == rows[at]:
                    return None
    return rows


def _cells_of(
    numbers: Sequence[int], places: Mapping[int, Square], row: bool
) -> list[Square] | None:
    """Return the cells of a line of tiles, given where some of them lie, or None at odds."""
    corners = {
        (x - k, y) if row else (x, y - k)
        for k, number in enumerate(numbers)
        if number in places
        for x, y in (places[number],)
    } or {(0, 0)}
    if len(corners) > 1:
        return None
    ((x, y),) = corners
    return [(x + k, y) if row else (x, y + k) for k in range(len(numbers))]


def _is_free(
    where: Sequence[Square], numbers: Sequence[int], fills: _Filling, cells: Mapping[Square, int]
) -> bool:
    """Tell whether a line can lie on its cells: on no other tile, beside none of another set."""
    for cell, number in zip(where, numbers, strict=True):
        if cells.get(cell, number) != number:
            return False
        for beside in neighbours(cell):
            other = cells.get(beside)
            if other is None or beside in where:
                continue
            if not any(number in own.values() and other in own.values() for own in fills):
                return False
    return True


#: The eight ways a grid can lie: each maps (column, row) to (a*c + b*r, d*c + e*r).
_TURNS = (
    (1, 0, 0, 1),
    (0, 1, 1, 0),
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (-1, 0, 0, -1),
    (0, 1, -1, 0),
    (0, -1, 1, 0),
    (0, -1, -1, 0),
)


def put_down(before: Cells, staying: Mapping[Square, str], grids: Sequence[Grid]) -> Grid:
    """Return a table with ``staying`` where it is and the grids apart, where most tiles lie already."""
    after = dict(staying)
    where: dict[str, list[Square]] = {}
    for cell, tile in before.items():
        where.setdefault(tile, []).append(cell)
    for grid in sorted(grids, key=len, reverse=True):
        best: Grid = {}
        kept = 0
        for a, b, d, e in _TURNS:
            turned = {(a * x + b * y, d * x + e * y): tile for (x, y), tile in grid.items()}
            matches = Counter(
                (to_x - x, to_y - y)
                for (x, y), tile in turned.items()
                for to_x, to_y in where.get(tile, ())
            )
            for (dx, dy), count in matches.most_common():
                if count <= kept:
                    break
                moved = _moved(turned, dx, dy)
                if _is_apart(moved, after):
                    best, kept = moved, count
                    break
        after |= best or _in_free_space(before, after, grid)
    return after


def _moved(grid: Grid, dx: int, dy: int) -> Grid:
    return {(x + dx, y + dy): tile for (x, y), tile in grid.items()}


def _is_apart(grid: Grid, after: Mapping[Square, str]) -> bool:
    return not any(near in after for cell in grid for near in (cell, *neighbours(cell)))


def _in_free_space(before: Cells, after: Mapping[Square, str], grid: Grid) -> Grid:
    """Return a grid in the first free space of the table, row by row, or below all."""
    flat = _moved(grid, -min(x for x, _ in grid), -min(y for _, y in grid))
    columns, rows = span([*before, *after, (0, 0)])
    for y in range(rows + 1):
        for x in range(max(columns - span(flat)[0], 0) + 1):
            moved = _moved(flat, x, y)
            if _is_apart(moved, after):
                return moved
    return _moved(flat, 0, max((y for _, y in after), default=-2) + 2)


def turn_between(before: Cells, after: Cells) -> Lay:
    """Return the turn that makes ``after`` of ``before``, both in the frame of ``before``."""
    gone: dict[str, list[Square]] = {}
    for cell in sorted(before, key=by_row):
        if after.get(cell) != before[cell]:
            gone.setdefault(before[cell], []).append(cell)
    puts, shifts = [], []
    for cell in sorted(after, key=by_row):
        tile = after[cell]
        if before.get(cell) == tile:
            continue
        if gone.get(tile):
            shifts.append(Shift(gone[tile].pop(0), cell))
        else:
            puts.append(Put(tile, cell))
    return Lay(tuple(puts), tuple(shifts)).in_order()
