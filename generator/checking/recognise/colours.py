"""Which of a game's colours shows: by theme, by colours given, or by hue.

A theme may tell colours apart by patterns alone; at large they are lighter and darker.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.drawing import scene, theme
from engine.drawing.theme import Theme
from engine.errors import GameError
from engine.play.game import Game
from engine.play.position import Position
from generator.checking.recognise.results import UNREAD, Hints, misnamed

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


def palette(
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
