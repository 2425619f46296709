"""The keys of figure files, a table: where each may stand, its description, how its value is read.

The fields of the classes are the rows.  :mod:`generator.illustrating.spec` reads files by them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import PurePath
from typing import Any, NamedTuple

from engine.drawing.composition import LEAST_CELL, LEAST_SIZE, MOST_CELL, MOST_SIZE
from engine.errors import GameError, OptionError
from engine.settings import Settings

FORMATS = ("svg", "pdf", "png")

#: The kinds of snippets that show a figure in a text, and how their files end.
SNIPPETS = {"latex": "tex", "typst": "typ"}

#: The most panels of a figure.
MOST_PANELS = 100

#: The names of positions, and of figures and so of their files.
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,79}")

_LABEL = re.compile(r"[A-Za-z0-9:._-]{1,80}")


class SpecKey(NamedTuple):
    """A key: what its value is, its description, how it is read, and its value if it is left out."""

    value: str
    help: str
    given: Callable[[Settings, str], Any]
    default: Any = ""
    #: The key that a table may have in its place, but not beside it.
    instead: str = ""

    def of(self, help: str, default: Any = ..., value: str = "") -> Any:
        """Return a field whose key is of this kind."""
        default = self.default if default is ... else default
        key = self._replace(value=value or self.value, help=help, default=default)
        return field(default=default, metadata={"key": key})

    def read(self, table: Settings, name: str, default: Any) -> Any:
        """Return the key's value, or the default where a table has none.

        Raises OptionError for a value that is wrong.
        """
        if name not in table:
            return None if self.instead and self.instead in table else default
        try:
            if self.instead and self.instead in table:
                raise OptionError("a figure has a size or a cell, not both; leave one out")
            return self.given(table, name)
        except OptionError as error:
            if error.setting and str(error).startswith(table.where):
                raise
            raise OptionError(f"{table.where}: {error}", setting=name) from error


def checked_snippets(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the names of kinds of snippets; raise OptionError for an unknown one.

    Raises OptionError for an unknown one.
    """
    return _known(kinds, SNIPPETS, "no snippets of '{}'; there are {}")


def _known(names: Iterable[str], known: Iterable[str], words: str) -> tuple[str, ...]:
    for name in names:
        if name not in known:
            raise OptionError(words.format(name, ", ".join(known)))
    return tuple(dict.fromkeys(names))


def _formats(table: Settings, key: str) -> tuple[str, ...]:
    names = table.one_or_more(key) or FORMATS[:1]
    return _known(names, FORMATS, "no format '{}' in formats; it can be {}")


def _options(table: Settings, key: str) -> tuple[tuple[str, str], ...]:
    options = table.table(key)
    return tuple((name, options.text_of(name)) for name in options.names())


def _label(table: Settings, key: str) -> str:
    label = table.text(key)
    if not _LABEL.fullmatch(label):
        expected = "letters, digits, : . _ and -"
        raise OptionError(f"label = {label!r} is not right; expected {expected}")
    return label


def _folder(table: Settings, key: str) -> str:
    out = table.text(key)
    path = PurePath(out)
    if not out or not out.isprintable() or path.is_absolute() or ".." in path.parts:
        expected = "a folder's name, beside this file (--out takes any)"
        raise OptionError(f"out = {out!r} is not right; expected {expected}")
    return out


def _split(table: Settings, key: str) -> tuple[str, ...]:
    between = r"[\s,]+" if key == "show" else r"\s+"
    return tuple(filter(None, re.split(between, " ".join(table.one_or_more(key)))))


def _whole(low: int, high: int, default: int | None) -> SpecKey:
    return SpecKey("a number", "", lambda t, key: t.whole(key, low, high), default)


def _choice(*choices: str) -> Callable[[Settings, str], str]:
    return lambda table, key: table.choice(key, choices)


def _number(low: float, high: float) -> Callable[[Settings, str], float]:
    return lambda table, key: table.number(key, low, high)


#: The value of keys that may be given several times.
LIST = "a text or a list"

_TEXT = SpecKey("a text", "", Settings.text)
_FLAG = SpecKey("true or false", "", Settings.flag, False)
_TEXTS = SpecKey(LIST, "", Settings.one_or_more, ())
_WORDS = SpecKey(LIST, "", _split, ())
_TURN = SpecKey("a turn", "", Settings.text_of)
_TABLE = SpecKey("tables", "", Settings.table, Settings({}, ""))
_SNIPPETS = SpecKey(LIST, "", lambda table, key: checked_snippets(table.one_or_more(key)), ())
_FORMATS = SpecKey(LIST, "", _formats, FORMATS[:1])
_CHOICE = SpecKey("a text", "", _choice("figure", "text"))
_PAPER = SpecKey("a text", "", lambda t, key: _choice("theme", "none")(t, key) == "theme", True)
_DPI = SpecKey("a number", "", _number(20, 2400))
_SIZE = SpecKey("mm", "", _number(LEAST_SIZE, MOST_SIZE), None, instead="cell")
_CELL = SpecKey("mm", "", _number(LEAST_CELL, MOST_CELL), None, instead="size")
_LAST = SpecKey("true or a move", "", Settings.flag_or_text, False)
_OPTIONS = SpecKey("a table", "", _options, ())
_PANELS = SpecKey("a list of tables", "", Settings.tables, ())


@dataclass(frozen=True)
class FileKeys:
    """What a file says of itself alone."""

    out: str = SpecKey("a folder", "", _folder, "figures").of(
        "where the files go, beside this file; `figures` if left out"
    )
    snippets: tuple[str, ...] = _SNIPPETS.of(
        "`latex`, `typst`: a file each that shows the figure in a text"
    )
    positions: Any = _TABLE.of("`[positions.NAME]`: positions for figures to build on")  # noqa: RUF009
    figures: Any = _TABLE.of("`[figures.NAME]`: the figures, each with its file's name")  # noqa: RUF009


@dataclass(frozen=True)
class PositionSpec:
    """Where a position comes from: written or named, or from a record; then moves played on.

    A source with an ``example``, the written form of what is no position, has nothing else but the
    game.
    """

    where: str = field(repr=False)
    game: str = _TEXT.of("the game", value="a name")
    position: str = _TEXT.of("`start`, a written position, or the name of one of the file's")
    options: tuple[tuple[str, str], ...] = _OPTIONS.of(
        "of `start`: the game's settings, such as `{ side = 7 }`"
    )
    record: str = _TEXT.of("a game record instead of a position", value="a file")
    number: int = _whole(1, 1_000_000, 1).of("which game of the record file, from 1")
    after: str = _TURN.of("after which turn of the record, such as `12c`; the end if left out")
    play: tuple[str, ...] = _WORDS.of("moves to play on from there")
    example: str | None = _TEXT.of("instead of a position: pieces laid as none can hold them", None)


@dataclass(frozen=True)
class PanelSpec:
    """One picture: its position, and what is shown of it and on it."""

    source: PositionSpec
    show: tuple[str, ...] = _WORDS.of("what the game can show, such as where pieces may go")
    marks: tuple[str, ...] = _TEXTS.of("marks, one a line or separated by `;`")
    crop: tuple[str, ...] = _TEXTS.of("places to show alone, or `focus`: what matters")
    caption: str | None = _TEXT.of(
        "`**bold**`, line ends, `{NAME}` a small picture, `{after}` the move before",
        None,
    )
    title: str = _TEXT.of("the title for those who listen; else worded from the position")
    alt: str = _TEXT.of("the description for those who listen; else worded likewise")
    last: bool | str = _LAST.of("shows the last move")
    view: str = _TEXT.of("who sits below, such as `c`", value="a player")
    turned: int = _whole(-360, 360, 0).of(
        "turns the board clockwise, instead of a view", 0, "degrees"
    )
    moves: str = _TURN.of("numbers on the pieces of these turns, such as `5-12`", value="turns")
    theme: str = _TEXT.of("the look; `classic` if left out", "classic", "a name or file")
    labels: bool = _FLAG.of("labels at the board's edge", True)
    comments: bool = _FLAG.of("whether marks in a record's comments are drawn", True)
    font: tuple[str, ...] = _TEXTS.of("fonts; each letter is of the first that has it")


@dataclass(frozen=True)
class FigureSpec:
    """A figure of one panel or several, the files it makes, and its label in a text."""

    name: str
    where: str = field(repr=False)
    panels: tuple[PanelSpec, ...] = _PANELS.of("pictures side by side, each with keys of its own")
    columns: int | None = _whole(1, MOST_PANELS, None).of("of panels in a row")
    label: str = SpecKey("a text", "", _label).of(
        "what one refers to it by; `fig:NAME` if left out"
    )
    id_prefix: str = _TEXT.of("what the ids of its SVG begin with")
    caption: str | None = None
    title: str = ""
    alt: str = ""
    size: float | None = _SIZE.of("a figure's width, margins included")
    cell: float | None = _CELL.of("a cell's width instead, so that all figures have one scale")
    formats: tuple[str, ...] = _FORMATS.of("`svg` (if left out), `pdf`, `png`")
    dpi: float = _DPI.of("of PNG; 150 if left out", 150.0)
    captions: str = _CHOICE.of(
        "`figure` draws captions, `text` leaves them to the text around", "figure"
    )
    legend: bool = _FLAG.of("a key of what is shown")
    paper: bool = _PAPER.of("`theme`, or `none` for a transparent ground")
    lang: str = _TEXT.of(
        "the language of what figures say by themselves, such as `de`", value="a code"
    )


@dataclass(frozen=True)
class Spec:
    """A whole figure file."""

    source: str
    out: str = "."
    snippets: tuple[str, ...] = ()
    positions: Mapping[str, PositionSpec] = field(default_factory=dict)
    figures: tuple[FigureSpec, ...] = ()
    #: The names of positions that are wrong, and all faults of positions and figures.
    unread: frozenset[str] = frozenset()
    faults: tuple[GameError, ...] = ()


def _keys(spec: type) -> dict[str, SpecKey]:
    return {one.name: one.metadata["key"] for one in fields(spec) if "key" in one.metadata}


def _of(names: str) -> dict[str, SpecKey]:
    return {name: _ALL[name] for name in names.split()}


_ALL = {**_keys(PositionSpec), **_keys(PanelSpec), **_keys(FigureSpec)}

#: Of the file alone; of the file, and of a figure where it differs; of these, a panel's too.
OF_FILES = _keys(FileKeys)
COMMON = _of("game theme size cell formats dpi captions labels legend paper comments lang font")
OF_PANELS_TOO = ("game", "labels", "comments")

#: Where a position comes from: of ``[positions.NAME]``, of a figure, of a panel.
SOURCES = _of("position options record number after play")
#: What is shown of a position and on it: of a figure, of a panel.
PICTURES = _of("example show marks crop caption title alt last view turned moves")
#: Of a whole figure.
FIGURES = _of("panels columns label id_prefix")
