"""Pieces and boards held against our own drawing of them.

The page as it should be is drawn by our own writer, with each of them where it was found, and the
one laid over the other.  What every piece shows otherwise is the file's, as of one converted to inks;
what one shows is that piece's.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engine.drawing import scene
from engine.drawing.writers import pdf, press
from engine.geometry.plane import Point, Transform, bounds
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import models
from generator.checking.recognise.models import Drawn, Mask, Pixels
from generator.checking.recognise.results import Flaw

#: Pages are compared at so many points a millimetre: thinner lines and their places do not count.
PER_MM = 3.0
#: A thing that differs by no more than this, of 255, but for specks, is as drawn.
_DRAWN = 6
#: What lies nearer to the edge, or to lines to fold and glue along, is not compared, in millimetres.
_EDGE, _BESIDE = 1.0, 0.6
#: Colours differ by more than this, of 255, where a mark is, or where one is on what is bare, and where an area is
#: paler; so many neighbours of a point are off as well.
_OFF, _OFF_BARE, _CROWD = 48, 20, 3
_PALE, _PALE_CROWD = 12, 7
#: On what has no more points across, and so no fine print, marks differ by more than this.
_SMALL, _OFF_SMALL = 132, 28
#: Fewer points, in squares of so many, are specks, as letters leave when others draw them.
_FEWEST, _ABOUT = 9, 7
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
    """How a thing differs from its drawing: by so many points, 0 for not at all.

    ``at`` is where, right and down from the middle, as shares of the width and height.
    """

    points: int
    kind: str = ""
    words: str = ""
    at: tuple[float, float] = (0.0, 0.0)

    def flaw(self, thing: str) -> Flaw | None:
        """Return what is wrong with a thing, None for nothing."""
        return Flaw(self.kind, f"{thing} {self.words}") if self.points else None


NONE = Difference(0)


class _Overlay(NamedTuple):
    """What a thing shows and should show, (rows, columns, 3) both, and where that counts."""

    view: Pixels
    expected: Pixels
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

    Each is drawn in the way in which it differs least.  They are compared at so many points ``per_mm``.
    """
    best: dict[int, Difference] = {}
    tried = [*range(len(places))]
    while tried:
        ways = {k: way for k in tried if (way := next(places[k].ways, None)) is not None}
        things = {k: (places[k], way) for k, way in ways.items()}
        overlays = dict(_overlays(pages, things, press.load() if in_ink else None, per_mm))
        if conversion is None:
            is_all = len(overlays) > _CONVERTED * len(places)
            conversion = _measured(overlays.values()) if is_all else NOTHING
        for k in things:
            own = _difference(overlays[k], conversion) if k in overlays else NONE
            best[k] = min(best.get(k, own), own, key=lambda one: one.points)
        tried = [k for k in things if best[k].points]
    return [best[k] for k in range(len(places))], conversion or NOTHING


def _difference(overlay: _Overlay, conversion: Conversion) -> Difference:
    """Return how a thing differs, but for specks."""
    expected = conversion.of(overlay.expected)
    unlike = models.unlike(overlay.view, expected) * overlay.within
    high, low = (
        models.around(models.around(expected, join), join) for join in (np.maximum, np.minimum)
    )
    off = _OFF_SMALL if max(unlike.shape) <= _SMALL else _OFF
    least = np.where((high - low).max(axis=2) < _PALE, _OFF_BARE, off)
    crowd = models.crowded(unlike > least, _CROWD) | models.crowded(unlike > _PALE, _PALE_CROWD)
    return difference(overlay.view, expected, crowd)


def difference(view: Pixels, expected: Pixels, marked: Mask) -> Difference:
    """Return how a thing differs where it is marked, but for specks."""
    around = sliding_window_view(np.pad(marked, _ABOUT // 2), (_ABOUT, _ABOUT))
    marked[marked] = around[marked].sum(axis=(1, 2)) >= _FEWEST
    points = int(marked.sum())
    if not points:
        return NONE
    x, y = (float(np.nonzero(marked)[k].mean() / marked.shape[k] - 0.5) for k in (1, 0))
    down = "at the top" if y < -0.15 else "at the bottom" if y > 0.15 else ""
    across = "on the left" if x < -0.15 else "on the right" if x > 0.15 else ""
    side = " ".join(filter(None, (down, across))) or "in the middle"
    colour, wanted = (np.median(one[marked], axis=0).astype(np.uint8) for one in (view, expected))
    if (np.abs(view[marked] - colour.astype(float)).max(axis=1) < _OFF).mean() > _EVEN:
        words = f"shows #{bytes(colour).hex()} instead of #{bytes(wanted).hex()} {side}"
        return Difference(points, "foreign", words, (x, y))
    words = f"is in part missing, misplaced or drawn over {side}"
    return Difference(points, "unclear", words, (x, y))


# ------------------------------------------------------------------------------------ drawing


def _overlays(
    pages: Sequence[Page],
    things: Mapping[int, tuple[Place, Way]],
    ink: press.Press | None,
    per_mm: float,
) -> Iterator[tuple[int, _Overlay]]:
    """Yield things by their numbers, page by page, with how they look when drawn in a way, those that differ at all."""
    for number, own in grouped(things, lambda k: things[k][0].page).items():
        page, drawn = pages[number], [things[k] for k in own]
        step = max(1, round(page.per_mm / per_mm))
        cut_out = [
            scene.Group((scene.Group(way.items, way.lying),), clip=scene.polygon(place.corners))
            for place, way in drawn
        ]
        sheet = scene.Scene(*page.paper, tuple(cut_out), background=None)
        data = pdf.write([pdf.Page(sheet)], pdf.Document(press=ink))
        both = page.pixels, *models.rendered(data, [(page.paper, page.per_mm)])
        view, expected = (np.asarray(Image.fromarray(one).reduce(step)) for one in both)
        to_points = Transform.scaling(page.per_mm / step)
        for k, (place, way) in zip(own, drawn, strict=True):
            around = bounds(map(to_points.apply, place.corners))
            x0, y0, x1, y1 = (max(0, round(side)) for side in around)
            box = slice(y0, y1), slice(x0, x1)
            to_box = Transform.translation(-x0 - 0.5, -y0 - 0.5) @ to_points
            overlay = _Overlay(view[box], expected[box], _within(place, way, to_box, view[box]))
            one, other = overlay.view, overlay.expected
            apart = (np.maximum(one, other) - np.minimum(one, other)) * overlay.within[..., None]
            if np.count_nonzero(apart > _DRAWN) >= _FEWEST:
                yield k, overlay


def _within(place: Place, way: Way, lying: Transform, view: Pixels) -> Mask:
    """Return which points of a view count: those well within a thing that lies so in it, beside its lines."""
    rows, columns, _ = view.shape
    chart = Image.new("1", (columns, rows))
    pen, corners = ImageDraw.Draw(chart), [*map(lying.apply, place.corners)]
    pen.polygon(corners, 1)
    pen.line([*corners, *corners[:2]], 0, round(2 * _EDGE * lying.a))
    for line in scene.flattened(way.lines):
        pen.line([*map(lying.apply, line)], 0, round(2 * _BESIDE * lying.a))
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

    def of(self, picture: Pixels) -> Pixels:
        """Return a picture as the file shows it: every colour as those next to it are changed."""
        if not self.most:
            return picture
        codes, where = np.unique(picture @ _PLACES, return_inverse=True)
        own = _coloured(codes)
        apart = np.linalg.norm(own[:, None] - self.colours, axis=-1)
        nearness = 1 / np.maximum(apart**2, 0.5)
        own += nearness @ self.changes / nearness.sum(axis=1, keepdims=True)
        return own.round().clip(0, 255).astype(np.uint8)[where].reshape(picture.shape)


NOTHING = Conversion(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32))


def _coloured(codes: NDArray[np.uint32]) -> NDArray[np.float32]:
    return (codes[:, None] // _PLACES % 256).astype(np.float32)


def _samples(overlay: _Overlay) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Yield the colours that a thing should show, by the numbers that stand for them, with what it shows there."""
    view, expected, within = overlay
    levels, codes = view[within], expected[within] @ _PLACES
    own, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    groups = np.split(levels[which.argsort(kind="stable")], counts.cumsum()[:-1])
    for k in np.flatnonzero(counts >= _FEWEST_POINTS).tolist():
        yield int(own[k]), np.median(groups[k], axis=0)


def _measured(overlays: Iterable[_Overlay]) -> Conversion:
    samples = chain.from_iterable(map(_samples, overlays))
    middles = {}
    for code, some in grouped(samples, lambda one: one[0]).items():
        levels = np.array([level for _, level in some])
        middle = np.median(levels, axis=0)
        is_alike = np.abs(levels - middle).max(axis=1) <= _ALIKE
        if len(some) >= _FEWEST_THINGS and is_alike.mean() >= _AGREE:
            middles[code] = middle
    colours = _coloured(np.array([*middles], np.uint32))
    changes = np.array([*middles.values()], np.float32).reshape(-1, 3) - colours
    sizes, is_coloured = np.abs(changes).max(axis=1), np.ptp(colours, axis=1) > _GREY
    if not is_coloured.any() or (sizes[is_coloured] > _UNCHANGED).mean() < _SHARE:
        return NOTHING
    changes[sizes > _MOST] = 0
    return Conversion(colours, changes)
