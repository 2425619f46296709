"""Components of one stock on common sheets: which of their blocks go on which sheet, and where.

Blocks are parted by straight cuts, each from edge to edge of what the cuts before it left (as a
guillotine makes them), so what is free is kept as rectangles.  Pure arithmetic in millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from itertools import permutations, product
from typing import NamedTuple

from engine.drawing.parts import Pieces
from engine.geometry.plane import Box, Point
from generator.printing import blocks, layout
from generator.printing.blocks import Block
from generator.printing.layout import SheetLayout, Spacing

_EPSILON = layout.EPSILON
#: So many ways to fill the sheets are followed at a time.
_FOLLOWED = 6
#: Of so few components every order is tried.
_FEW = 4


class Room(NamedTuple):
    """What blocks may fill: the area for outlines, the space between blocks, how pieces lie."""

    area: Box
    between: float
    spacing: Spacing
    orientation: str


class _Rest(NamedTuple):
    """The pieces of a component from ``first`` on."""

    part: Pieces
    first: int

    @property
    def amount(self) -> int:
        return len(self.part.pieces) - self.first

    @property
    def covered(self) -> float:
        return self.amount * self.part.shape(self.part.size).area


class _Free(NamedTuple):
    sheet: int
    box: Box


class _Placed(NamedTuple):
    """A block of a component, from its piece ``first`` on, with its corner in a free place."""

    at: _Free
    part: Pieces
    first: int
    way: SheetLayout

    @property
    def box(self) -> Box:
        """The box around the block's outlines."""
        return self.way.extent.moved(*self._corner)

    @property
    def block(self) -> Block:
        return Block(self.part, self.first, self.way.moved(*self._corner))

    @property
    def _corner(self) -> Point:
        return Point(self.at.box.left - self.way.extent.left, self.at.box.top - self.way.extent.top)


class _Filling(NamedTuple):
    """Sheets filled so far: their blocks, and what is free of them."""

    sheets: int = 0
    placed: tuple[_Placed, ...] = ()
    free: tuple[_Free, ...] = ()


#: What is to be small of sheets as they are filled: first how many they are, then the blocks.
_Merit = Callable[[_Filling], tuple[float, ...]]


def _compact(filling: _Filling) -> tuple[float, ...]:
    """Return a merit by the boxes around all that lies on each sheet: neat where there is room."""
    reached: dict[int, Box] = {}
    for placed in filling.placed:
        sheet = placed.at.sheet
        reached[sheet] = placed.box.union(reached.get(sheet, placed.box))
    area = sum(box.width * box.height for box in reached.values())
    return filling.sheets, len(filling.placed), area


def _roomy(filling: _Filling) -> tuple[float, ...]:
    """Return a merit by how unbroken the free space is: most goes on a sheet."""
    whole = sum((f.box.width * f.box.height) ** 2 for f in filling.free)
    return filling.sheets, len(filling.placed), -whole


def fits(part: Pieces, room: Room) -> bool:
    """Tell whether a piece of a component fits the area.

    Raises OptionError for unknown words.
    """
    return blocks.fullest(part, room.spacing, room.orientation, room.area).capacity > 0


def fill(parts: Sequence[Pieces], room: Room) -> tuple[tuple[Block, ...], ...]:
    """Return the blocks of components, sheet by sheet, on the fewest sheets that are found.

    What fills whole sheets of its own comes first.  What is left of a component is broken into
    several blocks only where that saves a sheet.  A piece of each fits the area.

    Raises OptionError for unknown words.
    """
    desk = _Desk(room)
    own, rests = [], []
    for part in parts:
        whole = desk.fullest(part, room.area)
        last = len(part.pieces) - len(part.pieces) % whole.capacity
        moved = whole.moved(room.area.left, room.area.top)
        own += [(Block(part, first, moved),) for first in range(0, last, whole.capacity)]
        rests += [_Rest(part, last)] if last < len(part.pieces) else []
    return (*own, *_shared(rests, desk))


def _shared(rests: Sequence[_Rest], desk: _Desk) -> Iterator[tuple[Block, ...]]:
    """Yield the sheets that hold what is left of components, each less than a sheet."""
    if not rests:
        return
    least = _fewest(rests, desk.room.area)
    best = desk.apart(rests)
    for breaking, merit, order in product((False, True), (_compact, _roomy), list(_orders(rests))):
        if best.sheets <= least:
            break
        best = desk.filled(order, merit, best, breaking=breaking)
    for sheet in range(best.sheets):
        yield tuple(placed.block for placed in best.placed if placed.at.sheet == sheet)


def _fewest(rests: Sequence[_Rest], area: Box) -> int:
    """Return how many sheets pieces fill at the least, by what they cover."""
    return math.ceil(sum(rest.covered for rest in rests) / (area.width * area.height) - _EPSILON)


def _orders(rests: Sequence[_Rest]) -> Iterator[Sequence[_Rest]]:
    """Yield the orders in which pieces are placed: the kit's first, then others."""
    if len(rests) <= _FEW:
        yield from permutations(rests)
        return
    yield rests
    yield sorted(rests, key=lambda rest: -rest.covered)
    yield sorted(rests, key=lambda rest: -max(rest.part.shape(rest.part.size)[1:]))


class _Desk:
    """Where sheets are filled; what was found of a component is remembered."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._ways: dict[tuple[str, int], list[SheetLayout]] = {}
        self._fullest: dict[tuple[str, float, float], SheetLayout] = {}

    def fullest(self, part: Pieces, box: Box) -> SheetLayout:
        """Return the layout of a component that holds most in the size of a box."""
        key = part.name, round(box.width, 6), round(box.height, 6)
        if key not in self._fullest:
            spacing, wanted = self.room.spacing, self.room.orientation
            self._fullest[key] = blocks.fullest(part, spacing, wanted, box)
        return self._fullest[key]

    def ways(self, rest: _Rest) -> list[SheetLayout]:
        """Return the ways to lay pieces as one block."""
        key = rest.part.name, rest.amount
        if key not in self._ways:
            room = self.room
            found = blocks.ways(rest.part, rest.amount, room.spacing, room.orientation, room.area)
            self._ways[key] = found
        return self._ways[key]

    def apart(self, rests: Sequence[_Rest]) -> _Filling:
        """Return the sheets with the pieces of each component on one of its own."""
        placed = (
            _Placed(_Free(sheet, self.room.area), rest.part, rest.first, self.ways(rest)[0])
            for sheet, rest in enumerate(rests)
        )
        return _Filling(len(rests), tuple(placed))

    def filled(
        self, rests: Sequence[_Rest], merit: _Merit, best: _Filling, *, breaking: bool
    ) -> _Filling:
        """Return fewer sheets than the best, all pieces placed in this order; the best if there are none."""
        followed = [_Filling()]
        for rest in rests:
            found = (
                filling
                for one in followed
                for filling in self._with(one, rest, breaking=breaking)
                if filling.sheets < best.sheets
            )
            followed = nsmallest(_FOLLOWED, found, key=merit)
        return followed[0] if followed else best

    def _with(self, filling: _Filling, rest: _Rest, *, breaking: bool) -> Iterator[_Filling]:
        """Yield the fillings with pieces placed as well; on a new sheet where they must be."""
        whole = list(self._in(filling, filling.free, rest, self.ways(rest)))
        if whole:
            yield from whole
            return
        new = _Free(filling.sheets, self.room.area)
        opened = filling._replace(sheets=filling.sheets + 1, free=(*filling.free, new))
        yield from self._in(opened, (new,), rest, self.ways(rest))
        roomiest = max(
            filling.free if breaking else (),
            key=lambda free: self.fullest(rest.part, free.box).capacity,
            default=None,
        )
        way = roomiest and self.fullest(rest.part, roomiest.box)
        if roomiest and way and way.capacity:
            after = rest._replace(first=rest.first + way.capacity)
            for broken in self._in(filling, (roomiest,), rest, [way]):
                yield from self._with(broken, after, breaking=True)

    def _in(
        self, filling: _Filling, free: Sequence[_Free], rest: _Rest, ways: Sequence[SheetLayout]
    ) -> Iterator[_Filling]:
        """Yield the fillings with a block laid in one of the ways in one of some free places."""
        for at in free:
            others = tuple(one for one in filling.free if one is not at)
            for way in ways:
                width, height = way.extent.width, way.extent.height
                if width <= at.box.width + _EPSILON and height <= at.box.height + _EPSILON:
                    placed = (*filling.placed, _Placed(at, rest.part, rest.first, way))
                    for left in self._left(at, width, height):
                        yield _Filling(filling.sheets, placed, (*others, *left))

    def _left(self, at: _Free, width: float, height: float) -> Iterator[Iterator[_Free]]:
        """Yield what is left beside a block in a corner, by the direction of the first cut."""
        sheet, (left, top, right, bottom) = at
        beside, below = left + width + self.room.between, top + height + self.room.between
        level = Box(beside, top, right, top + height), Box(left, below, right, bottom)
        upright = Box(beside, top, right, bottom), Box(left, below, left + width, bottom)
        for ways in (level, upright):
            yield (
                _Free(sheet, one) for one in ways if one.right > one.left and one.bottom > one.top
            )
