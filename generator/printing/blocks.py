"""Blocks: pieces of one component that lie together, and sheets planned as blocks beside each other.

Pure arithmetic in millimetres; nothing is drawn here.  A block is cut off whole, then taken apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from engine.drawing.parts import Pieces
from engine.geometry.plane import Box
from generator.printing import layout
from generator.printing.layout import SheetLayout, Spacing
from generator.printing.sheet import Placement


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

    def moved(self, dx: float, dy: float) -> Block:
        """Return the block shifted by (dx, dy)."""
        return self._replace(layout=self.layout.moved(dx, dy))


class SheetPlan(NamedTuple):
    """Sheets of paper printed together: what they are called, what is on them, the blocks on each."""

    name: str
    title: str
    double_sided: bool
    #: In the kit's order.
    parts: tuple[Pieces, ...]
    pages: tuple[tuple[Block, ...], ...]

    def on(self, page: Iterable[Block]) -> tuple[Pieces, ...]:
        """Return the components on a page, in the kit's order."""
        names = {block.part.name for block in page}
        return tuple(part for part in self.parts if part.name in names)


def alone(part: Pieces, found: SheetLayout) -> SheetPlan:
    """Return the plan of a component that lies on sheets of its own in a layout."""
    firsts = range(0, len(part.pieces), found.capacity)
    pages = tuple((Block(part, first, found),) for first in firsts)
    return SheetPlan(part.name, part.title, part.double_sided, (part,), pages)


def extent_of(page: Sequence[Block]) -> Box:
    """Return the box around the outlines of all pieces of blocks."""
    return reduce(Box.union, (block.layout.extent for block in page))


def ways(part: Pieces, count: int, spacing: Spacing, wanted: str, room: Box) -> list[SheetLayout]:
    """Return the ways to lay ``count`` pieces in the size of ``room``, from the origin.

    The widest come first; each is lower than all that are no wider.

    Raises OptionError for unknown words.
    """
    shape = part.shape(part.size)
    found = [
        one
        for how in _spacings(part, spacing)
        for orientation in layout.orientations(part, wanted)
        for width in layout.widths(shape, orientation, how, room.width)
        for one in (layout.packed(shape, orientation, how, (width, room.height), count),)
        if one.capacity == count
    ]
    return list(_lowest(found))


def _spacings(part: Pieces, spacing: Spacing) -> Iterator[Spacing]:
    """Yield how a component's pieces may lie: discs in straight rows, too, few of them are shorter so."""
    fitting = layout.fitting_spacing(part, spacing)
    if part.shape(part.size).kind == "disc":
        yield fitting._replace(packing="rows")
    yield fitting


def fullest(part: Pieces, spacing: Spacing, wanted: str, room: Box) -> SheetLayout:
    """Return the layout of a component that holds most in the size of ``room``, from the origin.

    Raises OptionError for unknown words.
    """
    spacing = layout.fitting_spacing(part, spacing)
    shape, size = part.shape(part.size), (room.width, room.height)
    tried = [
        layout.packed(shape, orientation, spacing, size)
        for orientation in layout.orientations(part, wanted)
    ]
    return max(tried, key=lambda one: one.capacity)


def _lowest(found: list[SheetLayout]) -> Iterator[SheetLayout]:
    """Yield, of layouts, the widest first, those that are the lowest of their width."""
    found.sort(key=lambda one: (one.extent.width, one.extent.height))
    lowest: list[SheetLayout] = []
    for one in found:
        if not lowest or one.extent.height < lowest[-1].extent.height - layout.EPSILON:
            lowest.append(one)
    yield from reversed(lowest)
