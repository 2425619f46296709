"""The seven areas of a hexagonal tile: where they are looked at, and what shows there.

Everything is in the unit frame of a tile: corners at distance 1 at 0, 60, … degrees clockwise on
paper, area k between corners k and k + 1, area 6 the centre (rule 1.1 of Atreya).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engine.geometry import Transform
from generator.readback.paint import Mark, Page, Sampler, Sight
from generator.readback.shapes import Pair, Shape

CENTRE = 6
AREAS = range(7)

APOTHEM = math.sqrt(3) / 2

#: Where a half-piece is looked at: outwards from the tile's middle and aside, in apothems.  Away
#: from its own middle, where a letter may stand, and from its sides, where lines run.
_IN_HALF_PIECE = ((0.75, 0.27), (0.75, -0.27), (0.64, 0.2), (0.64, -0.2), (0.88, 0.3), (0.88, -0.3))
#: Where the centre piece is: towards corners and sides, outside a number in its middle.
_IN_CENTRE = ((0.40, 0), (0.37, 30))

#: How many of an area's points must agree: all but a letter's or a mark's worth.
_AGREE = 3 / 4

#: A line or dot this near an area's edge belongs to the edge, in units of the frame.
_RIM = 0.05
#: How closely lines are followed, and what is a dot.
_STEP = 0.08
_DOT = 0.02
#: The part of an area inside its rim, in square units: half-piece and centre piece.
_INSIDE = (0.2195, 0.508)


def _points() -> list[Pair]:
    """Return the points to look at, area by area."""
    points: list[Pair] = []
    for k in range(6):
        turn = math.radians(30 + 60 * k)
        for out, aside in _IN_HALF_PIECE:
            x, y = out * APOTHEM, aside * APOTHEM
            points.append(
                (
                    x * math.cos(turn) - y * math.sin(turn),
                    x * math.sin(turn) + y * math.cos(turn),
                )
            )
    for out, first in _IN_CENTRE:
        for k in range(6):
            turn = math.radians(first + 60 * k)
            points.append((out * APOTHEM * math.cos(turn), out * APOTHEM * math.sin(turn)))
    return points


_SAMPLER = Sampler(_points())
_PER_HALF = len(_IN_HALF_PIECE)
#: The points of each area, as a range and as bits.
_SPANS = (
    *(slice(k * _PER_HALF, (k + 1) * _PER_HALF) for k in range(6)),
    slice(6 * _PER_HALF, len(_SAMPLER.points)),
)
_BITS = tuple(sum(1 << n for n in range(s.start, s.stop)) for s in _SPANS)


class Motif(NamedTuple):
    """What is drawn over an area's ground: ``solid`` (nothing), ``lines`` or ``dots``.

    ``angles`` are the lines' directions on the page in degrees clockwise from east, 0 to 179;
    ``pitch`` the distance between lines or dots and ``width`` theirs, in millimetres.
    """

    kind: str
    angles: tuple[int, ...] = ()
    ink: str = ""
    pitch: float = 0.0
    width: float = 0.0


SOLID = Motif("solid")


class Ground(NamedTuple):
    """What fills an area: the paint (None for bare paper), whether all of it, and its mark."""

    paint: str | None
    whole: bool
    mark: int


def grounds(page: Page, frame: Transform, near: Sequence[int]) -> tuple[Ground, ...]:
    """Return what fills the seven areas; ``near`` are the marks about the tile.

    Raises GameError when the page's budget is used up.
    """
    sights = _SAMPLER.look(page, frame, near)
    return tuple(_ground(sights[span]) for span in _SPANS)


def around(page: Page, frame: Transform) -> list[int]:
    """Return the numbers of the marks about a tile, in painting order.

    Raises GameError when the page's budget is used up.
    """
    return page.near(_SAMPLER.box(frame))


def _ground(sights: Sequence[Sight]) -> Ground:
    (paint, count), *_ = Counter(sight.paint for sight in sights).most_common(1)
    # Of its marks the most frequent: a dot upon the area may be of the same paint.
    marks = Counter(sight.mark for sight in sights if sight.paint == paint)
    return Ground(paint, count >= _AGREE * len(sights), marks.most_common(1)[0][0])


# -------------------------------------------------------------------------------- motifs


class _Tally(NamedTuple):
    """Lines and dots in one area: lengths by direction (degrees in the frame), dots."""

    lines: dict[int, float]
    dots: int


def motifs(
    page: Page, frame: Transform, near: Sequence[int], found: Sequence[Ground]
) -> tuple[Motif, ...]:
    """Return what is drawn over each area's ground.

    Raises GameError when the page's budget is used up.
    """
    inverse = frame.inverse()
    drawn: list[list[tuple[Mark, _Tally]]] = [[] for _ in AREAS]
    for k in near:
        mark = page.marks[k]
        if mark.stroke is None or mark.fill is not None:
            continue
        tallies = _tallies(page, mark.shape, inverse @ mark.transform)
        for area, tally in tallies.items():
            over = k > found[area].mark and _SAMPLER.through(page, mark.clips, inverse, _BITS[area])
            if over:
                drawn[area].append((mark, tally))
    scale = math.hypot(frame.a, frame.b)
    turn = math.degrees(math.atan2(frame.b, frame.a))
    return tuple(_motif(area, drawn[area], scale, turn) for area in AREAS)


def _tallies(page: Page, shape: Shape, lying: Transform) -> dict[int, _Tally]:
    """Return the lines and dots of a shape in each area, worked out once for each way it lies."""
    key = ("motif", *[round(v, 4) for v in lying])
    known: dict[int, _Tally] | None = shape.memo.get(key)
    if known is None:
        page.budget.spend(8 * shape.count)
        known = shape.memo[key] = {}
        for a, b in _segments(shape, lying):
            _tally(known, a, b)
    return known


def _segments(shape: Shape, lying: Transform) -> Iterator[tuple[Pair, Pair]]:
    a, b, c, d, e, f = lying
    for part in shape.parts:
        points = [(a * x + c * y + e, b * x + d * y + f) for x, y in part.points]
        if part.closed:
            points.append(points[0])
        yield from pairwise(points)


def _tally(tallies: dict[int, _Tally], start: Pair, end: Pair) -> None:
    """Add a line to the areas it passes, or a dot to the area it lies in."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = math.hypot(dx, dy)
    if not length < 20:  # no pattern's line is longer than many tiles
        return
    steps = max(1, round(length / _STEP))
    direction = round(math.degrees(math.atan2(dy, dx))) % 180
    chart = _chart()
    for k in range(steps):
        share = (k + 0.5) / steps
        column, row = int((x + dx * share + 1) * _FINE), int((y + dy * share + 1) * _FINE)
        if not (0 <= column < 2 * _FINE and 0 <= row < 2 * _FINE):
            continue
        area = chart[row][column]
        if area is None:
            continue
        tally = tallies.setdefault(area, _Tally({}, 0))
        if length < _DOT:
            tallies[area] = tally._replace(dots=tally.dots + 1)
        else:
            tally.lines[direction] = tally.lines.get(direction, 0.0) + length / steps


#: The chart's squares to a unit: small beside the rim.
_FINE = 40


@cache
def _chart() -> list[list[int | None]]:
    """Return the area, or None, of every square of a chart of the tile, rows from the top."""
    places = [(k + 0.5) / _FINE - 1 for k in range(2 * _FINE)]
    return [[_area(x, y) for x in places] for y in places]


_NORMALS = tuple((math.cos(math.radians(t)), math.sin(math.radians(t))) for t in (30, 90, 150))


def _area(x: float, y: float) -> int | None:
    """Return the area a point lies well inside, or None."""
    out = [(x * nx + y * ny) / APOTHEM for nx, ny in _NORMALS]
    heights = sorted(abs(v) for v in out)
    rim = _RIM / APOTHEM
    if heights[2] < 0.5 - rim:
        return CENTRE
    if not 0.5 + rim < heights[2] < 1 - rim or heights[2] - heights[1] < rim:
        return None
    k = max(range(3), key=lambda n: abs(out[n]))
    return k if out[k] > 0 else k + 3


def _motif(area: int, drawn: Sequence[tuple[Mark, _Tally]], scale: float, turn: float) -> Motif:
    """Return the motif of an area from the lines and dots over it."""
    lines: dict[int, float] = {}
    for _, tally in drawn:
        for angle, length in tally.lines.items():
            lines[angle] = lines.get(angle, 0.0) + length
    dots = sum(tally.dots for _, tally in drawn)
    inside = _INSIDE[area == CENTRE] * scale * scale
    longest = max(lines.values(), default=0.0)
    if longest < 0.25 and dots < 2:
        return SOLID
    mark = max(drawn, key=lambda d: sum(d[1].lines.values()) + 0.1 * d[1].dots)[0]
    ink = mark.stroke or ""
    if dots >= 2 and longest < 0.25:
        pitch = math.sqrt(inside / (dots * APOTHEM))
        return Motif("dots", (), ink, pitch, mark.width)
    angles = sorted(
        {round(angle + turn) % 180 for angle, length in lines.items() if length > 0.35 * longest}
    )
    return Motif("lines", tuple(angles), ink, inside / (longest * scale), mark.width)
