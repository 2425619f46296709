"""What shows in the seven areas of a hexagonal piece: the paint that fills each, the pattern drawn over it.

An area is known by points in the piece's unit frame, that of :mod:`engine.geometry.seven_areas` for a
hexagon whose corners lie at distance 1, and by which place of the frame is in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Transform, bounds, unit
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, outwards
from generator.checking.grouping import usual
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.sampling import Sampler, Sight
from generator.checking.pages.shapes import Pair, Shape

#: The hexagon's width, flat to flat, and half of it.
WIDTH = SQRT3
APOTHEM = WIDTH / 2

#: Where a half-hexagon is looked at: outwards from the middle and aside, in apothems.  Away from
#: its own middle, where a letter may stand, and from its sides, where lines run.
_IN_HALF = ((0.75, 0.27), (0.75, -0.27), (0.64, 0.2), (0.64, -0.2), (0.88, 0.3), (0.88, -0.3))
#: Where the inner hexagon is: towards sides and corners, outside a number in its middle.
_IN_CENTRE = ((0.40, 0), (0.37, 30))

#: A line or dot this near an area's edge belongs to the edge, in units of the frame.
_RIM = 0.05
#: The part of an area inside its rim, in square units: half-hexagon and inner hexagon.
_INSIDE = (0.2195, 0.508)

#: How many of an area's points must agree: all but a letter's or a mark's worth.
_AGREE = 3 / 4

#: How closely lines are followed, and what is a dot, in units of the frame.
_STEP = 0.08
_DOT = 0.02
#: No pattern's line is longer than many pieces.
_LONGEST = 20.0
#: The chart's squares to a unit.
_FINE = 40


class Pattern(NamedTuple):
    """What is drawn over an area's ground: ``solid`` (nothing), ``lines`` or ``dots``.

    ``angles`` are the lines' directions on the page in degrees clockwise from east, 0 to 179;
    ``pitch`` the distance between lines or dots and ``width`` theirs, in millimetres.
    """

    kind: str
    angles: tuple[int, ...] = ()
    ink: str = ""
    pitch: float = 0.0
    width: float = 0.0


SOLID = Pattern("solid")


class Ground(NamedTuple):
    """What fills an area: the paint (None for bare paper), whether all of it, and its mark."""

    paint: str | None
    whole: bool
    mark: int


class _Tally(NamedTuple):
    """Lines and dots in one area: lengths by direction (degrees in the frame), dots."""

    lines: dict[int, float]
    dots: int


def _points(area: int) -> list[Pair]:
    """Return the points where an area is looked at."""
    if area != CENTRE:
        return [outwards(area, out * APOTHEM, aside * APOTHEM) for out, aside in _IN_HALF]
    turns = [(out * APOTHEM, unit(30 + t + 60 * k)) for out, t in _IN_CENTRE for k in range(6)]
    return [(out * turn.x, out * turn.y) for out, turn in turns]


_SAMPLER = Sampler([point for area in AREAS for point in _points(area)])
_ENDS = list(accumulate(len(_points(area)) for area in AREAS))
_SPANS = [slice(start, end) for start, end in pairwise([0, *_ENDS])]


def around(page: Page, frame: Transform) -> list[int]:
    """Return the numbers of the marks about a piece, in painting order."""
    return page.near(_SAMPLER.box(frame))


def grounds(page: Page, frame: Transform, near: Sequence[int]) -> tuple[Ground, ...]:
    """Return what fills each area; ``near`` are the marks about the piece."""
    sights = _SAMPLER.look(page, frame, near)
    return tuple(_ground(sights[span]) for span in _SPANS)


def over(page: Page, frame: Transform, near: Sequence[int], found: Sequence[Ground]) -> set[str]:
    """Return the paints of what lies on the areas' grounds, its middle in one of them."""
    inverse, around = frame.inverse(), _SAMPLER.box(frame)
    shown: set[str] = set()
    for k in near:
        mark = page.marks[k]
        if not around.holds(mark.box):
            continue
        area = area_at(*inverse.apply(mark.box.centre), WIDTH)
        if area is not None and k > found[area].mark:
            shown.update(paint for paint in (mark.fill, mark.stroke) if paint)
    return shown


def patterns(
    page: Page, frame: Transform, near: Sequence[int], found: Sequence[Ground]
) -> tuple[Pattern, ...]:
    """Return what is drawn over each area's ground."""
    inverse = frame.inverse()
    drawn: list[list[tuple[Mark, _Tally]]] = [[] for _ in AREAS]
    for k in near:
        mark = page.marks[k]
        if mark.stroke is None or mark.fill is not None:
            continue
        for area, tally in _tallies(mark.shape, inverse @ mark.transform).items():
            bits = sum(1 << n for n in range(_SPANS[area].start, _SPANS[area].stop))
            if k > found[area].mark and _SAMPLER.through(mark.clips, inverse, bits):
                drawn[area].append((mark, tally))
    scale = math.hypot(frame.a, frame.b)
    turn = math.degrees(math.atan2(frame.b, frame.a))
    return tuple(_pattern(drawn[area], _INSIDE[area == CENTRE], scale, turn) for area in AREAS)


def _tallies(shape: Shape, lying: Transform) -> dict[int, _Tally]:
    """Return the lines and dots of a shape in each area, worked out once for each way it lies."""

    def tallied() -> dict[int, _Tally]:
        found: dict[int, _Tally] = {}
        lines = shape.lines(_in_shape(lying)) if lying.determinant else ()
        for start, end in lines:
            _tally(found, lying.apply(start), lying.apply(end))
        return found

    return shape.known(("pattern", *[round(v, 4) for v in lying]), tallied)


def _in_shape(lying: Transform) -> Box:
    """Return the box around a piece, as a shape that lies so in its frame has it."""
    back = lying.inverse()
    return bounds([back.apply((x, y)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)])


def _tally(tallies: dict[int, _Tally], start: Pair, end: Pair) -> None:
    """Add a line to the areas it passes, or a dot to the area it lies in."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if not length < _LONGEST:
        return
    steps = max(1, round(length / _STEP))
    x, y = (start[0] + 1 + dx / steps / 2) * _FINE, (start[1] + 1 + dy / steps / 2) * _FINE
    dx, dy = dx / steps * _FINE, dy / steps * _FINE
    squares, most, passed = chart(), 2 * _FINE, dict[int, int]()
    for _ in range(steps):
        if 0 <= x < most and 0 <= y < most:
            area = squares[int(y)][int(x)]
            if area is not None:
                passed[area] = passed.get(area, 0) + 1
        x, y = x + dx, y + dy
    direction = round(math.degrees(math.atan2(dy, dx))) % 180 if passed else 0
    for area, often in passed.items():
        tally = tallies.setdefault(area, _Tally({}, 0))
        if length < _DOT:
            tallies[area] = tally._replace(dots=tally.dots + often)
        else:
            tally.lines[direction] = tally.lines.get(direction, 0.0) + length / steps * often


@cache
def chart() -> list[list[int | None]]:
    """Return the area, or None, of every square of a chart of the piece, rows from the top."""
    places = [(k + 0.5) / _FINE - 1 for k in range(2 * _FINE)]
    return [[area_at(x, y, WIDTH, _RIM) for x in places] for y in places]


def _ground(sights: Sequence[Sight]) -> Ground:
    (paint, count), *_ = Counter(sight.paint for sight in sights).most_common(1)
    # Of its marks the most frequent: a dot upon the area may be of the same paint.
    mark = usual(sight.mark for sight in sights if sight.paint == paint)
    return Ground(paint, count >= _AGREE * len(sights), mark)


#: Dots stand on a triangular grid: each has this much room, in squares of their distance.
_ROOM = math.sqrt(3) / 2


def _pattern(
    drawn: Sequence[tuple[Mark, _Tally]], inside: float, scale: float, turn: float
) -> Pattern:
    """Return the pattern of an area, ``inside`` square units large, from the lines and dots over it."""
    lines: dict[int, float] = {}
    for _, tally in drawn:
        for angle, length in tally.lines.items():
            lines[angle] = lines.get(angle, 0.0) + length
    dots = sum(tally.dots for _, tally in drawn)
    room = inside * scale * scale
    longest = max(lines.values(), default=0.0)
    if longest < 0.25 and dots < 2:
        return SOLID
    mark = max(drawn, key=lambda d: sum(d[1].lines.values()) + 0.1 * d[1].dots)[0]
    ink = mark.stroke or ""
    if longest < 0.25:
        return Pattern("dots", (), ink, math.sqrt(room / (dots * _ROOM)), mark.width)
    angles = sorted(
        {round(angle + turn) % 180 for angle, length in lines.items() if length > 0.35 * longest}
    )
    return Pattern("lines", tuple(angles), ink, room / (longest * scale), mark.width)
