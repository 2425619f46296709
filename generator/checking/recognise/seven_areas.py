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
from itertools import product
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotationError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, listed, plural
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import candidates, colours, hexagons, raster
from generator.checking.recognise.candidates import TileCandidate
from generator.checking.recognise.colours import Palette, Shown
from generator.checking.recognise.results import (
    UNREAD,
    Flaw,
    Found,
    Hints,
    Reading,
    ShownArea,
    Trouble,
)

DETAIL = 7

#: Sizes within this share of each other are meant to be one.
_ONE_SIZE = 0.005
#: A size that was asked for is taken where sides show one within this share of it.
_ASKED = 0.03
#: Tiles whose middles are nearer than this share of their radius lie on one another; hexagons without
#: inner areas that are nearer to a tile than this are the gaps between tiles.
_ALL_BUT, _GAP = 0.2, 1.6
#: The places looked at across a tile, the parts of an area, and how far from its rim, as a share of
#: the width; numbers stand nearer to the middle than this, letters nearer to that of their area.
_ACROSS, _PARTS, _RIM, _NUMBER, _LETTER = 90, 6, 0.03, 0.15, 0.07
#: Parts that differ by fewer levels show one colour; what is lighter is bare paper.
_EVEN, _BARE = 12.0, 250.0
#: Patterns differ by more levels from their mean, and by a larger share of what each should.
_PATTERNED, _FLAT = 3.0, 0.3
#: The levels beyond the page: none.
_NOWHERE = -1000.0

_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")


class _Place(NamedTuple):
    """A page's index, and where on it a tile may lie that is so large from centre to corner."""

    page: int
    candidate: TileCandidate
    radius: float


class _Tile(NamedTuple):
    """A tile's place, and what the parts of its areas show: (areas, parts, red-green-blue).

    ``contrast`` is how much the points of each area differ from their part, in levels.
    """

    place: _Place
    shown: Shown
    contrast: Shown

    @property
    def is_plain(self) -> bool:
        """Whether all of it shows one colour."""
        flat = self.shown.reshape(-1, 3)
        return bool(np.abs(flat - flat.mean(axis=0)).max() < _EVEN)


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles on the pages, in the order they are painted.

    Raises GameError where the colours cannot be told, saying what to ask for.
    """
    placed = _sized(
        [(k, place) for k, page in enumerate(pages) for place in candidates.candidates(page)], hints
    )
    shown_on = _by_page(_unhidden(placed))
    tiles = [tile for k, own in shown_on.items() for tile in _looked_at(pages[k], own)]
    if not tiles:
        return Reading((), "")
    several = [tile for tile in tiles if not tile.is_plain] or tiles
    size = SQRT3 * usual(round(tile.place.radius, 2) for tile in tiles)
    is_patterned = median(tile.contrast.mean() for tile in several) > _PATTERNED
    levels = np.stack([tile.shown for tile in several])
    palette = colours.palette(levels, game, hints, size, is_patterned=is_patterned)
    pieces = [_read(tile, palette, game) for tile in tiles]
    blank = pieces.count(None)
    are = plural(blank, "is blank and was", "are blank and were")
    notes = [f"{count(blank, 'hexagon')} {are} passed over"] if blank else []
    wrong = (Trouble("foreign", palette.fault, tiles[0].place.page),) if palette.fault else ()
    complete = tuple(filter(None, pieces))
    return Reading(complete, palette.name, tuple(notes), troubles=wrong, theme=palette.theme)


# ------------------------------------------------------------------------------------ sizes


def _sized(places: Sequence[tuple[int, TileCandidate]], hints: Hints) -> list[_Place]:
    """Return the candidates that may be tiles, each with its radius.

    What most candidates are, or what was asked for, is the size of any candidate that shows it, of
    hexagons without inner areas the only one; others keep the size they show best.
    """
    common = _common([candidate for _, candidate in places], hints)
    is_asked = hints.tile_size is not None
    most = (_ASKED if is_asked else _ONE_SIZE) * common
    result = []
    for page, candidate in places:
        outlines = [ring.side for ring in candidate.drawn]
        radii = [*candidate.radii, *(outlines if is_asked or not candidate.structured else ())]
        near = [radius for radius in radii if abs(radius - common) <= most]
        if near or candidate.structured:
            result.append(_Place(page, candidate, near[0] if near else candidate.radii[0]))
    return result


def _common(places: Sequence[TileCandidate], hints: Hints) -> float:
    """Return the radius asked for, or else the one most candidates show, 0 where there are none."""
    if hints.tile_size is not None:
        return hints.tile_size / SQRT3
    inner = [one.radii[0] for one in places if one.structured]
    radii = inner or [one.drawn[0].side for one in places]
    return usual((round(radius, 2) for radius in radii), 0.0)


def _by_page(placed: Sequence[_Place]) -> dict[int, list[_Place]]:
    return grouped(placed, lambda place: place.page)


def _unhidden(placed: Sequence[_Place]) -> list[_Place]:
    """Return the places that no other on their page hides."""
    result: list[_Place] = []
    for own in _by_page(placed).values():
        centres = np.array([place.candidate.centre for place in own])
        for k, place in enumerate(own):
            far = np.hypot(*(centres - place.candidate.centre).T)
            near = np.flatnonzero(far < 2 * max(other.radius for other in own))
            hidden = (_hides(own[n], place, far[n], is_later=bool(n > k)) for n in near if n != k)
            result += [] if any(hidden) else [place]
    return result


def _hides(other: _Place, place: _Place, far: float, *, is_later: bool) -> bool:
    """Tell whether a place is an ornament of a larger tile, a gap, or all but covered by a tile of its size."""
    if other.radius > 1.2 * place.radius:
        return far < other.radius
    if other.candidate.structured and not place.candidate.structured:
        return far < _GAP * other.radius
    is_alike = abs(other.radius - place.radius) <= _ONE_SIZE * place.radius
    return is_later and is_alike and far < _ALL_BUT * place.radius


# ----------------------------------------------------------------------------------- colours


@cache
def _chart() -> tuple[Shown, NDArray[np.intp]]:
    """Return the places looked at, in a tile's unit frame, and the part of an area each lies in.

    Where letters and numbers may stand is none of them: the middle of an area.
    """
    steps = ((np.arange(_ACROSS) + 0.5) / _ACROSS * 2 - 1).tolist()
    places, parts = [], []
    for x, y in product(steps, steps):
        area = area_at(x, y, SQRT3, _RIM * SQRT3)
        if area is None:
            continue
        at = middle(area, SQRT3)
        turned = complex(x - at.x, y - at.y) * cmath.rect(1.0, math.radians(60 * area))
        out, aside = turned.real, turned.imag
        if area == CENTRE:
            part = math.floor(math.atan2(aside, out) / math.tau * _PARTS) % _PARTS
            is_clear = math.hypot(out, aside) > _NUMBER * SQRT3
        else:
            part = int((out / SQRT3 + 0.125) * 12) + (3 if aside > 0 else 0)
            is_clear = math.hypot(out, aside) > _LETTER * SQRT3
        if is_clear:
            places.append((x, y))
            parts.append(area * _PARTS + part)
    return np.array(places), np.array(parts)


def _looked_at(page: Page, placed: Sequence[_Place]) -> Iterator[_Tile]:
    """Yield the tiles at places of a page, those that are bare paper left out."""
    places, parts = _chart()
    sizes = np.bincount(parts)[:, None]
    rows, columns, _ = page.pixels.shape
    for place in placed:
        laid = raster.laid(places, place.candidate.frame(place.radius))
        x, y = (laid * page.per_mm).astype(np.intp).T
        on_page = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
        pixels = np.full((len(laid), 3), _NOWHERE)
        pixels[on_page] = page.pixels[y[on_page], x[on_page]]
        sums = [np.bincount(parts, pixels[:, k]) for k in range(3)]
        means = np.stack(sums, axis=1) / sizes
        if means.min() < _BARE:
            apart = np.abs(pixels - means[parts]).mean(axis=1)
            areas = parts // _PARTS
            contrast = np.bincount(areas, apart) / np.bincount(areas)
            yield _Tile(place, means.reshape(len(AREAS), _PARTS, 3), contrast)


# ------------------------------------------------------------------------------------- tiles


def _read(tile: _Tile, palette: Palette, game: Game[Position]) -> Found | None:
    """Return a tile with its colours told, or None where it is blank."""
    areas = [
        # What is flat is no pattern, be it as light as one.
        (UNREAD, True) if contrast < _FLAT * palette.patterned.get(letter, 0.0) else (letter, whole)
        for parts, contrast in zip(tile.shown, tile.contrast, strict=True)
        for letter, whole in (palette.letter(parts),)
    ]
    letters = "".join(letter for letter, _ in areas)
    if tile.is_plain and UNREAD in letters:
        return None
    place = tile.place
    outline = place.candidate.outline(place.radius)
    spots = tuple(_spots(place, letters))
    written = "" if UNREAD in letters else game.written_piece(letters)
    flaws = _flaws(tile, areas, spots, written, game)
    return Found(
        place.page,
        Point(sum(p.x for p in outline) / 6, sum(p.y for p in outline) / 6),
        outline,
        hexagons.widths(outline),
        place.candidate.slip,
        spots,
        written,
        tuple(flaws),
    )


def _spots(place: _Place, letters: str) -> Iterator[ShownArea]:
    frame = place.candidate.frame(place.radius)
    for k in AREAS:
        at = frame.apply(middle(k, SQRT3))
        clockwise = place.candidate.angle - 30 - 60 * k
        name = "centre" if k == CENTRE else _COMPASS[round(-clockwise / 45) % 8]
        yield ShownArea(at, name, letters[k])


def _flaws(
    tile: _Tile,
    areas: Sequence[tuple[str, bool]],
    spots: Sequence[ShownArea],
    written: str,
    game: Game[Position],
) -> Iterator[Flaw]:
    """Yield what is wrong with a tile's areas: no colour of the game, or no tile of its set."""
    names_of: dict[tuple[str, str], list[str]] = {}
    for spot, area, levels in zip(spots, areas, tile.shown, strict=True):
        fault = _off(*area, levels, game)
        if fault is not None:
            names_of.setdefault(fault, []).append(spot.name)
    for (kind, words), names in names_of.items():
        are = words.replace("is ", plural(len(names), "is ", "are "), 1)
        yield Flaw(kind, f"{_where(names)} {are}")
    if written:
        try:
            game.identify(written)
        except NotationError as error:
            yield Flaw("impossible", f"it shows {written}, {error.what}")


def _off(
    letter: str, is_whole: bool, levels: Shown, game: Game[Position]
) -> tuple[str, str] | None:
    """Return what is wrong with an area: a fault's kind, and in words what one area does."""
    if not is_whole:
        return "unclear", "is of more than one colour"
    if letter != UNREAD:
        return None
    *names, last = game.piece_colours.values()
    paint = raster.written(np.median(levels, axis=0))
    return "foreign", f"is {paint}, which is neither {', '.join(names)} nor {last}"


def _where(names: Sequence[str]) -> str:
    """Return areas in words: the centre, the area NE, the areas NE and W and the centre."""
    outer = [name for name in names if name != "centre"]
    areas = [f"the {plural(len(outer), 'area', 'areas')} {listed(outer)}"] if outer else []
    return " and ".join([*areas, *(["the centre"] if len(outer) < len(names) else [])])
