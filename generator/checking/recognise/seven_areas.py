"""Tiles that are hexagons of seven areas, on pages: where they lie, how large, what colours they show.

Places and sizes come from what is drawn, colours from what shows.  Which colours there are, how a
tile is written and whether there is such a tile the game says; whether the set is complete is
:mod:`generator.checking.judge`'s.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
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
from generator.checking import usual, whole_pages
from generator.checking.pages import files, pdfium
from generator.checking.pages.paint import Page, Picture
from generator.checking.recognise import compare, models, outlines
from generator.checking.recognise.compare import Difference, Way
from generator.checking.recognise.models import Pixels
from generator.checking.recognise.outlines import Outline
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
from generator.printing import template

Points = NDArray[np.complex128]
Labels = NDArray[np.intp]

#: What is narrower than this share of the tile that it lies in is an ornament.
_ORNAMENT = 0.6
#: Of tiles that are nearer to each other than this share of their width only the last shows.
_COVERED = 0.2
_ACROSS = 96  # so many points each way are looked at on a tile
_RIM = 0.03  # points are no nearer than this to an area's edge, as a share of the tile's width
_LETTER = 0.07  # points are no nearer to an area's middle, where letters and numbers stand
_FEWEST = 6  # the fewest equal areas that are compared with each other
#: Marks in a tile's middle count if they are more than so many times as many as most tiles have there,
#: and by more than this share of the middle's points.
_OFTEN, _MIDDLE = 3, 0.02

_GOLDEN = (math.sqrt(5) - 1) / 2
_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles on the pages, in the order they are painted.

    Raises GameError where the colours cannot be told, saying what to ask for.
    """
    known = hints.bleed or _bleed(pages), hints.tile_size
    hexagons = [(k, one) for k, page in enumerate(pages) for one in page.once(hexagons_on, *known)]
    if hexagons and np.median([one.spread for _, one in hexagons]) > _EVEN:  # probably patterns
        files.refine(pages)
        hexagons = [
            (k, one) for k, page in enumerate(pages) for one in page.once(hexagons_on, *known)
        ]
    settings = template.load(game.name, hints.template).settings()
    kit = game.parts(Request(theme.load("classic"), settings, tile_size=hints.tile_size))
    kinds = tuple(kinds_of(game, kit, hints))
    if not hexagons:
        return Reading((), "", kinds=kinds)
    levels = np.array([one.levels for _, one in hexagons])
    size = usual(round(one.outline.width, 2) for _, one in hexagons)
    is_patterned = float(np.median([one.spread for _, one in hexagons])) > _NEAR
    palette = palette_of(levels.reshape(-1, 3), game, hints, size, is_patterned=is_patterned)
    pieces = [
        _read(k, one.outline, "".join(letters), game, kinds[0].part)
        for (k, one), letters in zip(hexagons, palette.read(levels), strict=True)
    ]
    clear = [k for k, piece in enumerate(pieces) if not piece.flaws]
    differences = _differences(pages, [pieces[k] for k in clear], game, palette, hints)
    for k, difference in zip(clear, differences, strict=True):
        pieces[k] = pieces[k]._replace(flaws=difference.flaws)
    wrong = (Trouble("foreign", palette.fault, pieces[0].page),) if palette.fault else ()
    return Reading(tuple(pieces), palette.name, kinds=kinds, troubles=wrong)


class _Hexagon(NamedTuple):
    """A hexagon: what its areas show, and by how many levels points of one differ."""

    outline: Outline
    levels: Levels
    spread: float


def _bleed(pages: Sequence[Page]) -> float:
    """Return how far most tiles reach beyond the lines to cut them along, 0 where none are drawn."""
    bleeds = []
    for number, page in enumerate(pages):
        for _, _, (ground, *others) in outlines.candidates(number, page, 0.0):
            cut = max((one.width for one in others if one.cut), default=0.0)
            if ground.kind == "hexagon" and cut > _ORNAMENT * ground.width:
                bleeds.append(round((ground.width - cut) / 2, 2))
    return usual(bleeds, 0.0)


def hexagons_on(page: Page, bleed: float, tile_size: float | None) -> list[_Hexagon]:
    """Return the hexagons of a page that show colours, without ornaments of larger ones and those that are covered."""
    bleed *= whole_pages.by_rulers([page]).get(0, 1.0)
    groups = [one.outlines for one in outlines.candidates(0, page, bleed)]
    drawn = [_cut(group, tile_size) for group in groups if group[0].kind == "hexagon"]
    hexagons = (*outlines.joined(page, drawn), *drawn)
    every = [_Hexagon(one, *_areas(page, one)) for one in hexagons]
    # The areas of a tile never show one colour.
    own = [one for one in every if np.ptp(one.levels, axis=0).max() >= _EVEN]
    centres = np.array([complex(*one.outline.centre) for one in own])
    widths = np.array([one.outline.width for one in own])
    # Row by column: whether the hexagon of a row is hidden by that of a column.
    far = np.abs(centres - centres[:, None])
    is_ornament = (widths[:, None] < _ORNAMENT * widths) & (far < widths / SQRT3)
    is_over = (widths > _ORNAMENT * widths[:, None]) & (far < _COVERED * widths)
    is_again = is_over & (far < outlines.ONE_LENGTH * widths)
    # A later hexagon covers, but one that is drawn again in the same place is hidden by the first.
    is_covered = np.triu(is_over & ~is_again, 1) | np.tril(is_again, -1)
    is_hidden = (is_ornament | is_covered).any(axis=1)
    return [one for one, hidden in zip(own, is_hidden, strict=True) if not hidden]


def _cut(group: Sequence[Outline], asked: float | None) -> Outline:
    """Return the outline along which a tile is cut: the one of the size asked for, else the smallest likely one."""
    if asked is not None:
        likely = min(group, key=lambda one: abs(one.width - asked))
        if abs(likely.width - asked) <= outlines.ONE_LENGTH * asked:
            return likely
    large = (one for one in group if one.width > _ORNAMENT * group[0].width)
    return min(large, key=lambda one: one.width)


# ----------------------------------------------------------------------------------- colours


@cache
def chart() -> tuple[Points, Labels]:
    """Return the points across and down a tile, in its unit frame, and the area each lies in, -1 for none."""
    # Each row and column is shifted by another share: else the lines of a pattern may fall between them.
    rows, columns = np.mgrid[:_ACROSS, :_ACROSS]
    right, down = columns + rows * _GOLDEN % 1, rows + columns * _GOLDEN % 1
    points = (right + 1j * down) / _ACROSS * 2 - 1 - 1j
    areas = [area_at(at.real, at.imag, SQRT3, _RIM * SQRT3) for at in points.ravel().tolist()]
    return points, np.array([-1 if k is None else k for k in areas]).reshape(points.shape)


@cache
def _by_area() -> tuple[Points, Labels]:
    """Return the chart's points area by area, without the areas' middles, and at which point each area begins."""
    points, areas = chart()
    middles = np.array([complex(*middle(k, SQRT3)) for k in AREAS])
    is_used = (areas >= 0) & (np.abs(points - middles[areas]) > _LETTER * SQRT3)
    points, areas = points[is_used], areas[is_used]
    order = np.argsort(areas, kind="stable")
    _, begins = np.unique(areas[order], return_index=True)
    return points[order], begins


def views(picture: Picture, places: Points) -> Pixels:
    """Return what a page's picture shows at places; beyond the page, what its edge shows."""
    x, y = ((side * picture.per_mm).astype(np.intp) for side in (places.real, places.imag))
    rows, columns = picture.rows, picture.columns
    indices = y.clip(0, rows - 1) * columns + x.clip(0, columns - 1)
    # Many times as fast as by rows and columns.
    return np.asarray(picture.pixels.reshape(-1, 3).take(indices, axis=0))


def _on_page(centre: Point, corner: Point, points: Points) -> Points:
    """Return where points of a tile's frame are on the page."""
    middle = complex(*centre)
    return middle + (complex(*corner) - middle) * cmath.rect(1, math.pi / 6) * points


def _areas(page: Page, outline: Outline) -> tuple[Levels, float]:
    """Return the mean of what each of a tile's areas shows, and by how many levels points of one area differ."""
    points, begins = _by_area()
    pixels = views(page.picture, _on_page(outline.centre, outline.corners[0], points))
    sums = np.add.reduceat(pixels, begins, dtype=np.float64)
    spreads = np.maximum.reduceat(pixels, begins) - np.minimum.reduceat(pixels, begins)
    amounts = np.diff([*begins, len(points)])
    return sums / amounts[:, None], float(spreads.max())


# ------------------------------------------------------------------------------------- tiles


def _read(page: int, outline: Outline, letters: str, game: Game[Position], part: str) -> Found:
    """Return a tile of a component on the page of an index with the letters that its areas show."""
    centre, corners = outline.centre, outline.corners
    areas = tuple(_shown_areas(centre, corners[0], letters))
    unread = [area.name for area in areas if area.value == UNREAD]
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
    sizes, slip = outlines.widths(corners), Point(0.0, 0.0)
    return Found(page, centre, corners, sizes, slip, areas, tuple(flaws), part, kind)


def _shown_areas(centre: Point, corner: Point, letters: str) -> Iterator[ShownArea]:
    middles = np.array([complex(*middle(k, SQRT3)) for k in AREAS])
    for k, at in enumerate(_on_page(centre, corner, middles).tolist()):
        place = Point(at.real, at.imag)
        east = math.degrees(math.atan2(centre.y - place.y, place.x - centre.x))
        name = "centre" if k == CENTRE else _COMPASS[round(east / 45) % 8]
        yield ShownArea(place, name, letters[k])


# -------------------------------------------------------------------------------- stray paint


def _differences(
    pages: Sequence[Page],
    tiles: Sequence[Found],
    game: Game[Position],
    palette: Palette,
    hints: Hints,
) -> list[Difference]:
    """Return how tiles without flaws differ from our own drawing, or, in a drawing that is not ours, from each other."""
    if not tiles:
        return []
    if palette.theme is not None:
        things = [*_things(pages, tiles, game, palette.theme, hints)]
        differences, _ = compare.compared(pages, things, compare.NOTHING, per_mm=pdfium.FINE)
        marked = sum(difference.points > 0 for difference in differences)
        is_ours = any(whole_pages.footer(page).game for page in pages)
        if is_ours or 2 * marked < max(len(tiles), 2 * _FEWEST):
            return differences
    return _from_peers(pages, tiles)


def _things(
    pages: Sequence[Page],
    tiles: Sequence[Found],
    game: Game[Position],
    look: Theme,
    hints: Hints,
) -> Iterator[Iterator[Way]]:
    """Yield how tiles may be drawn."""
    scales = whole_pages.by_rulers(pages)
    size = usual(round(tile.size / scales.get(tile.page, 1.0), 2) for tile in tiles)
    settings = template.load(game.name, hints.template).settings()
    parts = game.parts(Request(look, settings, tile_size=size))
    components = [part for part in parts if isinstance(part, Pieces)]
    drawn = {piece.id: (part, piece) for part in components for piece in part.pieces}
    for tile in tiles:
        yield _ways(tile, game, *drawn[tile.kind], look)


def _letters(tile: Found) -> list[str]:
    return [area.value for area in tile.areas]


def _stands(tile: Found, game: Game[Position]) -> Iterator[tuple[float, Orientation, bool]]:
    """Yield how our tile stands where its letters are as on this one: its turn, orientation, whether it is a back."""
    *ring, centre = _letters(tile)
    corner = tile.outline[0]
    angle = 30 + math.degrees(math.atan2(corner.y - tile.centre.y, corner.x - tile.centre.x))
    for sixths, is_back in product(range(6), (False, True)):
        order = (3 - k if is_back else k for k in range(6))
        front = [ring[(k - sixths) % 6] for k in order]
        if game.written_piece("".join((*front, centre))) == tile.kind:
            turn = angle + 60 * sixths
            yield turn, Orientation.POINTY, is_back
            yield turn + (30 if is_back else -30), Orientation.FLAT, is_back


def _ways(
    tile: Found, game: Game[Position], part: Pieces, piece: Piece, look: Theme
) -> Iterator[Way]:
    """Yield how a tile may be drawn, without letters and with them, those upright on the page or on a side first."""
    stands = sorted(_stands(tile, game), key=lambda stand: round(stand[0]) % 90 not in (0, 1, 89))
    at = Transform.translation(*tile.centre)
    scaled = Transform.scaling(tile.size / part.shape(part.size).width)
    for (turn, orientation, is_back), labels in product(stands, (False, True)):
        stance = Stance(look, part.size, orientation, labels=labels, back=is_back)
        lying = at @ Transform.rotation(turn) @ scaled
        yield Way(tile.page, part.draw(piece, stance), lying, tile.outline)


def _from_peers(pages: Sequence[Page], tiles: Sequence[Found]) -> list[Difference]:
    """Return how tiles differ from what most areas with the same letter in the same place show."""
    points, areas = chart()
    files.refine(pages[one.page] for one in tiles)
    pixels = np.array(
        [
            views(pages[one.page].picture, _on_page(one.centre, one.outline[0], points))
            for one in tiles
        ]
    )
    expected = pixels.copy()
    flat = expected.reshape(len(tiles), -1, 3)  # the same array: points in one row
    letters = np.array([_letters(tile) for tile in tiles])
    for area, letter in product(AREAS, np.unique(letters)):
        alike = np.flatnonzero(letters[:, area] == letter)
        if len(alike) >= _FEWEST:
            here = np.ix_(alike, np.flatnonzero(areas == area))
            flat[here] = np.median(flat[here], axis=0)
    marks = np.array(
        [
            (models.unlike(view, wanted) > _LIKE) & (areas >= 0)
            for view, wanted in zip(pixels, expected, strict=True)
        ]
    )
    # Numbers and dots in the middle differ from piece to piece: more than those is a mark.
    is_middle = areas == CENTRE
    counts = marks[:, is_middle].sum(axis=1)
    second_most = np.sort(counts)[-2:][0]
    most = min(second_most, _OFTEN * np.median(counts)) + _MIDDLE * is_middle.sum()
    marks &= ~is_middle | (counts > most)[:, None, None]
    return [*map(compare.difference, pixels, expected, marks)]


# ---------------------------------------------------------------------------------------- colours

#: Levels of red, green and blue, 0 to 255, the last axis of an array.
Levels = NDArray[np.float64]

#: Colours that differ by fewer levels than this are one; those whose channels do are greys.
_EVEN = 12.0
_NEAR = 40.0  # what is farther than so many levels from a colour does not show it
_LIKE = 50.0  # colours that differ by fewer levels than this are alike
_LIKELY = 0.5  # a theme is likely if all its colours together fit so well


class Palette(NamedTuple):
    """The colours of tiles by the game's letters."""

    #: What tells the colours, in words for the report.
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
            if not self.is_patterned and math.dist(settled[letter], colour) > _EVEN:
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
        given = map(_levels, hints.colours)
        return Palette("the colours given", dict(zip(slots, given, strict=False))).settled(areas)
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
    if not (is_likely and fit.min() > 0) and (hues := _by_hue(areas, slots)) is not None:
        return Palette("hue", hues)
    if is_likely:
        return best.settled(areas)
    raise GameError(
        f"cannot tell which colours are {', '.join(slots.values())}; say --theme or --colors"
    )


def _by_hue(areas: Levels, slots: Mapping[str, str]) -> dict[str, Levels] | None:
    """Return the colours of areas by the game's letters, told by their hues, None where a hue is not there."""
    own = _hues(np.array([_levels(theme.load("classic").colour(slot)) for slot in slots.values()]))
    coloured = areas[np.ptp(areas, axis=1) > _EVEN]
    likeness = _hues(coloured) @ own.T
    nearest = np.where(likeness.max(axis=1) > 0, likeness.argmax(axis=1), -1)
    if not {*range(len(slots))} <= {*nearest.tolist()}:
        return None
    return {letter: np.median(coloured[nearest == k], axis=0) for k, letter in enumerate(slots)}


def _hues(colours: Levels) -> Levels:
    """Return by what colours differ from greys, as vectors of length one."""
    off = colours - colours.mean(axis=1, keepdims=True)
    return np.asarray(off / np.linalg.norm(off, axis=1, keepdims=True))


# ------------------------------------------------------------------------------------ themes


def _of_theme(chosen: Theme, slots: Mapping[str, str], size: float) -> Palette:
    """Return the palette of a theme for tiles so wide; ``slots`` names the theme's slot of each letter.

    Raises GameError where the theme paints two of the colours alike.
    """
    for one, other in chosen.alike():
        if {one, other} <= {*slots.values()}:
            words = f"paints {one} and {other} alike; nothing can tell them apart"
            raise GameError(f"theme {chosen.name} {words}")
    paints = {letter: chosen.paint(name, size) for letter, name in slots.items()}
    colours = {letter: _mean_colour(paint) for letter, paint in paints.items()}
    is_patterned = any(isinstance(paint, scene.Pattern) for paint in paints.values())
    return Palette(f"theme {chosen.name}", colours, chosen, is_patterned)


def _mean_colour(paint: str | scene.Pattern) -> Levels:
    if not isinstance(paint, scene.Pattern):
        return _levels(paint)
    share = paint.width / paint.pitch
    covered = {  # which share of the paper has ink
        "hatch": share,
        "cross": 1 - (1 - share) ** 2,
        "dots": math.pi / 4 * share**2 / (math.sqrt(3) / 2),
    }[paint.kind]
    return (1 - covered) * _levels(paint.paper) + covered * _levels(paint.ink)


def _levels(colour: str) -> Levels:
    return np.array([float(int(colour[k : k + 2], 16)) for k in (1, 3, 5)])
