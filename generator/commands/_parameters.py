"""Commands made of typed functions: their parameters are click's arguments and options.

A parameter that may be given by position is an argument, a keyword an option, and ``**options``
are the options that a TypedDict declares for Python too.  All are declared by an Option.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, get_args, get_type_hints

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from engine.errors import OptionError
from engine.settings import Settings, parse_toml
from generator import files
from generator.api.declaration import HELP, Option, declared, options_of
from generator.commands import FROM_FILE, _output, quiet_option

#: An option, and neither a written position nor a move: "- - b 555/555", "-1,0>2,0", the pass "--".
_OPTION = re.compile(r"--.|-[^- 0-9]")

#: The paragraphs of a docstring that are for Python alone: on keywords, errors, examples.
_FOR_PYTHON = re.compile(r"\n\n(?:``|Raises |>>> ).*", re.DOTALL)

_JSON = Option("Write JSON for programs.", names="--json", types=(bool,))


def _untyped() -> list[str]:
    """Return the options that are not on the command line, but of a file or left to their defaults."""
    context, typed = click.get_current_context(), ParameterSource.COMMANDLINE
    return [one for one in context.params if context.get_parameter_source(one) is not typed]


#: Keywords that no user gives, and what gives them.
_SUPPLIED: Mapping[str, Callable[[], Any]] = {
    "defaults": _untyped,
    "watching": lambda: _output.progress("playing"),
}


class Command(click.Command):
    """A command whose arguments may begin with a hyphen, as positions and moves do."""

    #: Titles in its help, and the options under each.
    groups: Mapping[str, Sequence[str]] = {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the arguments of a command with a position behind its options."""
        options = [one for one in self.params if isinstance(one, click.Option)]
        valued = {name for one in options if not one.is_flag for name in one.opts}
        has_position = any(one.name == "position" for one in self.params)
        if has_position and not valued.intersection(args[-1:]):
            words, arguments = list[str](), list[str]()
            for before, word in pairwise(("", *args)):
                is_option = before in valued or _OPTION.match(word)
                (words if is_option else arguments).append(word)
            args = [*words, "--", *arguments]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group; others last."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        records = {str(one.name): line for one in options if (line := one.get_help_record(ctx))}
        for title, names in self.groups.items():
            with formatter.section(title):
                formatter.write_dl([records.pop(name) for name in names])
        with formatter.section("Other options" if self.groups else "Options"):
            formatter.write_dl([*records.values()])


def command(name: str, function: Callable[..., Any]) -> click.Command:
    """Return the command of a function, whose docstring is the help; answers have ``--json``, checks reports."""
    hints = get_type_hints(function, include_extras=True)
    parameters = inspect.signature(function).parameters
    supplied = {key: supply for key, supply in _SUPPLIED.items() if key in parameters}
    many = next((key for key, one in parameters.items() if one.kind is one.VAR_POSITIONAL), "")
    arguments: dict[str, Option] = {}
    shared: dict[str, Option] = {}
    own: dict[str, Option] = {}
    for key, parameter in parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            shared = options_of(*get_args(hints[key]))
        elif key not in supplied:
            one = declared(hints[key], key, function.__doc__)
            is_option = parameter.kind is parameter.KEYWORD_ONLY or one.names
            (own if is_option else arguments)[key] = one

    def called(**values: Any) -> Any:
        values |= {key: supply() for key, supply in supplied.items()}
        first = [values.pop(key) for key in arguments if key != many]
        return function(*first, *values.pop(many, ()), **values)

    returned = hints["return"]
    run: Callable[..., Any] = called
    if hasattr(returned, "answer"):
        own["as_json"] = _JSON

        def run(**values: Any) -> int:
            as_json = values.pop("as_json")
            return _output.give(name, called(**values).answer(), as_json=as_json)

    elif hasattr(returned, "junit"):
        from generator.commands import _reports

        reports = options_of(_reports.ReportOptions)
        own |= reports

        def run(**values: Any) -> int:
            report_options: Any = {key: values.pop(key) for key in reports}
            read = next(values[key] for key, one in arguments.items() if "files" in one.offers)
            inputs = (read,) if isinstance(read, str) else read
            return _reports.reported(returned, lambda: called(**values), inputs, **report_options)

    params = [
        *(_argument(key, one, several=key == many) for key, one in arguments.items()),
        *(_option(key, one) for key, one in {**shared, **own}.items()),
        quiet_option(),
    ]
    words = _FOR_PYTHON.sub("", HELP.sub("", inspect.getdoc(function) or "")).strip()
    made = Command(name, callback=run, help=words, params=params)
    made.groups = vars(sys.modules[function.__module__]).get(f"{name.upper()}_GROUPS", {})
    return made


def _argument(name: str, one: Option, *, several: bool) -> click.Argument:
    """Return an argument; one in brackets, or that may be None, may be left out."""
    return click.Argument(
        [name],
        nargs=-1 if several else 1,
        required=type(None) not in one.types and not (one.metavar or "").startswith("["),
        metavar=one.metavar,
        type=_type(one),
        shell_complete=offering(one.offers),
        callback=_text if "start" in one.offers else None,
    )


def _text(_: click.Context, __: click.Parameter, word: str) -> str:
    """Return a position's text, for ``-`` that of standard input."""
    return files.read_text("-").strip() if word == "-" else word


def _option(name: str, one: Option) -> click.Option:
    hyphened = name.replace("_", "-")
    more: dict[str, Any] = {"metavar": one.metavar, "help": one.help, "default": one.initial}
    if bool in one.types:
        more["is_flag"] = True
        if one.default is True:
            hyphened = f"no-{hyphened}"
            more |= {"default": False, "callback": lambda _, __, value: not value}
    else:
        more |= {
            "type": _type(one),
            "shell_complete": offering(one.offers or (one.kind if one.many else ())),
        }
        more["show_default"] = bool(one.default)
        if one.many:
            more |= {"multiple": True, "default": [one.default] if one.default else None}
        if name == "settings":
            more["callback"] = _settings
        elif name == "jobs" and one.default is None:  # from Python, processes may need a guard
            more["default"] = os.cpu_count
        elif tuple[float, float] in one.types:
            more["callback"] = pair
    names = one.names or ("-o --out" if name == "out" else f"--{hyphened}")
    return click.Option([*names.split(), name], **more)


def _type(one: Option) -> Any:
    types, kind = one.types, one.kind
    if kind in ("file", "folder"):
        return click.Path(dir_okay=kind == "folder", file_okay=kind == "file", path_type=Path)
    if isinstance(kind, tuple) and kind and isinstance(kind[0], str) and not one.many:
        return click.Choice(kind)
    if float in types and str not in types:
        return click.FloatRange(*kind) if kind else float
    if int in types and str not in types:
        return click.IntRange(*kind) if kind else int
    return str


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
        if not equals:
            raise OptionError(f"-s {word}: expected name=value, like -s side=7")
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


# ------------------------------------------------------------------- defaults from a project's file


def set_defaults(
    context: click.Context, command: click.Command, name: str, commands: Collection[str]
) -> None:
    """Let the nearest ``tilewright.toml`` from here upwards set a command's defaults."""
    places = (folder / "tilewright.toml" for folder in (Path.cwd(), *Path.cwd().parents))
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        return
    where = files.from_here(file)
    tables = parse_toml(files.read_text(where), where).values
    for key, table in tables.items():
        if key not in commands or not isinstance(table, dict):
            raise OptionError(f"{where}: '{key}' is not a table of a command, as in [kit]")
    if not tables.get(name):
        return
    options = {
        word.removeprefix("--"): one
        for one in command.params
        if isinstance(one, click.Option) and one.expose_value
        for word in one.opts
        if word.startswith("--")
    }
    values: dict[str | None, Any] = {}
    Settings(tables[name], f"{where} [{name}]").see_names(options)
    for key, value in tables[name].items():
        one = options[key]
        parts = [_beside(file, str(part)) for part in (value if type(value) is list else [value])]
        values[one.name] = value if one.is_flag else parts if one.multiple else ",".join(parts)
    context.default_map = {**(context.default_map or {}), name: values}
    context.meta[FROM_FILE] = f"{where} sets {', '.join(sorted(tables[name]))}"


def _beside(file: Path, word: str) -> str:
    """Return a word, a file beside the settings as it is reached from here."""
    path = file.parent / word
    return files.from_here(path) if word.endswith(".toml") and path.is_file() else word
