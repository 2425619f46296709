"""The commands that list texts of the toolkit, or copy them out: ``template``, ``theme``, ``preset``, ``example``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import engine
from engine.drawing import theme as themes
from engine.errors import OptionError
from engine.resources import templates
from engine.words import with_article
from generator import files
from generator.api.options import Answer, Option
from generator.commands import _telling
from generator.printing import presets


class _Shipped(NamedTuple):
    """A text of the toolkit: its file, a line about it, more for JSON, and a doubt for people."""

    file: Path
    title: str
    more: Mapping[str, str | bool] = {}
    doubt: str = ""


def _copier(kind: str, use: str, find: Callable[[], Mapping[str, _Shipped]]) -> Callable[..., None]:
    """Return the command that lists the texts of ``find``, or copies one out; ``use`` is of a copy."""

    def run(
        name: str | None,
        *,
        out: Annotated[
            Path | None, Option("The new file for the copy.", kind="file", names="-o --out")
        ],
        as_json: Annotated[bool, Option("List them as JSON.", names="--json")],
    ) -> None:
        texts = find()
        if name is None:
            if out is not None:
                raise OptionError(f"--out copies {with_article(kind)}; name one")
            lines = _telling.columns({key: one.title + one.doubt for key, one in texts.items()})
            rows = [{"name": key, "title": one.title, **one.more} for key, one in texts.items()]
            _telling.give(kind, Answer({f"{kind}s": rows}, lines), as_json=as_json)
            return
        if as_json:
            raise OptionError(f"--json lists the {kind}s; a single one is text")
        if name not in texts:
            raise OptionError(f"no {kind} '{name}'; the {kind}s are {', '.join(texts)}")
        data = texts[name].file.read_bytes()
        if out is not None and out.is_file() and not files.stands(out, data):
            raise OptionError(f"{out} exists and differs from {name}; name a new file")
        _telling.copied(data, out)

    run.__doc__ = f"List the {kind}s, or print the one called NAME to change it.\n\n{use}"
    return run


#: The end of an example's name, and its title without a comment.
_KINDS = {".toml": "figures for a rulebook", ".txt": "a record of a game"}


def _commented(file: Path) -> _Shipped:
    """Return a text whose title is the first sentence of its first comment."""
    line = file.read_text("utf-8", errors="replace").partition("\n")[0]
    title = line.strip("#; ").partition(". ")[0].removesuffix(".") if line[:1] in "#;" else ""
    return _Shipped(file, title or _KINDS[file.suffix])


def _presets() -> dict[str, _Shipped]:
    texts = {}
    for one in map(presets.load, presets.names()):
        more: dict[str, str | bool] = {"confirmed": one.confirmed, "source": one.source}
        doubt = "" if one.confirmed else " (measures not confirmed)"
        texts[one.name] = _Shipped(presets.file_of(one.name), one.title, more, doubt)
    return texts


def _examples() -> dict[str, _Shipped]:
    own = [f for f in (templates() / "examples").iterdir() if f.suffix in _KINDS]
    paths = [*sorted(own), *(f for name in engine.names() for f in engine.game(name).examples)]
    return {file.name: _commented(file) for file in paths}


template = _copier(
    "template",
    "Use your own file with: tilewright kit --template FILE.toml.",
    lambda: {name: _commented(engine.game(name).template) for name in engine.names()},
)
theme = _copier(
    "theme",
    "Use a theme, or your own file, with: tilewright kit GAME --theme NAME.",
    lambda: {n: _commented(templates() / "themes" / f"{n}.toml") for n in themes.names()},
)
preset = _copier(
    "preset", "Use a preset, or your own file, with: tilewright kit GAME --preset NAME.", _presets
)
example = _copier(
    "example", "Make figures with: tilewright figures FILE.toml. Copy its record, too.", _examples
)
