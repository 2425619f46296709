"""Panels put together to one picture: in columns, with captions and a legend.

It knows panels, a theme and the typeface, and nothing of games, marks or files.  Lengths are
millimetres.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from engine.drawing import captions, diagram, fonts
from engine.drawing.captions import LEGEND_SIZE, Glyph
from engine.drawing.legible import LEAST_EM, Fitting
from engine.drawing.panels import Panel
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Scene, Text, lettered, walk
from engine.drawing.theme import Theme
from engine.errors import OptionError, blaming
from engine.geometry.plane import Box, Point, Transform
from engine.messages import shipped_code
from engine.words import count, plural, shortened

#: Round a figure, between its panels, and between a picture and its caption, in millimetres.
MARGIN, GAP, CAPTION_GAP = 2.0, 6.0, 1.6

#: Captions are set in nine points, lines this many times as far apart.
CAPTION_SIZE, LEADING = 9 * 25.4 / 72, 1.35

#: The widths a figure may be given, that of several panels where none is given, and those of a cell.
LEAST_SIZE, MOST_SIZE, DEFAULT_MOST = 10.0, 2000.0, 160.0
LEAST_CELL, MOST_CELL = 0.5, 200.0


@dataclass(frozen=True, repr=False)
class Figure:
    """Panels in ``columns``, with a legend and a caption below, and alternative text.

    ``size`` is the width in millimetres, margins included, and ``cell`` the printed width of a
    cell; with neither the figure has its natural size.  Without ``paper`` its ground is
    transparent.  ``id_prefix`` begins the ids of its SVG, "" for one from its content.

    >>> figure = engine.figure.of(start, size=60, caption="The start")
    >>> figure.size, figure.caption, len(figure.panels)
    (60, 'The start', 1)
    """

    panels: tuple[Panel, ...]
    theme: Theme
    size: float | None = None
    columns: int = 1
    caption: str = ""
    title: str = ""
    description: str = ""
    cell: float | None = None
    legend: bool = False
    paper: bool = True
    id_prefix: str = ""
    #: The language of its words.
    lang: str = ""
    #: Whether the caption says more than the description, so that those who listen need it.
    caption_is_own: bool = True
    #: What the description says where none was given, sentence by sentence.
    sentences: tuple[str, ...] = ()

    def glyphs(self, text: str) -> Mapping[str, Glyph]:
        """Return the small pictures that a text may show, by name; none for one that asks for none."""
        panels = self.panels if "{" in text else ()
        return {name: one for panel in panels for name, one in panel.drawing.glyphs().items()}

    @property
    def spoken(self) -> str:
        """The caption and the description, for those who listen."""
        caption = captions.plain(self.caption, self.glyphs(self.caption))
        if not caption or not self.caption_is_own or self.description.startswith(caption):
            return self.description
        return f"{caption}{'' if caption[-1] in '.!?:' else '.'} {self.description}".strip()

    def scene(self) -> Scene:
        """Return the finished picture, with notes on what had no room.

        Raises OptionError where the size leaves no room for the panels, or the typeface lacks a
        character of the caption; NotationError for a caption that cannot be read.
        """
        return _Layout(self).scene()

    def svg(self) -> str:
        """Return the picture as the text of an SVG file.

        >>> engine.figure.of(start, size=60).svg().startswith("<?xml")
        True
        """
        from engine.drawing.writers import svg

        return svg.write_text(self.scene())

    def save(self, path: str | PathLike[str], *, dpi: float = 150.0) -> Scene:
        """Write the picture to a file, .svg, .pdf or .png, and return what was drawn.

        Raises OptionError for a name that ends otherwise, OSError where it cannot be written.

        >>> engine.figure.of(start, size=60).save("start.svg").width
        60
        """
        from engine.drawing import writers

        picture = self.scene()
        Path(path).write_bytes(writers.write(picture, str(path), dpi=dpi))
        return picture

    def __repr__(self) -> str:
        return f"<Figure: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg()


def check_widths(size: float | None, cell: float | None) -> None:
    """See that a figure, or its cells, can be so wide; raise OptionError for both, or one out of range."""
    if cell is not None and size is not None:
        raise OptionError("a figure has a size or a cell width, not both; leave one out")
    limits = (("figure", size, LEAST_SIZE, MOST_SIZE), ("cell", cell, LEAST_CELL, MOST_CELL))
    for what, width, low, high in limits:
        if width is not None and not low <= width <= high:
            words = f"it can be {low:g} to {high:g}"
            raise OptionError(f"a {what} cannot be {width:g} mm wide; {words}")


class _Sized(NamedTuple):
    """A panel at its printed size, from its origin, with ``box`` round it and its labels."""

    panel: Panel
    scale: float
    labels: diagram.RimLabels
    box: Box

    @classmethod
    def of(cls, panel: Panel, scale: float, look: Theme) -> _Sized:
        style = panel.box, panel.unit, scale, look.role("muted"), look.font
        labels = diagram.rim_labels(tuple(panel.rims.values()), *style, panel.clipped)
        room = diagram.rim_labels(panel.reserved, *style)
        whole = Box(*(scale * edge for edge in panel.box))
        for box in filter(None, (labels.box, room.box)):
            whole = whole.union(box)
        x, y = panel.origin
        return cls(panel, scale, labels, whole.moved(-scale * x, -scale * y))


def _band(ends: Iterable[tuple[Panel, float, float]]) -> tuple[float, dict[bool, float]]:
    """Return how long a row or column is, and where in it whole drawings are in line, and where crops are."""
    known = tuple(ends)
    spans: dict[bool, tuple[float, float]] = {}
    for kind in (False, True):
        reach = [(low, high) for panel, low, high in known if panel.clipped == kind] or [(0.0, 0.0)]
        spans[kind] = min(low for low, _ in reach), max(high for _, high in reach)
    length = max(high - low for low, high in spans.values())
    return length, {kind: (length - high - low) / 2 for kind, (low, high) in spans.items()}


class _Column(NamedTuple):
    panels: tuple[_Sized, ...]
    width: float
    lines: dict[bool, float]


class _Layout:
    def __init__(self, figure: Figure) -> None:
        self._figure, self._look = figure, figure.theme
        self._between = GAP * (figure.columns - 1) + 2 * MARGIN
        self._columns, self._width = (
            self._natural() if figure.size is None else (self._fitting(figure.size), figure.size)
        )
        self._items: list[Item] = []
        self._left_out = Counter[str]()
        #: The names of signs with texts: all there are, and those that had room.
        self._signs, self._kept = set[str](), set[str]()

    def _sized(self, scale: float) -> tuple[_Column, ...]:
        cell, across = self._figure.cell, self._figure.columns
        sized = [
            _Sized.of(panel, cell / panel.unit if cell else scale, self._look)
            for panel in self._figure.panels
        ]
        parts = (tuple(sized[k::across]) for k in range(across))
        return tuple(
            _Column(part, *_band((one.panel, one.box.left, one.box.right) for one in part))
            for part in parts
        )

    def _fitting(self, width: float) -> tuple[_Column, ...]:
        across = self._figure.columns
        reach = [
            (p, p.box.left - p.origin.x, p.box.right - p.origin.x) for p in self._figure.panels
        ]
        natural = sum(_band(reach[k::across])[0] for k in range(across))
        scale = (width - self._between) / natural
        for _ in range(6):  # labels do not grow as the board does
            if scale * natural < across:
                words = f"{width:g} mm leave no room for {count(across, 'panel')} side by side"
                least = self._between + 10 * across
                raise OptionError(f"{words}; expected at least {least:g} mm or fewer columns")
            columns = self._sized(scale)
            over = sum(column.width for column in columns) + self._between - width
            if abs(over) < 0.01:
                break
            scale -= over / natural
        return columns

    def _natural(self) -> tuple[tuple[_Column, ...], float]:
        """Return the columns at natural size, and the width, which captions may widen to 70 mm."""
        figure, columns = self._figure, self._sized(1.0)
        width = sum(column.width for column in columns) + self._between
        if figure.columns > 1 and not figure.cell and width > DEFAULT_MOST:
            columns, width = self._fitting(DEFAULT_MOST), DEFAULT_MOST
        remarks = (line for panel in figure.panels for line in panel.drawing.remarks)
        lengths = [fonts.width(line, LEGEND_SIZE, font=self._look.font) for line in remarks]
        with blaming("caption"):
            lengths.append(self._worded(figure.caption).width(CAPTION_SIZE))
        width = max(width, min(max(lengths) + 2 * MARGIN, 70.0))
        return columns, min(width, MOST_SIZE)

    def scene(self) -> Scene:
        """Return the picture."""
        figure, y = self._figure, MARGIN - GAP
        for row in range(-(-len(figure.panels) // figure.columns)):
            y = self._row(row, y + GAP)
        if figure.legend:
            y = self._legend(y)
        if figure.caption and any(panel.caption for panel in figure.panels):
            y += 2 * CAPTION_GAP
        y = self._caption(figure.caption, self._width / 2, self._width - 2 * MARGIN, y)
        return Scene(
            self._width,
            y + MARGIN,
            tuple(self._items),
            figure.title,
            figure.spoken,
            self._look.role("paper") if figure.paper else None,
            figure.id_prefix,
            tuple(self._notes()),
            figure.lang,
        )

    def _row(self, row: int, y: float) -> float:
        panels = [column.panels[row] for column in self._columns if row < len(column.panels)]
        height, lines = _band((one.panel, one.box.top, one.box.bottom) for one in panels)
        ends = [y + height]
        x = (self._width - sum(c.width for c in self._columns) - self._between) / 2 + MARGIN
        for sized, column in zip(panels, self._columns, strict=False):
            panel = sized.panel
            at = x + column.lines[panel.clipped]
            self._items += self._placed(sized, at, y + lines[panel.clipped])
            centre, end = at + sized.box.centre.x, y + height
            for line in panel.drawing.remarks:
                end = self._lines(line, LEGEND_SIZE, centre, column.width, end, "remark")
            ends.append(self._caption(panel.caption, centre, column.width, end))
            x += column.width + GAP
        return max(ends)

    def _placed(self, sized: _Sized, x: float, y: float) -> Iterator[Item]:
        panel, scale, labels = sized.panel, sized.scale, sized.labels
        dx, dy = x - scale * panel.origin.x, y - scale * panel.origin.y
        taken = []
        for text in labels.texts:
            half = fonts.width(text.text, text.size, text.bold, text.font) / 2
            taken.append((Point(text.middle.x / scale, text.middle.y / scale), half / scale))
        known = panel.printed(scale, tuple(taken))
        drawn = Fitting(scale, self._left_out).items(lettered(known, self._look.font))
        self._signs.update(_signs(known))
        self._kept.update(_signs(drawn))
        yield Group(drawn, Transform(scale, 0.0, 0.0, scale, dx, dy), name="panel")
        if labels.texts:
            yield Group(labels.texts, Transform.translation(dx, dy), name="labels rim-labels")
        self._left_out["coordinate"] += labels.lost

    def _notes(self) -> Iterator[str]:
        lost = [
            name if name.startswith("label ") else f"{number} {plural(number, name)}"
            for name, number in (+self._left_out).items()
        ]
        if lost:
            words = shortened(", ".join(lost), 200)
            yield f"left out, as there is no room for 5 pt at this size: {words}"
        if beyond := [str(mark) for panel in self._figure.panels for mark in panel.beyond]:
            yield shortened(f"marks outside the crop: {'; '.join(beyond)}", 200)
        if (code := self._figure.lang) and not shipped_code(code):
            yield f"'{code}' has no words here: texts that you did not write are in English"

    # --------------------------------------------------------------------------------- words

    def _worded(self, text: str) -> captions.Caption:
        return captions.Caption.of(text, self._figure.glyphs(text), self._look.font)

    def _caption(self, text: str, x: float, width: float, y: float) -> float:
        share = min(1.0, (self._figure.size or 30.0) / 30.0)  # smaller in narrow figures
        return self._lines(text, max(LEAST_EM, CAPTION_SIZE * share), x, width, y, "caption")

    def _lines(self, text: str, size: float, x: float, width: float, y: float, name: str) -> float:
        if not text:
            return y
        ink = self._look.role("bad" if name == "remark" else "ink")
        style = Text(x, y + CAPTION_GAP + size * CAP_HEIGHT, "", size, ink, name=name)
        with blaming("caption"):
            lines = self._worded(text).drawn(style, width, size * LEADING)
        self._items += chain(*lines)
        # So far letters of Vera reach below the baseline.
        return style.y + size * (LEADING * (len(lines) - 1) + 0.24)

    def _legend(self, y: float) -> float:
        among = dict.fromkeys(g for panel in self._figure.panels for g in panel.legend())
        entries = [g for g in among if not g.is_among(self._signs - self._kept)]
        if not entries:
            return y
        y += 2 * CAPTION_GAP
        room = self._width - 2 * MARGIN
        key, height = captions.legend(entries, room, self._width / 2, y, self._look)
        self._items += key
        return y + height


def _signs(items: Iterable[Item]) -> Iterator[str]:
    groups = (item for item in walk(tuple(items)) if isinstance(item, Group))
    return (one.name for one in groups if any(isinstance(part, Text) for part in one.items))
