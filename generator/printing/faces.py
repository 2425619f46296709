"""Faces on their own, front and back, as printing on demand asks for: a sheet of its own for each.

It knows how pieces are drawn and how a picture is to be.  Pieces that look alike share a face.
Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from engine.drawing import scene
from engine.drawing.parts import Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, Box, Transform, number
from generator.printing import pieces, sheet
from generator.printing.paper import Paper
from generator.printing.presets import FacePicture
from generator.printing.sheet import Placement, Sheet, SheetSettings, key_of

#: The sides of pieces with backs, by ``--sides``.
_SIDES = {"both": ("front", "back"), "fronts": ("front",), "backs": ("back",)}


def sheets(game: str, part: Pieces, common: SheetSettings, picture: FacePicture) -> Iterator[Sheet]:
    """Yield the faces of a component's pieces, fronts before backs, those alike together.

    Raises OptionError for pieces that the picture does not hold.
    """
    printing = common.printing
    way = common.spacing.ways(part)[0]
    cut = part.shape(part.size).turned(way)
    canvas = Box(0.0, 0.0, cut.width + 2 * printing.bleed, cut.height + 2 * printing.bleed)
    if picture.pixels is not None:
        across, down = picture.pixels
        canvas = Box(0.0, 0.0, across / picture.dpi * 25.4, down / picture.dpi * 25.4)
        share = min(canvas.width / cut.width, canvas.height / cut.height)
        if share < 1 - 1e-7:
            largest = math.floor(part.size * share * 10) / 10
            raise OptionError(
                f"{part.title}: {number(part.size)} mm is too large for {across} × {down} pixels at "
                f"{picture.dpi:g} dpi; the largest that fits is {number(largest)} mm"
            )
    x, y = canvas.centre
    trim = Box(x - cut.width / 2, y - cut.height / 2, x + cut.width / 2, y + cut.height / 2)
    stance = Stance(common.theme, part.size, way, printing.bleed, printing.labels)
    sides = _SIDES[printing.sides] if part.double_sided else ("",)
    alike: dict[tuple[Any, ...], list[Piece]] = {}
    for piece in part.pieces:
        stances = (stance._replace(back=side == "back") for side in sides)
        drawings = tuple(pieces.drawn(part, piece, one) for one in stances)
        alike.setdefault(drawings, []).append(piece)
    paper = Paper(f"{number(canvas.width)}x{number(canvas.height)}mm", canvas.width, canvas.height)
    index, total = 0, len(alike) * len(sides)
    for drawings, same in alike.items():
        for side, items in zip(sides, drawings, strict=True):
            index += 1
            title = f"{common.game}: {same[0].title}" + f", {side}" * bool(side)
            lying = scene.Group(items, Transform.translation(x, y), name="piece")
            yield Sheet(
                *(part.name, title, index, total, side or "single", paper),
                scene=sheet.picture(paper, (lying,), IDENTITY, title),
                placements=tuple(Placement(p, x, y, side == "back", part, way) for p in same),
                trim=trim,
                bleed=canvas,
                face=f"{game}-{part.name}-{key_of(same[0])}" + f"-{side}" * bool(side),
            )
