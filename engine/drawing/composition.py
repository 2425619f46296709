"""Panels put together to one picture: in columns at one scale, with captions broken into lines.

It knows panels, a theme and the typeface, and nothing of games, marks or files: a
:class:`Figure` gives a :class:`~engine.drawing.scene.Scene`, which the writers turn into SVG,
PDF and PNG.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.drawing import fonts
from engine.drawing.panels import Panel
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Scene, Text, rectangle
from engine.drawing.theme import Theme
from engine.errors import OptionError
from engine.geometry.plane import Point, Transform
from engine.words import count

#: Round a figure, between its panels, and between a picture and its caption, in millimetres.
MARGIN, GAP, CAPTION_GAP = 2.0, 6.0, 1.6

#: Captions are set in nine points, lines this many times as far apart.
CAPTION_SIZE, LEADING = 9 * 25.4 / 72, 1.35

#: The widths a figure may be given, and the widest where none is given (a page's text width).
LEAST_SIZE, MOST_SIZE, USUAL_MOST = 10.0, 2000.0, 160.0

#: A caption may make a small figure this wide before it is broken into lines.
_CAPTION_WIDTH = 70.0

#: How far letters reach below the baseline, as a share of the em (Vera).
_DESCENT = 0.24


@dataclass(frozen=True, repr=False)
class Figure:
    """Panels in ``columns``, all at one scale, with a caption below and alternative text.

    ``size`` is the width in millimetres, margins included, or None for the natural size.
    """

    panels: tuple[Panel, ...]
    theme: Theme
    size: float | None = None
    columns: int = 1
    caption: str = ""
    title: str = ""
    description: str = ""

    def scene(self) -> Scene:
        """Return the finished picture.

        Raises OptionError where the size leaves no room for the panels, or the typeface lacks a
        character of the caption.
        """
        return _Layout.of(self).scene()

    def __repr__(self) -> str:
        return f"<Figure: {self.title}>"

    def _repr_svg_(self) -> str:
        """Return the picture as SVG, for notebooks."""
        from engine.drawing.writers import svg

        return svg.write_text(self.scene())


def checked_size(size: float | None) -> float | None:
    """Return a figure's width if it can have it; raise OptionError for one out of range."""
    if size is not None and not LEAST_SIZE <= size <= MOST_SIZE:
        raise OptionError(
            f"a figure cannot be {size:g} mm wide; it can be {LEAST_SIZE:g} to {MOST_SIZE:g}"
        )
    return size


@dataclass(frozen=True)
class _Layout:
    """Where a figure's panels and captions go."""

    figure: Figure
    scale: float
    widths: tuple[float, ...]
    width: float

    @classmethod
    def of(cls, figure: Figure) -> _Layout:
        """Return the layout at the size asked for, or at the natural one."""
        columns = [figure.panels[k :: figure.columns] for k in range(figure.columns)]
        natural = [max(panel.box.width for panel in column) for column in columns]
        between = GAP * (len(columns) - 1) + 2 * MARGIN
        usual = min(sum(natural) + between, USUAL_MOST)
        width = usual if figure.size is None else figure.size
        scale = (width - between) / sum(natural)
        if scale * sum(natural) < len(columns):
            raise OptionError(
                f"{width:g} mm leave no room for {count(len(columns), 'panel')} side by side; "
                f"expected at least {between + 10 * len(columns):g} mm or fewer columns"
            )
        if figure.size is None and figure.caption:
            words = fonts.width(figure.caption, CAPTION_SIZE) + 2 * MARGIN
            width = max(width, min(words, _CAPTION_WIDTH))
        return cls(figure, scale, tuple(scale * w for w in natural), width)

    def scene(self) -> Scene:
        """Return the picture."""
        figure = self.figure
        items: list[Item] = []
        y = MARGIN
        for start in range(0, len(figure.panels), figure.columns):
            y = self._row(figure.panels[start : start + figure.columns], y, items)
            y += GAP
        y -= GAP
        if figure.caption and any(panel.caption for panel in figure.panels):
            y += 2 * CAPTION_GAP
        y = self._caption(figure.caption, self.width / 2, self.width - 2 * MARGIN, y, items)
        return Scene(
            self.width,
            y + MARGIN,
            tuple(items),
            figure.title,
            figure.description,
            figure.theme.role("paper"),
        )

    def _row(self, panels: Sequence[Panel], y: float, items: list[Item]) -> float:
        """Add a row of panels below ``y`` and return where it ends."""
        high = self.scale * max(panel.box.height for panel in panels)
        x = (self.width - sum(self.widths) - GAP * (len(self.widths) - 1)) / 2
        end = y + high
        for panel, width in zip(panels, self.widths, strict=False):
            middle = Point(x + width / 2, y + high / 2)
            items.append(self._placed(panel, middle))
            end = max(end, self._caption(panel.caption, middle.x, width, y + high, items))
            x += width + GAP
        return end

    def _placed(self, panel: Panel, middle: Point) -> Group:
        """Return a panel with the middle of its window at ``middle``."""
        centre, scale = panel.box.centre, self.scale
        move = Transform(
            scale, 0.0, 0.0, scale, middle.x - scale * centre.x, middle.y - scale * centre.y
        )
        clip = rectangle(panel.box) if panel.clipped else None
        return Group(panel.items, move, clip, name="panel")

    def _caption(self, text: str, x: float, width: float, y: float, items: list[Item]) -> float:
        """Add a caption below ``y``, centred on ``x``, and return where it ends."""
        if not text:
            return y
        base = y + CAPTION_GAP + CAPTION_SIZE * CAP_HEIGHT
        ink = self.figure.theme.role("ink")
        lines = broken(text, width, CAPTION_SIZE)
        for line in lines:
            items.append(Text(x, base, line, CAPTION_SIZE, ink, name="caption"))
            base += CAPTION_SIZE * LEADING
        return base - CAPTION_SIZE * (LEADING - _DESCENT)


def broken(text: str, width: float, size: float) -> list[str]:
    """Return a text as lines of at most ``width`` millimetres, about equally long.

    Only a word that is longer than a line is cut.
    """
    lines = _filled(text, width, size)
    low, high = 0.0, width
    while high - low > size:  # as narrow as the same number of lines can be
        middle = (low + high) / 2
        narrow = _filled(text, middle, size)
        if len(narrow) == len(lines) and " ".join(narrow) == " ".join(lines):
            lines, high = narrow, middle
        else:
            low = middle
    return lines


def _filled(text: str, width: float, size: float) -> list[str]:
    """Return a text as lines, each filled with as many words as fit."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".lstrip()
        if fonts.width(joined, size) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if lines[-1] and fonts.width(lines[-1] + character, size) > width:
                lines.append("")
            lines[-1] += character
    return lines
