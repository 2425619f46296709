"""Which of a game's pictures shows at a place on a page, and how it is turned.  Knows no game and no file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine.drawing.parts import Cutout
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import raster
from generator.checking.recognise.models import COARSE, UNEVEN, Coarse, Face, Models
from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.raster import Frame, Views

#: A picture is there if it differs from the model by less than this share of what white paper does.
THERE = 0.8
#: Paper, in mean squares, differs by this at least.
_FAINTEST = 400.0
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


def matches(models: Models, candidates: Sequence[Candidate]) -> list[Match]:
    """Return the pictures that candidates show best, none for those that show none."""
    best: dict[int, Match] = {}
    for numbers in grouped(range(len(candidates)), lambda k: candidates[k].page).values():
        tried = [(k, outline) for k in numbers for outline in candidates[k].outlines]
        for cut, pictures in models.coarse.items():
            own = [(k, outline) for k, outline in tried if _fits(outline, cut)]
            views = _seen(candidates[numbers[0]].paper, cut, [outline for _, outline in own])
            nearest = _nearest(views, pictures) if own else ()
            for (k, outline), (number, turn, off) in zip(own, nearest, strict=True):
                match = Match(candidates[k], outline, models.faces[number], turn, off)
                if off <= THERE:
                    best[k] = _better(best[k], match) if k in best else match
    return [best[k] for k in sorted(best)]


def _seen(page: Page, cut: Cutout, tried: Sequence[Outline]) -> list[Views]:
    """Return what shows in outlines, as flat coarse views; kept, for many looks are tried on them."""
    frames = [frame(page, outline, cut) for outline in tried]
    new = [frame for frame in dict.fromkeys(frames) if (cut.kind, frame) not in page.seen]
    views = raster.flat(raster.views(page.pixels, new, COARSE), cut.kind) if new else ()
    page.seen |= {(cut.kind, frame): view for frame, view in zip(new, views, strict=True)}
    return [page.seen[cut.kind, frame] for frame in frames]


def _nearest(seen: Sequence[Views], pictures: Coarse) -> Iterator[tuple[int, float, float]]:
    """Yield for each flat view the number of the picture that is nearest, its turn, how much it differs."""
    views, paper = (
        np.stack(seen),
        np.maximum(((pictures.views - 255.0) ** 2).mean(axis=1), _FAINTEST),
    )
    squares = (views**2).mean(axis=1)[:, None] + (pictures.views**2).mean(axis=1)[None, :]
    squares = np.maximum(squares - 2 * views @ pictures.views.T / views.shape[1], 0.0)
    nearest = squares.argmin(axis=1)
    offs = np.sqrt(np.take_along_axis(squares, nearest[:, None], axis=1)[:, 0] / paper[nearest])
    for k, off in zip(nearest.tolist(), offs.tolist(), strict=True):
        yield pictures.numbers[k], pictures.turns[k], off


def _is_upright(width: float, height: float, cut: Cutout) -> bool:
    """Tell whether sides have a shape's proportions."""
    return abs(width / height * cut.height / cut.width - 1) <= UNEVEN


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
