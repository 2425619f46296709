"""Whether a finished sheet can be cut: every edge lies on a line, or two marks point along it.

The lines are read back from the operators of the PDF's cut layer, the edges are reckoned here from
the pieces' places.  Lengths are millimetres, y down.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from pypdf import PdfReader

from generator.printing import output
from generator.printing.kit import Kit, PrintedPart
from generator.printing.sheet import Placement, Sheet
from tests.printing import ink

#: How far a mark may lie off the line that it points along.
OFF = 0.03

Point = tuple[float, float]
Segment = tuple[Point, Point]


class Cuts(NamedTuple):
    """What a cut layer holds: straight lines, and circles by their rightmost points."""

    lines: list[Segment]
    rims: list[Point]


def uncut(kit: Kit, most: int = 1000) -> list[str]:
    """Return the edges of a kit's fronts that nobody could cut, in words."""
    return [words for c in kit.components for words in _of_component(kit, c, most)]


def _of_component(kit: Kit, component: PrintedPart, most: int) -> Iterator[str]:
    component = ink.few(component, most)
    reader = PdfReader(io.BytesIO(output.pdf_of(kit, component)))
    for k, sheet in enumerate(component.sheets):
        if sheet.side == "back" or not sheet.placements:
            continue
        cuts = _read(reader, k, sheet)
        for place in sheet.placements:
            if not place.back:
                edges = list(_not_cut(place, sheet, cuts))
                if edges:
                    yield f"{component.name} {sheet.title}: {place.piece.id} at {edges}"


def _read(reader: PdfReader, k: int, sheet: Sheet) -> Cuts:
    contents = reader.pages[k].get_contents()
    assert contents is not None
    code = b"\n".join(p.code for p in ink.parts(contents.get_data(), sheet) if p.name == "cut")
    lines: list[Segment] = []
    rims: list[Point] = []
    for path in re.findall(rb"^([-\d.]+ [-\d.]+ m .*) S$", code, re.MULTILINE):
        here = first = (0.0, 0.0)
        for words in re.findall(r"((?:[-\d.]+ )*)([mlch])", path.decode() + " "):
            numbers = [float(w) for w in words[0].split()]
            there = (numbers[-2], numbers[-1]) if numbers else first
            if words[1] == "m":
                first = there
            elif words[1] != "c":
                lines.append((here, there))
            elif first not in rims:
                rims.append(first)
            here = there
    return Cuts(lines, rims)


def _not_cut(place: Placement, sheet: Sheet, cuts: Cuts) -> Iterator[str]:
    """Yield the edges of a piece that have neither a line nor two marks."""
    x, y = place.x, place.y
    if place.shape.kind == "disc":
        yield from _no_rim(place, cuts)
        return
    ring = _corners(place)
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        near = [s for s in cuts.lines if _along(s, a, b)]
        spans = sorted(sorted((_at(p, a, b), _at(q, a, b))) for p, q in near)
        if _covered(spans, math.dist(a, b)):
            continue
        before = max((s[1] for s in spans if s[1] <= -0.1), default=None)
        after = min((s[0] for s in spans if s[0] >= math.dist(a, b) + 0.1), default=None)
        if before is None or after is None:
            yield f"an edge at {(a[0] + b[0]) / 2 - x:.1f}, {(a[1] + b[1]) / 2 - y:.1f} has no marks"
        elif _enters(sheet, a, b, before, after):
            yield "an edge's marks would cut through pieces"


def _no_rim(place: Placement, cuts: Cuts) -> Iterator[str]:
    x, y, radius = place.x, place.y, place.shape.width / 2
    if any(math.dist(p, (x + radius, y)) < OFF for p in cuts.rims):
        return
    middle = (x, y)
    turns = sorted(
        math.degrees(math.atan2(p[1] - y, p[0] - x))
        for line in cuts.lines
        for p, q in (line, line[::-1])  # two discs may share a mark
        if radius < math.dist(p, middle) < math.dist(q, middle) < radius + 8
        and _along((p, q), middle, p)
    )
    gaps = [(b - a) % 360 for a, b in zip(turns, turns[1:] + turns[:1], strict=True)]
    if len(turns) < 4 or max(gaps) > 120:
        yield f"a disc has {len(turns)} marks and no rim"


def _corners(place: Placement) -> list[Point]:
    shape, flat = place.shape, place.orientation.value == "flat"
    if shape.kind == "hexagon":
        turns = [math.radians((0 if flat else 30) + 60 * k) for k in range(6)]
        far = shape.width / math.sqrt(3)
        return [(place.x + far * math.cos(t), place.y + far * math.sin(t)) for t in turns]
    w, h = (shape.height, shape.width) if flat else (shape.width, shape.height)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [(place.x + sx * w / 2, place.y + sy * h / 2) for sx, sy in signs]


def _at(p: Point, a: Point, b: Point) -> float:
    """Return how far along the line from a to b a point lies."""
    return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b)


def _off(p: Point, a: Point, b: Point) -> float:
    return ((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / math.dist(a, b)


def _along(s: Segment, a: Point, b: Point) -> bool:
    """Tell whether a segment lies on the line through a and b."""
    return abs(_off(s[0], a, b)) < OFF and abs(_off(s[1], a, b)) < OFF


def _covered(spans: list[list[float]], length: float) -> bool:
    """Tell whether spans cover all of an edge."""
    reached = 0.0
    for low, high in spans:
        if low <= reached + OFF:
            reached = max(reached, high)
    return reached >= length - OFF


def _enters(sheet: Sheet, a: Point, b: Point, before: float, after: float) -> bool:
    """Tell whether a cut along an edge from mark to mark would enter a piece."""
    length = math.dist(a, b)
    steps = np.linspace(before, after, max(2, int((after - before) * 4)))
    x = a[0] + (b[0] - a[0]) / length * steps
    y = a[1] + (b[1] - a[1]) / length * steps
    for place in sheet.placements:
        reach = math.hypot(place.shape.width, place.shape.height) / 2
        near = abs(_off((place.x, place.y), a, b)) < reach
        if near and (ink.off(place, x - place.x, y - place.y) < -0.1).any():
            return True
    return False
