"""A side of a piece as a relief: which areas are raised, and what colour every area is.

Made from what is visible of the piece's own drawing: areas in a colour of the themes get that colour's
texture, dark signs and large letters are raised whole, all else is level.  No texture changes its kind
when a piece is turned: ridges stay ridges, and there is one kind of them.  Lengths are millimetres;
all features print with a nozzle of 0.4 mm.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import scene
from engine.drawing.theme import SLOTS, Theme, luminance
from engine.geometry.plane import IDENTITY, regular_polygon
from generator.printing.engraving import painted

#: Free at the rim, between textures and signs, and within a texture's area.
RIM, CLEARANCE, INSET = 0.4, 0.7, 0.25
#: Colours that are darker are signs, if they are no slot's.
DARK = 0.3
#: Points are rounded to this, so that areas that meet have the same corners.
GRID = 0.001
#: Narrower than this nothing is raised; its rim and middle are so far apart, and a little less.
NARROWEST = 0.6
_REACH = NARROWEST / 2 - 0.05
#: Smaller letters than this em cannot be felt.
SMALLEST_LETTER = 5.0


class Region(NamedTuple):
    """An area of one colour, ``#rrggbb``; a pattern counts as its ground."""

    colour: str
    area: BaseGeometry


class Relief(NamedTuple):
    """An outline, what is raised within it, and areas by colour: a slot's name or ``#rrggbb``.

    The areas do not cover everything; between them the nearest one's colour is meant.
    """

    outline: BaseGeometry
    raised: BaseGeometry
    colours: tuple[Region, ...]


def visible(items: Sequence[scene.Item]) -> list[Region]:
    """Return what is visible of a drawing, each colour once, no two areas overlapping."""
    covered: BaseGeometry = shapely.Polygon()
    regions: dict[str, list[BaseGeometry]] = {}
    for colour, area, marks, _ in reversed([*painted(items, IDENTITY, smallest=SMALLEST_LETTER)]):
        if marks is None:  # a pattern's marks are its ground's texture
            regions.setdefault(colour, []).append(area.difference(covered))
            covered = covered.union(area)
    return [Region(colour, shapely.union_all(areas)) for colour, areas in regions.items()]


def carved(regions: Sequence[Region], outline: BaseGeometry, theme: Theme) -> Relief:
    """Return the relief of what is visible of a drawing; ``theme`` is what it is drawn in."""
    with warnings.catch_warnings():
        # GEOS divides by zero where a line turns back on itself, sees it, and goes on.
        warnings.simplefilter("ignore", RuntimeWarning)
        slots = {theme.slot(name).fill: name for name in SLOTS}
        shapely.prepare(outline)
        colours = [
            Region(slots.get(c, c), a if outline.covers(a) else a.intersection(outline))
            for c, a in regions
        ]
        inner = outline.buffer(-RIM, join_style="mitre")
        dark = [a for c, a in colours if c not in SLOTS and luminance(c) < DARK]
        signs = _opened(shapely.union_all(dark).intersection(inner))
        room = inner.difference(signs.buffer(CLEARANCE, quad_segs=3))
        raised = [signs]
        for name, area in colours:
            if name in TEXTURES:
                free = area.buffer(-INSET, join_style="mitre").intersection(room)
                raised += [_textured(TEXTURES[name], part) for part in shapely.get_parts(free)]
        # Hairlines are nobody's colour: the nearest area's is theirs.
        wide = tuple(r for r in colours if r.colour in SLOTS or not _thinned(r.area).is_empty)
        return Relief(outline, apart(shapely.union_all(raised)), wide)


def _opened(area: BaseGeometry) -> BaseGeometry:
    """Return an area without what is too narrow to be printed."""
    thin = _thinned(area)
    return thin.buffer(_REACH, join_style="mitre").simplify(0.01).intersection(area)


def _thinned(area: BaseGeometry) -> BaseGeometry:
    return area.buffer(-_REACH, join_style="mitre")


def apart(area: BaseGeometry) -> BaseGeometry:
    """Return an area whose parts do not touch in single points, its corners on the grid."""
    grown = area.buffer(0.02, join_style="mitre").simplify(0.01)
    return shapely.set_precision(grown, GRID)


# ---------------------------------------------------------------------------------- textures

Texture = Callable[[BaseGeometry], BaseGeometry]


@lru_cache(maxsize=1024)  # tiles have many areas in common
def _textured(texture: Texture, area: BaseGeometry) -> BaseGeometry:
    return _opened(texture(_opened(area)))


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
    if area.is_empty:
        return area
    left, top, right, bottom = area.bounds
    low, high = (left, right) if down else (top, bottom)
    stripes = []
    for k in range(math.floor(low / pitch), math.ceil(high / pitch) + 1):
        a, b = k * pitch - width / 2, k * pitch + width / 2
        stripes.append(shapely.box(*((a, top, b, bottom) if down else (left, a, right, b))))
    return area.intersection(shapely.union_all(stripes))


def _middles(area: BaseGeometry, share: float, most: float) -> list[BaseGeometry]:
    """Return a disc in the widest place of every part of an area."""
    discs = []
    for part in shapely.get_parts(area):
        widest = shapely.maximum_inscribed_circle(part, tolerance=0.05)
        radius = min(widest.length * share, most)
        if radius >= NARROWEST / 2:
            x, y = widest.coords[0]
            discs.append(_disc(x, y, radius, 16))
    return discs


def dots(area: BaseGeometry) -> BaseGeometry:
    """Round bumps; where none of them fits, one in the middle."""
    bumps: list[BaseGeometry] = []
    for part in shapely.get_parts(area):
        whole = shapely.get_parts(_lattice(part, 4.4, 1.1))
        bumps += whole.tolist() or _middles(part, 0.9, 1.1)
    return shapely.multipolygons(bumps)


def ridges(area: BaseGeometry) -> BaseGeometry:
    """Level bars."""
    return _stripes(area, 2.6, 1.1, down=False)


def grid(area: BaseGeometry) -> BaseGeometry:
    """Crossing bars."""
    level = _stripes(area, 4.0, 1.0, down=False)
    return level.union(_stripes(area, 4.0, 1.0, down=True))


def pits(area: BaseGeometry) -> BaseGeometry:
    """All of it is raised but for round holes."""
    return area.difference(_lattice(area.buffer(-NARROWEST), 4.0, 1.2))


def rings(area: BaseGeometry) -> BaseGeometry:
    """Walls along the edge, one within the other."""
    walls, inner = [], area
    while not inner.is_empty:
        walls.append(inner.difference(inner.buffer(-1.0, join_style="mitre")))
        inner = inner.buffer(-2.4, join_style="mitre")
    return shapely.union_all(walls)


def studs(area: BaseGeometry) -> BaseGeometry:
    """One large bump in the middle."""
    return shapely.union_all(_middles(area, 0.85, 4.0))


#: The themes' slots, and how each feels; blue is smooth.
TEXTURES: dict[str, Texture] = {
    "red": dots,
    "green": ridges,
    "yellow": lambda area: area,  # all of it is raised
    "cyan": rings,
    "orange": grid,
    "purple": pits,
    "grey": studs,
}
