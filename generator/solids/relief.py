"""A side of a piece as a relief: which areas are raised, and what colour every area is.

Made from the piece's own drawing: areas in a colour of the themes get that colour's texture, dark
signs and large letters are raised whole, all else is level.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing import scene
from engine.drawing.theme import SLOTS, Theme, luminance
from generator.solids.regions import Region, in_mirror, seen
from generator.solids.textures import NARROWEST, TEXTURES, Texture

#: Millimetres: free at the rim, between textures and signs, and within a texture's area.
RIM = 0.4
CLEARANCE = 0.7
INSET = 0.25

#: Colours that are darker are signs, if they are no slot's.
DARK = 0.3

#: Points are rounded to this, so that areas that meet have the same corners.
GRID = 0.001

#: From the rim of the narrowest area that is printed to its middle, and a little less.
_REACH = NARROWEST / 2 - 0.05


class Relief(NamedTuple):
    """An outline, what is raised within it, and areas by colour: a slot's name or ``#rrggbb``.

    The areas do not cover everything; between them the nearest one's colour is meant.
    """

    outline: BaseGeometry
    raised: BaseGeometry
    colours: tuple[Region, ...]


def carve(items: Sequence[scene.Item], outline: BaseGeometry, theme: Theme) -> Relief:
    """Return the relief of a drawing; ``theme`` is what it is drawn in."""
    return carved(seen(items), outline, theme)


def carved(shown: Sequence[Region], outline: BaseGeometry, theme: Theme) -> Relief:
    """Return the relief of what is seen of a drawing; ``theme`` is what it is drawn in."""
    with warnings.catch_warnings():
        # GEOS divides by zero where a line turns back on itself, sees it, and goes on.
        warnings.simplefilter("ignore", RuntimeWarning)
        return _carved(shown, outline, theme)


def mirrored(relief: Relief) -> Relief:
    """Return a relief as it is seen in a mirror beside it; the outline is the same on both sides."""
    colours = tuple(Region(name, in_mirror(area)) for name, area in relief.colours)
    return Relief(relief.outline, in_mirror(relief.raised), colours)


def _carved(shown: Sequence[Region], outline: BaseGeometry, theme: Theme) -> Relief:
    slots = {theme.slot(name).fill: name for name in SLOTS}
    shapely.prepare(outline)
    colours = [Region(slots.get(c, c), _within(a, outline)) for c, a in shown]
    inner = outline.buffer(-RIM, join_style="mitre")
    dark = [a for c, a in colours if c not in SLOTS and luminance(c) < DARK]
    signs = _opened(shapely.union_all(dark).intersection(inner))
    room = inner.difference(signs.buffer(CLEARANCE, quad_segs=3))
    raised = [signs]
    for name, area in colours:
        if name in SLOTS:
            free = area.buffer(-INSET, join_style="mitre").intersection(room)
            raised += [_textured(TEXTURES[name], part) for part in shapely.get_parts(free)]
    # Hairlines are nobody's colour: the nearest area's is theirs.
    wide = tuple(r for r in colours if r.colour in SLOTS or not _thinned(r.area).is_empty)
    return Relief(outline, _apart(shapely.union_all(raised)), wide)


def _within(area: BaseGeometry, outline: BaseGeometry) -> BaseGeometry:
    return area if outline.covers(area) else area.intersection(outline)


@lru_cache(maxsize=1024)  # tiles have many areas in common
def _textured(texture: Texture, area: BaseGeometry) -> BaseGeometry:
    """Return what is raised on one connected area of a colour."""
    return _opened(texture(_opened(area)))


def _opened(area: BaseGeometry) -> BaseGeometry:
    """Return an area without what is too narrow to be printed."""
    thin = _thinned(area)
    return thin.buffer(_REACH, join_style="mitre").simplify(0.01).intersection(area)


def _thinned(area: BaseGeometry) -> BaseGeometry:
    """Return an area without its rim: nothing is left of what is too narrow to be printed."""
    return area.buffer(-_REACH, join_style="mitre")


def _apart(area: BaseGeometry) -> BaseGeometry:
    """Return an area whose parts do not touch in single points, its corners on the grid."""
    grown = area.buffer(0.02, join_style="mitre").simplify(0.01)
    return shapely.set_precision(grown, GRID)
