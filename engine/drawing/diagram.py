"""A position or tile as drawn, before it becomes a figure: items by level, named places, labels round it.

A game's ``diagram`` module makes one; :mod:`engine.figure` adds marks, crops and captions.

Labels stand where the board's lines of cells leave the window, in one row a side.  They have the
size they are printed in.  Where they would touch, every second or third is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.captions import Glyph
from engine.drawing.legible import LEAST_EM
from engine.drawing.scene import CAP_HEIGHT, Item, Text
from engine.drawing.theme import Theme
from engine.geometry.plane import Box, Point, bounds
from engine.messages import Language
from engine.words import with_minus

#: The kinds of named places.
PLACES = ("cell", "edge", "corner", "part")


class NamedPlace(NamedTuple):
    """A spot of the game that marks can name, in millimetres in the drawing's frame."""

    name: str
    #: One of :data:`PLACES`.
    kind: str
    centre: Point
    #: The corners of a cell or part, the two ends of an edge, nothing for a corner.
    outline: tuple[Point, ...] = ()
    #: The radius of the piece that lies here, where arrows stop; 0 without a piece.
    piece: float = 0.0
    #: Spots beside the piece for labels that would cover it, the best first.
    free: tuple[Point, ...] = ()
    #: The radius of the number in the piece's middle; 0 without one.  With one, every small mark
    #: goes to a ``free`` spot.
    read: float = 0.0


class Rim(NamedTuple):
    """The labels on one side of a board, one for each line of cells."""

    #: Where each line of cells leaves the frame, and its label.
    labels: tuple[tuple[Point, str], ...]
    #: The unit vector in which these lines run outwards.
    along: Point


class Sign(NamedTuple):
    """A small picture of what an overlay shows: its name in captions, its words, and its drawing.

    ``draw`` returns it about the origin.  ``spoken``, ``sign`` and the rest are as in :class:`Glyph`.
    """

    name: str
    words: str
    draw: Callable[[Theme], Item]
    spoken: str = ""
    sign: str = ""
    #: Its width, as a share of a cell's.
    share: float = 1.0


class Overlay(NamedTuple):
    """What can be laid over a drawing; help, figures, sentences and legends come from it.

    ``draw`` and ``tell`` take what a game makes of a position to be drawn.  Overlays may share them.
    """

    #: One line, for lists of what there is.
    help: str
    #: Returns its items.
    draw: Callable[[Any], Iterable[Item]] | None = None
    #: Returns its sentences in the alternative text.
    tell: Callable[[Any], Iterable[str]] | None = None
    signs: tuple[Sign, ...] = ()
    #: The field of :class:`Drawing` that its items join.
    level: str = "overlays"
    #: Whether it lies above the overlays that do not.
    above: bool = False


class Drawing(NamedTuple):
    """Items from the table upwards, in millimetres in the drawing's own frame, y down.

    A game gives ``box``, ``unit`` and ``place``; everything else is optional.
    """

    #: What the board covers.
    box: Box
    #: The width of one cell; it sets the size of marks.
    unit: float
    #: Returns the place of a name.  Raises NotationError that tells which names are places.
    place: Callable[[str], NamedPlace]
    board: tuple[Item, ...] = ()
    pieces: tuple[Item, ...] = ()
    overlays: tuple[Item, ...] = ()
    labels: tuple[Item, ...] = ()
    #: Overlays with text, which the lines of marks must not strike through.
    plates: tuple[Item, ...] = ()
    #: The labels round the board, by side.  The figure sets them at the size they are printed in.
    rims: Mapping[str, Rim] = {}
    #: The sides with labels.
    sides: tuple[str, ...] = ()
    #: The box of the cells, if the board has a frame round them.  Crops reach as far as this box.
    cells: Box | None = None
    #: The box of things beside the board, such as hands.  A crop shows all of them or none.
    beside: Box | None = None
    #: Centres and radii that labels in search of a place keep clear of.
    obstacles: tuple[tuple[Point, float], ...] = ()
    #: Centres and radii of texts on pieces: lines pass behind them, labels keep clear of them.
    read: tuple[tuple[Point, float], ...] = ()
    #: Returns the small pictures that captions may name, by name, in the order of a legend.
    glyphs: Callable[[], Mapping[str, Glyph]] = dict
    #: Lines below the picture that say what is wrong in it.
    remarks: tuple[str, ...] = ()
    #: The places that the crop ``focus`` must show: those with pieces or highlights.
    focus: tuple[str, ...] = ()
    #: Sentences of the alternative text.
    description: tuple[str, ...] = ()

    def with_overlays(
        self, overlays: Mapping[str, Overlay], theme: Theme, show: frozenset[str], picture: Any
    ) -> Drawing:
        """Return the drawing with the overlays in ``show``, which take ``picture``.

        Captions may have the small pictures of all overlays.
        """
        chosen = [overlay for name, overlay in overlays.items() if name in show]
        items: dict[str, Any] = {}
        in_order = sorted(chosen, key=lambda overlay: overlay.above)
        for level, draw in dict.fromkeys((one.level, one.draw) for one in in_order):
            below = items.get(level, getattr(self, level))
            items[level] = (*below, *(draw(picture) if draw else ()))
        told = [tell(picture) for tell in dict.fromkeys(one.tell for one in chosen) if tell]
        own = _glyphs(tuple(overlays.values()), theme, self.unit)
        return self._replace(
            description=(*self.description, *chain(*told)),
            glyphs=lambda: {**self.glyphs(), **own},
            **items,
        )

    def told(self, speech: Language) -> Drawing:
        """Return the same drawing with its words in a language."""
        return self._replace(
            glyphs=lambda: {name: glyph.told(speech) for name, glyph in self.glyphs().items()},
            remarks=tuple(map(speech.told, self.remarks)),
            description=tuple(map(speech.told, self.description)),
        )


@lru_cache(maxsize=64)
def _glyphs(overlays: tuple[Overlay, ...], theme: Theme, cell: float) -> Mapping[str, Glyph]:
    return {
        name: Glyph.of(draw(theme), share * cell, words, name=spoken, sign=sign)
        for overlay in overlays
        for name, words, draw, spoken, sign, share in overlay.signs
    }


def square_rims(
    frame: Box, cell: float, columns: Sequence[str], rows: Sequence[str]
) -> dict[str, Rim]:
    """Return the labels round a board of square cells, by side.

    The first cell begins in (0, 0), and rows are counted from the top.  ``frame`` is the box round
    the cells.
    """
    left, top, right, bottom = frame
    xs, ys = ([((k + 0.5) * cell, t) for k, t in enumerate(line)] for line in (columns, rows))
    return {
        "left": Rim(tuple((Point(left, y), t) for y, t in ys), Point(-1.0, 0.0)),
        "right": Rim(tuple((Point(right, y), t) for y, t in ys), Point(1.0, 0.0)),
        "top": Rim(tuple((Point(x, top), t) for x, t in xs), Point(0.0, -1.0)),
        "bottom": Rim(tuple((Point(x, bottom), t) for x, t in xs), Point(0.0, 1.0)),
    }


# ---------------------------------------------------------------------------- labels round a board

#: The em of labels as a share of the printed cell, and the least and the most, in millimetres.
_SHARE, _MOST = 0.34, 9 * 25.4 / 72

#: What is left between the board and its labels, between labels, and round them, in ems.
_PAD, _APART, _AIR = 0.42, 0.3, 0.2

#: And beside labels of another line of cells, so that a letter and a number do not read as one.
_OTHERS = 0.75


class RimLabels(NamedTuple):
    """Labels round a window in printed millimetres, the box round them, and how many were left out."""

    texts: tuple[Text, ...]
    box: Box | None
    lost: int


@lru_cache(maxsize=256)
def rim_labels(
    rims: tuple[Rim, ...],
    window: Box,
    unit: float,
    scale: float,
    colour: str,
    font: fonts.Font = (),
    clipped: bool = False,
) -> RimLabels:
    """Return the labels round a window shown ``scale`` times as large; none touches a crop's edge."""
    em = min(max(_SHARE * unit * scale, LEAST_EM), _MOST)
    texts: list[Text] = []
    lost = 0
    left, top, right, bottom = (scale * side for side in window)
    upright = (Box(x, top, x, bottom) for x in (left, right))
    level = (Box(left, y, right, y) for y in (top, bottom))
    edges = [side.grown(_AIR * em) for side in (*upright, *level) if clipped]
    for rim in rims:
        labels = [
            (Point(at.x * scale, at.y * scale), with_minus(text))
            for start, text in rim.labels
            if (at := leaves(start, rim.along, window)) is not None
        ]
        row = _row(labels, rim.along, em, colour, font)
        kept = _thinned(row, em)
        lost += len(row) - len(kept)
        taken = [*edges, *(_box(text).grown(_OTHERS * em) for text in texts)]
        for text in kept:
            texts.append(text)
            while any(_touch(_box(texts[-1]), box) for box in taken):  # it moves outwards
                x, y = (text.size / 4 * part for part in rim.along)
                texts[-1] = texts[-1]._replace(x=texts[-1].x + x, y=texts[-1].y + y)
    boxes = [_box(text).grown(_AIR * em) for text in texts]
    whole = bounds(corner for box in boxes for corner in box.corners()) if boxes else None
    return RimLabels(tuple(texts), whole, lost)


def _row(
    labels: list[tuple[Point, str]], along: Point, em: float, colour: str, font: fonts.Font
) -> list[Text]:
    """Return the labels of a side, as far out as the widest of them needs."""
    reach = (abs(along.x) * fonts.width(text, em, font=font) / 2 for _, text in labels)
    away = _PAD * em + max((one + abs(along.y) * em * CAP_HEIGHT / 2 for one in reach), default=0.0)
    by = Point(along.x * away, along.y * away)
    return [
        scene.centred(*at.moved(*by), text, em, fill=colour, name="coordinate", font=font)
        for at, text in labels
    ]


def leaves(at: Point, along: Point, window: Box) -> Point | None:
    """Return where a line of cells that ends at ``at`` leaves the window, None if it is not in it."""
    back = 0.0
    for near, low, high, step in (
        (at.x, window.left, window.right, along.x),
        (at.y, window.top, window.bottom, along.y),
    ):
        over = near - high if step > 0 else low - near if step < 0 else 0.0
        if over > 0:
            back = max(back, over / abs(step))
    place = Point(at.x - along.x * back, at.y - along.y * back)
    return place if window.holds(Box(*place, *place), 1e-6) else None


def _box(text: Text) -> Box:
    x, y = text.middle
    half = fonts.width(text.text, text.size, text.bold, text.font) / 2
    high = text.size * CAP_HEIGHT / 2
    return Box(x - half, y - high, x + half, y + high)


def _thinned(row: list[Text], em: float) -> list[Text]:
    """Return every label of a row, or every second, third and so on, so that none touch."""
    boxes = [_box(text).grown(_APART * em / 2) for text in row]
    for step in range(1, len(row)):
        if not any(_touch(a, b) for a, b in pairwise(boxes[::step])):
            return row[::step]
    return row[:1]


def _touch(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom
