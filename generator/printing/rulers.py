"""What lies at the foot of every sheet, rulers and text; and a cutting machine's marks.

It knows the sheet's printable area, and nothing of what the art is.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.parts import STRIP
from engine.geometry.plane import Box, Point, Transform, bounds
from generator.printing.paper import Paper, Profile
from generator.printing.sheet import INK

#: Rulers in millimetres and inches, the longest that leaves room for text is drawn.
_RULERS = ((100, 4), (50, 2), (25, 1), (10, 0))
#: Where the lines of the two rulers lie in the strip, and how wide lines are.
_MILLIMETRES, _INCHES, _LINE = 2.2, 3.3, 0.12
_LABEL = 1.8

#: Sizes of text, and how many lines of it the strip has: never less than 5 points.
_TEXTS = ((2.1, 2), (1.77, 3))


class Inset(NamedTuple):
    """A small drawing for the far end of the strip, and how wide it is."""

    item: scene.Item
    width: float


def lengths_by_strokes() -> dict[int, float]:
    """Return how long the rulers are, in millimetres, by how many strokes each is drawn with."""
    return {
        sum(isinstance(segment, scene.MoveTo) for segment in _strokes(*marked)): _length(*marked)
        for marked in _RULERS
    }


def without_foot(area: Box, beside: float = 0.0) -> Box:
    """Return a printable area less the strip at its foot, and ``beside``."""
    return area._replace(bottom=area.bottom - STRIP - beside)


def strip_box(area: Box, *, at_top: bool = False) -> Box:
    """Return where the strip lies: at the foot, or where the foot is turned over to."""
    if at_top:
        return area._replace(bottom=area.top + STRIP)
    return area._replace(top=area.bottom - STRIP)


def foot(
    area: Box, words: Sequence[str], inset: Inset | None = None, *, at_top: bool = False
) -> scene.Item:
    """Return rulers and text at the foot of an area, words in order of their weight."""
    strip = strip_box(area.grown(-_LINE), at_top=at_top)  # the ends of the ruler are lines, too
    items: list[scene.Item] = []
    length = strip.width
    if inset is not None:
        length -= inset.width + 2
        shift = Transform.translation(strip.width - inset.width, 0.0)
        items.append(scene.Group((inset.item,), shift))
    for marked in _RULERS:
        start = _ruler_end(*marked) + 3.0
        lines = _lines(words, length - start)
        if lines or (marked == _RULERS[-1] and start <= length):
            items += (*_ruler(*marked), *_text(lines, start))
            break
    return scene.Group(tuple(items), Transform.translation(strip.left, strip.top), name="furniture")


def _lines(words: Sequence[str], room: float) -> tuple[float, list[str]] | None:
    """Return the size of text and its lines, None where the words have no room."""
    for size, most in _TEXTS:
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]} · {word}" if lines else word
            if lines and fonts.width(longer, size) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) <= most and max(fonts.width(line, size) for line in lines) <= room:
            return size, lines
    return None


def _text(lines: tuple[float, list[str]] | None, start: float) -> Iterator[scene.Item]:
    if lines:
        size, texts = lines
        pitch = STRIP / max(2, len(texts))
        for k, line in enumerate(texts):
            yield scene.Text(start, pitch * (k + 0.5) + size * 0.36, line, size, INK, "start")


def _length(millimetres: int, inches: int) -> float:
    """Return how long a ruler is that has both."""
    return max(millimetres, inches * 25.4)


def _zero() -> float:
    """Return how far from the strip's end the rulers begin, after their 0."""
    return fonts.width("0", _LABEL) + 0.7


def _ruler_end(millimetres: int, inches: int) -> float:
    return _zero() + _length(millimetres, inches) + 0.8 + fonts.width(f"{millimetres} mm", _LABEL)


def _strokes(millimetres: int, inches: int) -> tuple[scene.Segment, ...]:
    """Return the strokes of both rulers, each on its own line: millimetres above, inches below."""
    start = _zero()
    segments: list[scene.Segment] = [
        scene.MoveTo(start, _MILLIMETRES),
        scene.LineTo(start + millimetres, _MILLIMETRES),
    ]
    for mm in range(0, millimetres + 1, 5):
        rise = 1.6 if mm % 10 == 0 else 0.9
        segments += scene.polyline(((start + mm, _MILLIMETRES), (start + mm, _MILLIMETRES - rise)))
    if inches:
        segments += scene.polyline(((start, _INCHES), (start + inches * 25.4, _INCHES)))
    for quarter in range(inches * 4 + 1) if inches else ():
        fall = 1.6 if quarter % 4 == 0 else 0.9
        x = start + quarter * 25.4 / 4
        segments += scene.polyline(((x, _INCHES), (x, _INCHES + fall)))
    return tuple(segments)


def _ruler(millimetres: int, inches: int) -> Iterator[scene.Item]:
    """Yield a ruler with its lengths beside it, from a 0."""
    yield scene.Path(_strokes(millimetres, inches), None, scene.Stroke(INK, _LINE), "ruler")
    for y, length, unit in ((_MILLIMETRES, millimetres, "mm"), (_INCHES + 1.5, inches, "in")):
        if length:
            end = _zero() + _length(millimetres, inches) + 0.8
            yield scene.Text(0.0, y, "0", _LABEL, INK, "start")
            yield scene.Text(end, y, f"{length} {unit}", _LABEL, INK, "start")


# ---------------------------------------------------------------------- a cutting machine's marks


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
