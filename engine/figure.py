"""A position as a figure: the drawing with marks, cropped and sized, its caption and its words.

It knows positions, drawings and marks by their protocols and nothing of files: a
:class:`Figure` gives a :class:`~engine.drawing.scene.Scene`, which the writers turn into SVG, PDF and
PNG.  Lengths are millimetres.

Class names in the SVG, for style sheets: a figure's ``panel`` holds the groups ``board``,
``pieces``, ``overlays``, ``labels`` and ``marks``; a mark is ``mark mark-dot`` and so on with
its verb; text is of class ``text``, ``label``, ``coordinate`` or ``caption``, the ground of
class ``paper``.  What a game draws carries its own, such as ``tile``, ``boundary``,
``hairline``, ``tile-edge``, ``rim``, the colours' names, and what it shows on demand,
such as ``free-cell``, ``pin``, ``size``, ``open`` and ``closed-shape``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.drawing import fonts, mark_drawing
from engine.drawing import marks as mark_language
from engine.drawing import theme as themes
from engine.drawing.diagram import Drawing, Place
from engine.drawing.marks import Mark
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Scene, Text, rectangle
from engine.drawing.theme import Theme
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, Transform, bounds
from engine.play import wording
from engine.play.game import Game, game
from engine.play.position import Move, Position, Turn
from engine.words import plural

#: Round a figure, between its panels, and between a picture and its caption, in millimetres.
MARGIN, GAP, CAPTION_GAP = 2.0, 6.0, 1.6

#: Captions are set in nine points, lines this many times as far apart.
CAPTION_SIZE, LEADING = 9 * 25.4 / 72, 1.35

#: The widths a figure may be asked to have, and the most it takes unasked (a page's text width).
LEAST_SIZE, MOST_SIZE, USUAL_MOST = 10.0, 2000.0, 160.0

#: A caption may make a small figure this wide before it is broken into lines.
_CAPTION_WIDTH = 70.0

#: What is left round the cells of a crop, as a share of the unit.
_CROP_MARGIN = 0.08

Marks = str | Iterable[str | Mark]


class Panel(NamedTuple):
    """One picture of a figure, in its drawing's frame: the window ``box`` on ``items``."""

    items: tuple[Item, ...]
    box: Box
    clipped: bool
    caption: str


@dataclass(frozen=True)
class Figure:
    """Panels in ``columns``, all at one scale, with a caption below and words for those who listen.

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


def of(
    position: Position,
    *,
    theme: str | Theme = "classic",
    show: Iterable[str] = (),
    marks: Marks = (),
    comments: Iterable[str] = (),
    crop: str | Sequence[str] = (),
    size: float | None = None,
    caption: str | None = None,
    labels: bool = True,
    last: str | Move | None = None,
    turn: Turn[Position] | None = None,
    title: str = "",
    description: str = "",
) -> Figure:
    """Return the figure of a position.

    ``show`` names overlays of the game, ``marks`` are written or ready ones, ``comments`` those of
    a record, whose marks are drawn too.  ``crop`` is "" for all, ``focus`` for what matters, or the
    places to show.  ``caption`` None tells the standing,
    "" leaves it out.  ``last`` is the move that led here, whose places are outlined, ``turn`` the
    same move carried out, whose events are told.  ``title`` and ``description`` are worded from
    the position unless they are given.

    Raises OptionError for a setting, NotationError for a mark or place, InvalidMoveError for a
    last move that is none.
    """
    look = themes.load(theme) if isinstance(theme, str) else theme
    played = game(position.game)
    drawing = played.draw(position, theme=look, show=_known(played, show))
    read = _read(marks, comments, drawing.place)
    drawn = [*(_last_marks(position, last) if last is not None else ()), *read]
    told = caption if caption is not None else wording.standing(position)
    return Figure(
        (_panel(drawing, drawn, look, crop, labels),),
        look,
        _checked(size),
        caption=wording.printable(told, "the caption"),
        title=wording.printable(title, "the title") or wording.title(position),
        description=wording.printable(description, "the description")
        or wording.description(position, drawing.description, last=last, turn=turn, marks=read),
    )


def example(
    played: str,
    text: str,
    *,
    theme: str | Theme = "classic",
    show: Iterable[str] = (),
    marks: Marks = (),
    crop: str | Sequence[str] = (),
    size: float | None = None,
    caption: str = "",
    labels: bool = True,
    title: str = "",
    description: str = "",
) -> Figure:
    """Return the figure of what no position can hold: an example written in the game's own form.

    ``played`` names the game; all else is as in :func:`of`.  The alternative text says what is
    wrong with the example.

    Raises OptionError for a setting or a game without examples, NotationError for a text, mark or
    place, UnknownGameError.
    """
    look = themes.load(theme) if isinstance(theme, str) else theme
    chosen = game(played)
    drawing = chosen.draw_example(text, theme=look, show=_known(chosen, show))
    read = _read(marks, (), drawing.place)
    return Figure(
        (_panel(drawing, read, look, crop, labels),),
        look,
        _checked(size),
        caption=wording.printable(caption, "the caption"),
        title=wording.printable(title, "the title") or f"{chosen.title}: an example",
        description=wording.printable(description, "the description")
        or wording.example(drawing.description, read),
    )


def side_by_side(
    figures: Sequence[Figure],
    *,
    columns: int | None = None,
    size: float | None = None,
    caption: str = "",
    title: str = "",
    description: str = "",
) -> Figure:
    """Return several figures as the panels of one, in rows of ``columns``, all in one row by default.

    Each keeps its caption below its panel.  Raises OptionError for no figures or impossible
    columns, or figures of different themes.
    """
    if not figures:
        raise OptionError("a figure of panels needs at least one panel")
    count = len(figures) if columns is None else columns
    if not 1 <= count <= len(figures):
        raise OptionError(
            f"{columns} columns for {len(figures)} {plural(len(figures), 'panel')}; expected 1 to {len(figures)}"
        )
    if any(figure.theme != figures[0].theme for figure in figures):
        raise OptionError("the panels of a figure must have the same theme")
    words = [f"Panel {k}: {f.description}" for k, f in enumerate(figures, 1)]
    return Figure(
        tuple(panel for figure in figures for panel in _captioned(figure)),
        figures[0].theme,
        _checked(size),
        count,
        wording.printable(caption, "the caption"),
        wording.printable(title, "the title") or figures[0].title,
        wording.printable(description, "the description") or " ".join(words),
    )


def _captioned(figure: Figure) -> tuple[Panel, ...]:
    """Return a figure's panels, a single one with the figure's caption as its own."""
    if len(figure.panels) > 1:
        return figure.panels
    return (figure.panels[0]._replace(caption=figure.caption),)


# ----------------------------------------------------------------------------- what is asked


def _checked(size: float | None) -> float | None:
    if size is not None and not LEAST_SIZE <= size <= MOST_SIZE:
        raise OptionError(
            f"a figure cannot be {size:g} mm wide; it can be {LEAST_SIZE:g} to {MOST_SIZE:g}"
        )
    return size


def _known(played: Game[Position], show: Iterable[str]) -> frozenset[str]:
    """Return the overlays asked for; raise OptionError for what the game cannot show."""
    names = frozenset(show)
    for name in sorted(names):
        if name not in played.overlays:
            known = ", ".join(played.overlays) or "nothing more"
            raise OptionError(f"{played.name} cannot show '{name}'; it can show {known}")
    return names


def _read(given: Marks, comments: Iterable[str], place: Callable[[str], Place]) -> list[Mark]:
    """Return the marks given and those in comments, reading what is written."""
    found: list[Mark] = []
    for text in comments:
        found += mark_language.parse_comment(text, place=place)
    for item in (given,) if isinstance(given, str) else given:
        found += mark_language.parse(item, place=place) if isinstance(item, str) else (item,)
    return found


def _last_marks(position: Position, last: str | Move) -> list[Mark]:
    """Return the outlines of the last move: strong where it ended, thin where it came from."""
    places = position.places(last)
    outlines = [Mark("outline", places[-1:], "last")] if places else []
    if places[:-1]:
        outlines.insert(0, Mark("outline", places[:-1], "last", options=(("size", 0.5),)))
    return outlines


# --------------------------------------------------------------------------------- one panel


def _panel(
    drawing: Drawing, drawn: Sequence[Mark], look: Theme, crop: str | Sequence[str], labels: bool
) -> Panel:
    """Return the drawing with its marks, from the board upwards, and the window on it."""
    layers = mark_drawing.draw(drawn, drawing.place, look, drawing.unit)
    groups = (
        ("board", drawing.board),
        ("marks", tuple(layers.under)),
        ("pieces", drawing.pieces),
        ("overlays", drawing.overlays),
        ("labels", drawing.labels if labels else ()),
        ("marks", (*layers.veils, *layers.top)),
    )
    items = tuple(Group(items, name=name) for name, items in groups if items)
    whole = drawing.box.union(layers.box) if layers.box else drawing.box
    window = _window(drawing, crop, whole)
    return Panel(items, window, window != whole, "")


def _window(drawing: Drawing, crop: str | Sequence[str], whole: Box) -> Box:
    """Return the part of a drawing to show."""
    if crop == "focus":
        crop = drawing.focus
    places = (
        mark_language.parse_places(crop, place=drawing.place) if isinstance(crop, str) else crop
    )
    if not places:
        return whole
    found = [drawing.place(name) for name in places]
    shown = bounds(point for place in found for point in (place.centre, *place.outline))
    wanted = shown.grown(_CROP_MARGIN * drawing.unit)
    return Box(
        max(wanted.left, whole.left),
        max(wanted.top, whole.top),
        min(wanted.right, whole.right),
        min(wanted.bottom, whole.bottom),
    )


# ----------------------------------------------------------------------------- putting together


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
                f"{width:g} mm leave no room for {len(columns)} {plural(len(columns), 'panel')} side by side; "
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


#: How far letters reach below the baseline, as a share of the em (Vera).
_DESCENT = 0.24


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
