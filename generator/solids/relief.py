"""A side of a piece as a relief: which areas are raised, and what colour every area is.

Made from what is seen of the piece's own drawing: areas in a colour of the themes get that colour's texture, dark
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
from engine.geometry.plane import IDENTITY
from generator.printing.engraving import TOLERANCE, painted
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

#: Smaller letters than this em cannot be felt.
SMALLEST_LETTER = 5.0


class Region(NamedTuple):
    """An area of one colour, ``#rrggbb``; a pattern counts as its ground."""

    colour: str
    area: BaseGeometry


def seen(items: Sequence[scene.Item]) -> list[Region]:
    """Return what is seen of a drawing, each colour once, no two areas overlapping."""
    everything = list(painted(items, IDENTITY, smallest=SMALLEST_LETTER))
    covered: BaseGeometry = shapely.Polygon()
    shown: dict[str, list[BaseGeometry]] = {}
    for colour, area, marks, _ in reversed(everything):
        if marks is not None:  # a pattern's marks are its ground's texture
            continue
        shown.setdefault(colour, []).append(area.difference(covered))
        covered = covered.union(area)
    return [Region(colour, shapely.union_all(areas)) for colour, areas in shown.items()]


def _in_mirror(area: BaseGeometry) -> BaseGeometry:
    return shapely.transform(area, lambda points: points * (-1.0, 1.0))


def are_mirrored(one: Sequence[Region], other: Sequence[Region]) -> bool:
    """Tell whether what is seen of two drawings is each other's mirror image."""
    areas = dict(other)
    return len(one) == len(other) and all(
        colour in areas and _in_mirror(area).symmetric_difference(areas[colour]).area < TOLERANCE
        for colour, area in one
    )


def dropped_words(items: Sequence[scene.Item]) -> list[str]:
    """Return the words of a drawing that are too small to be felt; numbers and letters are none."""
    texts = (item for item in scene.walk(items) if isinstance(item, scene.Text))
    return [t.text for t in texts if t.size < SMALLEST_LETTER and len(t.text) > 3]


class Relief(NamedTuple):
    """An outline, what is raised within it, and areas by colour: a slot's name or ``#rrggbb``.

    The areas do not cover everything; between them the nearest one's colour is meant.
    """

    outline: BaseGeometry
    raised: BaseGeometry
    colours: tuple[Region, ...]


def carved(shown: Sequence[Region], outline: BaseGeometry, theme: Theme) -> Relief:
    """Return the relief of what is seen of a drawing; ``theme`` is what it is drawn in."""
    with warnings.catch_warnings():
        # GEOS divides by zero where a line turns back on itself, sees it, and goes on.
        warnings.simplefilter("ignore", RuntimeWarning)
        return _carved(shown, outline, theme)


def mirrored(relief: Relief) -> Relief:
    """Return a relief as it is seen in a mirror beside it; the outline is the same on both sides."""
    colours = tuple(Region(name, _in_mirror(area)) for name, area in relief.colours)
    return Relief(relief.outline, _in_mirror(relief.raised), colours)


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
    return _opened(texture(_opened(area)))


def _opened(area: BaseGeometry) -> BaseGeometry:
    """Return an area without what is too narrow to be printed."""
    thin = _thinned(area)
    return thin.buffer(_REACH, join_style="mitre").simplify(0.01).intersection(area)


def _thinned(area: BaseGeometry) -> BaseGeometry:
    return area.buffer(-_REACH, join_style="mitre")


def _apart(area: BaseGeometry) -> BaseGeometry:
    """Return an area whose parts do not touch in single points, its corners on the grid."""
    grown = area.buffer(0.02, join_style="mitre").simplify(0.01)
    return shapely.set_precision(grown, GRID)
