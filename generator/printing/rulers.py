"""What lies at the foot of every sheet, rulers and text; and a cutting machine's marks.

It knows the sheet's printable area, and nothing of what the art is.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.drawing import fonts, scene
from engine.drawing.parts import STRIP
from engine.geometry.plane import Box, Point, Transform, bounds
from generator.printing.cutlines import INK
from generator.printing.paper import Paper
from generator.printing.presets import Profile

#: Rulers in millimetres and inches, the longest that leaves room for text is drawn.
_RULERS = ((100, 4), (50, 2), (25, 1), (10, 0))
#: Where the lines of the two rulers lie in the strip, how wide lines are, and the size of lengths.
_MILLIMETRES, _INCHES, _LINE, _LABEL = 2.2, 3.3, 0.12, 1.8
#: Sizes of text, and how many lines of it the strip has: never less than 5 points.
_TEXTS = ((2.1, 2), (1.77, 3))


class _Ruler(NamedTuple):
    """Two rulers from a 0, each on its own line: millimetres above, inches below."""

    millimetres: int
    inches: int

    @property
    def length(self) -> float:
        return max(self.millimetres, self.inches * 25.4)

    @property
    def start(self) -> float:
        """How far from the strip's end the rulers begin, after their 0."""
        return fonts.width("0", _LABEL) + 0.7

    @property
    def end(self) -> float:
        return self.start + self.length + 0.8 + fonts.width(f"{self.millimetres} mm", _LABEL)

    def strokes(self) -> tuple[scene.Segment, ...]:
        above = [-0.9 if k % 2 else -1.6 for k in range(self.millimetres // 5 + 1)]
        below = [0.9 if k % 4 else 1.6 for k in range(self.inches * 4 + 1)]
        ruler = comb(Point(self.start, _MILLIMETRES), 5, above)
        return (
            (*ruler, *comb(Point(self.start, _INCHES), 25.4 / 4, below)) if self.inches else ruler
        )

    def items(self) -> Iterator[scene.Item]:
        yield scene.Path(self.strokes(), None, scene.Stroke(INK, _LINE), "ruler")
        beside = self.start + self.length + 0.8
        for y, length, unit in (
            (_MILLIMETRES, self.millimetres, "mm"),
            (_INCHES + 1.5, self.inches, "in"),
        ):
            if length:
                yield scene.Text(0.0, y, "0", _LABEL, INK, "start")
                yield scene.Text(beside, y, f"{length} {unit}", _LABEL, INK, "start")


def comb(start: Point, pitch: float, teeth: Sequence[float]) -> scene.Outline:
    """Return a level line with a stroke at every ``pitch``, as far down as ``teeth`` say."""
    line = scene.polyline((start, start.moved(pitch * (len(teeth) - 1), 0)))
    feet = ((start.moved(pitch * k, 0), tooth) for k, tooth in enumerate(teeth))
    return (*line, *scene.joined(scene.polyline((at, at.moved(0, by))) for at, by in feet))


def lengths_by_strokes() -> dict[int, float]:
    """Return how long the rulers are, in millimetres, by how many strokes each is drawn with."""
    rulers = (_Ruler(*marked) for marked in _RULERS)
    return {
        sum(isinstance(segment, scene.MoveTo) for segment in ruler.strokes()): ruler.length
        for ruler in rulers
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
    for marked in _RULERS:
        ruler = _Ruler(*marked)
        start = ruler.end + 3.0
        lines = _lines(words, length - start)
        if lines or (marked == _RULERS[-1] and start <= length):
            size, texts = lines or (0.0, [])
            pitch = STRIP / max(2, len(texts))
            items += ruler.items()
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


# ---------------------------------------------------------------------- a cutting machine's marks


def registration_boxes(paper: Paper, profile: Profile) -> tuple[Box, ...]:
    """Return the boxes round a cutting machine's marks, which nothing else may touch."""
    arms = (
        bounds((corner, end)).grown(profile.thickness / 2)
        for first, corner, last in _brackets(paper, profile)
        for end in (first, last)
    )
    return (*arms, *_square(paper, profile))


def registration(paper: Paper, profile: Profile) -> tuple[scene.Item, ...]:
    """Return a cutting machine's marks: a square at the top left, brackets at two corners, or four."""
    if not profile.corners:
        return ()
    line = scene.Stroke(INK, profile.thickness)
    brackets = scene.joined(map(scene.polyline, _brackets(paper, profile)))
    squares = (scene.Path(scene.rectangle(box), INK) for box in _square(paper, profile))
    return (scene.Group((*squares, scene.Path(brackets, None, line)), name="registration"),)


def _square(paper: Paper, profile: Profile) -> tuple[Box, ...]:
    left, top, _, _ = paper.inside(profile.inset)
    side = profile.square
    return (Box(left, top, left + side, top + side),) if profile.corners == 3 else ()


def _brackets(paper: Paper, profile: Profile) -> Iterator[tuple[Point, Point, Point]]:
    """Yield the brackets in two corners or in all four: an end, the corner, the other end."""
    left, top, right, bottom = paper.inside(profile.inset)
    arm = profile.length
    corners = [(right, top, -arm, arm), (left, bottom, arm, -arm)]
    corners += [(left, top, arm, arm), (right, bottom, -arm, -arm)]
    for x, y, across, down in corners[: {0: 0, 3: 2, 4: 4}[profile.corners]]:
        yield Point(x + across, y), Point(x, y), Point(x, y + down)
