"""Tiles that are hexagons of seven areas, on pages: where they lie, how large, what colours they show.

Places and sizes come from what is drawn, colours from what shows.  Which colours there are, how a
tile is written and whether there is such a tile the game says; whether the set is complete is
:mod:`generator.checking.judge`'s.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene, theme
from engine.drawing.parts import Piece, Pieces, Request, Stance
from engine.drawing.theme import Theme
from engine.errors import GameError, NotationError
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Point, Transform
from engine.geometry.seven_areas import AREAS, CENTRE, area_at, middle
from engine.play.game import Game
from engine.play.position import Position
from engine.words import listed
from generator.checking import scale
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import compare, models, outlines, rings
from generator.checking.recognise.compare import Difference, Way
from generator.checking.recognise.models import Pixels
from generator.checking.recognise.results import (
    UNREAD,
    Flaw,
    Found,
    Hints,
    Reading,
    ShownArea,
    Trouble,
    kinds_of,
    misnamed,
)
from generator.checking.recognise.rings import Labels, Points, TilePlace
from generator.printing import template

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
    settings = template.load(game.name, hints.template).settings()
    kit = game.parts(Request(theme.load("classic"), settings, tile_size=hints.tile_size))
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
    palette = palette_of(several, game, hints, size, is_patterned=is_patterned)
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
        pieces[k] = pieces[k]._replace(flaws=difference.flaws)
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
        things = [*_things(pages, tiles, game, look, hints)]
        differences, _ = compare.compared(pages, things, compare.NOTHING, per_mm=_PER_MM)
        marked = sum(difference.points > 0 for difference in differences)
        is_ours = any(scale.footer(page).game for page in pages)
        if is_ours or 2 * marked < max(len(tiles), 2 * _FEWEST):
            return differences
    return _from_peers(pages, tiles)


def _things(
    pages: Sequence[Page],
    tiles: Sequence[_Tile],
    game: Game[Position],
    look: Theme,
    hints: Hints,
) -> Iterator[Iterator[Way]]:
    """Yield how tiles may be drawn."""
    scales = scale.by_rulers(pages)
    size = usual(round(tile.piece.size / scales.get(tile.place.page, 1.0), 2) for tile in tiles)
    settings = template.load(game.name, hints.template).settings()
    parts = game.parts(Request(look, settings, tile_size=size))
    drawn = {p.id: (one, p) for one in parts if isinstance(one, Pieces) for p in one.pieces}
    for tile in tiles:
        yield _ways(tile, game, *drawn[tile.piece.kind], look)


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
        lying = at @ Transform.rotation(turn) @ scaled
        yield Way(tile.place.page, part.draw(piece, stance), lying, tile.piece.outline)


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
            models.crowded((models.unlike(view, should) > _OFF) & (areas >= 0), _CROWD)
            for view, should in zip(shown, expected, strict=True)
        ]
    )
    # Numbers and dots in the middle differ from piece to piece: more than those is a mark.
    is_middle = areas == CENTRE
    counts = marks[:, is_middle].sum(axis=1)
    most = min(np.sort(counts)[-2:][0], _OFTEN * np.median(counts)) + _MIDDLE * is_middle.sum()
    marks &= ~is_middle | (counts > most)[:, None, None]
    return [*map(compare.difference, shown, expected, marks)]


# ---------------------------------------------------------------------------------------- colours

#: Levels of red, green and blue, 0 to 255, the last axis of an array.
Levels = NDArray[np.float64]

#: An area is of the colour that it is nearest to, if it is this near, in levels.
_NEAR = 40.0
#: Colours nearer than this to each other are alike.
_ALIKE = 8.0
#: What shows is like a theme's colour if it is nearer than this, and as the theme paints it within that.
_LIKE, _EXACT = 50.0, 14.0
#: A theme is likely if it fits so well, and each of its colours so well.
_LIKELY, _EACH = 0.5, 0.01
#: Colours this little saturated, of 255 levels, are grey; hues are alike if their cosine is larger.
_GREY, _HUE = 12.0, 0.3


class Palette(NamedTuple):
    """Colours by the game's letters, and by what they are told, for the report."""

    name: str
    colours: Mapping[str, Levels]
    #: The theme whose colours they are, None for others.
    theme: Theme | None = None
    #: Whether the theme tells colours by patterns.
    is_patterned: bool = False
    #: What is wrong with the theme that was named, "" for nothing.
    fault: str = ""

    def read(self, areas: Levels) -> NDArray[np.str_]:
        """Return the letters of what areas show, UNREAD for none."""
        apart = self._apart(areas)
        letters = np.array([*self.colours])[apart.argmin(axis=-1)]
        return np.where(apart.min(axis=-1) <= _NEAR, letters, UNREAD)

    def fit(self, areas: Levels) -> Levels:
        """Return how well each of the palette's colours fits what areas show, from 0 to 1 all together."""
        apart = self._apart(areas)
        is_own = apart == apart.min(axis=1, keepdims=True)
        return np.asarray((is_own * np.maximum(1 - (apart / _LIKE) ** 2, 0.0)).mean(axis=0))

    def settled(self, areas: Levels) -> Palette:
        """Return the palette with the colours that areas show, of the theme if it paints them."""
        apart = self._apart(areas)
        nearest = np.where(apart.min(axis=1) < _LIKE, apart.argmin(axis=1), -1)
        settled, chosen = {}, self.theme
        for k, (letter, colour) in enumerate(self.colours.items()):
            own = areas[nearest == k]
            settled[letter] = np.median(own, axis=0) if len(own) else colour
            # Pixels show fine patterns lighter or darker.
            if not self.is_patterned and math.dist(settled[letter], colour) > _EXACT:
                chosen = None
        return self._replace(colours=settled, theme=chosen)

    def _apart(self, levels: Levels) -> Levels:
        return np.asarray(np.linalg.norm(levels[..., None, :] - [*self.colours.values()], axis=-1))


def palette_of(
    areas: Levels, game: Game[Position], hints: Hints, size: float, *, is_patterned: bool
) -> Palette:
    """Return what colours may be told by: those given, or guessed by what areas show of tiles so wide.

    Raises GameError where it cannot be told which colour is which, saying what to ask for.
    """
    slots = game.piece_colours
    if hints.colours is not None:
        if len(hints.colours) != len(slots):
            raise GameError(f"{len(hints.colours)} colours are given by --colors, not {len(slots)}")
        given = map(_levels, hints.colours)
        return Palette("the colours given", dict(zip(slots, given, strict=True))).settled(areas)
    ours = [_of_theme(theme.load(name), slots, size) for name in theme.names()]
    ours = [one for one in ours if is_patterned or not one.is_patterned]
    best = max(ours, key=lambda one: one.fit(areas).sum())
    fit = best.fit(areas)
    is_likely = fit.sum() >= _LIKELY
    if hints.theme is not None:
        named = _of_theme(theme.load(hints.theme), slots, size)
        if not is_likely or named.fit(areas).sum() >= _LIKELY:
            return named.settled(areas)
        return best.settled(areas)._replace(fault=misnamed(best.name, named.name))
    hues = None if is_likely and fit.min() > _EACH else _by_hue(areas, slots)
    if hues is not None:
        return Palette("hue", hues)
    if is_likely:
        return best.settled(areas)
    raise GameError(
        f"cannot tell which colours are {', '.join(slots.values())}; say --theme or --colors"
    )


def _by_hue(areas: Levels, slots: Mapping[str, str]) -> dict[str, Levels] | None:
    """Return the colours of areas by the game's letters, each by the nearest hue, None where one is not there."""
    own = _hues(np.array([_levels(theme.load("classic").colour(slot)) for slot in slots.values()]))
    coloured = areas[np.ptp(areas, axis=1) > _GREY]
    likeness = _hues(coloured) @ own.T
    nearest = np.where(likeness.max(axis=1) > _HUE, likeness.argmax(axis=1), -1)
    if not {*range(len(slots))} <= {*nearest.tolist()}:
        return None
    return {letter: np.median(coloured[nearest == k], axis=0) for k, letter in enumerate(slots)}


def _hues(colours: Levels) -> Levels:
    """Return what of colours is no grey, of length one."""
    off = colours - colours.mean(axis=1, keepdims=True)
    return np.asarray(off / np.linalg.norm(off, axis=1, keepdims=True))


# ------------------------------------------------------------------------------------ themes


def _of_theme(chosen: Theme, slots: Mapping[str, str], size: float) -> Palette:
    """Return the palette of a theme for tiles so wide; ``slots`` names the theme's slot of each letter.

    Raises GameError where the theme paints two of the colours alike.
    """
    paints = {letter: chosen.paint(name, size) for letter, name in slots.items()}
    at_large = {letter: _at_large(paint) for letter, paint in paints.items()}
    for a, b in combinations(at_large, 2):
        if math.dist(at_large[a], at_large[b]) < _ALIKE:
            raise GameError(
                f"theme {chosen.name} paints {slots[a]} and {slots[b]} alike; "
                "nothing can tell them apart"
            )
    is_patterned = any(isinstance(paint, scene.Pattern) for paint in paints.values())
    return Palette(f"theme {chosen.name}", at_large, chosen, is_patterned)


def _at_large(paint: str | scene.Pattern) -> Levels:
    if not isinstance(paint, scene.Pattern):
        return _levels(paint)
    share = paint.width / paint.pitch
    covered = {
        "hatch": share,
        "cross": 1 - (1 - share) ** 2,
        "dots": math.pi / 4 * share**2 / (math.sqrt(3) / 2),
    }[paint.kind]
    return (1 - covered) * _levels(paint.paper) + covered * _levels(paint.ink)


def _levels(colour: str) -> Levels:
    return np.array([float(int(colour[k : k + 2], 16)) for k in (1, 3, 5)])
