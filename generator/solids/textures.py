"""How each of the themes' colours feels: what is raised on an area of it.

No texture changes its kind when a piece is turned: ridges stay ridges, and there is one kind of
them.  Lengths are millimetres; all features print with a nozzle of 0.4 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.geometry.plane import regular_polygon

#: Narrower than this nothing is raised.
NARROWEST = 0.6

Texture = Callable[[BaseGeometry], BaseGeometry]


def _disc(x: float, y: float, radius: float, sides: int = 8) -> BaseGeometry:
    points = regular_polygon(sides, radius, first=180 / sides)
    return shapely.Polygon([(x + p.x, y + p.y) for p in points])


def _lattice(area: BaseGeometry, pitch: float, radius: float) -> BaseGeometry:
    """Return the discs of a staggered lattice that lie inside an area."""
    if area.is_empty:
        return area
    left, top, right, bottom = area.bounds
    rise = pitch * math.sqrt(3) / 2
    rows = np.arange(math.floor(top / rise), math.ceil(bottom / rise) + 1)
    columns = np.arange(math.floor(left / pitch) - 1, math.ceil(right / pitch) + 1)
    x = columns * pitch + (rows[:, None] % 2) * pitch / 2
    y = np.broadcast_to((rows * rise)[:, None], x.shape)
    disc = shapely.get_coordinates(_disc(0.0, 0.0, radius))
    discs = shapely.polygons(np.stack((x, y), axis=2).reshape(-1, 1, 2) + disc)
    shapely.prepare(area)
    return shapely.multipolygons(discs[shapely.contains(area, discs)])


def _stripes(area: BaseGeometry, pitch: float, width: float, *, down: bool) -> BaseGeometry:
    """Return the stripes of an area, level or ``down``."""
    if area.is_empty:
        return area
    left, top, right, bottom = area.bounds
    low, high = (left, right) if down else (top, bottom)
    stripes = []
    for k in range(math.floor(low / pitch), math.ceil(high / pitch) + 1):
        a, b = k * pitch - width / 2, k * pitch + width / 2
        box = (a, top, b, bottom) if down else (left, a, right, b)
        stripes.append(shapely.box(*box))
    return area.intersection(shapely.union_all(stripes))


def _middles(area: BaseGeometry, share: float, most: float) -> list[BaseGeometry]:
    """Return a disc in the widest place of every part of an area."""
    found = []
    for part in shapely.get_parts(area):
        widest = shapely.maximum_inscribed_circle(part, tolerance=0.05)
        radius = min(widest.length * share, most)
        if radius >= NARROWEST / 2:
            x, y = widest.coords[0]
            found.append(_disc(x, y, radius, 16))
    return found


def smooth(area: BaseGeometry) -> BaseGeometry:
    """Nothing is raised."""
    return shapely.Polygon()


def dots(area: BaseGeometry) -> BaseGeometry:
    """Round bumps; where none of them fits, one in the middle."""
    found: list[BaseGeometry] = []
    for part in shapely.get_parts(area):
        bumps = shapely.get_parts(_lattice(part, 4.4, 1.1))
        found += bumps.tolist() or _middles(part, 0.9, 1.1)
    return shapely.multipolygons(found)


def ridges(area: BaseGeometry) -> BaseGeometry:
    """Level bars."""
    return _stripes(area, 2.6, 1.1, down=False)


def grid(area: BaseGeometry) -> BaseGeometry:
    """Crossing bars."""
    level = _stripes(area, 4.0, 1.0, down=False)
    return level.union(_stripes(area, 4.0, 1.0, down=True))


def plateau(area: BaseGeometry) -> BaseGeometry:
    """All of it is raised."""
    return area


def pits(area: BaseGeometry) -> BaseGeometry:
    """All of it is raised but for round holes."""
    return area.difference(_lattice(area.buffer(-NARROWEST), 4.0, 1.2))


def rings(area: BaseGeometry) -> BaseGeometry:
    """Walls along the edge, one within the other."""
    found, inner = [], area
    while not inner.is_empty:
        found.append(inner.difference(inner.buffer(-1.0, join_style="mitre")))
        inner = inner.buffer(-2.4, join_style="mitre")
    return shapely.union_all(found)


def studs(area: BaseGeometry) -> BaseGeometry:
    """One large bump in the middle."""
    return shapely.union_all(_middles(area, 0.85, 4.0))


#: The themes' slots, and how each feels.
TEXTURES: dict[str, Texture] = {
    "red": dots,
    "green": ridges,
    "blue": smooth,
    "yellow": plateau,
    "cyan": rings,
    "orange": grid,
    "purple": pits,
    "grey": studs,
}
