"""Inputs made from others: cut, repeated, spliced, with the numbers and signs that break readers.

It knows bytes and words, nothing of who reads them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

#: What breaks readers of texts: huge numbers, other digits, marks of direction, controls.
_SIGNS = (
    "\n \t \0 \x1b[31m \x7f \x85 \u2028 \ufeff \u202e \u0661 ² é e\u0301 😀 ß İ \ud7ff \" ' \\ { } [ ] "
    "- -- + 0 00 -0 -1 1 1e9 1e999 nan inf -inf 0x10 1_0 255 256 65536 2147483648 true null "
    "%s {0} $(x) ../ /dev/zero CON start * ? . .. @"
)
NASTY = (*_SIGNS.split(" "), " ", "9" * 30, "9" * 5000, "1." + "0" * 400, "a" * 300)


def _span(rng: random.Random, data: bytes, most: int = 64) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + 1 + rng.randrange(most))


def _cut(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _span(rng, data, max(1, len(data)))
    return rng.choice((data[:start], data[:start] + data[end:]))


def _repeated(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _span(rng, data)
    return data[:end] + data[start:end] * rng.choice((1, 2, 7, 64, 500)) + data[end:]


def _flipped(rng: random.Random, data: bytes, other: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _nasty(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _span(rng, data, 8)
    return data[:start] + rng.choice(NASTY).encode() + data[rng.choice((start, end)) :]


def _spliced(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _span(rng, other, max(1, len(other)))
    at = rng.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


_MUTATIONS = (_cut, _repeated, _flipped, _nasty, _spliced)


def mutated(seeds: Sequence[bytes], most: int) -> st.SearchStrategy[bytes]:
    """Return a strategy of inputs made from valid ones by one mutation or some, of at most ``most`` bytes."""

    def made(rng: random.Random, data: bytes, other: bytes, times: int) -> bytes:
        for _ in range(times):
            data = rng.choice(_MUTATIONS)(rng, data, other)
        return data[:most]

    seed = st.sampled_from(seeds)
    return st.builds(made, st.randoms(use_true_random=False), seed, seed, st.integers(1, 6))
