"""Defaults of options from a file of the project and from the environment; options given win.

The nearest folder from here upwards that has ``tilewright.toml``, or ``pyproject.toml`` with a
table ``[tool.tilewright]``, says them in a table for each command: ``[kit]`` or
``[tool.tilewright.kit]``, by the options' names.  ``TILEWRIGHT_KIT_PAPER`` says ``--paper`` of ``kit``;
of an option that may be repeated each line says one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.errors import OptionError
from engine.settings import toml_table
from engine.words import listed
from generator.files import read_text, shown

PREFIX = "TILEWRIGHT"
#: Options of one call, not of a project.
_OF_A_CALL = ("help", "quiet", "verbose")


class _Lines(click.types.StringParamType):
    """Texts of which the environment says one a line, for they may have spaces."""

    envvar_list_splitter = "\n"


class Defaults(NamedTuple):
    """What a file says of commands: a table of options for each, and where that is."""

    file: Path
    where: str
    tables: Mapping[str, Mapping[str, Any]]


def find(folder: Path, commands: Collection[str]) -> Defaults | None:
    """Return the settings of the nearest folder from ``folder`` upwards that has some.

    Raises OptionError where such a file holds something else than tables, GameError where it is no
    text, OSError where it cannot be read.
    """
    for place in (folder, *folder.parents):
        own, project = place / "tilewright.toml", place / "pyproject.toml"
        if own.is_file():
            return _checked(own, "", _load(own), commands)
        if project.is_file():
            tool = _load(project).get("tool", {})
            if isinstance(tool, dict) and "tilewright" in tool:
                return _checked(project, "tool.tilewright.", tool["tilewright"], commands)
    return None


def _load(path: Path) -> dict[str, Any]:
    return toml_table(read_text(shown(path)), shown(path))


def _checked(path: Path, under: str, tables: Any, commands: Collection[str]) -> Defaults:
    if not isinstance(tables, dict):
        raise OptionError(f"{shown(path)}: {under.rstrip('.')} is no table")
    for name, table in tables.items():
        if name not in commands or not isinstance(table, dict):
            known = "a command, as in [" + under + "kit]"
            raise OptionError(f"{shown(path)}: '{under}{name}' is no table of {known}")
    return Defaults(path, under, tables)


def teach(command: click.Command, name: str, defaults: Defaults | None) -> dict[str, Any]:
    """Let a command's options be set by the environment, and return what a file sets of them.

    Raises OptionError for an option that the command does not have, or a value that is none.
    """
    options = {
        opt.removeprefix("--"): one
        for one in command.params
        if isinstance(one, click.Option)
        for opt in one.opts
        if opt.startswith("--") and opt[2:] not in _OF_A_CALL
    }
    known = {_variable(name, key): key for key in options}
    for variable, key in ((f"{PREFIX}_{key}".upper().replace("-", "_"), key) for key in options):
        if variable in os.environ:
            meant = _variable(name, key)
            raise OptionError(f"{variable} names no command; for {name} it is {meant}")
    for variable in variables(name, os.environ):
        if variable not in known:
            raise OptionError(f"{variable}: {name} has no such option{_meant(variable, known)}")
    for variable, key in known.items():
        option = options[key]
        option.envvar = variable
        if option.multiple:
            option.type = _Lines()
    if defaults is None:
        return {}
    where = f"{shown(defaults.file)}: [{defaults.where}{name}]"
    said = defaults.tables.get(name, {})
    return {
        str(_named(options, key, where).name): _value(options[key], value, where, defaults.file)
        for key, value in said.items()
    }


class Source(NamedTuple):
    """A file or variable that says options: their words on the command line with their values."""

    words: str
    said: Mapping[str, tuple[str, ...]]

    def is_meant_by(self, error: str) -> bool:
        """Tell whether an error's words are about one of the options, by its name or a value in quotes."""
        return any(
            re.search(rf"(?<![\w-])--{re.escape(key)}(?![\w-])", error)
            or any(f"'{value}'" in error for value in values)
            for key, values in self.said.items()
        )


def sources(command: click.Command, name: str, defaults: Defaults | None) -> Iterator[Source]:
    """Yield what says options of a command beside the command line."""
    table = defaults.tables.get(name, {}) if defaults else {}
    if defaults and table:
        said = {key: _texts(value) for key, value in sorted(table.items())}
        yield Source(f"{shown(defaults.file)} says {', '.join(said)}", said)
    keys = {one.envvar: max(one.opts, key=len).removeprefix("--") for one in command.params}
    for variable in variables(name, os.environ):
        value = os.environ[variable]
        yield Source(f"{variable} says {value}", {keys[variable]: tuple(value.split("\n"))})


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value if isinstance(value, list) else [value]))


def _variable(command: str, key: str) -> str:
    """Return the name of the variable that sets an option of a command."""
    return f"{PREFIX}_{command}_{key}".upper().replace("-", "_")


def variables(command: str, environment: Mapping[str, str]) -> list[str]:
    """Return the variables of the environment that are a command's, in order of their names."""
    return sorted(name for name in environment if name.startswith(_variable(command, "")))


def _meant(word: str, known: Collection[str]) -> str:
    """Return which of some known words was meant, or which there are."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; known are {listed(sorted(known))}"


def _named(options: Mapping[str, click.Option], key: str, where: str) -> click.Option:
    if key not in options:
        raise OptionError(f"{where} {key}: there is no such option{_meant(key, options)}")
    return options[key]


def _value(option: click.Option, value: Any, where: str, file: Path) -> Any:
    """Return a value as the command line would take it; a path is from the file's folder.

    Raises OptionError for a value of another kind than the option has.
    """
    name = f"{where} {option.opts[-1].removeprefix('--')}"
    if option.is_flag:
        if not isinstance(value, bool):
            raise OptionError(f"{name} = {_written(value)}: expected true or false")
        return value
    values = value if isinstance(value, list) else [value]
    if not (values or option.multiple) or not all(
        isinstance(one, (str, int, float)) and not isinstance(one, bool) for one in values
    ):
        expected = "expected a text or a number, or a list of them"
        raise OptionError(f"{name} = {_written(value)}: {expected}")
    words = [_from(file, str(one)) for one in values]
    return words if option.multiple else ",".join(words)


def _written(value: Any) -> str:
    """Return a value as TOML writes it, so far as that is short."""
    if isinstance(value, (str, int, float, list)) and not isinstance(value, bool):
        return repr(value)
    return str(value).lower()


def _from(file: Path, word: str) -> str:
    """Return the name of a file beside the settings as it is found from here."""
    path = file.parent / word
    return shown(path) if word.endswith(".toml") and path.is_file() else word
