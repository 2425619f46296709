"""How far a tile of seven areas shows off its outline, by the joints of areas of different colours.

A copy of a tile may cover it a little aside, while the list of shapes still has the first one.  The
joint of two colours lies half-way between where the one ends and the other begins, with a line between
them or without.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import ORIGIN, Point
from engine.geometry.seven_areas import JOINTS, corners, middle
from generator.checking.pages.paint import Page
from generator.checking.recognise.cuts import least_squares
from generator.checking.recognise.raster import Pixels
from generator.checking.recognise.results import Found

#: How many places are looked at along a joint and across it, and how far from it, as a share of the width.
_ALONG, _ACROSS, _REACH = 5, 31, 0.05
#: Levels within which a colour is one; so many joints tell, most of them to this, in millimetres.
_ONE, _FEWEST, _EVEN = 40.0, 4, 0.12
#: Less is not told from how pixels fall, in millimetres.
_LEAST = 0.25
#: So many places next to either end of those across a joint show what lies there.
_BESIDE = 4


def slip(page: Page, piece: Found) -> Point:
    """Return how far a piece's joints lie off on its page, in millimetres; nothing where they do not tell."""
    offsets = [*_offsets(page, piece)]
    if len(offsets) >= _FEWEST and (by := least_squares(offsets)) is not None:
        rest = [abs(normal.x * by.x + normal.y * by.y - off) for normal, off in offsets]
        if np.quantile(rest, 0.75) < _EVEN and math.hypot(*by) > _LEAST:
            return by
    return ORIGIN


def _offsets(page: Page, piece: Found) -> Iterator[tuple[Point, float]]:
    """Yield the normals of a piece's joints, and how far each joint lies off along its own."""
    frame = frame_of(piece)
    places, normals = _chart()
    letters = [spot.value for spot in piece.spots]
    parting = [k for k, joint in enumerate(JOINTS) if letters[joint.a] != letters[joint.b]]
    colours = shown_at(page, piece, frame * places[parting]).astype(np.int16)
    before, after = (
        beside.mean(axis=(1, 2), keepdims=True)
        for beside in (colours[:, :, :_BESIDE], colours[:, :, -_BESIDE:])
    )
    is_before, is_after = (np.abs(colours - one).max(axis=-1) < _ONE for one in (before, after))
    ends, begins = is_before.argmin(axis=2), _ACROSS - is_after[:, :, ::-1].argmin(axis=2)
    middles = np.median(ends + begins, axis=1)
    apart = np.abs(before - after).max(axis=(1, 2, 3))
    for k, steps, contrast in zip(parting, middles, apart, strict=True):
        if contrast > 2 * _ONE:
            off = (steps - _ACROSS) / (_ACROSS - 1) * _REACH * SQRT3 * abs(frame)
            way = frame * normals[k] / abs(frame)
            yield Point(float(way.real), float(way.imag)), float(off)


@cache
def _chart() -> tuple[NDArray[np.complexfloating], NDArray[np.complexfloating]]:
    """Return the places looked at, (joints, along, across), and the normals, from area ``a`` of each to ``b``."""
    points = [complex(*point) for point in corners(SQRT3)]
    starts = np.array([points[joint.ends[0]] for joint in JOINTS])
    ways = np.array([points[joint.ends[1]] for joint in JOINTS]) - starts
    to_b = np.array([complex(*middle(joint.b, SQRT3)) for joint in JOINTS]) - starts - ways / 2
    normals = 1j * ways / np.abs(ways)
    normals *= np.sign((normals * to_b.conj()).real)
    along = np.linspace(0.25, 0.75, _ALONG)[:, None]
    across = np.linspace(-1, 1, _ACROSS) * _REACH * SQRT3
    places = starts[:, None, None] + ways[:, None, None] * along
    return places + normals[:, None, None] * across, normals


def frame_of(piece: Found) -> complex:
    """Return how a piece lies: what the unit of charts is on its page, in millimetres."""
    centre, first = piece.spots[-1].at, piece.spots[0].at
    x, y = middle(0, SQRT3)
    return complex(first.x - centre.x, first.y - centre.y) / complex(x, y)


def shown_at(page: Page, piece: Found, places: NDArray[np.complexfloating]) -> Pixels:
    """Return what a piece shows at places about its middle, in millimetres."""
    x, y = places.real + piece.spots[-1].at.x, places.imag + piece.spots[-1].at.y
    rows, columns = (
        np.clip((way * page.per_mm).astype(int), 0, most - 1)
        for way, most in ((y, page.pixels.shape[0]), (x, page.pixels.shape[1]))
    )
    shown: Pixels = page.pixels[rows, columns]
    return shown
