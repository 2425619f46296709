"""The keys of figure files: where each may stand, what it says, and how its value is read.

:mod:`generator.illustrating.spec` makes figures of the values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Any, NamedTuple

from engine.drawing.composition import LEAST_CELL, LEAST_SIZE, MOST_CELL, MOST_SIZE
from engine.errors import OptionError
from engine.messages import tag
from engine.settings import Settings

FORMATS = ("svg", "pdf", "png")

#: The kinds of snippets that show a figure in a text, and how their files end.
SNIPPETS = {"html": "html", "latex": "tex", "markdown": "md", "typst": "typ"}

#: The most panels of a figure.
MOST_PANELS = 100

#: What a figure's file and a position may be called.
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,79}")

_LABEL = re.compile(r"[A-Za-z0-9:._-]{1,80}")

#: A table, a key of it, and the value where the table does not say it; returns the key's value.
ReadKey = Callable[[Settings, str, Any], Any]


class SpecKey(NamedTuple):
    """A key: what its value is, what it says, how it is read, and its value if it is left out."""

    value: str
    help: str
    read: ReadKey
    default: Any = ""


def _text(table: Settings, key: str, default: Any) -> Any:
    return table.text(key) if key in table else default


def _flag(table: Settings, key: str, default: bool) -> bool:
    return table.flag(key, default)


def _texts(table: Settings, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    return table.one_or_more(key) or default


def _words(table: Settings, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a text or a list of texts, between blanks or commas."""
    return tuple(filter(None, re.split(r"[\s,]+", " ".join(table.one_or_more(key))))) or default


def _moves(table: Settings, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(" ".join(table.one_or_more(key)).split()) or default


def _turn(table: Settings, key: str, default: str) -> str:
    """Return the name of a turn, which may be a plain number."""
    return table.text_of(key) if key in table else default


def _number(low: float, high: float) -> ReadKey:
    return lambda table, key, default: table.number(key, default, low, high)


def _whole(low: int, high: int) -> ReadKey:
    return lambda table, key, default: table.whole(key, low, low, high) if key in table else default


def _choice(*choices: str) -> ReadKey:
    return lambda table, key, default: table.choice(key, default, choices)


def _length(low: float, high: float) -> ReadKey:
    """Return what reads a length: of ``size`` and ``cell`` a table says one, in place of both."""

    def read(table: Settings, key: str, default: float | None) -> float | None:
        other = "cell" if key == "size" else "size"
        if key not in table:
            return None if other in table else default
        if other in table:
            words = "a figure has a size or a cell, not both; leave one out"
            raise OptionError(f"{table.where}: {words}", setting=key)
        return table.number(key, low, low, high)

    return read


def _paper(table: Settings, key: str, default: bool) -> bool:
    """Return whether the ground is the theme's paper."""
    return table.choice(key, "theme" if default else "none", ("theme", "none")) == "theme"


def _language(table: Settings, key: str, default: str) -> str:
    code = table.text(key, default)
    try:
        return tag(code) if code else ""
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}", setting=key) from error


def _formats(table: Settings, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    formats = table.one_or_more(key) or default
    for name in formats:
        if name not in FORMATS:
            words = f"no format '{name}' in formats; it can be {', '.join(FORMATS)}"
            raise OptionError(f"{table.where}: {words}", setting=key)
    return tuple(dict.fromkeys(formats))


def _options(table: Settings, key: str, default: Any) -> tuple[tuple[str, str], ...]:
    options = table.table(key)
    return tuple((name, options.text_of(name)) for name in options.names())


def _label(table: Settings, key: str, default: str) -> str:
    label = table.text(key)
    if key in table and not _LABEL.fullmatch(label):
        words = f"label = {label!r} is not right; expected letters, digits, : . _ and -"
        raise OptionError(f"{table.where}: {words}", setting=key)
    return label


def _folder(table: Settings, key: str, default: str) -> str:
    """Return the name of a folder, which lies where the figure file lies."""
    out = table.text(key, default)
    path = PurePath(out)
    if not out or not out.isprintable() or path.is_absolute() or ".." in path.parts:
        expected = "a folder's name, beside this file (--out takes any)"
        words = f"{table.where}: out = {out!r} is not right; expected {expected}"
        raise OptionError(words, setting=key)
    return out


def _kinds(table: Settings, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    return checked_snippets(table.one_or_more(key), f"{table.where}: ")


def _sheet(table: Settings, key: str, default: str) -> str:
    try:
        return sheet_name(table.text(key))
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}", setting=key) from error


def checked_snippets(kinds: Iterable[str], where: str = "") -> tuple[str, ...]:
    """Return the names of kinds of snippets.

    Raises OptionError, which begins with ``where``, for one there is not.
    """
    for kind in kinds:
        if kind not in SNIPPETS:
            words = f"{where}no snippets of '{kind}'; there are {', '.join(SNIPPETS)}"
            raise OptionError(words, setting="snippets")
    return tuple(dict.fromkeys(kinds))


def sheet_name(name: str) -> str:
    """Return the name of a contact sheet, "" for none.

    Raises OptionError for one that is no plain name ending in .html.
    """
    if name and not (name.endswith(".html") and NAME.fullmatch(name[:-5])):
        raise OptionError(f"'{name}' names no contact sheet; expected a name like index.html")
    return name


#: What the value is of keys that may be given several times.
LIST = "a text or a list"

#: Of the file alone.
OF_FILES = {
    "out": SpecKey(
        "a folder",
        "where the files go, beside this file; `figures` if left out",
        _folder,
        "figures",
    ),
    "snippets": SpecKey(
        LIST,
        "`html`, `latex`, `markdown`, `typst`: a file each that shows the figure in a text",
        _kinds,
        (),
    ),
    "latex": SpecKey("true", 'the same as `snippets = "latex"`', _flag, False),
    "contact_sheet": SpecKey("a name", "a page of all figures, such as `index.html`", _sheet),
    "positions": SpecKey(
        "tables",
        "`[positions.NAME]`: positions for figures to build on",
        lambda table, key, _: table.table(key),
    ),
    "figures": SpecKey(
        "tables",
        "`[figures.NAME]`: the figures, each with its file's name",
        lambda table, key, _: table.table(key),
    ),
}

#: Of the file, and of a figure where it differs.
USUAL = {
    "game": SpecKey("a name", "the game", _text),
    "theme": SpecKey("a name or file", "the look; `classic` if left out", _text, "classic"),
    "size": SpecKey(
        "mm", "a figure's width, margins included", _length(LEAST_SIZE, MOST_SIZE), None
    ),
    "cell": SpecKey(
        "mm",
        "a cell's width instead, so that all figures have one scale",
        _length(LEAST_CELL, MOST_CELL),
        None,
    ),
    "formats": SpecKey(LIST, "`svg` (if left out), `pdf`, `png`", _formats, ("svg",)),
    "dpi": SpecKey("a number", "of PNG; 150 if left out", _number(20, 2400), 150.0),
    "captions": SpecKey(
        "a text",
        "`figure` draws captions, `text` leaves them to the text around",
        _choice("figure", "text"),
        "figure",
    ),
    "labels": SpecKey("true or false", "labels at the board's edge", _flag, True),
    "label_sides": SpecKey(LIST, "where they stand: `left`, `right`, `top`, `bottom`", _texts, ()),
    "legend": SpecKey("true or false", "a key of what is shown", _flag, False),
    "paper": SpecKey("a text", "`theme`, or `none` for a transparent ground", _paper, True),
    "comments": SpecKey(
        "true or false", "whether marks in a record's comments are drawn", _flag, True
    ),
    "lang": SpecKey(
        "a code", "the language of what figures say by themselves, such as `de`", _language
    ),
    "font": SpecKey(LIST, "fonts; each letter is of the first that has it", _texts, ()),
}

#: Of these, what a panel may say of itself.
OF_PANELS_TOO = ("game", "labels", "label_sides", "comments")

#: Where a position comes from: of ``[positions.NAME]``, of a figure, of a panel.
SOURCES = {
    "position": SpecKey(
        "a text", "`start`, a written position, or the name of one of the file's", _text
    ),
    "options": SpecKey(
        "a table", "of `start`: the game's settings, such as `{ side = 7 }`", _options, ()
    ),
    "record": SpecKey("a file", "a game record instead of a position", _text),
    "number": SpecKey("a number", "which game of the record file, from 1", _whole(1, 1_000_000), 1),
    "after": SpecKey(
        "a turn", "after which turn of the record, such as `12c`; the end if left out", _turn
    ),
    "play": SpecKey(LIST, "moves to play on from there", _moves, ()),
}

#: What is shown of a position and on it: of a figure, of a panel.
PICTURES = {
    "example": SpecKey(
        "a text", "instead of a position: pieces laid as none can hold them", _text, None
    ),
    "show": SpecKey(LIST, "what the game can show, such as where pieces may go", _words, ()),
    "marks": SpecKey(LIST, "marks, one a line or separated by `;`", _texts, ()),
    "crop": SpecKey(LIST, "places to show alone, or `focus`: what matters", _texts, ()),
    "caption": SpecKey(
        "a text",
        "`**bold**`, line ends, `{NAME}` a small picture, `{after}` the move before, `{number}` the "
        "figure's number in the file",
        _text,
        None,
    ),
    "title": SpecKey(
        "a text", "the title for those who listen; else worded from the position", _text
    ),
    "alt": SpecKey("a text", "the description for those who listen; else worded likewise", _text),
    "last": SpecKey(
        "true or a move",
        "shows the last move",
        lambda table, key, _: table.flag_or_text(key),
        False,
    ),
    "view": SpecKey("a player", "who sits below, such as `c`", _text),
    "turned": SpecKey(
        "degrees", "turns the board clockwise, instead of a view", _whole(-360, 360), 0
    ),
    "moves": SpecKey("turns", "numbers on the pieces of these turns, such as `5-12`", _turn),
}

#: Of a whole figure.
FIGURES = {
    "panels": SpecKey(
        "a list of tables",
        "pictures side by side, each with keys of its own",
        lambda table, key, _: table.tables(key),
        (),
    ),
    "columns": SpecKey("a number", "of panels in a row", _whole(1, MOST_PANELS), None),
    "label": SpecKey("a text", "what one refers to it by; `fig:NAME` if left out", _label),
    "id_prefix": SpecKey("a text", "what the ids of its SVG begin with", _text),
}
