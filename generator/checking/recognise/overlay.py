"""Large things held against our own drawing of them: boards, racks, screens, cards.

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
from generator.checking.pages import raster as drawing
from generator.checking.pages.paint import Page
from generator.checking.recognise import raster
from generator.checking.recognise.conversion import Conversion
from generator.checking.recognise.models import Drawn
from generator.checking.recognise.pictures import (
    Difference,
    Match,
    Seeker,
    frame,
    what,
)
from generator.checking.recognise.raster import Views
from generator.printing import poster

#: Pages are compared at so many points a millimetre: thinner lines and their places do not count.
_PER_MM = 3.0
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


def looked_through(seeker: Seeker, found: Sequence[Compared]) -> list[Compared]:
    """Return pieces with how they differ, the large ones more finely than as pictures."""
    result, counts = [*found], Counter[int]()
    large: dict[int, Place] = {}
    for k, (match, off) in enumerate(found if not seeker.at_large else ()):
        if not off.points and max(match.outline.width, match.outline.height) > _LARGE:
            large[k] = _of_piece(seeker, match, counts[match.model])
            counts[match.model] += 1
    conversion, in_ink = seeker.conversion, seeker.models.in_ink
    offs = compared(seeker.pages, [*large.values()], conversion, in_ink=in_ink)
    for k, off in zip(large, offs, strict=True):
        if off.points:
            result[k] = found[k][0], off
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


class Sighting(NamedTuple):
    """A board on a page: the middle of its cells, how wide they are, and which part of the page it may be on."""

    page: int
    middle: Point
    cell: float
    window: Box
    #: By how many degrees such cells may be turned and lie as before.
    turns: tuple[float, ...]


def of_boards(part: BoardPart, sightings: Sequence[Sighting]) -> Iterator[Place]:
    """Yield the places of a board, or of a poster's pages."""
    for own in sightings:
        window, lying = _window(part, own, sightings, 0.0), _lying(part, own, 0.0)
        corners = [*map(lying.apply, poster.within(part.outline, window))]
        yield Place(own.page, corners, map(partial(_way, part, own, sightings), own.turns))


def _lying(part: BoardPart, own: Sighting, turn: float) -> Transform:
    at = Transform.translation(*own.middle) @ Transform.rotation(turn)
    x, y = part.box.centre
    return at @ Transform.scaling(own.cell / part.cell) @ Transform.translation(-x, -y)


def _way(part: BoardPart, own: Sighting, sightings: Sequence[Sighting], turn: float) -> Way:
    """Return how a board is drawn when it is turned, with the lines to glue a poster along."""
    lying, window = _lying(part, own, turn), _window(part, own, sightings, turn)
    others = [_visible(part, one, turn) for one in sightings]
    right = [window.right - w.left for w in others if w.left < window.right < w.right - _SAME]
    below = [window.bottom - w.top for w in others if w.top < window.bottom < w.bottom - _SAME]
    overlap = min(right + below, default=0.0)
    lines, crosses = poster.seams(window, overlap, right=bool(right), below=bool(below))
    return Way(part.items, lying, scene.transformed(scene.joined([*lines, crosses]), lying))


def _window(part: BoardPart, own: Sighting, sightings: Sequence[Sighting], turn: float) -> Box:
    """Return a page's part of a board, in the board's frame: to the edge where no other page shows more."""
    mine, others = (
        _visible(part, own, turn),
        [_visible(part, one, turn) for one in sightings],
    )
    return Box(
        mine.left if any(w.left < mine.left - _SAME for w in others) else part.box.left,
        mine.top if any(w.top < mine.top - _SAME for w in others) else part.box.top,
        mine.right if any(w.right > mine.right + _SAME for w in others) else part.box.right,
        mine.bottom if any(w.bottom > mine.bottom + _SAME for w in others) else part.box.bottom,
    )


def _visible(part: BoardPart, own: Sighting, turn: float) -> Box:
    """Return what a page may show of a board, in the board's frame."""
    window = bounds(map(_lying(part, own, turn).inverse().apply, own.window.corners()))
    corners = poster.within(part.box.corners(), window)
    return bounds(corners) if corners else Box(*part.box.centre, *part.box.centre)


def compared(
    pages: Sequence[Page], places: Sequence[Place], conversion: Conversion, *, in_ink: bool
) -> list[Difference]:
    """Return how things differ from how they should look, each drawn in the way in which it differs least."""
    best: dict[int, Difference] = {}
    tried = [*range(len(places))]
    while tried:
        ways = {k: next(places[k].ways, None) for k in tried}
        tried = [k for k in tried if ways[k] is not None]
        for number, own in grouped(tried, lambda k: places[k].page).items():
            drawn = [(places[k], way) for k in own if (way := ways[k]) is not None]
            for k, off in zip(own, _of_page(pages[number], drawn, conversion, in_ink), strict=True):
                best[k] = min(best.get(k, off), off, key=lambda one: one.points)
        tried = [k for k in tried if best[k].points]
    return [best[k] for k in range(len(places))]


def _of_page(
    page: Page, things: Sequence[tuple[Place, Way]], conversion: Conversion, in_ink: bool
) -> Iterator[Difference]:
    """Yield how things on one page differ from how they look in a way to draw each."""
    wanted, chart = _drawn(page, things, in_ink)
    seen, step = page.pixels, max(1, round(page.per_mm / _PER_MM))
    for number, (place, _) in enumerate(things, 1):
        left, top, right, bottom = (round(v * page.per_mm) for v in bounds(place.corners))
        here = slice(max(0, top), max(0, bottom)), slice(max(0, left), max(0, right))
        within = chart[here] == number
        points = 0, "", "", False, (0.0, 0.0)
        if ((seen[here] != wanted[here]).any(axis=-1) & within).any():
            within = _smaller(within[..., None], step)[..., 0] == 1
            one = _smaller(seen[here], step)[None]
            other = conversion.of(_smaller(wanted[here], step)[None])
            off = raster.unlike(one, other, within[None], _PALE_OFF)
            crowd = raster.crowded(off > _OFF, _CROWD) | raster.crowded(off > 0, _PALE_CROWD)
            around = sliding_window_view(np.pad(crowd[0], _ABOUT // 2), (_ABOUT, _ABOUT))
            crowd[crowd] = around[crowd[0]].sum(axis=(1, 2)) >= _FEWEST
            points = what(one[0], other[0], crowd[0], _FEWEST)
        yield Difference(0.0, 0.0, 0.0, *points)


def _drawn(
    page: Page, things: Sequence[tuple[Place, Way]], in_ink: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return a page with things drawn in some ways, and of which of them each pixel is, from 1, 0 for none."""
    import pypdfium2

    white, shown, where = "#ffffff", list[scene.Item](), list[scene.Item]()
    for number, (place, way) in enumerate(things, 1):
        edge = scene.polygon(place.corners)
        shown.append(scene.Group((scene.Group(way.items, way.lying),), clip=edge))
        where += [
            scene.Path(edge, f"#{number:06x}", scene.Stroke(white, 2 * _EDGE)),
            scene.Path(way.lines, None, scene.Stroke(white, 2 * _BESIDE)),
        ]
    sheets = [
        pdf.Page(scene.Scene(page.width, page.height, tuple(items), background=None))
        for items in (shown, where)
    ]
    written = pdf.write(sheets[:1], pdf.Document(press=press.load() if in_ink else None))
    pictures = []
    for data in (written, pdf.write(sheets[1:])):
        with pypdfium2.PdfDocument(data) as document:
            rows, columns, pixels = drawing.drawn(
                document[0], page.paper, (100.0, 100.0), 0, page.per_mm
            )
            pictures.append(np.frombuffer(pixels, np.uint8).reshape(rows, columns, 3))
    wanted, chart = pictures
    red, green, blue = np.moveaxis(chart.astype(np.int32), -1, 0)
    return wanted, np.where(red == 0, 256 * green + blue, 0)


def _smaller(picture: NDArray[np.uint8] | NDArray[np.bool_], step: int) -> Views:
    """Return a picture with the mean of every square of so many pixels."""
    rows, columns = (n // step for n in picture.shape[:2])
    squares = picture[: rows * step, : columns * step].reshape(rows, step, columns, step, -1)
    mean: Views = squares.mean(axis=(1, 3), dtype=np.float32)
    return mean
