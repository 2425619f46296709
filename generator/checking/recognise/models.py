"""A game's own pictures: every kind of piece on both sides, as the game's kit draws them.

The same drawing prints and checks: pictures come from the parts a game gives, in a theme, by our
own PDF writer and PDFium.  Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.drawing import scene
from engine.drawing.parts import Cutout, Pieces, Stance, title_of
from engine.drawing.theme import Theme
from engine.drawing.writers import pdf, press
from engine.geometry.plane import Transform
from generator.checking.grouping import grouped
from generator.checking.recognise import raster
from generator.checking.recognise.raster import Frame, Pixels, Views
from generator.checking.recognise.results import by_kind

#: How long the longer side of a picture is drawn at most, how far it bleeds, in millimetres; and
#: how finely: as pages are, since thin lines come out as wide as a pixel.
_LONGEST, _BLEED = 400.0, 2.0
_PER_MM = 6.0
_ROW = 480.0

#: How finely pictures are compared to tell which it is.
COARSE = 24

#: What a picture is drawn with.
Drawn = tuple[scene.Item, ...]


class Face(NamedTuple):
    """One side of a kind of piece: how it is drawn, and how the piece is cut."""

    part: str
    kind: str
    title: str
    back: bool
    two_sided: bool
    folds: scene.Outline
    cut: Cutout
    picture: Drawn
    #: Returns how the pieces of the kind are drawn, which may differ by their numbers.
    drawings: Callable[[], tuple[Drawn, ...]]

    @property
    def side(self) -> tuple[str, bool]:
        """The component and the side of its pieces."""
        return self.part, self.back


@dataclass(frozen=True, eq=False)
class Models:
    """The pictures of some pieces in one theme, which lie in frames on an image."""

    faces: Sequence[Face]
    frames: Sequence[Frame]
    image: Pixels

    def views(self, numbers: Sequence[int], turns: Sequence[float], n: int) -> Views:
        """Return pictures by their numbers, each turned clockwise by degrees, as (pictures, n, n, 3)."""
        lying = [self._lying(*one) for one in zip(numbers, turns, strict=True)]
        frames = [*dict.fromkeys(frame for frame, _ in lying)]
        views = dict(zip(frames, raster.views(self.image, frames, n), strict=True))
        return np.stack([np.rot90(views[frame], quarters) for frame, quarters in lying])

    def _lying(self, number: int, turn: float) -> tuple[Frame, int]:
        """Return a picture's frame, and how far it is turned back; turns by which its sides fall on each other are one."""
        cut = self.faces[number].cut
        rest = turn % (90.0 if cut.width == cut.height else 180.0)
        return self.frames[number]._replace(angle=-rest), round((rest - turn) / 90)

    def count(self, part: str) -> int:
        """Return how many kinds a component has."""
        return len({face.kind for face in self.faces if face.part == part})

    def backs_alike(self, face: Face) -> tuple[str, ...]:
        """Return the titles of all kinds of a component whose backs look as a face's does."""
        return self._backs[face.part, face.kind]

    @cached_property
    def _backs(self) -> dict[tuple[str, str], tuple[str, ...]]:
        groups = grouped((face for face in self.faces if face.back), lambda face: face.picture)
        return {
            (face.part, face.kind): tuple(other.title for other in group)
            for group in groups.values()
            for face in group
        }

    @cached_property
    def shapes(self) -> tuple[Cutout, ...]:
        """The different shapes of the pictures, for size 1."""
        return tuple(dict.fromkeys(face.cut for face in self.faces))


def draw(
    parts: Sequence[Pieces],
    theme: Theme,
    *,
    labels: bool = False,
    in_ink: bool = False,
    per_mm: float = _PER_MM,
) -> Models:
    """Return the pictures of all kinds of pieces in a theme, or as its inks for a press show.

    ``per_mm`` is how finely they are drawn.
    """
    faces: list[Face] = []
    for part in parts:
        two, cut = part.double_sided, part.shape(part.size)
        bleed = _BLEED / _share(cut)
        for (kind, pieces), back in product(by_kind(part).items(), (False, True)[: 1 + two]):
            stance = Stance(theme, part.size, bleed=bleed, labels=labels, back=back)
            draws = [partial(part.draw, piece, stance) for piece in pieces]
            drawn = draws[-1](), cache(partial(_different, draws))
            title = title_of(pieces)
            faces.append(Face(part.name, kind, title, back, two, part.folds, cut, *drawn))
    height, frames = _laid([face.cut for face in faces])
    laid = [
        scene.Group(face.picture, Transform(share, 0.0, 0.0, share, frame.x, frame.y))
        for face, frame in zip(faces, frames, strict=True)
        for share in (_share(face.cut),)
    ]
    whole = scene.Scene(_ROW, height, tuple(laid), background=None)
    ink = press.load() if in_ink else None
    data = pdf.write([pdf.Page(whole)], pdf.Document(press=ink))
    # A page is stretched to whole pixels.
    paper = math.ceil(whole.width * per_mm) / per_mm, math.ceil(whole.height * per_mm) / per_mm
    image = rendered(data, paper, per_mm)
    x, y = image.shape[1] / whole.width, image.shape[0] / whole.height
    placed = [Frame(f.x * x, f.y * y, f.width * x, f.height * y) for f in frames]
    return Models(faces, placed, image)


def _different(draws: Iterable[Callable[[], Drawn]]) -> tuple[Drawn, ...]:
    return tuple(dict.fromkeys(draw() for draw in draws))


def _laid(cuts: Sequence[Cutout]) -> tuple[float, list[Frame]]:
    """Return how high the page is on which pictures lie in rows, and where, in millimetres."""
    frames: list[Frame] = []
    left = top = tallest = 0.0
    for cut in cuts:
        width, height = (side * _share(cut) + 2 * _BLEED for side in cut[1:])
        if left + width > _ROW:
            left, top, tallest = 0.0, top + tallest, 0.0
        x, y = left + width / 2, top + height / 2
        frames.append(Frame(x, y, width - 2 * _BLEED, height - 2 * _BLEED))
        left, tallest = left + width, max(tallest, height)
    return top + tallest, frames


def _share(cut: Cutout) -> float:
    return min(1.0, _LONGEST / max(cut.width, cut.height))


def rendered(data: bytes, sides: tuple[float, float], per_mm: float) -> Pixels:
    """Return a page of so many millimetres that we wrote ourselves as pixels."""
    import pypdfium2

    from generator.checking.pages import raster as pages

    with pypdfium2.PdfDocument(data) as document:
        rows, columns, drawn = pages.drawn(document[0], sides, (100.0, 100.0), per_mm)
        return np.frombuffer(drawn, np.uint8).reshape(rows, columns, 3)
