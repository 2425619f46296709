"""The two sides of the paper: which are printed, and where backs lie behind their fronts.

It knows where fronts lie and how the paper is turned or folded, and nothing of what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import scene
from engine.geometry.plane import Box
from generator.printing.paper import Paper
from generator.printing.rulers import strip_areas
from generator.printing.sheet import Placement
from generator.printing.sheet_settings import SheetSettings

#: Between the fold of a gutterfold and the art on either side, in millimetres.
GUTTER = 4.0

#: What the maker is told to do with a sheet of two sides.
TURNING = {
    "long": "turn over the long edge",
    "short": "turn over the short edge",
    "fold": "fold along the dashed line",
    "none": "fronts only",
}


def areas(double_sided: bool, common: SheetSettings) -> list[Box]:
    """Return the areas that may hold the fronts: the page less a strip, or half of it to fold."""
    if not (double_sided and common.printing.duplex == "fold"):
        return strip_areas(common.area)
    x, y = common.paper.width / 2 - GUTTER, common.paper.height / 2 - GUTTER
    halves = []
    for area in strip_areas(common.area):
        halves += [area._replace(right=x), area._replace(bottom=y)]
    return halves


def sides(
    double_sided: bool, fronts: tuple[Placement, ...], whole: Box, common: SheetSettings
) -> Iterator[tuple[str, tuple[Placement, ...]]]:
    """Yield (side, placements) of one sheet of paper as the settings want them.

    ``whole`` is the box around all fronts.
    """
    printing = common.printing
    if not double_sided or printing.duplex == "none":
        if not (double_sided and printing.sides == "backs"):
            yield ("front" if double_sided else "single"), fronts
        else:
            yield "back", _turned_over(fronts, whole, common)
    elif printing.duplex == "fold":
        yield "both", fronts + _turned_over(fronts, whole, common)
    else:
        if printing.sides != "backs":
            yield "front", fronts
        if printing.sides != "fronts":
            yield "back", _turned_over(fronts, whole, common)


def _turned_over(
    fronts: tuple[Placement, ...], whole: Box, common: SheetSettings
) -> tuple[Placement, ...]:
    """Return the backs where they lie exactly behind their fronts when the paper is turned.

    Over the long edge (or a fold down the middle) x is mirrored; over the short edge (or a fold
    across) y is, and the backs stand on their heads.
    """
    width, height = common.paper.width, common.paper.height
    upright = width <= height
    duplex = common.printing.duplex
    sideways = {
        "long": upright,
        "short": not upright,
        "none": True,
        "fold": whole.right <= width / 2,
    }[duplex]
    dx, dy = common.printing.back_shift if duplex != "fold" else (0.0, 0.0)
    return tuple(
        f._replace(x=width - f.x + dx, y=f.y + dy, back=True)
        if sideways
        else f._replace(x=f.x + dx, y=height - f.y + dy, back=True, half_turn=True)
        for f in fronts
    )


def fold_line(paper: Paper, whole: Box) -> scene.Outline:
    """Return the line of a gutterfold beside all fronts."""
    x, y = paper.width / 2, paper.height / 2
    down = whole.right <= x
    ends = ((x, 2.0), (x, paper.height - 2)) if down else ((2.0, y), (paper.width - 2, y))
    return scene.polyline(ends)
