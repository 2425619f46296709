"""Whether a finished sheet can be cut: every edge lies on a line, or two marks point along it.

The lines are read back from the operators of the PDF's cut layer, the edges are reckoned here from
the pieces' places.  Lengths are millimetres, y down.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from pypdf import PdfReader
from shapely import LineString, Point, Polygon, STRtree, prepare, union_all
from shapely.ops import substring

from generator.printing import output
from generator.printing.kit import Kit, PrintedPart
from generator.printing.sheet import Placement, Sheet
from tests.printing import ink

#: How far a mark may lie off the line that it points along, and from the edge that it is for.
OFF, FAR = 0.03, 600.0


class Cuts:
    """A sheet's cut layer, straight lines and circles by their rightmost points; and its pieces."""

    def __init__(self, reader: PdfReader, k: int, sheet: Sheet) -> None:
        contents = reader.pages[k].get_contents()
        assert contents is not None
        code = b"\n".join(p.code for p in ink.parts(contents.get_data(), sheet) if p.name == "cut")
        self.lines: list[LineString] = []
        self.rims: list[Point] = []
        for path in re.findall(rb"^([-\d.]+ [-\d.]+ m .*) S$", code, re.MULTILINE):
            here = first = (0.0, 0.0)
            for words in re.findall(r"((?:[-\d.]+ )*)([mlch])", path.decode() + " "):
                numbers = [float(w) for w in words[0].split()]
                there = (numbers[-2], numbers[-1]) if numbers else first
                if words[1] == "m":
                    first = there
                elif words[1] != "c":
                    self.lines.append(LineString([here, there]))
                else:
                    self.rims.append(Point(first))
                here = there
        self.tree, self.sheet = STRtree(self.lines), sheet
        self.cut = union_all(self.lines).buffer(OFF, quad_segs=1, cap_style="square")
        prepare(self.cut)

    @cached_property
    def pieces(self) -> Polygon:
        """What no mark may lead a cut into."""
        return union_all([outline(place).buffer(-0.1) for place in self.sheet.placements])

    def misses(self, place: Placement) -> Iterator[str]:
        """Yield the edges of a piece that have neither a line nor two marks."""
        if place.shape.kind == "disc":
            yield from self._no_rim(place)
            return
        ring = list(outline(place).exterior.coords)
        for (ax, ay), (bx, by) in pairwise(ring):
            edge, length = LineString([(ax, ay), (bx, by)]), math.dist((ax, ay), (bx, by))
            if self.cut.covers(edge):
                continue
            x, y = (bx - ax) / length, (by - ay) / length
            whole = LineString([(ax - x * FAR, ay - y * FAR), (bx + x * FAR, by + y * FAR)])
            near = self.tree.query(whole.buffer(OFF), predicate="contains")
            points = (point for k in near for point in self.lines[k].coords)
            ends = sorted((px - ax) * x + (py - ay) * y for px, py in points)
            before = [end for end in ends if end <= -0.1]
            after = [end for end in ends if end >= length + 0.1]
            if not before or not after:
                yield f"an edge at {edge.centroid} has no marks"
            elif self.pieces.intersects(substring(whole, before[-1] + FAR, after[0] + FAR)):
                yield "an edge's marks would cut through pieces"

    def _no_rim(self, place: Placement) -> Iterator[str]:
        middle, radius = Point(place.x, place.y), place.shape.width / 2
        if any(rim.distance(Point(place.x + radius, place.y)) < OFF for rim in self.rims):
            return
        turns = sorted(
            math.degrees(math.atan2(p[1] - place.y, p[0] - place.x))
            for k in self.tree.query(middle.buffer(radius + 8), predicate="intersects")
            for p, q in (self.lines[k].coords, self.lines[k].coords[::-1])  # discs may share one
            if radius < middle.distance(Point(p)) < middle.distance(Point(q)) < radius + 8
            and LineString([middle, q]).distance(Point(p)) < OFF
        )
        gaps = [(b - a) % 360 for a, b in zip(turns, turns[1:] + turns[:1], strict=True)]
        if len(turns) < 4 or max(gaps) > 120:
            yield f"a disc has {len(turns)} marks and no rim"


def outline(place: Placement) -> Polygon:
    """Return a piece's outline, by its place alone."""
    shape, flat = place.shape, place.orientation.value == "flat"
    if shape.kind == "disc":
        return Point(place.x, place.y).buffer(shape.width / 2)
    if shape.kind == "hexagon":
        turns = [math.radians((0 if flat else 30) + 60 * k) for k in range(6)]
        far = shape.width / math.sqrt(3)
        return Polygon([(place.x + far * math.cos(t), place.y + far * math.sin(t)) for t in turns])
    w, h = (shape.height, shape.width) if flat else (shape.width, shape.height)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Polygon([(place.x + sx * w / 2, place.y + sy * h / 2) for sx, sy in signs])


def uncut(kit: Kit, most: int = 1000) -> list[str]:
    """Return the edges of a kit's fronts that nobody could cut, in words."""
    return [words for c in kit.components for words in _of_component(kit, c, most)]


def _of_component(kit: Kit, component: PrintedPart, most: int) -> Iterator[str]:
    component = ink.few(component, most)
    reader = PdfReader(io.BytesIO(output.pdf_of(kit, component)))
    for k, sheet in enumerate(component.sheets):
        if sheet.side != "back" and sheet.placements:
            cuts = Cuts(reader, k, sheet)
            for place in sheet.placements:
                if edges := [] if place.back else list(cuts.misses(place)):
                    yield f"{component.name} {sheet.title}: {place.piece.id} at {edges}"
