"""Commands made of typed functions: their parameters are click's arguments and options.

A parameter that may be given by position is an argument, a keyword an option, and ``**options``
are the options that a TypedDict declares for Python too.  All are declared by an Option.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

import engine
from engine import Position
from engine.errors import OptionError
from generator import files
from generator.api.options import HELP, Option, declared, options_of
from generator.api.pictures import begun
from generator.cli import quiet_option
from generator.commands import _telling
from generator.commands._telling import Answer

#: Written positions and moves that look like options: "- - b 555/555", "-1,0>2,0", the pass "--".
_GAME_TEXT = re.compile(r"-(?:-|[ 0-9].*)", re.DOTALL)
_MARK = "\0"


GameName = Annotated[str, Option(offers="games")]
GameNames = Annotated[tuple[str, ...], Option(metavar="[GAME…]", offers="games")]
PositionText = Annotated[str, Option(offers=("start",))]
RecordFile = Annotated[str, Option(offers="files")]
Json = Annotated[bool, Option("Write JSON for programs.", names="--json")]


class Command(click.Command):
    """A command whose arguments may begin with a hyphen, as positions and moves do.

    ``groups`` are titles in its help, with the options under each.
    """

    groups: Mapping[str, Sequence[str]] = {}

    def make_parser(self, ctx: click.Context) -> Any:
        parser: Any = super().make_parser(ctx)
        parse = parser.parse_args
        # Elsewhere "--" ends the options.
        has_moves = any(param.name == "position" for param in self.params)

        def parsed(args: list[str]) -> tuple[dict[str, Any], list[str], Any]:
            hidden = [
                _MARK + word if _GAME_TEXT.fullmatch(word) and (has_moves or word != "--") else word
                for word in args
            ]
            values, rest, order = parse(hidden)
            return (
                {name: _unmarked(value) for name, value in values.items()},
                _unmarked(rest),
                order,
            )

        parser.parse_args = parsed
        return parser

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group; others last."""
        if not self.groups:
            return super().format_options(ctx, formatter)
        records = {
            str(param.name): record
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and (record := param.get_help_record(ctx))
        }
        grouped = {name for names in self.groups.values() for name in names}
        others = [name for name in records if name not in grouped]
        for title, names in {**self.groups, "Other options": others}.items():
            with formatter.section(title):
                formatter.write_dl([records[name] for name in names])
        return None


def _unmarked(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_unmarked, value))
    return value.removeprefix(_MARK) if isinstance(value, str) else value


def command(
    function: Callable[..., Any], *, groups: Mapping[str, Sequence[str]] | None = None
) -> click.Command:
    """Return the command of a function, whose docstring is the help, but for lines of options.

    One that returns an :class:`Answer` has the option ``--json``.
    """
    hints = get_type_hints(function, include_extras=True)
    arguments: list[click.Parameter] = []
    shared: list[click.Parameter] = []
    own: list[click.Parameter] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            (table,) = get_args(hints[name])
            shared = [_option(keyword, one) for keyword, one in options_of(table).items()]
            continue
        one = declared(hints[name], name, function.__doc__)
        if parameter.kind is parameter.KEYWORD_ONLY:
            own.append(_option(name, one))
        else:
            arguments.append(_argument(name, one))
    name, words = function.__name__, HELP.sub("", inspect.getdoc(function) or "").strip()
    run = function
    if hints["return"] is Answer:
        own.append(_option("as_json", declared(Json, "as_json", None)))

        def run(*, as_json: bool, **values: Any) -> int:
            return _telling.give(name, function(**values), as_json=as_json)

    params = [*arguments, *shared, *own, quiet_option()]
    made = Command(name, callback=run, help=words, params=params)
    made.groups = groups or {}
    return made


def _argument(name: str, one: Option) -> click.Argument:
    """Return an argument; one in brackets, or that may be None, may be left out."""
    return click.Argument(
        [name],
        nargs=-1 if get_origin(one.types[0]) is tuple else 1,
        required=type(None) not in one.types and not (one.metavar or "").startswith("["),
        metavar=one.metavar,
        type=_type(one),
        shell_complete=offering(one.offers),
    )


def _option(name: str, one: Option) -> click.Option:
    hyphened = name.replace("_", "-")
    more: dict[str, Any] = {"metavar": one.metavar, "help": one.help, "default": one.initial}
    if bool in one.types:
        more["is_flag"] = True
        if one.default is True:
            hyphened = f"no-{hyphened}"
            more |= {"default": False, "callback": lambda _, __, value: not value}
    else:
        more |= {"type": _type(one), "shell_complete": offering(one.offers)}
        more["show_default"] = bool(one.default)
        if one.many:
            more |= {"multiple": True, "default": [one.default] if one.default else None}
        if name == "settings":
            more["callback"] = _settings
        elif tuple[float, float] in one.types:
            more["callback"] = pair
    return click.Option([*(one.names.split() or [f"--{hyphened}"]), name], **more)


def _type(one: Option) -> Any:
    types, kind = one.types, one.kind
    if kind in ("file", "folder"):
        return click.Path(dir_okay=kind == "folder", file_okay=kind == "file", path_type=Path)
    if kind and isinstance(kind[0], str):
        return click.Choice(kind)
    if float in types and str not in types:
        return Number(*kind) if kind else float
    if int in types and str not in types:
        return click.IntRange(*kind) if kind else int
    return str


class Number(click.FloatRange):
    """A number within limits, under a short name in the help."""

    name = "number"


def pair(_: click.Context, param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Return the two numbers that are written ``X,Y``."""
    from generator.printing.template import parse_pair

    try:
        return None if value is None else parse_pair(value)
    except OptionError as error:
        example = "99.8,100.1" if "scale" in str(param.name) else "0.5,-0.3"
        words = f"{param.opts[0]} {value}: expected two numbers, across and down, like {example}"
        raise OptionError(words) from error


def _settings(_: click.Context, __: click.Parameter, words: Iterable[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise OptionError(f"-s {word}: expected name=value, like -s side=7")
        if name in settings:
            raise OptionError(f"-s {word}: {name} is given twice")
        settings[name] = value
    return settings


# --------------------------------------------------------------------------------- completion

#: Lists of words for shells, and what returns them.
_OFFERS = {
    "games": "engine:names",
    "themes": "engine.drawing.theme:names",
    "papers": "generator.printing.paper:names",
    "presets": "generator.printing.presets:names",
    "languages": "engine.messages:codes",
}


def offering(
    offers: tuple[str, ...] | str,
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]] | None:
    """Return what completes a word, at a comma its last part; ``themes or files`` are words or files."""
    if not offers:
        return None

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        before, comma, last = begun.rpartition(",")
        words: Iterable[str] = offers
        if isinstance(offers, str):
            source = _OFFERS.get(offers.removesuffix(" or files"))
            words = resolve_name(source)() if source else ()
        items = [CompletionItem(before + comma + one) for one in words if one.startswith(last)]
        has_files = isinstance(offers, str) and offers.endswith("files")
        return items or ([CompletionItem(begun, type="file")] if has_files else [])

    return complete


def untyped() -> list[str]:
    """Return the options that are not on the command line, but of a file or left to their defaults."""
    context, typed = click.get_current_context(), ParameterSource.COMMANDLINE
    return [one for one in context.params if context.get_parameter_source(one) is not typed]


# ------------------------------------------------------------------------- games and positions


def text_of(word: str) -> str:
    """Return a word, or for ``-`` the text of standard input."""
    return files.read_text("-").strip() if word == "-" else word


def ask(name: str, text: str, settings: Mapping[str, object]) -> Position:
    """Return the position ``text``: ``start``, a written one, or ``-`` for standard input.

    Raises UnknownGameError, OptionError for settings that do not fit, and what ``parse`` raises.
    """
    return begun(engine.game(name), text_of(text), settings)
