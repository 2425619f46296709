"""Files as pages: what is drawn on each, with exact places and sizes, and its pixels.

Lengths are millimetres from a page's top left.  A page knows nothing of pieces.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import GameError
from engine.geometry.plane import Box, Transform, bounds
from generator.checking import child

Pair = tuple[float, float]
Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]

#: What 100 mm of a page measure once printed, across and down, in millimetres.
Scale = tuple[float, float]

MM = 25.4 / 72
#: Most files in one set, most pixels of a picture, and the longest side of a page in millimetres.
MOST_FILES, MOST_PIXELS, LONGEST = 2000, 100_000_000, 10_000.0
#: A curve is cut into so many chords.
_CHORDS = 8
#: A page of images has fewer marks than this: those themselves, a ground, a frame.
_FEW_MARKS = 20


class Source(NamedTuple):
    """A file to verify: its name for reports, and its bytes."""

    name: str
    data: bytes

    @property
    def kind(self) -> str:
        """What it is by its first bytes: ``pdf``, ``svg``, ``image`` (PNG or JPEG) or ``text``."""
        if self.data.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff")):
            return "image"
        start = self.data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
        if b"%PDF-" in self.data[:1024]:
            return "pdf"
        return "svg" if start.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\x00<")) else "text"


class Part(NamedTuple):
    """A run of points, perhaps back to the first."""

    points: tuple[Pair, ...]
    closed: bool


class Shape:
    """Runs of points in coordinates of their own; what is worked out of them is kept with it."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.known: dict[Any, Any] = {}

    def box(self, lying: Transform) -> Box:
        """Return the box around it, as it lies."""
        key = "box", lying[:4]
        if key not in self.known:
            turn = lying._replace(e=0.0, f=0.0)
            points = [turn.apply(p) for part in self.parts for p in part.points]
            self.known[key] = bounds(points) if points else Box(0.0, 0.0, 0.0, 0.0)
        box: Box = self.known[key]
        return box.moved(lying.e, lying.f)


class Mark(NamedTuple):
    """One stroke of the brush: a shape filled, stroked or both, or a clip of others (neither)."""

    shape: Shape
    transform: Transform  # to the page
    fill: str | None
    stroke: str | None
    width: float  # of the stroke
    box: Box
    #: What its clips let through of it.
    shown: Box


class Page:
    """A page: its marks from the lowest to the topmost, its words, its pixels."""

    def __init__(self, source: str, number: int, width: float, height: float) -> None:
        self.source = source
        self.number = number  # from 1; 0 for a file that is one page
        self.width = width
        self.height = height
        self.marks: list[Mark] = []
        #: The outlines that cut other marks off.
        self.clips: list[Mark] = []
        self.images = 0
        #: The words on the page, where the file has them as text; how many more read backwards than not.
        self.text = ""
        self.mirrored_words = 0
        #: Whether the file says how large the page is on paper.
        self.is_sized = True
        self.has_notes = False
        #: Whether it shows nothing but a ground.
        self.is_empty = True
        self.per_mm = 1.0
        self._rows = self._columns = 1
        self._packed = zlib.compress(b"\xff\xff\xff")
        #: What was worked out of it, kept by who looked.
        self.seen: dict[Any, Any] = {}

    def emptied(self) -> Page:
        """Return a page of its size on which nothing is."""
        page = Page(self.source, self.number, self.width, self.height)
        page.show(np.full((self._rows, self._columns, 3), 255, np.uint8), self.per_mm)
        return page

    def show(self, pixels: Pixels, per_mm: float) -> None:
        """Give the page its pixels."""
        self._rows, self._columns, _ = pixels.shape
        self._packed, self.per_mm = zlib.compress(pixels.tobytes(), 1), per_mm
        self.is_empty = bool((pixels == pixels[0, 0]).all())

    @property
    def pixels(self) -> Pixels:
        """What the page shows, on white: read-only rows × columns × 3 bytes of red, green, blue.

        The pixel in row r and column c has its middle at ((c + 0.5) / per_mm, (r + 0.5) / per_mm).
        Those of a few pages are kept unpacked.
        """
        flat = np.frombuffer(_unpacked(self._packed), np.uint8)
        return flat.reshape(self._rows, self._columns, 3)

    @property
    def is_picture(self) -> bool:
        """Whether it holds images and hardly anything drawn: a scan, or a sheet saved as one."""
        return self.images > 0 and len(self.marks) < _FEW_MARKS

    @property
    def paper(self) -> tuple[float, float]:
        """The page's width and height."""
        return self.width, self.height

    @property
    def title(self) -> str:
        """What the page is called in reports."""
        return f"{self.source} page {self.number}" if self.number else self.source

    @cached_property
    def strokes(self) -> list[Mark]:
        """The lines that are drawn and fill nothing."""
        return [mark for mark in self.marks if mark.fill is None]


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> bytes:
    return zlib.decompress(packed)


class Read(NamedTuple):
    """The pages of files in order, and of those that cannot be read why, by their names."""

    pages: tuple[Page, ...]
    faults: dict[str, GameError]


def read(sources: Sequence[Source], scale: Scale, per_mm: float = child.PER_MM) -> Read:
    """Return the pages of those PDF and SVG files that can be read, a printer's ``scale`` undone.

    Raises GameError where there are too many files.
    """
    if len(sources) > MOST_FILES:
        raise GameError(f"{len(sources)} files are more than is read at once ({MOST_FILES})")
    faults = {one.name: fault for one in sources if (fault := _unread(one))}
    good = [one for one in sources if one.name not in faults]
    pages: list[Page] = []
    for one, lines in zip(good, child.listed(good, scale, per_mm), strict=True):
        try:
            if isinstance(lines, GameError):
                raise lines
            pages += _pages(one, lines, scale)
        except GameError as error:
            faults[one.name] = error
    return Read(tuple(pages), faults)


def _unread(source: Source) -> GameError | None:
    """Return why a file is not tried at all, None where it is."""
    if len(source.data) > child.MOST_BYTES:
        most = f"{child.MOST_BYTES // 1_000_000} MB"
        return GameError(f"{source.name} has {len(source.data):,} bytes; at most {most} are read")
    if source.kind not in ("pdf", "svg"):
        return GameError(f"{source.name} is neither a PDF nor an SVG sheet")
    return None


def _pages(source: Source, lines: Sequence[child.Line], scale: Scale) -> list[Page]:
    """Return the pages of a listed file.

    Raises GameError for one without a size.
    """
    shapes: list[Shape] = []
    cuts: list[tuple[Shape, Transform]] = []
    pages: list[Page] = []
    is_sized = True
    for line in lines:
        if "shape" in line:
            shapes.append(Shape([*_parts(line["shape"])]))
        elif "clip" in line:
            shape, *matrix = line["clip"]
            cuts.append((shapes[shape], Transform(*matrix)))
        elif "sized" in line:
            is_sized = line["sized"]
        elif "marks" in line:
            number = 0 if source.kind == "svg" else len(pages) + 1
            title = f"{source.name} page {number}" if number else source.name
            width, height, upright = _placed(title, line["box"], line["turn"], MM * line["unit"])
            page = Page(source.name, number, width, height)
            page.images, page.text = line["images"], line["text"]
            page.mirrored_words, page.is_sized = line["mirrored"], is_sized
            page.has_notes = bool(line["notes"])
            page._rows, page._columns, page.per_mm = line["view"]
            page._packed, page.is_empty = line["part"], line["empty"]
            _paint(page, line["marks"], shapes, cuts, _unscaled(width, height, scale) @ upright)
            pages.append(page)
    return pages


def _parts(segments: Sequence[Sequence[Any]]) -> Iterator[Part]:
    """Yield the runs of points of a listed outline, curves as chords."""
    points: list[Pair] = []
    for kind, *values in segments:
        closes = len(values) in (3, 7)
        if kind == "m":
            if len(points) > 1:
                yield Part(tuple(points), closed=points[0] == points[-1])
            points = [(values[0], values[1])]
        elif kind == "l":
            points.append((values[0], values[1]))
        else:
            points += _curve(points[-1] if points else (0.0, 0.0), values[:6])
        if closes and points:
            yield Part(tuple(points), closed=True)
            points = points[:1]
    if len(points) > 1:
        yield Part(tuple(points), closed=points[0] == points[-1])


def _curve(start: Pair, values: Sequence[float]) -> Iterator[Pair]:
    """Yield the ends of a Bézier curve's chords."""
    xs, ys = (start[0], *values[::2]), (start[1], *values[1::2])
    for k in range(1, _CHORDS + 1):
        t, u = k / _CHORDS, 1 - k / _CHORDS
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        yield tuple(sum(w * v for w, v in zip(weights, vs, strict=True)) for vs in (xs, ys))  # type: ignore[misc]


def _placed(
    title: str, box: Sequence[float], quarters: int, mm: float
) -> tuple[float, float, Transform]:
    """Return a page's width and height and the transform from its user space (ISO 32000-1, 14.11.2)."""
    left, bottom, right, top = box
    width, height = (right - left) * mm, (top - bottom) * mm
    if not (0 < width <= LONGEST and 0 < height <= LONGEST):
        raise GameError(f"{title} has no size that can be read")
    upright = Transform(mm, 0.0, 0.0, -mm, -left * mm, top * mm)
    turns = (
        Transform(),
        Transform(0.0, 1.0, -1.0, 0.0, height, 0.0),
        Transform(-1.0, 0.0, 0.0, -1.0, width, height),
        Transform(0.0, -1.0, 1.0, 0.0, 0.0, width),
    )
    across, down = (height, width) if quarters % 2 else (width, height)
    return across, down, turns[quarters] @ upright


def _unscaled(width: float, height: float, scale: Scale) -> Transform:
    """Return the transform that undoes a kit's correction for a printer's scale (about the middle)."""
    sx, sy = scale[0] / 100, scale[1] / 100
    return Transform(sx, 0.0, 0.0, sy, width / 2 * (1 - sx), height / 2 * (1 - sy))


def _paint(
    page: Page,
    marks: Sequence[Sequence[Any]],
    shapes: Sequence[Shape],
    cuts: Sequence[tuple[Shape, Transform]],
    to_page: Transform,
) -> None:
    """Paint a page's listed marks, those that lie on it and that clips leave something of."""
    whole = Box(0.0, 0.0, page.width, page.height)
    known: dict[tuple[int, ...], Box] = {(): whole}
    for shape, matrix, fill, stroke, thickness, through in marks:
        for n in range(1, len(through) + 1):
            outer, chain = known[tuple(through[: n - 1])], tuple(through[:n])
            if chain not in known:
                clip = _mark(cuts[chain[-1]][0], to_page @ cuts[chain[-1]][1])
                known[chain] = _common(clip.box, outer)
                page.clips.append(clip._replace(shown=known[chain]))
        mark = _mark(shapes[shape], to_page @ Transform(*matrix))
        shown = _common(mark.box, known[tuple(through)])
        if shown.right >= shown.left and shown.bottom >= shown.top:
            width = thickness * math.sqrt(abs(mark.transform.determinant))
            page.marks.append(mark._replace(fill=fill, stroke=stroke, width=width, shown=shown))


def _common(one: Box, other: Box) -> Box:
    """Return what two boxes share; turned about where that is nothing."""
    return Box(
        max(one.left, other.left), max(one.top, other.top),
        min(one.right, other.right), min(one.bottom, other.bottom),
    )  # fmt: skip


def _mark(shape: Shape, lying: Transform) -> Mark:
    a, b, c, d, e, f = lying
    turn = (round(v, 7) for v in (a, b, c, d))
    lying = Transform(*turn)._replace(e=round(e, 5), f=round(f, 5))
    box = shape.box(lying)
    return Mark(shape, lying, None, None, 0.0, box, box)


def name_of(page: Page) -> str:
    """Return the name of a page's file without its folder and ending."""
    return PurePath(page.source).stem
