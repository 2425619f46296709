"""Text broken into lines: what must stay together, where a long word is parted, lines of one length.

A number stays with the words beside it, and what a no-break space joins; East Asian lines may end
between characters, but not everywhere (kinsoku); only a word longer than a line is parted, between
syllables.  Letters have no kerning, so that widths add up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Any, NamedTuple
from unicodedata import category, east_asian_width

from engine.drawing import fonts

#: A small picture is so many ems wide.
SIGN = 1.25

#: Less than this, in millimetres, is no difference of widths.
_NOTHING = 1e-6

#: A number, with what may stand round it, and a word that may belong to one.
_NUMBER = re.compile(r"[(\[]?[-+−±]?[0-9][0-9.,:/×–-]*%?[).,:;]?")
_WORD = re.compile(r"[(\[]?[^\W\d].*")


class TextRun(NamedTuple):
    """A piece of a word of one weight, or a small picture."""

    text: str
    bold: bool = False
    glyph: Any = None  # of captions
    font: fonts.Font = ()
    #: Whether it begins a word that follows the one before without a blank.
    tight: bool = False

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
            for piece in filter(None, _pieces(part.replace("\u00a0", " "))):
                before = parts[-1][-1].text if parts[-1] else ""
                if before and _may_part(before[-1], piece[0]):
                    parts.append([run._replace(text=piece, tight=True)])
                else:
                    parts[-1].append(run._replace(text=piece))
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
    if one.glyph or two.glyph or two.tight:
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
        if runs and not word[0].tight:
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
    widths = [sum(run.width(size) for run in word) for word in parts]
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
        if filled[-1] and not word[0].tight:
            blank = _blank(word[0], word[0].bold and filled[-1][-1][-1].bold).width(size)
        if filled[-1] and long + blank + width > within + _NOTHING:
            filled.append([])
            long = blank = 0.0
        filled[-1].append(word)
        long += blank + width
    return filled


def _parts(word: Word, size: float, within: float) -> Iterator[Word]:
    """Yield a word that fits, or what it is parted in: of three or more at a blank, else within a word.

    So a number stays with one of its neighbours.
    """
    width, begin = sum(run.width(size) for run in word), 0
    for blank in [k for k, run in enumerate(word) if run.text == " "][:-1]:
        if width > within + _NOTHING:
            yield from _parts(word[begin:blank], size, within)
            width -= sum(run.width(size) for run in word[begin : blank + 1])
            begin = blank + 1
    word = word[begin:]
    if width <= within + _NOTHING:
        yield word
        return
    rest = [run._replace(text=one) for run in word for one in ([""] if run.glyph else run.text)]
    ends = list(accumulate((run.width(size) for run in rest), initial=0.0))
    begin = 0
    while len(rest) - begin > 1 and ends[-1] - ends[begin] > within + _NOTHING:
        room = ends[begin] + within - rest[begin]._replace(text="-", glyph=None).width(size)
        most = max(1, sum(end <= room for end in ends[begin + 1 : begin + _MOST_FITTING]))
        following = "".join(run.text[:1] or " " for run in rest[begin : begin + most + 8])
        at, sign = _hyphenated(following, most)
        hyphen = (rest[begin + at - 1]._replace(text=sign),) if sign else ()
        yield (*rest[begin : begin + at], *hyphen)
        begin += at
    yield tuple(rest[begin:])


#: No line has more letters of one word.
_MOST_FITTING = 500

# ---------------------------------------------------------------------------------- syllables

_VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿąęıаеёиіїоуыэюяєαάεέηήιίοόυύωώ"

#: A syllable begins with the last consonant before its vowel, or with two or three that go together.
_SYLLABLE = re.compile(rf"(?:sch|[cpst]h|[bcdfgkpt][lr]|[^\W\d_{_VOWELS}])(?=[{_VOWELS}])")

#: After these a line may end without a hyphen, and the fewest letters on either side of one.
_JOINTS, _LEAST = "-–—/_.,:;@&=?", 2


def _hyphenated(word: str, most: int) -> tuple[int, str]:
    """Return after how many characters, at most ``most``, a line ends within a word, and with which sign.

    The sign is a hyphen between letters, else nothing.  No line ends at a blank within.
    """
    inside = [k for k in range(1, min(most, len(word) - 1) + 1) if " " not in word[k - 1 : k + 1]]
    joints = [k for k in inside if k >= _LEAST and word[k - 1] in _JOINTS]
    if joints:
        return joints[-1], ""
    starts = [syllable.start() for syllable in _SYLLABLE.finditer(word.lower())]
    good = [k for k in starts if _LEAST <= k <= min(most, len(word) - _LEAST)]
    at = good[-1] if good else max((1, *inside))
    return at, "-" if word[at - 1].isalpha() and word[at : at + 1].isalpha() else ""


# ----------------------------------------------------------------------------------- East Asia

#: What no line begins with: closing brackets and quotes, punctuation, marks of repetition and
#: length; and what none ends with: opening ones.
_NEVER_FIRST, _NEVER_LAST = frozenset(("Pe", "Pf", "Po", "Lm", "Mn", "Sk")), frozenset(("Ps", "Pi"))
_NEVER_FIRST_EITHER = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ〜～―–—")


def _pieces(word: str) -> Iterator[str]:
    begin = 0
    for k, (one, two) in enumerate(pairwise(word), 1):
        if _may_part(one, two):
            yield word[begin:k]
            begin = k
    yield word[begin:]


def _may_part(one: str, two: str) -> bool:
    """Tell whether a line may end between two characters of a word: Korean words stay whole."""
    if max(one, two) <= "\u10ff" or not (_is_wide(one) or _is_wide(two)) or one.isdigit():
        return False
    never = category(two) in _NEVER_FIRST or category(one) in _NEVER_LAST
    return not never and two not in _NEVER_FIRST_EITHER


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in ("W", "F") and not "\uac00" <= character <= "\ud7a3"
