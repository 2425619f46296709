"""Figure files: TOML that says which figures a rulebook has, read strictly into values.

A file holds settings for all figures, ``[positions.NAME]`` to build on and ``[figures.NAME]``::

    game     = "name"
    out      = "figures"            # the folder for the files, from where this file lies
    formats  = ["svg", "pdf"]
    size     = 60                   # millimetres

    [positions.opening]
    position = "start"
    options  = { mode = "dom" }
    play     = "r:brgbbg@-1,0"

    [figures.opening]
    position = "opening"
    show     = ["coords", "cells"]
    marks    = ["dot:white 0,0", "arrow 0,0 1,0"]

What each key says is told in :mod:`generator.illustrating.spec_keys`.

This module reads; :mod:`generator.illustrating.rulebook` makes the figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, TypeVar

from engine.drawing.composition import LEAST_CELL, LEAST_SIZE, MOST_CELL, MOST_SIZE
from engine.errors import GameError, OptionError
from engine.messages import tag
from engine.settings import Settings, parse_toml

FORMATS = ("svg", "pdf", "png")

#: The kinds of snippets that show a figure in a text, and how their files end.
SNIPPETS = {"html": "html", "latex": "tex", "markdown": "md", "typst": "typ"}

#: Where captions go: drawn below the picture, or left to the text around it.
CAPTIONS = ("figure", "text")

#: More figures in a file are refused, and more panels in a figure.
MOST_FIGURES, MOST_PANELS = 5_000, 100

_T = TypeVar("_T")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,79}")


@dataclass(frozen=True)
class PositionSpec:
    """Where a position comes from: written or named, or from a record; then moves played on.

    ``position`` is ``start``, a written position, or the name of one of the file's positions;
    ``number`` the game within the record file, from 1; ``after`` a turn such as ``12c``.  A source
    with an ``example``, the written form of what is no position, has nothing else but the game.
    """

    where: str
    game: str = ""
    position: str = ""
    options: tuple[tuple[str, str], ...] = ()
    record: str = ""
    number: int = 1
    after: str = ""
    play: tuple[str, ...] = ()
    example: str | None = None


@dataclass(frozen=True)
class PanelSpec:
    """One picture: its position, and what is shown of it and on it.

    ``last`` is True for the last move of the source, or a move; ``moves`` numbers turns, such as
    ``5-12``; ``comments`` says whether marks in the record's comments are drawn.
    """

    source: PositionSpec
    theme: str
    show: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    crop: str | tuple[str, ...] = ""
    caption: str | None = None
    title: str = ""
    alt: str = ""
    last: bool | str = False
    moves: str = ""
    labels: bool = True
    comments: bool = True
    label_sides: tuple[str, ...] = ()
    font: tuple[str, ...] = ()


@dataclass(frozen=True)
class FigureSpec:
    """A figure of one panel or several, the files it makes, and its label in a text."""

    name: str
    where: str
    panels: tuple[PanelSpec, ...]
    columns: int | None
    size: float | None
    caption: str | None
    captions: str
    title: str
    alt: str
    formats: tuple[str, ...]
    dpi: float
    label: str
    cell: float | None = None
    legend: bool = False
    paper: bool = True
    id_prefix: str = ""
    lang: str = ""


@dataclass(frozen=True)
class Spec:
    """A whole figure file."""

    source: str
    out: str
    snippets: tuple[str, ...]
    contact_sheet: str
    positions: Mapping[str, PositionSpec]
    figures: tuple[FigureSpec, ...]
    #: The names of positions that are wrong, and what is wrong with them and with figures.
    unread: frozenset[str] = frozenset()
    faults: tuple[GameError, ...] = ()
    #: The names of all figures of the file, also of those that are wrong or not asked for.
    names: tuple[str, ...] = ()

    def number(self, name: str) -> int:
        """Return a figure's number in its file."""
        return self.names.index(name) + 1

    def in_font(self, font: tuple[str, ...]) -> Spec:
        """Return the file with other fonts for all its figures, whatever they say."""
        figures = tuple(
            replace(figure, panels=tuple(replace(panel, font=font) for panel in figure.panels))
            for figure in self.figures
        )
        return replace(self, figures=figures)


def parse(text: str, source: str, *, elsewhere: bool = False) -> Spec:
    """Return what a figure file says; what is wrong with it is listed.

    Where a setting of the whole file is wrong, there are no figures.  ``elsewhere`` tells that the
    files go to another folder than the file says.

    Raises OptionError naming the file where it is no TOML or has no figures.
    """
    return _read(parse_toml(text, source), elsewhere=elsewhere)


def alone(text: str, source: str, name: str, over: Mapping[str, Any], lang: str = "") -> Spec:
    """Return what a figure file says of one figure, with ``over`` in place of its own settings.

    ``lang`` is its language where the file names none.

    Raises OptionError for a figure there is not, or that is wrong.
    """
    spec = _read(parse_toml(text, source), name, over, _Usual(lang=lang))
    for fault in spec.faults:
        raise fault
    return spec


def one(name: str, table: Settings, game: str = "", lang: str = "") -> FigureSpec:
    """Return a figure that stands alone in a text.

    It is of ``game`` and speaks ``lang`` unless its table says otherwise.  Raises OptionError
    naming the key.
    """
    return _figure(name, table, _Usual(game=game, captions="text", lang=lang))


def _read(
    table: Settings,
    only: str = "",
    over: Mapping[str, Any] | None = None,
    begin: _Usual | None = None,
    *,
    elsewhere: bool = False,
) -> Spec:
    """Return what a figure file's table says, of the figure called ``only`` alone or of all."""
    source = table.where
    faults: list[GameError] = []
    usual = (begin or _Usual()).read(table, faults)
    out = _kept(faults, "figures", _any_folder if elsewhere else _folder, table)
    kinds: tuple[str, ...] = _kept(faults, (), _snippets, table)
    sheet = _kept(faults, "", _sheet, table)
    table.expect("positions", "figures")
    _kept(faults, None, Settings.done, table)
    if faults:
        return Spec(source, out, kinds, sheet, {}, (), faults=tuple(faults))
    positions, unread = _positions(table.table("positions"), usual, faults)
    figures = table.table("figures")
    if not figures.names():
        raise OptionError(f"{source}: no figures; expected a table such as [figures.opening]")
    if len(figures.names()) > MOST_FIGURES:
        raise OptionError(f"{source}: more than {MOST_FIGURES} figures; split the file")
    if only and only not in figures.names():
        raise OptionError(f"{source}: no figure '{only}'; it has {', '.join(figures.names())}")
    read = []
    for name in [only] if only else figures.names():
        try:
            read.append(_figure(name, figures.table(name).over(over or {}), usual))
        except GameError as error:
            faults.append(error)
    return Spec(
        source, out, kinds, sheet, positions, tuple(read), unread, tuple(faults), figures.names()
    )


def _kept(
    faults: list[GameError], default: _T, read: Callable[[Settings], _T], table: Settings
) -> _T:
    """Return what is read of a table, or the default with what is wrong added to ``faults``."""
    try:
        return read(table)
    except GameError as error:
        faults.append(error)
        return default


def _positions(
    named: Settings, usual: _Usual, faults: list[GameError]
) -> tuple[dict[str, PositionSpec], frozenset[str]]:
    """Return the positions by name, and the names of those that are wrong, adding their faults."""
    positions = {}
    unread = set()
    for name in named.names():
        try:
            settings = named.table(name)
            if name == "start":
                words = "'start' is every game's start position already"
                raise OptionError(f"{settings.where}: {words}")
            positions[_name(name, settings.where)] = _source(settings, usual.game)
            settings.done()
        except GameError as error:
            unread.add(name)
            faults.append(error)
    return positions, frozenset(unread)


def _name(name: str, where: str) -> str:
    if not _NAME.fullmatch(name):
        raise OptionError(
            f"{where}: a name begins with a letter and has only letters, digits, - and _"
        )
    return name


def _folder(table: Settings) -> str:
    """Return the folder for the files, which lies where the figure file lies."""
    out = table.text("out", "figures")
    if (
        not out
        or not out.isprintable()
        or PurePath(out).is_absolute()
        or ".." in PurePath(out).parts
    ):
        raise OptionError(
            f"{table.where}: out = {out!r} is not right; expected a folder's name, beside this file "
            "(--out takes any)",
            setting="out",
        )
    return out


def _any_folder(table: Settings) -> str:
    """Return the folder that the file names, where its files go to another."""
    return table.text("out", "figures")


def _sheet(table: Settings) -> str:
    """Return the name of the contact sheet, "" for none."""
    name = table.text("contact_sheet")
    try:
        return sheet_name(name)
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}", setting="contact_sheet") from error


def _snippets(table: Settings) -> tuple[str, ...]:
    """Return the kinds of snippets asked for; ``latex = true`` is one of them."""
    kinds = checked_snippets(table.one_or_more("snippets"), f"{table.where}: ")
    return tuple(dict.fromkeys((*kinds, *(["latex"] if table.flag("latex", False) else []))))


def checked_snippets(kinds: tuple[str, ...], where: str = "") -> tuple[str, ...]:
    """Return the names of kinds of snippets.

    Raises OptionError, which begins with ``where``, for one there is not.
    """
    for kind in kinds:
        if kind not in SNIPPETS:
            known = ", ".join(SNIPPETS)
            words = f"{where}no snippets of '{kind}'; there are {known}"
            raise OptionError(words, setting="snippets")
    return kinds


def sheet_name(name: str) -> str:
    """Return the name of a contact sheet, "" for none.

    Raises OptionError for one that is no plain name ending in .html.
    """
    if name and not (name.endswith(".html") and _NAME.fullmatch(name[:-5])):
        raise OptionError(f"'{name}' names no contact sheet; expected a name like index.html")
    return name


@dataclass(frozen=True)
class _Usual:
    """What holds for every figure that does not say otherwise."""

    game: str = ""
    theme: str = "classic"
    size: float | None = None
    formats: tuple[str, ...] = ("svg",)
    dpi: float = 150.0
    captions: str = "figure"
    labels: bool = True
    comments: bool = True
    cell: float | None = None
    label_sides: tuple[str, ...] = ()
    legend: bool = False
    paper: bool = True
    font: tuple[str, ...] = ()
    lang: str = ""

    def read(self, table: Settings, faults: list[GameError] | None = None) -> _Usual:
        """Return the settings with those that ``table`` says.

        What is wrong is added to ``faults``, where there are any to add to.  Raises OptionError else.
        """
        readers: dict[str, Callable[[Settings], Any]] = {
            "game": lambda t: t.text("game", self.game),
            "theme": lambda t: t.text("theme", self.theme),
            "size": lambda t: _length(t, "size", None if "cell" in t else self.size),
            "cell": lambda t: _length(t, "cell", None if "size" in t else self.cell),
            "label_sides": lambda t: t.one_or_more("label_sides") or self.label_sides,
            "legend": lambda t: t.flag("legend", self.legend),
            "paper": lambda t: (
                t.choice("paper", _PAPERS[not self.paper], _PAPERS) == _PAPERS[False]
            ),
            "formats": lambda t: _formats(t, self.formats),
            "dpi": lambda t: t.number("dpi", self.dpi, 20, 2400),
            "captions": lambda t: t.choice("captions", self.captions, CAPTIONS),
            "labels": lambda t: t.flag("labels", self.labels),
            "comments": lambda t: t.flag("comments", self.comments),
            "font": lambda t: t.one_or_more("font") or self.font,
            "lang": lambda t: _language(t, self.lang),
        }
        if faults is None:
            return replace(self, **{name: read(table) for name, read in readers.items()})
        kept = {n: _kept(faults, getattr(self, n), read, table) for n, read in readers.items()}
        return replace(self, **kept)


def _language(table: Settings, usual: str) -> str:
    """Return the code of the language of what a figure says by itself, "" where nobody names one."""
    code = table.text("lang", usual)
    try:
        return tag(code) if code else ""
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}", setting="lang") from error


#: What a figure's ground is: the theme's paper, or nothing.
_PAPERS = ("theme", "none")

#: The least and the most of a length.
_LENGTHS = {"size": (LEAST_SIZE, MOST_SIZE), "cell": (LEAST_CELL, MOST_CELL)}


def _length(table: Settings, key: str, usual: float | None) -> float | None:
    table.expect(key)
    if key not in table:
        return usual
    if all(name in table for name in _LENGTHS):
        raise OptionError(
            f"{table.where}: a figure has a size or a cell, not both; leave one out", setting=key
        )
    low, high = _LENGTHS[key]
    return table.number(key, low, low, high)


def _formats(table: Settings, usual: tuple[str, ...]) -> tuple[str, ...]:
    formats = table.one_or_more("formats") or usual
    for name in formats:
        if name not in FORMATS:
            raise OptionError(
                f"{table.where}: no format '{name}' in formats; it can be {', '.join(FORMATS)}",
                setting="formats",
            )
    return tuple(dict.fromkeys(formats))


def _source(table: Settings, game: str) -> PositionSpec:
    """Read where a position comes from."""
    record, position = table.text("record"), table.text("position")
    if bool(record) == bool(position):
        raise OptionError(
            f"{table.where}: expected either position (start, a written one, or a name of "
            "[positions]) or record (a file)"
        )
    if record:
        refused = [key for key in ("options", "game") if key in table]
    else:
        refused = [key for key in ("after", "number") if key in table]
    if refused:
        other = "position" if record else "record"
        words = f"{table.where}: {refused[0]} goes with {other}; leave it out here"
        raise OptionError(words, setting=refused[0])
    options = table.table("options")
    return PositionSpec(
        table.where,
        table.text("game", game),
        position,
        tuple((name, options.text_of(name)) for name in options.names()),
        record,
        table.whole("number", 1, 1, 1_000_000),
        _turn_text(table, "after"),
        tuple(move for text in table.one_or_more("play") for move in text.split()),
    )


def _turn_text(table: Settings, key: str) -> str:
    """Return the name of a turn, which may be a plain number."""
    table.expect(key)
    return table.text_of(key) if key in table else ""


def _caption(table: Settings) -> str | None:
    """Return the caption, None where the table has none."""
    table.expect("caption")
    return table.text("caption") if "caption" in table else None


#: What only a position has, and an example has not.
_OF_POSITIONS = ("position", "record", "options", "number", "after", "play", "last", "moves")


def _example(table: Settings, game: str) -> PositionSpec:
    """Read what no position can hold."""
    refused = [key for key in _OF_POSITIONS if key in table]
    if refused:
        raise OptionError(
            f"{table.where}: {refused[0]} goes with a position, not with an example; leave it out"
        )
    return PositionSpec(table.where, table.text("game", game), example=table.text("example"))


def _panel(table: Settings, usual: _Usual) -> PanelSpec:
    """Read one picture."""
    crop = table.one_or_more("crop")
    table.expect("example")
    return PanelSpec(
        _example(table, usual.game) if "example" in table else _source(table, usual.game),
        usual.theme,
        tuple(
            name for text in table.one_or_more("show") for name in re.split(r"[\s,]+", text) if name
        ),
        table.one_or_more("marks"),
        crop[0] if len(crop) == 1 else crop,
        _caption(table),
        table.text("title"),
        table.text("alt"),
        table.flag_or_text("last"),
        _turn_text(table, "moves"),
        table.flag("labels", usual.labels),
        table.flag("comments", usual.comments),
        table.one_or_more("label_sides") or usual.label_sides,
        usual.font,
    )


def _figure(name: str, table: Settings, usual: _Usual) -> FigureSpec:
    """Read one figure: a picture, or a list of panels with settings of their own."""
    own = usual.read(table)
    panels = table.tables("panels")
    if len(panels) > MOST_PANELS:
        raise OptionError(f"{table.where}: more than {MOST_PANELS} panels")
    read = []
    for panel in panels:
        read.append(_panel(panel, own))
        panel.done()
    figure = FigureSpec(
        _name(name, table.where),
        table.where,
        tuple(read) or (_panel(table, own),),
        table.whole("columns", len(panels) or 1, 1, MOST_PANELS) if panels else None,
        own.size,
        _caption(table),
        own.captions,
        table.text("title"),
        table.text("alt"),
        own.formats,
        own.dpi,
        _label(table, name),
        own.cell,
        own.legend,
        own.paper,
        table.text("id_prefix"),
        own.lang,
    )
    table.done()
    return figure


def _label(table: Settings, name: str) -> str:
    label = table.text("label", f"fig:{name}")
    if not re.fullmatch(r"[A-Za-z0-9:._-]{1,80}", label):
        raise OptionError(
            f"{table.where}: label = {label!r} is not right; expected letters, digits, : . _ and -"
        )
    return label
