"""Tiles that are hexagons of seven areas, on pages: where they lie, how large, what colours they show.

Which colours there are, how a tile is written and whether there is such a tile the game says;
whether the set is complete is :mod:`generator.checking.inspection`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from engine.drawing import theme
from engine.errors import GameError, NotationError
from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point
from engine.geometry.seven_areas import AREAS, CENTRE, outwards
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, listed, plural
from generator.checking.grouping import grouped, usual
from generator.checking.pages.paint import Page
from generator.checking.pages.shapes import Nearby
from generator.checking.recognise import candidates, colours, hexagons, patterns
from generator.checking.recognise.candidates import TileCandidate
from generator.checking.recognise.patterns import SOLID, Ground
from generator.checking.recognise.results import UNREAD, Flaw, Found, Hints, Reading, ShownArea

DETAIL = 7
DRAWN = False

#: Sizes within this share of each other are meant to be one.
_ONE_SIZE = 0.005
#: A size that was asked for is taken where corners show one within this share of it.
_ASKED = 0.03
#: Tiles whose middles are nearer than this share of their radius lie on one another.
_ALL_BUT = 0.2
#: A colour that is on this share of the tiles is no fault of theirs; black and white are none: a
#: mark may tell how a tile lies.
_USUAL = 0.05

_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")


class _Place(NamedTuple):
    """A page's index, and where on it a tile may lie that is so large from centre to corner."""

    page: int
    candidate: TileCandidate
    radius: float


class _Tile(NamedTuple):
    """A tile's place, size and grounds, before its colours are told."""

    page: int
    candidate: TileCandidate
    radius: float
    near: tuple[int, ...]
    grounds: tuple[Ground, ...]


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles on the pages, in the order they are painted.

    Raises GameError where the colours cannot be told, saying what to ask for.
    """
    placed = _sized(
        [
            (k, candidate)
            for k, page in enumerate(pages)
            for candidate in candidates.candidates(page)
        ],
        hints,
    )
    shown = _unhidden(placed)
    painted = [t for place in shown if (t := _looked_at(pages, *place)) is not None]
    if not painted:
        return Reading((), "")
    readings = [
        _reading(pages, painted, palette, game)
        for palette in _palettes(painted, game.piece_colours, hints)
    ]
    best = max(readings, key=lambda reading: sum(bool(p.written) for p in reading.pieces))
    if hints.theme is None or hints.colours is not None:
        return best
    return best._replace(
        notes=(*best.notes, *_other_theme(painted, game.piece_colours, hints.theme))
    )


def _other_theme(painted: Sequence[_Tile], slots: Mapping[str, str], named: str) -> Iterator[str]:
    """Yield a note where a theme of ours paints tiles to a hair, and the one that was named does not."""
    paints = Counter(p for tile in painted for p in _paints(tile) if p is not None)
    own = colours.of_theme(theme.load(named), slots, exact=True)
    if 2 * sum(n for paint, n in paints.items() if own.explains(paint)) < paints.total():
        with suppress(GameError):
            other = colours.guessed(paints, slots).name
            if other.startswith("theme "):
                yield f"the sheets are in {other}, not in {own.name}; colours are told by the nearest"


def _reading(
    pages: Sequence[Page],
    painted: Sequence[_Tile],
    palette: colours.Palette,
    game: Game[Position],
) -> Reading:
    """Return what tiles are by a palette."""
    read = [_read(pages[tile.page], tile, palette, game) for tile in painted]
    pieces = [piece for piece in read if piece is not None]
    blank = read.count(None)
    for k, paints in _rare(pages, [t for t, p in zip(painted, read, strict=True) if p], palette):
        words = f"{listed(paints)} shows on it as on hardly another tile"
        pieces[k] = pieces[k]._replace(flaws=(*pieces[k].flaws, Flaw("foreign", words)))
    are = plural(blank, "is blank and was", "are blank and were")
    notes = [f"{count(blank, 'hexagon')} {are} passed over"] if blank else []
    return Reading(tuple(pieces), palette.name, tuple(notes))


# ------------------------------------------------------------------------------------ sizes


def _sized(candidates: Sequence[tuple[int, TileCandidate]], hints: Hints) -> list[_Place]:
    """Return the candidates that may be tiles, each with its radius.

    What most candidates can be, or what was asked for, is the size of any candidate whose corners show
    it; others keep the size they show best.  Hexagons without inner areas must have that size.
    """
    common = _common([candidate for _, candidate in candidates], hints)
    result = []
    for page, candidate in candidates:
        near = [r for r in candidate.radii if common and abs(r - common) <= _ONE_SIZE * common]
        asked = hints.tile_size is not None and not near
        if asked:
            near = [r for r in candidate.radii if abs(r - common) <= _ASKED * common]
        if near or candidate.structured:
            result.append(_Place(page, candidate, near[0] if near else candidate.radii[0]))
    return result


def _unhidden(placed: Sequence[_Place]) -> Iterator[_Place]:
    """Yield the places that no other on their page hides."""
    for own in grouped(placed, lambda place: place.page).values():
        near = Nearby[tuple[int, _Place]](max(p.radius for p in own))
        for k, place in enumerate(own):
            near.add(place.candidate.centre, (k, place))
        for k, place in enumerate(own):
            others = near.about(place.candidate.centre)
            if not any(_hides(other, place, is_later=n > k) for n, other in others if n != k):
                yield place


def _common(candidates: Sequence[TileCandidate], hints: Hints) -> float:
    """Return the radius asked for, or else the one most candidates show, 0 where there are none."""
    if hints.tile_size is not None:
        return hints.tile_size / SQRT3
    shown = [s.radii[0] for s in candidates if s.structured] or [s.radii[0] for s in candidates]
    return usual((round(r, 2) for r in shown), 0.0)


def _hides(other: _Place, place: _Place, *, is_later: bool) -> bool:
    """Tell whether a place is an ornament of a larger tile, or all but covered by one of its size."""
    far = place.candidate.centre.distance(other.candidate.centre)
    if other.radius > 1.2 * place.radius:
        return far < other.radius
    is_alike = abs(other.radius - place.radius) <= _ONE_SIZE * place.radius
    return is_later and is_alike and far < _ALL_BUT * place.radius


# ----------------------------------------------------------------------------------- colours


def _looked_at(
    pages: Sequence[Page], page: int, candidate: TileCandidate, radius: float
) -> _Tile | None:
    """Return the tile at a candidate with its grounds, or None where nothing is painted."""
    frame = candidate.frame(radius)
    near = patterns.around(pages[page], frame)
    grounds = patterns.grounds(pages[page], frame, near)
    if all(ground.paint is None for ground in grounds):
        return None
    return _Tile(page, candidate, radius, tuple(near), grounds)


def _palettes(
    painted: Sequence[_Tile], slots: Mapping[str, str], hints: Hints
) -> Sequence[colours.Palette]:
    """Return what colours may be told by: that given, or guessed by tiles of several paints, or by all.

    Raises GameError where none can be guessed.
    """
    if hints.colours is not None:
        return [colours.given(hints.colours, list(slots))]
    if hints.theme is not None:
        return [colours.of_theme(theme.load(hints.theme), slots, exact=False)]
    paints = [[g.paint for g in tile.grounds if g.paint is not None] for tile in painted]
    # Bare outlines are not what the colours are told by, unless patterns tell them.
    several = [own for own, tile in zip(paints, painted, strict=True) if len({*_paints(tile)}) > 1]
    found = [colours.guessed(Counter(chain(*some)), slots) for some in (several or paints, paints)]
    return found[:1] if found[0].name == found[1].name else found


def _paints(tile: _Tile) -> Iterator[str | None]:
    return (ground.paint for ground in tile.grounds)


def _rare(
    pages: Sequence[Page], tiles: Sequence[_Tile], palette: colours.Palette
) -> Iterator[tuple[int, list[str]]]:
    """Yield the numbers of tiles on which paints show that are none of the colours and on few others."""
    shown = [
        patterns.over(pages[t.page], t.candidate.frame(t.radius), t.near, t.grounds) for t in tiles
    ]
    counts = Counter(paint for paints in shown for paint in paints)
    few = {
        paint
        for paint, n in counts.items()
        if n < _USUAL * len(tiles) and colours.is_colourful(paint) and not palette.has(paint)
    }
    for k, paints in enumerate(shown):
        if rare := sorted(few & paints):
            yield k, rare


def _read(page: Page, tile: _Tile, palette: colours.Palette, game: Game[Position]) -> Found | None:
    """Return a tile with its colours told, or None where it is blank."""
    frame = tile.candidate.frame(tile.radius)
    width = tile.radius * SQRT3
    drawn = (
        patterns.patterns(page, frame, tile.near, tile.grounds)
        if palette.needs_patterns
        else (SOLID,) * len(AREAS)
    )
    paints = [ground.paint for ground in tile.grounds]
    plain = len(set(paints)) == 1 and all(pattern.kind == "solid" for pattern in drawn)
    letters = palette.letters(paints, drawn, width, tile.candidate.angle - 30)
    if plain and (letters[0] == "?" or palette.needs_patterns):
        return None
    outline = tile.candidate.outline(tile.radius)
    spots = tuple(_spots(tile, letters))
    written = "" if "?" in letters else game.written_piece(letters)
    return Found(
        tile.page,
        _middle(outline),
        outline,
        hexagons.widths(outline),
        tile.candidate.slip,
        spots,
        written,
        tuple(_flaws(tile, spots, written, game)),
    )


def _middle(outline: Sequence[Point]) -> Point:
    return Point(sum(p.x for p in outline) / 6, sum(p.y for p in outline) / 6)


def _spots(tile: _Tile, letters: str) -> Iterator[ShownArea]:
    frame = tile.candidate.frame(tile.radius)
    for k in AREAS:
        if k == CENTRE:
            yield ShownArea(tile.candidate.centre, "centre", letters[k])
            continue
        at = frame.apply(outwards(k, 0.75 * patterns.APOTHEM))
        yield ShownArea(at, _direction(tile.candidate.angle - 30 - 60 * k), letters[k])


def _direction(clockwise: float) -> str:
    """Return the name of a direction on paper, in degrees clockwise from east."""
    return _COMPASS[round(-clockwise / 45) % 8]


def _flaws(
    tile: _Tile, spots: Sequence[ShownArea], written: str, game: Game[Position]
) -> Iterator[Flaw]:
    """Yield what is wrong with a tile's areas: no colour of the game, or no tile of its set."""
    areas_off: dict[tuple[str, str], list[str]] = {}
    for spot, ground in zip(spots, tile.grounds, strict=True):
        off = _off(ground, spot.value, game)
        if off is not None:
            areas_off.setdefault(off, []).append(spot.name)
    for (kind, words), at in areas_off.items():
        yield Flaw(kind, f"{_where(at)} {words.replace('is ', plural(len(at), 'is ', 'are '), 1)}")
    if written:
        try:
            game.identify(written)
        except NotationError as error:
            yield Flaw("impossible", f"it shows {written}, {error.what}")


def _off(ground: Ground, value: str, game: Game[Position]) -> tuple[str, str] | None:
    """Return what is wrong with an area: a fault's kind, and in words what one area does."""
    if ground.paint is None:
        return "unclear", "is not painted"
    if not ground.whole:
        return "unclear", "is of more than one colour"
    if value != UNREAD:
        return None
    *names, last = game.piece_colours.values()
    return (
        "foreign",
        f"is {_paint_words(ground.paint)}, which is neither {', '.join(names)} nor {last}",
    )


def _where(names: Sequence[str]) -> str:
    """Return areas in words: the centre, the area NE, the areas NE and W and the centre."""
    outer = [name for name in names if name != "centre"]
    areas = [f"the {plural(len(outer), 'area', 'areas')} {listed(outer)}"] if outer else []
    return " and ".join([*areas, *(["the centre"] if len(outer) < len(names) else [])])


def _paint_words(paint: str) -> str:
    return paint if paint[0] == "#" else f"filled with an unreadable paint ({paint})"
