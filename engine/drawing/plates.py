"""Texts on plates: a word or number on a disc, of one printed size in all figures of all games.

The plate is a sign of the figure: it keeps its size whatever the scale, as far as its place has
room.  This module knows colours and letters, and neither marks nor games.
"""

from __future__ import annotations

from engine.drawing import fonts, scene
from engine.drawing.scene import Group, Stroke
from engine.geometry.plane import Box, Point

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
    font: fonts.Font = (),
) -> Group:
    """Return a text on a disc, or on a longer plate with round ends where it needs one.

    ``size`` is the em it has in the drawing and ``most`` the largest it may have there; ``em``
    the one it is printed with.
    """
    radius, wide = _RADIUS * size, fonts.width(text, size, bold, font)
    half = radius if wide < 1.65 * radius else wide / 2 + 0.45 * radius
    ground = scene.rectangle(Box(at.x - half, at.y - radius, at.x + half, at.y + radius), radius)
    words = scene.centred(*at, text, size, fill=ink, bold=bold, name=name or "text", most=most)
    words = words._replace(font=font)
    return Group((scene.Path(ground, fill, line, "plate"), words), name=name, em=em)


def under(
    text: str, at: Point, *, size: float, most: float, ink: str, fill: str, name: str
) -> Group:
    """Return a text on a ground of its own just as large, where the ground beneath is not plain."""
    half, high = fonts.width(text, size) / 2 + 0.2 * size, 0.55 * size
    box = Box(at.x - half, at.y - high, at.x + half, at.y + high)
    ground = scene.Path(scene.rectangle(box, size * 0.3), fill, None, "plate")
    return Group((ground, scene.centred(*at, text, size, fill=ink, name=name, most=most)), em=0.0)
