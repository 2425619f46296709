"""The legend of a figure: small pictures in columns, each with what it stands for.

It knows small pictures and the typeface, and nothing of panels.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

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


def rows(entries: Sequence[Glyph], width: float, font: fonts.Font) -> list[list[Glyph]]:
    """Return the entries of a legend in as few rows as fit ``width``.

    They stand in columns, to be read downwards; the longest may have rows of their own, below.
    """
    room = width - (_PICTURE + _AFTER) * LEGEND_SIZE
    known = [_broken(entry, room, font) for entry in entries]
    best = [[entry] for entry in known]
    for longest in sorted({_entry(entry, font) for entry in known}):
        short = [entry for entry in known if _entry(entry, font) <= longest]
        alone = [[entry] for entry in known if _entry(entry, font) > longest]
        for high in range(1, len(short) // 2 + 2):
            made = [short[k::high] for k in range(high)] + alone
            if _length(_widths(made, font)) <= width:
                best = min(made, best, key=lambda one: (len(one), len(one[0])))
    return best


def _widths(rows: Sequence[Sequence[Glyph]], font: fonts.Font) -> list[float]:
    """Return how wide each column is; an entry alone in its row may be wider."""
    several = [row for row in rows if len(row) > 1] or rows
    return [max(_entry(g, font) for g in column if g) for column in zip_longest(*several)]


def _length(widths: Sequence[float]) -> float:
    return sum(widths) + _BETWEEN * LEGEND_SIZE * (len(widths) - 1)


def height(row: Sequence[Glyph]) -> float:
    """Return how high a row is, with the room to the next."""
    return LEGEND_ROW + (max(len(glyph.words.split("\n")) for glyph in row) - 1) * _LEADING


def drawn(rows: Sequence[Sequence[Glyph]], x: float, y: float, look: Theme) -> Iterator[Item]:
    """Yield a legend below (x, y), which is above its middle."""
    widths = _widths(rows, look.font)
    whole = max(_length(widths), *(_entry(row[0], look.font) for row in rows))
    for row in rows:
        left, high = x - whole / 2, height(row)
        for glyph, width in zip(row, widths, strict=False):
            yield from _drawn(glyph, left, y + high / 2, look)
            left += width + _BETWEEN * LEGEND_SIZE
        y += high


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
