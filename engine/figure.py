"""A position as a figure: its drawing with marks, its caption, and its alternative text.

It knows positions, and asks drawings and marks by their protocols; how panels become a picture
is :mod:`engine.drawing.composition`'s, and files are the writers'.

Class names in the SVG, for style sheets: a figure's ``panel`` holds the groups ``board``,
``pieces``, ``overlays``, ``labels`` and ``marks``; a mark is ``mark mark-dot`` and so on with
its verb; text is of class ``text``, ``label``, ``coordinate`` or ``caption``, the ground of
class ``paper``.  What a game draws carries its own, such as ``tile``, ``boundary``,
``hairline``, ``tile-edge``, ``rim``, the colours' names, and what it shows on demand,
such as ``free-cell``, ``pin``, ``size``, ``open`` and ``closed-shape``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.drawing import marks as mark_language
from engine.drawing import theme as themes
from engine.drawing.composition import Figure, checked_size
from engine.drawing.marks import Mark
from engine.drawing.panels import Panel, panel
from engine.drawing.theme import Theme
from engine.errors import GameError, OptionError, blaming
from engine.play import wording
from engine.play.game import game
from engine.play.position import Move, Position, Turn
from engine.words import count

__all__ = ["Figure", "Panel", "example", "of", "side_by_side"]

Marks = str | Iterable[str | Mark]


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

    ``show`` names overlays of the game; ``marks`` are texts or values; ``comments`` are a record's,
    and the marks in them are drawn too.  ``crop`` is "" for all, ``focus`` for what matters, or the
    places to show.  ``caption`` None tells the standing, "" leaves it out.  ``last`` is the move
    that led here, whose places are outlined, ``turn`` the same move carried out, whose events are
    told.  Without ``title`` and ``description`` the figure tells what it shows.

    Raises OptionError for a setting, NotationError for a mark or place, InvalidMoveError for a
    ``last`` that is no move.
    """
    look = themes.load(theme) if isinstance(theme, str) else theme
    with blaming("show"):
        drawing = game(position.game).draw(position, theme=look, show=frozenset(show))
    read = _read(marks, comments, drawing.place)
    told = wording.standing(position) if caption is None else caption
    return Figure(
        (panel(drawing, [*_last_marks(position, last), *read], look, crop, labels),),
        look,
        checked_size(size),
        caption=_printable(told, "the caption"),
        title=_printable(title, "the title") or wording.title(position),
        description=_printable(description, "the description")
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
    drawing = chosen.draw_example(text, theme=look, show=frozenset(show))
    read = _read(marks, (), drawing.place)
    return Figure(
        (panel(drawing, read, look, crop, labels),),
        look,
        checked_size(size),
        caption=_printable(caption, "the caption"),
        title=_printable(title, "the title") or f"{chosen.title}: an example",
        description=_printable(description, "the description")
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
    across = len(figures) if columns is None else columns
    if not 1 <= across <= len(figures):
        raise OptionError(
            f"{columns} columns for {count(len(figures), 'panel')}; expected 1 to {len(figures)}"
        )
    if any(figure.theme != figures[0].theme for figure in figures):
        raise OptionError("the panels of a figure must have the same theme")
    words = [f"Panel {k}: {f.description}" for k, f in enumerate(figures, 1)]
    return Figure(
        tuple(panel for figure in figures for panel in _captioned(figure)),
        figures[0].theme,
        checked_size(size),
        across,
        _printable(caption, "the caption"),
        _printable(title, "the title") or figures[0].title,
        _printable(description, "the description") or " ".join(words),
    )


def _captioned(figure: Figure) -> tuple[Panel, ...]:
    """Return a figure's panels, a single one with the figure's caption as its own."""
    if len(figure.panels) > 1:
        return figure.panels
    return (figure.panels[0]._replace(caption=figure.caption),)


def _read(given: Marks, comments: Iterable[str], place: Callable[[str], object]) -> list[Mark]:
    """Return the marks given and those in comments, reading what is written."""
    found: list[Mark] = []
    for text in comments:
        found += mark_language.parse_comment(text, place=place)
    with blaming("marks"):
        for item in (given,) if isinstance(given, str) else given:
            found += mark_language.parse(item, place=place) if isinstance(item, str) else (item,)
    return found


def _last_marks(position: Position, last: str | Move | None) -> list[Mark]:
    """Return the outlines of the last move: strong where it ended, thin where it came from."""
    with blaming("last"):
        places = position.places(last) if last is not None else ()
    outlines = [Mark("outline", places[-1:], "last")] if places else []
    if places[:-1]:
        outlines.insert(0, Mark("outline", places[:-1], "last", options=(("size", 0.5),)))
    return outlines


def _printable(text: str, what: str) -> str:
    """Return a text with blanks for line ends and tabs.

    Raises GameError, naming the text by ``what`` it is, for characters that no document can hold.
    """
    plain = " ".join(text.split())
    for character in plain:
        if not character.isprintable():
            raise GameError(f"{what} holds a character that cannot be shown: {character!r}")
    return plain
