"""How options are declared once, for Python, the command line, completion and manuals.

The keywords of a function are the fields of a TypedDict, with types, a line of help in its docstring,
and an :class:`Option` where there is more to say.  Nothing here knows click.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.errors import OptionError
from engine.play.position import Position
from engine.words import listed, meant, out_of_range

#: One name, several joined by commas, or a sequence of such.
Names = str | Iterable[str]

T = TypeVar("T")


class Answer(NamedTuple):
    """What a command answers: an object for ``--json``, or else lines or bytes; and notes with both."""

    #: None if there is no object, as bytes go to no file.
    data: Mapping[str, Any] | None
    lines: Iterable[object] = ()
    notes: Iterable[str] = ()
    binary: bytes = b""
    code: int = 0

    def answer(self) -> Answer:
        """Return itself, as all that commands return have an answer."""
        return self


class Option(NamedTuple):
    """What is declared of an option or an argument; its ``types`` are those of the annotation."""

    help: str = ""
    metavar: str | None = None
    #: The value if it is not given; None leaves that to the type: None, False, "" or ().
    default: Any = None
    #: A tuple of choices, the two limits of a number, "names", "file" or "folder".
    kind: tuple[Any, ...] | str = ()
    #: The words that shells complete, or the name of a list of them.
    offers: tuple[str, ...] | str = ()
    #: Names on the command line, in place of the keyword.  Without them ``out`` is ``-o``, too, and
    #: a flag that is True by default ``--no-…``.
    names: str = ""
    types: tuple[Any, ...] = ()

    @property
    def many(self) -> bool:
        return any(get_origin(one) in (Iterable, Mapping) for one in self.types)

    @property
    def initial(self) -> Any:
        if self.default is not None or type(None) in self.types:
            return self.default
        return False if bool in self.types else () if self.many else ""

    def read(self, name: str, value: Any) -> Any:
        """Return a value as it is meant; raise OptionError for one beyond its choices or limits."""
        limits = self.kind if isinstance(self.kind, tuple) else ()
        if float in self.types and type(value) is int:
            value = float(value)
        elif tuple[float, float] in self.types and isinstance(value, tuple):
            value = tuple(map(float, value))
        elif value is not None and (self.kind == "names" or (self.many and limits)):
            value = names_in(value)
        if value is None or not limits:
            return value
        if not isinstance(limits[0], str):
            if not limits[0] <= value <= limits[1]:
                raise OptionError(out_of_range(option_name(name), value, *limits))
            return value
        value = tuple(dict.fromkeys(one.lower() for one in value)) if self.many else value
        for one in value if self.many else (value,):
            if one not in limits:
                right = meant(one, limits) or f"it can be {', '.join(limits)}"
                raise OptionError(f"no {name} '{one}'; {right}")
        return value


#: The line of an option in a docstring: its keyword, metavar and help.
HELP = re.compile(r"^ *- (\w+)(?: (\S+))?: (.*)\n?", re.MULTILINE)


def declared(hint: Any, name: str, doc: str | None) -> Option:
    """Return the option that a type declares; its help is in the type or a line of a docstring."""
    kind, option = get_args(hint) if get_origin(hint) is Annotated else (hint, Option())
    for keyword, metavar, words in HELP.findall(doc or ""):
        if keyword == name:
            option = option._replace(help=words, metavar=metavar or None)
    is_union = get_origin(kind) in (Union, UnionType)
    return cast("Option", option._replace(types=get_args(kind) if is_union else (kind,)))


@cache
def options_of(declaration: Callable[..., object]) -> dict[str, Option]:
    """Return the options that a TypedDict declares, by their keywords, in order."""
    hints = get_type_hints(declaration, include_extras=True)
    return {name: declared(hint, name, declaration.__doc__) for name, hint in hints.items()}


def completed(declaration: Callable[..., T], given: T, what: str) -> T:
    """Return the options with defaults; raise OptionError for a wrong value, or one ``what`` lacks."""
    known = options_of(declaration)
    values = {name: one.initial for name, one in known.items()} | cast("dict[str, Any]", given)
    for name in values:
        if name not in known:
            raise OptionError(f"{what} has no setting '{name}'")
    return cast("T", {name: known[name].read(name, value) for name, value in values.items()})


def option_name(keyword: str) -> str:
    """Return the name of an option on the command line."""
    return f"--{keyword.replace('_', '-')}"


GameName = Annotated[str, Option(offers="games")]
GameNames = Annotated[str, Option(metavar="[GAME…]", offers="games")]
PositionText = Annotated[str | Position, Option(offers=("start",))]
SeedOption = Annotated[int, Option("The seed of all chance.", "N", 1)]
SettingsOption = Annotated[
    Mapping[str, object],
    Option("A setting of the start position. Repeatable.", "NAME=VALUE", {}, names="-s"),
]
PairOption = tuple[float, float] | None
FolderOption = Annotated[
    str | Path, Option("The folder for the files.", default=Path("output"), kind="folder")
]
ThemeOption = Annotated[
    str, Option("A theme, or a file.toml.", default="classic", offers="themes or files")
]
FontOption = Annotated[
    Names,
    Option("A font family or file. Repeatable: later fonts fill gaps.", "FONT", offers="files"),
]
LanguageOption = Annotated[
    str,
    Option("The language of texts, such as de or ru. [default: en]", "CODE", offers="languages"),
]
KitThemeOption = Annotated[
    str | None,
    Option("classic, colorblind, ink-saver, mono, or a theme file.toml.", offers="themes or files"),
]
TemplateOption = Annotated[
    str | Path | None, Option("A template file.toml. [default: the game's own]", offers="files")
]
ComponentsOption = Annotated[
    Names, Option("Only this component. Repeatable.", "COMPONENT", kind="names")
]
LettersOption = Annotated[
    bool | None, Option("Print colour letters in the areas.", names="--labels/--no-labels")
]


def parted(words: Names) -> tuple[str, ...]:
    """Return the parts of one or several words, each split at its commas, with empty parts."""
    given = (words,) if isinstance(words, str) else words
    return tuple(part.strip() for word in given for part in word.split(","))


def names_in(words: Names) -> tuple[str, ...]:
    """Return the names in one or several words, each split at commas and blanks."""
    return tuple(name for part in parted(words) for name in part.split())


def format_of(format: str | None, out: Path | None, known: tuple[str, ...]) -> str:
    """Return the format asked for, or that of the file; raise OptionError if these disagree."""
    if out is None:
        return format or known[0]
    suffix = out.suffix.lower().removeprefix(".")
    if format and suffix in known and suffix != format:
        raise OptionError(f"--format {format} makes no '{out.name}'; name it {out.stem}.{format}")
    if suffix not in known and (suffix or not format):
        endings = listed([f".{one}" for one in known], "or")
        raise OptionError(f"'{out.name}' does not end in {endings}")
    return format or suffix
