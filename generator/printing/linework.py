"""How the lines that makers cut and fold along are inked.

A cut line must be seen on any fill: it is dark with a light halo on both sides.  The halo lies on a
layer of its own, so that the layer of cut lines, and the spot colour, stay one clean path.
It knows outlines and the settings that say how to ink them, and nothing of where they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from engine.drawing import scene
from generator.printing.sheet import INK
from generator.printing.template import PrintSettings

DARK, LIGHT = "#333333", "#ffffff"
WIDTH = 0.12
#: The halo on each side of a line, in millimetres.
HALO = 0.1
SPOT = "CutContour"
#: Fold lines are paler: dark ones would stay on the finished piece, and mislead who reads it back.
FOLD = scene.Stroke("#808080", 0.1, (1.5, 1.0))


def cuts(outlines: Sequence[scene.Outline], printing: PrintSettings) -> Iterator[scene.Group]:
    """Yield cut lines on their own layer, below them their halo unless the maker has own ink."""
    if not outlines:
        return
    width = printing.cut_width or WIDTH
    if printing.spot:
        yield _layer("cut", outlines, scene.Stroke(SPOT, width))
    elif printing.cut_color:
        yield _layer("cut", outlines, scene.Stroke(printing.cut_color.lower(), width))
    else:
        yield halo(outlines, width)
        yield _layer("cut", outlines, scene.Stroke(DARK, width))


def crops(outlines: Sequence[scene.Outline], printing: PrintSettings) -> Iterator[scene.Group]:
    """Yield crop marks, which stand in the white, on the layer of cut lines."""
    if outlines:
        colour = SPOT if printing.spot else printing.cut_color.lower() or INK
        stroke = scene.Stroke(colour, printing.cut_width or WIDTH)
        yield _layer("cut", outlines, stroke, "crop")


def folds(outlines: Sequence[scene.Outline]) -> Iterator[scene.Group]:
    """Yield fold lines, dashed, on their own layer above their halo."""
    if outlines:
        yield halo(outlines, FOLD.width)
        yield _layer("fold", outlines, FOLD)


def halo(outlines: Sequence[scene.Outline], width: float) -> scene.Group:
    """Return the light under lines, as one path."""
    whole = tuple(chain.from_iterable(outlines))
    stroke = scene.Stroke(LIGHT, width + 2 * HALO)
    return scene.Group((scene.Path(whole, None, stroke, "halo"),), layer="halo")


def _layer(
    layer: str, outlines: Sequence[scene.Outline], stroke: scene.Stroke, name: str = ""
) -> scene.Group:
    paths = tuple(scene.Path(outline, None, stroke, name or layer) for outline in outlines)
    return scene.Group(paths, layer=layer)
