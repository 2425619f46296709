"""A position or tile as drawn, before it becomes a figure: items by level, named places, labels round it.

A game's ``diagram`` module makes one; :mod:`engine.figure` adds marks, crops and captions.  Labels
stand where lines of cells leave the window, in one row a side and in the size they are printed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, pairwise
from typing import Any, NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.captions import Glyph
from engine.drawing.legible import LEAST_EM
from engine.drawing.scene import CAP_HEIGHT, Item, Text
from engine.drawing.theme import Theme
from engine.geometry.plane import Box, Point
from engine.messages import Language
from engine.words import with_minus


class NamedPlace(NamedTuple):
    """A spot of the game that marks can name, in millimetres in the drawing's frame."""

    name: str
    #: ``cell``, ``edge``, ``corner`` or ``part``.
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
    """A small picture of what an overlay shows: its name in captions, words, and item in a theme.

    The item is about the origin, ``share`` of a cell wide; words and the rest are a :class:`Glyph`'s.
    """

    name: str
    words: str
    draw: Callable[[Theme], Item]
    spoken: str = ""
    sign: str = ""
    share: float = 1.0


class Overlay(NamedTuple):
    """What can be laid over a drawing; help, figures, sentences and legends come from it.

    ``draw`` returns its items, ``tell`` its sentences, of what a game makes of a position to be drawn.
    Overlays may share them.
    """

    help: str
    draw: Callable[[Any], Iterable[Item]] = lambda _: ()
    tell: Callable[[Any], Iterable[str]] = lambda _: ()
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
            items[level] = (*below, *draw(picture))
        sentences = (tell(picture) for tell in dict.fromkeys(one.tell for one in chosen))
        own = _glyphs(tuple(overlays.values()), theme, self.unit)
        return self._replace(
            description=(*self.description, *chain(*sentences)),
            glyphs=lambda: {**self.glyphs(), **own},
            **items,
        )

    def in_language(self, speech: Language) -> Drawing:
        return self._replace(
            glyphs=lambda: {name: one.in_language(speech) for name, one in self.glyphs().items()},
            remarks=tuple(map(speech.text, self.remarks)),
            description=tuple(map(speech.text, self.description)),
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

    The first cell begins in (0, 0), rows go downwards, and ``frame`` is the box round the cells.
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

#: What is left between the board and its labels, between labels, and round them, in ems.
_PAD, _APART, _AIR = 0.42, 0.3, 0.2


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
    em = min(max(0.34 * unit * scale, LEAST_EM), 9 * 25.4 / 72)  # a third of a cell, up to 9 pt
    texts: list[Text] = []
    lost = 0
    a, b, c, d = Box(*(scale * side for side in window)).corners()
    sides = ((a, b), (b, c), (d, c), (a, d)) if clipped else ()
    edges = [Box(*start, *end).grown(_AIR * em) for start, end in sides]
    for rim in rims:
        labels = [
            (Point(at.x * scale, at.y * scale), with_minus(text))
            for start, text in rim.labels
            if (at := leaves(start, rim.along, window)) is not None
        ]
        row = _row(labels, rim.along, em, colour, font)
        kept = _thinned(row, em)
        lost += len(row) - len(kept)
        # A letter and a number do not read as one.
        taken = [_box(text).grown(0.75 * em) for text in texts] + edges
        for text in kept:
            while any(box.meets(_box(text)) for box in taken):  # it moves outwards
                x, y = (text.size / 4 * part for part in rim.along)
                text = text._replace(x=text.x + x, y=text.y + y)  # noqa: PLW2901
            texts.append(text)
    boxes = [_box(text).grown(_AIR * em) for text in texts]
    return RimLabels(tuple(texts), reduce(Box.union, boxes) if boxes else None, lost)


def _row(
    labels: list[tuple[Point, str]], along: Point, em: float, colour: str, font: fonts.Font
) -> list[Text]:
    # All stand as far out as the widest of them needs.
    widest = max((fonts.width(text, em, font=font) for _, text in labels), default=0.0)
    away = _PAD * em + (abs(along.x) * widest + abs(along.y) * em * CAP_HEIGHT) / 2
    x, y = along.x * away, along.y * away
    style: dict[str, Any] = {"fill": colour, "name": "coordinate", "font": font}
    return [scene.centred(*at.moved(x, y), text, em, **style) for at, text in labels]


def leaves(at: Point, along: Point, window: Box) -> Point | None:
    """Return where a line of cells that ends at ``at`` leaves the window, None if it is not in it."""
    left, top, right, bottom = window
    beyond = (
        (at.x - right if along.x > 0 else left - at.x, abs(along.x)),
        (at.y - bottom if along.y > 0 else top - at.y, abs(along.y)),
    )
    back = max(0.0, *(over / step for over, step in beyond if step))
    place = at.moved(-along.x * back, -along.y * back)
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
        if not any(a.meets(b) for a, b in pairwise(boxes[::step])):
            return row[::step]
    return row[:1]
