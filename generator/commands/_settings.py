"""Defaults of options from a file of the project and from the environment; options given win.

The nearest folder from here upwards that has ``tilewright.toml``, or ``pyproject.toml`` with a
table ``[tool.tilewright]``, says them in a table for each command: ``[kit]`` or
``[tool.tilewright.kit]``, by the options' names.  ``TILEWRIGHT_KIT_PAPER`` says ``--paper`` of ``kit``;
of an option that may be repeated each line says one.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.errors import OptionError
from engine.reading import bounded
from engine.settings import toml_table
from engine.words import listed
from generator.files import shown

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

    Raises OptionError where such a file cannot be read, or holds something else than tables.
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
    try:
        return toml_table(bounded(path, shown(path)).decode(), shown(path))
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{shown(path)}: {error}") from error


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
            raise OptionError(f"{name} = {value!r}: expected true or false")
        return value
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(one, (str, int, float)) and not isinstance(one, bool) for one in values):
        raise OptionError(f"{name} = {value!r}: expected a text or a number, or a list of them")
    words = [_from(file, str(one)) for one in values]
    return words if option.multiple else ",".join(words)


def _from(file: Path, word: str) -> str:
    """Return the name of a file beside the settings as it is found from here."""
    path = file.parent / word
    return shown(path) if word.endswith(".toml") and path.is_file() else word
