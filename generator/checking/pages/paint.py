"""What a page shows: fills and lines in painting order, cut to their clips, in millimetres.

A page knows nothing of the file it came from, and nothing of tiles.  Paint is a colour
``#rrggbb`` or, for an image, a shading or a pattern, a word for it.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.geometry.plane import Box, Transform
from generator.checking.pages.shapes import Clip, Shape, box_of

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
    def visible(self) -> Shape:
        """Its shape without the parts that its clips cut off."""
        from generator.checking.pages.clipping import visible  # it takes NumPy

        return visible(self.shape, self.transform, self.clips)

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


@lru_cache(maxsize=2)
def _unpacked(view: View) -> Pixels:
    import numpy as np

    size = 3 * view.rows * view.columns
    flat = np.frombuffer(zlib.decompress(view.packed, bufsize=size), np.uint8)
    return flat.reshape(view.rows, view.columns, 3)


@dataclass(eq=False)
class Page:
    """A page of marks, from the lowest to the topmost."""

    source: str
    number: int  # from 1; 0 for a file that is one page
    width: float
    height: float
    images: int = 0
    #: The words on the page, where the file has them as text.
    text: str = ""
    #: How many more texts are mirrored than are not.
    mirrored_words: int = 0
    #: Whether the file says its size in pixels only, or not at all.
    is_unsized: bool = False
    #: How far the file turns the page clockwise from as it was drawn, in quarters.
    quarters: int = 0
    #: What the page shows as pixels, by how far it is turned clockwise for it, in quarters.
    views: Mapping[int, View] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    #: What was worked out of the page, kept by who looked.
    seen: dict[Hashable, Any] = field(default_factory=dict)

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
        in the page's millimetres.
        """
        return _unpacked(self.views[0])

    @property
    def per_mm(self) -> float:
        """How many pixels a millimetre has."""
        return self.views[0].per_mm

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
        from generator.checking.pages.clipping import cut, visible  # it takes NumPy

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
        if not visible(shape, transform, clips).parts:
            return
        if fill is not None and stroke is None and len(shape.parts) == 1:
            shape, clips = cut(shape, transform, clips)
            if not shape.parts:
                return
            box = box_of(shape, transform)
        self.marks.append(Mark(shape, transform, fill, stroke, width, clips, box))

    def turned(self, quarters: int) -> Page:
        """Return the page as it shows when the sheet is turned clockwise by quarters.

        It has pixels where they were drawn so turned: as the page is shown and as it was drawn.
        """
        turn, width, height = quarter_turned(quarters % 4, self.width, self.height)
        views = {(turned - quarters) % 4: view for turned, view in self.views.items()}
        page = replace(self, width=width, height=height, quarters=0, views=views, marks=[], seen={})
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
