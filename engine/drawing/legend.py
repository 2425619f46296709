"""The legend of a figure: rows of small pictures, each with what it stands for.

It knows small pictures and the typeface, and nothing of panels.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.drawing import fonts
from engine.drawing.captions import Glyph
from engine.drawing.legible import Fitting
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Text
from engine.drawing.theme import Theme
from engine.geometry.plane import Transform

#: Legends are set in eight points.
LEGEND_SIZE = 8 * 25.4 / 72

#: How far rows are apart.
LEGEND_ROW = 1.9 * LEGEND_SIZE

#: The width of small pictures, and what stands between one and its words, and two entries, in ems.
_PICTURE, _AFTER, _BETWEEN = 1.7, 0.4, 1.2


def rows(entries: Sequence[Glyph], width: float, font: fonts.Font) -> list[list[Glyph]]:
    """Return the entries of a legend in rows no wider than ``width``."""
    found: list[list[Glyph]] = []
    for entry in entries:
        if found and _length([*found[-1], entry], font) <= width:
            found[-1].append(entry)
        else:
            found.append([entry])
    return found


def drawn(row: Sequence[Glyph], x: float, y: float, look: Theme) -> Iterator[Item]:
    """Yield a row of a legend whose middle is at (x, y)."""
    x -= _length(row, look.font) / 2
    wide = _PICTURE * LEGEND_SIZE
    for glyph in row:
        at = Transform(wide, 0.0, 0.0, wide, x + wide / 2, y)
        yield Group(Fitting(wide).items(glyph.items), at, name="key")
        begin, low = x + wide + _AFTER * LEGEND_SIZE, y + LEGEND_SIZE * CAP_HEIGHT / 2
        text = Text(begin, low, glyph.words, LEGEND_SIZE, look.role("ink"), "start", name="key")
        yield text._replace(font=look.font)
        x += _entry(glyph, look.font) + _BETWEEN * LEGEND_SIZE


def _length(row: Sequence[Glyph], font: fonts.Font) -> float:
    entries = sum(_entry(glyph, font) for glyph in row)
    return entries + _BETWEEN * LEGEND_SIZE * (len(row) - 1)


def _entry(glyph: Glyph, font: fonts.Font) -> float:
    """Return how wide an entry of a legend is."""
    return (_PICTURE + _AFTER) * LEGEND_SIZE + fonts.width(glyph.words, LEGEND_SIZE, font=font)
