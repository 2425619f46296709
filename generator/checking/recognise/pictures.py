"""Which of a game's pictures shows at a place on a page, how it is turned, and what differs.

Coarsely to tell which, finely to tell what is wrong.  Knows no game and no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache
from heapq import nsmallest
from typing import NamedTuple

import numpy as np

from engine.drawing.parts import Cutout
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import conversion, raster
from generator.checking.recognise.models import COARSE, Face, Models
from generator.checking.recognise.outlines import Candidate, Outline
from generator.checking.recognise.raster import Frame, Mask, Shift, Views

#: A picture is there if it differs from the model by less than this share of what white paper does.
THERE = 0.8
#: Paper, in mean squares, differs by this at least.
_FAINTEST = 400.0
#: Sides whose proportion differs by less than this are those of a shape.
_UNEVEN = 0.03
#: Of outlines that show a picture alike, by this share, a line to cut along is the piece's.
_ALIKE = 0.03
#: How finely pictures are looked through, those of fewer pixels the less; and how many at once.
_FINE = (32, 64)
_AT_ONCE = 32
#: So many pieces of a picture on a page tell how the file shows its colours.
_SAMPLED = 4
#: Colours differ by more than this, of 255, where a picture is off; a crowd has so many neighbours.
_OFF, _CROWD = 36.0, 3
#: And by more than this where a whole area is.
_PALE_OFF, _PALE_CROWD = 5.0, 7
#: But where this share of a page's pictures is off so, as small hatches are, by more than this.
_PATTERNED, _PATTERN_OFF = 0.25, 12.0
#: So many crowded points are a fault.
_FEWEST = 7
#: A picture that seems to lie off by more than this share is another than it is taken for.
_ASTRAY = 0.12
_STEPS = 3
#: One that seems to lie off by less than this share lies as it should.
_IN_PLACE = 0.002
#: Taken to lie off, a picture differs by less than this share of what it differs by in its place.
_IMPROVED = 0.6


class Match(NamedTuple):
    """A picture at a candidate: the outline it fits, which it is, how it is turned, how much it differs.

    ``off`` is the root of the mean squares, a share of what bare paper would differ by.
    """

    candidate: Candidate
    outline: Outline
    model: int
    face: Face
    turn: float
    off: float


class Difference(NamedTuple):
    """How a picture differs from the model's: shifted and grown, in millimetres, and what shows.

    ``points`` is how much of it is off, ``even`` whether one colour shows there; ``at`` is where,
    right and down from the middle, as shares of the width and height.
    """

    right: float
    down: float
    growth: float
    points: int
    seen: str
    wanted: str
    even: bool
    at: tuple[float, float]


#: How much of a picture is off, what shows and what should, whether evenly, and where.
What = tuple[int, str, str, bool, tuple[float, float]]


@cache
def _turns(cut: Cutout) -> tuple[float, ...]:
    """Return the turns, in degrees, by which a shape covers itself; of discs those of a sheet."""
    if cut.kind == "hexagon":
        return tuple(60.0 * k for k in range(6))
    square = abs(cut.width - cut.height) <= _UNEVEN * cut.width
    return (0.0, 90.0, 180.0, 270.0) if square else (0.0, 180.0)


class Seeker:
    """Looks for the pictures of a game in one look."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self.pages: Sequence[Page] = ()
        self.conversion = conversion.NOTHING
        self._known: dict[Cutout, tuple[list[tuple[int, float]], Views, Views]] = {}

    def _coarse(self, cut: Cutout) -> tuple[list[tuple[int, float]], Views, Views]:
        """Return the pictures of a shape in every turn: which, their coarse views, how paper differs."""
        if cut not in self._known:
            self._known[cut] = self._of_shape(cut)
        return self._known[cut]

    def _of_shape(self, cut: Cutout) -> tuple[list[tuple[int, float]], Views, Views]:
        own = [k for k, face in enumerate(self.models.faces) if face.cut == cut]
        which = [(k, turn) for k in own for turn in _turns(cut)]
        numbers, turns = zip(*which, strict=True)
        flat = _flat(self.models.views(numbers, turns, COARSE), cut.kind)
        paper = np.maximum(((flat - 255.0) ** 2).mean(axis=1), _FAINTEST)
        return which, flat, paper

    def on(self, pages: Sequence[Page]) -> Seeker:
        """Return what looks for the pictures on some pages."""
        result = copy(self)
        result.pages = pages
        return result

    def converting(self, matches: Sequence[Match]) -> Seeker:
        """Return what looks for the pictures in the colours that the file gives those found."""
        pairs: list[tuple[Views, Views, Mask]] = []
        alike = grouped(matches, lambda match: (match.candidate.page, match.model))
        some = [m for own in alike.values() for m in nsmallest(_SAMPLED, own, lambda m: m.off)]
        for page, own in grouped(some, lambda match: match.candidate.page).items():
            views, expected, within, _ = self._views(self.pages[page], own, _FINE[0])
            pairs += zip(views, expected, within, strict=True)
        result = copy(self)
        result.conversion = conversion.measured(pairs)
        return result

    def matches(self, candidates: Sequence[Candidate]) -> list[Match]:
        """Return the pictures that candidates show best, none for those that show none."""
        best: dict[int, Match] = {}
        pages = grouped(range(len(candidates)), lambda k: candidates[k].page)
        for page, numbers in pages.items():
            tried = [(k, outline) for k in numbers for outline in candidates[k].outlines]
            for cut in self.models.shapes:
                own = [(k, outline) for k, outline in tried if _fits(outline, cut)]
                views = self._seen(page, cut, [outline for _, outline in own])
                for (k, outline), nearest in zip(own, self._nearest(views, cut), strict=True):
                    match = Match(candidates[k], outline, *nearest)
                    if match.off <= THERE:
                        best[k] = _better(best[k], match) if k in best else match
        return [best[k] for k in sorted(best)]

    def _seen(self, page: int, cut: Cutout, tried: Sequence[Outline]) -> Views:
        """Return what shows in outlines, as flat coarse views; kept, for many looks are tried on them."""
        drawn = self.pages[page]
        frames = [frame(drawn, outline, cut) for outline in tried]
        new = [frame for frame in dict.fromkeys(frames) if (cut.kind, frame) not in drawn.seen]
        if new:
            views = _flat(raster.views(drawn.pixels, new, COARSE), cut.kind)
            drawn.seen |= {(cut.kind, frame): view for frame, view in zip(new, views, strict=True)}
        kept = [drawn.seen[cut.kind, frame] for frame in frames]
        return np.stack(kept) if kept else np.zeros((0, self._coarse(cut)[1].shape[1]), np.float32)

    def _nearest(
        self, views: Views, cut: Cutout, models: Sequence[int] | None = None
    ) -> Iterator[tuple[int, Face, float, float]]:
        """Yield for each flat view the picture, of some or all, that is nearest, its turn, how much it differs."""
        which, pictures, paper = self._coarse(cut)
        if models is not None:
            rows = [k for k, (model, _) in enumerate(which) if model in models]
            which, pictures, paper = [which[k] for k in rows], pictures[rows], paper[rows]
        squares = (views**2).mean(axis=1)[:, None] + (pictures**2).mean(axis=1)[None, :]
        squares = np.maximum(squares - 2 * views @ pictures.T / views.shape[1], 0.0)
        nearest = squares.argmin(axis=1)
        offs = np.sqrt(np.take_along_axis(squares, nearest[:, None], axis=1)[:, 0] / paper[nearest])
        for k, distance in zip(nearest.tolist(), offs.tolist(), strict=True):
            model, turn = which[k]
            yield model, self.models.faces[model], turn, distance

    def nearest(self, match: Match, models: Sequence[int]) -> Match | None:
        """Return a match as the one of some pictures that is nearest, however far; None for none."""
        page, outline = match.candidate.page, match.outline
        matches = [
            Match(match.candidate, outline, *one)
            for cut in dict.fromkeys(self.models.faces[model].cut for model in models)
            for one in self._nearest(self._seen(page, cut, [outline]), cut, models)
        ]
        return min(matches, key=lambda one: one.off, default=None)

    def shown(self, page: int, outline: Outline) -> str | None:
        """Return the colour that most of an outline shows, None for nothing on white paper."""
        drawn = self.pages[page]
        colours = _flat(raster.views(drawn.pixels, [frame(drawn, outline)], COARSE), outline.kind)
        colours = colours.reshape(-1, 3)
        if (colours > 255 - _OFF / 2).all(axis=1).mean() > 0.93:
            return None
        return raster.written(np.median(colours, axis=0))

    def compared(self, matches: Sequence[Match]) -> list[tuple[Match, Difference]]:
        """Return matches, page by page, with how each differs, in the turn in which it differs least.

        Pictures that are turned may look alike at large.
        """
        result: list[tuple[Match, Difference]] = []
        for own in grouped(matches, lambda match: match.candidate.page).values():
            pale = _PALE_OFF
            offs = self._differences(own, pale)
            if sum(difference.points > 0 for difference in offs) > _PATTERNED * len(own):
                pale = _PATTERN_OFF
                offs = self._differences(own, pale)
            for match, difference in zip(own, offs, strict=True):
                turns = [match.turn, *(_turns(match.face.cut) if difference.points else ())]
                ways = [match._replace(turn=turn) for turn in dict.fromkeys(turns)]
                tried = [difference, *self._differences(ways[1:], pale)]
                result.append(min(zip(ways, tried, strict=True), key=lambda one: one[1].points))
        return result

    def _differences(self, matches: Sequence[Match], pale: float) -> list[Difference]:
        """Return how each picture of a page differs from the model's, in order."""
        result: dict[int, Difference] = {}
        for n in _FINE:
            own = [k for k, match in enumerate(matches) if self._fineness(match) == n]
            for start in range(0, len(own), _AT_ONCE):
                some = own[start : start + _AT_ONCE]
                offs = self._some([matches[k] for k in some], n, pale)
                result.update(zip(some, offs, strict=True))
        return [result[k] for k in range(len(matches))]

    def _fineness(self, match: Match) -> int:
        """Return how finely a picture is looked through: no finer than its pixels."""
        per_mm = self.pages[match.candidate.page].per_mm
        least = min(match.outline.width, match.outline.height) * per_mm
        return max((n for n in _FINE if n <= least), default=_FINE[0])

    def _views(
        self, page: Page, matches: Sequence[Match], n: int
    ) -> tuple[Views, Views, Mask, list[Frame]]:
        """Return what shows at matches and what should, where that counts, and where it lies."""
        expected = self.models.views([m.model for m in matches], [m.turn for m in matches], n)
        frames = [frame(page, match.outline, match.face.cut) for match in matches]
        within = np.stack([_inside(match.face.cut.kind, n) for match in matches])
        within &= np.stack([raster.on_image(page.pixels, frame, n) for frame in frames])
        views = raster.views(page.pixels, frames, n)
        return views, self.conversion.of(expected), within, frames

    def _some(self, matches: Sequence[Match], n: int, pale: float) -> Iterator[Difference]:
        page = self.pages[matches[0].candidate.page]
        views, expected, within, frames = self._views(page, matches, n)
        shifts = raster.misplaced(views, expected, within)
        for k in map(int, np.flatnonzero(np.abs(shifts).max(axis=1) > _IN_PLACE)):
            shifts[k], (views[k],) = _placed(
                page, frames[k], shifts[k], expected[k : k + 1], within[k]
            )
        unlike = raster.unlike(views, expected, within, pale)
        crowds = raster.crowded(unlike > _OFF, _CROWD) | raster.crowded(unlike > 0, _PALE_CROWD)
        for k, frame in enumerate(frames):
            width, height = frame.width / page.per_mm, frame.height / page.per_mm
            right, down, growth = (float(v) for v in shifts[k] * (width, height, width))
            if frame.angle:
                right, down = frame.turned(right, down)
            yield Difference(right, down, growth, *what(views[k], expected[k], crowds[k]))


def _placed(
    page: Page, frame: Frame, shift: Shift, expected: Views, within: Mask
) -> tuple[Shift, Views]:
    """Return how far a picture lies off, step by step, and how it shows then; 0 where it is another."""
    n = expected.shape[1]
    first = raster.views(page.pixels, [frame], n)
    for _ in range(_STEPS):
        view = raster.views(page.pixels, [frame.moved(*shift)], n)
        shift = shift + raster.misplaced(view, expected, within[None])[0]
        if np.abs(shift).max() > _ASTRAY:
            return np.zeros(3), first
    view = raster.views(page.pixels, [frame.moved(*shift)], n)
    before, after = (float(np.abs(one - expected)[0][within].mean()) for one in (first, view))
    return (shift, view) if after < _IMPROVED * before else (np.zeros(3), first)


def what(view: Views, expected: Views, crowd: Mask, fewest: float = _FEWEST) -> What:
    """Return how many points are off, what shows and what should, whether evenly, and where."""
    points = int(crowd.sum())
    if points < fewest:
        return 0, "", "", False, (0.0, 0.0)
    colour = np.median(view[crowd], axis=0)
    even = (np.abs(view[crowd] - colour).max(axis=1) < _OFF).mean() > 0.7
    down, across = (
        float(at.mean() / n - 0.5) for at, n in zip(np.nonzero(crowd), crowd.shape, strict=True)
    )
    wanted_colour = np.median(expected[crowd], axis=0)
    return points, raster.written(colour), raster.written(wanted_colour), bool(even), (across, down)


def where(difference: Difference) -> str:
    """Return in words on which side of a piece something is off."""
    x, y = difference.at
    down = "at the top" if y < -0.15 else "at the bottom" if y > 0.15 else ""
    across = "on the left" if x < -0.15 else "on the right" if x > 0.15 else ""
    words = " ".join(filter(None, (down, across)))
    return f" {words}" if words else " in the middle"


@cache
def _inside(kind: str, n: int) -> Mask:
    return raster.inside(kind, n)


def _flat(views: Views, kind: str) -> Views:
    """Return views as rows of their points well inside the outline."""
    return views[:, _inside(kind, views.shape[1])].reshape(len(views), -1)


def _is_upright(outline: Outline, cut: Cutout) -> bool:
    """Tell whether an outline has a shape's proportions as it stands."""
    return _is_share(outline.width / outline.height, cut)


def _is_share(share: float, cut: Cutout) -> bool:
    """Tell whether a width is that share of its height in a shape."""
    own = cut.width / cut.height
    return abs(share - own) <= _UNEVEN * own


def _fits(outline: Outline, cut: Cutout) -> bool:
    """Tell whether an outline has a shape's proportions, upright or on its side."""
    share = outline.width / outline.height
    return outline.kind == cut.kind and (_is_share(share, cut) or _is_share(1 / share, cut))


def frame(page: Page, outline: Outline, cut: Cutout | None = None) -> Frame:
    """Return the frame of an outline, turned so that a rectangle of a shape stands upright in it."""
    scale = page.per_mm
    width, height, angle = outline.width * scale, outline.height * scale, outline.angle
    if cut is not None and outline.kind == "rectangle" and not _is_upright(outline, cut):
        width, height, angle = height, width, 90.0 + angle
    return Frame(outline.centre.x * scale, outline.centre.y * scale, width, height, angle)


def _better(known: Match, other: Match) -> Match:
    """Return the match that fits better, of two that fit alike that of a line to cut along."""
    if abs(known.off - other.off) <= _ALIKE and known.outline.cut != other.outline.cut:
        return known if known.outline.cut else other
    return known if known.off <= other.off else other
