"""The words below a picture: captions and the legend, with bold, line breaks and small drawn pieces.

``**words**`` are bold, a line end is one, ``{name}`` is one of the small pictures that a drawing
offers, and ``{{`` a brace.  A number stays with the words beside it, and what a no-break space joins;
a word longer than a line is parted between any two letters.  A legend has small pictures in columns,
each with what it stands for.  It knows letters, and nothing of figures.  Lengths are millimetres.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby, zip_longest
from typing import NamedTuple
from unicodedata import east_asian_width, normalize

from engine.drawing import fonts
from engine.drawing.legible import Fitting
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Text, Use
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.geometry.plane import Point, Transform
from engine.messages import Language
from engine.words import with_minus


class Glyph(NamedTuple):
    """A small picture for captions and legends: items about the origin, a unit wide, and words.

    ``words`` say what it means, for legends, ``name`` what it is, for captions read aloud, if that is
    something else; ``sign`` is the class or symbol in a drawing that the picture stands for.
    """

    items: tuple[Item, ...]
    words: str
    name: str = ""
    sign: str = ""

    @classmethod
    def of(cls, item: Item, size: float, words: str, *, name: str = "", sign: str = "") -> Glyph:
        """Return the small picture of an item about the origin in a square of ``size``."""
        own = item.symbol.key if isinstance(item, Use) else item.name
        return cls((Group((item,), Transform.scaling(1 / size)),), words, name, sign or own)

    def is_among(self, names: Iterable[str]) -> bool:
        """Tell whether what the picture stands for, or a kind of it, is one of the names."""
        kinds = f"{self.sign}-"
        return bool(self.sign) and any(n == self.sign or n.startswith(kinds) for n in names)

    def in_language(self, speech: Language) -> Glyph:
        return self._replace(words=speech.text(self.words), name=speech.text(self.name))

    @property
    def spoken(self) -> str:
        """What the picture is, for those who listen."""
        return self.name or self.words


#: A small picture is so many ems wide.
_SIGN = 1.25


class TextRun(NamedTuple):
    """A piece of a word of one weight, or a small picture."""

    text: str
    bold: bool = False
    glyph: Glyph | None = None
    font: fonts.Font = ()

    @property
    def words(self) -> str:
        return self.glyph.spoken if self.glyph else self.text

    def width(self, size: float) -> float:
        return _SIGN * size if self.glyph else fonts.width(self.text, size, self.bold, self.font)


#: The lines of a caption, in pieces.
CaptionLines = tuple[tuple[TextRun, ...], ...]

#: What must stay on a line; a blank within is a run of its own.
_Word = Sequence[TextRun]


def plain(text: str, glyphs: Mapping[str, Glyph]) -> str:
    """Return a caption as it is read aloud, on one line."""
    lines = ("".join(run.words for run in line) for line in _lines(text, glyphs, signed=False))
    return " ".join(" ".join(lines).split())


def spans(text: str, glyphs: Mapping[str, Glyph]) -> CaptionLines:
    """Return a caption for a document, "" as no line; what stays together has no-break spaces."""
    lines = (_words(runs) for runs in _lines(text, glyphs)) if text else ()
    fixed = (
        [[run._replace(text=run.text.replace(" ", "\u00a0")) for run in word] for word in line]
        for line in lines
    )
    return tuple(tuple(_joined(line)) for line in fixed)


class Caption(NamedTuple):
    """A caption as lines of words, which may be broken further, in letters of any size."""

    lines: tuple[list[_Word], ...]

    @classmethod
    def of(cls, text: str, glyphs: Mapping[str, Glyph], font: fonts.Font = ()) -> Caption:
        """Return the caption of a text; raise NotationError for one that cannot be read."""
        return cls(tuple(map(_words, _lines(text, glyphs, font))))

    def width(self, size: float) -> float:
        """Return how wide it is if its lines are not broken further."""
        return max((_width(_joined(line), size) for line in self.lines), default=0.0)

    def drawn(self, style: Text, within: float, leading: float = 0.0) -> list[tuple[Item, ...]]:
        """Return the items of each line in a style, whose place is the middle of the first baseline."""
        lines = (one for words in self.lines for one in _broken(words, style.size, within))
        return [
            _drawn(_joined(line), style._replace(y=style.y + k * leading))
            for k, line in enumerate(lines)
        ]


def broken(text: str, within: float, size: float, font: fonts.Font = ()) -> list[str]:
    """Return a caption as lines of at most ``within`` millimetres, about equally long."""
    lines = Caption.of(text, {}, font).drawn(Text(0, 0, "", size), within)
    return ["".join(item.text for item in line if isinstance(item, Text)) for line in lines]


# ------------------------------------------------------------------------------------ reading

_TOKEN = re.compile(r"\*\*|\{\{|\}\}|\{[^{}]*\}|[^*{}]+|.", re.DOTALL)


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
        elif token[0] == "{":
            if (sign := token[1:-1].strip()) not in glyphs:
                known = f"one of {', '.join(glyphs)}" if glyphs else "none, as there are none here"
                expected = f"{known}; {{{{ is a brace"
                raise NotationError(f"no small picture '{sign[:40]}'", expected=expected)
            lines[-1].append(TextRun("", bold, glyphs[sign], font))
        else:
            first, *more = (TextRun(part, bold, font=font) for part in token.split("\n"))
            lines[-1].append(first)
            lines += [[run] for run in more]
    return lines


# --------------------------------------------------------------------------------- line breaks

#: Less than this, in millimetres, is no difference of widths.
_NOTHING = 1e-6

#: After these a line may end within a word, without a hyphen.
_JOINTS = ("-", "–", "—", "/", "_", ".", ",", ":", ";", "@", "&", "=", "?")

#: A number, with what may stand round it, and a word that may belong to one.
_NUMBER = re.compile(r"[(\[]?[-+−±]?[0-9][0-9.,:/×–-]*%?[).,:;]?")
_WORD = re.compile(r"[(\[]?[^\W\d].*")


def _words(runs: Iterable[TextRun]) -> list[_Word]:
    parts: list[list[TextRun]] = [[]]
    for run in runs:
        for k, part in enumerate(run.text.split(" ")):
            if k:
                parts.append([])
            if part or run.glyph:
                parts[-1].append(run._replace(text=part.replace("\u00a0", " ")))
    known: list[_Word] = []
    for word in filter(None, parts):
        if known and _belong(known[-1][-1], word[0]):
            known[-1] = (*known[-1], word[0]._replace(text=" "), *word)
        else:
            known.append(word)
    return known


def _belong(one: TextRun, two: TextRun) -> bool:
    """Tell whether a number stays with its unit, or with what it numbers; a comma or full stop parts them."""
    if one.glyph or two.glyph:
        return False
    if _NUMBER.fullmatch(two.text):
        return bool(_WORD.fullmatch(one.text)) and one.text[-1].isalpha()
    if not _NUMBER.fullmatch(one.text):
        return False
    return one.text[-1] in "0123456789%" or (one.text[-1] in ".)" and two.text[:1].islower())


def _joined(line: Iterable[_Word]) -> list[TextRun]:
    runs: list[TextRun] = []
    for word in line:
        runs += [_blank(runs[-1], word), *word] if runs else word
    alike = groupby(enumerate(runs), lambda one: (one[1].bold, one[1].glyph and one[0]))
    groups = ([run for _, run in group] for _, group in alike)
    return [group[0]._replace(text="".join(run.text for run in group)) for group in groups]


def _blank(before: TextRun, word: _Word) -> TextRun:
    return TextRun(" ", word[0].bold and before.bold, font=word[0].font)


def _width(runs: Iterable[TextRun], size: float) -> float:
    return sum(run.width(size) for run in runs)


def _broken(line: Iterable[_Word], size: float, within: float) -> list[list[_Word]]:
    parts = [part for word in line for part in _parts(word, size, within)]
    best = _filled(parts, size, within)
    low, high = max((_width(part, size) for part in parts), default=0.0), within
    while high - low > size / 2:
        middle = (low + high) / 2
        narrow = _filled(parts, size, middle)
        if len(narrow) == len(best):
            best, high = narrow, middle
        else:
            low = middle
    return best


def _filled(parts: Iterable[_Word], size: float, within: float) -> list[list[_Word]]:
    lines: list[list[_Word]] = [[]]
    long = 0.0
    for word in parts:
        wide = _width(word, size)
        blank = _blank(lines[-1][-1][-1], word).width(size) if lines[-1] else 0.0
        if lines[-1] and long + blank + wide > within + _NOTHING:
            lines.append([])
            long = blank = 0.0
        lines[-1].append(word)
        long += blank + wide
    return lines


def _parts(word: _Word, size: float, within: float) -> Iterator[_Word]:
    """Yield a word that fits, or what it is parted in: of three or more at a blank, else within a word."""
    if _width(word, size) <= within + _NOTHING:
        yield word
        return
    if blanks := [k for k, run in enumerate(word) if run.text == " "][:-1]:
        yield from _parts(word[: blanks[0]], size, within)
        yield from _parts(word[blanks[0] + 1 :], size, within)
        return
    letters = [run._replace(text=one) for run in word for one in ([""] if run.glyph else run.text)]
    ends = list(accumulate((letter.width(size) for letter in letters), initial=0.0))
    begin, count = 0, len(letters)
    while count - begin > 1 and ends[-1] - ends[begin] > within + _NOTHING:
        hyphen = letters[begin]._replace(text="-", glyph=None)
        fitting = bisect_right(ends, ends[begin] + within - hyphen.width(size)) - 1
        joints = [k for k in range(begin + 2, fitting + 1) if letters[k - 1].text in _JOINTS]
        end = joints[-1] if joints else max(begin + 1, min(fitting, count - 2))
        beside = [letter.text for letter in letters[end - 1 : end + 1]]
        # Between letters there is a hyphen, but not in East Asian texts.
        inside = all(one.isalpha() and east_asian_width(one) not in "WF" for one in beside)
        yield (*letters[begin:end], *((hyphen,) if inside else ()))
        begin = end
    yield letters[begin:]


def _drawn(runs: list[TextRun], style: Text) -> tuple[Item, ...]:
    if len(runs) == 1 and not runs[0].glyph:
        (run,) = runs
        return (style._replace(text=run.text, bold=run.bold, font=run.font),)
    items: list[Item] = []
    size, x = style.size, style.x - _width(runs, style.size) / 2
    for run in runs:
        if run.glyph:
            wide = 0.9 * _SIGN * size
            at = Transform(wide, 0.0, 0.0, wide, x + run.width(size) / 2, style.middle.y)
            items.append(Group(Fitting(wide).items(run.glyph.items), at, name="sign"))
        else:
            text = style._replace(x=x, text=run.text, bold=run.bold, font=run.font)
            items.append(text._replace(anchor="start"))
        x += run.width(size)
    return tuple(items)


# -------------------------------------------------------------------------------------- the legend

#: Legends are set in eight points.
LEGEND_SIZE = 8 * 25.4 / 72

#: How far rows are apart, and lines of one entry.
_ROW, _LEADING = 1.9 * LEGEND_SIZE, 1.35 * LEGEND_SIZE

#: The width of small pictures, that with what stands behind them, and what is between two entries.
_PICTURE, _BEFORE, _BETWEEN = 1.7 * LEGEND_SIZE, 2.1 * LEGEND_SIZE, 1.2 * LEGEND_SIZE


def legend(
    glyphs: Sequence[Glyph], room: float, x: float, y: float, look: Theme
) -> tuple[list[Item], float]:
    """Return a legend below its middle (x, y), read down its columns, in few rows, and its height."""
    entries = []
    for glyph in glyphs:
        lines = broken(glyph.words, room - _BEFORE, LEGEND_SIZE, look.font)
        wide = max(fonts.width(line, LEGEND_SIZE, font=look.font) for line in lines)
        entries.append((glyph, lines, _BEFORE + wide))
    for rows in range(1, len(entries) + 1):
        columns = [entries[k : k + rows] for k in range(0, len(entries), rows)]
        widths = [max(wide for _, _, wide in column) + _BETWEEN for column in columns]
        if sum(widths) - _BETWEEN <= room:
            break
    lefts = accumulate(widths, initial=x - (sum(widths) - _BETWEEN) / 2)
    longest = [max(len(one[1]) for one in row if one) for row in zip_longest(*columns)]
    heights = [_ROW + (count - 1) * _LEADING for count in longest]
    tops = [*accumulate(heights, initial=y)]
    items = [
        item
        for left, column in zip(lefts, columns, strict=False)
        for (glyph, lines, _), top, height in zip(column, tops, heights, strict=False)
        for item in _drawn_entry(glyph, lines, Point(left, top + height / 2), look)
    ]
    return items, tops[-1] - y


def _drawn_entry(glyph: Glyph, lines: list[str], at: Point, look: Theme) -> Iterator[Item]:
    place = Transform(_PICTURE, 0.0, 0.0, _PICTURE, at.x + _PICTURE / 2, at.y)
    yield Group(Fitting(_PICTURE).items(glyph.items), place, name="key")
    low = at.y + LEGEND_SIZE * CAP_HEIGHT / 2 - (len(lines) - 1) * _LEADING / 2
    for k, words in enumerate(lines):
        text = Text(at.x + _BEFORE, low + k * _LEADING, words, LEGEND_SIZE, look.role("ink"))
        yield text._replace(anchor="start", name="key", font=look.font)
