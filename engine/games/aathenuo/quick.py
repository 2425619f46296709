"""Aathenuo's players: they know their own hand, the table, and how many tiles the others hold.

Those that rearrange the table make sets anew of tiles of the hand and of grids that are loosened.
Every choice is counted, so what they find is the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from engine.games.aathenuo import moves
from engine.games.aathenuo.hint import find_until
from engine.games.aathenuo.solver.embedding import put_down, turn_between
from engine.games.aathenuo.solver.model import WorkClock, set_kinds
from engine.games.aathenuo.table import (
    REACH,
    Cells,
    Member,
    SetKind,
    components,
    faults,
    runs,
    span,
    tiles_of,
)
from engine.games.aathenuo.tiles import order, ordered
from engine.geometry.squaregrid import Square
from engine.play.players import without_number
from engine.play.players.choice import Candidate, Choice, PlayerKind, Thinker, worth
from engine.play.players.search import make as uct
from engine.play.position import Position

#: The turn that lays nothing; which tile comes is the bag's secret.
_DRAW = "draw"
#: The lead in tiles that is half way from even to sure.
_SCALE = 5.0
#: What a hint may cost, in units of :class:`WorkClock`; and the choices of a search in its place.
_WORK = 1.0
_WITHOUT_SOLVER = "100000"


def known(position: Any) -> str:
    """Return what the player to move knows: of the others' tiles the colours alone (rule 1.2)."""
    hands = (
        "".join(hand if str(k) == position.turn else sorted(tile[0] for tile in hand))
        for k, hand in enumerate(position.hands, 1)
    )
    return f"{dict(position.table.cells)} {position.turn} {'/'.join(hands)}"


def _at_random(position: Any, rng: Random) -> Choice:
    turns = [*map(str, moves.lays(position.table.cells, position.hand)), _DRAW]
    move = turns[int(rng.random() * len(turns))]
    return Choice.of((Candidate(move, 0.5, 0, (move,)),))


def _greedy(position: Any, rng: Random) -> Choice:
    return _choice(position, [_with_lines(position.table.cells, position.hand)], 0)


def _search(argument: str) -> Thinker:
    uct(argument)

    def think(position: Any, rng: Random) -> Choice:
        cells, hand, count = position.table.cells, position.hand, int(argument)
        effort = Effort(count)
        lined = _with_lines(cells, hand)
        tables = [lined]
        # Lines before new sets, and lines after these.
        for start, part in ((lined, effort.part(effort.remaining // 2)), (cells, effort)):
            table = start
            while (after := regrouped(table, _unlaid(hand, cells, table), part)) is not None:
                table = after
            if table is not start:
                tables.append(_with_lines(table, _unlaid(hand, cells, table)))
        return _choice(position, tables, count - effort.remaining)

    return think


def _hint(position: Any, rng: Random) -> Choice:
    """Return the turn that a hint of so much work finds, or without OR-Tools a long search."""
    if find_spec("ortools") is None:
        return _search(_WITHOUT_SOLVER)(position, rng)
    best = find_until(WorkClock(_WORK), position.table.cells, position.hand)
    move = best.move or _DRAW
    share = worth(_lead(position, best.tiles or -1), _SCALE)
    return Choice.of((Candidate(move, share, 0, (move,)),))


def _lead(position: Any, laid: int) -> int:
    """Return how many tiles the mover is ahead of the best of the others, after so many are laid."""
    counts = [len(hand) for k, hand in enumerate(position.hands, 1) if str(k) != position.turn]
    return min(filter(None, counts)) - len(position.hand) + laid


def _with_lines(cells: Cells, hand: Sequence[str]) -> Cells:
    """Return the table after the longest line is laid again and again, in the frame of ``cells``."""
    while (after := moves.with_longest(cells, hand)) is not None:
        cells, hand = after, _unlaid(hand, cells, after)
    return cells


def _unlaid(hand: Sequence[str], before: Cells, after: Cells) -> tuple[str, ...]:
    laid = Counter(after.values()) - Counter(before.values())
    return ordered((Counter(hand) - laid).elements())


def _choice(position: Any, tables: Sequence[Cells], choices: int) -> Choice:
    """Return the choice of the table with most tiles, and of those with fewest moved."""
    cells = position.table.cells
    turns = {str(turn): turn for turn in (turn_between(cells, table) for table in tables)}
    turns = {text: turn for text, turn in turns.items() if turn.puts}
    ranked = sorted(turns, key=lambda text: (-len(turns[text].puts), len(turns[text].shifts)))
    leads = {text: _lead(position, len(turns[text].puts)) for text in ranked}
    leads = leads or {_DRAW: _lead(position, -1)}
    candidates = (
        Candidate(text, worth(lead, _SCALE), choices, (text,)) for text, lead in leads.items()
    )
    return Choice.of(tuple(candidates), choices)


KINDS: Mapping[str, PlayerKind] = {
    "random": PlayerKind("random", without_number(_at_random)),
    "greedy": PlayerKind("greedy", without_number(_greedy)),
    "uct": PlayerKind("uct:N", _search),
    "hint": PlayerKind("hint", without_number(_hint)),
}


def levels(position: Position) -> tuple[str, ...]:
    """Return five players, the weakest first."""
    return ("random", "greedy", "uct:300", "uct:3000", "hint")


#: The most grids that are loosened together, and the most choices that one try may take.
_MOST_GRIDS, _MOST_CHOICES = 5, 2000


class Effort:
    """The choices left to a search, or to a part of one."""

    def __init__(self, choices: int, whole: Effort | None = None) -> None:
        self.remaining = choices
        self.whole = whole

    def part(self, most: int) -> Effort:
        return Effort(min(most, self.remaining), self)

    def spend(self) -> bool:
        if not self.remaining:
            return False
        self.remaining -= 1
        return self.whole is None or self.whole.spend()


class _Loosened(NamedTuple):
    """A grid, by its number, some tiles of which are taken up; the others lie as they lay."""

    grid: int
    cells: tuple[Square, ...]
    tiles: tuple[str, ...]


#: How many tiles come from the hand, the sets to lay, and what was loosened for them.
_Way = tuple[int, list[tuple[str, ...]], list[_Loosened]]


def regrouped(cells: Cells, hand: Sequence[str], effort: Effort) -> dict[Square, str] | None:
    """Return a table with more tiles of the hand on it, in the frame of ``cells``, or None.

    As few grids as possible are loosened; of the ways to do so, that which lays most tiles, and of
    those with as many that which takes up fewest.
    """
    loose = list(_loosenings(cells))
    for most in range(_MOST_GRIDS + 1):
        tries = (
            _Regrouping(hand, loose, most, effort.part(_MOST_CHOICES)).way(goal)
            for goal in sorted(set(hand), key=order)
        )
        ways = [way for way in tries if way is not None]
        if ways:
            _, sets, loosened = max(ways, key=lambda w: (w[0], -sum(len(x.tiles) for x in w[2])))
            taken = {cell for one in loosened for cell in one.cells}
            staying = {cell: tile for cell, tile in cells.items() if cell not in taken}
            rows = [{(k, 0): tile for k, tile in enumerate(tiles)} for tiles in sets]
            after = put_down(cells, staying, rows)
            return after if max(span(after)) <= REACH else None
        if not effort.remaining:
            break
    return None


def _loosenings(cells: Cells) -> Iterator[_Loosened]:
    """Yield the ways to take up tiles: of a grid all, all that lie in one run alone, or one of these."""
    for number, grid in enumerate(components(cells)):
        here = {cell: cells[cell] for cell in sorted(grid)}
        lines = [run.cells for run in runs(here)]
        crossings = Counter(cell for line in lines for cell in line)
        groups = [tuple(here)]
        for line in lines if len(lines) > 1 else ():
            alone = tuple(cell for cell in line if crossings[cell] == 1)
            groups += [alone, *((cell,) for cell in alone)]
        for group in dict.fromkeys(filter(None, groups)):
            if not faults({cell: tile for cell, tile in here.items() if cell not in group}):
                yield _Loosened(number, group, tuple(here[cell] for cell in group))


class _Regrouping:
    """The search for sets that hold a tile of the hand and all the tiles taken up for them."""

    def __init__(
        self, hand: Sequence[str], loose: Sequence[_Loosened], most: int, effort: Effort
    ) -> None:
        self.hand = Counter(hand)
        self.taken: Counter[str] = Counter()  # up from the table, to be laid
        self.most, self.effort = most, effort
        self.loosened: list[_Loosened] = []
        self.sets: list[tuple[str, ...]] = []
        self.freeing: dict[str, list[_Loosened]] = {}
        for one in loose if most else ():
            for tile in dict.fromkeys(one.tiles):
                self.freeing.setdefault(tile, []).append(one)
        self.with_tile: dict[str, list[tuple[SetKind, Member]]] = {}
        for kind in set_kinds([*hand, *self.freeing]):
            for member in kind:
                for tile in tiles_of(member):
                    self.with_tile.setdefault(tile, []).append((kind, member))

    def way(self, goal: str) -> _Way | None:
        held = self.hand.total()
        self.hand[goal] -= 1
        for _ in self._laid(goal):
            return held - self.hand.total(), self.sets, self.loosened
        return None

    def _laid(self, tile: str) -> Iterator[None]:
        """Lay a tile that is at hand, and all those taken up, in every way, while each is looked at."""
        for kind, member in self.with_tile.get(tile, ()):
            if not self.effort.spend():
                return
            for others in self._filled([other for other in kind if other != member], ()):
                given = iter(others)
                self.sets.append(tuple(tile if m == member else next(given) for m in kind))
                following = min(
                    +self.taken,
                    key=lambda other: (len(self.with_tile.get(other, ())), order(other)),
                    default=None,
                )
                if following is None:
                    yield
                else:
                    self.taken[following] -= 1
                    yield from self._laid(following)
                    self.taken[following] += 1
                self.sets.pop()

    def _filled(self, members: list[Member], tiles: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield tiles for members of a set, taken up while they are looked at."""
        if not members:
            yield tiles
            return
        for tile in tiles_of(members[0]):
            for pile in (self.taken, self.hand):
                if pile[tile] > 0:
                    pile[tile] -= 1
                    yield from self._filled(members[1:], (*tiles, tile))
                    pile[tile] += 1
                    break
            else:
                if len(self.loosened) == self.most:
                    continue
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
