"""Pieces and boards held against our own drawing of them, laid over the page where each was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engine.drawing import scene
from engine.drawing.writers import pdf, press
from engine.geometry.plane import Point, Transform, bounds
from generator.checking import grouped
from generator.checking.pages import files, pdfium
from generator.checking.pages.paint import Page
from generator.checking.recognise import models
from generator.checking.recognise.models import Drawn, Mask, Pixels
from generator.checking.recognise.results import Flaw

#: What lies nearer to the edge, or to lines to fold along, is not compared, in millimetres.
_EDGE = 1.0
#: A point is marked if it differs by more levels than this, of 255, on a flat ground by more than ``ONE_LEVEL``.
_OFF = 48
#: At least this many of a marked point's eight neighbours are marked, too, and so many where all differ
#: by little, as on an area that is paler than drawn.
_CROWD, _PALE_CROWD = 3, 7
#: A line's points have at least this many marked neighbours. A thing without such points is as drawn.
_LINE = 2
#: Things of at most this many points across have no fine print: fewer levels make a mark on them.
_SMALL, _OFF_SMALL = 132, 28
#: Fewer marked points than this, in a square of so many points each way, are specks. Letters leave
#: such specks when another program draws them.
_FEWEST, _ABOUT = 9, 7
#: This share of some things is most of them.
_MOST = 0.7


class Way(NamedTuple):
    """How a thing may be drawn on a page."""

    page: int
    items: Drawn
    #: From the picture's frame to the page.
    lying: Transform
    corners: Sequence[Point]
    #: Lines to fold along, which are not compared.
    lines: scene.Outline = ()
    in_ink: bool = False


class Difference(NamedTuple):
    """By how many points a thing differs from its drawing, and what is wrong with it for that."""

    points: int = 0
    flaws: tuple[Flaw, ...] = ()
    #: The drawing that it differs from least.
    items: Drawn = ()


class _Overlay(NamedTuple):
    """What a thing shows and should show, (rows, columns, 3) both."""

    view: Pixels
    drawn: Pixels
    #: Which points count, and by how many levels those differ.
    counts: Mask
    apart: Pixels

    @property
    def is_unlike(self) -> bool:
        """Whether more than the edges of lines differs."""
        return bool(models.crowded(self.apart > models.ONE_LEVEL, _LINE).any())


def compared(
    pages: Sequence[Page],
    things: Sequence[Iterator[Way]],
    conversion: Conversion | None = None,
    *,
    per_mm: float = pdfium.PER_MM,
) -> tuple[list[Difference], Conversion]:
    """Return how things differ from how they should look, and the file's conversion, measured if none is given.

    Each is drawn in ways, the likeliest first, until it does not differ or differs least.
    """
    numbered = _unlike(pages, things) if per_mm > pdfium.PER_MM else dict(enumerate(things))
    best: dict[int, tuple[Way, Difference]] = {}
    tried = [*numbered]
    while tried:
        upcoming = ((k, next(numbered[k], None)) for k in tried)
        ways = {k: way for k, way in upcoming if way is not None}
        overlays = {k: one for k, one in _overlays(pages, ways, per_mm) if one.is_unlike}
        if conversion is None:
            is_all = len(overlays) > models.NEARLY_ALL * len(things)
            conversion = _measured(overlays.values()) if is_all else NOTHING
        for k, way in ways.items():
            own = way, _difference(overlays.get(k), conversion)
            best[k] = min(best.get(k, own), own, key=lambda one: one[1].points)
        tried = [k for k in overlays if best[k][1].points]
    # A difference on a page that is not fine yet is looked at once more.
    ways = {k: way for k, (way, one) in best.items() if one.points and not pages[way.page].is_fine}
    files.refine(pages[way.page] for way in ways.values())
    overlays = dict(_overlays(pages, ways, per_mm))
    conversion = conversion or NOTHING
    best |= {k: (way, _difference(overlays.get(k), conversion)) for k, way in ways.items()}
    found = {k: difference._replace(items=way.items) for k, (way, difference) in best.items()}
    return [found.get(k, Difference()) for k in range(len(things))], conversion


def _unlike(pages: Sequence[Page], things: Sequence[Iterator[Way]]) -> dict[int, Iterator[Way]]:
    """Return the things that differ at first sight from their first way, with finer pictures of their pages."""
    ways = {k: next(thing) for k, thing in enumerate(things)}
    unlike = [k for k, overlay in _overlays(pages, ways, pdfium.PER_MM) if overlay.is_unlike]
    files.refine(pages[ways[k].page] for k in unlike)
    return {k: chain([ways[k]], things[k]) for k in unlike}


def _difference(overlay: _Overlay | None, conversion: Conversion) -> Difference:
    if overlay is None:
        return Difference()
    view, expected = overlay.view, conversion.of(overlay.drawn)
    unlike = models.unlike(view, expected) * overlay.counts
    # The highest and the lowest levels of the drawing within two points.
    high = models.around(models.around(expected, np.maximum), np.maximum)
    low = models.around(models.around(expected, np.minimum), np.minimum)
    is_flat = models.highest(high - low) <= models.ONE_LEVEL
    off = _OFF_SMALL if max(unlike.shape) <= _SMALL else _OFF
    is_marked = models.crowded(unlike > np.where(is_flat, models.ONE_LEVEL, off), _CROWD)
    is_paler = models.crowded(unlike > models.ONE_LEVEL, _PALE_CROWD)
    return difference(view, expected, is_marked | is_paler)


def difference(view: Pixels, expected: Pixels, marked: Mask) -> Difference:
    """Return how a thing differs where it is marked; marks that are specks are taken away."""
    around = sliding_window_view(np.pad(marked, _ABOUT // 2), (_ABOUT, _ABOUT))
    marked[marked] = around[marked].sum(axis=(1, 2)) >= _FEWEST
    points = int(marked.sum())
    if not points:
        return Difference()
    rows, columns = np.nonzero(marked)
    y, x = rows.mean() / marked.shape[0] - 0.5, columns.mean() / marked.shape[1] - 0.5
    down = "at the top" if y < -0.15 else "at the bottom" if y > 0.15 else ""
    across = "on the left" if x < -0.15 else "on the right" if x > 0.15 else ""
    side = " ".join(filter(None, (down, across))) or "in the middle"
    colour, wanted = (np.median(one[marked], axis=0).astype(np.uint8) for one in (view, expected))
    if (np.abs(view[marked] - colour.astype(float)).max(axis=1) < _OFF).mean() > _MOST:
        words = f"it shows #{bytes(colour).hex()} instead of #{bytes(wanted).hex()} {side}"
        flaw = Flaw("foreign", words)
    else:
        flaw = Flaw("unclear", f"it is in part missing, misplaced or drawn over {side}")
    return Difference(points, (flaw,))


# ------------------------------------------------------------------------------------ drawing


def _overlays(
    pages: Sequence[Page], ways: Mapping[int, Way], per_mm: float
) -> Iterator[tuple[int, _Overlay]]:
    """Yield, page by page, the numbers and overlays, at so many points a millimetre, of things that differ at all."""
    by_ink = grouped(ways, lambda k: ways[k].in_ink)
    for in_ink, numbers in by_ink.items():
        sheets = grouped(numbers, lambda k: ways[k].page)
        drawn = [_sheet(pages[number], [ways[k] for k in own]) for number, own in sheets.items()]
        data = pdf.write(drawn, pdf.Document(press=press.load() if in_ink else None))
        sizes = [(pages[number].paper, pages[number].picture.per_mm) for number in sheets]
        for (number, own), rendering in zip(
            sheets.items(), models.rendered(data, sizes), strict=True
        ):
            picture = pages[number].picture
            step = max(1, round(picture.per_mm / per_mm))
            view, expected = _reduced(picture.pixels, step), _reduced(rendering, step)
            to_points = Transform.scaling(picture.per_mm / step)
            for k in own:
                overlay = _overlay(ways[k], to_points, view, expected)
                if overlay.apart.any():
                    yield k, overlay


def _sheet(page: Page, ways: Sequence[Way]) -> pdf.Page:
    """Return things as they should look on a page, each within its corners."""
    cut_out = [
        scene.Group((scene.Group(way.items, way.lying),), clip=scene.polygon(way.corners))
        for way in ways
    ]
    return pdf.Page(scene.Scene(*page.paper, tuple(cut_out), background=None))


def _reduced(picture: Pixels, step: int) -> Pixels:
    """Return a picture with one point for so many each way."""
    return picture if step == 1 else np.asarray(Image.fromarray(picture).reduce(step))


def _overlay(way: Way, to_points: Transform, page: Pixels, drawn: Pixels) -> _Overlay:
    """Return a thing's part of a page and of its drawing: points well within its corners count, not near its lines."""
    within = bounds(map(to_points.apply, way.corners))
    x0, y0, x1, y1 = (max(0, round(side)) for side in within)
    box = slice(y0, y1), slice(x0, x1)
    view, expected = page[box], drawn[box]
    lying = Transform.translation(-x0 - 0.5, -y0 - 0.5) @ to_points
    around = tuple(
        tuple((round(x, 1), round(y, 1)) for x, y in map(lying.apply, line))
        for line in (way.corners, *scene.flattened(way.lines))
    )
    counts = _inside(view.shape, around, round(_EDGE * to_points.a))
    apart = models.highest(np.maximum(view, expected) - np.minimum(view, expected))
    return _Overlay(view, expected, counts, apart * counts)


@lru_cache(maxsize=100)  # most pages have the same places
def _inside(
    sides: tuple[int, ...], lines: tuple[tuple[tuple[float, float], ...], ...], edge: int
) -> Mask:
    """Return which of so many points lie within the first line, and not nearer to any than an ``edge``."""
    rows, columns, _ = sides
    chart = Image.new("1", (columns, rows))
    pen = ImageDraw.Draw(chart)
    pen.polygon(lines[0], 1, outline=0, width=edge)
    for line in lines[1:]:
        pen.line(line, 0, 2 * edge)
    return np.asarray(chart)


# --------------------------------------------------------------------------------- conversion

#: In a file that was converted nearly all things differ, and most show a colour alike. Half of its colours,
#: without greys, change by more levels than this, and none by more than that.
_UNCHANGED, _LARGEST = 2.0, 64.0
#: How much a level of red, green and blue counts in a number that stands for a colour.
_PLACES = np.array((65536, 256, 1), np.uint32)


class Conversion(NamedTuple):
    """Colours and by how much each differs, (colours, 3) both; none where nothing does."""

    colours: NDArray[np.float32]
    changes: NDArray[np.float32]

    def of(self, picture: Pixels) -> Pixels:
        """Return a picture as the file shows it: every colour as those next to it are changed."""
        if not len(self.colours):
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


def _measured(overlays: Iterable[_Overlay]) -> Conversion:
    # The colours that things should show, by the numbers that stand for them, with what each shows there.
    samples: dict[int, list[NDArray[np.float64]]] = {}
    for view, drawn, counts, _ in overlays:
        levels, codes = view[counts], drawn[counts] @ _PLACES
        own, which, sizes = np.unique(codes, return_inverse=True, return_counts=True)
        groups = np.split(levels[which.argsort(kind="stable")], sizes.cumsum()[:-1])
        for k in np.flatnonzero(sizes >= _FEWEST).tolist():
            samples.setdefault(int(own[k]), []).append(np.median(groups[k], axis=0))
    middles = {}
    for code, some in samples.items():
        middle = np.median(some, axis=0)
        is_alike = np.abs(some - middle).max(axis=1) <= models.ONE_LEVEL
        if len(some) >= models.FEWEST and is_alike.mean() >= _MOST:
            middles[code] = middle
    colours = _coloured(np.array([*middles], np.uint32))
    changes = np.array([*middles.values()], np.float32).reshape(-1, 3) - colours
    sizes, is_coloured = np.abs(changes).max(axis=1), np.ptp(colours, axis=1) > models.ONE_LEVEL
    if not is_coloured.any() or np.median(sizes[is_coloured]) <= _UNCHANGED:
        return NOTHING
    changes[sizes > _LARGEST] = 0
    return Conversion(colours, changes)
