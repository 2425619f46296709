"""Tests that would never end are stopped, on no clock: calls are counted, not seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail as soon as more functions are called than these, so in an endless loop too."""
    left = calls

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal left
        left -= event in ("call", "c_call")
        if left < 0:
            pytest.fail(f"more than {calls:,} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
