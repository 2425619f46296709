"""Which components of a kit share sheets: those of one stock, where that saves paper.

What is printed on one side and what is printed on two are different stocks, and boards lie on sheets
of their own.  How blocks fill a sheet is :mod:`generator.printing.combining`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.drawing.parts import Pieces
from engine.geometry.plane import Box
from generator.printing import combining, cropmarks, duplex
from generator.printing.blocks import Block, SheetPlan, extent_of
from generator.printing.combining import Room
from generator.printing.sheet_settings import SheetSettings

#: Blocks lie so far apart, in millimetres: room for a straight cut that is a little off.
BETWEEN = 4.0

#: What shared sheets are called, printed on one side and on two.
NAMES = {False: "parts", True: "two-sided-parts"}
TITLES = {False: "parts", True: "two-sided parts"}


def shared(plans: Sequence[SheetPlan], common: SheetSettings) -> Iterator[SheetPlan]:
    """Yield plans for components that share sheets, of each stock those whose sheets are fewer for it.

    ``plans`` are those of components alone.

    Raises OptionError for unknown words.
    """
    for double_sided in (False, True):
        own = [one for one in plans if _on_both_sides(one, common) == double_sided]
        if len(own) > 1 and (found := _stock(own, double_sided, common)):
            yield found


def _on_both_sides(plan: SheetPlan, common: SheetSettings) -> bool:
    """Tell whether sheets are printed on both sides, or on one of two."""
    return plan.double_sided and common.printing.duplex != "none"


def _stock(
    plans: Sequence[SheetPlan], double_sided: bool, common: SheetSettings
) -> SheetPlan | None:
    """Return the plan of a stock's components that share sheets, None where that saves no paper."""
    parts = [part for plan in plans for part in plan.parts]
    fewest, best = sum(len(plan.pages) for plan in plans), None
    for room in _rooms(parts, common):
        if all(combining.fits(part, room) for part in parts):
            pages = combining.fill(parts, room)
            if len(pages) < fewest:
                fewest, best = len(pages), tuple(_in_the_middle(page, room.area) for page in pages)
    if best is None:
        return None
    on = [{block.part.name for block in page} for page in best]
    names = set().union(*(one for one in on if len(one) > 1))
    return SheetPlan(
        NAMES[double_sided],
        TITLES[double_sided],
        double_sided,
        tuple(part for part in parts if part.name in names),
        tuple(page for page, one in zip(best, on, strict=True) if one <= names),
    )


def _rooms(parts: Sequence[Pieces], common: SheetSettings) -> Iterator[Room]:
    """Yield what blocks may fill, of areas of one size the first."""
    printing = common.printing
    bleed = max(_reach(part, printing.bleed) for part in parts)
    between = max(BETWEEN, 2 * bleed + cropmarks.GAP, printing.gap)
    # Where a piece is too large to leave crop marks room, none has it.
    areas = max((duplex.areas(part, common) for part in parts), key=lambda some: some[0].width)
    seen: dict[tuple[float, float], Box] = {}
    for area in areas:
        room = area.grown(-bleed)
        seen.setdefault((round(room.width, 6), round(room.height, 6)), room)
    for room in seen.values():
        yield Room(room, between, common.spacing, printing.orientation)


def _reach(part: Pieces, bleed: float) -> float:
    """Return how far a piece's art reaches beyond the box of its outline."""
    shape = part.shape(part.size)
    art = shape.grown(bleed)
    return max(art.width - shape.width, art.height - shape.height) / 2


def _in_the_middle(page: Sequence[Block], area: Box) -> tuple[Block, ...]:
    """Return a sheet's blocks moved together to the middle of an area."""
    x, y = extent_of(page).centre
    dx, dy = area.centre.x - x, area.centre.y - y
    return tuple(block.moved(dx, dy) for block in page)
