"""Which components share sheets: those of one stock, in blocks, where that saves paper.

What is printed on one side and what is printed on two are different stocks; boards lie on sheets of
their own.  Blocks are parted by straight cuts, each from edge to edge of what the cuts before it left
(as a guillotine makes them), so what is free is kept as rectangles.  Millimetres; nothing is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from heapq import nsmallest
from itertools import permutations, product
from typing import NamedTuple

from engine.drawing.parts import Pieces
from engine.geometry.plane import Box
from generator.printing import cropmarks, duplex, layout
from generator.printing.layout import EPSILON, SheetLayout, Spacing
from generator.printing.sheet import Placement, SheetSettings

#: Blocks lie so far apart: room for a straight cut that is a little off.
BETWEEN = 4.0
#: So many ways to fill the sheets are followed at a time; of so few components every order is tried.
_FOLLOWED, _FEW = 6, 4


class Block(NamedTuple):
    """Pieces of a component that lie together: the first of them, and where they all lie."""

    part: Pieces
    first: int
    layout: SheetLayout

    @property
    def fronts(self) -> tuple[Placement, ...]:
        """The pieces in their places, with their fronts up."""
        pieces = self.part.pieces[self.first : self.first + self.layout.capacity]
        return tuple(
            Placement(piece, *site, False, self.part, self.layout.orientation)
            for piece, site in zip(pieces, self.layout.sites, strict=False)
        )


Page = tuple[Block, ...]


class SheetPlan(NamedTuple):
    """Sheets of paper printed together: what they are called, the components, the blocks on each."""

    name: str
    title: str
    double_sided: bool
    #: In the kit's order.
    parts: tuple[Pieces, ...]
    pages: tuple[Page, ...]


def alone(part: Pieces, found: SheetLayout) -> SheetPlan:
    """Return the plan of a component that lies on sheets of its own in a layout."""
    pages = tuple((Block(part, k, found),) for k in range(0, len(part.pieces), found.capacity))
    return SheetPlan(part.name, part.title, part.double_sided, (part,), pages)


def extent_of(page: Page) -> Box:
    """Return the box around the outlines of all pieces of blocks."""
    return reduce(Box.union, (block.layout.extent for block in page))


def _moved(page: Page, dx: float, dy: float) -> Page:
    return tuple(block._replace(layout=block.layout.moved(dx, dy)) for block in page)


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
            if all(_fullest(part, room, room.area).capacity for part in parts):
                pages = fill(parts, room)
                if len(pages) < fewest:
                    fewest, middle = len(pages), room.area.centre
                    centres = [extent_of(page).centre for page in pages]
                    best = [
                        _moved(page, middle.x - at.x, middle.y - at.y)
                        for page, at in zip(pages, centres, strict=True)
                    ]
        if best:
            on = [(page, {block.part.name for block in page}) for page in best]
            names = set().union(*(some for _, some in on if len(some) > 1))
            kept = tuple(part for part in parts if part.name in names)
            kept_pages = tuple(page for page, some in on if some <= names)
            yield SheetPlan(title.replace(" ", "-"), title, double_sided, kept, kept_pages)


class Room(NamedTuple):
    """What blocks may fill: the area for outlines, the space between blocks, how pieces lie."""

    area: Box
    between: float
    spacing: Spacing
    orientation: str


def _rooms(parts: Sequence[Pieces], common: SheetSettings) -> list[Room]:
    """Return what blocks may fill, of areas of one size the first."""
    printing, reach = common.printing, 0.0
    for part in parts:  # how far art reaches beyond the boxes of outlines
        shape = part.shape(part.size)
        art = shape.grown(printing.bleed)
        reach = max(reach, (art.width - shape.width) / 2, (art.height - shape.height) / 2)
    between = max(BETWEEN, 2 * reach + cropmarks.GAP, printing.gap)
    # Where a piece is too large to leave crop marks room, none has it.
    areas = max((duplex.areas(part, common) for part in parts), key=lambda some: some[0].width)
    rooms: dict[tuple[float, float], Room] = {}
    for area in (one.grown(-reach) for one in areas):
        room = Room(area, between, common.spacing, printing.orientation)
        rooms.setdefault((round(area.width, 6), round(area.height, 6)), room)
    return list(rooms.values())


# -------------------------------------------------------------------------------- filling sheets


class _Filling(NamedTuple):
    """Sheets filled so far: the blocks with the sheet of each, and what is free of them."""

    sheets: int = 0
    placed: tuple[tuple[int, Block], ...] = ()
    free: tuple[tuple[int, Box], ...] = ()


def fill(parts: Sequence[Pieces], room: Room) -> tuple[Page, ...]:
    """Return the blocks of components, sheet by sheet, on the fewest sheets that are found.

    What fills whole sheets of its own comes first.  What is left of a component is broken into
    several blocks only where that saves a sheet.  A piece of each fits the area.
    """
    own: list[Page] = []
    rests: list[tuple[Pieces, int]] = []  # with the first piece that is left
    for part in parts:
        whole = _fullest(part, room, room.area)
        last = len(part.pieces) - len(part.pieces) % whole.capacity
        moved = whole.moved(room.area.left, room.area.top)
        own += [(Block(part, first, moved),) for first in range(0, last, whole.capacity)]
        rests += [(part, last)] if last < len(part.pieces) else []

    def covered(rest: tuple[Pieces, int]) -> float:
        return -(len(rest[0].pieces) - rest[1]) * rest[0].shape(rest[0].size).area

    def longest(rest: tuple[Pieces, int]) -> float:
        return -max(rest[0].shape(rest[0].size)[1:])

    few = len(rests) <= _FEW
    tried: list[Sequence[tuple[Pieces, int]]] = [*permutations(rests)] if few else [rests]
    tried += [] if few else [sorted(rests, key=key) for key in (covered, longest)]
    least = math.ceil(-sum(map(covered, rests)) / (room.area.width * room.area.height) - EPSILON)
    best = _Filling(len(rests) + 1)
    for breaking, merit, order in product((False, True), (_compact, _roomy), tried):
        if best.sheets <= least:
            break
        followed = [_Filling()]
        for part, first in order:
            ways = (new for one in followed for new in _with(one, part, first, room, breaking))
            fewer = (new for new in ways if new.sheets < best.sheets)
            followed = nsmallest(_FOLLOWED, fewer, key=merit)
        best = followed[0] if followed else best
    return *own, *(tuple(b for s, b in best.placed if s == n) for n in range(best.sheets))


def _compact(filling: _Filling) -> tuple[float, ...]:
    """Return a merit by the boxes around all that lies on each sheet: neat where there is room."""
    reached: dict[int, Box] = {}
    for sheet, block in filling.placed:
        box = block.layout.extent
        reached[sheet] = box.union(reached.get(sheet, box))
    area = sum(box.width * box.height for box in reached.values())
    return filling.sheets, len(filling.placed), area


def _roomy(filling: _Filling) -> tuple[float, ...]:
    """Return a merit by how unbroken the free space is: most goes on a sheet."""
    whole = sum((box.width * box.height) ** 2 for _, box in filling.free)
    return filling.sheets, len(filling.placed), -whole


def _with(
    filling: _Filling, part: Pieces, first: int, room: Room, breaking: bool
) -> Iterator[_Filling]:
    """Yield the fillings with a component's pieces placed as well; on a new sheet where they must be."""
    ways = _ways(part, len(part.pieces) - first, room)
    same = list(_in(filling, filling.free, part, first, ways, room.between))
    yield from same
    if same:
        return
    new = (filling.sheets, room.area)
    opened = filling._replace(sheets=filling.sheets + 1, free=(*filling.free, new))
    yield from _in(opened, (new,), part, first, ways, room.between)
    held = [(_fullest(part, room, free[1]), free) for free in filling.free if breaking]
    for way, free in sorted(held, key=lambda one: -one[0].capacity)[:1]:
        # All may fit the size of a rectangle from the origin, and by rounding not the place itself.
        if 0 < way.capacity < len(part.pieces) - first:
            for broken in _in(filling, (free,), part, first, [way], room.between):
                yield from _with(broken, part, first + way.capacity, room, breaking)


def _in(
    filling: _Filling,
    free: Sequence[tuple[int, Box]],
    part: Pieces,
    first: int,
    ways: Sequence[SheetLayout],
    between: float,
) -> Iterator[_Filling]:
    """Yield the fillings with a block laid in one of the ways in one of some free places."""
    for at in free:
        sheet, (left, top, right, bottom) = at
        others = tuple(one for one in filling.free if one is not at)
        for way in ways:
            width, height = way.extent.width, way.extent.height
            if left + width > right + EPSILON or top + height > bottom + EPSILON:
                continue
            laid = Block(part, first, way.moved(left - way.extent.left, top - way.extent.top))
            x, y = left + width + between, top + height + between
            level = Box(x, top, right, top + height), Box(left, y, right, bottom)
            upright = Box(x, top, right, bottom), Box(left, y, left + width, bottom)
            for cut in (level, upright):
                rest = ((sheet, b) for b in cut if b.right > b.left and b.bottom > b.top)
                yield _Filling(filling.sheets, (*filling.placed, (sheet, laid)), (*others, *rest))


@lru_cache(maxsize=256)
def _fullest(part: Pieces, room: Room, box: Box) -> SheetLayout:
    """Return the layout of a component that holds most in the size of ``box``, from the origin."""
    spacing = layout.fitting_spacing(part, room.spacing)
    shape, size = part.shape(part.size), (box.width, box.height)
    ways = layout.orientations(part, room.orientation)
    return max(
        (layout.packed(shape, way, spacing, size) for way in ways), key=lambda one: one.capacity
    )


@lru_cache(maxsize=256)
def _ways(part: Pieces, count: int, room: Room) -> list[SheetLayout]:
    """Return the ways to lay ``count`` pieces as a block, the widest first, each lower than wider ones."""
    shape, spacing = part.shape(part.size), layout.fitting_spacing(part, room.spacing)
    spacings = [spacing]
    if shape.kind == "disc":  # few of them are shorter in straight rows
        spacings.insert(0, spacing._replace(packing="rows"))
    blocks = [
        layout.packed(shape, way, how, (width, room.area.height), count)
        for how in spacings
        for way in layout.orientations(part, room.orientation)
        for width in layout.widths(shape, way, how, room.area.width)
    ]
    lowest: list[SheetLayout] = []
    for one in sorted(blocks, key=lambda one: (one.extent.width, one.extent.height)):
        is_lower = not lowest or one.extent.height < lowest[-1].extent.height - EPSILON
        if one.capacity == count and is_lower:
            lowest.append(one)
    return lowest[::-1]
