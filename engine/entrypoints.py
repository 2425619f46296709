"""The entry points of packages outside the project; none of them is imported."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class EntryPoint(NamedTuple):
    """An entry point: its name, the object it names, and the package with its version."""

    name: str
    value: str
    package: str


@cache
def of_group(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in the order of their names."""
    from importlib.metadata import entry_points  # which takes longer than a figure takes to draw

    found = ((one, one.dist) for one in entry_points(group=group))
    return tuple(
        sorted(EntryPoint(e.name, e.value, f"{d.name} {d.version}") for e, d in found if d)
    )
