"""A game's own pictures: every kind of piece on both sides, as the game's kit draws them.

The same drawing prints and checks: pictures come from the parts a game gives, in a theme, by our
own PDF writer and PDFium.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.drawing.theme import Theme
from engine.drawing.writers import pdf
from engine.geometry.plane import Transform
from generator.checking.recognise import kinds, raster
from generator.checking.recognise.raster import Frame, Pixels, Views

#: How long the longer side of a picture is drawn, how far it bleeds, in millimetres; how finely.
_LENGTH, _BLEED = 28.0, 2.0
_PER_MM = 6.0
_ROW = 480.0

#: How finely pictures are compared to tell which it is.
COARSE = 24
#: Pictures that differ by less than this, in mean squares, are one.
_ONE = 4.0


class Face(NamedTuple):
    """One side of a kind of piece, and how the piece is cut."""

    part: str
    parts: str  # what the component is called
    kind: str
    title: str
    back: bool
    two_sided: bool
    cut: Cutout


class Models:
    """The pictures of some pieces of one shape, in one theme."""

    def __init__(self, faces: Sequence[Face], frames: Sequence[Frame], image: Pixels) -> None:
        self.faces = tuple(faces)
        self._frames = tuple(frames)
        self._image = image

    def views(self, numbers: Sequence[int], turns: Sequence[float], n: int) -> Views:
        """Return pictures by their numbers, each turned clockwise by degrees, as (pictures, n, n, 3)."""
        frames = [
            self._frames[k]._replace(angle=-turn) for k, turn in zip(numbers, turns, strict=True)
        ]
        return raster.views(self._image, frames, n)

    @cached_property
    def shapes(self) -> tuple[Cutout, ...]:
        """The different shapes of the pictures, for size 1."""
        return tuple(dict.fromkeys(face.cut for face in self.faces))


def draw(parts: Sequence[Pieces], theme: Theme, *, labels: bool = False) -> Models:
    """Return the pictures of all kinds of pieces in a theme."""
    items: list[scene.Item] = []
    faces, frames = [], []
    left = top = tallest = 0.0
    for part, piece, face in _faces(parts):
        size = _LENGTH / max(face.cut.width, face.cut.height)
        width, height = (side * size + 2 * _BLEED for side in face.cut[1:])
        if left + width > _ROW:
            left, top, tallest = 0.0, top + tallest, 0.0
        stance = Stance(theme, size, bleed=_BLEED, labels=labels, back=face.back)
        x, y = left + width / 2, top + height / 2
        items.append(scene.Group(part.draw(piece, stance), Transform.translation(x, y)))
        faces.append(face)
        measures = (v * _PER_MM for v in (x, y, width - 2 * _BLEED, height - 2 * _BLEED))
        frames.append(Frame(*measures))
        left, tallest = left + width, max(tallest, height)
    whole = scene.Scene(_ROW, top + tallest, tuple(items), background=None)
    return Models(faces, frames, _rendered(pdf.write([pdf.Page(whole)])))


def _faces(parts: Sequence[Pieces]) -> Iterator[tuple[Pieces, Piece, Face]]:
    """Yield one piece of every kind, on both sides where it has two."""
    for part in parts:
        for kind, piece in {kinds.kind_of(piece.id): piece for piece in part.pieces}.items():
            for back in (False, True)[: 1 + part.double_sided]:
                title = kinds.title_of(piece)
                two, cut = part.double_sided, part.shape(1.0)
                yield part, piece, Face(part.name, part.title, kind, title, back, two, cut)


def _rendered(data: bytes) -> Pixels:
    """Return a page that we wrote ourselves as pixels."""
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        bitmap = document[0].render(scale=_PER_MM * 25.4 / 72, rev_byteorder=True)
        return np.ascontiguousarray(bitmap.to_numpy()[:, :, :3])
