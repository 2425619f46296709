"""Sets made anew of tiles of the hand and of grids that are loosened, by a counted effort.

Every choice is counted and nothing is timed, so what is found is the same on every machine.
Unlike :mod:`.solver` it is in plain Python, makes no new crossings, and proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.aathenuo.solver.embedding import put_down
from engine.games.aathenuo.solver.model import Member, SetKind, set_kinds
from engine.games.aathenuo.table import REACH, Cells, components, faults, runs, span
from engine.games.aathenuo.tiles import STAR, order
from engine.geometry.squaregrid import Square

#: The most grids that are loosened together, and the most choices that one try may take.
_MOST_GRIDS, _MOST_CHOICES = 5, 2000


class Effort:
    """The choices left to a search, or to a part of one."""

    def __init__(self, choices: int, whole: Effort | None = None) -> None:
        self.left = choices
        self.whole = whole

    def part(self, most: int) -> Effort:
        """Return an effort of at most so many of the choices left."""
        return Effort(min(most, self.left), self)

    def spend(self) -> bool:
        """Take a choice; tell whether there was one."""
        if not self.left:
            return False
        self.left -= 1
        return self.whole is None or self.whole.spend()


class Loosened(NamedTuple):
    """A grid, by its number, some tiles of which are taken up; the others lie as they lay."""

    grid: int
    cells: tuple[Square, ...]
    tiles: tuple[str, ...]


class Regrouped(NamedTuple):
    """Sets to lay, with how many tiles come from the hand, and what was loosened for them."""

    laid: int
    sets: tuple[tuple[str, ...], ...]
    loosened: tuple[Loosened, ...]

    def rank(self) -> tuple[int, int]:
        """Return what to compare ways by: more tiles laid, then fewer taken up."""
        return self.laid, -sum(len(one.tiles) for one in self.loosened)


def regrouped(cells: Cells, hand: Sequence[str], effort: Effort) -> dict[Square, str] | None:
    """Return a table with more tiles of the hand on it, in the frame of ``cells``, or None.

    As few grids as possible are loosened; of the ways to do so, that which lays most tiles.
    """
    loose = list(_loosenings(cells))
    for most in range(_MOST_GRIDS + 1):
        found = []
        for goal in sorted(set(hand), key=order):
            way = _Search(hand, loose, most, effort.part(_MOST_CHOICES)).way(goal)
            if way is not None:
                found.append(way)
        if found:
            return _table(cells, max(found, key=Regrouped.rank))
        if not effort.left:
            break
    return None


def _table(cells: Cells, way: Regrouped) -> dict[Square, str] | None:
    taken = {cell for loosened in way.loosened for cell in loosened.cells}
    staying = {cell: tile for cell, tile in cells.items() if cell not in taken}
    rows = [{(k, 0): tile for k, tile in enumerate(tiles)} for tiles in way.sets]
    after = put_down(cells, staying, rows)
    return after if max(span(after)) <= REACH else None


def _loosenings(cells: Cells) -> Iterator[Loosened]:
    for number, grid in enumerate(components(cells)):
        here = {cell: cells[cell] for cell in sorted(grid)}
        lines = [run.cells for run in runs(here)]
        crossings = Counter(cell for line in lines for cell in line)
        groups = [tuple(here)]
        if len(lines) > 1:
            for line in lines:
                alone = tuple(cell for cell in line if crossings[cell] == 1)
                groups += [alone, *((cell,) for cell in alone)]
        for group in dict.fromkeys(filter(None, groups)):
            rest = {cell: tile for cell, tile in here.items() if cell not in group}
            if not faults(rest):
                yield Loosened(number, group, tuple(here[cell] for cell in group))


class _Search:
    """The search for sets that hold a tile of the hand and all the tiles taken up for them."""

    def __init__(
        self, hand: Sequence[str], loose: Sequence[Loosened], most: int, effort: Effort
    ) -> None:
        self.hand = Counter(hand)
        self.taken: Counter[str] = Counter()  # up from the table, to be laid
        self.most = most
        self.effort = effort
        self.loosened: list[Loosened] = []
        self.sets: list[tuple[str, ...]] = []
        self.freeing: dict[str, list[Loosened]] = {}
        for one in loose if most else ():
            for tile in dict.fromkeys(one.tiles):
                self.freeing.setdefault(tile, []).append(one)
        self.with_tile: dict[str, list[tuple[SetKind, Member]]] = {}
        for kind in set_kinds([*hand, *self.freeing]):
            for member in kind:
                for tile in (f"{member[0]}{member[1]}", member[0] + STAR):
                    self.with_tile.setdefault(tile, []).append((kind, member))

    def way(self, goal: str) -> Regrouped | None:
        held = self.hand.total()
        self.hand[goal] -= 1
        for _ in self._laid(goal):
            laid = held - self.hand.total()
            return Regrouped(laid, tuple(self.sets), tuple(self.loosened))
        return None

    def _laid(self, tile: str) -> Iterator[None]:
        """Lay a tile that is at hand, and then all those taken up, in every way.

        What is laid stays so while a way is looked at.
        """
        for kind, member in self.with_tile.get(tile, ()):
            if not self.effort.spend():
                return
            for others in self._filled([other for other in kind if other != member], ()):
                given = iter(others)
                self.sets.append(tuple(tile if m == member else next(given) for m in kind))
                left = min(+self.taken, key=self._ways, default=None)
                if left is None:
                    yield
                else:
                    self.taken[left] -= 1
                    yield from self._laid(left)
                    self.taken[left] += 1
                self.sets.pop()

    def _ways(self, tile: str) -> tuple[int, int]:
        return len(self.with_tile.get(tile, ())), order(tile)

    def _filled(self, members: list[Member], tiles: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not members:
            yield tiles
            return
        colour, number = members[0]
        for tile in (f"{colour}{number}", colour + STAR):
            for pile in (self.taken, self.hand):
                if pile[tile] > 0:
                    pile[tile] -= 1
                    yield from self._filled(members[1:], (*tiles, tile))
                    pile[tile] += 1
                    break
            else:
                yield from self._freed(tile, members, tiles)

    def _freed(
        self, tile: str, members: list[Member], tiles: tuple[str, ...]
    ) -> Iterator[tuple[str, ...]]:
        if len(self.loosened) == self.most:
            return
        for one in self.freeing.get(tile, ()):
            if any(one.grid == other.grid for other in self.loosened):
                continue
            self.loosened.append(one)
            self.taken.update(one.tiles)
            self.taken[tile] -= 1
            yield from self._filled(members[1:], (*tiles, tile))
            self.taken[tile] += 1
            self.taken.subtract(one.tiles)
            self.loosened.pop()
