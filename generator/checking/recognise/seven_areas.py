"""Tiles that are hexagons of seven areas, on pages: where they lie, how large, what colours they show.

Places and sizes come from what is drawn, colours from what shows.  Which colours there are, how a
tile is written and whether there is such a tile the game says; whether the set is complete is
:mod:`generator.checking.judge`'s.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotationError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from engine.play.game import Game
from engine.play.position import Position
from engine.words import listed, plural
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import colours, hexagons, raster, rings
from generator.checking.recognise.colours import Levels
from generator.checking.recognise.raster import Pixels
from generator.checking.recognise.results import (
    UNREAD,
    Flaw,
    Found,
    Hints,
    Reading,
    ShownArea,
    Trouble,
)
from generator.checking.recognise.rings import RingPlace

DETAIL = 7

#: Sizes within this share of each other are meant to be one; one that was asked for is taken where sides
#: show one within the second share of it.
_ONE_SIZE, _ASKED = 0.005, 0.03
#: What lies within a tile that is so many times as large is an ornament of it; a hexagon without inner
#: areas this near to a tile, in its radii, the gap between tiles; tiles nearer than the last share of it
#: lie on one another.
_LARGER, _GAP, _ALL_BUT = 1.2, 1.6, 0.2
#: The points looked at across a tile, and how far from an area's edge, as a share of the width.
ACROSS, _RIM = 96, 0.03
#: The parts of an area; numbers stand nearer to the middle than this share of the width, letters nearer to
#: that of their area.
_PARTS, _NUMBER, _LETTER = 6, 0.15, 0.07
#: Parts that differ by fewer levels show one colour; what is lighter is bare paper.
_EVEN, _BARE = 12.0, 250.0

_GOLDEN = (math.sqrt(5) - 1) / 2
_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")


class _Tile(NamedTuple):
    """Where a tile may lie, on the page of an index, that is so large from centre to corner."""

    page: int
    place: RingPlace
    radius: float

    @property
    def lying(self) -> complex:
        """What the unit of charts, across and down, is on the page."""
        return cmath.rect(self.radius, math.radians(self.place.angle - 30))

    def spots(self, letters: str) -> Iterator[ShownArea]:
        """Yield the tile's areas with the letters that they show."""
        for k, letter in zip(AREAS, letters, strict=True):
            at = complex(*self.place.centre) + self.lying * complex(*middle(k, SQRT3))
            way = round((60 * k + 30 - self.place.angle) / 45) % 8
            yield ShownArea(
                Point(at.real, at.imag), "centre" if k == CENTRE else _COMPASS[way], letter
            )


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles on the pages, in the order they are painted.

    Raises GameError where the colours cannot be told, saying what to ask for.
    """
    by_page = grouped(_sized(pages, hints), lambda tile: tile.page)
    by_page = {k: _unhidden(own) for k, own in by_page.items()}
    tiles = [tile for own in by_page.values() for tile in own]
    if not tiles:
        return Reading((), "")
    parts = np.concatenate([_parts(pages[k], own) for k, own in by_page.items()])
    is_plain = np.ptp(parts.reshape(len(tiles), -1, 3), axis=1).max(axis=1) < _EVEN
    size = SQRT3 * usual(round(tile.radius, 2) for tile in tiles)
    several = parts if is_plain.all() else parts[~is_plain]
    palette = colours.palette(several, game, hints, size)
    letters, are_whole = palette.read(parts)
    is_none = is_plain & ((letters == UNREAD).any(axis=1) | (parts.min(axis=(1, 2, 3)) > _BARE))
    pieces = tuple(
        _read(tiles[k], "".join(letters[k]), are_whole[k], parts[k], game)
        for k in np.flatnonzero(~is_none)
    )
    wrong = (Trouble("foreign", palette.fault, tiles[0].page),) if palette.fault else ()
    return Reading(pieces, palette.name, troubles=wrong, theme=palette.theme)


# ------------------------------------------------------------------------------------- places


def _sized(pages: Sequence[Page], hints: Hints) -> Iterator[_Tile]:
    """Yield the places that may be those of tiles, each with its radius.

    What most places are, or what was asked for, is the size of any that shows it, of hexagons without
    inner areas the only one; others keep the size they show best.
    """
    found = [(k, place) for k, page in enumerate(pages) for place in rings.places(page)]
    is_asked = hints.tile_size is not None
    common = (hints.tile_size or 0.0) / SQRT3
    if not is_asked:
        inner = [place.radii[0] for _, place in found if place.radii]
        radii = inner or [place.outlines[0].side for _, place in found]
        common = usual((round(radius, 2) for radius in radii), 0.0)
    most = (_ASKED if is_asked else _ONE_SIZE) * common
    for page, place in found:
        outlines = [ring.side for ring in place.outlines]
        radii = [*place.radii, *(outlines if is_asked or not place.radii else ())]
        near = [radius for radius in radii if abs(radius - common) <= most]
        if near or place.radii:
            yield _Tile(page, place, (near or radii)[0])


def _unhidden(tiles: Sequence[_Tile]) -> list[_Tile]:
    """Return the tiles of a page but for ornaments of larger ones, gaps, and what one of its size all but covers."""
    centres = np.array([complex(*tile.place.centre) for tile in tiles])
    radii = np.array([tile.radius for tile in tiles])
    has_areas = np.array([bool(tile.place.radii) for tile in tiles])
    own, far = radii[:, None], np.abs(centres[:, None] - centres)
    is_larger = radii > _LARGER * own
    is_hidden = is_larger & (far < radii)
    is_hidden |= ~is_larger & has_areas & ~has_areas[:, None] & (far < _GAP * radii)
    is_alike = np.triu(np.abs(radii - own) <= _ONE_SIZE * own, 1)
    is_hidden |= is_alike & (far < _ALL_BUT * own)
    return [tile for tile, hidden in zip(tiles, is_hidden.any(axis=1), strict=True) if not hidden]


# ----------------------------------------------------------------------------------- colours


@cache
def chart() -> tuple[NDArray[np.complex128], NDArray[np.intp]]:
    """Return the points across and down a tile, in its unit frame, and the area each lies in, -1 for none."""
    # Rows and columns are shifted by golden shares, or else the lines of a pattern may fall between them.
    rows, columns = np.mgrid[:ACROSS, :ACROSS]
    right, down = (
        (one + other * _GOLDEN % 1) / ACROSS * 2 - 1
        for one, other in ((columns, rows), (rows, columns))
    )
    points = right + 1j * down
    areas = [area_at(at.real, at.imag, SQRT3, _RIM * SQRT3) for at in points.ravel().tolist()]
    return points, np.array([-1 if k is None else k for k in areas]).reshape(points.shape)


@cache
def _parted() -> tuple[NDArray[np.complex128], NDArray[np.intp]]:
    """Return the points of the chart part by part of every area, and where each part begins.

    Where letters and numbers may stand is none of them: the middle of an area.
    """
    points, areas = (one[chart()[1] >= 0] for one in chart())
    middles = np.array([complex(*middle(k, SQRT3)) for k in AREAS])
    off = (points - middles[areas]) * np.exp(1j * np.radians(60 * areas))
    sectors = np.floor(np.angle(off) / math.tau * _PARTS).astype(int) % _PARTS
    strips = ((off.real / SQRT3 + 0.125) * 12).astype(int) + np.where(off.imag > 0, 3, 0)
    is_centre = areas == CENTRE
    parts = areas * _PARTS + np.where(is_centre, sectors, strips)
    is_clear = np.abs(off) > np.where(is_centre, _NUMBER, _LETTER) * SQRT3
    order = np.flatnonzero(is_clear)[np.argsort(parts[is_clear], kind="stable")]
    return points[order], np.unique(parts[order], return_index=True)[1]


def views(page: Page, places: NDArray[np.complex128]) -> Pixels:
    """Return what a page shows at places, white beyond it."""
    x, y = ((way * page.per_mm).astype(np.intp) for way in (places.real, places.imag))
    rows, columns, _ = page.pixels.shape
    is_beyond = (x < 0) | (y < 0) | (x >= columns) | (y >= rows)
    x[is_beyond] = y[is_beyond] = 0
    view: Pixels = page.pixels.reshape(-1, 3)[y * columns + x]
    view[is_beyond] = 255
    return view


def _parts(page: Page, tiles: Sequence[_Tile]) -> Levels:
    """Return what the parts of the areas of a page's tiles show, an array (tiles, areas, parts, red-green-blue)."""
    points, begins = _parted()
    result = []
    for tile in tiles:
        view = views(page, complex(*tile.place.centre) + tile.lying * points)
        result.append(np.add.reduceat(view, begins, axis=0, dtype=np.int64))
    counts = np.diff([*begins, len(points)])[:, None]
    return (np.array(result) / counts).reshape(-1, len(AREAS), _PARTS, 3)


# ------------------------------------------------------------------------------------- tiles


def _read(
    tile: _Tile, letters: str, are_whole: NDArray[np.bool_], parts: Levels, game: Game[Position]
) -> Found:
    """Return a tile with the letters that its areas show, and whether the whole of each shows that."""
    outline = tile.place.corners(tile.radius)
    spots = tuple(tile.spots(letters))
    flaws = []
    mixed = [spot.name for spot, is_whole in zip(spots, are_whole, strict=True) if not is_whole]
    if mixed:
        flaws.append(Flaw("unclear", f"{_are(mixed)} of more than one colour"))
    others = [k for k in AREAS if letters[k] == UNREAD and are_whole[k]]
    if others:
        *names, last = game.piece_colours.values()
        paints = dict.fromkeys(raster.written(np.median(parts[k], axis=0)) for k in others)
        words = f"{_are([spots[k].name for k in others])} {listed(paints)}"
        flaws.append(Flaw("foreign", f"{words}, neither {', '.join(names)} nor {last}"))
    written = "" if UNREAD in letters else game.written_piece(letters)
    if written:
        try:
            game.identify(written)
        except NotationError as error:
            flaws.append(Flaw("impossible", f"it shows {written}, {error.what}"))
    return Found(
        tile.page,
        Point(sum(p.x for p in outline) / 6, sum(p.y for p in outline) / 6),
        outline,
        hexagons.widths(outline),
        tile.place.slip,
        spots,
        written,
        tuple(flaws),
    )


def _are(names: Sequence[str]) -> str:
    """Return areas in words, and that they are."""
    return f"the {plural(len(names), 'area', 'areas')} {listed(names)} {plural(len(names), 'is', 'are')}"
