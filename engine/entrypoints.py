"""What packages outside the project add, by their entry points; nothing of them is imported."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class EntryPoint(NamedTuple):
    """What a package adds: the name it goes by, where it is, and the package with its version."""

    name: str
    value: str
    package: str


@cache
def of_group(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, in the order of their names.

    >>> from engine import entrypoints
    >>> entrypoints.of_group("tilewright.nothing")
    ()
    """
    # Imported here, as it takes longer than a figure takes to draw.
    from importlib.metadata import entry_points

    found = ((one, one.dist) for one in entry_points(group=group))
    return tuple(
        sorted(EntryPoint(e.name, e.value, f"{d.name} {d.version}") for e, d in found if d)
    )
