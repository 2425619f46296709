"""Tile sets, inventories and printed sheets checked: what is there, and every fault."""

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

# Idle threads of NumPy's matrix library spin: on busy cores a kit took ten times as long to read.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return things by a key of theirs, keys and things in the order in which they come."""
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def usual(values: Iterable[T], default: T | None = None) -> T:
    """Return the most frequent value, of several the greatest; where there is none, a default."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value), default=default)  # type: ignore[return-value]
