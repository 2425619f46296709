"""One picture of a figure: a drawing with its marks in layers, and the window on it.

It knows drawings and marks, and nothing of games, captions or sizes, which are
:mod:`engine.drawing.composition`'s.  All that lies outside a window is left out, so that a part
costs a part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import cycle, pairwise
from typing import NamedTuple

from engine.drawing import mark_drawing, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, Rim, leaves
from engine.drawing.marks import Mark, parse_places
from engine.drawing.plates import Disc, Print
from engine.drawing.scene import (
    Group,
    Item,
    LineTo,
    MoveTo,
    Text,
    walk,
)
from engine.drawing.theme import Theme
from engine.errors import blaming
from engine.geometry.plane import IDENTITY, ORIGIN, Box, Point, Transform, bounds

#: What is left round the cells of a crop where the board ends, and where it goes on, as shares of
#: the unit; how long the waves are of the edge that says so, and how deep.
_END, _ONWARD, _WAVE, _DEEP = 0.08, 0.32, 0.5, 0.045

#: What is seen of a thing whose middle is nearer to a crop's edge, as a share of the unit, and
#: from which size on any part of it is enough, such as an area's.
_SLIVER, _LARGE = 0.2, 1.2

#: What ends so near the board's end, as a share of the unit, ends with it.
_NEAR = 0.1


class Panel(NamedTuple):
    """One picture of a figure, in its drawing's frame: the window ``box`` on ``items``.

    Panels are aligned on their ``origin``, which is the drawing's or the middle of a crop; ``unit``
    is the width of a cell.  ``rims`` are set beside the window, ``reserved`` ones would have room
    there, and ``clip`` is its outline where the board goes on.

    >>> (panel,) = engine.figure.of(start).panels
    >>> panel.clipped, panel.unit
    (False, 20.0)
    """

    items: tuple[Item, ...]
    box: Box
    clipped: bool
    caption: str
    origin: Point = ORIGIN
    unit: float = 10.0
    rims: Mapping[str, Rim] = {}
    clip: scene.Outline = ()
    glyphs: Callable[[], Mapping[str, Glyph]] = dict
    legend: Callable[[], Iterable[Glyph]] = tuple
    remarks: tuple[str, ...] = ()
    #: The marks that were asked for, of whose places a crop shows none.
    beyond: tuple[Mark, ...] = ()
    #: How thick the waved edge of a crop is.
    edge: float = 0.0
    reserved: tuple[Rim, ...] = ()
    #: What lies beside the board, and the panel with that so much farther down.
    beside: Box | None = None
    apart: Callable[[float], Panel] | None = None
    #: Gives the items as they are printed at a scale beside what is ``taken``, where that matters.
    printed: Callable[[float, tuple[Disc, ...]], tuple[Item, ...]] | None = None

    @property
    def inside(self) -> Box:
        """The window without its edge, where only slivers of things are seen.

        >>> (panel,) = engine.figure.of(start).panels
        >>> round((panel.box.width - panel.inside.width) / panel.unit, 2)
        0.4
        """
        return self.box.grown(-_SLIVER * self.unit)

    def clear_of(self, low: float) -> Panel:
        """Return the panel with what lies beside its board below ``low``, where labels end.

        >>> (panel,) = engine.figure.of(start).panels
        >>> panel.clear_of(1000.0) is panel  # nothing lies beside this board
        True
        """
        if not self.apart or not self.beside or low <= self.beside.top:
            return self
        made = self.apart(low - self.beside.top)
        return made._replace(caption=self.caption, reserved=self.reserved)


def panel(
    drawing: Drawing,
    drawn: Sequence[Mark],
    look: Theme,
    crop: str | Sequence[str],
    labels: bool,
) -> Panel:
    """Return the drawing with its marks, from the board upwards, and the window on it.

    ``crop`` is "" for all, ``focus`` for what matters, or the places to show; ``labels`` are those of
    the board. Raises NotationError for a place in ``crop`` that the drawing does not have.
    """
    order = drawn, look, crop, labels
    made = _panel(drawing, order)
    if (apart := drawing.apart) and drawing.beside and made.box.meets(drawing.beside):
        made = made._replace(beside=drawing.beside, apart=lambda by: panel(apart(by), *order))
    if any(mark.verb in ("label", "number") for mark in drawn):
        room = made.box if made.clipped else drawing.box
        made = made._replace(
            printed=lambda scale, taken: _panel(drawing, order, Print(scale, room, taken)).items
        )
    return made


_Asked = tuple[Sequence[Mark], Theme, str | Sequence[str], bool]


def _panel(drawing: Drawing, order: _Asked, printed: Print | None = None) -> Panel:
    drawn, look, crop, labels = order
    layers = mark_drawing.draw(drawn, drawing, look, printed)
    groups = (
        ("board", drawing.board),
        ("marks", tuple(layers.under)),
        ("pieces", drawing.pieces),
        ("overlays", drawing.overlays),
        ("labels", drawing.labels if labels else ()),
        ("marks", (*layers.veils, *layers.lines)),
        ("overlays", drawing.plates),
        ("marks", (*layers.top, *layers.heads)),
    )
    items = tuple(Group(items, name=name) for name, items in groups if items)
    whole = reduce(Box.union, filter(None, (drawing.box, drawing.beside, layers.box)))
    shown = _shown(drawing, crop)
    rims = {side: drawing.rims[side] for side in drawing.sides if labels}
    made = Panel(items, whole, False, "", unit=drawing.unit, rims=rims)
    if shown:
        made = _cropped(made, shown, (drawing.cells or drawing.box, drawing.box, whole), look)
    legend = partial(_among, drawing.glyphs, items, made)
    return made._replace(glyphs=drawing.glyphs, legend=legend, remarks=drawing.remarks)


def _among(
    known: Callable[[], Mapping[str, Glyph]], items: tuple[Item, ...], on: Panel
) -> tuple[Glyph, ...]:
    visible = _visible(items, on.inside, _LARGE * on.unit) if on.clipped else scene.walk(items)
    names = {i.symbol.key if isinstance(i, scene.Use) else i.name for i in visible}
    return tuple(glyph for glyph in known().values() if glyph.is_among(names))


def _shown(drawing: Drawing, crop: str | Sequence[str]) -> Box | None:
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


def _cropped(made: Panel, part: Box, boxes: tuple[Box, Box, Box], look: Theme) -> Panel:
    """Return a panel with a window on a part, its edges waved where the board goes on.

    ``boxes`` are that of the board's cells, that of the board, and that of all there is to see.
    """
    unit = made.unit
    cells, board, whole = boxes
    wide = part.grown(_ONWARD * unit)
    ends = part.grown(_END * unit)
    near = cells.grown(-_NEAR * unit)
    left, top = part.left > near.left, part.top > near.top
    on = (left, top, part.right < near.right, part.bottom < near.bottom)
    least = [max(min(a, b), c) for a, b, c in zip(board, ends, whole, strict=True)]
    most = [min(max(a, b), c) for a, b, c in zip(board, ends, whole, strict=True)]
    end = (*least[:2], *most[2:])
    window = Box(*(a if goes_on else b for goes_on, a, b in zip(on, wide, end, strict=True)))
    if window == whole:
        return made
    clip, waves = _waved(window, on, unit)
    line = look.line("muted", 0.02, 10.0, join="round")
    edge = (scene.Path(waves, None, line, "cut"),) if waves else ()
    deep = _DEEP * unit
    room = Box(*(e + d * deep * o for e, d, o in zip(window, (-1, -1, 1, 1), on, strict=True)))
    read = _readable(made.items, room.grown(-_SLIVER * unit))
    kept = _kept(read, window.grown(deep + _SLIVER * unit))  # lines are broad
    items = (Group(kept, clip=clip), *edge)
    within = {
        side: rim._replace(labels=tuple(x for x in rim.labels if leaves(x[0], rim.along, part)))
        for side, rim in made.rims.items()
    }
    made = made._replace(items=items, box=room, origin=room.centre, clipped=True)
    return made._replace(clip=clip, rims=within, edge=2 * deep)


def _waved(window: Box, on: Sequence[bool], unit: float) -> tuple[scene.Outline, scene.Outline]:
    a, b, c, d = window.corners()
    outline: list[scene.Segment] = [MoveTo(*a)]
    waves: list[scene.Segment] = []
    for begin, end, wavy in zip((a, b, c, d), (b, c, d, a), (*on[1:], on[0]), strict=True):
        edge = _wave(begin, end, unit) if wavy else (LineTo(*end),)
        outline += edge
        waves += (MoveTo(*begin), *edge) if wavy else ()
    return (*outline, scene.Close()), tuple(waves)


def _wave(a: Point, b: Point, unit: float) -> tuple[scene.Segment, ...]:
    length = a.distance(b)
    count = 2 * max(1, round(length / (_WAVE * unit)))
    deep = 2 * min(_DEEP * unit, length / count) / length
    across = Point((b.y - a.y) * deep, (a.x - b.x) * deep)
    ends = (a.towards(b, k / count) for k in range(count + 1))
    return tuple(
        scene.BendTo(*p.towards(q, 0.5).moved(across.x * side, across.y * side), *q)
        for (p, q), side in zip(pairwise(ends), cycle((1, -1)), strict=False)
    )


# --------------------------------------------------------------------------- what lies in a window


def _kept(items: Iterable[Item], window: Box) -> tuple[Item, ...]:
    """Return the items of which a part lies in a window, and groups without the others."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group) and item.em is None:
            inside = _kept(item.items, _seen_from(item.transform, window))
            if inside:
                kept.append(item if inside == item.items else item._replace(items=inside))
        elif any(box.meets(window) for box in scene.boxes(item)):
            kept.append(item)
    return tuple(kept)


def _readable(layers: Iterable[Item], window: Box) -> Iterator[Item]:
    """Yield layers without the game's texts, with their plates, whose middles lie outside a window.

    An author's marks stay, cut or not.
    """
    for layer in layers:
        if isinstance(layer, Group) and not layer.name.startswith("mark"):
            kept = tuple(item for item in layer.items if _is_readable(item, window))
            yield layer._replace(items=kept)
        else:
            yield layer


def _is_readable(item: Item, window: Box) -> bool:
    if isinstance(item, Group) and item.em is not None:
        return all(_is_readable(one, window) for one in item.items)
    return not isinstance(item, Text) or window.holds(Box(*item.middle, *item.middle))


def _visible(items: Iterable[Item], window: Box, large: float) -> Iterator[Item]:
    """Yield the items, and those within them, whose middles lie in a window.

    Of what is wider or higher than ``large``, such as an area, any part in the window is enough.
    """
    for item in items:
        if isinstance(item, Group):
            inner = [*_visible(item.items, _seen_from(item.transform, window), large)]
            yield from [item, *inner] if inner else ()
        elif any(_is_seen(box, window, large) for box in scene.boxes(item)):
            yield from walk([item])


def _is_seen(box: Box, window: Box, large: float) -> bool:
    if max(box.width, box.height) > large:
        return box.meets(window)
    return window.holds(Box(*box.centre, *box.centre))


def _seen_from(transform: Transform, window: Box) -> Box:
    if transform == IDENTITY:
        return window
    back = transform.inverse()
    return bounds(back.apply(corner) for corner in window.corners())
