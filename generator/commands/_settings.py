"""Defaults of options from a file of the project; options on the command line win.

The nearest folder from here upwards with ``tilewright.toml``, or with ``pyproject.toml`` that has
``[tool.tilewright]``, counts.  It has a table for each command, ``[kit]`` or
``[tool.tilewright.kit]``, with the options' names as keys.
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

#: The key of the options that a file sets, for errors and details.
FROM_FILE = "tilewright.file"


class Defaults(NamedTuple):
    """The settings of a file: a table of options for each command, and their place."""

    file: Path
    under: str
    tables: Mapping[str, Mapping[str, Any]]


def set_defaults(
    context: click.Context, command: click.Command, name: str, commands: Collection[str]
) -> None:
    """Let the project's settings be the defaults of a command."""
    defaults = find(Path.cwd(), commands)
    if defaults is None or not defaults.tables.get(name):
        return
    context.default_map = {**(context.default_map or {}), name: values(command, name, defaults)}
    context.meta[FROM_FILE] = (
        f"{shown(defaults.file)} sets {', '.join(sorted(defaults.tables[name]))}"
    )


def find(folder: Path, commands: Collection[str]) -> Defaults | None:
    """Return the settings of the nearest folder from ``folder`` upwards that has some.

    Raises OptionError for a file of another form, OSError if it cannot be read.
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
    for name, table in tables.items() if isinstance(tables, dict) else [("", tables)]:
        if name not in commands or not isinstance(table, dict):
            words = f"'{under}{name}' is not a table of a command, as in [{under}kit]"
            raise OptionError(f"{shown(path)}: {words}")
    return Defaults(path, under, tables)


def values(command: click.Command, name: str, defaults: Defaults) -> dict[str, Any]:
    """Return the settings of a command by the names of its parameters.

    Raises OptionError for an unknown option, or a value of another kind.
    """
    known = {
        opt.removeprefix("--"): one
        for one in command.params
        if isinstance(one, click.Option) and one.expose_value
        for opt in one.opts
        if opt.startswith("--")
    }
    where = f"{shown(defaults.file)}: [{defaults.under}{name}]"
    known_values = {}
    for key, value in defaults.tables.get(name, {}).items():
        if key not in known:
            right = meant(key, known) or f"known are {listed(sorted(known))}"
            raise OptionError(f"{where} {key}: there is no such option; {right}")
        option = known[key]
        known_values[str(option.name)] = _value(option, value, f"{where} {key}", defaults.file)
    return known_values


def _value(option: click.Option, value: Any, where: str, file: Path) -> Any:
    parts = value if isinstance(value, list) else [value]
    if option.is_flag:
        fits, expected = isinstance(value, bool), "true or false"
    else:
        fits = all(
            isinstance(one, (str, int, float)) and not isinstance(one, bool) for one in parts
        )
        fits, expected = fits and bool(parts), "a text or a number, or a list of them"
    if not fits:
        written = repr(value) if isinstance(value, (str, list)) else str(value).lower()
        raise OptionError(f"{where} = {written}: expected {expected}")
    if option.is_flag:
        return value
    words = []
    for word in map(str, parts):
        path = file.parent / word  # a file beside the settings, as it is reached from here
        words.append(shown(path) if word.endswith(".toml") and path.is_file() else word)
    return words if option.multiple else ",".join(words)
