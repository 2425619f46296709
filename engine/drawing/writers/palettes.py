"""One picture in two palettes, for light pages and for dark ones, and the style that chooses.

Where two pictures differ in colours alone, a colour is both of them, ``#rrggbb/#rrggbb``; where they
differ otherwise, as in patterns, the picture holds both.
"""

from __future__ import annotations

import re
from typing import Any

from engine.drawing.scene import (
    Circle,
    Group,
    Item,
    Paint,
    Path,
    Pattern,
    Scene,
    Stroke,
    Symbol,
    Text,
    Use,
)

#: The class of what has two colours: the property, then the light and the dark one.
_CLASS = re.compile(r"(fill|stroke)-([0-9a-f]{6})-([0-9a-f]{6})(?=[ \"])")

#: What says that a page is dark: the reader's system, unless MkDocs Material's switch does.
_PAGES = "@media (prefers-color-scheme:dark){{:root{{{dark}}}}}[data-md-color-scheme=default]{{{light}}}[data-md-color-scheme=slate]{{{dark}}}"

#: The names of groups that one palette alone shows.
_ONLY = ("light-only", "dark-only")


def paired(light: Scene, dark: Scene) -> Scene:
    """Return a picture in the colours of both."""
    grounds = light.background, dark.background
    ground = _colour(*grounds) if all(grounds) else light.background
    return light._replace(
        items=_Pairs().items(light.items, dark.items), background=ground, dark=None
    )


def names(**colours: str | None) -> tuple[dict[str, str], list[str]]:
    """Return colours by property as they are on light pages, and the classes of those that are two."""
    attributes, classes = {}, []
    for name, colour in colours.items():
        if colour is not None:
            light, _, dark = colour.partition("/")
            attributes[name] = light
            if dark:
                classes.append(f"{name}-{light[1:]}-{dark[1:]}")
    return attributes, classes


def rules(text: str) -> str:
    """Return the style of an SVG text whose classes have two colours, "" where none has.

    A page's colours are variables, which reach what is drawn by ``<use>`` too.
    """
    pairs = {(m[0], m[1], f"#{m[2]}", f"#{m[3]}") for m in _CLASS.finditer(text)}
    if f'class="{_ONLY[1]}"' in text:
        shown, hidden = "inline", "none"
        pairs |= {(_ONLY[0], "display", shown, hidden), (_ONLY[1], "display", hidden, shown)}
    if not pairs:
        return ""
    known = sorted(pairs)
    used = "".join(f".{name}{{{key}:var(--{name},{light})}}" for name, key, light, _ in known)
    light, dark = (";".join(f"--{one[0]}:{one[k]}" for one in known) for k in (2, 3))
    # Typst's reader paints variables black, but skips all media rules.
    return f"@media all{{{used}}}{_PAGES.format(light=light, dark=dark)}"


def _colour(light: Any, dark: Any) -> str:
    return str(light) if light == dark else f"{light}/{dark}"


class _Pairs:
    """Items of two pictures as one; symbols that are the same two are the same one."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[int, int], Symbol] = {}

    def items(self, light: tuple[Item, ...], dark: tuple[Item, ...]) -> tuple[Item, ...]:
        if light == dark:
            return light
        if len(light) != len(dark):
            sides = zip((light, dark), _ONLY, strict=True)
            return tuple(Group(items, name=name) for items, name in sides)
        return tuple(map(self.item, light, dark))

    def item(self, light: Item, dark: Item) -> Item:
        both: Item | None = None
        if isinstance(light, Path | Circle) and isinstance(dark, Path | Circle):
            pair = _paint(light.fill, dark.fill), _stroke(light.stroke, dark.stroke)
            if _alike(light, dark, "fill", "stroke") and False not in pair:
                both = light._replace(fill=pair[0], stroke=pair[1])  # type: ignore[arg-type]
        elif isinstance(light, Text) and _alike(light, dark, "fill"):
            both = light._replace(fill=_colour(light.fill, dark.fill))  # type: ignore[union-attr]
        elif isinstance(light, Group) and isinstance(dark, Group):
            if _alike(light, dark, "items"):
                both = light._replace(items=self.items(light.items, dark.items))
        elif isinstance(light, Use) and isinstance(dark, Use) and _alike(light, dark, "symbol"):
            both = light._replace(symbol=self.symbol(light.symbol, dark.symbol))
        return both or Group(_either(light, dark))

    def symbol(self, light: Symbol, dark: Symbol) -> Symbol:
        key = id(light), id(dark)
        if key not in self._symbols:
            items = self.items(light.items, dark.items)
            self._symbols[key] = light if items is light.items else light._replace(items=items)
        return self._symbols[key]


def _either(light: Item, dark: Item) -> tuple[Item, ...]:
    """Return what shows one item on light pages and another on dark ones."""
    return tuple(Group((item,), name=name) for item, name in zip((light, dark), _ONLY, strict=True))


def _alike(light: Any, dark: Any, *but: str) -> bool:
    """Tell whether two items are the same but for some of their parts."""
    if type(light) is not type(dark):
        return False
    return all(
        getattr(light, name) == getattr(dark, name) for name in light._fields if name not in but
    )


def _paint(light: Paint, dark: Paint) -> Paint | bool:
    """Return a paint that is both, False where they differ in more than colours."""
    if light == dark:
        return light
    if isinstance(light, str) and isinstance(dark, str):
        return _colour(light, dark)
    if isinstance(light, Pattern) and _alike(light, dark, "paper", "ink"):
        assert isinstance(dark, Pattern)
        paper, ink = _colour(light.paper, dark.paper), _colour(light.ink, dark.ink)
        return light._replace(paper=paper, ink=ink)
    return False


def _stroke(light: Stroke | None, dark: Stroke | None) -> Stroke | bool | None:
    if light == dark:
        return light
    if light and dark and _alike(light, dark, "colour"):
        return light._replace(colour=_colour(light.colour, dark.colour))
    return False
