"""The commands that list texts of the toolkit, or copy them out: ``template``, ``theme``, ``preset``, ``example``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import click
from click.shell_completion import CompletionItem

import engine
from engine.drawing import theme as themes
from engine.errors import OptionError
from engine.resources import templates
from engine.words import with_article
from generator import answers, files
from generator.api.options import Option
from generator.commands import _telling
from generator.commands._asking import Argument, command
from generator.printing import presets


class _Shipped(NamedTuple):
    """A text of the toolkit: its name, a line about it, its file, and more for JSON."""

    name: str
    title: str
    file: Path
    more: Mapping[str, str | bool] = {}


def _copier(kind: str, use: str, find: Callable[[], Sequence[_Shipped]]) -> click.Command:
    """Return the command that lists the texts of ``find``, or copies one out; ``use`` is of a copy."""

    def run(
        name: Annotated[str | None, Argument(required=False)],
        *,
        out: Annotated[
            Path | None, Option("The new file for the copy.", kind="file", names="-o --out")
        ],
        as_json: Annotated[bool, Option("List them as JSON.", names="--json")],
    ) -> None:
        if name is not None and as_json:
            raise OptionError(f"--json lists the {kind}s; a single one is text")
        if name is None and out is not None:
            raise OptionError(f"--out copies {with_article(kind)}; name one")
        texts = {one.name: one for one in find()}
        if name is not None:
            if name not in texts:
                raise OptionError(f"no {kind} '{name}'; the {kind}s are {', '.join(texts)}")
            _copy(texts[name], out)
        elif as_json:
            rows = [{"name": k, "title": one.title, **one.more} for k, one in texts.items()]
            click.echo(answers.written(kind, {f"{kind}s": rows}))
        else:
            width = max(map(len, texts))
            for one in texts.values():
                doubt = " (measures not confirmed)" if one.more.get("confirmed") is False else ""
                _telling.result(f"{one.name:<{width}}  {one.title}{doubt}")

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        return [CompletionItem(one.name) for one in find() if one.name.startswith(begun)]

    run.__name__ = kind
    run.__doc__ = f"List the {kind}s, or print the one called NAME to change it.\n\n{use}"
    made = command(run)
    made.params[0] = click.Argument(["name"], required=False, shell_complete=complete)
    return made


def _copy(text: _Shipped, out: Path | None) -> None:
    data = text.file.read_bytes()
    if out is None:
        click.echo(data, nl=False)
        return
    if out.is_file() and not files.stands(out, data):
        raise OptionError(f"{out} exists and differs from {text.name}; name a new file")
    files.write(out, data)
    _telling.result(str(out))


def _first_comment(file: Path) -> str:
    """Return the first sentence of the comment at a text's beginning, "" without one."""
    line = file.read_text("utf-8", errors="replace").partition("\n")[0]
    return line.strip("#; ").partition(". ")[0].removesuffix(".") if line[:1] in "#;" else ""


def _commented(paths: Iterable[Path]) -> list[_Shipped]:
    return [_Shipped(file.stem, _first_comment(file), file) for file in paths]


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


#: The end of an example's name, and its title without a comment.
_KINDS = {".toml": "figures for a rulebook", ".txt": "a record of a game"}


def _examples() -> list[_Shipped]:
    own = [f for f in (templates() / "examples").iterdir() if f.suffix in _KINDS]
    files = [*sorted(own), *(f for name in engine.names() for f in engine.game(name).examples)]
    return [_Shipped(f.name, _first_comment(f) or _KINDS[f.suffix], f) for f in files]


template = _copier(
    "template",
    "Use your own file with: tilewright kit --template FILE.toml.",
    lambda: _commented(engine.game(name).template for name in engine.names()),
)
theme = _copier(
    "theme",
    "Use a theme, or your own file, with: tilewright kit GAME --theme NAME.",
    lambda: _commented(templates() / "themes" / f"{name}.toml" for name in themes.names()),
)
preset = _copier(
    "preset", "Use a preset, or your own file, with: tilewright kit GAME --preset NAME.", _presets
)
example = _copier(
    "example", "Make figures with: tilewright figures FILE.toml. Copy its record, too.", _examples
)
