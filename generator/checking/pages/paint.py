"""What a page shows: fills and lines in painting order, cut to their clips, in millimetres.

A page knows nothing of the file it came from, and nothing of tiles.  Paint is a colour
``#rrggbb`` or, for an image, a shading or a pattern, a word for it.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Hashable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

from engine.errors import GameError
from engine.geometry.plane import Box, Transform
from generator.checking.pages.shapes import Shape, box_of

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

#: A page of images has fewer marks than this: those themselves, a ground, a frame.
_FEW_MARKS = 20
#: So many bytes of pixels are kept unpacked: six pages of A4.
MOST_KEPT = 42_000_000

#: What 100 mm of a page measure once printed, across and down, in millimetres.
Scale = tuple[float, float]


def unscaled(width: float, height: float, scale: Scale) -> Transform:
    """Return the transform that undoes a kit's correction for a printer's scale (about the middle)."""
    sx, sy = scale[0] / 100, scale[1] / 100
    return Transform(sx, 0.0, 0.0, sy, width / 2 * (1 - sx), height / 2 * (1 - sy))


def quarter_turned(quarters: int, width: float, height: float) -> tuple[Transform, float, float]:
    """Return the transform that turns a page clockwise by quarters, and its sides then."""
    turns = (
        Transform(),
        Transform(0.0, 1.0, -1.0, 0.0, height, 0.0),
        Transform(-1.0, 0.0, 0.0, -1.0, width, height),
        Transform(0.0, -1.0, 1.0, 0.0, 0.0, width),
    )
    across, down = (height, width) if quarters % 2 else (width, height)
    return turns[quarters], across, down


class Clip(NamedTuple):
    """An outline that cuts off all outside it."""

    shape: Shape
    transform: Transform  # to the page

    @property
    def box(self) -> Box:
        """A box that holds it."""
        return box_of(self.shape, self.transform)


class Mark(NamedTuple):
    """One stroke of the brush: a shape filled, stroked or both."""

    shape: Shape
    transform: Transform  # to the page
    fill: str | None
    stroke: str | None
    width: float  # of the stroke, in millimetres
    clips: tuple[Clip, ...]
    box: Box

    @property
    def is_let_through(self) -> bool:
        """Whether its middle lies in the boxes of all clips."""
        return all(clip.box.has(self.box.centre) for clip in self.clips)


class View(NamedTuple):
    """A page's pixels: red, green and blue bytes in rows from the top left, packed by zlib."""

    rows: int
    columns: int
    per_mm: float
    packed: bytes


#: The pages whose pixels are kept.
_KEEPING: WeakSet[Page] = WeakSet()


class Page:
    """A page of marks, from the lowest to the topmost."""

    def __init__(self, source: str, number: int, width: float, height: float) -> None:
        self.source = source
        self.number = number  # from 1; 0 for a file that is one page
        self.width = width
        self.height = height
        self.marks: list[Mark] = []
        self.images = 0
        #: The words on the page, where the file has them as text.
        self.text = ""
        #: How many more texts are mirrored than are not.
        self.mirrored_words = 0
        #: Whether the file says its size in pixels only, or not at all.
        self.is_unsized = False
        #: How far the file turns the page clockwise from as it was drawn, in quarters.
        self.quarters = 0
        #: What the page shows as pixels, by how far it is turned clockwise for it, in quarters.
        self.views: dict[int, View] = {}
        #: What was worked out of its pixels, kept by who looked.
        self.seen: dict[Hashable, Any] = {}

    def emptied(self) -> Page:
        """Return a page of its size on which nothing is."""
        return Page(self.source, self.number, self.width, self.height)

    @property
    def is_picture(self) -> bool:
        """Whether it holds images and hardly anything drawn: a scan, or a sheet saved as one."""
        return self.images > 0 and len(self.marks) < _FEW_MARKS

    @property
    def pixels(self) -> Pixels:
        """What the page shows, on white: read-only rows × columns × 3 bytes of red, green, blue.

        The pixel in row r and column c has its middle at ((c + 0.5) / per_mm, (r + 0.5) / per_mm)
        in the page's millimetres.  Only the pages last asked for are kept unpacked.

        Raises GameError for a page that was not drawn.
        """
        if "pixels" not in self.seen:
            rows, columns, _, packed = self._view
            size = 3 * rows * columns
            if sum(page.seen["pixels"].nbytes for page in _KEEPING) + size > MOST_KEPT:
                for page in _KEEPING:
                    del page.seen["pixels"]
                _KEEPING.clear()
            import numpy as np

            flat = np.frombuffer(zlib.decompress(packed, bufsize=size), np.uint8)
            self.seen["pixels"] = flat.reshape(rows, columns, 3)
            _KEEPING.add(self)
        found: Pixels = self.seen["pixels"]
        return found

    @property
    def per_mm(self) -> float:
        """How many pixels a millimetre has.

        Raises GameError for a page that was not drawn.
        """
        return self._view.per_mm

    @property
    def _view(self) -> View:
        if 0 not in self.views:
            raise GameError(f"{self.title} was not drawn as pixels")
        return self.views[0]

    @property
    def paper(self) -> tuple[float, float]:
        """The page's width and height in millimetres."""
        return self.width, self.height

    @property
    def title(self) -> str:
        """What the page is called in reports."""
        return f"{self.source} page {self.number}" if self.number else self.source

    def paint(
        self,
        shape: Shape,
        transform: Transform,
        clips: tuple[Clip, ...] = (),
        *,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
    ) -> None:
        """Add a mark on top of all others."""
        outline, shape = shape, shape if fill is None else shape.filled()
        if stroke is not None and outline is not shape:  # a fill closes what its line leaves open
            self.paint(shape, transform, clips, fill=fill)
            shape, fill = outline, None
        if not shape.parts or (fill is None and stroke is None):
            return
        box = box_of(shape, transform)
        if not all(map(math.isfinite, box)):
            return
        if box.right < 0 or box.bottom < 0 or box.left > self.width or box.top > self.height:
            return
        if not self.shown(shape, transform, clips).parts:
            return
        if fill is not None and stroke is None and len(shape.parts) == 1:
            shape, clips = self._cut(shape, transform, clips)
            if not shape.parts:
                return
            box = box_of(shape, transform)
        mark = Mark(shape, transform, fill, stroke, width, clips, box)
        self.marks.append(mark)

    def shown(self, shape: Shape, transform: Transform, clips: tuple[Clip, ...]) -> Shape:
        """Return a shape without the parts that convex clips cut off, or clips of nothing.

        Marks keep these: a poster's page tells by them where on the board it lies.
        """
        from generator.checking.pages.clipping import left_of, polygon  # it takes NumPy

        for clip in clips:
            if not clip.shape.parts:
                return Shape([])
            if (hole := polygon(*clip)) is not None and shape.parts:
                key = ("shown", *_rounded(transform, hole))
                shape = shape.known(key, partial(left_of, shape, transform, hole))
        return shape

    def _cut(
        self, shape: Shape, transform: Transform, clips: tuple[Clip, ...]
    ) -> tuple[Shape, tuple[Clip, ...]]:
        """Return what clips leave of a filled shape, and the clips that are left to apply."""
        from generator.checking.pages.clipping import MOST_POINTS, cut, polygon

        others = []
        for clip in clips:
            hole, found = polygon(*clip), None
            if hole is not None and shape.parts and shape.count <= MOST_POINTS:
                make = partial(cut, shape, transform, hole)
                found = shape.known(("cut", *_rounded(transform, hole)), make)
            others += [clip] if found is None else []
            shape = found or shape
        return shape, tuple(others)

    def turned(self, quarters: int) -> Page:
        """Return the page as it shows when the sheet is turned clockwise by quarters.

        It has pixels where they were drawn so turned: as the page is shown and as it was drawn.
        """
        turn, width, height = quarter_turned(quarters % 4, self.width, self.height)
        page = Page(self.source, self.number, width, height)
        page.images, page.text = self.images, self.text
        page.mirrored_words = self.mirrored_words
        page.views = {(turned - quarters) % 4: view for turned, view in self.views.items()}
        for mark in self.marks:
            page.paint(
                mark.shape,
                turn @ mark.transform,
                tuple(Clip(clip.shape, turn @ clip.transform) for clip in mark.clips),
                fill=mark.fill,
                stroke=mark.stroke,
                width=mark.width,
            )
        return page

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


def _rounded(transform: Transform, hole: shapely.Polygon) -> Iterator[float]:
    """Yield how a clip lies to a shape, without where both lie."""
    a, b, c, d, e, f = transform
    yield from (a, b, c, d)
    for x, y in hole.exterior.coords:
        yield from (round(x - e, 4), round(y - f, 4))
