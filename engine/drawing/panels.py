"""One picture of a figure: a drawing with its marks in layers, and the window on it.

It knows drawings and marks, and nothing of games, captions or sizes, which are
:mod:`engine.drawing.composition`'s.  What lies outside a window is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from typing import NamedTuple

from engine.drawing import mark_drawing, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, Rim, leaves
from engine.drawing.marks import Mark, parse_places
from engine.drawing.plates import Disc, Print
from engine.drawing.scene import Group, Item, Text, walk
from engine.drawing.theme import Theme
from engine.errors import blaming
from engine.geometry.plane import IDENTITY, ORIGIN, Box, Point, Transform, bounds

#: Only a sliver is seen of what has its middle nearer to a crop's edge, as a share of the unit.
_SLIVER = 0.2


class Panel(NamedTuple):
    """One picture of a figure, in its drawing's frame: the window ``box`` on ``items``.

    Panels are aligned on their ``origin``, which is the drawing's or the middle of a crop.  ``rims``
    are set beside the window, ``reserved`` ones would have room there.
    """

    drawing: Drawing
    #: The marks, the look, the part to show, and whether the board has labels.
    order: tuple[Sequence[Mark], Theme, str | Sequence[str], bool]
    items: tuple[Item, ...]
    box: Box
    rims: Mapping[str, Rim]
    clipped: bool = False
    origin: Point = ORIGIN
    caption: str = ""
    reserved: tuple[Rim, ...] = ()
    #: The marks that were asked for, of whose places a crop shows none.
    beyond: tuple[Mark, ...] = ()

    @property
    def unit(self) -> float:
        return self.drawing.unit

    @property
    def inside(self) -> Box:
        """The window without its edge, where only slivers of things are seen."""
        return self.box.grown(-_SLIVER * self.unit)

    def legend(self) -> tuple[Glyph, ...]:
        """Return the small pictures of what is seen, with what they stand for."""

        def is_visible(box: Box, window: Box) -> bool:
            if max(box.width, box.height) > 1.2 * self.unit:
                return box.meets(window)  # any part is enough, such as of an area
            return window.has(box.centre)

        kept = [*_kept(self.items, self.inside, None, is_visible)] if self.clipped else self.items
        names = {i.symbol.key if isinstance(i, scene.Use) else i.name for i in walk(kept)}
        return tuple(glyph for glyph in self.drawing.glyphs().values() if glyph.is_among(names))

    def printed(self, scale: float, taken: tuple[Disc, ...]) -> tuple[Item, ...]:
        """Return the items as they are printed at a scale beside what is ``taken``."""
        if not any(mark.verb in ("label", "number") for mark in self.order[0]):
            return self.items
        room = self.box if self.clipped else self.drawing.box
        return panel(self.drawing, *self.order, Print(scale, room, taken)).items


def panel(
    drawing: Drawing,
    marks: Sequence[Mark],
    look: Theme,
    crop: str | Sequence[str],
    labels: bool,
    printed: Print | None = None,
) -> Panel:
    """Return the drawing with its marks, from the board upwards, and the window on it.

    ``crop`` is "" for all, ``focus`` for what matters, or the places to show; ``labels`` are those of
    the board. Raises NotationError for a place in ``crop`` that the drawing does not have.
    """
    layers = mark_drawing.draw(marks, drawing, look, printed)
    under, veils, lines, top, heads = (tuple(layers[level]) for level in mark_drawing.LEVELS)
    groups = (
        ("board", drawing.board),
        ("marks", under),
        ("pieces", drawing.pieces),
        ("overlays", drawing.overlays),
        ("labels", drawing.labels if labels else ()),
        ("marks", (*veils, *lines)),
        ("overlays", drawing.plates),
        ("marks", (*top, *heads)),
    )
    items = tuple(Group(items, name=name) for name, items in groups if items)
    drawn = (box for one in chain(*layers.values()) for box in scene.boxes(one, stroked=True))
    box = reduce(Box.union, filter(None, (drawing.box, drawing.beside, *drawn)))
    rims = {side: drawing.rims[side] for side in drawing.sides if labels}
    made = Panel(drawing, (marks, look, crop, labels), items, box, rims)
    part = _part(drawing, crop)
    return _cropped(made, part, look) if part else made


def _part(drawing: Drawing, crop: str | Sequence[str]) -> Box | None:
    if crop == "focus":
        crop = drawing.focus
    with blaming("crop"):
        places = parse_places(crop, place=drawing.place) if isinstance(crop, str) else crop
        spots = [drawing.place(name) for name in places]
    if not spots:
        return None
    box = bounds(point for place in spots for point in (place.centre, *place.outline))
    beside = drawing.beside
    return box.union(beside) if beside and box.meets(beside) else box


def _cropped(made: Panel, part: Box, look: Theme) -> Panel:
    unit, whole, board = made.unit, made.box, made.drawing.box
    # What ends near the board's end ends with it.
    left, top, right, bottom = (made.drawing.cells or board).grown(-0.1 * unit)
    on = part.left > left, part.top > top, part.right < right, part.bottom < bottom
    wide, ends = part.grown(0.32 * unit), board.union(part.grown(0.08 * unit))
    ends = Box(*map(max, ends[:2], whole[:2]), *map(min, ends[2:], whole[2:]))
    window = Box(*(a if goes_on else b for goes_on, a, b in zip(on, wide, ends, strict=True)))
    if window == whole:
        return made
    line = look.line("muted", 0.02, 10.0, dash=(0.1 * unit, 0.1 * unit))
    a, b, c, d = window.corners()
    sides = zip(((a, d), (a, b), (b, c), (d, c)), on, strict=True)
    dashed = scene.joined(scene.polyline(side) for side, goes_on in sides if goes_on)
    edge = (scene.Path(dashed, None, line, "cut"),) if dashed else ()
    inside = window.grown(-_SLIVER * unit)
    kept = tuple(_kept(made.items, window.grown(_SLIVER * unit), inside))  # lines are broad
    rims = {
        side: rim._replace(labels=tuple(x for x in rim.labels if leaves(x[0], rim.along, part)))
        for side, rim in made.rims.items()
    }
    items = (Group(kept, clip=scene.rectangle(window)), *edge)
    return made._replace(items=items, box=window, rims=rims, clipped=True, origin=window.centre)


# --------------------------------------------------------------------------- what lies in a window


_Visibility = Callable[[Box, Box], bool]


def _kept(
    items: Iterable[Item], window: Box, readable: Box | None, is_visible: _Visibility = Box.meets
) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group) and item.em is None:
            move = item.transform
            own = readable and not item.name.startswith("mark") and _within(move, readable)
            inside = tuple(_kept(item.items, _within(move, window), own or None, is_visible))
            if inside:
                yield item if inside == item.items else item._replace(items=inside)
        elif any(is_visible(box, window) for box in scene.boxes(item)):
            sign = item if isinstance(item, Group) else Group((item,))
            middles = (sign.transform.apply(t.middle) for t in sign.items if isinstance(t, Text))
            if not readable or all(map(readable.has, middles)):
                yield item


def _within(transform: Transform, window: Box) -> Box:
    if transform == IDENTITY:
        return window
    back = transform.inverse()
    return bounds(back.apply(corner) for corner in window.corners())
