"""Which components share sheets: those of one stock, in blocks, where that saves paper.

What is printed on one side and what is printed on two are different stocks.  Blocks are parted by
straight cuts, each from edge to edge of what the cuts before it left (as a guillotine makes them).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import nsmallest
from itertools import permutations, product
from typing import NamedTuple

from engine.drawing.parts import Pieces
from engine.geometry.plane import Box
from generator.printing import layout
from generator.printing.layout import EPSILON, MARK_GAP, SheetLayout
from generator.printing.sheet import Block, Page, SheetPlan, SheetSettings, extent_of
from generator.printing.template import PrintSettings

#: Blocks lie so far apart: room for a straight cut that is a little off.
BETWEEN = 4.0
#: So many ways to fill the sheets are followed at a time; of so few components every order is tried.
_FOLLOWED, _FEW = 6, 4


def shared(plans: Sequence[SheetPlan], common: SheetSettings) -> Iterator[SheetPlan]:
    """Yield plans for components that share sheets, of each stock those whose sheets are fewer for it.

    ``plans`` are those of components alone.
    """
    backs = common.printing.duplex != "none"
    for double_sided, title in ((False, "parts"), (True, "two-sided parts")):
        own = [one for one in plans if (one.double_sided and backs) == double_sided]
        parts = [part for plan in own for part in plan.parts]
        fewest, best = sum(len(plan.pages) for plan in own), list[Page]()
        for room in _rooms(parts, common) if len(parts) > 1 else ():
            pages = fill(parts, room)
            if pages and len(pages) < fewest:
                fewest, best = len(pages), [_centred(page, room.area) for page in pages]
        on = [(page, {block.part.name for block in page}) for page in best]
        names = set[str]().union(*(some for _, some in on if len(some) > 1))
        if names:
            kept = tuple(part for part in parts if part.name in names)
            kept_pages = tuple(page for page, some in on if some <= names)
            name = title.replace(" ", "-")
            yield SheetPlan(name, title, double_sided, common.paper, kept, kept_pages)


def _centred(page: Page, area: Box) -> Page:
    (x, y), middle = extent_of(page).centre, area.centre
    return tuple(b._replace(layout=b.layout.moved(middle.x - x, middle.y - y)) for b in page)


class Room(NamedTuple):
    """What blocks may fill: the area for outlines, the space between blocks, how pieces lie."""

    area: Box
    between: float
    printing: PrintSettings


def _rooms(parts: Sequence[Pieces], common: SheetSettings) -> list[Room]:
    printing = common.printing
    shapes = [part.shape(part.size) for part in parts]
    # How far art reaches beyond the boxes of outlines.
    reach = max(shape.grown(printing.bleed).height - shape.height for shape in shapes) / 2
    between = max(BETWEEN, 2 * reach + MARK_GAP, printing.gap)
    # Where a piece is too large to leave crop marks room, none has it.
    areas = max((common.areas(part) for part in parts), key=lambda some: some[0].width)
    return [Room(area.grown(-reach), between, printing) for area in areas]


class _Rest(NamedTuple):
    """A component, and the first of its pieces that are yet to be placed."""

    part: Pieces
    first: int

    @property
    def amount(self) -> int:
        return len(self.part.pieces) - self.first

    @property
    def covered(self) -> float:
        return self.amount * self.part.shape(self.part.size).area


#: A free place and its sheet.
_Free = tuple[int, Box]


class _Filling(NamedTuple):
    """Sheets filled so far: the blocks with the sheet of each, and what is free of them."""

    sheets: int = 0
    placed: tuple[tuple[int, Block], ...] = ()
    free: tuple[_Free, ...] = ()

    def compact(self) -> tuple[float, ...]:
        """Return a merit by the boxes around all that lies on each sheet: neat where there is room."""
        reached: dict[int, Box] = {}
        for sheet, block in self.placed:
            box = block.layout.extent
            reached[sheet] = box.union(reached.get(sheet, box))
        area = sum(box.width * box.height for box in reached.values())
        return self.sheets, len(self.placed), area

    def roomy(self) -> tuple[float, ...]:
        """Return a merit by how unbroken the free space is: most goes on a sheet."""
        whole = sum((box.width * box.height) ** 2 for _, box in self.free)
        return self.sheets, len(self.placed), -whole


def fill(parts: Sequence[Pieces], room: Room) -> tuple[Page, ...]:
    """Return the blocks of components, sheet by sheet, on the fewest sheets that are found.

    What fills whole sheets of its own comes first.  What is left of a component is broken into
    several blocks only where that saves a sheet.  There are none where a piece does not fit.
    """
    own, rests = list[Page](), list[_Rest]()
    for part in parts:
        if not (whole := _fullest(part, room, room.area)).capacity:
            return ()
        last = len(part.pieces) - len(part.pieces) % whole.capacity
        moved = whole.moved(room.area.left, room.area.top)
        own += [(Block(part, first, moved),) for first in range(0, last, whole.capacity)]
        rests += [_Rest(part, last)] if last < len(part.pieces) else []
    tried = [rests, sorted(rests, key=lambda rest: rest.covered, reverse=True)]
    if len(rests) <= _FEW:
        tried = [list(order) for order in permutations(rests)]
    covered = sum(rest.covered for rest in rests)
    least = math.ceil(covered / (room.area.width * room.area.height) - EPSILON)
    best = _Filling(len(rests) + 1)
    merits = (_Filling.compact, _Filling.roomy)
    for breaking, merit, order in product((False, True), merits, tried):
        if best.sheets <= least:
            break
        followed = [_Filling()]
        for rest in order:
            ways = (new for one in followed for new in _with(one, rest, room, breaking))
            fewer = (new for new in ways if new.sheets < best.sheets)
            followed = nsmallest(_FOLLOWED, fewer, key=merit)
        best = followed[0] if followed else best
    return *own, *(tuple(b for s, b in best.placed if s == n) for n in range(best.sheets))


def _with(filling: _Filling, rest: _Rest, room: Room, breaking: bool) -> Iterator[_Filling]:
    """Yield the fillings with a rest placed as well; on a new sheet where it must be."""
    ways = _ways(rest.part, rest.amount, room)
    same = list(_in(filling, filling.free, rest, ways, room.between))
    yield from same
    if same:
        return
    new = (filling.sheets, room.area)
    opened = filling._replace(sheets=filling.sheets + 1, free=(*filling.free, new))
    yield from _in(opened, (new,), rest, ways, room.between)
    held = [(_fullest(rest.part, room, free[1]), free) for free in filling.free if breaking]
    way, free = max(held, key=lambda one: one[0].capacity, default=(ways[0], new))
    # Where by rounding all would fit after all, nothing would be left to be broken off.
    if held and 0 < way.capacity < rest.amount:
        for broken in _in(filling, (free,), rest, [way], room.between):
            others = rest._replace(first=rest.first + way.capacity)
            yield from _with(broken, others, room, breaking)


def _in(
    filling: _Filling,
    free: Iterable[_Free],
    rest: _Rest,
    ways: Iterable[SheetLayout],
    between: float,
) -> Iterator[_Filling]:
    """Yield the fillings with a rest laid in one of the ways in one of some free places."""
    for at, way in product(free, ways):
        sheet, (left, top, right, bottom) = at
        width, height = way.extent.width, way.extent.height
        if left + width > right + EPSILON or top + height > bottom + EPSILON:
            continue
        laid = Block(*rest, way.moved(left - way.extent.left, top - way.extent.top))
        x, y = left + width + between, top + height + between
        level = Box(x, top, right, top + height), Box(left, y, right, bottom)
        upright = Box(x, top, right, bottom), Box(left, y, left + width, bottom)
        others = tuple(one for one in filling.free if one is not at)
        for cut in (level, upright):
            on = ((sheet, b) for b in cut if b.right > b.left and b.bottom > b.top)
            yield _Filling(filling.sheets, (*filling.placed, (sheet, laid)), (*others, *on))


@lru_cache(maxsize=256)
def _fullest(part: Pieces, room: Room, box: Box) -> SheetLayout:
    """Return the layout of a component that holds most in the size of ``box``, from the origin."""
    # The room is that of outlines.
    own = replace(layout.fitting(part, room.printing), bleed=0.0)
    return layout.fullest(part, own, box.width, box.height)


@lru_cache(maxsize=256)
def _ways(part: Pieces, count: int, room: Room) -> list[SheetLayout]:
    """Return the ways to lay ``count`` pieces as a block, the widest first, each lower than wider ones."""
    shape, own = part.shape(part.size), layout.fitting(part, room.printing)
    # A few discs are shorter in straight rows.
    rows = [replace(own, packing="rows")] if shape.kind == "disc" else []
    blocks = [
        layout.packed(shape, way, how, (width, room.area.height), count)
        for how in (*rows, own)
        for way in layout.ways(part, own)
        for width in layout.widths(shape, way, how, room.area.width)
    ]
    lowest: list[SheetLayout] = []
    for one in sorted(blocks, key=lambda one: (one.extent.width, one.extent.height)):
        is_lower = not lowest or one.extent.height < lowest[-1].extent.height - EPSILON
        if one.capacity == count and is_lower:
            lowest.append(one)
    return lowest[::-1]
