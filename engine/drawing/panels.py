"""One picture of a figure: a drawing with its marks in layers, and the window on it.

It knows drawings and marks, and nothing of games, captions or sizes, which are
:mod:`engine.drawing.composition`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.drawing import mark_drawing
from engine.drawing.diagram import Drawing
from engine.drawing.marks import Mark, parse_places
from engine.drawing.scene import Group, Item
from engine.drawing.theme import Theme
from engine.geometry.plane import Box, bounds

#: What is left round the cells of a crop, as a share of the unit.
_CROP_MARGIN = 0.08


class Panel(NamedTuple):
    """One picture of a figure, in its drawing's frame: the window ``box`` on ``items``."""

    items: tuple[Item, ...]
    box: Box
    clipped: bool
    caption: str


def panel(
    drawing: Drawing, drawn: Sequence[Mark], look: Theme, crop: str | Sequence[str], labels: bool
) -> Panel:
    """Return the drawing with its marks, from the board upwards, and the window on it.

    ``crop`` is "" for all, ``focus`` for what matters, or the places to show.

    Raises NotationError for a place in ``crop`` that the drawing does not have.
    """
    layers = mark_drawing.draw(drawn, drawing.place, look, drawing.unit)
    groups = (
        ("board", drawing.board),
        ("marks", tuple(layers.under)),
        ("pieces", drawing.pieces),
        ("overlays", drawing.overlays),
        ("labels", drawing.labels if labels else ()),
        ("marks", (*layers.veils, *layers.top)),
    )
    items = tuple(Group(items, name=name) for name, items in groups if items)
    whole = drawing.box.union(layers.box) if layers.box else drawing.box
    window = _window(drawing, crop, whole)
    return Panel(items, window, window != whole, "")


def _window(drawing: Drawing, crop: str | Sequence[str], whole: Box) -> Box:
    """Return the part of a drawing to show."""
    if crop == "focus":
        crop = drawing.focus
    places = parse_places(crop, place=drawing.place) if isinstance(crop, str) else crop
    if not places:
        return whole
    found = [drawing.place(name) for name in places]
    shown = bounds(point for place in found for point in (place.centre, *place.outline))
    wanted = shown.grown(_CROP_MARGIN * drawing.unit)
    return Box(
        max(wanted.left, whole.left),
        max(wanted.top, whole.top),
        min(wanted.right, whole.right),
        min(wanted.bottom, whole.bottom),
    )
