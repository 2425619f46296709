"""What a sheet carries besides its art: rulers and text in a strip, and registration marks.

It knows the sheet's area and where the art lies in it, and nothing of what the art is.
Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.drawing import scene
from engine.drawing.parts import STRIP
from engine.geometry.plane import Box, Point, Transform
from generator.printing.paper import Paper, Profile
from generator.printing.sheet import INK

#: The length of a whole ruler, four inches.
RULER = 101.6


def strip_areas(area: Box) -> list[Box]:
    """Return the printable area less the strip for rulers: at the bottom, right, top or left."""
    return [
        area._replace(bottom=area.bottom - STRIP),
        area._replace(right=area.right - STRIP),
        area._replace(top=area.top + STRIP),
        area._replace(left=area.left + STRIP),
    ]


def _strip_side(area: Box, art: Box) -> str:
    """Return the side of ``area`` where most room is left for the strip."""
    free = {
        "bottom": area.bottom - art.bottom,
        "right": area.right - art.right,
        "top": art.top - area.top,
        "left": art.left - area.left,
    }
    length = {"bottom": area.width, "top": area.width, "right": area.height, "left": area.height}
    return max(free, key=lambda s: (min(free[s], STRIP + 2), length[s]))


def strip_box(area: Box, art: Box) -> Box:
    """Return where the strip of rulers and text lies."""
    return {
        "bottom": area._replace(top=area.bottom - STRIP),
        "right": area._replace(left=area.right - STRIP),
        "top": area._replace(bottom=area.top + STRIP),
        "left": area._replace(right=area.left + STRIP),
    }[_strip_side(area, art)]


def beside_art(
    area: Box,
    art: Box,
    words: Sequence[str],
    inset: tuple[scene.Item, float, float] | None = None,
) -> tuple[scene.Item, ...]:
    """Return rulers and text in the widest free strip between ``art`` and the edge of ``area``.

    ``inset`` is a small drawing, its width and height, for the strip's far end; it stays upright
    where the strip runs up the side.
    """
    side = _strip_side(area, art)
    length = area.width if side in ("bottom", "top") else area.height
    items: tuple[scene.Item, ...]
    if inset is None:
        items = _strip(length, words)
    else:
        item, width, height = inset
        level = side in ("bottom", "top")
        turn = (
            Transform.translation(length - width, 0.0)
            if level
            else Transform(0.0, 1.0, -1.0, 0.0, length, 0.0)
        )
        rest = length - (width if level else height) - 2
        items = (*_strip(rest, words), scene.Group((item,), turn))
    strip = scene.Group(items, name="furniture")
    place = {
        "bottom": Transform.translation(area.left, area.bottom - STRIP),
        "top": Transform.translation(area.left, area.top),
        "right": Transform(0.0, -1.0, 1.0, 0.0, area.right - STRIP, area.bottom),
        "left": Transform(0.0, -1.0, 1.0, 0.0, area.left, area.bottom),
    }[side]
    return (strip._replace(transform=place),)


def _strip(length: float, words: Sequence[str]) -> tuple[scene.Item, ...]:
    """Return a strip ``length`` long and STRIP high: ruler at the left, text beside or above it."""
    whole = length >= RULER
    ruler_mm, ruler_inch = (100, 4) if whole else (50, 2)
    items: list[scene.Item] = list(_ruler(ruler_mm, ruler_inch))
    end = max(ruler_mm, ruler_inch * 25.4) + 15
    size = 2.1
    y = 1.9
    for line in words[:2]:
        fitted = min(size, size * (length - end) / (len(line) * size * 0.62)) if length > end else 0
        if fitted >= 1.2:
            items.append(scene.Text(end, y, line, fitted, INK, "start"))
            y += 2.7
    return tuple(items)


def _ruler(millimetres: int, inches: int) -> Iterable[scene.Item]:
    """Yield a ruler: millimetres above its line, inches below."""
    middle = STRIP / 2
    segments: list[scene.Segment] = [
        scene.MoveTo(0.0, middle),
        scene.LineTo(max(millimetres, inches * 25.4), middle),
    ]
    for mm in range(0, millimetres + 1, 5):
        rise = 1.6 if mm % 10 == 0 else 0.9
        segments += (scene.MoveTo(mm, middle), scene.LineTo(mm, middle - rise))
    for eighth in range(0, inches * 8 + 1, 2):
        fall = 1.6 if eighth % 8 == 0 else 0.9
        x = eighth * 25.4 / 8
        segments += (scene.MoveTo(x, middle), scene.LineTo(x, middle + fall))
    yield scene.Path(tuple(segments), None, scene.Stroke(INK, 0.12), "ruler")
    end = max(millimetres, inches * 25.4) + 1.2
    yield scene.Text(end, middle - 0.4, f"{millimetres} mm", 1.9, INK, "start")
    yield scene.Text(end, middle + 1.9, f"{inches} in", 1.9, INK, "start")


def registration(paper: Paper, profile: Profile) -> tuple[scene.Item, ...]:
    """Return a cutting machine's marks: a square at the top left, brackets at two corners.

    Those of four corners are brackets at all.
    """
    if not profile.marks:
        return ()
    left, top, right, bottom = paper.inside(profile.inset)
    arm = profile.length
    square = scene.rectangle(Box(left, top, left + profile.square, top + profile.square))
    line = scene.Stroke(INK, profile.thickness)
    corners = [(right, top, -arm, arm), (left, bottom, arm, -arm)]
    if profile.corners == 4:
        corners += [(left, top, arm, arm), (right, bottom, -arm, -arm)]
    brackets = scene.joined(
        scene.polyline((Point(x + across, y), Point(x, y), Point(x, y + down)))
        for x, y, across, down in corners
    )
    marks = [scene.Path(brackets, None, line)]
    if profile.corners == 3:
        marks.insert(0, scene.Path(square, INK))
    return (scene.Group(tuple(marks), name="registration"),)
