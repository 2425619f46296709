"""Defaults of options from a file of the project; options given win.

The nearest folder from here upwards that has ``tilewright.toml``, or ``pyproject.toml`` with a
table ``[tool.tilewright]``, says them in a table for each command: ``[kit]`` or
``[tool.tilewright.kit]``, by the options' names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.errors import OptionError
from engine.settings import toml_table
from engine.words import listed, meant
from generator.files import read_text, shown

#: Options of one call, not of a project.
_OF_A_CALL = ("help", "quiet", "verbose")


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
            return _checked(own, "", toml_table(read_text(shown(own)), shown(own)), commands)
        if project.is_file():
            tool = toml_table(read_text(shown(project)), shown(project)).get("tool", {})
            if isinstance(tool, dict) and "tilewright" in tool:
                return _checked(project, "tool.tilewright.", tool["tilewright"], commands)
    return None


def _checked(path: Path, under: str, tables: Any, commands: Collection[str]) -> Defaults:
    if not isinstance(tables, dict):
        raise OptionError(f"{shown(path)}: {under.rstrip('.')} is no table")
    for name, table in tables.items():
        if name not in commands or not isinstance(table, dict):
            known = f"a command, as in [{under}kit]"
            raise OptionError(f"{shown(path)}: '{under}{name}' is no table of {known}")
    return Defaults(path, under, tables)


def values(command: click.Command, name: str, defaults: Defaults) -> dict[str, Any]:
    """Return what a file says of a command's options, by the names of its parameters.

    Raises OptionError for an option that the command does not have, or a value that is none.
    """
    known = {
        opt.removeprefix("--"): one
        for one in command.params
        if isinstance(one, click.Option)
        for opt in one.opts
        if opt.startswith("--") and opt[2:] not in _OF_A_CALL
    }
    where = f"{shown(defaults.file)}: [{defaults.where}{name}]"
    found = {}
    for key, value in defaults.tables.get(name, {}).items():
        if key not in known:
            right = meant(key, known) or f"known are {listed(sorted(known))}"
            raise OptionError(f"{where} {key}: there is no such option; {right}")
        option = known[key]
        found[str(option.name)] = _value(option, value, f"{where} {key}", defaults.file)
    return found


def _value(option: click.Option, value: Any, where: str, file: Path) -> Any:
    """Return a value as the command line would take it; a path is from the file's folder."""
    written = repr(value) if isinstance(value, (str, list)) else str(value).lower()
    if option.is_flag:
        if not isinstance(value, bool):
            raise OptionError(f"{where} = {written}: expected true or false")
        return value
    parts = value if isinstance(value, list) else [value]
    fit = all(isinstance(one, (str, int, float)) and not isinstance(one, bool) for one in parts)
    if not fit or not (parts or option.multiple):
        expected = "expected a text or a number, or a list of them"
        raise OptionError(f"{where} = {written}: {expected}")
    words = [_from(file, str(one)) for one in parts]
    return words if option.multiple else ",".join(words)


def _from(file: Path, word: str) -> str:
    """Return the name of a file beside the settings as it is found from here."""
    path = file.parent / word
    return shown(path) if word.endswith(".toml") and path.is_file() else word
