"""A game's own pictures: every kind of piece on both sides, as the game's kit draws them; and which shows where.

The same drawing prints and checks: pictures come from the parts a game gives, in a theme, by our
own PDF writer and PDFium.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance, title_of
from engine.drawing.theme import Theme
from engine.drawing.writers import pdf, press
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Box, Transform
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.results import by_kind

#: How far pictures bleed, in millimetres, and how finely they are drawn: as pages are, since thin lines come
#: out as wide as a pixel; those that are longer more coarsely.
_BLEED, _PER_MM, _LONGEST = 2.0, 6.0, 400.0

#: How finely pictures are compared to tell which it is.
_COARSE = 24
#: Sides whose proportion differs by less than this are those of a shape.
_UNEVEN = 0.03
#: A picture is there if it differs from the model by less than this share of what white paper does.
_THERE = 0.8
#: Paper, in mean squares, differs by this at least.
_FAINTEST = 400.0
#: Outlines that differ by shares that are this near to each other show a picture alike.
_ALIKE = 0.03

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


class Match(NamedTuple):
    """A picture at a candidate: the outline it fits, the face that shows, how it is turned, how much it differs.

    ``off`` is the root of the mean squares, a share of what bare paper would differ by.
    """

    candidate: Candidate
    outline: Outline
    face: Face
    turn: float
    off: float


class _Coarse(NamedTuple):
    """Pictures of one shape by their numbers, how each is turned, and as flat coarse views."""

    numbers: Sequence[int]
    turns: Sequence[float]
    views: Views


@dataclass(frozen=True, eq=False)
class Models:
    """The pictures of some pieces in one theme."""

    faces: Sequence[Face]
    #: Each with its bleed, and where it lies on that.
    images: Sequence[Pixels]
    frames: Sequence[Frame]

    def views(self, numbers: Sequence[int], turns: Sequence[float], n: int) -> Views:
        """Return pictures by their numbers, each turned clockwise by degrees, as (pictures, n, n, 3)."""

        @cache
        def view(k: int, angle: float) -> Views:
            (one,) = views(self.images[k], [self.frames[k]._replace(angle=angle)], n)
            return np.asarray(one)

        return np.stack(
            [
                view(k, -turn) if turn % 90 else np.rot90(view(k, 0.0), -round(turn / 90))
                for k, turn in zip(numbers, turns, strict=True)
            ]
        )

    @cached_property
    def coarse(self) -> Callable[[Cutout], _Coarse]:
        """Returns the pictures of a shape, in every turn."""
        return cache(self._of_shape)

    def _of_shape(self, cut: Cutout) -> _Coarse:
        own = [k for k, face in enumerate(self.faces) if face.cut == cut]
        numbers, ways = zip(*product(own, turns(cut)), strict=True)
        return _Coarse(numbers, ways, flat(self.views(numbers, ways, _COARSE), cut.kind))

    def matches(self, candidates: Sequence[Candidate]) -> list[Match]:
        """Return the pictures that candidates show best, none for those that show none."""
        best: dict[int, Match] = {}
        for numbers in grouped(range(len(candidates)), lambda k: candidates[k].page).values():
            tried = [(k, outline) for k in numbers for outline in candidates[k].outlines]
            for cut in dict.fromkeys(face.cut for face in self.faces):
                own = [(k, outline) for k, outline in tried if _fits(outline, cut)]
                views = _seen(candidates[numbers[0]].paper, cut, [outline for _, outline in own])
                nearest = _nearest(views, self.coarse(cut)) if own else ()
                for (k, outline), (number, turn, off) in zip(own, nearest, strict=True):
                    match = Match(candidates[k], outline, self.faces[number], turn, off)
                    if off <= _THERE:
                        best[k] = _better(best[k], match) if k in best else match
        return [best[k] for k in sorted(best)]

    def backs_alike(self, face: Face) -> Sequence[Face]:
        """Return the backs of all kinds of a component that look as a face's does."""
        return self._backs[face.part, face.kind]

    @cached_property
    def _backs(self) -> Mapping[tuple[str, str], Sequence[Face]]:
        groups = grouped((face for face in self.faces if face.back), lambda face: face.picture)
        return {(face.part, face.kind): own for own in groups.values() for face in own}


@cache
def turns(cut: Cutout) -> tuple[float, ...]:
    """Return the turns, in degrees, by which a shape covers itself; of discs those of a sheet."""
    if cut.kind == "hexagon":
        return tuple(60.0 * k for k in range(6))
    square = abs(cut.width - cut.height) <= _UNEVEN * cut.width
    return (0.0, 90.0, 180.0, 270.0) if square else (0.0, 180.0)


def _seen(page: Page, cut: Cutout, tried: Sequence[Outline]) -> list[Views]:
    """Return what shows in outlines, as flat coarse views; kept, for many looks are tried on them."""
    frames = [frame(page, outline, cut) for outline in tried]
    new = [frame for frame in dict.fromkeys(frames) if (cut.kind, frame) not in page.seen]
    coarse = flat(views(page.pixels, new, _COARSE), cut.kind) if new else ()
    page.seen |= {(cut.kind, frame): view for frame, view in zip(new, coarse, strict=True)}
    return [page.seen[cut.kind, frame] for frame in frames]


def _nearest(seen: Sequence[Views], pictures: _Coarse) -> Iterator[tuple[int, float, float]]:
    """Yield for each flat view the number of the picture that is nearest, its turn, how much it differs."""
    views = np.stack(seen)
    paper = np.maximum(((pictures.views - 255.0) ** 2).mean(axis=1), _FAINTEST)
    squares = (views**2).mean(axis=1)[:, None] + (pictures.views**2).mean(axis=1)[None, :]
    squares = np.maximum(squares - 2 * views @ pictures.views.T / views.shape[1], 0.0)
    nearest = squares.argmin(axis=1)
    offs = np.sqrt(np.take_along_axis(squares, nearest[:, None], axis=1)[:, 0] / paper[nearest])
    for k, off in zip(nearest.tolist(), offs.tolist(), strict=True):
        yield pictures.numbers[k], pictures.turns[k], off


def _is_upright(width: float, height: float, cut: Cutout) -> bool:
    """Tell whether sides have a shape's proportions."""
    return abs(width / height * cut.height / cut.width - 1) <= _UNEVEN


def _fits(outline: Outline, cut: Cutout) -> bool:
    """Tell whether an outline has a shape's proportions, upright or on its side."""
    sides = outline.width, outline.height
    return outline.kind == cut.kind and any(_is_upright(*way, cut) for way in (sides, sides[::-1]))


def frame(page: Page, outline: Outline, cut: Cutout) -> Frame:
    """Return the frame of an outline, turned so that a rectangle of a shape stands upright in it."""
    scale = page.per_mm
    width, height, angle = outline.width * scale, outline.height * scale, outline.angle
    if outline.kind == "rectangle" and not _is_upright(width, height, cut):
        width, height, angle = height, width, 90.0 + angle
    return Frame(outline.centre.x * scale, outline.centre.y * scale, width, height, angle)


def _better(known: Match, other: Match) -> Match:
    """Return the match that fits better, of outlines that fit alike a line to cut along, or the larger."""
    if abs(known.off - other.off) <= _ALIKE and known.outline != other.outline:
        return max(known, other, key=lambda one: (one.outline.cut, one.outline.width))
    return known if known.off <= other.off else other


# ------------------------------------------------------------------------------------ drawing


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
        for (kind, pieces), back in product(by_kind(part).items(), (False, True)[: 1 + two]):
            stance = Stance(theme, part.size, bleed=_BLEED, labels=labels, back=back)
            drawn = part.draw(pieces[-1], stance), cache(partial(_drawings, part, pieces, stance))
            title = title_of(pieces)
            faces.append(Face(part.name, kind, title, back, two, part.folds, cut, *drawn))
    pages, sheets, frames = [], [], []
    for face in faces:
        width, height = (side + 2 * _BLEED for side in face.cut[1:])
        picture = scene.Group(face.picture, Transform.translation(width / 2, height / 2))
        pages.append(pdf.Page(scene.Scene(width, height, (picture,), background=None)))
        finely = per_mm * min(1.0, _LONGEST / max(width, height))
        sheets.append(((width, height), finely))
        lying = (width / 2, height / 2, face.cut.width, face.cut.height)
        frames.append(Frame(*(side * finely for side in lying)))
    data = pdf.write(pages, pdf.Document(press=press.load() if in_ink else None))
    return Models(faces, rendered(data, sheets), frames)


def _drawings(part: Pieces, pieces: Sequence[Piece], stance: Stance) -> tuple[Drawn, ...]:
    return tuple(dict.fromkeys(part.draw(piece, stance) for piece in pieces))


def rendered(data: bytes, sheets: Sequence[tuple[tuple[float, float], float]]) -> list[Pixels]:
    """Return pages that we wrote ourselves as pixels: of so many millimetres each, and pixels a millimetre."""
    import pypdfium2

    from generator.checking.pages import pdfium

    images: list[Pixels] = []
    with pypdfium2.PdfDocument(data) as document:
        for page, (sides, per_mm) in zip(document, sheets, strict=True):
            rows, columns, drawn = pdfium.drawn(page, sides, (100.0, 100.0), per_mm)
            images.append(np.frombuffer(drawn, np.uint8).reshape(rows, columns, 3))
    return images


# ----------------------------------------------------------------------------- pictures as arrays

Pixels = NDArray[np.uint8]
Views = NDArray[np.float32]
Mask = NDArray[np.bool_]


#: What a point of a view shows is the mean at so many places each way.
_FINE = 4


class Frame(NamedTuple):
    """Where to look: middle, width and height in pixels, and the turn clockwise in degrees."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0


def views(image: Pixels, frames: Sequence[Frame], n: int) -> Views:
    """Return what shows in frames, an array (frames, n, n, 3); beyond the image is white."""
    whole = Image.fromarray(image)
    result = np.empty((len(frames), n, n, 3), np.float32)
    for k, frame in enumerate(frames):
        x, y, *sides, angle = frame
        quarters, rest = divmod(angle + 1e-3, 90.0)
        across, down = sides[:: -1 if quarters % 2 else 1]
        box = Box(x - across / 2, y - down / 2, x + across / 2, y + down / 2)
        if rest < 2e-3 and Box(0, 0, *whole.size).holds(box):
            view = whole.resize((n, n), Image.Resampling.HAMMING, box)
            result[k] = np.rot90(np.asarray(view), int(quarters))
        else:
            result[k] = _turned(whole, frame, n)
    return result


def _turned(whole: Image.Image, frame: Frame, n: int) -> Views:
    """Return the view of a frame turned anyhow, or beyond the image: between the pixels, at so many places a point."""
    places = n * _FINE
    a, b, c, d, e, f = (
        Transform.translation(frame.x, frame.y)
        @ Transform.rotation(frame.angle)
        @ Transform.scaling(frame.width / places, frame.height / places)
        @ Transform.translation(-places / 2, -places / 2)
    )
    drawn = whole.transform(
        (places, places),
        Image.Transform.AFFINE,
        (a, c, e, b, d, f),
        Image.Resampling.BILINEAR,
        fillcolor=(255, 255, 255),
    )
    return np.asarray(drawn.reduce(_FINE), np.float32)


def inside(kind: str, n: int, edge: float = 0.06) -> Mask:
    """Return which points of a view are well inside a piece's outline, an array (n, n).

    ``edge`` is left out all round, a share of the width.  A hexagon stands on a corner.
    """
    steps = (np.arange(n) + 0.5) / n * 2 - 1
    x, y = np.meshgrid(steps, steps)
    reach = 1 - 2 * edge
    if kind == "disc":
        return np.asarray(x * x + y * y <= reach * reach)
    if kind == "rectangle":
        return np.asarray((np.abs(x) <= reach) & (np.abs(y) <= reach))
    tall = y * 2 / SQRT3  # in half widths, as x is
    slanted = (np.abs(0.5 * x + SQRT3 / 2 * tall), np.abs(0.5 * x - SQRT3 / 2 * tall))
    return np.asarray((np.abs(x) <= reach) & (slanted[0] <= reach) & (slanted[1] <= reach))


def flat(views: Views, kind: str) -> Views:
    """Return views as rows of their points well inside the outline."""
    return views[:, inside(kind, views.shape[1])].reshape(len(views), -1)


def unlike(one: Pixels, other: Pixels) -> Pixels:
    """Return by how many levels pictures differ more than a shift of one point explains."""
    return np.asarray(np.maximum(_beyond(one, other), _beyond(other, one)).max(axis=2))


def _beyond(one: Pixels, other: Pixels) -> Pixels:
    """Return how far one picture lies outside what the other shows at each place and next to it."""
    high, low = around(other, np.maximum), around(other, np.minimum)
    return np.maximum(one - np.minimum(one, high), np.maximum(one, low) - one)


def crowded(marked: Mask, least: int) -> Mask:
    """Return the marked points with at least so many of their eight neighbours marked as well."""
    return np.asarray(marked & (around(marked.astype(np.uint8), np.add) > least))


def around(picture: Pixels, join: np.ufunc) -> Pixels:
    """Return each point of a picture joined with its eight neighbours."""
    padded = np.pad(picture, [(1, 1), (1, 1), (0, 0)][: picture.ndim], "edge")
    rows = join(join(padded[:-2], padded[1:-1]), padded[2:])
    return np.asarray(join(join(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]))
