"""Cut files: the cut and fold lines of sheets as SVG and DXF, for cutting machines.

It knows sheets and their lines, and nothing of what is printed on them.  DXF is that of AutoCAD
2000, the first that states its unit, by ezdxf (the extra ``dxf``).  Lengths are millimetres.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.drawing import scene
from engine.errors import OptionError
from engine.geometry.plane import Point
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
    from engine.drawing import writers

    layers = [("fold", style.score, s.folds), ("cut", style.cut, s.cuts)]
    if style.engrave:
        from generator.printing import engraving

        layers.insert(0, ("engrave", style.engrave, engraving.outlines(s)))
    items = tuple(
        scene.Group(
            tuple(scene.Path(outline, None, scene.Stroke(colour, 0.1)) for outline in outlines),
            layer=layer,
        )
        for layer, colour, outlines in layers
        if outlines
    )
    return writers.write(scene.Scene(s.paper.width, s.paper.height, items), ".svg")


# ---------------------------------------------------------------------------------------- DXF


def dxf(s: Sheet) -> bytes:
    """Return the cut lines of a sheet as DXF in millimetres, y up, layers CUT and FOLD.

    Whole circles are CIRCLE, an arc alone is ARC, all else LWPOLYLINE with bulges for its arcs,
    closed where the outline is.

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
    """Add a subpath of a sheet ``height`` high to a drawing, y up."""
    corners = list(_corners(part))
    arcs = [corner.arc for corner in corners if corner.arc]
    closed = isinstance(part[-1], scene.Close) or _near(corners[0].at, corners[-1].at)
    if closed and len(corners) > 1 and _near(corners[0].at, corners[-1].at):
        corners.pop()
    centre, radius, first, sweep = arcs[0] if arcs else (Point(0, 0), 0.0, 0.0, 0.0)
    whole = abs(abs(sum(arc.sweep for arc in arcs)) - math.tau) < _SAME
    one = arcs and all(_near(a.centre, centre) and abs(a.radius - radius) < _SAME for a in arcs)
    middle = (_rounded(centre.x), _rounded(height - centre.y))
    if one and whole and len(arcs) == len(corners):
        space.add_circle(middle, _rounded(radius), dxfattribs=attributes)
    elif len(arcs) == 1 and len(corners) == 2 and not closed:
        ends = sorted((-first, -first - sweep))
        angles = [round(math.degrees(end) % 360, 6) for end in ends]
        space.add_arc(middle, _rounded(radius), *angles, dxfattribs=attributes)
    else:
        points = [
            (
                _rounded(c.at.x),
                _rounded(height - c.at.y),
                -math.tan(c.arc.sweep / 4) if c.arc else 0,
            )
            for c in corners
        ]
        space.add_lwpolyline(points, format="xyb", close=closed, dxfattribs=attributes)


class _Arc(NamedTuple):
    """An arc as it is swept, y down: angles in radians, clockwise on paper positive."""

    centre: Point
    radius: float
    first: float
    sweep: float


class _Corner(NamedTuple):
    """A point of a subpath, and the arc that leaves it, if it is no straight line."""

    at: Point
    arc: _Arc | None


def _corners(part: scene.Outline) -> Iterator[_Corner]:
    """Yield the points of a subpath in order, each with the arc to the next."""
    segments = [segment for segment in part if not isinstance(segment, scene.Close)]
    for k, segment in enumerate(segments):
        at = Point(segment.x, segment.y)
        following = segments[k + 1] if k + 1 < len(segments) else None
        arc = _Arc(*scene.arc_sweep(at, following)) if isinstance(following, scene.ArcTo) else None
        yield _Corner(at, arc)


def _near(a: Point, b: Point) -> bool:
    return a.distance(b) < _SAME


def _rounded(value: float) -> float:
    """Return a coordinate to four decimals, never -0."""
    return round(value, 4) + 0.0
