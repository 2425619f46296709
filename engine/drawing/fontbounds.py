"""What a font may ask of its reader: its tables looked at before fontTools reads them.

Few bytes can stand for billions of characters or of moved points.  What no font needs is refused.
This module knows tables' bytes, and neither files nor letters.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

#: More names, or characters, are refused; the largest fonts have 65,535 letters and some hundred names.
_MOST_NAMES, _MOST_CHARACTERS = 5_000, 400_000

#: The parts of a table of characters that are read, the best first: platform and encoding (OpenType, cmap).
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))

#: Where the variations of letters say how many letters they are for, and where their offsets begin.
_GVAR_COUNT, _GVAR_OFFSETS = 12, 20


def check_names(table: bytes) -> None:
    """Raise ValueError for more names than any font has; struct.error for a table cut short."""
    count = struct.unpack_from(">H", table, 2)[0]
    if count > _MOST_NAMES:
        raise ValueError(f"{count} names")


def best_characters(table: bytes) -> bytes:
    """Return a table of characters with the best of its parts alone, or with none.

    Raises ValueError where that says more than there are, struct.error where it is cut short.
    """
    found: dict[tuple[int, int], int] = {}
    for k in range(struct.unpack_from(">H", table, 2)[0]):
        platform, encoding, at = struct.unpack_from(">HHL", table, 4 + 8 * k)
        found.setdefault((platform, encoding), at)
    kind = next((kind for kind in _UNICODE if kind in found), None)
    if kind is None:
        return bytes(4)
    part = table[found[kind] :]
    if _said(part) > _MOST_CHARACTERS:
        raise ValueError("more characters than any font has")
    return struct.pack(">4HL", 0, 1, *kind, 12) + part


def _said(table: bytes) -> int:
    """Return how many characters a table says, those said twice counted twice.

    A format's groups of characters take a few bytes and may be of any size.
    """
    kind = struct.unpack_from(">H", table)[0]
    spans: Iterable[tuple[int, ...]] = ()
    if kind in (12, 13):
        groups = table[16 : 16 + 12 * struct.unpack_from(">L", table, 12)[0]]
        spans = struct.iter_unpack(">LLL", groups[: len(groups) // 12 * 12])
    elif kind == 4:
        count = struct.unpack_from(">H", table, 6)[0] // 2
        lasts = struct.unpack_from(f">{count}H", table, 14)
        spans = zip(struct.unpack_from(f">{count}H", table, 16 + 2 * count), lasts, strict=True)
    elif kind not in (0, 6):
        raise ValueError(f"characters in the format {kind}")
    return sum(max(0, last - first + 1) for first, last, *_ in spans)


def variations(table: bytes, letter: int) -> int:
    """Return how many ways a letter varies, by its number in the table ``gvar``.

    Raises struct.error where that is cut short.
    """
    letters, flags, data = struct.unpack_from(">HHL", table, _GVAR_COUNT)
    if letter >= letters:
        return 0
    form, unit = (">LL", 1) if flags & 1 else (">HH", 2)
    size = struct.calcsize(form) // 2
    begin, end = struct.unpack_from(form, table, _GVAR_OFFSETS + size * letter)
    if begin == end:
        return 0
    return int(struct.unpack_from(">H", table, data + unit * begin)[0]) & 0x0FFF
