"""What a sheet carries besides its art: rulers and text in a strip, and registration marks.

It knows the sheet's area and where the art lies in it, and nothing of what the art is.
Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.drawing import fonts, scene
from engine.drawing.parts import STRIP
from engine.geometry.plane import Box, Point, Transform, bounds
from generator.printing.cropmarks import ROOM
from generator.printing.paper import Paper, Profile
from generator.printing.sheet import INK

#: Rulers in millimetres and inches, the longest that fits is drawn; none may be longer.
_RULERS = ((100, 4), (50, 2), (25, 1), (10, 0))
_LABEL, _LINE = 1.9, 0.12

#: The size of text beside a ruler and the smallest; above and below the ruler, where that is less.
_TEXT, _SMALLEST, _SMALL = 2.1, 1.3, 1.0


def lengths_by_strokes() -> dict[int, float]:
    """Return how long the rulers are, in millimetres, by how many strokes each is drawn with."""
    return {
        sum(isinstance(segment, scene.MoveTo) for segment in _strokes(*marked)): _length(*marked)
        for marked in _RULERS
    }


def strip_areas(area: Box, beside: float = 0.0) -> dict[str, Box]:
    """Return the printable area less the strip for rulers, and ``beside``, by the strip's side."""
    high = STRIP + beside
    return {
        "bottom": area._replace(bottom=area.bottom - high),
        "right": area._replace(right=area.right - high),
        "top": area._replace(top=area.top + high),
        "left": area._replace(left=area.left + high),
    }


def _strip_side(area: Box, art: Box) -> str:
    """Return the side of ``area`` where most room is left for the strip, and for crop marks."""
    free = {
        "bottom": area.bottom - art.bottom,
        "right": area.right - art.right,
        "top": art.top - area.top,
        "left": art.left - area.left,
    }
    length = {"bottom": area.width, "top": area.width, "right": area.height, "left": area.height}
    return max(free, key=lambda s: (round(min(free[s], STRIP + ROOM), 6), length[s]))


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
    area = area.grown(-_LINE)  # the ends of the ruler are lines, too
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
    for millimetres, inches in _RULERS:
        ruler = _length(millimetres, inches)
        end = ruler + 1.2 + fonts.width(f"{millimetres} mm", _LABEL)
        if end <= length:
            return (
                *_ruler(millimetres, inches),
                *_words(words[:2], ruler, end + 4.0, length),
            )
    return ()


def _words(lines: Sequence[str], ruler: float, start: float, end: float) -> Iterator[scene.Item]:
    """Yield lines of text, from ``start`` to ``end`` or, where that is short, round the ruler."""
    widest = max(fonts.width(line, 1.0) for line in lines)
    size = min(_TEXT, (end - start) / widest)
    if size >= _SMALLEST:
        for y, line in zip((2.2, 4.9), lines, strict=False):
            yield scene.Text(start, y, line, size, INK, "start")
        return
    size = min(_SMALL, ruler / widest)
    if size >= _SMALL * 0.75:
        for y, line in zip((1.1, 5.5), lines, strict=False):
            yield scene.Text(0.0, y, line, size, INK, "start")


def _length(millimetres: int, inches: int) -> float:
    """Return how long a ruler is that has both."""
    return max(millimetres, inches * 25.4)


def _strokes(millimetres: int, inches: int) -> tuple[scene.Segment, ...]:
    """Return the strokes of a ruler: millimetres above its line, inches below."""
    middle = STRIP / 2
    segments: list[scene.Segment] = [
        scene.MoveTo(0.0, middle),
        scene.LineTo(_length(millimetres, inches), middle),
    ]
    for mm in range(0, millimetres + 1, 5):
        rise = 1.6 if mm % 10 == 0 else 0.9
        segments += (scene.MoveTo(mm, middle), scene.LineTo(mm, middle - rise))
    for eighth in range(0, inches * 8 + 1, 2) if inches else ():
        fall = 1.6 if eighth % 8 == 0 else 0.9
        x = eighth * 25.4 / 8
        segments += (scene.MoveTo(x, middle), scene.LineTo(x, middle + fall))
    return tuple(segments)


def _ruler(millimetres: int, inches: int) -> Iterable[scene.Item]:
    """Yield a ruler with its lengths beside it."""
    strokes = _strokes(millimetres, inches)
    yield scene.Path(strokes, None, scene.Stroke(INK, _LINE), "ruler")
    middle, end = STRIP / 2, _length(millimetres, inches) + 1.2
    yield scene.Text(end, middle - 0.4, f"{millimetres} mm", _LABEL, INK, "start")
    if inches:
        yield scene.Text(end, middle + 1.9, f"{inches} in", _LABEL, INK, "start")


def registration_boxes(paper: Paper, profile: Profile) -> tuple[Box, ...]:
    """Return the boxes round a cutting machine's marks, which nothing else may touch."""
    if not profile.corners:
        return ()
    half = profile.thickness / 2
    arms = (
        bounds((corner, end)).grown(half)
        for ends in _brackets(paper, profile)
        for corner, end in ((ends[1], ends[0]), (ends[1], ends[2]))
    )
    return (*arms, *_square(paper, profile))


def _square(paper: Paper, profile: Profile) -> tuple[Box, ...]:
    """Return the square at the top left, which four brackets have not."""
    left, top, _, _ = paper.inside(profile.inset)
    side = profile.square
    return (Box(left, top, left + side, top + side),) if profile.corners == 3 else ()


def _brackets(paper: Paper, profile: Profile) -> Iterator[tuple[Point, Point, Point]]:
    """Yield the brackets in two corners or in all four: an end, the corner, the other end."""
    left, top, right, bottom = paper.inside(profile.inset)
    arm = profile.length
    corners = [(right, top, -arm, arm), (left, bottom, arm, -arm)]
    if profile.corners == 4:
        corners += [(left, top, arm, arm), (right, bottom, -arm, -arm)]
    for x, y, across, down in corners:
        yield Point(x + across, y), Point(x, y), Point(x, y + down)


def registration(paper: Paper, profile: Profile) -> tuple[scene.Item, ...]:
    """Return a cutting machine's marks: a square at the top left, brackets at two corners.

    Those of four corners are brackets at all.
    """
    if not profile.corners:
        return ()
    line = scene.Stroke(INK, profile.thickness)
    brackets = scene.joined(map(scene.polyline, _brackets(paper, profile)))
    squares = (scene.Path(scene.rectangle(box), INK) for box in _square(paper, profile))
    return (scene.Group((*squares, scene.Path(brackets, None, line)), name="registration"),)
