"""Stray paint on pieces of several areas: text, pens, dots.

The reader names such pieces by the fills of their areas, and does not see what is drawn over them.
Here each point of an area is compared with the same point of all equal areas, the same letter in the
same place.
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
from engine.geometry.plane import Transform, number
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from generator.checking import footers, geometry
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
#: A piece of the kit and its component.
Own = tuple[Pieces, Piece]
#: The squares of a chart of the piece, and how far from an area's edge its rim reaches, in units of the frame.
_SQUARES, _RIM = 80, 0.05
#: In the middle, where numbers and dots differ from piece to piece, less than this share of its points is none.
_MIDDLE = 0.02
#: The fewest equal areas that are compared.
_FEWEST = 6
#: The most points across a piece that are compared one by one, and the levels by which stray ones
#: are beyond those of equal areas; and how many square millimetres of them are a fault.
_FINE, _BEYOND, _SPOT = 144, np.uint8(60), 0.4


def faults(part: KitPart, found: SheetSet, hints: Hints) -> Iterator[Fault]:
    """Yield the pieces with stray paint: by our own drawing of them, or where that is another by each other."""
    pieces = [piece for piece in part.pieces if len(piece.spots) == len(AREAS)]
    if (look := found.reading.theme) is not None:
        marked = [*_unlike_drawings(part, pieces, look, found.game, hints)]
        is_ours = any(footers.of_page(page).game for page in part.pages)
        if is_ours or 2 * len(marked) < max(len(pieces), 2 * _FEWEST):
            for piece, difference in marked:
                words = f"a part of {part.name(piece)} is missing, misplaced or covered"
                yield part.at("unclear", f"{words} {difference.side}", piece)
            return
    for piece, much, colour in _spotted(part.pages, pieces):
        name, area = part.name(piece), number(much, 0 if much >= 2 else 1)
        words = (
            f"{name} has {area} mm² of {colour} that equal areas do not have: text, a pen or dirt"
        )
        yield part.at("foreign", words, piece)


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


def _places(across: int) -> tuple[NDArray[np.complexfloating], NDArray[np.int64]]:
    """Return so many places across and down a piece, in units of its frame, and the areas there."""
    middles = (np.arange(across) + 0.5) * 2 / across - 1
    rows = ((middles + 1) * len(_chart()) / 2).astype(int)
    return middles[None, :] + 1j * middles[:, None], _chart()[np.ix_(rows, rows)]


def _spotted(pages: Sequence[Page], pieces: Sequence[Found]) -> Iterator[tuple[Found, float, str]]:
    """Yield the pieces with points that no equal area has, their square millimetres and their colour."""
    if not pieces:
        return
    frames = [_frame_of(piece) for piece in pieces]
    fineness = [
        2 * abs(frame) * pages[p.page].per_mm for p, frame in zip(pieces, frames, strict=True)
    ]
    across = min(_FINE, int(min(fineness)))
    places, which = _places(across)
    looks = np.stack(
        [_shown_at(pages[p.page], p, f * places) for p, f in zip(pieces, frames, strict=True)]
    )
    stray = np.zeros(looks.shape[:3], bool)
    areas = ((n, k) for n in range(len(pieces)) for k in AREAS)
    for own in grouped(areas, lambda one: (one[1], pieces[one[0]].spots[one[1]].value)).values():
        if len(own) < _FEWEST:
            continue
        numbers, (k, *_) = zip(*own, strict=True)
        here = which == k
        points = looks[[*numbers]][:, here]
        ordered = np.partition(points, (1, len(own) // 2, len(own) - 2), axis=0)
        least, most = _within(ordered[1], ordered[-2], here)
        beyond: Mask = np.any((points < least) | (points > most), axis=-1)
        if k == CENTRE:
            beyond &= beyond.mean(axis=1, keepdims=True) > _MIDDLE
            beyond |= _more_than_numbers(points, ordered[len(own) // 2])
        for n, marked in zip(numbers, beyond, strict=True):
            stray[n][here] |= marked
    point = [(2 * abs(frame) / across) ** 2 for frame in frames]
    # Where pixels fall on edges single points differ, of paint several side by side.
    solid = stray[:, 1:, 1:] & stray[:, :-1, 1:] & stray[:, 1:, :-1] & stray[:, :-1, :-1]
    for n, piece in enumerate(pieces):
        much = float(stray[n].sum() * point[n])
        if solid[n].any() and much >= _SPOT:
            yield piece, much, raster.written(np.median(looks[n][stray[n]], axis=0))


def _within(low: Pixels, high: Pixels, here: Mask) -> tuple[Pixels, Pixels]:
    """Return the least and the most that points of an area may show, by what it shows there and next to it."""
    least, most = np.full((*here.shape, 3), 255, np.uint8), np.zeros((*here.shape, 3), np.uint8)
    least[here], most[here] = low, high
    least, most = ~_widened(~least)[here], _widened(most)[here]
    return least - np.minimum(least, _BEYOND), most + np.minimum(~most, _BEYOND)


def _more_than_numbers(middles: Pixels, ground: Pixels) -> Mask:
    """Return the points of middles (pieces, points, 3) that are not of their ground where these are too many."""
    least, most = ground - np.minimum(ground, _BEYOND), ground + np.minimum(~ground, _BEYOND)
    is_off = ((middles < least) | (middles > most)).any(axis=-1)
    counts = is_off.sum(axis=1)
    too_many: Mask = counts > np.partition(counts, -2)[-2] + _MIDDLE * middles.shape[1]
    return is_off & too_many[:, None]


def _widened(values: Pixels) -> Pixels:
    """Return the greatest of each point and those around it."""
    wide = np.pad(values, ((1, 1), (1, 1), (0, 0)), mode="edge")
    down = np.maximum(np.maximum(wide[:-2], wide[1:-1]), wide[2:])
    found: Pixels = np.maximum(np.maximum(down[:, :-2], down[:, 1:-1]), down[:, 2:])
    return found


@cache
def _chart() -> NDArray[np.int64]:
    """Return the area of every square of a chart of the piece, -1 for none."""
    steps = [(k + 0.5) / _SQUARES * 2 - 1 for k in range(_SQUARES)]
    areas = ((area_at(x, y, SQRT3, _RIM) for x in steps) for y in steps)
    return np.array([[-1 if area is None else area for area in row] for row in areas])


def _frame_of(piece: Found) -> complex:
    """Return how a piece lies: what the unit of charts is on its page, in millimetres."""
    centre, first = piece.spots[-1].at, piece.spots[0].at
    x, y = middle(0, SQRT3)
    return complex(first.x - centre.x, first.y - centre.y) / complex(x, y)


def _shown_at(page: Page, piece: Found, places: NDArray[np.complexfloating]) -> Pixels:
    """Return what a piece shows at places about its middle, in millimetres."""
    x, y = places.real + piece.spots[-1].at.x, places.imag + piece.spots[-1].at.y
    rows, columns = (
        np.clip((way * page.per_mm).astype(int), 0, most - 1)
        for way, most in ((y, page.pixels.shape[0]), (x, page.pixels.shape[1]))
    )
    shown: Pixels = page.pixels[rows, columns]
    return shown
