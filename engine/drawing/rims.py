"""Labels round a board, set beside it at the size they are printed: all alike, in every game.

They stand where the board's lines of cells leave the window, in one row a side, thinned out where
they would touch.  This module knows windows and labels, and no game.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.diagram import Rim
from engine.drawing.legible import LEAST_EM
from engine.drawing.scene import CAP_HEIGHT, Text
from engine.geometry.plane import Box, Point, bounds
from engine.words import with_minus

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
def placed(
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
