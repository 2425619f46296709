"""Where East Asian text may be broken: between its characters, but not everywhere (kinsoku).

It knows characters, and neither their widths nor captions.  A number stays with what it counts, and
Korean words, which have blanks between them, stay whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

#: Wide characters begin after this one, and Hangul's syllables are these.
_NARROW, _HANGUL = "\u10ff", ("\uac00", "\ud7a3")

#: What no line begins with: closing brackets and quotes, punctuation, marks of repetition and length.
_NEVER_FIRST = frozenset(("Pe", "Pf", "Po", "Lm", "Mn", "Sk"))
_NEVER_FIRST_EITHER = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ〜～―–—")

#: What no line ends with: opening brackets and quotes.
_NEVER_LAST = frozenset(("Ps", "Pi"))


def pieces(word: str) -> Iterator[str]:
    """Yield the parts of a word that stay on a line; of all but East Asian ones that is the word."""
    if not word or max(word) <= _NARROW:
        yield word
        return
    begin = 0
    for k, (one, two) in enumerate(pairwise(word), 1):
        if may_part(one, two):
            yield word[begin:k]
            begin = k
    yield word[begin:]


def may_part(one: str, two: str) -> bool:
    """Tell whether a line may end between two characters of a word."""
    if max(one, two) <= _NARROW or not (_is_wide(one) or _is_wide(two)) or one.isdigit():
        return False
    from unicodedata import category

    first, last = category(two), category(one)
    never = first in _NEVER_FIRST or two in _NEVER_FIRST_EITHER or last in _NEVER_LAST
    return not never


def _is_wide(character: str) -> bool:
    from unicodedata import east_asian_width

    hangul = _HANGUL[0] <= character <= _HANGUL[1]
    return east_asian_width(character) in ("W", "F") and not hangul
