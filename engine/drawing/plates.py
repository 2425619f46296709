"""Texts on plates: a word or number on a disc, of one printed size in all figures of all games.

The plate is a sign of the figure: it keeps its size whatever the scale, as far as its place has
room.  This module knows colours and letters, and neither marks nor games.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.drawing import fonts, legible, scene
from engine.drawing.scene import Group, Stroke
from engine.geometry.plane import Box, Point, Transform

#: The printed size of texts on plates, in millimetres, and a plate's radius in ems.
EM, _RADIUS = 6.5 * 25.4 / 72, 0.87


def plate(
    text: str,
    at: Point,
    *,
    size: float,
    most: float,
    fill: str,
    ink: str,
    line: Stroke | None,
    em: float = EM,
    bold: bool = True,
    name: str = "",
    beside: Point | None = None,
    font: fonts.Font = (),
) -> Group:
    """Return a text on a disc, or on a longer plate with round ends where it needs one.

    ``size`` is the em it has in the drawing and ``most`` the largest it may have there; ``em``
    the one it is printed with.  Where it grows it stays as far from what it is ``beside``.
    """
    radius, wide = _RADIUS * size, fonts.width(text, size, bold, font)
    half = radius if wide < 1.65 * radius else wide / 2 + 0.45 * radius
    ground = scene.rectangle(Box(at.x - half, at.y - radius, at.x + half, at.y + radius), radius)
    words = scene.centred(*at, text, size, fill=ink, bold=bold, name=name or "text", most=most)
    words = words._replace(font=font)
    items = (scene.Path(ground, fill, line, "plate"), words)
    pinned = at.towards(beside, radius / at.distance(beside)) if beside else None
    return Group(items, name=name, em=em, pinned=pinned)


class PrintedPlate(NamedTuple):
    """Where a plate lies as it is printed and how far it reaches, in the drawing's frame.

    ``em`` is its text's printed size in millimetres; whether that ``fits`` its place.
    """

    at: Point
    radius: float
    em: float
    fits: bool


def as_printed(sign: Group, scale: float) -> PrintedPlate:
    """Return how a plate is printed in a drawing shown ``scale`` times as large."""
    ground, text = _parts(sign)
    em = legible.printed_em(legible.sign_em(sign.em or 0.0, text.most, scale), text.most, scale)
    factor = em / text.size
    about = sign.pinned or text.middle
    box = scene.outline_box(ground.outline)
    radius = max(box.width, box.height) / 2 * factor
    return PrintedPlate(
        about.towards(text.middle, factor),
        radius,
        em * scale,
        not text.most or em <= text.most + legible.SLACK,
    )


def set_apart(sign: Group, at: Point, em: float) -> Group:
    """Return a plate about another point, where it has room for a text of ``em`` printed millimetres."""
    ground, text = _parts(sign)
    x, y = at.x - text.middle.x, at.y - text.middle.y
    outline = scene.transformed(ground.outline, Transform.translation(x, y))
    words = text._replace(x=text.x + x, y=text.y + y, most=0.0)
    return sign._replace(items=(ground._replace(outline=outline), words), em=em, pinned=None)


def without_room(sign: Group) -> Group:
    """Return a plate that has no room, which a figure leaves out and tells of."""
    ground, text = _parts(sign)
    return sign._replace(items=(ground, text._replace(most=1e-9)))


def _parts(sign: Group) -> tuple[scene.Path, scene.Text]:
    """Return a plate's ground and its text."""
    ground, text = sign.items
    assert isinstance(ground, scene.Path)
    assert isinstance(text, scene.Text)
    return ground, text


def under(
    text: str, at: Point, *, size: float, most: float, ink: str, fill: str, name: str
) -> Group:
    """Return a text on a ground of its own just as large, where the ground beneath is not plain."""
    half, high = fonts.width(text, size) / 2 + 0.2 * size, 0.55 * size
    box = Box(at.x - half, at.y - high, at.x + half, at.y + high)
    ground = scene.Path(scene.rectangle(box, size * 0.3), fill, None, "plate")
    return Group((ground, scene.centred(*at, text, size, fill=ink, name=name, most=most)), em=0.0)
