"""Cases for tests that check one thing after another."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def some(cases: Iterable[T]) -> Iterator[T]:
    """Yield the cases of a loop that checks something; fail where there is none to check."""
    none = True
    for case in cases:
        none = False
        yield case
    assert not none, "no case to check: the loop did not run"
