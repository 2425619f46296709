"""Cut files: the cut and fold lines of sheets as SVG and DXF, for cutting machines.

It knows sheets and their lines, and nothing of what is printed on them.  DXF is that of AutoCAD
2000, the first that states its unit, by ezdxf (the extra ``dxf``).  Lengths are millimetres.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, NamedTuple

from engine.drawing import scene
from engine.errors import OptionError
from engine.geometry.plane import Point, number
from generator.printing.sheet import Sheet

#: Layer -> its colour among AutoCAD's: red to cut, blue to fold.
DXF_LAYERS = {"CUT": 1, "FOLD": 5}

#: Points nearer than this are one: coordinates are written to four decimals.
_SAME = 1e-4


class CutTotals(NamedTuple):
    """What a machine has to do: millimetres to cut and to fold, square millimetres cut out."""

    cut: float
    fold: float
    area: float

    def __add__(self, other: object) -> CutTotals:
        if not isinstance(other, CutTotals):
            return NotImplemented
        return CutTotals(self.cut + other.cut, self.fold + other.fold, self.area + other.area)


def totals(s: Sheet) -> CutTotals:
    """Return how much is cut on a sheet, shared edges once, and folded, and how much is cut out."""
    return CutTotals(_length(s.cuts), _length(s.folds), s.cut_out)


def _length(outlines: Iterable[scene.Outline]) -> float:
    return math.fsum(scene.outline_length(outline) for outline in outlines)


class CutStyle(NamedTuple):
    """What a machine's program wants: which formats, and a pure colour for each thing to do.

    Without a colour nothing is engraved.
    """

    formats: tuple[str, ...] = ()
    cut: str = scene.SPOT_COLOURS["CutContour"]
    score: str = "#0000ff"
    engrave: str = ""


USUAL = CutStyle()


def sheets(printed: Iterable[Sheet], style: CutStyle = USUAL) -> list[tuple[Sheet, int]]:
    """Return the sheets whose cut files differ, the first of each kind, and how many it serves."""
    kinds: dict[tuple[object, ...], list[Sheet]] = {}
    for s in printed:
        if s.cuts:
            engraved = s.scene if style.engrave else None
            kinds.setdefault((s.cuts, engraved), []).append(s)
    return [(alike[0], len(alike)) for alike in kinds.values()]


def write(s: Sheet, suffix: str, style: CutStyle = USUAL) -> bytes:
    """Return the cut file of a sheet, ``svg`` or ``dxf``; DXF has no colours but its layers'.

    Raises OptionError where the extra ``dxf`` is not installed.
    """
    return svg(s, style) if suffix == "svg" else dxf(s)


def svg(s: Sheet, style: CutStyle = USUAL) -> bytes:
    """Return the cut lines of a sheet as SVG, 1 unit = 1 mm, all outlines, a layer for each thing.

    What is to be engraved comes first and cuts last, as a part that is cut free may move.
    """
    import svgwrite
    from svgwrite.extensions import Inkscape

    from engine.drawing.writers.svg import path_data

    layers = [("fold", style.score, s.folds), ("cut", style.cut, s.cuts)]
    if style.engrave:
        if find_spec("shapely") is None:
            raise OptionError("engraving needs shapely; install it with: pip install shapely")
        from generator.printing import engraving

        layers.insert(0, ("engrave", style.engrave, engraving.outlines(s)))
    width, height = number(s.paper.width), number(s.paper.height)
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False
    )
    inkscape = Inkscape(drawing)
    for layer, colour, outlines in layers:
        if outlines:
            group = inkscape.layer(label=layer, id=f"layer-{layer}", class_=f"layer {layer}")
            for outline in outlines:
                line = {"fill": "none", "stroke": colour, "stroke_width": 0.1}
                group.add(drawing.path(path_data(outline), **line))
            drawing.add(group)
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{drawing.tostring()}\n'.encode()


# ---------------------------------------------------------------------------------------- DXF


def dxf(s: Sheet) -> bytes:
    """Return the cut lines of a sheet as DXF in millimetres, y up, layers CUT and FOLD.

    Discs are CIRCLE, all else LWPOLYLINE, closed where the outline is.

    Raises OptionError where ezdxf is not installed.
    """
    try:
        from ezdxf import options  # type: ignore[attr-defined]  # public, but not said to be
        from ezdxf.filemanagement import new
    except ImportError as error:
        raise OptionError("DXF files need ezdxf; install it with: pip install ezdxf") from error
    clock = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True  # no clock, no random ids
    try:
        drawing = new("R2000", units=4)
        drawing.header["$MEASUREMENT"] = 1
        corners = (0.0, 0.0, 0.0), (s.paper.width, s.paper.height, 0.0)
        drawing.modelspace().reset_extents(*corners)  # else ezdxf writes extents of none
        drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = corners
        for layer, colour in DXF_LAYERS.items():
            drawing.layers.add(layer, color=colour)
        for layer, lines in zip(DXF_LAYERS, (s.cuts, s.folds), strict=True):
            for line in lines:
                for part in scene.subpaths(line):
                    _entity(drawing.modelspace(), part, s.paper.height, {"layer": layer})
        stream = io.StringIO()
        drawing.write(stream)
    finally:
        options.write_fixed_meta_data_for_testing = clock
    return stream.getvalue().encode("ascii")


def _entity(space: Any, part: scene.Outline, height: float, attributes: dict[str, str]) -> None:
    """Add a subpath of a sheet ``height`` high to a drawing, y up: a disc's rim, or straight lines."""
    points = [Point(p.x, p.y) for p in part if not isinstance(p, scene.Close)]
    arcs = [segment for segment in part if isinstance(segment, scene.ArcTo)]
    if arcs:
        box = scene.outline_box(part)
        middle = (_rounded(box.centre.x), _rounded(height - box.centre.y))
        space.add_circle(middle, _rounded(arcs[0].radius), dxfattribs=attributes)
        return
    closed = isinstance(part[-1], scene.Close) or points[0].distance(points[-1]) < _SAME
    if closed and len(points) > 1 and points[0].distance(points[-1]) < _SAME:
        points.pop()
    corners = [(_rounded(p.x), _rounded(height - p.y)) for p in points]
    space.add_lwpolyline(corners, close=closed, dxfattribs=attributes)


def _rounded(value: float) -> float:
    """Return a coordinate to four decimals, never -0."""
    return round(value, 4) + 0.0
