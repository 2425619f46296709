"""Pictures as plain frozen values: what is drawn where, in millimetres, y down.

The writers turn a scene into SVG, PDF and PNG, and all three show the same picture.  Paint is a colour
``#rrggbb``, a :class:`Pattern`, or None; a colour may be two, ``#rrggbb/#rrggbb``, the second for SVG
on dark pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from itertools import pairwise
from typing import NamedTuple, ParamSpec, TypeVar

from engine.geometry.plane import IDENTITY, ORIGIN, Box, Point, Transform, bounds


class Pattern(NamedTuple):
    """A fill of ``ink`` marks on a ``paper`` ground that a black-and-white copy still shows.

    ``kind`` is ``hatch`` (lines turned clockwise from east by ``angle`` degrees), ``cross`` (a second
    set at right angles) or ``dots``; they are ``pitch`` millimetres apart and ``width`` thick.
    """

    kind: str
    paper: str
    ink: str
    pitch: float = 2.0
    width: float = 0.4
    angle: float = 45.0


Paint = str | Pattern | None

#: Inks of their own on a press: a colour name that PDF writes as a separation -> what screens show.
SPOT_COLOURS = {"CutContour": "#ff00ff"}


class Stroke(NamedTuple):
    """A line: colour, width in millimetres, and how it ends, bends and is broken."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"  # butt, round, square
    join: str = "miter"  # miter, round, bevel


class MoveTo(NamedTuple):
    """Begin a new subpath at (x, y)."""

    x: float
    y: float


class LineTo(NamedTuple):
    """A straight line to (x, y)."""

    x: float
    y: float


class ArcTo(NamedTuple):
    """A circular arc to (x, y); ``clockwise`` is as seen on paper."""

    radius: float
    large: bool
    clockwise: bool
    x: float
    y: float


class BendTo(NamedTuple):
    """A quadratic Bézier curve to (x, y), pulled towards (pull_x, pull_y)."""

    pull_x: float
    pull_y: float
    x: float
    y: float


class Close(NamedTuple):
    """Back to where the subpath began."""


Segment = MoveTo | LineTo | ArcTo | BendTo | Close
Outline = tuple[Segment, ...]


class Path(NamedTuple):
    """Lines and curves, filled (non-zero rule) and stroked."""

    outline: Outline
    fill: Paint = None
    stroke: Stroke | None = None
    name: str = ""  # class name


class Circle(NamedTuple):
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    fill: Paint = None
    stroke: Stroke | None = None
    name: str = ""


class Text(NamedTuple):
    """One line of text on the baseline at (x, y); ``size`` is the em in millimetres.

    ``most`` is the em that it may grow to in its place to stay legible, 0 for any.
    """

    x: float
    y: float
    text: str
    size: float
    fill: str = "#000000"
    anchor: str = "middle"  # start, middle, end
    bold: bool = False
    name: str = ""
    most: float = 0.0
    font: tuple[str, ...] = ()

    @property
    def middle(self) -> Point:
        """The middle of a text that is centred, as high as its capitals."""
        return Point(self.x, self.y - self.size * CAP_HEIGHT / 2)


class Symbol(NamedTuple):
    """Items drawn many times by :class:`Use`; ``key`` says what they are and begins their id."""

    key: str
    items: tuple[Item, ...]


class Use(NamedTuple):
    """One showing of a symbol."""

    symbol: Symbol
    transform: Transform = IDENTITY
    name: str = ""
    id: str = ""


class Group(NamedTuple):
    """Items together: moved, cut to ``clip``, on a named ``layer``, under an ``id``.

    In a figure a text and its plate make a sign: ``em`` is the text's printed size, 0 where the scale
    decides, and the group grows or shrinks about the text, or the point where it is ``pinned``.
    """

    items: tuple[Item, ...]
    transform: Transform = IDENTITY
    clip: Outline | None = None
    layer: str = ""
    id: str = ""
    name: str = ""
    opacity: float = 1.0
    em: float | None = None
    pinned: Point | None = None


Item = Path | Circle | Text | Use | Group


class Scene(NamedTuple):
    """A finished picture of ``width`` by ``height`` millimetres; the origin is its top left."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""
    background: str | None = None
    #: What the ids of its SVG begin with, "" for a prefix from its content, None for none at all.
    id_prefix: str | None = None
    #: What had to be left out for want of room, in words.
    notes: tuple[str, ...] = ()
    #: The language of its words, "" where it has none or nobody says.
    lang: str = ""


# ---------------------------------------------------------------------------- building shapes


def polygon(points: Iterable[tuple[float, float]]) -> Outline:
    """Return the closed outline through ``points``."""
    first, *rest = points
    return (MoveTo(*first), *(LineTo(*p) for p in rest), Close())


def polyline(points: Iterable[tuple[float, float]]) -> Outline:
    """Return the open line through ``points``."""
    first, *rest = points
    return (MoveTo(*first), *(LineTo(*p) for p in rest))


def rectangle(box: Box, radius: float = 0.0) -> Outline:
    """Return a rectangle's outline, its corners rounded by ``radius``."""
    if radius <= 0:
        return polygon(box.corners())
    left, top, right, bottom = box
    r = min(radius, box.width / 2, box.height / 2)
    sides = ((right - r, top), (right, bottom - r), (left + r, bottom), (left, top + r))
    bends = ((right, top + r), (right - r, bottom), (left, bottom - r), (left + r, top))
    ends = zip(sides, bends, strict=True)
    rounded = joined((LineTo(*side), ArcTo(r, False, True, *bend)) for side, bend in ends)
    return (MoveTo(*bends[-1]), *rounded, Close())


def disc(radius: float, at: Point = ORIGIN, *, clockwise: bool = True) -> Outline:
    """Return a circle as an outline (for clips and cut lines), the other way round for a hole."""
    x, y = at
    ends = (ArcTo(radius, False, clockwise, x + side * radius, y) for side in (-1, 1))
    return (MoveTo(x + radius, y), *ends, Close())


def diagonals(box: Box) -> Outline:
    """Return both diagonals of a box: a cross."""
    left, top, right, bottom = box
    return (*polyline(((left, top), (right, bottom))), *polyline(((left, bottom), (right, top))))


def joined(outlines: Iterable[Outline]) -> Outline:
    """Return several outlines as one."""
    return tuple(segment for outline in outlines for segment in outline)


#: The height of a capital letter, as a share of the em (Vera).
CAP_HEIGHT = 0.729


def centred(x: float, y: float, text: str, size: float, **style: object) -> Text:
    """Return a text whose capitals are centred on (x, y)."""
    return Text(x, y + size * CAP_HEIGHT / 2, text, size, **style)  # type: ignore[arg-type]


# --------------------------------------------------------------------------- reading outlines


def transformed(outline: Outline, by: Transform) -> Outline:
    """Return an outline under a similarity (turns, mirrors, even scaling, shifts)."""
    scale, flips = math.sqrt(abs(by.determinant)), by.determinant < 0

    def moved(s: Segment) -> Segment:
        if isinstance(s, Close):
            return s
        x, y = by.apply((s.x, s.y))
        if isinstance(s, ArcTo):
            return ArcTo(s.radius * scale, s.large, s.clockwise != flips, x, y)
        if isinstance(s, BendTo):
            return BendTo(*by.apply((s.pull_x, s.pull_y)), x, y)
        return type(s)(x, y)

    return tuple(map(moved, outline))


def arc_sweep(start: tuple[float, float], arc: ArcTo) -> tuple[Point, float, float, float]:
    """Return an arc's centre, radius (grown to reach the end), first angle and signed sweep in radians."""
    dx, dy = arc.x - start[0], arc.y - start[1]
    chord = math.hypot(dx, dy)
    radius = max(arc.radius, chord / 2)
    rise = math.sqrt(max(0.0, radius * radius - chord * chord / 4))
    side = (rise if arc.clockwise != arc.large else -rise) / (chord or math.inf)
    centre = Point((start[0] + arc.x) / 2 - dy * side, (start[1] + arc.y) / 2 + dx * side)
    first = math.atan2(start[1] - centre.y, start[0] - centre.x)
    last = math.atan2(arc.y - centre.y, arc.x - centre.x)
    sweep = (last - first) % math.tau
    return centre, radius, first, sweep if arc.clockwise else sweep - math.tau


def flattened(outline: Outline, tolerance: float = 0.01) -> list[list[Point]]:
    """Return the outline's subpaths as points, curves cut into chords within ``tolerance`` mm."""
    parts: list[list[Point]] = []
    for segment in outline:
        if isinstance(segment, MoveTo):
            parts.append([])
        elif isinstance(segment, ArcTo):
            parts[-1] += _on_arc(parts[-1][-1], segment, tolerance)
        elif isinstance(segment, BendTo):
            parts[-1] += _on_bend(parts[-1][-1], segment, tolerance)
        if not isinstance(segment, Close):
            parts[-1].append(Point(segment.x, segment.y))
    return parts


def _on_bend(a: Point, bend: BendTo, tolerance: float) -> Iterator[Point]:
    # A chord of 1/n of the curve is off by 1/n² of what the whole is.
    pull, b = Point(bend.pull_x, bend.pull_y), Point(bend.x, bend.y)
    count = math.ceil(math.sqrt(pull.distance(a.towards(b, 0.5)) / 2 / tolerance))
    for share in (k / count for k in range(1, count)):
        yield a.towards(pull, share).towards(pull.towards(b, share), share)


def _on_arc(start: Point, arc: ArcTo, tolerance: float) -> Iterator[Point]:
    centre, radius, first, sweep = arc_sweep(start, arc)
    step = 2 * math.acos(max(0.0, 1 - tolerance / radius)) if radius > tolerance else math.pi / 2
    count = math.ceil(abs(sweep) / step)
    for angle in (first + sweep * k / count for k in range(1, count)):
        yield centre.moved(radius * math.cos(angle), radius * math.sin(angle))


def subpaths(outline: Outline) -> Iterator[Outline]:
    """Yield the parts of an outline that begin anew, each with its own MoveTo."""
    starts = [k for k, segment in enumerate(outline) if isinstance(segment, MoveTo)]
    for first, last in pairwise([*starts, len(outline)]):
        yield outline[first:last]


def outline_length(outline: Outline) -> float:
    """Return how long an outline of lines and arcs is, with the lines that close it."""
    length, begin, here = 0.0, ORIGIN, ORIGIN
    for segment in outline:
        end = begin if isinstance(segment, Close) else Point(segment.x, segment.y)
        if isinstance(segment, MoveTo):
            begin = end
        elif isinstance(segment, ArcTo):
            _, radius, _, sweep = arc_sweep(here, segment)
            length += radius * abs(sweep)
        else:
            length += here.distance(end)
        here = end
    return length


def outline_box(outline: Outline) -> Box:
    """Return the box around an outline."""
    return bounds(p for part in flattened(outline) for p in part)


# --------------------------------------------------------------------------------- patterns


def _pattern_marks(pattern: Pattern, box: Box) -> Path:
    # They hang on the drawing's own origin, so that neighbouring areas continue each other.
    if pattern.kind == "dots":
        return Path(_dots(pattern, box), None, Stroke(pattern.ink, pattern.width, cap="round"))
    angles = (pattern.angle, pattern.angle + 90)[: 1 if pattern.kind == "hatch" else 2]
    lines = joined(tuple(_hatch(pattern.pitch, angle, box)) for angle in angles)
    return Path(lines, None, Stroke(pattern.ink, pattern.width))


def _hatch(pitch: float, angle: float, box: Box) -> Iterator[Segment]:
    back = Transform.rotation(angle)
    left, top, right, bottom = bounds(Transform.rotation(-angle).apply(p) for p in box.corners())
    for k in range(math.floor(top / pitch), math.ceil(bottom / pitch) + 1):
        y = (k + 0.5) * pitch
        if top < y < bottom:
            yield from _cut(back.apply((left, y)), back.apply((right, y)), box)


def _cut(a: Point, b: Point, box: Box) -> Iterator[Segment]:
    """Yield the part of the line a-b inside a box (Liang-Barsky)."""
    low, high = 0.0, 1.0
    for start, end, least, most in ((a.x, b.x, *box[::2]), (a.y, b.y, *box[1::2])):
        if abs(end - start) > 1e-12:
            enters, leaves = sorted((edge - start) / (end - start) for edge in (least, most))
            low, high = max(low, enters), min(high, leaves)
        elif not least <= start <= most:
            return
    if low < high:
        yield MoveTo(*a.towards(b, low))
        yield LineTo(*a.towards(b, high))


def _dots(pattern: Pattern, box: Box) -> Outline:
    # A dot is a short line with round caps: every renderer draws it, also those that drop points.
    pitch, rise = pattern.pitch, pattern.pitch * math.sqrt(3) / 2
    columns = range(math.floor(box.left / pitch) - 1, math.ceil(box.right / pitch) + 1)
    rows = range(math.floor(box.top / rise), math.ceil(box.bottom / rise) + 1)
    dots = ((x * pitch + (pitch / 2 if y % 2 else 0.0), y * rise) for y in rows for x in columns)
    lines = (polyline(((x - 0.001, y), (x + 0.001, y))) for x, y in dots if box.has((x, y)))
    return joined(lines)


#: The key of the symbols that hold a pattern's marks, which PDF draws as forms.
PATTERN_KEY = "pattern"


@lru_cache(maxsize=256)
def _pattern_symbol(pattern: Pattern, box: Box) -> Symbol | None:
    marks = _pattern_marks(pattern, box)
    return Symbol(PATTERN_KEY, (marks,)) if marks.outline else None


def resolved(shape: Path | Circle, box: Box | None = None) -> tuple[Item, ...]:
    """Return a shape with a pattern fill as plain items: the ground, the marks cut to it, the line.

    ``box`` is what the marks cover, by default just the path; areas of one box share its marks.
    """
    fill = shape.fill
    if not isinstance(fill, Pattern):
        return (shape,)
    if isinstance(shape, Circle):
        outline = disc(shape.radius, Point(shape.x, shape.y))
        shape = Path(outline, fill, shape.stroke, shape.name)
    items: list[Item] = [Path(shape.outline, fill.paper, None, shape.name)]
    marks = _pattern_symbol(fill, box or outline_box(shape.outline))
    if marks:
        items.append(Group((Use(marks),), clip=shape.outline))
    if shape.stroke is not None:
        items.append(Path(shape.outline, None, shape.stroke, shape.name))
    return tuple(items)


# ------------------------------------------------------------------------------ whole scenes

P = ParamSpec("P")
T = TypeVar("T")


def by_identity(make: Callable[P, T]) -> Callable[P, T]:
    """Return a function that remembers what it made of this first argument, a symbol or outline."""
    known: dict[tuple[object, ...], tuple[object, T]] = {}

    @wraps(make)
    def remembered(*args: P.args, **named: P.kwargs) -> T:
        key = (id(args[0]), *args[1:])
        if key not in known:
            if len(known) >= 4096:
                known.clear()
            known[key] = (args[0], make(*args, **named))  # held, to keep its id()
        return known[key][1]

    return remembered


def walk(items: Sequence[Item]) -> Iterator[Item]:
    """Yield every item, groups before what they hold; symbols are entered at each use."""
    stack = list(reversed(items))
    while stack:
        item = stack.pop()
        yield item
        if isinstance(item, Group):
            stack.extend(reversed(item.items))
        elif isinstance(item, Use):
            stack.extend(reversed(item.symbol.items))


def boxes(item: Item, *, stroked: bool = False) -> list[Box]:
    """Return the boxes round an item, with lines ``stroked``; of a path round each part; a text is a point."""
    if isinstance(item, Text):
        return [Box(item.x, item.y, item.x, item.y)]
    if isinstance(item, (Path, Circle)):
        reach = item.stroke.width / 2 if stroked and item.stroke else 0.0
        if isinstance(item, Circle):
            return [Box(item.x, item.y, item.x, item.y).grown(item.radius + reach)]
        return [outline_box(part).grown(reach) for part in subpaths(item.outline)]
    parts = item.symbol.items if isinstance(item, Use) else item.items
    corners = [c for part in parts for box in boxes(part, stroked=stroked) for c in box.corners()]
    return [bounds(item.transform.apply(corner) for corner in corners)] if corners else []


def lettered(items: Iterable[Item], font: tuple[str, ...]) -> tuple[Item, ...]:
    """Return items with ``font`` for all texts that have none of their own."""

    def one(item: Item) -> Item:
        if isinstance(item, Text):
            return item._replace(font=item.font or font)
        if isinstance(item, Group):
            return item._replace(items=lettered(item.items, font))
        if isinstance(item, Use):
            return item._replace(symbol=_lettered(item.symbol, font))
        return item

    return tuple(map(one, items)) if font else tuple(items)


@by_identity
def _lettered(symbol: Symbol, font: tuple[str, ...]) -> Symbol:
    return symbol._replace(items=lettered(symbol.items, font))
