"""Values put together by what they share, the one that most have, and what lies near.  Knows nothing of what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
V = TypeVar("V", bound=Any)


def grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return things by a key of theirs, keys and things in the order in which they come."""
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def usual(values: Iterable[V], default: V | None = None) -> V:
    """Return the most frequent value, of several the greatest; where there is none, a default."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value), default=default)  # type: ignore[return-value]


class Nearby(Generic[T]):
    """Things by the squares of some side in which they lie."""

    def __init__(self, side: float) -> None:
        self._side = side
        self._squares: dict[tuple[int, int], list[T]] = {}

    def _square(self, at: tuple[float, float]) -> tuple[int, int]:
        return int(at[0] // self._side), int(at[1] // self._side)

    def add(self, at: tuple[float, float], thing: T) -> None:
        """Put a thing where it lies."""
        self._squares.setdefault(self._square(at), []).append(thing)

    def about(self, at: tuple[float, float]) -> Iterator[T]:
        """Yield what lies in the square of a place and in those about it."""
        column, row = self._square(at)
        for square in product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from self._squares.get(square, ())
