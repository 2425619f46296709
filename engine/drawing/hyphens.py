"""Where a word that is longer than a line may be parted: between syllables, by a simple rule.

It knows letters, and neither their widths nor languages: no dictionary is as small as the need, since
letters are made smaller first.
"""

from __future__ import annotations

import re

_VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿąęıаеёиіїоуыэюяєαάεέηήιίοόυύωώ"

#: A syllable begins with the last consonant before its vowel, or with two or three that go together.
_SYLLABLE = re.compile(rf"(?:sch|[cpst]h|[bcdfgkpt][lr]|[^\W\d_{_VOWELS}])(?=[{_VOWELS}])")

#: After these a line may end without a hyphen.
_JOINTS = "-–—/_.,:;@&=?"

#: The fewest letters on either side of a hyphen, where there is a choice.
_LEAST = 2


def end(word: str, most: int) -> tuple[int, str]:
    """Return after how many characters, at most ``most``, a line ends within a word, and with which sign.

    The sign is a hyphen between letters, else nothing.  No line ends at a blank within.

    >>> end("Donaudampfschifffahrt", 12)
    (10, '-')
    """
    inside = [k for k in range(1, min(most, len(word) - 1) + 1) if " " not in word[k - 1 : k + 1]]
    joints = [k for k in inside if k >= _LEAST and word[k - 1] in _JOINTS]
    if joints:
        return joints[-1], ""
    starts = [found.start() for found in _SYLLABLE.finditer(word.lower())]
    good = [k for k in starts if _LEAST <= k <= min(most, len(word) - _LEAST)]
    at = good[-1] if good else max((1, *inside))
    return at, "-" if word[at - 1].isalpha() and word[at : at + 1].isalpha() else ""
