"""The two sides of the paper: which are printed, and where backs lie behind their fronts.

It knows where fronts lie and how the paper is turned or folded, and nothing of what is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import scene
from engine.drawing.parts import Pieces
from engine.geometry.plane import Box
from generator.printing import cropmarks, layout
from generator.printing.backcorrection import turns_sideways
from generator.printing.rulers import without_foot
from generator.printing.sheet import Placement, SheetSettings

#: Between the fold of a gutterfold and the art on either side, in millimetres.
GUTTER = 4.0

#: What the maker is told to do with a sheet of two sides.
TURNING = {
    "long": "flip on long edge",
    "short": "flip on short edge",
    "fold": "fold along the dashed line",
    "none": "fronts only",
}


def areas(part: Pieces, common: SheetSettings) -> list[Box]:
    """Return the areas that may hold the fronts: the page less a strip, or half of it to fold.

    Crop marks have room beside them, unless not one piece would be left room for.
    """
    if common.printing.marks == "crop":
        beside = max(common.margin, common.reach + cropmarks.ROOM)
        roomy = _areas(part, common, common.printable(common.paper, beside), cropmarks.ROOM)
        if layout.best(part, common.spacing, roomy, common.printing.orientation).capacity:
            return roomy
    return _areas(part, common, common.area, 0.0)


def _areas(part: Pieces, common: SheetSettings, room: Box, above_foot: float) -> list[Box]:
    foot = without_foot(common.area, above_foot).bottom
    box = room._replace(bottom=min(room.bottom, foot))
    if not (part.double_sided and common.printing.duplex == "fold"):
        return [box]
    x, y = common.paper.width / 2 - GUTTER, common.paper.height / 2 - GUTTER
    # Folded across, what lies behind the foot stays free as well.
    return [box._replace(right=x), box._replace(top=common.paper.height - box.bottom, bottom=y)]


def sides(
    double_sided: bool, fronts: tuple[Placement, ...], whole: Box, common: SheetSettings
) -> Iterator[tuple[str, tuple[Placement, ...]]]:
    """Yield (side, placements) of one sheet of paper as the settings want them.

    ``whole`` is the box around all fronts.
    """
    printing = common.printing
    if not double_sided or printing.duplex == "none":
        yield ("front" if double_sided else "single"), fronts
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
    across) y is, and the backs stand on their heads.  A printer's errors are not yet corrected.
    """
    width, height = common.paper.width, common.paper.height
    sideways = turns_sideways(common.printing, common.paper)
    if common.printing.duplex == "fold":
        sideways = whole.right <= width / 2
    return tuple(
        f._replace(x=width - f.x, back=True)
        if sideways
        else f._replace(y=height - f.y, back=True, half_turn=True)
        for f in fronts
    )


def fold_line(whole: Box, common: SheetSettings, strip: Box) -> scene.Outline:
    """Return the line of a gutterfold beside all fronts, which stops short of the strip of rulers."""
    page = common.printable(common.paper, 2.0)
    x, y = common.paper.width / 2, common.paper.height / 2
    if whole.right <= x:
        return scene.polyline(((x, page.top), (x, strip.top - 1)))
    return scene.polyline(((page.left, y), (page.right, y)))
