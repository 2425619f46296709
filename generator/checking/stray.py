"""Stray paint on pieces of several areas: text, pens, dots.

The reader names such pieces by the fills of their areas, and does not see what is drawn over them.
Here they are compared with our own drawing of them, or with each other.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import engine
from engine.drawing.parts import Piece, Pieces, Stance
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Transform
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from generator.checking import geometry, papers
from generator.checking.component import KitPart
from generator.checking.faults import Fault
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.readback import SheetSet
from generator.checking.recognise import compare, looks, raster
from generator.checking.recognise.compare import Difference, Place, Way
from generator.checking.recognise.raster import Mask, Pixels
from generator.checking.recognise.results import Found, Hints

#: Pieces are compared with our own drawing at so many points a millimetre.
_PER_MM = 6.0
#: With each other at so many points across, but for what is so near to an area's edge, in units of the
#: frame; points differ by more levels than this, and so many of their neighbours as well.
_ACROSS, _RIM, _OFF, _CROWD = 120, 0.05, 60.0, 3
#: The fewest equal areas that are compared, and the share of the middle's points that is no mark.
_FEWEST, _MIDDLE = 6, 0.02

#: A piece of the kit and its component.
Own = tuple[Pieces, Piece]


def faults(part: KitPart, found: SheetSet, hints: Hints) -> Iterator[Fault]:
    """Yield the pieces with stray paint: by our own drawing of them, or where that is another by each other."""
    pieces = [piece for piece in part.pieces if len(piece.spots) == len(AREAS)]
    if not pieces:
        return
    look = found.reading.theme
    marked = [*_unlike_drawings(part, pieces, look, found.game, hints)] if look else []
    is_ours = any(papers.footer(page).game for page in part.pages)
    if look is None or (not is_ours and 2 * len(marked) >= max(len(pieces), 2 * _FEWEST)):
        marked = [*_unlike_peers(part.pages, pieces)]
    for piece, difference in marked:
        if (flaw := difference.flaw(part.name(piece))) is not None:
            yield part.at(flaw.kind, flaw.words, piece)


# ------------------------------------------------------------------------------ by our own drawing


def _unlike_drawings(
    part: KitPart, pieces: Sequence[Found], look: Theme, name: str, hints: Hints
) -> Iterator[tuple[Found, Difference]]:
    """Yield the pieces of a game that differ from our own drawing of them in a theme, and how."""
    if not pieces:
        return
    game, size, places = engine.game(name), geometry.usual_size(part), list[Place]()
    parts = looks.parts_of(game, looks.of_template(game, hints.template), look, size)
    by_id = {p.id: (one, p) for one in parts if isinstance(one, Pieces) for p in one.pieces}
    known = [piece for piece in pieces if part.kind_of(piece) in by_id]
    likely: dict[bool, Sequence[_Stand]] = {}
    for piece in known:
        own, behind = by_id[part.kind_of(piece)], part.is_behind(piece)
        if behind not in likely:
            likely[behind] = _stands(part, own, piece, look)
        ways = map(partial(_way, own, piece, look), likely[behind])
        places.append(Place(piece.page, piece.outline, ways))
    differences, _ = compare.compared(part.pages, places, compare.NOTHING, per_mm=_PER_MM)
    for piece, difference in zip(known, differences, strict=True):
        if difference.points:
            yield piece, difference


class _Stand(NamedTuple):
    """How a piece may be drawn: turned by so many degrees, on its page or with it, which side, with letters or without."""

    turn: int
    is_back: bool
    has_letters: bool


#: Pages are turned by quarters, and pieces on them by sixths.
_TURNS = (0, 180, 90, 270, 60, 120, 240, 300, 30, 150, 210, 330)


def _stands(part: KitPart, own: Own, piece: Found, look: Theme) -> Sequence[_Stand]:
    """Return the ways to draw pieces like one, that in which it shows nothing else first."""
    every = [_Stand(*one) for one in product(_TURNS, (False, True), (False, True))]
    for stand in every:
        ways = iter((_way(own, piece, look, stand),))
        place = Place(piece.page, piece.outline, ways)
        (difference,), _ = compare.compared(part.pages, [place], compare.NOTHING, per_mm=_PER_MM)
        if not difference.points:
            alike = (one for one in every if one.has_letters == stand.has_letters)
            return [*dict.fromkeys((stand, *alike))]
    return every


def _way(own: Own, piece: Found, look: Theme, stand: _Stand) -> Way:
    """Return how a piece is drawn and lies."""
    part, drawn = own
    lying = math.degrees(cmath.phase(_frame_of(piece))) - stand.turn
    # Of one that stands on a corner the first side's middle lies east.
    sixths = round(lying / 30)
    way = Orientation.FLAT if sixths % 2 else Orientation.POINTY
    stance = Stance(look, part.size, way, labels=stand.has_letters, back=stand.is_back)
    turn = Transform.rotation(lying - 30 * sixths + stand.turn)
    scaled = Transform.scaling(piece.size / part.shape(part.size).width)
    return Way(part.draw(drawn, stance), Transform.translation(*piece.centre) @ turn @ scaled)


# -------------------------------------------------------------------------------------- by each other


def _unlike_peers(
    pages: Sequence[Page], pieces: Sequence[Found]
) -> Iterator[tuple[Found, Difference]]:
    """Yield the pieces that differ from what most equal areas show, the same letter in the same place, and how."""
    views = np.array([_view(pages[piece.page], piece) for piece in pieces])
    expected, chart = views.copy(), _chart()
    areas = ((n, k) for n in range(len(pieces)) for k in AREAS)
    for own in grouped(areas, lambda one: (one[1], pieces[one[0]].spots[one[1]].value)).values():
        if len(own) >= _FEWEST:
            numbers, (k, *_) = zip(*own, strict=True)
            here = chart == k
            points = views[[*numbers]][:, here]
            most = np.partition(points, len(own) // 2, axis=0)[len(own) // 2]
            for n in numbers:
                expected[n][here] = most
    marks = np.array([*map(_marked, views, expected)]).reshape(-1, *chart.shape)
    # Numbers and dots in the middle differ from piece to piece: more than those is a mark.
    is_middle = chart == CENTRE
    counts = marks[:, is_middle].sum(axis=1)
    most = np.partition(counts, -2)[-2] if len(counts) > 1 else 0
    marks &= ~is_middle | (counts > most + _MIDDLE * is_middle.sum())[:, None, None]
    for piece, view, should, marked in zip(pieces, views, expected, marks, strict=True):
        difference = compare.difference(view, should, marked)
        if difference.points:
            yield piece, difference


def _marked(view: Pixels, expected: Pixels) -> Mask:
    """Return which points of a piece's areas differ."""
    one, other = (pixels.astype(np.float32) for pixels in (view, expected))
    return raster.crowded(raster.unlike(one, other, _chart() >= 0, _OFF) > 0, _CROWD)


@cache
def _chart() -> NDArray[np.int64]:
    """Return the area of every point across and down a piece, -1 for none."""
    steps = [(k + 0.5) / _ACROSS * 2 - 1 for k in range(_ACROSS)]
    areas = ((area_at(x, y, SQRT3, _RIM) for x in steps) for y in steps)
    return np.array([[-1 if area is None else area for area in row] for row in areas])


def _frame_of(piece: Found) -> complex:
    """Return how a piece lies: what the unit of charts is on its page, in millimetres."""
    centre, first = piece.spots[-1].at, piece.spots[0].at
    x, y = middle(0, SQRT3)
    return complex(first.x - centre.x, first.y - centre.y) / complex(x, y)


def _view(page: Page, piece: Found) -> Pixels:
    """Return what a piece shows at the points of its chart."""
    steps = (np.arange(_ACROSS) + 0.5) * 2 / _ACROSS - 1
    places = _frame_of(piece) * (steps[None, :] + 1j * steps[:, None])
    x, y = places.real + piece.spots[-1].at.x, places.imag + piece.spots[-1].at.y
    rows, columns = (
        np.clip((way * page.per_mm).astype(int), 0, most - 1)
        for way, most in ((y, page.pixels.shape[0]), (x, page.pixels.shape[1]))
    )
    view: Pixels = page.pixels[rows, columns]
    return view
