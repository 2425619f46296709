"""Labels round a board, set beside it at the size they are printed: all alike, in every game.

They stand where the board's lines of cells leave the window, in one row a side, thinned out where
they would touch.  This module knows windows and labels, and no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from engine.drawing import fonts, scene
from engine.drawing.diagram import Rim
from engine.drawing.legible import LEAST_EM
from engine.drawing.scene import CAP_HEIGHT, Text
from engine.geometry.plane import Box, Point, bounds

#: The em of labels as a share of the printed cell, and the least and the most, in millimetres.
_SHARE, _MOST = 0.34, 9 * 25.4 / 72

#: What is left between the board and its labels, and between labels, in ems.
_PAD, _APART = 0.42, 0.3


def placed(
    rims: Mapping[str, Rim], window: Box, unit: float, scale: float, colour: str
) -> tuple[list[Text], int]:
    """Return the labels round a window shown ``scale`` times as large, and how many were left out.

    The texts are in printed millimetres, the drawing's origin staying where it is.
    """
    em = min(max(_SHARE * unit * scale, LEAST_EM), _MOST)
    texts: list[Text] = []
    lost = 0
    for rim in rims.values():
        labels = [
            (Point(at.x * scale, at.y * scale), text)
            for start, text in rim.labels
            if (at := leaves(start, rim.along, window)) is not None
        ]
        away = _PAD * em + max((_reach(rim.along, text, em) for _, text in labels), default=0.0)
        row = [
            scene.centred(
                at.x + rim.along.x * away,
                at.y + rim.along.y * away,
                text,
                em,
                fill=colour,
                name="coordinate",
            )
            for at, text in labels
        ]
        kept = _thinned(row, em)
        lost += len(row) - len(kept)
        texts += [_clear(text, rim.along, texts) for text in kept]
    return texts, lost


def _clear(text: Text, along: Point, others: list[Text]) -> Text:
    """Return a label moved outwards as far as it must to stand clear of another side's."""
    boxes = [_box(other).grown(_APART * text.size / 2) for other in others]
    while any(_touch(_box(text), box) for box in boxes):
        by = text.size / 4
        text = text._replace(x=text.x + along.x * by, y=text.y + along.y * by)
    return text


def extent(texts: Iterable[Text]) -> Box | None:
    """Return the box round texts, None round none."""
    boxes = [_box(text).grown(0.2 * text.size) for text in texts]
    return bounds(corner for box in boxes for corner in box.corners()) if boxes else None


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


def _reach(along: Point, text: str, em: float) -> float:
    """Return how far a text reaches from its middle along a line."""
    return abs(along.x) * fonts.width(text, em) / 2 + abs(along.y) * em * CAP_HEIGHT / 2


def _box(text: Text) -> Box:
    x, y = text.middle
    half, high = fonts.width(text.text, text.size, text.bold) / 2, text.size * CAP_HEIGHT / 2
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
