"""Inputs made from others: cut, repeated, exchanged, spliced, with the numbers and signs that break readers.

It knows bytes and words, nothing of who reads them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

#: What breaks readers of texts: empty and huge numbers, other digits, marks of direction, controls.
NASTY = (
    *(
        "",
        " ",
        "\n",
        "\t",
        "\0",
        "\x1b[31m",
        "\x7f",
        "\x85",
        "\u2028",
        "\ufeff",
        "\u202e",
        "\u0661",
    ),
    *("²", "é", "e\u0301", "😀", "ß", "İ", "\ud7ff", '"', "'", "\\", "\\u0000", "{", "}", "[", "]"),
    *(
        "-",
        "--",
        "+",
        "0",
        "00",
        "-0",
        "-1",
        "1",
        "1e9",
        "1e999",
        "nan",
        "inf",
        "-inf",
        "0x10",
        "1_0",
    ),
    *("255", "256", "65536", "2147483648", "9" * 30, "9" * 5000, "1." + "0" * 400, "true", "null"),
    *("%s", "{0}", "$(x)", "../", "/dev/zero", "CON", "start", "*", "?", "a" * 300, ".", "..", "@"),
)

_WORDS = re.compile(rb"[A-Za-z]+|[0-9]+|[^A-Za-z0-9]")
_NUMBERS = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def _span(rng: random.Random, data: bytes, most: int = 64) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + 1 + int(rng.expovariate(1 / 6)) % most)


def _cut(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data, max(1, len(data)))
    return data[:start] + data[end:]


def _end(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _repeat(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 7, 64, 500)) + data[end:]


def _flip(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data or b"\0")
    for _again in range(rng.choice((1, 1, 2, 8))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _nasty(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data, 8)
    return data[:start] + rng.choice(NASTY).encode() + data[rng.choice((start, end)) :]


def _number(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    found = list(_NUMBERS.finditer(data))
    if not found:
        return _nasty(rng, data, ())
    match = rng.choice(found)
    near = str(int(float(match[0])) + rng.choice((-1, 1, 2, 10))) if len(match[0]) < 9 else "0"
    new = rng.choice((near, near, rng.choice(NASTY)))
    return data[: match.start()] + new.encode() + data[match.end() :]


def _exchange(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    words = _WORDS.findall(data[:20_000])
    if len(words) < 2:
        return data
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return b"".join(words) + data[20_000:]


def _splice(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others) if others else data
    start, end = _span(rng, other, max(1, len(other)))
    at = rng.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


def _sign(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Put one of the input's own signs in the place of another, so that much stays readable."""
    if len(data) < 2:
        return data + b"0"
    at = rng.randrange(len(data))
    return data[:at] + data[(other := rng.randrange(len(data))) : other + 1] + data[at + 1 :]


def _lines(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return _repeat(rng, data, ())
    at = rng.randrange(len(lines))
    lines.insert(rng.randrange(len(lines)), rng.choice((lines[at], lines.pop(at))))
    return b"".join(lines)


MUTATIONS: tuple[Mutation, ...] = (
    *(_cut, _end, _repeat, _flip, _nasty, _nasty, _number, _number),
    *(_exchange, _splice, _lines, _sign, _sign, _sign),
)


def mutated(rng: random.Random, data: bytes, others: Sequence[bytes], most: int) -> bytes:
    """Return an input made from ``data`` by one mutation or some, of at most ``most`` bytes."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        data = rng.choice(MUTATIONS)(rng, data, others)
    return data[:most]
