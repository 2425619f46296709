"""A position or tile as drawn, before it becomes a figure: items by level, named places, labels round it.

A game's ``drawing`` module makes one; :mod:`engine.figure` adds marks, crops and captions.  Labels
stand where the board's lines of cells leave the window, in one row a side, at the size they are
printed, thinned out where they would touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.captions import Glyph
from engine.drawing.legible import LEAST_EM
from engine.drawing.scene import CAP_HEIGHT, Item, Text
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, bounds
from engine.messages import Language
from engine.words import listed, meant, with_minus


def check_overlays(show: frozenset[str], overlays: Mapping[str, str], game: str) -> None:
    """See that all of ``show`` are overlays a game has.

    Raises OptionError naming the first that is not one.
    """
    for name in sorted(show):
        if name not in overlays:
            known = ", ".join(overlays) or "nothing more"
            right = meant(name, overlays) or f"it can show {known}"
            raise OptionError(f"{game} cannot show '{name}'; {right}")


#: The kinds of named places.
PLACES = ("cell", "edge", "corner", "part")


class NamedPlace(NamedTuple):
    """A spot of the game that marks can name.

    ``kind`` is one of :data:`PLACES`; ``outline`` holds a cell's or
    part's corners, an edge's two ends, and nothing for a corner.  ``piece`` is the radius of the
    piece that lies there, where arrows stop; 0 if none does.  ``free`` are spots beside the piece
    for labels that would cover it, the better ones first; where it is ``read``, having a number
    in its middle of this radius, for all small marks.
    """

    name: str
    kind: str
    centre: Point
    outline: tuple[Point, ...] = ()
    piece: float = 0.0
    free: tuple[Point, ...] = ()
    read: float = 0.0


#: The sides of a board that may have labels.
SIDES = ("left", "right", "top", "bottom")


class Rim(NamedTuple):
    """The labels on one side of a board: each with where its line of cells leaves the frame.

    ``along`` is the unit vector on which those lines run outwards.
    """

    labels: tuple[tuple[Point, str], ...]
    along: Point


class Drawing(NamedTuple):
    """Items from the table upwards, in millimetres in the drawing's own frame, y down.

    ``box`` is what the board covers, ``unit`` the width of one cell (marks are sized by it), and
    ``place`` turns a name into a :class:`NamedPlace` or raises NotationError saying what would be one.
    Labels round the board are no items but :class:`Rim` by their sides, of which ``sides`` are the
    usual ones; the figure sets them beside the board at the size it is printed.
    """

    box: Box
    unit: float
    place: Callable[[str], NamedPlace]
    board: tuple[Item, ...] = ()
    pieces: tuple[Item, ...] = ()
    overlays: tuple[Item, ...] = ()
    labels: tuple[Item, ...] = ()
    #: Overlays that are read, which the lines of marks must not strike through.
    plates: tuple[Item, ...] = ()
    rims: Mapping[str, Rim] = {}
    sides: tuple[str, ...] = ()
    #: The box of the board's cells, where a frame lies round them, which crops go on to.
    cells: Box | None = None
    #: Where things lie beside the board, such as hands: a crop shows them all or none.
    beside: Box | None = None
    #: Gives the same with what lies beside the board so much farther down, where labels need the room.
    apart: Callable[[float], Drawing] | None = None
    #: What labels that look for a place keep clear of, as centres and radii.
    obstacles: tuple[tuple[Point, float], ...] = ()
    #: What is read on pieces: lines pass behind it, and labels keep clear of it too.
    read: tuple[tuple[Point, float], ...] = ()
    #: Gives the small pictures for captions by name, and those of what is shown, for a legend.
    glyphs: Callable[[], Mapping[str, Glyph]] = dict
    legend: Callable[[], Iterable[Glyph]] = tuple
    #: What is wrong with what is shown, a line each, set below the picture.
    remarks: tuple[str, ...] = ()
    #: The places a crop to "what matters" must show (occupied and highlighted ones).
    focus: tuple[str, ...] = ()
    #: Words for the alternative text, one sentence each.
    description: tuple[str, ...] = ()
    #: The same of what lies in a box alone, for crops; None if the words are of all in any case.
    part: Callable[[Box], Iterable[str]] | None = None

    def told(self, speech: Language) -> Drawing:
        """Return the same drawing with its words in a language."""
        apart = self.apart
        return self._replace(
            apart=apart and (lambda by: apart(by).told(speech)),
            glyphs=lambda: {name: glyph.told(speech) for name, glyph in self.glyphs().items()},
            legend=lambda: [glyph.told(speech) for glyph in self.legend()],
            remarks=tuple(map(speech.told, self.remarks)),
            description=tuple(map(speech.told, self.description)),
        )


def check_sides(sides: Sequence[str], drawing: Drawing) -> tuple[str, ...]:
    """Return the sides of a drawing to label, each once.

    Raises OptionError for what is no side, or where the drawing has no labels there.
    """
    for name in sides:
        if name not in SIDES:
            raise OptionError(f"no side '{name}'; the sides are {', '.join(SIDES)}")
        if name not in drawing.rims:
            known = listed(drawing.rims, "or") or "none"
            raise OptionError(f"no labels at the {name} here; there can be at {known}")
    return tuple(dict.fromkeys(sides))


def square_rims(
    frame: Box, cell: float, columns: Sequence[str], rows: Sequence[str]
) -> dict[str, Rim]:
    """Return the labels round a frame about square cells that begin in (0, 0), rows from the top."""
    xs = [((k + 0.5) * cell, text) for k, text in enumerate(columns)]
    ys = [((k + 0.5) * cell, text) for k, text in enumerate(rows)]
    return {
        "left": Rim(tuple((Point(frame.left, y), t) for y, t in ys), Point(-1.0, 0.0)),
        "right": Rim(tuple((Point(frame.right, y), t) for y, t in ys), Point(1.0, 0.0)),
        "top": Rim(tuple((Point(x, frame.top), t) for x, t in xs), Point(0.0, -1.0)),
        "bottom": Rim(tuple((Point(x, frame.bottom), t) for x, t in xs), Point(0.0, 1.0)),
    }


# ---------------------------------------------------------------------------- labels round a board

#: The em of labels as a share of the printed cell, and the least and the most, in millimetres.
_SHARE, _MOST = 0.34, 9 * 25.4 / 72

#: What is left between the board and its labels, between labels, and round them, in ems.
_PAD, _APART, _AIR = 0.42, 0.3, 0.2

#: And beside labels of another line of cells, so that a letter and a number do not read as one.
_OTHERS = 0.75


class RimLabels(NamedTuple):
    """Labels round a window, the box round them and some air, and how many were left out.

    All is in printed millimetres, the drawing's origin staying where it is.
    """

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
    edge: float = 0.0,
) -> RimLabels:
    """Return the labels round a window shown ``scale`` times as large.

    ``edge`` is how thick the line round a crop is, which no label touches; 0 where there is none.
    """
    em = min(max(_SHARE * unit * scale, LEAST_EM), _MOST)
    texts: list[Text] = []
    lost = 0
    for rim in rims:
        labels = [
            (Point(at.x * scale, at.y * scale), with_minus(text))
            for start, text in rim.labels
            if (at := leaves(start, rim.along, window)) is not None
        ]
        row = _row(labels, rim.along, em, colour, font)
        kept = _thinned(row, em)
        lost += len(row) - len(kept)
        others = [_box(text).grown(_OTHERS * em) for text in texts]
        taken = [*others, *_sides(Box(*(scale * e for e in window)), edge * scale, _AIR * em)]
        texts += [_clear(text, rim.along, taken) for text in kept]
    boxes = [_box(text).grown(_AIR * em) for text in texts]
    whole = bounds(corner for box in boxes for corner in box.corners()) if boxes else None
    return RimLabels(tuple(texts), whole, lost)


def _row(
    labels: list[tuple[Point, str]], along: Point, em: float, colour: str, font: fonts.Font
) -> list[Text]:
    """Return the labels of a side, as far out as the widest of them needs."""
    away = _PAD * em + max((_reach(along, text, em, font) for _, text in labels), default=0.0)
    by = Point(along.x * away, along.y * away)
    return [
        scene.centred(*at.moved(*by), text, em, fill=colour, name="coordinate", font=font)
        for at, text in labels
    ]


def _sides(window: Box, edge: float, air: float) -> list[Box]:
    """Return the boxes of the lines round a window, none where there is no edge."""
    if not edge:
        return []
    left, top, right, bottom = window
    lines = (
        Box(left, top, left + edge, bottom),
        Box(right - edge, top, right, bottom),
        Box(left, top, right, top + edge),
        Box(left, bottom - edge, right, bottom),
    )
    return [line.grown(air) for line in lines]


def _clear(text: Text, along: Point, boxes: list[Box]) -> Text:
    """Return a label moved outwards as far as it must to stand clear of other things."""
    while any(_touch(_box(text), box) for box in boxes):
        by = text.size / 4
        text = text._replace(x=text.x + along.x * by, y=text.y + along.y * by)
    return text


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
    found = Point(at.x - along.x * back, at.y - along.y * back)
    return found if window.holds(Box(*found, *found), 1e-6) else None


def _reach(along: Point, text: str, em: float, font: fonts.Font) -> float:
    """Return how far a text reaches from its middle along a line."""
    return abs(along.x) * fonts.width(text, em, font=font) / 2 + abs(along.y) * em * CAP_HEIGHT / 2


def _box(text: Text) -> Box:
    x, y = text.middle
    half = fonts.width(text.text, text.size, text.bold, text.font) / 2
    high = text.size * CAP_HEIGHT / 2
    return Box(x - half, y - high, x + half, y + high)


def _thinned(row: list[Text], em: float) -> list[Text]:
    """Return every label of a row, or every second, third and so on, so that none touch."""
    boxes = [_box(text).grown(_APART * em / 2) for text in row]
    for step in range(1, len(row)):
        kept = boxes[::step]
        if not any(_touch(a, b) for a, b in pairwise(kept)):
            return row[::step]
    return row[:1]


def _touch(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom
