"""Which of a game's colours shows: by theme, by colours given, or by hue.

A theme may tell colours apart by patterns alone; at large they are lighter and darker.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene, theme
from engine.drawing.theme import Theme
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from generator.checking.recognise import raster
from generator.checking.recognise.results import UNREAD, Hints, misnamed

Shown = NDArray[np.float64]


class Colour(NamedTuple):
    """Levels of red, green and blue, 0 to 255."""

    red: float
    green: float
    blue: float


#: An area is of a theme's own colour if it is this near to it, in levels, and so are its parts; or, as
#: lines fall on it one way or another, by these shares of what a pattern's ink differs by from its paper.
_OWN, _PART = 24.0, 48.0
_OWN_SHARE, _PART_SHARE = 0.07, 0.15
#: It is of a colour that was named, or converted, if it is this near, and by this share nearer than to the next.
_NEAR, _NEARER = 60.0, 0.7
#: So many of an area's parts must agree, or at least tell which colour it is.
_AGREE, _MOST = 5, 4
#: And so near if the theme is to be found; patterns less so.
_EXACT, _PATTERN = 14.0, 50.0
#: Colours of a theme that are nearer than this to each other are alike.
_ALIKE = 8.0
#: A theme is likely if it explains this share of what shows, and each of its colours this share.
_LIKELY, _EACH = 0.5, 0.01
#: Colours nearer than this to a more frequent one are that one.
_ONE = 24.0


class Palette(NamedTuple):
    """Colours by the game's letters, and how near to one what shows must be."""

    name: str  # what colours are told by, for the report
    colours: Mapping[str, Colour]
    #: How near an area must be, and its parts, and by what share nearer than to the next.
    near: float = _NEAR
    near_parts: float = _NEAR
    nearer: float = _NEARER
    #: By how many levels the points of patterns differ from their mean, by letter.
    patterned: Mapping[str, float] = MappingProxyType({})
    #: What is wrong with the theme that was named, "" for nothing.
    fault: str = ""
    #: The theme whose colours they are, None for others.
    theme: Theme | None = None

    def letter(self, parts: Shown) -> tuple[str, bool]:
        """Return the letter of an area by what its parts show, UNREAD for none, and whether all of it shows that."""
        apart = self._apart(parts.mean(axis=0)[None])[0]
        by_part = self._apart(parts)
        first, second = np.argsort(apart)[:2]
        agree = by_part <= self.near_parts
        is_told = apart[first] <= min(self.near, self.nearer * apart[second])
        if not is_told or agree[:, first].sum() < _MOST:
            first = agree.sum(axis=0).argmax()
        often = agree[:, first].sum()
        if often < _MOST:
            return UNREAD, bool(np.ptp(parts, axis=0).max() < _ONE)
        return [*self.colours][first], bool(often >= _AGREE)

    def explained(self, colours: Shown) -> Shown:
        """Return which share of colours is to a hair each of the palette's."""
        apart = self._apart(colours)
        near = [_PATTERN if letter in self.patterned else _EXACT for letter in self.colours]
        is_own = apart == apart.min(axis=1, keepdims=True)
        return np.asarray((is_own & (apart < near)).mean(axis=0))

    def settled(self, areas: Shown) -> Palette:
        """Return the palette with the colours that areas show: pixels show fine patterns lighter or darker."""
        apart = self._apart(areas)
        nearest = np.where(apart.min(axis=1) < _PATTERN, apart.argmin(axis=1), -1)
        settled = {
            letter: Colour(*np.median(areas[nearest == k], axis=0).tolist())
            for k, letter in enumerate(self.colours)
            if letter in self.patterned and (nearest == k).any()
        }
        return self._replace(colours={**self.colours, **settled})

    def fit(self, colours: Shown) -> float:
        """Return how well the palette fits colours, from 0 to 1."""
        nearest = self._apart(colours).min(axis=1)
        return float(np.maximum(1 - (nearest / _PATTERN) ** 2, 0.0).mean())

    def _apart(self, colours: Shown) -> Shown:
        own = np.array([*self.colours.values()])
        return np.asarray(np.linalg.norm(colours[:, None] - own, axis=2))


def palette(
    tiles: Shown, game: Game[Position], hints: Hints, size: float, *, is_patterned: bool
) -> Palette:
    """Return what colours may be told by: those given, or guessed by what shows of tiles so wide.

    ``tiles`` is an array (tiles, areas, parts, red-green-blue), of patterns where it ``is_patterned``.

    Raises GameError where it cannot be told which colour is which, saying what to ask for.
    """
    slots, parts = game.piece_colours, tiles.reshape(-1, 3)
    areas = tiles.mean(axis=2).reshape(-1, 3)
    if hints.colours is not None:
        if len(hints.colours) != len(slots):
            numbers = f"{len(hints.colours)} colours are given for {len(slots)}"
            raise GameError(f"{numbers}; say --colors anew")
        given = map(_of, hints.colours)
        return Palette("the colours given", dict(zip(slots, given, strict=True)))
    if hints.theme is None:
        return _guessed(parts, slots, size, is_patterned).settled(areas)
    named = of_theme(theme.load(hints.theme), slots, size)
    if named.explained(parts).sum() >= _LIKELY:
        return named.settled(areas)
    other = _of_best_theme(parts, slots, size, is_patterned)
    if other.explained(parts).sum() >= _LIKELY:
        return other.settled(areas)._replace(fault=misnamed(other.name, named.name))
    return Palette(named.name, named.colours)


def of_theme(chosen: Theme, slots: Mapping[str, str], size: float) -> Palette:
    """Return the palette of a theme for tiles so wide; ``slots`` names the theme's slot of each letter.

    Raises GameError where the theme paints two of the colours alike.
    """
    at_large = {letter: _at_large(chosen.paint(name, size)) for letter, name in slots.items()}
    for a, b in combinations(at_large, 2):
        if math.dist(at_large[a], at_large[b]) < _ALIKE:
            raise GameError(
                f"theme {chosen.name} paints {slots[a]} and {slots[b]} alike; "
                "nothing can tell them apart"
            )
    patterned = [slot for slot in map(chosen.slot, slots.values()) if slot.marks]
    contrast = max((math.dist(_of(slot.fill), _of(slot.ink)) for slot in patterned), default=0.0)
    return Palette(
        f"theme {chosen.name}",
        at_large,
        max(_OWN, _OWN_SHARE * contrast),
        max(_PART, _PART_SHARE * contrast),
        nearer=1.0,
        patterned={
            letter: _contrast(paint)
            for letter, name in slots.items()
            if isinstance(paint := chosen.paint(name, size), scene.Pattern)
        },
        theme=chosen,
    )


def _at_large(paint: scene.Paint) -> Colour:
    """Return the mean colour of a paint."""
    if not isinstance(paint, scene.Pattern):
        return _of(paint or "#ffffff")
    covered = _covered(paint)
    return Colour(
        *(
            (1 - covered) * p + covered * i
            for p, i in zip(_of(paint.paper), _of(paint.ink), strict=True)
        )
    )


def _covered(pattern: scene.Pattern) -> float:
    """Return which share of a pattern's paper its ink covers."""
    share = pattern.width / pattern.pitch
    return {
        "hatch": share,
        "cross": 1 - (1 - share) ** 2,
        "dots": math.pi / 4 * share**2 / (math.sqrt(3) / 2),
    }.get(pattern.kind, 0.0)


def _contrast(pattern: scene.Pattern) -> float:
    """Return by how many levels the points of a pattern differ from its mean, in the mean."""
    covered = _covered(pattern)
    levels = np.subtract(_of(pattern.paper), _of(pattern.ink))
    return float(2 * covered * (1 - covered) * np.abs(levels).mean())


def _of(colour: str) -> Colour:
    return Colour(*(float(int(colour[k : k + 2], 16)) for k in (1, 3, 5)))


# ------------------------------------------------------------------------- finding a palette


def _of_best_theme(
    parts: Shown, slots: Mapping[str, str], size: float, is_patterned: bool
) -> Palette:
    themes = (of_theme(theme.load(name), slots, size) for name in theme.names())
    themes = (one for one in themes if is_patterned or not one.patterned)
    return max(themes, key=lambda one: one.fit(parts))


def _guessed(parts: Shown, slots: Mapping[str, str], size: float, is_patterned: bool) -> Palette:
    """Return the palette that explains most of what shows: a theme of ours, else hues.

    A theme of which a colour does not occur at all may have been converted, as to inks: hues tell.

    Raises GameError where it cannot be told which colour is which, saying what to ask for.
    """
    best = _of_best_theme(parts, slots, size, is_patterned)
    explained = best.explained(parts)
    is_likely = explained.sum() >= _LIKELY
    if is_likely and explained.min() > _EACH:
        return best
    try:
        return Palette("hue", by_hue(_modes(parts), slots))
    except GameError:
        if is_likely:
            return best
        raise


def _modes(parts: Shown) -> list[Colour]:
    """Return the colours that most parts show, the most frequent first."""
    modes: list[Colour] = []
    rest = parts
    while len(rest) > 0.01 * len(parts):
        _, which, counts = np.unique(
            np.round(rest / _ONE), axis=0, return_inverse=True, return_counts=True
        )
        most = np.median(rest[which.ravel() == counts.argmax()], axis=0)
        modes.append(Colour(*most.tolist()))
        rest = rest[np.linalg.norm(rest - most, axis=1) > _ONE]
    return modes


#: Where the colours lie on the wheel, in degrees; grey lies nowhere.
_HUES = {
    "red": 0.0,
    "orange": 28.0,
    "yellow": 52.0,
    "green": 125.0,
    "cyan": 190.0,
    "blue": 225.0,
    "purple": 280.0,
}
_FARTHEST_HUE = 75.0
#: Colours less saturated than this are grey, unless they are all but white or black; tints printed
#: as inks are just above it.
_COLOURFUL = 0.08
_WHITE, _BLACK = 0.9, 0.05


def by_hue(frequent: Sequence[Colour], slots: Mapping[str, str]) -> dict[str, Colour]:
    """Return colours, the most frequent first, by the game's letters, each to the nearest hue.

    Raises GameError where they are too few, or not near enough to the hues.
    """
    colourful = [colour for colour in frequent if _hsv(colour)[1] > _COLOURFUL]
    letters = [letter for letter, slot in slots.items() if slot in _HUES]
    best: tuple[float, dict[str, Colour]] | None = None
    for order in permutations(colourful[: len(letters)], len(letters)):
        distances = [
            abs(math.remainder(_hsv(colour)[0] * 360 - _HUES[slots[c]], 360))
            for colour, c in zip(order, letters, strict=True)
        ]
        if max(distances) <= _FARTHEST_HUE and (best is None or sum(distances) < best[0]):
            best = sum(distances), dict(zip(letters, order, strict=True))
    if best is None:
        listed = ", ".join(map(raster.written, frequent[:6])) or "none"
        raise GameError(
            f"cannot tell which colours are {', '.join(slots.values())}; the areas are filled with "
            f"{listed}; say --theme or --colors"
        )
    greys = [
        colour
        for colour in frequent
        if colour not in colourful and _BLACK < theme.luminance(raster.written(colour)) < _WHITE
    ]
    grey = {letter: greys[0] for letter, slot in slots.items() if slot not in _HUES and greys}
    return best[1] | grey


def _hsv(colour: Colour) -> tuple[float, float, float]:
    return colorsys.rgb_to_hsv(*colour)
