"""What the toolkit ships as text, listed or copied out: one command for every kind of thing.

It knows names, titles and files, and nothing of what the texts mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from engine.errors import OptionError
from engine.words import first_upper, with_article
from generator import answers, files
from generator.commands import _telling


class Shipped(NamedTuple):
    """A text that is shipped: its name, a line about it, where it is, and what JSON says besides."""

    name: str
    title: str
    file: Path
    more: Mapping[str, str | bool] = {}


def first_comment(file: Path) -> str:
    """Return the first sentence of the comment that a text begins with, "" where it has none."""
    line = file.read_text("utf-8", errors="replace").partition("\n")[0]  # another's may be broken
    return line.strip("#; ").partition(". ")[0].removesuffix(".") if line[:1] in "#;" else ""


def copier(kind: str, use: str, find: Callable[[], Sequence[Shipped]]) -> click.Command:
    """Return the command that lists what ``find`` finds, or copies one of them out.

    ``use`` says what is done with a copy.
    """

    @click.command(
        help=f"List the {kind}s, or print the one called NAME to change it.\n\n{first_upper(use)}"
    )
    @click.argument("name", required=False)
    @click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The new file to copy it into.",
    )
    @click.option("--json", "as_json", is_flag=True, help=f"List the {kind}s as JSON.")
    def command(name: str | None, out: Path | None, as_json: bool) -> None:
        if name is None:
            if out is not None:
                raise click.UsageError(f"--out copies {with_article(kind)}; name one")
            _list(kind, find(), as_json)
            return
        if as_json:
            raise click.UsageError(f"--json lists the {kind}s; a single one is text")
        _copy(_one(kind, name, find()), out)

    return command


def _one(kind: str, name: str, found: Sequence[Shipped]) -> Shipped:
    """Return what is called ``name``; raises OptionError where nothing is."""
    for one in found:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in found)
    raise OptionError(f"no {kind} '{name}'; the {kind}s are {known}")


def _copy(one: Shipped, out: Path | None) -> None:
    """Write a text to standard output, or into a new file.

    Raises OptionError where another file stands there, which may be the user's own work.
    """
    data = one.file.read_bytes()
    if out is None:
        click.echo(data, nl=False)
        return
    if out.is_file() and not files.stands(out, data):
        raise OptionError(f"{out} is there and differs from {one.name}; name a new file")
    files.write(out, data)
    _telling.result(str(out))


def _list(kind: str, found: Sequence[Shipped], as_json: bool) -> None:
    if as_json:
        listed = [{"name": one.name, "title": one.title, **one.more} for one in found]
        click.echo(answers.written(kind, {f"{kind}s": listed}))
        return
    width = max(len(one.name) for one in found)
    for one in found:
        doubt = " (measures not confirmed)" if one.more.get("confirmed") is False else ""
        _telling.result(f"{one.name:<{width}}  {one.title}{doubt}")
