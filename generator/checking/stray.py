"""Stray paint on pieces of several areas: text, pens, dots.

The reader names such pieces by the fills of their areas, and does not see what is drawn over them.
Here the pixels of an area are compared with those of equal areas, the same letter in the same place:
point by point, and in the middle, where digits and dots differ, how much of each colour there is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.geometry.plane import number
from engine.geometry.seven_areas import AREAS, CENTRE, outwards
from generator.checking.component import KitPart
from generator.checking.faults import Fault
from generator.checking.grouping import grouped
from generator.checking.pages.paint import Page
from generator.checking.recognise import patterns
from generator.checking.recognise.results import Found

#: The fewest equal areas that are compared.
_FEWEST = 6
#: The most points across a piece, and the levels by which stray ones are beyond those of equal areas.
_FINE, _BEYOND = 144, 60
#: How much stray paint is a fault: in square millimetres, in the middle as a share of the piece.
_SPOT, _MIDDLE = 0.4, 0.005
#: Bits of red, of green and of blue of colours in the middle.
_BITS = 3
#: By this share the colours of equal middles differ because of how pixels fall.
_MORE = 0.06

#: Which points of pieces are stray: pieces, rows, columns.
_Points = NDArray[np.bool_]


def faults(part: KitPart) -> Iterator[Fault]:
    """Yield the pieces with stray paint."""
    pieces = [piece for piece in part.pieces if len(piece.spots) == len(AREAS)]
    if not pieces:
        return
    frames = [_frame(piece) for piece in pieces]
    views = [(part.pages[p.page], p, f) for p, f in zip(pieces, frames, strict=True)]
    across = min(_FINE, *(int(2 * abs(f) * page.per_mm) for page, _, f in views))
    middles = (np.arange(across) + 0.5) * 2 / across - 1
    places = middles[None, :] + 1j * middles[:, None]
    looks = np.stack([_look(page, piece, frame * places) for page, piece, frame in views])
    chart = np.array([[-1 if k is None else k for k in row] for row in patterns.chart()])
    rows = ((middles + 1) * len(chart) / 2).astype(int)
    which = chart[np.ix_(rows, rows)]
    stray = np.zeros(looks.shape[:3], bool)
    areas = ((n, k) for n in range(len(pieces)) for k in AREAS)
    for own in grouped(areas, lambda one: (one[1], pieces[one[0]].spots[one[1]].value)).values():
        if len(own) >= _FEWEST:
            numbers, (k, *_) = zip(*own, strict=True)
            here = which == k
            found = _of_middles if k == CENTRE else _of_areas
            least = _MIDDLE * (which >= 0).sum()
            stray[np.ix_(numbers, *map(np.arange, which.shape))] |= found(
                looks[[*numbers]], here, least
            )
    for n, piece in enumerate(pieces):
        much = float(stray[n].sum()) * (2 * abs(frames[n]) / across) ** 2
        if much >= _SPOT and _is_solid(stray[n]):
            red, green, blue = np.median(looks[n][stray[n]], axis=0).astype(int)
            name, area = part.name(piece), number(much, 0 if much >= 2 else 1)
            colour = f"#{red:02x}{green:02x}{blue:02x}"
            words = f"{name} has {area} mm² of {colour} that equal areas do not have: text, a pen or dirt"
            yield part.at("foreign", words, piece)


def _frame(piece: Found) -> complex:
    """Return how a piece lies: what the unit of charts is on its page, in millimetres."""
    centre, first = piece.spots[-1].at, piece.spots[0].at
    x, y = outwards(0, 0.75 * patterns.APOTHEM)
    return complex(first.x - centre.x, first.y - centre.y) / complex(x, y)


def _look(page: Page, piece: Found, places: NDArray[np.complexfloating]) -> NDArray[np.uint8]:
    """Return what a piece shows at places about its middle, in millimetres."""
    x, y = places.real + piece.spots[-1].at.x, places.imag + piece.spots[-1].at.y
    rows, columns = (
        np.clip((way * page.per_mm).astype(int), 0, most - 1)
        for way, most in ((y, page.pixels.shape[0]), (x, page.pixels.shape[1]))
    )
    found: NDArray[np.uint8] = page.pixels[rows, columns]
    return found


def _is_solid(stray: _Points) -> bool:
    """Tell whether points are several side by side; where pixels fall on edges single ones differ."""
    return bool((stray[1:, 1:] & stray[:-1, 1:] & stray[1:, :-1] & stray[:-1, :-1]).any())


def _of_areas(looks: NDArray[np.uint8], here: _Points, _: float) -> _Points:
    """Return the points of equal areas that show what the others show nowhere around."""
    seen = looks[:, here].astype(np.int16)
    ordered = np.partition(seen, (1, len(seen) - 2), axis=0)
    low, high = np.full((*here.shape, 3), 255, np.int16), np.zeros((*here.shape, 3), np.int16)
    low[here], high[here] = ordered[1], ordered[-2]
    low, high = -_widened(-low)[here], _widened(high)[here]
    stray = np.zeros(looks.shape[:3], bool)
    stray[:, here] = np.maximum(seen - high, low - seen).max(axis=-1) > _BEYOND
    return stray


def _of_middles(looks: NDArray[np.uint8], here: _Points, least: float) -> _Points:
    """Return the points of middles whose colour is there oftener than in the others."""
    levels = looks.astype(np.int32) >> 8 - _BITS
    colours = (levels[..., 0] << 2 * _BITS) + (levels[..., 1] << _BITS) + levels[..., 2]
    # Thin lines and where colours meet show in single points, paint in several side by side.
    even = np.zeros(colours.shape, bool)
    even[:, :-1, :-1] = (colours[:, :-1, :-1] == colours[:, 1:, :-1]) & (
        colours[:, :-1, :-1] == colours[:, :-1, 1:]
    )
    even &= here
    shown = np.array(
        [np.bincount(c[e], minlength=1 << 3 * _BITS) for c, e in zip(colours, even, strict=True)]
    )
    low, high = np.quantile(shown, (0.25, 0.75), axis=0)
    more = np.maximum(shown - (1 + _MORE) * high - 2 * (high - low), 0.0)
    is_much = more.sum(axis=1) >= least
    is_more = more[np.arange(len(more))[:, None, None], colours] > 0
    stray: _Points = even & is_more & is_much[:, None, None]
    return stray


def _widened(values: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the greatest of each point and those around it."""
    wide = np.pad(values, ((1, 1), (1, 1), (0, 0)), mode="edge")
    down = np.maximum(np.maximum(wide[:-2], wide[1:-1]), wide[2:])
    found: NDArray[np.int16] = np.maximum(np.maximum(down[:, :-2], down[:, 1:-1]), down[:, 2:])
    return found
