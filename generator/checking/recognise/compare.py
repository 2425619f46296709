"""Pieces and boards held against our own drawing of them.

The page as it should be is drawn by our own writer, with each of them where it was found, and the
one laid over the other.  What every piece shows otherwise is the file's, as of one converted to inks;
what one shows is that piece's.  Knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw

from engine.drawing import scene
from engine.drawing.writers import pdf, press
from engine.geometry.plane import Point, Transform, bounds
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import models, raster
from generator.checking.recognise.models import Drawn
from generator.checking.recognise.raster import Mask, Pixels, Views
from generator.checking.recognise.results import Flaw

#: Pages are compared at so many points a millimetre: thinner lines and their places do not count.
PER_MM = 3.0
#: A thing that differs nowhere by more than this, of 255, is as drawn.
_DRAWN = 6
#: What lies nearer to the edge, or to lines to fold and glue along, is not compared, in millimetres.
_EDGE, _BESIDE = 1.0, 0.6
#: Colours differ by more than this, of 255, where a mark is, and where an area is paler; so many
#: neighbours of a point are off as well.
_OFF, _CROWD = 48.0, 3
_PALE_OFF, _PALE_CROWD = 12.0, 7
#: On what has no more points across, and so no fine print, marks differ by more than this.
_SMALL, _OFF_SMALL = 132, 28.0
#: Where nothing is drawn within so many points marks differ by more than this.
_BARE, _OFF_BARE = 5, 20.0
#: Fewer points, in squares of so many, are specks, as letters leave when others draw them.
_FEWEST, _ABOUT = 9, 7
#: So few things on a page are drawn alone, not with the whole page.
_APART = 8
#: A mark shows one colour if this share of its points does.
_EVEN = 0.7


class Way(NamedTuple):
    """How a thing may be drawn: its picture, how that lies on the page, what lines may lie on it."""

    items: Drawn
    lying: Transform
    lines: scene.Outline = ()


class Place(NamedTuple):
    """A thing on a page: within which corners, and in which ways it may be drawn, the likeliest first."""

    page: int
    corners: Sequence[Point]
    ways: Iterator[Way]


class Difference(NamedTuple):
    """How a thing differs from its drawing.

    ``points`` is how much of it is off, ``even`` whether one colour shows there; ``at`` is where,
    right and down from the middle, as shares of the width and height.
    """

    points: int
    shown: str = ""
    wanted: str = ""
    even: bool = False
    at: tuple[float, float] = (0.0, 0.0)

    def flaw(self, thing: str) -> Flaw | None:
        """Return what is wrong with a thing, None for nothing."""
        if not self.points:
            return None
        x, y = self.at
        down = "at the top" if y < -0.15 else "at the bottom" if y > 0.15 else ""
        across = "on the left" if x < -0.15 else "on the right" if x > 0.15 else ""
        side = " ".join(filter(None, (down, across))) or "in the middle"
        if self.even:
            return Flaw("foreign", f"{thing} shows {self.shown} instead of {self.wanted} {side}")
        return Flaw("unclear", f"a part of {thing} is missing, misplaced or drawn over {side}")


NONE = Difference(0)


class _Overlay(NamedTuple):
    """What a thing shows and should show, (rows, columns, 3) both, and where that counts."""

    view: Views
    expected: Views
    within: Mask


def compared(
    pages: Sequence[Page],
    places: Sequence[Place],
    conversion: Conversion | None = None,
    *,
    in_ink: bool = False,
    per_mm: float = PER_MM,
) -> tuple[list[Difference], Conversion]:
    """Return how things differ from how they should look, and the file's conversion, measured if none is given.

    Each is drawn in the way in which it differs least.  They are compared at so many points ``per_mm``, or as
    many as a page has.
    """
    best: dict[int, Difference] = {}
    tried = [*range(len(places))]
    while tried:
        ways = {k: way for k in tried if (way := next(places[k].ways, None)) is not None}
        things = {k: (places[k], way) for k, way in ways.items()}
        overlays = partial(_overlays, pages, things, per_mm, press.load() if in_ink else None)
        differences = dict.fromkeys(things, NONE)
        samples: list[_Sample] = []
        for k, overlay in overlays():
            differences[k] = _difference(overlay, conversion or NOTHING)
            if conversion is None:
                samples.append(_sample(overlay))
        if conversion is None:
            is_all = len(samples) > _CONVERTED * len(places)
            conversion = _measured(samples) if is_all else NOTHING
            if conversion.most:
                differences |= {k: _difference(one, conversion) for k, one in overlays()}
        for k, difference in differences.items():
            best[k] = min(best.get(k, difference), difference, key=lambda one: one.points)
        tried = [k for k in things if best[k].points]
    return [best[k] for k in range(len(places))], conversion or NOTHING


def _overlays(
    pages: Sequence[Page],
    things: Mapping[int, tuple[Place, Way]],
    per_mm: float,
    ink: press.Press | None,
) -> Iterator[tuple[int, _Overlay]]:
    """Yield things by their numbers, page by page, with how they look when drawn in a way, those that differ at all."""
    for number, own in grouped(things, lambda k: things[k][0].page).items():
        page, drawn = pages[number], [things[k] for k in own]
        step = max(1, round(page.per_mm / per_mm))
        window = _Window.about(page, [place.corners for place, _ in drawn], step)
        if min(window.columns, window.rows) < step:  # all lie off the page
            continue
        view = Image.fromarray(window.view(page))
        expected = Image.fromarray(window.drawn([*map(_cut_out, drawn)], ink))
        unlike = reduce(ImageChops.lighter, ImageChops.difference(view, expected).split())
        differs = np.asarray(unlike.reduce(step)) > _DRAWN
        boxes = [window.box(place.corners, step) for place, _ in drawn]
        if not any(differs[box].any() for box in boxes):
            continue
        chart = window.chart(drawn, step)
        levels, should = (np.asarray(one.reduce(step)) for one in (view, expected))
        for n, (k, box) in enumerate(zip(own, boxes, strict=True), 1):
            within = chart[box] == n
            if (within & differs[box]).any():
                shown, wanted = (one[box].astype(np.float32) for one in (levels, should))
                yield k, _Overlay(shown, wanted, within)


def _difference(overlay: _Overlay, conversion: Conversion) -> Difference:
    """Return how a thing differs, but for specks."""
    view, expected, within = overlay
    expected = conversion.of(expected)
    unlike = raster.unlike(view, expected, within, _PALE_OFF)
    is_off = unlike > (_OFF_SMALL if max(within.shape) <= _SMALL else _OFF)
    pale = (unlike > _OFF_BARE) & ~is_off
    is_off[pale] = _is_bare(expected, pale)
    crowd = raster.crowded(is_off, _CROWD) | raster.crowded(unlike > 0, _PALE_CROWD)
    return difference(view, expected, crowd)


def _is_bare(expected: Views, places: Mask) -> Mask:
    """Return at which places nothing is drawn: one colour shows there and about it."""
    around = [(_BARE // 2, _BARE // 2)] * 2 + [(0, 0)]
    near = sliding_window_view(np.pad(expected, around, "edge"), (_BARE, _BARE), (0, 1))[places]
    return np.asarray(np.ptp(near, axis=(2, 3)).max(axis=1, initial=0.0) < _PALE_OFF)


def difference(view: Views, expected: Views, marked: Mask) -> Difference:
    """Return how a thing differs where it is marked, but for specks."""
    around = sliding_window_view(np.pad(marked, _ABOUT // 2), (_ABOUT, _ABOUT))
    marked[marked] = around[marked].sum(axis=(1, 2)) >= _FEWEST
    points = int(marked.sum())
    if not points:
        return NONE
    colour, wanted = (np.median(one[marked], axis=0) for one in (view, expected))
    is_even = (np.abs(view[marked] - colour).max(axis=1) < _OFF).mean() > _EVEN
    down, across = (
        float(at.mean() / n - 0.5) for at, n in zip(np.nonzero(marked), marked.shape, strict=True)
    )
    names = raster.written(colour), raster.written(wanted)
    return Difference(points, *names, bool(is_even), (across, down))


# ------------------------------------------------------------------------------------ drawing


def _cut_out(thing: tuple[Place, Way]) -> scene.Item:
    place, way = thing
    return scene.Group((scene.Group(way.items, way.lying),), clip=scene.polygon(place.corners))


class _Window(NamedTuple):
    """A part of a page: which pixels, so many a millimetre."""

    left: int
    top: int
    columns: int
    rows: int
    per_mm: float
    #: Its width and height in millimetres.
    sides: tuple[float, float]

    @classmethod
    def about(cls, page: Page, outlines: Sequence[Sequence[Point]], step: int) -> _Window:
        """Return the part that holds outlines, in whole squares of so many pixels; for many the page."""
        (rows, columns, _), per_mm = page.pixels.shape, page.per_mm
        if len(outlines) > _APART:
            return cls(0, 0, columns, rows, per_mm, page.paper)
        box = bounds([corner for outline in outlines for corner in outline])
        left, top = (step * max(0, math.floor(side * per_mm / step)) for side in box[:2])
        right, bottom = (step * math.ceil(side * per_mm / step) for side in box[2:])
        across, down = min(right, columns) - left, min(bottom, rows) - top
        return cls(left, top, across, down, per_mm, (across / per_mm, down / per_mm))

    def view(self, page: Page) -> Pixels:
        """Return what a page shows there."""
        return page.pixels[self.top :, self.left :][: self.rows, : self.columns]

    def box(self, outline: Sequence[Point], step: int) -> tuple[slice, slice]:
        """Return the squares of so many pixels that an outline takes, as rows and columns."""
        sides = bounds(self._placed(outline))
        left, top, right, bottom = (max(0, round(side / step)) for side in sides)
        rows, columns = self.rows // step, self.columns // step
        return slice(top, min(bottom, rows)), slice(left, min(right, columns))

    def _placed(self, points: Iterable[Point]) -> list[tuple[float, float]]:
        return [(x * self.per_mm - self.left, y * self.per_mm - self.top) for x, y in points]

    def drawn(self, items: Sequence[scene.Item], ink: press.Press | None) -> Pixels:
        """Return items of the page as PDFium shows them there."""
        at = Transform.translation(-self.left / self.per_mm, -self.top / self.per_mm)
        sheet = scene.Scene(*self.sides, (scene.Group(tuple(items), at),), background=None)
        data = pdf.write([pdf.Page(sheet)], pdf.Document(press=ink))
        return models.rendered(data, [(self.sides, self.per_mm)])[0]

    def chart(self, things: Sequence[tuple[Place, Way]], step: int) -> NDArray[np.int32]:
        """Return on which of some things each square of so many pixels lies, from 1, well within it; 0 for none."""
        chart = Image.new("I", (self.columns // step, self.rows // step))
        pen, per_mm = ImageDraw.Draw(chart), self.per_mm / step

        def drawn(points: Iterable[Point]) -> list[tuple[float, float]]:
            return [(x / step - 0.5, y / step - 0.5) for x, y in self._placed(points)]

        for number, (place, way) in enumerate(things, 1):
            pen.polygon(drawn(place.corners), number)
            pen.line(drawn([*place.corners, *place.corners[:2]]), 0, round(2 * _EDGE * per_mm))
            for line in scene.flattened(way.lines):
                pen.line(drawn(line), 0, round(2 * _BESIDE * per_mm))
        return np.asarray(chart)


# --------------------------------------------------------------------------------- conversion

#: In a file that was converted more things than this share differ, in one with a page of another theme fewer.
_CONVERTED = 0.9
#: So many of a thing's points, of so many things, tell how a colour shows: of so large a share of
#: them alike, to so many levels of 255.
_FEWEST_POINTS, _FEWEST_THINGS, _AGREE, _ALIKE = 4, 3, 0.75, 6.0
#: A conversion changes this share of the colours that are no greys by more levels than this, none by more
#: than that.
_SHARE, _UNCHANGED, _MOST, _GREY = 0.5, 2.0, 64.0, 24.0
#: How much a level of red, green and blue counts in a number that stands for a colour.
_PLACES = np.array((65536, 256, 1), np.uint32)


class Conversion(NamedTuple):
    """Colours and by how much each differs, (colours, 3) both; none where nothing does."""

    colours: NDArray[np.float32]
    changes: NDArray[np.float32]

    @property
    def most(self) -> int:
        """By how many levels of 255 the colour differs that differs most."""
        return round(float(np.abs(self.changes).max(initial=0.0)))

    def of(self, views: Views) -> Views:
        """Return a picture as the file shows it: every point as the colours next to it are changed."""
        if not self.most:
            return views
        result = np.empty_like(views)
        for k, row in enumerate(views):  # all at once takes as many numbers as points times colours
            squares = (row**2).sum(axis=1)[:, None] + (self.colours**2).sum(axis=1)
            nearness = 1 / np.maximum(squares - 2 * row @ self.colours.T, 0.5)
            changes = nearness @ self.changes / nearness.sum(axis=1, keepdims=True)
            result[k] = np.clip(row + changes, 0, 255)
        return result


NOTHING = Conversion(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))


#: What a thing shows of each colour that it should show.
_Sample = dict[int, NDArray[np.float32]]


def _sample(overlay: _Overlay) -> _Sample:
    """Return the middle of what a thing shows for each colour, by the numbers that stand for these."""
    view, expected, within = overlay
    levels = view[within]
    codes = expected[within].round().astype(np.uint32) @ _PLACES
    own, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    groups = np.split(levels[which.argsort(kind="stable")], counts.cumsum()[:-1])
    often = np.flatnonzero(counts >= _FEWEST_POINTS)
    return {int(own[k]): np.median(groups[k], axis=0) for k in often}


def _measured(things: Sequence[_Sample]) -> Conversion:
    samples: dict[int, list[NDArray[np.float32]]] = {}
    for thing in things:
        for code, levels in thing.items():
            samples.setdefault(code, []).append(levels)
    told = {code: np.array(some) for code, some in samples.items() if len(some) >= _FEWEST_THINGS}
    middles = {code: np.median(some, axis=0) for code, some in told.items()}
    sure = [
        code
        for code, some in told.items()
        if (np.abs(some - middles[code]).max(axis=1) <= _ALIKE).mean() >= _AGREE
    ]
    colours = (np.array(sure, np.uint32)[:, None] // _PLACES % 256).astype(np.float32)
    changes = np.array([middles[code] for code in sure], np.float32).reshape(-1, 3) - colours
    sizes = np.abs(changes).max(axis=1, initial=0.0)
    is_coloured = np.ptp(colours, axis=1) > _GREY if sure else np.zeros(0, bool)
    if not is_coloured.any() or (sizes[is_coloured] > _UNCHANGED).mean() < _SHARE:
        return NOTHING
    changes[sizes > _MOST] = 0
    return Conversion(colours, changes)
