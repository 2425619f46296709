"""What commands ask with: declared options as click's, and games and positions given as words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

import engine
from engine import Position
from engine.errors import OptionError
from generator import files
from generator.api.diagrams import begun
from generator.api.options import Declared, SettingsOption, declared, options_of
from generator.cli import ASKED

#: Written positions and moves that look like options: "- - b 555/555", "-1,0>2,0", the pass "--".
_GAME_TEXT = re.compile(r"-(?:-|[ 0-9].*)", re.DOTALL)
_MARK = "\0"

F = TypeVar("F", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose arguments may be positions and moves that begin with a hyphen."""

    def make_parser(self, ctx: click.Context) -> Any:
        """Return a parser of options that leaves game texts alone."""
        parser: Any = super().make_parser(ctx)
        parser.parse_args = partial(_parsed, parser.parse_args)
        return parser


def _parsed(
    parse: Callable[[list[str]], tuple[dict[str, Any], list[str], Any]], args: list[str]
) -> tuple[dict[str, Any], list[str], Any]:
    """Hide game texts from a parser of options, and give them back as they were."""
    values, rest, order = parse(
        [_MARK + word if _GAME_TEXT.fullmatch(word) else word for word in args]
    )
    return {name: _unmarked(value) for name, value in values.items()}, _unmarked(rest), order


def _unmarked(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_unmarked, value))
    return value.removeprefix(_MARK) if isinstance(value, str) else value


# ----------------------------------------------------------------------------------- options


class Finite(click.FloatRange):
    """A number within limits; "nan" and "inf" are refused."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail in words."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value} is no number of any size.", param, ctx)
        return found


def options(declaration: Callable[..., object], **after: Callable[[Any], Any]) -> Callable[[F], F]:
    """Add the options that a TypedDict declares, named and valued as a function takes them.

    ``after`` are options that the command line alone has, by the one they stand behind.
    """

    def add(function: F) -> F:
        for name, one in reversed(options_of(declaration).items()):
            if name in after:
                function = after[name](function)
            function = _option(name, one)(function)
        return function

    return add


def _option(name: str, one: Declared) -> Callable[[F], F]:
    types, help, option = one
    hyphened = name.replace("_", "-")
    more: dict[str, Any] = {"metavar": option.metavar, "help": help}
    if bool in types and option.default is True:
        names = [f"--no-{hyphened}", name]
        return click.option(*names, is_flag=True, callback=lambda _, __, value: not value, **more)
    names = option.names.split() or [f"--{hyphened}"]
    if bool in types:
        return click.option(*names, name, is_flag=True, default=option.default, **more)
    if option.many:
        more["multiple"] = True
    else:
        more |= {"default": option.default, "show_default": option.shows_default}
    if name == "settings":
        more["callback"] = _settings
    elif tuple[float, float] in types:
        more["callback"] = pair
    return click.option(*names, type=_type(one), shell_complete=offering(option.offers), **more)


def _type(one: Declared) -> Any:
    """Return the type of an option as click has it."""
    kind, types = one.option.kind, one.types
    if kind == "file":
        return click.Path(dir_okay=False, path_type=Path)
    if kind == "folder":
        return click.Path(file_okay=False, path_type=Path)
    if kind and isinstance(kind[0], str):
        return click.Choice(kind)
    if float in types and str not in types:
        return Finite(*kind) if kind else float
    if int in types and str not in types:
        return click.IntRange(*kind) if kind else int
    return str


def offering(
    offers: tuple[str, ...] | str,
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]] | None:
    """Return what gives a shell the words that are offered, None where nothing is."""

    def complete(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
        from generator.commands import _completing

        return _completing.items(offers, context, begun)

    return complete if offers else None


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
    """Return the settings written ``name=value``."""
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise OptionError(f"-s {word}: expected name=value, like -s side=7")
        if name in settings:
            raise OptionError(f"-s {word}: {name} is given twice")
        settings[name] = value
    return settings


settings_option = _option("settings", declared(SettingsOption))


def json_option(function: F) -> F:
    """Add ``--json`` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")(
        function
    )


# --------------------------------------------------------------------- games and positions

game_argument = click.argument("game", shell_complete=offering("games"))


def position_arguments(function: F) -> F:
    """Add the arguments GAME and POSITION to a command."""
    position = click.argument("position", shell_complete=offering(("start",)))
    return game_argument(position(function))


def text_of(word: str) -> str:
    """Return a word as given, or for ``-`` what standard input holds."""
    return files.read_text("-").strip() if word == "-" else word


def ask(name: str, text: str, settings: Mapping[str, object]) -> Position:
    """Return the position ``text`` says: ``start``, a written one, or ``-`` for standard input.

    Raises UnknownGameError, OptionError for settings that do not fit, and what ``parse`` raises.
    """
    click.get_current_context().meta[ASKED] = name
    return begun(engine.game(name), text_of(text), settings)
