"""The words below a picture: captions and the legend, with bold, line breaks and small drawn pieces.

``**words**`` are bold, a line end is one, ``{name}`` is one of the small pictures that a drawing
offers, and ``{{`` a brace.  A legend has small pictures in columns, each with what it stands for.
It knows letters, and nothing of figures.  Lengths are millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple
from unicodedata import normalize

from engine.drawing import fonts, linebreaks
from engine.drawing.legible import Fitting
from engine.drawing.linebreaks import TextRun, Word
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Text, Use
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.geometry.plane import Transform
from engine.messages import Language
from engine.words import with_minus

_TOKEN = re.compile(r"\*\*|\{\{|\}\}|\{[^{}]*\}|[^*{}]+|.", re.DOTALL)


class Glyph(NamedTuple):
    """A small picture for captions and legends: items about the origin, a unit wide, and words.

    ``words`` say what it means, for legends, and ``name`` what it is, for captions read aloud,
    where that is something else; ``sign`` names in a drawing what the picture stands for, by class
    or symbol.
    """

    items: tuple[Item, ...]
    words: str
    name: str = ""
    sign: str = ""

    @classmethod
    def of(cls, item: Item, size: float, words: str, *, name: str = "", sign: str = "") -> Glyph:
        """Return the small picture of an item about the origin in a square of ``size``.

        Its sign is the item's own unless one is given.
        """
        own = item.symbol.key if isinstance(item, Use) else item.name
        return cls((Group((item,), Transform.scaling(1 / size)),), words, name, sign or own)

    def is_among(self, names: Iterable[str]) -> bool:
        """Tell whether what the picture stands for, or a kind of it, is one of the names."""
        kinds = f"{self.sign}-"
        return bool(self.sign) and any(n == self.sign or n.startswith(kinds) for n in names)

    def told(self, speech: Language) -> Glyph:
        """Return the same picture with its words in a language."""
        return self._replace(words=speech.told(self.words), name=speech.told(self.name))

    @property
    def spoken(self) -> str:
        """What the picture is, for those who listen."""
        return self.name or self.words


def plain(text: str, glyphs: Mapping[str, Glyph]) -> str:
    """Return a caption as it is read aloud, on one line.

    Raises NotationError for a small picture there is not, and for bold or braces that do not end.
    """
    lines = ("".join(run.words for run in line) for line in _lines(text, glyphs, signed=False))
    return " ".join(" ".join(lines).split())


#: The lines of a caption, in pieces.
CaptionLines = tuple[tuple[TextRun, ...], ...]


def spans(text: str, glyphs: Mapping[str, Glyph]) -> CaptionLines:
    """Return a caption for a document, "" as no line; what stays together has no-break spaces.

    Raises NotationError as :func:`plain`.
    """
    lines = []
    for runs in _lines(text, glyphs) if text else ():
        words = (
            tuple(run._replace(text=run.text.replace(" ", "\u00a0")) for run in word)
            for word in linebreaks.words(runs)
        )
        lines.append(tuple(linebreaks.joined(words)))
    return tuple(lines)


class Caption(NamedTuple):
    """A caption as lines of words, which may be broken further, in letters of any size."""

    lines: tuple[list[Word], ...]

    @classmethod
    def of(cls, text: str, glyphs: Mapping[str, Glyph], font: fonts.Font = ()) -> Caption:
        """Return the caption of a text; raise NotationError for one that cannot be read."""
        return cls(tuple(map(linebreaks.words, _lines(text, glyphs, font))))

    def width(self, size: float) -> float:
        """Return how wide it is if its lines are not broken further."""
        return max((linebreaks.length(line, size) for line in self.lines), default=0.0)

    def drawn(
        self, size: float, ink: str, within: float, name: str = "caption"
    ) -> list[tuple[Item, ...]]:
        """Return the items of each line, centred on x = 0 on the baseline y = 0, of class ``name``."""
        lines = (one for words in self.lines for one in linebreaks.lines(words, size, within))
        return [_drawn(line, size, ink, name) for line in lines]


def broken(text: str, within: float, size: float, font: fonts.Font = ()) -> list[str]:
    """Return a caption as lines of at most ``within`` millimetres, about equally long."""
    lines = Caption.of(text, {}, font).drawn(size, "#000000", within)
    return ["".join(item.text for item in line if isinstance(item, Text)) for line in lines]


# ------------------------------------------------------------------------------------ reading


def _lines(
    text: str, glyphs: Mapping[str, Glyph], font: fonts.Font = (), *, signed: bool = True
) -> list[list[TextRun]]:
    lines: list[list[TextRun]] = [[]]
    bold = False
    text = normalize("NFC", with_minus(text) if signed else text)
    if text.count("**") % 2:
        raise NotationError("bold that does not end", text=text, expected="** before and after it")
    for token in _TOKEN.findall(text):
        if token == "**":
            bold = not bold
        elif token == "{":
            expected = "} after the name of a small picture; {{ is a brace"
            raise NotationError("a brace that does not end", text=text, expected=expected)
        elif token in ("{{", "}}"):
            lines[-1].append(TextRun(token[0], bold, font=font))
        elif token[0] == "{" and token[-1] == "}":
            if (sign := token[1:-1].strip()) not in glyphs:
                known = f"one of {', '.join(glyphs)}" if glyphs else "none, as there are none here"
                expected = f"{known}; {{{{ is a brace"
                raise NotationError(f"no small picture '{sign[:40]}'", expected=expected)
            lines[-1].append(TextRun("", bold, glyphs[sign], font))
        else:
            first, *more = token.split("\n")
            lines[-1].append(TextRun(first, bold, font=font))
            lines += [[TextRun(part, bold, font=font)] for part in more]
    return lines


def _drawn(line: list[Word], size: float, ink: str, name: str) -> tuple[Item, ...]:
    runs = linebreaks.joined(line)
    if len(runs) == 1 and not runs[0].glyph:
        words, bold, _, font = runs[0]
        return (Text(0.0, 0.0, words, size, ink, bold=bold, name=name, font=font),)
    items: list[Item] = []
    x = -linebreaks.length(line, size) / 2
    for run in runs:
        if run.glyph:
            wide = 0.9 * linebreaks.SIGN * size
            at = Transform(wide, 0.0, 0.0, wide, x + run.width(size) / 2, -size * CAP_HEIGHT / 2)
            items.append(Group(run.glyph.items, at, name="sign"))
        else:
            text = Text(x, 0.0, run.text, size, ink, "start", name=name, font=run.font)
            items.append(text._replace(bold=run.bold))
        x += run.width(size)
    return tuple(items)


# -------------------------------------------------------------------------------------- the legend

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
            lines = broken(glyph.words, room - _SIGN, LEGEND_SIZE, font)
        longest = max(fonts.width(line, LEGEND_SIZE, font=font) for line in lines)
        return cls(glyph, tuple(lines), _SIGN + longest)


def _columns(entries: list[_Entry], room: float) -> list[list[_Entry]]:
    """Return entries in columns of one length, in as few rows as fit."""
    for rows in range(1, len(entries)):
        columns = [entries[k : k + rows] for k in range(0, len(entries), rows)]
        if _lefts(columns)[-1] - _BETWEEN <= room:
            return columns
    return [entries]


def _lefts(columns: list[list[_Entry]], x: float = 0.0) -> list[float]:
    """Return where columns begin from ``x`` on, and where a further one would."""
    widths = (max(entry.width for entry in column) + _BETWEEN for column in columns)
    return [*accumulate(widths, initial=x)]


def legend(
    glyphs: Sequence[Glyph], room: float, x: float, y: float, look: Theme
) -> tuple[list[Item], float]:
    """Return a legend below (x, y), above its middle, and its height; it is read down its columns."""
    columns = _columns([_Entry.of(glyph, room, look.font) for glyph in glyphs], room)
    begin = x - (_lefts(columns)[-1] - _BETWEEN) / 2
    rows = zip_longest(*columns)
    heights = [_ROW + (max(len(one.lines) for one in row if one) - 1) * _LEADING for row in rows]
    tops = [*accumulate(heights, initial=y)]
    items = [
        item
        for left, column in zip(_lefts(columns, begin), columns, strict=False)
        for entry, top, height in zip(column, tops, heights, strict=False)
        for item in _drawn_entry(entry, left, top + height / 2, look)
    ]
    return items, tops[-1] - y


def _drawn_entry(entry: _Entry, x: float, y: float, look: Theme) -> Iterator[Item]:
    place = Transform(_PICTURE, 0.0, 0.0, _PICTURE, x + _PICTURE / 2, y)
    yield Group(Fitting(_PICTURE).items(entry.glyph.items), place, name="key")
    low = y + LEGEND_SIZE * CAP_HEIGHT / 2 - (len(entry.lines) - 1) * _LEADING / 2
    for k, words in enumerate(entry.lines):
        text = Text(x + _SIGN, low + k * _LEADING, words, LEGEND_SIZE, look.role("ink"), "start")
        yield text._replace(name="key", font=look.font)
