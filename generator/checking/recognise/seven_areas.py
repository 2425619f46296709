"""Tiles that are hexagons of seven areas, on pages: where they lie, how large, what colours they show.

Places and sizes come from what is drawn, colours from what shows.  Which colours there are, how a
tile is written and whether there is such a tile the game says; whether the set is complete is
:mod:`generator.checking.judge`'s.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.drawing import theme
from engine.drawing.parts import Piece, Pieces, Stance
from engine.drawing.theme import Theme
from engine.errors import NotationError
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Point, Transform
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from engine.play.game import Game
from engine.play.position import Position
from engine.words import listed
from generator.checking import papers, scale
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import colours, compare, looks, outlines, raster, rings
from generator.checking.recognise.colours import Levels
from generator.checking.recognise.compare import Difference, Place, Way
from generator.checking.recognise.raster import Pixels
from generator.checking.recognise.results import (
    UNREAD,
    Flaw,
    Found,
    Hints,
    Reading,
    ShownArea,
    Trouble,
    kinds_of,
)
from generator.checking.recognise.rings import Labels, Points, TilePlace

#: What lies within a tile that is so many times as large is an ornament of it; tiles nearer than this share
#: of their size from centre to corner lie on one another.
_LARGER, _ALL_BUT = 1.2, 0.2
#: The points looked at across a tile; how far from an area's edge, and from its middle, where letters and numbers
#: stand, as shares of the width.
_ACROSS, _RIM, _LETTER = 96, 0.03, 0.07
#: Areas that differ by fewer levels show one colour, points that differ by more a pattern; what is lighter is bare
#: paper.
_EVEN, _UNEVEN, _BARE = 12.0, 40, 250.0
#: Tiles are compared with our own drawing at so many points a millimetre.
_PER_MM = 6.0
#: With each other points differ by more levels than this, and so many of their neighbours as well.
_OFF, _CROWD = 60, 3
#: The fewest equal areas that are compared; the share of the middle's points that is no mark, besides so many times as
#: many as most tiles have.
_FEWEST, _MIDDLE, _OFTEN = 6, 0.02, 3

_GOLDEN = (math.sqrt(5) - 1) / 2
_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles on the pages, in the order they are painted.

    Raises GameError where the colours cannot be told, saying what to ask for.
    """
    tiles = [
        tile
        for k, page in enumerate(pages)
        for tile in _unhidden(rings.places(k, page, hints.tile_size))
    ]
    settings = looks.settings_of(game, hints.template)
    kit = looks.parts_of(game, settings, theme.load("classic"), hints.tile_size)
    kinds = tuple(kind for kind in kinds_of(game, kit, hints) if kind.is_named)
    if not tiles:
        return Reading((), "", kinds=kinds)
    levels, spreads = (
        np.array(some)
        for some in zip(*(_areas(pages[tile.page], tile) for tile in tiles), strict=True)
    )
    is_plain = np.ptp(levels, axis=1).max(axis=1) < _EVEN
    size = SQRT3 * usual(round(tile.radius, 2) for tile in tiles)
    several = (levels if is_plain.all() else levels[~is_plain]).reshape(-1, 3)
    is_patterned = bool(np.median(spreads) > _UNEVEN)
    palette = colours.palette(several, game, hints, size, is_patterned=is_patterned)
    letters = palette.read(levels)
    is_none = is_plain & ((letters == UNREAD).any(axis=1) | (levels.min(axis=(1, 2)) > _BARE))
    found = [
        _Tile(tiles[k], _read(tiles[k], "".join(letters[k]), game, kinds[0].part))
        for k in np.flatnonzero(~is_none)
    ]
    clear = [k for k, tile in enumerate(found) if not tile.piece.flaws]
    some = [found[k] for k in clear]
    differences = _differences(pages, some, game, palette.theme, hints) if some else []
    pieces = [tile.piece for tile in found]
    for k, difference in zip(clear, differences, strict=True):
        flaws = tuple(filter(None, (difference.flaw("it"),)))
        pieces[k] = pieces[k]._replace(flaws=flaws)
    wrong = (Trouble("foreign", palette.fault, tiles[0].page),) if palette.fault else ()
    return Reading(tuple(pieces), palette.name, kinds=kinds, troubles=wrong)


class _Tile(NamedTuple):
    """A tile: where it lies, and what is read there."""

    place: TilePlace
    piece: Found

    @property
    def letters(self) -> str:
        """What its areas show."""
        return "".join(spot.value for spot in self.piece.spots)


def _unhidden(tiles: Sequence[TilePlace]) -> list[TilePlace]:
    """Return the tiles of a page but for ornaments of larger ones, and those that later ones all but cover."""
    middles = np.array([tile.middle for tile in tiles])
    radii = np.array([tile.radius for tile in tiles])
    own, far = radii[:, None], np.abs(middles[:, None] - middles)
    is_hidden = (radii > _LARGER * own) & (far < radii)
    is_hidden |= np.triu((radii > own / _LARGER) & (far < _ALL_BUT * own), 1)
    return [tile for tile, hidden in zip(tiles, is_hidden.any(axis=1), strict=True) if not hidden]


# ----------------------------------------------------------------------------------- colours


@cache
def chart() -> tuple[Points, Labels]:
    """Return the points across and down a tile, in its unit frame, and the area each lies in, -1 for none."""
    # Rows and columns are shifted by golden shares, or else the lines of a pattern may fall between them.
    rows, columns = np.mgrid[:_ACROSS, :_ACROSS]
    right, down = columns + rows * _GOLDEN % 1, rows + columns * _GOLDEN % 1
    points = (right + 1j * down) / _ACROSS * 2 - 1 - 1j
    areas = [area_at(at.real, at.imag, SQRT3, _RIM * SQRT3) for at in points.ravel().tolist()]
    return points, np.array([-1 if k is None else k for k in areas]).reshape(points.shape)


@cache
def _by_area() -> tuple[Points, Labels]:
    """Return the points of the chart area by area, but for the middles of these, and where each area begins."""
    points, areas = chart()
    middles = np.array([complex(*middle(k, SQRT3)) for k in AREAS])
    is_some = (areas >= 0) & (np.abs(points - middles[areas]) > _LETTER * SQRT3)
    points, areas = points[is_some], areas[is_some]
    order = np.argsort(areas, kind="stable")
    return points[order], np.unique(areas[order], return_index=True)[1]


def views(page: Page, places: Points) -> Pixels:
    """Return what a page shows at places, white beyond it."""
    x, y = ((way * page.per_mm).astype(np.intp) for way in (places.real, places.imag))
    rows, columns, _ = page.pixels.shape
    is_beyond = (x < 0) | (y < 0) | (x >= columns) | (y >= rows)
    x[is_beyond] = y[is_beyond] = 0
    view: Pixels = page.pixels.reshape(-1, 3)[y * columns + x]
    view[is_beyond] = 255
    return view


def _areas(page: Page, tile: TilePlace) -> tuple[Levels, Levels]:
    """Return what a tile's areas show in the mean, and by how many levels points of each differ."""
    points, begins = _by_area()
    shown = views(page, tile.middle + tile.unit * points)
    sums = np.add.reduceat(shown, begins, dtype=np.float64)
    spreads = np.maximum.reduceat(shown, begins) - np.minimum.reduceat(shown, begins)
    return sums / np.diff([*begins, len(points)])[:, None], spreads.max(axis=1)


# ------------------------------------------------------------------------------------- tiles


def _read(tile: TilePlace, letters: str, game: Game[Position], part: str) -> Found:
    """Return a tile of a component with the letters that its areas show."""
    spots, corners = tuple(_spots(tile, letters)), tile.corners
    unread = [spot.name for spot in spots if spot.value == UNREAD]
    flaws = []
    if unread:
        words = f"neither {listed(game.piece_colours.values(), 'nor')} in {listed(unread)}"
        flaws.append(Flaw("foreign", f"it shows {words}"))
    kind = ""
    if UNREAD not in letters:
        written = game.written_piece(letters)
        try:
            kind = game.identify(written)
        except NotationError as error:
            flaws.append(Flaw("impossible", f"it shows {written}, {error.what}"))
    centre = Point(sum(p.x for p in corners) / 6, sum(p.y for p in corners) / 6)
    sizes = outlines.widths(corners)
    return Found(tile.page, centre, corners, sizes, tile.slip, spots, tuple(flaws), part, kind)


def _spots(tile: TilePlace, letters: str) -> Iterator[ShownArea]:
    for k in AREAS:
        at = tile.middle + tile.unit * complex(*middle(k, SQRT3))
        way = "centre" if k == CENTRE else _COMPASS[round((60 * k + 30 - tile.angle) / 45) % 8]
        yield ShownArea(Point(at.real, at.imag), way, letters[k])


# -------------------------------------------------------------------------------- stray paint


def _differences(
    pages: Sequence[Page],
    tiles: Sequence[_Tile],
    game: Game[Position],
    look: Theme | None,
    hints: Hints,
) -> list[Difference]:
    """Return how clear tiles differ from our own drawing of them, or where that is another from each other."""
    if look is not None:
        places = [*_places(pages, tiles, game, look, hints)]
        differences, _ = compare.compared(pages, places, compare.NOTHING, per_mm=_PER_MM)
        marked = sum(difference.points > 0 for difference in differences)
        is_ours = any(papers.footer(page).game for page in pages)
        if is_ours or 2 * marked < max(len(tiles), 2 * _FEWEST):
            return differences
    return _from_peers(pages, tiles)


def _places(
    pages: Sequence[Page],
    tiles: Sequence[_Tile],
    game: Game[Position],
    look: Theme,
    hints: Hints,
) -> Iterator[Place]:
    """Yield where tiles lie, and how each may be drawn."""
    scales = scale.by_rulers(pages)
    size = usual(round(tile.piece.size / scales.get(tile.place.page, 1.0), 2) for tile in tiles)
    settings = looks.settings_of(game, hints.template)
    parts = looks.parts_of(game, settings, look, size)
    drawn = {p.id: (one, p) for one in parts if isinstance(one, Pieces) for p in one.pieces}
    for tile in tiles:
        ways = _ways(tile, game, *drawn[tile.piece.kind], look)
        yield Place(tile.place.page, tile.piece.outline, ways)


def _stands(tile: _Tile, game: Game[Position]) -> Iterator[tuple[float, Orientation, bool]]:
    """Yield how a tile may stand that shows its letters where they are: its turn, orientation, whether it is a back."""
    ring, centre = tile.letters[:CENTRE], tile.letters[CENTRE]
    for sixths, back in product(range(6), (False, True)):
        front = [ring[((3 - k if back else k) - sixths) % 6] for k in range(6)]
        if game.written_piece("".join((*front, centre))) == tile.piece.kind:
            turn = tile.place.angle - 30 + 60 * sixths
            yield turn, Orientation.POINTY, back
            yield turn + (30 if back else -30), Orientation.FLAT, back


def _ways(
    tile: _Tile, game: Game[Position], part: Pieces, piece: Piece, look: Theme
) -> Iterator[Way]:
    """Yield how a tile may be drawn, without letters and with them, first turned by quarters as on most sheets."""
    stands = sorted(_stands(tile, game), key=lambda stand: round(stand[0]) % 90 not in (0, 1, 89))
    at = Transform.translation(*tile.piece.centre)
    scaled = Transform.scaling(tile.piece.size / part.shape(part.size).width)
    for (turn, way, back), labels in product(stands, (False, True)):
        stance = Stance(look, part.size, way, labels=labels, back=back)
        yield Way(part.draw(piece, stance), at @ Transform.rotation(turn) @ scaled)


def _from_peers(pages: Sequence[Page], tiles: Sequence[_Tile]) -> list[Difference]:
    """Return how tiles differ from what most equal areas show, the same letter in the same place."""
    points, areas = chart()
    shown = np.array(
        [views(pages[one.place.page], one.place.middle + one.place.unit * points) for one in tiles]
    )
    expected = shown.copy()
    flat = expected.reshape(len(tiles), -1, 3)
    letters = np.array([[*tile.letters] for tile in tiles])
    for area, letter in product(AREAS, np.unique(letters)):
        alike = np.flatnonzero(letters[:, area] == letter)
        if len(alike) >= _FEWEST:
            here = np.ix_(alike, np.flatnonzero(areas == area))
            flat[here] = np.median(flat[here], axis=0)
    marks = np.array(
        [
            raster.crowded((raster.unlike(view, should) > _OFF) & (areas >= 0), _CROWD)
            for view, should in zip(shown, expected, strict=True)
        ]
    )
    # Numbers and dots in the middle differ from piece to piece: more than those is a mark.
    is_middle = areas == CENTRE
    counts = marks[:, is_middle].sum(axis=1)
    most = min(np.sort(counts)[-2:][0], _OFTEN * np.median(counts)) + _MIDDLE * is_middle.sum()
    marks &= ~is_middle | (counts > most)[:, None, None]
    return [*map(compare.difference, shown, expected, marks)]
