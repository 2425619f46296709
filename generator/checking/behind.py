"""Which back lies behind which front of one sheet of paper, how far off, and what it shows.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking.results import UNREAD, Found

Array = NDArray[Any]

#: A back this far from where it belongs is still that front's, in millimetres.
REACH = 3.0
#: Backs that all lie off alike are so still up to here, and what a scaled sheet puts them off.
FAR = 15.0
#: Of so few that lie farther off each is looked for a front.
STRAYS = 12
#: Backs lie off alike that lie no farther from one another, in millimetres.
ALIKE = 0.5


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
    #: Whether the back page is the wrong way up: it would fit if turned over the other edge.
    is_upside_down: bool = False

    @property
    def mirrored(self) -> int:
        """How many fronts have a back behind them that shows what it must."""
        return sum(
            back is not None and back.side != "front" and may_be_back(front, back)
            and not differing(front, back, self.mirror)
            for front, back, _ in self.pairs
        )  # fmt: skip


def side(
    pages: tuple[int, int],
    mirror: Transform,
    fronts: Sequence[Found],
    backs: Sequence[Found],
    far: float = FAR,
    *,
    is_upside_down: bool = False,
) -> Side:
    """Return a sheet, by its pages' indices, with every front and the nearest back behind it.

    All backs may lie off alike as ``far``, in millimetres.
    """
    off = _offsets(mirror, fronts, backs)
    fits = _fitting(fronts, backs)
    near = np.abs(off - _common(off, fits, far))
    stray = np.where(fits, np.abs(off), math.inf)
    behind: dict[int, int] = {}
    for distances, most in ((near, [REACH] * len(fronts)), (stray, [one.size for one in fronts])):
        if distances is stray and len(backs) - len(behind) > STRAYS:
            break
        for k, row in enumerate(distances if len(backs) else ()):
            n = int(row.argmin())
            if k not in behind and row[n] <= most[k]:
                behind[k] = n
                near[:, n] = stray[:, n] = math.inf
    pairs = [
        FrontAndBack(front, backs[behind[k]], offset(front, backs[behind[k]], mirror))
        if k in behind
        else FrontAndBack(front, None, ORIGIN)
        for k, front in enumerate(fronts)
    ]
    taken = {*behind.values()}
    lost = (back for n, back in enumerate(backs) if n not in taken)
    return Side(*pages, mirror, tuple(pairs), tuple(lost), is_upside_down)


def _offsets(mirror: Transform, fronts: Sequence[Found], backs: Sequence[Found]) -> Array:
    """Return how far each back lies from where each front asks for it, as complex numbers."""
    asked = np.array([complex(*mirror.apply(front.centre)) for front in fronts])
    there = np.array([complex(*back.centre) for back in backs])
    off: Array = there.reshape(1, -1) - asked.reshape(-1, 1)
    return off


def _fitting(fronts: Sequence[Found], backs: Sequence[Found]) -> Array:
    fits = [
        [may_be_back(f, b) and f.side != "back" and b.side != "front" for b in backs]
        for f in fronts
    ]
    return np.array(fits, bool).reshape(len(fronts), len(backs))


def _common(off: Array, fits: Array, far: float) -> complex:
    """Return how far all backs of a page lie off, where some are out of reach behind their fronts.

    It is what puts most backs, and more than a half, behind fronts that they may be the backs of,
    and of that the least.
    """
    in_place = int((fits & (np.abs(off) <= REACH)).any(axis=1).sum()) if off.size else 0
    if not off.size or in_place == len(off):
        return 0j
    some = slice(None, None, 1 + len(off) // 3)
    tried = np.unique(np.round(off[some][fits[some]], 1))
    tried = tried[(np.abs(tried) > REACH) & (np.abs(tried) <= far)]
    numbers = [int((fits & (np.abs(off - by) <= ALIKE)).any(axis=1).sum()) for by in tried]
    best = min(
        zip(numbers, tried, strict=True), key=lambda one: (-one[0], abs(one[1])), default=(0, 0j)
    )
    return complex(best[1]) if best[0] > max(in_place, len(off) / 2) else 0j


def may_be_back(front: Found, back: Found) -> bool:
    """Tell whether a piece may be the back of another, by what is told of both."""
    return tells_of(front, back) and (front.kind == back.kind or not (front.kind and back.kind))


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
    dx, dy = offset(front, back, mirror)
    result = []
    for spot in front.spots if back.spots else ():
        at = mirror.apply(spot.at).moved(dx, dy)
        behind = min(back.spots, key=lambda other: other.at.distance(at))
        if behind.value != spot.value and UNREAD not in (behind.value, spot.value):
            result.append(behind.name)
    return tuple(result)


def offset(front: Found, back: Found, mirror: Transform) -> Point:
    """Return how far a back lies from where its front asks for it, to the right and down."""
    at = mirror.apply(front.centre)
    return Point(back.centre.x - at.x, back.centre.y - at.y)


def backs_of(pieces: Sequence[Found]) -> int:
    """Return how many pieces show a back."""
    return sum(piece.side == "back" for piece in pieces)
