"""What a page shows: fills and lines in painting order, cut to their clips, in millimetres.

A page knows nothing of the file it came from, and nothing of tiles.  Paint is a colour
``#rrggbb`` or, for an image, a shading or a pattern, a word for it.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.geometry.plane import Box, Transform, bounds

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

#: A page of images has fewer marks than this: those themselves, a ground, a frame.
_FEW_MARKS = 20

#: What 100 mm of a page measure once printed, across and down, in millimetres.
Scale = tuple[float, float]


def unscaled(width: float, height: float, scale: Scale) -> Transform:
    """Return the transform that undoes a kit's correction for a printer's scale (about the middle)."""
    sx, sy = scale[0] / 100, scale[1] / 100
    return Transform(sx, 0.0, 0.0, sy, width / 2 * (1 - sx), height / 2 * (1 - sy))


def box_under(transform: Transform, box: Box) -> Box:
    """Return a box that holds a box under a transform."""
    return bounds(map(transform.apply, box.corners()))


def quarter_turned(quarters: int, width: float, height: float) -> tuple[Transform, float, float]:
    """Return the transform that turns a page clockwise by quarters, and its sides then."""
    turn = Transform.rotation(90.0 * quarters)
    box = box_under(turn, Box(0.0, 0.0, width, height))
    return Transform.translation(-box.left, -box.top) @ turn, box.width, box.height


class Mark(NamedTuple):
    """One stroke of the brush: a shape filled, stroked or both."""

    shape: Shape
    transform: Transform  # to the page
    fill: str | None
    stroke: str | None
    width: float  # of the stroke, in millimetres
    box: Box
    #: The box about all that its clips let through, None where it has none.
    clip: Box | None = None

    @property
    def is_let_through(self) -> bool:
        """Whether its middle lies in the boxes of all clips."""
        return self.clip is None or self.clip.has(self.box.centre)

    def turned(self, turn: Transform) -> Mark:
        """Return the mark on a page turned by quarters."""
        return self._replace(
            transform=turn @ self.transform,
            box=box_under(turn, self.box),
            clip=self.clip and box_under(turn, self.clip),
        )


class View(NamedTuple):
    """A page's pixels: red, green and blue bytes in rows from the top left, packed by zlib, in base 64."""

    rows: int
    columns: int
    per_mm: float
    packed: str
    #: How far the page is turned clockwise from that, in quarters.
    turned: int = 0


@lru_cache(maxsize=2)
def _unpacked(view: View) -> Pixels:
    import numpy as np

    size = 3 * view.rows * view.columns
    unpacked = zlib.decompress(base64.b64decode(view.packed), -zlib.MAX_WBITS, size)
    flat = np.frombuffer(unpacked, np.uint8)
    image = np.rot90(flat.reshape(view.rows, view.columns, 3), -view.turned)
    return np.ascontiguousarray(image)


@dataclass(eq=False)
class Page:
    """A page of marks, from the lowest to the topmost."""

    source: str
    number: int  # from 1; 0 for a file that is one page
    width: float
    height: float
    #: What it shows as pixels.
    view: View
    images: int = 0
    #: The words on the page, where the file has them as text.
    text: str = ""
    #: How many more texts are mirrored than are not.
    mirrored_words: int = 0
    #: Whether the file says its size in pixels only, or not at all.
    is_unsized: bool = False
    #: How far the file turns the page clockwise from as it was drawn, in quarters.
    quarters: int = 0
    marks: list[Mark] = field(default_factory=list)
    #: What was worked out of the page, kept by who looked.
    seen: dict[Hashable, Any] = field(default_factory=dict)

    def emptied(self) -> Page:
        """Return a page of its size on which nothing is."""
        return Page(self.source, self.number, self.width, self.height, self.view)

    @property
    def is_picture(self) -> bool:
        """Whether it holds images and hardly anything drawn: a scan, or a sheet saved as one."""
        return self.images > 0 and len(self.marks) < _FEW_MARKS

    @property
    def pixels(self) -> Pixels:
        """What the page shows, on white: read-only rows × columns × 3 bytes of red, green, blue.

        The pixel in row r and column c has its middle at ((c + 0.5) / per_mm, (r + 0.5) / per_mm)
        in the page's millimetres, of a turned page within a pixel.
        """
        return _unpacked(self.view)

    @property
    def per_mm(self) -> float:
        """How many pixels a millimetre has."""
        return self.view.per_mm

    @property
    def paper(self) -> tuple[float, float]:
        """The page's width and height in millimetres."""
        return self.width, self.height

    @property
    def title(self) -> str:
        """What the page is called in reports."""
        return f"{self.source} page {self.number}" if self.number else self.source

    def turned(self, quarters: int) -> Page:
        """Return the page as it shows when the sheet is turned clockwise by quarters."""
        turn, width, height = quarter_turned(quarters, self.width, self.height)
        view = self.view._replace(turned=self.view.turned + quarters)
        marks = [mark.turned(turn) for mark in self.marks]
        return replace(
            self, width=width, height=height, quarters=0, view=view, marks=marks, seen={}
        )

    @cached_property
    def _tree(self) -> shapely.STRtree:
        import numpy as np
        import shapely

        boxes = np.array([mark.box for mark in self.marks]).reshape(-1, 4)
        return shapely.STRtree(shapely.box(*boxes.T))

    def near(self, box: Box) -> list[int]:
        """Return the numbers of the marks whose boxes meet ``box``, in painting order."""
        import shapely

        return sorted(self._tree.query(shapely.box(*box)).tolist())


# --------------------------------------------------------------------------------------- outlines

Pair = tuple[float, float]
Line = tuple[Pair, Pair]
T = TypeVar("T")

#: A curve is cut into this many chords, a straight one into one.
CHORDS = 8

#: What a point of an outline is, as PDFium numbers them: of a line, of a curve, a part's first.
LINE, CURVE, MOVE = 0, 1, 2

#: An outline of so many points or more may be round; they lie this near to it, a share of its radius.
ROUND, UNEVEN = 9, 0.02

#: A part that ends this near to where it began, as a share of what it is about, closes.
_GAP = 1e-4
#: A curve is straight whose control points make the way longer by no more than this share.
_DETOUR = 2.5e-5


class Part(NamedTuple):
    """One run of a shape's outline: its points, and whether it closes."""

    points: tuple[Pair, ...]
    closed: bool


class Shape:
    """An outline of one part or several."""

    __slots__ = ("box", "count", "memo", "parts")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        points = [point for part in self.parts for point in part.points]
        self.count = len(points)
        self.box = box_around(points)
        #: What others worked out of this shape, by a key of their own.
        self.memo: dict[Hashable, Any] = {}

    @classmethod
    def listed(cls, parts: Iterable[tuple[Sequence[Sequence[float]], bool]]) -> Shape:
        """Return the shape of parts as lists."""
        return cls([Part(tuple((x, y) for x, y in points), closed) for points, closed in parts])

    def known(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept by a key, made when first asked for."""
        if key not in self.memo:
            self.memo[key] = make()
        found: T = self.memo[key]
        return found


def box_around(points: Sequence[Pair]) -> Box:
    """Return the box around points; around none a box of nothing."""
    return bounds(points) if points else Box(0.0, 0.0, 0.0, 0.0)


def round_box(points: Sequence[Pair]) -> Box | None:
    """Return the box around points that lie on a circle, or on one that is stretched; else None."""
    box = box_around(points)
    across, down = box.width / 2, box.height / 2
    if len(points) < ROUND or min(across, down) <= 0:
        return None
    x, y = box.centre
    unevenness = [abs(math.hypot((u - x) / across, (v - y) / down) - 1) for u, v in points]
    return box if max(unevenness) < UNEVEN else None


def traced(row: Sequence[float], *, closed: bool) -> Iterator[Part]:
    """Yield the parts of an outline: of each point x, y, its kind as PDFium numbers them, whether it closes.

    Those of a single point are dropped; ``closed`` is an outline all of whose parts close, as fills do.
    """
    points: list[Pair] = []
    bends: list[Pair] = []
    start: Pair = (0.0, 0.0)
    for x, y, kind, closes in zip(*(row[k::4] for k in range(4)), strict=True):
        at = round(x, 5), round(y, 5)
        if kind == CURVE and len(bends) < 2:
            bends.append(at)
            continue
        if kind == MOVE:
            yield from _part(points, closed=closed)
            points, start = [], at
        points = points or [start]
        if kind != MOVE:
            points += _chords(points[-1], bends[0], bends[1], at) if kind == CURVE else [at]
        bends = []
        if closes:
            yield from _part(points, closed=True)
            points = []
    yield from _part(points, closed=closed)


def _part(points: list[Pair], *, closed: bool) -> Iterator[Part]:
    """Yield a run of points as a part of a shape; it closes where it ends where it began."""
    if len(points) < 2:
        return
    box = box_around(points)
    gap = _GAP * (box.width + box.height)
    (x0, y0), (x1, y1) = points[0], points[-1]
    if abs(x0 - x1) <= gap and abs(y0 - y1) <= gap:
        points, closed = points[:-1], True
    if len(points) > 1:
        yield Part(tuple(points), closed)


def _chords(a: Pair, b: Pair, c: Pair, d: Pair) -> list[Pair]:
    """Return the points after the first of a Bézier curve, the last alone of a straight one."""
    if math.dist(a, b) + math.dist(b, c) + math.dist(c, d) <= (1 + _DETOUR) * math.dist(a, d):
        return [d]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = a, b, c, d
    points = []
    for k in range(1, CHORDS):
        t = k / CHORDS
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3))
    return [*points, d]
