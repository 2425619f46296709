"""A position as a figure: its drawing with marks, its caption, and its alternative text.

Class names in the SVG, for style sheets.  A figure's ``panel`` holds the groups ``board``,
``pieces``, ``overlays``, ``labels`` and ``marks``.  A mark is ``mark mark-dot`` and so on with its
verb.  Text is of class ``text``, ``label``, ``coordinate`` or ``caption``, the ground of class
``paper``.  A crop's dashed edge is of class ``cut``, a caption's small picture ``sign``, a legend's
item ``key``, a fault in an example ``remark``.  Games add ``tile``, ``boundary``, ``hairline``,
``tile-edge``, ``rim``, the names of their colours, and classes of their overlays, such as
``free-cell``, ``pin``, ``size``, ``open`` and ``closed-shape``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TypedDict, Unpack

from engine.drawing import captions
from engine.drawing import marks as mark_language
from engine.drawing import theme as themes
from engine.drawing.composition import Figure, check_widths
from engine.drawing.diagram import Drawing
from engine.drawing.marks import Mark
from engine.drawing.panels import Panel, panel
from engine.drawing.theme import Theme
from engine.errors import OptionError, blaming
from engine.geometry.plane import Box
from engine.messages import ENGLISH, Language, Messages, codes, shipped_code
from engine.play import wording
from engine.play.plugins import game
from engine.play.position import Move, Position, Turn
from engine.words import count, first_upper, listed

__all__ = ["Figure", "Panel", "example", "of", "side_by_side"]

say = Messages(__name__)

Marks = str | Iterable[str | Mark]

#: The place of a move in a caption, and the beginning of a sentence or line before it.
_AFTER = re.compile(r"((?:^|[.!?:…]\s)[\s*]*)?\{after\}", re.MULTILINE)


class FigureLook(TypedDict, total=False):
    """How a figure looks as a whole, and its words.

    ``size`` is its width or ``cell`` a cell's, in millimetres; ``legend`` adds a key; without
    ``paper`` the ground is transparent.  ``title`` and ``description`` replace the figure's own
    words.  ``id_prefix`` begins the ids of its SVG, "" for one made from its content.  ``lang``,
    such as ``de``, is the language of the words; any language, if you give all of them.
    """

    size: float | None
    cell: float | None
    legend: bool
    paper: bool
    title: str
    description: str
    id_prefix: str
    lang: str


class PanelLook(FigureLook, total=False):
    """How a figure of one picture looks.

    ``crop`` is "" for all, ``focus`` for the part with pieces, or the places to show;
    ``labels`` stand round the board.  ``font`` are the fonts of texts: files from the current folder,
    and installed families.  ``view`` is the player who sits below, or the board is ``turned``
    clockwise, in degrees.
    """

    crop: str | Sequence[str]
    labels: bool
    font: str | Iterable[str]
    view: str
    turned: int


def of(
    position: Position,
    *,
    theme: str | Theme = "classic",
    show: Iterable[str] = (),
    marks: Marks = (),
    comments: Iterable[str] = (),
    caption: str | None = None,
    last: str | Move | None = None,
    turn: Turn[Position] | None = None,
    after: str = "",
    room: Box | None = None,
    drawing: Drawing | None = None,
    **look: Unpack[PanelLook],
) -> Figure:
    """Return the figure of a position; raise OptionError, NotationError, InvalidMoveError.

    ``show`` names overlays; ``marks`` are texts or values, drawn like those in a record's
    ``comments``.  ``caption`` None is the standing, "" none; ``{after}`` in it is the move that led
    here, or its name in ``after``.  ``last`` is that move, with its places outlined, ``turn`` the
    move carried out, with its events.  ``room`` is that of :meth:`engine.Game.room`, ``drawing``
    a drawing made before, the rest a :class:`PanelLook`.
    """
    paint, speech = _paint(theme, look), _speech(look)
    if drawing is None:
        with blaming("show"):
            chosen = game(position.game)
            drawing = chosen.draw(position, theme=paint, show=frozenset(show), room=room)
    standing = speech.text(wording.standing(position))
    if caption is None:
        caption = standing
    else:
        move = after or (turn.written if turn else str(last or ""))
        led = speech.text(wording.led_here(position, move))
        caption = _AFTER.sub(lambda at: led if at[1] is None else at[1] + first_upper(led), caption)
    drawing = _turned(drawing.in_language(speech), look, position.players)
    own = _read(marks, comments, drawing.place)
    outlines = _last_marks(position, last, turn)
    picture, sentences, visible = _viewed(drawing, outlines, own, paint, look)
    words = wording.description(position, sentences, last=last, turn=turn, marks=visible)
    whole = _whole((picture,), paint, look, caption, wording.title(position), words)
    return replace(whole, caption_is_own=caption != standing)


def example(
    played: str,
    text: str,
    *,
    theme: str | Theme = "classic",
    show: Iterable[str] = (),
    marks: Marks = (),
    caption: str = "",
    **look: Unpack[PanelLook],
) -> Figure:
    """Return the figure of an example of the game ``played`` that no position can hold.

    The rest is as in :func:`of`.  The alternative text names the fault of the example.

    >>> other = engine.names()[1]
    >>> engine.figure.example(other, "d4 d4ne", caption="Not allowed").caption
    'Not allowed'
    """
    paint, speech = _paint(theme, look), _speech(look)
    chosen = game(played)
    drawing = chosen.draw_example(text, theme=paint, show=frozenset(show)).in_language(speech)
    drawing = _turned(drawing, look, ())
    own = _read(marks, (), drawing.place)
    picture, sentences, visible = _viewed(drawing, (), own, paint, look)
    words = [*sentences, *wording.marked(visible)]
    title = say("{game}: an example", game=chosen.title)
    return _whole((picture,), paint, look, caption, title, words)


def side_by_side(
    figures: Sequence[Figure],
    *,
    columns: int | None = None,
    caption: str = "",
    **look: Unpack[FigureLook],
) -> Figure:
    """Return several figures with their captions as the panels of one, in rows of ``columns``.

    Raises OptionError for no figures, impossible columns, or figures of different themes.

    >>> figures = [engine.figure.of(position) for position in record.positions()]
    >>> len(engine.figure.side_by_side(figures, columns=2).panels)
    3
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
    panels = tuple(panel for figure in figures for panel in _captioned(figure))
    words = _panels_in_words(figures)
    name = figures[0].title.partition(":")[0]
    title = say.counted(len(figures), "{name}, {n} panel", "{name}, {n} panels", name=name)
    made = _whole(panels, figures[0].theme, look, caption, title, words)
    return replace(made, columns=across)


def _turned(drawing: Drawing, look: PanelLook, players: Sequence[str]) -> Drawing:
    view, degrees = look.get("view", ""), look.get("turned", 0)
    if not view and not degrees:
        return drawing
    from engine.drawing import turning

    if view and degrees:
        raise OptionError("a figure has a view or is turned by degrees, not both; leave one out")
    if view and not players:
        raise OptionError("a view goes with a position, not with an example; turn it by degrees")
    with blaming("view" if view else "turned"):
        degrees = degrees or turning.degrees_of(drawing, view, players)
        return turning.turned(drawing, degrees)


def _paint(theme: str | Theme, look: PanelLook) -> Theme:
    paint = themes.load_pair(theme) if isinstance(theme, str) else theme
    return themes.with_font(paint, look.get("font", ()), Path())


def _speech(look: FigureLook) -> Language:
    with blaming("lang"):
        lang = look.get("lang") or ENGLISH
        is_own = look.get("title") and look.get("description")
        if not is_own and not shipped_code(lang):
            raise OptionError(
                f"no language '{lang}'; there are {listed(codes())}, and any other for a figure "
                "whose title and alternative text are given"
            )
        return Language(shipped_code(lang) or lang)


def _whole(
    panels: tuple[Panel, ...],
    theme: Theme,
    look: FigureLook,
    caption: str,
    title: str,
    words: Sequence[str],
) -> Figure:
    check_widths(look.get("size"), look.get("cell"))
    speech = _speech(look)
    own = bool(look.get("title") and look.get("description")) and not look.get("lang")
    caption = "\n".join(_printable(line, "caption") for line in caption.strip().splitlines())
    given = _printable(look.get("title", ""), "title")
    described = _printable(look.get("description", ""), "description")
    sentences = tuple(map(speech.text, words))
    made = Figure(
        panels,
        theme,
        look.get("size"),
        caption=caption,
        title=given or speech.text(title),
        description=described or " ".join(sentences),
        cell=look.get("cell"),
        legend=look.get("legend", False),
        paper=look.get("paper", True),
        id_prefix=checked_prefix(look.get("id_prefix", "")),
        lang="" if own else speech.code,
        sentences=sentences,
    )
    with blaming("caption"):  # read now, so that a fault is an error now
        captions.plain(made.caption, made.glyphs(made.caption))
    return made


def _panels_in_words(figures: Sequence[Figure]) -> list[str]:
    """Return the sentences that all panels share, then a text for each panel."""
    columns = zip(*(figure.sentences for figure in figures), strict=False)
    alike = takewhile(lambda words: len(figures) > 1 and len({*words}) == 1, columns)
    texts = [words[0] for words in alike]
    common = len(texts)
    for k, figure in enumerate(figures, 1):
        own, whole = " ".join(figure.sentences[common:]), " ".join(figure.sentences)
        panel = replace(figure, description=own) if figure.description == whole else figure
        texts.append(say("Panel {number}: {words}", number=k, words=panel.spoken))
    return texts


def _captioned(figure: Figure) -> tuple[Panel, ...]:
    if len(figure.panels) != 1:
        return figure.panels
    return (figure.panels[0]._replace(caption=figure.caption),)


def _read(given: Marks, comments: Iterable[str], place: Callable[[str], object]) -> list[Mark]:
    marks: list[Mark] = []
    for text in comments:
        marks += mark_language.parse_comment(text, place=place)
    with blaming("marks"):
        for item in (given,) if isinstance(given, str) else given:
            marks += mark_language.parse(item, place=place) if isinstance(item, str) else (item,)
    return marks


def _viewed(
    drawing: Drawing, outlines: Sequence[Mark], own: Sequence[Mark], paint: Theme, look: PanelLook
) -> tuple[Panel, list[str], list[Mark]]:
    """Return the picture of a drawing with marks, its sentences, and the author's ``own`` marks on it."""
    crop = look.get("crop", "")
    picture = panel(drawing, [*outlines, *own], paint, crop, look.get("labels", True))
    if not picture.clipped:
        return picture, [*drawing.description], [*own]
    if isinstance(crop, str):
        names = "" if crop == "focus" else crop
        crop = mark_language.parse_places(names, place=drawing.place)

    def is_visible(mark: Mark) -> bool:
        spots = (drawing.place(name).centre for name in mark.places)
        return any(picture.inside.holds(Box(*spot, *spot)) for spot in spots)

    visible = list(filter(is_visible, own))
    picture = picture._replace(beyond=tuple(mark for mark in own if mark not in visible))
    return picture, [wording.part(crop), *drawing.description], visible


def _last_marks(
    position: Position, last: str | Move | None, turn: Turn[Position] | None
) -> list[Mark]:
    """Return the outlines of the last move: strong where it ended, thin where it passed."""
    if last is None:
        return []
    with blaming("last"):
        laid = position.laid(last)
        passed = tuple(place for place in position.places(last) if place not in laid)

    def renamed(place: str) -> str:
        return turn.before.renamed(place, turn.move) if turn else place

    groups = ((passed, (("size", 0.5),)), (laid, ()))
    return [
        Mark("outline", tuple(map(renamed, places)), "last", options=o)
        for places, o in groups
        if places
    ]


def checked_prefix(prefix: str) -> str:
    """Return the beginning of ids; raise OptionError for an impossible one."""
    if prefix and not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", prefix):
        raise OptionError(
            f"ids cannot begin with '{prefix[:40]}'; expected a letter, then letters, digits, - and _"
        )
    return prefix


def _printable(text: str, what: str) -> str:
    """Return a text with blanks for line ends and tabs."""
    plain = re.sub(r"[ \t\n\r\f\v]+", " ", text).strip(" ")
    for character in plain:
        if not character.isprintable() and character != "\u00a0":
            words = f"the {what} holds a character that cannot be shown: {character!r}"
            raise OptionError(words, setting=what)
    return plain
