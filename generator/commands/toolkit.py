"""The commands on the toolkit: ``doctor``, and those that list its texts, or copy them out."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator, Mapping
from ctypes.util import find_library
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Annotated, NamedTuple

import engine
from engine.drawing import fonts, ownfonts
from engine.drawing import theme as themes
from engine.errors import OptionError
from engine.play import plugins
from engine.play.game import Game
from engine.play.plugins import Added
from engine.play.position import Position
from engine.record import Record
from engine.resources import templates
from engine.words import count, meant, with_article
from generator import files
from generator.api.declaration import Answer, Option
from generator.commands import NOT_IN_ORDER, OK, _output
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
        out: Annotated[Path | None, Option("The new file for the copy.", kind="file")],
        as_json: Annotated[bool, Option("List them as JSON.", names="--json")],
    ) -> None:
        texts = find()
        if name is None:
            if out is not None:
                raise OptionError(f"--out copies {with_article(kind)}; name one")
            lines = _output.columns({key: one.title + one.doubt for key, one in texts.items()})
            rows = [{"name": key, "title": one.title, **one.more} for key, one in texts.items()]
            _output.give(kind, Answer({f"{kind}s": rows}, lines), as_json=as_json)
            return
        if as_json:
            raise OptionError(f"--json lists the {kind}s; a single one is text")
        if name not in texts:
            right = meant(name, texts) or f"the {kind}s are {', '.join(texts)}"
            raise OptionError(f"no {kind} '{name}'; {right}")
        data = texts[name].file.read_bytes()
        if out is not None and out.is_file() and not files.stands(out, data):
            raise OptionError(f"{out} exists and differs from {name}; name a new file")
        _output.copied(data, out)

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


# ------------------------------------------------------------------------------------- doctor


class Row(NamedTuple):
    """A line of the report: ok, optional for what is missing and need not be there, MISSING or BROKEN."""

    sign: str
    what: str
    detail: str


#: What programs read in place of a sign, False for the others.
_OK = {"ok": True, "optional": None}


def doctor() -> Answer:
    """Show what this machine has, what is missing, and how to get it."""
    rows = [
        Row("ok", "tilewright", engine.__version__),
        Row("ok", "Python", f"{platform.python_version()} on {platform.system()}"),
        *_packages(),
        *_fonts(),
        *map(_added, plugins.from_outside()),
    ]
    in_order = all(row.sign in _OK for row in rows)
    checks = [
        {"ok": _OK.get(row.sign, False), "what": row.what, "detail": row.detail} for row in rows
    ]
    answer = {"ok": in_order, "checks": checks}
    lines = (f"{row.sign:>8}  {row.what}: {row.detail}" for row in rows)
    return Answer(answer, lines, code=OK if in_order else NOT_IN_ORDER)


def _packages() -> Iterator[Row]:
    needs: dict[str, str] = {}
    for one in metadata.requires("tilewright") or ():
        name, extra = re.split(r"[^\w.-]", one)[0], one.partition("extra == ")[2].strip("'\"")
        if extra != "dev":
            needs.setdefault(name, f"for {extra}: pip install {name}" if extra else "")
    for name, use in needs.items():
        try:
            yield Row("ok", name, metadata.version(name))
        except metadata.PackageNotFoundError:
            words = f"not installed; {use or f'pip install {name}'}"
            yield Row("optional" if use else "MISSING", name, words)
    cairo = find_library("cairo")
    lacking = "not found; it reads SVG sheets back: apt install libcairo2, or brew install cairo"
    yield Row("ok" if cairo else "optional", "cairo", cairo or lacking)


def _fonts() -> Iterator[Row]:
    yield Row("ok", "typeface", str(fonts.file()))
    names = {name for font in ownfonts.installed() for name in font.families}
    words = f"{count(len(names), 'family', 'families')}, found by {ownfonts.finder()}"
    yield Row("ok" if names else "optional", "fonts", words)


def _added(one: Added) -> Row:
    if fault := one.fault or (_trouble(one.game) if one.game else ""):
        return Row("BROKEN", f"game {one.name}", f"{one.package}: {fault}")
    return Row("ok", f"game {one.name}", f"{one.package}, {one.game and one.game.title}")


def _trouble(game: Game[Position]) -> str:
    """Return why a game cannot be begun, drawn or printed, "" if it can."""
    from generator.printing import kit, template
    from generator.replaying import page

    try:
        start = game.parse(str(game.start()))
        if start != game.start():
            return "its start reads back as another position"
        moves = tuple(map(str, islice(start.legal_moves(), 1)))
        page.page(Record({"Game": game.name, "Position": str(start)}, moves))
        kit.make(source := template.load(game.name), source.printing)
    except (Exception, SystemExit) as error:
        return plugins.in_words(error)
    return ""
