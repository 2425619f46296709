"""Aathenuo's tiles: writing, order, the settings of a set, and the whole set.

A written tile is its colour letter and its number or ``*``, like ``r5`` or ``y*`` (rule 1.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from engine.messages import Message, Messages
from engine.words import count

say = Messages(__name__)

#: The colours of rule 1.1 in their order; a set of n colours uses the first n.
COLOUR_NAMES: Mapping[str, str] = {
    "r": say("red"),
    "y": say("yellow"),
    "g": say("green"),
    "b": say("blue"),
    "p": say("purple"),
    "o": say("orange"),
}
COLOURS = "".join(COLOUR_NAMES)
STAR = "*"
NUMBERS = range(1, 9)

#: What is read as a tile, for the errors.
FORM = "a colour letter of r y g b p o and a number 1–8 or *, like r5 or y*"


class TileSet(NamedTuple):
    """Which set of tiles: ``copies`` of every number and ``stars`` in each of ``colours`` colours."""

    colours: int = 4
    copies: int = 3
    stars: int = 2

    @property
    def letters(self) -> str:
        """The letters of the colours in the set, in the order of rule 1.1."""
        return COLOURS[: self.colours]

    def copies_of(self, tile: str) -> int:
        """Return how often the set holds a written tile."""
        if tile[0] not in self.letters:
            return 0
        return self.stars if tile[1] == STAR else self.copies


#: The set of rule 1.1: 104 tiles.
DEFAULT = TileSet()

#: The least and the most of each setting; the upper ends of the last two are this engine's own.
LIMITS = MappingProxyType({"colours": (3, 6), "copies": (1, 9), "stars": (0, 9)})


#: A written tile's place among all: by colour, the star before 1–8 (rule 2.3).
PLACES = {
    f"{colour}{mark}": place
    for place, (colour, mark) in enumerate(product(COLOURS, (STAR, *NUMBERS)))
}


def is_tile(text: str) -> bool:
    """Tell whether ``text`` is written like a tile, whether or not the set has it."""
    return text in PLACES


def ordered(tiles: Iterable[str]) -> tuple[str, ...]:
    """Return tiles in the order of a written hand (rule 2.3)."""
    return tuple(sorted(tiles, key=PLACES.__getitem__))


@cache
def whole_set(of: TileSet = DEFAULT) -> tuple[str, ...]:
    """Return every tile of a set as written, copies side by side, in the order of rule 2.3."""
    return tuple(tile for tile in PLACES for _ in range(of.copies_of(tile)))


def surplus(tiles: Iterable[str], of: TileSet) -> tuple[str, ...]:
    """Return, one sentence each, the tiles there are more of than the set has (rule 2.3)."""
    faults = []
    for tile, number in Counter(ordered(tiles)).items():
        if tile[0] not in of.letters:
            colours = " ".join(of.letters)
            faults.append(
                f"{tile}: the set has no {COLOUR_NAMES[tile[0]]}, its colours are {colours}"
            )
        elif number > of.copies_of(tile):
            faults.append(f"{count(number, 'tile')} {tile}, but the set has {of.copies_of(tile)}")
    return tuple(faults)


def in_words(tile: str) -> Message:
    """Return a tile's name in words, like "red 5" or "yellow star"."""
    colour = COLOUR_NAMES[tile[0]]
    if tile[1] == STAR:
        return say("{colour} star", colour=colour)
    return say("{colour} {number}", colour=colour, number=tile[1])
