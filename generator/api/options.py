"""How options are declared once, for Python, the command line, completion and manuals; how values are given.

The keywords of a function are the fields of a TypedDict, each annotated with its type, its help and
a :class:`CommandOption`.  Knows nothing of click.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_type_hints

from engine.errors import OptionError
from engine.words import listed, meant

#: One name, several joined by commas, or a sequence of such.
Names = str | Iterable[str]

T = TypeVar("T")


class CommandOption(NamedTuple):
    """What is declared of an option beside its name, type and help.

    ``kind`` is a tuple of choices or the limits of a number, "file" or "folder".  ``names`` are the
    names on the command line where they are not the keyword's own; a flag that is on by default is
    ``--no-…`` there.  ``offers`` are the words that shells complete, or what they are called.
    """

    metavar: str | None = None
    default: Any = None
    kind: tuple[Any, ...] | str = ()
    names: str = ""
    many: bool = False
    shows_default: bool = False
    offers: tuple[str, ...] | str = ()


class Declared(NamedTuple):
    """An option: the types that its values may have, its help, and what else is declared."""

    types: tuple[Any, ...]
    help: str
    option: CommandOption


@cache
def options_of(declaration: Callable[..., object]) -> dict[str, Declared]:
    """Return the options that a TypedDict declares, by their keywords, in order."""
    hints = get_type_hints(declaration, include_extras=True)
    return {name: declared(hint) for name, hint in hints.items()}


def declared(hint: Any) -> Declared:
    """Return what an annotated type declares."""
    types = get_args(hint.__origin__) or (hint.__origin__,)
    said = {type(one): one for one in hint.__metadata__}
    return Declared(types, said.get(str, ""), said.get(CommandOption, CommandOption()))


def completed(declaration: Callable[..., T], given: T, what: str) -> T:
    """Return options with the defaults of those that are not given.

    Raises OptionError for a keyword that is not declared.
    """
    values, known = cast("dict[str, Any]", given), options_of(declaration)
    for name in values.keys() - known.keys():
        raise OptionError(f"{what} has no setting '{name}'")
    return cast("T", {name: one.option.default for name, one in known.items()} | values)


Millimetres = Annotated[float | None, CommandOption("MM")]
Degrees = Annotated[float | None, CommandOption("DEG")]
#: Two numbers, across and down.
AcrossAndDown = Annotated[tuple[float, float] | None, CommandOption("X,Y")]
Number = Annotated[int | None, CommandOption("N")]
Flag = Annotated[bool, CommandOption(default=False)]

SeedOption = Annotated[int, "Of all chance.", CommandOption("N", 1, shows_default=True)]
SettingsOption = Annotated[
    Mapping[str, object],
    "A setting of the start position; may be repeated.",
    CommandOption(metavar="NAME=VALUE", default={}, names="-s settings", many=True),
]
FolderOption = Annotated[
    str | Path,
    "The folder for the files.",
    CommandOption(default=Path("output"), kind="folder", shows_default=True),
]
ThemeOption = Annotated[
    str,
    "A theme, or a file.toml.",
    CommandOption(default="classic", shows_default=True, offers="themes or files"),
]
FontOption = Annotated[
    Names,
    "An installed font family or a file; repeated, each letter is of the first that has it.",
    CommandOption(metavar="FONT", default=(), many=True, offers="fonts or files"),
]
LanguageOption = Annotated[
    str,
    "The language of captions and alternative text, such as de or ru. [default: en]",
    CommandOption(metavar="CODE", default="", offers="languages"),
]
KitThemeOption = Annotated[
    str | None,
    "classic, colorblind, ink-saver, mono, or a theme file.toml.",
    CommandOption(offers="themes or files"),
]
TemplateOption = Annotated[
    str | Path | None,
    "Another template than the game's own, a file.toml.",
    CommandOption(offers="files"),
]
ComponentsOption = Annotated[
    Names,
    "Only this; may be repeated.",
    CommandOption(metavar="COMPONENT", default=(), many=True, offers="components"),
]
LettersOption = Annotated[
    bool | None, "Colour letters in the areas.", CommandOption(names="--labels/--no-labels")
]


def parted(words: Names) -> tuple[str, ...]:
    """Return what is given in several words or joined by commas, empty parts too."""
    given = (words,) if isinstance(words, str) else words
    return tuple(part.strip() for word in given for part in word.split(","))


def names_in(words: Names) -> tuple[str, ...]:
    """Return names given in several words or joined by commas, as for ``--show``."""
    return tuple(filter(None, parted(words)))


def known_names(words: Names, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Return each name once, in small letters.

    Raises OptionError for one that is not known.
    """
    found = tuple(dict.fromkeys(name.lower() for name in parted(words)))
    for name in found:
        see_known(name, known, what)
    return found


def see_format(format: str | None, out: Path | None, known: tuple[str, ...]) -> None:
    """See that a format, if it is given, is known and not another than the file's name says.

    Raises OptionError.
    """
    see_known(format, known, "format")
    named = out.suffix.lower().removeprefix(".") if out else ""
    if out is None or str(out) == "-":
        return
    if format and named in known and named != format:
        raise OptionError(f"--format {format} makes no '{out.name}'; name it {out.stem}.{format}")
    if named not in known and (named or not format):
        endings = listed([f".{one}" for one in known], "or")
        raise OptionError(f"'{out.name}' does not end in {endings}")


def see_known(name: str | None, known: tuple[str, ...], what: str) -> None:
    """See that a name, if it is given, is known.

    Raises OptionError saying which are.
    """
    if name is not None and name not in known:
        right = meant(name, known) or f"it can be {', '.join(known)}"
        raise OptionError(f"no {what} '{name}'; {right}")
