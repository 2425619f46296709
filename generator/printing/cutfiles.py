"""The cut lines of sheets as files for machines: SVG and DXF, each line once, in millimetres."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable

from engine.drawing import scene
from engine.errors import OptionError
from engine.geometry.plane import number
from generator.printing.presets import CutStyle
from generator.printing.sheet import Sheet

#: Layer -> its colour among AutoCAD's: red to cut, blue to score, where a piece is folded.
DXF_LAYERS = {"CUT": 1, "SCORE": 5}


def totals(*sheets: Sheet) -> dict[str, float]:
    """Return the lengths of cuts, shared edges once, and of folds, and the area cut out."""
    return {
        "length": math.fsum(scene.outline_length(line) for s in sheets for line in s.cuts),
        "folds": math.fsum(scene.outline_length(line) for s in sheets for line in s.folds),
        "area": math.fsum(s.cut_out for s in sheets),
    }


def sheets(printed: Iterable[Sheet], style: CutStyle) -> list[tuple[Sheet, int]]:
    """Return the sheets whose cut files differ, the first of each kind, and how many it serves."""
    kinds: dict[tuple[object, ...], list[Sheet]] = {}
    for s in printed:
        if s.cuts:
            kinds.setdefault((s.cuts, s.scene if style.engrave else None), []).append(s)
    return [(alike[0], len(alike)) for alike in kinds.values()]


def svg(s: Sheet, style: CutStyle) -> bytes:
    """Return the cut lines of a sheet as SVG, 1 unit = 1 mm, all outlines, a layer for each thing.

    What is to be engraved comes first and cuts last, as a part that is cut free may move.
    """
    import svgwrite
    from svgwrite.extensions import Inkscape

    from engine.drawing.pathdata import path_data

    layers = [("score", style.score, s.folds), ("cut", style.cut, s.cuts)]
    if style.engrave:
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
            line = {"fill": "none", "stroke": colour.lower(), "stroke_width": 0.1}
            for outline in outlines:
                group.add(drawing.path(path_data(outline), **line))
            drawing.add(group)
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{drawing.tostring()}\n'.encode()


def dxf(s: Sheet) -> bytes:
    """Return the cut lines of a sheet as DXF in millimetres, y up, layers CUT and SCORE.

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
        space, height = drawing.modelspace(), s.paper.height
        corners = (0.0, 0.0, 0.0), (s.paper.width, height, 0.0)
        space.reset_extents(*corners)  # else ezdxf writes extents of none
        drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = corners
        for layer, colour in DXF_LAYERS.items():
            drawing.layers.add(layer, color=colour)
        for layer, lines in zip(DXF_LAYERS, (s.cuts, s.folds), strict=True):
            on = {"layer": layer}
            for part in (part for line in lines for part in scene.subpaths(line)):
                arcs = [segment for segment in part if isinstance(segment, scene.ArcTo)]
                if arcs:
                    x, y = scene.outline_box(part).centre
                    x, y, radius = _rounded(x, height - y, arcs[0].radius)
                    space.add_circle((x, y), radius, dxfattribs=on)
                    continue
                corners_ = [p for p in part if not isinstance(p, scene.Close)]
                points = [_rounded(p.x, height - p.y) for p in corners_]
                space.add_lwpolyline(points, close=len(corners_) < len(part), dxfattribs=on)
        stream = io.StringIO()
        drawing.write(stream)
    finally:
        options.write_fixed_meta_data_for_testing = clock
    return stream.getvalue().encode("ascii")


def _rounded(*values: float) -> tuple[float, ...]:
    """Return coordinates to four decimals, never -0."""
    return tuple(round(value, 4) + 0.0 for value in values)
