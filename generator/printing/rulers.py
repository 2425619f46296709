"""What lies at the foot of every sheet, rulers and text; and a cutting machine's marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.drawing import fonts, scene
from engine.drawing.parts import STRIP
from engine.geometry.plane import Box, Point, Transform
from generator.printing.cutlines import INK
from generator.printing.paper import Paper
from generator.printing.presets import Profile

#: Rulers in millimetres and inches, the longest that leaves room for text is drawn.
_RULERS = ((100, 4), (50, 2), (25, 1), (10, 0))
#: Where the lines of the two rulers lie in the strip, how wide lines are, and the size of lengths.
_MILLIMETRES, _INCHES, _LINE, _LABEL = 2.2, 3.3, 0.12, 1.8
#: How far the rulers begin after their 0, and their lengths after them.
_ZERO, _BESIDE = 0.7, 0.8
#: Sizes of text, and how many lines of it the strip has: never less than 5 points.
_TEXTS = ((2.1, 2), (1.77, 3))


def _ruler(millimetres: int, inches: int) -> tuple[scene.Outline, float, float]:
    """Return two rulers from a 0, millimetres above inches, how long they are and where they end."""
    start = fonts.width("0", _LABEL) + _ZERO
    above = [-0.9 if k % 2 else -1.6 for k in range(millimetres // 5 + 1)]
    below = [0.9 if k % 4 else 1.6 for k in range(inches * 4 + 1)]
    lines = comb(Point(start, _MILLIMETRES), 5, above)
    if inches:
        lines = (*lines, *comb(Point(start, _INCHES), 25.4 / 4, below))
    length = max(millimetres, inches * 25.4)
    return lines, length, start + length


def comb(start: Point, pitch: float, teeth: Sequence[float]) -> scene.Outline:
    """Return a level line with a stroke at every ``pitch``, as far down as ``teeth`` say."""
    line = scene.polyline((start, start.moved(pitch * (len(teeth) - 1), 0)))
    feet = ((start.moved(pitch * k, 0), tooth) for k, tooth in enumerate(teeth))
    return (*line, *scene.joined(scene.polyline((at, at.moved(0, by))) for at, by in feet))


def lengths_by_strokes() -> dict[int, float]:
    """Return how long the rulers are, in millimetres, by how many strokes each is drawn with."""
    rulers = (_ruler(*marked) for marked in _RULERS)
    return {
        sum(isinstance(segment, scene.MoveTo) for segment in lines): length
        for lines, length, _ in rulers
    }


def strip_box(area: Box, *, at_top: bool = False) -> Box:
    """Return where the strip lies: at the foot, or where the foot is turned over to."""
    if at_top:
        return area._replace(bottom=area.top + STRIP)
    return area._replace(top=area.bottom - STRIP)


def foot(
    area: Box,
    words: Sequence[str],
    inset: tuple[scene.Item, float] | None = None,
    *,
    at_top: bool = False,
) -> scene.Item:
    """Return rulers and text at the foot of an area, words in order of their weight.

    ``inset`` is a small drawing for the far end of the strip, and how wide it is.
    """
    strip = strip_box(area.grown(-_LINE), at_top=at_top)  # the ends of the ruler are lines, too
    items: list[scene.Item] = []
    length = strip.width
    if inset is not None:
        item, width = inset
        length -= width + 2
        items.append(scene.Group((item,), Transform.translation(strip.width - width, 0.0)))
    for millimetres, inches in _RULERS:
        strokes, _, end = _ruler(millimetres, inches)
        units = [(_MILLIMETRES, f"{millimetres} mm"), (_INCHES + 1.5, f"{inches} in")]
        start = end + _BESIDE + fonts.width(units[0][1], _LABEL) + 3.0
        lines = _lines(words, length - start)
        if lines or (not inches and start <= length):
            items.append(scene.Path(strokes, None, scene.Stroke(INK, _LINE), "ruler"))
            for y, unit in units if inches else units[:1]:
                items.append(scene.Text(0.0, y, "0", _LABEL, INK, "start"))
                items.append(scene.Text(end + _BESIDE, y, unit, _LABEL, INK, "start"))
            size, texts = lines or (0.0, [])
            pitch = STRIP / max(2, len(texts))
            items += (
                scene.Text(start, pitch * (k + 0.5) + size * 0.36, line, size, INK, "start")
                for k, line in enumerate(texts)
            )
            break
    return scene.Group(tuple(items), Transform.translation(strip.left, strip.top), name="furniture")


def _lines(words: Sequence[str], room: float) -> tuple[float, list[str]] | None:
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


def registration(paper: Paper, profile: Profile) -> Iterator[scene.Item]:
    """Yield a cutting machine's marks: a square at the top left and two brackets, or four brackets."""
    left, top, right, bottom = paper.inside(profile.inset)
    arm, side = profile.length, profile.square
    corners = [(right, top, -arm, arm), (left, bottom, arm, -arm)]
    marks: list[scene.Item] = []
    if profile.corners == 3:
        square = Box(left, top, left + side, top + side)
        marks.append(scene.Path(scene.rectangle(square), INK))
    else:
        corners += [(left, top, arm, arm), (right, bottom, -arm, -arm)]
    brackets = scene.joined(
        scene.polyline(((x + across, y), (x, y), (x, y + down))) for x, y, across, down in corners
    )
    marks.append(scene.Path(brackets, None, scene.Stroke(INK, profile.thickness)))
    if profile.corners:
        yield scene.Group(tuple(marks), name="registration")
