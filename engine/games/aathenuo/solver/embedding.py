"""Laying the sets of a plan out on the grid: which tiles two sets share, and where each set lies.

A plan says how many tiles lie in two sets, not which sets those are.  This module tries the
choices, and for each group of sets that hang together searches for a place for every set: they
cross at right angles at the shared tile, tiles side by side belong to one set, and none lie
on each other (rule 2.1).  Of what a plan allows the search is complete, up to a budget.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from engine.games.aathenuo.notation import Lay, Put, Shift
from engine.games.aathenuo.solver.model import Clock, Member, SetKind, SetPlan
from engine.games.aathenuo.table import Cells, span
from engine.games.aathenuo.tiles import STAR
from engine.geometry.squaregrid import Square, neighbours

Grid = dict[Square, str]
#: For each set, the index of the tile that is each of its members.
_Filling = tuple[dict[Member, int], ...]
_Pair = tuple[int, int]


#: How many choices a search may try.
_BUDGET = 5_000


def embed(plan: SetPlan, clock: Clock) -> list[Grid] | None:
    """Return unconnected grids of a plan's sets, each in its own frame, or None.

    None tells that there are none, or that the search was given up.

    Raises TimeUpError.
    """
    return _Embedding(plan, clock).grids()


class _OutOfBudgetError(Exception):
    """The search has looked at as many places as it may."""


class _Embedding:
    """The search for grids that show the sets of one plan."""

    def __init__(self, plan: SetPlan, clock: Clock) -> None:
        self.plan = plan
        self.clock = clock
        self.budget = _BUDGET

    def grids(self) -> list[Grid] | None:
        try:
            for fills, tiles in self._fillings():
                found = self._lay_out(fills, tiles)
                if found is not None:
                    return found
        except _OutOfBudgetError:
            return None
        return None

    # ------------------------------------------------------------ which tiles sets share

    def _fillings(self) -> Iterator[tuple[_Filling, list[str]]]:
        sets: dict[Member, list[int]] = {}
        for index, kind in enumerate(self.plan.sets):
            for member in kind:
                sets.setdefault(member, []).append(index)
        # Members with choices last: those before them are filled once and for all.
        order = sorted(
            sets, key=lambda member: (self._has_choice(member, len(sets[member])), member)
        )
        fills: _Filling = tuple({} for _ in self.plan.sets)
        yield from self._fill(order, sets, fills, [])

    def _has_choice(self, member: Member, sets: int) -> bool:
        numbers, stars = self.plan.numbers[member], self.plan.stars[member]
        return numbers + stars < sets or (stars > 0 and numbers > 0)

    def _fill(
        self,
        order: Sequence[Member],
        sets: Mapping[Member, list[int]],
        fills: _Filling,
        tiles: list[str],
    ) -> Iterator[tuple[_Filling, list[str]]]:
        if not order:
            yield fills, tiles
            return
        member = order[0]
        for groups in self._groups(member, sets[member]):
            self._spend()
            for tile, sharing in groups:
                for index in sharing:
                    fills[index][member] = len(tiles)
                tiles.append(tile)
            if _two_colourable(fills, self.plan.sets):
                yield from self._fill(order[1:], sets, fills, tiles)
            del tiles[len(tiles) - len(groups) :]
            for index in sets[member]:
                del fills[index][member]

    def _groups(
        self, member: Member, sets: Sequence[int]
    ) -> Iterator[list[tuple[str, tuple[int, ...]]]]:
        starred = self.plan.star_members[member]
        number = f"{member[0]}{member[1]}"
        for by_star in combinations(sets, starred):
            others = [index for index in sets if index not in by_star]
            for star_groups in _shared(by_star, self.plan.stars[member]):
                for number_groups in _shared(others, self.plan.numbers[member]):
                    yield [(number, group) for group in number_groups] + [
                        (member[0] + STAR, group) for group in star_groups
                    ]

    def _spend(self) -> None:
        self.clock.check()
        self.budget -= 1
        if self.budget < 0:
            raise _OutOfBudgetError

    # ------------------------------------------------------------ where the sets lie

    def _lay_out(self, fills: _Filling, tiles: Sequence[str]) -> list[Grid] | None:
        grids = []
        for group in _joined(fills):
            grid = self._place(group, fills)
            if grid is None:
                return None
            grids.append({cell: tiles[number] for cell, number in grid.items()})
        return grids

    def _place(self, group: Sequence[int], fills: _Filling) -> dict[Square, int] | None:
        return self._extend(list(group), fills, {}, {}, {})

    def _extend(
        self,
        left: list[int],
        fills: _Filling,
        cells: dict[Square, int],
        places: dict[int, Square],
        across: dict[int, bool],
    ) -> dict[Square, int] | None:
        if not left:
            return cells
        index, held = _next_set(left, fills, places)
        rest = [k for k in left if k != index]
        row = not across[_owner(held[0], fills, across)] if held else True
        for line in _orders(self.plan.sets[index]):
            numbers = [fills[index][member] for member in line]
            where = _cells_of(numbers, places, row)
            self._spend()
            if where is None or not _is_free(where, numbers, fills, cells):
                continue
            new = dict(zip(where, numbers, strict=True))
            done = self._extend(
                rest,
                fills,
                cells | new,
                places | {number: cell for cell, number in new.items()},
                {**across, index: row},
            )
            if done is not None:
                return done
        return None


def _next_set(
    left: Sequence[int], fills: _Filling, places: Mapping[int, Square]
) -> tuple[int, list[int]]:
    for index in left:
        held = [tile for tile in fills[index].values() if tile in places]
        if held:
            return index, held
    return left[0], []


def _shared(sets: Sequence[int], tiles: int) -> Iterator[list[tuple[int, ...]]]:
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


def _crossings(fills: _Filling) -> Counter[_Pair]:
    owners: dict[int, list[int]] = {}
    for index, members in enumerate(fills):
        for number in members.values():
            owners.setdefault(number, []).append(index)
    return Counter((sets[0], sets[1]) for sets in owners.values() if len(sets) == 2)


def _two_colourable(fills: _Filling, sets: Sequence[SetKind]) -> bool:
    pairs = _crossings(fills)
    if any(count > 1 for count in pairs.values()):
        return False
    beside: list[list[int]] = [[] for _ in sets]
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    side: dict[int, bool] = {}
    for start in range(len(sets)):
        edge = [] if start in side else [start]
        side.setdefault(start, True)
        while edge:
            at = edge.pop()
            edge += [other for other in beside[at] if other not in side]
            for other in beside[at]:
                if side.setdefault(other, not side[at]) == side[at]:
                    return False
    return True


def _joined(fills: _Filling) -> list[list[int]]:
    pairs = _crossings(fills)
    groups: list[list[int]] = []
    left = set(range(len(fills)))
    while left:
        edge = [min(left)]
        group = []
        while edge:
            at = edge.pop()
            if at in left:
                left.remove(at)
                group.append(at)
                edge += [b if a == at else a for a, b in pairs if at in (a, b)]
        groups.append(sorted(group))
    return groups


def _owner(number: int, fills: _Filling, across: Mapping[int, bool]) -> int:
    return next(k for k in across if number in fills[k].values())


def _orders(kind: SetKind) -> Iterator[SetKind]:
    if kind[0][0] == kind[1][0]:
        yield kind
        yield kind[::-1]
    else:
        yield from permutations(kind)


def _cells_of(
    numbers: Sequence[int], places: Mapping[int, Square], row: bool
) -> list[Square] | None:
    start = None
    for k, number in enumerate(numbers):
        if number in places:
            x, y = places[number]
            corner = (x - k, y) if row else (x, y - k)
            if start not in (None, corner):
                return None
            start = corner
    x, y = start or (0, 0)
    return [(x + k, y) if row else (x, y + k) for k in range(len(numbers))]


def _is_free(
    where: Sequence[Square], numbers: Sequence[int], fills: _Filling, cells: Mapping[Square, int]
) -> bool:
    for cell, number in zip(where, numbers, strict=True):
        if cells.get(cell, number) != number:
            return False
        for beside in neighbours(cell):
            other = cells.get(beside)
            if other is not None and beside not in where and not _together(number, other, fills):
                return False
    return True


def _together(number: int, other: int, fills: _Filling) -> bool:
    return any(number in members.values() and other in members.values() for members in fills)


# ------------------------------------------------------------------------------------- on the table


#: The eight ways a grid can lie: each maps (column, row) to (a*c + b*r, d*c + e*r).
_TURNS = tuple(
    (a, b, d, e)
    for a, b, d, e in (
        (1, 0, 0, 1),
        (0, 1, 1, 0),
        (-1, 0, 0, 1),
        (1, 0, 0, -1),
        (-1, 0, 0, -1),
        (0, 1, -1, 0),
        (0, -1, 1, 0),
        (0, -1, -1, 0),
    )
)


def put_down(before: Cells, staying: Mapping[Square, str], grids: Sequence[Grid]) -> Grid:
    """Return a table with ``staying`` where it is and the grids placed apart, in its frame.

    Grids take places where their tiles lie already, the largest first; if none is free, a free
    place in or below the table.
    """
    after = dict(staying)
    for grid in sorted(grids, key=len, reverse=True):
        after.update(_at_best(before, after, grid))
    return after


def _at_best(before: Cells, after: Mapping[Square, str], grid: Grid) -> Grid:
    best: Grid = {}
    kept = 0
    for turned in _turned(grid):
        for (dx, dy), count in _matches(before, turned).most_common():
            if count <= kept:
                break
            moved = {(x + dx, y + dy): tile for (x, y), tile in turned.items()}
            if _is_apart(moved, after):
                best, kept = moved, count
                break
    return best or _in_free_space(before, after, grid)


def _turned(grid: Grid) -> Iterator[Grid]:
    for a, b, d, e in _TURNS:
        yield {(a * x + b * y, d * x + e * y): tile for (x, y), tile in grid.items()}


def _matches(before: Cells, grid: Grid) -> Counter[Square]:
    where: dict[str, list[Square]] = {}
    for cell, tile in before.items():
        where.setdefault(tile, []).append(cell)
    return Counter(
        (to_x - x, to_y - y) for (x, y), tile in grid.items() for to_x, to_y in where.get(tile, ())
    )


def _is_apart(grid: Grid, after: Mapping[Square, str]) -> bool:
    return not any(near in after for cell in grid for near in (cell, *neighbours(cell)))


def _in_free_space(before: Cells, after: Mapping[Square, str], grid: Grid) -> Grid:
    left, top = min(x for x, _ in grid), min(y for _, y in grid)
    flat = {(x - left, y - top): tile for (x, y), tile in grid.items()}
    columns, rows = span([*before, *after, (0, 0)])
    right = max(columns, span(flat)[0]) - span(flat)[0]
    for y in range(rows + 1):
        for x in range(right + 1):
            moved = {(cx + x, cy + y): tile for (cx, cy), tile in flat.items()}
            if _is_apart(moved, after):
                return moved
    below = max((y for _, y in after), default=-2) + 2
    return {(x, y + below): tile for (x, y), tile in flat.items()}


def turn_between(before: Cells, after: Cells) -> Lay:
    """Return the turn that makes ``after`` of ``before``, both in the frame of ``before``.

    Tiles that lie alike stay; of equal tiles the first of the table go to the first cells, and
    those from the hand to the rest.
    """
    gone: dict[str, list[Square]] = {}
    for cell, tile in sorted(before.items(), key=_by_row):
        if after.get(cell) != tile:
            gone.setdefault(tile, []).append(cell)
    puts, shifts = [], []
    for cell, tile in sorted(after.items(), key=_by_row):
        if before.get(cell) == tile:
            continue
        if gone.get(tile):
            shifts.append(Shift(gone[tile].pop(0), cell))
        else:
            puts.append(Put(tile, cell))
    return Lay(tuple(puts), tuple(shifts)).in_order()


def _by_row(item: tuple[Square, str]) -> tuple[int, int]:
    (x, y), _ = item
    return y, x
