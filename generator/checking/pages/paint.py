"""What a page shows: fills and lines in painting order, in millimetres; knows nothing of PDF or SVG, or of tiles."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.geometry.plane import Box, Transform, bounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

T = TypeVar("T")

#: A page of images has fewer marks than this: those themselves, a ground, a frame.
_FEW_MARKS = 20

#: What 100 mm of a page measure once printed, across and down, in millimetres.
Scale = tuple[float, float]


def box_under(transform: Transform, box: Box) -> Box:
    """Return a box that holds a box under a transform."""
    return bounds(map(transform.apply, box.corners()))


class Mark(NamedTuple):
    """One stroke of the brush: a shape filled, stroked or both."""

    shape: Shape
    transform: Transform  # to the page
    #: A colour ``#rrggbb``, or ``image``, ``shading`` or ``pattern``.
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


class Picture(NamedTuple):
    """What a page shows: how many rows and columns of pixels, and their bytes packed by zlib, in base 64."""

    per_mm: float  # pixels a millimetre
    rows: int
    columns: int
    packed: str

    @property
    def pixels(self) -> Pixels:
        """Its pixels on white: read-only rows × columns × 3 bytes of red, green, blue.

        The pixel in row r and column c has its middle at ((c + 0.5) / per_mm, (r + 0.5) / per_mm)
        in the page's millimetres.
        """
        return _unpacked(self)


@lru_cache(maxsize=12)
def _unpacked(picture: Picture) -> Pixels:
    import numpy as np

    size = 3 * picture.rows * picture.columns
    unpacked = zlib.decompress(base64.b64decode(picture.packed), -zlib.MAX_WBITS, size)
    return np.frombuffer(unpacked, np.uint8).reshape(picture.rows, picture.columns, 3)


@dataclass(eq=False)
class Page:
    """A page of marks, from the lowest to the topmost."""

    source: str
    number: int  # from 1; 0 for a file that is one page
    width: float
    height: float
    picture: Picture
    #: The PDF file that it is a page of, and the correction for a printer's scale that was undone.
    file: bytes
    scale: Scale
    #: Whether its picture is fine: at first on pages with images only, else after :func:`.files.refine`.
    is_fine: bool
    images: int = 0  # how many
    #: The words on the page, where the file has them as text.
    text: str = ""
    #: How many more texts are mirrored than are not.
    mirrored_words: int = 0
    #: By how many degrees clockwise the file turns what is drawn.
    turned: int = 0
    #: Whether the file says its size in pixels only, or not at all.
    is_unsized: bool = False
    marks: list[Mark] = field(default_factory=list)
    #: What modules have worked out about the page, for the next time.
    memory: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, find: Callable[..., T], *args: Hashable) -> T:
        """Return what ``find`` finds on the page, by ``args``; it is asked once for each picture of the page."""
        key = find, args, self.is_fine
        if key not in self.memory:
            self.memory[key] = find(self, *args)
        found: T = self.memory[key]
        return found

    @property
    def is_picture(self) -> bool:
        """Whether it holds images and hardly anything drawn: a scan, or a sheet saved as one."""
        return self.images > 0 and len(self.marks) < _FEW_MARKS

    @property
    def paper(self) -> tuple[float, float]:
        """The page's width and height in millimetres."""
        return self.width, self.height

    @property
    def title(self) -> str:
        """What the page is called in reports."""
        return f"{self.source} page {self.number}" if self.number else self.source


# --------------------------------------------------------------------------------------- outlines

Pair = tuple[float, float]


class Part(NamedTuple):
    """One run of a shape's outline: its points, and whether it closes."""

    points: tuple[Pair, ...]
    closed: bool


class Shape:
    """An outline of one part or several, each its points and whether it closes."""

    def __init__(self, parts: Iterable[tuple[Sequence[Sequence[float]], bool]]) -> None:
        self.parts = [Part(tuple((x, y) for x, y in points), closed) for points, closed in parts]
        points = [point for part in self.parts for point in part.points]
        self.count = len(points)
        self.box = bounds(points or [(0.0, 0.0)])
