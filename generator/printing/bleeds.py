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

    Under its neighbours it may lie.  None where nothing must be cut: no piece touches it, or it
    lies among others.
    """
    touching: defaultdict[tuple[int, int], set[Point]] = defaultdict(set)
    for piece in pieces:
        for corner in piece.corners:
            touching[key(corner)].add(piece.at)
    for piece in pieces:
        met = [touching[key(corner)] - {piece.at} for corner in piece.corners]
        others = set[Point]().union(*met)
        within = all(a & b for a, b in zip(met, met[1:] + met[:1], strict=True))
        if not others or (within and len(others) == _AMONG[piece.shape.kind]):
            yield None
            continue
        kept: Sequence[Point] = piece._replace(shape=piece.shape.grown(bleed)).corners
        for other in sorted(others):
            kept = _nearer(kept, piece.at, other)
        beside = (piece._replace(at=at).corners for at in sorted(others))
        yield scene.joined(map(scene.polygon, (kept, *beside)))


def _nearer(polygon: Sequence[Point], own: Point, other: Point) -> tuple[Point, ...]:
    """Return what of a polygon is as near to one point as to another, or nearer."""
    middle, x, y = own.towards(other, 0.5), other.x - own.x, other.y - own.y
    kept: list[Point] = []
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        at_a, at_b = ((p.x - middle.x) * x + (p.y - middle.y) * y for p in (a, b))
        if at_a <= 1e-9:
            kept.append(a)
        if min(at_a, at_b) < -1e-9 and max(at_a, at_b) > 1e-9:
            kept.append(a.towards(b, at_a / (at_a - at_b)))
    return tuple(kept)
