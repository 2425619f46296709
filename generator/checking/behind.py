"""Which back lies behind which front of one sheet of paper, how far off, and what it shows.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking.results import UNREAD, Found

#: A back this far from where it belongs, as a share of its front's size, is still that front's.
REACH = 0.4


class FrontAndBack(NamedTuple):
    """A front and the back behind it, if one is near; how far that lies off, in millimetres."""

    front: Found
    back: Found | None
    off: Point


@dataclass(frozen=True)
class Side:
    """Two sides of a sheet: the pages' indices, the mirror between them, the pieces in pairs.

    An index is -1 where that side is not there.
    """

    front: int
    back: int
    mirror: Transform
    pairs: tuple[FrontAndBack, ...]
    #: Backs with no front before them.
    lost: tuple[Found, ...] = ()

    @property
    def mirrored(self) -> int:
        """How many fronts have a back behind them that shows what it must."""
        return sum(
            back is not None
            and back.side != "front"
            and tells_of(front, back)
            and (front.kind == back.kind or not (front.kind and back.kind))
            and not differing(front, back, self.mirror)
            for front, back, _ in self.pairs
        )

    @property
    def pages(self) -> tuple[int, int]:
        """The indices of its pages."""
        return self.front, self.back


def side(
    pages: tuple[int, int], mirror: Transform, fronts: Sequence[Found], backs: Sequence[Found]
) -> Side:
    """Return a sheet, by its pages' indices, with every front and the nearest back behind it."""
    left = [(*back.centre, back) for back in backs]
    pairs = []
    for front in fronts:
        x, y = mirror.apply(front.centre)
        reach = front.size * REACH
        near = [
            (math.hypot(bx - x, by - y), k)
            for k, (bx, by, _) in enumerate(left)
            if abs(bx - x) <= reach and abs(by - y) <= reach
        ]
        distance, k = min(near, default=(math.inf, -1))
        if distance <= reach:
            bx, by, back = left.pop(k)
            pairs.append(FrontAndBack(front, back, Point(bx - x, by - y)))
        else:
            pairs.append(FrontAndBack(front, None, ORIGIN))
    return Side(*pages, mirror, tuple(pairs), tuple(back for *_, back in left))


def are_sides(front: Found, back: Found) -> bool:
    """Tell whether two pieces may be the two sides of one."""
    if front.side == "both":
        return front.kind == back.kind != ""
    return (front.side, back.side) == ("front", "back")


def tells_of(front: Found, back: Found) -> bool:
    """Tell whether a back tells of its front what that is, or nothing."""
    return not (front.told and back.told) or front.told == back.told


def differing(front: Found, back: Found, mirror: Transform) -> tuple[str, ...]:
    """Return the names of a back's areas that are not what the mirror image of its front shows.

    Areas that could not be read, which are faults of their own, are not compared.
    """
    x, y = mirror.apply(front.centre)
    result = []
    for spot in front.spots if back.spots else ():
        at = mirror.apply(spot.at).moved(back.centre.x - x, back.centre.y - y)
        behind = min(back.spots, key=lambda other: other.at.distance(at))
        if behind.value != spot.value and UNREAD not in (behind.value, spot.value):
            result.append(behind.name)
    return tuple(result)


def backs_of(pieces: Sequence[Found]) -> int:
    """Return how many pieces show a back."""
    return sum(piece.side == "back" for piece in pieces)
