"""The legend of a figure: small pictures in columns, each with what it stands for.

It knows small pictures and the typeface, and nothing of panels.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.drawing import captions, fonts
from engine.drawing.captions import Glyph
from engine.drawing.legible import Fitting
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Text
from engine.drawing.theme import Theme
from engine.geometry.plane import Transform

#: Legends are set in eight points.
LEGEND_SIZE = 8 * 25.4 / 72

#: How far rows are apart, and lines of one entry.
_ROW, _LEADING = 1.9 * LEGEND_SIZE, 1.35 * LEGEND_SIZE

#: The width of small pictures with what stands behind them, and what stands between two entries.
_PICTURE, _SIGN, _BETWEEN = 1.7 * LEGEND_SIZE, 2.1 * LEGEND_SIZE, 1.2 * LEGEND_SIZE


class _Entry(NamedTuple):
    """A small picture and its words in lines, so wide altogether."""

    glyph: Glyph
    lines: tuple[str, ...]
    width: float

    @classmethod
    def of(cls, glyph: Glyph, room: float, font: fonts.Font) -> _Entry:
        """Return the entry of a small picture, its words broken where they do not fit."""
        lines = [glyph.words]
        if fonts.width(glyph.words, LEGEND_SIZE, font=font) > room - _SIGN:
            lines = captions.broken(glyph.words, room - _SIGN, LEGEND_SIZE, font)
        longest = max(fonts.width(line, LEGEND_SIZE, font=font) for line in lines)
        return cls(glyph, tuple(lines), _SIGN + longest)


_Columns = list[list[_Entry]]


def _columns(entries: list[_Entry], room: float) -> tuple[_Columns, list[_Entry]]:
    """Return entries in columns, in as few rows as fit, and those too long for one, to stand below."""
    ways: list[tuple[_Columns, list[_Entry]]] = [([entries], [])]
    for longest in sorted({entry.width for entry in entries}):
        short = [entry for entry in entries if entry.width <= longest]
        alone = [entry for entry in entries if entry.width > longest]
        for rows in range(1, len(short) // 2 + 2):
            columns = [short[k : k + rows] for k in range(0, len(short), rows)]
            if _length(columns) <= room:
                ways.append((columns, alone))
    return min(reversed(ways), key=lambda way: (len(way[0][0]) + len(way[1]), len(way[0])))


def _length(columns: _Columns) -> float:
    return sum(map(_width, columns)) + _BETWEEN * (len(columns) - 1)


def _width(column: list[_Entry]) -> float:
    return max(entry.width for entry in column)


def drawn(
    glyphs: Sequence[Glyph], room: float, x: float, y: float, look: Theme
) -> tuple[list[Item], float]:
    """Return a legend below (x, y), which is above its middle, and how high it is.

    Its entries are read down its columns, in as few rows as fit a width of ``room``.
    """
    columns, alone = _columns([_Entry.of(glyph, room, look.font) for glyph in glyphs], room)
    begin = left = x - max([_length(columns), *(entry.width for entry in alone)]) / 2
    places: list[tuple[float, int, _Entry]] = []
    for column in columns:
        places += [(left, k, entry) for k, entry in enumerate(column)]
        left += _width(column) + _BETWEEN
    places += [(begin, k, entry) for k, entry in enumerate(alone, len(columns[0]))]
    heights: dict[int, float] = {}
    for _, k, entry in places:
        height = _ROW + (len(entry.lines) - 1) * _LEADING
        heights[k] = max(height, heights.get(k, 0.0))
    tops = [*accumulate(heights.values(), initial=y)]
    items = [
        item
        for at, k, entry in places
        for item in _drawn(entry, at, tops[k] + heights[k] / 2, look)
    ]
    return items, tops[-1] - y


def _drawn(entry: _Entry, x: float, y: float, look: Theme) -> Iterator[Item]:
    """Yield an entry whose left end is at (x, y)."""
    place = Transform(_PICTURE, 0.0, 0.0, _PICTURE, x + _PICTURE / 2, y)
    yield Group(Fitting(_PICTURE).items(entry.glyph.items), place, name="key")
    low = y + LEGEND_SIZE * CAP_HEIGHT / 2 - (len(entry.lines) - 1) * _LEADING / 2
    for k, words in enumerate(entry.lines):
        text = Text(x + _SIGN, low + k * _LEADING, words, LEGEND_SIZE, look.role("ink"), "start")
        yield text._replace(name="key", font=look.font)
