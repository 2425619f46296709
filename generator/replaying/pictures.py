"""Pictures of one game as SVG that shares its definitions, so that many take little room.

It knows figures and scenes, and nothing of what the pictures are shown in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.drawing.diagram import Rim
from engine.drawing.scene import Scene
from engine.drawing.writers import svg
from engine.figure import Figure
from engine.geometry.plane import Box
from generator.replaying import shared


class Drawn(NamedTuple):
    """One picture: its measures in millimetres, its ground, and what is drawn, as SVG."""

    width: float
    height: float
    paper: str
    items: str


class Pictures(NamedTuple):
    """All pictures, and the definitions they share, as SVG."""

    definitions: str
    drawn: tuple[Drawn, ...]


def pictures(drawings: Sequence[Figure], windows: Sequence[Box], prefix: str = "s") -> Pictures:
    """Return the pictures of all figures in their windows, all of one width, without captions.

    Ids begin with ``prefix``, so that two such sets may share a page.
    """
    scenes = scenes_in(drawings, windows)
    definitions: dict[str, str] = {}
    items = []
    for scene in shared.shared(scenes):
        needed, body = svg.write_parts(scene)
        definitions |= needed
        items.append(body)
    short = _Short(prefix)
    return Pictures(
        short.text("".join(definitions.values())),
        tuple(
            Drawn(scene.width, scene.height, scene.background or "none", short.text(body))
            for scene, body in zip(scenes, items, strict=True)
        ),
    )


def scenes_in(
    figures: Sequence[Figure], windows: Sequence[Box], captions: Sequence[str] = ()
) -> list[Scene]:
    """Return the pictures of figures in windows on their drawings, with these captions or none.

    All have room for the labels of each, so that boards of one window stand still.
    """
    rims: dict[str, Rim] = {}
    for figure in figures:
        for side, rim in figure.panels[0].rims.items():
            rims[side] = max(rims.get(side, rim), rim, key=lambda one: len(one.labels))
    reserved = tuple(rims.values())
    scenes = []
    captions = captions or [""] * len(figures)
    for figure, window, caption in zip(figures, windows, captions, strict=True):
        panel = figure.panels[0]._replace(box=window, reserved=reserved)
        scenes.append(replace(figure, panels=(panel,), caption=caption).scene())
    return scenes


class _Short:
    """Short ids for the writer's long ones, in the order they are met."""

    #: In what the writer gives only ids look so; letters are drawn as outlines.
    _ID = re.compile(r'(?<=["#])[a-z][a-z0-9-]*-[0-9a-f]{10}(?=[")])')

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._known: dict[str, str] = {}

    def text(self, text: str) -> str:
        """Return SVG with its ids shortened."""
        short = self._ID.sub(self._replaced, text)
        return short.replace(" xlink:href=", " href=").replace(" />", "/>")

    def _replaced(self, found: re.Match[str]) -> str:
        return self._known.setdefault(found[0], f"{self._prefix}{len(self._known)}")
