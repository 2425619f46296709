"""A game's own pictures: every kind of piece on both sides, as the game's kit draws them; and which shows where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import product, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pypdfium2 import PdfDocument

from engine.drawing import scene
from engine.drawing.parts import Cutout, Piece, Pieces, Stance, title_of
from engine.drawing.theme import Theme
from engine.drawing.writers import pdf, press
from engine.geometry.plane import Box, Point, Transform
from generator.checking import grouped
from generator.checking.pages import pdfium
from generator.checking.pages.paint import Page
from generator.checking.recognise.outlines import ONE_LENGTH, Candidate, Outline
from generator.checking.recognise.results import by_kind

#: How many points each way are compared to tell which picture it is.
POINTS = 24
#: Levels, of 255, that differ by no more than this are one.
ONE_LEVEL = 12
#: Fewer things than this tell nothing of all others.
FEWEST = 5
#: A picture that differs by less than this is exact: PDFium moves small letters to whole pixels.
EXACT = 0.08
#: Two matches that are this near to each other fit alike.
_ALIKE = 0.02
#: A picture that differs by this or more fits poorly: it is hardly that one.
POOR = 0.4
#: This share of some things is nearly all of them.
NEARLY_ALL = 0.9
#: A picture shows where the page differs from it by no more than this share of what white paper does.
_THERE = 0.8

#: What a picture is drawn with.
Drawn = tuple[scene.Item, ...]

Pixels = NDArray[np.uint8]
Views = NDArray[np.float32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Face:
    """One side of the pieces of a kind."""

    part: Pieces
    pieces: Sequence[Piece]
    stance: Stance
    #: The kind's name; "" for a back that several kinds share.
    kind: str
    #: What the kinds with one back have in common, such as a colour; "" for nothing.
    trait: str

    @property
    def side(self) -> str:
        """As results call it."""
        return ("front", "back")[self.stance.back] if self.part.double_sided else "both"

    @property
    def cut(self) -> Cutout:
        """How the piece is cut."""
        return self.part.shape(self.part.size)


class Match(NamedTuple):
    """A picture at a candidate: the outline it fits, upright, the face that shows, and how it is turned."""

    candidate: Candidate
    outline: Outline
    face: Face
    turn: float
    #: How much it differs: the root of the mean squares, a share of what bare paper would differ by.
    off: float


@dataclass(frozen=True, eq=False)
class Pictures:
    """The pictures of all pieces of one shape in a theme, drawn when they are looked at."""

    cut: Cutout
    faces: Sequence[Face]
    in_ink: bool
    per_mm: float

    def views(self, n: int, turns: Sequence[float] = (0.0,)) -> Views:
        """Return all faces, each in all turns (degrees clockwise), as (pictures, n, n, 3)."""
        return _views(self._drawn, self.cut, self.in_ink, self.per_mm, n, turns)

    @property
    def _drawn(self) -> tuple[Drawn, ...]:
        return tuple(face.part.draw(face.pieces[-1], face.stance) for face in self.faces)

    def nearest(self, views: Views) -> Iterator[tuple[Face, float, float]]:
        """Yield for each flat coarse view the face that is nearest, its turn, how much it differs."""
        own = _coarse(self._drawn, self.cut, self.in_ink, self.per_mm)
        paper = np.maximum(((own - 255.0) ** 2).mean(axis=1), ONE_LEVEL**2)
        # The mean of (a - b)² for all pairs, as that of a² + b² - 2ab.
        squares = (views**2).mean(axis=1)[:, None] + (own**2).mean(axis=1)[None, :]
        squares = np.maximum(squares - 2 * views @ own.T / views.shape[1], 0.0)
        nearest = squares.argmin(axis=1)
        offs = np.sqrt(squares.min(axis=1) / paper[nearest])
        ways = [*product(self.faces, turns(self.cut))]
        for k, off in zip(nearest.tolist(), offs.tolist(), strict=True):
            yield *ways[k], off


@lru_cache(maxsize=64)  # the next set may be drawn alike
def _coarse(faces: Sequence[Drawn], cut: Cutout, in_ink: bool, per_mm: float) -> Views:
    return flat(_views(faces, cut, in_ink, per_mm, POINTS, turns(cut)), cut.kind)


def _views(
    faces: Sequence[Drawn],
    cut: Cutout,
    in_ink: bool,
    per_mm: float,
    n: int,
    turns: Sequence[float],
) -> Views:
    kind, across, down = cut
    middle = Point(across / 2, down / 2)
    place = Transform.translation(*middle)
    scenes = (
        scene.Scene(across, down, (scene.Group(one, place),), background=None) for one in faces
    )
    data = pdf.write([*map(pdf.Page, scenes)], pdf.Document(press=press.load() if in_ink else None))
    images = rendered(data, repeat(((across, down), per_mm)))
    ways = [Outline(kind, middle, across, down, -turn) for turn in turns]
    return np.concatenate([views(image, per_mm, ways, n) for image in images])


def turns(cut: Cutout) -> tuple[float, ...]:
    """Return the turns, in degrees, by which a shape covers itself; for discs, as for squares."""
    if cut.kind == "hexagon":
        return tuple(60.0 * k for k in range(6))
    square = abs(cut.width - cut.height) <= ONE_LENGTH * cut.width
    return (0.0, 90.0, 180.0, 270.0) if square else (0.0, 180.0)


# ------------------------------------------------------------------------------------ matching


def matches(album: Sequence[Pictures], candidates: Sequence[Candidate]) -> list[Match]:
    """Return for each candidate the picture that it shows best, without those that show none."""
    best: dict[int, Match] = {}
    for numbers in grouped(range(len(candidates)), lambda k: candidates[k].page).values():
        tried = [(k, outline) for k in numbers for outline in candidates[k].outlines]
        for pictures in album:
            ways = ((k, _upright(outline, pictures.cut)) for k, outline in tried)
            own = [(k, outline) for k, outline in ways if outline]
            coarse = _coarse_views(candidates[numbers[0]].paper, [outline for _, outline in own])
            nearest = pictures.nearest(np.stack(coarse)) if own else ()
            for (k, outline), (face, turn, off) in zip(own, nearest, strict=True):
                match = Match(candidates[k], outline, face, turn, off)
                if off <= _THERE:
                    best[k] = _better(best[k], match) if k in best else match
    return [best[k] for k in sorted(best)]


def _upright(outline: Outline, cut: Cutout) -> Outline | None:
    """Return an outline turned so that a shape stands upright in it, None if it has other proportions."""
    width, height = outline.height, outline.width
    on_its_side = outline._replace(width=width, height=height, angle=90.0 + outline.angle)
    for one in (outline, on_its_side):
        share = one.width / one.height * cut.height / cut.width
        if one.kind == cut.kind and abs(share - 1) <= ONE_LENGTH:
            return one
    return None


def _coarse_views(page: Page, tried: Sequence[Outline]) -> list[Views]:
    """Return what shows in outlines of one kind, as flat coarse views; the page keeps them for the next look."""
    known = page.memory.setdefault(("views", page.is_fine), {})
    new = [outline for outline in dict.fromkeys(tried) if outline not in known]
    if new:
        coarse = flat(views(page.picture.pixels, page.picture.per_mm, new, POINTS), new[0].kind)
        known |= zip(new, coarse, strict=True)
    return [known[outline] for outline in tried]


def _better(known: Match, other: Match) -> Match:
    """Return the match that fits better; if both fit alike, the one along a cut line, else the larger."""
    if abs(known.off - other.off) <= _ALIKE and known.outline != other.outline:
        return max(known, other, key=lambda one: (one.outline.cut, one.outline.width))
    return known if known.off <= other.off else other


# ------------------------------------------------------------------------------------ drawing


def draw(
    parts: Sequence[Pieces], theme: Theme, *, in_ink: bool = False, per_mm: float
) -> list[Pictures]:
    """Return the pictures of all kinds of pieces in a theme, by their shapes, on screen or in the press's inks."""
    faces = [face for part in parts for face in _faces(part, Stance(theme, part.size))]
    by_cut = grouped(faces, lambda face: face.cut)
    return [Pictures(cut, own, in_ink, per_mm) for cut, own in by_cut.items()]


def _faces(part: Pieces, stance: Stance) -> Iterator[Face]:
    """Yield the front of each of a component's kinds, and each different back once."""
    kinds, back = by_kind(part), stance._replace(back=True)
    by_back = grouped(
        kinds, lambda kind: part.draw(kinds[kind][-1], back) if part.double_sided else ()
    )
    for alike in by_back.values():
        titles = [title_of(kinds[kind]).split() for kind in alike]
        common = [word for word in titles[0] if all(word in title for title in titles)]
        trait = " ".join(common) if 1 < len(alike) < len(kinds) else ""
        for kind in alike:
            yield Face(part, kinds[kind], stance, kind, trait)
        if part.double_sided:
            kind = alike[0] if len(alike) == 1 else ""
            yield Face(part, kinds[alike[0]], back, kind, trait)


def rendered(data: bytes, sizes: Iterable[tuple[tuple[float, float], float]]) -> Iterator[Pixels]:
    """Yield the pixels of pages that we wrote ourselves, by their sides in millimetres and pixels a millimetre."""

    def pixels(number: int, sides: tuple[float, float], per_mm: float) -> Pixels:
        rows, columns, drawn = pdfium.drawn(document[number], sides, (100.0, 100.0), per_mm)
        return np.frombuffer(drawn, np.uint8).reshape(rows, columns, 3)

    with PdfDocument(data) as document, ThreadPoolExecutor(1) as pool:
        upcoming: list[Future[Pixels]] = []
        for number, size in zip(range(len(document)), sizes, strict=False):
            upcoming.append(pool.submit(pixels, number, *size))
            if number:  # the next page is drawn meanwhile
                yield upcoming.pop(0).result()
        yield from (one.result() for one in upcoming)


# ----------------------------------------------------------------------------- pictures as arrays

#: A point of a turned view is the mean of so many places each way.
FINE = 4


def views(image: Pixels, per_mm: float, outlines: Sequence[Outline], n: int) -> Views:
    """Return what shows in outlines, an array (outlines, n, n, 3); beyond the image is white."""
    whole = Image.fromarray(image)
    result = np.empty((len(outlines), n, n, 3), np.float32)
    upright: dict[Box, Pixels] = {}
    for k, outline in enumerate(outlines):
        quarters, rest = divmod(outline.angle + 1e-3, 90.0)
        across, down = outline.width / 2, outline.height / 2
        if quarters % 2:
            across, down = down, across
        x, y = outline.centre
        box = Box(*(per_mm * side for side in (x - across, y - down, x + across, y + down)))
        if rest < 2e-3 and Box(0, 0, *whole.size).holds(box):
            if box not in upright:
                upright[box] = np.asarray(whole.resize((n, n), Image.Resampling.HAMMING, box))
            result[k] = np.rot90(upright[box], int(quarters))
        else:
            result[k] = _turned(whole, per_mm, outline, n)
    return result


def _turned(whole: Image.Image, per_mm: float, outline: Outline, n: int) -> Views:
    """Return the view of an outline at any angle, or partly beyond the image, interpolated between pixels."""
    lying = Transform.scaling(per_mm) @ Transform.translation(*outline.centre)
    lying @= Transform.rotation(outline.angle)
    x, y = outline.width / 2, outline.height / 2
    drawn = whole.transform(
        (n * FINE, n * FINE),
        Image.Transform.QUAD,
        [v for corner in ((-x, -y), (-x, y), (x, y), (x, -y)) for v in lying.apply(corner)],
        Image.Resampling.BILINEAR,
        fillcolor=(255, 255, 255),
    )
    return np.asarray(drawn.reduce(FINE), np.float32)


def inside(kind: str, n: int, edge: float = 0.06) -> Mask:
    """Return which points of a view, (n, n), lie in a piece's outline, farther in than ``edge``, a share of its width."""
    steps = np.abs((np.arange(n) + 0.5) / n * 2 - 1)
    x, y = np.meshgrid(steps, steps)
    if kind == "disc":
        far = np.hypot(x, y)
    elif kind == "rectangle":
        far = np.maximum(x, y)
    else:  # a hexagon stands on a corner
        far = np.maximum(x, x / 2 + y)
    return np.asarray(far <= 1 - 2 * edge)


def flat(views: Views, kind: str) -> Views:
    """Return views as rows of their points well inside the outline."""
    return views[:, inside(kind, views.shape[1])].reshape(len(views), -1)


def unlike(one: Pixels, other: Pixels) -> Pixels:
    """Return by how many levels pictures differ more than a shift of one point explains."""
    return highest(np.maximum(_beyond(one, other), _beyond(other, one)))


def highest(picture: Pixels) -> Pixels:
    """Return the highest level of each point, many times as fast as NumPy's ``max`` of so short an axis."""
    red, green, blue = np.moveaxis(picture, -1, 0)
    return np.asarray(np.maximum(np.maximum(red, green), blue))


def _beyond(one: Pixels, other: Pixels) -> Pixels:
    """Return how far one picture lies outside what the other shows at each place and next to it."""
    high, low = around(other, np.maximum), around(other, np.minimum)
    return np.maximum(one - np.minimum(one, high), np.maximum(one, low) - one)


def crowded(marked: Mask, least: int) -> Mask:
    """Return the marked points with at least so many of their eight neighbours marked as well."""
    return np.asarray(marked & (around(marked.astype(np.uint8), np.add) > least))


def around(picture: Pixels, join: np.ufunc) -> Pixels:
    """Return each point of a picture joined with its eight neighbours."""
    rows = picture.copy()
    join(rows[1:], picture[:-1], out=rows[1:])
    join(rows[:-1], picture[1:], out=rows[:-1])
    joined = rows.copy()
    join(joined[:, 1:], rows[:, :-1], out=joined[:, 1:])
    join(joined[:, :-1], rows[:, 1:], out=joined[:, :-1])
    return joined
