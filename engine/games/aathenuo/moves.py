"""The turns that need no rearranging, turns picked as pairs of tile and place, and turns in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from engine.games.aathenuo import table
from engine.games.aathenuo.notation import NOTHING, AathenuoMove, Lay, Put, Shift, parse_cell
from engine.games.aathenuo.table import SETS, Cells, Run, Square, line_through, may_grow
from engine.games.aathenuo.tiles import PLACES, in_words, ordered
from engine.geometry import written
from engine.geometry.plane import Box
from engine.messages import Messages, all_of
from engine.play.position import Event, WordedEvent

say = Messages(__name__)


def lays(cells: Cells, hand: Sequence[str]) -> Iterator[Lay]:
    """Yield the turns that lay a line beside a valid table, then new sets apart, below it (rule 2.1)."""
    known: set[Lay] = set()
    anchors = {beside for cell in cells for beside in table.neighbours(cell) if beside not in cells}
    for anchor in sorted(anchors, key=table.by_row):
        for across in (True, False):
            for lay in _Line(cells, hand, across, anchors).lays(anchor):
                if lay not in known:
                    known.add(lay)
                    yield lay
    row = table.span(cells)[1] + 1 if cells else 0
    if row < table.REACH:
        for new in dict.fromkeys(_new_sets(hand)):
            yield Lay(tuple(Put(tile, (column, row)) for column, tile in enumerate(new)))


def with_lines(cells: Cells, hand: Sequence[str], most: int | None = None) -> Iterator[Cells]:
    """Yield a table in its frame after the longest of ``most`` lines is laid, and so on."""
    rest = Counter(hand)
    while lines := [*islice(lays(table.Table(cells).cells, [*rest.elements()]), most)]:
        longest, (x, y) = max(lines, key=lambda lay: len(lay.puts)), table.corner(cells)
        cells = {**cells, **{(c + x, r + y): tile for tile, (c, r) in longest.puts}}
        rest -= Counter(put.tile for put in longest.puts)
        yield cells


class _Line:
    """The search for lays by the first cell they fill, where a line grows to the left, then right."""

    def __init__(
        self, cells: Cells, hand: Sequence[str], across: bool, anchors: set[Square]
    ) -> None:
        self.cells = dict(cells)  # with the tiles being laid
        self.hand = Counter(hand)
        self.kinds = ordered(self.hand)
        self.across, self.anchors = across, anchors
        self.laid: list[Put] = []

    def lays(self, anchor: Square) -> Iterator[Lay]:
        for line in self._filled(anchor):
            yield from self._leftwards(line)

    def _leftwards(self, line: Run) -> Iterator[Lay]:
        yield from self._rightwards(line)
        cell = self._beyond(line.cells[0], -1)
        if cell not in self.anchors:
            for longer in self._filled(cell):
                yield from self._leftwards(longer)

    def _rightwards(self, line: Run) -> Iterator[Lay]:
        if line.readings:
            # The sets changed, each sound in itself, must agree about their stars.
            across = (line_through(self.cells, p.cell, across=not self.across) for p in self.laid)
            changed = [line, *(other for other in across if len(other.cells) > 1)]
            if max(table.span(self.cells)) <= table.REACH and table.stars_agree(
                self.cells, changed
            ):
                yield Lay(tuple(self.laid)).in_order()
        for longer in self._filled(self._beyond(line.cells[-1], 1)):
            yield from self._rightwards(longer)

    def _beyond(self, cell: Square, by: int) -> Square:
        return (cell[0] + by, cell[1]) if self.across else (cell[0], cell[1] + by)

    def _filled(self, cell: Square) -> Iterator[Run]:
        """Lay each tile that fits on a cell in turn; yield the line through it meanwhile."""
        for tile in self.kinds:
            if not self.hand[tile]:
                continue
            self.hand[tile] -= 1
            self.cells[cell] = tile
            self.laid.append(Put(tile, cell))
            line = line_through(self.cells, cell, across=self.across)
            if may_grow(line.tiles):
                crossing = line_through(self.cells, cell, across=not self.across)
                if len(crossing.cells) == 1 or crossing.readings:
                    yield line
            self.laid.pop()
            del self.cells[cell]
            self.hand[tile] += 1


def _new_sets(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    held = Counter(hand)
    for members in SETS:
        options = [[tile for tile in table.tiles_of(member) if held[tile]] for member in members]
        for chosen in product(*options):
            if all(held[tile] >= count for tile, count in Counter(chosen).items()):
                yield chosen


#: The picks that draw a tile, and that put one back into the hand.
DRAW, HAND = "draw", "hand"
#: A turn may lay tiles this far from the others, and a small table reaches so far.
_BEYOND, _LEAST = 2, (5, 3)


class Held(NamedTuple):
    """A tile and where it was before the turn, None for the hand; ``name`` is its name there."""

    tile: str
    name: str
    origin: Square | None = None


class Arranged(NamedTuple):
    """The table and the hand as they are arranged so far, and the tile that is to be put, if any."""

    cells: dict[Square, Held]
    hand: tuple[Held, ...]
    held: Held | None = None
    #: Where the tile to be put lies until then.
    lifted: Square | None = None

    def move(self) -> Lay:
        puts = [Put(h.tile, cell) for cell, h in self.cells.items() if h.origin is None]
        shifts = [Shift(h.origin, c) for c, h in self.cells.items() if h.origin not in (None, c)]
        return Lay(tuple(puts), tuple(shifts)).in_order()

    def choices(self) -> tuple[str, ...]:
        if self.held is None:
            return (*(held.name for held in self.hand), *map(written, self.cells))
        left, top, right, bottom = map(int, self.window())
        places = ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
        back = (HAND,) if self.held.origin is None else ()
        return (*back, *(written(cell) for cell in places if cell not in self.cells))

    def window(self) -> Box:
        taken = [*self.cells, *([self.lifted] if self.lifted else []), (0, 0), _LEAST]
        columns, rows = zip(*taken, strict=True)
        low, high = (min(columns), min(rows)), (max(columns), max(rows))
        return Box(*(n - _BEYOND for n in low), *(n + _BEYOND for n in high))

    def picked(self, name: str) -> Arranged | None:
        """Return what is arranged after a pick, None for one that cannot be."""
        cell, held = parse_cell(name), self.held
        if cell and not self.window().has(cell):
            return None
        if held is None:
            for other in self.hand:
                if other.name == name:
                    return self._replace(hand=tuple(h for h in self.hand if h != other), held=other)
            if cell is None or cell not in self.cells:
                return None
            rest = {at: other for at, other in self.cells.items() if at != cell}
            return self._replace(cells=rest, held=self.cells[cell], lifted=cell)
        if name == HAND and held.origin is None:  # a tile of the table stays there (rule 3.1)
            hand = sorted((*self.hand, held), key=lambda one: (PLACES[one.tile], one.name))
            return Arranged(self.cells, tuple(hand))
        if cell is None or cell in self.cells:
            return None
        return Arranged({**self.cells, cell: held}, self.hand)


def in_hand(hand: tuple[str, ...], player: str) -> tuple[Held, ...]:
    """Return a hand's tiles with names: ``1:r5``, and ``1:r5/2`` for a second one."""
    copies = [hand[:k].count(tile) + 1 for k, tile in enumerate(hand)]
    return tuple(
        Held(tile, f"{player}:{tile}" + (f"/{copy}" if copy > 1 else ""))
        for tile, copy in zip(hand, copies, strict=True)
    )


def arranged(
    cells: Cells, hand: tuple[str, ...], player: str, picks: Sequence[str]
) -> Arranged | None:
    """Return what a player's picks arrange, None for those that cannot be."""
    lying = {cell: Held(tile, "", cell) for cell, tile in cells.items()}
    now: Arranged | None = Arranged(lying, in_hand(hand, player))
    for name in picks:
        now = now and now.picked(name)
    return now


# -------------------------------------------------------------------------------- turns in words

_ORDINALS = {1: say("first"), 2: say("second"), 3: say("third")}


def moved(player: str, move: AathenuoMove, shifted: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a turn itself; ``shifted`` are the tiles it moves on the table."""
    if isinstance(move, Lay):
        laid = all_of(in_words(put.tile) for put in move.puts)
        yield WordedEvent(
            "tiles laid", say("Player {player} lays {tiles}.", player=player, tiles=laid)
        )
        if tiles := all_of(map(in_words, shifted)):
            yield WordedEvent(
                "tiles moved", say("Player {player} moves {tiles}.", player=player, tiles=tiles)
            )
    elif move.tile == NOTHING:
        words = say("Player {player} passes, as the bag is empty.", player=player)
        yield WordedEvent("passed", words)
    elif move.tile:
        tile = in_words(move.tile)
        yield WordedEvent(
            "tile drawn", say("Player {player} draws {tile}.", player=player, tile=tile)
        )
    else:
        yield WordedEvent("tile drawn", say("Player {player} draws a tile.", player=player))


def emptied(player: str, place: int) -> Event:
    """Return the event of a hand that is empty; ``place`` counts from 1."""
    words = say(
        "Player {player} has no tiles left and takes {place} place.",
        player=player,
        place=_ORDINALS[place],
    )
    return WordedEvent("hand emptied", words)
