"""How well the colours of every game are told apart: ``python -m tests.drawing.colour_table``.

Prints a row for each pair of a game's colours in each theme, or in the themes named: differences by
CIEDE2000 as seen normally, by eyes that lack a kind of cones (Machado, Oliveira and Fernandes 2009,
severity 1, in linear RGB), and in grey of the same luminance; and what tells the two apart.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from coloraide import Color

import engine
from engine.drawing import theme
from engine.drawing.theme import Slot

WAYS = ("normal", "protan", "deutan", "tritan", "grey")

#: The least difference, in every way of seeing, of what colour alone tells apart.
LEAST = 12.0
#: Patterns of one kind differ where one is so many times as coarse: directions turn with a piece.
COARSER = 1.5

#: The colours of every game's whole kit, and the pairs that nothing but colour tells apart: of other
#: colours pieces have other forms.
USED = {
    "aathenuo": ("red", "yellow", "green", "blue", "purple", "orange"),
    "abstrakto": ("blue", "orange", "grey"),
    "astralis": ("yellow", "cyan", "red"),
    "atreya": ("red", "green", "blue"),
}
NEEDED = {
    ("abstrakto", "blue", "orange"),
    *(("atreya", *pair) for pair in combinations(USED["atreya"], 2)),
}


@cache
def seen(colour: str, way: str) -> Color:
    """Return ``#rrggbb`` as it is seen in one of :data:`WAYS`."""
    shown = Color(colour)
    if way == "normal":
        return shown
    if way == "grey":
        return shown.convert("lab-d65").set({"a": 0, "b": 0})
    return shown.filter(way, method="machado").convert("srgb").clip()


@cache
def differences(one: str, other: str) -> tuple[float, ...]:
    """Return how far two colours are apart in each of :data:`WAYS`."""
    return tuple(seen(one, way).delta_e(seen(other, way), method="2000") for way in WAYS)


def is_seen(slot: Slot) -> bool:
    """Tell whether a pattern's marks, if it has any, show on their ground to every eye."""
    return slot.pattern == "solid" or min(differences(slot.fill, slot.ink)) >= LEAST


def patterns_differ(one: Slot, other: Slot) -> bool:
    """Tell whether two slots' patterns differ, to every eye and however a piece is turned."""
    if not (is_seen(one) and is_seen(other)):
        return False
    if one.pattern != other.pattern or one.pattern == "solid":
        return one.pattern != other.pattern
    coarser = (
        max(a, b) / min(a, b) for a, b in ((one.pitch, other.pitch), (one.width, other.width))
    )
    return max(coarser) >= COARSER


class Row(NamedTuple):
    """A pair of colours of a game in a theme: how far apart, and what tells them apart."""

    game: str
    theme: str
    pair: tuple[str, str]
    differences: tuple[float, ...]
    pattern: bool
    form: bool

    @property
    def told_by(self) -> tuple[str, ...]:
        """What tells the two apart for every eye: colour, pattern, form."""
        colour = min(self.differences) >= LEAST
        said = {"colour": colour, "pattern": self.pattern, "form": self.form}
        return tuple(name for name, holds in said.items() if holds)


def rows(game: str, look: str) -> Iterator[Row]:
    """Yield every pair of a game's colours in a theme."""
    slots = theme.load(look).slots
    for pair in combinations(USED[game], 2):
        a, b = (slots[name] for name in pair)
        apart = differences(a.fill, b.fill)
        yield Row(game, look, pair, apart, patterns_differ(a, b), (game, *pair) not in NEEDED)


def main(looks: list[str]) -> None:
    """Print the table, as Markdown."""
    print(f"| game | theme | colours | {' | '.join(WAYS)} | told by |")
    print(f"|---|---|---|{'---:|' * len(WAYS)}---|")
    for game in engine.names():
        for look in looks or theme.names():
            for row in rows(game, look):
                apart = " | ".join(f"{value:.1f}" for value in row.differences)
                pair, told = " and ".join(row.pair), ", ".join(row.told_by) or "nothing"
                print(f"| {game} | {look} | {pair} | {apart} | {told} |")


if __name__ == "__main__":
    main(sys.argv[1:])
