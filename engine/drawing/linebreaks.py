"""Text broken into lines of about one length: what must stay together, and where a long word is parted.

A number stays with the words beside it, and what a no-break space joins.  A word longer than a line
is parted between any two letters.  Letters have no kerning, so that widths add up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from engine.drawing import fonts

#: A small picture is so many ems wide.
SIGN = 1.25

#: Less than this, in millimetres, is no difference of widths.
_NOTHING = 1e-6

#: After these a line may end within a word, without a hyphen.
_JOINTS = ("-", "–", "—", "/", "_", ".", ",", ":", ";", "@", "&", "=", "?")

#: A number, with what may stand round it, and a word that may belong to one.
_NUMBER = re.compile(r"[(\[]?[-+−±]?[0-9][0-9.,:/×–-]*%?[).,:;]?")
_WORD = re.compile(r"[(\[]?[^\W\d].*")


class TextRun(NamedTuple):
    """A piece of a word of one weight, or a small picture."""

    text: str
    bold: bool = False
    glyph: Any = None  # of captions
    font: fonts.Font = ()

    @property
    def words(self) -> str:
        """The text, or what the picture shows."""
        return self.glyph.spoken if self.glyph else self.text

    def width(self, size: float) -> float:
        """Return how wide it is in letters of a size."""
        return SIGN * size if self.glyph else fonts.width(self.text, size, self.bold, self.font)


#: What must stay on a line; a blank within is a run of its own.
Word = tuple[TextRun, ...]


def words(runs: Iterable[TextRun]) -> list[Word]:
    """Return the words of a line, numbers with the words beside them."""
    parts: list[list[TextRun]] = [[]]
    for run in runs:
        if run.glyph:
            parts[-1].append(run)
            continue
        for k, part in enumerate(run.text.split(" ")):
            if k:
                parts.append([])
            if part:
                parts[-1].append(run._replace(text=part.replace("\u00a0", " ")))
    known: list[Word] = []
    for word in filter(None, parts):
        if known and _belong(known[-1][-1], word[0]):
            known[-1] = (*known[-1], _blank(word[0], word[0].bold), *word)
        else:
            known.append(tuple(word))
    return known


def _belong(one: TextRun, two: TextRun) -> bool:
    """Tell whether two words stay together: a number with its unit, or what it numbers with it.

    A number that ends a sentence or a part of one holds nothing more, but for a move after its own.
    """
    if one.glyph or two.glyph:
        return False
    if _NUMBER.fullmatch(two.text):
        return bool(_WORD.fullmatch(one.text)) and one.text[-1].isalpha()
    if not _NUMBER.fullmatch(one.text):
        return False
    return one.text[-1] in "0123456789%" or (one.text[-1] in ".)" and two.text[:1].islower())


def joined(line: Iterable[Word]) -> list[TextRun]:
    """Return a line as few runs, blanks between its words."""
    runs: list[TextRun] = []
    for word in line:
        if runs:
            runs.append(_blank(word[0], word[0].bold and runs[-1].bold))
        runs += word
    alike = groupby(enumerate(runs), lambda one: (one[1].bold, one[1].glyph and one[0]))
    groups = ([run for _, run in group] for _, group in alike)
    return [group[0]._replace(text="".join(run.text for run in group)) for group in groups]


def _blank(beside: TextRun, bold: bool) -> TextRun:
    return TextRun(" ", bold, font=beside.font)


def length(line: Iterable[Word], size: float) -> float:
    """Return how long a line is."""
    return sum(run.width(size) for run in joined(line))


def lines(line: Sequence[Word], size: float, within: float) -> list[list[Word]]:
    """Return words as lines within a width, as narrow as the same number of lines can be."""
    parts = [part for word in line for part in _parts(word, size, within)]
    widths = [_width(word, size) for word in parts]
    best = _filled(parts, widths, size, within)
    low, high = max(widths, default=0.0), within
    while high - low > size / 2:
        middle = (low + high) / 2
        narrow = _filled(parts, widths, size, middle)
        if len(narrow) == len(best):
            best, high = narrow, middle
        else:
            low = middle
    return best


def _filled(
    line: Sequence[Word], widths: Sequence[float], size: float, within: float
) -> list[list[Word]]:
    filled: list[list[Word]] = [[]]
    long = 0.0
    for word, width in zip(line, widths, strict=True):
        blank = 0.0
        if filled[-1]:
            blank = _blank(word[0], word[0].bold and filled[-1][-1][-1].bold).width(size)
        if filled[-1] and long + blank + width > within + _NOTHING:
            filled.append([])
            long = blank = 0.0
        filled[-1].append(word)
        long += blank + width
    return filled


def _width(word: Word, size: float) -> float:
    return sum(run.width(size) for run in word)


def _parts(word: Word, size: float, within: float) -> Iterator[Word]:
    """Yield a word that fits, or what it is parted in: of three or more at a blank, else within a word.

    So a number stays with one of its neighbours.
    """
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
        inside = all(map(_takes_hyphen, letters[end - 1 : end + 1]))
        yield (*letters[begin:end], *((hyphen,) if inside else ()))
        begin = end
    yield tuple(letters[begin:])


def _takes_hyphen(letter: TextRun) -> bool:
    """Tell whether a word is parted beside a letter with a hyphen: not so in East Asian texts."""
    return letter.text.isalpha() and east_asian_width(letter.text) not in "WF"
