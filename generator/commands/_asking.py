"""What the commands about rules have in common: games and positions given as words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

import engine
from engine import Position
from engine.errors import OptionError
from generator import files
from generator.api.diagrams import begun
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
    """Hide game texts from a parser of options, and give them back as they were.

    Returns values by the names of parameters, what is left, and the parameters' order.
    """
    values, rest, order = parse(
        [_MARK + word if _GAME_TEXT.fullmatch(word) else word for word in args]
    )
    return {name: _shown(value) for name, value in values.items()}, _shown(rest), order


def _shown(value: Any) -> Any:
    """Return a value of the parser, of several words each, without marks."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_shown, value))
    return value.removeprefix(_MARK) if isinstance(value, str) else value


def settings_of(words: Iterable[str]) -> dict[str, str]:
    """Return the settings written ``name=value``.

    Raises OptionError for a word without "=", or a name given twice.
    """
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise OptionError(f"-s {word}: expected name=value, like -s side=7")
        if name in settings:
            raise OptionError(f"-s {word}: {name} is given twice")
        settings[name] = value
    return settings


def text_of(word: str) -> str:
    """Return a word as given, or for ``-`` what standard input holds."""
    return files.read_text("-").strip() if word == "-" else word


def ask(name: str, text: str, settings: Iterable[str]) -> Position:
    """Return the position ``text`` says: ``start``, a written one, or ``-`` for standard input.

    Raises UnknownGameError, OptionError for settings that do not fit, and what ``parse`` raises.
    """
    click.get_current_context().meta[ASKED] = name
    return begun(engine.game(name), text_of(text), settings_of(settings))


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


def settings_option(function: F) -> F:
    """Add ``-s name=value`` to a command."""
    return click.option(
        "-s",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the start position; may be repeated.",
    )(function)


def font_option(function: F) -> F:
    """Add ``--font``, the fonts of a picture's texts."""
    return click.option(
        "--font",
        multiple=True,
        metavar="FONT",
        help="An installed font family or a file; repeated, each letter is of the first that has it.",
    )(function)


def folder_option(function: F) -> F:
    """Add ``--out``, the folder for the files that a command writes."""
    return click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("output"),
        show_default=True,
        help="The folder for the files.",
    )(function)


def kit_options(function: F) -> F:
    """Add what is said of a kit wherever it is made: its look, its template, which components."""
    for option in (
        click.option("--labels/--no-labels", default=None, help="Colour letters in the areas."),
        click.option(
            "--only", multiple=True, metavar="COMPONENT", help="Only this; may be repeated."
        ),
        click.option(
            "--template", "template_file", help="Another template than the game's own, a file.toml."
        ),
        click.option(
            "--theme", help="classic, colorblind, dark, ink-saver, mono, or a theme file.toml."
        ),
    ):
        function = option(function)
    return function


def lang_option(function: F) -> F:
    """Add ``--lang``, the language of what figures say by themselves; English where nobody asks."""
    return click.option(
        "--lang",
        default="",
        metavar="CODE",
        help="The language of captions and alternative text, such as de or ru. [default: en]",
    )(function)


def json_option(function: F) -> F:
    """Add ``--json`` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON for programs.")(
        function
    )
