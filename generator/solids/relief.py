"""A side of a piece as a relief: which areas are raised, and what colour every area is.

Made from the piece's own drawing: areas in a colour of the themes get that colour's texture, dark
signs and large letters are raised whole, all else is level.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import scene
from engine.drawing.theme import SLOTS, Theme, luminance
from generator.solids.regions import Region, seen
from generator.solids.textures import NARROWEST, TEXTURES

#: Millimetres: free at the rim, between textures and signs, and within a texture's area.
RIM = 0.4
CLEARANCE = 0.7
INSET = 0.25

#: Colours that are darker are signs, if they are no slot's.
DARK = 0.3

#: Points are rounded to this, so that areas that meet have the same corners.
GRID = 0.001


class Relief(NamedTuple):
    """An outline, what is raised within it, and areas by colour: a slot's name or ``#rrggbb``.

    The areas do not cover everything; between them the nearest one's colour is meant.
    """

    outline: BaseGeometry
    raised: BaseGeometry
    colours: tuple[Region, ...]


def carve(items: Sequence[scene.Item], outline: BaseGeometry, theme: Theme) -> Relief:
    """Return the relief of a drawing; ``theme`` is what it is drawn in."""
    with warnings.catch_warnings():
        # GEOS divides by zero where a line turns back on itself, sees it, and goes on.
        warnings.simplefilter("ignore", RuntimeWarning)
        return _carved(items, outline, theme)


def _carved(items: Sequence[scene.Item], outline: BaseGeometry, theme: Theme) -> Relief:
    slots = {theme.slot(name).fill: name for name in SLOTS}
    colours = [Region(slots.get(c, c), a.intersection(outline)) for c, a in seen(items)]
    inner = outline.buffer(-RIM, join_style="mitre")
    dark = [a for c, a in colours if c not in SLOTS and luminance(c) < DARK]
    signs = _opened(shapely.union_all(dark).intersection(inner))
    room = inner.difference(signs.buffer(CLEARANCE, quad_segs=3))
    raised = [signs]
    for name, area in colours:
        if name in SLOTS:
            free = area.buffer(-INSET, join_style="mitre").intersection(room)
            raised.append(_opened(TEXTURES[name](_opened(free))))
    # Hairlines are nobody's colour: the nearest area's is theirs.
    wide = tuple(region for region in colours if not _opened(region.area).is_empty)
    return Relief(outline, _apart(shapely.union_all(raised)), wide)


def _opened(area: BaseGeometry) -> BaseGeometry:
    """Return an area without what is too narrow to be printed."""
    reach = NARROWEST / 2 - 0.05
    thin = area.buffer(-reach, join_style="mitre")
    return thin.buffer(reach, join_style="mitre").simplify(0.01).intersection(area)


def _apart(area: BaseGeometry) -> BaseGeometry:
    """Return an area whose parts do not touch in single points, its corners on the grid."""
    grown = area.buffer(0.02, join_style="mitre").simplify(0.01)
    return shapely.set_precision(grown, GRID)
