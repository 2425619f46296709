"""Upright squares and small figures on a page: what form an outline has, what is seen where.

Forms are told by corners and by how much of its box an outline fills.  Knows no game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from engine.geometry.plane import Box, Point, Transform
from generator.checking.pages.paint import Mark, Page
from generator.checking.pages.shapes import SHARP, Pair, Part, Shape, box_of

T = TypeVar("T")

#: Sides that differ by less than this share are a square's.
_EVEN = 0.01
#: How much of its box a figure with these many corners fills, between these shares, and its name.
_FORMS = {
    0: ((0.74, 0.83, "disc"), (0.9, 1.0, "rounded")),
    3: ((0.4, 0.6, "triangle"),),
    4: ((0.97, 1.01, "square"), (0.4, 0.6, "diamond")),
    6: ((0.65, 0.9, "hexagon"),),
    10: ((0.2, 0.5, "star"),),
    12: ((0.45, 0.75, "plus"),),
}
#: An outline of more points is none of these.
_MOST_POINTS = 200
#: A line shorter than this is a dot, in millimetres.
_DOT = 0.2
#: What lies this near a square's edge, in shares of its width, is no ornament but a cut line.
_RIM = 0.02


class Drawn(NamedTuple):
    """A filled outline that is seen: its form, its paint, and the box around it."""

    form: str
    paint: str
    box: Box


class ByPlace(Generic[T]):
    """Values by their places on a page; places less than a millimetre apart are one."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[Point, T]] = {}

    def put(self, at: Point, value: T) -> None:
        """Put a value at a place, instead of the one there."""
        self._cells[self._key(at) or _cell(at)] = at, value

    def __contains__(self, at: Point) -> bool:
        return self._key(at) is not None

    def values(self) -> Iterator[T]:
        """Yield the values in the order their places were first put."""
        return (value for _, value in self._cells.values())

    def _key(self, at: Point) -> tuple[int, int] | None:
        x, y = _cell(at)
        near = ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        return next(
            (k for k in near if k in self._cells and self._cells[k][0].distance(at) < 1), None
        )


def _cell(point: Point) -> tuple[int, int]:
    return math.floor(point.x), math.floor(point.y)


def is_even(box: Box, low: float, high: float) -> bool:
    """Tell whether a box is as wide as high, between two lengths."""
    return low <= box.width <= high and abs(box.width - box.height) <= _EVEN * box.width


def is_square(page: Page, mark: Mark, low: float, high: float) -> bool:
    """Tell whether a mark is a filled upright square with sides between two lengths.

    Raises GameError when the page's budget is used up.
    """
    return (
        mark.fill is not None
        and mark.alpha == 1
        and len(mark.shape.parts) == 1
        and is_even(mark.box, low, high)
        and [name for name, _ in forms(page, mark)] == ["square"]
    )


def form(part: Part, transform: Transform) -> str:
    """Return the name of an outline's form on the page, "" for one of no name."""
    if len(part.points) > _MOST_POINTS:
        return ""
    a, b, c, d, _, _ = transform
    points = _cleaned([(a * x + c * y, b * x + d * y) for x, y in part.points])
    if len(points) < 3:
        return ""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    room = (right - left) * (bottom - top)
    filled = _area(points) / room if room > 0 else 0.0
    for low, high, name in _FORMS.get(_corners(points), ()):
        if low <= filled <= high:
            return name
    return ""


def _cleaned(points: Sequence[Pair]) -> list[Pair]:
    """Return a closed outline's points without those that repeat the one before."""
    return [p for k, p in enumerate(points) if math.dist(p, points[k - 1]) > 1e-6]


def _area(points: Sequence[Pair]) -> float:
    pairs = ((points[k - 1], points[k]) for k in range(len(points)))
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in pairs)) / 2


def _corners(points: Sequence[Pair]) -> int:
    """Return at how many points an outline turns sharply."""
    count = 0
    for k, (x, y) in enumerate(points):
        x0, y0 = points[k - 1]
        x1, y1 = points[(k + 1) % len(points)]
        turn = math.atan2(y1 - y, x1 - x) - math.atan2(y - y0, x - x0)
        count += abs(math.remainder(turn, math.tau)) >= math.radians(SHARP)
    return count


# ------------------------------------------------------------------------------ what is seen


def seen(page: Page, near: Sequence[int], points: Sequence[Point]) -> list[int]:
    """Return the number of the mark on top at each point, -1 for bare paper.

    ``near`` are the marks to look at.  What is translucent is looked through.

    Raises GameError when the page's budget is used up.
    """
    page.budget.spend(len(near) * len(points))
    return [_top(page, near, point) for point in points]


def seen_through(page: Page, near: Sequence[int], point: Point) -> list[int]:
    """Return the numbers of all marks that fill a point, from the lowest to the topmost.

    Raises GameError when the page's budget is used up.
    """
    page.budget.spend(len(near))
    marks = page.marks
    return [k for k in near if marks[k].fill is not None and _holds(page, marks[k], point)]


def _top(page: Page, near: Sequence[int], point: Point) -> int:
    for k in sorted(near, reverse=True):
        mark = page.marks[k]
        if mark.fill is not None and mark.alpha == 1 and _holds(page, mark, point):
            return k
    return -1


def _holds(page: Page, mark: Mark, point: Point) -> bool:
    """Tell whether a mark's fill, as clipped, covers a point."""
    left, top, right, bottom = mark.box
    if not (left <= point.x <= right and top <= point.y <= bottom):
        return False
    return _inside(page, mark.shape, mark.transform, point, mark.even_odd) and all(
        any(_inside(page, shape, at, point, clip.even_odd) for shape, at in clip.shapes)
        for clip in mark.clips
    )


def _inside(page: Page, shape: Shape, at: Transform, point: Point, even_odd: bool) -> bool:
    page.budget.spend(20 + 2 * shape.count)
    if abs(at.determinant) < 1e-15:
        return False
    x, y = at.inverse().apply(point)
    return shape.holds(x, y, even_odd=even_odd)


def drawn(page: Page, near: Sequence[int], box: Box) -> Iterator[Drawn]:
    """Yield the filled outlines inside a box that have a form, and are not covered.

    Raises GameError when the page's budget is used up.
    """
    for k in near:
        mark = page.marks[k]
        if mark.fill is None or mark.alpha < 1 or not box.holds(mark.box):
            continue
        for name, local in forms(page, mark):
            around = box_of(Shape((local,)), mark.transform)
            # A star may have something in its middle.
            share = 0.2 if name == "star" else 0.5
            at = Point(around.centre.x, around.top + share * around.height)
            if _top(page, near, at) == k:
                yield Drawn(name, mark.fill, around)


def forms(page: Page, mark: Mark) -> list[tuple[str, Part]]:
    """Return the parts of a mark that have a form, worked out once for each way it is turned.

    Raises GameError when the page's budget is used up.
    """
    key = ("named forms", *[round(v, 4) for v in mark.transform[:4]])
    known: list[tuple[str, Part]] | None = mark.shape.memo.get(key)
    if known is None:
        page.budget.spend(10 * mark.shape.count)
        named = ((form(part, mark.transform), part) for part in mark.shape.parts)
        known = mark.shape.memo[key] = [(name, part) for name, part in named if name]
    return known


# -------------------------------------------------------------------------------- patterns


def pattern(page: Page, numbers: Iterable[int], box: Box) -> str:
    """Return in words the pattern that the marks of these numbers draw in a box, "" for none."""
    lines: Counter[int] = Counter()
    dots = 0
    for k in numbers:
        mark = page.marks[k]
        if mark.stroke is None or mark.fill is not None or not box.holds(mark.box, 0.1):
            continue
        for part in mark.shape.parts:
            angle = _angle(part, mark.transform)
            if angle is None:
                dots += 1
            else:
                lines[angle] += 1
    if dots > sum(lines.values()):
        return "dots"
    angles = sorted(angle for angle, count in lines.items() if 3 * count > max(lines.values()))
    return f"lines at {' and '.join(f'{a}°' for a in angles)}" if angles else ""


def _angle(part: Part, transform: Transform) -> int | None:
    """Return the direction of a line, in degrees clockwise from east, or None for a dot."""
    (x0, y0), (x1, y1) = (transform.apply(p) for p in (part.points[0], part.points[-1]))
    if math.hypot(x1 - x0, y1 - y0) < _DOT:
        return None
    return round(math.degrees(math.atan2(y1 - y0, x1 - x0))) % 180


class Ornament(NamedTuple):
    """A mark upon a square: its paint, of how many parts it is, its box in the square's widths."""

    fill: str
    stroke: str
    parts: int
    box: Box


def ornaments(page: Page, near: Sequence[int], square: int) -> tuple[Ornament, ...]:
    """Return a square's ground and all that is drawn on it, clear of its edge."""
    ground = page.marks[square]
    inside = ground.box.grown(-_RIM * ground.box.width)
    found = [Ornament(ground.fill or "", "", 1, Box(0, 0, 1, 1))]
    for k in near:
        mark = page.marks[k]
        if k > square and inside.holds(mark.box):
            corners = (mark.box[n] - ground.box[n % 2] for n in range(4))
            box = Box(*(value / ground.box.width for value in corners))
            parts = len(mark.shape.parts)
            found.append(Ornament(mark.fill or "", mark.stroke or "", parts, box))
    return tuple(found)


def alike(one: Sequence[Ornament], other: Sequence[Ornament]) -> bool:
    """Tell whether two squares look the same, up to a hundredth of their width."""
    return len(one) == len(other) and all(
        a[:3] == b[:3] and max(abs(v - w) for v, w in zip(a.box, b.box, strict=True)) < 0.01
        for a, b in zip(one, other, strict=True)
    )
