"""The legend of a figure: small pictures in columns, each with what it stands for.

It knows small pictures and the typeface, and nothing of panels.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
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
LEGEND_ROW, _LEADING = 1.9 * LEGEND_SIZE, 1.35 * LEGEND_SIZE

#: The width of small pictures, and what stands between one and its words, and two entries, in ems.
_PICTURE, _AFTER, _BETWEEN = 1.7, 0.4, 1.2


class LegendRows(NamedTuple):
    """The entries of a legend: those in columns, by rows, and those in rows of their own, below."""

    grid: list[list[Glyph]]
    alone: list[list[Glyph]]

    @property
    def height(self) -> float:
        return sum(map(_height, (*self.grid, *self.alone)))


def rows(entries: Sequence[Glyph], width: float, font: fonts.Font) -> LegendRows:
    """Return the entries of a legend in as few rows as fit ``width``, columns to be read downwards."""
    room = width - (_PICTURE + _AFTER) * LEGEND_SIZE
    known = [_broken(entry, room, font) for entry in entries]
    best = LegendRows([[entry] for entry in known], [])
    for longest in sorted({_entry(entry, font) for entry in known}):
        short = [entry for entry in known if _entry(entry, font) <= longest]
        alone = [[entry] for entry in known if _entry(entry, font) > longest]
        for high in range(1, len(short) // 2 + 2):
            made = LegendRows([short[k::high] for k in range(high) if short[k::high]], alone)
            if _length(_widths(made.grid, font)) <= width:
                best = min(
                    made, best, key=lambda one: (len(one.grid) + len(one.alone), len(one.grid[0]))
                )
    return best


def _widths(grid: Sequence[Sequence[Glyph]], font: fonts.Font) -> list[float]:
    """Return how wide each column is."""
    return [max(_entry(g, font) for g in column if g) for column in zip_longest(*grid)]


def _length(widths: Sequence[float]) -> float:
    return sum(widths) + _BETWEEN * LEGEND_SIZE * (len(widths) - 1)


def _height(row: Sequence[Glyph]) -> float:
    """Return how high a row is, with the room to the next."""
    return LEGEND_ROW + (max(len(glyph.words.split("\n")) for glyph in row) - 1) * _LEADING


def drawn(rows: LegendRows, x: float, y: float, look: Theme) -> Iterator[Item]:
    """Yield a legend below (x, y), which is above its middle, its entries as they are read."""
    widths = _widths(rows.grid, look.font)
    longest = (_entry(row[0], look.font) for row in rows.alone)
    left, below = x - max(_length(widths), *longest, 0.0) / 2, y
    middles = []
    for row in (*rows.grid, *rows.alone):
        middles.append(below + _height(row) / 2)
        below += _height(row)
    for column, width in zip(zip_longest(*rows.grid), widths, strict=True):
        for glyph, middle in zip(column, middles, strict=False):
            if glyph:
                yield from _drawn(glyph, left, middle, look)
        left += width + _BETWEEN * LEGEND_SIZE
    left -= _length(widths) + _BETWEEN * LEGEND_SIZE
    for row, middle in zip(rows.alone, middles[len(rows.grid) :], strict=True):
        yield from _drawn(row[0], left, middle, look)


def _drawn(glyph: Glyph, x: float, y: float, look: Theme) -> Iterator[Item]:
    """Yield an entry whose left end is at (x, y)."""
    wide = _PICTURE * LEGEND_SIZE
    place = Transform(wide, 0.0, 0.0, wide, x + wide / 2, y)
    yield Group(Fitting(wide).items(glyph.items), place, name="key")
    lines = glyph.words.split("\n")
    begin, low = x + wide + _AFTER * LEGEND_SIZE, y + LEGEND_SIZE * CAP_HEIGHT / 2
    low -= (len(lines) - 1) * _LEADING / 2
    for k, words in enumerate(lines):
        at = low + k * _LEADING
        text = Text(begin, at, words, LEGEND_SIZE, look.role("ink"), "start", name="key")
        yield text._replace(font=look.font)


def _entry(glyph: Glyph, font: fonts.Font) -> float:
    """Return how wide an entry of a legend is."""
    lines = glyph.words.split("\n")
    longest = max(fonts.width(line, LEGEND_SIZE, font=font) for line in lines)
    return (_PICTURE + _AFTER) * LEGEND_SIZE + longest


def _broken(glyph: Glyph, room: float, font: fonts.Font) -> Glyph:
    """Return an entry with its words in as many lines as it needs."""
    if fonts.width(glyph.words, LEGEND_SIZE, font=font) <= room:
        return glyph
    return glyph._replace(words="\n".join(captions.broken(glyph.words, room, LEGEND_SIZE, font)))
