"""Which of a game's pictures shows at a place on a page, and how it is turned.  Knows no game and no file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from engine.drawing.parts import Cutout
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import raster
from generator.checking.recognise.models import COARSE, Face, Models
from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.raster import Frame, Mask, Views

#: A picture is there if it differs from the model by less than this share of what white paper does.
THERE = 0.8
#: Paper, in mean squares, differs by this at least.
_FAINTEST = 400.0
#: Sides whose proportion differs by less than this are those of a shape.
_UNEVEN = 0.03
#: Of outlines that show a picture alike, by this share, a line to cut along is the piece's.
_ALIKE = 0.03


class Match(NamedTuple):
    """A picture at a candidate: the outline it fits, the face that shows, how it is turned, how much it differs.

    ``off`` is the root of the mean squares, a share of what bare paper would differ by.
    """

    candidate: Candidate
    outline: Outline
    face: Face
    turn: float
    off: float


@cache
def turns(cut: Cutout) -> tuple[float, ...]:
    """Return the turns, in degrees, by which a shape covers itself; of discs those of a sheet."""
    if cut.kind == "hexagon":
        return tuple(60.0 * k for k in range(6))
    square = abs(cut.width - cut.height) <= _UNEVEN * cut.width
    return (0.0, 90.0, 180.0, 270.0) if square else (0.0, 180.0)


class Seeker:
    """Looks for the pictures of a game in one look."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self._coarse = cache(self._of_shape)

    def _of_shape(self, cut: Cutout) -> tuple[list[tuple[int, float]], Views, Views]:
        """Return the pictures of a shape in every turn: which, their coarse views, how paper differs."""
        own = [k for k, face in enumerate(self.models.faces) if face.cut == cut]
        which = [(k, turn) for k in own for turn in turns(cut)]
        numbers, ways = zip(*which, strict=True)
        flat = _flat(self.models.views(numbers, ways, COARSE), cut.kind)
        paper = np.maximum(((flat - 255.0) ** 2).mean(axis=1), _FAINTEST)
        return which, flat, paper

    def matches(self, candidates: Sequence[Candidate]) -> list[Match]:
        """Return the pictures that candidates show best, none for those that show none."""
        best: dict[int, Match] = {}
        pages = grouped(range(len(candidates)), lambda k: candidates[k].page)
        for numbers in pages.values():
            tried = [(k, outline) for k in numbers for outline in candidates[k].outlines]
            for cut in self.models.shapes:
                own = [(k, outline) for k, outline in tried if _fits(outline, cut)]
                paper = candidates[numbers[0]].paper
                views = self._seen(paper, cut, [outline for _, outline in own])
                for (k, outline), nearest in zip(own, self._nearest(views, cut), strict=True):
                    match = Match(candidates[k], outline, *nearest)
                    if match.off <= THERE:
                        best[k] = _better(best[k], match) if k in best else match
        return [best[k] for k in sorted(best)]

    def _seen(self, drawn: Page, cut: Cutout, tried: Sequence[Outline]) -> Views:
        """Return what shows in outlines, as flat coarse views; kept, for many looks are tried on them."""
        frames = [frame(drawn, outline, cut) for outline in tried]
        new = [frame for frame in dict.fromkeys(frames) if (cut.kind, frame) not in drawn.seen]
        if new:
            views = _flat(raster.views(drawn.pixels, new, COARSE), cut.kind)
            drawn.seen |= {(cut.kind, frame): view for frame, view in zip(new, views, strict=True)}
        kept = [drawn.seen[cut.kind, frame] for frame in frames]
        return np.stack(kept) if kept else np.zeros((0, self._coarse(cut)[1].shape[1]), np.float32)

    def _nearest(self, views: Views, cut: Cutout) -> Iterator[tuple[Face, float, float]]:
        """Yield for each flat view the picture that is nearest, its turn, how much it differs."""
        which, pictures, paper = self._coarse(cut)
        squares = (views**2).mean(axis=1)[:, None] + (pictures**2).mean(axis=1)[None, :]
        squares = np.maximum(squares - 2 * views @ pictures.T / views.shape[1], 0.0)
        nearest = squares.argmin(axis=1)
        offs = np.sqrt(np.take_along_axis(squares, nearest[:, None], axis=1)[:, 0] / paper[nearest])
        for k, distance in zip(nearest.tolist(), offs.tolist(), strict=True):
            model, turn = which[k]
            yield self.models.faces[model], turn, distance


@cache
def _inside(kind: str, n: int) -> Mask:
    return raster.inside(kind, n)


def _flat(views: Views, kind: str) -> Views:
    """Return views as rows of their points well inside the outline."""
    return views[:, _inside(kind, views.shape[1])].reshape(len(views), -1)


def _is_upright(width: float, height: float, cut: Cutout) -> bool:
    """Tell whether sides have a shape's proportions."""
    return abs(width / height * cut.height / cut.width - 1) <= _UNEVEN


def _fits(outline: Outline, cut: Cutout) -> bool:
    """Tell whether an outline has a shape's proportions, upright or on its side."""
    width, height = outline.width, outline.height
    is_in_proportion = _is_upright(width, height, cut) or _is_upright(height, width, cut)
    return outline.kind == cut.kind and is_in_proportion


def frame(page: Page, outline: Outline, cut: Cutout | None = None) -> Frame:
    """Return the frame of an outline, turned so that a rectangle of a shape stands upright in it."""
    scale = page.per_mm
    width, height, angle = outline.width * scale, outline.height * scale, outline.angle
    if cut is not None and outline.kind == "rectangle" and not _is_upright(width, height, cut):
        width, height, angle = height, width, 90.0 + angle
    return Frame(outline.centre.x * scale, outline.centre.y * scale, width, height, angle)


def _better(known: Match, other: Match) -> Match:
    """Return the match that fits better, of two that fit alike that of a line to cut along."""
    if abs(known.off - other.off) <= _ALIKE and known.outline.cut != other.outline.cut:
        return known if known.outline.cut else other
    return known if known.off <= other.off else other
