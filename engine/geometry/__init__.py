"""Points, boxes and transforms of the plane, and the grids that games are played on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def connected(nodes: Iterable[T], beside: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """Return nodes in groups that hang together, each from its first node."""
    rest = dict.fromkeys(nodes)
    groups = []
    while rest:
        edge, group = [next(iter(rest))], []
        while edge:
            node = edge.pop()
            if node in rest:
                del rest[node]
                group.append(node)
                edge += beside(node)
        groups.append(group)
    return groups


def written(cell: tuple[int, int]) -> str:
    """Return the coordinates of a cell as they are written: ``2,-1``."""
    return f"{cell[0]},{cell[1]}"
