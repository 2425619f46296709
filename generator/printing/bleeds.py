"""How far each piece's bleed may reach where pieces touch: to the middle between it and the other.

It knows outlines and where they lie, and nothing of what is drawn.  Lengths are millimetres.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from engine.drawing import scene
from engine.geometry.plane import Point
from generator.printing.cutlines import Outlined, key

#: How many pieces touch one that lies among others, by its shape: its bleed is under theirs.
_AMONG = {"hexagon": 6, "rectangle": 8}


def clips(pieces: Sequence[Outlined], bleed: float) -> Iterator[scene.Outline | None]:
    """Yield for each piece what its bleed is to be cut to, so that it covers no neighbour's.

    None where nothing must be cut: no piece touches it, or it lies among others.
    """
    touching: defaultdict[tuple[int, int], set[Point]] = defaultdict(set)
    for piece in pieces:
        for corner in piece.corners:
            touching[key(corner)].add(piece.at)
    for piece in pieces:
        met = [touching[key(corner)] - {piece.at} for corner in piece.corners]
        beside = [before & after for before, after in zip(met, met[1:] + met[:1], strict=True)]
        others = set[Point]().union(*met)
        if not others or (all(beside) and len(others) == _AMONG[piece.shape.kind]):
            yield None
            continue
        kept = tuple(_around(piece.corners, [bool(at_side) for at_side in beside], bleed))
        for other in sorted(others - set[Point]().union(*beside)):
            kept = _nearer(kept, piece.at, other)
        yield scene.polygon(kept)


def _around(corners: Sequence[Point], shared: Sequence[bool], bleed: float) -> Iterator[Point]:
    """Yield the rim of a bleed: round a side that is shared as far as the side, no neighbour's bleed."""
    along = [_unit(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    for k, corner in enumerate(corners):
        before, after = along[k - 1], along[k]
        out, next_out = Point(before.y, -before.x), Point(after.y, -after.x)
        if shared[k - 1]:
            yield _moved(corner, out, bleed)
            yield corner
        elif shared[k]:  # as far as the line on which the shared side lies
            back = Point(-after.x, -after.y)
            yield _moved(corner, back, bleed / _dot(back, out))
            yield corner
        else:
            yield _moved(corner, Point(out.x + next_out.x, out.y + next_out.y),
                         bleed / (1 + _dot(out, next_out)))  # fmt: skip
        if shared[k]:
            yield _moved(corner, next_out, bleed)
        elif shared[k - 1]:
            yield _moved(corner, before, bleed / _dot(before, next_out))


def _unit(a: Point, b: Point) -> Point:
    length = a.distance(b)
    return Point((b.x - a.x) / length, (b.y - a.y) / length)


def _dot(a: Point, b: Point) -> float:
    return a.x * b.x + a.y * b.y


def _moved(point: Point, way: Point, length: float) -> Point:
    return point.moved(way.x * length, way.y * length)


def _nearer(polygon: Sequence[Point], own: Point, other: Point) -> tuple[Point, ...]:
    """Return what of a polygon is as near to one point as to another, or nearer."""
    middle, way = own.towards(other, 0.5), Point(other.x - own.x, other.y - own.y)
    kept: list[Point] = []
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        at_a, at_b = (_dot(Point(p.x - middle.x, p.y - middle.y), way) for p in (a, b))
        if at_a <= 0:
            kept.append(a)
        if at_a * at_b < 0:
            kept.append(a.towards(b, at_a / (at_a - at_b)))
    return tuple(kept)
