"""Which back lies behind which front of one sheet of paper, and how far off.

Works on pieces as read back; knows no game.  The mirror of a sheet is the transform that takes
a place on its front to the place behind it on the back, as that page is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, Transform
from generator.checking.grouping import Nearby
from generator.checking.results import UNREAD, Found

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
            is_mirrored(front, back, self.mirror)
            for front, back, _ in self.pairs
            if back is not None
        )


def side(
    pages: tuple[int, int],
    mirror: Transform,
    fronts: Sequence[Found],
    backs: Sequence[Found],
    far: float = FAR,
) -> Side:
    """Return a sheet, by its pages' indices, with every front and the nearest back behind it.

    All backs may lie off alike as ``far``, in millimetres.
    """
    known = Nearby[Found](REACH)
    for piece in backs:
        known.add(piece.centre, piece)
    all_off = _far_off(fronts, backs, known, mirror, far)
    behind: list[Found | None] = []
    taken: set[int] = set()
    for piece in fronts:
        at = mirror.apply(piece.centre).moved(*all_off)
        near = (one for one in _near(known, at, REACH) if id(one) not in taken)
        behind.append(min(near, key=lambda one: one.centre.distance(at), default=None))
        taken.add(id(behind[-1]))
    rest = [back for back in backs if id(back) not in taken]
    strays = rest if len(rest) <= STRAYS else []
    pairs = []
    for piece, nearest in zip(fronts, behind, strict=True):
        found = nearest or _stray(piece, strays, mirror)
        off = ORIGIN if found is None else offset(piece, found, mirror)
        pairs.append(FrontAndBack(piece, found, off))
    return Side(*pages, mirror, tuple(pairs), tuple(rest))


def are_sides(front: Found, back: Found) -> bool:
    """Tell whether two pieces may be the two sides of one."""
    if front.side == "both":
        return front.kind == back.kind != ""
    return (front.side, back.side) == ("front", "back")


def is_mirrored(front: Found, back: Found, mirror: Transform) -> bool:
    """Tell whether a back shows what it must behind this front."""
    if back.side == "front" or differing(front, back, mirror):
        return False
    return may_be_back(front, back)


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


def _far_off(
    fronts: Sequence[Found],
    backs: Sequence[Found],
    known: Nearby[Found],
    mirror: Transform,
    far: float,
) -> Point:
    """Return how far all backs of a page lie off, where some are out of reach behind their fronts.

    It is what puts most backs, and more than a half, behind fronts that they may be the backs of,
    and of that the least.
    """

    def fitting(off: Point, within: float) -> int:
        places = (mirror.apply(piece.centre).moved(*off) for piece in fronts)
        near = (_near(known, at, within) for at in places)
        return sum(
            any(may_be_back(piece, back) for back in found)
            for piece, found in zip(fronts, near, strict=True)
        )

    in_place = fitting(ORIGIN, REACH)
    if in_place == len(fronts):
        return ORIGIN
    some = fronts[:: 1 + len(fronts) // 3]
    offs = {
        Point(round(off.x, 1), round(off.y, 1))
        for piece in some
        for back in backs
        if may_be_back(piece, back)
        for off in (offset(piece, back, mirror),)
        if REACH < math.hypot(*off) <= far
    }
    best = min(
        ((-fitting(off, ALIKE), math.hypot(*off), off) for off in sorted(offs)), default=None
    )
    return best[2] if best and -best[0] > max(in_place, len(fronts) / 2) else ORIGIN


def may_be_back(front: Found, back: Found) -> bool:
    """Tell whether a piece may be the back of another, by what is told of both."""
    return tells_of(front, back) and (front.kind == back.kind or not (front.kind and back.kind))


def _stray(front: Found, rest: list[Found], mirror: Transform) -> Found | None:
    """Take, of backs that lie behind none, the nearest that may be a front's: a tile off at most."""
    near = [
        (math.hypot(*offset(front, back, mirror)), k)
        for k, back in enumerate(rest)
        if may_be_back(front, back)
        and (front.side == back.side == "both" or are_sides(front, back))
    ]
    distance, k = min(near, default=(math.inf, -1))
    return rest.pop(k) if distance <= front.size else None


def backs_of(pieces: Sequence[Found]) -> int:
    """Return how many pieces show a back."""
    return sum(piece.side == "back" for piece in pieces)


def halves(pieces: Sequence[Found], mirror: Transform) -> tuple[list[Found], list[Found]]:
    """Return the pieces on the left of (or above) a fold, and those beyond it."""
    first: list[Found] = []
    second: list[Found] = []
    for piece in pieces:
        there = mirror.apply(piece.centre)
        before = piece.centre.x + piece.centre.y < there.x + there.y
        (first if before else second).append(piece)
    return first, second


def _near(known: Nearby[Found], at: Point, within: float) -> Iterator[Found]:
    """Yield the pieces about a place, no farther off than a reach at most."""
    return (piece for piece in known.about(at) if piece.centre.distance(at) <= within)
