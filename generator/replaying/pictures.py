"""Pictures of one game as SVG that shares its definitions, so that many take little room.

From one picture to the next little changes: each group and each shape is written once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from engine.drawing.diagram import Rim
from engine.drawing.scene import Group, Item, Scene
from engine.drawing.writers import svg
from engine.figure import Figure
from engine.geometry.plane import Box
from engine.resources import digest

#: A shorter element is written again rather than named.
_SHORT = 50


class Drawn(NamedTuple):
    """One picture: its measures in millimetres, the attributes of its ground, and its SVG."""

    width: float
    height: float
    ground: str
    items: str


def pictures(figures: Sequence[Figure]) -> tuple[str, tuple[Drawn, ...]]:
    """Return the definitions that figures share, and each of them without a caption.

    The style of a page that shows two palettes is :func:`engine.drawing.writers.svg.rules` of
    its text.
    """
    scenes = scenes_in_one_window(figures, [""] * len(figures))
    parts = _Parts()
    bodies = [parts.drawn(scene.items) for scene in scenes]
    uses = Counter(_USE.findall("".join((*parts.definitions.values(), *bodies))))
    known: dict[str, str] = {}

    def written(text: str) -> str:
        # Parts that are used once stand in their place, the others have short ids.
        text = _USE.sub(lambda at: written(parts.named[at[1]]) if uses[at[1]] == 1 else at[0], text)
        text = _ID.sub(lambda at: known.setdefault(at[0], f"s{len(known)}"), text)
        return text.replace(" xlink:href=", " href=").replace(" />", "/>")

    drawn = tuple(
        Drawn(scene.width, scene.height, filled(scene.background or "none"), written(body))
        for scene, body in zip(scenes, bodies, strict=True)
    )
    definitions = (text for name, text in parts.definitions.items() if uses[name] != 1)
    return written("".join(definitions)), drawn


#: The use of a part of ours.
_USE = re.compile(r'<use href="#(part-[0-9a-f]{10})"/>')
#: In what the writer gives only ids look so; letters are drawn as outlines.
_ID = re.compile(r'(?<=["#])[a-z][a-z0-9-]*-[0-9a-f]{10}(?=[")])')


def filled(colour: str) -> str:
    """Return the attributes of what has a colour, or two as palettes have them."""
    attributes, classes = svg.colour_classes(fill=colour)
    styled = f' class="{classes[0]}"' if classes else ""
    return f'fill="{attributes["fill"]}"{styled}'


def scenes_in_one_window(figures: Sequence[Figure], captions: Sequence[str]) -> list[Scene]:
    """Return figures with captions, all in one window with room for the labels of each.

    So the board stands still from one to the next.
    """
    window = reduce(Box.union, (figure.panels[0].box for figure in figures))
    rims: dict[str, Rim] = {}
    for side, rim in (pair for figure in figures for pair in figure.panels[0].rims.items()):
        rims[side] = max(rims.get(side, rim), rim, key=lambda one: len(one.labels))
    reserved, scenes = tuple(rims.values()), []
    for figure, caption in zip(figures, captions, strict=True):
        panels = tuple(one._replace(box=window, reserved=reserved) for one in figure.panels)
        scenes.append(replace(figure, panels=panels, caption=caption).scene())
    return scenes


class _Parts:
    """The SVG of everything drawn so far, with the definitions of its parts by their ids."""

    def __init__(self) -> None:
        self.definitions: dict[str, str] = {}
        self.named: dict[str, str] = {}

    def drawn(self, items: Iterable[Item]) -> str:
        """Return items in the same order as SVG."""
        return "".join(map(self._written, items))

    def _written(self, item: Item) -> str:
        text = (
            self._alone(item._replace(items=())) if isinstance(item, Group) else self._alone(item)
        )
        if isinstance(item, Group) and item.items:
            text = f"{text.removesuffix('/>')}>{self.drawn(item.items)}</g>"
        return text if len(text) < _SHORT else self._named(text)

    def _alone(self, item: Item) -> str:
        needed, text = svg.write_parts(Scene(0, 0, (item,)))
        self.definitions |= needed
        return text

    def _named(self, text: str) -> str:
        name = f"part-{digest(text.encode(), 5)}"
        if name not in self.named:
            self.named[name] = text
            self.definitions[name] = f'<g id="{name}">{text}</g>'
        return f'<use href="#{name}"/>'
