"""Which components of a kit share sheets: those of one stock, where that saves paper.

What is printed on one side and what is printed on two are different stocks, and boards lie on sheets
of their own.  How blocks fill a sheet is :mod:`generator.printing.combining`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box
from generator.printing import combining, cropmarks, duplex
from generator.printing.blocks import Block, SheetPlan, extent_of, parts_of
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
    """Tell whether sheets are printed on both sides, or are backs alone."""
    printing = common.printing
    return plan.double_sided and (printing.duplex != "none" or printing.sides == "backs")


def _stock(
    plans: Sequence[SheetPlan], double_sided: bool, common: SheetSettings
) -> SheetPlan | None:
    """Return the plan of a stock's components that share sheets, None where that saves no paper."""
    parts = [part for plan in plans for part in plan.parts]
    fewest, best = sum(len(plan.pages) for plan in plans), None
    for room in _rooms(double_sided, common):
        if all(combining.fits(part, room) for part in parts):
            pages = combining.fill(parts, room)
            if len(pages) < fewest:
                fewest, best = len(pages), tuple(_in_the_middle(page, room.area) for page in pages)
    if best is None:
        return None
    names = {block.part.name for page in best if len(parts_of(page)) > 1 for block in page}
    pages = tuple(page for page in best if page[0].part.name in names)
    return SheetPlan(NAMES[double_sided], TITLES[double_sided], double_sided, pages)


def _rooms(double_sided: bool, common: SheetSettings) -> Iterator[Room]:
    """Yield what blocks may fill, of areas of one size the first."""
    printing = common.printing
    bleed = printing.bleed * 2 / SQRT3  # of a hexagon's corner
    between = max(BETWEEN, 2 * bleed + BETWEEN / 2, printing.gap)
    beside = 0.0
    if printing.marks == "crop":
        beside = cropmarks.ROOM
        between = max(between, 2 * (bleed + cropmarks.CLEAR) + cropmarks.TICK)
    seen: dict[tuple[float, float], Box] = {}
    for area in duplex.areas_beside_marks(double_sided, common, beside):
        room = area.grown(-bleed)
        seen.setdefault((round(room.width, 6), round(room.height, 6)), room)
    for room in seen.values():
        yield Room(room, between, common.spacing, printing.orientation)


def _in_the_middle(page: Sequence[Block], area: Box) -> tuple[Block, ...]:
    """Return a sheet's blocks moved together to the middle of an area."""
    x, y = extent_of(page).centre
    dx, dy = area.centre.x - x, area.centre.y - y
    return tuple(block.moved(dx, dy) for block in page)
