"""Stray paint on pieces of several areas: text, pens, dots.

The reader names such pieces by the fills of their areas, and does not see what is drawn over them.
Here the pixels of an area are compared with those of equal areas, the same letter in the same place:
how much of each colour they show, and each point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import number
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from generator.checking.component import KitPart
from generator.checking.faults import Fault
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import raster
from generator.checking.recognise.results import Found

#: The least stray paint that is a fault, in square millimetres and as a share of the piece; and as
#: a share of it in the middle, where digits and dots differ from piece to piece.
_LEAST, _SHARE, _MIDDLE = 1.5, 0.003, 0.005
#: The number of points across a piece.
_ACROSS = 120
#: Bits of red, of green and of blue.
_BITS = 3
_COLOURS = 1 << 3 * _BITS
#: The squares of a chart of the piece, and how far from an area's edge its rim reaches, in units of the frame.
_SQUARES, _RIM = 80, 0.05
#: The fewest equal areas that are compared, and the points of a colour that are noise.
_FEWEST, _NOISE = 6, 3
#: By this share the colours of equal areas differ because of how pixels fall on hatches.
_MORE = 0.06
#: The most points across a piece that are compared one by one, and the levels by which stray ones
#: are beyond those of equal areas; and how many square millimetres of them are a fault.
_FINE, _BEYOND, _SPOT = 144, 60, 0.4


class _View(NamedTuple):
    """How often each area of a piece shows each colour, in square millimetres."""

    shown: NDArray[np.floating]  # areas, colours
    sizes: NDArray[np.floating]  # of the areas
    point: float  # of a point


def faults(part: KitPart) -> Iterator[Fault]:
    """Yield the pieces with stray paint."""
    pieces = [piece for piece in part.pieces if len(piece.spots) == len(AREAS)]
    marked = {id(piece): (much, colour) for piece, much, colour in _marked(part.pages, pieces)}
    for piece, much, colour in _spotted(part.pages, pieces):
        marked.setdefault(id(piece), (much, colour))
    for piece in pieces:
        if id(piece) in marked:
            much, colour = marked[id(piece)]
            name, area = part.name(piece), number(much, 0 if much >= 2 else 1)
            words = f"{name} has {area} mm² of {colour} that equal areas do not have: text, a pen or dirt"
            yield part.at("foreign", words, piece)


def _marked(pages: Sequence[Page], pieces: Sequence[Found]) -> Iterator[tuple[Found, float, str]]:
    """Yield the pieces with stray paint, its square millimetres and its colour."""
    views = [_view(pages[piece.page], piece) for piece in pieces]
    stray = np.zeros((len(pieces), len(AREAS), _COLOURS))
    areas = ((n, k) for n in range(len(pieces)) for k in AREAS)
    for own in grouped(areas, lambda one: (one[1], pieces[one[0]].spots[one[1]].value)).values():
        if len(own) < _FEWEST:
            continue
        rows, (k, *_) = zip(*own, strict=True)
        sizes = np.array([max(views[n].sizes[k], 1e-9) for n in rows])[:, None]
        noise = np.array([_NOISE * views[n].point for n in rows])[:, None]
        shares = np.array([views[n].shown[k] for n in rows]) / sizes
        low, high = np.quantile(shares, (0.25, 0.75), axis=0)
        most = (1 + _MORE) * high + 2 * (high - low)
        stray[rows, k] = np.maximum((shares - most) * sizes - noise, 0.0)
    for n, view in enumerate(views):
        by_area = stray[n].sum(axis=1)
        size = view.sizes.sum()
        if by_area[CENTRE] < _MIDDLE * size:
            stray[n, CENTRE] = by_area[CENTRE] = 0.0
        if by_area.sum() >= max(_LEAST, _SHARE * size):
            yield pieces[n], float(by_area.sum()), _paint(int(stray[n].sum(axis=0).argmax()))


def _view(page: Page, piece: Found) -> _View:
    """Return what the areas of a piece show, without their rims."""
    frame = _frame(piece)
    across = min(_ACROSS, int(2 * abs(frame) * page.per_mm))
    places, which = _places(across)
    pixel = 1 / page.per_mm
    beside = (0, pixel, 1j * pixel, pixel + 1j * pixel)
    looks = [_look(page, piece, frame * places + by).astype(np.int32) >> 8 - _BITS for by in beside]
    here, *others = [(o[..., 0] << 2 * _BITS) + (o[..., 1] << _BITS) + o[..., 2] for o in looks]
    # Thin lines and where colours meet show in single pixels, paint in several side by side.
    is_even = np.all([here == other for other in others], axis=0)
    point = (2 * abs(frame) / across) ** 2
    sizes = np.bincount(which[which >= 0], minlength=len(AREAS))
    counted = (which * _COLOURS + here)[is_even & (which >= 0)]
    shown = np.bincount(counted, minlength=len(AREAS) * _COLOURS).reshape(len(AREAS), _COLOURS)
    return _View(shown * np.float64(point), sizes * np.float64(point), point)


def _places(across: int) -> tuple[NDArray[np.complexfloating], NDArray[np.int64]]:
    """Return so many places across and down a piece, in units of its frame, and the areas there."""
    middles = (np.arange(across) + 0.5) * 2 / across - 1
    rows = ((middles + 1) * len(_chart()) / 2).astype(int)
    return middles[None, :] + 1j * middles[:, None], _chart()[np.ix_(rows, rows)]


def _frame(piece: Found) -> complex:
    """Return how a piece lies: what the unit of charts is on its page, in millimetres."""
    centre, first = piece.spots[-1].at, piece.spots[0].at
    x, y = middle(0, SQRT3)
    return complex(first.x - centre.x, first.y - centre.y) / complex(x, y)


def _spotted(pages: Sequence[Page], pieces: Sequence[Found]) -> Iterator[tuple[Found, float, str]]:
    """Yield the pieces with points that no equal area has, their square millimetres and their colour."""
    if not pieces:
        return
    frames = [_frame(piece) for piece in pieces]
    fineness = [
        2 * abs(frame) * pages[p.page].per_mm for p, frame in zip(pieces, frames, strict=True)
    ]
    across = min(_FINE, int(min(fineness)))
    places, which = _places(across)
    looks = np.stack(
        [_look(pages[p.page], p, f * places) for p, f in zip(pieces, frames, strict=True)]
    )
    stray = np.zeros(looks.shape[:3], bool)
    areas = ((n, k) for n in range(len(pieces)) for k in AREAS if k != CENTRE)
    for own in grouped(areas, lambda one: (one[1], pieces[one[0]].spots[one[1]].value)).values():
        if len(own) < _FEWEST:
            continue
        numbers, (k, *_) = zip(*own, strict=True)
        here = which == k
        seen = looks[[*numbers]][:, here].astype(np.int16)
        ordered = np.partition(seen, (1, len(own) - 2), axis=0)
        low, high = np.full((*which.shape, 3), 255, np.int16), np.zeros((*which.shape, 3), np.int16)
        low[here], high[here] = ordered[1], ordered[-2]
        low, high = -_widened(-low)[here], _widened(high)[here]
        beyond = np.maximum(seen - high, low - seen).max(axis=-1) > _BEYOND
        for n, off in zip(numbers, beyond, strict=True):
            stray[n][here] |= off
    point = [(2 * abs(frame) / across) ** 2 for frame in frames]
    # Where pixels fall on edges single points differ, of paint several side by side.
    solid = stray[:, 1:, 1:] & stray[:, :-1, 1:] & stray[:, 1:, :-1] & stray[:, :-1, :-1]
    for n, piece in enumerate(pieces):
        much = float(stray[n].sum() * point[n])
        if solid[n].any() and much >= _SPOT:
            yield piece, much, raster.written(np.median(looks[n][stray[n]], axis=0))


def _look(page: Page, piece: Found, places: NDArray[np.complexfloating]) -> NDArray[np.uint8]:
    """Return what a piece shows at places about its middle, in millimetres."""
    x, y = places.real + piece.spots[-1].at.x, places.imag + piece.spots[-1].at.y
    rows, columns = (
        np.clip((way * page.per_mm).astype(int), 0, most - 1)
        for way, most in ((y, page.pixels.shape[0]), (x, page.pixels.shape[1]))
    )
    found: NDArray[np.uint8] = page.pixels[rows, columns]
    return found


def _widened(values: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the greatest of each point and those around it."""
    wide = np.pad(values, ((1, 1), (1, 1), (0, 0)), mode="edge")
    down = np.maximum(np.maximum(wide[:-2], wide[1:-1]), wide[2:])
    found: NDArray[np.int16] = np.maximum(np.maximum(down[:, :-2], down[:, 1:-1]), down[:, 2:])
    return found


@cache
def _chart() -> NDArray[np.int64]:
    """Return the area of every square of a chart of the piece, -1 for none."""
    steps = [(k + 0.5) / _SQUARES * 2 - 1 for k in range(_SQUARES)]
    areas = ((area_at(x, y, SQRT3, _RIM) for x in steps) for y in steps)
    return np.array([[-1 if area is None else area for area in row] for row in areas])


def _paint(colour: int) -> str:
    """Return a colour by the middle of its levels."""
    levels = [colour >> _BITS * k & (1 << _BITS) - 1 for k in (2, 1, 0)]
    return raster.written(255 * level / ((1 << _BITS) - 1) for level in levels)
