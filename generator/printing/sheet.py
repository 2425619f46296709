"""A sheet of paper being made: pieces on it, cut marks, rulers and the line of text.

Turns one layout into the scenes of its front and back.  Millimetres, origin at the top left
of the sheet, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Piece, Pieces, Shape
from engine.drawing.scene import Outline
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, Transform, contains, number, unit
from generator.printing.paper import Paper, Profile

#: The strip along one edge that rulers and text need, and the ruler's length.
STRIP = 6.0
RULER = 101.6

INK = "#000000"
CUT_COLOUR = "#8c8c8c"
CUT_WIDTH = 0.1
SPOT = "CutContour"


class Placement(NamedTuple):
    """A piece on a sheet: its centre, which side shows, and how it is turned."""

    piece: Piece
    x: float
    y: float
    back: bool
    half_turn: bool = False

    @property
    def transform(self) -> Transform:
        if self.half_turn:
            return Transform(-1.0, 0.0, 0.0, -1.0, self.x, self.y)
        return Transform.translation(self.x, self.y)


@dataclass(frozen=True)
class Sheet:
    """One printed side of a sheet, finished."""

    component: str
    title: str
    index: int  # from 1
    count: int
    side: str  # front, back, both (gutterfold), single
    paper: Paper
    scene: scene.Scene
    placements: tuple[Placement, ...]
    trim: Box
    bleed: Box
    #: The cut lines in the sheet's frame, each once; none on backs.
    cuts: tuple[Outline, ...] = ()
    folds: tuple[Outline, ...] = ()


# ------------------------------------------------------------------------------- cut lines


#: Coordinates are often whole hundredths and a half: compared a little off those, rounding
#: noise cannot part equal points.
_OFF_GRID = 0.0137


def _key(point: Point) -> tuple[int, int]:
    """Return a point as it is compared: to a hundredth of a millimetre."""
    return round(point.x * 100 + _OFF_GRID), round(point.y * 100 + _OFF_GRID)


def cut_edges(
    shape: Shape, orientation: Orientation, sites: Iterable[Point]
) -> list[tuple[Point, Point]]:
    """Return the edges of all pieces, an edge that two share only once."""
    corners = shape.corners(orientation)
    edges: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
    for site in sites:
        ring = [corner.moved(*site) for corner in corners]
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            edges.setdefault(frozenset((_key(a), _key(b))), (a, b))
    return list(edges.values())


def chains(edges: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Return the edges joined to as few lines as a simple walk finds, each edge once.

    Straight on where it can, so that rows of squares become long cuts.
    """
    ends: dict[tuple[int, int], list[int]] = {}
    for k, (a, b) in enumerate(edges):
        ends.setdefault(_key(a), []).append(k)
        ends.setdefault(_key(b), []).append(k)
    used: set[int] = set()
    result = []
    starts = sorted(range(len(edges)), key=lambda k: len(ends[_key(edges[k][0])]) != 1)
    for k in starts:
        if k not in used:
            used.add(k)
            line = list(edges[k])
            _extend(line, edges, ends, used)
            line.reverse()
            _extend(line, edges, ends, used)
            result.append(line)
    return result


def _extend(
    line: list[Point],
    edges: Sequence[tuple[Point, Point]],
    ends: dict[tuple[int, int], list[int]],
    used: set[int],
) -> None:
    """Walk on from the line's last point along unused edges, the straightest first."""
    while True:
        here, before = line[-1], line[-2]
        heading = math.atan2(here.y - before.y, here.x - before.x)
        best: tuple[float, int, Point] | None = None
        for k in ends[_key(here)]:
            if k in used:
                continue
            a, b = edges[k]
            there = b if _key(a) == _key(here) else a
            bend = abs(
                math.remainder(math.atan2(there.y - here.y, there.x - here.x) - heading, math.tau)
            )
            if best is None or bend < best[0] - 1e-9:
                best = (bend, k, there)
        if best is None:
            return
        used.add(best[1])
        line.append(best[2])


def cut_lines(
    shape: Shape, orientation: Orientation, sites: Sequence[Point]
) -> tuple[scene.Outline, ...]:
    """Return the cut lines of pieces: closed where a piece stands alone, no edge twice."""
    if shape.kind == "disc":
        return tuple(scene.disc(shape.width / 2, site) for site in sites)
    result = []
    for line in chains(cut_edges(shape, orientation, sites)):
        if _key(line[0]) == _key(line[-1]):
            result.append(scene.polygon(line[:-1]))
        else:
            result.append(scene.polyline(line))
    return tuple(result)


# -------------------------------------------------------------------------------- crop marks

TICK = 4.0
SHORTEST_TICK = 1.5


def crop_marks(
    shape: Shape,
    orientation: Orientation,
    sites: Sequence[Point],
    bleed: float,
    room: tuple[Box, Box],
) -> tuple[scene.Outline, ...]:
    """Return short lines that continue the cut edges outside all art.

    ``room`` is the page they must stay on, and the strip of rulers they must keep clear of.

    An edge is continued beyond each end, from a little past the bleed; where another piece
    lies there, the cut runs on along or through it and needs no mark.
    """
    if shape.kind == "disc":
        return tuple(_disc_ticks(shape.width / 2, sites, bleed, room))
    grown = _grown_corners(shape, orientation, bleed)
    reach = max(math.hypot(*c) for c in grown) + TICK + bleed + 1
    ticks: dict[tuple[tuple[int, int], tuple[int, int]], scene.Outline] = {}
    for a, b in cut_edges(shape, orientation, sites):
        for start, end in ((a, b), (b, a)):
            tick = _tick(start, end, bleed)
            near = [s for s in sites if s.distance(end) < reach]
            free = _free_part(tick, near, grown, room)
            if free is not None:
                ticks.setdefault((_key(free[0]), _key(free[1])), scene.polyline(free))
    return tuple(ticks.values())


def _grown_corners(shape: Shape, orientation: Orientation, bleed: float) -> list[Point]:
    """Return the corners of the art, bleed included (and a hair less, so edges may touch)."""
    corners = shape.corners(orientation)
    apothem = min(shape.width, shape.height) / 2
    if shape.kind == "hexagon":
        factor = (apothem + bleed) / apothem
        return [Point(c.x * factor * 0.999, c.y * factor * 0.999) for c in corners]
    return [
        Point(c.x + math.copysign(bleed - 0.02, c.x), c.y + math.copysign(bleed - 0.02, c.y))
        for c in corners
    ]


def _tick(start: Point, end: Point, bleed: float) -> tuple[Point, Point]:
    length = start.distance(end)
    ux, uy = (end.x - start.x) / length, (end.y - start.y) / length
    clear = bleed * 1.2 + 1.0
    return (
        end.moved(ux * clear, uy * clear),
        end.moved(ux * (clear + TICK), uy * (clear + TICK)),
    )


def _free_part(
    tick: tuple[Point, Point], sites: Sequence[Point], art: Sequence[Point], room: tuple[Box, Box]
) -> tuple[Point, Point] | None:
    """Return the part of a tick from its inner end that touches no art, if long enough."""
    steps = 8
    first, last = tick
    free = -1
    for k in range(steps + 1):
        p = first.towards(last, k / steps)
        if not _in_room(p, room):
            break
        if any(contains(art, (p.x - s.x, p.y - s.y)) for s in sites):
            break
        free = k
    if free < 0 or TICK * free / steps < SHORTEST_TICK:
        return None
    return first, first.towards(last, free / steps)


def _in_room(point: Point, room: tuple[Box, Box]) -> bool:
    page, strip = room
    spot = Box(*point, *point)
    return page.holds(spot) and not strip.holds(spot)


def _disc_ticks(
    radius: float, sites: Sequence[Point], bleed: float, room: tuple[Box, Box]
) -> Iterable[scene.Outline]:
    """Yield a short line at each of four sides of every disc, where no other disc's art is."""
    for site in sites:
        for direction in (0, 90, 180, 270):
            u = unit(direction)
            a, b = radius + bleed + 0.3, radius + bleed + 1.8
            ends = (site.moved(u.x * a, u.y * a), site.moved(u.x * b, u.y * b))
            free = all(_in_room(end, room) for end in ends) and all(
                other.distance(end) > radius + bleed + 0.2
                for other in sites
                for end in ends
                if other != site
            )
            if free:
                yield scene.polyline(ends)


# ---------------------------------------------------------------------------- sheet furniture


def printable(paper: Paper, margin: float, percent: tuple[float, float]) -> Box:
    """Return the area within the margin, smaller where the scale correction enlarges the art."""
    x, y = (side / 2 for side in (paper.width, paper.height))
    half = (
        (room - margin) * min(1.0, share / 100) for room, share in zip((x, y), percent, strict=True)
    )
    across, down = half
    return Box(x - across, y - down, x + across, y + down)


def strip_areas(area: Box) -> list[Box]:
    """Return the printable area less the strip for rulers: at the bottom, right, top or left."""
    return [
        area._replace(bottom=area.bottom - STRIP),
        area._replace(right=area.right - STRIP),
        area._replace(top=area.top + STRIP),
        area._replace(left=area.left + STRIP),
    ]


def _strip_side(area: Box, art: Box) -> str:
    """Return the side of ``area`` where most room is left for the strip."""
    free = {
        "bottom": area.bottom - art.bottom,
        "right": area.right - art.right,
        "top": art.top - area.top,
        "left": art.left - area.left,
    }
    length = {"bottom": area.width, "top": area.width, "right": area.height, "left": area.height}
    return max(free, key=lambda s: (min(free[s], STRIP + 2), length[s]))


def strip_box(area: Box, art: Box) -> Box:
    """Return where the strip of rulers and text lies."""
    return {
        "bottom": area._replace(top=area.bottom - STRIP),
        "right": area._replace(left=area.right - STRIP),
        "top": area._replace(bottom=area.top + STRIP),
        "left": area._replace(right=area.left + STRIP),
    }[_strip_side(area, art)]


def furniture(
    area: Box,
    art: Box,
    words: Sequence[str],
    inset: tuple[scene.Item, float, float] | None = None,
) -> tuple[scene.Item, ...]:
    """Return rulers and text in the widest free strip between ``art`` and the edge of ``area``.

    ``inset`` is a small drawing, its width and height, for the strip's far end; it stays upright
    where the strip runs up the side.
    """
    side = _strip_side(area, art)
    length = area.width if side in ("bottom", "top") else area.height
    items: tuple[scene.Item, ...]
    if inset is None:
        items = _strip(length, words)
    else:
        item, width, height = inset
        level = side in ("bottom", "top")
        turn = (
            Transform.translation(length - width, 0.0)
            if level
            else Transform(0.0, 1.0, -1.0, 0.0, length, 0.0)
        )
        rest = length - (width if level else height) - 2
        items = (*_strip(rest, words), scene.Group((item,), turn))
    strip = scene.Group(items, name="furniture")
    place = {
        "bottom": Transform.translation(area.left, area.bottom - STRIP),
        "top": Transform.translation(area.left, area.top),
        "right": Transform(0.0, -1.0, 1.0, 0.0, area.right - STRIP, area.bottom),
        "left": Transform(0.0, -1.0, 1.0, 0.0, area.left, area.bottom),
    }[side]
    return (strip._replace(transform=place),)


def _strip(length: float, words: Sequence[str]) -> tuple[scene.Item, ...]:
    """Return a strip ``length`` long and STRIP high: ruler at the left, text beside or above it."""
    whole = length >= RULER
    ruler_mm, ruler_inch = (100, 4) if whole else (50, 2)
    items: list[scene.Item] = list(_ruler(ruler_mm, ruler_inch))
    end = max(ruler_mm, ruler_inch * 25.4) + 15
    size = 2.1
    y = 1.9
    for line in words[:2]:
        fitted = min(size, size * (length - end) / (len(line) * size * 0.62)) if length > end else 0
        if fitted >= 1.2:
            items.append(scene.Text(end, y, line, fitted, INK, "start"))
            y += 2.7
    return tuple(items)


def _ruler(millimetres: int, inches: int) -> Iterable[scene.Item]:
    """Yield a ruler: millimetres above its line, inches below."""
    middle = STRIP / 2
    segments: list[scene.Segment] = [
        scene.MoveTo(0.0, middle),
        scene.LineTo(max(millimetres, inches * 25.4), middle),
    ]
    for mm in range(0, millimetres + 1, 5):
        rise = 1.6 if mm % 10 == 0 else 0.9
        segments += (scene.MoveTo(mm, middle), scene.LineTo(mm, middle - rise))
    for eighth in range(0, inches * 8 + 1, 2):
        fall = 1.6 if eighth % 8 == 0 else 0.9
        x = eighth * 25.4 / 8
        segments += (scene.MoveTo(x, middle), scene.LineTo(x, middle + fall))
    yield scene.Path(tuple(segments), None, scene.Stroke(INK, 0.12), "ruler")
    end = max(millimetres, inches * 25.4) + 1.2
    yield scene.Text(end, middle - 0.4, f"{millimetres} mm", 1.9, INK, "start")
    yield scene.Text(end, middle + 1.9, f"{inches} in", 1.9, INK, "start")


def registration(paper: Paper, profile: Profile) -> tuple[scene.Item, ...]:
    """Return a cutting machine's marks: a square at the top left, brackets at two corners."""
    if not profile.marks:
        return ()
    left, top, right, bottom = paper.inside(profile.inset)
    arm = profile.length
    square = scene.rectangle(Box(left, top, left + profile.square, top + profile.square))
    line = scene.Stroke(INK, profile.thickness)
    brackets = (
        *scene.polyline((Point(right - arm, top), Point(right, top), Point(right, top + arm))),
        *scene.polyline(
            (Point(left, bottom - arm), Point(left, bottom), Point(left + arm, bottom))
        ),
    )
    return (
        scene.Group(
            (scene.Path(square, INK), scene.Path(brackets, None, line)), name="registration"
        ),
    )


def scaled(
    paper: Paper, items: tuple[scene.Item, ...], percent: tuple[float, float]
) -> tuple[scene.Item, ...]:
    """Return items corrected for a printer that prints 100 mm as ``percent`` mm, about the middle."""
    if percent == (100.0, 100.0):
        return items
    sx, sy = (100 / p for p in percent)
    x, y = paper.width / 2, paper.height / 2
    return (scene.Group(items, Transform(sx, 0.0, 0.0, sy, x - sx * x, y - sy * y)),)


def scaled_box(paper: Paper, box: Box, percent: tuple[float, float]) -> Box:
    """Return a box as :func:`scaled` moves what it holds."""
    sx, sy = (100 / p for p in percent)
    x, y = paper.width / 2, paper.height / 2
    return Box(
        x + (box.left - x) * sx,
        y + (box.top - y) * sy,
        x + (box.right - x) * sx,
        y + (box.bottom - y) * sy,
    )


def fold_group(folds: Sequence[scene.Outline]) -> scene.Group:
    """Return fold lines, dashed, on their own layer."""
    line = scene.Stroke(CUT_COLOUR, CUT_WIDTH, (1.5, 1.0))
    return scene.Group(tuple(scene.Path(f, None, line, "fold") for f in folds), layer="fold")


def largest_words(pieces: Pieces, size: float, paper: Paper) -> str:
    """Return the sentence for a size that does not fit."""
    return (
        f"{pieces.title} of {number(pieces.size)} mm do not fit {paper.name} ({paper.size}) "
        f"within the margin; the largest that fits is {number(size)} mm"
    )
