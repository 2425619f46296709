"""The cut lines of pieces on a sheet, no edge twice, joined to long cuts; how lines are inked; bleeds.

A cut line must be seen on any fill: it is dark with a light halo on both sides.  The halo lies on a
layer of its own, so that the layer of cut lines, and the spot colour, stay one clean path.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from engine.drawing import scene
from engine.geometry.plane import Point
from generator.printing.sheet import Placement
from generator.printing.template import PrintSettings

INK = "#000000"
#: A cut line, and the halo on each side of it.
DARK, LIGHT = "#333333", "#ffffff"
WIDTH, HALO = 0.12, 0.1
SPOT = "CutContour"
#: Fold lines are paler: dark ones would stay on the finished piece, and mislead who reads it back.
FOLD = scene.Stroke("#808080", 0.1, (1.5, 1.0))

#: An edge by its ends.
Edge = tuple[Point, Point]

#: Coordinates often lie half-way between hundredths, where rounding noise could tell equal
#: points apart; so they are moved by this before they are compared.
_OFF_GRID = 0.0137


def key(point: Point) -> tuple[int, int]:
    """Return a point as it is compared: to a hundredth of a millimetre."""
    return round(point.x * 100 + _OFF_GRID), round(point.y * 100 + _OFF_GRID)


def cut_edges(pieces: Iterable[Placement], grown: float = 0.0) -> list[Edge]:
    """Return the edges of all pieces, an edge that two share only once; discs have none."""
    edges: dict[frozenset[tuple[int, int]], Edge] = {}
    for piece in pieces:
        ring = piece.corners(grown)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            edges.setdefault(frozenset((key(a), key(b))), (a, b))
    return list(edges.values())


def _chains(edges: Sequence[Edge]) -> Iterator[list[Point]]:
    """Yield the edges joined to as few lines as a simple walk finds, each edge once.

    It goes straight on where it can, so that rows of squares become long cuts.
    """
    ends: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for k, edge in enumerate(edges):
        for end in edge:
            ends[key(end)].append(k)
    used: set[int] = set()
    for k in sorted(range(len(edges)), key=lambda k: len(ends[key(edges[k][0])]) != 1):
        if k in used:
            continue
        used.add(k)
        line = list(edges[k])
        for _ in range(2):  # on from its end, then from its start
            while free := [n for n in ends[key(line[-1])] if n not in used]:
                ways = (
                    (_bend(line[-2], line[-1], there), n, there) for n in free for there in edges[n]
                )
                _, on, there = min(way for way in ways if key(way[2]) != key(line[-1]))
                used.add(on)
                line.append(there)
            line.reverse()
        yield line[::-1]


def _bend(before: Point, here: Point, there: Point) -> float:
    """Return how far a line turns, equal for ways that are equal but for rounding."""
    heading = math.atan2(here.y - before.y, here.x - before.x)
    way = math.atan2(there.y - here.y, there.x - here.x)
    return round(abs(math.remainder(way - heading, math.tau)), 7)


def cut_lines(pieces: Sequence[Placement], kerf: float = 0.0) -> tuple[scene.Outline, ...]:
    """Return the cut lines of pieces: closed where a piece stands alone, no edge twice.

    A machine's cut lies outside the pieces.
    """
    grown = kerf / 2
    discs = (p for p in pieces if p.shape.kind == "disc")
    rims = (scene.disc(p.shape.width / 2 + grown, p.at) for p in discs)
    return (*rims, *joined(cut_edges(pieces, grown)))


def joined(edges: Sequence[Edge]) -> tuple[scene.Outline, ...]:
    """Return edges as lines, joined where they meet, closed where they come round."""
    return tuple(
        scene.polygon(line[:-1]) if key(line[0]) == key(line[-1]) else scene.polyline(line)
        for line in _chains(edges)
    )


# --------------------------------------------------------------------------------- their ink


def cuts(
    outlines: Sequence[scene.Outline], printing: PrintSettings, name: str = "cut"
) -> Iterator[scene.Group]:
    """Return cut lines, or crop marks by the name ``crop``, on their own layer in the maker's ink.

    Without own ink lines have a halo below them; marks stand in the white.
    """
    own = SPOT if printing.spot else printing.cut_color.lower()
    ink = DARK if name == "cut" else INK
    stroke = scene.Stroke(own or ink, printing.cut_width or WIDTH)
    return _inked("cut", name, outlines, stroke, has_halo=name == "cut" and not own)


def folds(outlines: Sequence[scene.Outline]) -> Iterator[scene.Group]:
    """Return fold lines, dashed, on their own layer above their halo."""
    return _inked("fold", "fold", outlines, FOLD, has_halo=True)


def _inked(
    layer: str,
    name: str,
    outlines: Sequence[scene.Outline],
    stroke: scene.Stroke,
    *,
    has_halo: bool,
) -> Iterator[scene.Group]:
    if outlines and has_halo:
        light = scene.Stroke(LIGHT, stroke.width + 2 * HALO)
        yield scene.Group((scene.Path(scene.joined(outlines), None, light, "halo"),), layer="halo")
    if outlines:
        paths = tuple(scene.Path(outline, None, stroke, name) for outline in outlines)
        yield scene.Group(paths, layer=layer)


# -------------------------------------------------------------------------------------- bleeds

#: How many pieces touch one that lies among others, by its shape: its bleed is under theirs.
_AMONG = {"hexagon": 6, "rectangle": 8}


def clips(pieces: Sequence[Placement], bleed: float) -> Iterator[scene.Outline | None]:
    """Yield for each piece what its bleed is to be cut to, so that it covers no neighbour's.

    It reaches to the middle between two pieces that touch, and below its neighbours.  None where
    nothing must be cut: no piece touches it, or it lies among others.
    """
    touching: defaultdict[tuple[int, int], set[Point]] = defaultdict(set)
    for piece in pieces:
        for corner in piece.corners():
            touching[key(corner)].add(piece.at)
    for piece in pieces:
        met = [touching[key(corner)] - {piece.at} for corner in piece.corners()]
        others = set[Point]().union(*met)
        within = all(a & b for a, b in zip(met, met[1:] + met[:1], strict=True))
        if not others or (within and len(others) == _AMONG[piece.shape.kind]):
            yield None
            continue
        kept: Sequence[Point] = piece.corners(bleed)
        for other in sorted(others):
            way = Point(piece.at.x - other.x, piece.at.y - other.y)
            kept = beyond(kept, piece.at.towards(other, 0.5), way)
        beside = (piece._replace(x=at.x, y=at.y).corners() for at in sorted(others))
        yield scene.joined(map(scene.polygon, (kept, *beside)))


def beyond(ring: Sequence[Point], start: Point, way: Point) -> list[Point]:
    """Return the part of a convex ring beyond a point in a direction."""
    kept: list[Point] = []
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        at_a, at_b = ((p.x - start.x) * way.x + (p.y - start.y) * way.y for p in (a, b))
        if at_a >= -1e-9:
            kept.append(a)
        if min(at_a, at_b) < -1e-9 and max(at_a, at_b) > 1e-9:
            kept.append(a.towards(b, at_a / (at_a - at_b)))
    return kept
