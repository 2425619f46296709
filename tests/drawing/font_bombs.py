"""Fonts of under a mebibyte that are made to cost as much as they can, by their names.

Each has the letters a and Z and a blank, of which a costs most.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from fontTools.misc.psCharStrings import T2CharString

from tests import tiny_fonts

_LETTERS = "aZ "
_NAMES, _POINTS, _WAYS = 65_535, 60_000, 400


@cache
def _tables(outlines: str = "glyf", *, varies: bool = False) -> Mapping[bytes, bytes]:
    """Return the tables of a font by their tags."""
    axis = (100, 900) if varies else None
    data = tiny_fonts.data(_LETTERS, outlines=outlines, axis=axis)
    found = struct.iter_unpack(">4s3L", data[12 : 12 + 16 * struct.unpack_from(">H", data, 4)[0]])
    return {tag: data[at : at + size] for tag, _, at, size in found}


def _font(tables: Mapping[bytes, bytes], begin: int = 0) -> bytes:
    """Return a font of such tables that begins so many bytes from its file's beginning."""
    head, body = struct.pack(">L4H", 0x10000, len(tables), 0, 0, 0), b""
    at = begin + len(head) + 16 * len(tables)
    for tag, table in sorted(tables.items()):
        head += struct.pack(">4s3L", tag, 0, at + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    return head + body


def _collection(tables: Mapping[bytes, bytes], count: int) -> bytes:
    """Return a file that says that one font is so many."""
    head = struct.pack(">4s2L", b"ttcf", 0x10000, count)
    at = len(head) + 4 * count
    return head + struct.pack(">L", at) * count + _font(tables, at)


def _names(*, sound: bool) -> dict[bytes, bytes]:
    """Return tables with as many names as can be said, of which no one stands there if not sound."""
    record = struct.pack(">6H", 3, 1, 0x409, 1, 40, 0) * (_NAMES if sound else 0)
    return {**_tables(), b"name": struct.pack(">3H", 0, _NAMES, 6) + record}


def _characters(parts: Sequence[bytes], kinds: Sequence[tuple[int, int, int]]) -> bytes:
    """Return a font whose characters are parts, by platform, encoding and which part."""
    ends = [4 + 8 * len(kinds)]
    for part in parts:
        ends.append(ends[-1] + len(part))
    said = b"".join(struct.pack(">2HL", *kind, ends[k]) for *kind, k in kinds)
    table = struct.pack(">2H", 0, len(kinds)) + said + b"".join(parts)
    return _font({**_tables(), b"cmap": table})


def _groups(*groups: tuple[int, int]) -> bytes:
    """Return characters in groups, in the format 12."""
    said = b"".join(struct.pack(">3L", *group, 1) for group in groups)
    return struct.pack(">2H3L", 12, 0, 16 + len(said), 0, len(groups)) + said


def _segments(count: int) -> bytes:
    """Return characters in segments each of which is all of them, in the format 4."""
    every = b"".join(struct.pack(">H", value) * count for value in (0, 1, 0))
    lasts = struct.pack(">H", 0xFFFE) * count + bytes(2)
    return struct.pack(">7H", 4, 16 + 8 * count, 0, 2 * count, 0, 0, 0) + lasts + every


def _spread(count: int) -> bytes:
    """Return 256 groups of characters in the format 2, each of as many as can be said."""
    keys = struct.pack(">256H", *(8 * k for k in range(256)))
    group = struct.pack(">4H", 0, count, 0, 0)
    said = keys + group * 256 + bytes(2 * count)
    return struct.pack(">3H", 2, min(6 + len(said), 0xFFFF), 0) + said


def _outlines(*letters: bytes, **more: bytes) -> bytes:
    """Return a font of such outlines, a the second, with other tables."""
    ends, body = [0], b""
    for letter in letters:
        body += letter + bytes(-len(letter) % 4)
        ends.append(len(body))
    ends += ends[-1:] * (5 - len(ends))
    base = _tables(varies=bool(more))
    head = base[b"head"][:50] + struct.pack(">h", 1) + base[b"head"][52:]
    made = {b"glyf": body, b"loca": struct.pack(">5L", *ends[:5]), b"head": head}
    return _font({**base, **made, **{tag.encode(): table for tag, table in more.items()}})


def _dots(count: int) -> bytes:
    """Return an outline of so many points, all in one place."""
    flags = b"\x39\xff" * (count // 256) + bytes((0x39, count % 256 - 1))
    return struct.pack(">5h2H", 1, 0, 0, 0, 0, count - 1, 0) + flags


def _made_of(parts: int, letter: int) -> bytes:
    """Return an outline that is another letter, so many times."""
    more = struct.pack(">2H2b", 0x22, letter, 0, 0) * (parts - 1)
    return struct.pack(">5h", -1, 0, 0, 9, 9) + more + struct.pack(">2H2b", 2, letter, 0, 0)


def _moved(points: int, ways: int) -> bytes:
    """Return how the letter a varies: so many points, none of them moved, in so many ways."""
    zeros = b"\xbf" * (points // 64) + bytes((0x80 | (points % 64 - 1),))
    each = struct.pack(">2H", 2 * len(zeros), 0)
    said = struct.pack(">2H", 0x8000 | ways, 4 + 4 * ways) + each * ways
    said += b"\0" + 2 * zeros * ways
    said += bytes(-len(said) % 4)
    head = struct.pack(">4HL2HL", 1, 0, 1, 1, 40, 4, 1, 42)
    return head + struct.pack(">5L", 0, 0, *[len(said)] * 3) + struct.pack(">h", 0x4000) + said


def _store(parts: int, items: int) -> bytes:
    """Return a store of moves that says its only part so many times."""
    head = 8 + 4 * parts
    region = struct.pack(">2H3h", 1, 1, 0, 0x4000, 0x4000)
    parts_at = struct.pack(">L", head + len(region)) * parts
    return struct.pack(">HLH", 1, head, parts) + parts_at + region + struct.pack(">3H", items, 0, 0)


def _program(size: int) -> bytes:
    """Return a font whose letters are programs of such length that draw points."""
    font = tiny_fonts.made(_LETTERS, outlines="cff")
    letters = font["CFF "].cff.topDictIndex[0].CharStrings
    for name in letters.keys():  # noqa: SIM118 - no mapping
        program = b"\x8b\x8b\x15" + b"\x8b\x8b\x05" * (size // 3) + b"\x0e"
        letters[name] = T2CharString(program, private=letters[name].private)
    font.recalcBBoxes = False
    return tiny_fonts.bytes_of(font)


_EVEN = struct.pack(">5H6h", 2, 0, 0, 1, 3, -0x4000, -0x4000, 0, 0, 0x4000, 0x4000)

FONT: Mapping[str, Callable[[], bytes]] = {
    "names": lambda: _font(_names(sound=True)),
    "names that are not there": lambda: _font(_names(sound=False)),
    "five hundred fonts in one": lambda: _collection(_names(sound=True), 500),
    "groups of all characters": lambda: _characters([_groups((0, 0x10FFFF))], [(3, 10, 0)]),
    "groups of less than none": lambda: _characters(
        [_groups((0, 0x10FFFF), (0xFFFFFFFF, 0))], [(3, 10, 0)]
    ),
    "one part said often": lambda: _characters(
        [_groups(*((k, k) for k in range(30_000)))], [(3, 10, 0)] * 60_000
    ),
    "parts within each other": lambda: _characters(
        [_groups(*((k, k) for k in range(99)))] + [b"\0\x0c\0\0"] * 100_000,
        [*((0, 5, k) for k in range(20_000)), (3, 10, 0)],
    ),
    "segments": lambda: _characters([_segments(8_000)], [(3, 1, 0), (0, 3, 0), (0, 4, 0)]),
    "characters of two bytes": lambda: _characters([_spread(0xFFFF)], [(3, 1, 0), (0, 3, 0)]),
    "points": lambda: _outlines(b"", _dots(_POINTS)),
    "points below the bound": lambda: _outlines(b"", _dots(7_000)),
    "letters of letters": lambda: _outlines(*(_made_of(9_000, k) for k in (1, 2, 3)), _dots(9)),
    "points that vary": lambda: _outlines(b"", _dots(_POINTS), gvar=_moved(_POINTS + 4, _WAYS)),
    "widths that vary": lambda: _font(
        {
            **_tables(varies=True),
            b"HVAR": struct.pack(">2H4L", 1, 0, 20, 0, 0, 0) + _store(60_000, _NAMES),
        }
    ),
    "weights that vary": lambda: _font(
        {**_tables(varies=True), b"avar": _EVEN + struct.pack(">2L", 0, 30) + _store(60_000, 9)}
    ),
    "long programs": lambda: _program(250_000),
    "programs below the bound": lambda: _program(49_000),
}
