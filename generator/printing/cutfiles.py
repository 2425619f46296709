"""Cut files: the cut and fold lines of sheets as SVG and DXF, for cutting machines.

It knows sheets and their lines, and nothing of what is printed on them.  DXF is R12, which old
and new cutting software reads, by ezdxf (the extra ``dxf``).
"""

from __future__ import annotations

import io
from collections.abc import Iterable

from engine.drawing import scene
from engine.errors import OptionError
from engine.geometry.plane import Transform
from generator.printing.sheet import Sheet


def sheets(printed: Iterable[Sheet]) -> list[Sheet]:
    """Return the sheets whose cut lines differ, the first of each kind."""
    seen: dict[tuple[scene.Outline, ...], Sheet] = {}
    for s in printed:
        if s.cuts:
            seen.setdefault(s.cuts, s)
    return list(seen.values())


def write(s: Sheet, suffix: str) -> bytes:
    """Return the cut file of a sheet, ``svg`` or ``dxf``.

    Raises OptionError where the extra ``dxf`` is not installed.
    """
    return {"svg": svg, "dxf": dxf}[suffix](s)


def svg(s: Sheet) -> bytes:
    """Return the cut lines of a sheet as SVG, 1 unit = 1 mm, cuts and folds on layers."""
    from engine.drawing import writers

    cut = scene.Stroke(scene.SPOT_COLOURS["CutContour"], 0.1)
    fold = scene.Stroke("#0000ff", 0.1)
    items = [scene.Group(tuple(scene.Path(o, None, cut) for o in s.cuts), layer="cut")]
    if s.folds:
        items.append(scene.Group(tuple(scene.Path(o, None, fold) for o in s.folds), layer="fold"))
    return writers.write(scene.Scene(s.paper.width, s.paper.height, tuple(items)), ".svg")


def dxf(s: Sheet) -> bytes:
    """Return the cut lines of a sheet as DXF in millimetres, y up, layers CUT and FOLD.

    Lines are polylines, closed where the outline is; arcs are chords within 0.01 mm.

    Raises OptionError where ezdxf is not installed.
    """
    try:
        from ezdxf.addons.r12writer import R12FastStreamWriter
    except ImportError as error:
        raise OptionError(
            "DXF files need ezdxf; install it with: pip install 'tilewright[dxf]'"
        ) from error
    stream = io.StringIO()
    drawing = R12FastStreamWriter(stream)
    flip = Transform(1.0, 0.0, 0.0, -1.0, 0.0, s.paper.height)
    for layer, lines in (("CUT", s.cuts), ("FOLD", s.folds)):
        for line in lines:
            outline = scene.transformed(line, flip)
            closed = any(isinstance(segment, scene.Close) for segment in outline)
            for part in scene.flattened(outline):
                points = [(round(p.x, 4) + 0.0, round(p.y, 4) + 0.0) for p in part]
                if closed and points[0] == points[-1]:
                    points.pop()
                drawing.add_polyline_2d(points, closed=closed, layer=layer)
    drawing.close()
    return stream.getvalue().encode("ascii")
