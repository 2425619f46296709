"""Defaults of options from a file of the project; options on the command line win.

The nearest ``tilewright.toml`` from here upwards counts.  It has a table for each command, such as
``[kit]``, with the options' names as keys.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from engine.errors import OptionError
from engine.settings import toml_table
from engine.words import listed, meant
from generator.files import from_here, read_text

#: The key of a sentence on the file that sets options, for errors.
FROM_FILE = "tilewright.file"


def set_defaults(
    context: click.Context, command: click.Command, name: str, commands: Collection[str]
) -> None:
    """Let the project's settings be the defaults of a command.

    Raises OptionError for a file of another form or an unknown option, OSError if it cannot be read.
    """
    places = (folder / "tilewright.toml" for folder in (Path.cwd(), *Path.cwd().parents))
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        return
    tables = toml_table(read_text(from_here(file)), from_here(file))
    for key, table in tables.items():
        if key not in commands or not isinstance(table, dict):
            raise OptionError(
                f"{from_here(file)}: '{key}' is not a table of a command, as in [kit]"
            )
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
    for key, value in tables[name].items():
        if key not in options:
            right = meant(key, options) or f"known are {listed(sorted(options))}"
            where = f"{from_here(file)}: [{name}] {key}"
            raise OptionError(f"{where}: there is no such option; {right}")
        one = options[key]
        parts = [_beside(file, str(part)) for part in (value if type(value) is list else [value])]
        values[one.name] = value if one.is_flag else parts if one.multiple else ",".join(parts)
    context.default_map = {**(context.default_map or {}), name: values}
    context.meta[FROM_FILE] = f"{from_here(file)} sets {', '.join(sorted(tables[name]))}"


def _beside(file: Path, word: str) -> str:
    """Return a word, a file beside the settings as it is reached from here."""
    path = file.parent / word
    return from_here(path) if word.endswith(".toml") and path.is_file() else word
