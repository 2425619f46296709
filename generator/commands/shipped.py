"""The commands that list what is shipped as text, or copy it out: ``template``, ``theme``, ``preset``, ``example``.

They know names, titles and files, and nothing of what the texts mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

import engine
from engine.drawing import theme as themes
from engine.errors import OptionError
from engine.resources import templates
from engine.words import first_upper, with_article
from generator import answers, files
from generator.commands import _telling
from generator.printing import presets


class _Shipped(NamedTuple):
    """A text that is shipped: its name, a line about it, where it is, and what JSON says besides."""

    name: str
    title: str
    file: Path
    more: Mapping[str, str | bool] = {}


def _copier(kind: str, use: str, find: Callable[[], Sequence[_Shipped]]) -> click.Command:
    """Return the command that lists what ``find`` finds, or copies one of them out.

    ``use`` says what is done with a copy.
    """

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        return [CompletionItem(one.name) for one in find() if one.name.startswith(begun)]

    @click.command(
        help=f"List the {kind}s, or print the one called NAME to change it.\n\n{first_upper(use)}"
    )
    @click.argument("name", required=False, shell_complete=complete)
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
        elif as_json:
            raise click.UsageError(f"--json lists the {kind}s; a single one is text")
        else:
            _copy(kind, name, find(), out)

    return command


def _copy(kind: str, name: str, found: Sequence[_Shipped], out: Path | None) -> None:
    """Write a text to standard output, or into a new file."""
    named = {one.name: one.file for one in found}
    if name not in named:
        raise OptionError(f"no {kind} '{name}'; the {kind}s are {', '.join(named)}")
    data = named[name].read_bytes()
    if out is None:
        click.echo(data, nl=False)
        return
    if out.is_file() and not files.stands(out, data):
        raise OptionError(f"{out} is there and differs from {name}; name a new file")
    files.write(out, data)
    _telling.result(str(out))


def _list(kind: str, found: Sequence[_Shipped], as_json: bool) -> None:
    if as_json:
        rows = [{"name": one.name, "title": one.title, **one.more} for one in found]
        click.echo(answers.written(kind, {f"{kind}s": rows}))
        return
    width = max(len(one.name) for one in found)
    for one in found:
        doubt = " (measures not confirmed)" if one.more.get("confirmed") is False else ""
        _telling.result(f"{one.name:<{width}}  {one.title}{doubt}")


def _first_comment(file: Path) -> str:
    """Return the first sentence of the comment that a text begins with, "" where it has none."""
    line = file.read_text("utf-8", errors="replace").partition("\n")[0]  # another's may be broken
    return line.strip("#; ").partition(". ")[0].removesuffix(".") if line[:1] in "#;" else ""


def _templates() -> list[_Shipped]:
    found = [engine.game(name).template for name in engine.names()]
    return [_Shipped(file.stem, _first_comment(file), file) for file in found]


def _themes() -> list[_Shipped]:
    folder = templates() / "themes"
    found = {name: folder / f"{name}.toml" for name in themes.names()}
    return [_Shipped(name, _first_comment(file), file) for name, file in found.items()]


def _presets() -> list[_Shipped]:
    return [
        _Shipped(
            one.name,
            one.title,
            presets.file_of(one.name),
            {"confirmed": one.confirmed, "source": one.source},
        )
        for one in map(presets.load, presets.names())
    ]


#: How an example's name ends, and what is said of it where its text does not begin with a comment.
_KINDS = {".toml": "figures for a rulebook", ".txt": "a record of a game"}


def _examples() -> list[_Shipped]:
    """Return the examples: those of the toolkit in the order of their names, and of added games."""
    own = [f for f in (templates() / "examples").iterdir() if f.suffix in _KINDS]
    found = [*sorted(own), *(f for name in engine.names() for f in engine.game(name).examples)]
    return [_Shipped(f.name, _first_comment(f) or _KINDS[f.suffix], f) for f in found]


template = _copier(
    "template", "give a file of your own with: tilewright kit --template FILE.toml.", _templates
)
theme = _copier(
    "theme", "give a theme, or a file of your own, with: tilewright kit GAME --theme NAME.", _themes
)
preset = _copier(
    "preset",
    "give a preset, or a file of your own, with: tilewright kit GAME --preset NAME.",
    _presets,
)
example = _copier(
    "example",
    "figures are made with: tilewright figures FILE.toml, a record that it names beside it.",
    _examples,
)
