"""Crop marks: short lines outside all art that continue the edges to be cut.

It knows the outlines of pieces and where they lie; what else must be kept clear is told as boxes.
Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.drawing import scene
from engine.drawing.parts import Cutout
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, contains, unit
from generator.printing.cutlines import cut_edges, key

#: The length of a mark, and the shortest piece of one that is drawn.
TICK = 4.0
SHORTEST_TICK = 1.5


def reach(bleed: float) -> float:
    """Return how far crop marks reach from the edge to be cut."""
    return bleed * 1.2 + 1.0 + TICK


def crop_marks(
    shape: Cutout,
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
                ticks.setdefault((key(free[0]), key(free[1])), scene.polyline(free))
    return tuple(ticks.values())


def _grown_corners(shape: Cutout, orientation: Orientation, bleed: float) -> list[Point]:
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
