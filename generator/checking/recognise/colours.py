"""Which of a game's colours a paint is: by theme, by three colours given, or by hue.

A theme that paints two colours on one ground tells them apart by their patterns; then the lines
and dots over an area count too (see :mod:`generator.checking.recognise.patterns`).
"""

from __future__ import annotations

import colorsys
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.theme import Slot, Theme
from engine.errors import GameError
from generator.checking.recognise.patterns import Pattern

#: How far a channel (of 255) may be off: a colour written with three decimals.
EXACT = 3
#: How far a colour may be (distance in RGB) from one that was named: profiles and inks differ.
NEAR = 60.0
#: Grounds that differ less in every channel are one ground.
ALIKE = 8
#: How far a line's direction may be off, in degrees.
ASKEW = 8
#: The turns, in degrees, that bring a hexagon onto itself; half turns do not show in patterns.
_SIXTHS = (0, 60, 120)


class Palette(NamedTuple):
    """Tells colours by what fills an area, and where grounds are alike by the pattern on it."""

    name: str  # what the colours are told by, for the report
    slots: Mapping[str, Slot]  # by letter
    exact: bool = True
    needs_patterns: bool = False

    def has(self, paint: str) -> bool:
        """Tell whether a paint is one of the colours, or drawn on them."""
        if not self.needs_patterns:
            return self.ground(paint) != "?"
        return any(same(paint, slot.ink, EXACT) for slot in self.slots.values()) or self.explains(
            paint
        )

    def explains(self, paint: str) -> bool:
        """Tell whether a paint is to a hair a ground of one of the colours."""
        return any(same(paint, slot.fill, EXACT) for slot in self.slots.values())

    def letters(
        self, paints: Sequence[str | None], patterns: Sequence[Pattern], width: float, turn: float
    ) -> str:
        """Return the letter of each area of a tile, ``?`` for a paint that is none of them.

        ``width`` is the tile's in millimetres, ``turn`` how far it is turned from pointy-top.  A
        tile's pattern turns with it: by its own turn or by one that brings it onto itself, and for
        a picture that was mirrored the other way round; that counts which explains most.
        """
        if not self.needs_patterns:
            return "".join(map(self.ground, paints))
        turns = sorted(
            ((turn + extra + 89) % 180 - 89 for extra in _SIXTHS), key=lambda t: (abs(t), t)
        )
        areas = list(zip(paints, patterns, strict=True))
        ways = (
            "".join(self._patterned(paint, pattern, width, by, sign) for paint, pattern in areas)
            for sign in (1, -1)
            for by in turns
        )
        tried: list[str] = []
        for letters in ways:
            tried.append(letters)
            if "?" not in letters:  # none explains more
                return letters
        return min(tried, key=lambda letters: letters.count("?"))

    def ground(self, paint: str | None) -> str:
        """Return a paint's letter by the grounds alone, ``?`` for none."""
        if paint is None or paint[0] != "#":
            return "?"
        if self.exact:
            return next((c for c, s in self.slots.items() if same(paint, s.fill, EXACT)), "?")
        (first, letter), (second, _), *_ = sorted(
            (math.dist(_channels(paint), _channels(slot.fill)), c) for c, slot in self.slots.items()
        )
        return letter if first <= NEAR and first < 0.7 * second else "?"

    def _patterned(
        self, paint: str | None, pattern: Pattern, width: float, turn: float, sign: int
    ) -> str:
        """Return the letter of a paint with a pattern on it, ``?`` for none."""
        fitting = [
            letter
            for letter, slot in self.slots.items()
            if paint and same(paint, slot.fill, EXACT) and _fits(slot, pattern, turn, sign)
        ]
        if pattern.kind != "solid":
            inked = [c for c in fitting if same(pattern.ink, self.slots[c].ink, EXACT)]
            fitting = sorted(inked or fitting, key=lambda c: _unlike(self.slots[c], pattern, width))
        return fitting[0] if fitting else "?"


def _fits(slot: Slot, pattern: Pattern, turn: float, sign: int) -> bool:
    """Tell whether a pattern is of a slot's kind and runs in its directions."""
    kind = {"hatch": "lines", "cross": "lines"}.get(slot.pattern, slot.pattern)
    if kind != pattern.kind:
        return False
    if kind != "lines":
        return True
    wanted = [slot.angle] if slot.pattern == "hatch" else [slot.angle, slot.angle + 90]
    return _covered(wanted, pattern.angles, turn, sign)


def _covered(wanted: Sequence[float], seen: Sequence[int], turn: float, sign: int) -> bool:
    """Tell whether the directions seen are the wanted ones, turned, and none is left out."""

    def near(a: float, b: float) -> bool:
        return abs((a - b + 90) % 180 - 90) <= ASKEW

    turned = [sign * angle + turn for angle in wanted]
    return all(any(near(w, s) for s in seen) for w in turned) and all(
        any(near(w, s) for w in turned) for s in seen
    )


def _unlike(slot: Slot, pattern: Pattern, width: float) -> float:
    """Return how far a pattern's pitch and line width are from a slot's."""
    line = max(slot.width * width, theme.HAIRLINE)
    pitch = slot.pitch * width
    return abs(math.log(max(pattern.pitch, 1e-6) / pitch)) + 0.5 * abs(
        math.log(max(pattern.width, 1e-6) / line)
    )


@lru_cache(1024)
def same(a: str, b: str, tolerance: int) -> bool:
    """Tell whether two colours ``#rrggbb`` differ by at most ``tolerance`` in every channel."""
    if not (a[:1] == b[:1] == "#"):
        return a == b
    return all(abs(x - y) <= tolerance for x, y in zip(_channels(a), _channels(b), strict=True))


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# ------------------------------------------------------------------------- finding a palette


def of_theme(chosen: Theme, slots: Mapping[str, str], *, exact: bool) -> Palette:
    """Return the palette of a theme; ``slots`` names the theme's slot of each letter.

    Raises GameError where the theme paints two of the colours alike.
    """
    found = {letter: chosen.slot(name) for letter, name in slots.items()}
    pairs = [(a, b) for a, b in combinations(found, 2) if same(found[a].fill, found[b].fill, ALIKE)]
    for a, b in pairs:
        if _marks(found[a]) == _marks(found[b]):
            raise GameError(
                f"theme {chosen.name} paints {slots[a]} and {slots[b]} alike; "
                "nothing can tell them apart"
            )
    return Palette(f"theme {chosen.name}", found, exact, bool(pairs))


def _marks(slot: Slot) -> tuple[object, ...]:
    """Return what is drawn on a slot's ground."""
    drawn = (slot.ink, slot.pitch, slot.width, slot.angle) if slot.pattern != "solid" else ()
    return (slot.pattern, *drawn)


def _plain(name: str, fills: Mapping[str, str]) -> Palette:
    """Return the palette of grounds alone by their letters, which paints need not meet to a hair."""
    slots = {letter: Slot(fill, fill, fill, fill) for letter, fill in fills.items()}
    return Palette(name, slots, exact=False)


def given(colours: Sequence[str], letters: Sequence[str]) -> Palette:
    """Return the palette of colours named one by one.

    Raises GameError where there are not as many as letters.
    """
    if len(colours) != len(letters):
        raise GameError(f"{len(colours)} colours are given for {len(letters)}; say --colors anew")
    return _plain("the colours given", dict(zip(letters, colours, strict=True)))


def guessed(paints: Counter[str], slots: Mapping[str, str]) -> Palette:
    """Return the palette that explains most of the areas' paints: a theme of ours, else hues.

    A theme of which a colour does not occur at all may have been converted, as to inks: hues tell.

    Raises GameError where it cannot be told which colour is which, saying what to ask for.
    """

    def explained(one: Palette) -> int:
        return sum(n for paint, n in paints.items() if one.explains(paint))

    themes = (of_theme(theme.load(name), slots, exact=True) for name in theme.names())
    # Grounds alone say more than patterns whose ground may be any white sheet.
    best = max(themes, key=lambda one: (explained(one), not one.needs_patterns))
    is_likely = explained(best) * 2 >= paints.total() > 0
    if is_likely and (best.needs_patterns or {*map(best.ground, paints)} >= {*best.slots}):
        return best
    try:
        return _plain("hue", by_hue(paints, slots))
    except GameError:
        if is_likely:
            return best
        raise


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
#: Paints less saturated than this are grey, unless they are all but white or black; tints printed
#: as inks are just above it.
_COLOURFUL = 0.08
_WHITE, _BLACK = 0.9, 0.05


def by_hue(paints: Counter[str], slots: Mapping[str, str]) -> dict[str, str]:
    """Return the most frequent colours by the game's letters, each to the nearest hue.

    Raises GameError where they are too few, or not near enough to the hues.
    """
    shown = [paint for paint, _ in paints.most_common() if paint[0] == "#"]
    colourful = [paint for paint in shown if _saturation(paint) > _COLOURFUL]
    letters = [letter for letter, slot in slots.items() if slot in _HUES]
    best: tuple[float, dict[str, str]] | None = None
    for order in permutations(colourful[: len(letters)], len(letters)):
        off = [_off(paint, slots[c]) for paint, c in zip(order, letters, strict=True)]
        if max(off) <= _FARTHEST_HUE and (best is None or sum(off) < best[0]):
            best = sum(off), dict(zip(letters, order, strict=True))
    if best is None:
        listed = ", ".join(paint for paint, _ in paints.most_common(6)) or "none"
        raise GameError(
            f"cannot tell which colours are {', '.join(slots.values())}; the areas are filled with "
            f"{listed}; say --theme or --colors"
        )
    greys = [
        paint
        for paint in shown
        if _saturation(paint) <= _COLOURFUL and _BLACK < theme.luminance(paint) < _WHITE
    ]
    grey = {letter: greys[0] for letter, slot in slots.items() if slot not in _HUES and greys}
    return best[1] | grey


def _off(paint: str, slot: str) -> float:
    """Return how far a colour's hue is from a slot's, in degrees."""
    hue = colorsys.rgb_to_hsv(*_channels(paint))[0] * 360
    return abs(math.remainder(hue - _HUES[slot], 360))


def is_colourful(paint: str) -> bool:
    """Tell whether a paint is a colour, and no black, grey or white.

    What is all but black has a hue by a level or two, as black ink has: its levels count themselves.
    """
    if paint[0] != "#":
        return True
    levels = _channels(paint)
    return max(levels) - min(levels) > _COLOURFUL * 255


def _saturation(paint: str) -> float:
    return colorsys.rgb_to_hsv(*_channels(paint))[1]
