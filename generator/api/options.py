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
from engine.words import listed, meant, out_of_range

#: One name, several joined by commas, or a sequence of such.
Names = str | Iterable[str]

T = TypeVar("T")


class Option(NamedTuple):
    """What is declared of an option or an argument; its ``types`` are those of the annotation."""

    help: str = ""
    metavar: str | None = None
    #: The value if it is not given; None leaves that to the type: None, False, "" or ().
    default: Any = None
    #: A tuple of choices, the two limits of a number, "file" or "folder".
    kind: tuple[Any, ...] | str = ()
    #: The words that shells complete, or the name of a list of them.
    offers: tuple[str, ...] | str = ()
    #: Names on the command line, in place of the keyword.  A flag that is True by default is
    #: ``--no-…`` without them.
    names: str = ""
    types: tuple[Any, ...] = ()

    @property
    def many(self) -> bool:
        """Whether the option may be repeated."""
        return any(get_origin(one) in (Iterable, Mapping) for one in self.types)

    @property
    def initial(self) -> Any:
        """The value if the option is not given."""
        if self.default is not None or type(None) in self.types:
            return self.default
        return False if bool in self.types else () if self.many else ""


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
    """Return the options that a TypedDict declares, by their keywords, in order.

    An option's help is a line of the docstring, ``- keyword METAVAR: help``, or in its annotation.
    """
    hints = get_type_hints(declaration, include_extras=True)
    return {name: declared(hint, name, declaration.__doc__) for name, hint in hints.items()}


def completed(declaration: Callable[..., T], given: T, what: str) -> T:
    """Return the options of ``given``, and defaults for the others.

    ``what`` names in an error the thing that has these options.

    Raises OptionError for a keyword that is not declared, and for a value beyond its choices or limits.
    """
    values, known = cast("dict[str, Any]", given), options_of(declaration)
    for name, value in values.items():
        if name not in known:
            raise OptionError(f"{what} has no setting '{name}'")
        kind = known[name].kind
        if value is None or not kind or isinstance(kind, str):
            continue
        if isinstance(kind[0], str):
            see_known(value, kind, name)
        elif not kind[0] <= value <= kind[1]:
            raise OptionError(out_of_range(option_name(name), value, *kind))
    return cast("T", {name: one.initial for name, one in known.items()} | values)


def option_name(keyword: str) -> str:
    """Return the name of an option on the command line."""
    return f"--{keyword.replace('_', '-')}"


SeedOption = Annotated[int, Option("The seed of all chance.", "N", 1)]
SettingsOption = Annotated[
    Mapping[str, object],
    Option("A setting of the start position. Repeatable.", "NAME=VALUE", {}, names="-s"),
]
FigureFileOption = Annotated[
    str | Path | None,
    Option(
        "The file, .svg, .pdf or .png. [default: standard output]", kind="file", names="-o --out"
    ),
]
FolderOption = Annotated[
    str | Path,
    Option("The folder for the files.", default=Path("output"), kind="folder", names="-o --out"),
]
ThemeOption = Annotated[
    str, Option("A theme, or a file.toml.", default="classic", offers="themes or files")
]
FontOption = Annotated[
    Names,
    Option(
        "A font file: .ttf, .otf or .ttc. Repeatable: later fonts fill gaps.",
        "FONT",
        offers="files",
    ),
]
LanguageOption = Annotated[
    str,
    Option(
        "The language of captions and alternative text, such as de or ru. [default: en]",
        "CODE",
        offers="languages",
    ),
]
KitThemeOption = Annotated[
    str | None,
    Option("classic, colorblind, ink-saver, mono, or a theme file.toml.", offers="themes or files"),
]
TemplateOption = Annotated[
    str | Path | None,
    Option("A template file.toml. [default: the game's own]", offers="files"),
]
ComponentsOption = Annotated[Names, Option("Only this component. Repeatable.", "COMPONENT")]
LettersOption = Annotated[
    bool | None, Option("Print colour letters in the areas.", names="--labels/--no-labels")
]


def parted(words: Names) -> tuple[str, ...]:
    """Return the parts of one or several words, each split at its commas, with empty parts."""
    given = (words,) if isinstance(words, str) else words
    return tuple(part.strip() for word in given for part in word.split(","))


def names_in(words: Names) -> tuple[str, ...]:
    """Return the names in one or several words, each split at its commas, as for ``--show``."""
    return tuple(filter(None, parted(words)))


def known_names(words: Names, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Return the names in ``words``, each once, in small letters.

    Raises OptionError for a name that is not in ``known``.
    """
    names = tuple(dict.fromkeys(name.lower() for name in parted(words)))
    for name in names:
        see_known(name, known, what)
    return names


def see_known(name: str | None, known: tuple[str, ...], what: str) -> None:
    """Check that a name, if it is given, is in ``known``.

    Raises OptionError that lists the known names.
    """
    if name is not None and name not in known:
        right = meant(name, known) or f"it can be {', '.join(known)}"
        raise OptionError(f"no {what} '{name}'; {right}")


def format_of(format: str | None, out: Path | None, known: tuple[str, ...]) -> str:
    """Return the format that is asked for, or that of the file's name, or else the first one known.

    Raises OptionError if the format does not go with the file's name.
    """
    if out is None:
        return format or known[0]
    suffix = out.suffix.lower().removeprefix(".")
    if format and suffix in known and suffix != format:
        raise OptionError(f"--format {format} makes no '{out.name}'; name it {out.stem}.{format}")
    if suffix not in known and (suffix or not format):
        endings = listed([f".{one}" for one in known], "or")
        raise OptionError(f"'{out.name}' does not end in {endings}")
    return format or suffix
