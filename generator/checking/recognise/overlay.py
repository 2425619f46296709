"""Boards and large pieces held against our own drawing of them.

The page as it should be is drawn by our own writer, with each of them where it was found, and the
one laid over the other.  Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from engine.drawing import scene
from engine.drawing.parts import BoardPart
from engine.drawing.writers import pdf, press
from engine.geometry.plane import Box, Point, Transform, bounds
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import models, raster
from generator.checking.recognise.boards import Sighting
from generator.checking.recognise.conversion import Conversion
from generator.checking.recognise.models import Drawn
from generator.checking.recognise.pictures import (
    Difference,
    Match,
    Seeker,
    What,
    frame,
    what,
)
from generator.checking.recognise.raster import Mask, Pixels, Views
from generator.printing import poster

#: Pages are compared at so many points a millimetre: thinner lines and their places do not count.
PER_MM = 3.0
#: What lies nearer to the edge, or to lines to fold and glue along, is not compared, in millimetres.
_EDGE, _BESIDE = 1.0, 0.6
#: Colours differ by more than this, of 255, where a mark is, and where an area is paler; so many
#: neighbours of a point are off as well.
_OFF, _CROWD = 60.0, 3
_PALE_OFF, _PALE_CROWD = 12.0, 7
#: Fewer points, in squares of so many, are specks, as letters leave when others draw them.
_FEWEST, _ABOUT = 9, 7
#: Pieces larger than this are compared so, in millimetres.
_LARGE = 36.0
#: Windows of a poster begin on its pages within this, in millimetres.
_SAME = 0.5

_WHITE = "#ffffff"

#: A piece and how it differs from its picture.
Compared = tuple[Match, Difference]


class Way(NamedTuple):
    """How a thing may be drawn: its picture, how that lies on the page, what lines may lie on it."""

    items: Drawn
    lying: Transform
    lines: scene.Outline = ()


class Place(NamedTuple):
    """A thing on a page: within which corners, and in which ways it may be drawn."""

    page: int
    corners: Sequence[Point]
    ways: Iterator[Way]


def looked_through(seeker: Seeker, pieces: Sequence[Compared]) -> list[Compared]:
    """Return pieces with how they differ, the large ones more finely than as pictures."""
    result, counts = [*pieces], Counter[int]()
    large: dict[int, Place] = {}
    for k, (match, difference) in enumerate(pieces):
        if not difference.points and max(match.outline.width, match.outline.height) > _LARGE:
            large[k] = _of_piece(seeker, match, counts[match.model])
            counts[match.model] += 1
    conversion, in_ink = seeker.conversion, seeker.models.in_ink
    offs = compared(seeker.pages, [*large.values()], conversion, in_ink=in_ink)
    for k, difference in zip(large, offs, strict=True):
        if difference.points:
            result[k] = pieces[k][0], difference
    return result


def _of_piece(seeker: Seeker, match: Match, number: int) -> Place:
    """Return the place of a piece, first as the one of its kind with a number."""
    page, drawings = seeker.pages[match.candidate.page], seeker.models.drawings(match.model)
    at = frame(page, match.outline, match.face.cut)
    lying = Transform.translation(at.x / page.per_mm, at.y / page.per_mm)
    lying @= Transform.rotation(at.angle + match.turn)
    lying @= Transform.scaling(at.width / page.per_mm / match.face.cut.width)
    lines = scene.transformed(match.face.folds, lying)
    first = number % len(drawings)
    ways = (Way(items, lying, lines) for items in drawings[first:] + drawings[:first])
    return Place(match.candidate.page, match.outline.around(), ways)


def of_boards(part: BoardPart, sightings: Sequence[Sighting]) -> Iterator[Place]:
    """Yield the places of a board, or of a poster's pages."""
    for own in sightings:
        window, lying = _window(part, own, sightings, 0), own.ways[0]
        corners = [*map(lying.apply, poster.within(part.outline, window))]
        yield Place(
            own.page, corners, map(partial(_way, part, own, sightings), range(len(own.ways)))
        )


def _way(part: BoardPart, own: Sighting, sightings: Sequence[Sighting], way: int) -> Way:
    """Return how a board is drawn that lies in one of its ways, with the lines to glue a poster along."""
    window = _window(part, own, sightings, way)
    others = [_visible(part, one, way) for one in sightings]
    right = [window.right - w.left for w in others if w.left < window.right < w.right - _SAME]
    below = [window.bottom - w.top for w in others if w.top < window.bottom < w.bottom - _SAME]
    overlap = min(right + below, default=0.0)
    lines, crosses = poster.seams(window, overlap, right=bool(right), below=bool(below))
    folds = scene.transformed(scene.joined([*lines, crosses]), own.ways[way])
    return Way(part.items, own.ways[way], folds)


def _window(part: BoardPart, own: Sighting, sightings: Sequence[Sighting], way: int) -> Box:
    """Return a page's part of a board, in the board's frame: to the edge where no other page shows more."""
    mine = _visible(part, own, way)
    others = [_visible(part, one, way) for one in sightings]
    return Box(
        mine.left if any(w.left < mine.left - _SAME for w in others) else part.box.left,
        mine.top if any(w.top < mine.top - _SAME for w in others) else part.box.top,
        mine.right if any(w.right > mine.right + _SAME for w in others) else part.box.right,
        mine.bottom if any(w.bottom > mine.bottom + _SAME for w in others) else part.box.bottom,
    )


def _visible(part: BoardPart, own: Sighting, way: int) -> Box:
    """Return what a page may show of a board, in the board's frame."""
    back = own.ways[way % len(own.ways)].inverse()
    corners = poster.within(part.box.corners(), bounds(map(back.apply, own.window.corners())))
    return bounds(corners) if corners else Box(*part.box.centre, *part.box.centre)


def compared(
    pages: Sequence[Page],
    places: Sequence[Place],
    conversion: Conversion,
    *,
    in_ink: bool,
    per_mm: float = PER_MM,
) -> list[Difference]:
    """Return how things differ from how they should look, each drawn in the way in which it differs least.

    They are compared at so many points ``per_mm``, or as many as a page has.
    """
    best: dict[int, Difference] = {}
    tried = [*range(len(places))]
    while tried:
        ways = {k: next(places[k].ways, None) for k in tried}
        tried = [k for k in tried if ways[k] is not None]
        for number, own in grouped(tried, lambda k: places[k].page).items():
            drawn = [(places[k], way) for k in own if (way := ways[k]) is not None]
            page, ink = pages[number], press.load() if in_ink else None
            step = max(1, round(page.per_mm / per_mm))
            for k, difference in zip(
                own, _of_page(page, drawn, conversion, ink, step), strict=True
            ):
                best[k] = min(best.get(k, difference), difference, key=lambda one: one.points)
        tried = [k for k in tried if best[k].points]
    return [best[k] for k in range(len(places))]


def _of_page(
    page: Page,
    things: Sequence[tuple[Place, Way]],
    conversion: Conversion,
    ink: press.Press | None,
    step: int,
) -> Iterator[Difference]:
    """Yield how things on one page differ from how they look in a way to draw each, by squares of pixels."""
    expected = _drawn(page, [*map(_cut_out, things)], page.per_mm, ink)
    chart = _chart(page, things, page.per_mm / step)
    for number, (place, _) in enumerate(things, 1):
        left, top, right, bottom = (
            max(0, round(v * page.per_mm / step)) for v in bounds(place.corners)
        )
        here = slice(step * top, step * bottom), slice(step * left, step * right)
        differs = _smaller(page.pixels[here] != expected[here], step).any(axis=-1)
        rows, columns = differs.shape
        within = chart[top:, left:][:rows, :columns] == number
        points: What = 0, "", "", False, (0.0, 0.0)
        if (differs & within).any():
            view, should = (
                _smaller(picture[here], step)[None] for picture in (page.pixels, expected)
            )
            points = _marked(view, conversion.of(should), within[None])
        yield Difference(0.0, 0.0, 0.0, *points)


def _marked(view: Views, expected: Views, within: Mask) -> What:
    """Return how much of a picture differs, and how, but for specks."""
    unlike = raster.unlike(view, expected, within, _PALE_OFF)
    crowd = raster.crowded(unlike > _OFF, _CROWD) | raster.crowded(unlike > 0, _PALE_CROWD)
    around = sliding_window_view(np.pad(crowd[0], _ABOUT // 2), (_ABOUT, _ABOUT))
    crowd[crowd] = around[crowd[0]].sum(axis=(1, 2)) >= _FEWEST
    return what(view[0], expected[0], crowd[0], _FEWEST)


def _cut_out(thing: tuple[Place, Way]) -> scene.Item:
    """Return a thing as it is drawn on its page."""
    place, way = thing
    return scene.Group((scene.Group(way.items, way.lying),), clip=scene.polygon(place.corners))


def _chart(
    page: Page, things: Sequence[tuple[Place, Way]], per_mm: float
) -> NDArray[np.signedinteger]:
    """Return on which of some things each point of a page lies, from 1, well within it; 0 for none."""
    items: list[scene.Item] = []
    for number, (place, way) in enumerate(things, 1):
        edge = scene.Stroke(_WHITE, 2 * _EDGE)
        items.append(scene.Path(scene.polygon(place.corners), f"#{number:06x}", edge))
        items.append(scene.Path(way.lines, None, scene.Stroke(_WHITE, 2 * _BESIDE)))
    red, green, blue = np.moveaxis(_drawn(page, items, per_mm, None), -1, 0)
    return np.where(red == 0, 256 * green.astype(np.intp) + blue, 0)


def _drawn(
    page: Page, items: Sequence[scene.Item], per_mm: float, ink: press.Press | None
) -> Pixels:
    """Return a page with some items as PDFium shows it."""
    sheet = scene.Scene(page.width, page.height, tuple(items), background=None)
    data = pdf.write([pdf.Page(sheet)], pdf.Document(press=ink))
    return models.rendered(data, page.paper, per_mm)


def _smaller(picture: NDArray[np.uint8] | NDArray[np.bool_], step: int) -> Views:
    """Return a picture with the mean of every square of so many pixels."""
    rows, columns = (n // step for n in picture.shape[:2])
    whole = picture[: rows * step, : columns * step]
    lines = np.zeros((rows, columns * step, whole.shape[2]), np.uint16)
    squares: Views = np.zeros((rows, columns, whole.shape[2]), np.float32)
    # Added up strip by strip, which is as exact as means by axes, and takes an eighth of their time.
    for k in range(step):
        lines += whole[k::step]
    for k in range(step):
        squares += lines[:, k::step]
    return squares / np.float32(step * step)
